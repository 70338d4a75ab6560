//! Speakers who are named by what they do right before they speak.

use crate::novel::mentions::{Capitals, Mention, run, words};

/// Words after which somebody else may speak.
const LISTENING: [&str; 12] = [
    "heard",
    "voice",
    "listened",
    "saw",
    "watched",
    "when",
    "until",
    "till",
    "interrupted",
    "by",
    "door",
    "letter",
];

/// Whoever is the subject of the sentence right before the first quotation of a paragraph: "Alice looked up."
pub fn before(text_before: &str, capitals: &Capitals) -> Option<Mention> {
    let trimmed = text_before.trim_end();
    if !trimmed.ends_with(['.', ':', ',']) {
        return None;
    }
    let inside = &trimmed[..trimmed.len() - 1];
    let start = super::tags::last_sentence(inside);
    let sentence = &trimmed[start..];
    let found = words(sentence);
    if found.iter().any(|word| LISTENING.contains(&word.text)) {
        return None;
    }
    let (mention, count) = run(sentence, &found, capitals)?;
    let next = found.get(count)?;
    let is_subject = mention.span.start == sentence.len() - sentence.trim_start().len()
        && sentence[mention.span.end..next.span.start].trim().is_empty()
        && next.text.starts_with(char::is_lowercase)
        && !matches!(next.text, "and" | "or" | "of" | "had" | "was" | "were" | "is");
    is_subject.then(|| super::moved(mention, start))
}
