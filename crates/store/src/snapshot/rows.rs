//! Messages with all their wordings.

use engine::conversation::{MessageState, Role};
use engine::ids::{ConversationId, SessionId};
use engine::save_file::{SavedAlternate, SavedMessage, SavedTime};
use sqlx::{FromRow, SqliteConnection};

use crate::StoreError;
use crate::alternates::hash;
use crate::conversations::lossy;

/// One wording with its message. Columns as bytes: text that is no longer UTF-8 must not hide the rest.
#[derive(FromRow)]
struct Row {
    id: Vec<u8>,
    position: i64,
    role: Vec<u8>,
    chosen: i64,
    created_at: i64,
    utc_offset: Option<i64>,
    origin: Option<Vec<u8>>,
    ordinal: Option<i64>,
    text: Option<Vec<u8>>,
    hash: Option<Vec<u8>>,
    state: Option<Vec<u8>>,
    model: Option<Vec<u8>>,
    reasoning: Option<Vec<u8>>,
    said_at: Option<i64>,
    said_offset: Option<i64>,
    edited_at: Option<i64>,
}

pub(super) async fn messages_after(
    connection: &mut SqliteConnection,
    session: SessionId,
    (id, family): (ConversationId, &[String]),
    after: Option<u32>,
    limit: u32,
) -> Result<Vec<(u32, SavedMessage)>, StoreError> {
    let rows: Vec<Row> = sqlx::query_as(
        r"
        select m.id, m.position, m.role, m.chosen, m.created_at, m.utc_offset, o.id as origin, a.ordinal, a.text, a.hash,
            a.state, a.model, a.reasoning, a.created_at as said_at, a.utc_offset as said_offset, a.edited_at
        from (
            select * from messages
            where session_id = ?1 and conversation_id = ?2 and position > ?3
            order by position
            limit ?4
        ) m
        left join alternates a on a.session_id = m.session_id and a.message_id = m.id
        left join messages o on o.session_id = m.session_id and o.id = m.origin_id
            and o.conversation_id in (select value from json_each(?5))
        order by m.position, a.ordinal
        ",
    )
    .bind(session.to_string())
    .bind(id.to_string())
    .bind(after.map_or(-1, i64::from))
    .bind(limit)
    .bind(serde_json::Value::from(family).to_string())
    .fetch_all(connection)
    .await?;
    let mut messages: Vec<(u32, SavedMessage)> = Vec::new();
    for row in rows {
        let position = row.position.try_into().unwrap_or(u32::MAX);
        let is_next = messages.last().is_none_or(|(last, _)| *last != position);
        if is_next {
            messages.push((position, message(&row)));
        }
        if let Some((_, message)) = messages.last_mut() {
            if row.ordinal == Some(row.chosen) {
                message.chosen = u32::try_from(message.alternates.len()).unwrap_or(0);
            }
            message.alternates.push(alternate(row));
        }
    }
    Ok(messages)
}

fn message(row: &Row) -> SavedMessage {
    let id = |bytes: &[u8]| std::str::from_utf8(bytes).ok()?.parse().ok();
    SavedMessage {
        id: id(&row.id),
        origin: row.origin.as_deref().and_then(id),
        role: if row.role == b"user" {
            Role::User
        } else {
            Role::Character
        },
        created_at: Some(saved_time(row.created_at, row.utc_offset)),
        chosen: 0,
        alternates: Vec::new(),
    }
}

fn alternate(row: Row) -> SavedAlternate {
    let text = row.text.unwrap_or_default();
    let is_whole = row.hash.is_some_and(|known| known == hash(&text));
    let state = match row.state.as_deref() {
        Some(b"complete") => MessageState::Complete,
        Some(b"streaming" | b"cut_short") => MessageState::CutShort,
        _ => MessageState::Damaged,
    };
    SavedAlternate {
        text: lossy(text),
        state: if is_whole { state } else { MessageState::Damaged },
        created_at: row.said_at.map(|at| saved_time(at, row.said_offset)),
        edited_at: row.edited_at.map(|at| saved_time(at, None)),
        model: row.model.map(lossy),
        reasoning: row.reasoning.map(lossy),
    }
}

fn saved_time(milliseconds: i64, offset: Option<i64>) -> SavedTime {
    SavedTime::new(milliseconds, offset.and_then(|offset| offset.try_into().ok()))
}
