//! Days from where the speaker stands: "yesterday", "last Friday", "two weeks ago", "next month".

use std::collections::HashMap;
use std::sync::LazyLock;

use super::{Anchored, Day, Days, Found, Precision, Words, date_of, number};

/// Monday first.
const WEEKDAYS: [[&str; 4]; 7] = [
    ["monday", "mon", "mondays", "pazartesi"],
    ["tuesday", "tue", "tuesdays", "sali"],
    ["wednesday", "wed", "wednesdays", "carsamba"],
    ["thursday", "thu", "thurs", "persembe"],
    ["friday", "fri", "fridays", "cuma"],
    ["saturday", "sat", "saturdays", "cumartesi"],
    ["sunday", "sun", "sundays", "pazar"],
];

pub(super) fn at(words: Words<'_>, today: Day) -> Found {
    single_word(words, today)
        .or_else(|| counted(words, today))
        .or_else(|| named(words, today))
}

fn single_word(words: Words<'_>, today: Day) -> Found {
    let one = |offset: Day, length: usize| Some((relative(today + offset, today + offset, Precision::Day), length));
    match (words.get(0), words.get(1), words.get(2)) {
        ("day", "before", "yesterday") => one(-2, 3),
        ("day", "after", "tomorrow") => one(2, 3),
        ("yesterday", _, _) | ("last", "night", _) | ("dun", _, _) => one(-1, 1 + usize::from(words.get(0) == "last")),
        ("today" | "tonight" | "bugun", _, _) => one(0, 1),
        ("this", "morning" | "afternoon" | "evening", _) => one(0, 2),
        ("tomorrow" | "yarin", _, _) => one(1, 1),
        ("the", "other", "day") => Some((relative(today - 7, today - 1, Precision::Week), 3)),
        ("recently" | "lately", _, _) => Some((relative(today - 21, today, Precision::Month), 1)),
        _ => None,
    }
}

/// "three days ago", "a couple of weeks back", "in two months", "iki hafta once".
fn counted(words: Words<'_>, today: Day) -> Found {
    let forward = matches!(words.get(0), "in");
    let (count, length) = number(words, usize::from(forward))?;
    let at_unit = usize::from(forward) + length;
    let (unit, precision) = unit(words.get(at_unit))?;
    let after = words.get(at_unit + 1);
    let sign = match after {
        "ago" | "back" | "earlier" | "once" => -1,
        "later" | "sonra" => 1,
        "from" if words.get(at_unit + 2) == "now" => 1,
        _ if forward => 1,
        _ => return None,
    };
    let middle = today + sign * count * unit;
    let tolerance = tolerance(unit);
    let length = at_unit + 1 + usize::from(!forward) + usize::from(after == "from");
    Some((relative(middle - tolerance, middle + tolerance, precision), length))
}

/// "last week", "this month", "next Friday", "on Friday", "last weekend".
fn named(words: Words<'_>, today: Day) -> Found {
    let (direction, length) = match (words.get(0), words.get(1)) {
        ("this", "past" | "last") | ("the", "last" | "past" | "previous") => (-1, 2),
        ("last" | "past" | "previous" | "gecen", _) => (-1, 1),
        ("this" | "bu", _) => (0, 1),
        ("next" | "coming" | "gelecek" | "haftaya", _) => (1, 1),
        ("on" | "since" | "by" | "until" | "over", _) => (-2, 1),
        _ => return weekday(words.get(0)).map(|day| (day_near(day, today, -2), 1)),
    };
    let name = words.get(length);
    if let Some(day) = weekday(name) {
        return Some((day_near(day, today, direction), length + 1));
    }
    let monday = today - weekday_of(today);
    let found = match name {
        "week" | "hafta" if direction >= -1 => {
            relative(monday + 7 * direction, monday + 7 * direction + 6, Precision::Week)
        }
        "weekend" | "weekends" => {
            let saturday = if direction < 0 && weekday_of(today) < 5 {
                monday - 2
            } else {
                monday + 5
            };
            let shift = if direction == 1 { 7 } else { 0 };
            relative(saturday + shift - 1, saturday + shift + 1, Precision::Week)
        }
        "month" | "ay" if direction >= -1 => month(today, direction)?,
        "year" | "yil" | "sene" if direction >= -1 => year(today, direction)?,
        _ => return None,
    };
    Some((found, length + 1))
}

/// "two weeks after the trip".
pub(super) fn anchored(words: Words<'_>) -> Option<Anchored> {
    let (count, length) = number(words, 0).or_else(|| (words.get(0) == "the").then_some((1, 1)))?;
    let (unit, _) = unit(words.get(length))?;
    let sign = match words.get(length + 1) {
        "after" => 1,
        "before" => -1,
        _ => return None,
    };
    Some(Anchored {
        offset: sign * count * unit,
        tolerance: tolerance(unit).max(1),
        anchor: words.at + length + 2,
    })
}

fn relative(first: Day, last: Day, precision: Precision) -> Days {
    Days {
        first,
        last,
        precision,
        is_relative: true,
    }
}

/// A unit in days, and how exact it is.
fn unit(word: &str) -> Option<(Day, Precision)> {
    match word {
        "minute" | "minutes" | "hour" | "hours" | "saat" | "dakika" => Some((0, Precision::Day)),
        "day" | "days" | "gun" => Some((1, Precision::Day)),
        "week" | "weeks" | "hafta" => Some((7, Precision::Week)),
        "weekend" | "weekends" => Some((7, Precision::Week)),
        "month" | "months" | "ay" => Some((30, Precision::Month)),
        "year" | "years" | "yil" | "sene" => Some((365, Precision::Year)),
        _ => None,
    }
}

/// People round: two weeks ago may be eleven or seventeen days.
fn tolerance(unit: Day) -> Day {
    match unit {
        0 | 1 => 0,
        7 => 3,
        30 => 12,
        _ => 90,
    }
}

fn weekday(word: &str) -> Option<Day> {
    static DAYS: LazyLock<HashMap<&str, Day>> = LazyLock::new(|| {
        let numbered = WEEKDAYS.iter().zip(0..);
        numbered
            .flat_map(|(names, day)| names.map(|name| (name, day)))
            .collect()
    });
    DAYS.get(word).copied()
}

/// 1 January 1970 was a Thursday.
fn weekday_of(day: Day) -> Day {
    (day + 3).rem_euclid(7)
}

fn day_near(weekday: Day, today: Day, direction: Day) -> Days {
    let back = (weekday_of(today) - weekday).rem_euclid(7);
    let ahead = (weekday - weekday_of(today)).rem_euclid(7);
    let day = match direction {
        1 => today + if ahead == 0 { 7 } else { ahead },
        0 => today + ahead,
        // "Last Friday" on a Friday is a week ago; "on Friday" may be today.
        -1 => today - if back == 0 { 7 } else { back },
        _ => today - back,
    };
    relative(day, day, Precision::Day)
}

fn month(today: Day, shift: Day) -> Option<Days> {
    use jiff::ToSpan as _;
    let first = date_of(today)?.first_of_month().checked_add(shift.months()).ok()?;
    Some(relative(
        super::day_of(first),
        super::day_of(first.last_of_month()),
        Precision::Month,
    ))
}

fn year(today: Day, shift: Day) -> Option<Days> {
    use jiff::ToSpan as _;
    let first = date_of(today)?.first_of_year().checked_add(shift.years()).ok()?;
    Some(relative(
        super::day_of(first),
        super::day_of(first.last_of_year()),
        Precision::Year,
    ))
}
