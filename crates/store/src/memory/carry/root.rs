//! What a conversation begins with, as it is put down.

use engine::ids::{CheckpointId, FactId, RelationshipEventId};
use engine::memory::normalise::fact_hash;
use engine::memory::{Axis, Fact, FactKind, FactScope};
use jiff::Timestamp;
use sha2::{Digest, Sha256};
use sqlx::SqliteConnection;
use uuid::Uuid;

use super::super::facts::{self, FactToInsert};
use super::super::relationship::{self, EventToInsert};
use super::super::settle::{Node, Place};
use super::super::{chain, work::numbered};
use super::withheld::{self, Withheld};
use super::{at, remembered};
use crate::StoreError;

/// How far a relationship goes on an axis; events beyond that do not show.
const FURTHEST: i32 = 10;

#[derive(Debug, Clone, Copy)]
pub struct Root {
    /// The ids of what is put down are made from it.
    pub seed: Uuid,
    /// So far the source counts as read; see [`super::other_root`].
    pub end: u32,
    pub now: Timestamp,
}

/// The same for the same state of a source, and another one for every other: the id of what is carried anew must not depend on when
/// that is looked at.
pub async fn seed(connection: &mut SqliteConnection, (source, place): (&Place, &Place)) -> Result<Uuid, StoreError> {
    let mut digest = Sha256::new();
    digest.update(place.conversation.0.as_bytes());
    digest.update(source.head.id.as_deref().unwrap_or_default());
    if let Some(told) = chain::newest_told(connection, source, u32::MAX).await? {
        digest.update(told.id.0.as_bytes());
        digest.update(told.summary.map(|summary| summary.text).unwrap_or_default());
    }
    for fact in remembered(connection, source).await? {
        digest.update(fact.id.0.as_bytes());
    }
    let mut bytes = [0; 16];
    bytes.copy_from_slice(&digest.finalize()[..16]);
    Ok(Uuid::new_v8(bytes))
}

/// When what a source remembers was read there; without that, when the conversation was begun.
pub async fn moment(
    connection: &mut SqliteConnection,
    (source, place): (&Place, &Place),
) -> Result<Timestamp, StoreError> {
    let milliseconds: i64 = sqlx::query_scalar(
        r"
        select created_at from checkpoints where session_id = ?1 and id = ?3
        union all
        select created_at from conversations where session_id = ?1 and id = ?2
        limit 1
        ",
    )
    .bind(place.session.to_string())
    .bind(place.conversation.to_string())
    .bind(source.head.id.as_deref())
    .fetch_one(connection)
    .await?;
    Ok(at(milliseconds))
}

/// Puts down the root of a conversation's checkpoints, and what the source remembers now below it, but for what was forgotten in the
/// conversation. It does not count yet, but where it is the first one.
pub async fn write(
    connection: &mut SqliteConnection,
    (source, place): (&Place, &Place),
    root: Root,
) -> Result<Node, StoreError> {
    let withheld = withheld::read(connection, (source, place)).await?;
    let summary = match withheld.is_empty() {
        true => chain::newest_told(connection, source, u32::MAX).await?,
        false => None,
    };
    let summary = summary.and_then(|checkpoint| checkpoint.summary);
    let id = CheckpointId(numbered(root.seed, 0)).to_string();
    let written = sqlx::query(
        r"
        insert into checkpoints (session_id, id, conversation_id, first_position, end_position, digest, in_chain, summary,
            summary_kind, created_at, carried_from, carried_checkpoint, carried_end)
        values (?1, ?2, ?3, 0, 0, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)
        on conflict do nothing
        ",
    )
    .bind(place.session.to_string())
    .bind(&id)
    .bind(place.conversation.to_string())
    .bind(Sha256::digest([]).to_vec())
    .bind(place.carried_from.is_none())
    .bind(summary.as_ref().map(|summary| summary.text.as_str()))
    .bind(summary.as_ref().map(|summary| chain::summary_kind_str(summary.kind)))
    .bind(root.now.as_millisecond())
    .bind(source.conversation.to_string())
    .bind(source.head.id.as_deref())
    .bind(root.end)
    .execute(&mut *connection)
    .await?;
    if written.rows_affected() > 0 {
        carry_facts(connection, (source, place), (&id, root.seed), &withheld).await?;
        carry_relationship(connection, (source, place), (&id, root.seed), &withheld).await?;
    }
    Ok(Node { id: Some(id), end: 0 })
}

async fn carry_facts(
    connection: &mut SqliteConnection,
    (source, place): (&Place, &Place),
    (root, seed): (&str, Uuid),
    withheld: &Withheld,
) -> Result<(), StoreError> {
    for (fact, number) in remembered(connection, source).await?.iter().zip(1..) {
        let hash = fact_hash(&fact.text);
        let is_known = facts::is_pinned(connection, place, (hash, FactScope::Conversation)).await?;
        if !is_known && !withheld.holds(&fact.text, &fact.sources) {
            carry_fact(connection, place, fact, (root, FactId(numbered(seed, number)))).await?;
        }
    }
    Ok(())
}

/// Its sources stay where they are: they are told, and the fact stands by the root. One that stood there without a checkpoint is
/// named, since the head there says nothing of it.
pub async fn carry_fact(
    connection: &mut SqliteConnection,
    place: &Place,
    fact: &Fact,
    (root, id): (&str, FactId),
) -> Result<(), StoreError> {
    let new = FactToInsert {
        id,
        scope: FactScope::Conversation,
        kind: FactKind::Automatic,
        checkpoint_id: Some(root),
        text: &fact.text,
        hash: fact_hash(&fact.text),
        importance: fact.importance,
        supersedes: None,
        created_at: fact.created_at,
    };
    facts::insert(connection, place, &new).await?;
    for sql in [
        r"
        insert into fact_sources (session_id, fact_id, message_id, hash, counts)
        select session_id, ?3, message_id, hash, 0 from fact_sources where session_id = ?1 and fact_id = ?2
        ",
        r"
        update facts
        set carried_fact = (
            select o.id from facts o
            where o.session_id = ?1 and o.id = ?2 and (o.kind = 'pinned' or o.checkpoint_id is null)
        )
        where session_id = ?1 and id = ?3
        ",
    ] {
        sqlx::query(sql)
            .bind(place.session.to_string())
            .bind(fact.id.to_string())
            .bind(id.to_string())
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}

/// One event for each axis, with the reason of the last one there.
async fn carry_relationship(
    connection: &mut SqliteConnection,
    (source, place): (&Place, &Place),
    (root, seed): (&str, Uuid),
    withheld: &Withheld,
) -> Result<(), StoreError> {
    let standings = relationship::standings(connection, source).await?;
    for (axis, number) in Axis::ALL.into_iter().zip(0..) {
        let standing = standings.get(axis.as_str()).copied().unwrap_or(0);
        let standing = standing.clamp(-FURTHEST, FURTHEST);
        let last = relationship::events(connection, source, axis, 1).await?.pop();
        let (Some(last), Ok(change)) = (last, i8::try_from(standing)) else {
            continue;
        };
        if change == 0 || withheld.holds(&last.reason, &last.sources) {
            continue;
        }
        let event = EventToInsert {
            id: RelationshipEventId(numbered(seed, number)),
            checkpoint_id: root,
            axis,
            change,
            reason: &last.reason,
            created_at: last.created_at,
        };
        relationship::insert(connection, place, &event).await?;
    }
    Ok(())
}
