//! The statements that recall is measured with (`tests/data/recall`): a broken one would measure something else.

use std::collections::{BTreeMap, BTreeSet};

use characterchat_tests::checkout;
use serde_json::Value;

/// Fewer of a kind measure little.
const FEWEST: usize = 100;
/// In a shorter conversation a moment is found by chance.
const SHORTEST: usize = 150;
const LEAST_SITTINGS: usize = 8;

fn conversations(name: &str) -> Vec<Value> {
    let path = checkout().join("tests/data/recall").join(name);
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

/// The texts of a conversation's turns by their names.
fn turns(conversation: &Value) -> BTreeMap<String, String> {
    let sittings = (1..).map_while(|number| conversation.get(format!("session_{number}")));
    let turns: Vec<&Value> = sittings.flat_map(|sitting| sitting.as_array().unwrap()).collect();
    let text = |turn: &Value, field: &str| turn[field].as_str().unwrap().to_owned();
    let by_name: BTreeMap<String, String> = turns
        .iter()
        .map(|turn| (text(turn, "dia_id"), text(turn, "text")))
        .collect();
    assert_eq!(by_name.len(), turns.len(), "a turn's name is there twice");
    by_name
}

fn sitting_of(name: &str) -> usize {
    let (sitting, _) = name.strip_prefix('D').unwrap().split_once(':').unwrap();
    sitting.parse().unwrap()
}

/// Checks one file; the number of statements in it by split.
fn check(name: &str) -> BTreeMap<String, usize> {
    let mut by_split = BTreeMap::new();
    let mut said = BTreeSet::new();
    for sample in conversations(name) {
        let who = &sample["sample_id"];
        let turns = turns(&sample["conversation"]);
        let sittings = turns.keys().map(|name| sitting_of(name)).max().unwrap();
        assert!(turns.len() >= SHORTEST && sittings >= LEAST_SITTINGS, "{who}");
        let speakers = ["speaker_a", "speaker_b"].map(|speaker| &sample["conversation"][speaker]);
        assert!(speakers.iter().all(|speaker| speaker.is_string()), "{who}");
        let dated = |number: usize| sample["conversation"][format!("session_{number}_date_time")].is_string();
        assert!((1..=sittings).all(dated), "{who}");
        assert_eq!(sample["kind"], "statement");
        for statement in sample["qa"].as_array().unwrap() {
            let text = statement["question"].as_str().unwrap();
            assert!(said.insert(text.to_owned()), "twice: {text}");
            assert!(!turns.values().any(|turn| turn == text), "said word for word: {text}");
            assert_eq!(statement["kind"], "statement");
            let after = statement.get("after").map(|after| after.as_str().unwrap());
            let last = after.map_or(sittings, |after| {
                after.strip_prefix("session_").unwrap().parse().unwrap()
            });
            let evidence = statement["evidence"].as_array().unwrap();
            assert!(!evidence.is_empty(), "{text}");
            for name in evidence.iter().map(|name| name.as_str().unwrap()) {
                assert!(turns.contains_key(name) && sitting_of(name) <= last, "{name} of {text}");
            }
        }
        let split = sample["split"].as_str().unwrap().to_owned();
        *by_split.entry(split).or_default() += sample["qa"].as_array().unwrap().len();
    }
    by_split
}

#[test]
fn the_statements_for_measuring_recall_are_sound() {
    for name in ["statements-emotional.json", "statements-returning.json"] {
        let by_split = check(name);
        assert_eq!(by_split.keys().collect::<Vec<_>>(), ["fit", "test"], "{name}");
        assert!(by_split.values().sum::<usize>() >= FEWEST, "{name}: {by_split:?}");
    }
}

#[test]
fn both_sets_are_said_over_the_same_conversations() {
    let of = |name| -> Vec<(Value, Value, Value)> {
        let samples = conversations(name).into_iter();
        samples
            .map(|sample| {
                (
                    sample["sample_id"].clone(),
                    sample["split"].clone(),
                    sample["conversation"].clone(),
                )
            })
            .collect()
    };
    assert_eq!(of("statements-emotional.json"), of("statements-returning.json"));
}
