//! What is spoken in a book: the spans between quotation marks.
//!
//! A book uses one kind of mark for speech; it is found by counting. Each paragraph starts anew, so that a mark that was never
//! closed spoils one paragraph and not the book; a speech that goes on over several paragraphs has a mark at the start of each.

mod dashed;
mod marks;
mod single;

use std::ops::Range;

use super::text::NovelText;

/// The longest title or word that is quoted inside speech with the same marks, in characters.
const INNER: usize = 60;

/// Paragraphs without a mark inside of speech, at most, such as the verses of a song.
const LONGEST_VERSE: usize = 12;

pub use marks::{Marks, dash_after_colon, leading_dash, marks_of, opens_speech};

/// A spoken span.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Quotation {
    /// In bytes of the book's text, with its marks.
    pub span: Range<usize>,
    pub paragraph: usize,
    /// Whether the closing mark is there; without it the speech goes on in the next paragraph.
    pub is_closed: bool,
}

/// All quotations of a book, in order.
pub fn quotations(novel: &NovelText) -> Vec<Quotation> {
    let marks = marks_of((0..novel.paragraphs.len()).map(|index| novel.paragraph(index)));
    let mut all: Vec<Quotation> = Vec::new();
    for index in 0..novel.paragraphs.len() {
        let start = novel.paragraphs[index].span.start;
        let text = novel.paragraph(index);
        let is_open = all
            .last()
            .is_some_and(|last| !last.is_closed && last.paragraph + 1 == index);
        let mut add = |span: Range<usize>, is_closed: bool| {
            all.push(Quotation {
                span: start + span.start..start + span.end,
                paragraph: index,
                is_closed,
            });
        };
        let mut rest = 0;
        match end_of_open(novel, index, marks).filter(|_| is_open) {
            Some((paragraph, end)) if paragraph == index => {
                add(0..end, true);
                rest = end;
            }
            Some(_) => {
                add(0..text.len(), false);
                continue;
            }
            None => {}
        }
        for (span, is_closed) in in_paragraph(&text[rest..], marks) {
            add(rest + span.start..rest + span.end, is_closed);
        }
    }
    all
}

/// Where speech that was left open in the paragraph before ends, if no paragraph up to there opens anew: verse and the name under a
/// letter do not. The paragraph, and the place after its closing mark.
fn end_of_open(novel: &NovelText, first: usize, marks: Marks) -> Option<(usize, usize)> {
    let chapter = novel.paragraphs[first].chapter;
    if marks != Marks::Double {
        return None;
    }
    for index in (first..novel.paragraphs.len()).take(LONGEST_VERSE) {
        let text = novel.paragraph(index);
        if novel.paragraphs[index].chapter != chapter || opens_speech(text, marks) {
            return None;
        }
        let Some((at, mark)) = text
            .char_indices()
            .find(|(_, letter)| matches!(letter, '“' | '”' | '"'))
        else {
            continue;
        };
        let is_odd = text[at..].matches('"').count() % 2 == 1;
        let closes = mark == '”' || (mark == '"' && is_odd);
        return closes.then_some((index, at + mark.len_utf8()));
    }
    None
}

/// The quotations of one paragraph, and whether each is closed.
pub fn in_paragraph(text: &str, marks: Marks) -> Vec<(Range<usize>, bool)> {
    match marks {
        Marks::Double => paired(text, &['“', '„', '‟'], &['”'], Some('"')),
        Marks::Single => single::spans(text),
        Marks::Guillemets => paired(text, &['«'], &['»'], None),
        Marks::InwardGuillemets => paired(text, &['»'], &['«'], None),
        Marks::Low => paired(text, &['„', '‚'], &['“', '”', '‘'], None),
        Marks::Corner => paired(text, &['「', '『'], &['」', '』'], None),
        Marks::Dash => dashed::spans(text),
    }
}

/// Spans between an opening and a closing mark; `both` is one that can be either.
fn paired(text: &str, opening: &[char], closing: &[char], both: Option<char>) -> Vec<(Range<usize>, bool)> {
    let mut spans = Vec::new();
    let mut open: Option<usize> = None;
    let mut depth = 0;
    let nests = both.is_none();
    for (at, letter) in text.char_indices() {
        let end = at + letter.len_utf8();
        let is_both = both == Some(letter);
        match open {
            None if opening.contains(&letter) || (is_both && can_open(text, at)) => {
                open = Some(at);
                depth = 1;
            }
            Some(_) if opening.contains(&letter) && (nests || is_inner(text, at, letter)) => depth += 1,
            Some(start) if closing.contains(&letter) || is_both => {
                depth -= 1;
                if depth == 0 {
                    spans.push((start..end, true));
                    open = None;
                }
            }
            _ => {}
        }
    }
    if let Some(start) = open {
        spans.push((start..text.trim_end().len(), false));
    }
    spans.retain(|(span, _)| text[span.clone()].chars().any(char::is_alphanumeric));
    spans
}

/// Whether a straight mark at this place can open: no digit stands before it (5'10"), and not all that is near is on its left.
fn can_open(text: &str, at: usize) -> bool {
    let before = text[..at].chars().next_back();
    let after = text[at + 1..].chars().next();
    let is_attached = after.is_some_and(|after| !after.is_whitespace());
    let is_free = before.is_none_or(char::is_whitespace) && after.is_some();
    (is_attached || is_free) && !before.is_some_and(char::is_numeric)
}

/// Whether a mark that opens inside speech is the one of a title or of a word that is quoted: it stands inside a clause and closes
/// soon. Otherwise the speech before it was never closed.
fn is_inner(text: &str, at: usize, mark: char) -> bool {
    let before = text[..at].trim_end().chars().next_back();
    let after = &text[at + mark.len_utf8()..];
    let reach = after.char_indices().nth(INNER).map_or(after.len(), |(end, _)| end);
    let closes = after[..reach].find('”');
    let in_clause = before.is_some_and(char::is_alphanumeric);
    in_clause
        && closes.is_some_and(|end| {
            !after[..end].contains(mark) && after[end..].contains(['“', '”']) && after[end + 3..].contains('”')
        })
}
