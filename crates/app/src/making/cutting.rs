//! Passages of an export: a conversation is cut by months, pauses and size.

use std::collections::{BTreeMap, VecDeque};

use engine::making::given::Moment;
use engine::making::{Part, Passage};
use engine::novel::chunks::TOKENS;
use import::messages::{Message, MessageTime};
use jiff::Timestamp;
use jiff::civil::{Date, DateTime};
use jiff::tz::TimeZone;

use crate::models::{CountTokens, estimate_tokens};

/// After a pause of so many seconds, what was written before explains nothing any more.
const PAUSE: i64 = 6 * 60 * 60;
/// Passages are held up to so many bytes of text; of a larger export the newest.
const HELD_BYTES: usize = 64 << 20;
/// A long message counts up to so many characters.
const LONGEST_PART: usize = 4_000;
/// Messages that go along from the passage before, to be understood.
const CONTEXT_PARTS: usize = 2;

/// Cuts conversations into passages in which the person takes part.
pub struct Cutter {
    person: String,
    count: CountTokens,
    zone: TimeZone,
    open: BTreeMap<String, Open>,
    done: VecDeque<Done>,
    held_bytes: usize,
    is_cut: bool,
}

#[derive(Default)]
struct Open {
    context: Vec<Part>,
    parts: Vec<Part>,
    tokens: usize,
    has_own: bool,
    last: Option<i64>,
}

struct Done {
    /// Milliseconds since 1970, and the month; none of what has no time.
    at: Option<i64>,
    month: String,
    context: Vec<Part>,
    parts: Vec<Part>,
    tokens: usize,
}

impl Cutter {
    pub fn new(person: &str) -> Self {
        Self {
            person: person.to_owned(),
            count: estimate_tokens(),
            zone: TimeZone::system(),
            open: BTreeMap::new(),
            done: VecDeque::new(),
            held_bytes: 0,
            is_cut: false,
        }
    }

    pub fn add(&mut self, message: Message) {
        let at = message.time.and_then(|time| self.moment(time));
        let text: String = message.text.chars().take(LONGEST_PART).collect();
        let part = Part {
            is_own: message.author == self.person,
            author: message.author,
            moment: at.map(Moment::Real),
            text,
        };
        let tokens = (self.count)(&part.text) + (self.count)(&part.author) + 6;
        let open = self.open.entry(message.conversation.to_string()).or_default();
        let month = |parts: &[Part]| parts.first().and_then(|part| month_of(part, &self.zone));
        let is_other_month = !open.parts.is_empty() && month(&open.parts) != month_of(&part, &self.zone);
        let pauses = matches!((open.last, at), (Some(last), Some(at)) if at - last > PAUSE * 1_000);
        if open.tokens + tokens > TOKENS || is_other_month {
            let done = open.end(&self.zone);
            if pauses {
                open.context.clear();
            }
            self.done.extend(done);
        } else if pauses && !open.has_own {
            // A conversation that the person took no part in is none of theirs.
            open.parts.clear();
            open.context.clear();
            open.tokens = 0;
        }
        open.tokens += tokens;
        open.has_own |= part.is_own;
        open.last = at.or(open.last);
        self.held_bytes += part.text.len();
        open.parts.push(part);
        while self.held_bytes > HELD_BYTES
            && let Some(oldest) = self.done.pop_front()
        {
            self.held_bytes -= oldest.parts.iter().map(|part| part.text.len()).sum::<usize>();
            self.is_cut = true;
        }
    }

    /// A time without a zone is this computer's, where it was most likely written.
    fn moment(&self, time: MessageTime) -> Option<i64> {
        match time {
            MessageTime::Zoned { timestamp, .. } => Some(timestamp.as_millisecond()),
            MessageTime::Local { civil, .. } => {
                let zoned = self.zone.to_ambiguous_zoned(civil).compatible().ok()?;
                Some(zoned.timestamp().as_millisecond())
            }
        }
    }

    /// What a clock on the wall here showed then.
    pub fn here(&self, time: MessageTime) -> Option<DateTime> {
        let moment = Timestamp::from_millisecond(self.moment(time)?).ok()?;
        Some(self.zone.to_datetime(moment))
    }

    /// The months, the passages in order of time, and whether some were left out.
    pub fn finish(mut self) -> (Vec<String>, Vec<Passage>, bool) {
        for open in self.open.values_mut() {
            self.done.extend(open.end(&self.zone));
        }
        let mut done: Vec<Done> = self.done.into();
        done.sort_by_key(|done| done.at);
        let mut months: Vec<String> = Vec::new();
        let mut passages = Vec::with_capacity(done.len());
        for (number, done) in (0..).zip(done) {
            if months.last() != Some(&done.month) {
                months.push(done.month.clone());
            }
            let context: Vec<String> = done
                .context
                .iter()
                .map(|part| format!("{}: {}", part.author, part.text))
                .collect();
            passages.push(Passage {
                number,
                chapter: u32::try_from(months.len() - 1).unwrap_or(u32::MAX),
                context: context.join("\n"),
                parts: done.parts,
                tokens: u32::try_from(done.tokens).unwrap_or(u32::MAX),
            });
        }
        (months, passages, self.is_cut)
    }
}

impl Open {
    /// What was gathered, if the person wrote any of it.
    fn end(&mut self, zone: &TimeZone) -> Option<Done> {
        let parts = std::mem::take(&mut self.parts);
        let tokens = std::mem::take(&mut self.tokens);
        let kept = parts.len().saturating_sub(CONTEXT_PARTS);
        let context = std::mem::replace(&mut self.context, parts[kept..].to_vec());
        let at = parts.iter().find_map(|part| match part.moment {
            Some(Moment::Real(at)) => Some(at),
            _ => None,
        });
        std::mem::take(&mut self.has_own).then(|| Done {
            at,
            month: parts.first().and_then(|part| month_of(part, zone)).unwrap_or_default(),
            context,
            parts,
            tokens,
        })
    }
}

/// Such as `2023-02`; none without a time.
fn month_of(part: &Part, zone: &TimeZone) -> Option<String> {
    let Some(Moment::Real(at)) = part.moment else {
        return None;
    };
    Some(month_name(
        zone.to_datetime(Timestamp::from_millisecond(at).ok()?).date(),
    ))
}

fn month_name(date: Date) -> String {
    format!("{:04}-{:02}", date.year(), date.month())
}

/// The place of a date's month among the months of the passages. What has no time stands with the first, as passages without one
/// do; of a month without a passage the next one counts, so that nothing is known too early.
pub fn chapter_of(date: Option<Date>, months: &[String]) -> u32 {
    let month = date.map(month_name).unwrap_or_default();
    let place = months.iter().position(|one| *one >= month);
    u32::try_from(place.unwrap_or(months.len().saturating_sub(1))).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    #[test]
    fn a_line_belongs_to_the_month_of_its_own_time() {
        let months = ["", "2023-12", "2024-01", "2024-03"].map(str::to_owned);
        let of = |year, month| chapter_of(Some(date(year, month, 28)), &months);
        assert_eq!([of(2023, 12), of(2024, 1), of(2024, 3)], [1, 2, 3]);
        assert_eq!([of(2023, 5), of(2024, 2), of(2024, 9)], [1, 3, 3]);
        assert_eq!(chapter_of(None, &months), 0);
        assert_eq!(chapter_of(None, &months[1..]), 0);
        assert_eq!(chapter_of(Some(date(2024, 1, 1)), &[]), 0);
    }
}
