//! Words: BM25 (Robertson and Zaragoza, "The probabilistic relevance framework", 2009) in several views of an utterance — alone, with
//! its neighbours, with the question before it, as a part of its sitting — all from one inverted index.

use std::collections::HashMap;

use super::index::{Index, Slot};

/// How fast a repeated word stops counting.
const SATURATION: f32 = 1.2;
/// How much long texts are held back; the second is for the view that hardly does.
const LENGTH: f32 = 0.75;
const LOW_LENGTH: f32 = 0.3;
/// What a neighbour's words count in the view with context, and in the wide one at one and two steps.
const CONTEXT: f32 = 0.3;
const WIDE: [f32; 2] = [1.0, 0.5];

/// A word of the query as the index knows it.
#[derive(Debug, Clone)]
pub(super) struct QueryTerm {
    pub stem: String,
    pub id: Option<u32>,
    pub row: Option<u32>,
    pub is_stop: bool,
    /// Rarity among what can be recalled; that of a word that occurs nowhere when it is not known.
    pub idf: f32,
    /// Rarity in the language, 0 to 1.
    pub rarity: f32,
}

/// Scores of all slots, 0 where no word matches.
#[derive(Debug, Default)]
pub(super) struct Scores {
    pub plain: Vec<f32>,
    pub low_length: Vec<f32>,
    pub rare: Vec<f32>,
    pub context: Vec<f32>,
    pub wide: Vec<f32>,
    pub answer: Vec<f32>,
    pub every_word: Vec<f32>,
    /// By sitting.
    pub sitting: Vec<f32>,
    /// Which of the query's words (by place, the first 32) each slot has.
    pub present: Vec<u32>,
}

/// BM25's inverse document frequency, as Lucene counts it: never below zero.
pub(super) fn idf(documents: usize, holding: usize) -> f32 {
    let (all, holding) = (documents as f32, holding as f32);
    (1.0 + (all - holding + 0.5) / (holding + 0.5)).ln()
}

pub(super) fn scores(index: &Index, terms: &[QueryTerm]) -> Scores {
    let lengths = Lengths::of(index);
    let count = index.slots.len();
    let mut scores = Scores {
        plain: vec![0.0; count],
        low_length: vec![0.0; count],
        rare: vec![0.0; count],
        context: vec![0.0; count],
        wide: vec![0.0; count],
        answer: vec![0.0; count],
        every_word: vec![0.0; count],
        sitting: sitting_scores(index, terms),
        present: vec![0; count],
    };
    let mut blended = Blended::new(count);
    let mut place = 0_u32;
    for term in terms {
        let Some(id) = term.id else {
            place += u32::from(!term.is_stop);
            continue;
        };
        every_word(index, id, &lengths, &mut scores.every_word);
        if term.is_stop {
            continue;
        }
        alone(index, id, term.rarity, &lengths, &mut scores);
        if place < 32 {
            index.terms[id as usize]
                .postings
                .iter()
                .filter(|posting| posting.all > 0)
                .for_each(|posting| {
                    scores.present[posting.slot as usize] |= 1 << place;
                });
        }
        place += 1;
        blended.gather(index, id, &[CONTEXT]);
        blended.score(&lengths.context, &mut scores.context);
        blended.gather(index, id, &WIDE);
        blended.score(&lengths.wide, &mut scores.wide);
        blended.gather_questions(index, id);
        blended.score(&lengths.answer, &mut scores.answer);
    }
    scores
}

fn gain(times: f32, length: f32, mean: f32, held_back: f32) -> f32 {
    times * (SATURATION + 1.0) / (times + SATURATION * (1.0 - held_back + held_back * length / mean))
}

fn alone(index: &Index, id: u32, rarity: f32, lengths: &Lengths, scores: &mut Scores) {
    let postings = &index.terms[id as usize].postings;
    let holding = postings.iter().filter(|posting| posting.all > 0).count();
    let idf = idf(index.len(), holding);
    for posting in postings.iter().filter(|posting| posting.all > 0) {
        let slot = posting.slot as usize;
        let times = f32::from(posting.all);
        let (length, mean) = (lengths.plain.each[slot], lengths.plain.mean);
        let gained = idf * gain(times, length, mean, LENGTH);
        scores.plain[slot] += gained;
        scores.rare[slot] += gained * rarity;
        scores.low_length[slot] += idf * gain(times, length, mean, LOW_LENGTH);
    }
}

fn every_word(index: &Index, id: u32, lengths: &Lengths, scores: &mut [f32]) {
    let postings = &index.terms[id as usize].postings;
    let holding = postings.iter().filter(|posting| posting.all > 0).count();
    let idf = idf(index.len(), holding);
    for posting in postings.iter().filter(|posting| posting.all > 0) {
        let slot = posting.slot as usize;
        scores[slot] += idf * gain(f32::from(posting.all), lengths.all.each[slot], lengths.all.mean, LENGTH);
    }
}

