//! Names of times in the languages that are offered. The forms of the units are those that stand in "… ago": "vor drei Wochen",
//! "неделю назад".

use super::{eastern, western};

/// How a language counts a unit of time.
#[derive(Debug)]
pub struct Unit {
    /// One and two of it, in words.
    pub one: &'static str,
    pub two: &'static str,
    /// The word behind numbers like 21, where a language has a form for them.
    pub single: &'static str,
    /// The word behind 3 and 4 and such, and behind all others.
    pub few: &'static str,
    pub many: &'static str,
    /// Whether the numbers for feminine nouns go with it, where a language has such.
    pub is_feminine: bool,
}

pub const fn unit(one: &'static str, two: &'static str, many: &'static str) -> Unit {
    slavic(one, two, many, many, many)
}

pub const fn slavic(
    one: &'static str,
    two: &'static str,
    single: &'static str,
    few: &'static str,
    many: &'static str,
) -> Unit {
    Unit {
        one,
        two,
        single,
        few,
        many,
        is_feminine: false,
    }
}

pub const fn feminine(unit: Unit) -> Unit {
    Unit {
        is_feminine: true,
        ..unit
    }
}

/// Which numbers go with which form of a noun, after the plural rules of the Unicode CLDR.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Plural {
    /// One form for everything from three on.
    Plain,
    /// Russian and Ukrainian.
    EastSlavic,
    Polish,
    Arabic,
}

#[derive(Debug)]
pub struct TimeWords {
    pub language: &'static str,
    pub plural: Plural,
    /// `{}` is the time; in front of a rounded one stands what `about` says.
    pub ago: &'static str,
    pub about: &'static str,
    pub moment: &'static str,
    /// Minute, hour, day, week, month, year.
    pub units: [Unit; 6],
    /// The numbers from three to ten, and those for feminine nouns.
    pub numbers: [&'static str; 8],
    pub feminine_numbers: Option<[&'static str; 8]>,
    /// `{weekday}`, `{day}`, `{month}`, `{year}`, `{time}` and `{part}`.
    pub date: &'static str,
    /// From Monday, and from January.
    pub weekdays: [&'static str; 7],
    pub months: [&'static str; 12],
    /// Morning, afternoon, evening, night.
    pub parts: [&'static str; 4],
}

/// The words of a language, given its primary subtag; English for all others.
pub fn time_words(language: &str) -> &'static TimeWords {
    let all = [western::ALL.as_slice(), eastern::ALL.as_slice()];
    let found = all.into_iter().flatten().find(|words| words.language == language);
    found.unwrap_or(&western::ALL[0])
}
