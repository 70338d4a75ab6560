//! What so small a model is told of memory.

use uuid::Uuid;

use super::*;
use crate::ids::MemoryId;
use crate::memory::superseded::SupersededFact;
use crate::prompt::RecalledMemory;

/// The places of the facts that are told.
fn places(facts: &[&str], pinned: usize, latest: &str) -> Vec<usize> {
    let known = StarterMemory {
        facts,
        pinned,
        ..StarterMemory::default()
    };
    told(&known, "Ayşe", latest)
        .facts
        .into_iter()
        .map(|(place, _)| place)
        .collect()
}

/// The page says that they are sent; only those that shared a word with the message were.
#[test]
fn pinned_facts_are_told_first_whatever_the_message_is_about() {
    let long = "x".repeat(300);
    let facts = [
        "Ayşe likes tea.",
        "Ayşe is afraid of dogs.",
        "Ayşe lives in Oslo.",
        "Ayşe sings.",
        "Ayşe is nine.",
        "Ayşe has a clock.",
        "The clock is late.",
    ];
    assert_eq!(places(&facts, 1, "What is the time?"), [0]);
    assert_eq!(places(&facts, 5, "What is the time?"), [0, 1, 2, 3]);
    assert_eq!(places(&facts, 5, "Who sings to the nine dogs?"), [0, 1, 3, 4]);
    assert_eq!(places(&facts, 1, "The clock?"), [0, 5], "two in all");
    assert_eq!(places(&facts, 0, "The clock?"), [5, 6]);
    assert_eq!(
        places(&[&long, "Ayşe likes tea.", "Ayşe sings in the choir."], 3, "Hello"),
        [0, 1]
    );
    assert_eq!(places(&facts, 1, ""), Vec::<usize>::new());
}

fn replaced(row: &[&str]) -> Vec<SupersededFact> {
    let now = row.last().expect("a fact that holds");
    let former = row[..row.len() - 1].iter();
    former
        .map(|text| SupersededFact::new((*text).to_owned(), (*now).to_owned(), Vec::new()))
        .collect()
}

/// "I moved to Bergen." shares no word with "Where do I live?", and so nothing was told where "I live in Oslo." had been.
#[test]
fn a_fact_is_found_by_the_words_of_what_it_has_replaced() {
    let rows: [&[&str]; 3] = [
        &["I live in Oslo.", "I moved to Bergen."],
        &[
            "My boss is called Tom.",
            "Mrs Hale runs the shop now.",
            "Ada took it over.",
        ],
        &["I work as a nurse.", "I am a baker now.", "I teach.", "I retired."],
    ];
    let superseded: Vec<SupersededFact> = rows.iter().flat_map(|row| replaced(row)).collect();
    let facts = [
        "I moved to Bergen.",
        "Ada took it over.",
        "I retired.",
        "I am afraid of geese.",
    ];
    for (question, place) in [
        ("Where do I live?", 0),
        ("Do I still live in Oslo?", 0),
        ("What is my boss called?", 1),
        ("Who is Mrs Hale?", 1),
        ("Do I work?", 2),
        ("Was I a nurse or a baker?", 2),
        ("What do I teach?", 2),
        ("What about geese?", 3),
    ] {
        let known = StarterMemory {
            facts: &facts,
            superseded: &superseded,
            ..StarterMemory::default()
        };
        let told = told(&known, "", question);
        assert_eq!(
            told.facts.iter().map(|(place, _)| *place).collect::<Vec<_>>(),
            [place],
            "{question}"
        );
        let all = told.as_text();
        for row in rows {
            for former in &row[..row.len() - 1] {
                assert!(!all.contains(former), "{question}: {all}");
            }
        }
    }
}

fn recalled(number: u8, user: &str) -> RecalledMemory {
    RecalledMemory {
        id: MemoryId(Uuid::from_u128(u128::from(number))),
        at: jiff::civil::date(2026, 11, 2).at(20, 0, 0, 0),
        user: Some(user.to_owned()),
        reply: Some("I see.".to_owned()),
        text: None,
        due: None,
        changed: None,
        reasons: Vec::new(),
    }
}

