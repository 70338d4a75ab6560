//! A backup comes back beside what is there: all that is missing, or nothing. The whole archive is checked first; then its files are
//! put in their places ([`added`]), and everything else ([`missing`]) is one transaction. When that fails, the files go again.

mod added;
mod missing;

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{Error as IoError, ErrorKind, Read, Write};
use std::path::Path;

use engine::event::Event;
use engine::ids::{CharacterId, SessionId};
use engine::save_file::limits;
use import::{Import, Save};
use store::{NewFamily, PastAdded, Returning};
use tempfile::{NamedTempFile, TempPath};

use super::archive::{self, Ending, Entry};
use super::backup::{FORMAT, Manifest, SavedPast, SavedPersona, Settings, VERSION};
use super::incoming::{Ready, refused};
use super::places::Origin;
use super::{not_read, not_written};
use crate::commands::{OutsideFile, RestoreReport};
use crate::error::{Error, Result};
use crate::start::App;
use missing::Missing;

/// All of a backup, checked.
#[derive(Default)]
struct Backup {
    is_backup: bool,
    settings: Settings,
    personas: Vec<SavedPersona>,
    pictures: BTreeMap<u32, Vec<u8>>,
    characters: BTreeMap<CharacterId, Vec<u8>>,
    portraits: BTreeMap<CharacterId, BTreeMap<u32, (Ending, Vec<u8>)>>,
    conversations: Vec<Save>,
    pasts: BTreeMap<CharacterId, Vec<SavedPast>>,
}

/// The parts of conversations, by the numbers of both: closed files, since there can be more of them than a program may open.
struct Parts<'a> {
    folder: &'a Path,
    of: BTreeMap<u32, BTreeMap<u32, TempPath>>,
}

/// Brings back a backup. Nothing is overwritten, and all of it comes or nothing does. A program that is killed meanwhile may leave
/// files without what belongs to them; the same backup brings the rest.
pub async fn restore_library(app: &App, session: SessionId, file: &OutsideFile) -> Result<RestoreReport> {
    let origin = Origin::new(app, session, file)?;
    let folder = app.handles.folder()?.to_owned();
    let backup = in_background(move || read(origin.path(), &folder)).await?;
    // What is missing must still be missing when it is written.
    let _changing = app.changing.lock().await;
    let (files, missing) = missing::of(app, session, backup).await?;
    let folders = app.folders.clone();
    let (added, files) = in_background(move || files.add(&folders)).await?;
    let families: Vec<NewFamily<'_>> = missing.families.iter().map(Ready::family).collect();
    let returning = Returning {
        personas: &missing.personas,
        settings: &missing.settings,
        families: &families,
        pasts: &missing.pasts,
    };
    let past = app.store.bring_back(session, returning, jiff::Timestamp::now()).await?;
    added.keep();
    missing.families.iter().for_each(|ready| ready.tell(app, session));
    if !missing.settings.is_empty() {
        app.events.tell(session, Event::SettingsChanged);
    }
    Ok(report(files, &missing, past))
}

fn report(files: added::Report, missing: &Missing, past: PastAdded) -> RestoreReport {
    let count = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
    let conversations = missing.families.iter().map(Ready::conversation_count).sum();
    RestoreReport {
        characters: files.characters,
        conversations: count(conversations),
        personas: count(missing.personas.len()),
        past_memories: past.added,
        kept: files.kept.into_iter().chain(missing.kept.iter().cloned()).collect(),
    }
}

async fn in_background<T: Send + 'static>(work: impl FnOnce() -> Result<T> + Send + 'static) -> Result<T> {
    let done = tokio::task::spawn_blocking(work).await;
    done.map_err(|error| Error::new("internal", error.to_string()))?
}

/// Reads a backup; `folder` is for what has to lie somewhere meanwhile.
fn read(path: &Path, folder: &Path) -> Result<Backup> {
    let mut backup = Backup::default();
    let mut parts = Parts {
        folder,
        of: BTreeMap::new(),
    };
    archive::read(path, |entry, content| take(&mut backup, &mut parts, entry, content))
        .map_err(|error| invalid(&error))?;
    if !backup.is_backup {
        return Err(invalid(&IoError::new(
            ErrorKind::InvalidData,
            "it does not say that it is a backup",
        )));
    }
    for (number, parts) in parts.of {
        let file = joined(folder, parts).map_err(|error| invalid(&error))?;
        let import = import::read(file.path(), limits::FILE_BYTES).map_err(|error| {
            let reason = refused(&error).message;
            invalid(&IoError::new(
                ErrorKind::InvalidData,
                format!("conversation {number}: {reason}"),
            ))
        })?;
        match import {
            Import::Save(save) => backup.conversations.push(save),
            Import::Transcript(_) => {
                let reason = format!("conversation {number} is not a save file");
                return Err(invalid(&IoError::new(ErrorKind::InvalidData, reason)));
            }
        }
    }
    Ok(backup)
}

fn take(backup: &mut Backup, parts: &mut Parts<'_>, entry: Entry, content: &mut dyn Read) -> std::io::Result<()> {
    if let Entry::Conversation { number, part } = entry {
        let mut file = NamedTempFile::new_in(parts.folder)?;
        std::io::copy(content, &mut file)?;
        parts.of.entry(number).or_default().insert(part, file.into_temp_path());
        return Ok(());
    }
    let mut bytes = Vec::new();
    content.read_to_end(&mut bytes)?;
    match entry {
        Entry::Manifest => {
            let manifest: Manifest = parsed("backup.json", &bytes)?;
            if manifest.format != FORMAT || manifest.version != VERSION {
                let reason = format!("its version is {:.20}, and only {VERSION} is known", manifest.version);
                return Err(IoError::new(ErrorKind::InvalidData, reason));
            }
            backup.is_backup = true;
        }
        Entry::Settings => backup.settings = parsed("settings.json", &bytes)?,
        Entry::Personas => backup.personas = parsed("personas.json", &bytes)?,
        Entry::PersonaPicture { number } => drop(backup.pictures.insert(number, bytes)),
        Entry::Character(id) => drop(backup.characters.insert(id, bytes)),
        Entry::Past(id) => {
            let memories = parsed(&format!("memories/{id}.json"), &bytes)?;
            backup.pasts.insert(id, memories);
        }
        Entry::Portrait { of, number, ending } => {
            backup.portraits.entry(of).or_default().insert(number, (ending, bytes));
        }
        Entry::Conversation { .. } => {}
    }
    Ok(())
}

fn parsed<T: serde::de::DeserializeOwned>(name: &str, bytes: &[u8]) -> std::io::Result<T> {
    serde_json::from_slice(bytes).map_err(|error| IoError::new(ErrorKind::InvalidData, format!("{name}: {error}")))
}

/// The parts of a conversation as one file. A part that is missing in the middle shows, since what is left is no JSON.
fn joined(folder: &Path, parts: BTreeMap<u32, TempPath>) -> std::io::Result<NamedTempFile> {
    let mut whole = NamedTempFile::new_in(folder)?;
    for part in parts.into_values() {
        std::io::copy(&mut File::open(&part)?, &mut whole)?;
    }
    whole.flush()?;
    Ok(whole)
}

fn invalid(error: &IoError) -> Error {
    match error.kind() {
        ErrorKind::InvalidData | ErrorKind::UnexpectedEof | ErrorKind::InvalidInput => Error::new(
            "file_invalid",
            format!("The backup cannot be used: {error}. Nothing was brought back; choose another file."),
        ),
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => not_written(error),
        _ => not_read(error),
    }
}
