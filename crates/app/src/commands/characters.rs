//! The cast, as the rail shows it.

use engine::ids::CharacterId;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// One character of the rail.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct CharacterSummary {
    pub id: CharacterId,
    /// The file's stem when the character is broken.
    pub name: String,
    /// As written in the file; grouped by exact spelling.
    pub categories: Vec<String>,
    /// One line.
    pub description: String,
    /// Changes whenever the portrait does (it belongs in its address); none hides the portrait.
    pub portrait: Option<String>,
    /// The character's last words to this reader, without markup; none when they have not met.
    pub last_words: Option<String>,
    /// When the reader and the character last talked: milliseconds since 1970, UTC.
    #[ts(type = "number | null")]
    pub last_at: Option<i64>,
    /// Why the file cannot be used.
    pub broken: Option<BrokenCharacter>,
    /// Whether the file is the reader's own (in the data folder).
    pub own: bool,
}

/// Why a character's file cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct BrokenCharacter {
    /// File name, without folders.
    pub file: String,
    /// Where in the file, as a JSON path; empty for the whole file.
    pub path: String,
    pub reason: String,
}

/// A category and how many characters stand in it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Category {
    pub name: String,
    pub characters: u32,
}
