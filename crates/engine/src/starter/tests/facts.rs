//! Which facts so small a model is told.

use super::*;

/// The page says that they are sent; only those that shared a word with the message were.
#[test]
fn pinned_facts_are_told_first_whatever_the_message_is_about() {
    let character = holmes();
    let messages = talk(&["What is the time?"]);
    let long = "x".repeat(300);
    let told = |facts: &[&str], pinned: usize, latest: &str| {
        told_facts(&StarterInput {
            facts,
            pinned,
            latest,
            ..asked(&character, &messages)
        })
    };
    let facts = [
        "Ayşe likes tea.",
        "Ayşe is afraid of dogs.",
        "Ayşe lives in Oslo.",
        "Ayşe sings.",
        "Ayşe is nine.",
        "Ayşe has a clock.",
        "The clock is late.",
    ];
    assert_eq!(told(&facts, 1, "What is the time?"), [0]);
    assert_eq!(told(&facts, 5, "What is the time?"), [0, 1, 2, 3]);
    assert_eq!(told(&facts, 5, "Who sings to the nine dogs?"), [0, 1, 3, 4]);
    assert_eq!(told(&facts, 1, "The clock?"), [0, 5], "two in all");
    assert_eq!(told(&facts, 0, "The clock?"), [5, 6]);
    assert_eq!(
        told(&[&long, "Ayşe likes tea.", "Ayşe sings in the choir."], 3, "Hello"),
        [0, 1]
    );
    assert_eq!(told(&facts, 1, ""), Vec::<usize>::new());
}
