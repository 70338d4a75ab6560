//! A character's own past: memories that no conversation left.

use std::collections::HashSet;

use engine::emotion::{Emotion, emotion};
use engine::graph::memory::{MOST_TEXT_CHARS, USUAL_PRIORITY};
use engine::graph::view::{MemoryOrigin, MemorySource};
use engine::ids::{CharacterId, SessionId};
use engine::memory::normalise::fact_hash;
use engine::save_file::memory::SavedPastMemory;
use engine::tags::{tags, tidy_tags};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use sqlx::SqliteConnection;
use uuid::Uuid;

use super::settle::json;
use crate::memory::saved::time;
use crate::{Store, StoreError, alternates};

/// A memory that is to be added.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct NewPastMemory {
    /// 1 to 4000 characters; a longer one is cut, an empty one left out.
    pub text: String,
    /// Without any, some are found in the text.
    pub tags: Vec<String>,
    /// None is found in the text.
    pub emotion: Option<Emotion>,
    /// From 0 to 1.
    pub priority: f32,
    /// When it happened; never in the future.
    pub at: Timestamp,
    pub source: MemorySource,
}

/// What came of memories that were added.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct PastAdded {
    pub added: u32,
    /// Those that were there already, word for word.
    pub known: u32,
    /// Those that the reader had forgotten: they stay so.
    pub forgotten: u32,
}

impl std::ops::AddAssign for PastAdded {
    fn add_assign(&mut self, other: Self) {
        self.added += other.added;
        self.known += other.known;
        self.forgotten += other.forgotten;
    }
}

impl Store {
    /// Adds memories to a character's own past, in one step: all or none. Those that are there already, word for word, are left as
    /// they are, so that adding the same ones again changes nothing.
    pub async fn add_past_memories(
        &self,
        session: SessionId,
        character: &CharacterId,
        origin: MemoryOrigin,
        memories: &[NewPastMemory],
    ) -> Result<PastAdded, StoreError> {
        let mut writing = self.write().await?;
        let added = add(&mut writing, session, (character, origin), memories).await?;
        writing.commit().await?;
        Ok(added)
    }

    /// The characters that have a past of their own.
    pub async fn pasts(&self, session: SessionId) -> Result<Vec<CharacterId>, StoreError> {
        let ids: Vec<String> = sqlx::query_scalar("select character_id from pasts where session_id = ?1 order by 1")
            .bind(session.to_string())
            .fetch_all(&self.reader())
            .await?;
        Ok(ids.iter().filter_map(|id| CharacterId::parse(id).ok()).collect())
    }
}

/// See [`Store::add_past_memories`].
pub(crate) async fn add(
    connection: &mut SqliteConnection,
    session: SessionId,
    (character, origin): (&CharacterId, MemoryOrigin),
    memories: &[NewPastMemory],
) -> Result<PastAdded, StoreError> {
    let coming = memories.iter().map(|memory| Coming {
        memory,
        origin,
        tags: (!memory.tags.is_empty()).then_some(memory.tags.as_slice()),
    });
    add_all(connection, session, character, coming).await
}

/// The same of what a backup has: with the tags that they have there, and none where the reader has left none.
pub(crate) async fn bring_back(
    connection: &mut SqliteConnection,
    session: SessionId,
    (character, origin): (&CharacterId, MemoryOrigin),
    memories: &[NewPastMemory],
) -> Result<PastAdded, StoreError> {
    let coming = memories.iter().map(|memory| Coming {
        memory,
        origin,
        tags: Some(&memory.tags),
    });
    add_all(connection, session, character, coming).await
}

/// The same of what a save file says, whose checks it has passed; nothing happened after `now`.
pub(crate) async fn add_saved(
    connection: &mut SqliteConnection,
    session: SessionId,
    character: &CharacterId,
    (saved, now): (&[SavedPastMemory], Timestamp),
) -> Result<PastAdded, StoreError> {
    let memories: Vec<NewPastMemory> = saved
        .iter()
        .map(|saved| NewPastMemory {
            text: saved.text.clone(),
            tags: Vec::new(),
            emotion: saved.emotion.map(Emotion::from),
            priority: saved.priority.unwrap_or(USUAL_PRIORITY),
            at: time(saved.at.as_deref(), now),
            source: saved.source.clone().map(MemorySource::from).unwrap_or_default(),
        })
        .collect();
    let coming = memories.iter().zip(saved).map(|(memory, saved)| Coming {
        memory,
        origin: saved.origin,
        tags: saved.tags.as_deref(),
    });
    add_all(connection, session, character, coming).await
}

/// A memory on its way into the table.
struct Coming<'a> {
    memory: &'a NewPastMemory,
    origin: MemoryOrigin,
    /// None are found in the text.
    tags: Option<&'a [String]>,
}

async fn add_all(
    connection: &mut SqliteConnection,
    session: SessionId,
    character: &CharacterId,
    coming: impl Iterator<Item = Coming<'_>>,
) -> Result<PastAdded, StoreError> {
    let blocked = blocked(connection, session, character).await?;
    let mut added = PastAdded::default();
    for coming in coming {
        if is_blocked(&blocked, session, character, &coming.memory.text) {
            added.forgotten += 1;
            continue;
        }
        match insert(connection, session, character, &coming).await? {
            Some(true) => added.added += 1,
            Some(false) => added.known += 1,
            None => {}
        }
    }
    if added.added > 0 {
        touch(connection, session, character).await?;
    }
    Ok(added)
}

