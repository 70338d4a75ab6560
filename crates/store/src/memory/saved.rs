//! Memory in save files: what counts, out of the tables and back into them.

mod write;

use std::collections::HashMap;

use engine::ids::{ConversationId, SessionId};
use engine::memory::{Axis, FactKind, SummaryKind};
use engine::save_file::SavedTime;
use engine::save_file::memory::{
    SavedCheckpoint, SavedEvent, SavedExclusions, SavedFact, SavedMemory, SavedRelationship, SavedSource, SavedSummary,
    SavedText, SavedWording,
};
use sqlx::{FromRow, SqliteConnection};

use super::facts::{self, counts};
use super::settle::unreadable;
use crate::conversations::lossy;
use crate::{StoreError, graph};

pub(crate) use write::{insert, senseless, time};

/// What counts in a conversation at the moment of a snapshot, without its character's own past. Where the head was not settled since a change, only what was read
/// before that change.
pub(crate) async fn read(
    connection: &mut SqliteConnection,
    session: SessionId,
    conversation: ConversationId,
) -> Result<SavedMemory, StoreError> {
    let place = (session.to_string(), conversation.to_string());
    let (summary, checkpoints) = summary(connection, &place).await?;
    Ok(SavedMemory {
        summary,
        facts: facts_of(connection, &place, &checkpoints).await?,
        exclusions: exclusions(connection, &place).await?,
        relationship: relationship(connection, &place, &checkpoints).await?,
        memory_edits: graph::saved::edits(connection, (session, conversation)).await?,
        past: Vec::new(),
    })
}

type Place = (String, String);

/// Id, end, summary and its kind.
type CheckpointRow = (String, u32, Option<Vec<u8>>, Option<String>);

/// The checkpoints of the chain, and the number of each by its id.
async fn summary(
    connection: &mut SqliteConnection,
    (session, conversation): &Place,
) -> Result<(SavedSummary, HashMap<String, u32>), StoreError> {
    let rows: Vec<CheckpointRow> = sqlx::query_as(
        r"
        select k.id, k.end_position, k.summary, k.summary_kind
        from conversations c
        join checkpoints k on k.session_id = c.session_id and k.conversation_id = c.id and k.in_chain = 1
        where c.session_id = ?1 and c.id = ?2 and k.cleared_by is null
            and (c.memory_changed_from is null or k.end_position <= c.memory_changed_from)
        order by k.end_position
        ",
    )
    .bind(session)
    .bind(conversation)
    .fetch_all(connection)
    .await?;
    let mut numbers = HashMap::new();
    let mut checkpoints = Vec::new();
    for ((id, end, text, kind), number) in rows.into_iter().zip(0..) {
        numbers.insert(id, number);
        let kind = match kind.as_deref() {
            Some("extractive") => SummaryKind::Extractive,
            _ => SummaryKind::Written,
        };
        checkpoints.push(SavedCheckpoint {
            end,
            summary: text.map(|text| SavedText {
                text: lossy(text),
                kind,
            }),
        });
    }
    Ok((SavedSummary { checkpoints }, numbers))
}

#[derive(FromRow)]
struct FactRow {
    id: String,
    text: Vec<u8>,
    kind: String,
    scope: String,
    importance: u8,
    checkpoint_id: Option<String>,
    supersedes: Option<String>,
    created_at: i64,
}

async fn facts_of(
    connection: &mut SqliteConnection,
    (session, conversation): &Place,
    checkpoints: &HashMap<String, u32>,
) -> Result<Vec<SavedFact>, StoreError> {
    let rows: Vec<FactRow> = sqlx::query_as(concat!(
        "select f.id, f.text, f.kind, f.scope, f.importance, f.checkpoint_id, f.supersedes, f.created_at
        from facts f
        join conversations c on c.session_id = f.session_id and c.id = ?2
        where f.session_id = ?1 and f.conversation_id = ?2
            and (f.scope = 'conversation' or f.scope = 'character' and f.character_id = c.character_id)
            and ",
        counts!("f"),
        " order by f.created_at, f.id"
    ))
    .bind(session)
    .bind(conversation)
    .fetch_all(&mut *connection)
    .await?;
    let mut sources = sources(connection, (session, conversation)).await?;
    let is_there = |row: &FactRow| {
        let known = row.checkpoint_id.as_ref().is_none_or(|id| checkpoints.contains_key(id));
        known || row.kind == "pinned"
    };
    let rows: Vec<FactRow> = rows.into_iter().filter(is_there).collect();
    let places: HashMap<String, u32> = rows
        .iter()
        .zip(0..)
        .map(|(row, place)| (row.id.clone(), place))
        .collect();
    let automatic = |place: &u32| rows.get(*place as usize).is_some_and(|row| row.kind == "automatic");
    let mut facts = Vec::with_capacity(rows.len());
    for row in &rows {
        facts.push(SavedFact {
            text: lossy(row.text.clone()),
            kind: match row.kind.as_str() {
                "pinned" => FactKind::Pinned,
                _ => FactKind::Automatic,
            },
            scope: facts::scope(&row.scope),
            importance: row.importance,
            created_at: Some(written(row.created_at)),
            checkpoint: row.checkpoint_id.as_ref().and_then(|id| checkpoints.get(id)).copied(),
            sources: sources.remove(&row.id).unwrap_or_default(),
            supersedes: row
                .supersedes
                .as_ref()
                .and_then(|id| places.get(id))
                .copied()
                .filter(automatic),
        });
    }
    Ok(facts)
}

