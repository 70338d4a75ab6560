//! Out of the trash again: to where it was, or as a branch where the conversation has gone on since.

use engine::conversation::Conversation;
use engine::ids::{ConversationId, MessageId, OperationId, SessionId, TrashId};
use jiff::Timestamp;
use sqlx::{FromRow, SqliteConnection};
use uuid::Uuid;

use super::{TrashKind, Wording, put_wording};
use crate::branches::{Fork, copy, id_prefix};
use crate::changes::{self, Made};
use crate::memory::copy::MemoryCopy;
use crate::memory::former::{self, Exchanged};
use crate::operations::{self, Kind};
use crate::removals::{advance_by, shift};
use crate::{Store, StoreError, conversations, memory, messages};

/// Something is put back.
#[derive(Debug, Clone, Copy)]
pub struct RestoreTrash {
    pub id: TrashId,
    /// For the words that stand where former ones are put back.
    pub replaced_id: TrashId,
    /// For a branch, should it become one.
    pub new_id: ConversationId,
    /// A fresh id; those of messages copied into a branch are made from it.
    pub seed: Uuid,
    pub now: Timestamp,
}

/// Where something was put back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Restored {
    pub conversation_id: ConversationId,
    pub revision: u64,
    /// Whether it had been put back before.
    pub replayed: bool,
}

#[derive(FromRow)]
struct Lying {
    conversation_id: String,
    kind: String,
    position: u32,
    message_before: Option<String>,
    message_after: Option<String>,
    message_count: u32,
}

impl Store {
    /// Puts something back: a conversation as it was; messages to where they were, when both neighbours still stand side by
    /// side, else into a branch that shares what comes before them; former words in exchange for the present ones, which go
    /// to the trash in their turn. Asked for again, it gives the same answer.
    ///
    /// Errors: `NotFound`, `Busy`.
    pub async fn restore_from_trash(&self, session: SessionId, restore: RestoreTrash) -> Result<Restored, StoreError> {
        let mut writing = self.write().await?;
        if let Some(restored) = restored_before(&mut writing, session, restore.id).await? {
            return Ok(restored);
        }
        let lying: Option<Lying> = sqlx::query_as(
            r"
            select conversation_id, kind, position, message_before, message_after, message_count
            from trash where session_id = ?1 and id = ?2
            ",
        )
        .bind(session.to_string())
        .bind(restore.id.to_string())
        .fetch_optional(&mut *writing)
        .await?;
        let lying = lying.ok_or(StoreError::NotFound)?;
        let id: ConversationId = lying.conversation_id.parse().map_err(|_| StoreError::NotFound)?;
        let kind = TrashKind::parse(&lying.kind)?;
        if kind == TrashKind::Conversation {
            bring_back(&mut writing, session, id).await?;
        }
        let conversation = conversations::find(&mut writing, session, id).await?;
        changes::require_quiet(&mut writing, session, id).await?;
        let place = (id, conversation.revision);
        let (conversation_id, revision) = match kind {
            TrashKind::Conversation => place,
            TrashKind::Wording => reword(&mut writing, session, &conversation, &lying, &restore).await?,
            _ => put_back(&mut writing, session, &conversation, &lying, &restore).await?,
        };
        sqlx::query("delete from trash where session_id = ?1 and id = ?2")
            .bind(session.to_string())
            .bind(restore.id.to_string())
            .execute(&mut *writing)
            .await?;
        let made = Made {
            revision,
            conversation_id: Some(conversation_id),
            ..Made::default()
        };
        let operation = (conversation_id, OperationId(restore.id.0));
        operations::remember(&mut writing, session, operation, Kind::Restore, &made, restore.now).await?;
        writing.commit().await?;
        Ok(Restored {
            conversation_id,
            revision,
            replayed: false,
        })
    }
}

async fn restored_before(
    connection: &mut SqliteConnection,
    session: SessionId,
    id: TrashId,
) -> Result<Option<Restored>, StoreError> {
    let result: Option<String> =
        sqlx::query_scalar("select result from operations where session_id = ?1 and id = ?2 and kind = 'restore'")
            .bind(session.to_string())
            .bind(id.to_string())
            .fetch_optional(connection)
            .await?;
    let Some(result) = result else {
        return Ok(None);
    };
    let made: Made = operations::read(&result)?;
    Ok(made.conversation_id.map(|conversation_id| Restored {
        conversation_id,
        revision: made.revision,
        replayed: true,
    }))
}

