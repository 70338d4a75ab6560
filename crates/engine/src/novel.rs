//! A character out of a book, as far as no model is needed.
//!
//! In reading order: a [`Book`] becomes one [`NovelText`] with places in it ([`text`]), which is cut into [`chunks`]; [`quotations`] finds
//! what is spoken and [`speakers`] who says it; [`aliases`] finds the names of one character, from [`names`] and their uses
//! ([`mentions`]), [`narrators`] who tells a chapter; [`plan`] puts it together, `keeping` says which chunks
//! matter, [`lines`] collects what the character says, with the help of `joining`, and [`greetings`] finds first words among it.
//!
//! Places are bytes of the text. Absent on purpose: a model, a guess at who is meant by "she", and a certainty the text does not
//! give: what is doubtful is shown to the user, who decides.

pub mod text;

pub mod chunks;
pub(crate) mod sentences;

pub mod quotations;
pub mod speakers;

pub mod aliases;
pub mod mentions;
pub mod names;
pub mod narrators;

pub mod greetings;
mod joining;
mod keeping;
pub mod lines;
pub mod plan;

#[cfg(test)]
mod tests;

use serde::{Deserialize, Serialize};

pub use text::NovelText;

/// A book that was read.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Book {
    pub title: String,
    pub authors: Vec<String>,
    /// As the book says it, such as `en-GB`; empty if it does not.
    pub language: String,
    /// The titles of the contents as the book lists them, with those of parts that were left out.
    pub toc: Vec<String>,
    pub chapters: Vec<Chapter>,
    pub report: Report,
}

/// A chapter of the story.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Chapter {
    pub title: String,
    /// In order; none is empty or holds an empty line. Lines of verse end with a line feed.
    pub paragraphs: Vec<String>,
}

impl Chapter {
    /// The paragraphs with an empty line between them.
    pub fn text(&self) -> String {
        self.paragraphs.join(text::BETWEEN)
    }
}

/// What is to be told about the reading of a book.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Report {
    /// What may be wrong, in words.
    pub warnings: Vec<String>,
    /// Titles of front and back matter and of pages beside the reading order.
    pub left_out: Vec<String>,
}
