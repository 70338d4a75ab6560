//! Tables `relationship_events`, `axis_consents` and `axis_locks`.

use std::collections::{HashMap, HashSet};

use engine::ids::{MessageId, RelationshipEventId};
use engine::memory::{Axis, MOST_SOURCES, RelationshipEvent, Source};
use jiff::Timestamp;
use sqlx::{FromRow, SqliteConnection};

use super::facts::grouped;
use super::settle::{Place, unreadable};
use crate::StoreError;
use crate::conversations::{lossy, time};

/// Which axes take part, and which of them stay as they are.
#[derive(Debug, Clone, Default)]
pub(crate) struct AxisSettings {
    consents: HashSet<String>,
    locks: HashSet<String>,
}

impl AxisSettings {
    pub fn is_enabled(&self, axis: Axis) -> bool {
        !axis.is_optional() || self.consents.contains(axis.as_str())
    }

    pub fn is_locked(&self, axis: Axis) -> bool {
        self.locks.contains(axis.as_str())
    }

    /// The axes that new events count on.
    pub fn open(&self) -> Vec<Axis> {
        let is_open = |axis: &Axis| self.is_enabled(*axis) && !self.is_locked(*axis);
        Axis::ALL.into_iter().filter(is_open).collect()
    }
}

pub(crate) async fn axis_settings(
    connection: &mut SqliteConnection,
    place: &Place,
) -> Result<AxisSettings, StoreError> {
    let rows: Vec<(String, bool)> = sqlx::query_as(
        r"
        select axis, 0 from axis_consents where session_id = ?1 and character_id = ?2
        union all
        select axis, 1 from axis_locks where session_id = ?1 and conversation_id = ?3
        ",
    )
    .bind(place.session.to_string())
    .bind(&place.character_id)
    .bind(place.conversation.to_string())
    .fetch_all(connection)
    .await?;
    let (locks, consents): (Vec<_>, Vec<_>) = rows.into_iter().partition(|(_, is_lock)| *is_lock);
    let axes = |rows: Vec<(String, bool)>| rows.into_iter().map(|(axis, _)| axis).collect();
    Ok(AxisSettings {
        consents: axes(consents),
        locks: axes(locks),
    })
}

pub(crate) const STANDINGS: &str = r"
    select e.axis, sum(e.change)
    from relationship_events e
    join checkpoints c on c.session_id = e.session_id and c.id = e.checkpoint_id
    where e.session_id = ?1 and e.conversation_id = ?2 and c.in_chain = 1
    group by e.axis
";

/// The sum of the events that count on an axis; 0 where there is none. Not clamped.
pub(crate) async fn standings(
    connection: &mut SqliteConnection,
    place: &Place,
) -> Result<HashMap<String, i32>, StoreError> {
    let rows: Vec<(String, i32)> = sqlx::query_as(STANDINGS)
        .bind(place.session.to_string())
        .bind(place.conversation.to_string())
        .fetch_all(connection)
        .await?;
    Ok(rows.into_iter().collect())
}

#[derive(FromRow)]
struct EventRow {
    id: String,
    change: i8,
    reason: Vec<u8>,
    created_at: i64,
}

pub(crate) const EVENTS: &str = r"
    select e.id, e.change, e.reason, e.created_at
    from relationship_events e
    join checkpoints c on c.session_id = e.session_id and c.id = e.checkpoint_id
    where e.session_id = ?1 and e.conversation_id = ?2 and e.axis = ?3 and c.in_chain = 1
    order by e.created_at desc, e.id desc
    limit ?4
";

/// The newest events that count on an axis, newest first.
pub(crate) async fn events(
    connection: &mut SqliteConnection,
    place: &Place,
    axis: Axis,
    limit: u32,
) -> Result<Vec<RelationshipEvent>, StoreError> {
    let rows: Vec<EventRow> = sqlx::query_as(EVENTS)
        .bind(place.session.to_string())
        .bind(place.conversation.to_string())
        .bind(axis.as_str())
        .bind(limit)
        .fetch_all(&mut *connection)
        .await?;
    let ids: Vec<&str> = rows.iter().map(|row| row.id.as_str()).collect();
    let mut sources = sources(connection, place, &ids).await?;
    rows.into_iter()
        .map(|row| {
            Ok(RelationshipEvent {
                id: row.id.parse().map_err(|_| unreadable("event", &row.id))?,
                axis,
                change: row.change,
                reason: lossy(row.reason),
                sources: sources.remove(&row.id).unwrap_or_default(),
                created_at: time(row.created_at),
            })
        })
        .collect()
}

/// In the order in which the tables stand; see [`super::facts::SOURCES`].
pub(crate) const SOURCES: &str = r"
    select s.event_id, s.message_id, m.position
    from json_each(?3) e
    cross join relationship_event_sources s on s.session_id = ?1 and s.event_id = e.value
    left join messages m on m.session_id = ?1 and m.id = s.message_id and m.conversation_id = ?2
    order by s.event_id, m.position, s.message_id
";

async fn sources(
    connection: &mut SqliteConnection,
    place: &Place,
    events: &[&str],
) -> Result<HashMap<String, Vec<Source>>, StoreError> {
    let rows: Vec<(String, String, Option<u32>)> = sqlx::query_as(SOURCES)
        .bind(place.session.to_string())
        .bind(place.conversation.to_string())
        .bind(serde_json::Value::from(events).to_string())
        .fetch_all(connection)
        .await?;
    grouped(rows)
}

/// An event as it is put down.
#[derive(Debug, Clone)]
pub(crate) struct EventToInsert<'a> {
    pub id: RelationshipEventId,
    pub checkpoint_id: &'a str,
    pub axis: Axis,
    pub change: i8,
    pub reason: &'a str,
    pub created_at: Timestamp,
}

pub(crate) async fn insert(
    connection: &mut SqliteConnection,
    place: &Place,
    new: &EventToInsert<'_>,
) -> Result<(), StoreError> {
    sqlx::query(
        r"
        insert into relationship_events (session_id, id, conversation_id, checkpoint_id, axis, change, reason, created_at)
        values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
        ",
    )
    .bind(place.session.to_string())
    .bind(new.id.to_string())
    .bind(place.conversation.to_string())
    .bind(new.checkpoint_id)
    .bind(new.axis.as_str())
    .bind(new.change)
    .bind(new.reason)
    .bind(new.created_at.as_millisecond())
    .execute(connection)
    .await?;
    Ok(())
}

/// Links an event to messages of its conversation, with their chosen texts as they are.
pub(crate) async fn link_sources(
    connection: &mut SqliteConnection,
    place: &Place,
    id: RelationshipEventId,
    messages: &[MessageId],
) -> Result<(), StoreError> {
    for message in messages.iter().take(MOST_SOURCES) {
        sqlx::query(
            r"
            insert into relationship_event_sources (session_id, event_id, message_id, hash)
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
