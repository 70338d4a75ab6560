//! What becomes of memory when a conversation is cleared, when that is put back, and when something is erased for good.

use engine::ids::{ConversationId, SessionId, TrashId};
use sqlx::SqliteConnection;

use super::{carry, settle};
use crate::StoreError;

/// What a clearing takes along, as conditions on rows of one conversation `?2` of which `?3` messages stay. What was found in
/// the messages that go needs nothing: it does not count without them.
const CLEARED: [(&str, &str); 4] = [
    ("checkpoints", "end_position <= ?3"),
    (
        "facts",
        "scope = 'conversation' and (kind = 'pinned' or checkpoint_id is null)",
    ),
    (
        "exclusions",
        "message_id in (select id from messages where session_id = ?1 and conversation_id = ?2 and position < ?3)",
    ),
    ("blocked_facts", "?3 >= 0"),
];

/// Puts memory aside with the messages that a clearing took: it comes back when they are put back. Without messages in the trash
/// it is gone for good. Locked axes are free again either way.
pub(crate) async fn clear(
    connection: &mut SqliteConnection,
    session: SessionId,
    (conversation, kept): (ConversationId, u32),
    trash: Option<TrashId>,
) -> Result<(), StoreError> {
    for (table, which) in CLEARED {
        let sql = match trash {
            Some(_) => format!(
                "update {table} set cleared_by = ?4
                where session_id = ?1 and conversation_id = ?2 and {which} and cleared_by is null"
            ),
            None => format!(
                "delete from {table}
                where session_id = ?1 and conversation_id = ?2 and {which} and cleared_by is ?4"
            ),
        };
        sqlx::query(sqlx::AssertSqlSafe(sql))
            .bind(session.to_string())
            .bind(conversation.to_string())
            .bind(kept)
            .bind(trash.map(|trash| trash.to_string()))
            .execute(&mut *connection)
            .await?;
    }
    sqlx::query(
        r"
        update conversations set carrying_cleared_by = ?3
        where session_id = ?1 and id = ?2 and carried_from is not null and carrying_cleared_by is null
        ",
    )
    .bind(session.to_string())
    .bind(conversation.to_string())
    .bind(trash.map(|trash| trash.to_string()).unwrap_or_default())
    .execute(&mut *connection)
    .await?;
    for sql in [
        "delete from axis_locks where session_id = ?1 and conversation_id = ?2",
        "update conversations set memory_changed_from = 0 where session_id = ?1 and id = ?2",
    ] {
        sqlx::query(sql)
            .bind(session.to_string())
            .bind(conversation.to_string())
            .execute(&mut *connection)
            .await?;
    }
    match trash {
        Some(_) => Ok(()),
        // No prompt was made with something that was said there.
        None => carry::erase_carried(connection, session, conversation, i64::MIN).await,
    }
}

/// What went with a clearing is there again.
pub(crate) async fn put_back(
    connection: &mut SqliteConnection,
    session: SessionId,
    trash: TrashId,
) -> Result<(), StoreError> {
    for (table, _) in CLEARED {
        let sql = format!("update {table} set cleared_by = null where session_id = ?1 and cleared_by = ?2");
        sqlx::query(sqlx::AssertSqlSafe(sql))
            .bind(session.to_string())
            .bind(trash.to_string())
            .execute(&mut *connection)
            .await?;
    }
    sqlx::query(
        "update conversations set carrying_cleared_by = null where session_id = ?1 and carrying_cleared_by = ?2",
    )
    .bind(session.to_string())
    .bind(trash.to_string())
    .execute(connection)
    .await?;
    Ok(())
}

/// What went with a clearing is gone for good: its messages are erased, or live on elsewhere.
pub(crate) async fn forget_cleared(
    connection: &mut SqliteConnection,
    session: SessionId,
    trash: TrashId,
) -> Result<(), StoreError> {
    for (table, _) in CLEARED {
        let sql = format!("delete from {table} where session_id = ?1 and cleared_by = ?2");
        sqlx::query(sqlx::AssertSqlSafe(sql))
            .bind(session.to_string())
            .bind(trash.to_string())
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}

/// Whether no wording of a message has this hash, where it stands or lies in the trash; without a hash, whether there is none.
macro_rules! nowhere {
    ($message:literal, $hash:literal) => {
        concat!(
            "(not exists (
                select 1 from alternates a
                where a.session_id = ?1 and a.message_id = memory_edits.",
            $message,
            " and a.hash = coalesce(memory_edits.",
            $hash,
            ", a.hash)
            ) and not exists (
                select 1 from trash t
                join trashed_alternates a on a.session_id = t.session_id and a.trash_id = t.id and a.message_id = memory_edits.",
            $message,
            " and a.hash = coalesce(memory_edits.",
            $hash,
            ", a.hash)
                where t.session_id = ?1 and t.conversation_id = ?2
            ))"
        )
    };
}

