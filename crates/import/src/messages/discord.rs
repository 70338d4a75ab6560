//! JSON of DiscordChatExporter: one channel a file.

use serde_json::Value;

use super::json::{self, Keys, Step};
use super::report::SkipReason;
use super::sink::{Failure, Sink};
use super::{Input, Kind, dates};

/// The longest reference to a person or an emoji, in bytes.
const LONGEST_REFERENCE: usize = 200;

pub fn read(input: &mut Input, sink: &mut Sink) -> Result<(), Failure> {
    let reader = input.export.read(input.file)?;
    let step = |keys: &Keys| match keys {
        [] => Step::Enter,
        [key] if key == "messages" => Step::Enter,
        [key, _] if key == "messages" => Step::Take,
        [key] if key == "channel" => Step::Take,
        _ => Step::Ignore,
    };
    json::walk(reader, &step, &mut |keys, raw| {
        match (keys.len(), json::value(raw)) {
            (1, Some(channel)) => sink.conversation(json::text(&channel, "name")),
            (_, Some(value)) => message(&value, sink)?,
            (_, None) => sink.leave_out(SkipReason::Unreadable),
        }
        Ok(())
    })
}

fn message(value: &Value, sink: &mut Sink) -> Result<(), Failure> {
    let author = value.get("author").unwrap_or(&Value::Null);
    let content = json::text(value, "content");
    let is_said = matches!(json::text(value, "type"), "" | "Default" | "Reply" | "0" | "19");
    let has_file = json::is_filled(value, "attachments") || json::is_filled(value, "embeds");
    let skip = if !is_said {
        Some(SkipReason::System)
    } else if author.get("isBot").and_then(Value::as_bool).unwrap_or(false) {
        Some(SkipReason::Bot)
    } else if json::is_set(value, "forwardedMessage") {
        Some(SkipReason::Forwarded)
    } else if content.trim().is_empty() {
        Some(if json::is_filled(value, "stickers") {
            SkipReason::Sticker
        } else if has_file {
            SkipReason::Attachment
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
    let time = dates::iso(json::text(value, "timestamp"));
    let text = plain(
        content,
        value
            .get("mentions")
            .and_then(Value::as_array)
            .map_or(&[], Vec::as_slice),
    );
    let kind = if json::is_filled(value, "attachments") {
        Kind::Caption
    } else {
        Kind::Text
    };
    sink.message(shown_name(author), time, text, kind)
}

fn shown_name(person: &Value) -> &str {
    match (json::text(person, "nickname"), json::text(person, "name")) {
        ("", "") => "Deleted User",
        ("", name) => name,
        (nickname, _) => nickname,
    }
}

/// A text with the names of emoji and people in place of their ids: `<:pog:123>` is `:pog:`, `<@86>` is `@Mara`.
pub fn plain(content: &str, mentions: &[Value]) -> String {
    let mut out = String::with_capacity(content.len());
    let mut rest = content;
    while let Some(at) = rest.find('<') {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let replaced = rest
            .bytes()
            .take(LONGEST_REFERENCE)
            .position(|byte| byte == b'>')
            .and_then(|end| Some((reference(&rest[1..end], mentions)?, end + 1)));
        let (text, length) = replaced.unwrap_or_else(|| ("<".to_owned(), 1));
        out.push_str(&text);
        rest = &rest[length..];
    }
    out.push_str(rest);
    out
}

fn reference(inner: &str, mentions: &[Value]) -> Option<String> {
    let is_id = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if let Some(id) = inner.strip_prefix("@!").or_else(|| inner.strip_prefix('@')) {
        let person = mentions.iter().find(|person| json::text(person, "id") == id)?;
        return Some(format!("@{}", shown_name(person)));
    }
    let emoji = inner.strip_prefix("a:").or_else(|| inner.strip_prefix(':'))?;
    let (name, id) = emoji.split_once(':')?;
    (is_id(id) && !name.is_empty()).then(|| format!(":{name}:"))
}
