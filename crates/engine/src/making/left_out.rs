//! What the reader took out of a draft or said in other words. The draft's texts were made of the same sentences as its lists, and what
//! is dropped from a list must not go to a model out of one of them.

use std::collections::{HashMap, HashSet};

use super::draft::Draft;
use super::edit::DraftList;
use crate::blank::is_blank;
use crate::memory::normalise::normalised;
use crate::memory::sentences::sentences;
use crate::memory::superseded::with_and_without_name;

/// Sentences in a row that are compared with an item at once.
const LONGEST_RUN: usize = 40;
/// A name in front of what somebody wrote is no longer than this, in characters.
const LONGEST_NAME: usize = 80;

/// Compared word for word: case, punctuation and quotation marks make no difference, nor does who said it in front.
#[derive(Debug, Default)]
pub struct LeftOut {
    gone: HashSet<String>,
    /// What is said now, by the whole text that it stands for.
    reworded: HashMap<String, String>,
}

/// An item of a list as it stands.
struct Item<'a> {
    list: DraftList,
    id: u32,
    text: &'a str,
    dropped: bool,
    /// Whether it is within the spoiler limit.
    known: bool,
}

impl LeftOut {
    /// Of a draft: items that were dropped, their earlier texts, and what lies beyond the spoiler limit. What an item of the same list
    /// still says stays; what lies beyond the limit also where an item of another list says it.
    pub fn of(draft: &Draft) -> Self {
        let items = items(draft);
        let mut kept: HashMap<DraftList, HashSet<String>> = HashMap::new();
        for item in items.iter().filter(|item| !item.dropped && item.known) {
            kept.entry(item.list).or_default().extend(keys(item.list, item.text));
        }
        let mut left_out = Self::default();
        for item in &items {
            let earlier = draft
                .reworded
                .iter()
                .filter(|one| (one.list, one.id) == (item.list, item.id));
            let mut texts: Vec<&str> = earlier.map(|one| one.text.as_str()).collect();
            let is_kept = !item.dropped && item.known;
            if !is_kept {
                texts.push(item.text);
            }
            let says = |list: DraftList, key: &String| kept.get(&list).is_some_and(|keys| keys.contains(key));
            let stays = |key: &String| match item.dropped || item.known {
                true => says(item.list, key),
                false => kept.keys().any(|list| says(*list, key)),
            };
            for text in texts {
                let whole = run_key(&units(text));
                if is_kept && !stays(&whole) {
                    left_out.reworded.entry(whole).or_insert_with(|| item.text.to_owned());
                }
                left_out
                    .gone
                    .extend(keys(item.list, text).into_iter().filter(|key| !stays(key)));
            }
        }
        left_out
    }

    /// A text without the sentences that are left out, and with the new words for those that were reworded as a whole.
    pub fn out_of(&self, text: &str) -> String {
        let units = units(text);
        let mut kept = String::with_capacity(text.len());
        let (mut rest, mut place, mut changed) = (text, 0, false);
        while place < units.len() {
            let (run, now) = self.longest(&units[place..]).unwrap_or((1, Some(units[place])));
            changed |= now != Some(units[place]);
            let Some(start) = rest.find(units[place]) else { break };
            let end = units[place..place + run].iter().fold(start, |end, unit| {
                rest[end..].find(unit).map_or(end, |found| end + found + unit.len())
            });
            kept.push_str(&rest[..start]);
            kept.push_str(now.unwrap_or_default());
            rest = &rest[end..];
            if now.is_none() {
                rest = rest.strip_prefix([' ', '\n']).unwrap_or(rest);
            }
            place += run;
        }
        if !changed {
            return text.to_owned();
        }
        kept.push_str(rest);
        kept.trim().to_owned()
    }

    /// How many of these sentences are left out or reworded as one, and what is said instead.
    fn longest(&self, units: &[&str]) -> Option<(usize, Option<&str>)> {
        if self.gone.is_empty() && self.reworded.is_empty() {
            return None;
        }
        (1..=units.len().min(LONGEST_RUN)).rev().find_map(|run| {
            let [whole, said] = run_keys(&units[..run]);
            if let Some(now) = self.reworded.get(&whole) {
                return Some((run, Some(now.as_str())));
            }
            (self.gone.contains(&whole) || self.gone.contains(&said)).then_some((run, None))
        })
    }
}

fn items(draft: &Draft) -> Vec<Item<'_>> {
    let traits = draft.traits.iter().map(|one| Item {
        list: DraftList::Traits,
        id: one.id,
        text: &one.text,
        dropped: one.dropped,
        known: one.chapter.is_none_or(|chapter| draft.knows(chapter)),
    });
    let memories = draft.memories.iter().map(|one| Item {
        list: DraftList::Memories,
        id: one.id,
        text: &one.text,
        dropped: one.dropped,
        known: draft.knows(one.chapter),
    });
    let lines = draft.lines.iter().map(|one| Item {
        list: DraftList::Lines,
        id: one.id,
        text: &one.text,
        dropped: one.dropped,
        known: draft.knows(one.chapter),
    });
    traits.chain(memories).chain(lines).collect()
}

/// What an item says: the whole, and each of its sentences; of what somebody said also the words alone.
fn keys(list: DraftList, text: &str) -> Vec<String> {
    let units = units(text);
    let runs = std::iter::once(&units[..]).chain(units.chunks(1));
    let forms = if list == DraftList::Traits { 1 } else { 2 };
    let keys = runs.flat_map(|run| run_keys(run).into_iter().take(forms));
    keys.filter(|key| !key.is_empty()).collect()
}

fn run_key(units: &[&str]) -> String {
    let [whole, _] = run_keys(units);
    whole
}

/// Sentences in a row, with and without who said them.
fn run_keys(units: &[&str]) -> [String; 2] {
    let Some((first, others)) = units.split_first() else {
        return Default::default();
    };
    let said = with_and_without_name(first).last().unwrap_or(first);
    [*first, said].map(|first| {
        let words = std::iter::once(&first).chain(others).map(|unit| key(unit));
        words.collect::<Vec<_>>().join(" ")
    })
}

/// Symbols alone are compared as they are.
fn key(unit: &str) -> String {
    let words = normalised(unit);
    if words.is_empty() {
        unit.trim().to_owned()
    } else {
        words
    }
}

/// The sentences of a text, in order; what somebody else is quoted with begins another.
fn units(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    for sentence in sentences(text) {
        let mut rest = sentence;
        while let Some(place) = next_quoted(rest) {
            found.push(rest[..place].trim_end());
            rest = &rest[place..];
        }
        found.push(rest);
    }
    if found.is_empty() && !is_blank(text) {
        found.push(text.trim());
    }
    found
}

/// Where a quotation has ended and the name of the next one who is quoted begins: messages often end without a mark.
fn next_quoted(text: &str) -> Option<usize> {
    let after_quotes = text.match_indices("” ").map(|(place, mark)| place + mark.len());
    let mut names = after_quotes.filter(|place| {
        let name = text[*place..].split_once(": “").map(|(name, _)| name);
        name.is_some_and(|name| !name.contains(['“', '”']) && name.chars().nth(LONGEST_NAME).is_none())
    });
    names.next()
}
