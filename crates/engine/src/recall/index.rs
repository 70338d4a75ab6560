//! What can be recalled, held so that a query reads only what its words touch. Inserting an utterance costs what it has words, however
//! many there are already.

mod entry;
mod places;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use jiff::Timestamp;
use jiff::tz::TimeZone;

use super::table::WordTable;

use super::times::{Day, Days};
use super::traits::Traits;
use super::vectors::{SentenceVector, Signature};
use crate::emotion::Emotion;

pub(super) use places::{Place, View};

/// So many utterances are the background.
const BACKGROUND: usize = 128;

/// Something that was said (or one memory of a character's own past).
#[derive(Debug, Clone)]
pub struct Utterance<'text> {
    /// The caller's own name for it; inserting the same key again replaces what was there.
    pub key: u64,
    /// The conversation, or a character's own past. Neighbours are of the same group.
    pub group: u32,
    /// A stretch of talk without a long break, numbered within the group. Neighbours are of the same sitting.
    pub sitting: u32,
    /// Place in the group; the order counts, gaps do not matter.
    pub position: u32,
    /// The name of who said it.
    pub speaker: &'text str,
    pub by_user: bool,
    pub text: &'text str,
    pub at: Timestamp,
    pub emotion: Emotion,
    pub sentence: Option<SentenceVector>,
}

/// Everything that can be recalled in a conversation.
#[derive(Debug, Clone)]
pub struct Index {
    pub(super) slots: Vec<Option<Slot>>,
    /// By slot.
    pub(super) places: Vec<Place>,
    pub(super) signatures: Vec<Option<Signature>>,
    /// Sums of the lengths of all utterances, by view.
    length_sums: [f64; View::COUNT],
    free: Vec<u32>,
    keys: HashMap<u64, u32>,
    vocabulary: HashMap<Box<str>, u32>,
    pub(super) terms: Vec<TermEntry>,
    /// Terms by their row in the word table.
    by_row: HashMap<u32, Vec<u32>>,
    order: BTreeMap<(u32, u32, u64), u32>,
    /// Keys in an order of their own that has nothing to do with what they name.
    by_spread: BTreeSet<(u64, u64)>,
    /// Keys by the second in which they were said.
    by_second: BTreeSet<(i64, u64)>,
    sitting_numbers: HashMap<(u32, u32), u32>,
    /// Content words of each sitting.
    pub(super) sitting_lengths: Vec<f32>,
    pub(super) speakers: Vec<Speaker>,
    pub(super) table: Option<Arc<WordTable>>,
    pub(super) zone: TimeZone,
    /// Utterances that are certainly not English.
    pub(super) foreign: usize,
}

#[derive(Debug, Clone)]
pub(super) struct Slot {
    pub key: u64,
    pub group: u32,
    pub sitting: u32,
    pub position: u32,
    pub speaker: u32,
    pub by_user: bool,
    pub at: Timestamp,
    /// The day on which it was said, where the reader lives.
    pub day: Day,
    pub emotion: Emotion,
    pub traits: Traits,
    /// Days that it speaks of.
    pub told: Vec<Days>,
    /// Its content words in order.
    pub words: Vec<u32>,
    /// Content words of its question sentences.
    pub asked_words: u16,
    /// All its terms, each once, in the order of their numbers.
    pub counts: Vec<Count>,
    /// Speakers whose name it says.
    pub mentions: Vec<u32>,
    pub sentence: Option<SentenceVector>,
    pub before: Option<u32>,
    pub after: Option<u32>,
    is_foreign: bool,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Count {
    pub term: u32,
    pub all: u16,
    /// How often within its question sentences: the answer to them comes next.
    pub asked: u16,
}

#[derive(Debug, Clone)]
pub(super) struct TermEntry {
    /// By slot.
    pub postings: Vec<Posting>,
    /// How many of them have it outside of what is asked, too.
    pub holding: usize,
    pub is_stop: bool,
    /// Its row in the word table.
    pub row: Option<u32>,
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Posting {
    pub slot: u32,
    pub all: u16,
    pub asked: u16,
}

#[derive(Debug, Clone)]
pub(super) struct Speaker {
    /// The words of the name, as they are compared.
    pub words: Vec<String>,
    pub name: String,
}

impl Index {
    /// An empty index. Without a word table only the words themselves are compared. `zone` is where the reader lives: it says on which
    /// day something was said.
    pub fn new(table: Option<Arc<WordTable>>, zone: TimeZone) -> Self {
        Self {
            slots: Vec::new(),
            places: Vec::new(),
            signatures: Vec::new(),
            length_sums: [0.0; View::COUNT],
            free: Vec::new(),
            keys: HashMap::new(),
            vocabulary: HashMap::new(),
            terms: Vec::new(),
            by_row: HashMap::new(),
            order: BTreeMap::new(),
            by_spread: BTreeSet::new(),
            by_second: BTreeSet::new(),
            sitting_numbers: HashMap::new(),
            sitting_lengths: Vec::new(),
            speakers: Vec::new(),
            table,
            zone,
            foreign: 0,
        }
    }

    /// How many utterances can be recalled.
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    pub fn contains(&self, key: u64) -> bool {
        self.keys.contains_key(&key)
    }

