//! Whom the reader plays.

use engine::ids::{SessionId, ConversationId, PersonaId};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::error::{Error, Result};
use crate::start::App;

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
pub struct RemovePersona {
    pub id: PersonaId,
}

/// Applies a persona to a conversation, or none.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct ApplyPersona {
    pub conversation_id: ConversationId,
    pub persona_id: Option<PersonaId>,
}

/// The language that a conversation is held in.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct SetConversationLanguage {
    pub conversation_id: ConversationId,
    /// A BCP 47 tag; empty follows the setting for all conversations.
    pub language: String,
}

pub async fn list_personas(_: &App, _: SessionId, _: super::Nothing) -> Result<Vec<Persona>> {
    Err(Error::new("being_built", "list_personas"))
}

pub async fn save_persona(_: &App, _: SessionId, _: SavePersona) -> Result<Persona> {
    Err(Error::new("being_built", "save_persona"))
}

pub async fn remove_persona(_: &App, _: SessionId, _: RemovePersona) -> Result<super::Nothing> {
    Err(Error::new("being_built", "remove_persona"))
}

pub async fn apply_persona(_: &App, _: SessionId, _: ApplyPersona) -> Result<super::ConversationView> {
    Err(Error::new("being_built", "apply_persona"))
}

pub async fn set_conversation_language(_: &App, _: SessionId, _: SetConversationLanguage) -> Result<super::ConversationView> {
    Err(Error::new("being_built", "set_conversation_language"))
}
