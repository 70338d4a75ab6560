//! What is said again and again.

use std::collections::HashMap;

use super::Counted;
use super::symbols::is_emoji_part;
use crate::language::small_in;

/// Different phrases that are counted; when there are more, those that were said once make room.
const MOST: usize = 50_000;
/// The longest phrase, in bytes.
const LONGEST: usize = 400;
/// The longest message that counts as a phrase.
const PHRASE_WORDS: usize = 6;
const PHRASE_LETTERS: usize = 60;
/// What of an opening is looked at, in words.
const OPENING_WORDS: usize = 2;

/// Counts of phrases, with a bound on how many are held.
#[derive(Default)]
pub struct Phrases(HashMap<String, u64>);

impl Phrases {
    pub fn count(&mut self, phrase: &str) {
        self.count_many(phrase, 1);
    }

    pub fn count_many(&mut self, phrase: &str, times: u64) {
        // Only endless rows of joined emoji are that long.
        if phrase.len() > LONGEST {
            return;
        }
        if let Some(count) = self.0.get_mut(phrase) {
            *count += times;
            return;
        }
        if self.0.len() >= MOST {
            self.0.retain(|_, count| *count > 1);
        }
        if self.0.len() < MOST {
            self.0.insert(phrase.to_owned(), times);
        }
    }

    /// The commonest that were said often enough; of equals the first by alphabet.
    pub fn commonest(&self, most: usize, at_least: u64) -> Vec<Counted> {
        let often = self.0.iter().filter(|(_, count)| **count >= at_least);
        let mut all: Vec<Counted> = often
            .map(|(what, count)| Counted {
                what: what.clone(),
                count: *count,
            })
            .collect();
        all.sort_by(|one, other| other.count.cmp(&one.count).then_with(|| one.what.cmp(&other.what)));
        all.truncate(most);
        all
    }
}

/// How a message opens: its first words up to a mark, in small letters. None when it opens with no word.
pub fn opening(text: &str) -> Option<String> {
    let line = text.lines().next()?;
    let end = line.find([',', '.', '!', '?', ';', ':', '…', '，', '。', '！', '？', '،']);
    let first = &line[..end.unwrap_or(line.len())];
    let mut words = Vec::new();
    for word in first.split_whitespace().take(OPENING_WORDS) {
        let word = word.trim_matches(|character: char| !character.is_alphanumeric());
        if word.is_empty() || word.chars().any(is_emoji_part) {
            break;
        }
        words.push(word.to_lowercase());
    }
    // A sentence that goes on is no greeting of its own: its first word may be one.
    let goes_on = first.split_whitespace().count() > OPENING_WORDS;
    words.truncate(if goes_on { 1 } else { OPENING_WORDS });
    // "I" or "the" begins a sentence and greets nobody.
    if goes_on && words.first().is_some_and(|word| small_in(&word.replace('’', "'")) != 0) {
        return None;
    }
    (!words.is_empty()).then(|| words.join(" "))
}

/// A whole short message as a phrase, in small letters and without marks at its end. None when it is longer or no words.
pub fn spoken(text: &str) -> Option<String> {
    let text = text.trim();
    let is_short = text.chars().take(PHRASE_LETTERS + 1).count() <= PHRASE_LETTERS
        && text.split_whitespace().count() <= PHRASE_WORDS;
    if !is_short || text.contains("://") || text.contains('\n') {
        return None;
    }
    let end = |character: char| !character.is_alphanumeric();
    let phrase = text.trim_end_matches(end).to_lowercase();
    (!phrase.trim().is_empty()).then_some(phrase)
}
