//! Why a book was not read.

use engine::counted::word;
use thiserror::Error;

use super::limits;

/// Why a book was not read. Nothing is kept of a book that fails: it is read whole or not at all.
#[derive(Debug, Error)]
pub enum BookError {
    /// A chapter is locked.
    #[error(
        "This book is protected by DRM: its text is locked to the shop's own program and cannot be read here. Nothing was changed. \
         Choose a copy without DRM."
    )]
    Drm,
    /// Pages without text.
    #[error(
        "This book consists of pictures: no text was found on its {pages} {}. Nothing was changed. Choose an edition with \
         text, or let a text recognition program make one.",
        word(.pages, "page", "pages")
    )]
    ImageOnly { pages: usize },
    /// Another kind of file; what it seems to be and what helps.
    #[error("This is not a book that can be read: {0} Nothing was changed.")]
    NotABook(String),
    /// One of the bounds of `books::limits`; what was too large.
    #[error("This book is too large to be read: {0} Nothing was changed.")]
    TooLarge(String),
    /// Part of the file is missing or wrong; what, in words.
    #[error("This book is damaged: {0} Nothing was changed. Get the file again, or choose another copy.")]
    Damaged(String),
    /// A book in good order without a word.
    #[error("This book has no text. Nothing was changed. Choose another copy.")]
    Empty,
    /// The disk, not the book.
    #[error("The file could not be read: {0}. Nothing was changed. Try again.")]
    Unreadable(#[from] std::io::Error),
}

impl BookError {
    /// A stable word for what happened.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Drm => "drm",
            Self::ImageOnly { .. } => "image_only",
            Self::NotABook(_) => "not_a_book",
            Self::TooLarge(_) => "too_large",
            Self::Damaged(_) => "damaged",
            Self::Empty => "no_text",
            Self::Unreadable(_) => "unreadable",
        }
    }

    pub(super) fn not_a_book(what: &str) -> Self {
        Self::NotABook(what.to_owned())
    }

    pub(super) fn large_entry(name: &str) -> Self {
        let name = shown(name);
        Self::TooLarge(format!(
            "the part {name:?} unpacks to more than {} MB.",
            limits::ENTRY >> 20
        ))
    }
}

/// A name from a file, short enough for a message.
pub(super) fn shown(name: &str) -> String {
    name.chars().filter(|letter| !letter.is_control()).take(80).collect()
}
