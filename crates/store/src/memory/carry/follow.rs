//! What was carried follows the fact that it was carried from, when the reader puts that in other words.

use std::collections::HashMap;

use engine::ids::{ConversationId, FactId};
use engine::memory::normalise::fact_hash;
use engine::memory::{Fact, FactKind, FactScope};
use sha2::{Digest, Sha256};
use sqlx::SqliteConnection;
use uuid::Uuid;

use super::super::facts::{self, FactToInsert};
use super::super::settle::{self, Place, unreadable};
use super::super::{controls::NamedFact, exclusions};
use super::{all_begun_from, root};
use crate::StoreError;

/// Where a fact was carried to.
#[derive(Debug, Clone)]
pub struct Carried {
    conversation: ConversationId,
    /// The one that it was carried from.
    from: ConversationId,
    root: String,
}

/// The roots that hold a fact of these words, in all conversations that were begun from this one; each after those that it was carried
/// from. Read before the fact is forgotten: what was carried goes with it.
pub async fn carried_as(
    connection: &mut SqliteConnection,
    place: &Place,
    hash: &[u8],
) -> Result<Vec<Carried>, StoreError> {
    let mut found = Vec::new();
    for conversation in all_begun_from(connection, place.session, place.conversation).await? {
        let rows: Vec<(String, String)> = sqlx::query_as(
            r"
            select distinct r.id, r.carried_from
            from facts f
            join checkpoints r on r.session_id = f.session_id and r.id = f.checkpoint_id and r.carried_from is not null
            where f.session_id = ?1 and f.conversation_id = ?2 and f.scope = 'conversation' and f.hash = ?3
            order by r.in_chain, r.id
            ",
        )
        .bind(place.session.to_string())
        .bind(conversation.to_string())
        .bind(hash.to_vec())
        .fetch_all(&mut *connection)
        .await?;
        for (root, from) in rows {
            let from = from.parse().map_err(|_| unreadable("conversation", &from))?;
            found.push(Carried {
                conversation,
                from,
                root,
            });
        }
    }
    Ok(found)
}

/// Carries a fact where the one was carried that it takes the place of, but for where its words were forgotten or pinned already.
pub async fn put_in_other_words(
    connection: &mut SqliteConnection,
    place: &Place,
    new: &FactToInsert<'_>,
    carried: &[Carried],
) -> Result<(), StoreError> {
    let mut ids = HashMap::from([(place.conversation, new.id)]);
    for Carried {
        conversation,
        from,
        root,
    } in carried
    {
        let Some(origin) = ids.get(from).copied() else { continue };
        let there = settle::settle(connection, place.session, *conversation).await?;
        let is_known = facts::is_pinned(connection, &there, (new.hash, FactScope::Conversation)).await?;
        if is_known || exclusions::blocked(connection, &there).await?.contains(&new.hash) {
            continue;
        }
        let id = id_in(root, new.id);
        let fact = Fact {
            id: origin,
            text: new.text.to_owned(),
            kind: FactKind::Pinned,
            scope: FactScope::Conversation,
            importance: new.importance,
            sources: Vec::new(),
            supersedes: None,
            created_at: new.created_at,
        };
        root::carry_fact(connection, &there, &fact, (root, id)).await?;
        ids.insert(*conversation, id);
    }
    Ok(())
}

/// The same for the same fact in the same root.
fn id_in(root: &str, fact: FactId) -> FactId {
    let mut digest = Sha256::new();
    digest.update(root);
    digest.update(fact.0.as_bytes());
    let mut bytes = [0; 16];
    bytes.copy_from_slice(&digest.finalize()[..16]);
    FactId(Uuid::new_v8(bytes))
}

/// Writes a fact's words as they are spelled now where it was carried to.
pub async fn put_right(
    connection: &mut SqliteConnection,
    place: &Place,
    (fact, text): (&NamedFact, &str),
) -> Result<(), StoreError> {
    for carried in carried_as(connection, place, &fact.hash).await? {
        sqlx::query("update facts set text = ?3 where session_id = ?1 and checkpoint_id = ?2 and hash = ?4")
            .bind(place.session.to_string())
            .bind(&carried.root)
            .bind(text)
            .bind(fact_hash(text).to_vec())
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}
