//! WhatsApp's text export, of Android and of iOS, in any language of the device.
//!
//! The style of a line's beginning follows the device's language, so it is found out for each file: the first beginning decides,
//! since every file starts with one, and whatever looks like a beginning in another style is text. The file is read twice, first
//! to find the order of day and month over the whole of it.

pub mod header;
pub mod order;
mod phrases;
mod words;

use jiff::civil::DateTime;

use super::clean::{is_layout_mark, without_layout_marks};
use super::lines::Lines;
use super::report::{SkipReason, Warning};
use super::sink::{Failure, Sink};
use super::{Input, Kind, MessageTime, dates};
use header::{Style, header};
use order::{Dates, Order};
use phrases::Said;

/// Characters of one message that are kept while it is put together, in bytes.
const LONGEST_TEXT: usize = 4 << 20;
/// Longer than this, what stands before a colon is no name, in characters.
const LONGEST_NAME: usize = 100;

/// Whether a line begins a message of any style.
pub fn is_header(line: &str) -> bool {
    header(line).is_some()
}

pub fn read(input: &mut Input, sink: &mut Sink) -> Result<(), Failure> {
    let Some((style, order)) = style_and_order(input, sink)? else {
        return Ok(());
    };
    if let Some(name) = conversation_name(input.export.name(input.file)) {
        sink.conversation(name);
    }
    let mut lines = Lines::new(input.export.read(input.file)?);
    let mut open: Option<Open> = None;
    while let Some(line) = lines.next()? {
        match begins(&line, style, order) {
            Some((time, rest)) => {
                if let Some(open) = open.replace(Open::new(time, rest)) {
                    open.close(sink)?;
                }
            }
            None => {
                if let Some(open) = &mut open {
                    open.go_on(&line);
                }
            }
        }
    }
    open.map_or(Ok(()), |open| open.close(sink))
}

/// The time of a message and what follows it, if the line begins one in the style of the file.
fn begins(line: &str, style: Style, order: Order) -> Option<(MessageTime, &str)> {
    let header = header(line).filter(|header| header.style == style)?;
    let [year, month, day] = order.sorted(header.numbers, style);
    let time = dates::time(header.hour, header.minute, header.second.unwrap_or(0), header.period)?;
    let civil = DateTime::from_parts(dates::date(year, month, day)?, time);
    let time = MessageTime::Local {
        civil,
        seconds: header.second.is_some(),
    };
    Some((time, header.rest))
}

fn style_and_order(input: &mut Input, sink: &mut Sink) -> Result<Option<(Style, Order)>, Failure> {
    let mut lines = Lines::new(input.export.read(input.file)?);
    let mut style = None;
    let mut dates = Dates::default();
    let mut others = 0;
    while let Some(line) = lines.next()? {
        let Some(header) = header(&line) else { continue };
        if *style.get_or_insert(header.style) == header.style {
            dates.add(&header);
        } else {
            others += 1;
        }
    }
    // A few are quotations; as many as the file's own lines are another export.
    if others > 10 && others * 4 > dates.count() {
        let file = sink.file().to_owned();
        sink.warn(Warning::OtherStyle { file, lines: others });
    }
    let Some(style) = style else { return Ok(None) };
    let (order, assumed) = dates.order(style, input.options.date_order);
    if let Some(order) = assumed {
        let file = sink.file().to_owned();
        sink.warn(Warning::DateOrderAssumed { file, order });
    }
    Ok(Some((style, order)))
}

/// A message that may have more lines.
struct Open {
    /// None for a notice of the service.
    author: Option<String>,
    time: MessageTime,
    text: String,
}

impl Open {
    fn new(time: MessageTime, rest: &str) -> Self {
        let (author, text) = match author(rest) {
            Some((author, text)) => (Some(author), text),
            None => (None, ""),
        };
        Self {
            author,
            time,
            text: text.to_owned(),
        }
    }

    fn go_on(&mut self, line: &str) {
        if self.author.is_some() && self.text.len() + line.len() < LONGEST_TEXT {
            self.text.push('\n');
            self.text.push_str(line);
        }
    }

    fn close(self, sink: &mut Sink) -> Result<(), Failure> {
        let Some(author) = &self.author else {
            sink.skip(SkipReason::System);
            return Ok(());
        };
        match phrases::said(&self.text) {
            Said::Words(text) => sink.message(author, Some(self.time), text, Kind::Text),
            Said::Caption(text) => sink.message(author, Some(self.time), text, Kind::Caption),
            Said::Nothing(reason) => {
                sink.skip(reason);
                Ok(())
            }
        }
    }
}

/// The name before the first colon, and what was said.
fn author(rest: &str) -> Option<(String, &str)> {
    let (name, text) = rest
        .split_once(": ")
        .or_else(|| Some((rest.trim_end().strip_suffix(':')?, "")))?;
    if phrases::is_notice(rest) {
        return None;
    }
    let name = without_layout_marks(name);
    // Before the name of somebody who is not among the contacts.
    let name = name.strip_prefix('~').unwrap_or(&name).trim();
    // A notice that quotes something: `Ben changed the subject to "Plan: B"`.
    let quotes = |marks: &[char]| name.chars().filter(|character| marks.contains(character)).count();
    let is_open = quotes(&['"', '“', '”', '„']) % 2 == 1 || quotes(&['«', '»']) % 2 == 1;
    (!name.is_empty() && !is_open && name.chars().count() <= LONGEST_NAME).then(|| (name.to_owned(), text))
}

/// The name of the chat in the name of the file: `WhatsApp Chat with Mara.txt`, or the folder of a `_chat.txt`.
fn conversation_name(name: &str) -> Option<&str> {
    let (folder, file) = name.rsplit_once('/').unwrap_or(("", name));
    let stem = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
    if stem != "_chat" {
        return Some(stem);
    }
    folder.rsplit('/').next().filter(|folder| !folder.is_empty())
}

/// A text without marks of layout at its ends.
fn bare(text: &str) -> &str {
    text.trim_matches(|character: char| character.is_whitespace() || is_layout_mark(character))
}
