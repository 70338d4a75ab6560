//! A summary made of sentences that stand in the transcript: the telling ones, each with who said it.
//!
//! A sentence tells much when its words are frequent in the batch and not everywhere, after H. P. Luhn, "The Automatic Creation of
//! Literature Abstracts" (1958); figures and names count more. What is old becomes coarse: of the older half every second line goes
//! when there are too many, so that the beginning is never lost altogether.

use std::collections::{HashMap, HashSet};

use super::weight;
use crate::conversation::{Message, Role};
use crate::macros::Names;
use crate::markup::{SpanKind, voices};
use crate::memory::normalise::normalised;
use crate::memory::sentences::{clipped, sentences};
use crate::memory::words::{content, stem};

/// New lines of one batch, and lines of the whole summary.
const NEW_LINES: usize = 4;
const MOST_LINES: usize = 24;
/// The longest line, in characters.
const LINE_CHARS: usize = 160;
/// What a model's summary that is continued keeps, in characters.
const PARAGRAPH_CHARS: usize = 2_000;

struct Sentence<'a> {
    name: &'a str,
    text: String,
    place: usize,
    score: f32,
}

/// The summary after these messages (those that may be read), continuing `previous`; empty for none. A line of it reads
/// "Ayşe: I live in Oslo."
pub fn summary(previous: &str, messages: &[&Message], names: Names<'_>) -> String {
    let mut lines: Vec<String> = previous
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .map(|line| clipped(line, PARAGRAPH_CHARS))
        .collect();
    let new = telling(messages, names, &lines);
    lines.extend(new);
    let too_long = |lines: &[String]| {
        let chars: usize = lines.iter().map(|line| line.chars().count() + 1).sum();
        chars > crate::memory::types::MOST_SUMMARY_CHARS || lines.len() > MOST_LINES
    };
    while lines.len() > 1 && too_long(&lines) {
        let older = lines.len().div_ceil(2);
        let mut place = 0;
        lines.retain(|_| {
            place += 1;
            place > older || place % 2 == 1
        });
        if older == 1 {
            lines.remove(0);
        }
    }
    clipped(&lines.join("\n"), crate::memory::types::MOST_SUMMARY_CHARS)
}

/// The lines for the most telling sentences of a batch, in their order, without those that are told already.
fn telling(messages: &[&Message], names: Names<'_>, known: &[String]) -> Vec<String> {
    let mut all = Vec::new();
    for message in messages {
        let name = match message.role {
            Role::User => names.user,
            Role::Character => names.char,
        };
        for span in voices(&message.text) {
            if span.kind == SpanKind::Thought {
                continue;
            }
            for text in sentences(&span.text) {
                let text = one_ellipsis(&text.split_whitespace().collect::<Vec<_>>().join(" "));
                let is_action = span.kind == SpanKind::Action;
                // The marks of an action stand around all of its sentences.
                let inner = text.trim_matches(['(', ')']).trim();
                all.push(Sentence {
                    name,
                    text: if is_action { format!("({inner})") } else { text },
                    place: all.len(),
                    score: 0.0,
                });
            }
        }
    }
    let mut counts: HashMap<String, usize> = HashMap::new();
    for word in all.iter().flat_map(|sentence| content(&sentence.text)) {
        *counts.entry(stem(&word)).or_default() += 1;
    }
    for sentence in &mut all {
        sentence.score = score(sentence, &counts, names);
    }
    all.retain(|sentence| sentence.score > 0.0 && sentence.text.chars().count() <= LINE_CHARS);
    // What is said again and again is told once, and takes no other's place.
    let mut told: HashSet<String> = known.iter().map(|line| normalised(line)).collect();
    all.retain(|sentence| told.insert(normalised(&line(sentence))));
    all.sort_by(|left, right| right.score.total_cmp(&left.score).then(left.place.cmp(&right.place)));
    all.truncate(NEW_LINES);
    all.sort_by_key(|sentence| sentence.place);
    all.iter().map(line).collect()
}

fn line(sentence: &Sentence<'_>) -> String {
    format!("{}: {}", sentence.name, sentence.text)
}

/// "…" for a row of dots that is no usual one: "....", "...…".
fn one_ellipsis(text: &str) -> String {
    let mut made = String::new();
    let mut rest = text;
    while let Some(place) = rest.find(['.', '…']) {
        let (before, dots) = rest.split_at(place);
        let after = dots.trim_start_matches(['.', '…']);
        let row = &dots[..dots.len() - after.len()];
        let is_usual = matches!(row, "." | ".." | "..." | "…");
        made.push_str(before);
        made.push_str(if is_usual { row } else { "…" });
        rest = after;
    }
    made + rest
}

#[expect(clippy::cast_precision_loss, reason = "a batch has a few hundred words")]
fn score(sentence: &Sentence<'_>, counts: &HashMap<String, usize>, names: Names<'_>) -> f32 {
    let words = content(&sentence.text);
    if words.len() < 2 || sentence.text.ends_with('?') {
        return 0.0;
    }
    let shared: usize = words
        .iter()
        .map(|word| counts.get(&stem(word)).copied().unwrap_or(1).min(5))
        .sum();
    let names_something = sentence
        .text
        .split_whitespace()
        .skip(1)
        .any(|word| word.starts_with(char::is_uppercase) && word.chars().count() > 2);
    let is_fact = sentence.name == names.user
        && ["en", "tr"]
            .into_iter()
            .any(|language| weight(&sentence.text, language).is_some());
    let figures = sentence.text.chars().any(char::is_numeric);
    let length = (words.len() as f32).sqrt();
    shared as f32 / length
        + 2.0 * f32::from(u8::from(names_something))
        + f32::from(u8::from(figures))
        + 3.0 * f32::from(u8::from(is_fact))
}
