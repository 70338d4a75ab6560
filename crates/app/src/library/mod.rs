//! Characters and prompts on disk. Nothing is held back from the disk: each access checks the files' metadata.

mod reading;

mod cache;

mod index;

mod markup;

pub mod portraits;

mod watch;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use engine::character::Character;
use engine::ids::CharacterId;
use engine::prompt::Templates;
use serde::{Deserialize, Serialize};

use crate::commands::BrokenCharacter;
use crate::error::{Error, Result};
use crate::folders::Folders;
use cache::{FileCache, Fingerprint};
use index::Index;

pub use watch::watch;

/// Whole character files kept in memory.
const KEPT_FILES: usize = 64;

/// What the list shows of one file, without keeping the whole.
#[derive(Debug, Clone)]
pub struct Listed {
    pub id: CharacterId,
    pub own: bool,
    pub content: Content,
}

/// What lists show of a file: the character, or what is wrong with it.
pub type Content = Result<Sketch, BrokenCharacter>;

/// The part of a character that lists show.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Sketch {
    pub name: String,
    pub categories: Vec<String>,
    /// The tagline, else the description.
    pub description: String,
}

impl Sketch {
    fn of(character: Character) -> Self {
        Self {
            name: character.name,
            categories: character.categories,
            description: if character.tagline.trim().is_empty() {
                character.description
            } else {
                character.tagline
            },
        }
    }
}

/// The characters and prompts of this computer.
pub struct Library {
    folders: Folders,
    characters: FileCache<Character>,
    /// None before the first list.
    index: Mutex<Option<Index>>,
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
        let folders = self.folders.characters();
        let own_and_bundled = folders.iter().zip([true, false]);
        let files: Vec<_> = own_and_bundled
            .flat_map(|(folder, own)| reading::files_in(folder, own))
            .collect();
        let mut index = self.index.lock().unwrap_or_else(PoisonError::into_inner);
        let contents = index
            .get_or_insert_with(|| Index::open(self.folders.character_index()))
            .look(&files);
        drop(index);
        let mut winners: BTreeMap<CharacterId, Listed> = BTreeMap::new();
        for (file, content) in files.into_iter().zip(contents) {
            winners.entry(file.id.clone()).or_insert(Listed {
                id: file.id,
                own: file.own,
                content,
            });
        }
        let mut list: Vec<Listed> = winners.into_values().collect();
        list.sort_by_key(|listed| match &listed.content {
            Ok(sketch) => sketch.name.to_lowercase(),
            Err(_) => listed.id.as_str().to_owned(),
        });
        list
    }

    /// Whether there is a file of this character, and be it broken.
    pub fn has_file(&self, id: &CharacterId) -> bool {
        let name = format!("{id}.json");
        self.folders
            .characters()
            .iter()
            .any(|folder| folder.join(&name).is_file())
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
            .get(&path, fingerprint, || reading::read(&path, id))
            .map_err(|fault| {
                let broken = fault.into_broken();
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

#[cfg(test)]
mod tests;
