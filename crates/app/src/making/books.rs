//! A book from a file.

use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use engine::novel::Book;
use import::books::BookError;

use crate::error::{Error, Result};

/// Reads a book: EPUB, HTML or plain text. `name` is what its file is called.
///
/// # Errors
/// One code for each of [`BookError`]'s; nothing is kept of a book that fails.
pub fn read_book(path: &Path, name: &str) -> Result<Book> {
    let file = File::open(path).map_err(BookError::Unreadable);
    file.and_then(|file| import::books::read(BufReader::new(file), name))
        .map_err(|error| refused(&error))
}

fn refused(error: &BookError) -> Error {
    let code = match error {
        BookError::Drm => "book_drm",
        BookError::ImageOnly { .. } => "book_image_only",
        BookError::NotABook(_) => "not_a_book",
        BookError::TooLarge(_) => "book_too_large",
        BookError::Damaged(_) => "book_damaged",
        BookError::Empty => "book_no_text",
        BookError::Unreadable(_) => "file_not_read",
    };
    Error::new(code, error.to_string())
}
