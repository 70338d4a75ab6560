//! Facebook Messenger and Instagram: the newest first, in parts of ten thousand, with texts whose UTF-8 was taken for Latin-1. And
//! the export of end-to-end encrypted chats, whose fields have other names.

mod phrases;

use serde_json::Value;

use super::clean::without_mojibake;
use super::json::{self, Keys, Step};
use super::report::SkipReason;
use super::sink::{Failure, Sink};
use super::{Input, Kind, MessageTime};

pub fn read(input: &mut Input, sink: &mut Sink) -> Result<(), Failure> {
    // A title stands behind the messages, so it is the folder or the file that tells conversations apart.
    let name = input.export.name(input.file);
    let mut parts = name.rsplit('/');
    let file = parts.next().unwrap_or_default();
    let conversation = match parts.next() {
        Some(folder) if file.starts_with("message_") => folder,
        _ => file.trim_end_matches(".json"),
    };
    let conversation = conversation.to_owned();
    sink.conversation(&conversation);
    let reader = input.export.read(input.file)?;
    let step = |keys: &Keys| match keys {
        [] => Step::Enter,
        [key] if key == "messages" => Step::Enter,
        [key, _] if key == "messages" => Step::Take,
        _ => Step::Ignore,
    };
    json::walk(reader, &step, &mut |_, raw| match json::value(raw) {
        Some(value) => message(&value, sink),
        None => {
            sink.leave_out(SkipReason::Unreadable);
            Ok(())
        }
    })
}

/// The first of the fields that is there, put right.
fn field(value: &Value, names: [&str; 2]) -> String {
    let text = names
        .into_iter()
        .map(|name| json::text(value, name))
        .find(|text| !text.is_empty());
    without_mojibake(text.unwrap_or_default())
}

fn message(value: &Value, sink: &mut Sink) -> Result<(), Failure> {
    let author = match field(value, ["sender_name", "senderName"]) {
        name if name.is_empty() => "Facebook user".to_owned(),
        name => name,
    };
    let text = field(value, ["content", "text"]);
    let is_true = |name: &str| value.get(name).and_then(Value::as_bool).unwrap_or(false);
    let is_notice = matches!(
        json::text(value, "type"),
        "Subscribe" | "Unsubscribe" | "Call" | "call" | "admin" | "placeholder"
    ) || json::is_set(value, "call_duration");
    let has_file = ["photos", "videos", "audio_files", "files", "gifs", "media"]
        .iter()
        .any(|name| json::is_filled(value, name));
    let has_sticker = json::is_filled(value, "sticker");
    let skip = if is_true("is_unsent") || is_true("isUnsent") {
        Some(SkipReason::Deleted)
    } else if is_notice {
        Some(SkipReason::System)
    } else if phrases::is_reaction(&text) {
        Some(SkipReason::ReactionText)
    } else if phrases::is_attachment(&text, &author) {
        Some(SkipReason::Attachment)
    } else if phrases::is_notice(&text) {
        Some(SkipReason::System)
    } else if text.trim().is_empty() {
        Some(match (has_sticker, has_file || json::is_filled(value, "share")) {
            (true, _) => SkipReason::Sticker,
            (_, true) => SkipReason::Attachment,
            _ => SkipReason::Empty,
        })
    } else {
        None
    };
    if let Some(reason) = skip {
        sink.leave_out(reason);
        return Ok(());
    }
    let time = json::number(value, "timestamp_ms").or_else(|| json::number(value, "timestamp"));
    let kind = if has_file { Kind::Caption } else { Kind::Text };
    sink.message(&author, time.and_then(MessageTime::from_milliseconds), text, kind)
}
