//! One message of an export.

use std::fmt;
use std::sync::Arc;

use jiff::Timestamp;
use jiff::civil::DateTime;
use jiff::tz::Offset;

/// The author of messages in an archive that holds only its owner's own and does not name them in each. Who that is, if the
/// archive says so, is [`super::Report::owner`].
pub const OWNER: &str = "(owner)";

/// What somebody wrote.
#[derive(Debug, Clone, PartialEq)]
pub struct Message {
    /// As the export names them; a number or an address where there is no name.
    pub author: String,
    pub time: Option<MessageTime>,
    /// Never blank. Lines are separated by `\n`.
    pub text: String,
    pub kind: Kind,
    /// The conversation within the export: a chat's or a channel's name. Empty where the export does not tell any apart.
    pub conversation: Arc<str>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Text,
    /// Written under a picture or another file that is not kept.
    Caption,
    /// Written to everybody.
    Post,
    /// Written to everybody, as an answer to somebody's post.
    PostReply,
}

/// When something was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MessageTime {
    /// The zone is known: the moment, and how far the author's clock was from UTC as far as the export tells.
    Zoned { timestamp: Timestamp, offset: Offset },
    /// What the clock of the exporting device said. Many exports leave out the seconds.
    Local { civil: DateTime, seconds: bool },
}

impl MessageTime {
    /// Seconds since 1970 in UTC; none when that is out of the calendar's range.
    pub fn from_seconds(seconds: i64) -> Option<Self> {
        Some(Self::utc(Timestamp::from_second(seconds).ok()?))
    }

    /// Milliseconds since 1970 in UTC.
    pub fn from_milliseconds(milliseconds: i64) -> Option<Self> {
        Some(Self::utc(Timestamp::from_millisecond(milliseconds).ok()?))
    }

    pub fn utc(timestamp: Timestamp) -> Self {
        Self::Zoned {
            timestamp,
            offset: Offset::UTC,
        }
    }

    /// What a clock with this offset showed.
    pub fn with_offset(civil: DateTime, offset: Offset) -> Option<Self> {
        let timestamp = offset.to_timestamp(civil).ok()?;
        Some(Self::Zoned { timestamp, offset })
    }

    /// What the clock showed where it was written, or in UTC where the export says no more.
    pub fn local(&self) -> DateTime {
        match self {
            Self::Zoned { timestamp, offset } => offset.to_datetime(*timestamp),
            Self::Local { civil, .. } => *civil,
        }
    }

    /// Seconds, to put messages of one export in order. A time without zone counts as UTC.
    pub fn order(&self) -> i64 {
        match self {
            Self::Zoned { timestamp, .. } => timestamp.as_second(),
            Self::Local { civil, .. } => Offset::UTC.to_timestamp(*civil).map_or(0, Timestamp::as_second),
        }
    }
}

impl fmt::Display for MessageTime {
    /// As `2023-10-19T18:07:43Z` in UTC when the zone is known, else as `2023-02-04T22:35` or `2025-09-16T10:00:05`.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (civil, seconds, zone) = match self {
            Self::Zoned { timestamp, .. } => (Offset::UTC.to_datetime(*timestamp), true, "Z"),
            Self::Local { civil, seconds } => (*civil, *seconds, ""),
        };
        write!(
            formatter,
            "{:04}-{:02}-{:02}T{:02}:{:02}",
            civil.year(),
            civil.month(),
            civil.day(),
            civil.hour(),
            civil.minute()
        )?;
        if seconds {
            write!(formatter, ":{:02}", civil.second())?;
        }
        formatter.write_str(zone)
    }
}
