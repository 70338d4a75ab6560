//! Google Chat as Takeout gives it: one `messages.json` a conversation, with times in the words of the account's language.

use serde_json::Value;

use super::json::{self, Keys, Step};
use super::report::SkipReason;
use super::sink::{Failure, Sink};
use super::{Input, Kind, dates};

pub fn read(input: &mut Input, sink: &mut Sink) -> Result<(), Failure> {
    let folder = input.export.folder(input.file).trim_end_matches('/');
    let name = folder.rsplit('/').next().unwrap_or_default().to_owned();
    sink.conversation(&name);
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

fn message(value: &Value, sink: &mut Sink) -> Result<(), Failure> {
    let creator = value.get("creator").unwrap_or(&Value::Null);
    let text = json::text(value, "text");
    let has_file = json::is_filled(value, "attached_files");
    let skip = if json::text(value, "message_state") == "DELETED" || json::is_set(value, "deleted_date") {
        Some(SkipReason::Deleted)
    } else if json::text(creator, "user_type").eq_ignore_ascii_case("bot") {
        Some(SkipReason::Bot)
    } else if text.trim().is_empty() {
        Some(if has_file || json::is_filled(value, "annotations") {
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
    let author = [
        json::text(creator, "name"),
        json::text(creator, "email"),
        "Deleted User",
    ];
    let author = author.into_iter().find(|name| !name.is_empty()).unwrap_or_default();
    let time = dates::any_language(json::text(value, "created_date"));
    let kind = if has_file { Kind::Caption } else { Kind::Text };
    sink.message(author, time, text.to_owned(), kind)
}
