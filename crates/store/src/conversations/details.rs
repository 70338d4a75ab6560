//! What belongs to a conversation beside its transcript: name, draft, persona and language. None of it changes the revision.

use engine::conversation::AppliedPersona;
use engine::ids::{ConversationId, SessionId};
use sqlx::sqlite::SqliteQueryResult;

use crate::{Store, StoreError};

impl Store {
    /// Names a conversation; an empty name takes the name away.
    pub async fn set_name(&self, session: SessionId, id: ConversationId, name: &str) -> Result<(), StoreError> {
        let changed =
            sqlx::query("update conversations set name = ?3 where session_id = ?1 and id = ?2 and deleted_at is null")
                .bind(session.to_string())
                .bind(id.to_string())
                .bind(name)
                .execute(&self.writer)
                .await?;
        one(&changed)
    }

    /// What stands in the composer; empty when nothing does.
    pub async fn draft(&self, session: SessionId, id: ConversationId) -> Result<String, StoreError> {
        sqlx::query_scalar("select draft from conversations where session_id = ?1 and id = ?2 and deleted_at is null")
            .bind(session.to_string())
            .bind(id.to_string())
            .fetch_optional(&self.reader)
            .await?
            .ok_or(StoreError::NotFound)
    }

    /// Keeps what stands in the composer; an empty text forgets it.
    pub async fn save_draft(&self, session: SessionId, id: ConversationId, text: &str) -> Result<(), StoreError> {
        let changed =
            sqlx::query("update conversations set draft = ?3 where session_id = ?1 and id = ?2 and deleted_at is null")
                .bind(session.to_string())
                .bind(id.to_string())
                .bind(text)
                .execute(&self.writer)
                .await?;
        one(&changed)
    }

    /// Says whom the reader plays in a conversation; none for nobody in particular.
    pub async fn set_persona(
        &self,
        session: SessionId,
        id: ConversationId,
        persona: Option<&AppliedPersona>,
    ) -> Result<(), StoreError> {
        let changed = sqlx::query(
            r"
            update conversations set persona_id = ?3, persona_name = ?4, persona_description = ?5
            where session_id = ?1 and id = ?2 and deleted_at is null
            ",
        )
        .bind(session.to_string())
        .bind(id.to_string())
        .bind(persona.map(|persona| persona.id.to_string()))
        .bind(persona.map(|persona| persona.name.as_str()))
        .bind(persona.map(|persona| persona.description.as_str()))
        .execute(&self.writer)
        .await?;
        one(&changed)
    }

    /// Says which language a conversation is held in; an empty tag follows the settings.
    pub async fn set_language(&self, session: SessionId, id: ConversationId, language: &str) -> Result<(), StoreError> {
        let changed = sqlx::query(
            "update conversations set language = ?3 where session_id = ?1 and id = ?2 and deleted_at is null",
        )
        .bind(session.to_string())
        .bind(id.to_string())
        .bind(language)
        .execute(&self.writer)
        .await?;
        one(&changed)
    }
}

fn one(changed: &SqliteQueryResult) -> Result<(), StoreError> {
    match changed.rows_affected() {
        0 => Err(StoreError::NotFound),
        _ => Ok(()),
    }
}
