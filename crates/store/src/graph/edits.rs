//! What the reader corrects in a memory.

use engine::emotion::emotion;
use engine::graph::memory::MOST_TEXT_CHARS;
use engine::ids::{CharacterId, ConversationId, MemoryId, SessionId};
use engine::tags::{tags, tidy_tags};
use sqlx::SqliteConnection;

use super::past::{digest_of, touch};
use super::read::{self, GraphMemory};
use super::settle::json;
use crate::{Store, StoreError};

/// A correction; what is none stays.
#[derive(Debug, Clone, PartialEq)]
pub struct EditMemory {
    pub id: MemoryId,
    pub tags: Option<Vec<String>>,
    /// From 0 to 1.
    pub priority: Option<f32>,
    /// Of the character's own past only.
    pub text: Option<String>,
}

impl Store {
    /// Corrects a memory. The same correction again changes nothing more. What is corrected in an exchange is kept for as long as it
    /// has these words, and comes back with them.
    ///
    /// Errors: `NotFound`, `BadMemory` for a text of an exchange, and for a text or a priority out of bounds, `MemoryKnown` for
    /// the words of another memory of the character's own past.
    pub async fn edit_memory(&self, session: SessionId, edit: &EditMemory) -> Result<GraphMemory, StoreError> {
        let mut writing = self.write().await?;
        let memory = read::one(&mut writing, session, edit.id).await?;
        let text = edit.text.as_deref().map(str::trim);
        let is_sound = |text: &str| (1..=MOST_TEXT_CHARS).contains(&text.chars().count());
        if text.is_some_and(|text| memory.text.is_none() || !is_sound(text))
            || edit.priority.is_some_and(|priority| !(0.0..=1.0).contains(&priority))
        {
            return Err(StoreError::BadMemory);
        }
        let tags = edit.tags.as_ref().map(|tags| json(&tidy_tags(tags)));
        write(&mut writing, session, (&memory, tags.as_deref()), edit.priority).await?;
        if let Some(text) = text {
            rewrite(&mut writing, session, (&memory, edit), text).await?;
        }
        let memory = read::one(&mut writing, session, edit.id).await?;
        writing.commit().await?;
        Ok(memory)
    }
}

/// With the words that the correction is about: it goes with them, and comes back with them.
const KEEP: &str = r"
    insert into memory_edits (session_id, conversation_id, memory_id, digest, tags, priority, first_hash, reply_message_id,
        reply_hash)
    select m.session_id, m.conversation_id, m.id, m.digest, ?2, ?3, f.hash, r.message_id, r.hash
    from memories m
    join messages b on b.session_id = m.session_id and b.id = m.id
    join alternates f on f.session_id = b.session_id and f.message_id = b.id and f.ordinal = b.chosen
    left join messages e on e.session_id = m.session_id and e.id = m.reply_message_id and e.id <> m.id
    left join alternates r on r.session_id = e.session_id and r.message_id = e.id and r.ordinal = e.chosen
    where m.number = ?1
    on conflict (session_id, memory_id, digest) do update
    set tags = coalesce(excluded.tags, tags), priority = coalesce(excluded.priority, priority),
        first_hash = excluded.first_hash, reply_message_id = excluded.reply_message_id, reply_hash = excluded.reply_hash
";

async fn write(
    connection: &mut SqliteConnection,
    session: SessionId,
    (memory, tags): (&GraphMemory, Option<&str>),
    priority: Option<f32>,
) -> Result<(), StoreError> {
    let number = renewed(connection, memory.number).await?;
    sqlx::query("update memories set tags = coalesce(?2, tags), priority = coalesce(?3, priority) where number = ?1")
        .bind(number)
        .bind(tags)
        .bind(priority)
        .execute(&mut *connection)
        .await?;
    let Some(conversation) = memory.conversation_id else {
        let of: String = sqlx::query_scalar("select character_id from memories where number = ?1")
            .bind(number)
            .fetch_one(&mut *connection)
            .await?;
        let character = CharacterId::parse(&of).map_err(|_| StoreError::NotFound)?;
        return touch(connection, session, &character).await;
    };
    sqlx::query(KEEP)
        .bind(number)
        .bind(tags)
        .bind(priority)
        .execute(&mut *connection)
        .await?;
    advance_graph(connection, session, conversation).await
}

/// Notes that a memory of a conversation changed, for whoever holds them.
pub(super) async fn advance_graph(
    connection: &mut SqliteConnection,
    session: SessionId,
    conversation: ConversationId,
) -> Result<(), StoreError> {
    sqlx::query("update conversations set graph_revision = graph_revision + 1 where session_id = ?1 and id = ?2")
        .bind(session.to_string())
        .bind(conversation.to_string())
        .execute(connection)
        .await?;
    Ok(())
}

/// Gives a memory a new number, so that whoever holds it reads it again.
pub(super) async fn renewed(connection: &mut SqliteConnection, number: u64) -> Result<i64, StoreError> {
    let former = i64::try_from(number).unwrap_or(0);
    let digest: Vec<u8> = sqlx::query_scalar("select digest from memories where number = ?1")
        .bind(former)
        .fetch_one(&mut *connection)
        .await?;
    sqlx::query("update memories set id = 'former ' || id, digest = zeroblob(32) where number = ?1")
        .bind(former)
        .execute(&mut *connection)
        .await?;
    let number: i64 = sqlx::query_scalar(
        r"
        insert into memories (session_id, id, character_id, conversation_id, origin, first_position, end_position,
            user_message_id, reply_message_id, digest, text, source, at, tags, entities, valence, arousal, emotion, priority,
            planned_for)
        select session_id, substr(id, 8), character_id, conversation_id, origin, first_position, end_position, user_message_id,
            reply_message_id, ?2, text, source, at, tags, entities, valence, arousal, emotion, priority, planned_for
        from memories
        where number = ?1
        returning number
        ",
    )
    .bind(former)
    .bind(digest)
    .fetch_one(&mut *connection)
    .await?;
    sqlx::query("delete from memories where number = ?1")
        .bind(former)
        .execute(connection)
        .await?;
    Ok(number)
}

/// What was found in the former words is found in the new ones instead; what somebody set stays.
async fn rewrite(
    connection: &mut SqliteConnection,
    session: SessionId,
    (memory, edit): (&GraphMemory, &EditMemory),
    text: &str,
) -> Result<(), StoreError> {
    let former = memory.text.as_deref().unwrap_or_default();
    let found = tags(&[text]);
    let were_found = edit.tags.is_none() && memory.tags == tags(&[former]).keywords;
    let felt = if memory.emotion == emotion(former) {
        emotion(text)
    } else {
        memory.emotion
    };
    let written = sqlx::query(
        r"
        update or ignore memories
        set text = ?3, digest = ?4, source = json_remove(source, '$.exchange'), tags = coalesce(?5, tags), entities = ?6,
            valence = ?7, arousal = ?8, emotion = ?9
        where session_id = ?1 and id = ?2
        ",
    )
    .bind(session.to_string())
    .bind(memory.id.to_string())
    .bind(text)
    .bind(digest_of(text).to_vec())
    .bind(were_found.then(|| json(&found.keywords)))
    .bind(json(&found.names))
    .bind(felt.valence)
    .bind(felt.arousal)
    .bind(felt.label.name())
    .execute(&mut *connection)
    .await?;
    if written.rows_affected() == 0 {
        return Err(StoreError::MemoryKnown);
    }
    sqlx::query("delete from message_vectors where session_id = ?1 and owner_id = ?2")
        .bind(session.to_string())
        .bind(memory.id.to_string())
        .execute(&mut *connection)
        .await?;
    Ok(())
}
