//! What a model is asked in a job: a template, its values, and the schema of the answer.

use serde::Serialize;
use serde_json::{Value, json};

use super::answers::{FoundTrait, MOST_MEMORIES, MOST_PERSON_TRAITS, MOST_TRAITS};
use super::given::{Given, MakingKind, Passage};
use super::plain::Candidate;
use crate::prompt::{PromptError, Templates, language_name};

/// What a model may write for each kind, in tokens.
const PASSAGE_TOKENS: usize = 1_800;
const SUMMARY_TOKENS: usize = 700;
const BOOK_TOKENS: usize = 1_200;
const PERSON_TOKENS: usize = 2_500;
const CHOICE_TOKENS: usize = 60;
/// Summaries and traits that do not fit are shortened to so many characters at the least.
const LEAST_CHARS: usize = 60;
const MOST_TRAITS_LISTED: usize = 160;

/// What is sent, and the form of the answer.
#[derive(Debug, Clone, PartialEq)]
pub struct MakingRequest {
    pub text: String,
    pub json_schema: Value,
    pub answer_tokens: usize,
}

#[derive(Serialize)]
struct PassageValues<'a> {
    kind: &'static str,
    char: &'a str,
    aliases: String,
    tells: bool,
    source: &'a str,
    authors: String,
    chapter: &'a str,
    context: &'a str,
    passage: String,
    most: usize,
    language: Option<String>,
}

#[derive(Serialize)]
struct ListValues<'a> {
    kind: &'static str,
    char: &'a str,
    source: &'a str,
    authors: String,
    chapter: &'a str,
    items: Vec<String>,
    speech: &'a [String],
    lines: Vec<String>,
    most: usize,
    language: Option<String>,
}

#[derive(Serialize)]
struct ChoiceValues<'a> {
    char: &'a str,
    items: Vec<&'a str>,
}

/// About one passage.
pub fn passage(templates: &Templates, given: &Given, passage: &Passage) -> Result<MakingRequest, PromptError> {
    let values = PassageValues {
        kind: given.kind.as_str(),
        char: &given.person,
        aliases: given.aliases.join(", "),
        tells: given.kind == MakingKind::Novel && passage.parts.iter().any(|part| part.is_own),
        source: &given.source,
        authors: given.authors.join(", "),
        chapter: chapter_of(given, passage.chapter),
        context: passage.context.trim(),
        passage: passage.numbered(),
        most: MOST_MEMORIES,
        language: language(given),
    };
    let parts = passage.parts.len().max(1);
    let part = || one_of(1, parts);
    let memory = object(&json!({ "text": text(400), "part": part(), "date": text(60), "importance": one_of(1, 5) }));
    let shown = object(&json!({ "text": text(240), "quote": text(400), "part": part() }));
    Ok(MakingRequest {
        text: templates.render("making_passage.md", &values)?,
        json_schema: object(&json!({
            "summary": text(800), "place": text(120),
            "memories": { "type": "array", "maxItems": MOST_MEMORIES, "items": memory },
            "traits": { "type": "array", "maxItems": MOST_TRAITS, "items": shown },
        })),
        answer_tokens: PASSAGE_TOKENS,
    })
}

/// Which of a passage's own sentences a very small model would remember.
pub fn choice(templates: &Templates, given: &Given, offered: &[Candidate]) -> Result<MakingRequest, PromptError> {
    let values = ChoiceValues {
        char: &given.person,
        items: offered.iter().map(|candidate| candidate.text.as_str()).collect(),
    };
    let numbers = json!({ "type": "array", "minItems": 1, "maxItems": 5, "items": one_of(1, offered.len().max(1)) });
    Ok(MakingRequest {
        text: templates.render("making_choice.md", &values)?,
        json_schema: object(&json!({ "remember": numbers })),
        answer_tokens: CHOICE_TOKENS,
    })
}

/// About a chapter, from the summaries of its passages.
pub fn chapter(
    templates: &Templates,
    given: &Given,
    chapter: u32,
    summaries: &[&str],
    room: Room<'_>,
) -> Result<MakingRequest, PromptError> {
    let values = ListValues {
        chapter: chapter_of(given, chapter),
        items: room.fitted(summaries, SUMMARY_TOKENS),
        ..list_values(given)
    };
    Ok(MakingRequest {
        text: templates.render("making_chapter.md", &values)?,
        json_schema: object(&json!({ "summary": text(1_600) })),
        answer_tokens: SUMMARY_TOKENS,
    })
}

