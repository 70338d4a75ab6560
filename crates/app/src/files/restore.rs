//! A backup comes back beside what is there. The whole archive is checked first; then only what is missing is added.

use std::collections::{BTreeMap, HashSet};
use std::fs::File;
use std::io::{Error as IoError, ErrorKind, Read, Write};
use std::path::Path;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use engine::conversation::Conversation;
use engine::ids::{CharacterId, SessionId};
use engine::save_file::{SavedConversation, limits};
use import::{Import, Save};
use tempfile::{NamedTempFile, TempPath};

use super::archive::{self, Ending, Entry};
use super::backup::{FORMAT, Manifest, SavedPersona, Settings, VERSION};
use super::incoming::{create_from_backup, refused};
use super::places::Origin;
use super::unfinished::sync_folder;
use super::{not_read, not_written};
use crate::commands::{
    Nothing, OutsideFile, RestoreReport, SaveConnection, SavePersona, change_settings, list_models, save_connection,
    save_persona,
};
use crate::error::{Error, Result};
use crate::start::App;

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
}

/// The parts of conversations, by the numbers of both: closed files, since there can be more of them than a program may open.
struct Parts<'a> {
    folder: &'a Path,
    of: BTreeMap<u32, BTreeMap<u32, TempPath>>,
}

/// Brings back a backup. Nothing is overwritten, and nothing is written unless the whole archive is good.
pub async fn restore_library(app: &App, session: SessionId, file: &OutsideFile) -> Result<RestoreReport> {
    let origin = Origin::new(app, session, file)?;
    let folder = app.handles.folder()?.to_owned();
    let reading = tokio::task::spawn_blocking(move || read(origin.path(), &folder));
    let backup = reading
        .await
        .map_err(|error| Error::new("internal", error.to_string()))??;
    let mut report = RestoreReport {
        characters: 0,
        conversations: 0,
        personas: 0,
        kept: Vec::new(),
    };
    restore_characters(app, &backup, &mut report)?;
    restore_personas(app, session, &backup, &mut report).await?;
    restore_settings(app, session, backup.settings, &mut report).await?;
    restore_conversations(app, session, backup.conversations, &mut report).await?;
    Ok(report)
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

fn restore_characters(app: &App, backup: &Backup, report: &mut RestoreReport) -> Result<()> {
    let [folder, _] = app.folders.characters();
    for (id, bytes) in &backup.characters {
        match add_file(&folder, &format!("{id}.json"), bytes)? {
            Added::New => report.characters += 1,
            Added::WasThere => report.kept.push(format!("the character {id}")),
        }
    }
    let [folder, _] = app.folders.portraits();
    for (id, pictures) in &backup.portraits {
        let folder = folder.join(id.as_str());
        let has_own = std::fs::read_dir(&folder).is_ok_and(|mut entries| entries.next().is_some());
        if has_own {
            report.kept.push(format!("the portrait of {id}"));
            continue;
        }
        std::fs::create_dir_all(&folder).map_err(|error| not_written(&error))?;
        for (number, (ending, bytes)) in pictures {
            add_file(&folder, &format!("{number:05}.{}", ending.as_str()), bytes)?;
        }
    }
    Ok(())
}

enum Added {
    New,
    WasThere,
}

/// Adds a file as a whole, unless there is one of its name.
fn add_file(folder: &Path, name: &str, bytes: &[u8]) -> Result<Added> {
    let add = || {
        let path = folder.join(name);
        if path.try_exists()? {
            return Ok(Added::WasThere);
        }
        let mut file = tempfile::Builder::new()
            .prefix(".unfinished-")
            .suffix(".part")
            .tempfile_in(folder)?;
        file.write_all(bytes)?;
        file.as_file().sync_all()?;
        match file.persist_noclobber(path) {
            Ok(_) => sync_folder(folder).map(|()| Added::New),
            Err(failed) if failed.error.kind() == ErrorKind::AlreadyExists => Ok(Added::WasThere),
            Err(failed) => Err(failed.error),
        }
    };
    add().map_err(|error: IoError| partly(&not_written(&error)))
}

/// An error after the first thing was brought back.
fn partly(error: &Error) -> Error {
    Error {
        code: error.code,
        message: format!(
            "Not all of the backup came back: {} What came back stays; bring the backup back again for the rest.",
            error.message
        ),
    }
}

async fn restore_personas(app: &App, session: SessionId, backup: &Backup, report: &mut RestoreReport) -> Result<()> {
    let known = app.store.personas(session).await?;
    for persona in &backup.personas {
        let same =
            |known: &store::StoredPersona| known.name == persona.name && known.description == persona.description;
        if known.iter().any(same) {
            report.kept.push(format!("the persona {}", persona.name));
            continue;
        }
        let picture = persona.picture.and_then(|number| backup.pictures.get(&number));
        let input = SavePersona {
            id: None,
            name: persona.name.clone(),
            description: persona.description.clone(),
            picture: picture.map(|bytes| STANDARD.encode(bytes)),
        };
        save_persona(app, session, input)
            .await
            .map_err(|error| partly(&error))?;
        report.personas += 1;
    }
    Ok(())
}

async fn restore_settings(app: &App, session: SessionId, saved: Settings, report: &mut RestoreReport) -> Result<()> {
    if app.store.setting(session, "settings").await?.is_some() {
        report.kept.push("the settings".to_owned());
    } else {
        change_settings(app, session, saved.settings)
            .await
            .map_err(|error| partly(&error))?;
    }
    let known = list_models(app, session, Nothing {}).await?.connections;
    for connection in saved
        .connections
        .into_iter()
        .filter(|connection| !connection.models.is_empty())
    {
        let is_known = known
            .iter()
            .any(|known| known.base_url.as_deref() == Some(connection.base_url.as_str()));
        if is_known {
            report.kept.push(format!("the connection {}", connection.name));
            continue;
        }
        let input = SaveConnection {
            id: None,
            name: connection.name,
            base_url: connection.base_url,
            models: connection.models,
            key: None,
        };
        save_connection(app, session, input)
            .await
            .map_err(|error| partly(&error))?;
    }
    Ok(())
}

/// What tells that a conversation is there already, whatever its id became: with whom, since when, and how far it went.
type Mark = (CharacterId, i64, i64, usize);

async fn restore_conversations(
    app: &App,
    session: SessionId,
    saves: Vec<Save>,
    report: &mut RestoreReport,
) -> Result<()> {
    let mut present: HashSet<Mark> = HashSet::new();
    for id in app.store.all_conversations(session).await? {
        if let Ok(conversation) = app.store.conversation(session, id).await {
            present.insert(mark_of(&conversation));
        }
    }
    let mut stay = 0;
    for save in saves {
        // The character may be gone by now; the conversations are worth keeping all the same, and the list says that it is missing.
        let character = &save.file.character_id;
        let mut marks = save
            .file
            .conversations
            .iter()
            .map(|conversation| mark_of_saved(character, conversation));
        if marks.all(|mark| mark.is_some_and(|mark| present.contains(&mark))) {
            stay += save.file.conversations.len();
            continue;
        }
        let count = u32::try_from(save.file.conversations.len()).unwrap_or(u32::MAX);
        create_from_backup(app, session, save)
            .await
            .map_err(|error| partly(&error))?;
        report.conversations += count;
    }
    if stay > 0 {
        let what = if stay == 1 {
            "a conversation".to_owned()
        } else {
            format!("{stay} conversations")
        };
        report.kept.push(what);
    }
    Ok(())
}

fn mark_of(conversation: &Conversation) -> Mark {
    (
        conversation.character_id.clone(),
        conversation.created_at.as_millisecond(),
        conversation.updated_at.as_millisecond(),
        conversation.message_count as usize,
    )
}

fn mark_of_saved(character: &CharacterId, conversation: &SavedConversation) -> Option<Mark> {
    let about = &conversation.about;
    Some((
        character.clone(),
        about.created_at?.at.as_millisecond(),
        about.updated_at?.at.as_millisecond(),
        conversation.messages.len(),
    ))
}
