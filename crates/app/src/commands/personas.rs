//! Whom the reader plays.

use engine::conversation::AppliedPersona;
use engine::event::Event;
use engine::ids::{ConversationId, PersonaId, SessionId};
use engine::persona::tidy;
use engine::prompt::language_name;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use store::{StoreError, StoredPersona, StoredPicture};
use ts_rs::TS;
use uuid::Uuid;

use super::Nothing;
use crate::error::{Error, Result};
use crate::folders::Folders;
use crate::personas::pictures::{self, Picture};
use crate::start::App;

/// More than anybody plays; a list without end would be no list.
pub(crate) const MOST_PERSONAS: usize = 500;

/// Somebody the reader plays.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct Persona {
    pub id: PersonaId,
    pub name: String,
    /// In the reader's words; part of prompts.
    pub description: String,
    /// Changes whenever the picture does (it belongs in its address); none without a picture.
    pub picture: Option<String>,
}

/// Adds or changes a persona.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct SavePersona {
    /// None adds a new one.
    #[serde(default)]
    #[ts(optional)]
    pub id: Option<PersonaId>,
    /// 1 to 100 characters.
    pub name: String,
    /// Up to 4,000 characters.
    pub description: String,
    /// A new picture (PNG, JPEG or WebP, up to 2 MB) as base64; none leaves it, an empty text removes it.
    #[serde(default)]
    #[ts(optional)]
    pub picture: Option<String>,
}

/// Removes a persona; conversations in which it was applied keep its name and description.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct RemovePersona {
    pub id: PersonaId,
}

/// Applies a persona to a conversation, or none.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct ApplyPersona {
    pub conversation_id: ConversationId,
    pub persona_id: Option<PersonaId>,
}

/// The language that a conversation is held in.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct SetConversationLanguage {
    pub conversation_id: ConversationId,
    /// A BCP 47 tag; empty follows the setting for all conversations.
    pub language: String,
}

/// The reader's personas, in order of name.
pub async fn list_personas(app: &App, session: SessionId, _: Nothing) -> Result<Vec<Persona>> {
    Ok(app
        .store
        .personas(session)
        .await?
        .into_iter()
        .map(Persona::from)
        .collect())
}

/// Adds or changes a persona; conversations that it is applied to follow.
pub async fn save_persona(app: &App, session: SessionId, input: SavePersona) -> Result<Persona> {
    let (name, description) = tidy(&input.name, &input.description)
        .map_err(|error| Error::invalid(format!("{error}. Nothing was changed.")))?;
    // Decoded first: nothing is touched when it is no picture.
    let new_picture = match input.picture.as_deref() {
        None => PictureChange::Stays,
        Some("") => PictureChange::Goes,
        Some(text) => PictureChange::Comes(pictures::decode(text)?),
    };
    let before = match input.id {
        Some(id) => Some(app.store.persona(session, id).await?.ok_or_else(persona_gone)?),
        None if app.store.personas(session).await?.len() >= MOST_PERSONAS => {
            return Err(Error::invalid(format!(
                "There are {MOST_PERSONAS} personas already, which is the most. Nothing was changed; remove one first."
            )));
        }
        None => None,
    };
    let id = input.id.unwrap_or_else(|| PersonaId(Uuid::now_v7()));
    let picture = match new_picture {
        PictureChange::Stays => before.as_ref().and_then(|persona| persona.picture.clone()),
        PictureChange::Goes => None,
        PictureChange::Comes(picture) => {
            let format = picture.format;
            in_background(app, move |folders| pictures::write(folders, id, &picture)).await?;
            let version = Uuid::now_v7().simple().to_string();
            Some(StoredPicture { format, version })
        }
    };
    let persona = StoredPersona {
        id,
        name,
        description,
        picture,
    };
    let reached = match before {
        Some(_) => app
            .store
            .change_persona(session, &persona, Timestamp::now())
            .await
            .map_err(gone_or)?,
        None => {
            app.store.add_persona(session, &persona, Timestamp::now()).await?;
            Vec::new()
        }
    };
    let kept = persona.picture.as_ref().map(|picture| picture.format);
    in_background(app, move |folders| {
        pictures::remove_all_but(folders, id, kept);
        Ok(())
    })
    .await?;
    tell(app, session, reached);
    Ok(persona.into())
}

