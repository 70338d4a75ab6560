//! WhatsApp's text export, of Android and of iOS, in any language of the device.
//!
//! The style of a line's beginning follows the device's language, so it is found out for each file: the first line decides, since
//! every whole file starts with a message, and whatever looks like a beginning in another style is text. The file is read twice, first
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
/// Styles that are told apart in one file.
const STYLES: usize = 16;
/// So many lines of another kind are told of: in a row, or of JSON.
const GLUED: u64 = 5;
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
    let mut is_headless = false;
    while let Some(line) = lines.next()? {
        match begins(&line, style, order) {
            Some((time, rest)) => {
                if let Some(open) = open.replace(Open::new(time, rest)) {
                    open.close(sink)?;
                }
            }
            None => {
                match &mut open {
                    Some(open) => open.go_on(&line),
                    // The end of a message whose beginning was cut off.
                    None if !is_headless && !line.trim().is_empty() => {
                        is_headless = true;
                        sink.leave_out(SkipReason::Unreadable);
                    }
                    None => {}
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
    let mut styles: Vec<(Style, Dates)> = Vec::new();
    let (mut line_count, mut all, mut first) = (0_u64, 0, None);
    let mut glued = Glued::default();
    while let Some(line) = lines.next()? {
        line_count += 1;
        let Some(header) = header(&line) else {
            glued.see_text(&line);
            continue;
        };
        glued.see_header(header.style);
        all += 1;
        if line_count == 1 {
            first = Some(header.style);
        }
        let has_room = styles.len() < STYLES;
        match styles.iter_mut().find(|(style, _)| *style == header.style) {
            Some((_, dates)) => dates.add(&header),
            None if has_room => {
                let mut dates = Dates::default();
                dates.add(&header);
                styles.push((header.style, dates));
            }
            None => {}
        }
    }
    // Of a file without its beginning, the commonest.
    let own = |(style, dates): &&(Style, Dates)| (Some(*style) == first, dates.count());
    let Some((style, dates)) = styles.iter().rev().max_by_key(own) else {
        return Ok(None);
    };
    let others = all - dates.count();
    // A few are quotations; as many as the file's own lines, or many in a row, are another export.
    let are_another = others > 10 && others * 4 > dates.count() || glued.in_a_row(*style) >= GLUED;
    let of_json = if glued.json >= GLUED { glued.json } else { 0 };
    let lines = of_json + if are_another { others } else { 0 };
    if lines > 0 {
        let file = sink.file().to_owned();
        sink.warn(Warning::OtherStyle { file, lines });
    }
    let (order, assumed) = dates.order(*style, input.options.date_order);
    if let Some(order) = assumed {
        let file = sink.file().to_owned();
        sink.warn(Warning::DateOrderAssumed { file, order });
    }
    Ok(Some((*style, order)))
}

/// What looks as if another export had been put behind or into this one.
#[derive(Default)]
struct Glued {
    /// How many headers of one style came last, without one of another between.
    last: Option<(Style, u64)>,
    /// The longest such row of each style.
    rows: Vec<(Style, u64)>,
    /// Lines as JSON has them, one member each.
    json: u64,
}

impl Glued {
    fn see_header(&mut self, style: Style) {
        let row = match self.last {
            Some((last, row)) if last == style => row + 1,
            _ => 1,
        };
        self.last = Some((style, row));
        let has_room = self.rows.len() < STYLES;
        match self.rows.iter_mut().find(|(known, _)| *known == style) {
            Some((_, longest)) => *longest = (*longest).max(row),
            None if has_room => self.rows.push((style, row)),
            None => {}
        }
    }

    fn see_text(&mut self, line: &str) {
        let line = line.trim();
        let is_member = line
            .strip_prefix('"')
            .and_then(|rest| rest.split_once('"'))
            .is_some_and(|(name, rest)| {
                !name.is_empty()
                    && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
                    && rest.trim_start().starts_with(':')
            });
        let is_whole = line.starts_with("{\"") && line.trim_end_matches(',').ends_with('}');
        self.json += u64::from(is_member) + u64::from(is_whole);
    }

    /// The longest row of any style but the file's own.
    fn in_a_row(&self, own: Style) -> u64 {
        let others = self.rows.iter().filter(|(style, _)| *style != own);
        others.map(|(_, row)| *row).max().unwrap_or_default()
    }
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
            sink.leave_out(SkipReason::System);
            return Ok(());
        };
        match phrases::said(&self.text) {
            Said::Words(text) => sink.message(author, Some(self.time), text, Kind::Text),
            Said::Caption(text) => sink.message(author, Some(self.time), text, Kind::Caption),
            Said::Nothing(reason) => {
                sink.leave_out(reason);
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
    if phrases::begins_as_notice(rest) {
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
