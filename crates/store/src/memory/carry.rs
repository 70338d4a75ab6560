//! A conversation that begins with what an earlier one left.

use engine::conversation::Conversation;
use engine::ids::{CheckpointId, ConversationId, FactId, RelationshipEventId, SessionId};
use engine::memory::normalise::fact_hash;
use engine::memory::{Axis, Fact, FactKind, FactScope};
use jiff::Timestamp;
use sha2::{Digest, Sha256};
use sqlx::SqliteConnection;
use uuid::Uuid;

use super::facts::{self, FactToInsert, Wanted};
use super::relationship::{self, EventToInsert};
use super::settle::{self, Node, Place};
use super::work::numbered;
use super::{exclusions, read};
use crate::conversations::{self, NewConversation};
use crate::{Store, StoreError};

/// How far a relationship goes on an axis; events beyond that do not show.
const FURTHEST: i32 = 10;

/// Where a new conversation's memory comes from.
#[derive(Debug, Clone, Copy)]
pub struct CarryFrom {
    pub conversation_id: ConversationId,
    /// A fresh id; those of what is copied are made from it.
    pub seed: Uuid,
}

impl Store {
    /// Begins a conversation, as [`Store::create_conversation`], that remembers what an earlier one with the same character
    /// remembers now: its summary, its facts and where its relationship stands. Facts of the character are known anyway, with
    /// the persona that they belong to.
    ///
    /// Errors: `NotFound`, also for a conversation with another character.
    pub async fn create_conversation_from(
        &self,
        session: SessionId,
        new: NewConversation,
        from: CarryFrom,
    ) -> Result<Conversation, StoreError> {
        let mut writing = self.write().await?;
        let earlier = conversations::find(&mut writing, session, from.conversation_id).await?;
        if earlier.character_id != new.character_id {
            return Err(StoreError::NotFound);
        }
        let conversation = conversations::insert(&mut writing, session, &new).await?;
        sqlx::query("update conversations set carried_from = ?3 where session_id = ?1 and id = ?2")
            .bind(session.to_string())
            .bind(new.id.to_string())
            .bind(from.conversation_id.to_string())
            .execute(&mut *writing)
            .await?;
        let there = settle::settle(&mut writing, session, from.conversation_id).await?;
        let here = settle::settle(&mut writing, session, new.id).await?;
        carry(&mut writing, (&there, here), from.seed, new.now).await?;
        writing.commit().await?;
        Ok(conversation)
    }
}

/// The root of the new conversation's checkpoints: it has read no messages.
async fn carry(
    connection: &mut SqliteConnection,
    (from, mut to): (&Place, Place),
    seed: Uuid,
    now: Timestamp,
) -> Result<(), StoreError> {
    let summary = read::newest_told(connection, from, u32::MAX)
        .await?
        .and_then(|checkpoint| checkpoint.summary);
    let root = CheckpointId(numbered(seed, 0)).to_string();
    sqlx::query(
        r"
        insert into checkpoints (session_id, id, conversation_id, first_position, end_position, digest, in_chain, summary,
            summary_kind, created_at)
        values (?1, ?2, ?3, 0, 0, ?4, 1, ?5, ?6, ?7)
        ",
    )
    .bind(to.session.to_string())
    .bind(&root)
    .bind(to.conversation.to_string())
    .bind(Sha256::digest([]).to_vec())
    .bind(summary.as_ref().map(|summary| summary.text.as_str()))
    .bind(summary.as_ref().map(|summary| read::summary_kind_str(summary.kind)))
    .bind(now.as_millisecond())
    .execute(&mut *connection)
    .await?;
    to.head = Node {
        id: Some(root.clone()),
        end: 0,
    };
    settle::write_head(connection, &to).await?;
    carry_facts(connection, (from, &to), &root, seed).await?;
    carry_relationship(connection, (from, &to), &root, seed).await?;
    for hash in exclusions::blocked(connection, from).await? {
        exclusions::block(connection, &to, Some(&to.conversation.to_string()), hash).await?;
    }
    Ok(())
}

async fn carry_facts(
    connection: &mut SqliteConnection,
    (from, to): (&Place, &Place),
    root: &str,
    seed: Uuid,
) -> Result<(), StoreError> {
    let mut number = 0;
    for kind in [FactKind::Pinned, FactKind::Automatic] {
        let wanted = Wanted {
            kind,
            superseded: false,
            limit: u32::MAX,
        };
        for (fact, _) in facts::read(connection, from, wanted).await? {
            if fact.scope == FactScope::Conversation {
                number += 1;
                carry_fact(connection, to, &fact, (root, FactId(numbered(seed, number)))).await?;
            }
        }
    }
    Ok(())
}

/// Its sources stay where they are: they are told, and the fact does not stand or fall with them any more.
async fn carry_fact(
    connection: &mut SqliteConnection,
    to: &Place,
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
    facts::insert(connection, to, &new).await?;
    sqlx::query(
        r"
        insert into fact_sources (session_id, fact_id, message_id, hash, counts)
        select session_id, ?3, message_id, hash, 0 from fact_sources where session_id = ?1 and fact_id = ?2
        ",
    )
    .bind(to.session.to_string())
    .bind(fact.id.to_string())
    .bind(id.to_string())
    .execute(connection)
    .await?;
    Ok(())
}

/// One event for each axis, with the reason of the last one there.
async fn carry_relationship(
    connection: &mut SqliteConnection,
    (from, to): (&Place, &Place),
    root: &str,
    seed: Uuid,
) -> Result<(), StoreError> {
    let standings = relationship::standings(connection, from).await?;
    for (axis, number) in Axis::ALL.into_iter().zip(0..) {
        let standing = standings.get(axis.as_str()).copied().unwrap_or(0);
        let standing = standing.clamp(-FURTHEST, FURTHEST);
        let last = relationship::events(connection, from, axis, 1).await?.pop();
        let (Some(last), Ok(change)) = (last, i8::try_from(standing)) else {
            continue;
        };
        if change == 0 {
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
        relationship::insert(connection, to, &event).await?;
    }
    Ok(())
}
