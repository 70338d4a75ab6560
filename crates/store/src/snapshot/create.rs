//! Conversations that come in from a file.

use engine::conversation::{MessageState, Role};
use engine::ids::{CharacterId, ConversationId, OperationId, PersonaId, SessionId};
use engine::save_file::memory::{SECTIONS, SavedMemory};
use engine::save_file::{KeptSection, SavedConversation, SavedMessage, SavedTime};
use jiff::Timestamp;
use serde_json::Value;
use sqlx::SqliteConnection;

use crate::alternates::hash;
use crate::operations::{self, Kind};
use crate::{PastAdded, Store, StoreError, memory};

/// Conversations to be created together. Their ids, and those of their messages, are new ones; see
/// [`engine::save_file::rename`].
#[derive(Debug, Clone)]
pub struct NewFamily<'a> {
    pub character_id: &'a CharacterId,
    pub conversations: &'a [SavedConversation],
    /// For each conversation, the id of whom the reader plays; it counts where the conversation has a persona.
    pub personas: &'a [PersonaId],
    /// For times that are not known.
    pub now: Timestamp,
}

/// Under which name an import goes, and what is answered to it, now and when it is sent again.
#[derive(Clone, Copy)]
pub struct ImportOperation<'a> {
    pub id: OperationId,
    /// Made of what came of the character's own past.
    pub answer: &'a (dyn Fn(PastAdded) -> Value + Sync),
}

impl Store {
    /// Creates all conversations of a family with their messages and what is remembered, or none; gives what came of the character's
    /// own past. `NotFound` when there is no such session.
    pub async fn create_family(
        &self,
        session: SessionId,
        new: NewFamily<'_>,
        operation: Option<ImportOperation<'_>>,
    ) -> Result<PastAdded, StoreError> {
        let mut writing = self.write().await?;
        let past = insert_family(&mut writing, session, &new).await?;
        let first = new.conversations.first().and_then(|conversation| conversation.about.id);
        if let Some((operation, first)) = operation.zip(first) {
            let place = (first, operation.id);
            let answer = (operation.answer)(past);
            operations::remember(&mut writing, session, place, Kind::Import, &answer, new.now).await?;
        }
        writing.commit().await?;
        Ok(past)
    }

    /// What was answered to an import, when it was carried out before. `Conflict` when the id was used for something else. An
    /// import whose conversation was erased for good since is not known any more.
    pub async fn import_answer(&self, session: SessionId, id: OperationId) -> Result<Option<Value>, StoreError> {
        let mut reading = self.reader().acquire().await?;
        operations::import_answer(&mut reading, session, id).await
    }
}

/// All conversations of a family with their messages; gives what came of the character's own past.
pub(crate) async fn insert_family(
    connection: &mut SqliteConnection,
    session: SessionId,
    new: &NewFamily<'_>,
) -> Result<PastAdded, StoreError> {
    let mut past = PastAdded::default();
    for (index, conversation) in new.conversations.iter().enumerate() {
        let persona = new.personas.get(index).copied();
        past += insert_conversation(connection, session, new, conversation, persona).await?;
    }
    Ok(past)
}

async fn insert_conversation(
    connection: &mut SqliteConnection,
    session: SessionId,
    new: &NewFamily<'_>,
    conversation: &SavedConversation,
    persona_id: Option<PersonaId>,
) -> Result<PastAdded, StoreError> {
    let about = &conversation.about;
    let id = about.id.ok_or(StoreError::NotFound)?;
    let is_met = conversation.messages.iter().any(|message| message.role == Role::User);
    let persona = about.persona.as_ref().zip(persona_id);
    sqlx::query(
        r"
        insert into conversations (session_id, id, character_id, message_count, met, created_at, updated_at, name,
            branched_from, branched_at, draft, persona_id, persona_name, persona_description, language)
        values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15)
        ",
    )
    .bind(session.to_string())
    .bind(id.to_string())
    .bind(new.character_id.as_str())
    .bind(u32::try_from(conversation.messages.len()).unwrap_or(u32::MAX))
    .bind(is_met)
    .bind(milliseconds(about.created_at, new.now))
    .bind(milliseconds(about.updated_at, new.now))
    .bind(&about.title)
    .bind(about.branched_from.map(|point| point.conversation.to_string()))
    .bind(about.branched_from.map(|point| point.position))
    .bind(&about.draft)
    .bind(persona.map(|(_, id)| id.to_string()))
    .bind(persona.map(|(persona, _)| persona.name.as_str()))
    .bind(persona.map(|(persona, _)| persona.description.as_str()))
    .bind(&about.language)
    .execute(&mut *connection)
    .await?;
    let is_memory = |section: &&KeptSection| SECTIONS.contains(&section.name.as_str());
    for section in about.kept.iter().filter(|section| !is_memory(section)) {
        sqlx::query("insert into kept_sections (session_id, conversation_id, name, json) values (?1, ?2, ?3, ?4)")
            .bind(session.to_string())
            .bind(id.to_string())
            .bind(&section.name)
            .bind(&section.json)
            .execute(&mut *connection)
            .await?;
    }
    for (message, position) in conversation.messages.iter().zip(0_u32..) {
        insert_message(connection, session, (id, position), message, new.now).await?;
    }
    let memory = SavedMemory::read(&about.kept).map_err(|error| StoreError::DamagedContent {
        detail: format!("{} of a save file: {}", error.path, error.reason),
    })?;
    memory::saved::insert(connection, (session, id), &memory, new.now).await
}

async fn insert_message(
    connection: &mut SqliteConnection,
    session: SessionId,
    (conversation_id, position): (ConversationId, u32),
    message: &SavedMessage,
    now: Timestamp,
) -> Result<(), StoreError> {
    let id = message.id.ok_or(StoreError::NotFound)?;
    sqlx::query(
        r"
        insert into messages (session_id, conversation_id, id, position, role, chosen, created_at, origin_id, utc_offset)
        values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
        ",
    )
    .bind(session.to_string())
    .bind(conversation_id.to_string())
    .bind(id.to_string())
    .bind(position)
    .bind(message.role.as_str())
    .bind(message.chosen)
    .bind(milliseconds(message.created_at, now))
    .bind(message.origin.map(|id| id.to_string()))
    .bind(offset(message.created_at))
    .execute(&mut *connection)
    .await?;
    for (alternate, ordinal) in message.alternates.iter().zip(0_u32..) {
        let state = match alternate.state {
            MessageState::Complete => MessageState::Complete,
            MessageState::Streaming | MessageState::CutShort | MessageState::Damaged => MessageState::CutShort,
        };
        sqlx::query(
            r"
            insert into alternates (session_id, message_id, ordinal, text, hash, state, reasoning, model, created_at,
                edited_at, utc_offset)
            values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)
            ",
        )
        .bind(session.to_string())
        .bind(id.to_string())
        .bind(ordinal)
        .bind(&alternate.text)
        .bind(hash(alternate.text.as_bytes()).to_vec())
        .bind(state.as_str())
        .bind(&alternate.reasoning)
        .bind(&alternate.model)
        .bind(milliseconds(alternate.created_at.or(message.created_at), now))
        .bind(alternate.edited_at.map(|time| time.at.as_millisecond()))
        .bind(offset(alternate.created_at))
        .execute(&mut *connection)
        .await?;
    }
    Ok(())
}

fn milliseconds(time: Option<SavedTime>, now: Timestamp) -> i64 {
    time.map_or(now, |time| time.at).as_millisecond()
}

fn offset(time: Option<SavedTime>) -> Option<i32> {
    time.and_then(|time| time.offset)
}