/// Whether it is new; none for one without text.
async fn insert(
    connection: &mut SqliteConnection,
    session: SessionId,
    character: &CharacterId,
    coming: &Coming<'_>,
) -> Result<Option<bool>, StoreError> {
    let memory = coming.memory;
    let text = within_bounds(&memory.text);
    if text.is_empty() {
        return Ok(None);
    }
    let found = tags(&[&text]);
    let kept = coming.tags.map_or(found.keywords, tidy_tags);
    let felt = memory.emotion.unwrap_or_else(|| emotion(&text));
    let source = serde_json::to_string(&memory.source).map_err(|error| StoreError::DamagedContent {
        detail: format!("where a memory comes from cannot be written down: {error}"),
    })?;
    let written = sqlx::query(
        r"
        insert into memories (session_id, id, character_id, origin, digest, text, source, at, tags, entities, valence, arousal,
            emotion, priority)
        values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)
        on conflict do nothing
        ",
    )
    .bind(session.to_string())
    .bind(id_of(session, character, &text).to_string())
    .bind(character.as_str())
    .bind(coming.origin.as_str())
    .bind(digest_of(&text).to_vec())
    .bind(&text)
    .bind(source)
    .bind(memory.at.as_millisecond())
    .bind(json(&kept))
    .bind(json(&found.names))
    .bind(felt.valence)
    .bind(felt.arousal)
    .bind(felt.label.name())
    .bind(if memory.priority.is_finite() { memory.priority.clamp(0.0, 1.0) } else { 0.5 })
    .execute(connection)
    .await?;
    Ok(Some(written.rows_affected() > 0))
}

/// The text as it is kept: within its bounds.
fn within_bounds(text: &str) -> String {
    text.trim().chars().take(MOST_TEXT_CHARS).collect()
}

fn is_blocked(blocked: &HashSet<Vec<u8>>, session: SessionId, character: &CharacterId, text: &str) -> bool {
    let id = id_of(session, character, &within_bounds(text)).to_string();
    [fact_hash(text), id_hash(&id)]
        .iter()
        .any(|hash| blocked.contains(hash.as_slice()))
}

/// Removes a memory for good, so that it is not brought in again: neither with the words that it has nor, if the reader changed
/// them, with those that it came with, which its id is made of.
pub(super) async fn forget(
    connection: &mut SqliteConnection,
    session: SessionId,
    character: &str,
    (id, text): (&str, &str),
) -> Result<(), StoreError> {
    for hash in [fact_hash(text), id_hash(id)] {
        sqlx::query(
            r"
            insert into blocked_facts (session_id, character_id, conversation_id, hash) values (?1, ?2, null, ?3)
            on conflict do nothing
            ",
        )
        .bind(session.to_string())
        .bind(character)
        .bind(hash.to_vec())
        .execute(&mut *connection)
        .await?;
    }
    for sql in [
        "delete from memories where session_id = ?1 and id = ?2",
        "delete from trashed_memories where session_id = ?1 and id = ?2",
    ] {
        sqlx::query(sql)
            .bind(session.to_string())
            .bind(id)
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}

fn id_hash(id: &str) -> [u8; 32] {
    Sha256::digest(id).into()
}

async fn blocked(
    connection: &mut SqliteConnection,
    session: SessionId,
    character: &CharacterId,
) -> Result<HashSet<Vec<u8>>, StoreError> {
    let rows: Vec<Vec<u8>> = sqlx::query_scalar(
        "select hash from blocked_facts where session_id = ?1 and character_id = ?2 and conversation_id is null",
    )
    .bind(session.to_string())
    .bind(character.as_str())
    .fetch_all(connection)
    .await?;
    Ok(rows.into_iter().collect())
}

/// Counts a change of a character's own past.
pub(crate) async fn touch(
    connection: &mut SqliteConnection,
    session: SessionId,
    character: &CharacterId,
) -> Result<(), StoreError> {
    sqlx::query(
        r"
        insert into pasts (session_id, character_id, revision) values (?1, ?2, 1)
        on conflict (session_id, character_id) do update set revision = revision + 1
        ",
    )
    .bind(session.to_string())
    .bind(character.as_str())
    .execute(connection)
    .await?;
    Ok(())
}

pub(super) fn digest_of(text: &str) -> [u8; 32] {
    Sha256::digest(alternates::hash(text.as_bytes())).into()
}

/// The same memory of the same character has the same id, so that adding it again finds it.
fn id_of(session: SessionId, character: &CharacterId, text: &str) -> Uuid {
    let mut digest = Sha256::new();
    digest.update(session.0.as_bytes());
    digest.update(character.as_str());
    digest.update([0]);
    digest.update(text);
    let digest = digest.finalize();
    let mut bytes = [0; 16];
    bytes.copy_from_slice(&digest[..16]);
    uuid::Builder::from_custom_bytes(bytes).into_uuid()
}