fn memory_of(known: &StarterMemory<'_>, latest: &str) -> Option<(usize, String)> {
    told(known, "Clara", latest).memory
}

#[test]
fn one_memory_is_told_when_it_answers_the_question() {
    let recalled = [
        recalled(1, "Is the brass key yours? Keys are odd things."),
        recalled(
            2,
            "(sits down) I am late. *Where is it?* I left the brass key under the flowerpot.",
        ),
        recalled(3, "The key of the piano is stuck."),
    ];
    let known = StarterMemory {
        recalled: &recalled,
        ..StarterMemory::default()
    };
    let key = Some((1, "I left the brass key under the flowerpot.".to_owned()));
    assert_eq!(memory_of(&known, "Where did I leave the brass key?"), key);
    for nothing in [
        "I was looking for the brass key.",
        "What do you think of the fog?",
        "Have you ever had a very old brass lamp and a red curtain?",
        "",
    ] {
        assert_eq!(memory_of(&known, nothing), None, "{nothing}");
    }
}

#[test]
fn a_memory_of_what_is_not_true_any_more_answers_nothing() {
    let superseded = replaced(&["I live in Oslo.", "I moved to Bergen."]);
    let changed = RecalledMemory {
        changed: Some("I moved to Bergen.".to_owned()),
        ..recalled(1, "I live in Oslo.")
    };
    let in_other_words = recalled(2, "I live in Oslo, near the harbour, with my aunt.");
    let known = StarterMemory {
        facts: &["I moved to Bergen."],
        superseded: &superseded,
        recalled: &[changed, in_other_words],
        ..StarterMemory::default()
    };
    let told = told(&known, "Clara", "Where do I live?");
    assert_eq!(told.memory, None);
    assert_eq!(told.facts, [(0, "Clara said \"I moved to Bergen.\"".to_owned())]);
}

#[test]
fn what_is_a_fact_already_is_told_once_and_what_was_said_last_counts() {
    let said = [recalled(1, "My boat is called Marigold.")];
    let known = StarterMemory {
        facts: &["The harbour is near.", "My boat is called Marigold."],
        recalled: &said,
        ..StarterMemory::default()
    };
    let both = told(&known, "Clara", "What is my boat called?");
    assert_eq!(
        (both.facts.len(), both.facts[0].0, both.memory.as_ref()),
        (1, 1, None),
        "{both:?}"
    );
    assert_eq!(both.answers, "My boat is called Marigold.");

    let said = [recalled(1, "I live in Rome now.")];
    let known = StarterMemory {
        facts: &["I live in Oslo."],
        recalled: &said,
        ..StarterMemory::default()
    };
    let newest = told(&known, "Clara", "Where do I live now?");
    assert_eq!(newest.facts, []);
    assert_eq!(newest.memory, Some((0, "I live in Rome now.".to_owned())));
}

#[test]
fn a_draft_that_says_what_was_asked_for_and_is_remembered_is_the_better_one() {
    let (character, messages) = (holmes(), talk(&["Where did I leave the brass key?"]));
    let said = [recalled(1, "I left the brass key under the flowerpot at Gravesend.")];
    let known = StarterMemory {
        recalled: &said,
        ..StarterMemory::default()
    };
    let told = told(&known, "Ayşe", "Where did I leave the brass key?");
    let with = StarterInput {
        told: &told,
        ..asked(&character, &messages)
    };
    let without = asked(&character, &messages);
    let (right, wrong) = (
        "You left it under the flowerpot at Gravesend, of course.",
        "You left it on the table in the sitting-room, of course.",
    );
    assert!(score(&with, right) > score(&with, wrong) + 2.0);
    assert!(score(&without, right) <= score(&without, wrong));
}
