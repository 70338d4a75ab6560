//! What the reader corrected in memories, and characters' own pasts, in save files.

use engine::ids::{CharacterId, ConversationId, MessageId, SessionId};
use engine::save_file::memory::{SavedMemoryEdit, SavedPastMemory, SavedWording};
use engine::tags::tidy_tags;
use sqlx::{FromRow, SqliteConnection};

use super::read::{self, MemoriesOf};
use super::settle::{digest, json};
use crate::StoreError;
use crate::memory::saved::{senseless, written};
use crate::memory::settle::unreadable;

#[derive(FromRow)]
struct EditRow {
    memory_id: String,
    first: u32,
    reply_message_id: Option<String>,
    reply: Option<u32>,
    tags: Option<String>,
    priority: Option<f32>,
    found_tags: Option<String>,
}

/// What was corrected in exchanges whose wordings stand in a conversation, in order. Of what is excluded there is nothing.
pub(crate) async fn edits(
    connection: &mut SqliteConnection,
    (session, conversation): (SessionId, ConversationId),
) -> Result<Vec<SavedMemoryEdit>, StoreError> {
    let rows: Vec<EditRow> = sqlx::query_as(
        r"
        select c.memory_id, min(f.ordinal) as first, c.reply_message_id, min(a.ordinal) as reply, c.tags, c.priority,
            c.found_tags
        from memory_edits c
        join messages m on m.session_id = c.session_id and m.id = c.memory_id and m.conversation_id = ?2
        join alternates f on f.session_id = m.session_id and f.message_id = m.id and f.hash = c.first_hash
        left join messages r on r.session_id = c.session_id and r.id = c.reply_message_id and r.conversation_id = ?2
        left join alternates a on a.session_id = r.session_id and a.message_id = r.id and a.hash = c.reply_hash
        where c.session_id = ?1 and c.conversation_id = ?2
        group by c.memory_id, c.digest
        having c.reply_message_id is null or min(a.ordinal) is not null
        order by m.position, first, r.position, reply
        ",
    )
    .bind(session.to_string())
    .bind(conversation.to_string())
    .fetch_all(connection)
    .await?;
    rows.into_iter().map(SavedMemoryEdit::try_from).collect()
}

impl TryFrom<EditRow> for SavedMemoryEdit {
    type Error = StoreError;

    fn try_from(row: EditRow) -> Result<Self, StoreError> {
        let wording = |(id, alternate): (String, u32)| match id.parse::<MessageId>() {
            Ok(message) => Ok(SavedWording { message, alternate }),
            Err(_) => Err(unreadable("corrected message", &id)),
        };
        let wordings = [Some((row.memory_id, row.first)), row.reply_message_id.zip(row.reply)];
        let messages = wordings.into_iter().flatten().map(wording);
        Ok(Self {
            messages: messages.collect::<Result<_, _>>()?,
            tags: row.tags.and_then(|json| serde_json::from_str(&json).ok()),
            found_tags: row.found_tags.and_then(|json| serde_json::from_str(&json).ok()),
            priority: row.priority,
        })
    }
}

fn tidied(tags: &[String]) -> String {
    json(&tidy_tags(tags))
}

/// Keeps a correction of a conversation that was just created, with its messages.
pub(crate) async fn insert_edit(
    connection: &mut SqliteConnection,
    (session, conversation): (SessionId, ConversationId),
    edit: &SavedMemoryEdit,
) -> Result<(), StoreError> {
    let (first, reply) = match edit.messages.as_slice() {
        [first] => (first, None),
        [first, reply] => (first, Some(reply)),
        _ => return Err(senseless("an exchange")),
    };
    let (is_readers, first_hash) = worded(connection, session, first).await?;
    let reply_hash = match reply {
        Some(reply) => Some(worded(connection, session, reply).await?.1),
        None => None,
    };
    let hashes = if is_readers {
        [Some(first_hash), reply_hash]
    } else {
        [None, Some(first_hash)]
    };
    sqlx::query(
        r"
        insert into memory_edits (session_id, conversation_id, memory_id, digest, tags, priority, first_hash, reply_message_id,
            reply_hash, found_tags)
        values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)
        on conflict do nothing
        ",
    )
    .bind(session.to_string())
    .bind(conversation.to_string())
    .bind(first.message.to_string())
    .bind(digest(hashes).to_vec())
    .bind(edit.tags.as_deref().map(tidied))
    .bind(edit.priority)
    .bind(first_hash.to_vec())
    .bind(reply.map(|reply| reply.message.to_string()))
    .bind(reply_hash.map(|hash| hash.to_vec()))
    .bind(edit.found_tags.as_deref().map(tidied))
    .execute(connection)
    .await?;
    Ok(())
}

/// Whether the reader said it, and the hash of its text.
async fn worded(
    connection: &mut SqliteConnection,
    session: SessionId,
    wording: &SavedWording,
) -> Result<(bool, [u8; 32]), StoreError> {
    let row: Option<(bool, Vec<u8>)> = sqlx::query_as(
        r"
        select m.role = 'user', a.hash
        from messages m
        join alternates a on a.session_id = m.session_id and a.message_id = m.id
        where m.session_id = ?1 and m.id = ?2 and a.ordinal = ?3
        ",
    )
    .bind(session.to_string())
    .bind(wording.message.to_string())
    .bind(wording.alternate)
    .fetch_optional(connection)
    .await?;
    let (is_readers, hash) = row.ok_or_else(|| senseless("a message"))?;
    Ok((is_readers, hash.try_into().map_err(|_| senseless("a message"))?))
}

/// A character's own past, as it is now.
pub(crate) async fn past(
    connection: &mut SqliteConnection,
    session: SessionId,
    character: &CharacterId,
) -> Result<Vec<SavedPastMemory>, StoreError> {
    let memories = read::memories(connection, session, MemoriesOf::Past(character), 0).await?;
    let saved = memories.into_iter().filter_map(|memory| {
        Some(SavedPastMemory {
            text: memory.text?,
            origin: memory.origin,
            at: Some(written(memory.at.as_millisecond())),
            tags: Some(memory.tags),
            emotion: Some(memory.emotion.into()),
            priority: Some(memory.priority),
            source: memory
                .source
                .map(Into::into)
                .filter(|source| *source != Default::default()),
        })
    });
    Ok(saved.collect())
}