/// About the whole, from the summaries of the chapters.
pub fn book(
    templates: &Templates,
    given: &Given,
    summaries: &[&str],
    room: Room<'_>,
) -> Result<MakingRequest, PromptError> {
    let values = ListValues {
        items: room.fitted(summaries, BOOK_TOKENS),
        ..list_values(given)
    };
    Ok(MakingRequest {
        text: templates.render("making_book.md", &values)?,
        json_schema: object(&json!({ "synopsis": text(2_000), "setting": text(800) })),
        answer_tokens: BOOK_TOKENS,
    })
}

/// About the character, from all traits; gives the traits in the order in which they are numbered.
pub fn person<'t>(
    templates: &Templates,
    given: &Given,
    traits: &'t [FoundTrait],
    room: Room<'_>,
) -> Result<(MakingRequest, Vec<&'t FoundTrait>), PromptError> {
    let listed = listed(traits);
    let texts: Vec<String> = listed
        .iter()
        .map(|one| format!("{} (“{}”)", one.text, one.quote))
        .collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let values = ListValues {
        items: room.fitted(&texts, PERSON_TOKENS),
        lines: given.lines.iter().take(12).map(|line| line.text.clone()).collect(),
        most: MOST_PERSON_TRAITS,
        ..list_values(given)
    };
    let numbers = json!({ "type": "array", "maxItems": listed.len().max(1), "items": one_of(1, listed.len().max(1)) });
    let joined = object(&json!({ "text": text(240), "from": numbers }));
    let request = MakingRequest {
        text: templates.render("making_person.md", &values)?,
        json_schema: object(&json!({
            "description": text(800), "role": text(160), "background": text(1_600),
            "tone": { "type": "array", "maxItems": 8, "items": text(60) },
            "traits": { "type": "array", "maxItems": MOST_PERSON_TRAITS, "items": joined },
            "directions": text(1_600), "greeting": text(800),
        })),
        answer_tokens: PERSON_TOKENS,
    };
    Ok((request, listed))
}

/// The traits that are shown to a model, in the order of their numbers: from all over the source where there are too many.
pub fn listed(traits: &[FoundTrait]) -> Vec<&FoundTrait> {
    if traits.len() <= MOST_TRAITS_LISTED {
        return traits.iter().collect();
    }
    (0..MOST_TRAITS_LISTED)
        .map(|at| &traits[at * traits.len() / MOST_TRAITS_LISTED])
        .collect()
}

/// The room of a model.
#[derive(Clone, Copy)]
pub struct Room<'a> {
    pub window_tokens: usize,
    pub count: &'a dyn Fn(&str) -> usize,
}

impl Room<'_> {
    /// Texts shortened alike until all of them fit beside the template and the answer.
    fn fitted(&self, texts: &[&str], answer_tokens: usize) -> Vec<String> {
        // The templates are a few hundred tokens long.
        let free = self.window_tokens.saturating_sub(answer_tokens + 900).max(400);
        let mut most = 2_000;
        loop {
            let shortened: Vec<String> = texts.iter().map(|text| super::answers::shortened(text, most)).collect();
            let tokens: usize = shortened.iter().map(|text| (self.count)(text) + 4).sum();
            if tokens <= free || most <= LEAST_CHARS {
                let fits = shortened.len().min(free / 8);
                return shortened.into_iter().take(fits.max(1)).collect();
            }
            most = (most * free / tokens.max(1)).clamp(LEAST_CHARS, most - 1);
        }
    }
}

fn list_values(given: &Given) -> ListValues<'_> {
    ListValues {
        kind: given.kind.as_str(),
        char: &given.person,
        source: &given.source,
        authors: given.authors.join(", "),
        chapter: "",
        items: Vec::new(),
        speech: &given.speech,
        lines: Vec::new(),
        most: 0,
        language: language(given),
    }
}

fn chapter_of(given: &Given, chapter: u32) -> &str {
    given.chapters.get(chapter as usize).map_or("", String::as_str)
}

/// The language of a book is told; messages are in many, and a model keeps to theirs.
fn language(given: &Given) -> Option<String> {
    match given.kind {
        MakingKind::Novel => given.language.as_deref().and_then(language_name),
        MakingKind::Messages => None,
    }
}

fn object(properties: &Value) -> Value {
    let names: Vec<&String> = properties
        .as_object()
        .into_iter()
        .flat_map(|fields| fields.keys())
        .collect();
    json!({ "type": "object", "required": names, "additionalProperties": false, "properties": properties })
}

/// A text of at most so many characters, more than is asked for: a small model that goes round in circles would else never end.
fn text(most: usize) -> Value {
    json!({ "type": "string", "maxLength": most })
}

/// Numbers one by one, so that a grammar can hold a model to them.
fn one_of(first: usize, last: usize) -> Value {
    json!({ "type": "integer", "enum": (first..=last).collect::<Vec<usize>>() })
}
