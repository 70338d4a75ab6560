//! Save files 1.0 and 2.0, and 3.0 of other programs. No sample of them was at hand: their shapes are assumed from what is said
//! of them, namely a version, a character, a transcript of text messages of a user and an assistant, and since 2.0 a persona.
//! Everything else (summary, facts, relationship, …) is kept in its own words.

use std::collections::BTreeMap;

use engine::conversation::{MessageState, Role};
use engine::ids::CharacterId;
use engine::save_file::{SavedAbout, SavedAlternate, SavedMessage, SavedPersona, SavedTime, limits};
use serde_json::Value;

use crate::fields;
use crate::problems::{Path, Problems};
use crate::save::Reading;

/// Names under which the transcript may stand.
pub(crate) const TRANSCRIPTS: [&str; 5] = ["messages", "history", "transcript", "chat_history", "conversation"];
/// Other fields that are read.
pub(crate) const FIELDS: [&str; 10] = [
    "character_id",
    "character_name",
    "title",
    "name",
    "language",
    "persona",
    "created_at",
    "exported_at",
    "saved_at",
    "timestamp",
];

/// The name under which a field that is not used is kept.
pub(crate) fn section_name(version: &str, name: &str) -> String {
    format!("save_{}_{name}", version.replace('.', "_"))
}

/// A character's id under `character_id`, or under `character` by itself or in an object.
pub(crate) fn character(problems: &mut Problems, values: &BTreeMap<&str, Value>) -> Option<(CharacterId, String)> {
    let whole = Path::Whole;
    let name = values.get("character_name").and_then(Value::as_str).unwrap_or_default();
    let character = Path::Key(&whole, "character");
    let (id, place, name) = match (values.get("character_id"), values.get("character")) {
        (Some(id), _) => (id, Path::Key(&whole, "character_id"), name),
        (None, Some(Value::Object(object))) => {
            let name = object.get("name").and_then(Value::as_str).unwrap_or(name);
            (
                object.get("id").unwrap_or(&Value::Null),
                Path::Key(&character, "id"),
                name,
            )
        }
        (None, Some(id)) => (id, character, name),
        (None, None) => {
            problems.add("character_id", "the character is missing");
            return None;
        }
    };
    let name = name.chars().filter(|letter| !letter.is_control());
    let name = name.take(limits::CHARACTER_NAME).collect();
    Some((fields::character_id(problems, &place, id)?, name))
}

pub(crate) fn about(problems: &mut Problems, values: &BTreeMap<&str, Value>) -> SavedAbout {
    let whole = Path::Whole;
    let read = |names: &[&'static str]| {
        let found = names.iter().find_map(|name| Some((*name, values.get(name)?)));
        found.filter(|(_, value)| !value.is_null())
    };
    let title = read(&["title", "name"]);
    let language = read(&["language"]);
    let persona = read(&["persona"]);
    let times = read(&["created_at"]).or_else(|| read(&["saved_at", "exported_at", "timestamp"]));
    let title = title.and_then(|(name, value)| fields::line(problems, &Path::Key(&whole, name), value, limits::TITLE));
    // Some write the language's name instead of its tag; that says nothing here.
    let is_tag = |tag: &&str| {
        tag.len() <= limits::LANGUAGE && tag.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
    };
    let language = language
        .and_then(|(_, value)| value.as_str())
        .filter(|tag| tag.len() <= 3 || tag.contains('-'))
        .filter(is_tag);
    SavedAbout {
        id: None,
        title: title.unwrap_or_default(),
        created_at: times.and_then(|(_, value)| time(value)),
        updated_at: None,
        branched_from: None,
        language: language.unwrap_or_default().to_owned(),
        persona: persona.and_then(|(_, value)| older_persona(problems, value)),
        draft: String::new(),
        kept: Vec::new(),
    }
}

