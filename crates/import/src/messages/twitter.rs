//! An archive of X: scripts that assign a list. Posts are cut at 280 characters there and stand in full in another file; messages
//! to one person stand in a third.

use std::io::Read;
use std::rc::Rc;

use serde_json::Value;

use super::clean::without_entities;
use super::json::{self, Keys, Step, elements};
use super::report::SkipReason;
use super::sink::{Failure, Sink};
use super::{Input, Kind, MessageTime, OWNER, dates};

/// The largest file with the full texts of long posts, in bytes.
const NOTES: u64 = 128 << 20;
/// How far the times of a post and its full text may be apart, in seconds.
const APART: i64 = 300;
/// What of a text must be the same for that, at least, in characters.
const SAME: usize = 40;
/// The longest assignment before a list, in bytes.
const ASSIGNMENT: usize = 200;

/// What the whole archive says.
#[derive(Default)]
pub struct Archive {
    owner_id: String,
    owner: Option<String>,
    /// Full texts of long posts and when they were written, sorted by that.
    notes: Vec<(i64, String)>,
}

pub fn read(input: &mut Input, sink: &mut Sink) -> Result<(), Failure> {
    let folder = input.export.folder(input.file).to_owned();
    let archive = match &input.known.archive {
        Some((place, archive)) if *place == folder => archive.clone(),
        _ => Rc::new(archive(input, &folder)?),
    };
    input.known.archive = Some((folder, archive.clone()));
    if archive.owner.is_some() {
        sink.report.owner.clone_from(&archive.owner);
    }
    let mut reader = input.export.read(input.file)?;
    let name = skip_assignment(&mut reader)?;
    let mut unreadable = 0_u64;
    if name.contains(".direct_messages") {
        json::walk(reader, &conversation_step, &mut |keys, raw| match json::value(raw) {
            Some(value) if keys.len() == 3 => {
                sink.conversation(value.as_str().unwrap_or_default());
                Ok(())
            }
            Some(value) => direct(&value, &archive, sink),
            None => {
                sink.leave_out(SkipReason::Unreadable);
                Ok(())
            }
        })
    } else {
        let result = json::walk(reader, &elements, &mut |_, raw| match json::value(raw) {
            Some(value) => post(value.get("tweet").unwrap_or(&value), &archive, sink),
            None => {
                unreadable += 1;
                Ok(())
            }
        });
        (0..unreadable).for_each(|_| sink.leave_out(SkipReason::Unreadable));
        result
    }
}

fn conversation_step(keys: &Keys) -> Step {
    let keys: Vec<&str> = keys.iter().map(String::as_str).collect();
    match keys[..] {
        [] | ["*"] | ["*", "dmConversation"] | ["*", "dmConversation", "messages"] => Step::Enter,
        ["*", "dmConversation", "conversationId"] | ["*", "dmConversation", "messages", "*"] => Step::Take,
        _ => Step::Ignore,
    }
}

/// Reads up to the list in `window.YTD.tweets.part0 = [`, and gives what stands before.
fn skip_assignment(reader: &mut dyn Read) -> Result<String, Failure> {
    let mut name = Vec::new();
    let mut byte = [0];
    while name.len() < ASSIGNMENT && reader.read(&mut byte)? == 1 {
        if byte[0] == b'=' {
            return Ok(String::from_utf8_lossy(&name).into_owned());
        }
        name.push(byte[0]);
    }
    Err(Failure::Broken("no list is assigned in it".to_owned()))
}

fn archive(input: &mut Input, folder: &str) -> Result<Archive, Failure> {
    let mut archive = Archive::default();
    each_of(input, &format!("{folder}account.js"), &mut |value| {
        let account = value.get("account").unwrap_or(&value);
        json::text(account, "accountId").clone_into(&mut archive.owner_id);
        let names = [
            json::text(account, "accountDisplayName"),
            json::text(account, "username"),
        ];
        archive.owner = names.into_iter().find(|name| !name.is_empty()).map(str::to_owned);
    })?;
    each_of(input, &format!("{folder}note-tweet.js"), &mut |value| {
        let note = value.get("noteTweet").unwrap_or(&value);
        let core = note.get("core").unwrap_or(&Value::Null);
        if let Some(time) = dates::iso(json::text(note, "createdAt")) {
            archive
                .notes
                .push((time.order(), expanded(json::text(core, "text"), core)));
        }
    })?;
    archive.notes.sort_by_key(|(time, _)| *time);
    Ok(archive)
}

/// Every element of the list in a file beside the posts; nothing without the file, and what can be read of a broken one.
fn each_of(input: &mut Input, name: &str, take: &mut dyn FnMut(Value)) -> Result<(), Failure> {
    let Some(file) = input.export.find(name) else {
        return Ok(());
    };
    let mut reader = input.export.read(file)?.take(NOTES);
    let read = skip_assignment(&mut reader).and_then(|_| {
        json::walk(reader, &elements, &mut |_, raw| {
            json::value(raw).into_iter().for_each(&mut *take);
            Ok(())
        })
    });
    match read {
        Err(Failure::Disk(error)) => Err(Failure::Disk(error)),
        _ => Ok(()),
    }
}

