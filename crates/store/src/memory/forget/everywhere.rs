//! Takes a fact out of everything that is remembered.

use std::collections::HashSet;

use engine::ids::ConversationId;
use engine::memory::FactScope;
use jiff::Timestamp;
use sqlx::SqliteConnection;

use super::super::controls::NamedFact;
use super::super::settle::{self, Place, unreadable};
use super::super::{carry, exclusions, records};
use super::wordings::{self, Said, Sought, Wording};
use crate::conversations::lossy;
use crate::{StoreError, graph};

/// In the fact's conversation and all that were begun with what it left, or in all of its character. There, what was said in one of
/// them is known in all. What is forgotten in one that was begun so stays in the one that it was begun from.
pub async fn forget(
    connection: &mut SqliteConnection,
    place: &Place,
    fact: &NamedFact,
    now: Timestamp,
) -> Result<(), StoreError> {
    let mut places = vec![place.clone()];
    let others = match fact.scope {
        FactScope::Conversation => carry::all_begun_from(connection, place.session, place.conversation).await?,
        FactScope::Character => {
            exclusions::block(connection, place, None, hash(fact)?).await?;
            conversations_with(connection, place).await?
        }
    };
    for id in others.into_iter().filter(|id| *id != place.conversation) {
        places.push(settle::settle(connection, place.session, id).await?);
    }
    if fact.scope == FactScope::Conversation {
        for place in &places {
            exclusions::block(connection, place, Some(&place.conversation.to_string()), hash(fact)?).await?;
        }
    }
    let sought = wordings::sought(connection, &places, fact).await?;
    let reached: Vec<ConversationId> = places.iter().map(|place| place.conversation).collect();
    for place in &places {
        forget_in(connection, (place, &reached), (fact, &sought), now).await?;
    }
    Ok(())
}

fn hash(fact: &NamedFact) -> Result<[u8; 32], StoreError> {
    let hash = fact.hash.as_slice().try_into();
    hash.map_err(|_| unreadable("hash of the fact", &fact.id.to_string()))
}

/// Also those that lie in the trash: they may come back.
async fn conversations_with(
    connection: &mut SqliteConnection,
    place: &Place,
) -> Result<Vec<ConversationId>, StoreError> {
    let ids: Vec<String> =
        sqlx::query_scalar("select id from conversations where session_id = ?1 and character_id = ?2")
            .bind(place.session.to_string())
            .bind(&place.character_id)
            .fetch_all(connection)
            .await?;
    ids.into_iter()
        .map(|id| id.parse().map_err(|_| unreadable("conversation", &id)))
        .collect()
}

async fn forget_in(
    connection: &mut SqliteConnection,
    (place, reached): (&Place, &[ConversationId]),
    (fact, sought): (&NamedFact, &Sought),
    now: Timestamp,
) -> Result<(), StoreError> {
    let mut said = wordings::find(connection, place, sought).await?;
    let mut earlier = Vec::new();
    for id in graph::read::chain(connection, place.session, place.conversation)
        .await
        .unwrap_or_default()
    {
        // It is forgotten itself there, for all that recall it.
        if !reached.contains(&id) {
            let there = settle::settle(connection, place.session, id).await?;
            earlier.push(wordings::find(connection, &there, sought).await?);
        }
    }
    graph::forget::forget_elsewhere(connection, place, (&earlier, sought)).await?;
    let being_written = records::written_with(connection, place, fact, &said).await?;
    said.wordings.extend(being_written);
    take_out(connection, place, (fact, &said), now).await
}

/// Forgets some wordings of messages, and what was found in them; whatever else says the same stays.
pub async fn forget_wordings(
    connection: &mut SqliteConnection,
    place: &Place,
    wordings: Vec<Wording>,
    now: Timestamp,
) -> Result<(), StoreError> {
    let said = Said::only(wordings);
    take_out(connection, place, (&NamedFact::none(), &said), now).await
}

async fn take_out(
    connection: &mut SqliteConnection,
    place: &Place,
    (fact, said): (&NamedFact, &Said),
    now: Timestamp,
) -> Result<(), StoreError> {
    let memories = graph::forget::memories_with(connection, place.session, &said.messages()).await?;
    graph::forget::remove_records(connection, place.session, &memories).await?;
    for wording in said.wordings.iter().chain(&said.answers) {
        let excluded = (wording.message_id.as_str(), wording.ordinal);
        exclusions::exclude(connection, place, excluded, now).await?;
    }
    let forgotten: Vec<&str> = said.wordings.iter().map(|wording| wording.text.as_str()).collect();
    let forgotten = format!("{}\n{}", fact.text, forgotten.join("\n"));
    graph::found::forget(connection, (place.session, place.conversation), &forgotten).await?;
    remove_facts(connection, place, fact, said).await?;
    remove_events(connection, place, said).await?;
    let cleared = clear_summaries(connection, place, said).await?;
    records::remove_with(connection, place, fact, (said, &cleared)).await
}

