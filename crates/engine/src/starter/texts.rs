//! The short texts of a starter prompt: made for it by the character's author, or derived from the rest of the file.

use super::StarterInput;
use super::words::{content_words, words};
use crate::character::{Character, greetings, house_marks};
use crate::conversation::{Message, Role};
use crate::macros::{Names, fill};
use crate::markup::{SpanKind, voices};
use crate::persona::first_sentence;
use crate::prompt::{StarterValues, is_sendable};

/// About 100 words.
const DESCRIPTION_CHARS: usize = 650;
const SCENARIO_CHARS: usize = 240;
const GREETING_CHARS: usize = 600;

pub fn values(input: &StarterInput<'_>, names: &Names<'_>) -> StarterValues {
    StarterValues {
        description: description(input.character, names),
        scenario: scenario(input.character, names),
        persona: fill(&first_sentence(input.persona), names),
        facts: input.told.facts.iter().map(|(_, text)| text.clone()).collect(),
        memory: input
            .told
            .memory
            .as_ref()
            .map(|(_, text)| text.clone())
            .unwrap_or_default(),
    }
}

/// A text of the character's file with names filled in and its own marks turned into ours.
fn written(text: &str, character: &Character, names: &Names<'_>) -> String {
    fill(&house_marks(text.trim(), &character.roleplay), names)
}

/// What the model is told about the character.
pub fn description(character: &Character, names: &Names<'_>) -> String {
    let written = |text: &str| written(text, character, names);
    if let Some(starter) = character
        .starter
        .as_ref()
        .filter(|starter| !starter.description.trim().is_empty())
    {
        return written(&starter.description);
    }
    let role = written(&character.identity.role);
    let first = if role.is_empty() {
        format!("You are {}", names.char)
    } else {
        format!("You are {}: {role}", names.char)
    };
    let nature: Vec<String> = character
        .personality
        .iter()
        .map(|text| written(text).trim_end_matches('.').to_owned())
        .collect();
    let nature = if nature.is_empty() {
        String::new()
    } else {
        format!("Your nature: {}", nature.join("; "))
    };
    let sentences = [
        first,
        written(&character.description),
        nature,
        written(&character.identity.background),
    ];
    shortened(&joined(&sentences), DESCRIPTION_CHARS)
}

/// Where the two meet.
pub fn scenario(character: &Character, names: &Names<'_>) -> String {
    let written = |text: &str| written(text, character, names);
    if let Some(starter) = character
        .starter
        .as_ref()
        .filter(|starter| !starter.scenario.trim().is_empty())
    {
        return written(&starter.scenario);
    }
    let world = &character.world;
    let meeting = format!("{} is talking with {}", names.user, names.char);
    shortened(
        &joined(&[meeting, written(&world.setting), written(&world.description)]),
        SCENARIO_CHARS,
    )
}

/// The greeting as the transcript has it, if it begins with one.
pub fn greeting_message<'a>(input: &StarterInput<'a>) -> Option<&'a Message> {
    input
        .messages
        .first()
        .filter(|first| first.position == 0 && first.role == Role::Character && is_sendable(first))
}

/// The greeting with one action at most and no thoughts: the model repeats whatever form it sees.
pub fn greeting(input: &StarterInput<'_>) -> String {
    let names = input.names();
    let made = input.character.starter.as_ref().map(|starter| starter.greeting.trim());
    let text = match greeting_message(input) {
        _ if made.is_some_and(|greeting| !greeting.is_empty()) => {
            written(made.unwrap_or_default(), input.character, &names)
        }
        Some(message) => message.text.clone(),
        None => greetings(input.character, &names)
            .into_iter()
            .next()
            .unwrap_or_default(),
    };
    let mut action_seen = false;
    let mut kept = String::new();
    for span in voices(&text) {
        let keep = match span.kind {
            SpanKind::Speech => true,
            SpanKind::Action => !std::mem::replace(&mut action_seen, true),
            SpanKind::Thought => false,
        };
        if keep {
            kept.push(' ');
            kept.push_str(&span.text);
        }
    }
    let line = shortened(&kept.split_whitespace().collect::<Vec<_>>().join(" "), GREETING_CHARS);
    if line.is_empty() {
        format!("Hello, {}. I am {}.", names.user, names.char)
    } else {
        line
    }
}

/// Whether the message cannot be understood without what was said before it. English only: in another language the model is told
/// the message alone.
pub fn refers_back(message: &str) -> bool {
    const PHRASES: [&str; 14] = [
        "you said",
        "you mean",
        "you just",
        "tell me more",
        "go on",
        "and then",
        "what else",
        "how so",
        "such as",
        "like what",
        "which one",
        "why not",
        "say that again",
        "for example",
    ];
    const POINTING: [&str; 12] = [
        "it", "that", "this", "those", "these", "they", "them", "he", "she", "him", "her", "there",
    ];
    const OPENINGS: [&str; 9] = ["why", "really", "how", "and", "but", "so", "then", "when", "where"];
    let words = words(message);
    let line = format!(" {} ", words.join(" "));
    let says = PHRASES.iter().any(|phrase| line.contains(&format!(" {phrase} ")));
    let points = words.iter().any(|word| POINTING.contains(&word.as_str())) && content_words(message).len() <= 1;
    let opens = words.len() <= 2 && words.first().is_some_and(|word| OPENINGS.contains(&word.as_str()));
    says || points || opens
}

/// Texts as sentences in one line, the empty ones left out.
fn joined(texts: &[String]) -> String {
    let sentences = texts
        .iter()
        .map(|text| text.split_whitespace().collect::<Vec<_>>().join(" "))
        .filter(|text| !text.is_empty());
    let ended = sentences.map(|text| {
        if text.ends_with(['.', '!', '?', '…', ')']) {
            text
        } else {
            format!("{text}.")
        }
    });
    ended.collect::<Vec<_>>().join(" ")
}

/// The whole sentences that fit; without one, the words that fit.
fn shortened(text: &str, most: usize) -> String {
    let Some((end, _)) = text.char_indices().nth(most) else {
        return text.to_owned();
    };
    let fits = &text[..end];
    let sentence_end = [". ", "! ", "? "].iter().filter_map(|mark| fits.rfind(mark)).max();
    match sentence_end.filter(|place| *place > end / 3) {
        Some(place) => fits[..=place].to_owned(),
        None => format!("{}…", fits[..fits.rfind(' ').unwrap_or(end)].trim_end()),
    }
}