/// After messages were erased: what was derived from a path that does not stand goes, since it may have read them (what the
/// conversation was begun with has read none of them); so do facts
/// that stood by an erased text, and the records of prompts that were made before the removal.
const ERASED: [&str; 7] = [
    // A pinned fact stands by its sources from now on.
    r"
    update facts set checkpoint_id = null
    where session_id = ?1 and conversation_id = ?2 and scope = 'conversation' and kind = 'pinned' and checkpoint_id in (
        select id from checkpoints where session_id = ?1 and conversation_id = ?2 and in_chain = 0 and cleared_by is null
            and carried_from is null
    )
    ",
    r"
    delete from checkpoints
    where session_id = ?1 and conversation_id = ?2 and in_chain = 0 and cleared_by is null
        and carried_from is null
    ",
    r"
    delete from facts
    where session_id = ?1 and conversation_id = ?2 and scope = 'conversation'
        and (kind = 'pinned' or checkpoint_id is null) and exists (
            select 1 from fact_sources s
            where s.session_id = ?1 and s.fact_id = facts.id and s.counts = 1
                and not exists (
                    select 1 from alternates a
                    where a.session_id = ?1 and a.message_id = s.message_id and a.hash = s.hash
                )
                and not exists (
                    select 1 from trashed_alternates a
                    join trash t on t.session_id = a.session_id and t.id = a.trash_id
                    where a.session_id = ?1 and t.conversation_id = ?2 and a.message_id = s.message_id and a.hash = s.hash
                )
        )
    ",
    r"
    delete from fact_sources
    where session_id = ?1
        and fact_id in (select id from facts where session_id = ?1 and conversation_id = ?2 and scope = 'character')
        and not exists (select 1 from messages m where m.session_id = ?1 and m.id = fact_sources.message_id)
        and not exists (
            select 1 from trashed_messages m
            join trash t on t.session_id = m.session_id and t.id = m.trash_id
            where m.session_id = ?1 and t.conversation_id = ?2 and m.id = fact_sources.message_id
        )
    ",
    r"
    delete from exclusions
    where session_id = ?1 and conversation_id = ?2
        and not exists (select 1 from messages m where m.session_id = ?1 and m.id = exclusions.message_id)
        and not exists (
            select 1 from trashed_messages m
            join trash t on t.session_id = m.session_id and t.id = m.trash_id
            where m.session_id = ?1 and t.conversation_id = ?2 and m.id = exclusions.message_id
        )
    ",
    CORRECTIONS_ERASED,
    "delete from prompt_records where session_id = ?1 and conversation_id = ?2 and created_at <= ?3",
];

/// Of a correction both messages must still say, here or in the trash, what they said when it was made.
const CORRECTIONS_ERASED: &str = concat!(
    "delete from memory_edits
    where session_id = ?1 and conversation_id = ?2 and (",
    nowhere!("memory_id", "first_hash"),
    " or reply_message_id is not null and ",
    nowhere!("reply_message_id", "reply_hash"),
    ")"
);

/// Also what other conversations were begun with from this one, and what was derived with that in hand. `removed_at` is when what is
/// erased now was put into the trash, in milliseconds since 1970.
pub(crate) async fn erased(
    connection: &mut SqliteConnection,
    session: SessionId,
    conversation: ConversationId,
    removed_at: i64,
) -> Result<(), StoreError> {
    match settle::settle(connection, session, conversation).await {
        // The conversation was erased itself.
        Err(StoreError::NotFound) => return carry::erase_carried(connection, session, conversation, removed_at).await,
        settled => settled?,
    };
    for sql in ERASED {
        sqlx::query(sql)
            .bind(session.to_string())
            .bind(conversation.to_string())
            .bind(removed_at)
            .execute(&mut *connection)
            .await?;
    }
    carry::erase_carried(connection, session, conversation, removed_at).await
}
