//! Where things lie: the reader's data, and what comes with the program.

use std::path::{Path, PathBuf};

use crate::error::{Error, Result};

/// The folders that the app reads and writes.
#[derive(Debug, Clone)]
pub struct Folders {
    /// The reader's own: database, keys, own characters. Only one program owns it at a time.
    pub data: PathBuf,
    /// What comes with the program and is only read: `characters`, `prompts`, `assets`, `config.json`, `ui`.
    pub resources: PathBuf,
    /// GGUF files, the reader's first; the first folder is where new ones go.
    pub models: Vec<PathBuf>,
}

impl Folders {
    /// The folders of this computer: `CHARACTERCHAT_HOME`, `CHARACTERCHAT_RESOURCES` and `CHARACTERCHAT_MODELS` override what
    /// the platform says.
    pub fn of_this_computer() -> Result<Self> {
        let resources = from_environment("CHARACTERCHAT_RESOURCES").or_else(find_resources).ok_or_else(|| {
            Error::new(
                "no_resources",
                "The characters and prompts that come with the program were not found. Set CHARACTERCHAT_RESOURCES to the folder \
                 that holds `characters` and `prompts`.",
            )
        })?;
        Self::with_resources(resources)
    }

    /// The folders of this computer, with what comes with the program in a known place.
    pub fn with_resources(resources: PathBuf) -> Result<Self> {
        let data = from_environment("CHARACTERCHAT_HOME")
            .or_else(platform_data)
            .ok_or_else(|| {
                Error::new(
                    "no_data_folder",
                    "There is no home folder to keep data in. Set CHARACTERCHAT_HOME to a folder of yours.",
                )
            })?;
        Ok(Self::new(data, resources, from_environment("CHARACTERCHAT_MODELS")))
    }

    /// Folders in given places; `models` comes before the usual ones.
    pub fn new(data: PathBuf, resources: PathBuf, models: Option<PathBuf>) -> Self {
        let models = models
            .into_iter()
            .chain([data.join("models"), resources.join("models")])
            .collect();
        Self {
            data,
            resources,
            models,
        }
    }

    pub fn database(&self) -> PathBuf {
        self.data.join("characterchat.sqlite")
    }

    /// The newest database that was damaged and moved away, while no other has taken its place yet: the next start begins empty.
    pub fn set_aside(&self) -> Option<PathBuf> {
        let database = self.database();
        if database.exists() {
            return None;
        }
        let beginning = format!("{}.damaged-", database.file_name()?.to_str()?);
        let names = std::fs::read_dir(&self.data)
            .ok()?
            .flatten()
            .map(|entry| entry.file_name());
        let is_one = |name: &String| name.starts_with(&beginning) && !name.ends_with("-wal") && !name.ends_with("-shm");
        let newest = names.filter_map(|name| name.into_string().ok()).filter(is_one).max()?;
        Some(self.data.join(newest))
    }

    /// Character files: the reader's own folder first, it wins by id.
    pub fn characters(&self) -> [PathBuf; 2] {
        [self.data.join("characters"), self.resources.join("characters")]
    }

    /// What lists show of the character files; safe to delete.
    pub fn character_index(&self) -> PathBuf {
        self.data.join("cache").join("characters.index")
    }

    /// Portrait folders, the reader's own first.
    pub fn portraits(&self) -> [PathBuf; 2] {
        [&self.data, &self.resources].map(|folder| folder.join("assets").join("characters"))
    }
}

fn from_environment(name: &str) -> Option<PathBuf> {
    std::env::var_os(name)
        .filter(|value| !value.is_empty())
        .map(PathBuf::from)
}

fn platform_data() -> Option<PathBuf> {
    let home = || from_environment("HOME");
    let base = if cfg!(target_os = "macos") {
        home()?.join("Library").join("Application Support")
    } else if cfg!(windows) {
        from_environment("APPDATA")?
    } else {
        from_environment("XDG_DATA_HOME").or_else(|| Some(home()?.join(".local").join("share")))?
    };
    Some(base.join("characterchatbot"))
}

/// Looks upwards from the program and from the current folder, then beside the program as packages lay it.
fn find_resources() -> Option<PathBuf> {
    let holds = |folder: &Path| folder.join("characters").is_dir() && folder.join("prompts").is_dir();
    let program = std::env::current_exe().ok();
    let current = std::env::current_dir().ok();
    let above = program
        .iter()
        .chain(current.iter())
        .flat_map(|place| place.ancestors().map(Path::to_path_buf));
    let packaged = program
        .iter()
        .filter_map(|place| Some(place.parent()?.parent()?.join("lib").join("CharacterChatBot")));
    above.chain(packaged).find(|folder| holds(folder))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The library was empty after it, and nobody said why.
    #[test]
    fn a_damaged_database_is_known_until_another_takes_its_place() {
        let data = tempfile::tempdir().unwrap();
        let folders = Folders::new(data.path().to_owned(), PathBuf::new(), None);
        assert_eq!(folders.set_aside(), None);
        let file = |name: &str| std::fs::write(data.path().join(name), "x").unwrap();
        file("characterchat.sqlite.damaged-20260101T000000Z");
        file("characterchat.sqlite.damaged-20260201T000000Z");
        file("characterchat.sqlite.damaged-20260201T000000Z-wal");
        let newest = data.path().join("characterchat.sqlite.damaged-20260201T000000Z");
        assert_eq!(folders.set_aside(), Some(newest));
        file("characterchat.sqlite");
        assert_eq!(folders.set_aside(), None);
    }
}
