//! One message of a save file 3.0.

use engine::conversation::{MessageState, Role};
use engine::save_file::{SavedAlternate, SavedMessage, limits};
use serde_json::Value;

use crate::fields::{self, kind};
use crate::problems::{Path, Problems};
use crate::save::Reading;

const FIELDS: [&str; 6] = ["id", "origin", "role", "created_at", "chosen", "alternates"];
const ALTERNATE_FIELDS: [&str; 6] = ["text", "state", "created_at", "edited_at", "model", "reasoning"];

/// Reads a message; none when something is wrong with it, which is then noted.
pub(crate) fn read(reading: &mut Reading, path: &Path<'_>, value: &Value) -> Option<SavedMessage> {
    let problems = &mut reading.problems;
    let object = fields::object(problems, path, value, &FIELDS)?;
    let key = |name: &'static str| object.get(name).map(|value| (Path::Key(path, name), value));
    let id = key("id").and_then(|(path, value)| fields::id(problems, &path, value));
    if let Some(id) = id
        && !reading.message_ids.insert(id)
    {
        problems.add(Path::Key(path, "id"), "another message has the same id");
    }
    let origin = key("origin").and_then(|(path, value)| fields::id(problems, &path, value));
    let role = role(
        problems,
        &Path::Key(path, "role"),
        object.get("role").unwrap_or(&Value::Null),
    );
    let created_at = key("created_at").and_then(|(path, value)| fields::time(problems, &path, value));
    let alternates_path = Path::Key(path, "alternates");
    let list = match object.get("alternates").unwrap_or(&Value::Null) {
        Value::Array(list) if (1..=limits::ALTERNATES).contains(&list.len()) => list,
        Value::Array(_) => {
            problems.add(
                alternates_path,
                format!("there must be 1 to {} alternates", limits::ALTERNATES),
            );
            return None;
        }
        other => {
            problems.add(
                alternates_path,
                format!("this must be a list of alternates, not {}", kind(other)),
            );
            return None;
        }
    };
    let chosen = match key("chosen") {
        Some((path, value)) => fields::number(problems, &path, value, list.len() as u64),
        None => Some(0),
    };
    let mut alternates = Vec::with_capacity(list.len());
    for (index, value) in list.iter().enumerate() {
        alternates.extend(alternate(reading, &Path::Index(&alternates_path, index), value));
    }
    if alternates.len() != list.len() {
        return None;
    }
    Some(SavedMessage {
        id,
        origin,
        role: role?,
        created_at,
        chosen: chosen?,
        alternates,
    })
}

fn role(problems: &mut Problems, path: &Path<'_>, value: &Value) -> Option<Role> {
    match value.as_str() {
        Some("user") => Some(Role::User),
        Some("character") => Some(Role::Character),
        _ => {
            problems.add(path, "this must be user or character");
            None
        }
    }
}

fn alternate(reading: &mut Reading, path: &Path<'_>, value: &Value) -> Option<SavedAlternate> {
    let problems = &mut reading.problems;
    let object = fields::object(problems, path, value, &ALTERNATE_FIELDS)?;
    let key = |name: &'static str| object.get(name).map(|value| (Path::Key(path, name), value));
    let text = object.get("text").unwrap_or(&Value::Null);
    let text = fields::text(problems, &Path::Key(path, "text"), text, limits::TEXT);
    let [created_at, edited_at] = ["created_at", "edited_at"]
        .map(|name| key(name).and_then(|(path, value)| fields::time(problems, &path, value)));
    let model = key("model").and_then(|(path, value)| fields::line(problems, &path, value, limits::MODEL));
    let reasoning = key("reasoning").and_then(|(path, value)| fields::text(problems, &path, value, limits::TEXT));
    let state = match object.get("state").map(|state| state.as_str()) {
        None | Some(Some("complete")) => MessageState::Complete,
        Some(Some("cut_short")) => MessageState::CutShort,
        Some(Some("damaged")) => {
            reading.repair("a message that the disk had damaged came in as it is, marked as cut short");
            MessageState::CutShort
        }
        Some(_) => {
            problems.add(Path::Key(path, "state"), "this must be complete or cut_short");
            return None;
        }
    };
    Some(SavedAlternate {
        text: text?,
        state,
        created_at,
        edited_at,
        model,
        reasoning,
    })
}
