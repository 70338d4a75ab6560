//! Suggestions without a model: what the character has just said and done decides which templates fit, and the character's own
//! examples lend their words.

use super::templates::Lines;
use super::{COUNT, MOST_CHARS, complete, neutral};
use crate::character::{Character, house_marks};
use crate::conversation::{Message, Role};
use crate::language::{primary, written_in};
use crate::macros::{Names, fill};
use crate::markup::{SpanKind, voices};
use crate::prompt::is_sendable;

/// Longer lines of examples are no suggestions.
const EXAMPLE_CHARS: usize = 120;
/// The longest subject that is spoken of again, in characters.
const SUBJECT_CHARS: usize = 40;

/// What suggestions are made from.
#[derive(Debug, Clone, Copy)]
pub struct Situation<'a> {
    pub character: &'a Character,
    pub names: Names<'a>,
    /// The end of the transcript, oldest first.
    pub messages: &'a [Message],
    /// A BCP 47 tag; a language without templates gets neutral suggestions.
    pub language: &'a str,
}

/// Four suggestions for where the conversation stands: the same ones as long as it stands there.
pub fn from_situation(situation: &Situation<'_>) -> [String; COUNT] {
    let Some(lines) = Lines::of(&primary(situation.language)) else {
        return neutral(situation.language);
    };
    let last = situation.messages.iter().rev().find(|message| is_sendable(message));
    let seed = last.map_or(0, seed);
    let said = last
        .filter(|message| message.role == Role::Character)
        .map(|message| Said::of(&message.text))
        .unwrap_or_default();
    let pick = |lines: &[&str], place: u64| pick(lines, seed, place).to_owned();
    let met = situation.messages.iter().any(|message| message.role == Role::User);

    let first = if !met {
        pick(lines.openings, 0)
    } else if said.asks {
        pick(lines.answers, 0)
    } else {
        pick(lines.assents, 0)
    };
    let second = if met {
        about(lines, &said, situation, seed).unwrap_or_else(|| pick(lines.questions, 1))
    } else if said.asks {
        pick(lines.answers, 1)
    } else {
        let others: Vec<&str> = lines.openings.iter().copied().filter(|line| *line != first).collect();
        pick(&others, 1)
    };
    let third =
        example(situation, seed).unwrap_or_else(|| pick(if said.acts { lines.reactions } else { lines.actions }, 2));
    let fourth = if third.starts_with(['(', '（']) {
        pick(lines.turns, 3)
    } else {
        pick(if said.acts { lines.reactions } else { lines.actions }, 3)
    };
    complete(vec![first, second, third, fourth], neutral(situation.language))
}

/// What of the character's last message decides.
#[derive(Debug, Default)]
struct Said {
    asks: bool,
    acts: bool,
    speech: String,
}

impl Said {
    fn of(text: &str) -> Self {
        let spans = voices(text);
        let speech: Vec<&str> = spans
            .iter()
            .filter(|span| span.kind == SpanKind::Speech)
            .map(|span| span.text.as_str())
            .collect();
        let speech = speech.join(" ");
        Self {
            asks: speech
                .trim_end()
                .trim_end_matches(['"', '”', '\'', ')'])
                .ends_with(['?', '？', '؟']),
            // An action that the message ends in is the one to react to.
            acts: spans
                .iter()
                .rev()
                .find(|span| span.kind != SpanKind::Thought)
                .is_some_and(|span| span.kind == SpanKind::Action),
            speech,
        }
    }
}

/// A question about what the character spoke of.
fn about(lines: &Lines, said: &Said, situation: &Situation<'_>, seed: u64) -> Option<String> {
    let (templates, subject) = match name_in(&said.speech, &situation.names) {
        Some(name) => (lines.about_name, name),
        None => (lines.about_thing, thing_in(&said.speech)?),
    };
    (!templates.is_empty()).then(|| pick(templates, seed, 1).replace("{it}", &subject))
}

