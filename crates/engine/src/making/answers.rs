//! What is taken from the answers of a model. Every item is checked alone: a bad one is dropped without harm to the rest.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::given::Passage;
use crate::memory::extraction::json::object_with;

/// Items that are taken from one answer, at most.
pub const MOST_MEMORIES: usize = 12;
pub const MOST_TRAITS: usize = 6;
/// Of the whole character.
pub const MOST_PERSON_TRAITS: usize = 24;

/// Bounds of texts, in characters.
const SHORTEST_TEXT: usize = 8;
const LONGEST_MEMORY: usize = 600;
const LONGEST_TRAIT: usize = 300;
const LONGEST_QUOTE: usize = 400;
const LONGEST_SUMMARY: usize = 3_000;
const LONGEST_WORDS: usize = 1_200;

/// What one passage gave.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct PassageAnswer {
    pub summary: String,
    /// Where it happens; may be empty.
    pub place: String,
    pub memories: Vec<FoundMemory>,
    pub traits: Vec<FoundTrait>,
}

/// A memory and where it stands.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FoundMemory {
    pub text: String,
    /// The number of its paragraph or message in the passage, from 1.
    pub part: usize,
    /// The words with which the text gives its date; may be empty.
    #[serde(default)]
    pub date: String,
    /// 1 to 5.
    pub importance: u8,
}

/// A trait, with the words that show it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FoundTrait {
    pub text: String,
    /// Word for word from the passage.
    pub quote: String,
    pub part: usize,
}

/// What the summaries of a book gave.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct BookAnswer {
    pub synopsis: String,
    pub setting: String,
}

/// Who the character is, from all traits.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct PersonAnswer {
    pub description: String,
    pub role: String,
    pub background: String,
    pub tone: Vec<String>,
    /// Traits said anew, each with the numbers of those it was made from, from 1.
    pub traits: Vec<JoinedTrait>,
    pub directions: String,
    pub greeting: String,
}

/// Several traits as one.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct JoinedTrait {
    pub text: String,
    pub from: Vec<usize>,
}

/// Why an answer is of no use.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadAnswer {
    #[error("the model's answer holds no object with {0:?}")]
    NoObject(&'static str),
    #[error("nothing in the model's answer can be used")]
    Nothing,
}

/// Reads the answer about a passage.
pub fn read_passage(answer: &str, passage: &Passage) -> Result<PassageAnswer, BadAnswer> {
    let fields = object_with(answer, "memories").ok_or(BadAnswer::NoObject("memories"))?;
    let found = PassageAnswer {
        summary: text(&fields, "summary", LONGEST_SUMMARY),
        place: text(&fields, "place", LONGEST_TRAIT),
        memories: items(&fields, "memories")
            .filter_map(|item| memory(item, passage))
            .take(MOST_MEMORIES)
            .collect(),
        traits: items(&fields, "traits")
            .filter_map(|item| found_trait(item, passage))
            .take(MOST_TRAITS)
            .collect(),
    };
    // A passage in which nothing happens to the character is told by an empty list and a summary.
    if found.summary.is_empty() && found.memories.is_empty() {
        return Err(BadAnswer::Nothing);
    }
    Ok(found)
}

fn memory(item: &Map<String, Value>, passage: &Passage) -> Option<FoundMemory> {
    let text = text(item, "text", LONGEST_MEMORY);
    let part = number(item, "part").filter(|part| passage.part(*part).is_some())?;
    (text.chars().count() >= SHORTEST_TEXT).then(|| FoundMemory {
        text,
        part,
        date: self::text(item, "date", 80),
        importance: u8::try_from(number(item, "importance").unwrap_or(3).clamp(1, 5)).unwrap_or(3),
    })
}

/// A trait is only taken with words that really stand in the passage.
fn found_trait(item: &Map<String, Value>, passage: &Passage) -> Option<FoundTrait> {
    let text = text(item, "text", LONGEST_TRAIT);
    let quote = self::text(item, "quote", LONGEST_QUOTE);
    let wanted = plain(&quote);
    let is_in = |part: usize| {
        passage
            .part(part)
            .is_some_and(|part| plain(&part.text).contains(&wanted))
    };
    if text.chars().count() < SHORTEST_TEXT || wanted.split(' ').count() < 3 {
        return None;
    }
    let told = number(item, "part").filter(|part| is_in(*part));
    let part = told.or_else(|| (1..=passage.parts.len()).find(|part| is_in(*part)))?;
    Some(FoundTrait { text, quote, part })
}

