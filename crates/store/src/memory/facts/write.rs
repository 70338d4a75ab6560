//! Facts are put down, linked with the messages that they were found in, and removed.

use engine::ids::{FactId, MessageId};
use engine::memory::{FactKind, FactScope, MOST_SOURCES};
use jiff::Timestamp;
use sqlx::SqliteConnection;

use super::super::settle::Place;
use super::{counts, kind_str, scope_str};
use crate::StoreError;

/// A fact as it is put down.
#[derive(Debug, Clone)]
pub(crate) struct FactToInsert<'a> {
    pub id: FactId,
    pub scope: FactScope,
    pub kind: FactKind,
    pub checkpoint_id: Option<&'a str>,
    pub text: &'a str,
    pub hash: [u8; 32],
    pub importance: u8,
    pub supersedes: Option<FactId>,
    pub created_at: Timestamp,
}

pub(crate) async fn insert(
    connection: &mut SqliteConnection,
    place: &Place,
    new: &FactToInsert<'_>,
) -> Result<(), StoreError> {
    sqlx::query(
        r"
        insert into facts (session_id, id, character_id, conversation_id, scope, persona_id, kind, checkpoint_id, text, hash,
            importance, supersedes, created_at)
        values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)
        ",
    )
    .bind(place.session.to_string())
    .bind(new.id.to_string())
    .bind(&place.character_id)
    .bind(place.conversation.to_string())
    .bind(scope_str(new.scope))
    .bind(place.persona_id.as_deref().filter(|_| new.scope == FactScope::Character))
    .bind(kind_str(new.kind))
    .bind(new.checkpoint_id)
    .bind(new.text)
    .bind(new.hash.to_vec())
    .bind(new.importance)
    .bind(new.supersedes.map(|id| id.to_string()))
    .bind(new.created_at.as_millisecond())
    .execute(connection)
    .await?;
    Ok(())
}

/// Whether a pinned fact of the same words counts already where one of this scope would.
pub(crate) async fn is_pinned(
    connection: &mut SqliteConnection,
    place: &Place,
    (hash, scope): ([u8; 32], FactScope),
) -> Result<bool, StoreError> {
    Ok(sqlx::query_scalar(concat!(
        "select exists (
            select 1 from facts f
            where f.session_id = ?1 and f.kind = 'pinned' and f.scope = ?5 and f.hash = ?6
                and (f.scope = 'conversation' and f.conversation_id = ?2
                    or f.scope = 'character' and f.character_id = ?3 and f.persona_id is ?4)
                and ",
        counts!("f"),
        ")"
    ))
    .bind(place.session.to_string())
    .bind(place.conversation.to_string())
    .bind(&place.character_id)
    .bind(place.persona_id.as_deref())
    .bind(scope_str(scope))
    .bind(hash.to_vec())
    .fetch_one(connection)
    .await?)
}

/// Links a fact to messages of its conversation, with their chosen texts as they are.
pub(crate) async fn link_sources(
    connection: &mut SqliteConnection,
    place: &Place,
    id: FactId,
    messages: &[MessageId],
) -> Result<(), StoreError> {
    for message in messages.iter().take(MOST_SOURCES) {
        sqlx::query(
            r"
            insert into fact_sources (session_id, fact_id, message_id, hash)
            select m.session_id, ?2, m.id, a.hash
            from messages m
            join alternates a on a.session_id = m.session_id and a.message_id = m.id and a.ordinal = m.chosen
            where m.session_id = ?1 and m.id = ?3 and m.conversation_id = ?4
            on conflict do nothing
            ",
        )
        .bind(place.session.to_string())
        .bind(id.to_string())
        .bind(message.to_string())
        .bind(place.conversation.to_string())
        .execute(&mut *connection)
        .await?;
    }
    Ok(())
}

/// Links a fact to the messages that stand now where it was found, with the same texts, in the place of those that do not stand
/// any more: its checkpoint fits by what is said, not by who has said it.
pub(crate) async fn follow_sources(
    connection: &mut SqliteConnection,
    place: &Place,
    id: &str,
) -> Result<(), StoreError> {
    sqlx::query(
        r"
        update or ignore fact_sources
        set message_id = coalesce((
            select m.id
            from facts f
            join checkpoints c on c.session_id = f.session_id and c.id = f.checkpoint_id and c.in_chain = 1
            join messages m on m.session_id = f.session_id and m.conversation_id = ?3
                and m.position >= c.first_position and m.position < c.end_position
            join alternates a on a.session_id = m.session_id and a.message_id = m.id and a.ordinal = m.chosen
            where f.session_id = ?1 and f.id = ?2 and a.hash = fact_sources.hash
            order by m.position
            limit 1
        ), message_id)
        where session_id = ?1 and fact_id = ?2 and counts = 1 and not exists (
            select 1 from messages m where m.session_id = ?1 and m.id = message_id and m.conversation_id = ?3
        )
        ",
    )
    .bind(place.session.to_string())
    .bind(id)
    .bind(place.conversation.to_string())
    .execute(connection)
    .await?;
    Ok(())
}

/// What it had replaced is replaced by what has replaced it, if that is there. What conversations were begun with from it stays: who
/// forgets a fact forgets it there as well.
pub(crate) async fn remove(connection: &mut SqliteConnection, place: &Place, id: &str) -> Result<(), StoreError> {
    sqlx::query(
        r"
        update facts set supersedes = (select f.supersedes from facts f where f.session_id = ?1 and f.id = ?2)
        where session_id = ?1 and supersedes = ?2
        ",
    )
    .bind(place.session.to_string())
    .bind(id)
    .execute(&mut *connection)
    .await?;
    sqlx::query("update facts set carried_fact = null where session_id = ?1 and carried_fact = ?2")
        .bind(place.session.to_string())
        .bind(id)
        .execute(&mut *connection)
        .await?;
    sqlx::query("delete from facts where session_id = ?1 and id = ?2")
        .bind(place.session.to_string())
        .bind(id)
        .execute(connection)
        .await?;
    Ok(())
}

/// What was carried from a fact stands and falls with another one from now on.
pub(crate) async fn carry_on_as(
    connection: &mut SqliteConnection,
    place: &Place,
    (id, other): (FactId, FactId),
) -> Result<(), StoreError> {
    sqlx::query("update facts set carried_fact = ?3 where session_id = ?1 and carried_fact = ?2")
        .bind(place.session.to_string())
        .bind(id.to_string())
        .bind(other.to_string())
        .execute(connection)
        .await?;
    Ok(())
}
