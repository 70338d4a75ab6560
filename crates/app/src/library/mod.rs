//! Characters and prompts on disk. Nothing is held back from the disk: each access checks the files' metadata.

mod cache;
mod markup;
pub mod portraits;
mod watch;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use engine::character::{Character, CharacterError};
use engine::ids::CharacterId;
use engine::prompt::Templates;

use crate::commands::BrokenCharacter;
use crate::error::{Error, Result};
use crate::folders::Folders;
use cache::{FileCache, Fingerprint};

pub use watch::watch;

/// Whole character files kept in memory.
const KEPT_FILES: usize = 64;
/// Largest character file, in bytes.
const LARGEST_FILE: u64 = 4 << 20;

/// What the list shows of one file, without keeping the whole.
#[derive(Debug, Clone)]
pub struct Listed {
    pub id: CharacterId,
    pub own: bool,
    pub content: Result<Sketch, BrokenCharacter>,
}

/// The part of a character that lists show.
#[derive(Debug, Clone)]
pub struct Sketch {
    pub name: String,
    pub categories: Vec<String>,
    pub description: String,
}

/// The characters and prompts of this computer.
pub struct Library {
    folders: Folders,
    characters: FileCache<Character>,
    /// What the list shows, by file.
    index: Mutex<BTreeMap<PathBuf, (Fingerprint, Listed)>>,
    templates: Mutex<Option<KnownTemplates>>,
}

/// The prompt templates and the state of the files that they were read from.
type KnownTemplates = (Vec<(PathBuf, Fingerprint)>, Arc<Templates>);

impl Library {
    pub fn new(folders: Folders) -> Self {
        let (index, templates) = (Mutex::default(), Mutex::default());
        Self {
            folders,
            characters: FileCache::new(KEPT_FILES),
            index,
            templates,
        }
    }

    /// All characters, broken ones too, in order of name; the reader's own file wins by id.
    pub fn list(&self) -> Vec<Listed> {
        let mut index = self.index.lock().unwrap_or_else(PoisonError::into_inner);
        let mut seen = BTreeMap::new();
        let mut winners: BTreeMap<CharacterId, Listed> = BTreeMap::new();
        for (folder, own) in self.folders.characters().iter().zip([true, false]) {
            for (path, id, fingerprint) in character_files(folder) {
                let known = index
                    .get(&path)
                    .filter(|(known, _)| *known == fingerprint)
                    .map(|(_, listed)| listed.clone());
                let listed = known.unwrap_or_else(|| sketch(&path, &id, own));
                winners.entry(id).or_insert_with(|| listed.clone());
                seen.insert(path, (fingerprint, listed));
            }
        }
        *index = seen;
        let mut list: Vec<Listed> = winners.into_values().collect();
        list.sort_by_key(|listed| match &listed.content {
            Ok(sketch) => sketch.name.to_lowercase(),
            Err(_) => listed.id.as_str().to_owned(),
        });
        list
    }

    /// One whole character, as its file is now.
    pub fn character(&self, id: &CharacterId) -> Result<Arc<Character>> {
        let name = format!("{id}.json");
        let found = self.folders.characters().into_iter().find_map(|folder| {
            let path = folder.join(&name);
            let metadata = std::fs::metadata(&path).ok().filter(std::fs::Metadata::is_file)?;
            Some((path, Fingerprint::of(&metadata)))
        });
        let Some((path, fingerprint)) = found else {
            return Err(Error::new(
                "character_missing",
                format!(
                    "There is no file {name} in the characters folder any more. The conversation is kept; put the file back to go on."
                ),
            ));
        };
        self.characters
            .get(&path, fingerprint, || read_character(&path, id))
            .map_err(|broken| {
                let place = if broken.path.is_empty() {
                    String::new()
                } else {
                    format!(" at {}", broken.path)
                };
                Error::new(
                    "character_broken",
                    format!(
                        "{}{place}: {}. The conversation is kept; mend the file to go on.",
                        broken.file, broken.reason
                    ),
                )
            })
    }

    /// The prompt templates, as their files are now.
    pub fn templates(&self) -> Result<Arc<Templates>> {
        let folder = self.folders.resources.join("prompts");
        let broken = |reason: String| {
            Error::new(
                "prompts_broken",
                format!("The prompts could not be read: {reason}. Nothing was sent."),
            )
        };
        let mut files = Vec::new();
        for entry in std::fs::read_dir(&folder)
            .map_err(|error| broken(error.to_string()))?
            .flatten()
        {
            let path = entry.path();
            if path.extension().is_some_and(|extension| extension == "md")
                && let Ok(metadata) = std::fs::metadata(&path)
            {
                files.push((path, Fingerprint::of(&metadata)));
            }
        }
        files.sort_by(|(left, _), (right, _)| left.cmp(right));
        let mut known = self.templates.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((read_from, templates)) = known.as_ref().filter(|(read_from, _)| *read_from == files) {
            debug_assert_eq!(read_from.len(), files.len());
            return Ok(Arc::clone(templates));
        }
        *known = None;
        let mut texts = Vec::new();
        for (path, _) in &files {
            let name = path
                .file_name()
                .and_then(|name| name.to_str())
                .unwrap_or_default()
                .to_owned();
            texts.push((
                name,
                std::fs::read_to_string(path).map_err(|error| broken(format!("{}: {error}", path.display())))?,
            ));
        }
        let templates = Arc::new(Templates::new(texts).map_err(|error| broken(error.to_string()))?);
        *known = Some((files, Arc::clone(&templates)));
        Ok(templates)
    }

    /// The picture to show for a character.
    pub fn portrait(&self, id: &CharacterId) -> Option<PathBuf> {
        portraits::find(&self.folders.portraits(), id)
    }
}

/// The character files of a folder: those whose stem is an id. Others are not characters and are passed over.
fn character_files(folder: &Path) -> Vec<(PathBuf, CharacterId, Fingerprint)> {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return Vec::new();
    };
    let files = entries.flatten().filter_map(|entry| {
        let path = entry.path();
        let id = CharacterId::parse(path.file_name()?.to_str()?.strip_suffix(".json")?).ok()?;
        let metadata = std::fs::metadata(&path).ok().filter(std::fs::Metadata::is_file)?;
        Some((path, id, Fingerprint::of(&metadata)))
    });
    files.collect()
}

fn sketch(path: &Path, id: &CharacterId, own: bool) -> Listed {
    let content = read_character(path, id).map(|character| Sketch {
        name: character.name,
        categories: character.categories,
        description: character.description,
    });
    Listed {
        id: id.clone(),
        own,
        content,
    }
}

fn read_character(path: &Path, id: &CharacterId) -> Result<Character, BrokenCharacter> {
    let broken = |path: String, reason: String| BrokenCharacter {
        file: format!("{id}.json"),
        path,
        reason,
    };
    let length = std::fs::metadata(path)
        .map_err(|error| broken(String::new(), error.to_string()))?
        .len();
    if length > LARGEST_FILE {
        return Err(broken(
            String::new(),
            format!("the file is larger than {} MB", LARGEST_FILE >> 20),
        ));
    }
    let text = std::fs::read_to_string(path).map_err(|error| broken(String::new(), error.to_string()))?;
    engine::character::parse(&text, id.as_str()).map_err(|CharacterError { path, reason }| broken(path, reason))
}

#[cfg(test)]
mod tests;
