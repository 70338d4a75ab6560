//! What the reader has forgotten, in the graph.

use std::collections::HashSet;

use engine::ids::{CharacterId, ConversationId, MemoryId, OperationId, SessionId};
use jiff::Timestamp;
use sqlx::SqliteConnection;

use super::past::{self, touch};
use super::read::{self, GraphMemory};
use crate::changes::{self, Made};
use crate::memory::forget::{self as facts, Said, Sought, Wording};
use crate::memory::settle::{self, Place};
use crate::operations::{self, Kind};
use crate::{Store, StoreError, conversations, scrub};

/// A memory that is to be forgotten.
#[derive(Debug, Clone, Copy)]
pub struct ForgetMemory {
    /// In whose graph it is looked at; it may be of an earlier conversation.
    pub conversation_id: ConversationId,
    pub operation_id: OperationId,
    pub memory_id: MemoryId,
    pub now: Timestamp,
}

impl Store {
    /// Forgets a memory for good. Of an exchange, its messages are excluded from every prompt as they are worded now, and what was
    /// derived from them goes, as by [`Store::forget_fact`]; of the character's own past, the memory itself. Gives the conversations
    /// whose memory changed, each with its memory revision.
    ///
    /// Errors: `NotFound`, `Conflict` for an operation id that was used for something else.
    pub async fn forget_memory(
        &self,
        session: SessionId,
        forget: ForgetMemory,
    ) -> Result<Vec<(ConversationId, u64)>, StoreError> {
        let mut writing = self.write().await?;
        let conversation = conversations::find(&mut writing, session, forget.conversation_id).await?;
        let subject = forget.memory_id.to_string();
        let asked = (forget.operation_id, Kind::ForgetMemory, subject.as_str());
        if changes::before(&mut writing, session, &conversation, asked)
            .await?
            .is_some()
        {
            return Ok(Vec::new());
        }
        let memory = read::one(&mut writing, session, forget.memory_id).await?;
        let changed = match memory.conversation_id {
            Some(of) => {
                let place = settle::settle(&mut writing, session, of).await?;
                forget_exchange(&mut writing, &place, &memory, forget.now).await?;
                Some(of)
            }
            None => {
                remove_past(&mut writing, session, &memory).await?;
                None
            }
        };
        remove_records(&mut writing, session, std::slice::from_ref(&subject)).await?;
        scrub::note(&mut writing).await?;
        let mut revisions = Vec::new();
        if let Some(of) = changed {
            let revision: i64 = sqlx::query_scalar(
                "update conversations set memory_revision = memory_revision + 1 where session_id = ?1 and id = ?2
                returning memory_revision",
            )
            .bind(session.to_string())
            .bind(of.to_string())
            .fetch_one(&mut *writing)
            .await?;
            revisions.push((of, revision.unsigned_abs()));
        }
        let made = Made {
            subject,
            ..Made::default()
        };
        let operation = (forget.conversation_id, forget.operation_id);
        operations::remember(&mut writing, session, operation, Kind::ForgetMemory, &made, forget.now).await?;
        writing.commit().await?;
        Ok(revisions)
    }
}

async fn forget_exchange(
    connection: &mut SqliteConnection,
    place: &Place,
    memory: &GraphMemory,
    now: Timestamp,
) -> Result<(), StoreError> {
    let mut wordings = Vec::new();
    for message in memory.user.iter().chain(&memory.reply) {
        let row: Option<(u32, u32, Vec<u8>)> = sqlx::query_as(
            r"
            select m.position, a.ordinal, a.hash
            from messages m
            join alternates a on a.session_id = m.session_id and a.message_id = m.id and a.ordinal = m.chosen
            where m.session_id = ?1 and m.id = ?2
            ",
        )
        .bind(place.session.to_string())
        .bind(message.id.to_string())
        .fetch_optional(&mut *connection)
        .await?;
        wordings.extend(row.map(|(position, ordinal, hash)| Wording {
            message_id: message.id.to_string(),
            ordinal,
            position,
            hash,
            text: message.text.clone(),
        }));
    }
    facts::forget_wordings(connection, place, wordings, now).await
}

