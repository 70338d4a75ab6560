//! Which files of an export hold messages, and in which format: from their beginnings, never from their names alone.

use std::io::Read;

use super::clean::Utf8;
use super::dates::english_start;
use super::export::{Export, FileId};
use super::report::Format;
use super::{ReadError, discord_package, signal, table, whatsapp};

/// How much of a beginning is looked at, in bytes.
const HEAD: u64 = 64 << 10;
/// Endings of files with text; others in a folder are pictures and recordings.
const ENDINGS: [&str; 8] = ["txt", "json", "js", "csv", "tsv", "xml", "md", "text"];

/// So many lines a message has at most, on average, in a text that is surely no book.
const LINES_A_MESSAGE: usize = 12;

/// A file with messages.
#[derive(Debug)]
pub struct Found {
    pub file: FileId,
    pub format: Format,
    /// Files of one group are put in order of time together.
    pub group: (String, Format),
}

impl Format {
    /// Whether the messages of a conversation stand in another order than that of time: the newest first, by topics, or those
    /// with pictures behind all others.
    pub fn is_out_of_order(self) -> bool {
        use Format::{DiscordPackage, GoogleChat, Messenger, Slack, SmsBackup, Twitter};
        matches!(
            self,
            Messenger | Twitter | DiscordPackage | GoogleChat | Slack | SmsBackup
        )
    }
}

/// The files with messages, in the order in which they are read.
pub fn files(export: &mut Export) -> Result<Vec<Found>, ReadError> {
    let ids: Vec<FileId> = export.ids().collect();
    let alone = ids.len() == 1;
    let mut found = Vec::new();
    for file in ids {
        let name = export.name(file).to_lowercase();
        let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
        if !alone && !ENDINGS.contains(&ending) {
            continue;
        }
        let mut head = Vec::new();
        match export.read(file)?.take(HEAD).read_to_end(&mut head) {
            Ok(_) => {}
            // A damaged entry of an archive has no beginning either.
            Err(error) if error.kind() == std::io::ErrorKind::InvalidData => continue,
            Err(error) => return Err(error.into()),
        }
        if let Some(format) = format(&head, ending, alone) {
            let group = (export.folder(file).to_owned(), format);
            found.push(Found { file, format, group });
        }
    }
    let key = |found: &Found| {
        let name = export.name(found.file);
        let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
        (natural(&found.group.0), found.format, natural(stem))
    };
    found.sort_by_cached_key(|found| key(found));
    // The highest number is the oldest part.
    for part in found.chunk_by_mut(|one, next| one.group == next.group) {
        if part[0].format == Format::Messenger {
            part.reverse();
        }
    }
    Ok(found)
}

/// The format of a file, a folder or an archive that holds messages and surely is no book: a book, too, may have a line that begins with
/// a date, so of a text a fair part of the lines must begin a message.
pub fn surely(export: &mut Export) -> Option<Format> {
    let found = files(export).ok()?;
    found.into_iter().find_map(|found| {
        let mut head = Vec::new();
        export.read(found.file).ok()?.take(HEAD).read_to_end(&mut head).ok()?;
        let mut text = String::new();
        Utf8::new(head.as_slice()).read_to_string(&mut text).ok()?;
        let lines = text.lines().filter(|line| !line.trim().is_empty());
        let begins: fn(&str) -> bool = match found.format {
            Format::WhatsApp => whatsapp::is_header,
            Format::Signal => |line| signal::is_header(line, false) || signal::is_header(line, true),
            Format::IMessage => |line| english_start(line).is_some(),
            _ => return Some(found.format),
        };
        let (all, headers) = lines.fold((0, 0), |(all, headers), line| {
            (all + 1, headers + usize::from(begins(line)))
        });
        (headers * LINES_A_MESSAGE >= all).then_some(found.format)
    })
}

