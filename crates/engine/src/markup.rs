//! Reads a reply's markup as it streams: speech, `(actions)`, `*thoughts*`.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

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

/// A run of text in one voice; never holds a line break.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Span {
    pub kind: SpanKind,
    pub text: String,
    /// Whether a new paragraph starts here.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    pub paragraph: bool,
}

/// The spans of a whole text.
pub fn spans(text: &str) -> Vec<Span> {
    vec![Span { kind: SpanKind::Speech, text: text.to_owned(), paragraph: false }]
}
