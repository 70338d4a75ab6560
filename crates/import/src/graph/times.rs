//! When the memories of a file happened: written times are read, and those that cannot be are put right.

use engine::counted::{counted, word};
use jiff::civil::DateTime;
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};
use serde_json::Value;

/// Before this nobody kept a chat; a clock that says so was never set.
const FIRST_YEAR: i16 = 1990;
/// Clocks differ by so much without anything being wrong.
const TOLERANCE: SignedDuration = SignedDuration::from_mins(10);
/// Of so many that were put right it is told which.
const MOST_TOLD: usize = 5;

/// A time with an offset, one without (in `zone`), or seconds or milliseconds since 1970; none when it is nothing of these.
pub fn read(value: &Value, zone: &TimeZone) -> Option<Timestamp> {
    let number = |number: f64| {
        // From here on, seconds would be after the year 5000.
        let seconds = if number.abs() >= 1e11 { number / 1000.0 } else { number };
        #[expect(clippy::cast_possible_truncation, reason = "checked by the timestamp's own bounds")]
        Timestamp::from_millisecond((seconds * 1000.0) as i64).ok()
    };
    let at = match value {
        Value::Number(seconds) => seconds.as_f64().and_then(number),
        Value::String(text) => {
            let text = text.trim();
            text.parse::<Timestamp>()
                .ok()
                .or_else(|| {
                    let local: DateTime = text.parse().ok()?;
                    Some(local.to_zoned(zone.clone()).ok()?.timestamp())
                })
                .or_else(|| text.parse().ok().and_then(number))
        }
        _ => None,
    }?;
    (at.to_zoned(TimeZone::UTC).year() >= FIRST_YEAR).then_some(at)
}

/// One time for each, none in the future. What was put right is told.
///
/// Where the clock ran ahead for all of them, all are moved back together, so that what lies between stays. Single ones in the
/// future, and those without a time, are set between their neighbours in the file.
pub fn put_right(written: &[Option<Timestamp>], now: Timestamp, repaired: &mut Vec<String>) -> Vec<Timestamp> {
    let unreadable = places(written, |at| at.is_none());
    let mut times = written.to_vec();
    let is_late = |at: Timestamp| at.duration_since(now) > TOLERANCE;
    let known: Vec<Timestamp> = times.iter().flatten().copied().collect();
    let late = known.iter().filter(|at| is_late(**at)).count();
    if late > 0 && late * 2 > known.len() {
        let ahead = known
            .iter()
            .max()
            .map_or(SignedDuration::ZERO, |latest| latest.duration_since(now));
        times
            .iter_mut()
            .flatten()
            .for_each(|at| *at = at.checked_sub(ahead).unwrap_or(now));
        repaired.push(format!(
            "{late} of {} lay in the future: all were moved back by {}, so that the last is now",
            counted(known.len(), "time", "times"),
            counted(ahead.as_hours().max(1), "hour", "hours")
        ));
    }
    let single = places(&times, |at| at.is_some_and(is_late));
    single.iter().for_each(|place| times[*place] = None);
    let filled = filled(&times, now);
    for (places, one, more) in [
        (&single, "time in the future was", "times in the future were"),
        (
            &unreadable,
            "memory without a readable time was",
            "memories without a readable time were",
        ),
    ] {
        if !places.is_empty() {
            let (count, were) = (places.len(), word(&places.len(), one, more));
            repaired.push(format!(
                "{count} {were} set by what stands before and after in the file: {}",
                set(places, &filled)
            ));
        }
    }
    filled
}

fn places(times: &[Option<Timestamp>], is_wanted: impl Fn(Option<Timestamp>) -> bool) -> Vec<usize> {
    let places = times.iter().enumerate().filter(|(_, at)| is_wanted(**at));
    places.map(|(place, _)| place).collect()
}

/// Which memories of the file, from 1, were set to which times; the first few of them.
fn set(places: &[usize], times: &[Timestamp]) -> String {
    let told = places.iter().take(MOST_TOLD);
    let told: Vec<String> = told
        .map(|place| {
            format!(
                "number {} to {}",
                place + 1,
                times[*place].strftime("%Y-%m-%d %H:%M UTC")
            )
        })
        .collect();
    let more = if places.len() > MOST_TOLD { " …" } else { "" };
    told.join(", ") + more
}

/// Every gap is filled evenly between its neighbours; at an end, by minutes.
fn filled(times: &[Option<Timestamp>], now: Timestamp) -> Vec<Timestamp> {
    let mut filled: Vec<Timestamp> = Vec::with_capacity(times.len());
    let mut index = 0;
    while index < times.len() {
        if let Some(at) = times[index] {
            filled.push(at.min(now));
            index += 1;
            continue;
        }
        let length = times[index..].iter().take_while(|at| at.is_none()).count();
        let next = times.get(index + length).copied().flatten();
        let steps = i32::try_from(length).unwrap_or(i32::MAX).saturating_add(1);
        let (before, step) = match (filled.last().copied(), next.map(|at| at.min(now))) {
            (Some(before), Some(next)) => (before, next.duration_since(before) / steps),
            (Some(before), None) => (
                before,
                (now.duration_since(before) / steps).min(SignedDuration::from_mins(1)),
            ),
            (None, next) => {
                let step = SignedDuration::from_mins(1);
                let first = next.unwrap_or(now).checked_sub(step * steps);
                (first.unwrap_or(Timestamp::UNIX_EPOCH), step)
            }
        };
        for number in 1..steps {
            filled.push(before.checked_add(step * number).unwrap_or(now).min(now));
        }
        index += length;
    }
    filled
}