/// A persona's description by itself, or with a name.
fn older_persona(problems: &mut Problems, value: &Value) -> Option<SavedPersona> {
    let whole = Path::Whole;
    let path = Path::Key(&whole, "persona");
    let (name, description) = match value {
        Value::String(_) => (None, Some(value)),
        Value::Object(object) => (object.get("name"), object.get("description")),
        other => {
            problems.add(path, format!("this must be a persona, not {}", fields::kind(other)));
            return None;
        }
    };
    let name = name
        .filter(|name| !name.is_null())
        .and_then(|name| fields::line(problems, &Path::Key(&path, "name"), name, limits::PERSONA_NAME));
    let description = description.filter(|text| !text.is_null()).and_then(|text| {
        let path = Path::Key(&path, "description");
        fields::text(problems, &path, text, limits::PERSONA_DESCRIPTION)
    });
    let name = name.filter(|name| !name.trim().is_empty());
    let description = description.filter(|text| !text.trim().is_empty());
    if name.is_none() && description.is_none() {
        return None;
    }
    Some(SavedPersona {
        name: name.unwrap_or_else(|| engine::macros::NAMELESS_USER.to_owned()),
        description: description.unwrap_or_default(),
    })
}

/// One entry of a transcript: a message `{role, content}`, or a pair of the user's words and the answer.
pub(crate) fn messages(reading: &mut Reading, path: &Path<'_>, value: &Value) -> Vec<SavedMessage> {
    if let Value::Array(pair) = value
        && pair.len() == 2
    {
        let roles = [Role::User, Role::Character];
        let said = pair.iter().zip(roles).enumerate();
        let said = said.filter(|(_, (text, _))| !text.is_null());
        return said
            .filter_map(|(index, (text, role))| {
                let text = only_text(&mut reading.problems, &Path::Index(path, index), text)?;
                Some(message(role, text, None))
            })
            .collect();
    }
    let Value::Object(object) = value else {
        let reason = format!("this must be a message or a pair of texts, not {}", fields::kind(value));
        reading.problems.add(path, reason);
        return Vec::new();
    };
    let role = match object
        .get("role")
        .or_else(|| object.get("sender"))
        .and_then(Value::as_str)
    {
        Some("user" | "human") => Some(Role::User),
        Some("assistant" | "character" | "bot" | "ai" | "model") => Some(Role::Character),
        _ => {
            reading
                .problems
                .add(Path::Key(path, "role"), "this must be user or assistant");
            None
        }
    };
    let named = |names: [&'static str; 3]| names.into_iter().find_map(|name| Some((name, object.get(name)?)));
    let (name, text) = named(["content", "text", "message"]).unwrap_or(("content", &Value::Null));
    let text = only_text(&mut reading.problems, &Path::Key(path, name), text);
    let at = named(["created_at", "timestamp", "time"]).and_then(|(_, value)| time(value));
    let known = [
        "role",
        "sender",
        "content",
        "text",
        "message",
        "created_at",
        "timestamp",
        "time",
        "id",
    ];
    for value in object
        .iter()
        .filter(|(name, _)| !known.contains(&name.as_str()))
        .map(|(_, value)| value)
    {
        let says_nothing = match value {
            Value::Null => true,
            Value::Array(list) => list.is_empty(),
            Value::Object(object) => object.is_empty(),
            Value::String(text) => text.is_empty(),
            Value::Bool(_) | Value::Number(_) => false,
        };
        if !says_nothing {
            reading.repair("a field of a message that is not known here was left out");
        }
    }
    match (role, text) {
        (Some(role), Some(text)) => vec![message(role, text, at)],
        _ => Vec::new(),
    }
}

fn only_text(problems: &mut Problems, path: &Path<'_>, value: &Value) -> Option<String> {
    match value {
        Value::String(_) => fields::text(problems, path, value, limits::TEXT),
        other => {
            problems.add(path, format!("only texts can come in, not {}", fields::kind(other)));
            None
        }
    }
}

fn message(role: Role, text: String, created_at: Option<SavedTime>) -> SavedMessage {
    SavedMessage {
        id: None,
        origin: None,
        role,
        created_at,
        chosen: 0,
        alternates: vec![SavedAlternate {
            text,
            state: MessageState::Complete,
            created_at,
            edited_at: None,
            model: None,
            reasoning: None,
        }],
    }
}

/// RFC 3339, or seconds or milliseconds since 1970. What cannot be read is as good as no time.
fn time(value: &Value) -> Option<SavedTime> {
    /// Seconds beyond this (the year 5138) are milliseconds.
    const MOST_SECONDS: f64 = 1e11;
    match value {
        Value::String(text) => SavedTime::parse(text),
        Value::Number(number) => {
            let number = number.as_f64().filter(|number| (0.0..1e15).contains(number))?;
            let milliseconds = if number < MOST_SECONDS {
                number * 1_000.0
            } else {
                number
            };
            Some(SavedTime::new(milliseconds as i64, None))
        }
        _ => None,
    }
}
