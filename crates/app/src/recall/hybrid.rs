//! Words, meaning, graph, time and feeling together.

use std::collections::HashMap;
use std::sync::Arc;

use engine::emotion::emotion;
use engine::graph::view::RecallPart;
use engine::ids::{ConversationId, SessionId};
use engine::recall::{Configuration, Part, Query, Recalled, Search, TokenVectors, built_in_weights};
use jiff::tz::TimeZone;
use store::KeptVectors;
use uuid::Uuid;

use super::ask::{Ask, Match, Plotted, stands_apart};
use super::open::OpenGraph;
use super::tokens::Tokens;
use super::words::{keys_of, number_of};
use crate::error::Result;
use crate::start::App;

/// The nearest in the graph, so many at most, have a part in the score.
const MOST_NEAR: usize = 64;
/// Beyond this a memory is not near.
const NEAR: f32 = 1.0;

/// The utterances that a text calls to mind, best first.
pub(super) async fn utterances(
    app: &App,
    (session, id): (SessionId, ConversationId),
    open: &OpenGraph,
    (ask, configuration): (&Ask<'_>, Configuration),
) -> Result<Vec<Recalled>> {
    let wants_vectors = configuration == Configuration::Full;
    if wants_vectors {
        // The words are looked for meanwhile.
        app.graphs.encoder.encode_ahead(ask.text);
    }
    let query = Query::new(ask.text, ask.now, &TimeZone::system(), emotion(ask.text));
    let mut search = Search::new(&open.words, &query, configuration);
    let near = near(open, ask);
    let encoded = match wants_vectors {
        true => app.graphs.encoder.encode_query(ask.text).await,
        false => None,
    };
    let has_vectors = encoded.is_some();
    if let Some(encoded) = encoded {
        search = search.with_encoded(encoded);
    }
    let candidates = search.candidates(|key| {
        let held = open.held.get(&number_of(key));
        held.is_some_and(|held| stands_apart(held, (id, ask)))
    });
    let tokens = match app.graphs.encoder.ready_id().filter(|_| has_vectors) {
        Some(encoder) => {
            let background = open.words.background();
            let keys = candidates.iter().chain(&background).copied();
            tokens(app, session, open, (encoder, keys)).await?
        }
        None => Tokens::new(),
    };
    let tokens = |key| tokens.get(&key).map(|tokens| &**tokens);
    Ok(search.score(&candidates, &tokens, &near, built_in_weights()))
}

/// How near utterances are in the graph: 1 is as near as can be.
fn near(open: &OpenGraph, ask: &Ask<'_>) -> Vec<(u64, f32)> {
    let plotted = Plotted::of(ask);
    let near = open.graph.within(plotted.plot(), NEAR, MOST_NEAR);
    near.into_iter()
        .flat_map(|near| keys_of(near.key).map(|key| (key, 1.0 - near.distance)))
        .collect()
}

/// Memories by the best of their utterances, best first.
pub(super) fn memories(open: &OpenGraph, utterances: &[Recalled]) -> Vec<Match> {
    let mut found: Vec<Match> = Vec::new();
    let mut places: HashMap<u64, usize> = HashMap::new();
    // Scores may be below zero; what counts is how far behind the best one is.
    let best = utterances.first().map_or(0.0, |first| first.score);
    for utterance in utterances {
        let number = number_of(utterance.key);
        let Some(held) = open.held.get(&number) else { continue };
        if let std::collections::hash_map::Entry::Vacant(place) = places.entry(number) {
            place.insert(found.len());
            found.push(Match {
                id: held.view.id,
                score: (utterance.score - best).exp(),
                parts: utterance
                    .reasons
                    .iter()
                    .map(|reason| (part(reason.part), reason.share))
                    .collect(),
            });
        }
    }
    found
}

fn part(part: Part) -> RecallPart {
    match part {
        Part::Words | Part::Kind => RecallPart::Words,
        Part::Meaning => RecallPart::Meaning,
        Part::Neighbours | Part::Sitting => RecallPart::Neighbours,
        Part::Speaker => RecallPart::Speaker,
        Part::Time => RecallPart::Time,
        Part::Feeling => RecallPart::Emotion,
        Part::Graph => RecallPart::Graph,
    }
}

/// The vectors of the tokens of some utterances, those that have any.
async fn tokens(
    app: &App,
    session: SessionId,
    open: &OpenGraph,
    (encoder, keys): (&str, impl Iterator<Item = u64> + Clone),
) -> Result<Tokens> {
    let mut tokens = open.tokens.of(keys.clone());
    let missing = keys.filter(|key| !tokens.contains_key(key) && !open.waiting.contains_key(key));
    let owners: HashMap<Uuid, u64> = missing
        .filter_map(|key| Some((*open.owner_of.get(&key)?, key)))
        .collect();
    let places: Vec<i64> = owners.values().filter_map(|key| open.tokens.place_of(*key)).collect();
    let take = |tokens: &mut Tokens, kept: Vec<KeptVectors>| {
        for kept in kept {
            if let (Some(key), Some(vectors)) = (owners.get(&kept.owner), TokenVectors::from_bytes(&kept.vectors)) {
                open.tokens.note_place(*key, kept.place);
                tokens.insert(*key, Arc::new(vectors));
            }
        }
    };
    // Two connections read at once.
    let (left, right) = places.split_at(places.len() / 2);
    let at = |places: &[i64]| {
        let places = places.to_vec();
        async move {
            match places.is_empty() {
                true => Ok(Vec::new()),
                false => app.store.token_vectors_at(session, encoder, &places).await,
            }
        }
    };
    let (left, right) = tokio::try_join!(at(left), at(right))?;
    take(&mut tokens, left);
    take(&mut tokens, right);
    // Those whose place is not known, or that lie elsewhere since the database was put in order.
    let elsewhere: Vec<Uuid> = owners
        .iter()
        .filter(|(_, key)| !tokens.contains_key(key))
        .map(|(owner, _)| *owner)
        .collect();
    if !elsewhere.is_empty() {
        take(
            &mut tokens,
            app.store.token_vectors(session, encoder, &elsewhere).await?,
        );
    }
    open.tokens.hold(&tokens);
    Ok(tokens)
}
