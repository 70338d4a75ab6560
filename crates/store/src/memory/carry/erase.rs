//! What was carried from something that is erased for good.

use std::collections::HashSet;

use engine::ids::{ConversationId, SessionId};
use sqlx::SqliteConnection;

use super::super::settle;
use super::begun_from;
use crate::StoreError;

/// The roots of conversation `?2` that were carried from `?3` and can never fit again, and all that was read below them: it was
/// derived with that in hand. The union queues what it finds, so the depth of a chain does not matter.
const GOING: &str = r"
    with recursive going (id) as (
        select r.id
        from checkpoints r
        where r.session_id = ?1 and r.conversation_id = ?2 and r.parent_id is null and r.end_position = 0
            and r.carried_from = ?3
            and (
                not exists (select 1 from conversations s where s.session_id = ?1 and s.id = ?3)
                or r.carried_checkpoint is not null and not exists (
                    select 1 from checkpoints k where k.session_id = ?1 and k.id = r.carried_checkpoint and k.conversation_id = ?3
                )
                or exists (
                    select 1
                    from facts f
                    left join facts o on o.session_id = f.session_id and o.id = f.carried_fact
                    where f.session_id = ?1 and f.checkpoint_id = r.id and f.carried_fact is not null and o.id is null
                )
            )
        union
        select c.id
        from going g
        join checkpoints c on c.session_id = ?1 and c.conversation_id = ?2 and c.parent_id = g.id
    )
    select id from going
";

/// What the reader pinned stays. What was found in its own messages is found again when they are read again.
const ERASED: [&str; 3] = [
    r"
    update facts set checkpoint_id = null, carried_fact = null
    where session_id = ?1 and kind = 'pinned' and checkpoint_id in (select value from json_each(?3))
    ",
    "delete from checkpoints where session_id = ?1 and conversation_id = ?2 and id in (select value from json_each(?3))",
    "delete from prompt_records where session_id = ?1 and conversation_id = ?2 and created_at <= ?4",
];

/// Erases what other conversations were begun with from this one, where that is gone for good, with all that was derived from it; then
/// the same for those that were begun from them. The records of their prompts that were made before `removed_at` (milliseconds since
/// 1970) go as well: what they recall of this conversation is in them.
pub async fn erase_carried(
    connection: &mut SqliteConnection,
    session: SessionId,
    source: ConversationId,
    removed_at: i64,
) -> Result<(), StoreError> {
    let mut known = HashSet::from([source]);
    let mut open = vec![source];
    while let Some(source) = open.pop() {
        for conversation in begun_from(connection, session, source).await? {
            if known.insert(conversation) {
                // First, so that what the source remembers now is carried, as long as it is known that it is.
                settle::settle(connection, session, conversation).await?;
                erase_in(connection, session, (conversation, source), removed_at).await?;
                open.push(conversation);
            }
        }
    }
    Ok(())
}

async fn erase_in(
    connection: &mut SqliteConnection,
    session: SessionId,
    (conversation, source): (ConversationId, ConversationId),
    removed_at: i64,
) -> Result<(), StoreError> {
    let going: Vec<String> = sqlx::query_scalar(GOING)
        .bind(session.to_string())
        .bind(conversation.to_string())
        .bind(source.to_string())
        .fetch_all(&mut *connection)
        .await?;
    let going = serde_json::Value::from(going).to_string();
    for sql in ERASED {
        sqlx::query(sql)
            .bind(session.to_string())
            .bind(conversation.to_string())
            .bind(&going)
            .bind(removed_at)
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}
