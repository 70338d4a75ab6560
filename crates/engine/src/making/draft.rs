//! The draft of a character: what a job has made, for the reader to look through.

use std::collections::BTreeMap;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::answers::{BookAnswer, FoundTrait, PassageAnswer, PersonAnswer, shortened};
use super::dates::find_date;
use super::edit::DraftList;
use super::given::{Given, MakingKind, Moment, Passage};
use super::merge::same_as;
use super::order::in_order;
use super::plain;
use super::request::listed;
use super::times::{Known, times};

/// What is shown of the paragraph that a memory stands in, in characters.
const EXCERPT: usize = 400;

/// How the draft came to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum MakingMethod {
    /// A model read every passage.
    Model,
    /// A very small model chose among the passages' own sentences.
    SmallModel,
    /// No model: the passages' own sentences, and measured speech.
    NoModel,
}

/// A character before it is saved. Items are never removed, only dropped, so that the reader can take them back.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct Draft {
    pub kind: MakingKind,
    pub method: MakingMethod,
    pub name: String,
    pub source: String,
    pub authors: Vec<String>,
    pub description: String,
    pub role: String,
    pub background: String,
    pub universe: String,
    pub setting: String,
    pub synopsis: String,
    pub directions: String,
    pub greeting: String,
    pub tone: Vec<String>,
    /// Measured, one sentence each.
    pub speech: Vec<String>,
    pub traits: Vec<DraftTrait>,
    pub memories: Vec<DraftMemory>,
    pub lines: Vec<DraftLine>,
    /// Titles of the chapters; of messages the months.
    pub chapters: Vec<String>,
    /// The summary of each chapter that was read, by its place.
    pub summaries: BTreeMap<u32, String>,
    /// The last chapter that the character knows, from 0; none: the whole story.
    pub spoiler_limit: Option<u32>,
    /// What should be known about how it came to be, in whole sentences.
    pub notes: Vec<String>,
    /// Whether the reader has changed it; a job that is carried out again makes another draft in its place.
    #[serde(default)]
    pub edited: bool,
    /// What items said before they were edited, so that no other text goes on saying it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(skip)]
    pub reworded: Vec<Reworded>,
}

/// An earlier text of an item.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Reworded {
    pub list: DraftList,
    pub id: u32,
    pub text: String,
}

/// A trait, with the words of the source that show it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct DraftTrait {
    pub id: u32,
    pub text: String,
    /// Empty where the trait was measured.
    pub quote: String,
    pub chapter: Option<u32>,
    pub dropped: bool,
}

/// Something the character has lived through.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct DraftMemory {
    pub id: u32,
    pub text: String,
    pub chapter: u32,
    /// The place of its passage among all.
    pub passage: u32,
    /// The beginning of the paragraph or the message it stands in.
    pub excerpt: String,
    #[ts(type = "string")]
    pub at: Timestamp,
    /// 1 to 5.
    pub importance: u8,
    pub dropped: bool,
}

/// A real line of the character, and what it answers.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct DraftLine {
    pub id: u32,
    /// May be empty.
    pub before: String,
    pub text: String,
    pub chapter: u32,
    pub dropped: bool,
}

/// Everything that a job has found.
#[derive(Debug)]
pub struct Found<'a> {
    pub given: &'a Given,
    pub passages: &'a [Passage],
    /// By the number of the passage.
    pub answers: BTreeMap<u32, PassageAnswer>,
    pub summaries: BTreeMap<u32, String>,
    pub book: BookAnswer,
    pub person: PersonAnswer,
    pub method: MakingMethod,
    pub notes: Vec<String>,
}

/// Puts together what was found. All times lie before `now`.
pub fn draft(found: Found<'_>, now: Timestamp) -> Draft {
    let given = found.given;
    let traits = traits(&found);
    let memories = memories(&found, now);
    let lines = (0..)
        .zip(&given.lines)
        .map(|(id, line)| DraftLine {
            id,
            before: line.before.clone(),
            text: line.text.clone(),
            chapter: line.chapter,
            dropped: false,
        })
        .collect();
    let person = found.person;
    Draft {
        kind: given.kind,
        method: found.method,
        name: given.person.clone(),
        source: given.source.clone(),
        authors: given.authors.clone(),
        description: or(person.description, || plain::description(given)),
        role: person.role,
        background: person.background,
        universe: universe(given),
        setting: found.book.setting,
        synopsis: found.book.synopsis,
        directions: or(person.directions, || plain::directions(given)),
        greeting: or(person.greeting, || plain::greeting(given)),
        tone: person.tone,
        speech: given.speech.clone(),
        traits,
        memories,
        lines,
        chapters: given.chapters.clone(),
        summaries: found.summaries,
        spoiler_limit: None,
        notes: found.notes,
        edited: false,
        reworded: Vec::new(),
    }
}

