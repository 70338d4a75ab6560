//! Telegram Desktop's JSON: one chat, or all of an account.

use jiff::tz::Offset;
use serde_json::Value;

use super::json::{self, Keys, Step};
use super::report::SkipReason;
use super::sink::{Failure, Sink};
use super::{Input, Kind, MessageTime, dates};

const NAMELESS: &str = "Deleted Account";

pub fn read(input: &mut Input, sink: &mut Sink) -> Result<(), Failure> {
    let reader = input.export.read(input.file)?;
    let mut chat = Chat::default();
    json::walk(reader, &step, &mut |keys, raw| {
        let Some(value) = json::value(raw) else {
            sink.leave_out(SkipReason::Unreadable);
            return Ok(());
        };
        match keys.last().map(String::as_str) {
            Some("name") => {
                chat.name = value.as_str().unwrap_or(NAMELESS).to_owned();
                sink.conversation(&chat.name);
            }
            Some("type") => chat.is_with_bot = value == "bot_chat",
            Some("first_name") => sink.report.owner = value.as_str().map(str::to_owned),
            _ => message(&value, &chat, sink)?,
        }
        Ok(())
    })
}

#[derive(Default)]
struct Chat {
    name: String,
    is_with_bot: bool,
}

fn step(keys: &Keys) -> Step {
    let keys: Vec<&str> = keys.iter().map(String::as_str).collect();
    match keys[..] {
        [] | ["chats" | "left_chats" | "personal_information"] => Step::Enter,
        ["personal_information", "first_name"] => Step::Take,
        ["chats" | "left_chats", "list"] | ["chats" | "left_chats", "list", "*"] => Step::Enter,
        [.., "*", "messages"] | ["messages"] => Step::Enter,
        [.., "messages", "*"] => Step::Take,
        ["name" | "type"] | ["chats" | "left_chats", "list", "*", "name" | "type"] => Step::Take,
        _ => Step::Ignore,
    }
}

fn message(value: &Value, chat: &Chat, sink: &mut Sink) -> Result<(), Failure> {
    let author = match json::text(value, "from") {
        "" => NAMELESS,
        name => name,
    };
    // Also when it is null: from a deleted account.
    let is_forwarded = value.get("forwarded_from").is_some() || json::is_set(value, "saved_from");
    let text = text(value);
    let skip = if json::text(value, "type") != "message" {
        Some(SkipReason::Service)
    } else if json::text(value, "media_type") == "sticker" {
        Some(SkipReason::Sticker)
    } else if is_forwarded {
        Some(SkipReason::Forwarded)
    } else if (chat.is_with_bot && author == chat.name) || json::is_set(value, "via_bot") {
        Some(SkipReason::Bot)
    } else if text.trim().is_empty() {
        Some(if is_file(value) {
            SkipReason::Media
        } else {
            SkipReason::Empty
        })
    } else {
        None
    };
    if let Some(reason) = skip {
        sink.leave_out(reason);
        return Ok(());
    }
    let kind = if is_file(value) { Kind::Caption } else { Kind::Text };
    sink.message(author, time(value), text, kind)
}

/// A text, or a list of plain and marked pieces of one.
fn text(value: &Value) -> String {
    match value.get("text") {
        Some(Value::String(text)) => text.clone(),
        Some(Value::Array(pieces)) => pieces
            .iter()
            .map(|piece| piece.as_str().unwrap_or_else(|| json::text(piece, "text")))
            .collect(),
        _ => String::new(),
    }
}

fn is_file(value: &Value) -> bool {
    [
        "photo",
        "file",
        "media_type",
        "poll",
        "location_information",
        "contact_information",
        "game_title",
        "invoice_information",
    ]
    .iter()
    .any(|field| json::is_set(value, field))
}

/// The moment; how far the clock of the device was from UTC follows from the local date beside it. Older versions write only that
/// date.
fn time(value: &Value) -> Option<MessageTime> {
    const QUARTER: i64 = 900;
    let local = dates::iso(json::text(value, "date"));
    let Some(moment) = json::number(value, "date_unixtime").and_then(MessageTime::from_seconds) else {
        return local;
    };
    let ahead = local.map_or(0, |local| local.order() - moment.order());
    let offset = i32::try_from(ahead).ok().filter(|_| ahead % QUARTER == 0);
    match (moment, offset.and_then(|seconds| Offset::from_seconds(seconds).ok())) {
        (MessageTime::Zoned { timestamp, .. }, Some(offset)) => Some(MessageTime::Zoned { timestamp, offset }),
        _ => Some(moment),
    }
}