async fn bring_back(
    connection: &mut SqliteConnection,
    session: SessionId,
    id: ConversationId,
) -> Result<(), StoreError> {
    sqlx::query("update conversations set deleted_at = null where session_id = ?1 and id = ?2")
        .bind(session.to_string())
        .bind(id.to_string())
        .execute(connection)
        .await?;
    Ok(())
}

async fn put_back(
    connection: &mut SqliteConnection,
    session: SessionId,
    conversation: &Conversation,
    lying: &Lying,
    restore: &RestoreTrash,
) -> Result<(ConversationId, u64), StoreError> {
    let before = match &lying.message_before {
        Some(id) => stands(connection, session, conversation.id, id).await?.map(|at| at + 1),
        None => Some(0),
    };
    if let Some(first) = before
        && messages::id_at(connection, session, conversation.id, first).await? == lying.message_after
    {
        shift(
            connection,
            session,
            (conversation.id, first),
            i64::from(lying.message_count),
        )
        .await?;
        insert(
            connection,
            session,
            restore.id,
            (conversation.id, first, lying.position),
        )
        .await?;
        memory::wipe::put_back(connection, session, restore.id).await?;
        let more = lying.message_count.try_into().unwrap_or(i32::MAX);
        let revision = advance_by(connection, session, conversation, more, restore.now).await?;
        return Ok((conversation.id, revision));
    }
    let shared = before.unwrap_or(lying.position.min(conversation.message_count));
    branch(connection, session, (conversation, shared), lying, restore).await
}

/// A branch that shares the first messages and goes on with what lies in the trash.
async fn branch(
    connection: &mut SqliteConnection,
    session: SessionId,
    (conversation, shared): (&Conversation, u32),
    lying: &Lying,
    restore: &RestoreTrash,
) -> Result<(ConversationId, u64), StoreError> {
    let fork = Fork {
        new_id: restore.new_id,
        seed: restore.seed,
        shared,
        now: restore.now,
    };
    copy(connection, session, conversation, &fork).await?;
    insert(connection, session, restore.id, (fork.new_id, shared, lying.position)).await?;
    let made = conversations::find(connection, session, fork.new_id).await?;
    let more = lying.message_count.try_into().unwrap_or(i32::MAX);
    let revision = advance_by(connection, session, &made, more, restore.now).await?;
    let cleared_by = restore.id.to_string();
    let remembered = MemoryCopy {
        from: conversation.id,
        to: fork.new_id,
        seed: fork.seed,
        shared,
        message_count: shared.saturating_add(lying.message_count),
        cleared_by: Some(&cleared_by),
    };
    memory::copy::copy(connection, session, remembered).await?;
    memory::wipe::forget_cleared(connection, session, restore.id).await?;
    Ok((fork.new_id, revision))
}

