//! A book in pieces for a model: whole paragraphs of one chapter, up to a number of tokens.

use std::ops::Range;

use super::sentences::sentences;
use super::text::NovelText;

/// What a chunk holds at most, in tokens.
pub const TOKENS: usize = 2_000;
/// A last piece of a chapter that is smaller than this goes with the one before it, in tokens.
const SMALL_REST: usize = 200;
/// Sentences of the chunk before that go along to be understood and not to be used.
const CONTEXT_SENTENCES: usize = 2;
/// The longest such context, in bytes: some sentences are pages long.
const CONTEXT_BYTES: usize = 800;

/// A piece of a book.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chunk {
    pub chapter: usize,
    /// Its text, in bytes of the book's.
    pub span: Range<usize>,
    /// The last two sentences of the chunk before it in the same chapter, in bytes of the book's text; empty in the first one.
    pub context: Range<usize>,
    pub tokens: usize,
    /// Whether it ends where a paragraph does. It does not only when a paragraph alone is larger than a chunk.
    pub ends_at_paragraph: bool,
}

/// Cuts a book into chunks of at most `most` tokens, the last of a chapter a little more. `count` gives the tokens of a text.
pub fn chunks(novel: &NovelText, most: usize, count: &dyn Fn(&str) -> usize) -> Vec<Chunk> {
    let mut all: Vec<Chunk> = Vec::new();
    for (number, chapter) in novel.chapters.iter().enumerate() {
        let first = all.len();
        for piece in pieces(novel, chapter.paragraphs.clone(), most, count) {
            let last = all.last_mut().filter(|last| last.chapter == number);
            let joins = |last: &Chunk| last.ends_at_paragraph && last.tokens + piece.tokens <= most;
            match last {
                Some(last) if joins(last) => {
                    last.span.end = piece.span.end;
                    last.tokens += piece.tokens;
                    last.ends_at_paragraph = piece.ends_at_paragraph;
                }
                _ => all.push(Chunk {
                    chapter: number,
                    context: piece.span.start..piece.span.start,
                    ..piece
                }),
            }
        }
        join_small_rest(&mut all, first);
    }
    for at in 1..all.len() {
        if all[at - 1].chapter == all[at].chapter {
            all[at].context = context(novel, &all[at - 1].span);
        }
    }
    all
}

/// A few lines alone are not worth a call.
fn join_small_rest(all: &mut Vec<Chunk>, first: usize) {
    if all.len() < first + 2 || all.last().is_some_and(|last| last.tokens >= SMALL_REST) {
        return;
    }
    if let Some(rest) = all.pop()
        && let Some(last) = all.last_mut()
    {
        last.span.end = rest.span.end;
        last.tokens += rest.tokens;
        last.ends_at_paragraph = rest.ends_at_paragraph;
    }
}

/// The paragraphs; one that is larger than a chunk in its sentences, and a sentence that is larger in halves.
fn pieces(novel: &NovelText, paragraphs: Range<usize>, most: usize, count: &dyn Fn(&str) -> usize) -> Vec<Chunk> {
    let mut pieces = Vec::new();
    for index in paragraphs {
        let span = novel.paragraphs[index].span.clone();
        let mut piece = |span: Range<usize>, tokens: usize, ends_at_paragraph: bool| {
            pieces.push(Chunk {
                chapter: 0,
                context: span.start..span.start,
                span,
                tokens,
                ends_at_paragraph,
            });
        };
        // The empty line between paragraphs is one token.
        let tokens = count(&novel.text[span.clone()]) + 1;
        if tokens <= most {
            piece(span, tokens, true);
            continue;
        }
        let parts = split(&novel.text, span.clone(), most, count);
        for (part, tokens) in parts {
            let is_last = part.end == span.end;
            piece(part, tokens, is_last);
        }
    }
    pieces
}

/// A paragraph that is larger than a chunk, in pieces that are not.
fn split(text: &str, span: Range<usize>, most: usize, count: &dyn Fn(&str) -> usize) -> Vec<(Range<usize>, usize)> {
    let mut parts: Vec<(Range<usize>, usize)> = Vec::new();
    for sentence in sentences(&text[span.clone()]) {
        let sentence = span.start + sentence.start..span.start + sentence.end;
        for part in halves(text, sentence, most, count) {
            match parts.last_mut() {
                Some((last, tokens)) if *tokens + part.1 <= most => {
                    last.end = part.0.end;
                    *tokens += part.1;
                }
                _ => parts.push(part),
            }
        }
    }
    parts
}

fn halves(text: &str, span: Range<usize>, most: usize, count: &dyn Fn(&str) -> usize) -> Vec<(Range<usize>, usize)> {
    let tokens = count(&text[span.clone()]) + 1;
    let middle = text.floor_char_boundary(span.start + span.len() / 2);
    if tokens <= most || middle == span.start {
        return vec![(span, tokens)];
    }
    // At a space, if there is one in the second half.
    let space = text[middle..span.end].find(char::is_whitespace).map(|at| middle + at);
    let cut = space.filter(|cut| *cut + 1 < span.end).unwrap_or(middle);
    let mut parts = halves(text, span.start..cut, most, count);
    parts.extend(halves(text, cut..span.end, most, count));
    parts
}

fn context(novel: &NovelText, before: &Range<usize>) -> Range<usize> {
    let text = &novel.text[before.clone()];
    let start = novel
        .text
        .ceil_char_boundary(before.end.saturating_sub(CONTEXT_BYTES).max(before.start))
        - before.start;
    let ends = sentences(text);
    let wanted = ends.len().saturating_sub(CONTEXT_SENTENCES);
    let first = ends.get(wanted).map_or(0, |sentence| sentence.start);
    before.start + first.max(start)..before.end
}
