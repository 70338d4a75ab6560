//! What a reader asks for. Anything typed is a question; none is an error.

use std::ops::Range;

use super::words::{Word, words};

/// More is ignored: a question is a few words.
const MOST_WORDS: usize = 32;

/// Phrases that must all stand in a message.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Question {
    pub phrases: Vec<Phrase>,
}

/// Words that must follow on each other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Phrase {
    /// Folded; never empty.
    pub words: Vec<String>,
    /// Whether the last one may go on: "ista" asks for "istanbul" too.
    pub open_ended: bool,
}

impl Question {
    /// Words apart are phrases of their own and may go on; words in quotation marks are one phrase, word for word, unless the
    /// quotation is still open. All other signs only part words.
    pub fn of(typed: &str) -> Self {
        let mut question = Self::default();
        let mut left = MOST_WORDS;
        let quotation = |character: char| "\"“”„«»".contains(character);
        let parts: Vec<&str> = typed.split(quotation).collect();
        let last = parts.len() - 1;
        for (place, part) in parts.iter().enumerate() {
            let quoted = place % 2 == 1;
            if quoted {
                question.add(part, place == last, &mut left);
            } else {
                for word in part.split_whitespace() {
                    question.add(word, true, &mut left);
                }
            }
        }
        question
    }

    fn add(&mut self, text: &str, open_ended: bool, left: &mut usize) {
        let words: Vec<Word> = words(text).into_iter().take(*left).collect();
        let Some(last) = words.last() else {
            return;
        };
        *left -= words.len();
        // One letter begins half of all words.
        let open_ended = open_ended && !last.is_character && last.folded.chars().nth(1).is_some();
        let phrase = Phrase {
            words: words.into_iter().map(|word| word.folded).collect(),
            open_ended,
        };
        if !self.phrases.contains(&phrase) {
            self.phrases.push(phrase);
        }
    }

    /// Whether it asks for nothing.
    pub fn is_empty(&self) -> bool {
        self.phrases.is_empty()
    }

    /// Where the phrases stand in a text with these words, in bytes, in order, without overlaps; none when one of them is
    /// missing.
    pub fn find(&self, words: &[Word]) -> Option<Vec<Range<usize>>> {
        let mut found: Vec<Range<usize>> = Vec::new();
        for phrase in &self.phrases {
            let before = found.len();
            let places = words.windows(phrase.words.len()).filter(|window| phrase.is(window));
            found.extend(places.map(|window| window[0].start..window[window.len() - 1].end));
            if found.len() == before {
                return None;
            }
        }
        found.sort_by_key(|range| range.start);
        let mut apart: Vec<Range<usize>> = Vec::with_capacity(found.len());
        for range in found {
            match apart.last_mut() {
                Some(last) if range.start <= last.end => last.end = last.end.max(range.end),
                _ => apart.push(range),
            }
        }
        Some(apart)
    }
}

impl Phrase {
    fn is(&self, window: &[Word]) -> bool {
        let last = self.words.len() - 1;
        self.words
            .iter()
            .zip(window)
            .enumerate()
            .all(|(place, (wanted, word))| {
                word.folded == *wanted || (place == last && self.open_ended && word.folded.starts_with(wanted.as_str()))
            })
    }
}
