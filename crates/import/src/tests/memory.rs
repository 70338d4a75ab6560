//! What a file says of memory is checked against its transcript.

use super::{file, problems};

const MESSAGES: &str = r#"{"id": "00000000-0000-7000-8000-0000000000a1", "role": "user", "alternates": [{"text": "one"}]},
    {"id": "00000000-0000-7000-8000-0000000000a2", "role": "character", "chosen": 1, "alternates": [{"text": "two"}, {"text": "three"}]}"#;

/// `#1` and `#2` stand for the messages, `#3` for one that is not there.
fn check(sections: &str, expected: &[&str]) {
    let ids = [1, 2, 3].map(|number| format!("\"00000000-0000-7000-8000-0000000000a{number}\""));
    let sections = (1..).zip(&ids).fold(sections.to_owned(), |text, (number, id)| {
        text.replace(&format!("#{number}"), id)
    });
    let text = file(&format!(", {sections}"), MESSAGES);
    if expected.is_empty() {
        super::save(&text);
        return;
    }
    let found = problems(&text);
    let paths: Vec<&str> = found
        .iter()
        .map(|problem| problem.split(": ").next().unwrap())
        .collect();
    assert_eq!(paths, expected, "{sections}: {found:#?}");
}

const SUMMARY: &str =
    r#""summary": {"checkpoints": [{"end": 1, "summary": {"text": "x", "kind": "written"}}, {"end": 2}]}"#;

