//! What is taken from a model's answer.

use std::cell::{LazyCell, RefCell};
use std::collections::HashSet;

use serde_json::{Map, Value};

use super::completed::sort_by_place;
use super::ground::Ground;
use super::{ExtractionInput, MOST_ASKED_FACT_CHARS, MOST_NEW_FACTS, OwnWords, json, tagging};
use crate::controls::without_controls;
use crate::ids::{FactId, MessageId};
use crate::memory::contradiction::{Known, contradicted};
use crate::memory::normalise::{fact_hash, normalised};
use crate::memory::rules;
use crate::memory::sentences::clipped;
use crate::memory::superseded::without_sentences;
use crate::memory::types::{
    Axis, Extraction, FactKind, MOST_FACT_CHARS, MOST_REASON_CHARS, MOST_SOURCES, MOST_SUMMARY_CHARS, NewFact,
    NewRelationshipEvent, Summary, SummaryKind,
};

/// The importance of a fact whose model gave none.
const USUAL_IMPORTANCE: u8 = 3;

/// Why nothing of an answer can be used. The transcript and what was remembered before stay as they are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum BadExtraction {
    #[error(
        "the model's answer held no JSON with a summary; a later reply tries again, and a larger model does better"
    )]
    NoSummary,
    #[error("the model's summary was empty; a later reply tries again")]
    EmptySummary,
    #[error("the model repeated the example instead of reading the messages; choose a larger model for memory")]
    CopiedExample,
}

/// Why an item of an answer was left out; for the log, and so without its text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Dropped {
    #[error("an item that is none")]
    NotAnItem,
    #[error("a fact without a text")]
    BlankFact,
    #[error("a fact of more than {MOST_FACT_CHARS} characters, or one that was cut off")]
    LongFact,
    #[error("a fact or development that names no message of the batch")]
    NoSource,
    #[error("a fact that was forgotten")]
    Blocked,
    #[error("a fact that is known")]
    Known,
    #[error("a fact of which the messages say nothing")]
    NotSaid,
    #[error("a summary that repeats what was asked; sentences of the transcript stand for it")]
    CopiedSummary,
    #[error("a summary that is the old one word for word; sentences of the transcript are added to it")]
    SameSummary,
    #[error("a fact or reason that repeats what was asked")]
    Copied,
    #[error("more facts than are taken at once")]
    TooMany,
    #[error("a development on an axis that is off, locked or unknown")]
    NoAxis,
    #[error("a development on an axis that has one already")]
    SecondOnAxis,
    #[error("a development that changes nothing or too much")]
    BadChange,
    #[error("a development without a reason")]
    NoReason,
    #[error("tags that say nothing, or of no message of the batch")]
    NoTags,
}

/// What was taken, and why the rest was not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadAnswer {
    pub extraction: Extraction,
    pub dropped: Vec<Dropped>,
}

/// A fact before it is checked.
#[derive(Debug, Clone)]
pub(crate) struct Candidate {
    pub text: String,
    pub importance: u8,
    pub sources: Vec<MessageId>,
    /// The known fact that the model says it replaces.
    pub replaces: Option<FactId>,
}

/// Reads the answer to a request made from the same input. A bad fact or development is dropped; a valid summary never is. A very
/// small model repeats a line of what it was asked (`own_words` of the request) for a summary: then sentences of the transcript
/// stand in its place.
///
/// # Errors
/// An answer without a usable summary.
pub fn read(answer: &str, input: &ExtractionInput<'_>, own_words: &OwnWords) -> Result<ReadAnswer, BadExtraction> {
    let answer = answer.rsplit("</think>").next().unwrap_or(answer);
    let fields = json::object_with(answer, "summary").ok_or(BadExtraction::NoSummary)?;
    let text = fields
        .get("summary")
        .and_then(Value::as_str)
        .ok_or(BadExtraction::NoSummary)?;
    let text = without_repeats(&input.without_blocked(&without_controls(text)));
    let text = clipped(&text, MOST_SUMMARY_CHARS);
    if !text.chars().any(char::is_alphanumeric) {
        return Err(BadExtraction::EmptySummary);
    }
    let ground = Ground::new(input);
    if ground.is_of_the_example(&text) {
        return Err(BadExtraction::CopiedExample);
    }
    let mut dropped = Vec::new();
    let is_previous = |previous: &Summary| normalised(&previous.text) == normalised(&text);
    let summary = if own_words.holds(&text) {
        dropped.push(Dropped::CopiedSummary);
        rules::told(input)
    } else if let Some(previous) = input.previous.filter(|previous| is_previous(previous)) {
        // Nothing came that is worth telling: whose words they are stays as it was.
        previous.clone()
    } else {
        Summary {
            text,
            kind: SummaryKind::Written,
        }
    };
    let mut candidates: Vec<Candidate> = items(&fields, "facts")
        .filter_map(|item| {
            let own = not_copied(item, "text", own_words);
            kept(own.and_then(|item| candidate(item, input)), &mut dropped)
        })
        .collect();
    sort_by_place(&mut candidates, input);
    let facts = accept_facts(candidates, input, &ground, &mut dropped);
    let told: Vec<&Value> = items(&fields, "relationship")
        .filter_map(|item| kept(not_copied(item, "reason", own_words), &mut dropped))
        .collect();
    let events = accept_events(told.into_iter(), input, &mut dropped);
    Ok(ReadAnswer {
        extraction: Extraction {
            summary,
            facts,
            events,
            tags: tagging::accept(items(&fields, "tags"), (input, &ground), own_words, &mut dropped),
        },
        dropped,
    })
}