/// What was found in one of these wordings: ids of facts or events.
async fn found_in(
    connection: &mut SqliteConnection,
    place: &Place,
    sql: &'static str,
    said: &Said,
) -> Result<HashSet<String>, StoreError> {
    let rows: Vec<(String, String, Vec<u8>)> = sqlx::query_as(sql)
        .bind(place.session.to_string())
        .bind(serde_json::Value::from(said.messages()).to_string())
        .fetch_all(connection)
        .await?;
    Ok(rows
        .into_iter()
        .filter(|(_, message, hash)| said.is_in(message, hash))
        .map(|(id, _, _)| id)
        .collect())
}

async fn remove_facts(
    connection: &mut SqliteConnection,
    place: &Place,
    fact: &NamedFact,
    said: &Said,
) -> Result<(), StoreError> {
    let found = found_in(
        connection,
        place,
        r"
        select distinct s.fact_id, s.message_id, s.hash
        from json_each(?2) m
        cross join fact_sources s on s.session_id = ?1 and s.message_id = m.value
        join facts f on f.session_id = s.session_id and f.id = s.fact_id
        where f.kind = 'automatic'
        ",
        said,
    )
    .await?;
    let known: Vec<(String, Vec<u8>)> = sqlx::query_as(
        r"
        select id, text from facts
        where session_id = ?1 and scope = 'conversation' and conversation_id = ?2
        union all
        select id, text from facts
        where session_id = ?1 and scope = 'character' and character_id = ?3 and (?5 or persona_id is ?4)
        ",
    )
    .bind(place.session.to_string())
    .bind(place.conversation.to_string())
    .bind(&place.character_id)
    .bind(place.persona_id.as_deref())
    .bind(fact.scope == FactScope::Character)
    .fetch_all(&mut *connection)
    .await?;
    let itself = fact.id.to_string();
    let goes = |id: &str, text: &str| {
        id == itself || found.contains(id) || said.sought.was_carried(id) || said.sought.is_said_in(text)
    };
    for (id, text) in known {
        if goes(&id, &lossy(text)) {
            super::super::facts::remove(connection, place, &id).await?;
        }
    }
    Ok(())
}

async fn remove_events(connection: &mut SqliteConnection, place: &Place, said: &Said) -> Result<(), StoreError> {
    let mut going = found_in(
        connection,
        place,
        r"
        select distinct s.event_id, s.message_id, s.hash
        from json_each(?2) m
        cross join relationship_event_sources s on s.session_id = ?1 and s.message_id = m.value
        ",
        said,
    )
    .await?;
    let known: Vec<(String, Vec<u8>)> =
        sqlx::query_as("select id, reason from relationship_events where session_id = ?1 and conversation_id = ?2")
            .bind(place.session.to_string())
            .bind(place.conversation.to_string())
            .fetch_all(&mut *connection)
            .await?;
    let saying = known
        .into_iter()
        .filter(|(_, reason)| said.sought.is_said_in(&String::from_utf8_lossy(reason)));
    going.extend(saying.map(|(id, _)| id));
    for id in going {
        sqlx::query("delete from relationship_events where session_id = ?1 and id = ?2")
            .bind(place.session.to_string())
            .bind(id)
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}

/// Those that tell of a wording, and those that say it word for word. Where the messages stood when a checkpoint was written
/// that does not count now is not known: all of those are written again when they come back. What a conversation began with is
/// told of another one, and goes where that one may have told of it, with all that goes on from there. Gives the texts that went.
async fn clear_summaries(
    connection: &mut SqliteConnection,
    place: &Place,
    said: &Said,
) -> Result<Vec<String>, StoreError> {
    let first = said.wordings.iter().map(|wording| wording.position).min();
    let known: Vec<(String, Vec<u8>, bool)> = sqlx::query_as(
        r"
        select id, summary, case
            when end_position > first_position then end_position > ?3 or in_chain = 0 or ?4 and ?5
            else ?4
        end
        from checkpoints
        where session_id = ?1 and conversation_id = ?2 and summary is not null
        ",
    )
    .bind(place.session.to_string())
    .bind(place.conversation.to_string())
    .bind(first.map_or(i64::MAX, i64::from))
    .bind(said.was_found_elsewhere())
    .bind(place.carried_from.is_some())
    .fetch_all(&mut *connection)
    .await?;
    let mut cleared = Vec::new();
    for (id, summary, may_tell) in known {
        let summary = lossy(summary);
        if !may_tell && !said.sought.is_said_in(&summary) {
            continue;
        }
        sqlx::query("update checkpoints set summary = null, summary_kind = null where session_id = ?1 and id = ?2")
            .bind(place.session.to_string())
            .bind(id)
            .execute(&mut *connection)
            .await?;
        cleared.push(summary);
    }
    Ok(cleared)
}