/// Copies the messages of the trash into a conversation, the first one to position `first`.
async fn insert(
    connection: &mut SqliteConnection,
    session: SessionId,
    id: TrashId,
    (conversation, first, position): (ConversationId, u32, u32),
) -> Result<(), StoreError> {
    for sql in [
        r"
        insert into messages (session_id, conversation_id, id, position, role, chosen, created_at, origin_id,
            utc_offset)
        select session_id, ?3, id, position + ?4, role, chosen, created_at, origin_id, utc_offset
        from trashed_messages
        where session_id = ?1 and trash_id = ?2
        ",
        r"
        insert into alternates (session_id, message_id, ordinal, text, hash, state, reasoning, model, operation_id,
            created_at, edited_at, utc_offset)
        select session_id, message_id, ordinal, text, hash, state, reasoning, model, operation_id, created_at, edited_at,
            utc_offset
        from trashed_alternates
        where session_id = ?1 and trash_id = ?2
        ",
    ] {
        sqlx::query(sql)
            .bind(session.to_string())
            .bind(id.to_string())
            .bind(conversation.to_string())
            .bind(i64::from(first) - i64::from(position))
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}

/// Exchanges former words for the present ones; where the message is gone, a branch gets them.
async fn reword(
    connection: &mut SqliteConnection,
    session: SessionId,
    conversation: &Conversation,
    lying: &Lying,
    restore: &RestoreTrash,
) -> Result<(ConversationId, u64), StoreError> {
    let (message, ordinal): (String, u32) =
        sqlx::query_as("select id, chosen from trashed_messages where session_id = ?1 and trash_id = ?2")
            .bind(session.to_string())
            .bind(restore.id.to_string())
            .fetch_optional(&mut *connection)
            .await?
            .ok_or(StoreError::NotFound)?;
    let message_id: MessageId = message.parse().map_err(|_| StoreError::NotFound)?;
    let Some(position) = stands(connection, session, conversation.id, &message).await? else {
        make_whole(connection, session, restore).await?;
        return put_back(connection, session, conversation, lying, restore).await;
    };
    let wording = Wording {
        trash_id: restore.replaced_id,
        conversation_id: conversation.id,
        message_id,
        position,
        ordinal,
        now: restore.now,
    };
    put_wording(connection, session, &wording).await?;
    sqlx::query(
        r"
        update alternates
        set (text, hash, state, reasoning, model, operation_id, edited_at) = (
            select text, hash, state, reasoning, model, operation_id, edited_at
            from trashed_alternates
            where session_id = ?1 and trash_id = ?2 and message_id = ?3 and ordinal = ?4
        )
        where session_id = ?1 and message_id = ?3 and ordinal = ?4
        ",
    )
    .bind(session.to_string())
    .bind(restore.id.to_string())
    .bind(message_id.to_string())
    .bind(ordinal)
    .execute(&mut *connection)
    .await?;
    let exchanged = Exchanged {
        conversation: conversation.id,
        message: message_id,
        ordinal,
        restored: Some(restore.id),
        now: restore.now,
    };
    former::exclude_answers(connection, session, &exchanged).await?;
    let revision = advance_by(connection, session, conversation, 0, restore.now).await?;
    Ok((conversation.id, revision))
}

/// Makes a message of its own out of former words: the message that they belonged to may come back too.
async fn make_whole(
    connection: &mut SqliteConnection,
    session: SessionId,
    restore: &RestoreTrash,
) -> Result<(), StoreError> {
    // No position is that large: the id is none of those that a branch gives to copies.
    let id = format!("{}{:012x}", id_prefix(restore.seed), u64::from(u32::MAX) + 1);
    for sql in [
        "pragma defer_foreign_keys = on",
        // What was forgotten stays so under another id.
        r"
        insert into exclusions (session_id, message_id, ordinal, conversation_id, cleared_by, created_at)
        select e.session_id, ?3, 0, e.conversation_id, e.cleared_by, e.created_at
        from trashed_messages m
        join exclusions e on e.session_id = m.session_id and e.message_id = m.id and e.ordinal = m.chosen
        where m.session_id = ?1 and m.trash_id = ?2
        ",
        // So does what was corrected in its memory; the message that it belonged to says something else now.
        r"
        insert into memory_edits (session_id, conversation_id, memory_id, digest, tags, priority, found_tags, first_hash,
            reply_message_id, reply_hash)
        select c.session_id, c.conversation_id, ?3, c.digest, c.tags, c.priority, c.found_tags, c.first_hash, c.reply_message_id,
            c.reply_hash
        from trashed_alternates a
        join memory_edits c on c.session_id = a.session_id and c.memory_id = a.message_id and c.first_hash = a.hash
        where a.session_id = ?1 and a.trash_id = ?2
        ",
        r"
        update memory_edits set reply_message_id = ?3
        where session_id = ?1 and exists (
            select 1 from trashed_alternates a
            where a.session_id = ?1 and a.trash_id = ?2 and a.message_id = memory_edits.reply_message_id
                and a.hash = memory_edits.reply_hash
        )
        ",
        "update trashed_messages set id = ?3, chosen = 0 where session_id = ?1 and trash_id = ?2",
        "update trashed_alternates set message_id = ?3, ordinal = 0 where session_id = ?1 and trash_id = ?2",
    ] {
        sqlx::query(sql)
            .bind(session.to_string())
            .bind(restore.id.to_string())
            .bind(&id)
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}

async fn stands(
    connection: &mut SqliteConnection,
    session: SessionId,
    conversation: ConversationId,
    id: &str,
) -> Result<Option<u32>, StoreError> {
    match id.parse() {
        Ok(id) => messages::position(connection, session, conversation, id).await,
        Err(_) => Ok(None),
    }
}
