//! What is spoken in a book: the spans between quotation marks.
//!
//! A book uses one kind of mark for speech; it is found by counting. Each paragraph starts anew, so that a mark that was never
//! closed spoils one paragraph and not the book; a speech that goes on over several paragraphs has a mark at the start of each.

mod cried;
mod dashed;
mod marks;
mod paired;
mod single;

use std::ops::Range;

use super::text::NovelText;

/// Paragraphs without a mark inside of speech, at most, such as the verses of a song.
const LONGEST_VERSE: usize = 12;
/// A book marks no speech with fewer quotations than paragraphs by this factor.
const UNMARKED: usize = 20;

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
    if all.len() * UNMARKED < novel.paragraphs.len() {
        add_cries(novel, &mut all);
    }
    all
}

/// Adds what is cried in italics, where nothing else is spoken in the paragraph.
fn add_cries(novel: &NovelText, all: &mut Vec<Quotation>) {
    for index in 0..novel.paragraphs.len() {
        let at = all.partition_point(|quotation| quotation.paragraph < index);
        if all.get(at).is_some_and(|quotation| quotation.paragraph == index) {
            continue;
        }
        let start = novel.paragraphs[index].span.start;
        let cries = cried::spans(novel.paragraph(index)).into_iter().map(|span| Quotation {
            span: start + span.start..start + span.end,
            paragraph: index,
            is_closed: true,
        });
        drop(all.splice(at..at, cries));
    }
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
        Marks::Single => single::spans(text),
        Marks::Dash => dashed::spans(text),
        _ => marks.pair().map_or_else(Vec::new, |pair| paired::spans(text, &pair)),
    }
}
