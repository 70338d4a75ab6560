//! The whole way of a query, without an encoder.

use jiff::Timestamp;
use jiff::tz::TimeZone;

use super::*;
use crate::emotion::emotion;

const DAY: i64 = 86_400;

mod many;

/// Sittings a week apart from Monday, 1 May 2023 on: (sitting, speaker, text); keys are places from 1.
fn index_of(said: &[(u32, &str, &str)]) -> Index {
    let mut index = Index::new(built_in_table(), TimeZone::UTC);
    for (place, (sitting, speaker, text)) in (0_u32..).zip(said) {
        index.insert(&utterance(place, *sitting, speaker, text));
    }
    index
}

fn utterance<'text>(place: u32, sitting: u32, speaker: &'text str, text: &'text str) -> Utterance<'text> {
    Utterance {
        key: u64::from(place) + 1,
        group: 0,
        sitting,
        position: place,
        speaker,
        by_user: speaker == "Anna",
        text,
        at: at_sitting(sitting),
        emotion: emotion(text),
        sentence: None,
    }
}

fn at_sitting(sitting: u32) -> Timestamp {
    Timestamp::from_second(1_682_942_400 + i64::from(sitting) * 7 * DAY).unwrap()
}

/// The keys that are found, best first, asked a day after the sixth sitting.
fn found(index: &Index, text: &str) -> Vec<u64> {
    recalled(index, text, Configuration::Static)
        .into_iter()
        .map(|found| found.key)
        .collect()
}

fn recalled(index: &Index, text: &str, configuration: Configuration) -> Vec<Recalled> {
    let now = at_sitting(6);
    let query = Query::new(text, now, &TimeZone::UTC, emotion(text));
    let search = Search::new(index, &query, configuration);
    let candidates = search.candidates(|_| true);
    search.score(&candidates, &|_| None, &[], built_in_weights())
}

const STORY: [(u32, &str, &str); 14] = [
    (
        0,
        "Anna",
        "I finally adopted a dog from the shelter, he is called Biscuit.",
    ),
    (0, "Holmes", "A dog! What breed is he?"),
    (0, "Anna", "Half terrier, half doormat, they think."),
    (1, "Anna", "My exam in chemistry was a disaster yesterday."),
    (1, "Holmes", "I am sorry to hear it. You studied so hard."),
    (2, "Holmes", "I played the violin until three in the morning."),
    (2, "Anna", "The neighbours must love you."),
    (3, "Anna", "We drove to Brighton last Saturday and swam in the sea."),
    (3, "Holmes", "In this cold? Remarkable."),
    (4, "Anna", "My sister is getting married in September."),
    (4, "Holmes", "My congratulations to her."),
    (5, "Holmes", "Moriarty has been seen at the docks."),
    (5, "Anna", "Be careful, please."),
    (5, "Holmes", "I am always careful, Anna."),
];

#[test]
fn a_question_finds_the_moment_that_answers_it() {
    let index = index_of(&STORY);
    let table = [
        ("What is the name of Anna's puppy?", 1),
        ("What breed is Anna's dog?", 3),
        ("How did the chemistry exam go?", 4),
        ("Who is getting married?", 10),
        ("What did Anna do at the seaside?", 8),
        ("Which instrument did Holmes play?", 6),
        ("What happened on 20 May 2023?", 8),
    ];
    for (question, key) in table {
        let found = found(&index, question);
        assert!(found[..3].contains(&key), "{question}: {found:?}");
    }
}

#[test]
fn nothing_is_found_where_nothing_is() {
    let empty = index_of(&[]);
    assert!(empty.is_empty());
    assert_eq!(found(&empty, "What is the dog called?"), [0_u64; 0]);
    let index = index_of(&STORY);
    for text in ["", "   ", "?!", "\u{1f642}"] {
        assert_eq!(
            recalled(&index, text, Configuration::Full).len(),
            STORY.len(),
            "{text:?}"
        );
    }
}

#[test]
fn what_is_removed_is_never_found_and_its_neighbours_close_up() {
    let mut index = index_of(&STORY);
    assert!(index.remove(1));
    assert!(!index.remove(1));
    assert_eq!(index.len(), STORY.len() - 1);
    assert!(!index.contains(1));
    assert!(!found(&index, "What is the dog called? Biscuit?").contains(&1));
    // Everything else stands as if it had never been there.
    let mut without = Index::new(built_in_table(), TimeZone::UTC);
    for (place, (sitting, speaker, text)) in (0_u32..).zip(STORY).skip(1) {
        without.insert(&utterance(place, sitting, speaker, text));
    }
    for text in ["What breed is the dog?", "Be careful.", "When did they swim?"] {
        for configuration in [Configuration::Lexical, Configuration::Static] {
            let scores = |index: &Index| -> Vec<(u64, i64)> {
                let found = recalled(index, text, configuration);
                found
                    .iter()
                    .map(|found| (found.key, (found.score * 1_000.0).round() as i64))
                    .collect()
            };
            assert_eq!(scores(&index), scores(&without), "{text}");
        }
    }
}

