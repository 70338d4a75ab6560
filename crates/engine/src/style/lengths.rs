//! How long messages are, and how many are written in a row.

use serde::{Deserialize, Serialize};

use super::share;

/// Words of a message that are told apart; longer ones count as this long.
const MOST_WORDS: usize = 200;

#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Lengths {
    /// Half of the messages have at most so many words.
    pub median_words: u32,
    /// Nine of ten messages have at most so many words.
    pub most_words: u32,
    /// Share of messages of a single word.
    pub single_words: f32,
    /// Share of messages of more than one line.
    pub many_lines: f32,
    /// How many messages they write in a row on average, 1 at least.
    pub in_a_row: f32,
}

pub struct LengthMeter {
    by_words: [u64; MOST_WORDS + 1],
    messages: u64,
    many_lines: u64,
    rows: u64,
}

impl Default for LengthMeter {
    fn default() -> Self {
        Self {
            by_words: [0; MOST_WORDS + 1],
            messages: 0,
            many_lines: 0,
            rows: 0,
        }
    }
}

impl LengthMeter {
    pub fn add(&mut self, text: &str) {
        let is_word = |word: &&str| word.contains(char::is_alphanumeric);
        let words = text.split_whitespace().filter(is_word).take(MOST_WORDS).count();
        self.by_words[words] += 1;
        self.messages += 1;
        self.many_lines += u64::from(text.trim().contains('\n'));
    }

    /// Whether the message goes on after one of the same person.
    pub fn run(&mut self, goes_on: bool) {
        self.rows += u64::from(!goes_on);
    }

    pub fn finish(&self) -> Lengths {
        let in_a_row = self.messages as f64 / self.rows.max(1) as f64;
        Lengths {
            median_words: self.at_most(50),
            most_words: self.at_most(90),
            single_words: share(self.by_words[1], self.messages),
            many_lines: share(self.many_lines, self.messages),
            in_a_row: if self.messages == 0 { 0.0 } else { in_a_row as f32 },
        }
    }

    /// The words that so many of a hundred messages have at most.
    fn at_most(&self, percent: u64) -> u32 {
        let wanted = (self.messages * percent).div_ceil(100);
        let mut seen = 0;
        let place = self.by_words.iter().position(|count| {
            seen += count;
            seen >= wanted
        });
        place.and_then(|words| u32::try_from(words).ok()).unwrap_or(0)
    }
}
