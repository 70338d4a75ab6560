//! Where the messages of all formats go: bounds, counts, and order of time where a service writes the newest first.

use std::ops::ControlFlow;
use std::sync::Arc;

use engine::controls::name_without_controls;
use engine::save_file::limits;

use super::detect::Found;
use super::report::{Report, SkipReason, Warning};
use super::{Kind, Message, MessageTime, TableSample};

/// Text that is held at most to put messages in order, in bytes.
pub const HELD_BYTES: usize = 64 << 20;
/// Longest name of an author or a conversation, in characters.
const NAME: usize = 200;
/// What a held message costs beside its text, in bytes.
const MESSAGE_COST: usize = 160;

/// Why reading a file ended before its end.
#[derive(Debug)]
pub enum Failure {
    /// The receiver wanted no more.
    Stopped,
    /// The file, in words.
    Broken(String),
    /// The disk.
    Disk(std::io::Error),
    ColumnsNeeded(TableSample),
}

impl From<std::io::Error> for Failure {
    fn from(error: std::io::Error) -> Self {
        use std::io::ErrorKind::{InvalidData, InvalidInput, Other, UnexpectedEof};
        match error.kind() {
            UnexpectedEof => Self::Broken("it ends in the middle".to_owned()),
            InvalidData | InvalidInput | Other => Self::Broken(error.to_string()),
            _ => Self::Disk(error),
        }
    }
}

impl From<serde_json::Error> for Failure {
    fn from(error: serde_json::Error) -> Self {
        if error.is_io() {
            return std::io::Error::from(error).into();
        }
        Self::Broken(crate::problems::not_json(&error))
    }
}

pub struct Sink<'a> {
    take: &'a mut dyn FnMut(Message) -> ControlFlow<()>,
    pub report: Report,
    file: String,
    conversation: Arc<str>,
    held: Option<Held>,
    shortened: u64,
    timeless: u64,
}

/// Messages that wait to be put in order.
#[derive(Default)]
struct Held {
    messages: Vec<Message>,
    /// Where the messages of the file that is being read begin.
    file_begins: usize,
    bytes: usize,
    overflowed: bool,
}

impl<'a> Sink<'a> {
    pub fn new(take: &'a mut dyn FnMut(Message) -> ControlFlow<()>) -> Self {
        Self {
            take,
            report: Report::default(),
            file: String::new(),
            conversation: Arc::from(""),
            held: None,
            shortened: 0,
            timeless: 0,
        }
    }

    /// What follows comes from this file.
    pub fn begin_file(&mut self, found: &Found, name: &str) {
        self.end_file();
        name.clone_into(&mut self.file);
        self.conversation = Arc::from("");
        *self.report.formats.entry(found.format).or_default() += 1;
        if found.format.is_out_of_order() {
            let held = self.held.get_or_insert_default();
            held.file_begins = held.messages.len();
        }
    }

    /// What follows belongs to the conversation of this name.
    pub fn conversation(&mut self, name: &str) {
        if *self.conversation != *name {
            self.conversation = bounded_name(name).into();
        }
    }

    pub fn file(&self) -> &str {
        &self.file
    }

    pub fn text(&mut self, author: &str, time: Option<MessageTime>, text: String) -> Result<(), Failure> {
        self.message(author, time, text, Kind::Text)
    }

    pub fn message(
        &mut self,
        author: &str,
        time: Option<MessageTime>,
        mut text: String,
        kind: Kind,
    ) -> Result<(), Failure> {
        let author = bounded_name(author);
        if text.trim().is_empty() || author.is_empty() {
            self.leave_out(SkipReason::Empty);
            return Ok(());
        }
        if text.len() > limits::TEXT
            && let Some((at, _)) = text.char_indices().nth(limits::TEXT)
        {
            text.truncate(at);
            self.shortened += 1;
        }
        self.timeless += u64::from(time.is_none());
        let message = Message {
            author,
            time,
            text,
            kind,
            conversation: self.conversation.clone(),
        };
        self.report.count(&message.author, time);
        let Some(held) = &mut self.held else {
            return self.hand_on(message);
        };
        held.bytes += message.text.len() + message.author.len() + MESSAGE_COST;
        held.messages.push(message);
        if held.bytes > HELD_BYTES {
            return self.overflow();
        }
        Ok(())
    }

    pub fn leave_out(&mut self, reason: SkipReason) {
        *self.report.skipped.entry(reason).or_default() += 1;
    }

    pub fn warn(&mut self, warning: Warning) {
        self.report.warn(warning);
    }

    pub fn cut_short(&mut self, reason: String) {
        let file = self.file.clone();
        self.warn(Warning::CutShort { file, reason });
    }

