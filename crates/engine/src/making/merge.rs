//! The same memory twice: word for word, or nearly.

use std::collections::BTreeSet;

use crate::memory::normalise::fact_hash;

/// Words that two texts share, of all the words of both, in percent: from here on they say the same.
const NEAR: usize = 72;
/// Shorter words carry little.
const SHORT_WORD: usize = 3;

/// For each text, the place of the first one that says the same: its own when none does.
pub fn same_as<'a>(texts: impl Iterator<Item = &'a str>) -> Vec<usize> {
    let mut firsts: Vec<(usize, [u8; 32], BTreeSet<String>)> = Vec::new();
    let mut same = Vec::new();
    for (place, text) in texts.enumerate() {
        let hash = fact_hash(text);
        let words = words_of(text);
        let found = firsts
            .iter()
            .find(|(_, known, known_words)| *known == hash || is_near(known_words, &words));
        match found {
            Some((first, _, _)) => same.push(*first),
            None => {
                same.push(place);
                firsts.push((place, hash, words));
            }
        }
    }
    same
}

fn words_of(text: &str) -> BTreeSet<String> {
    text.to_lowercase()
        .split(|letter: char| !letter.is_alphanumeric())
        .filter(|word| word.chars().count() >= SHORT_WORD || word.chars().any(char::is_numeric))
        .map(str::to_owned)
        .collect()
}

fn is_near(one: &BTreeSet<String>, other: &BTreeSet<String>) -> bool {
    // Of very short texts a single word may be all the difference.
    if one.len().min(other.len()) < 4 || one.len().min(other.len()) * 100 < one.len().max(other.len()) * NEAR {
        return false;
    }
    // What differs in a figure differs.
    let figures = |words: &BTreeSet<String>| -> Vec<String> {
        words
            .iter()
            .filter(|word| word.chars().any(char::is_numeric))
            .cloned()
            .collect()
    };
    let shared = one.intersection(other).count();
    let all = one.len() + other.len() - shared;
    shared * 100 >= all * NEAR && figures(one) == figures(other)
}
