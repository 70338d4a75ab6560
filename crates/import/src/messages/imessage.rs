//! Text of imessage-exporter: date, author and lines, with an empty line between messages. Replies stand once in their own place
//! and once, indented, below what they reply to.

use jiff::civil::DateTime;

use super::dates::english_start;
use super::lines::Lines;
use super::report::SkipReason;
use super::sink::{Failure, Sink};
use super::{Input, Kind, MessageTime};

/// What the program writes about a message.
const REPLY_NOTE: &str = "This message responded to an earlier message.";
const LABELS: [&str; 3] = ["Tapbacks:", "Reactions:", "Stickers:"];
/// Lines of one message that are kept.
const LINES: usize = 100_000;

#[derive(Default)]
struct Open {
    civil: DateTime,
    author: Option<String>,
    lines: Vec<String>,
}

pub fn read(input: &mut Input, sink: &mut Sink) -> Result<(), Failure> {
    let name = input.export.name(input.file);
    let file = name.rsplit('/').next().unwrap_or_default();
    let conversation = file.trim_end_matches(".txt").to_owned();
    sink.conversation(&conversation);
    let mut lines = Lines::new(input.export.read(input.file)?);
    let mut open: Option<Open> = None;
    let mut in_copy = false;
    while let Some(line) = lines.next()? {
        let indented = line.trim_start_matches(' ');
        if indented.len() < line.len() && english_start(indented).is_some_and(|(_, rest)| ends_date(rest)) {
            sink.leave_out(SkipReason::ThreadCopy);
            in_copy = true;
            continue;
        }
        in_copy = in_copy && indented.len() < line.len();
        if in_copy {
            continue;
        }
        let may_begin = open.as_ref().is_none_or(Open::ends_blank);
        match english_start(&line).filter(|_| may_begin) {
            Some((civil, rest)) if ends_date(rest) => {
                let next = Open {
                    civil,
                    ..Open::default()
                };
                if let Some(open) = open.replace(next) {
                    close(open, sink)?;
                }
            }
            // "May 17, 2022  5:29:42 PM You named the conversation".
            Some((_, rest)) if rest.starts_with(' ') => {
                if let Some(open) = open.take() {
                    close(open, sink)?;
                }
                let is_unsent = is_unsent(rest.trim()) || rest.trim_end().ends_with(" unsent a message!");
                sink.leave_out(if is_unsent {
                    SkipReason::Deleted
                } else {
                    SkipReason::System
                });
            }
            _ => {
                if let Some(open) = &mut open {
                    open.go_on(line);
                }
            }
        }
    }
    open.map_or(Ok(()), |open| close(open, sink))
}

/// Whether nothing but a note on when it was read follows a date.
fn ends_date(rest: &str) -> bool {
    let rest = rest.trim();
    rest.is_empty() || (rest.starts_with("(Read by ") && rest.ends_with(')'))
}

impl Open {
    fn ends_blank(&self) -> bool {
        let last = self.lines.last().or(self.author.as_ref());
        last.is_none_or(String::is_empty)
    }

    fn go_on(&mut self, line: String) {
        if self.author.is_none() {
            self.author = Some(line);
        } else if self.lines.len() < LINES {
            self.lines.push(line);
        }
    }
}

fn close(open: Open, sink: &mut Sink) -> Result<(), Failure> {
    let lines = without_notes(&open.lines);
    let words: Vec<&str> = lines.iter().copied().filter(|line| !is_file(line)).collect();
    let has_file = words.len() < lines.len();
    let text = words.join("\n");
    let text = text.trim_matches('\n');
    let skip = if text.trim().is_empty() {
        Some(if has_file {
            SkipReason::Attachment
        } else {
            SkipReason::Empty
        })
    } else if is_unsent(text) {
        Some(SkipReason::Deleted)
    } else {
        None
    };
    if let Some(reason) = skip {
        sink.leave_out(reason);
        return Ok(());
    }
    let time = MessageTime::Local {
        civil: open.civil,
        seconds: true,
    };
    let kind = if has_file { Kind::Caption } else { Kind::Text };
    sink.message(&open.author.unwrap_or_default(), Some(time), text.to_owned(), kind)
}

/// What stands in place of a message that was taken back.
fn is_unsent(text: &str) -> bool {
    let who = ["You", "They"].iter().find_map(|who| text.strip_prefix(who));
    who.is_some_and(|what| {
        [" unsent a message", " deleted a message"].contains(&what.trim_end_matches(['.', '!']))
            || (what.starts_with(" unsent this message part") && !what.contains('\n'))
    })
}

/// The lines without what the program adds: reactions, effects, the note on replies. Of an edited message its last wording.
fn without_notes(lines: &[String]) -> Vec<&str> {
    let mut kept: Vec<&str> = Vec::new();
    let mut index = 0;
    while let Some(line) = lines.get(index) {
        let next = lines.get(index + 1).map_or("", String::as_str);
        if LABELS.contains(&line.as_str()) && is_reaction(next) {
            index += 1;
            while lines.get(index).is_some_and(|line| is_reaction(line)) {
                index += 1;
            }
            continue;
        }
        let edited = line
            .strip_prefix("Edited ")
            .and_then(|rest| rest.split_once(" later: "));
        if let Some((_, wording)) = edited {
            kept = vec![wording];
        } else if let Some((_, first)) = english_start(line).filter(|_| kept.is_empty()) {
            kept.push(first.trim_start());
        } else if line != REPLY_NOTE && !is_effect(line) {
            kept.push(line);
        }
        index += 1;
    }
    kept
}

/// "Loved by Me", "Emphasized by Aya", "Sticker from Jim: a.heic", or an emoji and "by Me".
fn is_reaction(line: &str) -> bool {
    line.contains(" by ") || line.starts_with("Sticker from ")
}

fn is_effect(line: &str) -> bool {
    const EFFECTS: [&str; 13] = [
        "Confetti",
        "Echo",
        "Fireworks",
        "Balloons",
        "Heart",
        "Lasers",
        "Shooting Star",
        "Sparkles",
        "Spotlight",
        "Slam",
        "Loud",
        "Gentle",
        "Invisible Ink",
    ];
    line.strip_prefix("Sent with ")
        .is_some_and(|effect| EFFECTS.contains(&effect))
}

/// A path of a file, or what stands for a missing one.
fn is_file(line: &str) -> bool {
    if line == "Attachment missing!" {
        return true;
    }
    let is_path = line.starts_with('/')
        || line.starts_with("~/")
        || line.starts_with("attachments/")
        || line.contains("/Attachments/");
    let ending = line.rsplit_once('.').map_or("", |(_, ending)| ending);
    let has_ending = (2..=12).contains(&ending.len()) && ending.bytes().all(|byte| byte.is_ascii_alphanumeric());
    is_path && line.contains('/') && has_ending
}
