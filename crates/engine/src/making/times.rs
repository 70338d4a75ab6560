//! When memories happened. Code alone makes the times: strictly one after the other, all in the past.

use jiff::civil::{Date, Time};
use jiff::tz::Offset;
use jiff::{Timestamp, ToSpan};

use super::dates::StoryDate;
use super::given::Moment;

/// Memories of one chapter lie so far apart, in milliseconds, and chapters a day.
const STEP: i64 = 60 * 60 * 1_000;
const DAY: i64 = 24 * STEP;
/// Of the chapters, in percent: with fewer that have a date, dates are of letters and do not order the story.
const DATED_CHAPTERS: usize = 33;
/// A date that lies so many days before the one told last belongs to the next year.
const NEXT_YEAR: i32 = 240;

/// What is known of when a memory happened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Known {
    pub chapter: u32,
    pub moment: Option<Moment>,
}

/// An order and times for memories that are given in the order of the telling: the place of each in that order, and its time.
/// Times go up strictly and lie before `now`.
pub fn times(known: &[Known], now: Timestamp) -> Vec<(usize, Timestamp)> {
    let is_real = |one: &Known| matches!(one.moment, Some(Moment::Real(_)));
    let wished = if known.iter().any(is_real) {
        real(known, now)
    } else if is_dated(known) {
        dated(known, now)
    } else {
        told(known, now)
    };
    strictly_before(wished, now)
}

/// Whether the book gives dates all along, as a diary does.
fn is_dated(known: &[Known]) -> bool {
    let mut chapters: Vec<(u32, bool)> = Vec::new();
    for one in known {
        let has_date = matches!(one.moment, Some(Moment::Story(_)));
        match chapters.last_mut() {
            Some((chapter, any)) if *chapter == one.chapter => *any |= has_date,
            _ => chapters.push((one.chapter, has_date)),
        }
    }
    let with_date = chapters.iter().filter(|(_, any)| *any).count();
    with_date > 0 && with_date * 100 >= chapters.len() * DATED_CHAPTERS
}

/// As they were written; what has no time follows what stands before it.
fn real(known: &[Known], now: Timestamp) -> Vec<(usize, i64)> {
    let first = known.iter().find_map(|one| match one.moment {
        Some(Moment::Real(at)) => Some(at),
        _ => None,
    });
    let mut last = first.unwrap_or(now.as_millisecond() - DAY);
    let mut wished: Vec<(usize, i64)> = known
        .iter()
        .enumerate()
        .map(|(place, one)| {
            if let Some(Moment::Real(at)) = one.moment {
                last = at;
            }
            (place, last)
        })
        .collect();
    wished.sort_by_key(|(_, at)| *at);
    wished
}

/// In the order of the telling: an hour from one to the next, a day from chapter to chapter, until yesterday.
fn told(known: &[Known], now: Timestamp) -> Vec<(usize, i64)> {
    let mut at = now.as_millisecond() - DAY;
    let mut wished: Vec<(usize, i64)> = Vec::with_capacity(known.len());
    for (place, one) in known.iter().enumerate().rev() {
        if let Some((after, _)) = wished.last() {
            at -= if known[*after].chapter == one.chapter {
                STEP
            } else {
                DAY
            };
        }
        wished.push((place, at));
    }
    wished.reverse();
    wished
}

/// By the dates that the book gives.
fn dated(known: &[Known], now: Timestamp) -> Vec<(usize, i64)> {
    let dates = with_years(known);
    let last_day = dates.iter().copied().max();
    // Without years the story ended in the latest year that is over by now.
    let today = Offset::UTC.to_datetime(now).date();
    let has_years = known
        .iter()
        .any(|one| matches!(one.moment, Some(Moment::Story(date)) if date.year.is_some()));
    let back = match last_day {
        Some(last) if !has_years || last >= today => {
            let years = i32::from(last.year()) - i32::from(today.year());
            let fits = last.checked_sub(years.years()).is_ok_and(|last| last < today);
            if fits { years } else { years + 1 }
        }
        _ => 0,
    };
    let mut wished: Vec<(usize, i64)> = dates
        .iter()
        .enumerate()
        .map(|(place, date)| {
            let date = date.checked_sub(back.years()).unwrap_or(*date);
            let morning = date.to_datetime(Time::constant(8, 0, 0, 0));
            let at = Offset::UTC.to_timestamp(morning).map_or(0, Timestamp::as_millisecond);
            (place, at)
        })
        .collect();
    wished.sort_by_key(|(_, at)| *at);
    // Several of one day follow each other through it.
    let mut start = 0;
    while start < wished.len() {
        let day = wished[start].1;
        let end = start + wished[start..].partition_point(|(_, at)| *at == day);
        let step = (12 * STEP / i64::try_from(end - start).unwrap_or(1).max(1)).min(STEP);
        for (number, (_, at)) in (0..).zip(&mut wished[start..end]) {
            *at += number * step;
        }
        start = end;
    }
    wished
}

/// The day of each: its own date, else the one told before it; where years are missing they are counted from the first.
fn with_years(known: &[Known]) -> Vec<Date> {
    let story = |one: &Known| match one.moment {
        Some(Moment::Story(date)) => Some(date),
        _ => None,
    };
    let first = known.iter().find_map(story).unwrap_or(StoryDate {
        year: None,
        month: 1,
        day: 1,
    });
    let mut year = first.year.unwrap_or(2000);
    let mut last = first.in_year(year).unwrap_or(Date::constant(2000, 1, 1));
    let mut days = Vec::with_capacity(known.len());
    for one in known {
        if let Some(date) = story(one) {
            if let Some(given) = date.year {
                year = given;
            }
            if let Some(day) = date.in_year(year) {
                let days_back = last.since(day).map_or(0, |span| span.get_days());
                let is_next_year = date.year.is_none() && days_back > NEXT_YEAR;
                let later = is_next_year.then(|| date.in_year(year + 1)).flatten();
                last = later.unwrap_or(day);
                year = last.year();
            }
        }
        days.push(last);
    }
    days
}

/// Pushes times apart where they are the same, and back where they would not lie in the past.
fn strictly_before(mut wished: Vec<(usize, i64)>, now: Timestamp) -> Vec<(usize, Timestamp)> {
    let mut earliest = i64::MIN;
    for (_, at) in &mut wished {
        *at = (*at).max(earliest);
        earliest = *at + 1;
    }
    let mut latest = now.as_millisecond() - 1;
    for (_, at) in wished.iter_mut().rev() {
        *at = (*at).min(latest);
        latest = *at - 1;
    }
    wished
        .into_iter()
        .map(|(place, at)| (place, Timestamp::from_millisecond(at).unwrap_or(Timestamp::UNIX_EPOCH)))
        .collect()
}