async fn remove_past(
    connection: &mut SqliteConnection,
    session: SessionId,
    memory: &GraphMemory,
) -> Result<(), StoreError> {
    let number = i64::try_from(memory.number).unwrap_or(0);
    let of: String = sqlx::query_scalar("select character_id from memories where number = ?1")
        .bind(number)
        .fetch_one(&mut *connection)
        .await?;
    past::forget(
        connection,
        session,
        &of,
        (&memory.id.to_string(), memory.text.as_deref().unwrap_or_default()),
    )
    .await
}

/// The ids of the memories that some messages are in.
pub(crate) async fn memories_with(
    connection: &mut SqliteConnection,
    session: SessionId,
    messages: &[&str],
) -> Result<Vec<String>, StoreError> {
    Ok(sqlx::query_scalar(
        r"
        select m.id from json_each(?2) e cross join memories m on m.session_id = ?1 and m.user_message_id = e.value
        union
        select m.id from json_each(?2) e cross join memories m on m.session_id = ?1 and m.reply_message_id = e.value
        ",
    )
    .bind(session.to_string())
    .bind(serde_json::Value::from(messages).to_string())
    .fetch_all(connection)
    .await?)
}

/// Removes the records of all prompts that some memories were sent with.
pub(crate) async fn remove_records(
    connection: &mut SqliteConnection,
    session: SessionId,
    memories: &[String],
) -> Result<(), StoreError> {
    if memories.is_empty() {
        return Ok(());
    }
    sqlx::query(
        r"
        delete from prompt_records
        where session_id = ?1 and exists (
            select 1
            from json_each(record, '$.recalled') r
            join json_each(?2) m on m.value = json_extract(r.value, '$.id')
        )
        ",
    )
    .bind(session.to_string())
    .bind(serde_json::Value::from(memories.to_vec()).to_string())
    .execute(connection)
    .await?;
    Ok(())
}

/// Takes what says a forgotten fact out of what a conversation recalls beside its own messages: the character's own past, for good, also where it
/// lies in the trash with its character, and the earlier conversations that it was begun from, for this one.
pub(crate) async fn forget_elsewhere(
    connection: &mut SqliteConnection,
    place: &Place,
    (said, sought): (&[Said], &Sought),
) -> Result<(), StoreError> {
    let past: Vec<(String, Vec<u8>)> = sqlx::query_as(
        r"
        select id, text from memories where session_id = ?1 and conversation_id is null and character_id = ?2
        union
        select m.id, m.text from trashed_characters c
        join trashed_memories m on m.session_id = c.session_id and m.trash_id = c.id
        where c.session_id = ?1 and c.character_id = ?2
        ",
    )
    .bind(place.session.to_string())
    .bind(&place.character_id)
    .fetch_all(&mut *connection)
    .await?;
    let mut gone: Vec<String> = Vec::new();
    for (id, text) in past {
        let text = conversations::lossy(text);
        if sought.is_said_in(&text) {
            past::forget(connection, place.session, &place.character_id, (&id, &text)).await?;
            gone.push(id);
        }
    }
    if !gone.is_empty()
        && let Ok(character) = CharacterId::parse(&place.character_id)
    {
        touch(connection, place.session, &character).await?;
    }
    let earlier: HashSet<&str> = said
        .iter()
        .flat_map(|said| said.wordings.iter().map(|wording| wording.message_id.as_str()))
        .collect();
    for message in &earlier {
        sqlx::query(
            r"
            insert into recall_exclusions (session_id, conversation_id, message_id) values (?1, ?2, ?3)
            on conflict do nothing
            ",
        )
        .bind(place.session.to_string())
        .bind(place.conversation.to_string())
        .bind(message)
        .execute(&mut *connection)
        .await?;
    }
    let earlier: Vec<&str> = earlier.into_iter().collect();
    gone.extend(memories_with(connection, place.session, &earlier).await?);
    remove_records(connection, place.session, &gone).await
}
