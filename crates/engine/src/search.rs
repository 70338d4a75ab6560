//! Finding words in messages: how a text is cut into words and compared, what a reader's question asks for, and what is shown
//! of what was found. Which messages hold the words is the business of an index; this says what a word is.
//!
//! Words are compared without case, accents and vowel signs, so that "istanbul" finds "İstanbul", "lodz" finds "Łódź" and
//! "محمد" finds "مُحَمَّد". Scripts without spaces have a word for each character: "東京" is found anywhere in a text.

mod excerpt;
mod question;
#[cfg(test)]
mod tests;
mod words;

use std::sync::Arc;

use crate::markup::{MarkupFormats, joined_by, spans_in};

pub use excerpt::{Run, excerpt};
pub use question::{Phrase, Question};
pub use words::{Word, words};

/// A message's text as the reader sees it, in one line: without marks, a space where a paragraph begins.
pub fn shown_text(text: &str, formats: &Arc<MarkupFormats>) -> String {
    joined_by(' ', spans_in(text, formats))
}
