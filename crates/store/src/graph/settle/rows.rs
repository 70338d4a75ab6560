//! The rows of memories that a conversation's exchanges have, and those that they get.

use std::collections::HashMap;

use engine::conversation::Message;
use engine::graph::memory::{Exchange, Found, USUAL_PRIORITY, read_exchange};
use sqlx::{FromRow, SqliteConnection};

use super::{Place, Standing};
use crate::StoreError;

/// A memory that is there.
#[derive(FromRow)]
pub struct KnownRow {
    number: i64,
    id: String,
    digest: Vec<u8>,
    first_position: u32,
    end_position: u32,
    user_message_id: Option<String>,
    reply_message_id: Option<String>,
}

impl KnownRow {
    pub fn is(&self, exchange: &Standing<'_>, digest: &[u8]) -> bool {
        let id = |message: Option<&Message>| message.map(|message| message.id.to_string());
        self.digest == digest
            && self.user_message_id == id(exchange.user)
            && self.reply_message_id == id(exchange.reply)
    }

    pub async fn move_to(
        &self,
        connection: &mut SqliteConnection,
        exchange: &Standing<'_>,
    ) -> Result<bool, StoreError> {
        let (first, end) = (exchange.first_position(), exchange.end_position());
        if (self.first_position, self.end_position) == (first, end) {
            return Ok(false);
        }
        sqlx::query("update memories set first_position = ?2, end_position = ?3 where number = ?1")
            .bind(self.number)
            .bind(first)
            .bind(end)
            .execute(connection)
            .await?;
        Ok(true)
    }
}

pub async fn known(
    connection: &mut SqliteConnection,
    place: &Place<'_>,
    ids: &str,
) -> Result<HashMap<String, KnownRow>, StoreError> {
    let rows: Vec<KnownRow> = sqlx::query_as(
        r"
        select m.number, m.id, m.digest, m.first_position, m.end_position, m.user_message_id, m.reply_message_id
        from json_each(?2) e
        join memories m on m.session_id = ?1 and m.id = e.value
        ",
    )
    .bind(place.session.to_string())
    .bind(ids)
    .fetch_all(connection)
    .await?;
    Ok(rows.into_iter().map(|row| (row.id.clone(), row)).collect())
}

/// Memory, digest, tags and priority.
type EditRow = (String, Vec<u8>, Option<String>, Option<f32>);
/// What the reader set: tags as JSON, and the priority.
pub type Edit = (Option<String>, Option<f32>);

pub async fn edits(
    connection: &mut SqliteConnection,
    place: &Place<'_>,
    ids: &str,
) -> Result<HashMap<(String, Vec<u8>), Edit>, StoreError> {
    let rows: Vec<EditRow> = sqlx::query_as(
        r"
        select m.memory_id, m.digest, m.tags, m.priority
        from json_each(?2) e
        join memory_edits m on m.session_id = ?1 and m.memory_id = e.value
        ",
    )
    .bind(place.session.to_string())
    .bind(ids)
    .fetch_all(connection)
    .await?;
    Ok(rows
        .into_iter()
        .map(|(id, digest, tags, priority)| ((id, digest), (tags, priority)))
        .collect())
}

pub async fn insert(
    connection: &mut SqliteConnection,
    place: &Place<'_>,
    character_id: &str,
    exchange: &Standing<'_>,
    (digest, edit): (&[u8], Option<&Edit>),
) -> Result<(), StoreError> {
    let Some(first) = exchange.first() else { return Ok(()) };
    let text = |message: Option<&'_ Message>| message.map(|message| message.text.clone());
    let (user, reply) = (text(exchange.user), text(exchange.reply));
    let read = Exchange {
        user: user.as_deref(),
        reply: reply.as_deref(),
        at: first.created_at,
    };
    let found = read_exchange(read, place.zone);
    let tags = edit.and_then(|(tags, _)| tags.clone());
    sqlx::query("delete from memories where session_id = ?1 and id = ?2")
        .bind(place.session.to_string())
        .bind(first.id.to_string())
        .execute(&mut *connection)
        .await?;
    sqlx::query(
        r"
        insert into memories (session_id, id, character_id, conversation_id, origin, first_position, end_position,
            user_message_id, reply_message_id, digest, at, tags, entities, valence, arousal, emotion, priority, planned_for)
        values (?1, ?2, ?3, ?4, 'conversation', ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17)
        ",
    )
    .bind(place.session.to_string())
    .bind(first.id.to_string())
    .bind(character_id)
    .bind(place.conversation.to_string())
    .bind(exchange.first_position())
    .bind(exchange.end_position())
    .bind(exchange.user.map(|message| message.id.to_string()))
    .bind(exchange.reply.map(|message| message.id.to_string()))
    .bind(digest)
    .bind(first.created_at.as_millisecond())
    .bind(tags.unwrap_or_else(|| json(&found.tags)))
    .bind(json(&found.entities))
    .bind(found.emotion.valence)
    .bind(found.emotion.arousal)
    .bind(found.emotion.label.name())
    .bind(edit.and_then(|(_, priority)| *priority).unwrap_or(USUAL_PRIORITY))
    .bind(due(&found))
    .execute(connection)
    .await?;
    Ok(())
}

fn due(found: &Found) -> Option<i64> {
    found.planned_for.map(|at| at.as_millisecond())
}

pub fn json(words: &[String]) -> String {
    serde_json::Value::from(words).to_string()
}
