//! Days by the calendar: "8 May 2023", "May 8th", "in June", "2023-05-08", "in 2022", "summer 2022".

use std::collections::HashMap;
use std::sync::LazyLock;

use jiff::civil::Date;

use super::{Day, Days, Found, Precision, Words, date_of, day_of};

/// Months by their English and Turkish names, and the short English ones.
const MONTHS: [[&str; 3]; 12] = [
    ["january", "jan", "ocak"],
    ["february", "feb", "subat"],
    ["march", "mar", "mart"],
    ["april", "apr", "nisan"],
    ["may", "may", "mayis"],
    ["june", "jun", "haziran"],
    ["july", "jul", "temmuz"],
    ["august", "aug", "agustos"],
    ["september", "sept", "eylul"],
    ["october", "oct", "ekim"],
    ["november", "nov", "kasim"],
    ["december", "dec", "aralik"],
];

/// A season's days beside the first.
const SEASON_DAYS: Day = 91;

/// Words before "may", "march" or a short name that make a month of it.
const MONTH_SIGNS: [&str; 11] = [
    "in", "of", "during", "early", "late", "mid", "since", "by", "until", "last", "next",
];

pub(super) fn at(words: Words<'_>, today: Day) -> Found {
    iso(words)
        .or_else(|| with_month(words, today))
        .or_else(|| season(words, today))
        .or_else(|| year_alone(words))
}

/// "2023-05-08", which is cut into three numbers.
fn iso(words: Words<'_>) -> Found {
    let [year, month, day] = [words.get(0), words.get(1), words.get(2)];
    if year.len() != 4 || month.len() != 2 || day.len() != 2 {
        return None;
    }
    let date = Date::new(year.parse().ok()?, month.parse().ok()?, day.parse().ok()?).ok()?;
    Some((one_day(day_of(date)), 3))
}

fn with_month(words: Words<'_>, today: Day) -> Found {
    // "8 May", "8th of May".
    if let Some(day) = day_number(words.get(0)) {
        let of = usize::from(words.get(1) == "of");
        if let Some(month) = month_number(words.get(1 + of)) {
            let (year, more) = year_at(words, 2 + of);
            return Some((one_day(dated(year, month, day, today)?), 2 + of + more));
        }
    }
    let month = month_number(words.get(0))?;
    // "May 8", "May 8th 2023".
    if let Some(day) = day_number(words.get(1)) {
        let (year, more) = year_at(words, 2);
        return Some((one_day(dated(year, month, day, today)?), 2 + more));
    }
    let (year, more) = year_at(words, 1);
    let doubtful = matches!(
        words.get(0),
        "may" | "march" | "mar" | "jan" | "dec" | "mart" | "ocak" | "ekim"
    );
    if doubtful && year.is_none() && !MONTH_SIGNS.contains(&words.before()) {
        return None;
    }
    let first = dated(year, month, 1, today)?;
    let last = date_of(first)?.last_of_month();
    Some((days(first, day_of(last), Precision::Month), 1 + more))
}

/// "summer 2022", "last summer", "in the winter": northern seasons.
fn season(words: Words<'_>, today: Day) -> Found {
    let relative = usize::from(matches!(words.get(0), "last" | "this" | "past" | "gecen" | "bu"));
    let month = match words.get(relative) {
        "spring" | "ilkbahar" if relative == 1 || year_at(words, 1).1 == 1 => 3,
        "summer" | "yaz" => 6,
        "autumn" | "sonbahar" => 9,
        "fall" if relative == 1 || year_at(words, 1).1 == 1 => 9,
        "winter" | "kis" => 12,
        _ => return None,
    };
    let (year, more) = year_at(words, relative + 1);
    let mut first = dated(year, month, 1, today)?;
    if matches!(words.get(0), "last" | "past" | "gecen") && year.is_none() && first + SEASON_DAYS >= today {
        first = dated(Some(date_of(first)?.year() - 1), month, 1, today)?;
    }
    Some((days(first, first + SEASON_DAYS, Precision::Season), relative + 1 + more))
}

/// "in 2022".
fn year_alone(words: Words<'_>) -> Found {
    let (year, length) = year_at(words, 0);
    let year = year?;
    let first = day_of(Date::new(year, 1, 1).ok()?);
    let last = day_of(Date::new(year, 12, 31).ok()?);
    Some((days(first, last, Precision::Year), length))
}

fn one_day(day: Day) -> Days {
    days(day, day, Precision::Day)
}

fn days(first: Day, last: Day, precision: Precision) -> Days {
    Days {
        first,
        last,
        precision,
        is_relative: false,
    }
}

/// The day in the named year, or else the last such day that has begun or begins within a month.
fn dated(year: Option<i16>, month: i8, day: i8, today: Day) -> Option<Day> {
    if let Some(year) = year {
        return Date::new(year, month, day).ok().map(day_of);
    }
    let now = date_of(today)?;
    let this_year = Date::new(now.year(), month, day)
        .or_else(|_| Date::new(now.year(), month, 28))
        .ok()?;
    let this_year_day = day_of(this_year);
    if this_year_day <= today + 31 {
        return Some(this_year_day);
    }
    Date::new(now.year() - 1, month, day)
        .or_else(|_| Date::new(now.year() - 1, month, 28))
        .ok()
        .map(day_of)
}

fn month_number(word: &str) -> Option<i8> {
    static NUMBERS: LazyLock<HashMap<&str, i8>> = LazyLock::new(|| {
        let numbered = MONTHS.iter().zip(1..);
        numbered
            .flat_map(|(names, number)| names.map(|name| (name, number)))
            .collect()
    });
    NUMBERS.get(word).copied()
}

/// "8", "8th", "1st".
fn day_number(word: &str) -> Option<i8> {
    let digits = word.trim_end_matches(|character: char| character.is_ascii_alphabetic());
    let ending = &word[digits.len()..];
    if !matches!(ending, "" | "st" | "nd" | "rd" | "th") {
        return None;
    }
    digits.parse().ok().filter(|day| (1..=31).contains(day))
}

fn year_at(words: Words<'_>, ahead: usize) -> (Option<i16>, usize) {
    let word = words.get(ahead);
    let year = word
        .parse::<i16>()
        .ok()
        .filter(|year| word.len() == 4 && (1900..2100).contains(year));
    (year, usize::from(year.is_some()))
}
