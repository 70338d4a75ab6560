//! What a model is asked in order to remember ([`request`]), and what is taken from its answer ([`read`]).
//!
//! One call gives the summary, the facts, the developments of the relationship, and what some exchanges are about. A model's answer is data from a stranger:
//! every item is checked alone, and a bad one is dropped without harm to the rest.

mod check;
mod completed;
mod ground;
pub(crate) mod json;
mod room;
mod tagging;
#[cfg(test)]
mod tests;

use serde::Serialize;
use serde_json::{Value, json};

use super::normalise::fact_hash;
use super::superseded::{with_and_without_name, without_sentences};
use super::types::{Axis, Extraction, Fact, MOST_SOURCES, Summary, SummaryKind};
use crate::conversation::{Message, Role};
use crate::ids::MessageId;
use crate::macros::{Names, fill};
use crate::persona::first_sentence;
use crate::prompt::{PromptError, PromptMessage, PromptRole, Templates, is_sendable, language_name};
use crate::tags::MOST_TAG_CHARS;

pub use check::{BadExtraction, Dropped, ReadAnswer, read};
pub(crate) use check::{Candidate, accept_facts};
pub(crate) use ground::Ground;
pub use ground::OwnWords;

/// At most so many facts are taken from one answer.
pub const MOST_NEW_FACTS: usize = 12;
/// How long the texts of an answer may be, in characters: more than what is asked for, and less than what is kept.
const MOST_ASKED_SUMMARY_CHARS: usize = 1_800;
const MOST_ASKED_FACT_CHARS: usize = 240;
/// Known facts that are listed for the model, the most important first.
const MOST_LISTED_FACTS: usize = 100;
/// How long the summary shall be, in words; a third of what is accepted.
const SUMMARY_WORDS: usize = 220;

/// What is read for one extraction, and what is known already.
#[derive(Debug, Clone, Copy)]
pub struct ExtractionInput<'a> {
    pub names: Names<'a>,
    /// How the reader describes whom they play; may be empty.
    pub persona: &'a str,
    /// A BCP 47 tag; without one the model writes in the language of the messages.
    pub language: Option<&'a str>,
    /// The summary that is continued.
    pub previous: Option<&'a Summary>,
    /// The messages of the batch, oldest first.
    pub messages: &'a [Message],
    /// Messages that nothing may be taken from.
    pub excluded: &'a [MessageId],
    /// The active facts.
    pub known: &'a [Fact],
    /// Hashes of facts that are not to come back ([`crate::memory::normalise::fact_hash`]).
    pub blocked: &'a [[u8; 32]],
    /// The axes that are on and not locked.
    pub axes: &'a [Axis],
}

impl<'a> ExtractionInput<'a> {
    /// The messages that may be read. A message's number in the request is its place here, from 1.
    pub fn readable(&self) -> Vec<&'a Message> {
        let readable = |message: &&Message| is_sendable(message) && !self.excluded.contains(&message.id);
        self.messages.iter().filter(readable).collect()
    }

    /// What an extraction gives when nothing of the batch may be read: the summary stays as it was.
    pub fn unchanged(&self) -> Extraction {
        let empty = || Summary {
            text: String::new(),
            kind: SummaryKind::Extractive,
        };
        Extraction {
            summary: self.previous.cloned().unwrap_or_else(empty),
            facts: Vec::new(),
            events: Vec::new(),
            tags: Vec::new(),
        }
    }

    /// A text without the sentences that say, word for word, what is not to come back.
    pub(crate) fn without_blocked(&self, text: &str) -> String {
        without_sentences(text, &|sentence| {
            with_and_without_name(sentence).any(|said| self.blocked.contains(&fact_hash(said)))
        })
    }

    /// The known facts in the order in which they are numbered, from 1.
    fn listed(&self) -> Vec<&'a Fact> {
        let mut facts: Vec<&Fact> = self.known.iter().collect();
        facts.sort_by_key(|fact| std::cmp::Reverse((fact.importance, fact.created_at, fact.id)));
        facts.truncate(MOST_LISTED_FACTS);
        facts
    }
}

/// What is sent to a model.
#[derive(Debug, Clone, PartialEq)]
pub struct ExtractionRequest {
    pub messages: Vec<PromptMessage>,
    /// Of the answer.
    pub json_schema: Value,
    /// What the model may write, in tokens.
    pub answer_tokens: usize,
    /// What of the request is not of the story.
    pub own_words: OwnWords,
}

#[derive(Debug, Serialize)]
struct Values<'a> {
    char: &'a str,
    user: &'a str,
    persona: String,
    language: Option<String>,
    summary: &'a str,
    summary_words: usize,
    facts: Vec<NumberedFact<'a>>,
    axes: Vec<&'static str>,
    transcript: String,
    has_example: bool,
}