/// The last name that is spoken of: capital words that do not begin a sentence.
fn name_in(speech: &str, names: &Names<'_>) -> Option<String> {
    const NOT_NAMES: [&str; 8] = ["I", "I'm", "I've", "I'll", "I'd", "Mr", "Mrs", "Sir"];
    let mut found: Option<String> = None;
    let mut run: Vec<&str> = Vec::new();
    let mut begins = true;
    for word in speech.split_whitespace().chain(["."]) {
        let bare = word.trim_matches(|mark: char| !mark.is_alphanumeric());
        let bare = bare.split(['\'', '’']).next().unwrap_or_default();
        let is_name = !begins
            && bare.chars().count() > 2
            && bare.chars().next().is_some_and(char::is_uppercase)
            && bare.chars().skip(1).all(char::is_lowercase)
            && !NOT_NAMES.contains(&bare);
        if is_name {
            run.push(bare);
        }
        let ends_run = !is_name || word.ends_with(|mark: char| !mark.is_alphanumeric());
        if ends_run && !run.is_empty() {
            let name = run.join(" ");
            run.clear();
            let known = |whole: &str| {
                whole
                    .split_whitespace()
                    .any(|part| name.split(' ').any(|word| word == part))
            };
            if !known(names.char) && !known(names.user) && name.chars().count() <= SUBJECT_CHARS {
                found = Some(name);
            }
        }
        begins = word.ends_with(['.', '!', '?', '…', ':', '"', '”', ')']) || word.starts_with(['"', '“']);
    }
    found
}

/// The last thing that is spoken of: "the" and one or two words up to a pause. English only.
fn thing_in(speech: &str) -> Option<String> {
    let words: Vec<&str> = speech.split_whitespace().collect();
    let is_plain = |word: &str| {
        word.chars().count() > 2
            && word
                .chars()
                .all(|letter| letter.is_alphabetic() && letter.is_lowercase())
    };
    let pauses = |word: &str| word.ends_with([',', '.', '!', '?', ';', ':', '…']);
    let end = |word: &str| word.trim_end_matches(|mark: char| !mark.is_alphanumeric()).to_owned();
    (0..words.len())
        .rev()
        .filter(|place| words[*place].eq_ignore_ascii_case("the"))
        .find_map(|place| {
            let [first, rest @ ..] = &words[place + 1..] else {
                return None;
            };
            if pauses(first) {
                return is_plain(&end(first)).then(|| format!("the {}", end(first)));
            }
            let second = rest.first().filter(|second| pauses(second))?;
            (is_plain(first) && is_plain(&end(second))).then(|| format!("the {first} {}", end(second)))
        })
        .filter(|subject| subject.chars().count() <= SUBJECT_CHARS)
}

/// What somebody says to the character in its examples, in the language of the suggestions, when it was not said here yet.
fn example(situation: &Situation<'_>, seed: u64) -> Option<String> {
    let wanted = primary(situation.language);
    let said = |line: &str| {
        situation
            .messages
            .iter()
            .any(|message| message.role == Role::User && message.text.contains(line))
    };
    let examples: Vec<String> = situation
        .character
        .example_dialogues
        .iter()
        .map(|example| {
            fill(
                &house_marks(example.user.trim(), &situation.character.roleplay),
                &situation.names,
            )
        })
        .filter(|line| {
            !line.is_empty() && !line.contains('\n') && line.chars().count() <= EXAMPLE_CHARS.min(MOST_CHARS)
        })
        .filter(|line| written_in(line).unwrap_or("en") == wanted && !said(line))
        .collect();
    let lines: Vec<&str> = examples.iter().map(String::as_str).collect();
    (!lines.is_empty()).then(|| pick(&lines, seed, 2).to_owned())
}

/// One of the lines, always the same for the same message and place.
fn pick<'a>(lines: &[&'a str], seed: u64, place: u64) -> &'a str {
    let number = seed.wrapping_add(place.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    // The upper half of a product of a large odd number is well mixed (Fibonacci hashing, Knuth, TAOCP 3, 6.4).
    let mixed = number.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
    let count = lines.len().max(1) as u64;
    lines.get((mixed % count) as usize).copied().unwrap_or_default()
}

/// FNV-1a (Fowler, Noll, Vo) of the message's id and text.
fn seed(message: &Message) -> u64 {
    let bytes = message.id.0.as_bytes().iter().chain(message.text.as_bytes());
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    })
}
