//! The package that Discord hands out on request: one's own messages, a folder a channel, as JSON or, earlier, as CSV.

use serde_json::Value;

use super::json::{self, elements};
use super::report::SkipReason;
use super::sink::{Failure, Sink};
use super::{Input, Kind, MessageTime, OWNER, dates, discord};

/// The largest of the small files beside the messages, in bytes.
const SMALL: u64 = 4 << 20;

/// Whether a table is one of a package.
pub fn is_header(line: &str) -> bool {
    let line = line.trim_end();
    line == "ID,Timestamp,Contents,Attachments"
}

pub fn read(input: &mut Input, sink: &mut Sink) -> Result<(), Failure> {
    let folder = input.export.folder(input.file).to_owned();
    let small = |input: &mut Input, name: String| -> Option<Value> {
        let bytes = input.export.small(&name, SMALL)?;
        json::value(&String::from_utf8_lossy(&bytes))
    };
    if let Some(channel) = small(input, format!("{folder}channel.json")) {
        sink.conversation(json::text(&channel, "name"));
    }
    if sink.report.owner.is_none() {
        // `package/messages/c1/` and `package/account/` lie side by side.
        let top = folder
            .trim_end_matches('/')
            .rsplitn(3, '/')
            .nth(2)
            .map_or_else(String::new, |top| format!("{top}/"));
        let names = ["account", "Account"].map(|account| format!("{top}{account}/user.json"));
        let user = names.into_iter().find_map(|name| small(input, name));
        sink.report.owner = user.and_then(|user| {
            let name = [json::text(&user, "global_name"), json::text(&user, "username")];
            name.into_iter().find(|name| !name.is_empty()).map(str::to_owned)
        });
    }
    let is_table = input.export.name(input.file).to_lowercase().ends_with(".csv");
    let reader = input.export.read(input.file)?;
    if is_table {
        return table(reader, sink);
    }
    json::walk(reader, &elements, &mut |_, raw| match json::value(raw) {
        Some(value) => {
            let (time, text) = (json::text(&value, "Timestamp"), json::text(&value, "Contents"));
            message(time, text, !json::text(&value, "Attachments").is_empty(), sink)
        }
        None => {
            sink.leave_out(SkipReason::Unreadable);
            Ok(())
        }
    })
}

fn table(reader: impl std::io::Read, sink: &mut Sink) -> Result<(), Failure> {
    super::table::rows(reader, b',', &mut |row| {
        let field = |index: usize| row.get(index).unwrap_or_default();
        if field(0) == "ID" {
            return Ok(());
        }
        message(field(1), field(2), !field(3).is_empty(), sink)
    })
}

/// The times are in UTC, whether they say so or not.
fn message(time: &str, text: &str, has_file: bool, sink: &mut Sink) -> Result<(), Failure> {
    if text.trim().is_empty() {
        sink.leave_out(if has_file {
            SkipReason::Attachment
        } else {
            SkipReason::Empty
        });
        return Ok(());
    }
    let time = dates::iso(time).and_then(|time| MessageTime::from_seconds(time.order()));
    let kind = if has_file { Kind::Caption } else { Kind::Text };
    sink.message(OWNER, time, discord::plain(text, &[]), kind)
}