/// An item whose text does not repeat what was asked.
fn not_copied<'a>(item: &'a Value, field: &str, own_words: &OwnWords) -> Result<&'a Value, Dropped> {
    let text = item.get(field).and_then(Value::as_str);
    if text.is_some_and(|text| own_words.holds(text)) {
        return Err(Dropped::Copied);
    }
    Ok(item)
}

/// The facts that may be kept: said, new, not forgotten, and each with what it replaces.
pub(crate) fn accept_facts(
    candidates: Vec<Candidate>,
    input: &ExtractionInput<'_>,
    ground: &Ground,
    dropped: &mut Vec<Dropped>,
) -> Vec<NewFact> {
    let mut seen: HashSet<String> = input.known.iter().map(|fact| normalised(&fact.text)).collect();
    let known = LazyCell::new(|| Known::new(input.known, input.names.user));
    let mut facts: Vec<NewFact> = Vec::new();
    for candidate in candidates {
        let same = normalised(&candidate.text);
        let checked = if !same.is_empty() && seen.contains(&same) {
            Err(Dropped::Known)
        } else {
            check_text(&candidate.text, input, ground)
        };
        if kept(checked, dropped).is_none() {
            continue;
        }
        seen.insert(same);
        let supersedes_earlier = facts
            .iter()
            .rposition(|earlier| contradicted(&candidate.text, &earlier.text, input.names.user));
        let is_automatic = |id: &FactId| {
            let named = input.known.iter().find(|fact| fact.id == *id);
            named.is_some_and(|fact| fact.kind == FactKind::Automatic)
        };
        facts.push(NewFact {
            supersedes: candidate
                .replaces
                .filter(is_automatic)
                .or_else(|| known.superseded_by(&candidate.text)),
            text: candidate.text,
            importance: candidate.importance,
            sources: candidate.sources,
            supersedes_earlier,
        });
    }
    if facts.len() > MOST_NEW_FACTS {
        dropped.extend(vec![Dropped::TooMany; facts.len() - MOST_NEW_FACTS]);
        facts = most_important(facts);
    }
    facts
}

/// As many as are taken at once, in their order: those that hold before those that are replaced already, then the most important,
/// then the first.
fn most_important(facts: Vec<NewFact>) -> Vec<NewFact> {
    let is_replaced = |place: usize| facts.iter().any(|fact| fact.supersedes_earlier == Some(place));
    let mut kept: Vec<usize> = (0..facts.len()).collect();
    kept.sort_by_key(|place| (is_replaced(*place), std::cmp::Reverse(facts[*place].importance), *place));
    kept.truncate(MOST_NEW_FACTS);
    kept.sort_unstable();
    let now_at = |place: usize| kept.iter().position(|kept| *kept == place);
    let moved = |mut fact: NewFact| {
        fact.supersedes_earlier = fact.supersedes_earlier.and_then(now_at);
        fact
    };
    let those = facts.iter().enumerate().filter(|(place, _)| kept.contains(place));
    those.map(|(_, fact)| moved(fact.clone())).collect()
}

fn check_text(text: &str, input: &ExtractionInput<'_>, ground: &Ground) -> Result<(), Dropped> {
    if !text.chars().any(char::is_alphanumeric) {
        return Err(Dropped::BlankFact);
    }
    if text.chars().count() > MOST_FACT_CHARS {
        return Err(Dropped::LongFact);
    }
    if input.blocked.contains(&fact_hash(text)) {
        return Err(Dropped::Blocked);
    }
    if ground.is_of_the_example(text) || !ground.holds(text) {
        return Err(Dropped::NotSaid);
    }
    Ok(())
}

fn candidate(item: &Value, input: &ExtractionInput<'_>) -> Result<Candidate, Dropped> {
    let fields = item.as_object().ok_or(Dropped::NotAnItem)?;
    let text = fields
        .get("text")
        .or_else(|| fields.get("fact"))
        .and_then(Value::as_str)
        .ok_or(Dropped::BlankFact)?;
    let text = one_line(text);
    // A small model copies whole lines of the messages.
    let said = text
        .strip_prefix(input.names.user)
        .and_then(|rest| rest.strip_prefix(": "));
    let text = said.map(str::to_owned).unwrap_or(text);
    // The end of a longer one was not asked for, and is not known.
    let is_cut =
        text.chars().count() + 2 > MOST_ASKED_FACT_CHARS && !text.ends_with(['.', '!', '?', '…', '"', '”', '。']);
    if is_cut {
        return Err(Dropped::LongFact);
    }
    let importance = fields
        .get("importance")
        .and_then(whole_number)
        .map_or(USUAL_IMPORTANCE, |number| {
            u8::try_from(number.clamp(1, 5)).unwrap_or(USUAL_IMPORTANCE)
        });
    let listed = input.listed();
    let replaces = fields
        .get("replaces")
        .and_then(whole_number)
        .and_then(|number| usize::try_from(number).ok()?.checked_sub(1))
        .and_then(|place| listed.get(place).map(|fact| fact.id));
    Ok(Candidate {
        text,
        importance,
        sources: sources(fields, input)?,
        replaces,
    })
}

