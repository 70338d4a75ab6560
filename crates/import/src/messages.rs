//! Exports of messengers: whole folders, archives or single files as the services hand them out, read one message at a time.
//!
//! In reading order: what comes out ([`message`], [`report`]), where it comes from ([`export`]), which format a file is in
//! (`detect`), and what all formats share: `sink` (where messages go), `clean` (text that is always UTF-8), `lines`, `metered`,
//! `json`, `dates`. Then one file a format.
//!
//! Absent on purpose: holding a whole export in memory, and following a name inside a file to another file. What could not be
//! read is counted and told; the rest is kept.

pub mod export;
pub mod message;
pub mod report;

mod clean;
mod dates;
mod detect;
mod json;
mod lines;
mod metered;
mod sink;

mod discord;
mod discord_package;
mod google_chat;
mod imessage;
mod messenger;
mod signal;
mod slack;
mod sms;
mod table;
mod telegram;
mod twitter;
mod whatsapp;

#[cfg(test)]
mod tests;

use std::ops::ControlFlow;
use std::rc::Rc;

use engine::counted::counted;
use export::{Export, FileId};
pub use message::{Kind, Message, MessageTime, OWNER};
pub use report::{Format, Participant, Report, SkipReason, Warning};
use sink::{Failure, Sink};
pub use table::{Columns, TableSample};

/// Whether the day or the month stands first in a date such as `01/02/2020`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DateOrder {
    DayFirst,
    MonthFirst,
}

/// What a person answered; nothing of it is needed where the export says it itself.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// Used where the dates of a whole file leave it open.
    pub date_order: Option<DateOrder>,
    /// Used for tables whose header names nothing that is known.
    pub columns: Option<Columns>,
}

/// Why an export was not read.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    #[error("{0}")]
    Unreadable(#[from] std::io::Error),
    /// Not one file of a known format.
    #[error("no export of a known messenger was found in it; {} looked at", files_were(.0))]
    Nothing(usize),
    /// The receiver wanted no more.
    #[error("reading was stopped")]
    Stopped,
    /// A table whose columns must be chosen by a person.
    #[error("it is not clear which columns of the table hold author, time and text")]
    ColumnsNeeded(TableSample),
    #[error("{0}")]
    Refused(String),
}

fn files_were(count: &usize) -> String {
    counted(*count, "file was", "files were")
}

/// One file of an export that is being read.
pub(crate) struct Input<'a> {
    pub export: &'a mut Export,
    pub file: FileId,
    pub options: &'a Options,
    pub known: &'a mut Known,
}

/// What was read from files that many others of an export need, by the place it holds for.
#[derive(Default)]
pub(crate) struct Known {
    pub people: Option<(String, Rc<slack::People>)>,
    pub archive: Option<(String, Rc<twitter::Archive>)>,
}

/// Hands each message to `take`, oldest first within a conversation, until the end or until `take` breaks.
///
/// A file that is cut or broken gives its good part and a warning. Messages of services that write them in another order are put in
/// this one up to [`sink::HELD_BYTES`] of text at a time; beyond that a warning says so.
pub fn read(
    export: &mut Export,
    options: &Options,
    take: &mut dyn FnMut(Message) -> ControlFlow<()>,
) -> Result<Report, ReadError> {
    let mut sink = Sink::new(take);
    let found = detect::files(export)?;
    sink.report.files_ignored = export.file_count() - found.len();
    if found.is_empty() {
        return Err(ReadError::Nothing(export.file_count()));
    }
    let mut group = None;
    let mut known = Known::default();
    for found in found {
        if group.as_ref() != Some(&found.group) {
            sink.release().map_err(stopped)?;
            group = Some(found.group.clone());
        }
        sink.begin_file(&found, export.told_name(found.file));
        let mut input = Input {
            export,
            file: found.file,
            options,
            known: &mut known,
        };
        match parse(found.format, &mut input, &mut sink) {
            Ok(()) => {}
            Err(Failure::Broken(reason)) => sink.cut_short(reason),
            Err(Failure::Stopped) => return Err(ReadError::Stopped),
            Err(Failure::Disk(error)) => return Err(ReadError::Unreadable(error)),
            Err(Failure::ColumnsNeeded(sample)) => return Err(ReadError::ColumnsNeeded(sample)),
        }
    }
    sink.release().map_err(stopped)?;
    Ok(sink.report)
}

/// The messenger whose export a path leads to, if it surely is one: whoever takes it for something else can be told. Only beginnings
/// are read.
pub fn recognised(path: &std::path::Path) -> Option<Format> {
    detect::surely(&mut Export::open(path).ok()?)
}

fn stopped(_: Failure) -> ReadError {
    ReadError::Stopped
}

fn parse(format: Format, input: &mut Input, sink: &mut Sink) -> Result<(), Failure> {
    match format {
        Format::WhatsApp => whatsapp::read(input, sink),
        Format::Telegram => telegram::read(input, sink),
        Format::DiscordChatExporter => discord::read(input, sink),
        Format::DiscordTable => table::read_discord(input, sink),
        Format::DiscordPackage => discord_package::read(input, sink),
        Format::Signal => signal::read(input, sink),
        Format::IMessage => imessage::read(input, sink),
        Format::SmsBackup => sms::read(input, sink),
        Format::Messenger => messenger::read(input, sink),
        Format::Twitter => twitter::read(input, sink),
        Format::GoogleChat => google_chat::read(input, sink),
        Format::Slack => slack::read(input, sink),
        Format::Table => table::read_any(input, sink),
    }
}
