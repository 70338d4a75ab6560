//! How somebody writes, measured from their messages without a model.
//!
//! In reading order: [`StyleMeter`] takes all messages of an export in order, `lengths`, `marks`, `symbols` and `phrases` measure
//! one thing each, and `describe` puts the result into words. [`ExchangeCollector`] finds examples. Little is held of the
//! messages (counts, short phrases and some hundred examples), so that an export of any size can be measured.

mod describe;
mod exchanges;
mod lengths;
mod marks;
mod phrases;
mod symbols;
#[cfg(test)]
mod tests;

use std::collections::HashMap;

use jiff::civil::DateTime;
use serde::{Deserialize, Serialize};

use crate::language::written_in;
pub use exchanges::{Exchange, ExchangeCollector};
use lengths::LengthMeter;
pub use lengths::Lengths;
use marks::MarkMeter;
pub use marks::{Capitals, Endings};
use phrases::{Phrases, opening, spoken};
use symbols::{emoji, emoticons};

/// After a pause of this long, the next message opens a conversation anew, in seconds.
const PAUSE: i64 = 3 * 60 * 60;
/// How many of anything are listed.
const LISTED: usize = 10;
/// Conversations whose last message is remembered.
const CONVERSATIONS: usize = 10_000;
/// Short messages are put together up to this length before their language is looked at, in bytes.
const GATHERED: usize = 400;

/// Something that was counted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counted {
    pub what: String,
    pub count: u64,
}

/// How somebody writes. Shares are from 0 to 1.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Style {
    /// Messages that were measured.
    pub messages: u64,
    pub lengths: Lengths,
    pub endings: Endings,
    pub capitals: Capitals,
    /// Share of messages with an emoji or an emoticon.
    pub with_emoji: f32,
    /// The commonest first.
    pub emoji: Vec<Counted>,
    pub emoticons: Vec<Counted>,
    /// What they open a conversation with.
    pub greetings: Vec<Counted>,
    /// Whole short messages that they answer with again and again.
    pub replies: Vec<Counted>,
    /// BCP 47 tags with the words written in each, of those languages that can be told.
    pub languages: Vec<Counted>,
    /// Messages by the hour of the day in which they were written.
    pub hours: [u64; 24],
}

/// Where a conversation stands.
struct Last {
    is_own: bool,
    at: Option<DateTime>,
}

/// Measures one person's style.
pub struct StyleMeter {
    person: String,
    messages: u64,
    with_emoji: u64,
    lengths: LengthMeter,
    marks: MarkMeter,
    emoji: Phrases,
    emoticons: Phrases,
    greetings: Phrases,
    replies: Phrases,
    languages: Phrases,
    gathered: String,
    hours: [u64; 24],
    conversations: HashMap<String, Last>,
}

impl StyleMeter {
    /// For the person whom the messages call so.
    pub fn new(person: &str) -> Self {
        Self {
            person: person.to_owned(),
            messages: 0,
            with_emoji: 0,
            lengths: LengthMeter::default(),
            marks: MarkMeter::default(),
            emoji: Phrases::default(),
            emoticons: Phrases::default(),
            greetings: Phrases::default(),
            replies: Phrases::default(),
            languages: Phrases::default(),
            gathered: String::new(),
            hours: [0; 24],
            conversations: HashMap::new(),
        }
    }

    /// The next message of a conversation, whoever wrote it: what others wrote tells an answer from an opening. `at` is what the
    /// clock showed.
    pub fn add(&mut self, author: &str, conversation: &str, at: Option<DateTime>, text: &str) {
        let is_own = author == self.person;
        let now = Last { is_own, at };
        let has_room = self.conversations.len() < CONVERSATIONS;
        let last = match self.conversations.get_mut(conversation) {
            Some(last) => Some(std::mem::replace(last, now)),
            None if has_room => {
                self.conversations.insert(conversation.to_owned(), now);
                None
            }
            None => Some(now),
        };
        if !is_own {
            return;
        }
        let pause = last
            .as_ref()
            .and_then(|last| Some(at?.duration_since(last.at?).as_secs()));
        let opens = last.is_none() || pause.is_some_and(|pause| pause >= PAUSE);
        let answers = !opens && last.as_ref().is_some_and(|last| !last.is_own);
        let goes_on = !opens && last.is_some_and(|last| last.is_own);
        self.measure(text, at);
        self.lengths.run(goes_on);
        if opens && let Some(opening) = opening(text) {
            self.greetings.count(&opening);
        }
        if answers && let Some(reply) = spoken(text) {
            self.replies.count(&reply);
        }
    }

    fn measure(&mut self, text: &str, at: Option<DateTime>) {
        self.messages += 1;
        self.lengths.add(text);
        self.marks.add(text);
        let mut any = false;
        for emoji in emoji(text) {
            self.emoji.count(emoji);
            any = true;
        }
        for emoticon in emoticons(text) {
            self.emoticons.count(emoticon);
            any = true;
        }
        self.with_emoji += u64::from(any);
        if let Some(at) = at {
            self.hours[usize::from(at.hour().unsigned_abs()) % 24] += 1;
        }
        match written_in(text) {
            Some(language) => self.languages.count_many(language, words(text)),
            None if text.len() < GATHERED => {
                self.gathered.push_str(text);
                self.gathered.push('\n');
                if self.gathered.len() >= GATHERED {
                    self.look_at_gathered();
                }
            }
            None => {}
        }
    }

    fn look_at_gathered(&mut self) {
        if let Some(language) = written_in(&self.gathered) {
            self.languages.count_many(language, words(&self.gathered));
        }
        self.gathered.clear();
    }

    pub fn finish(mut self) -> Style {
        self.look_at_gathered();
        Style {
            messages: self.messages,
            lengths: self.lengths.finish(),
            endings: self.marks.endings(),
            capitals: self.marks.capitals(),
            with_emoji: share(self.with_emoji, self.messages),
            emoji: self.emoji.commonest(LISTED, 1),
            emoticons: self.emoticons.commonest(LISTED, 1),
            greetings: self.greetings.commonest(LISTED, 2),
            replies: self.replies.commonest(LISTED, 2),
            languages: self.languages.commonest(LISTED, 1),
            hours: self.hours,
        }
    }
}

fn words(text: &str) -> u64 {
    text.split_whitespace().count() as u64
}

/// A part of a whole, from 0 to 1; 0 of nothing.
fn share(part: u64, whole: u64) -> f32 {
    if whole == 0 {
        0.0
    } else {
        (part as f64 / whole as f64) as f32
    }
}
