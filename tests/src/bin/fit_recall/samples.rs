//! From conversations to what is measured of every query's candidates.

use std::collections::HashMap;

use anyhow::Result;
use characterchat_tests::recall_data::{ADVERSARIAL, Conversation};
use engine::emotion::emotion;
use engine::recall::{
    Configuration, Encoding, Index, Query, Search, TokenVectors, Utterance, built_in_table, encoded_query,
    encoder_text, utterance_vectors,
};
use jiff::tz::TimeZone;

use super::encoded::Encodings;
use super::fit::Sample;

/// The features' names, and a sample for every question or statement.
pub fn measured(
    encodings: &mut Encodings,
    conversations: &[Conversation],
    configuration: Configuration,
) -> Result<(Vec<String>, Vec<Sample>)> {
    let mut names = Vec::new();
    let mut samples = Vec::new();
    for (number, conversation) in conversations.iter().enumerate() {
        let (index, tokens) = index_of(encodings, conversation)?;
        for case in conversation.cases.iter().filter(|case| case.category != ADVERSARIAL) {
            let encoded = encodings.of(&case.text)?;
            let encoded = encoded_query(Encoding {
                pieces: &encoded.pieces,
                vectors: &encoded.vectors,
                sentence: &encoded.sentence,
            });
            let query = Query::new(&case.text, case.now, &TimeZone::UTC, emotion(&case.text));
            let search = Search::new(&index, &query, configuration);
            let search = match configuration {
                Configuration::Full => search.with_encoded(encoded),
                Configuration::Static | Configuration::Lexical => search,
            };
            let candidates = search.candidates(|key| key < case.before as u64);
            let (keys, columns) = search.features(&candidates, &|key| tokens.get(&key));
            names = columns.names;
            samples.push(Sample {
                conversation: number,
                category: case.category,
                columns: columns.values,
                gold: keys.iter().map(|key| case.gold.contains(&(*key as usize))).collect(),
                gold_count: case.gold.len(),
            });
        }
    }
    Ok((names, samples))
}

fn index_of(encodings: &mut Encodings, conversation: &Conversation) -> Result<(Index, HashMap<u64, TokenVectors>)> {
    let mut index = Index::new(built_in_table(), TimeZone::UTC);
    let mut vectors = HashMap::new();
    for (place, turn) in (0_u32..).zip(&conversation.turns) {
        let encoded = encodings.of(&encoder_text(&turn.speaker, &turn.text))?;
        let (tokens, sentence) = utterance_vectors(Encoding {
            pieces: &encoded.pieces,
            vectors: &encoded.vectors,
            sentence: &encoded.sentence,
        });
        vectors.insert(u64::from(place), tokens);
        index.insert(&Utterance {
            key: u64::from(place),
            group: 0,
            sitting: turn.session,
            position: place,
            speaker: &turn.speaker,
            by_user: turn.speaker == conversation.speakers[0],
            text: &turn.text,
            at: turn.at,
            emotion: emotion(&turn.text),
            sentence: Some(sentence),
        });
    }
    Ok((index, vectors))
}