fn post(post: &Value, archive: &Archive, sink: &mut Sink) -> Result<(), Failure> {
    let written = match json::text(post, "full_text") {
        "" => json::text(post, "text"),
        text => text,
    };
    if written.starts_with("RT @") || json::is_set(post, "retweeted_status") {
        sink.leave_out(SkipReason::Retweet);
        return Ok(());
    }
    let time = dates::tweet(json::text(post, "created_at")).or_else(|| dates::iso(json::text(post, "created_at")));
    let entities = post.get("entities").unwrap_or(&Value::Null);
    let text = full_text(written, time, archive).map_or_else(|| expanded(written, entities), str::to_owned);
    let is_reply = [
        "in_reply_to_status_id_str",
        "in_reply_to_status_id",
        "in_reply_to_screen_name",
        "in_reply_to_user_id_str",
    ]
    .iter()
    .any(|field| json::is_set(post, field));
    let media = [entities, post.get("extended_entities").unwrap_or(&Value::Null)];
    let has_file = media.iter().any(|entities| json::is_filled(entities, "media"));
    let text = media.iter().fold(text, |text, entities| without_media(text, entities));
    let text = if is_reply {
        without_mentions(&text)
    } else {
        text.as_str()
    };
    let text = text.trim();
    if text.is_empty() {
        sink.leave_out(if has_file {
            SkipReason::Attachment
        } else {
            SkipReason::Empty
        });
        return Ok(());
    }
    let kind = if is_reply { Kind::PostReply } else { Kind::Post };
    sink.message(OWNER, time, text.to_owned(), kind)
}

/// A text with its entities and short addresses replaced.
fn expanded(text: &str, entities: &Value) -> String {
    let mut text = without_entities(text);
    for url in entities
        .get("urls")
        .and_then(Value::as_array)
        .map_or(&[][..], Vec::as_slice)
    {
        // Full texts have other names for the same.
        let either = |one: &str, other: &str| match json::text(url, one) {
            "" => json::text(url, other).to_owned(),
            text => text.to_owned(),
        };
        let (short, long) = (either("url", "shortUrl"), either("expanded_url", "expandedUrl"));
        if !short.is_empty() && !long.is_empty() {
            text = text.replace(&short, &long);
        }
    }
    text
}

/// A text without the addresses of its own pictures.
fn without_media(text: String, entities: &Value) -> String {
    let media = entities
        .get("media")
        .and_then(Value::as_array)
        .map_or(&[][..], Vec::as_slice);
    let urls = media
        .iter()
        .map(|media| json::text(media, "url"))
        .filter(|url| !url.is_empty());
    urls.fold(text, |text, url| text.replace(url, ""))
}

/// A reply without the people at its beginning, whom the service puts there.
fn without_mentions(text: &str) -> &str {
    let mut rest = text.trim_start();
    while let Some(after) = rest.strip_prefix('@') {
        let end = after.find(|character: char| !character.is_ascii_alphanumeric() && character != '_');
        match end {
            Some(end) if end > 0 && after[end..].starts_with(char::is_whitespace) => rest = after[end..].trim_start(),
            // Nothing but people.
            None => return "",
            _ => break,
        }
    }
    rest
}

/// The full text of a post that was cut.
fn full_text<'a>(written: &str, time: Option<MessageTime>, archive: &'a Archive) -> Option<&'a str> {
    let time = time?.order();
    let cut = written.rfind('…')?;
    let beginning = without_entities(&written[..cut]);
    let beginning = beginning.trim_end();
    // Addresses are written differently in the two texts.
    let same = beginning.find("https://").map_or(beginning, |at| &beginning[..at]);
    if same.chars().count() < SAME {
        return None;
    }
    let first = archive.notes.partition_point(|(written, _)| *written < time - APART);
    let near = archive.notes[first..]
        .iter()
        .take_while(|(written, _)| *written <= time + APART);
    near.map(|(_, text)| text.as_str()).find(|text| text.starts_with(same))
}

fn direct(value: &Value, archive: &Archive, sink: &mut Sink) -> Result<(), Failure> {
    let Some(message) = value.get("messageCreate") else {
        sink.leave_out(SkipReason::System);
        return Ok(());
    };
    let text = without_entities(json::text(message, "text"));
    let text = message
        .get("urls")
        .map_or(text.clone(), |_| expanded_direct(&text, message));
    let sender = json::text(message, "senderId");
    let author = if !sender.is_empty() && sender == archive.owner_id {
        OWNER
    } else {
        sender
    };
    if text.trim().is_empty() {
        let has_file = json::is_filled(message, "mediaUrls");
        sink.leave_out(if has_file {
            SkipReason::Attachment
        } else {
            SkipReason::Empty
        });
        return Ok(());
    }
    sink.text(author, dates::iso(json::text(message, "createdAt")), text)
}

fn expanded_direct(text: &str, message: &Value) -> String {
    let urls = message
        .get("urls")
        .and_then(Value::as_array)
        .map_or(&[][..], Vec::as_slice);
    urls.iter().fold(text.to_owned(), |text, url| {
        match (json::text(url, "url"), json::text(url, "expanded")) {
            ("", _) | (_, "") => text,
            (short, long) => text.replace(short, long),
        }
    })
}
