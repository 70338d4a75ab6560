//! Words that are cried and set in italics, where a book has hardly any marks: they cried, _Hekinah degul_.

use std::ops::Range;

use crate::novel::mentions::{Word, words};

/// Verbs and nouns that such words follow.
const CRIES: [&str; 13] = [
    "cried",
    "cry",
    "cries",
    "crying",
    "shouted",
    "shout",
    "shouts",
    "shouting",
    "exclaimed",
    "exclaiming",
    "repeating",
    "repeated",
    "calling",
];
/// Words between the one that tells of a cry and what is cried.
const BETWEEN: usize = 8;
/// The longest cry, in bytes.
const LONGEST: usize = 120;

/// The cries of a paragraph that stand between underscores, as italics are written in plain text.
pub fn spans(text: &str) -> Vec<Range<usize>> {
    let marks: Vec<usize> = text.match_indices('_').map(|(at, _)| at).collect();
    let (pairs, rest) = marks.as_chunks::<2>();
    if !rest.is_empty() {
        return Vec::new();
    }
    let spans = pairs.iter().map(|[open, close]| *open..close + 1);
    spans
        .filter(|span| is_cry(text[span.clone()].trim_matches(['_', ' '])) && is_led_in(&text[..span.start]))
        .collect()
}

fn is_cry(inside: &str) -> bool {
    inside.len() <= LONGEST && inside.starts_with(char::is_uppercase) && words(inside).len() > 1
}

/// Whether the clause before tells of a cry, and goes on with nothing that the italics could be the name of.
fn is_led_in(before: &str) -> bool {
    let clause = &before[before.rfind(['.', ';', '!', '?']).map_or(0, |at| at + 1)..];
    let found = words(clause);
    let led = found
        .iter()
        .rev()
        .take(BETWEEN + 1)
        .position(|word| CRIES.contains(&word.text));
    let between = led.map(|count| &found[found.len() - count..]);
    let leads_away = |word: &Word<'_>| word.is_capitalized() || matches!(word.text, "and" | "for" | "the");
    between.is_some_and(|between| !between.iter().any(leads_away))
}
