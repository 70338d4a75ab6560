//! What is said where no model helps: sentences of the passage itself, the weightiest first.

use serde::{Deserialize, Serialize};

use super::answers::{FoundMemory, PassageAnswer, shortened};
use super::given::{Given, MakingKind, Passage};
use crate::novel::greetings::fitness;
use crate::novel::mentions::words;
use crate::novel::sentences::sentences;

/// Sentences that a passage gives, and that a very small model may choose from.
pub const KEPT: usize = 3;
pub const OFFERED: usize = 10;
/// Bounds of a sentence that is worth keeping, in characters.
const SHORTEST: usize = 40;
const LONGEST: usize = 320;
/// What was written to somebody may be shorter.
const SHORTEST_MESSAGE: usize = 25;

/// A sentence that may be remembered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Candidate {
    pub text: String,
    /// The number of its part, from 1.
    pub part: usize,
    /// Where it begins in its part, in bytes.
    #[serde(default)]
    at: usize,
    weight: i32,
}

/// The weightiest sentences of a passage, at most [`OFFERED`], in the order of the text.
pub fn candidates(passage: &Passage, given: &Given) -> Vec<Candidate> {
    let mut found: Vec<Candidate> = Vec::new();
    for (number, part) in (1..).zip(&passage.parts) {
        match given.kind {
            MakingKind::Novel => found.extend(of_paragraph(&part.text, number, part.is_own, given)),
            MakingKind::Messages => found.extend(of_message(passage, number)),
        }
    }
    found.sort_by_key(|candidate| -candidate.weight);
    let mut kept: Vec<Candidate> = Vec::new();
    for candidate in found {
        if kept.len() < OFFERED && !kept.iter().any(|known| known.text == candidate.text) {
            kept.push(candidate);
        }
    }
    kept.sort_by_key(|candidate| (candidate.part, candidate.at));
    kept
}

/// Sentences that name the character, or that the character tells.
fn of_paragraph(text: &str, part: usize, is_own: bool, given: &Given) -> Vec<Candidate> {
    let speaks = text.contains(['“', '”', '"', '«', '»']);
    let mut found = Vec::new();
    for span in sentences(text) {
        let start = span.start;
        let sentence = text[span].trim();
        let length = sentence.chars().count();
        if !(SHORTEST..=LONGEST).contains(&length) || sentence.starts_with(char::is_lowercase) {
            continue;
        }
        let named = given
            .aliases
            .iter()
            .filter_map(|alias| sentence.find(alias.as_str()))
            .min();
        let tells = is_own
            && words(sentence)
                .iter()
                .any(|word| crate::novel::narrators::is_own_word(word.text));
        if named.is_none() && !tells {
            continue;
        }
        let quoted = sentence.contains(['“', '”', '"', '«', '»']);
        let is_said = is_in_speech(&text[..start]);
        // Whoever is named first does something; what is told weighs more than what is said.
        let weight = i32::from(named == Some(0)) * 30 + i32::from(named.is_some()) * 20 + i32::from(tells) * 20
            - i32::from(quoted) * 25
            - i32::from(is_said) * 45
            - i32::from(speaks) * 5
            - i32::from(sentence.ends_with('?')) * 20
            - i32::from(sentence.trim_end_matches(['—', '–', '-']).ends_with(':')) * 20
            + i32::try_from(length / 20).unwrap_or(0).min(8);
        found.push(Candidate {
            text: shortened(sentence, LONGEST),
            part,
            at: start,
            weight,
        });
    }
    found
}

/// Whether a speech is open at the end of a text: what comes next is somebody's words, and not what happens.
fn is_in_speech(before: &str) -> bool {
    let count = |mark: char| before.matches(mark).count();
    count('“') > count('”') || count('«') > count('»') || count('"') % 2 == 1
}

/// What the person wrote, with what it answers.
fn of_message(passage: &Passage, number: usize) -> Option<Candidate> {
    let part = passage.part(number).filter(|part| part.is_own)?;
    let length = part.text.chars().count();
    if length < SHORTEST_MESSAGE {
        return None;
    }
    let before = number
        .checked_sub(1)
        .and_then(|before| passage.part(before))
        .filter(|before| !before.is_own);
    let own = format!("I wrote: “{}”", shortened(&part.text, LONGEST));
    let text = match before {
        Some(before) => format!("{}: “{}” {own}", before.author, shortened(&before.text, LONGEST / 2)),
        None => own,
    };
    // Middling lengths tell most; questions and addresses of pages tell little.
    let weight = i32::try_from(length.min(200) / 10).unwrap_or(0)
        - i32::from(part.text.contains("://")) * 20
        - i32::from(part.text.trim_end().ends_with('?')) * 8;
    Some(Candidate {
        text,
        part: number,
        at: 0,
        weight,
    })
}

