//! Reads files from outside: bytes in, data or a list of errors out. Pure: nothing is stored or asked for here, and only
//! what the caller names as a [`Source`] is opened.
//!
//! In reading order: [`read`] finds out what a file is, [`problems`] says what is wrong with one and where, `guarded` holds the
//! bounds while it is read. Then one file a format: save files (`save` with `conversation`, `message`, `memory` and `fields`;
//! older ones in `older`), plain transcripts ([`transcript`]), [`books`], memories ([`graph`]), and exports of messengers ([`messages`]), the last two
//! with formats of their own below them.
//!
//! Absent on purpose: trusting an id, a path or a session of a file, and stopping at the first error.

mod detect;

pub mod problems;

mod guarded;

mod save;

mod conversation;

mod fields;
mod memory;
mod message;

mod older;

pub mod transcript;

pub mod books;

pub mod graph;

pub mod messages;

#[cfg(test)]
mod tests;

use std::io::Read;

use engine::save_file::SaveFile;

pub use problems::{ImportError, Problem};
use transcript::Transcript;

/// A file that can be read from its beginning any number of times.
pub trait Source {
    /// The file from its beginning.
    fn open(&self) -> std::io::Result<Box<dyn Read + '_>>;
}

impl Source for &[u8] {
    fn open(&self) -> std::io::Result<Box<dyn Read + '_>> {
        Ok(Box::new(*self))
    }
}

impl Source for std::path::Path {
    fn open(&self) -> std::io::Result<Box<dyn Read + '_>> {
        Ok(Box::new(std::fs::File::open(self)?))
    }
}

/// What a file holds.
#[derive(Debug, Clone, PartialEq)]
pub enum Import {
    Save(Save),
    Transcript(Transcript),
}

/// A save file, and what is to be told about it.
#[derive(Debug, Clone, PartialEq)]
pub struct Save {
    pub file: SaveFile,
    /// Such as `save file 3.0`.
    pub format: String,
    /// What was put right, in words.
    pub repaired: Vec<String>,
}

/// Reads a file of at most `largest` bytes. The whole file is checked; all that is wrong with it is told at once.
pub fn read(source: &(impl Source + ?Sized), largest: u64) -> Result<Import, ImportError> {
    match detect::kind(source, largest)? {
        detect::Kind::Save(shape) => Ok(Import::Save(save::read(source, largest, shape)?)),
        detect::Kind::Transcript => Ok(Import::Transcript(transcript::read(source, largest)?)),
    }
}
