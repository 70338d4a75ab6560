//! Facts and developments, each checked alone.

use super::*;

#[test]
fn bad_facts_are_dropped_alone() {
    let messages = talk();
    let known = [
        fact(1, "Ayşe lives in Oslo.", FactKind::Automatic),
        fact(2, "Maren drinks tea.", FactKind::Pinned),
    ];
    let blocked = [fact_hash("Ayşe is tired.")];
    let mut input = input(&messages, &known);
    input.blocked = &blocked;
    let long = "Bergen ".repeat(100);
    let facts = format!(
        r#"["no object", {{}}, {{"text": " ! ", "sources": [2]}}, {{"text": "{long}", "sources": [2]}},
            {{"text": "Ayşe has a cat.", "sources": []}}, {{"text": "Ayşe has a cat.", "sources": [0, 5, 99, -1, "x"]}},
            {{"text": "ayşe IS tired", "sources": [2]}}, {{"text": "Ayse lives in OSLO!", "sources": [2]}},
            {{"text": "Ayşe collects butterflies and old clocks.", "sources": [2]}},
            {{"text": "Emil is four.", "sources": [2]}},
            {{"text": "Ayşe has a cat called Pamuk.", "importance": "9", "sources": ["2"]}},
            {{"text": "Ayşe has a cat called PAMUK", "importance": 1, "sources": [2]}}]"#
    );
    let (texts, mut dropped) = facts_of(&facts, &input);
    assert_eq!(texts, ["Ayşe has a cat called Pamuk."]);
    let mut expected = vec![
        Dropped::NotAnItem,
        Dropped::BlankFact,
        Dropped::BlankFact,
        Dropped::LongFact,
        Dropped::NoSource,
        Dropped::NoSource,
        Dropped::Blocked,
        Dropped::Known,
        Dropped::NotSaid,
        Dropped::NotSaid,
        Dropped::Known,
    ];
    let order = |dropped: &Dropped| format!("{dropped:?}");
    dropped.sort_by_key(order);
    expected.sort_by_key(order);
    assert_eq!(dropped, expected);
    for reason in dropped {
        assert!(!reason.to_string().contains("Pamuk"), "a log holds no text: {reason}");
    }
}

#[test]
fn a_fact_replaces_only_automatic_ones() {
    let messages = talk();
    let known = [
        fact(1, "Ayşe has a house by the water.", FactKind::Pinned),
        fact(2, "Ayşe lives in Oslo.", FactKind::Automatic),
    ];
    let input = input(&messages, &known);
    let superseded = |text: &str, replaces: &str| {
        let answer =
            format!(r#"{{"summary": "x", "facts": [{{"text": "{text}", "sources": [2], "replaces": {replaces}}}]}}"#);
        taken(&answer, &input).extraction.facts[0].supersedes
    };
    // Number 1 is the newer of two that weigh the same.
    assert_eq!(superseded("Ayşe is tired of Bergen.", "1"), Some(known[1].id));
    assert_eq!(superseded("Ayşe is tired of Bergen.", "2"), None);
    assert_eq!(superseded("Ayşe is tired of Bergen.", "7"), None);
    assert_eq!(superseded("Ayşe is tired of Bergen.", "null"), None);
    assert_eq!(
        superseded("Ayşe moved to Bergen.", "0"),
        Some(known[1].id),
        "found by the rules"
    );
}

#[test]
fn what_was_said_later_in_a_batch_wins() {
    let messages = talk();
    let input = input(&messages, &[]);
    let (texts, dropped) = facts_of(
        r#"[{"text": "Ayşe moved to Bergen with her cat.", "sources": [4]}, {"text": "Ayşe lives in Pamuk.", "sources": [2]}]"#,
        &input,
    );
    assert_eq!(texts, ["Ayşe lives in Pamuk.", "Ayşe moved to Bergen with her cat."]);
    assert_eq!(dropped, []);
    let answer = r#"{"summary": "They spoke.", "facts": [{"text": "Ayşe moved to Bergen with her cat.", "sources": [4]},
        {"text": "Ayşe lives in Pamuk.", "sources": [2]}]}"#;
    let facts = taken(answer, &input).extraction.facts;
    let replaced: Vec<_> = facts.iter().map(|fact| fact.supersedes_earlier).collect();
    assert_eq!(replaced, [None, Some(0)], "what was true before stands in the history");
}

