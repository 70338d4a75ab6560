//! The rows of memories that a conversation's exchanges have, and those that they get.

use std::collections::HashMap;

use engine::conversation::Message;
use engine::graph::memory::{Exchange, Found, USUAL_PRIORITY, read_exchange};
use serde_json::Value;
use sqlx::{FromRow, SqliteConnection};

use super::super::found::beside;
use super::{Place, Standing};
use crate::StoreError;
use crate::edits::hexadecimal;

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
        cross join memories m on m.session_id = ?1 and m.id = e.value
        ",
    )
    .bind(place.session.to_string())
    .bind(ids)
    .fetch_all(connection)
    .await?;
    Ok(rows.into_iter().map(|row| (row.id.clone(), row)).collect())
}

/// What is set for an exchange.
#[derive(FromRow)]
pub struct Edit {
    memory_id: String,
    digest: Vec<u8>,
    /// Of the reader; JSON.
    tags: Option<String>,
    priority: Option<f32>,
    /// Of a model; JSON.
    found_tags: Option<String>,
}

impl Edit {
    /// The reader's tags, or else the model's before those that were found in the words.
    fn tags(&self, found: &Found) -> String {
        let of_model = self.found_tags.as_deref();
        let of_model: Vec<String> = of_model
            .and_then(|json| serde_json::from_str(json).ok())
            .unwrap_or_default();
        self.tags
            .clone()
            .unwrap_or_else(|| json(&beside(&of_model, &found.tags)))
    }
}

pub async fn edits(
    connection: &mut SqliteConnection,
    place: &Place<'_>,
    ids: &str,
) -> Result<HashMap<(String, Vec<u8>), Edit>, StoreError> {
    let rows: Vec<Edit> = sqlx::query_as(
        r"
        select m.memory_id, m.digest, m.tags, m.priority, m.found_tags
        from json_each(?2) e
        cross join memory_edits m on m.session_id = ?1 and m.memory_id = e.value
        ",
    )
    .bind(place.session.to_string())
    .bind(ids)
    .fetch_all(connection)
    .await?;
    Ok(rows
        .into_iter()
        .map(|edit| ((edit.memory_id.clone(), edit.digest.clone()), edit))
        .collect())
}

/// An exchange that has no memory yet, with its digest and what is set for it.
pub type New<'a> = (&'a Standing<'a>, [u8; 32], Option<&'a Edit>);

/// Writes the memories of some exchanges, in place of others of the same ids: one statement for all of them.
pub async fn insert(
    connection: &mut SqliteConnection,
    place: &Place<'_>,
    character_id: &str,
    new: &[New<'_>],
) -> Result<(), StoreError> {
    if new.is_empty() {
        return Ok(());
    }
    let rows: Vec<Value> = new.iter().filter_map(|new| row(place, new)).collect();
    let ids: Vec<&Value> = rows.iter().map(|row| &row["id"]).collect();
    sqlx::query("delete from memories where session_id = ?1 and id in (select value from json_each(?2))")
        .bind(place.session.to_string())
        .bind(serde_json::json!(ids).to_string())
        .execute(&mut *connection)
        .await?;
    sqlx::query(INSERT)
        .bind(place.session.to_string())
        .bind(character_id)
        .bind(place.conversation.to_string())
        .bind(Value::from(rows).to_string())
        .execute(connection)
        .await?;
    Ok(())
}

const INSERT: &str = r"
    insert into memories (session_id, id, character_id, conversation_id, origin, first_position, end_position,
        user_message_id, reply_message_id, digest, at, tags, entities, valence, arousal, emotion, priority, planned_for)
    select ?1, value ->> 'id', ?2, ?3, 'conversation', value ->> 'first', value ->> 'end', value ->> 'user', value ->> 'reply',
        unhex(value ->> 'digest'), value ->> 'at', value ->> 'tags', value ->> 'entities', value ->> 'valence',
        value ->> 'arousal', value ->> 'emotion', value ->> 'priority', value ->> 'planned_for'
    from json_each(?4)
";

fn row(place: &Place<'_>, (exchange, digest, edit): &New<'_>) -> Option<Value> {
    let first = exchange.first()?;
    let text = |message: Option<&'_ Message>| message.map(|message| message.text.clone());
    let (user, reply) = (text(exchange.user), text(exchange.reply));
    let read = Exchange {
        user: user.as_deref(),
        reply: reply.as_deref(),
        at: first.created_at,
    };
    let found = read_exchange(read, place.zone);
    Some(serde_json::json!({
        "id": first.id.to_string(),
        "first": exchange.first_position(),
        "end": exchange.end_position(),
        "user": exchange.user.map(|message| message.id.to_string()),
        "reply": exchange.reply.map(|message| message.id.to_string()),
        "digest": hexadecimal(digest),
        "at": first.created_at.as_millisecond(),
        "tags": edit.map_or_else(|| json(&found.tags), |edit| edit.tags(&found)),
        "entities": json(&found.entities),
        "valence": found.emotion.valence,
        "arousal": found.emotion.arousal,
        "emotion": found.emotion.label.name(),
        "priority": edit.and_then(|edit| edit.priority).unwrap_or(USUAL_PRIORITY),
        "planned_for": due(&found),
    }))
}

fn due(found: &Found) -> Option<i64> {
    found.planned_for.map(|at| at.as_millisecond())
}

pub fn json(words: &[String]) -> String {
    serde_json::Value::from(words).to_string()
}
