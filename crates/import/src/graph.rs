//! Memories in the older forms: a list of exchanges (`user_message`, `bot_response`, `timestamp`, `tags`, `priority_score`), and a
//! graph as `nodes: [[id, {message, response, timestamp, tags, priority}]]` with `edges: [[from, to, {weight}]]`. Edges are
//! computed anew.

mod times;

use std::collections::HashSet;

use engine::counted::counted;
use serde_json::{Map, Value};

use crate::guarded::{Bounded, Guarded};
use crate::problems::{Problems, not_json};
use crate::{ImportError, Source};
use jiff::Timestamp;
use jiff::tz::TimeZone;

/// At most so many memories are read from a file.
pub const MOST_MEMORIES: usize = 100_000;
/// The longest text that is read, in characters; more is cut.
const MOST_CHARS: usize = 4_000;

/// One memory of a file.
#[derive(Debug, Clone, PartialEq)]
pub struct ImportedMemory {
    /// What somebody said to the character; may be empty.
    pub message: String,
    /// What the character answered; may be empty, but not both.
    pub response: String,
    /// As the file has it, or put right: never in the future.
    pub at: Timestamp,
    pub tags: Vec<String>,
    /// From 0 to 1.
    pub priority: f32,
}

/// What a file of memories holds.
#[derive(Debug, Clone, PartialEq)]
pub struct ImportedMemories {
    /// `list` or `graph`.
    pub format: &'static str,
    /// In the order of the file.
    pub memories: Vec<ImportedMemory>,
    /// What was put right, in words.
    pub repaired: Vec<String>,
}

/// Reads memories from a file. `now` is the latest that anything can have happened; a time without an offset is one in `zone`.
///
/// # Errors
/// All that is wrong with the file, each with its place. Nothing is given then.
pub fn read(
    source: &(impl Source + ?Sized),
    largest: u64,
    (now, zone): (Timestamp, &TimeZone),
) -> Result<ImportedMemories, ImportError> {
    let reader = Guarded::new(Bounded::new(source.open()?, largest));
    let value: Value = serde_json::from_reader(std::io::BufReader::new(reader))
        .map_err(|error| ImportError::Invalid(Problems::whole(not_json(&error))))?;
    let (format, items) = match &value {
        Value::Array(items) => ("list", items.iter().enumerate().map(listed).collect::<Vec<_>>()),
        Value::Object(object) => match object.get("nodes") {
            Some(Value::Array(nodes)) => ("graph", nodes.iter().enumerate().map(noded).collect()),
            _ => return Err(unknown()),
        },
        _ => return Err(unknown()),
    };
    let mut problems = Problems::default();
    let mut found = Vec::new();
    if items.len() > MOST_MEMORIES {
        problems.add("$", format!("there are more than {MOST_MEMORIES} memories"));
    }
    for (place, item) in items.into_iter().take(MOST_MEMORIES) {
        match item.ok_or("it is no memory").and_then(memory) {
            Ok(memory) => found.push(memory),
            Err(reason) => problems.add(place, reason),
        }
    }
    if !problems.are_none() {
        return Err(ImportError::Invalid(problems));
    }
    let mut read = put_right(format, found, (now, zone));
    read.repaired.extend(doubtful(&value));
    Ok(read)
}

/// What is odd in a graph's ids and edges. Nothing depends on them: every node is kept, and edges are computed anew.
fn doubtful(value: &Value) -> Vec<String> {
    let list = |name: &str| value.get(name).and_then(Value::as_array).into_iter().flatten();
    let mut ids: HashSet<String> = HashSet::new();
    let again = list("nodes")
        .filter_map(|node| Some(node.as_array().filter(|pair| pair.len() == 2)?[0].to_string()))
        .filter(|id| !ids.insert(id.clone()))
        .count();
    let leads_nowhere = |edge: &&Value| {
        let ends = edge.as_array().map(|edge| edge.iter().take(2)).into_iter().flatten();
        !ids.is_empty() && ends.map(Value::to_string).any(|end| !ids.contains(&end))
    };
    let nowhere = list("edges").filter(leads_nowhere).count();
    let told = [
        (
            again,
            "node has the id of another; both were kept",
            "nodes have the ids of others; all were kept",
        ),
        (
            nowhere,
            "edge leads to a node that is not there; edges are computed anew",
            "edges lead to nodes that are not there; edges are computed anew",
        ),
    ];
    let told = told.into_iter().filter(|(number, ..)| *number > 0);
    told.map(|(number, one, more)| counted(number, one, more)).collect()
}

