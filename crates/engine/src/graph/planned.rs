//! When something is due that a text says will happen: "tomorrow at 5", "in two hours", "on Friday I have an exam", "I'm off to get
//! a coffee". English, Turkish, German, French and Spanish; in others nothing is found, and nothing is brought up.
//!
//! What is due has no exact end: a day is over at six in the evening for this, an evening at ten. It is better to ask late than
//! before it has happened.

mod cues;
mod hours;
#[cfg(test)]
mod tests;

use jiff::civil::{DateTime, Time};
use jiff::{Span, Timestamp, ToSpan, Zoned};

use crate::search::{Word, words};
use cues::{Cue, Moment};
use hours::Hour;

/// What has no time of its own ("I'm off to get a coffee") is over after so long.
const SOON_MINUTES: i64 = 60;
/// Further ahead, nobody plans in a chat.
const FURTHEST_DAYS: i64 = 400;

/// The first thing that a text says will happen at a time, as the moment from which it may be asked about; none when there is
/// none. `said` is when and where it was said.
pub fn planned(text: &str, said: &Zoned) -> Option<Timestamp> {
    let words = words(text);
    sentences(text, &words).find_map(|sentence| planned_in(text, sentence, said))
}

fn planned_in(text: &str, words: &[Word], said: &Zoned) -> Option<Timestamp> {
    let folded = cues::spelled(words);
    let sentence = cues::read(&folded)?;
    let hour = hours::find(text, words);
    let due = match sentence {
        Cue::After(span) => {
            // Hours and minutes are exact whatever the clock does; days end with the day.
            let at = said.checked_add(span).ok()?;
            match is_days(&span) {
                true => on_day(
                    &at,
                    hour.map_or(Moment::Day.over_at(), |hour| Moment::Day.fit(hour)),
                    said,
                )?,
                false => at,
            }
        }
        Cue::On(days, moment) => {
            let day = said.checked_add(days.days()).ok()?;
            on_day(&day, hour.map_or(moment.over_at(), |hour| moment.fit(hour)), said)?
        }
        Cue::Weekday(weekday, is_next, moment) => {
            let ahead = days_until(said, weekday, is_next);
            let day = said.checked_add(ahead.days()).ok()?;
            on_day(&day, hour.map_or(moment.over_at(), |hour| moment.fit(hour)), said)?
        }
        Cue::At => {
            let hour = hour?;
            next_at(said, hour)?
        }
        Cue::Soon => match hour {
            Some(hour) => next_at(said, hour)?,
            None => said.checked_add(SOON_MINUTES.minutes()).ok()?,
        },
    };
    let furthest = said.checked_add(FURTHEST_DAYS.days()).ok()?;
    (due > *said && due <= furthest).then(|| due.timestamp())
}

/// From 1 to 7: on a Friday, "on Friday" is in a week. "Next Friday" skips one that is less than three days ahead.
fn days_until(said: &Zoned, weekday: i8, is_next: bool) -> i64 {
    let today = said.weekday().to_monday_zero_offset();
    let ahead = i64::from((weekday - today + 6).rem_euclid(7) + 1);
    if is_next && ahead < 3 { ahead + 7 } else { ahead }
}

fn is_days(span: &Span) -> bool {
    span.get_hours() == 0 && span.get_minutes() == 0
}

/// A time on a day; what is over by then (it was said late in the evening) counts from two hours later.
fn on_day(day: &Zoned, time: Time, said: &Zoned) -> Option<Zoned> {
    let due = DateTime::from_parts(day.date(), time)
        .to_zoned(said.time_zone().clone())
        .ok()?;
    if due > *said {
        return Some(due);
    }
    (day.date() == said.date())
        .then(|| said.checked_add(2.hours()).ok())
        .flatten()
}

/// The next time that the clock shows an hour, in whichever half of the day where that is not told.
fn next_at(said: &Zoned, hour: Hour) -> Option<Zoned> {
    let later = if hour.is_sure { &[0, 24][..] } else { &[0, 12, 24] };
    later
        .iter()
        .filter_map(|later| {
            let at = DateTime::from_parts(said.date(), hour.time)
                .checked_add(later.hours())
                .ok()?;
            at.to_zoned(said.time_zone().clone()).ok()
        })
        .find(|at| at > said)
}

/// The words of each sentence that is no question.
fn sentences<'a>(text: &'a str, words: &'a [Word]) -> impl Iterator<Item = &'a [Word]> {
    let ends = move |index: usize| {
        let from = words[index].end;
        let to = words.get(index + 1).map_or(text.len(), |next| next.start);
        // A full stop in a time or a number has no space behind it.
        let between = &text[from..to];
        let stops = between.contains(['!', '?', ';', '\n', '…']) || between.contains(". ") || index + 1 == words.len();
        (stops, between.contains('?'))
    };
    let mut first = 0;
    (0..words.len()).filter_map(move |index| {
        let (stops, asks) = ends(index);
        if !stops {
            return None;
        }
        let sentence = &words[first..=index];
        first = index + 1;
        (!asks).then_some(sentence)
    })
}
