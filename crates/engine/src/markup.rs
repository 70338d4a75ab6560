//! Reads a reply's markup as it streams: speech, `(actions)`, `*thoughts*`, code between backticks, and the marks of the
//! character's own file ([`MarkupFormats`]). An action may stand in a thought and a thought in an action; when the inner one ends,
//! the outer goes on.
//!
//! What was shown is never taken back: each decision is made once, when enough characters have come to make it. So a mark that
//! is never closed keeps its voice to the end of the text, and a text gives the same spans however it was cut into pieces.

mod formats;

mod ahead;
mod code;
mod open;

mod marks;
mod stars;

mod stream;

#[cfg(test)]
mod tests;

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use ts_rs::TS;

pub use formats::MarkupFormats;
pub use stream::MarkupStream;

/// The voice a piece of text is in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum SpanKind {
    Speech,
    /// With its parentheses.
    Action,
    /// Without its marks.
    Thought,
}

/// How code was marked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum CodeShape {
    /// Between backticks, within a line.
    Inline,
    /// Lines of its own, between two fences of backticks.
    Block,
}

/// A run of text in one voice; never empty. Only a block of code holds line breaks, and it neither begins nor ends with one; it is
/// a paragraph of its own.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Span {
    pub kind: SpanKind,
    pub text: String,
    /// Set when this is code; without its backticks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub code: Option<CodeShape>,
    /// Whether a new paragraph starts here.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    pub paragraph: bool,
}

/// The spans of a whole text in the house's own marks.
pub fn spans(text: &str) -> Vec<Span> {
    read(MarkupStream::default(), text)
}

/// The spans of a whole text of a character whose file has these formats.
pub fn spans_in(text: &str, formats: &Arc<MarkupFormats>) -> Vec<Span> {
    read(MarkupStream::new(formats.clone()), text)
}

/// A text as it is read where it is not drawn in its voices: without marks, each paragraph on a line of its own. A text of nothing but
/// marks stays as it is.
pub fn unmarked(text: &str, formats: &Arc<MarkupFormats>) -> String {
    let shown = joined_by('\n', spans_in(text, formats));
    if shown.trim().is_empty() {
        text.to_owned()
    } else {
        shown
    }
}

/// As [`unmarked`], of lines that each stand for themselves, as those of a summary and of facts do.
pub fn unmarked_lines(text: &str, formats: &Arc<MarkupFormats>) -> String {
    let lines: Vec<String> = text.split('\n').map(|line| unmarked(line, formats)).collect();
    lines.join("\n")
}

/// The texts of spans, with this character where a paragraph begins.
pub(crate) fn joined_by(break_mark: char, spans: Vec<Span>) -> String {
    let mut joined = String::new();
    for span in spans {
        if span.paragraph {
            joined.push(break_mark);
        }
        joined.push_str(&span.text);
    }
    joined
}

/// The spans of a text that goes on: what may still become a mark is left out, and comes when it is decided.
pub fn spans_so_far(text: &str, formats: &Arc<MarkupFormats>) -> Vec<Span> {
    MarkupStream::new(formats.clone()).push(text)
}

fn read(mut stream: MarkupStream, text: &str) -> Vec<Span> {
    let mut spans = stream.push(text);
    append(&mut spans, stream.finish());
    spans
}

/// A whole text by its voices only, for those who read what is said: code within a line belongs to its sentence, and each line of a
/// block is a paragraph.
pub fn voices(text: &str) -> Vec<Span> {
    voices_of(spans(text))
}

fn voices_of(spans: impl IntoIterator<Item = Span>) -> Vec<Span> {
    let mut voices: Vec<Span> = Vec::new();
    for span in spans {
        let lines = span.text.split(['\n', '\r']).filter(|line| !line.is_empty());
        for (index, line) in lines.enumerate() {
            let voice = Span {
                kind: span.kind,
                text: line.to_owned(),
                code: None,
                paragraph: !voices.is_empty() && (span.paragraph || index > 0),
            };
            append(&mut voices, vec![voice]);
        }
    }
    voices
}

/// Adds what a [`MarkupStream`] gave to what is shown already: a span of the same voice that starts no paragraph continues the
/// last one.
pub fn append(shown: &mut Vec<Span>, more: Vec<Span>) {
    for span in more {
        match shown.last_mut() {
            Some(last) if (last.kind, last.code) == (span.kind, span.code) && !span.paragraph => {
                last.text.push_str(&span.text)
            }
            _ => shown.push(span),
        }
    }
}

/// How long the text of some spans is, in UTF-16 code units: what a page calls the length of a text.
pub fn length(spans: &[Span]) -> u64 {
    spans.iter().map(|span| span.text.encode_utf16().count() as u64).sum()
}

/// What was said, in one line of at most `max_chars` characters: speech only and no blocks of code, or everything when nothing was
/// said. Longer text is cut after a word and ends in "…".
pub fn plain(text: &str, max_chars: usize) -> String {
    let joined = |voices: Vec<Span>| {
        let texts: Vec<String> = voices.into_iter().map(|span| span.text).collect();
        texts.join(" ").split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let mut told = spans(text);
    told.retain(|span| span.code != Some(CodeShape::Block));
    let mut said = voices_of(told);
    said.retain(|span| span.kind == SpanKind::Speech);
    let speech = joined(said);
    let line = if speech.chars().any(char::is_alphanumeric) {
        speech
    } else {
        joined(voices(text))
    };
    let Some((cut, _)) = line.char_indices().nth(max_chars) else {
        return line;
    };
    let Some((room, _)) = line.char_indices().nth(max_chars.saturating_sub(1)) else {
        return String::new();
    };
    // Without a space to cut at (one long word, or a script without spaces) the line is cut where it must be.
    let end = if line[room..cut].starts_with(' ') {
        room
    } else {
        line[..room].rfind(' ').unwrap_or(room)
    };
    let kept =
        line[..end].trim_end_matches(|character: char| character.is_whitespace() || ",;:-–—".contains(character));
    if max_chars == 0 {
        String::new()
    } else {
        format!("{kept}…")
    }
}
