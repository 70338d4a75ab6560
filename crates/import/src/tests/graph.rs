//! Memories in the older forms.

use jiff::Timestamp;
use jiff::tz::TimeZone;

use crate::ImportError;
use crate::graph::{ImportedMemories, read};

const LARGEST: u64 = 1 << 20;

fn now() -> Timestamp {
    "2026-03-01T12:00:00Z".parse().expect("a time")
}

fn memories(text: &str) -> ImportedMemories {
    let zone = TimeZone::posix("<+03>-3").expect("rules of a zone");
    read(&text.as_bytes(), LARGEST, (now(), &zone)).unwrap_or_else(|error| panic!("{text}: {error:?}"))
}

fn times(memories: &ImportedMemories) -> Vec<String> {
    memories.memories.iter().map(|memory| memory.at.to_string()).collect()
}

fn list(times: &[&str]) -> String {
    let items: Vec<String> = times
        .iter()
        .enumerate()
        .map(|(place, time)| format!(r#"{{"user_message": "m{place}", "bot_response": "r", "timestamp": {time}}}"#))
        .collect();
    format!("[{}]", items.join(","))
}

#[test]
fn a_list_and_a_graph_say_the_same() {
    let list = memories(
        r#"[{"user_message": "Getting a coffee", "bot_response": "Enjoy.", "timestamp": "2026-02-01T10:00:00.250",
            "tags": ["coffee", "Break"], "priority_score": 0.8},
            {"user_message": "", "bot_response": "Hello.", "timestamp": "2026-02-01T09:00:00+01:00"}]"#,
    );
    let graph = memories(
        r#"{"nodes": [[0, {"message": "Getting a coffee", "response": "Enjoy.", "timestamp": "2026-02-01T10:00:00.250",
            "tags": ["coffee", "Break"], "priority": 0.8}], [1, {"message": "", "response": "Hello.", "timestamp": "2026-02-01T09:00:00+01:00", "tags": []}]],
            "edges": [[0, 1, {"weight": 0.3}]]}"#,
    );
    assert_eq!((list.format, graph.format), ("list", "graph"));
    assert_eq!(list.memories, graph.memories);
    assert!(list.repaired.is_empty() && graph.repaired.is_empty());
    let first = &list.memories[0];
    assert_eq!(
        (first.message.as_str(), first.response.as_str(), first.priority),
        ("Getting a coffee", "Enjoy.", 0.8)
    );
    assert_eq!(first.tags, ["coffee", "Break"]);
    assert_eq!(list.memories[1].priority, 0.5);
    // A time without an offset is one of the reader's.
    assert_eq!(times(&list), ["2026-02-01T07:00:00.25Z", "2026-02-01T08:00:00Z"]);
}

#[test]
fn single_times_in_the_future_are_set_between_their_neighbours() {
    let found = memories(&list(&[
        "\"2026-02-01T10:00:00Z\"",
        "\"2062-02-01T10:30:00Z\"",
        "\"2026-02-01T11:00:00Z\"",
        "1769943600",
        "1769947200000",
    ]));
    assert_eq!(
        times(&found),
        [
            "2026-02-01T10:00:00Z",
            "2026-02-01T10:30:00Z",
            "2026-02-01T11:00:00Z",
            "2026-02-01T11:00:00Z",
            "2026-02-01T12:00:00Z"
        ]
    );
    assert_eq!(
        found.repaired,
        ["1 time in the future was set by what stands before and after in the file: number 2 to 2026-02-01 10:30 UTC"]
    );
}

#[test]
fn a_clock_that_ran_ahead_is_set_back_for_all() {
    let found = memories(&list(&[
        "\"2027-01-01T00:00:00Z\"",
        "\"2027-01-01T05:00:00Z\"",
        "\"2027-01-02T00:00:00Z\"",
    ]));
    assert_eq!(
        times(&found),
        ["2026-02-28T12:00:00Z", "2026-02-28T17:00:00Z", "2026-03-01T12:00:00Z"]
    );
    assert_eq!(found.repaired.len(), 1, "{:?}", found.repaired);
    assert!(
        found.repaired[0].starts_with("3 of 3 times lay in the future"),
        "{:?}",
        found.repaired
    );
}

#[test]
fn a_node_twice_and_an_edge_to_nowhere_are_told() {
    let found = memories(
        r#"{"nodes": [[0, {"message": "One"}], [0, {"message": "Two"}], [1, {"message": "Three"}]],
            "edges": [[0, 1, {"weight": 0.3}], [0, 9, {}], [7, 1, {}]]}"#,
    );
    assert_eq!(found.memories.len(), 3);
    let told = [
        "1 node has the id of another; both were kept",
        "2 edges lead to nodes that are not there; edges are computed anew",
    ];
    assert!(
        told.iter().all(|line| found.repaired.iter().any(|told| told == line)),
        "{:?}",
        found.repaired
    );
}

#[test]
fn missing_and_senseless_times_are_told() {
    let found = memories(&list(&[
        "null",
        "\"soon\"",
        "\"2026-01-01T00:00:00Z\"",
        "0",
        "\"1970-01-02\"",
    ]));
    let times: Vec<Timestamp> = found.memories.iter().map(|memory| memory.at).collect();
    assert!(times.is_sorted() && times.iter().all(|at| *at <= now()), "{times:?}");
    let told = "4 memories without a readable time were set by what stands before and after in the file: \
        number 1 to 2025-12-31 23:58 UTC, number 2 to 2025-12-31 23:59 UTC";
    assert!(found.repaired[0].starts_with(told), "{:?}", found.repaired);
    let none = memories(&list(&["null", "null"]));
    assert!(none.memories.iter().all(|memory| memory.at < now()));
}

#[test]
fn what_is_no_memory_is_told_with_its_place_and_nothing_is_given() {
    for (text, place) in [
        (r#"[{"user_message": "", "bot_response": " "}]"#, "$[0]"),
        (r#"[{"user_message": "x"}, 7]"#, "$[1]"),
        (r#"{"nodes": [[0, {"message": "x"}], [1]]}"#, "$.nodes[1]"),
        (r#"[{"user_message": "x", "tags": 7}]"#, "$[0]"),
        ("{}", ""),
        ("7", ""),
        ("[", ""),
        ("", ""),
    ] {
        let zone = TimeZone::UTC;
        match read(&text.as_bytes(), LARGEST, (now(), &zone)) {
            Err(ImportError::Invalid(problems)) => assert_eq!(problems.listed[0].path, place, "{text}: {problems:?}"),
            other => panic!("{text}: {other:?}"),
        }
    }
}

#[test]
fn bounds_hold() {
    let zone = TimeZone::UTC;
    let deep = "[".repeat(100_000);
    assert!(read(&deep.as_bytes(), LARGEST, (now(), &zone)).is_err());
    let large = format!("[{}]", " ".repeat(2 << 20));
    assert!(read(&large.as_bytes(), LARGEST, (now(), &zone)).is_err());
    let long = format!(r#"[{{"user_message": "{}", "priority_score": 7}}]"#, "x".repeat(9_000));
    let found = memories(&long);
    assert_eq!(
        (found.memories[0].message.len(), found.memories[0].priority),
        (1_999, 1.0)
    );
    assert_eq!(found.repaired.len(), 3, "{:?}", found.repaired);
}
