//! The whole library as one file: own characters with their portraits, conversations, personas, settings and connections. No
//! key is in it: keys are not where the rest is, and nothing here asks for one.

use std::collections::HashSet;
use std::path::PathBuf;

use engine::graph::view::MemoryOrigin;
use engine::ids::{CharacterId, ConversationId, SessionId};
use jiff::{Timestamp, Zoned};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
use store::{MemoriesOf, NewPastMemory, StoreError};
use tempfile::{NamedTempFile, TempPath};

use super::archive::{self, Content, Ending, Entry, PART_BYTES};
use super::names::default_name;
use super::not_written;
use super::places::Destination;
use super::saves::{character_name, write_family};
use crate::commands::{ChangeSettings, ExportedFile, Nothing, list_models, settings_of};
use crate::error::{Error, Result};
use crate::personas::pictures;
use crate::start::App;

pub const FORMAT: &str = "characterchat.backup";
pub const VERSION: &str = "1.0";

/// What the archive says of itself.
#[derive(Debug, Serialize, Deserialize)]
pub struct Manifest {
    pub format: String,
    pub version: String,
    pub made_at: String,
    pub program: String,
}

/// Settings and connections of the reader.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    #[serde(deserialize_with = "known_settings")]
    pub settings: ChangeSettings,
    pub connections: Vec<SavedConnection>,
}

/// A connection without its key.
#[derive(Debug, Serialize, Deserialize)]
pub struct SavedConnection {
    pub name: String,
    pub base_url: String,
    pub models: Vec<String>,
}

/// A persona, with the number of its picture.
#[derive(Debug, Serialize, Deserialize)]
pub struct SavedPersona {
    pub name: String,
    pub description: String,
    #[serde(default)]
    pub picture: Option<u32>,
}

/// One memory of a character's own past.
#[derive(Debug, Serialize, Deserialize)]
pub struct SavedPast {
    pub origin: MemoryOrigin,
    #[serde(flatten)]
    pub memory: NewPastMemory,
}

/// Writes the backup.
pub async fn write_library(app: &App, session: SessionId, path: Option<&str>) -> Result<ExportedFile> {
    let usual_name = default_name(&["CharacterChatBot"], &Zoned::now(), "zip");
    let destination = Destination::new(app, path, usual_name)?;
    let target = destination
        .begin(app)?
        .whole()
        .await
        .map_err(|error| not_written(&error))?;
    let manifest = Manifest {
        format: FORMAT.to_owned(),
        version: VERSION.to_owned(),
        made_at: Timestamp::now().to_string(),
        program: env!("CARGO_PKG_VERSION").to_owned(),
    };
    let mut entries = vec![
        (Entry::Manifest, json(&manifest)?),
        (Entry::Settings, json(&settings(app, session).await?)?),
    ];
    add_personas(app, session, &mut entries).await?;
    add_characters(app, &mut entries);
    add_pasts(app, session, &mut entries).await?;
    // The conversations lie in files of their own until the archive is written.
    let conversations = conversations(app, session, &mut entries).await?;
    let written = tokio::task::spawn_blocking(move || {
        let result = archive::write(target.as_file(), &entries);
        drop(conversations);
        result.map(|()| target)
    });
    let written = written.await.map_err(std::io::Error::other).and_then(|result| result);
    let target: NamedTempFile = written.map_err(|error| match error.kind() {
        std::io::ErrorKind::InvalidData => Error::new(
            "backup_too_large",
            format!(
                "The backup would be too large: {error}. Nothing was written; save long conversations by themselves and delete them \
                 before you try again, or copy the data folder."
            ),
        ),
        _ => not_written(&error),
    })?;
    destination.finish_whole(app, session, target).await
}

fn json(value: &impl Serialize) -> Result<Content> {
    let bytes = serde_json::to_vec_pretty(value).map_err(|error| Error::new("internal", error.to_string()))?;
    Ok(Content::Bytes(bytes))
}

async fn settings(app: &App, session: SessionId) -> Result<Settings> {
    let of_reader = settings_of(app, session).await?;
    let settings = serde_json::to_value(&of_reader).and_then(known_settings);
    let settings = settings.map_err(|error| Error::new("internal", error.to_string()))?;
    let list = list_models(app, session, Nothing {}).await?;
    let own = list.connections.into_iter().filter(|connection| !connection.preset);
    let connections = own.filter_map(|connection| {
        Some(SavedConnection {
            name: connection.name,
            base_url: connection.base_url?,
            models: connection.models,
        })
    });
    Ok(Settings {
        settings,
        connections: connections.collect(),
    })
}

