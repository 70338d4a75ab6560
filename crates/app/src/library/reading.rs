//! Character files as they lie in the folders.

use std::path::{Path, PathBuf};

use engine::character::{Character, CharacterError};
use engine::ids::CharacterId;

use super::cache::Fingerprint;
use crate::commands::BrokenCharacter;

/// Largest character file, in bytes.
const LARGEST_FILE: u64 = 4 << 20;

/// A file that is a character by its name.
pub struct CharacterFile {
    pub path: PathBuf,
    pub id: CharacterId,
    /// Whether it lies in the reader's own folder.
    pub own: bool,
    pub fingerprint: Fingerprint,
}

/// Why a file gave no character.
pub enum Fault {
    /// As it is, the file can never be used.
    Content(BrokenCharacter),
    /// The system did not let it be read; the next try may succeed.
    Reading(BrokenCharacter),
}

impl Fault {
    pub fn into_broken(self) -> BrokenCharacter {
        match self {
            Self::Content(broken) | Self::Reading(broken) => broken,
        }
    }
}

/// The character files of a folder: those whose stem is an id. Others are not characters and are passed over.
pub fn files_in(folder: &Path, own: bool) -> Vec<CharacterFile> {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return Vec::new();
    };
    let files = entries.flatten().filter_map(|entry| {
        let path = entry.path();
        let id = CharacterId::parse(path.file_name()?.to_str()?.strip_suffix(".json")?).ok()?;
        let metadata = std::fs::metadata(&path).ok().filter(std::fs::Metadata::is_file)?;
        Some(CharacterFile {
            fingerprint: Fingerprint::of(&metadata),
            path,
            id,
            own,
        })
    });
    files.collect()
}

/// The character in a file.
pub fn read(path: &Path, id: &CharacterId) -> Result<Character, Fault> {
    let broken = |path: String, reason: String| BrokenCharacter {
        file: format!("{id}.json"),
        path,
        reason,
    };
    let unreadable = |error: std::io::Error| Fault::Reading(broken(String::new(), error.to_string()));
    if std::fs::metadata(path).map_err(unreadable)?.len() > LARGEST_FILE {
        let reason = format!("the file is larger than {} MB", LARGEST_FILE >> 20);
        return Err(Fault::Content(broken(String::new(), reason)));
    }
    let text = std::fs::read(path).map_err(unreadable)?;
    let text = String::from_utf8(text)
        .map_err(|error| Fault::Content(broken(String::new(), format!("the text is not UTF-8: {error}"))))?;
    engine::character::parse(&text, id.as_str())
        .map_err(|CharacterError { path, reason }| Fault::Content(broken(path, reason)))
}