#[test]
fn sound_memory_comes_in() {
    check(
        &format!(
            r#"{SUMMARY}, "facts": [
                {{"text": "a", "kind": "automatic", "scope": "conversation", "importance": 1, "checkpoint": 0, "sources": [{{"message": #1}}]}},
                {{"text": "b", "kind": "pinned", "scope": "character", "importance": 5, "sources": [{{"message": #2, "counts": false}}], "supersedes": 0}}],
            "exclusions": {{"messages": [{{"message": #2, "alternate": 0}}]}},
            "relationship": {{"enabled": ["romance"], "events": [{{"axis": "romance", "change": 2, "reason": "r", "checkpoint": 1, "sources": [#2]}}]}},
            "memory_edits": [
                {{"messages": [{{"message": #1, "alternate": 0}}, {{"message": #2, "alternate": 1}}], "tags": [], "priority": 0}},
                {{"messages": [{{"message": #2, "alternate": 1}}], "found_tags": ["x"]}}],
            "past": [{{"text": "x", "origin": "import"}}]"#
        ),
        &[],
    );
}

#[test]
fn checkpoints_follow_on_each_other() {
    for (ends, expected) in [
        ("[1, 3]", "summary.checkpoints[1].end"),
        ("[1, 1]", "summary.checkpoints[1].end"),
        ("[2, 1]", "summary.checkpoints[1].end"),
        ("[0, 0]", "summary.checkpoints[1].end"),
    ] {
        let ends: Vec<u32> = serde_json::from_str(ends).unwrap();
        let list: Vec<String> = ends.iter().map(|end| format!(r#"{{"end": {end}}}"#)).collect();
        check(
            &format!(r#""summary": {{"checkpoints": [{}]}}"#, list.join(",")),
            &[expected],
        );
    }
}

#[test]
fn every_mistake_in_a_fact_is_told_with_its_place() {
    let fact = r#""kind": "automatic", "scope": "conversation", "importance": 3"#;
    for (fact, expected) in [
        (format!(r#""text": " ", {fact}"#), "facts[0].text"),
        (format!(r#""text": "{}", {fact}"#, "x".repeat(501)), "facts[0].text"),
        (
            r#""text": "x", "kind": "pinned", "scope": "conversation", "importance": 0"#.to_owned(),
            "facts[0].importance",
        ),
        (
            format!(r#""text": "x", {fact}, "created_at": "now""#),
            "facts[0].created_at",
        ),
        (
            format!(r#""text": "x", {fact}, "checkpoint": 2"#),
            "facts[0].checkpoint",
        ),
        (format!(r#""text": "x", {fact}, "checkpoint": 0"#), "facts[0].sources"),
        (
            format!(r#""text": "x", {fact}, "checkpoint": 0, "sources": [{{"message": #2}}]"#),
            "facts[0].sources[0].message",
        ),
        (
            format!(r#""text": "x", {fact}, "sources": [{{"message": #3}}]"#),
            "facts[0].sources[0].message",
        ),
        (
            format!(r#""text": "x", {fact}, "supersedes": 0"#),
            "facts[0].supersedes",
        ),
        (
            r#""text": "x", "kind": "pinned", "scope": "character", "importance": 3, "checkpoint": 0"#.to_owned(),
            "facts[0].checkpoint",
        ),
        (format!(r#""text": "x", {fact}, "mood": 1"#), "facts[0].mood"),
    ] {
        check(&format!(r#"{SUMMARY}, "facts": [{{{fact}}}]"#), &[expected]);
    }
}

#[test]
fn every_mistake_beside_facts_is_told_with_its_place() {
    for (event, expected) in [
        (
            r#""axis": "trust", "change": 3, "sources": [#1]"#,
            "relationship.events[0].change",
        ),
        (
            r#""axis": "trust", "change": 0, "sources": [#1]"#,
            "relationship.events[0].change",
        ),
        (
            r#""axis": "romance", "change": 1, "sources": [#1]"#,
            "relationship.events[0].axis",
        ),
        (
            r#""axis": "trust", "change": 1, "sources": [#2]"#,
            "relationship.events[0].sources[0]",
        ),
        (r#""axis": "trust", "change": 1"#, "relationship.events[0].sources"),
    ] {
        let event = format!(r#"{{{event}, "reason": "r", "checkpoint": 0}}"#);
        check(
            &format!(r#"{SUMMARY}, "relationship": {{"events": [{event}]}}"#),
            &[expected],
        );
    }
    check(
        r#""exclusions": {"messages": [{"message": #3, "alternate": 0}, {"message": #1, "alternate": 1}], "blocked": ["zz"]}"#,
        &[
            "exclusions.messages[0].message",
            "exclusions.messages[1].alternate",
            "exclusions.blocked[0]",
        ],
    );
}

#[test]
fn every_mistake_in_a_correction_is_told_with_its_place() {
    let exchange = r#""messages": [{"message": #1, "alternate": 0}, {"message": #2, "alternate": 1}]"#;
    for (edit, expected) in [
        (exchange.to_owned(), "memory_edits[0]"),
        (format!(r#"{exchange}, "priority": 1.5"#), "memory_edits[0].priority"),
        (format!(r#"{exchange}, "tags": ["a", ""]"#), "memory_edits[0].tags[1]"),
        (
            format!(r#"{exchange}, "found_tags": [""]"#),
            "memory_edits[0].found_tags[0]",
        ),
        (
            format!(r#"{exchange}, "tags": [{}]"#, [r#""a""#; 17].join(",")),
            "memory_edits[0].tags",
        ),
        (
            format!(r#"{exchange}, "priority": 1, "text": "x""#),
            "memory_edits[0].text",
        ),
        (
            r#""messages": [{"message": #3, "alternate": 0}], "priority": 1"#.to_owned(),
            "memory_edits[0].messages[0].message",
        ),
        (
            r#""messages": [{"message": #1, "alternate": 1}], "priority": 1"#.to_owned(),
            "memory_edits[0].messages[0].alternate",
        ),
        (
            r#""messages": [{"message": #2, "alternate": 1}, {"message": #1, "alternate": 0}], "priority": 1"#
                .to_owned(),
            "memory_edits[0].messages",
        ),
        (
            r#""messages": [], "priority": 1"#.to_owned(),
            "memory_edits[0].messages",
        ),
    ] {
        check(&format!(r#""memory_edits": [{{{edit}}}]"#), &[expected]);
    }
    let twice = format!(r#"{{{exchange}, "priority": 1}}"#);
    check(&format!(r#""memory_edits": [{twice}, {twice}]"#), &["memory_edits[1]"]);
}

#[test]
fn every_mistake_in_a_past_is_told_with_its_place() {
    let long = "x".repeat(4_001);
    for (memory, expected) in [
        (r#""text": " ", "origin": "book""#.to_owned(), "past[0].text"),
        (format!(r#""text": "{long}", "origin": "book""#), "past[0].text"),
        (r#""text": "x", "origin": "conversation""#.to_owned(), "past[0].origin"),
        (r#""text": "x", "origin": "dream""#.to_owned(), "past[0].origin"),
        (
            r#""text": "x", "origin": "book", "at": "then""#.to_owned(),
            "past[0].at",
        ),
        (
            r#""text": "x", "origin": "book", "priority": -1"#.to_owned(),
            "past[0].priority",
        ),
        (
            r#""text": "x", "origin": "book", "emotion": {"valence": -2, "arousal": 0, "label": "joy"}"#.to_owned(),
            "past[0].emotion.valence",
        ),
        (
            r#""text": "x", "origin": "book", "emotion": {"valence": 0, "arousal": -1, "label": "joy"}"#.to_owned(),
            "past[0].emotion.arousal",
        ),
        (
            r#""text": "x", "origin": "book", "source": {"page": 1}"#.to_owned(),
            "past[0].source.page",
        ),
    ] {
        check(&format!(r#""past": [{{{memory}}}]"#), &[expected]);
    }
}

/// What was forgotten must not come back through a file.
#[test]
fn nothing_is_derived_from_what_is_excluded() {
    let sections = format!(
        r#"{SUMMARY}, "exclusions": {{"messages": [{{"message": #1, "alternate": 0}}]}},
        "facts": [{{"text": "x", "kind": "automatic", "scope": "conversation", "importance": 3, "checkpoint": 0, "sources": [{{"message": #1}}]}}],
        "relationship": {{"events": [{{"axis": "trust", "change": 1, "reason": "r", "checkpoint": 0, "sources": [#1]}}]}},
        "memory_edits": [{{"messages": [{{"message": #1, "alternate": 0}}, {{"message": #2, "alternate": 0}}], "tags": ["x"]}}]"#
    );
    check(
        &sections,
        &[
            "facts[0].sources[0].message",
            "relationship.events[0].sources[0]",
            "memory_edits[0].messages[0]",
        ],
    );
}
