//! Tables `facts` and `fact_sources`.

mod write;

use std::collections::HashMap;

use engine::ids::FactId;
use engine::memory::{Fact, FactKind, FactScope, Source};
use sqlx::{FromRow, SqliteConnection};

use super::settle::{Place, unreadable};
use crate::StoreError;
use crate::conversations::{lossy, time};

/// Whether a row of `facts` counts in its conversation: what extraction found stands by its checkpoint; whatever else has
/// sources that count, as long as each of them stands with the same text; what was given to the character, always.
macro_rules! counts {
    ($f:literal) => {
        concat!(
            "(", $f, ".cleared_by is null and case
                when ", $f, ".kind = 'automatic' and ", $f, ".checkpoint_id is not null then exists (
                    select 1 from checkpoints c
                    where c.session_id = ", $f, ".session_id and c.id = ", $f, ".checkpoint_id and c.in_chain = 1
                )
                else ", $f, ".scope = 'character' or not exists (
                    select 1 from fact_sources s
                    left join messages m on m.session_id = s.session_id and m.id = s.message_id
                        and m.conversation_id = ", $f, ".conversation_id
                    left join alternates a on a.session_id = m.session_id and a.message_id = m.id and a.ordinal = m.chosen
                    where s.session_id = ", $f, ".session_id and s.fact_id = ", $f, ".id and s.counts = 1
                        and (a.hash is null or a.hash <> s.hash)
                )
            end)"
        )
    };
}

pub(crate) use counts;
pub(crate) use write::{FactToInsert, carry_on_as, follow_sources, insert, is_pinned, link_sources, remove};

/// The newer fact that counts in conversation `?2` and takes the place of an automatic one; null without one. Of the character
/// `?3`'s, those count that are known with the persona `?4`.
macro_rules! superseded_by {
    () => {
        concat!(
            "(select n.id from facts n
                where f.kind = 'automatic' and n.session_id = f.session_id and n.supersedes = f.id
                    and (n.scope = 'conversation' and n.conversation_id = ?2
                        or n.scope = 'character' and n.character_id = ?3 and n.persona_id is ?4)
                    and ",
            counts!("n"),
            "
                order by n.created_at desc, n.id desc
                limit 1)"
        )
    };
}

macro_rules! select_facts {
    ($of:literal) => {
        concat!(
            "select f.id, f.text, f.kind, f.scope, f.importance, f.supersedes, f.created_at, ",
            superseded_by!(),
            "
                as superseded_by
            from facts f
            where f.session_id = ?1 and f.kind = ?5 and ",
            $of,
            " and ",
            counts!("f"),
            "
                and (?6 or ",
            superseded_by!(),
            " is null)
            order by f.importance desc, f.created_at desc, f.id desc
            limit ?7"
        )
    };
}

macro_rules! facts_of_conversation {
    () => {
        select_facts!("f.scope = 'conversation' and f.conversation_id = ?2")
    };
}

macro_rules! facts_of_character {
    () => {
        select_facts!("f.scope = 'character' and f.character_id = ?3 and f.persona_id is ?4")
    };
}

macro_rules! facts {
    () => {
        concat!(
            "select * from (",
            facts_of_conversation!(),
            ") union all select * from (",
            facts_of_character!(),
            ")"
        )
    };
}

/// The halves of [`FACTS`], for looking at how they are found.
#[cfg(test)]
pub(crate) const FACTS_OF: [&str; 2] = [facts_of_conversation!(), facts_of_character!()];

/// The order is that of an index, so that the first few are found without reading the rest.
pub(crate) const FACTS: &str = facts!();
const COUNT: &str = concat!("select count(*) from (", facts!(), ")");

#[derive(FromRow)]
struct FactRow {
    id: String,
    text: Vec<u8>,
    kind: String,
    scope: String,
    importance: u8,
    supersedes: Option<String>,
    created_at: i64,
    superseded_by: Option<String>,
}

/// Which facts are read.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Wanted {
    pub kind: FactKind,
    /// Also those that a newer one has replaced.
    pub superseded: bool,
    pub limit: u32,
}

/// The facts of the kinds that count in a conversation, the most important first, then the newest; each with the one that has
/// replaced it. The kinds one after another.
pub(crate) async fn read(
    connection: &mut SqliteConnection,
    place: &Place,
    wanted: &[Wanted],
) -> Result<Vec<(Fact, Option<FactId>)>, StoreError> {
    let mut rows: Vec<FactRow> = Vec::new();
    for wanted in wanted {
        rows.extend(rows_of(connection, place, *wanted).await?);
    }
    let ids: Vec<&str> = rows.iter().map(|row| row.id.as_str()).collect();
    let mut sources = match ids.is_empty() {
        true => HashMap::new(),
        false => sources(connection, place, &ids).await?,
    };
    rows.into_iter()
        .map(|row| {
            let sources = sources.remove(&row.id).unwrap_or_default();
            let superseded_by = row.superseded_by.as_deref().map(fact_id).transpose()?;
            Ok((fact(row, sources)?, superseded_by))
        })
        .collect()
}