#[test]
fn of_too_many_facts_the_most_important_stay() {
    let messages = talk();
    let input = input(&messages, &[]);
    let facts: Vec<Value> = (0..30)
        .map(|number| json!({"text": format!("The stove has {number} doors."), "importance": number % 5 + 1, "sources": [2]}))
        .collect();
    let read = taken(&json!({"summary": "x", "facts": facts}).to_string(), &input);
    let importances: Vec<u8> = read.extraction.facts.iter().map(|fact| fact.importance).collect();
    assert_eq!(importances.len(), MOST_NEW_FACTS);
    assert!(importances.iter().all(|importance| *importance >= 4), "{importances:?}");
    assert_eq!(read.dropped, vec![Dropped::TooMany; 30 - MOST_NEW_FACTS]);
}

#[test]
fn bad_developments_are_dropped_without_the_summary() {
    let messages = talk();
    let input = input(&messages, &[]);
    let events = r#"[7, {"axis": "romance", "change": 1, "reason": "r", "sources": [1]},
        {"axis": "hope", "change": 1, "reason": "r", "sources": [1]},
        {"axis": "trust", "change": 0, "reason": "r", "sources": [1]}, {"axis": "trust", "change": 3, "reason": "r", "sources": [1]},
        {"axis": "trust", "change": "much", "reason": "r", "sources": [1]}, {"axis": "trust", "change": 1, "reason": " ", "sources": [1]},
        {"axis": "trust", "change": 1, "reason": "r r", "sources": [9]}, {"axis": "Trust", "change": "-2", "reason": "Ayşe lied.", "sources": [4]},
        {"axis": "trust", "change": 1, "reason": "once again", "sources": [1]}]"#;
    let read = taken(
        &format!("{{\"summary\": \"Ayşe came.\", \"facts\": [], \"relationship\": {events}}}"),
        &input,
    );
    assert_eq!(read.extraction.summary.text, "Ayşe came.");
    let [event] = read.extraction.events.as_slice() else {
        panic!("{:?}", read.extraction.events)
    };
    assert_eq!(
        (event.axis, event.change, event.reason.as_str()),
        (Axis::Trust, -2, "Ayşe lied.")
    );
    assert_eq!(event.sources, [messages[3].id]);
    use Dropped::*;
    let expected = [
        NotAnItem,
        NoAxis,
        NoAxis,
        BadChange,
        BadChange,
        BadChange,
        NoReason,
        NoSource,
        SecondOnAxis,
    ];
    assert_eq!(read.dropped, expected);
}

#[test]
fn tags_are_taken_of_messages_that_are_there() {
    let messages = talk();
    let blocked = [fact_hash("queens")];
    let mut input = input(&messages, &[]);
    input.blocked = &blocked;
    let answer = r#"{"summary": "x", "tags": [
        {"message": 2, "tags": ["Moving", " Pets ", "pets", "Norway", "a fourth"]}, {"message": "[3]", "tags": "hospitality"},
        {"message": 2, "tags": ["again"]}, {"message": 9, "tags": ["nobody"]}, {"message": 1, "tags": ["!", 5]},
        {"message": 4, "tags": ["Queens", "divorce", "Mirela's wish"]}, "nothing", {"tags": ["lost"]}
    ]}"#;
    let read = taken(answer, &input);
    let tags: Vec<(MessageId, Vec<&str>)> = read
        .extraction
        .tags
        .iter()
        .map(|tags| (tags.message, tags.tags.iter().map(String::as_str).collect()))
        .collect();
    assert_eq!(
        tags,
        [
            (messages[1].id, vec!["moving", "pets", "norway"]),
            (messages[2].id, vec!["hospitality"])
        ]
    );
    assert_eq!(read.dropped, [Dropped::NoTags; 5]);
    // A tag of the example counts where it was said.
    let said = [message(10, Role::User, "The divorce is over.")];
    let other = super::input(&said, &[]);
    let read = taken(
        r#"{"summary": "x", "tags": [{"message": 1, "tags": ["divorce"]}]}"#,
        &other,
    );
    assert_eq!(read.extraction.tags[0].tags, ["divorce"]);
}
