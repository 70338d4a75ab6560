use uuid::Uuid;

use super::*;

fn message(number: u128) -> MessageId {
    MessageId(Uuid::from_u128(number))
}

fn paris() -> Vec<SupersededFact> {
    vec![SupersededFact::new(
        "I live in Paris.".to_owned(),
        "I moved to Bergen.".to_owned(),
        vec![message(1)],
    )]
}

#[test]
fn a_summary_of_lines_does_not_say_what_is_not_true_any_more() {
    let lines = |summary: &str, superseded: &[SupersededFact]| {
        still_true(summary, SummaryKind::Extractive, superseded, "Guest")
    };
    let summary = "Guest: I live in Paris.\nSherlock Holmes: The letter came from Bath.\nGuest: i live in  PARIS!\nGuest: I moved to Bergen.";
    assert_eq!(
        lines(summary, &paris()),
        "Sherlock Holmes: The letter came from Bath.\nGuest: I moved to Bergen."
    );
    assert_eq!(lines(summary, &[]), summary);
}

#[test]
fn what_only_looks_like_it_stays() {
    let summary = "Sherlock Holmes: I live in Baker Street.\nGuest: My sister lives in Paris.\nGuest: My sister said: I was born in Paris.";
    let told = still_true(summary, SummaryKind::Extractive, &paris(), "Guest");
    assert_eq!(told, summary);
}

#[test]
fn a_message_is_known_by_its_words_and_as_a_source() {
    let changed = |id, text: &str| changed_since(Some(message(id)), text, &paris()).map(str::to_owned);
    assert_eq!(
        changed(1, "Paris is my home, you know."),
        Some("I moved to Bergen.".to_owned())
    );
    assert_eq!(
        changed(2, "Well. I live in Paris. And you?"),
        Some("I moved to Bergen.".to_owned())
    );
    assert_eq!(changed(2, "I was in Paris."), None);
    assert_eq!(changed(1, "I live in Paris. No, wait: \nI moved to Bergen."), None);
}

/// A model's summary was carried on by the rules, and a fact in other words than its own was replaced: "Guest lives in Oslo." stood
/// first in the story so far.
#[test]
fn a_line_that_says_it_in_other_words_leaves_too() {
    let told = |summary: &str| still_true(summary, SummaryKind::Extractive, &paris(), "Guest");
    assert_eq!(
        told(
            "Guest lives in Oslo. They spoke of bees.\nGuest: My house is in Oslo, you know.\nGuest: I live in Oslo, in a red house."
        ),
        "They spoke of bees.\nGuest: My house is in Oslo, you know."
    );
    assert_eq!(told("Mr. Guest: I live in Oslo."), "Mr. Guest: I live in Oslo.");
    let turkish = [SupersededFact::new(
        "Oslo'da yaşıyorum.".to_owned(),
        "Bergen'e taşındım.".to_owned(),
        Vec::new(),
    )];
    let told = |summary: &str| still_true(summary, SummaryKind::Extractive, &turkish, "Ayşe");
    assert_eq!(
        told("Ayşe: Ben Oslo'da oturuyorum.\nMaren: Deniz sakin."),
        "Maren: Deniz sakin."
    );
}

#[test]
fn in_a_written_summary_what_holds_now_stands_behind_the_sentence() {
    let told = |summary: &str| still_true(summary, SummaryKind::Written, &paris(), "Clara");
    assert_eq!(
        told("Clara lives in Paris. She is afraid of geese."),
        "Clara lives in Paris. (→ I moved to Bergen.) She is afraid of geese."
    );
    for itself in [
        "Clara lived in Paris once. She moved to Bergen in May.",
        "Clara lives in Paris. Then she said: \"I moved to Bergen.\"",
        "Holmes lives in London.",
    ] {
        assert_eq!(told(itself), itself);
    }
}
