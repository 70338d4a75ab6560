//! Dates as books write them: over a letter, at the start of an entry of a diary, or in a phrase that a model returned.

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

/// A day, of a year that is known or not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoryDate {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub year: Option<i16>,
    /// 1 to 12.
    pub month: i8,
    /// 1 to 31.
    pub day: i8,
}

impl StoryDate {
    /// The date in a year; none when that year has no such day.
    pub fn in_year(self, year: i16) -> Option<Date> {
        Date::new(year, self.month, self.day).ok()
    }

    fn checked(year: Option<i16>, month: i8, day: i32) -> Option<Self> {
        let day = i8::try_from(day).ok()?;
        let date = Self { year, month, day };
        // A leap year, so that 29 February is a day where no year is known.
        date.in_year(year.unwrap_or(2000)).map(|_| date)
    }
}

/// The longest line over a letter, in characters.
const LONGEST_DATELINE: usize = 90;
/// So far from its start, in words, an entry gives its date.
const FIRST_WORDS: usize = 4;
const FIRST_YEAR: i32 = 1000;
const LAST_YEAR: i32 = 2100;

/// Months by their beginnings, in English and Turkish.
const MONTHS: [(&[&str], i8); 12] = [
    (&["january", "jan", "ocak"], 1),
    (&["february", "feb", "febr", "şubat"], 2),
    (&["march", "mar", "mart"], 3),
    (&["april", "apr", "nisan"], 4),
    (&["may", "mayıs"], 5),
    (&["june", "jun", "haziran"], 6),
    (&["july", "jul", "temmuz"], 7),
    (&["august", "aug", "ağustos"], 8),
    (&["september", "sept", "sep", "eylül"], 9),
    (&["october", "oct", "ekim"], 10),
    (&["november", "nov", "kasım"], 11),
    (&["december", "dec", "aralık"], 12),
];

/// The date that a paragraph sets for what follows: an entry that begins with it, or a short line that holds one.
pub fn dateline(paragraph: &str) -> Option<StoryDate> {
    if paragraph.chars().count() <= LONGEST_DATELINE && !paragraph.contains(['“', '"', '?']) {
        return find_date(paragraph);
    }
    let start: Vec<&str> = paragraph.split_whitespace().take(FIRST_WORDS).collect();
    // "3 May. Left Munich …" is a heading, "May I come in" and "In May 3 men" are none.
    let begins = start
        .first()
        .is_some_and(|word| figure(word).is_some() || month(word).is_some());
    if begins { find_date(&start.join(" ")) } else { None }
}

/// The first date of a text, such as "3 May", "May 3rd, 1893", "the 15th of October" or "1893-05-03".
pub fn find_date(text: &str) -> Option<StoryDate> {
    let words: Vec<&str> = text
        .split(|letter: char| letter.is_whitespace() || ",;—–()[]".contains(letter))
        .filter(|word| !word.is_empty())
        .collect();
    (0..words.len()).find_map(|at| iso(words[at]).or_else(|| named(&words, at)))
}

fn named(words: &[&str], at: usize) -> Option<StoryDate> {
    let month = month(words[at])?;
    let day_of = |place: Option<usize>| {
        words
            .get(place?)
            .and_then(|word| figure(word))
            .filter(|day| (1..=31).contains(day))
    };
    let year_at = |place: usize| {
        let year = words.get(place).and_then(|word| figure(word))?;
        (FIRST_YEAR..=LAST_YEAR)
            .contains(&year)
            .then(|| i16::try_from(year).ok())?
    };
    let of = at
        .checked_sub(1)
        .filter(|before| words[*before].eq_ignore_ascii_case("of"));
    if let Some(day) = day_of(of.unwrap_or(at).checked_sub(1)) {
        return StoryDate::checked(year_at(at + 1), month, day);
    }
    let day = day_of(Some(at + 1))?;
    StoryDate::checked(year_at(at + 2), month, day)
}

fn month(word: &str) -> Option<i8> {
    // The verb "may" is written small.
    if !word
        .trim_start_matches(['_', '*', '“', '"', '\''])
        .starts_with(char::is_uppercase)
    {
        return None;
    }
    let word: String = word.chars().filter(|letter| letter.is_alphabetic()).collect();
    let lower = word.replace('İ', "i").to_lowercase();
    MONTHS
        .iter()
        .find(|(names, _)| names.contains(&lower.as_str()))
        .map(|(_, number)| *number)
}

/// A number with its ending, such as "3", "3rd" or "15th."; none for anything else.
fn figure(word: &str) -> Option<i32> {
    let word = word.trim_matches(|letter: char| !letter.is_alphanumeric());
    let digits = word.trim_end_matches(|letter: char| letter.is_alphabetic());
    let ending = &word[digits.len()..];
    let is_plain = ending.is_empty() || matches!(ending, "st" | "nd" | "rd" | "th" | "d");
    if digits.len() > 4 || !is_plain {
        return None;
    }
    digits.parse().ok()
}

fn iso(word: &str) -> Option<StoryDate> {
    let word = word.trim_matches(|letter: char| !letter.is_alphanumeric());
    let mut parts = word.get(..10)?.split('-');
    let year: i32 = parts.next()?.parse().ok()?;
    let (month, day) = (parts.next()?.parse().ok()?, parts.next()?.parse().ok()?);
    let year = (FIRST_YEAR..=LAST_YEAR)
        .contains(&year)
        .then(|| i16::try_from(year).ok())?;
    StoryDate::checked(year, month, day)
}
