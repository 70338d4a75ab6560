//! In which order the memories of one passage happened: that of its parts, and of the sentences within a part.

use std::collections::BTreeSet;

use super::answers::FoundMemory;
use super::given::Passage;
use crate::novel::mentions::words;
use crate::novel::sentences::sentences;

/// Shorter words stand in any sentence, in characters.
const SHORT_WORD: usize = 4;
/// Words that a memory shares with the sentence it was made from, at least.
const LEAST_SHARED: usize = 2;

/// The memories in the order of the text. One whose sentence cannot be told stays behind the one that was given before it.
pub fn in_order<'a>(memories: &'a [FoundMemory], passage: &Passage) -> Vec<&'a FoundMemory> {
    let mut by_part: Vec<&FoundMemory> = memories.iter().collect();
    by_part.sort_by_key(|memory| memory.part);
    let mut placed: Vec<(usize, usize, &FoundMemory)> = Vec::with_capacity(by_part.len());
    for memory in by_part {
        let before = placed.last().filter(|(part, ..)| *part == memory.part);
        let before = before.map_or(0, |(_, sentence, _)| *sentence);
        let text = passage.part(memory.part).map_or("", |part| part.text.as_str());
        placed.push((memory.part, sentence_of(&memory.text, text).unwrap_or(before), memory));
    }
    placed.sort_by_key(|(part, sentence, _)| (*part, *sentence));
    placed.into_iter().map(|(.., memory)| memory).collect()
}

/// The place of the sentence that shares most words with a memory; the first of several.
fn sentence_of(memory: &str, text: &str) -> Option<usize> {
    let told = long_words(memory);
    let shared = sentences(text)
        .into_iter()
        .map(|span| long_words(&text[span]).intersection(&told).count());
    let (place, most) = shared
        .enumerate()
        .max_by_key(|(place, shared)| (*shared, std::cmp::Reverse(*place)))?;
    (most >= LEAST_SHARED).then_some(place)
}

fn long_words(text: &str) -> BTreeSet<String> {
    words(text)
        .into_iter()
        .filter(|word| word.text.chars().count() >= SHORT_WORD)
        .map(|word| word.text.to_lowercase())
        .collect()
}
