//! What was true once. A transcript is never changed, and so it still says what a newer fact has replaced: a prompt leaves such a line
//! out of a summary that is made of lines, and tells beside a memory what has changed since.

#[cfg(test)]
mod tests;

use std::collections::HashSet;

use super::contradiction::{Claims, claims_of};
use super::normalise::normalised;
use super::sentences::sentences;
use super::types::SummaryKind;
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
    /// What that claims, read once for many prompts.
    claims_now: Claims,
    /// The messages that it was read from.
    pub sources: Vec<MessageId>,
}

impl SupersededFact {
    pub fn new(text: String, now: String, sources: Vec<MessageId>) -> Self {
        Self {
            normalised: normalised(&text),
            text,
            claims_now: claims_of(&now),
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
    let said = named.filter(|(name, _)| is_name(name));
    std::iter::once(sentence).chain(said.map(|(_, said)| said))
}

fn is_name(text: &str) -> bool {
    text.chars().nth(MOST_NAME_CHARS).is_none()
}

/// What is not true any more, for asking sentence by sentence.
#[derive(Debug)]
pub(crate) struct Past<'a> {
    gone: HashSet<&'a str>,
    /// What the facts that hold now claim, and their texts.
    now: Vec<(Claims, &'a str)>,
    user: &'a str,
}

impl<'a> Past<'a> {
    /// With the reader's name, "I live in Oslo" and "Ayşe moved to Bergen" are about one person.
    pub fn new(superseded: &'a [SupersededFact], user: &'a str) -> Self {
        let mut texts = HashSet::new();
        let newest = superseded.iter().filter(|fact| texts.insert(fact.now.as_str()));
        Self {
            now: newest
                .map(|fact| (fact.claims_now.of(user), fact.now.as_str()))
                .collect(),
            gone: superseded.iter().map(|fact| fact.normalised.as_str()).collect(),
            user,
        }
    }

    /// Whether a sentence of the reader's own says what is not true any more: word for word, or in other words that what holds now
    /// contradicts.
    pub fn says(&self, sentence: &str) -> bool {
        self.gone.contains(normalised(sentence).as_str()) || self.changed(&claims_of(sentence)).is_some()
    }

    /// As [`Self::says`], of a line that may begin with the name of who says it: what others say of themselves is not about the
    /// reader. Without a name before it, "I" may be anybody.
    fn is_told_in(&self, line: &str) -> bool {
        with_and_without_name(line).any(|said| self.gone.contains(normalised(said).as_str()))
            || self.changed_in(line).is_some()
    }

    /// The text of what holds now instead of what a line says.
    fn changed_in(&self, line: &str) -> Option<&'a str> {
        let claims = match line.split_once(": ").filter(|(name, _)| is_name(name)) {
            Some((name, said)) if name == self.user => claims_of(said),
            Some(_) => return None,
            None => Some(claims_of(line)).filter(|claims| !claims.are_of_the_speaker())?,
        };
        self.changed(&claims)
    }

    fn changed(&self, claims: &Claims) -> Option<&'a str> {
        let claims = claims.of(self.user);
        let mut against = self.now.iter().filter(|(now, _)| now.contradict(&claims));
        against.next().map(|(_, text)| *text)
    }
}

/// A summary as it may be told and shown. Of one that is made of lines of the transcript, those leave that say what is not true any
/// more. One that a model wrote tells more than that in a sentence: there what holds now stands behind it in parentheses, unless the
/// summary tells it itself.
pub fn still_true(summary: &str, kind: SummaryKind, superseded: &[SupersededFact], user: &str) -> String {
    if superseded.is_empty() {
        return summary.to_owned();
    }
    let past = Past::new(superseded, user);
    match kind {
        SummaryKind::Extractive => without_sentences(summary, &|sentence| past.is_told_in(sentence)),
        SummaryKind::Written => with_what_holds_now(summary, &past),
    }
}

fn with_what_holds_now(summary: &str, past: &Past<'_>) -> String {
    let mut marked = String::with_capacity(summary.len());
    let mut rest = summary;
    let said = normalised(summary);
    for sentence in sentences(summary) {
        let Some(place) = rest.find(sentence) else { continue };
        let (before, after) = rest.split_at(place + sentence.len());
        marked.push_str(before);
        let told = |now: &&str| said.contains(&normalised(now));
        if let Some(now) = past.changed_in(sentence).filter(|now| !told(now)) {
            marked.push_str(&format!(" (→ {now})"));
        }
        rest = after;
    }
    marked + rest
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
