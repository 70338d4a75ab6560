//! Slack's export: a folder a channel, a file a day, and the people in `users.json`.

use std::collections::HashMap;
use std::rc::Rc;

use serde_json::Value;

use super::clean::without_entities;
use super::json::{self, elements};
use super::report::SkipReason;
use super::sink::{Failure, Sink};
use super::{Input, Kind, MessageTime};

/// The largest list of people, in bytes.
const PEOPLE: u64 = 256 << 20;

/// The people of a workspace by their ids.
pub type People = HashMap<String, Person>;

/// Somebody of a workspace.
pub struct Person {
    /// As they are shown.
    shown: String,
    /// As they are mentioned.
    handle: String,
    is_bot: bool,
}

pub fn read(input: &mut Input, sink: &mut Sink) -> Result<(), Failure> {
    let folder = input.export.folder(input.file).trim_end_matches('/').to_owned();
    let (above, channel) = folder.rsplit_once('/').unwrap_or(("", &folder));
    let top = if above.is_empty() {
        String::new()
    } else {
        format!("{above}/")
    };
    sink.conversation(channel);
    let people = match &input.known.people {
        Some((place, people)) if *place == top => people.clone(),
        _ => Rc::new(people(input, &format!("{top}users.json"))?),
    };
    input.known.people = Some((top, people.clone()));
    let reader = input.export.read(input.file)?;
    json::walk(reader, &elements, &mut |_, raw| match json::value(raw) {
        Some(value) => message(&value, &people, sink),
        None => {
            sink.leave_out(SkipReason::Unreadable);
            Ok(())
        }
    })
}

/// The people by their ids; nobody without the file, or with what can be read of a broken one.
fn people(input: &mut Input, name: &str) -> Result<People, Failure> {
    use std::io::Read;

    let mut people = People::new();
    let Some(file) = input.export.find(name) else {
        return Ok(people);
    };
    let reader = input.export.read(file)?.take(PEOPLE);
    let read = json::walk(reader, &elements, &mut |_, raw| {
        if let Some(value) = json::value(raw) {
            let profile = value.get("profile").unwrap_or(&Value::Null);
            let is_bot = value.get("is_bot").and_then(Value::as_bool).unwrap_or(false);
            let person = Person {
                shown: shown(profile, &value),
                handle: json::text(&value, "name").to_owned(),
                is_bot,
            };
            people.insert(json::text(&value, "id").to_owned(), person);
        }
        Ok(())
    });
    match read {
        Err(Failure::Disk(error)) => Err(Failure::Disk(error)),
        _ => Ok(people),
    }
}

fn shown(profile: &Value, person: &Value) -> String {
    let names = [
        json::text(profile, "display_name"),
        json::text(profile, "real_name"),
        json::text(person, "real_name"),
        json::text(person, "name"),
    ];
    names
        .into_iter()
        .find(|name| !name.is_empty())
        .unwrap_or_default()
        .to_owned()
}

fn message(value: &Value, people: &People, sink: &mut Sink) -> Result<(), Failure> {
    let id = json::text(value, "user");
    let person = people.get(id);
    let text = json::text(value, "text");
    let has_file =
        json::is_filled(value, "files") || json::is_filled(value, "attachments") || json::is_set(value, "file");
    let is_bot = json::is_set(value, "bot_id") || id == "USLACKBOT" || person.is_some_and(|person| person.is_bot);
    let skip = match json::text(value, "subtype") {
        "channel_join" | "group_join" | "mpim_join" => Some(SkipReason::Join),
        "channel_leave" | "group_leave" => Some(SkipReason::Leave),
        "bot_message" | "slackbot_response" => Some(SkipReason::Bot),
        "tombstone" | "message_deleted" => Some(SkipReason::Deleted),
        "" | "me_message" | "thread_broadcast" | "file_share" | "file_comment" | "reply_broadcast" if !is_bot => None,
        _ if is_bot => Some(SkipReason::Bot),
        _ => Some(SkipReason::System),
    };
    let skip = skip.or_else(|| match (json::text(value, "type"), text.trim().is_empty()) {
        ("message" | "", false) => None,
        ("message" | "", true) => Some(if has_file {
            SkipReason::Attachment
        } else {
            SkipReason::Empty
        }),
        _ => Some(SkipReason::System),
    });
    if let Some(reason) = skip {
        sink.leave_out(reason);
        return Ok(());
    }
    let profile = value.get("user_profile").unwrap_or(&Value::Null);
    let author = person
        .map(|person| person.shown.clone())
        .filter(|name| !name.is_empty());
    let author = author.or_else(|| Some(shown(profile, profile)).filter(|name| !name.is_empty()));
    let author = author.unwrap_or_else(|| {
        if id.is_empty() {
            "unknown".to_owned()
        } else {
            id.to_owned()
        }
    });
    let seconds = json::text(value, "ts")
        .split('.')
        .next()
        .and_then(|seconds| seconds.parse().ok());
    let kind = if has_file { Kind::Caption } else { Kind::Text };
    sink.message(
        &author,
        seconds.and_then(MessageTime::from_seconds),
        plain(text, people),
        kind,
    )
}

/// A text with names in place of ids and labels in place of links.
fn plain(text: &str, people: &People) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    // People's own angle brackets are entities, so these are always Slack's.
    while let Some(at) = rest.find('<') {
        out.push_str(&without_entities(&rest[..at]));
        rest = &rest[at + 1..];
        let Some(end) = rest.find('>') else {
            out.push('<');
            break;
        };
        out.push_str(&without_entities(&reference(&rest[..end], people)));
        rest = &rest[end + 1..];
    }
    out.push_str(&without_entities(rest));
    out
}

fn reference(inner: &str, people: &People) -> String {
    let (target, label) = inner.split_once('|').unwrap_or((inner, ""));
    let mark = target.chars().next();
    let id = mark.map_or("", |mark| &target[mark.len_utf8()..]);
    match (mark, label) {
        (Some('@'), _) => {
            let handle = people.get(id).map(|person| person.handle.as_str());
            let name = handle
                .filter(|handle| !handle.is_empty())
                .unwrap_or(if label.is_empty() { id } else { label });
            format!("@{name}")
        }
        (Some('#'), "") => format!("#{id}"),
        (Some('#'), label) => format!("#{label}"),
        (Some('!'), "") => format!("@{}", id.split('^').next().unwrap_or_default()),
        (_, "") => target.to_owned(),
        (_, label) => label.to_owned(),
    }
}
