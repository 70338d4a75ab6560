//! Punctuation and capitals.

use serde::{Deserialize, Serialize};

use super::share;
use super::symbols::is_emoji_part;

/// Fewer letters in capitals say nothing: "OK".
const SHOUTED: usize = 4;

/// Shares of messages by how they end, emoji left aside.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Endings {
    pub full_stop: f32,
    pub question: f32,
    pub exclamation: f32,
    pub ellipsis: f32,
    /// With a letter or a digit: no mark at all.
    pub none: f32,
    /// Share of messages with several marks in a row: "!!", "?!".
    pub repeated: f32,
}

/// Shares of messages, of those with letters that have capitals.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Capitals {
    /// Begin with a small letter.
    pub small_start: f32,
    /// Are written in capitals throughout.
    pub shouted: f32,
}

#[derive(Default)]
pub struct MarkMeter {
    messages: u64,
    full_stop: u64,
    question: u64,
    exclamation: u64,
    ellipsis: u64,
    none: u64,
    repeated: u64,
    cased: u64,
    small_start: u64,
    shouted: u64,
}

impl MarkMeter {
    pub fn add(&mut self, text: &str) {
        self.messages += 1;
        self.end(text.trim_end_matches(|character: char| character.is_whitespace() || is_emoji_part(character)));
        self.repeated += u64::from(has_repeated_marks(text));
        let mut cased = text
            .chars()
            .filter(|character| character.is_lowercase() || character.is_uppercase());
        if let Some(first) = cased.next() {
            self.cased += 1;
            self.small_start += u64::from(first.is_lowercase());
            let rest: Vec<char> = cased.take(200).collect();
            let is_shouted =
                first.is_uppercase() && rest.len() + 1 >= SHOUTED && rest.iter().all(|letter| letter.is_uppercase());
            self.shouted += u64::from(is_shouted);
        }
    }

    fn end(&mut self, text: &str) {
        let count = match text.chars().next_back() {
            _ if text.ends_with("..") => &mut self.ellipsis,
            Some('…') => &mut self.ellipsis,
            Some('.' | '。' | '।' | '۔') => &mut self.full_stop,
            Some('?' | '？' | '؟') => &mut self.question,
            Some('!' | '！') => &mut self.exclamation,
            Some(last) if last.is_alphanumeric() => &mut self.none,
            _ => return,
        };
        *count += 1;
    }

    pub fn endings(&self) -> Endings {
        let of = |count| share(count, self.messages);
        Endings {
            full_stop: of(self.full_stop),
            question: of(self.question),
            exclamation: of(self.exclamation),
            ellipsis: of(self.ellipsis),
            none: of(self.none),
            repeated: of(self.repeated),
        }
    }

    pub fn capitals(&self) -> Capitals {
        Capitals {
            small_start: share(self.small_start, self.cased),
            shouted: share(self.shouted, self.cased),
        }
    }
}

fn has_repeated_marks(text: &str) -> bool {
    let is_mark = |character: char| matches!(character, '!' | '?' | '！' | '？' | '؟');
    text.chars()
        .zip(text.chars().skip(1))
        .any(|(one, next)| is_mark(one) && is_mark(next))
}
