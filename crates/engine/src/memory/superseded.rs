//! What was true once. A transcript is never changed, and so it still says what a newer fact has replaced: a prompt leaves such a line
//! out of a summary that is made of lines, and tells beside a memory what has changed since.

#[cfg(test)]
mod tests;

use std::collections::HashSet;

use super::normalise::normalised;
use super::sentences::sentences;
use crate::ids::MessageId;

/// A name in front of what somebody said is no longer than this, in characters.
const MOST_NAME_CHARS: usize = 80;

/// An automatic fact that a newer one has replaced.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SupersededFact {
    pub text: String,
    /// The text in the form in which it is compared, as every turn does with every memory.
    normalised: String,
    /// The text of the fact that holds now.
    pub now: String,
    /// The messages that it was read from.
    pub sources: Vec<MessageId>,
}

impl SupersededFact {
    pub fn new(text: String, now: String, sources: Vec<MessageId>) -> Self {
        Self {
            normalised: normalised(&text),
            text,
            now,
            sources,
        }
    }
}

/// A text without the sentences that are gone; whether one is, is asked of each once, in their order.
pub(crate) fn without_sentences(text: &str, is_gone: &dyn Fn(&str) -> bool) -> String {
    let mut kept = String::with_capacity(text.len());
    let mut rest = text;
    for sentence in sentences(text) {
        let Some(place) = rest.find(sentence) else { continue };
        let (before, after) = rest.split_at(place + sentence.len());
        let goes = is_gone(sentence);
        kept.push_str(if goes { &before[..place] } else { before });
        rest = match goes {
            true => after.strip_prefix([' ', '\n']).unwrap_or(after),
            false => after,
        };
    }
    kept.push_str(rest);
    kept.trim().to_owned()
}

/// A sentence, and what of it stands behind the name of who said it: "Ayşe: I live in Oslo."
pub(crate) fn with_and_without_name(sentence: &str) -> impl Iterator<Item = &str> {
    let named = sentence.split_once(": ");
    let said = named.filter(|(name, _)| name.chars().nth(MOST_NAME_CHARS).is_none());
    std::iter::once(sentence).chain(said.map(|(_, said)| said))
}

/// A summary that is made of lines of the transcript, without those that say word for word what is not true any more.
pub fn without_superseded(summary: &str, superseded: &[SupersededFact]) -> String {
    if superseded.is_empty() {
        return summary.to_owned();
    }
    let gone: HashSet<&str> = superseded.iter().map(|fact| fact.normalised.as_str()).collect();
    without_sentences(summary, &|sentence| {
        with_and_without_name(sentence).any(|said| gone.contains(normalised(said).as_str()))
    })
}

/// What holds now instead of something that a message says: of a fact that was read from it or stands in it word for word. Nothing
/// when the message says the newer fact as well.
pub fn changed_since<'a>(id: Option<MessageId>, text: &str, superseded: &'a [SupersededFact]) -> Option<&'a str> {
    if superseded.is_empty() {
        return None;
    }
    let said: HashSet<String> = sentences(text).into_iter().map(normalised).collect();
    superseded
        .iter()
        .find(|fact| id.is_some_and(|id| fact.sources.contains(&id)) || said.contains(&fact.normalised))
        .map(|fact| fact.now.as_str())
        .filter(|now| !said.contains(&normalised(now)))
}
