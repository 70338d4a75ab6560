//! The marks that a reply may use: ours, and those of the character's own file.

use super::SpanKind;
use super::ahead::{Ahead, Wait};
use crate::character::Roleplay;

/// A longer mark is a sentence, not a mark.
const LONGEST_MARK: usize = 48;

/// Which marks are read, and in which voice. The default is the house's own: `(actions)`, `*thoughts*`, `<action>` and
/// `<thought>`. A character's file may add others, or give parentheses and asterisks the other meaning.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MarkupFormats {
    pub(super) star: SpanKind,
    pub(super) parenthesis: SpanKind,
    pub(super) formats: Vec<Format>,
    /// Every mark of `formats`, longest first.
    pub(super) marks: Vec<FormatMark>,
    /// What they begin with.
    beginnings: Vec<char>,
}

/// A pair of marks around a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Format {
    pub kind: SpanKind,
    pub shape: Shape,
    close: String,
}

impl Format {
    /// Whether nothing but at most one space stands between the mark that ends at `place` and its mate.
    pub fn is_empty_from(&self, ahead: &Ahead<'_>, place: usize) -> Result<bool, Wait> {
        let mut from = ahead.text.chars();
        for _ in 0..place {
            from.next();
        }
        let rest = |text| Ahead {
            text,
            at_end: ahead.at_end,
        };
        let after = from.as_str();
        rest(after.strip_prefix(' ').unwrap_or(after)).begins_with(&self.close)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    /// Named, as in `<action>`: shown never, not even where it opens or closes nothing.
    Tag,
    /// Two different signs, as in `[…]`; they nest.
    Brackets,
    /// The same sign twice, as in `~…~`.
    Twin,
    /// A sign at the head of a line, which ends with it.
    Line,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct FormatMark {
    pub text: String,
    pub format: usize,
    pub side: Side,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    Open,
    Close,
    Either,
}

impl Default for MarkupFormats {
    fn default() -> Self {
        Self::of(&Roleplay::default())
    }
}

impl MarkupFormats {
    /// What a character's file says. A format without `{content}`, or without a sign before it, cannot be recognised and is
    /// left out.
    pub fn of(roleplay: &Roleplay) -> Self {
        let mut formats = Self {
            star: SpanKind::Thought,
            parenthesis: SpanKind::Action,
            formats: Vec::new(),
            marks: Vec::new(),
            beginnings: Vec::new(),
        };
        let own = [
            (&roleplay.action_format, SpanKind::Action),
            (&roleplay.thought_format, SpanKind::Thought),
        ];
        let mut taken = Vec::new();
        for (written, kind) in own {
            let Some((open, close)) = split(written).filter(|pair| !taken.contains(pair)) else {
                continue;
            };
            match (open, close) {
                ("*", "*") => formats.star = kind,
                ("(", ")") | ("（", "）") => formats.parenthesis = kind,
                _ => formats.add(kind, open, close),
            }
            taken.push((open, close));
        }
        formats.add(SpanKind::Action, "<action>", "</action>");
        formats.add(SpanKind::Thought, "<thought>", "</thought>");
        // A longer mark may begin with a shorter one.
        formats
            .marks
            .sort_by_key(|mark| std::cmp::Reverse(mark.text.chars().count()));
        formats.beginnings = formats
            .marks
            .iter()
            .filter_map(|mark| mark.text.chars().next())
            .collect();
        formats.beginnings.sort_unstable();
        formats.beginnings.dedup();
        formats
    }

    fn add(&mut self, kind: SpanKind, open: &str, close: &str) {
        let lower = open.to_ascii_lowercase();
        if self.marks.iter().any(|mark| mark.text == lower) {
            return;
        }
        let format = self.formats.len();
        let shape = Shape::of(open, close);
        let mut mark = |text: &str, side| {
            self.marks.push(FormatMark {
                text: text.to_ascii_lowercase(),
                format,
                side,
            });
        };
        match shape {
            Shape::Twin => mark(open, Side::Either),
            Shape::Line => mark(open, Side::Open),
            Shape::Tag | Shape::Brackets => {
                mark(open, Side::Open);
                mark(close, Side::Close);
            }
        }
        self.formats.push(Format {
            kind,
            shape,
            close: close.to_owned(),
        });
    }

    /// Whether a mark of a format may begin with this character.
    pub(super) fn may_begin(&self, character: char) -> bool {
        self.beginnings.contains(&character.to_ascii_lowercase())
    }
}

impl Shape {
    fn of(open: &str, close: &str) -> Self {
        if close.is_empty() {
            Self::Line
        } else if open.eq_ignore_ascii_case(close) {
            Self::Twin
        } else if open.contains(char::is_alphanumeric) {
            Self::Tag
        } else {
            Self::Brackets
        }
    }
}

/// The marks before and after `{content}`.
fn split(written: &str) -> Option<(&str, &str)> {
    let (open, close) = written.split_once("{content}")?;
    let (open, close) = (open.trim(), close.trim());
    // Without a sign it would be found in the middle of words.
    let sign = |mark: &str| {
        mark.contains(|character: char| !character.is_alphanumeric() && !character.is_whitespace())
            && mark.chars().count() <= LONGEST_MARK
            && !mark.contains(['\n', '\r'])
    };
    (sign(open) && (close.is_empty() || sign(close))).then_some((open, close))
}