fn or(text: String, other: impl FnOnce() -> String) -> String {
    if text.trim().is_empty() { other() } else { text }
}

fn universe(given: &Given) -> String {
    match (given.kind, given.authors.is_empty()) {
        (MakingKind::Messages, _) => String::new(),
        (MakingKind::Novel, true) => given.source.clone(),
        (MakingKind::Novel, false) => format!("{} by {}", given.source, given.authors.join(" and ")),
    }
}

/// All traits that the passages gave, in order, with the chapter of each.
pub fn all_traits(answers: &BTreeMap<u32, PassageAnswer>) -> Vec<FoundTrait> {
    answers
        .values()
        .flat_map(|answer| answer.traits.iter().cloned())
        .collect()
}

/// Traits as the model joined them, else as they were found, each once; measured ones where there are none.
fn traits(found: &Found<'_>) -> Vec<DraftTrait> {
    let chapter_of: BTreeMap<u32, u32> = found
        .passages
        .iter()
        .map(|passage| (passage.number, passage.chapter))
        .collect();
    let mut all: Vec<(FoundTrait, u32)> = Vec::new();
    for (number, answer) in &found.answers {
        let chapter = chapter_of.get(number).copied().unwrap_or_default();
        all.extend(answer.traits.iter().map(|one| (one.clone(), chapter)));
    }
    let numbered: Vec<FoundTrait> = all.iter().map(|(one, _)| one.clone()).collect();
    let shown = listed(&numbered);
    let place_of = |number: usize| {
        let wanted = shown.get(number.checked_sub(1)?)?;
        numbered.iter().position(|one| std::ptr::eq(one, *wanted))
    };
    let mut made: Vec<(String, String, Option<u32>)> = Vec::new();
    for joined in &found.person.traits {
        if let Some(place) = joined.from.iter().find_map(|number| place_of(*number)) {
            made.push((joined.text.clone(), all[place].0.quote.clone(), Some(all[place].1)));
        }
    }
    if made.is_empty() {
        let same = same_as(all.iter().map(|(one, _)| one.text.as_str()));
        let first = |place: &usize| same[*place] == *place;
        made.extend(
            (0..all.len())
                .filter(first)
                .take(super::answers::MOST_PERSON_TRAITS)
                .map(|place| {
                    let (one, chapter) = &all[place];
                    (one.text.clone(), one.quote.clone(), Some(*chapter))
                }),
        );
    }
    if made.is_empty() {
        made.extend(
            found
                .given
                .speech
                .iter()
                .map(|text| (text.clone(), String::new(), None)),
        );
    }
    (0..)
        .zip(made)
        .map(|(id, (text, quote, chapter))| DraftTrait {
            id,
            text,
            quote,
            chapter,
            dropped: false,
        })
        .collect()
}

/// Memories in the order of their times, each said once.
fn memories(found: &Found<'_>, now: Timestamp) -> Vec<DraftMemory> {
    let mut all: Vec<(DraftMemory, Known)> = Vec::new();
    for passage in found.passages {
        let Some(answer) = found.answers.get(&passage.number) else {
            continue;
        };
        for memory in in_order(&answer.memories, passage) {
            let part = passage.part(memory.part);
            let named = find_date(&memory.date).map(Moment::Story);
            let known = Known {
                chapter: passage.chapter,
                moment: part.and_then(|part| part.moment).or(named),
            };
            let draft = DraftMemory {
                id: 0,
                text: memory.text.clone(),
                chapter: passage.chapter,
                passage: passage.number,
                excerpt: shortened(part.map(|part| part.text.as_str()).unwrap_or_default(), EXCERPT),
                at: now,
                importance: memory.importance,
                dropped: false,
            };
            all.push((draft, known));
        }
    }
    let same = same_as(all.iter().map(|(memory, _)| memory.text.as_str()));
    for place in 0..all.len() {
        let importance = all[place].0.importance;
        let first = &mut all[same[place]].0;
        first.importance = first.importance.max(importance);
    }
    let mut place = 0..;
    all.retain(|_| place.next().is_some_and(|place| same[place] == place));
    let known: Vec<Known> = all.iter().map(|(_, known)| *known).collect();
    (0..)
        .zip(times(&known, now))
        .map(|(id, (place, at))| DraftMemory {
            id,
            at,
            ..all[place].0.clone()
        })
        .collect()
}
