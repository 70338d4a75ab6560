//! The files of a backup: characters, portraits and the pictures of personas.

use std::collections::BTreeMap;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use engine::ids::{CharacterId, PersonaId};

use crate::error::Result;
use crate::files::archive::Ending;
use crate::files::not_written;
use crate::files::unfinished::sync_folder;
use crate::folders::Folders;
use crate::personas::pictures::{self, Picture};

/// What is to be added where it is missing.
pub struct Files {
    pub characters: BTreeMap<CharacterId, Vec<u8>>,
    pub portraits: BTreeMap<CharacterId, BTreeMap<u32, (Ending, Vec<u8>)>>,
    /// Of personas that are added too.
    pub pictures: Vec<(PersonaId, Picture)>,
}

/// What became of the files.
#[derive(Default)]
pub struct Report {
    pub characters: u32,
    /// What was there already and stays.
    pub kept: Vec<String>,
}

/// The files that were added. They go again when this is dropped, unless they are to be kept.
#[derive(Default)]
pub struct Added {
    files: Vec<PathBuf>,
    folders: Vec<PathBuf>,
}

impl Added {
    /// Everything that belongs to them is there, too.
    pub fn keep(mut self) {
        self.files.clear();
        self.folders.clear();
    }
}

impl Drop for Added {
    fn drop(&mut self) {
        let files = self.files.iter().map(|path| (path, std::fs::remove_file(path)));
        let folders = self.folders.iter().map(|path| (path, std::fs::remove_dir(path)));
        for (path, removed) in files.chain(folders) {
            if let Err(error) = removed
                && error.kind() != ErrorKind::NotFound
            {
                let path = path.display();
                tracing::warn!("{path} of a backup that did not come back could not be removed: {error}");
            }
        }
    }
}

impl Files {
    /// Adds what is missing, all of it or nothing.
    pub fn add(self, folders: &Folders) -> Result<(Added, Report)> {
        let (mut added, mut report) = (Added::default(), Report::default());
        let [folder, _] = folders.characters();
        for (id, bytes) in &self.characters {
            if add_file(&mut added, &folder, &format!("{id}.json"), bytes)? {
                report.characters += 1;
            } else {
                report.kept.push(format!("the character {id}"));
            }
        }
        let [folder, _] = folders.portraits();
        for (id, pictures) in &self.portraits {
            let folder = folder.join(id.as_str());
            let has_own = std::fs::read_dir(&folder).is_ok_and(|mut entries| entries.next().is_some());
            if has_own {
                report.kept.push(format!("the portrait of {id}"));
                continue;
            }
            make_folder(&mut added, &folder)?;
            for (number, (ending, bytes)) in pictures {
                add_file(&mut added, &folder, &format!("{number:05}.{}", ending.as_str()), bytes)?;
            }
        }
        for (id, picture) in &self.pictures {
            // Noted first: a picture whose writing fails half-way goes too.
            added.files.push(pictures::path(folders, *id, picture.format));
            pictures::write(folders, *id, picture)?;
        }
        Ok((added, report))
    }
}

fn make_folder(added: &mut Added, folder: &Path) -> Result<()> {
    if folder.is_dir() {
        return Ok(());
    }
    std::fs::create_dir_all(folder).map_err(|error| not_written(&error))?;
    added.folders.push(folder.to_owned());
    Ok(())
}

/// Adds a file as a whole, unless there is one of its name; says whether it did.
fn add_file(added: &mut Added, folder: &Path, name: &str, bytes: &[u8]) -> Result<bool> {
    let path = folder.join(name);
    let add = || {
        if path.try_exists()? {
            return Ok(false);
        }
        let mut file = tempfile::Builder::new()
            .prefix(".unfinished-")
            .suffix(".part")
            .tempfile_in(folder)?;
        file.write_all(bytes)?;
        file.as_file().sync_all()?;
        match file.persist_noclobber(&path) {
            Ok(_) => sync_folder(folder).map(|()| true),
            Err(failed) if failed.error.kind() == ErrorKind::AlreadyExists => Ok(false),
            Err(failed) => Err(failed.error),
        }
    };
    let is_new = add().map_err(|error: std::io::Error| not_written(&error))?;
    if is_new {
        added.files.push(path);
    }
    Ok(is_new)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_added_goes_again_when_the_rest_cannot_come() {
        let home = tempfile::tempdir().unwrap();
        let folders = Folders::new(home.path().to_owned(), home.path().to_owned(), None);
        let [characters, _] = folders.characters();
        let [portraits, _] = folders.portraits();
        std::fs::create_dir_all(&characters).unwrap();
        std::fs::write(characters.join("there.json"), "mine").unwrap();
        let id = |text: &str| CharacterId::parse(text).unwrap();
        let files = || Files {
            characters: BTreeMap::from([(id("keeper"), b"{}".to_vec()), (id("there"), b"{}".to_vec())]),
            portraits: BTreeMap::from([(id("keeper"), BTreeMap::from([(1, (Ending::Png, b"p".to_vec()))]))]),
            pictures: vec![(
                PersonaId(uuid::Uuid::from_u128(7)),
                Picture {
                    format: engine::persona::PictureFormat::Png,
                    bytes: b"p".to_vec(),
                },
            )],
        };
        let (added, report) = files().add(&folders).unwrap();
        assert_eq!(
            (report.characters, report.kept.as_slice()),
            (1, &["the character there".to_owned()][..])
        );
        assert!(portraits.join("keeper/00001.png").is_file());
        drop(added);
        let left: Vec<_> = std::fs::read_dir(&characters)
            .unwrap()
            .map(|entry| entry.unwrap().file_name())
            .collect();
        assert_eq!(left, ["there.json"]);
        assert_eq!(std::fs::read(characters.join("there.json")).unwrap(), b"mine");
        assert!(!portraits.join("keeper").exists());
        assert_eq!(std::fs::read_dir(home.path().join("personas")).unwrap().count(), 0);

        let (added, _) = files().add(&folders).unwrap();
        added.keep();
        assert!(characters.join("keeper.json").is_file() && portraits.join("keeper/00001.png").is_file());
    }
}
