//! What was true once, and is told no more as if it were.

use super::*;

/// A model that writes replies of its own, while memory works by rules.
async fn by_rules(reply: &str) -> TestApp {
    let model = ScriptedModel::new(Script {
        replies: vec![ScriptedReply::text(reply)],
        when_exhausted: WhenExhausted::RepeatLast,
    });
    TestApp::start_with_rules(model).await
}

/// Asks so many things, none of which is worth a line of a summary.
async fn ask_many(test: &TestApp, count: u32) {
    for number in 0..count {
        test.say(&format!("What do you make of clue number {number}?")).await;
    }
}

#[tokio::test]
async fn where_the_reader_lived_before_is_not_told_as_if_it_were_so() {
    let test = by_rules("The lamp burns low tonight, and the fog stands before the window.").await;
    test.say("I live in Paris. It rains there all winter.").await;
    ask_many(&test, 10).await;
    let known = memory(&test).await;
    let summary = known.summary.expect("a summary").text;
    assert!(summary.contains("I live in Paris."), "{summary}");
    test.say("I moved to Bergen.").await;
    ask_many(&test, 15).await;
    let known = memory(&test).await;
    assert!(
        known.history.iter().any(|old| old.text == "I live in Paris."),
        "{:?}",
        known.history
    );
    let shown = known.summary.expect("a summary").text;
    assert!(!shown.contains("I live in Paris."), "{shown}");

    test.say("What is the rain like in Paris?").await;
    let last = sent(test.model.requests().last().expect("a request"));
    let places: Vec<usize> = last.match_indices("I live in Paris.").map(|(place, _)| place).collect();
    assert!(!places.is_empty(), "the memory comes to mind: {last}");
    for place in places {
        let line = last[place..].split("\\n").next().unwrap_or_default();
        assert!(
            line.contains("no longer so") && line.contains("I moved to Bergen."),
            "{line}"
        );
    }
}

#[tokio::test]
async fn an_exchange_that_says_nothing_does_not_come_to_mind() {
    let test = by_rules("I see.").await;
    test.say("Good.").await;
    test.say("Go on.").await;
    test.say("My sister's ship is called the Marigold.").await;
    say_many(&test, 0..30).await;
    test.say("Good. Go on about the ship, is it not good?").await;
    let last = sent(test.model.requests().last().expect("a request"));
    assert!(
        last.contains("said: \\\"My sister's ship is called the Marigold.\\\""),
        "{last}"
    );
    for nothing in ["said: \\\"Good.\\\"", "said: \\\"Go on.\\\""] {
        assert!(!last.contains(nothing), "{nothing}: {last}");
    }
}
