//! Files that leave the app or come in.
//!
//! In reading order: what a file may be called ([`names`]), how one is written whole or not at all (`unfinished`), what a browser
//! gets instead of a path ([`handles`]), where a file goes or comes from (`places`); then what goes out (`saves`, `transcripts`,
//! `backup` in an `archive`) and what comes in (`incoming`, `cleaned`, `restore`), and `memories` both ways.

mod archive;
mod backup;
mod cleaned;
pub mod handles;
mod incoming;
mod memories;
pub mod names;
pub(crate) mod places;
mod restore;
mod saves;
mod transcripts;
pub(crate) mod unfinished;

#[cfg(test)]
mod tests;

use std::io::ErrorKind;

pub use backup::write_library;
pub use incoming::read_conversation;
pub use memories::{read_memories, write_memories};
pub use restore::restore_library;
pub use saves::write_conversation;
pub use transcripts::write_transcript;

use crate::error::Error;

/// A file could not be written: what happened, and that nothing of it is left.
pub(crate) fn not_written(error: &std::io::Error) -> Error {
    match error.kind() {
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::FileTooLarge => Error::new(
            "storage_full",
            "There is no room for the file on its disk. Nothing was written, everything in the app is as it was; make room and try \
             again.",
        ),
        ErrorKind::ReadOnlyFilesystem | ErrorKind::PermissionDenied => Error::new(
            "file_not_written",
            format!("The folder cannot be written to ({error}). Nothing was written; choose another folder."),
        ),
        _ => Error::new(
            "file_not_written",
            format!("The file could not be written ({error}). Nothing was written; choose another place or try again."),
        ),
    }
}

/// A file could not be read.
pub(crate) fn not_read(error: &std::io::Error) -> Error {
    Error::new(
        "file_not_read",
        format!("The file could not be read ({error}). Nothing was changed; choose another file or try again."),
    )
}