/// Removes a persona; conversations in which it was applied keep its name and description.
pub async fn remove_persona(app: &App, session: SessionId, input: RemovePersona) -> Result<Nothing> {
    let (_, reached) = app.store.remove_persona(session, input.id).await.map_err(gone_or)?;
    in_background(app, move |folders| {
        pictures::remove_all_but(folders, input.id, None);
        Ok(())
    })
    .await?;
    tell(app, session, reached);
    Ok(Nothing {})
}

/// Applies a persona to a conversation, or none. What was said stays as it was said.
pub async fn apply_persona(app: &App, session: SessionId, input: ApplyPersona) -> Result<super::ConversationView> {
    let id = input.conversation_id;
    app.store.conversation(session, id).await?;
    match input.persona_id {
        Some(persona_id) => app
            .store
            .apply_persona(session, id, persona_id)
            .await
            .map_err(gone_or)?,
        None => app.store.set_persona(session, id, None).await?,
    }
    changed(app, session, id).await
}

/// Says which language a conversation is held in.
pub async fn set_conversation_language(
    app: &App,
    session: SessionId,
    input: SetConversationLanguage,
) -> Result<super::ConversationView> {
    let language = input.language.trim();
    if !language.is_empty() && language_name(language).is_none() {
        return Err(Error::invalid(
            "A language is a tag such as en, tr or pt-BR. Nothing was changed.",
        ));
    }
    app.store.set_language(session, input.conversation_id, language).await?;
    changed(app, session, input.conversation_id).await
}

/// What happens to a persona's picture.
enum PictureChange {
    Stays,
    Goes,
    Comes(Picture),
}

impl From<StoredPersona> for Persona {
    fn from(stored: StoredPersona) -> Self {
        Self {
            id: stored.id,
            name: stored.name,
            description: stored.description,
            picture: stored.picture.map(|picture| picture.version),
        }
    }
}

/// The persona that is applied to a conversation: as it was when it was removed, where it was.
pub(super) async fn applied(app: &App, session: SessionId, applied: AppliedPersona) -> Result<Persona> {
    let stored = app.store.persona(session, applied.id).await?;
    Ok(Persona {
        id: applied.id,
        name: applied.name,
        description: applied.description,
        picture: stored.and_then(|stored| stored.picture).map(|picture| picture.version),
    })
}

/// Tells the other pages of a changed conversation, and gives it as it stands now.
async fn changed(app: &App, session: SessionId, id: ConversationId) -> Result<super::ConversationView> {
    let view = super::conversations::refreshed_view(app, session, id).await?;
    tell(app, session, vec![(id, view.revision)]);
    Ok(view)
}

fn tell(app: &App, session: SessionId, changed: Vec<(ConversationId, u64)>) {
    for (conversation_id, revision) in changed {
        app.events.tell(
            session,
            Event::ConversationChanged {
                conversation_id,
                revision,
            },
        );
    }
}

async fn in_background<T: Send + 'static>(
    app: &App,
    work: impl FnOnce(&Folders) -> Result<T> + Send + 'static,
) -> Result<T> {
    let folders = app.folders.clone();
    tokio::task::spawn_blocking(move || work(&folders))
        .await
        .map_err(|error| {
            Error::new(
                "internal",
                format!("The program made a mistake with a picture: {error}."),
            )
        })?
}

fn persona_gone() -> Error {
    Error::new(
        "not_found",
        "That persona is not there any more. Nothing was changed; choose another.",
    )
}

fn gone_or(error: StoreError) -> Error {
    match error {
        StoreError::NotFound => persona_gone(),
        error => error.into(),
    }
}

#[cfg(test)]
mod tests;
