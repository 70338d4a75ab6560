//! A conversation as Markdown, for reading. The importer of transcripts reads it back: who said what, and when.

use jiff::tz::Offset;

use super::SavedTime;
use crate::controls::without_controls;

/// Between a speaker's name and the time.
pub const TIME_MARK: &str = " · ";

/// The head of a transcript.
pub fn head(title: &str) -> String {
    format!("# {}\n", one_line(title))
}

/// One message, after what came before it.
pub fn message(speaker: &str, time: Option<SavedTime>, text: &str) -> String {
    let time = time
        .map(|time| format!("{TIME_MARK}{}", minute(time)))
        .unwrap_or_default();
    format!(
        "\n## {}{time}\n\n{}\n",
        one_line(speaker),
        escaped(without_controls(text).trim_end())
    )
}

/// A line of a message that looks like a heading gets a backslash, so that it is not one.
fn escaped(text: &str) -> String {
    let lines = text.split('\n').map(|line| {
        if line.trim_start_matches('\\').starts_with('#') {
            format!("\\{line}")
        } else {
            line.to_owned()
        }
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// The text as it was before a backslash was set before lines that look like headings.
pub fn unescaped(text: &str) -> String {
    let lines = text.split('\n').map(|line| match line.strip_prefix('\\') {
        Some(rest) if rest.trim_start_matches('\\').starts_with('#') => rest,
        _ => line,
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// To the second, with the offset: `2026-01-02 03:04:05+03:00`, or with `Z` for UTC.
fn minute(time: SavedTime) -> String {
    let known = time.offset.and_then(|offset| Offset::from_seconds(offset).ok());
    let civil = known.unwrap_or(Offset::UTC).to_datetime(time.at);
    let offset = known.map_or_else(|| "Z".to_owned(), offset_text);
    format!("{}{offset}", civil.strftime("%Y-%m-%d %H:%M:%S"))
}

fn offset_text(offset: Offset) -> String {
    let seconds = offset.seconds();
    let (sign, seconds) = if seconds < 0 { ('-', -seconds) } else { ('+', seconds) };
    format!("{sign}{:02}:{:02}", seconds / 3_600, seconds / 60 % 60)
}

fn one_line(text: &str) -> String {
    without_controls(text).split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_reads_well_and_its_headings_are_not_ours() {
        let time = SavedTime::parse("2026-01-02T03:04:05.006+03:00");
        assert_eq!(
            message("Nemo\nX", time, "*waits*\n## Not a speaker\n\\# nor this\nend\n"),
            "\n## Nemo X · 2026-01-02 03:04:05+03:00\n\n*waits*\n\\## Not a speaker\n\\\\# nor this\nend\n"
        );
        assert_eq!(
            minute(SavedTime::parse("2026-01-02T23:30:00Z").unwrap()),
            "2026-01-02 23:30:00Z"
        );
        for text in ["# a", "\\# a", "\\\\## a\nb", "\\x", "a\n#"] {
            assert_eq!(unescaped(&escaped(text)), text);
        }
    }
}