fn accept_events<'a>(
    items: impl Iterator<Item = &'a Value>,
    input: &ExtractionInput<'_>,
    dropped: &mut Vec<Dropped>,
) -> Vec<NewRelationshipEvent> {
    let mut events: Vec<NewRelationshipEvent> = Vec::new();
    for item in items {
        let event = event(item, input).and_then(|event| {
            let second = events.iter().any(|known| known.axis == event.axis);
            if second { Err(Dropped::SecondOnAxis) } else { Ok(event) }
        });
        events.extend(kept(event, dropped));
    }
    events
}

fn event(item: &Value, input: &ExtractionInput<'_>) -> Result<NewRelationshipEvent, Dropped> {
    let fields = item.as_object().ok_or(Dropped::NotAnItem)?;
    let name = fields
        .get("axis")
        .and_then(Value::as_str)
        .map(str::trim)
        .unwrap_or_default();
    let axis = Axis::ALL
        .into_iter()
        .find(|axis| name.eq_ignore_ascii_case(axis.as_str()) && input.axes.contains(axis))
        .ok_or(Dropped::NoAxis)?;
    let change = fields
        .get("change")
        .and_then(whole_number)
        .and_then(|change| i8::try_from(change).ok())
        .filter(|change| *change != 0 && (-2..=2).contains(change))
        .ok_or(Dropped::BadChange)?;
    let reason = fields
        .get("reason")
        .and_then(Value::as_str)
        .map(one_line)
        .unwrap_or_default();
    // A small model gives the name of the field.
    if normalised(&reason).split(' ').count() < 2 {
        return Err(Dropped::NoReason);
    }
    if input.blocked.contains(&fact_hash(&reason)) {
        return Err(Dropped::Blocked);
    }
    Ok(NewRelationshipEvent {
        axis,
        change,
        reason: clipped(&reason, MOST_REASON_CHARS),
        sources: sources(fields, input)?,
    })
}

/// The messages that an item names, each once; numbers of no message are passed over.
fn sources(fields: &Map<String, Value>, input: &ExtractionInput<'_>) -> Result<Vec<MessageId>, Dropped> {
    let readable = input.readable();
    let named = match fields.get("sources").or_else(|| fields.get("source")) {
        Some(Value::Array(numbers)) => numbers.iter().filter_map(whole_number).collect(),
        Some(one) => whole_number(one).into_iter().collect(),
        None => Vec::new(),
    };
    let mut sources: Vec<MessageId> = Vec::new();
    for number in named {
        let place = usize::try_from(number).ok().and_then(|number| number.checked_sub(1));
        let id = place.and_then(|place| readable.get(place)).map(|message| message.id);
        sources.extend(id.filter(|id| !sources.contains(id)));
    }
    sources.truncate(MOST_SOURCES);
    if sources.is_empty() {
        Err(Dropped::NoSource)
    } else {
        Ok(sources)
    }
}

/// 3, 3.0, "3", "[3]" or "+3".
pub(super) fn whole_number(value: &Value) -> Option<i64> {
    match value {
        #[expect(clippy::cast_possible_truncation, reason = "it has no fraction and is small")]
        Value::Number(number) => number.as_i64().or_else(|| {
            let float = number.as_f64()?;
            (float.fract() == 0.0 && float.abs() < 1e6).then_some(float as i64)
        }),
        Value::String(text) => text.trim_matches(['[', ']', '#', '+', ' ']).parse().ok(),
        _ => None,
    }
}

fn items<'a>(fields: &'a Map<String, Value>, name: &str) -> impl Iterator<Item = &'a Value> {
    fields.get(name).and_then(Value::as_array).into_iter().flatten()
}

fn kept<T>(checked: Result<T, Dropped>, dropped: &mut Vec<Dropped>) -> Option<T> {
    checked.map_err(|reason| dropped.push(reason)).ok()
}

/// Each sentence once: a small model goes round in circles.
fn without_repeats(text: &str) -> String {
    let told = RefCell::new(HashSet::new());
    without_sentences(text, &|sentence| !told.borrow_mut().insert(normalised(sentence)))
}

fn one_line(text: &str) -> String {
    let line = text.split(|character: char| character.is_whitespace() || character.is_control());
    let line: Vec<&str> = line.filter(|word| !word.is_empty()).collect();
    line.join(" ").trim_start_matches(['-', '*', '•', ' ']).to_owned()
}
