//! More utterances than are all compared, and words that more of them have than are looked at.

use super::*;
use crate::recall::vectors::SentenceVector;

const SMALL_TALK: [&str; 7] = [
    "The fog was thick in the street this morning.",
    "Mrs Hudson has brought the tea.",
    "Is there any news in the paper?",
    "I walked along the river for an hour.",
    "The train was late once more.",
    "What do you say to a game of chess?",
    "The street was full of cabs.",
];

/// So many utterances of small talk, forty a sitting, with some others among them.
fn crowd(count: u32, others: &[(u32, &str)]) -> Index {
    let mut index = Index::new(built_in_table(), TimeZone::UTC);
    for place in 0..count {
        let other = others.iter().find(|(at, _)| *at == place).map(|(_, text)| *text);
        let text = other.unwrap_or(SMALL_TALK[place as usize % SMALL_TALK.len()]);
        let speaker = if place % 2 == 0 { "Anna" } else { "Holmes" };
        let said = Utterance {
            at: Timestamp::from_second(1_600_000_000 + i64::from(place) * 60).unwrap(),
            ..utterance(place, place / 40, speaker, text)
        };
        index.insert(&said);
    }
    index
}

#[test]
fn an_early_moment_is_found_among_thousands() {
    let others = [
        (17, "My grandmother left me her violin when she died."),
        (4_321, "I had a row with my sister about the wedding."),
    ];
    let index = crowd(9_000, &others);
    for configuration in [Configuration::Lexical, Configuration::Static] {
        let found = recalled(&index, "Who gave Anna the violin?", configuration);
        assert_eq!(found[0].key, 18, "{configuration:?}");
        let found = recalled(&index, "What did Anna quarrel about with her sister?", configuration);
        assert_eq!(found[0].key, 4_322, "{configuration:?}");
    }
    let found = recalled(&index, "Who gave Anna the fiddle?", Configuration::Static);
    assert!(
        found[..10].iter().any(|found| found.key == 18),
        "by a word that means something similar"
    );
}

#[test]
fn a_word_that_thousands_have_counts_for_early_and_late_ones_alike() {
    // "street" is in two of seven: in more than are looked at.
    let others = [
        (9, "The burglar ran down the street with the silver."),
        (8_990, "The burglar ran down the street with the silver."),
    ];
    let index = crowd(9_000, &others);
    let found = recalled(
        &index,
        "Where did the burglar run in the street?",
        Configuration::Lexical,
    );
    let score = |key: u64| {
        found
            .iter()
            .find(|found| found.key == key)
            .map(|found| found.score)
            .unwrap()
    };
    assert!(
        (score(10) - score(8_991)).abs() < 1.0,
        "{} and {}",
        score(10),
        score(8_991)
    );
    assert!(found[..2].iter().all(|found| [10, 8_991].contains(&found.key)));
}

#[test]
fn a_vector_finds_its_utterance_among_thousands_by_its_signature() {
    let mut index = crowd(5_000, &[]);
    let mut state = 7_u32;
    let mut numbers = || -> Vec<f32> {
        let mut next = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 8) as f32 / 8_388_608.0 - 1.0
        };
        (0..384).map(|_| next()).collect()
    };
    for key in 1..=5_000 {
        index.set_sentence(key, SentenceVector::quantised(&numbers()));
    }
    let wanted = numbers();
    index.set_sentence(123, SentenceVector::quantised(&wanted));
    let like: Vec<f32> = wanted
        .iter()
        .zip(numbers())
        .map(|(own, other)| own + 0.8 * other)
        .collect();
    let encoded = EncodedQuery {
        pieces: vec!["quite".into(), "different".into()],
        tokens: TokenVectors::quantised(&[0.5; 256]),
        sentence: SentenceVector::quantised(&like),
    };
    let text = "quite different";
    let query = Query::new(text, at_sitting(6), &TimeZone::UTC, emotion(text));
    let search = Search::new(&index, &query, Configuration::Full).with_encoded(encoded);
    assert_eq!(search.candidates(|_| true)[0], 123);
    assert!(!search.candidates(|key| key != 123).contains(&123));
}

#[test]
fn an_index_that_grew_and_shrank_is_as_one_made_anew() {
    let mut index = index_of(&STORY);
    for key in [3, 1, 14, 9] {
        index.remove(key);
    }
    for key in [9, 1, 14, 3] {
        let place = u32::try_from(key).unwrap() - 1;
        let (sitting, speaker, text) = STORY[place as usize];
        index.insert(&utterance(place, sitting, speaker, text));
    }
    let anew = index_of(&STORY);
    for question in [
        "What is the name of the dog?",
        "When did they swim in the sea?",
        "I failed in chemistry.",
    ] {
        let scores = |index: &Index| -> Vec<(u64, i32)> {
            let found = recalled(index, question, Configuration::Static);
            found
                .iter()
                .map(|found| (found.key, (found.score * 1_000.0).round() as i32))
                .collect()
        };
        assert_eq!(scores(&index), scores(&anew), "{question}");
    }
}
