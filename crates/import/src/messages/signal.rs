//! Markdown of signal-export: `[2019-05-29, 15:04] Me: text`, newer `[2019-05-29 15:04:05] Me: text`.

use jiff::civil::DateTime;

use super::dates::{self, Scan};
use super::lines::Lines;
use super::report::SkipReason;
use super::sink::{Failure, Sink};
use super::{Input, Kind, MessageTime};

/// The author of what nobody wrote.
const NOBODY: &str = "No-Sender";
const LONGEST_TEXT: usize = 4 << 20;
/// The longest name and address of a file, in bytes.
const LONGEST_LINK: usize = 2_000;

/// Whether a line begins a message. A date with a comma and seconds is WhatsApp's, except in a Markdown file.
pub fn is_header(line: &str, is_markdown: bool) -> bool {
    header(line).is_some_and(|header| is_markdown || header.has_comma != header.has_seconds)
}

struct Header<'a> {
    civil: DateTime,
    has_comma: bool,
    has_seconds: bool,
    author: &'a str,
    text: &'a str,
}

fn header(line: &str) -> Option<Header<'_>> {
    let (inner, rest) = line.strip_prefix('[')?.split_once("] ")?;
    let fixed = |scan: &mut Scan, digits: usize| {
        scan.number(digits)
            .filter(|(_, count)| *count == digits)
            .map(|(value, _)| value)
    };
    let mut scan = Scan::new(inner);
    let year = fixed(&mut scan, 4)?;
    scan.eat(|next| next == '-')?;
    let month = fixed(&mut scan, 2)?;
    scan.eat(|next| next == '-')?;
    let day = fixed(&mut scan, 2)?;
    let has_comma = scan.eat(|next| next == ',').is_some();
    scan.eat(|next| next == ' ')?;
    let hour = fixed(&mut scan, 2)?;
    scan.eat(|next| next == ':')?;
    let minute = fixed(&mut scan, 2)?;
    let second = match scan.eat(|next| next == ':') {
        Some(_) => Some(fixed(&mut scan, 2)?),
        None => None,
    };
    if !scan.rest.is_empty() {
        return None;
    }
    let (author, text) = rest
        .split_once(": ")
        .or_else(|| Some((rest.trim_end().strip_suffix(':')?, "")))?;
    Some(Header {
        civil: DateTime::from_parts(
            dates::date(year, month, day)?,
            dates::time(hour, minute, second.unwrap_or(0), None)?,
        ),
        has_comma,
        has_seconds: second.is_some(),
        author,
        text,
    })
}

struct Open {
    author: String,
    time: MessageTime,
    text: String,
}

pub fn read(input: &mut Input, sink: &mut Sink) -> Result<(), Failure> {
    let folder = input.export.folder(input.file).trim_end_matches('/');
    let name = folder.rsplit('/').next().unwrap_or_default().to_owned();
    sink.conversation(&name);
    let mut lines = Lines::new(input.export.read(input.file)?);
    let mut open: Option<Open> = None;
    let mut style = None;
    // Whether the file starts within a message.
    let mut is_headless = false;
    while let Some(line) = lines.next()? {
        let header = header(&line).filter(|header| {
            let own = (header.has_comma, header.has_seconds);
            *style.get_or_insert(own) == own
        });
        if let Some(header) = header {
            let next = Open {
                author: header.author.to_owned(),
                time: MessageTime::Local {
                    civil: header.civil,
                    seconds: header.has_seconds,
                },
                text: header.text.to_owned(),
            };
            if let Some(open) = open.replace(next) {
                close(&open, sink)?;
            }
        } else if open.is_none() && !is_headless && !line.trim().is_empty() {
            is_headless = true;
            sink.leave_out(SkipReason::Unreadable);
        } else if let Some(open) = open.as_mut().filter(|open| open.text.len() + line.len() < LONGEST_TEXT) {
            open.text.push('\n');
            open.text.push_str(&line);
        }
    }
    open.map_or(Ok(()), |open| close(&open, sink))
}

fn close(open: &Open, sink: &mut Sink) -> Result<(), Failure> {
    let own: Vec<&str> = open
        .text
        .lines()
        .filter(|line| !line.starts_with('>'))
        .map(str::trim_end)
        .collect();
    let text = own.join("\n");
    let text = without_reactions(text.trim());
    let (text, has_file) = without_files(text);
    let text = text.trim();
    let sticker = text.strip_prefix("(( ").is_some_and(|rest| rest.ends_with(" ))"));
    let skip = if open.author == NOBODY || is_call(text) {
        Some(SkipReason::System)
    } else if text == "(This message was deleted)" {
        Some(SkipReason::Deleted)
    } else if sticker {
        Some(SkipReason::Sticker)
    } else if text.is_empty() {
        Some(if has_file {
            SkipReason::Attachment
        } else {
            SkipReason::Empty
        })
    } else {
        None
    };
    match skip {
        Some(reason) => {
            sink.leave_out(reason);
            Ok(())
        }
        None => {
            let kind = if has_file { Kind::Caption } else { Kind::Text };
            sink.message(&open.author, Some(open.time), text.to_owned(), kind)
        }
    }
}

/// A text without `(- Aya: ..., Jim: ... -)`, where emoji stand for the dots, at its end.
fn without_reactions(text: &str) -> &str {
    let Some(inner) = text.strip_suffix(" -)") else {
        return text;
    };
    match inner.rfind("(- ") {
        Some(at) if inner[at..].contains(':') => text[..at].trim_end(),
        _ => text,
    }
}

/// A text without links to files of the export, and whether there was one.
fn without_files(text: &str) -> (String, bool) {
    let (mut out, mut rest, mut any) = (String::with_capacity(text.len()), text, false);
    while let Some(at) = rest.find('[') {
        let find = |from: usize, wanted: &str| {
            rest.as_bytes()[from..]
                .windows(wanted.len())
                .take(LONGEST_LINK)
                .position(|bytes| bytes == wanted.as_bytes())
        };
        let link = find(at, "](").and_then(|middle| {
            let target = &rest[at + middle + 2..];
            let end = find(at + middle + 2, ")")?;
            let is_file = ["./", "../", "media/"].iter().any(|start| target.starts_with(start));
            (is_file && !rest[at..at + middle].contains('\n')).then_some(at + middle + 2 + end + 1)
        });
        let end = link.unwrap_or(at + 1);
        match link {
            Some(_) => {
                out.push_str(rest[..at].strip_suffix('!').unwrap_or(&rest[..at]));
                any = true;
            }
            None => out.push_str(&rest[..end]),
        }
        rest = &rest[end..];
    }
    out.push_str(rest);
    (out, any)
}

fn is_call(text: &str) -> bool {
    let Some(rest) = ["Incoming ", "Outgoing ", "Missed "]
        .iter()
        .find_map(|start| text.strip_prefix(start))
    else {
        return false;
    };
    let kind = ["voice ", "video ", "audio ", "group "]
        .iter()
        .find_map(|kind| rest.strip_prefix(kind));
    match kind.unwrap_or(rest).strip_prefix("call") {
        Some("") => true,
        Some(rest) => rest.starts_with(" (") && rest.ends_with(')'),
        None => false,
    }
}