    fn hand_on(&mut self, message: Message) -> Result<(), Failure> {
        match (self.take)(message) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(Failure::Stopped),
        }
    }

    fn end_file(&mut self) {
        if let Some(held) = &mut self.held {
            held.put_file_in_order();
        }
        if self.timeless > 0 {
            let (file, messages) = (self.file.clone(), std::mem::take(&mut self.timeless));
            self.warn(Warning::NoTime { file, messages });
        }
        if self.shortened > 0 {
            let (file, texts) = (self.file.clone(), std::mem::take(&mut self.shortened));
            self.warn(Warning::Shortened { file, texts });
        }
    }

    /// Hands on what is held although more may come that is older.
    fn overflow(&mut self) -> Result<(), Failure> {
        let first_time = self
            .held
            .as_mut()
            .is_some_and(|held| !std::mem::replace(&mut held.overflowed, true));
        if first_time {
            let file = self.file.clone();
            self.warn(Warning::OutOfOrder { file });
        }
        let Some(mut held) = self.held.take() else {
            return Ok(());
        };
        held.put_file_in_order();
        let messages = std::mem::take(&mut held.messages);
        (held.bytes, held.file_begins) = (0, 0);
        self.held = Some(held);
        self.hand_on_all(messages)
    }

    /// Hands on what is held: all files of a conversation were read.
    pub fn release(&mut self) -> Result<(), Failure> {
        self.end_file();
        if let Some(owner) = self.report.owner.take() {
            self.report.owner = Some(bounded_name(&owner)).filter(|name| !name.is_empty());
        }
        match self.held.take() {
            Some(held) => self.hand_on_all(held.messages),
            None => Ok(()),
        }
    }

    fn hand_on_all(&mut self, mut messages: Vec<Message>) -> Result<(), Failure> {
        // What has no time stays behind what it followed.
        let mut last = i64::MIN;
        let mut keyed: Vec<(i64, Message)> = messages
            .drain(..)
            .map(|message| {
                last = message.time.map_or(last, |time| time.order());
                (last, message)
            })
            .collect();
        keyed.sort_by_key(|(order, _)| *order);
        keyed.into_iter().try_for_each(|(_, message)| self.hand_on(message))
    }
}

impl Held {
    /// Turns the messages of the last file round if most of them go back in time; what was written within one second then stands
    /// in its true order too.
    fn put_file_in_order(&mut self) {
        let file = &mut self.messages[self.file_begins..];
        let orders = || file.iter().filter_map(|message| message.time).map(|time| time.order());
        let (mut back, mut forth) = (0_usize, 0_usize);
        for (one, next) in orders().zip(orders().skip(1)) {
            back += usize::from(next < one);
            forth += usize::from(next > one);
        }
        if back > forth {
            file.reverse();
        }
        self.file_begins = self.messages.len();
    }
}

/// A name as it is told and asked for: within the bound, and on one line without control characters, which nobody could type again
/// and no character may be named with.
fn bounded_name(name: &str) -> String {
    let name = name_without_controls(name);
    name.trim().chars().take(NAME).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::messages::Format;
    use crate::messages::export::Export;

    /// The times, in seconds, of what comes out when these go in, the newest first and each with a text of so many bytes.
    fn handed_on(seconds: std::ops::Range<i64>, bytes: usize) -> (Vec<i64>, Report) {
        let export = Export::of_files(vec![("message_1.json".to_owned(), Vec::new())]);
        let found = Found {
            file: export.ids().next().unwrap(),
            format: Format::Messenger,
            group: (String::new(), Format::Messenger),
        };
        let mut orders = Vec::new();
        let mut take = |message: Message| {
            orders.push(message.time.unwrap().order());
            ControlFlow::Continue(())
        };
        let mut sink = Sink::new(&mut take);
        sink.begin_file(&found, "message_1.json");
        for second in seconds.rev() {
            sink.text("A", MessageTime::from_seconds(second), "x".repeat(bytes))
                .unwrap();
        }
        sink.release().unwrap();
        let report = sink.report;
        (orders, report)
    }

    #[test]
    fn more_than_can_be_held_is_kept_part_by_part_and_told() {
        let (orders, report) = handed_on(0..100, 1);
        assert!(orders.is_sorted() && orders.len() == 100 && report.warnings.is_empty());
        let count = i64::try_from(HELD_BYTES / 900_000).unwrap() * 3;
        let (mut orders, report) = handed_on(0..count, 900_000);
        assert!(matches!(&report.warnings[..], [Warning::OutOfOrder { .. }]));
        orders.sort_unstable();
        assert_eq!(orders, (0..count).collect::<Vec<i64>>());
    }

    #[test]
    fn a_text_beyond_the_bound_is_shortened_and_told() {
        let (orders, report) = handed_on(0..1, limits::TEXT + 5);
        assert_eq!(orders.len(), 1);
        assert!(matches!(&report.warnings[..], [Warning::Shortened { texts: 1, .. }]));
    }
}
