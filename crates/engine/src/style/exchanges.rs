//! Real exchanges that show how somebody answers.

use std::collections::HashMap;

use jiff::civil::DateTime;

use super::CONVERSATIONS;
use crate::private_data;

/// What is written within this time belongs to one exchange, in seconds.
const TOGETHER: i64 = 60 * 60;
/// Messages of one side that are put together.
const LINES: usize = 4;
/// Words that either side of a good example has.
const SAID_WORDS: std::ops::RangeInclusive<usize> = 2..=40;
const ANSWER_WORDS: std::ops::RangeInclusive<usize> = 3..=60;
/// Beyond so many words, an answer shows no more for being longer.
const ENOUGH_WORDS: usize = 25;
/// Exchanges that are held at once.
const HELD: usize = 400;

/// What was said to somebody, and what they answered. Messages in a row are lines.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Exchange {
    pub said: String,
    pub answer: String,
    /// When the last line of the answer was written, as the clock showed it.
    pub at: Option<DateTime>,
}

/// Where a conversation stands.
#[derive(Default)]
struct Open {
    said: Vec<String>,
    answer: Vec<String>,
    /// Of the last message.
    at: Option<DateTime>,
    /// Of the last line of the answer.
    answered: Option<DateTime>,
}

/// Gathers exchanges from all over an export.
pub struct ExchangeCollector {
    person: String,
    open: HashMap<String, Open>,
    held: Vec<Exchange>,
    /// Of so many exchanges, one is held; the number doubles whenever there are too many.
    one_of: u64,
    seen: u64,
}

impl ExchangeCollector {
    /// For the person whom the messages call so.
    pub fn new(person: &str) -> Self {
        Self {
            person: person.to_owned(),
            open: HashMap::new(),
            held: Vec::new(),
            one_of: 1,
            seen: 0,
        }
    }

    /// The next message of a conversation, whoever wrote it. `at` is what the clock showed.
    pub fn add(&mut self, author: &str, conversation: &str, at: Option<DateTime>, text: &str) {
        if !self.open.contains_key(conversation) && self.open.len() >= CONVERSATIONS {
            return;
        }
        let open = self.open.entry(conversation.to_owned()).or_default();
        let pause = open.at.and_then(|last| Some(at?.duration_since(last).as_secs()));
        open.at = at;
        let is_own = author == self.person;
        let is_apart = pause.is_some_and(|pause| pause > TOGETHER);
        let mut ended = None;
        if is_apart || (!is_own && !open.answer.is_empty()) {
            ended = open.end();
        }
        if is_own && !open.said.is_empty() && open.answer.len() < LINES {
            open.answered = at.or(open.answered);
            open.answer.push(text.trim().to_owned());
        } else if !is_own {
            open.said.push(text.trim().to_owned());
        }
        open.keep_bounds();
        if let Some(exchange) = ended {
            self.hold(exchange);
        }
    }

    fn hold(&mut self, exchange: Exchange) {
        self.seen += 1;
        if !self.seen.is_multiple_of(self.one_of) {
            return;
        }
        self.held.push(exchange);
        if self.held.len() > HELD {
            let mut place = 0_usize;
            self.held.retain(|_| {
                place += 1;
                place.is_multiple_of(2)
            });
            self.one_of *= 2;
        }
    }

    /// At most so many exchanges, from the whole time and in order: of each part of it the one that shows the most.
    pub fn finish(mut self, most: usize) -> Vec<Exchange> {
        let mut open: Vec<(String, Open)> = self.open.drain().collect();
        open.sort_by(|one, other| one.0.cmp(&other.0));
        let last: Vec<Exchange> = open.iter_mut().filter_map(|(_, open)| open.end()).collect();
        last.into_iter().for_each(|exchange| self.hold(exchange));
        if most == 0 || self.held.is_empty() {
            return Vec::new();
        }
        let part = self.held.len().div_ceil(most);
        let best = self.held.chunks(part).filter_map(|part| {
            let shows = |exchange: &&Exchange| words(&exchange.answer).min(ENOUGH_WORDS);
            // The first of equals.
            part.iter().rev().max_by_key(shows).cloned()
        });
        best.collect()
    }
}

impl Open {
    /// The exchange that ends here, if it is a good example: of a fitting length, with nothing private and no addresses.
    fn end(&mut self) -> Option<Exchange> {
        let exchange = Exchange {
            said: std::mem::take(&mut self.said).join("\n"),
            answer: std::mem::take(&mut self.answer).join("\n"),
            at: self.answered.take(),
        };
        let is_fit = SAID_WORDS.contains(&words(&exchange.said)) && ANSWER_WORDS.contains(&words(&exchange.answer));
        let is_plain = |text: &str| !text.contains("://") && private_data::find(text).is_empty();
        (is_fit && is_plain(&exchange.said) && is_plain(&exchange.answer)).then_some(exchange)
    }

    /// Of what was said the last lines count; of the answer the first, as no more are taken.
    fn keep_bounds(&mut self) {
        if self.said.len() > LINES {
            self.said.remove(0);
        }
    }
}

fn words(text: &str) -> usize {
    text.split_whitespace().count()
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    fn exchange(said: &str, answer: &str, at: Option<DateTime>) -> Exchange {
        Exchange {
            said: said.to_owned(),
            answer: answer.to_owned(),
            at,
        }
    }

    #[test]
    fn messages_in_a_row_are_one_exchange_and_a_pause_ends_it() {
        let at = |hour, minute| Some(date(2024, 3, 1).at(hour, minute, 0, 0));
        let mut collector = ExchangeCollector::new("Mara");
        for (author, at, text) in [
            ("Mara", at(9, 0), "nobody asked me this"),
            ("Ben", at(10, 0), "are you there?"),
            ("Ben", at(10, 1), "it is me"),
            ("Mara", at(10, 2), "yes of course"),
            ("Mara", at(10, 2), "where else"),
            ("Ben", at(10, 3), "what is your number"),
            ("Mara", at(10, 4), "it is 0151 23456789 as before"),
            ("Ben", at(10, 5), "will you come tonight"),
            ("Mara", at(15, 0), "I was asleep all day"),
            ("Ben", at(15, 1), "and now you are not"),
            ("Mara", at(15, 2), "so it seems to me"),
        ] {
            collector.add(author, "", at, text);
        }
        assert_eq!(
            collector.finish(10),
            [
                exchange("are you there?\nit is me", "yes of course\nwhere else", at(10, 2)),
                exchange("and now you are not", "so it seems to me", at(15, 2)),
            ]
        );
    }

    #[test]
    fn of_a_long_time_a_few_are_chosen_from_all_of_it() {
        let mut collector = ExchangeCollector::new("Mara");
        for number in 0..5_000_u32 {
            collector.add("Ben", "", None, &format!("question number {number}"));
            collector.add("Mara", "", None, &format!("that is answer {number}"));
        }
        assert!(collector.held.len() <= HELD);
        let chosen = collector.finish(5);
        let numbers: Vec<u32> = chosen
            .iter()
            .map(|exchange| exchange.said.rsplit(' ').next().unwrap().parse().unwrap())
            .collect();
        assert_eq!(numbers.len(), 5);
        assert!(
            numbers.is_sorted() && numbers[0] < 1_000 && numbers[4] >= 4_000,
            "{numbers:?}"
        );
        assert_eq!(ExchangeCollector::new("Mara").finish(5), []);
    }
}
