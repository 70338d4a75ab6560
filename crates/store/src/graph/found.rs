//! What a model said that exchanges are about. It is kept beside what the reader corrected, for as long as the exchange has those
//! words, and goes with it.

use std::collections::HashSet;

use engine::conversation::Message;
use engine::ids::{ConversationId, MessageId, SessionId};
use engine::memory::NewTags;
use engine::tags::{tags, tags_without, tidy_tags};
use sqlx::{FromRow, SqliteConnection};

use super::edits::{advance_graph, renewed};
use super::settle::{Standing, exchanges, json};
use crate::conversations::lossy;
use crate::{StoreError, alternates};

/// Keeps the tags of exchanges of these messages, which stand in a conversation as they are; of what is excluded, none.
pub(crate) async fn keep(
    connection: &mut SqliteConnection,
    place: (SessionId, ConversationId),
    (messages, excluded): (&[Message], &HashSet<MessageId>),
    new: &[NewTags],
) -> Result<(), StoreError> {
    for exchange in exchanges(messages) {
        let is_excluded = exchange.messages().any(|message| excluded.contains(&message.id));
        let told = exchange
            .messages()
            .filter_map(|message| new.iter().find(|new| new.message == message.id));
        let found = tidy_tags(&told.flat_map(|new| new.tags.clone()).collect::<Vec<_>>());
        if exchange.is_remembered() && !is_excluded && !found.is_empty() {
            keep_one(connection, place, (&exchange, &found)).await?;
        }
    }
    Ok(())
}

async fn keep_one(
    connection: &mut SqliteConnection,
    place: (SessionId, ConversationId),
    (exchange, found): (&Standing<'_>, &[String]),
) -> Result<(), StoreError> {
    let Some(first) = exchange.first() else { return Ok(()) };
    let reply = exchange.user.and(exchange.reply);
    let hash = |message: &Message| alternates::hash(message.text.as_bytes()).to_vec();
    let id = first.id.to_string();
    sqlx::query(
        r"
        insert into memory_edits (session_id, conversation_id, memory_id, digest, found_tags, first_hash, reply_message_id,
            reply_hash)
        values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
        on conflict (session_id, memory_id, digest) do update set found_tags = excluded.found_tags
        ",
    )
    .bind(place.0.to_string())
    .bind(place.1.to_string())
    .bind(&id)
    .bind(exchange.digest().to_vec())
    .bind(json(found))
    .bind(hash(first))
    .bind(reply.map(|reply| reply.id.to_string()))
    .bind(reply.map(hash))
    .execute(&mut *connection)
    .await?;
    let texts: Vec<&str> = exchange.messages().map(|message| message.text.as_str()).collect();
    retag(
        connection,
        place,
        (&id, &exchange.digest()),
        &beside(found, &tags(&texts).keywords),
    )
    .await
}

/// A model's tags before those that are found in the words.
pub(super) fn beside(of_model: &[String], found_in_words: &[String]) -> Vec<String> {
    tidy_tags(&[of_model, found_in_words].concat())
}

/// Gives the memory of an exchange other tags, if it has one now and the reader has set none.
async fn retag(
    connection: &mut SqliteConnection,
    (session, conversation): (SessionId, ConversationId),
    (id, digest): (&str, &[u8]),
    tags: &[String],
) -> Result<(), StoreError> {
    let number: Option<i64> = sqlx::query_scalar(
        r"
        select m.number
        from memories m
        where m.session_id = ?1 and m.id = ?2 and m.digest = ?3 and not exists (
            select 1 from memory_edits c
            where c.session_id = m.session_id and c.memory_id = m.id and c.digest = m.digest and c.tags is not null
        )
        ",
    )
    .bind(session.to_string())
    .bind(id)
    .bind(digest)
    .fetch_optional(&mut *connection)
    .await?;
    let Some(number) = number else { return Ok(()) };
    let number = renewed(connection, number.unsigned_abs()).await?;
    sqlx::query("update memories set tags = ?2 where number = ?1")
        .bind(number)
        .bind(json(tags))
        .execute(&mut *connection)
        .await?;
    advance_graph(connection, session, conversation).await
}

#[derive(FromRow)]
struct FoundRow {
    memory_id: String,
    digest: Vec<u8>,
    found_tags: String,
    first: Option<Vec<u8>>,
    reply: Option<Vec<u8>>,
}

/// Takes out of a conversation the tags that may have been found in forgotten words: a model reads them beside the exchange.
pub(crate) async fn forget(
    connection: &mut SqliteConnection,
    place: (SessionId, ConversationId),
    forgotten: &str,
) -> Result<(), StoreError> {
    let rows: Vec<FoundRow> = sqlx::query_as(
        r"
        select c.memory_id, c.digest, c.found_tags,
            (select a.text from alternates a
                where a.session_id = c.session_id and a.message_id = c.memory_id and a.hash = c.first_hash) as first,
            (select a.text from alternates a
                where a.session_id = c.session_id and a.message_id = c.reply_message_id and a.hash = c.reply_hash) as reply
        from memory_edits c
        where c.session_id = ?1 and c.conversation_id = ?2 and c.found_tags is not null
        ",
    )
    .bind(place.0.to_string())
    .bind(place.1.to_string())
    .fetch_all(&mut *connection)
    .await?;
    for row in rows {
        let own: Vec<String> = row.first.into_iter().chain(row.reply).map(lossy).collect();
        let found: Vec<String> = serde_json::from_str(&row.found_tags).unwrap_or_default();
        let kept = tags_without(&found, forgotten, &own.join("\n"));
        if kept.len() == found.len() {
            continue;
        }
        sqlx::query("update memory_edits set found_tags = ?4 where session_id = ?1 and memory_id = ?2 and digest = ?3")
            .bind(place.0.to_string())
            .bind(&row.memory_id)
            .bind(&row.digest)
            .bind((!kept.is_empty()).then(|| json(&kept)))
            .execute(&mut *connection)
            .await?;
        let own: Vec<&str> = own.iter().map(String::as_str).collect();
        let tags = beside(&kept, &tags(&own).keywords);
        retag(connection, place, (&row.memory_id, &row.digest), &tags).await?;
    }
    sqlx::query(
        r"
        delete from memory_edits
        where session_id = ?1 and conversation_id = ?2 and tags is null and priority is null and found_tags is null
        ",
    )
    .bind(place.0.to_string())
    .bind(place.1.to_string())
    .execute(connection)
    .await?;
    Ok(())
}
