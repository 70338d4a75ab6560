//! Times as they stand in files: RFC 3339, with the offset where the source had one.

use jiff::Timestamp;
use jiff::fmt::temporal::DateTimeParser;
use jiff::tz::Offset;

/// A moment, and how far the clock that told it was ahead of UTC, in seconds. Without an offset it is written in UTC.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SavedTime {
    pub at: Timestamp,
    pub offset: Option<i32>,
}

impl SavedTime {
    /// To the millisecond, as it is stored.
    pub fn new(milliseconds: i64, offset: Option<i32>) -> Self {
        Self {
            at: Timestamp::from_millisecond(milliseconds).unwrap_or(Timestamp::UNIX_EPOCH),
            offset,
        }
    }

    /// Reads `2026-01-02T03:04:05.006+03:00` or the same with `Z`. A time without an offset could be anywhere and is none.
    pub fn parse(text: &str) -> Option<Self> {
        static PARSER: DateTimeParser = DateTimeParser::new();
        let at = PARSER.parse_timestamp(text).ok()?;
        let offset = PARSER.parse_pieces(text).ok()?.to_numeric_offset();
        let ends_in_utc = text.ends_with(['Z', 'z']);
        Some(Self::new(
            at.as_millisecond(),
            offset.filter(|_| !ends_in_utc).map(|offset| offset.seconds()),
        ))
    }
}

impl std::fmt::Display for SavedTime {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.offset.and_then(|offset| Offset::from_seconds(offset).ok()) {
            Some(offset) => self.at.display_with_offset(offset).fmt(formatter),
            None => self.at.fmt(formatter),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_offset_is_kept_where_the_source_had_one() {
        for text in [
            "2026-01-02T03:04:05.006+03:00",
            "2026-01-02T03:04:05.006Z",
            "2026-01-02T03:04:05-09:30",
            "1969-12-31T23:59:59.5Z",
            "2026-01-02T03:04:05+00:00",
        ] {
            let time = SavedTime::parse(text).unwrap();
            assert_eq!(time.to_string(), text);
            assert_eq!(SavedTime::parse(&time.to_string()), Some(time));
        }
        let east = SavedTime::parse("2026-01-02T03:04:05+03:00").unwrap();
        let utc = SavedTime::parse("2026-01-02T00:04:05Z").unwrap();
        assert_eq!((east.at, east.offset, utc.offset), (utc.at, Some(10_800), None));
    }

    #[test]
    fn what_names_no_moment_is_none() {
        for text in [
            "",
            "now",
            "2026-01-02",
            "2026-01-02T03:04:05",
            "2026-13-02T03:04:05Z",
            "-1",
        ] {
            assert_eq!(SavedTime::parse(text), None, "{text:?}");
        }
    }
}
