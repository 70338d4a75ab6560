//! What was found in an export beside its messages.

use std::collections::BTreeMap;
use std::fmt;

use engine::counted::{counted, word};
use engine::save_file::limits;

use super::{DateOrder, MessageTime};

/// A format that is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Format {
    WhatsApp,
    Telegram,
    /// JSON of DiscordChatExporter.
    DiscordChatExporter,
    /// CSV of DiscordChatExporter.
    DiscordTable,
    /// What Discord itself hands out: one's own messages.
    DiscordPackage,
    /// Markdown of signal-export.
    Signal,
    /// Text of imessage-exporter.
    IMessage,
    /// XML of SMS Backup & Restore.
    SmsBackup,
    /// Facebook Messenger and Instagram.
    Messenger,
    /// An archive of X.
    Twitter,
    GoogleChat,
    Slack,
    /// Any other table of messages.
    Table,
}

/// Why something in an export is not kept as a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum SkipReason {
    /// A notice of the service.
    System,
    /// A picture, recording or another file without words.
    Media,
    Attachment,
    Sticker,
    Deleted,
    /// A notice of Telegram: a call, somebody who joined.
    Service,
    /// Words of somebody else.
    Forwarded,
    Bot,
    /// A reply that stands in full elsewhere in the same file.
    ThreadCopy,
    /// From a number of a firm, not of a person.
    Shortcode,
    Retweet,
    /// "Reacted to your message", written by the service.
    ReactionText,
    Join,
    Leave,
    /// Never sent.
    Draft,
    Empty,
    /// Damaged.
    Unreadable,
}

impl Format {
    /// A stable word.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::WhatsApp => "whatsapp",
            Self::Telegram => "telegram",
            Self::DiscordChatExporter => "discord_chat_exporter",
            Self::DiscordTable => "discord_table",
            Self::DiscordPackage => "discord_package",
            Self::Signal => "signal",
            Self::IMessage => "imessage",
            Self::SmsBackup => "sms_backup",
            Self::Messenger => "messenger",
            Self::Twitter => "twitter",
            Self::GoogleChat => "google_chat",
            Self::Slack => "slack",
            Self::Table => "table",
        }
    }
}

impl Format {
    /// The messenger, or the program that wrote the file, as it calls itself.
    pub fn title(self) -> &'static str {
        match self {
            Self::WhatsApp => "WhatsApp",
            Self::Telegram => "Telegram",
            Self::DiscordChatExporter | Self::DiscordTable | Self::DiscordPackage => "Discord",
            Self::Signal => "Signal",
            Self::IMessage => "iMessage",
            Self::SmsBackup => "SMS Backup & Restore",
            Self::Messenger => "Messenger or Instagram",
            Self::Twitter => "X",
            Self::GoogleChat => "Google Chat",
            Self::Slack => "Slack",
            Self::Table => "a table",
        }
    }
}

impl SkipReason {
    /// A stable word.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::System => "system",
            Self::Media => "media",
            Self::Attachment => "attachment",
            Self::Sticker => "sticker",
            Self::Deleted => "deleted",
            Self::Service => "service",
            Self::Forwarded => "forwarded",
            Self::Bot => "bot",
            Self::ThreadCopy => "thread_copy",
            Self::Shortcode => "shortcode",
            Self::Retweet => "retweet",
            Self::ReactionText => "reaction_text",
            Self::Join => "join",
            Self::Leave => "leave",
            Self::Draft => "draft",
            Self::Empty => "empty",
            Self::Unreadable => "unreadable",
        }
    }
}

/// Something that a person should know about what was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Warning {
    /// Nothing in the file tells day and month apart, so this order was taken; it should be asked.
    DateOrderAssumed { file: String, order: DateOrder },
    /// The file could not be read to its end; what stands before is kept.
    CutShort { file: String, reason: String },
    /// Lines that look like beginnings of messages, but in another style than the file's own, were taken for text.
    OtherStyle { file: String, lines: u64 },
    /// There were too many messages to put them all in order of time.
    OutOfOrder { file: String },
    /// Messages whose time is missing or written in a way that is not known.
    NoTime { file: String, messages: u64 },
    /// Texts longer than the bound, of which the beginning is kept.
    Shortened { file: String, texts: u64 },
}

impl fmt::Display for Warning {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::DateOrderAssumed { file, order } => {
                let order = match order {
                    DateOrder::DayFirst => "the day",
                    DateOrder::MonthFirst => "the month",
                };
                write!(
                    formatter,
                    "{file}: no date tells whether the day or the month stands first; {order} was taken. Say which it is if that is wrong."
                )
            }
            Self::CutShort { file, reason } => write!(
                formatter,
                "{file}: reading ended early ({reason}). What stands before is kept; export it again if something is missing."
            ),
            Self::OtherStyle { file, lines } => write!(
                formatter,
                "{file}: {lines} {} kept as text of the message above.",
                word(
                    lines,
                    "line looks like a message of another export and was",
                    "lines look like messages of another export and were"
                )
            ),
            Self::OutOfOrder { file } => write!(
                formatter,
                "{file}: it holds too many messages to put them all in order of time. All are kept."
            ),
            Self::NoTime { file, messages } => write!(
                formatter,
                "{file}: {messages} {} without one.",
                word(
                    messages,
                    "message has no time that can be read; it is kept in its place,",
                    "messages have no time that can be read; they are kept in their places,"
                )
            ),
            Self::Shortened { file, texts } => write!(
                formatter,
                "{file}: {} longer than {} characters; only the beginning is kept.",
                counted(*texts, "text was", "texts were"),
                limits::TEXT
            ),
        }
    }
}

/// Somebody who wrote.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Participant {
    pub messages: u64,
    /// The earliest and the latest of their messages that have a time.
    pub first: Option<MessageTime>,
    pub last: Option<MessageTime>,
}

impl Participant {
    pub(super) fn count(&mut self, time: Option<MessageTime>) {
        self.messages += 1;
        let Some(time) = time else { return };
        if self.first.is_none_or(|first| time.order() < first.order()) {
            self.first = Some(time);
        }
        if self.last.is_none_or(|last| time.order() >= last.order()) {
            self.last = Some(time);
        }
    }
}

/// How many people are told apart.
pub const PARTICIPANTS: usize = 100_000;

/// What was read, what was left out and why.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Report {
    /// Files read, by format.
    pub formats: BTreeMap<Format, usize>,
    /// Files that hold no messages of a known format.
    pub files_ignored: usize,
    pub skipped: BTreeMap<SkipReason, u64>,
    /// The first ones; the rest is counted in `more_warnings`.
    pub warnings: Vec<Warning>,
    pub more_warnings: usize,
    /// Everybody who wrote, by name; up to [`PARTICIPANTS`].
    pub participants: BTreeMap<String, Participant>,
    /// Messages of those for whom there was no room.
    pub unlisted_messages: u64,
    /// The name of the archive's owner, where it says so.
    pub owner: Option<String>,
}

impl Report {
    pub(super) fn count(&mut self, author: &str, time: Option<MessageTime>) {
        if let Some(participant) = self.participants.get_mut(author) {
            participant.count(time);
        } else if self.participants.len() < PARTICIPANTS {
            self.participants.entry(author.to_owned()).or_default().count(time);
        } else {
            self.unlisted_messages += 1;
        }
    }

    pub(super) fn warn(&mut self, warning: Warning) {
        if self.warnings.len() < limits::LISTED_ERRORS {
            self.warnings.push(warning);
        } else {
            self.more_warnings += 1;
        }
    }
}
