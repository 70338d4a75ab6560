//! A conversation as it is read from the database.

use engine::conversation::{AppliedPersona, Branching, Conversation};
use engine::ids::{ConversationId, PersonaId};
use sqlx::FromRow;

use super::{character, time};
use crate::StoreError;

/// What `select` names, of a table called `c`.
macro_rules! columns {
    () => {
        "c.id, c.character_id, c.revision, c.message_count, c.met, c.created_at, c.updated_at, c.name, c.branched_from,
        c.branched_at, c.persona_id, c.persona_name, c.persona_description, c.language"
    };
}
pub(crate) use columns;

#[derive(FromRow)]
pub struct ConversationRow {
    id: String,
    character_id: String,
    revision: i64,
    message_count: i64,
    met: bool,
    created_at: i64,
    updated_at: i64,
    name: String,
    branched_from: Option<String>,
    branched_at: Option<i64>,
    persona_id: Option<String>,
    persona_name: Option<String>,
    persona_description: Option<String>,
    language: String,
}

#[derive(FromRow)]
pub struct TitledRow {
    #[sqlx(flatten)]
    pub conversation: ConversationRow,
    pub first_words: Option<Vec<u8>>,
}

impl ConversationRow {
    fn branching(&self) -> Option<Branching> {
        Some(Branching {
            conversation_id: self.branched_from.as_deref()?.parse::<ConversationId>().ok()?,
            position: self.branched_at?.try_into().ok()?,
        })
    }

    fn persona(&self) -> Option<AppliedPersona> {
        Some(AppliedPersona {
            id: self.persona_id.as_deref()?.parse::<PersonaId>().ok()?,
            name: self.persona_name.clone()?,
            description: self.persona_description.clone().unwrap_or_default(),
        })
    }
}

impl TryFrom<ConversationRow> for Conversation {
    type Error = StoreError;

    fn try_from(row: ConversationRow) -> Result<Self, StoreError> {
        let unreadable = || StoreError::DamagedContent {
            detail: format!("conversation {:?} is unreadable", row.id),
        };
        Ok(Self {
            id: row.id.parse().map_err(|_| unreadable())?,
            character_id: character(&row.character_id)?,
            revision: row.revision.try_into().map_err(|_| unreadable())?,
            message_count: row.message_count.try_into().map_err(|_| unreadable())?,
            met: row.met,
            created_at: time(row.created_at),
            updated_at: time(row.updated_at),
            branched_from: row.branching(),
            persona: row.persona(),
            name: row.name,
            language: row.language,
        })
    }
}
