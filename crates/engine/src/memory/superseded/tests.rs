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
    let summary = "Guest: I live in Paris.\nSherlock Holmes: The letter came from Bath.\nGuest: i live in  PARIS!\nGuest: I moved to Bergen.";
    assert_eq!(
        without_superseded(summary, &paris()),
        "Sherlock Holmes: The letter came from Bath.\nGuest: I moved to Bergen."
    );
    assert_eq!(without_superseded(summary, &[]), summary);
}

#[test]
fn what_only_looks_like_it_stays() {
    let summary = "Guest: I live in Paris now, Texas.\nGuest: My sister said: I live in Paris no more.";
    assert_eq!(without_superseded(summary, &paris()), summary);
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