/// The sources of a conversation's facts that stand in it.
async fn sources(
    connection: &mut SqliteConnection,
    (session, conversation): (&str, &str),
) -> Result<HashMap<String, Vec<SavedSource>>, StoreError> {
    let rows: Vec<(String, String, bool)> = sqlx::query_as(
        r"
        select s.fact_id, s.message_id, s.counts
        from facts f
        join fact_sources s on s.session_id = f.session_id and s.fact_id = f.id
        join messages m on m.session_id = s.session_id and m.id = s.message_id and m.conversation_id = ?2
        where f.session_id = ?1 and f.conversation_id = ?2
        order by m.position
        ",
    )
    .bind(session)
    .bind(conversation)
    .fetch_all(connection)
    .await?;
    let mut sources: HashMap<String, Vec<SavedSource>> = HashMap::new();
    for (fact, message, counts) in rows {
        let message = message.parse().map_err(|_| unreadable("source", &message))?;
        sources.entry(fact).or_default().push(SavedSource { message, counts });
    }
    Ok(sources)
}

async fn exclusions(
    connection: &mut SqliteConnection,
    (session, conversation): &Place,
) -> Result<SavedExclusions, StoreError> {
    let rows: Vec<(String, u32)> = sqlx::query_as(
        r"
        select e.message_id, e.ordinal
        from exclusions e
        join messages m on m.session_id = e.session_id and m.id = e.message_id and m.conversation_id = ?2
        join alternates a on a.session_id = m.session_id and a.message_id = m.id and a.ordinal = e.ordinal
        where e.session_id = ?1 and e.conversation_id = ?2 and e.cleared_by is null
        order by m.position, e.ordinal
        ",
    )
    .bind(session)
    .bind(conversation)
    .fetch_all(&mut *connection)
    .await?;
    let mut messages = Vec::with_capacity(rows.len());
    for (message, alternate) in rows {
        let message = message.parse().map_err(|_| unreadable("excluded message", &message))?;
        messages.push(SavedWording { message, alternate });
    }
    let blocked: Vec<String> = sqlx::query_scalar(
        r"
        select distinct lower(hex(b.hash))
        from conversations c
        join blocked_facts b on b.session_id = c.session_id and b.character_id = c.character_id
            and (b.conversation_id = c.id or b.conversation_id is null)
        where c.session_id = ?1 and c.id = ?2 and b.cleared_by is null
        order by 1
        ",
    )
    .bind(session)
    .bind(conversation)
    .fetch_all(connection)
    .await?;
    Ok(SavedExclusions { messages, blocked })
}

async fn relationship(
    connection: &mut SqliteConnection,
    place: &Place,
    checkpoints: &HashMap<String, u32>,
) -> Result<SavedRelationship, StoreError> {
    let (session, conversation) = place;
    let enabled: Vec<String> = sqlx::query_scalar(
        r"
        select x.axis from conversations c
        join axis_consents x on x.session_id = c.session_id and x.character_id = c.character_id
        where c.session_id = ?1 and c.id = ?2
        ",
    )
    .bind(session)
    .bind(conversation)
    .fetch_all(&mut *connection)
    .await?;
    let locked: Vec<String> =
        sqlx::query_scalar("select axis from axis_locks where session_id = ?1 and conversation_id = ?2")
            .bind(session)
            .bind(conversation)
            .fetch_all(&mut *connection)
            .await?;
    let named = |names: &[String]| {
        let is_named = |axis: &Axis| names.iter().any(|name| name == axis.as_str());
        Axis::ALL.into_iter().filter(is_named).collect::<Vec<_>>()
    };
    Ok(SavedRelationship {
        enabled: named(&enabled),
        locked: named(&locked),
        events: events(connection, place, checkpoints).await?,
    })
}

async fn events(
    connection: &mut SqliteConnection,
    (session, conversation): &Place,
    checkpoints: &HashMap<String, u32>,
) -> Result<Vec<SavedEvent>, StoreError> {
    let rows: Vec<(String, String, String, i8, Vec<u8>, i64)> = sqlx::query_as(
        r"
        select id, checkpoint_id, axis, change, reason, created_at
        from relationship_events
        where session_id = ?1 and conversation_id = ?2
        order by created_at, id
        ",
    )
    .bind(session)
    .bind(conversation)
    .fetch_all(&mut *connection)
    .await?;
    let said: Vec<(String, String)> = sqlx::query_as(
        r"
        select s.event_id, s.message_id
        from relationship_events e
        join relationship_event_sources s on s.session_id = e.session_id and s.event_id = e.id
        join messages m on m.session_id = s.session_id and m.id = s.message_id and m.conversation_id = ?2
        where e.session_id = ?1 and e.conversation_id = ?2
        order by m.position
        ",
    )
    .bind(session)
    .bind(conversation)
    .fetch_all(connection)
    .await?;
    let mut sources: HashMap<String, Vec<_>> = HashMap::new();
    for (event, message) in said {
        let message = message.parse().map_err(|_| unreadable("source", &message))?;
        sources.entry(event).or_default().push(message);
    }
    let mut events = Vec::new();
    for (id, checkpoint, axis, change, reason, created_at) in rows {
        let known = Axis::ALL.into_iter().find(|known| known.as_str() == axis);
        let (Some(axis), Some(checkpoint)) = (known, checkpoints.get(&checkpoint)) else {
            continue;
        };
        events.push(SavedEvent {
            axis,
            change,
            reason: lossy(reason),
            created_at: Some(written(created_at)),
            checkpoint: *checkpoint,
            sources: sources.remove(&id).unwrap_or_default(),
        });
    }
    // Where two were said at once, whatever their ids are.
    events.sort_by_key(|event| (event.checkpoint, event.axis));
    Ok(events)
}

pub(crate) fn written(milliseconds: i64) -> String {
    SavedTime::new(milliseconds, None).to_string()
}