/// A name in parts that compare as people sort: `message_2` before `message_10`.
fn natural(name: &str) -> Vec<(String, u64)> {
    let mut parts = Vec::new();
    let mut rest = name;
    while !rest.is_empty() {
        let text = rest
            .find(|character: char| character.is_ascii_digit())
            .unwrap_or(rest.len());
        let (words, after) = rest.split_at(text);
        let digits = after
            .find(|character: char| !character.is_ascii_digit())
            .unwrap_or(after.len());
        let (number, after) = after.split_at(digits);
        parts.push((words.to_owned(), number.parse().unwrap_or(u64::MAX)));
        rest = after;
    }
    parts
}

fn format(head: &[u8], ending: &str, alone: bool) -> Option<Format> {
    let mut text = String::new();
    // It reads from memory, and puts a sign for whatever is no text.
    Utf8::new(head).read_to_string(&mut text).ok()?;
    let start = text.trim_start();
    if start.starts_with("window.YTD.") {
        let holds = [
            "window.YTD.tweet.",
            "window.YTD.tweets.",
            "window.YTD.direct_messages.",
            "window.YTD.direct_messages_group.",
        ];
        return holds
            .iter()
            .any(|name| start.starts_with(name))
            .then_some(Format::Twitter);
    }
    if start.starts_with(['{', '[']) && (ending.starts_with("js") || !start.starts_with('[') || is_json_list(start)) {
        return json(start);
    }
    if start.starts_with('<') {
        return (start.contains("<smses") || start.contains("<sms ") || start.contains("<mms "))
            .then_some(Format::SmsBackup);
    }
    // Of a longer file the last line is cut.
    let is_cut = head.len() as u64 == HEAD;
    let whole = text.rfind('\n').filter(|_| is_cut).unwrap_or(text.len());
    lines(&text[..whole], ending, alone)
}

/// A list of objects, and not a line that begins with a date in brackets.
fn is_json_list(start: &str) -> bool {
    start[1..].trim_start().starts_with(['{', ']'])
}

/// Quotes inside a text are escaped in JSON, so none of these names can be part of what somebody said.
fn json(head: &str) -> Option<Format> {
    let has = |name: &str| head.contains(&format!("\"{name}\""));
    let any = |names: &[&str]| names.iter().any(|name| has(name));
    if any(&["date_unixtime", "from_id", "actor_id", "text_entities"]) || (has("personal_information") && has("about"))
    {
        return Some(Format::Telegram);
    }
    if has("exportedAt") || (has("guild") && has("channel") && any(&["messages", "dateRange"])) {
        return Some(Format::DiscordChatExporter);
    }
    if any(&["sender_name", "senderName"]) || (has("participants") && any(&["thread_path", "threadName"])) {
        return Some(Format::Messenger);
    }
    if has("messages") && any(&["topic_id", "created_date", "creator"]) {
        return Some(Format::GoogleChat);
    }
    if head.starts_with('[') && has("Contents") && has("Timestamp") {
        return Some(Format::DiscordPackage);
    }
    let slack = head.starts_with('[') && has("ts") && has("type") && any(&["user", "bot_id", "subtype", "text"]);
    slack.then_some(Format::Slack)
}

fn lines(text: &str, ending: &str, alone: bool) -> Option<Format> {
    let first = text.lines().find(|line| !line.trim().is_empty())?;
    if discord_package::is_header(first) {
        return Some(Format::DiscordPackage);
    }
    if table::is_discord_header(first) {
        return Some(Format::DiscordTable);
    }
    // Of a device in Swedish, WhatsApp's dates are Signal's; only WhatsApp puts marks before what it writes itself.
    let may_be_signal = ending == "md" || !text.contains('\u{200e}');
    let begins = text.lines().find_map(|line| {
        if english_start(line).is_some() {
            return Some(Format::IMessage);
        }
        if may_be_signal && signal::is_header(line, ending == "md") {
            return Some(Format::Signal);
        }
        whatsapp::is_header(line).then_some(Format::WhatsApp)
    });
    let is_table = || ["csv", "tsv"].contains(&ending) && (alone || table::is_known_header(first));
    // A table may have dates at the beginnings of its lines.
    if table::is_known_header(first) && is_table() {
        return Some(Format::Table);
    }
    begins.or_else(|| is_table().then_some(Format::Table))
}
