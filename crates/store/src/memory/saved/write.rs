//! Into the tables again, under new ids.

use engine::ids::{CharacterId, ConversationId, FactId, RelationshipEventId, SessionId};
use engine::memory::FactScope;
use engine::memory::normalise::fact_hash;
use engine::save_file::SavedTime;
use engine::save_file::memory::{SavedFact, SavedMemory};
use jiff::Timestamp;
use sqlx::SqliteConnection;

use super::super::facts::{self, FactToInsert};
use super::super::relationship::{self, EventToInsert};
use super::super::settle::{self, Node, Place, digest};
use super::super::work::numbered;
use super::super::{chain, exclusions};
use crate::{PastAdded, StoreError, graph};

/// Writes the memory of a conversation that was just created, with its messages. What the file says has been checked; where it
/// makes no sense all the same, it is an error and nothing is written. Gives what came of the character's own past.
pub(crate) async fn insert(
    connection: &mut SqliteConnection,
    (session, conversation): (SessionId, ConversationId),
    memory: &SavedMemory,
    now: Timestamp,
) -> Result<PastAdded, StoreError> {
    let mut place = settle::settle(connection, session, conversation).await?;
    let checkpoints = insert_checkpoints(connection, &mut place, memory, now).await?;
    insert_facts(connection, &place, memory, (&checkpoints, now)).await?;
    for edit in &memory.memory_edits {
        graph::saved::insert_edit(connection, (session, conversation), edit).await?;
    }
    let character = CharacterId::parse(&place.character_id).map_err(|_| senseless("a character"))?;
    let past = graph::past::add_saved(connection, session, &character, (&memory.past, now)).await?;
    for exclusion in &memory.exclusions.messages {
        let message = exclusion.message.to_string();
        exclusions::exclude(connection, &place, (&message, exclusion.alternate), now).await?;
    }
    for hash in &memory.exclusions.blocked {
        let hash = bytes(hash).ok_or_else(|| senseless("a hash"))?;
        exclusions::block(connection, &place, Some(&conversation.to_string()), hash).await?;
    }
    insert_relationship(connection, &place, memory, (&checkpoints, now)).await?;
    Ok(past)
}

async fn insert_checkpoints(
    connection: &mut SqliteConnection,
    place: &mut Place,
    memory: &SavedMemory,
    now: Timestamp,
) -> Result<Vec<String>, StoreError> {
    let mut ids = Vec::new();
    for (checkpoint, number) in memory.summary.checkpoints.iter().zip(0..) {
        let id = numbered(place.conversation.0, number).to_string();
        let first = place.head.end;
        let digest = digest(connection, place, (first, checkpoint.end)).await?;
        let summary = checkpoint.summary.as_ref();
        sqlx::query(
            r"
            insert into checkpoints (session_id, id, conversation_id, parent_id, first_position, end_position, digest,
                in_chain, summary, summary_kind, created_at)
            values (?1, ?2, ?3, ?4, ?5, ?6, ?7, 1, ?8, ?9, ?10)
            ",
        )
        .bind(place.session.to_string())
        .bind(&id)
        .bind(place.conversation.to_string())
        .bind(place.head.id.as_deref())
        .bind(first)
        .bind(checkpoint.end)
        .bind(digest.to_vec())
        .bind(summary.map(|summary| summary.text.as_str()))
        .bind(summary.map(|summary| chain::summary_kind_str(summary.kind)))
        .bind(now.as_millisecond())
        .execute(&mut *connection)
        .await?;
        place.head = Node {
            id: Some(id.clone()),
            end: checkpoint.end,
        };
        ids.push(id);
    }
    settle::write_head(connection, place).await?;
    Ok(ids)
}