/// Of settings, those that can be changed here: a backup of another version may hold more.
fn known_settings<'de, D: Deserializer<'de>>(settings: D) -> Result<ChangeSettings, D::Error> {
    let mut settings = serde_json::Map::deserialize(settings)?;
    let known = serde_json::to_value(ChangeSettings::default()).map_err(D::Error::custom)?;
    settings.retain(|name, _| known.get(name).is_some());
    serde_json::from_value(settings.into()).map_err(D::Error::custom)
}

async fn add_personas(app: &App, session: SessionId, entries: &mut Vec<(Entry, Content)>) -> Result<()> {
    let mut saved = Vec::new();
    for (persona, number) in app.store.personas(session).await?.into_iter().zip(1..) {
        let picture = pictures::find(app, session, persona.id).await;
        saved.push(SavedPersona {
            name: persona.name,
            description: persona.description,
            picture: picture.as_ref().map(|_| number),
        });
        if let Some(picture) = picture {
            entries.push((Entry::PersonaPicture { number }, Content::Bytes(picture.bytes)));
        }
    }
    entries.push((Entry::Personas, json(&saved)?));
    Ok(())
}

async fn add_pasts(app: &App, session: SessionId, entries: &mut Vec<(Entry, Content)>) -> Result<()> {
    for id in app.store.pasts(session).await? {
        let memories = app.store.graph_memories(session, MemoriesOf::Past(&id), 0).await?;
        let saved: Vec<SavedPast> = memories
            .into_iter()
            .filter_map(|memory| {
                Some(SavedPast {
                    origin: memory.origin,
                    memory: NewPastMemory {
                        text: memory.text?,
                        tags: memory.tags,
                        emotion: Some(memory.emotion),
                        priority: memory.priority,
                        at: memory.at,
                        source: memory.source.unwrap_or_default(),
                    },
                })
            })
            .collect();
        if !saved.is_empty() {
            entries.push((Entry::Past(id), json(&saved)?));
        }
    }
    Ok(())
}

/// The reader's own characters, broken ones too, and the pictures that lie directly in their folders.
fn add_characters(app: &App, entries: &mut Vec<(Entry, Content)>) {
    let [own, _] = app.folders.characters();
    for path in files_of(&own) {
        let stem = path
            .file_name()
            .and_then(|name| name.to_str())
            .and_then(|name| name.strip_suffix(".json"));
        if let Some(id) = stem.and_then(|stem| CharacterId::parse(stem).ok()) {
            entries.push((Entry::Character(id), Content::File(path)));
        }
    }
    let [own, _] = app.folders.portraits();
    let Ok(folders) = std::fs::read_dir(own) else { return };
    for folder in folders.flatten().map(|entry| entry.path()) {
        let name = folder.file_name().and_then(|name| name.to_str());
        let Some(id) = name.and_then(|name| CharacterId::parse(name).ok()) else {
            continue;
        };
        for (path, number) in files_of(&folder).into_iter().zip(1..) {
            let ending = path
                .extension()
                .and_then(|ending| ending.to_str())
                .map(str::to_ascii_lowercase);
            if let Some(ending) = ending.as_deref().and_then(Ending::of) {
                let of = id.clone();
                entries.push((Entry::Portrait { of, number, ending }, Content::File(path)));
            }
        }
    }
}

/// The files of a folder in order of name; none when it cannot be read.
fn files_of(folder: &std::path::Path) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return Vec::new();
    };
    let mut files: Vec<PathBuf> = entries
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.is_file())
        .collect();
    files.sort();
    files
}

/// Every family of conversations once, each as a save file, cut into parts that fit into an entry.
async fn conversations(app: &App, session: SessionId, entries: &mut Vec<(Entry, Content)>) -> Result<Vec<TempPath>> {
    let mut files = Vec::new();
    let mut seen: HashSet<ConversationId> = HashSet::new();
    for id in app.store.all_conversations(session).await? {
        if seen.contains(&id) {
            continue;
        }
        let mut snapshot = match app.store.snapshot(session, id).await {
            // Deleted meanwhile.
            Err(StoreError::NotFound) => continue,
            other => other?,
        };
        seen.extend(snapshot.family());
        let name = character_name(app, snapshot.character_id());
        let mut file = app.handles.begin()?;
        // Pasts have files of their own.
        let about = snapshot.about(id).await?;
        write_family(&mut snapshot, (&name, &about), &mut file).await?;
        let length = file.bytes();
        let path = file
            .whole()
            .await
            .map_err(|error| not_written(&error))?
            .into_temp_path();
        let number = u32::try_from(files.len() + 1).unwrap_or(u32::MAX);
        for (from, part) in (0..length).step_by(PART_BYTES as usize).zip(1..) {
            let path = path.to_path_buf();
            let content = Content::Part {
                path,
                from,
                bytes: PART_BYTES,
            };
            entries.push((Entry::Conversation { number, part }, content));
        }
        files.push(path);
    }
    Ok(files)
}
