//! Memory without a model that could read: facts are sentences of the reader, word for word, found by rules for English and
//! Turkish; the summary is made of sentences of the transcript. For other languages there are no rules, and so no facts.

mod english;
#[cfg(test)]
mod held_out;
#[cfg(test)]
mod labelled;
mod summary;
#[cfg(test)]
mod tests;
mod turkish;

use super::extraction::{Candidate, ExtractionInput, Ground, ReadAnswer, accept_facts};
use super::normalise::normalised;
use super::sentences::sentences;
use super::types::{Extraction, Summary, SummaryKind};
use crate::conversation::{Message, Role};
use crate::language::{primary, written_in};
use crate::markup::{SpanKind, voices};

pub use summary::summary;

/// Facts of one message.
const MOST_FACTS: usize = 4;
/// Bounds of a fact, in characters: shorter says nothing, longer is a story.
const LEAST_CHARS: usize = 6;
const MOST_CHARS: usize = 200;

/// Whether there are rules for a language (a BCP 47 tag).
pub fn knows(language: &str) -> bool {
    matches!(primary(language).as_str(), "en" | "tr")
}

/// The sentences of a user's message that say something lasting about the reader, as they were written, at most four. Only what
/// is said aloud counts, not (actions) and *thoughts*. None for languages without rules.
pub fn facts(message_text: &str, language: &str) -> Vec<String> {
    found(message_text, language)
        .into_iter()
        .map(|fact| fact.text)
        .collect()
}

/// Whether a text is a sentence in which the reader speaks of themselves, as [`facts`] finds them.
pub fn is_own_words(text: &str) -> bool {
    ["en", "tr"]
        .into_iter()
        .any(|language| weight(text, language).is_some())
}

/// What a model would give for the same input, by rules: facts word for word and an extractive summary. Nothing is told of the
/// relationship, as feelings cannot be read by rules.
pub fn extract(input: &ExtractionInput<'_>) -> ReadAnswer {
    let mut dropped = Vec::new();
    let facts = accept_facts(candidates(input), input, &Ground::new(input), &mut dropped);
    ReadAnswer {
        extraction: Extraction {
            summary: told(input),
            facts,
            events: Vec::new(),
            tags: Vec::new(),
        },
        dropped,
    }
}

/// The sentences of the reader that say something lasting, in their order.
pub(crate) fn candidates(input: &ExtractionInput<'_>) -> Vec<Candidate> {
    let readable = input.readable();
    let said: Vec<&Message> = readable
        .into_iter()
        .filter(|message| message.role == Role::User)
        .collect();
    // A short message alone does not show its language; the reader's others do. The character may answer in another one.
    let all: Vec<&str> = said.iter().map(|message| message.text.as_str()).collect();
    let of_all = written_in(&all.join("\n"));
    let mut candidates = Vec::new();
    for message in said {
        let language = input
            .language
            .filter(|language| knows(language))
            .or_else(|| written_in(&message.text))
            .or(of_all);
        let found = match language {
            Some(language) => found(&message.text, language),
            // Too little to tell: a sentence of one language fits the rules of the other hardly ever.
            None => ["en", "tr"]
                .into_iter()
                .map(|language| found(&message.text, language))
                .find(|found| !found.is_empty())
                .unwrap_or_default(),
        };
        candidates.extend(found.into_iter().map(|fact| Candidate {
            text: fact.text,
            importance: fact.importance,
            sources: vec![message.id],
            replaces: None,
        }));
    }
    candidates
}

/// The summary after the messages of an input, continuing the previous one.
pub(crate) fn told(input: &ExtractionInput<'_>) -> Summary {
    let previous = input.previous.map_or("", |summary| &summary.text);
    Summary {
        text: input.without_blocked(&summary(previous, &input.readable(), input.names)),
        kind: SummaryKind::Extractive,
    }
}

struct Found {
    text: String,
    importance: u8,
}

fn found(message_text: &str, language: &str) -> Vec<Found> {
    let language = primary(language);
    let mut facts: Vec<Found> = Vec::new();
    for span in voices(message_text).iter().filter(|span| span.kind == SpanKind::Speech) {
        for sentence in sentences(&span.text) {
            let known = |text: &str| facts.iter().any(|fact| normalised(&fact.text) == normalised(text));
            if let Some(importance) = weight(sentence, &language).filter(|_| !known(sentence)) {
                facts.push(Found {
                    text: sentence.to_owned(),
                    importance,
                });
            }
        }
    }
    facts.truncate(MOST_FACTS);
    facts
}

/// Whether a list has a word; each in it stands between two blanks.
fn is_in(list: &str, word: &str) -> bool {
    let is_blank_at = |place: Option<usize>| place.and_then(|place| list.as_bytes().get(place)) == Some(&b' ');
    list.match_indices(word)
        .any(|(start, _)| is_blank_at(start.checked_sub(1)) && is_blank_at(Some(start + word.len())))
}

/// How important the fact is that a sentence says; none when it says none.
fn weight(sentence: &str, language: &str) -> Option<u8> {
    let length = sentence.chars().count();
    let is_fit = (LEAST_CHARS..=MOST_CHARS).contains(&length)
        && !sentence.contains(['?', '؟'])
        && !sentence.starts_with(['"', '“', '«', '„', '\'']);
    match language {
        _ if !is_fit => None,
        "en" => english::weight(sentence),
        "tr" => turkish::weight(sentence),
        _ => None,
    }
}