/// Whether the request shows an example of an answer. A small model copies it instead of reading the messages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Example {
    Shown,
    LeftOut,
}

#[derive(Debug, Clone, Serialize)]
struct NumberedFact<'a> {
    number: usize,
    text: &'a str,
}

/// The request for a model with a window of `window_tokens`. Where the messages do not fit, the longest are shortened.
///
/// # Errors
/// A template that cannot be filled, or a window too small for it.
pub fn request(
    templates: &Templates,
    input: &ExtractionInput<'_>,
    example: Example,
    window_tokens: usize,
    count: &dyn Fn(&str) -> usize,
) -> Result<ExtractionRequest, PromptError> {
    let mut values = Values {
        char: input.names.char,
        user: input.names.user,
        persona: String::new(),
        language: input.language.and_then(language_name),
        summary: "",
        summary_words: SUMMARY_WORDS,
        facts: Vec::new(),
        axes: input.axes.iter().map(|axis| axis.as_str()).collect(),
        transcript: String::new(),
        has_example: example == Example::Shown,
    };
    let own_words = OwnWords::of(&templates.render("memory.md", &values)?);
    values.persona = fill(&first_sentence(input.persona), &input.names);
    values.summary = input.previous.map_or("", |summary| summary.text.trim());
    let room = room::Room::new(count(&templates.render("memory.md", &values)?), window_tokens)?;
    let listed = input.listed();
    let shown = room.facts_that_fit(&listed, count);
    values.facts = (1..)
        .zip(&listed[..shown.count])
        .map(|(number, fact)| NumberedFact {
            number,
            text: &fact.text,
        })
        .collect();
    let readable = input.readable();
    let names = |role: Role| match role {
        Role::User => input.names.user,
        Role::Character => input.names.char,
    };
    values.transcript = room::transcript(&readable, names, room.free_tokens - shown.tokens, count);
    Ok(ExtractionRequest {
        messages: vec![PromptMessage {
            role: PromptRole::User,
            text: templates.render("memory.md", &values)?,
        }],
        json_schema: schema(readable.len(), shown.count, input.axes),
        answer_tokens: room.answer_tokens,
        own_words,
    })
}

/// The JSON schema of the answer. Numbers are listed one by one: so a grammar can hold a model to messages and facts that are there.
/// Every text and list has an end: a small model that goes round in circles would otherwise fill its answer with one of them.
fn schema(messages: usize, facts: usize, axes: &[Axis]) -> Value {
    let object = |properties: Value| {
        let names: Vec<&String> = properties
            .as_object()
            .into_iter()
            .flat_map(|fields| fields.keys())
            .collect();
        json!({ "type": "object", "required": names, "additionalProperties": false, "properties": properties })
    };
    let one_of = |numbers: Vec<i64>| json!({ "type": "integer", "enum": numbers });
    let upto = |first: i64, last: usize| one_of((first..=i64::try_from(last).unwrap_or(i64::MAX)).collect());
    // An item without a source would be dropped; a grammar makes small models name one.
    let sources =
        json!({ "type": "array", "minItems": 1, "maxItems": MOST_SOURCES, "items": upto(1, messages.max(1)) });
    let text = |most: usize| json!({ "type": "string", "maxLength": most });
    let fact = object(json!({
        "text": text(MOST_ASKED_FACT_CHARS),
        "importance": upto(1, 5),
        "sources": sources,
        "replaces": upto(0, facts),
    }));
    let mut properties = json!({
        "summary": text(MOST_ASKED_SUMMARY_CHARS),
        "facts": { "type": "array", "maxItems": MOST_NEW_FACTS, "items": fact },
    });
    if !axes.is_empty() {
        let names: Vec<&str> = axes.iter().map(|axis| axis.as_str()).collect();
        let event = object(json!({
            "axis": { "type": "string", "enum": names },
            "change": one_of(vec![-2, -1, 1, 2]),
            "reason": text(MOST_ASKED_FACT_CHARS),
            "sources": sources,
        }));
        properties["relationship"] = json!({ "type": "array", "maxItems": axes.len(), "items": event });
    }
    // Last: where an answer is cut off, it is they that are missed least.
    properties["tags"] = json!({ "type": "array", "maxItems": tagging::MOST_TAGGED, "items": object(json!({
        "message": upto(1, messages.max(1)),
        "tags": { "type": "array", "minItems": 1, "maxItems": tagging::MOST_TAGS, "items": text(MOST_TAG_CHARS) },
    })) });
    object(properties)
}