#[test]
fn the_same_key_again_replaces_what_was_there_and_the_order_of_coming_does_not_matter() {
    let mut index = index_of(&STORY);
    index.insert(&utterance(0, 0, "Anna", "I bought a parrot."));
    assert_eq!(index.len(), STORY.len());
    assert_eq!(found(&index, "Who has a parrot?")[0], 1);
    let mut backwards = Index::new(built_in_table(), TimeZone::UTC);
    for (place, (sitting, speaker, text)) in (0..STORY.len() as u32).zip(STORY).rev() {
        backwards.insert(&utterance(place, sitting, speaker, text));
    }
    let forwards = index_of(&STORY);
    for text in ["What breed is the dog?", "Who was seen at the docks?"] {
        assert_eq!(found(&forwards, text)[..5], found(&backwards, text)[..5], "{text}");
    }
}

#[test]
fn equals_come_in_the_order_of_their_keys() {
    let index = index_of(&[
        (0, "Anna", "The lamp is green."),
        (1, "Bob", "."),
        (2, "Anna", "The lamp is green."),
    ]);
    let ranked = recalled(&index, "zzxqy", Configuration::Lexical);
    assert!(
        ranked
            .windows(2)
            .all(|pair| pair[0].score > pair[1].score || pair[0].key < pair[1].key)
    );
}

#[test]
fn other_languages_and_scripts_are_found_by_their_words() {
    let index = index_of(&[
        (0, "Anna", "Dün akşam annemin doğum gününü kutladık, çok güzeldi."),
        (0, "Holmes", "Ne kadar güzel! Pasta var mıydı?"),
        (1, "Anna", "Я вчера потеряла ключи от квартиры."),
        (2, "Anna", "昨日は京都でラーメンを食べました。"),
        (3, "Anna", "أحب القهوة في الصباح الباكر"),
        (4, "Anna", "Gestern haben wir im Garten Äpfel geerntet."),
        (5, "Anna", "The train was late again."),
    ]);
    let table = [
        ("Annemin doğum günlerinde ne yapmıştık?", 1),
        ("Где мои ключи?", 3),
        ("京都で何を食べた?", 4),
        ("هل تحب القهوة؟", 5),
        ("Was haben wir mit den Äpfeln gemacht?", 6),
    ];
    for (question, key) in table {
        for configuration in [Configuration::Lexical, Configuration::Full] {
            assert_eq!(recalled(&index, question, configuration)[0].key, key, "{question}");
        }
    }
}

#[test]
fn every_memory_says_why_it_came() {
    let index = index_of(&STORY);
    for found in recalled(
        &index,
        "What happened on 20 May 2023 in Brighton?",
        Configuration::Static,
    ) {
        let whole: f32 = found.reasons.iter().map(|reason| reason.share).sum();
        assert!(found.reasons.is_empty() || (whole - 1.0).abs() < 1e-3);
        assert!(found.reasons.windows(2).all(|pair| pair[0].share >= pair[1].share));
    }
    let best = &recalled(
        &index,
        "What happened on 20 May 2023 in Brighton?",
        Configuration::Static,
    )[0];
    assert!(
        best.reasons.iter().any(|reason| reason.part == Part::Time),
        "{:?}",
        best.reasons
    );
}

#[test]
fn nearness_in_the_graph_counts() {
    let index = index_of(&STORY);
    let text = "Tell me more.";
    let query = Query::new(text, at_sitting(6), &TimeZone::UTC, emotion(text));
    let search = Search::new(&index, &query, Configuration::Static);
    let candidates = search.candidates(|_| true);
    let far = search.score(&candidates, &|_| None, &[], built_in_weights());
    let last = far.last().unwrap().key;
    let near = search.score(&candidates, &|_| None, &[(last, 100.0)], built_in_weights());
    assert_eq!(near[0].key, last);
    assert_eq!(search.candidates(|key| key != last).len(), STORY.len() - 1);
}

#[test]
fn statements_and_questions_are_told_apart() {
    let table = [
        ("When did Anna go to the beach?", Asks::When),
        ("What is Anna's job?", Asks::What),
        ("Where does Holmes live?", Asks::Where),
        ("How long has she played the violin?", Asks::HowLong),
        ("Would Anna enjoy a concert?", Asks::Whether),
        ("Do you remember where we met?", Asks::Where),
        ("What did I tell you about my sister?", Asks::What),
        ("Annemin doğum gününde ne yapmıştık?", Asks::What),
        ("Где мои ключи?", Asks::What),
        ("Bugün çok yoruldum.", Asks::Nothing),
        ("I feel so alone tonight.", Asks::Nothing),
        ("*sits down* Do you want some tea?", Asks::Nothing),
        ("So, it went better than I feared.", Asks::Nothing),
        ("", Asks::Nothing),
    ];
    for (text, asks) in table {
        let query = Query::new(text, at_sitting(0), &TimeZone::UTC, emotion(text));
        assert_eq!(query.asks(), asks, "{text}");
    }
}