async fn insert_facts(
    connection: &mut SqliteConnection,
    place: &Place,
    memory: &SavedMemory,
    (checkpoints, now): (&[String], Timestamp),
) -> Result<(), StoreError> {
    let id = |number: u32| FactId(numbered(place.conversation.0, u64::from(number)));
    for (saved, number) in memory.facts.iter().zip(0..) {
        let hash = fact_hash(&saved.text);
        // Brought in twice, the character knows it once.
        if saved.scope == FactScope::Character && facts::is_pinned(connection, place, (hash, saved.scope)).await? {
            continue;
        }
        let fact = FactToInsert {
            id: id(number),
            scope: saved.scope,
            kind: saved.kind,
            checkpoint_id: saved.checkpoint.map(|at| checkpoint(checkpoints, at)).transpose()?,
            text: &saved.text,
            hash,
            importance: saved.importance,
            supersedes: saved.supersedes.map(id),
            created_at: time(saved.created_at.as_deref(), now),
        };
        facts::insert(connection, place, &fact).await?;
        link_sources(connection, place, (fact.id, saved)).await?;
    }
    Ok(())
}

async fn link_sources(
    connection: &mut SqliteConnection,
    place: &Place,
    (id, saved): (FactId, &SavedFact),
) -> Result<(), StoreError> {
    let messages: Vec<_> = saved.sources.iter().map(|source| source.message).collect();
    facts::link_sources(connection, place, id, &messages).await?;
    for source in saved.sources.iter().filter(|source| !source.counts) {
        sqlx::query("update fact_sources set counts = 0 where session_id = ?1 and fact_id = ?2 and message_id = ?3")
            .bind(place.session.to_string())
            .bind(id.to_string())
            .bind(source.message.to_string())
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}

async fn insert_relationship(
    connection: &mut SqliteConnection,
    place: &Place,
    memory: &SavedMemory,
    (checkpoints, now): (&[String], Timestamp),
) -> Result<(), StoreError> {
    let relationship = &memory.relationship;
    let consents =
        "insert into axis_consents (session_id, character_id, axis) values (?1, ?2, ?3) on conflict do nothing";
    let locks = "insert into axis_locks (session_id, conversation_id, axis) values (?1, ?2, ?3) on conflict do nothing";
    let conversation = place.conversation.to_string();
    for (axes, sql, of) in [
        (&relationship.enabled, consents, &place.character_id),
        (&relationship.locked, locks, &conversation),
    ] {
        for axis in axes {
            sqlx::query(sql)
                .bind(place.session.to_string())
                .bind(of)
                .bind(axis.as_str())
                .execute(&mut *connection)
                .await?;
        }
    }
    for (saved, number) in relationship.events.iter().zip(0..) {
        let event = EventToInsert {
            id: RelationshipEventId(numbered(place.conversation.0, number)),
            checkpoint_id: checkpoint(checkpoints, saved.checkpoint)?,
            axis: saved.axis,
            change: saved.change,
            reason: &saved.reason,
            created_at: time(saved.created_at.as_deref(), now),
        };
        relationship::insert(connection, place, &event).await?;
        relationship::link_sources(connection, place, event.id, &saved.sources).await?;
    }
    Ok(())
}

fn checkpoint(checkpoints: &[String], at: u32) -> Result<&str, StoreError> {
    let id = checkpoints.get(at as usize);
    id.map(String::as_str).ok_or_else(|| senseless("a checkpoint"))
}

/// Not after this moment: a clock may have been wrong.
pub(crate) fn time(text: Option<&str>, now: Timestamp) -> Timestamp {
    text.and_then(SavedTime::parse).map_or(now, |time| time.at.min(now))
}

fn bytes(digits: &str) -> Option<[u8; 32]> {
    let mut bytes = [0; 32];
    for (byte, at) in bytes.iter_mut().zip((0..64).step_by(2)) {
        *byte = u8::from_str_radix(digits.get(at..at + 2)?, 16).ok()?;
    }
    (digits.len() == 64).then_some(bytes)
}

pub(crate) fn senseless(what: &str) -> StoreError {
    StoreError::DamagedContent {
        detail: format!("{what} that a save file names is not there"),
    }
}
