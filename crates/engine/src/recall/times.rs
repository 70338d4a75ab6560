//! Expressions of time in a text: "last Friday", "two weeks ago", "8 May", "in the summer". Each becomes the days that it can mean,
//! seen from the day on which it is said. English, and the commonest Turkish ones.

mod absolute;
mod relative;
#[cfg(test)]
mod tests;

use jiff::civil::Date;

use super::terms::Term;

/// Days that an expression can mean, both ends included.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Days {
    pub first: Day,
    pub last: Day,
    pub precision: Precision,
    /// Said from where the speaker stands ("yesterday"), not by the calendar ("8 May").
    pub is_relative: bool,
}

/// Days since 1 January 1970.
pub type Day = i32;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Precision {
    Day,
    Week,
    Month,
    Season,
    Year,
}

impl Days {
    pub fn overlaps(&self, other: &Days) -> bool {
        self.first <= other.last && other.first <= self.last
    }

    pub fn contains(&self, day: Day) -> bool {
        (self.first..=self.last).contains(&day)
    }
}

/// An expression that counts from something else that was told: "two weeks after the trip".
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Anchored {
    /// By how many days it is later (earlier if below zero).
    pub offset: Day,
    /// How far off it may be.
    pub tolerance: Day,
    /// The word behind "after": from there on stands what is counted from.
    pub anchor: usize,
}

pub fn day_of(date: Date) -> Day {
    let start = Date::constant(1970, 1, 1);
    date.since(start).map_or(0, |span| span.get_days())
}

pub fn date_of(day: Day) -> Option<Date> {
    use jiff::ToSpan as _;
    Date::constant(1970, 1, 1).checked_add(day.days()).ok()
}

/// All expressions of a text said on the day `today`, in order.
pub fn days_in(terms: &[Term], today: Day) -> Vec<Days> {
    let words: Vec<&str> = terms.iter().map(|term| term.form.as_str()).collect();
    let mut found = Vec::new();
    let mut index = 0;
    while index < words.len() {
        let rest = Words { all: &words, at: index };
        match absolute::at(rest, today).or_else(|| relative::at(rest, today)) {
            Some((days, length)) => {
                found.push(days);
                index += length.max(1);
            }
            None => index += 1,
        }
    }
    found
}

/// "two weeks after the trip", "a month before we moved": only where no day follows by itself.
pub fn anchored_in(terms: &[Term]) -> Option<Anchored> {
    let words: Vec<&str> = terms.iter().map(|term| term.form.as_str()).collect();
    (0..words.len()).find_map(|index| relative::anchored(Words { all: &words, at: index }))
}

/// The words from a place on.
#[derive(Clone, Copy)]
struct Words<'text> {
    all: &'text [&'text str],
    at: usize,
}

impl<'text> Words<'text> {
    fn get(self, ahead: usize) -> &'text str {
        self.all.get(self.at + ahead).copied().unwrap_or_default()
    }

    fn before(self) -> &'text str {
        self.at
            .checked_sub(1)
            .and_then(|index| self.all.get(index))
            .copied()
            .unwrap_or_default()
    }
}

/// What stands at a place, and how many words it takes.
type Found = Option<(Days, usize)>;

/// "three", "3", "a", "a couple of", "several": the number and the words it takes.
fn number(words: Words<'_>, ahead: usize) -> Option<(i32, usize)> {
    const WORDS: [&str; 13] = [
        "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    ];
    const TURKISH: [&str; 11] = [
        "sifir", "bir", "iki", "uc", "dort", "bes", "alti", "yedi", "sekiz", "dokuz", "on",
    ];
    let word = words.get(ahead);
    let of = |length: usize| length + usize::from(words.get(ahead + length) == "of");
    if let Ok(number) = word.parse::<i32>() {
        return (0..1_000).contains(&number).then_some((number, 1));
    }
    match word {
        "a" if matches!(words.get(ahead + 1), "couple") => Some((2, of(2))),
        "a" if matches!(words.get(ahead + 1), "few") => Some((3, of(2))),
        "couple" => Some((2, of(1))),
        "few" | "several" | "some" | "birkac" => Some((3, of(1))),
        "a" | "an" => Some((1, 1)),
        _ => {
            let find = |list: &[&str]| list.iter().position(|known| *known == word);
            find(&WORDS).or_else(|| find(&TURKISH)).map(|number| (number as i32, 1))
        }
    }
}