fn unknown() -> ImportError {
    let reason = "it is neither a list of memories nor an object with `nodes`";
    ImportError::Invalid(Problems::whole(reason))
}

type Item<'a> = (String, Option<&'a Map<String, Value>>);

fn listed((index, item): (usize, &Value)) -> Item<'_> {
    (format!("$[{index}]"), item.as_object())
}

/// A node is an id with its data, or the data alone.
fn noded((index, node): (usize, &Value)) -> Item<'_> {
    let data = match node {
        Value::Array(pair) if pair.len() == 2 => pair[1].as_object(),
        Value::Object(data) => Some(data),
        _ => None,
    };
    (format!("$.nodes[{index}]"), data)
}

/// A memory whose time is as the file has it.
struct Raw {
    memory: ImportedMemory,
    time: Option<Value>,
    was_cut: bool,
    had_bad_priority: bool,
}

fn memory(data: &Map<String, Value>) -> Result<Raw, &'static str> {
    let text = |names: [&str; 2]| {
        names
            .iter()
            .find_map(|name| data.get(*name)?.as_str())
            .unwrap_or_default()
            .trim()
    };
    let (message, response) = (text(["user_message", "message"]), text(["bot_response", "response"]));
    if message.is_empty() && response.is_empty() {
        return Err("there is neither a message nor a response");
    }
    let tags = match data.get("tags") {
        None | Some(Value::Null) => Vec::new(),
        Some(Value::Array(tags)) => tags.iter().filter_map(|tag| tag.as_str().map(str::to_owned)).collect(),
        Some(Value::String(tags)) => tags.split(',').map(|tag| tag.trim().to_owned()).collect(),
        Some(_) => return Err("`tags` is no list"),
    };
    let priority = ["priority_score", "priority"]
        .iter()
        .find_map(|name| data.get(*name))
        .map(Value::as_f64);
    let sound = |priority: f64| (0.0..=1.0).contains(&priority);
    #[expect(clippy::cast_possible_truncation, reason = "from 0 to 1")]
    let kept = priority.flatten().map_or(0.5, |priority| priority.clamp(0.0, 1.0)) as f32;
    let cut = |text: &str| text.chars().take(MOST_CHARS / 2 - 1).collect::<String>();
    let (short_message, short_response) = (cut(message), cut(response));
    Ok(Raw {
        was_cut: short_message.len() < message.len() || short_response.len() < response.len(),
        had_bad_priority: priority.is_some_and(|priority| !priority.is_some_and(sound)),
        time: ["timestamp", "at", "time"]
            .iter()
            .find_map(|name| data.get(*name))
            .cloned(),
        memory: ImportedMemory {
            message: short_message,
            response: short_response,
            at: Timestamp::UNIX_EPOCH,
            tags,
            priority: kept,
        },
    })
}

fn put_right(format: &'static str, raw: Vec<Raw>, (now, zone): (Timestamp, &TimeZone)) -> ImportedMemories {
    let mut repaired = Vec::new();
    let times: Vec<Option<Timestamp>> = raw
        .iter()
        .map(|raw| raw.time.as_ref().and_then(|time| times::read(time, zone)))
        .collect();
    let times = times::put_right(&times, now, &mut repaired);
    let count = |what: &dyn Fn(&Raw) -> bool| raw.iter().filter(|raw| what(raw)).count();
    for (number, one, more) in [
        (
            count(&|raw| raw.was_cut),
            "text of more than 2000 characters was cut",
            "texts of more than 2000 characters were cut",
        ),
        (
            count(&|raw| raw.had_bad_priority),
            "priority that was no number from 0 to 1 was put right",
            "priorities that were no number from 0 to 1 were put right",
        ),
    ] {
        if number > 0 {
            repaired.push(counted(number, one, more));
        }
    }
    let memories = raw
        .into_iter()
        .zip(times)
        .map(|(raw, at)| ImportedMemory { at, ..raw.memory });
    ImportedMemories {
        format,
        memories: memories.collect(),
        repaired,
    }
}