/// Words and figures alone, in lower case: quotation marks and dashes change between a text and its quotation.
fn plain(text: &str) -> String {
    let words = text.split(|letter: char| !letter.is_alphanumeric());
    words
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect::<Vec<_>>()
        .join(" ")
}

/// Reads the summary of a chapter.
pub fn read_chapter(answer: &str) -> Result<String, BadAnswer> {
    let fields = object_with(answer, "summary").ok_or(BadAnswer::NoObject("summary"))?;
    Some(text(&fields, "summary", LONGEST_SUMMARY))
        .filter(|summary| !summary.is_empty())
        .ok_or(BadAnswer::Nothing)
}

/// Reads what a book tells as a whole.
pub fn read_book(answer: &str) -> Result<BookAnswer, BadAnswer> {
    let fields = object_with(answer, "synopsis").ok_or(BadAnswer::NoObject("synopsis"))?;
    let found = BookAnswer {
        synopsis: text(&fields, "synopsis", LONGEST_SUMMARY),
        setting: text(&fields, "setting", LONGEST_WORDS),
    };
    Some(found)
        .filter(|found| !found.synopsis.is_empty())
        .ok_or(BadAnswer::Nothing)
}

/// Reads who the character is; `count` traits were listed.
pub fn read_person(answer: &str, count: usize) -> Result<PersonAnswer, BadAnswer> {
    let fields = object_with(answer, "description").ok_or(BadAnswer::NoObject("description"))?;
    let joined = |item: &Map<String, Value>| {
        let numbers = item.get("from").and_then(Value::as_array).into_iter().flatten();
        let mut from: Vec<usize> = numbers
            .filter_map(Value::as_u64)
            .filter_map(|number| usize::try_from(number).ok())
            .filter(|number| (1..=count).contains(number))
            .collect();
        from.dedup();
        let text = text(item, "text", LONGEST_TRAIT);
        (!from.is_empty() && text.chars().count() >= SHORTEST_TEXT).then_some(JoinedTrait { text, from })
    };
    let tone = fields.get("tone").and_then(Value::as_array).into_iter().flatten();
    let found = PersonAnswer {
        description: text(&fields, "description", LONGEST_TRAIT),
        role: text(&fields, "role", LONGEST_TRAIT),
        background: text(&fields, "background", LONGEST_WORDS),
        tone: tone
            .filter_map(Value::as_str)
            .map(|word| shortened(word, 40))
            .filter(|word| !word.is_empty())
            .take(8)
            .collect(),
        traits: items(&fields, "traits")
            .filter_map(joined)
            .take(MOST_PERSON_TRAITS)
            .collect(),
        directions: text(&fields, "directions", LONGEST_WORDS),
        greeting: text(&fields, "greeting", LONGEST_WORDS),
    };
    Some(found)
        .filter(|found| !found.description.is_empty())
        .ok_or(BadAnswer::Nothing)
}

/// Reads which of `count` numbered sentences a very small model chose.
pub fn read_choice(answer: &str, count: usize) -> Result<Vec<usize>, BadAnswer> {
    let fields = object_with(answer, "remember").ok_or(BadAnswer::NoObject("remember"))?;
    let numbers = fields.get("remember").and_then(Value::as_array).into_iter().flatten();
    let mut chosen: Vec<usize> = numbers
        .filter_map(Value::as_u64)
        .filter_map(|number| usize::try_from(number).ok())
        .filter(|number| (1..=count).contains(number))
        .collect();
    chosen.sort_unstable();
    chosen.dedup();
    if chosen.is_empty() {
        Err(BadAnswer::Nothing)
    } else {
        Ok(chosen)
    }
}

fn items<'a>(fields: &'a Map<String, Value>, name: &str) -> impl Iterator<Item = &'a Map<String, Value>> {
    let list = fields.get(name).and_then(Value::as_array).into_iter().flatten();
    list.filter_map(Value::as_object)
}

fn number(fields: &Map<String, Value>, name: &str) -> Option<usize> {
    usize::try_from(fields.get(name)?.as_u64()?).ok()
}

fn text(fields: &Map<String, Value>, name: &str, most: usize) -> String {
    shortened(fields.get(name).and_then(Value::as_str).unwrap_or_default(), most)
}

/// One line of at most so many characters.
pub(super) fn shortened(text: &str, most: usize) -> String {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let text: String = text.chars().filter(|letter| !letter.is_control()).collect();
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", text[..end].trim_end()),
        None => text,
    }
}
