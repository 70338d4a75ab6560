//! What very small models do.

use super::*;

#[test]
fn a_small_model_s_answer_is_completed_by_rules_and_its_slips_are_left_out() {
    let mut messages = talk();
    messages.push(message(20, Role::User, "I live in Bergen with my two brothers."));
    let previous = Summary {
        text: "Ayşe came to the lighthouse.".to_owned(),
        kind: SummaryKind::Written,
    };
    let mut input = input(&messages, &[]);
    input.previous = Some(&previous);
    let cut = "Ayşe moved to Bergen and brought her cat Pamuk, and she is tired. ".repeat(4);
    let cut: String = cut.chars().take(MOST_ASKED_FACT_CHARS).collect();
    let answer = json!({
        "summary": "Ayşe came to the lighthouse.",
        "facts": [{ "text": cut, "importance": 3, "sources": [2], "replaces": 0 }],
        "relationship": [{ "axis": "trust", "change": 1, "reason": "reason", "sources": [2] }],
    });
    let read = read(&answer.to_string(), &input, &OwnWords::default()).unwrap();
    assert_eq!(read.extraction.facts.len() + read.extraction.events.len(), 0);
    for dropped in [Dropped::LongFact, Dropped::NoReason] {
        assert!(read.dropped.contains(&dropped), "{dropped:?}: {:?}", read.dropped);
    }
    assert_eq!(
        read.extraction.summary, previous,
        "a larger model may find nothing worth telling"
    );
    let whole = read.with_rules(&input);
    assert!(whole.dropped.contains(&Dropped::SameSummary), "{:?}", whole.dropped);
    let summary = &whole.extraction.summary;
    assert!(
        summary.text.starts_with("Ayşe came to the lighthouse.\n") && summary.kind == SummaryKind::Extractive,
        "{summary:?}"
    );
    let facts: Vec<&str> = whole.extraction.facts.iter().map(|fact| fact.text.as_str()).collect();
    assert_eq!(facts, rules_facts(&input));
    assert!(facts.contains(&"I live in Bergen with my two brothers."), "{facts:?}");
}

fn rules_facts(input: &ExtractionInput<'_>) -> Vec<String> {
    let facts = rules::extract(input).extraction.facts;
    facts.into_iter().map(|fact| fact.text).collect()
}

#[test]
fn a_copied_line_of_the_messages_is_a_fact_without_the_name_in_front() {
    let mut messages = talk();
    messages.push(message(20, Role::User, "I am twenty-six years old."));
    let input = input(&messages, &[]);
    let copied = json!({ "text": "Ayşe: I am twenty-six years old.", "importance": 3, "sources": [5], "replaces": 0 });
    let answer = json!({ "summary": "Ayşe told her age.", "facts": [copied] });
    let read = read(&answer.to_string(), &input, &OwnWords::default())
        .unwrap()
        .with_rules(&input);
    let facts: Vec<&str> = read.extraction.facts.iter().map(|fact| fact.text.as_str()).collect();
    assert_eq!(
        facts.iter().filter(|fact| fact.contains("twenty-six")).count(),
        1,
        "{facts:?}"
    );
    assert!(facts.contains(&"I am twenty-six years old."), "{facts:?}");
}
