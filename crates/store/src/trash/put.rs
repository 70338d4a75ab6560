//! Into the trash. Positions and revision of the conversation are the caller's affair.

use engine::conversation::Conversation;
use engine::ids::{ConversationId, MessageId, SessionId, TrashId};
use jiff::Timestamp;
use sqlx::SqliteConnection;

use super::TrashKind;
use crate::StoreError;

/// Neighbouring messages that are removed together.
pub struct Removal {
    pub trash_id: TrashId,
    pub kind: TrashKind,
    pub conversation_id: ConversationId,
    /// Position of the first one.
    pub first: u32,
    pub count: u32,
    pub now: Timestamp,
}

/// The words of one alternate that are about to be replaced.
pub struct Wording {
    pub trash_id: TrashId,
    pub conversation_id: ConversationId,
    pub message_id: MessageId,
    pub position: u32,
    pub ordinal: u32,
    pub now: Timestamp,
}

const NOTE: &str = r"
    insert into trash (session_id, id, conversation_id, kind, position, message_before, message_after, excerpt,
        message_count, removed_at)
    values (?1, ?2, ?3, ?4, ?5,
        (select id from messages where session_id = ?1 and conversation_id = ?3 and position = ?5 - 1),
        (select id from messages where session_id = ?1 and conversation_id = ?3 and position = ?5 + ?6),
        coalesce((
            select substr(a.text, 1, 400)
            from messages m
            join alternates a on a.session_id = m.session_id and a.message_id = m.id and a.ordinal = m.chosen
            where m.session_id = ?1 and m.conversation_id = ?3 and m.position = ?5
        ), ''),
        ?6, ?7)
";

/// Binds: session, trash id, conversation, first position, position after the last.
pub(crate) const MOVE: [&str; 3] = [
    r"
    insert into trashed_messages (session_id, trash_id, id, position, role, chosen, created_at, origin_id, utc_offset)
    select session_id, ?2, id, position, role, chosen, created_at, origin_id, utc_offset
    from messages
    where session_id = ?1 and conversation_id = ?3 and position >= ?4 and position < ?5
    ",
    r"
    insert into trashed_alternates (session_id, trash_id, message_id, ordinal, text, hash, state, reasoning, model,
        operation_id, created_at, edited_at, utc_offset)
    select a.session_id, ?2, a.message_id, a.ordinal, a.text, a.hash, a.state, a.reasoning, a.model, a.operation_id,
        a.created_at, a.edited_at, a.utc_offset
    from messages m
    join alternates a on a.session_id = m.session_id and a.message_id = m.id
    where m.session_id = ?1 and m.conversation_id = ?3 and m.position >= ?4 and m.position < ?5
    ",
    r"
    delete from messages
    where session_id = ?1 and conversation_id = ?3 and position >= ?4 and position < ?5 and ?2 is not null
    ",
];

/// Moves messages into the trash, with all their alternates.
pub async fn put(connection: &mut SqliteConnection, session: SessionId, removal: &Removal) -> Result<(), StoreError> {
    note(connection, session, removal).await?;
    for sql in MOVE {
        sqlx::query(sql)
            .bind(session.to_string())
            .bind(removal.trash_id.to_string())
            .bind(removal.conversation_id.to_string())
            .bind(removal.first)
            .bind(i64::from(removal.first) + i64::from(removal.count))
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}

async fn note(connection: &mut SqliteConnection, session: SessionId, removal: &Removal) -> Result<(), StoreError> {
    sqlx::query(NOTE)
        .bind(session.to_string())
        .bind(removal.trash_id.to_string())
        .bind(removal.conversation_id.to_string())
        .bind(removal.kind.as_str())
        .bind(removal.first)
        .bind(removal.count)
        .bind(removal.now.as_millisecond())
        .execute(connection)
        .await?;
    Ok(())
}

/// Copies the words of an alternate into the trash; the message stays.
pub async fn put_wording(
    connection: &mut SqliteConnection,
    session: SessionId,
    wording: &Wording,
) -> Result<(), StoreError> {
    let removal = Removal {
        trash_id: wording.trash_id,
        kind: TrashKind::Wording,
        conversation_id: wording.conversation_id,
        first: wording.position,
        count: 1,
        now: wording.now,
    };
    note(connection, session, &removal).await?;
    for sql in [
        r"
        insert into trashed_messages (session_id, trash_id, id, position, role, chosen, created_at, origin_id, utc_offset)
        select session_id, ?2, id, position, role, ?4, created_at, origin_id, utc_offset
        from messages
        where session_id = ?1 and id = ?3
        ",
        r"
        insert into trashed_alternates (session_id, trash_id, message_id, ordinal, text, hash, state, reasoning, model,
            operation_id, created_at, edited_at, utc_offset)
        select session_id, ?2, message_id, ordinal, text, hash, state, reasoning, model, operation_id, created_at,
            edited_at, utc_offset
        from alternates
        where session_id = ?1 and message_id = ?3 and ordinal = ?4
        ",
    ] {
        sqlx::query(sql)
            .bind(session.to_string())
            .bind(wording.trash_id.to_string())
            .bind(wording.message_id.to_string())
            .bind(wording.ordinal)
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}

/// Marks a conversation as lying in the trash; its messages stay with it.
pub async fn put_conversation(
    connection: &mut SqliteConnection,
    session: SessionId,
    conversation: &Conversation,
    (trash_id, now): (TrashId, Timestamp),
) -> Result<(), StoreError> {
    sqlx::query(
        r"
        insert into trash (session_id, id, conversation_id, kind, position, excerpt, message_count, removed_at)
        values (?1, ?2, ?3, 'conversation', 0, coalesce(nullif(?4, ''), (
            select substr(a.text, 1, 400)
            from messages m
            join alternates a on a.session_id = m.session_id and a.message_id = m.id and a.ordinal = m.chosen
            where m.session_id = ?1 and m.conversation_id = ?3 and m.role = 'user'
            order by m.position
            limit 1
        ), ''), ?5, ?6)
        ",
    )
    .bind(session.to_string())
    .bind(trash_id.to_string())
    .bind(conversation.id.to_string())
    .bind(conversation.name.as_str())
    .bind(conversation.message_count)
    .bind(now.as_millisecond())
    .execute(&mut *connection)
    .await?;
    sqlx::query("update conversations set deleted_at = ?3 where session_id = ?1 and id = ?2")
        .bind(session.to_string())
        .bind(conversation.id.to_string())
        .bind(now.as_millisecond())
        .execute(connection)
        .await?;
    Ok(())
}
