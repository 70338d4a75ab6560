//! What of a backup is not there yet.

use std::collections::{BTreeMap, HashSet};
use std::io::{Error as IoError, ErrorKind};

use engine::conversation::Conversation;
use engine::graph::view::MemoryOrigin;
use engine::ids::{CharacterId, PersonaId, SessionId};
use engine::persona::tidy;
use engine::save_file::SavedConversation;
use import::Save;
use jiff::Timestamp;
use serde_json::Value;
use store::{NewPastMemory, StoredPersona, StoredPicture};
use uuid::Uuid;

use super::added::Files;
use super::{Backup, invalid};
use crate::commands::{MOST_PERSONAS, SaveConnection, changed_settings, has_settings};
use crate::error::{Error, Result};
use crate::files::backup::{SavedPast, SavedPersona, Settings};
use crate::files::incoming::{Ready, ready_from_backup};
use crate::models::connections;
use crate::personas::pictures::{self, Picture};
use crate::start::App;

/// What is to be written into the database.
#[derive(Default)]
pub(super) struct Missing {
    pub personas: Vec<StoredPersona>,
    pub settings: Vec<(&'static str, Value)>,
    pub families: Vec<Ready>,
    pub pasts: Vec<(CharacterId, MemoryOrigin, Vec<NewPastMemory>)>,
    /// What is there already and stays.
    pub kept: Vec<String>,
}

/// Looks for what is missing; nothing is written. The files are looked at when they are added.
pub(super) async fn of(app: &App, session: SessionId, backup: Backup) -> Result<(Files, Missing)> {
    let mut missing = Missing::default();
    let own = app.store.personas(session).await?;
    let pictures = add_personas(&mut missing, &own, backup.personas, backup.pictures)?;
    add_settings(app, session, &mut missing, backup.settings).await?;
    let everybody: Vec<StoredPersona> = own.iter().chain(&missing.personas).cloned().collect();
    add_conversations(app, session, &mut missing, backup.conversations, &everybody).await?;
    missing.pasts = pasts(backup.pasts);
    let files = Files {
        characters: backup.characters,
        portraits: backup.portraits,
        pictures,
    };
    Ok((files, missing))
}

/// The store leaves out what is there. A clock that ran ahead brings nothing from the future.
fn pasts(saved: BTreeMap<CharacterId, Vec<SavedPast>>) -> Vec<(CharacterId, MemoryOrigin, Vec<NewPastMemory>)> {
    let now = Timestamp::now();
    let mut pasts = Vec::new();
    for (character, memories) in saved {
        for origin in [MemoryOrigin::Book, MemoryOrigin::Messages, MemoryOrigin::Import] {
            let of_origin = memories.iter().filter(|saved| saved.origin == origin);
            let memories: Vec<NewPastMemory> = of_origin
                .map(|saved| NewPastMemory {
                    at: saved.memory.at.min(now),
                    ..saved.memory.clone()
                })
                .collect();
            if !memories.is_empty() {
                pasts.push((character.clone(), origin, memories));
            }
        }
    }
    pasts
}

/// Gives the pictures of those that are added.
fn add_personas(
    missing: &mut Missing,
    own: &[StoredPersona],
    saved: Vec<SavedPersona>,
    mut pictures: BTreeMap<u32, Vec<u8>>,
) -> Result<Vec<(PersonaId, Picture)>> {
    let mut added = Vec::new();
    for persona in saved {
        let (name, description) = tidy(&persona.name, &persona.description)
            .map_err(|error| unusable(&format!("a persona in it cannot be used: {error}")))?;
        let is_same = |known: &StoredPersona| known.name == name && known.description == description;
        if own.iter().chain(&missing.personas).any(is_same) {
            missing.kept.push(format!("the persona {name}"));
            continue;
        }
        let id = PersonaId(Uuid::now_v7());
        let picture = persona
            .picture
            .and_then(|number| pictures.remove(&number))
            .map(pictures::from_bytes)
            .transpose()
            .map_err(|error| unusable(&format!("the picture of the persona {name} cannot be used: {error}")))?;
        let stored = picture.as_ref().map(|picture| StoredPicture {
            format: picture.format,
            version: Uuid::now_v7().simple().to_string(),
        });
        added.extend(picture.map(|picture| (id, picture)));
        missing.personas.push(StoredPersona {
            id,
            name,
            description,
            picture: stored,
        });
    }
    if own.len() + missing.personas.len() > MOST_PERSONAS {
        return Err(Error::invalid(format!(
            "With those of the backup there would be more than {MOST_PERSONAS} personas. Nothing was brought back; remove some first."
        )));
    }
    Ok(added)
}

async fn add_settings(app: &App, session: SessionId, missing: &mut Missing, saved: Settings) -> Result<()> {
    if has_settings(app, session).await? {
        missing.kept.push("the settings".to_owned());
    } else {
        let mut settings = saved.settings;
        if settings.translation == Some(true) && app.models.chosen_is_small(&app.store, session).await? {
            settings.translation = None;
            let reason = "that replies are not translated, as the chosen model is too small for it";
            missing.kept.push(reason.to_owned());
        }
        let changed = changed_settings(app, session, settings).await;
        missing
            .settings
            .push(changed.map_err(|error| not_brought_back(&error))?);
    }
    let named = saved
        .connections
        .into_iter()
        .filter(|connection| !connection.models.is_empty());
    let inputs = named.map(|connection| SaveConnection {
        id: None,
        name: connection.name,
        base_url: connection.base_url,
        models: connection.models,
        key: None,
    });
    let more = connections::with_more(&app.store, session, app.models.config(), inputs.collect()).await;
    let more = more.map_err(|error| not_brought_back(&error))?;
    missing.settings.extend(more.changed);
    let known = more.known.iter().map(|name| format!("the connection {name}"));
    missing.kept.extend(known);
    Ok(())
}

/// What tells that a conversation is there already, whatever its id became: with whom, since when, and how far it went.
type Mark = (CharacterId, i64, i64, usize);

async fn add_conversations(
    app: &App,
    session: SessionId,
    missing: &mut Missing,
    saves: Vec<Save>,
    personas: &[StoredPersona],
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
        } else {
            missing.families.push(ready_from_backup(save, personas)?);
        }
    }
    match stay {
        0 => {}
        1 => missing.kept.push("a conversation".to_owned()),
        _ => missing.kept.push(format!("{stay} conversations")),
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

fn unusable(reason: &str) -> Error {
    invalid(&IoError::new(ErrorKind::InvalidData, reason))
}

/// Something in the backup would be refused from a reader, too.
fn not_brought_back(error: &Error) -> Error {
    match error.code {
        "invalid_input" => unusable(&error.message.replace(" Nothing was changed.", "")),
        _ => error.clone(),
    }
}