/// How many facts of a kind count, at most the limit.
pub(crate) async fn count(connection: &mut SqliteConnection, place: &Place, wanted: Wanted) -> Result<u32, StoreError> {
    let count: u32 = sqlx::query_scalar(COUNT)
        .bind(place.session.to_string())
        .bind(place.conversation.to_string())
        .bind(&place.character_id)
        .bind(place.persona_id.as_deref())
        .bind(kind_str(wanted.kind))
        .bind(wanted.superseded)
        .bind(wanted.limit)
        .fetch_one(connection)
        .await?;
    Ok(count.min(wanted.limit))
}

/// In one statement: the two scopes have an index each.
async fn rows_of(connection: &mut SqliteConnection, place: &Place, wanted: Wanted) -> Result<Vec<FactRow>, StoreError> {
    let mut rows: Vec<FactRow> = sqlx::query_as(FACTS)
        .bind(place.session.to_string())
        .bind(place.conversation.to_string())
        .bind(&place.character_id)
        .bind(place.persona_id.as_deref())
        .bind(kind_str(wanted.kind))
        .bind(wanted.superseded)
        .bind(wanted.limit)
        .fetch_all(&mut *connection)
        .await?;
    rows.sort_by(|left, right| {
        let key = |row: &FactRow| (row.importance, row.created_at, row.id.clone());
        key(right).cmp(&key(left))
    });
    rows.truncate(wanted.limit as usize);
    Ok(rows)
}

fn fact(row: FactRow, sources: Vec<Source>) -> Result<Fact, StoreError> {
    Ok(Fact {
        id: fact_id(&row.id)?,
        text: lossy(row.text),
        kind: match row.kind.as_str() {
            "pinned" => FactKind::Pinned,
            _ => FactKind::Automatic,
        },
        scope: scope(&row.scope),
        importance: row.importance,
        sources,
        supersedes: row.supersedes.as_deref().map(fact_id).transpose()?,
        created_at: time(row.created_at),
    })
}

/// A cross join: SQLite takes the tables in this order. Left to choose, it reads the sources of all facts, and for each the whole
/// list of ids.
pub(crate) const SOURCES: &str = r"
    select s.fact_id, s.message_id, m.position
    from json_each(?3) f
    cross join fact_sources s on s.session_id = ?1 and s.fact_id = f.value
    left join messages m on m.session_id = ?1 and m.id = s.message_id and m.conversation_id = ?2
    order by s.fact_id, m.position, s.message_id
";

pub(crate) async fn sources(
    connection: &mut SqliteConnection,
    place: &Place,
    facts: &[&str],
) -> Result<HashMap<String, Vec<Source>>, StoreError> {
    let rows: Vec<(String, String, Option<u32>)> = sqlx::query_as(SOURCES)
        .bind(place.session.to_string())
        .bind(place.conversation.to_string())
        .bind(serde_json::Value::from(facts).to_string())
        .fetch_all(connection)
        .await?;
    grouped(rows)
}

/// Sources by what they belong to.
pub(crate) fn grouped(rows: Vec<(String, String, Option<u32>)>) -> Result<HashMap<String, Vec<Source>>, StoreError> {
    let mut groups: HashMap<String, Vec<Source>> = HashMap::new();
    for (of, message, position) in rows {
        let message_id = message.parse().map_err(|_| unreadable("source", &message))?;
        groups.entry(of).or_default().push(Source { message_id, position });
    }
    Ok(groups)
}

/// A fact's id, if the fact is there.
pub(crate) async fn still_there(
    connection: &mut SqliteConnection,
    place: &Place,
    id: Option<FactId>,
) -> Result<Option<FactId>, StoreError> {
    let found: Option<String> = sqlx::query_scalar("select id from facts where session_id = ?1 and id = ?2")
        .bind(place.session.to_string())
        .bind(id.map(|id| id.to_string()))
        .fetch_optional(connection)
        .await?;
    found.as_deref().map(fact_id).transpose()
}

pub(crate) fn fact_id(text: &str) -> Result<FactId, StoreError> {
    text.parse().map_err(|_| unreadable("fact", text))
}

pub(crate) fn kind_str(kind: FactKind) -> &'static str {
    match kind {
        FactKind::Pinned => "pinned",
        FactKind::Automatic => "automatic",
    }
}

pub(crate) fn scope_str(scope: FactScope) -> &'static str {
    match scope {
        FactScope::Conversation => "conversation",
        FactScope::Character => "character",
    }
}

pub(crate) fn scope(text: &str) -> FactScope {
    match text {
        "character" => FactScope::Character,
        _ => FactScope::Conversation,
    }
}