/// The answer about a passage without a model; `chosen` are numbers of candidates, from 1, that a small model chose.
pub fn passage(passage: &Passage, given: &Given, chosen: &[usize]) -> PassageAnswer {
    let all = candidates(passage, given);
    let mut ranked: Vec<usize> = (0..all.len()).collect();
    ranked.sort_by_key(|place| (!chosen.contains(&(place + 1)), -all[*place].weight));
    ranked.truncate(KEPT.max(chosen.len().min(KEPT + 2)));
    ranked.sort_unstable();
    let memories: Vec<FoundMemory> = ranked
        .iter()
        .map(|place| FoundMemory {
            text: all[*place].text.clone(),
            part: all[*place].part,
            date: String::new(),
            importance: if chosen.contains(&(place + 1)) { 4 } else { 3 },
        })
        .collect();
    let best = all.iter().max_by_key(|candidate| candidate.weight);
    PassageAnswer {
        summary: best.map(|candidate| candidate.text.clone()).unwrap_or_default(),
        place: String::new(),
        memories,
        traits: Vec::new(),
    }
}

/// So many sentences tell a chapter, and so many the book.
const CHAPTER_SENTENCES: usize = 2;
const BOOK_SENTENCES: usize = 12;

/// A chapter by its passages' own sentences.
pub fn chapter(summaries: &[&str]) -> String {
    spread(summaries, CHAPTER_SENTENCES).join(" ")
}

/// A book by its chapters' own sentences.
pub fn synopsis(summaries: &[&str]) -> String {
    spread(summaries, BOOK_SENTENCES).join(" ")
}

/// Some of a list, from all over it.
fn spread<'a>(texts: &[&'a str], most: usize) -> Vec<&'a str> {
    let texts: Vec<&str> = texts.iter().copied().filter(|text| !text.is_empty()).collect();
    if texts.len() <= most {
        return texts;
    }
    (0..most).map(|at| texts[at * texts.len() / most]).collect()
}

/// One line about the character.
pub fn description(given: &Given) -> String {
    match (given.kind, given.authors.first()) {
        (MakingKind::Messages, _) => format!("{}, made from messages.", given.person),
        (MakingKind::Novel, Some(author)) => format!("{}, from “{}” by {author}.", given.person, given.source),
        (MakingKind::Novel, None) => format!("{}, from “{}”.", given.person, given.source),
    }
}

/// Directions for playing the character: how it talks, measured.
pub fn directions(given: &Given) -> String {
    let speech = given.speech.join(" ");
    match given.kind {
        MakingKind::Novel => format!(
            "Play {{{{char}}}} as in the book: keep to what {{{{char}}}} has lived through there, and to the manners and the knowledge of \
             that world. {speech}"
        ),
        MakingKind::Messages => format!(
            "Write as {{{{char}}}} does in messages: as long, with the same marks and words, and without describing gestures. {speech}"
        ),
    }
    .trim()
    .to_owned()
}

/// A line to begin with.
pub fn greeting(given: &Given) -> String {
    let lines = given
        .lines
        .iter()
        .map(|line| (line.before.as_str(), line.text.as_str()));
    greeting_of(given.kind, lines)
}

/// A line to begin with. Of messages the first of these, each behind what it answers, that answers next to nothing; out of a novel the
/// one that does best as first words, and words of our own where none does.
pub fn greeting_of<'a>(kind: MakingKind, mut lines: impl Iterator<Item = (&'a str, &'a str)>) -> String {
    if kind == MakingKind::Messages {
        let greeting = lines.find(|(before, _)| before.split_whitespace().count() <= 4);
        return greeting.map_or("Hey", |(_, text)| text).to_owned();
    }
    let fit = lines.filter_map(|(_, text)| Some((fitness(text)?, text)));
    // Of those that do equally well the first: it is from the time when the story gets to know the character.
    let best = fit.reduce(|best, other| if other.0 > best.0 { other } else { best });
    best.map_or("Good day, {{user}}. What brings you to me?", |(_, text)| text)
        .to_owned()
}
