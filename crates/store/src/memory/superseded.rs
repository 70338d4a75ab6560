//! What prompts are told of facts that newer ones have replaced.

use std::collections::{HashMap, HashSet};

use engine::ids::FactId;
use engine::memory::contradiction::also_superseded;
use engine::memory::superseded::SupersededFact;
use engine::memory::{Fact, FactKind};
use sqlx::SqliteConnection;

use super::facts::{self, Wanted, counts, sources};
use super::read::Superseded;
use super::settle::Place;
use crate::StoreError;
use crate::conversations::lossy;

/// So many are read, the last replaced first.
const MOST_SUPERSEDED: u32 = 256;

/// From the newer fact to the older one; of each conversation and character, the index gives the newer ones.
const SUPERSEDED: &str = concat!(
    "select f.id, f.text, n.id, n.text
    from facts n
    join facts f on f.session_id = n.session_id and f.id = n.supersedes
    where n.session_id = ?1 and n.supersedes is not null and f.kind = 'automatic'
        and (n.scope = 'conversation' and n.conversation_id = ?2
            or n.scope = 'character' and n.character_id = ?3 and n.persona_id is ?4)
        and (f.scope = 'conversation' and f.conversation_id = ?2
            or f.scope = 'character' and f.character_id = ?3 and f.persona_id is ?4)
        and ",
    counts!("n"),
    " and ",
    counts!("f"),
    "
    order by n.created_at desc, n.id desc
    limit ?5"
);

/// The facts that count in a conversation and that newer ones have replaced; of a row of them each is replaced by the last one.
pub(crate) async fn read(connection: &mut SqliteConnection, place: &Place) -> Result<Vec<SupersededFact>, StoreError> {
    let rows: Vec<(String, Vec<u8>, String, Vec<u8>)> = sqlx::query_as(SUPERSEDED)
        .bind(place.session.to_string())
        .bind(place.conversation.to_string())
        .bind(&place.character_id)
        .bind(place.persona_id.as_deref())
        .bind(MOST_SUPERSEDED)
        .fetch_all(&mut *connection)
        .await?;
    if rows.is_empty() {
        return Ok(Vec::new());
    }
    let ids: Vec<&str> = rows.iter().map(|(id, ..)| id.as_str()).collect();
    let mut sources = sources(connection, place, &ids).await?;
    // The newest comes first, and is the one that counts.
    let mut by: HashMap<String, (String, String)> = HashMap::new();
    let mut found = Vec::new();
    for (id, text, newer, now) in rows {
        if !by.contains_key(&id) {
            by.insert(id.clone(), (newer, lossy(now)));
            found.push((id, lossy(text)));
        }
    }
    let superseded = found.into_iter().map(|(id, text)| {
        let sources = sources.remove(&id).unwrap_or_default();
        let sources = sources.into_iter().map(|source| source.message_id);
        SupersededFact::new(text, last(&by, &id), sources.collect())
    });
    Ok(superseded.collect())
}

/// The facts that hold and may be told, and those that newer ones have replaced or make untrue, each in its order.
pub(crate) fn parted(facts: Vec<(Fact, Option<FactId>)>) -> (Vec<Fact>, Vec<Superseded>) {
    let holding: Vec<Fact> = facts
        .iter()
        .filter(|(_, by)| by.is_none())
        .map(|(fact, _)| fact.clone())
        .collect();
    let also: HashMap<FactId, FactId> = also_superseded(&holding).into_iter().collect();
    let mut holding = Vec::new();
    let mut history = Vec::new();
    for (fact, by) in facts {
        match by.or_else(|| also.get(&fact.id).copied()) {
            Some(by) => history.push(Superseded { fact, by }),
            None => holding.push(fact),
        }
    }
    (holding, history)
}

/// What a fact has replaced, and what that had, the last replaced first: as the history has it.
pub(crate) async fn replaced_by(
    connection: &mut SqliteConnection,
    place: &Place,
    id: FactId,
) -> Result<Vec<FactId>, StoreError> {
    let wanted = |kind| Wanted {
        kind,
        superseded: true,
        limit: u32::MAX,
    };
    let kinds = [wanted(FactKind::Pinned), wanted(FactKind::Automatic)];
    let (_, history) = parted(facts::read(connection, place, &kinds).await?);
    let mut row = vec![id];
    let mut place = 0;
    while let Some(newer) = row.get(place).copied() {
        let older = history.iter().filter(|past| past.by == newer).map(|past| past.fact.id);
        let new: Vec<FactId> = older.filter(|id| !row.contains(id)).collect();
        row.extend(new);
        place += 1;
    }
    row.remove(0);
    Ok(row)
}

/// What prompts are told of all that is in the history: what [`read`] found, with what is not in the database.
pub(crate) fn told(read: Vec<SupersededFact>, history: &[Superseded], holding: &[Fact]) -> Vec<SupersededFact> {
    let now_of = |by: FactId| {
        let newer = holding.iter().find(|fact| fact.id == by);
        newer.map(|fact| fact.text.clone())
    };
    let known: HashSet<String> = read.iter().map(|past| past.text.clone()).collect();
    let also: Vec<(&Fact, String)> = history
        .iter()
        .filter(|past| !known.contains(&past.fact.text))
        .filter_map(|past| Some((&past.fact, now_of(past.by)?)))
        .collect();
    // What had replaced one may be untrue itself by now.
    let last = read.into_iter().map(|past| {
        let after = also.iter().find(|(fact, _)| fact.text == past.now);
        match after {
            Some((_, now)) => SupersededFact::new(past.text, now.clone(), past.sources),
            None => past,
        }
    });
    let mut told: Vec<SupersededFact> = last.collect();
    told.extend(also.iter().map(|(fact, now)| {
        let sources = fact.sources.iter().map(|source| source.message_id).collect();
        SupersededFact::new(fact.text.clone(), now.clone(), sources)
    }));
    told
}

/// The text of the last fact in the row that replaces one. What was written by hand may go in a circle.
fn last(by: &HashMap<String, (String, String)>, id: &str) -> String {
    let mut at = id;
    let mut now = "";
    for _ in 0..by.len() {
        let Some((newer, text)) = by.get(at) else { break };
        (at, now) = (newer, text);
    }
    now.to_owned()
}
