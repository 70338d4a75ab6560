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
/// One code for each of [`BookError`]'s, and `book_is_export` for what a messenger handed out; nothing is kept of a book that fails.
pub fn read_book(path: &Path, name: &str) -> Result<Book> {
    let file = File::open(path).map_err(BookError::Unreadable);
    let book = file.and_then(|file| import::books::read(BufReader::new(file), name));
    // Any text can be read as a book, and only an EPUB is surely one.
    let may_be_export = book.is_err() || !name.to_lowercase().ends_with(".epub");
    if let Some(format) = may_be_export.then(|| import::messages::recognised(path)).flatten() {
        return Err(Error::new(
            "book_is_export",
            format!(
                "This is an export of messages ({}) and no book. Nothing was changed. Choose it under \"From messages\"; on the command \
                 line `characterchat messages` reads it.",
                format.title()
            ),
        ));
    }
    book.map_err(|error| refused(&error))
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
