//! What belongs to a conversation beside its transcript: name, draft, persona and language. None of it changes the revision.

use engine::conversation::AppliedPersona;
use engine::ids::{ConversationId, SessionId};
use sqlx::SqliteConnection;
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
                .execute(&self.writer().await?)
                .await?;
        one(&changed)
    }

    /// What stands in the composer; empty when nothing does.
    pub async fn draft(&self, session: SessionId, id: ConversationId) -> Result<String, StoreError> {
        sqlx::query_scalar("select draft from conversations where session_id = ?1 and id = ?2 and deleted_at is null")
            .bind(session.to_string())
            .bind(id.to_string())
            .fetch_optional(&self.reader())
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
                .execute(&self.writer().await?)
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
        // What is remembered with a persona changes with it.
        let mut writing = self.write().await?;
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
        .execute(&mut *writing)
        .await?;
        writing.commit().await?;
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
        .execute(&self.writer().await?)
        .await?;
        one(&changed)
    }
}

/// Puts words that were not stored after all back into the composer, before what was written there since.
pub(crate) async fn give_back_to_draft(
    connection: &mut SqliteConnection,
    session: SessionId,
    id: ConversationId,
    words: &str,
) -> Result<(), StoreError> {
    sqlx::query(
        r"
        update conversations
        set draft = case
            when substr(?3, 1, length(draft)) = draft then ?3
            else ?3 || char(10) || char(10) || draft
        end
        where session_id = ?1 and id = ?2
        ",
    )
    .bind(session.to_string())
    .bind(id.to_string())
    .bind(words)
    .execute(connection)
    .await?;
    Ok(())
}

fn one(changed: &SqliteQueryResult) -> Result<(), StoreError> {
    match changed.rows_affected() {
        0 => Err(StoreError::NotFound),
        _ => Ok(()),
    }
}