    pub fn insert(&mut self, utterance: &Utterance<'_>) {
        self.remove(utterance.key);
        let number = self.free.pop().unwrap_or_else(|| {
            self.slots.push(None);
            self.places.push(Place::default());
            self.signatures.push(None);
            u32::try_from(self.slots.len() - 1).unwrap_or(u32::MAX)
        });
        let slot = self.slot_of(utterance);
        for count in &slot.counts {
            let entry = &mut self.terms[count.term as usize];
            let place = entry.postings.partition_point(|posting| posting.slot < number);
            let posting = Posting {
                slot: number,
                all: count.all,
                asked: count.asked,
            };
            entry.postings.insert(place, posting);
            entry.holding += usize::from(count.all > 0);
        }
        self.sitting_lengths[slot.sitting as usize] += f32::from(slot.traits.content_words);
        self.foreign += usize::from(slot.is_foreign);
        self.order.insert((slot.group, slot.position, slot.key), number);
        self.by_spread.insert((spread(slot.key), slot.key));
        self.by_second.insert((slot.at.as_second(), slot.key));
        self.keys.insert(slot.key, number);
        let place = (slot.group, slot.position, slot.key);
        self.signatures[number as usize] = slot.sentence.as_ref().map(SentenceVector::signature);
        self.slots[number as usize] = Some(slot);
        self.link_around(place);
        self.measure_around(place);
    }

    /// Takes an utterance out: nothing of it is found any more. False when it was not there.
    pub fn remove(&mut self, key: u64) -> bool {
        let Some(number) = self.keys.remove(&key) else {
            return false;
        };
        let Some(slot) = self.slots[number as usize].take() else {
            return false;
        };
        for count in &slot.counts {
            let entry = &mut self.terms[count.term as usize];
            if let Ok(place) = entry.postings.binary_search_by_key(&number, |posting| posting.slot) {
                entry.postings.remove(place);
                entry.holding -= usize::from(count.all > 0);
            }
        }
        self.sitting_lengths[slot.sitting as usize] -= f32::from(slot.traits.content_words);
        self.foreign -= usize::from(slot.is_foreign);
        let place = (slot.group, slot.position, slot.key);
        self.order.remove(&place);
        self.by_spread.remove(&(spread(key), key));
        self.by_second.remove(&(slot.at.as_second(), key));
        self.free.push(number);
        self.signatures[number as usize] = None;
        self.clear_place(number);
        self.link_around(place);
        self.measure_around(place);
        true
    }

    /// Gives an utterance its vector, once it is encoded.
    pub fn set_sentence(&mut self, key: u64, sentence: SentenceVector) {
        if let Some(number) = self.keys.get(&key)
            && let Some(slot) = &mut self.slots[*number as usize]
        {
            self.signatures[*number as usize] = Some(sentence.signature());
            slot.sentence = Some(sentence);
        }
    }

    /// A few utterances, always the same ones, spread over all: how well a word matches anything is measured on them.
    pub fn background(&self) -> Vec<u64> {
        self.by_spread.iter().take(BACKGROUND).map(|(_, key)| *key).collect()
    }

    /// When the last thing was said up to a second.
    pub(super) fn last_second(&self, until: i64) -> Option<i64> {
        let (second, _) = self.by_second.range(..=(until, u64::MAX)).next_back()?;
        Some(*second)
    }

    pub(super) fn number_of(&self, key: u64) -> Option<u32> {
        self.keys.get(&key).copied()
    }

    pub(super) fn slot(&self, number: u32) -> Option<&Slot> {
        self.slots.get(number as usize)?.as_ref()
    }

    pub(super) fn term(&self, stem: &str) -> Option<u32> {
        self.vocabulary.get(stem).copied()
    }

    /// The terms that have a row of the word table.
    pub(super) fn terms_of_row(&self, row: u32) -> &[u32] {
        self.by_row.get(&row).map_or(&[], Vec::as_slice)
    }

    /// The last position of a group.
    pub(super) fn last_position(&self, group: u32) -> u32 {
        let mut entries = self.order.range((group, 0, 0)..=(group, u32::MAX, u64::MAX));
        entries.next_back().map_or(0, |((_, position, _), _)| *position)
    }

    /// Makes neighbours of what stands before, at and after a place, where they are of one sitting.
    fn link_around(&mut self, place: (u32, u32, u64)) {
        let group_start = (place.0, 0, 0);
        let group_end = (place.0, u32::MAX, u64::MAX);
        let before = self
            .order
            .range(group_start..place)
            .next_back()
            .map(|(_, number)| *number);
        let at = self.order.get(&place).copied();
        let mut behind = self
            .order
            .range(place..=group_end)
            .map(|(_, number)| *number)
            .filter(|number| Some(*number) != at);
        let after = behind.next();
        let row: Vec<u32> = [before, at, after].into_iter().flatten().collect();
        for pair in row.windows(2) {
            self.link(pair[0], pair[1]);
        }
        if before.is_none()
            && let Some(first) = row.first().and_then(|number| self.slots[*number as usize].as_mut())
        {
            first.before = None;
        }
        if after.is_none()
            && let Some(last) = row.last().and_then(|number| self.slots[*number as usize].as_mut())
        {
            last.after = None;
        }
    }

    fn link(&mut self, first: u32, second: u32) {
        let sitting = |index: &Self, number: u32| index.slot(number).map(|slot| slot.sitting);
        let same = sitting(self, first) == sitting(self, second);
        if let Some(slot) = &mut self.slots[first as usize] {
            slot.after = same.then_some(second);
        }
        if let Some(slot) = &mut self.slots[second as usize] {
            slot.before = same.then_some(first);
        }
    }
}

/// "Mel" is Melanie: a name, or its first three letters as a word.
pub(super) fn names(word: &str, name: &str) -> bool {
    let word = word.strip_suffix("'s").unwrap_or(word);
    word == name
        || (word.chars().count() >= 3
            && name.chars().count() > 3
            && name.starts_with(word)
            && word.chars().count() <= 4)
}

/// Spreads keys evenly (the finaliser of SplitMix64, Steele et al. 2014).
fn spread(key: u64) -> u64 {
    let mut mixed = key.wrapping_add(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}