/// Each sitting as one document.
fn sitting_scores(index: &Index, terms: &[QueryTerm]) -> Vec<f32> {
    let count = index.sitting_lengths.len();
    let filled = index
        .sitting_lengths
        .iter()
        .filter(|length| **length > 0.0)
        .count()
        .max(1);
    let mean = (index.sitting_lengths.iter().sum::<f32>() / filled as f32).max(1.0);
    let mut scores = vec![0.0; count];
    for term in terms.iter().filter(|term| !term.is_stop) {
        let Some(id) = term.id else { continue };
        let mut times: HashMap<u32, f32> = HashMap::new();
        for posting in &index.terms[id as usize].postings {
            if let Some(slot) = index.slot(posting.slot) {
                *times.entry(slot.sitting).or_default() += f32::from(posting.all);
            }
        }
        let idf = idf(filled, times.len());
        for (sitting, times) in times {
            let length = index.sitting_lengths[sitting as usize];
            scores[sitting as usize] += idf * gain(times, length, mean, LENGTH);
        }
    }
    scores
}

/// Lengths of the views, in words.
struct Lengths {
    plain: Length,
    all: Length,
    context: Length,
    wide: Length,
    answer: Length,
}

#[derive(Default)]
struct Length {
    each: Vec<f32>,
    mean: f32,
}

impl Lengths {
    fn of(index: &Index) -> Self {
        let content = |slot: &Slot| f32::from(slot.traits.content_words);
        let plain = Length::of(index, content);
        let all = Length::of(index, |slot| f32::from(slot.traits.all_words));
        let near = |slot: Option<&Slot>| slot.map_or(0.0, content);
        let context = Length::of(index, |slot| {
            content(slot) + CONTEXT * (near(before(index, slot)) + near(after(index, slot)))
        });
        let wide = Length::of(index, |slot| {
            let [previous, next] = [before(index, slot), after(index, slot)];
            let second =
                near(previous.and_then(|slot| before(index, slot))) + near(next.and_then(|slot| after(index, slot)));
            content(slot) + WIDE[0] * (near(previous) + near(next)) + WIDE[1] * second
        });
        let answer = Length::of(index, |slot| {
            content(slot) + before(index, slot).map_or(0.0, |slot| f32::from(slot.asked_words))
        });
        Self {
            plain,
            all,
            context,
            wide,
            answer,
        }
    }
}

impl Length {
    fn of(index: &Index, length: impl Fn(&Slot) -> f32) -> Self {
        let each: Vec<f32> = index
            .slots
            .iter()
            .map(|slot| slot.as_ref().map_or(0.0, &length))
            .collect();
        let mean = (each.iter().sum::<f32>() / index.len().max(1) as f32).max(1.0);
        Self { each, mean }
    }
}

pub(super) fn before<'index>(index: &'index Index, slot: &Slot) -> Option<&'index Slot> {
    slot.before.and_then(|number| index.slot(number))
}

pub(super) fn after<'index>(index: &'index Index, slot: &Slot) -> Option<&'index Slot> {
    slot.after.and_then(|number| index.slot(number))
}

/// How often a word is in an utterance and, counted less, around it.
struct Blended {
    times: Vec<f32>,
    touched: Vec<u32>,
    documents: usize,
}

impl Blended {
    fn new(count: usize) -> Self {
        Self {
            times: vec![0.0; count],
            touched: Vec::new(),
            documents: 0,
        }
    }

    fn add(&mut self, slot: u32, times: f32) {
        let held = &mut self.times[slot as usize];
        if *held == 0.0 {
            self.touched.push(slot);
        }
        *held += times;
    }

    /// `weights` are those of the neighbours one step away, two steps away and so on.
    fn gather(&mut self, index: &Index, id: u32, weights: &[f32]) {
        self.documents = index.len();
        for posting in index.terms[id as usize]
            .postings
            .iter()
            .filter(|posting| posting.all > 0)
        {
            let times = f32::from(posting.all);
            self.add(posting.slot, times);
            let [mut left, mut right] = [index.slot(posting.slot); 2];
            for weight in weights {
                left = left
                    .and_then(|slot| slot.before)
                    .inspect(|slot| self.add(*slot, times * weight))
                    .and_then(|slot| index.slot(slot));
                right = right
                    .and_then(|slot| slot.after)
                    .inspect(|slot| self.add(*slot, times * weight))
                    .and_then(|slot| index.slot(slot));
            }
        }
    }

    /// The words of the utterance, and those of the question before it.
    fn gather_questions(&mut self, index: &Index, id: u32) {
        self.documents = index.len();
        for posting in &index.terms[id as usize].postings {
            if posting.all > 0 {
                self.add(posting.slot, f32::from(posting.all));
            }
            let answer = index.slot(posting.slot).and_then(|slot| slot.after);
            if let Some(answer) = answer.filter(|_| posting.asked > 0) {
                self.add(answer, f32::from(posting.asked));
            }
        }
    }

    fn score(&mut self, length: &Length, scores: &mut [f32]) {
        let idf = idf(self.documents, self.touched.len());
        for slot in self.touched.drain(..) {
            let slot = slot as usize;
            scores[slot] += idf
                * gain(
                    std::mem::take(&mut self.times[slot]),
                    length.each[slot],
                    length.mean,
                    LENGTH,
                );
        }
    }
}
