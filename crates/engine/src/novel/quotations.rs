//! What is spoken in a book: the spans between quotation marks.
//!
//! A book uses one kind of mark for speech; it is found by counting. Each paragraph starts anew, so that a mark that was never
//! closed spoils one paragraph and not the book; a speech that goes on over several paragraphs has a mark at the start of each.

mod marks;
mod single;

use std::ops::Range;

use super::text::NovelText;

pub use marks::{Marks, marks_of};

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
    let mut all = Vec::new();
    for index in 0..novel.paragraphs.len() {
        let start = novel.paragraphs[index].span.start;
        for (span, is_closed) in in_paragraph(novel.paragraph(index), marks) {
            all.push(Quotation {
                span: start + span.start..start + span.end,
                paragraph: index,
                is_closed,
            });
        }
    }
    all
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
        Marks::Dash => dashed(text),
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
            Some(_) if nests && opening.contains(&letter) => depth += 1,
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

/// Whether a straight mark at this place can open: something follows it, and no letter or digit stands before it (5'10").
fn can_open(text: &str, at: usize) -> bool {
    let before = text[..at].chars().next_back();
    let after = text[at + 1..].chars().next();
    after.is_some_and(|after| !after.is_whitespace()) && !before.is_some_and(char::is_numeric)
}

/// Speech after a dash at the start of a paragraph; further dashes part it from what the narrator puts in.
fn dashed(text: &str) -> Vec<(Range<usize>, bool)> {
    let Some(first) = marks::leading_dash(text) else {
        return Vec::new();
    };
    let mut spans = Vec::new();
    let mut start = first;
    let mut speaks = true;
    for (at, dash) in text.match_indices(['—', '–']).filter(|(at, _)| *at >= first) {
        let is_between = text[..at].ends_with([' ', ',']) || text[at + dash.len()..].starts_with(' ');
        if !is_between {
            continue;
        }
        if speaks {
            spans.push((start..text[..at].trim_end().len(), true));
        }
        speaks = !speaks;
        start = at + dash.len();
    }
    if speaks {
        spans.push((start..text.trim_end().len(), true));
    }
    let spaces = |span: &Range<usize>| text[span.clone()].len() - text[span.clone()].trim_start().len();
    let trimmed = spans
        .into_iter()
        .map(|(span, closed)| (span.start + spaces(&span)..span.end, closed));
    trimmed.filter(|(span, _)| !span.is_empty()).collect()
}
