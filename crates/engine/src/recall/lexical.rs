//! Words: BM25 (Robertson and Zaragoza, "The probabilistic relevance framework", 2009) in several views of an utterance — alone, with
//! its neighbours, with the question before it, as a part of its sitting — all from one inverted index.

mod common;

use super::index::{Index, Posting, Slot, View};

/// How fast a repeated word stops counting.
const SATURATION: f32 = 1.2;
/// How much long texts are held back; the second is for the view that hardly does.
const LENGTH: f32 = 0.75;
const LOW_LENGTH: f32 = 0.3;
/// What a neighbour's words count in the view with context, and in the wide one at one and two steps.
pub(super) const CONTEXT: f32 = 0.3;
pub(super) const WIDE: [f32; 2] = [1.0, 0.5];
/// Of a word that more utterances have, so many are looked at: those that came last. It tells little, and what it does tell of the
/// candidates is added once they are chosen ([`Scores::completed`]).
pub(super) const MOST_POSTINGS: usize = 1_024;

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

/// What the words of the query come to in the utterances that have any; 0 in all others.
#[derive(Debug, Clone, Default)]
pub(super) struct Scores {
    /// Where the row of a slot is; 0 is the row of all slots that have none.
    row_of: Vec<u32>,
    rows: Vec<Row>,
    /// The largest of each; 1 where nothing scored, so that it may divide.
    pub largest: Row,
    /// By sitting.
    pub sitting: Vec<f32>,
}

#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Row {
    pub slot: u32,
    pub plain: f32,
    pub low_length: f32,
    pub rare: f32,
    pub context: f32,
    pub wide: f32,
    pub answer: f32,
    pub every_word: f32,
    /// By words that mean something similar.
    pub soft: f32,
    /// Which of the query's words (by place, the first 32) it has.
    pub present: u32,
    /// What is being counted of one word.
    pub held: f32,
}

/// BM25's inverse document frequency, as Lucene counts it: never below zero.
pub(super) fn idf(documents: usize, holding: usize) -> f32 {
    let (all, holding) = (documents as f32, holding as f32);
    (1.0 + (all - holding + 0.5) / (holding + 0.5)).ln()
}

pub(super) fn scores(index: &Index, terms: &[QueryTerm]) -> Scores {
    let mut scores = Scores {
        row_of: vec![0; index.slots.len()],
        rows: vec![Row::default()],
        largest: Row::default(),
        sitting: sitting_scores(index, terms),
    };
    let mut blending = Blending::default();
    for (id, place, term) in numbered(terms) {
        every_word(index, id, &mut scores);
        let Some(place) = place else { continue };
        alone(index, id, (term.rarity, place), &mut scores);
        for view in [View::Context, View::Wide, View::Answer] {
            blending.gather(index, id, view, &mut scores);
            blending.score(index, id, view, &mut scores);
        }
    }
    scores.find_largest();
    scores
}

/// The known words of the query with their places among those that count; stop words have none.
fn numbered(terms: &[QueryTerm]) -> impl Iterator<Item = (u32, Option<u32>, &QueryTerm)> {
    let mut next = 0_u32;
    terms.iter().filter_map(move |term| {
        let place = (!term.is_stop).then_some(next);
        next += u32::from(!term.is_stop);
        Some((term.id?, place, term))
    })
}

/// The postings of a word that are looked at, and how many times as many there are.
fn latest(index: &Index, id: u32) -> (&[Posting], f32) {
    let postings = &index.terms[id as usize].postings;
    let looked_at = &postings[postings.len().saturating_sub(MOST_POSTINGS)..];
    (looked_at, postings.len() as f32 / looked_at.len().max(1) as f32)
}

fn gain(times: f32, length: f32, mean: f32, held_back: f32) -> f32 {
    times * (SATURATION + 1.0) / (times + SATURATION * (1.0 - held_back + held_back * length / mean))
}

/// As [`gain`], of an utterance in a view.
fn gain_in(index: &Index, slot: u32, times: f32, (view, held_back): (View, f32)) -> f32 {
    let length = index.places[slot as usize].length(view);
    gain(times, length, index.mean_length(view), held_back)
}

fn every_word(index: &Index, id: u32, scores: &mut Scores) {
    let idf = idf(index.len(), index.terms[id as usize].holding);
    for posting in latest(index, id).0.iter().filter(|posting| posting.all > 0) {
        let gained = gain_in(index, posting.slot, f32::from(posting.all), (View::All, LENGTH));
        scores.row(posting.slot).every_word += idf * gained;
    }
}

fn alone(index: &Index, id: u32, (rarity, place): (f32, u32), scores: &mut Scores) {
    for posting in latest(index, id).0.iter().filter(|posting| posting.all > 0) {
        let times = f32::from(posting.all);
        scores.row(posting.slot).add_alone(index, id, times, (rarity, place));
    }
}

impl Row {
    fn add_alone(&mut self, index: &Index, id: u32, times: f32, (rarity, place): (f32, u32)) {
        let idf = idf(index.len(), index.terms[id as usize].holding);
        let gained = idf * gain_in(index, self.slot, times, (View::Plain, LENGTH));
        self.plain += gained;
        self.rare += gained * rarity;
        self.low_length += idf * gain_in(index, self.slot, times, (View::Plain, LOW_LENGTH));
        if place < 32 {
            self.present |= 1 << place;
        }
    }

    fn of_view(&mut self, view: View) -> &mut f32 {
        match view {
            View::Plain => &mut self.plain,
            View::All => &mut self.every_word,
            View::Context => &mut self.context,
            View::Wide => &mut self.wide,
            View::Answer => &mut self.answer,
        }
    }
}

impl Scores {
    /// Of a slot that has no words of the query, all is 0.
    pub fn of(&self, slot: u32) -> &Row {
        &self.rows[self.row_of[slot as usize] as usize]
    }

    /// The slots where anything scored.
    pub fn slots(&self) -> impl Iterator<Item = u32> + '_ {
        self.rows.iter().skip(1).map(|row| row.slot)
    }

    /// The row of a slot, a new one where it has none.
    pub fn row(&mut self, slot: u32) -> &mut Row {
        let place = &mut self.row_of[slot as usize];
        if *place == 0 {
            *place = u32::try_from(self.rows.len()).unwrap_or(u32::MAX);
            self.rows.push(Row { slot, ..Row::default() });
        }
        &mut self.rows[*place as usize]
    }

    pub fn find_largest(&mut self) {
        let mut largest = Row::default();
        for row in &self.rows {
            largest.plain = largest.plain.max(row.plain);
            largest.low_length = largest.low_length.max(row.low_length);
            largest.rare = largest.rare.max(row.rare);
            largest.context = largest.context.max(row.context);
            largest.wide = largest.wide.max(row.wide);
            largest.answer = largest.answer.max(row.answer);
            largest.every_word = largest.every_word.max(row.every_word);
            largest.soft = largest.soft.max(row.soft);
        }
        let or_one = |value: &mut f32| {
            if *value == 0.0 {
                *value = 1.0;
            }
        };
        [
            &mut largest.plain,
            &mut largest.low_length,
            &mut largest.rare,
            &mut largest.context,
            &mut largest.wide,
            &mut largest.answer,
            &mut largest.every_word,
            &mut largest.soft,
        ]
        .into_iter()
        .for_each(or_one);
        self.largest = largest;
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
    let mut held = vec![0.0_f32; count];
    let mut touched: Vec<u32> = Vec::new();
    for (id, ..) in numbered(terms).filter(|(_, place, _)| place.is_some()) {
        let (postings, more) = latest(index, id);
        for posting in postings {
            let sitting = index.places[posting.slot as usize].sitting;
            if held[sitting as usize] == 0.0 {
                touched.push(sitting);
            }
            // A word that is only asked is there too.
            held[sitting as usize] += f32::from(posting.all).max(f32::MIN_POSITIVE);
        }
        let idf = idf(filled, seen(touched.len(), more, filled));
        for sitting in touched.drain(..) {
            let sitting = sitting as usize;
            let times = std::mem::take(&mut held[sitting]);
            scores[sitting] += idf * gain(times, index.sitting_lengths[sitting], mean, LENGTH);
        }
    }
    scores
}

/// How many have a word, when so many of those that were looked at have it.
fn seen(found: usize, more: f32, all: usize) -> usize {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a count, at most of all"
    )]
    let seen = (found as f32 * more) as usize;
    seen.min(all)
}

pub(super) fn before<'index>(index: &'index Index, slot: &Slot) -> Option<&'index Slot> {
    slot.before.and_then(|number| index.slot(number))
}

pub(super) fn after<'index>(index: &'index Index, slot: &Slot) -> Option<&'index Slot> {
    slot.after.and_then(|number| index.slot(number))
}

/// How often a word is in an utterance and, counted less, around it.
#[derive(Default)]
struct Blending {
    touched: Vec<u32>,
}

impl Blending {
    fn add(&mut self, scores: &mut Scores, slot: u32, times: f32) {
        let row = scores.row(slot);
        if row.held == 0.0 {
            self.touched.push(slot);
        }
        row.held += times;
    }

    fn gather(&mut self, index: &Index, id: u32, view: View, scores: &mut Scores) {
        for posting in latest(index, id).0 {
            if posting.all > 0 {
                self.add(scores, posting.slot, f32::from(posting.all));
            }
            match view {
                View::Context => self.gather_around(index, posting, &[CONTEXT], scores),
                View::Wide => self.gather_around(index, posting, &WIDE, scores),
                // The answer to what is asked comes next.
                _ => {
                    if let Some(answer) = index.places[posting.slot as usize].after.filter(|_| posting.asked > 0) {
                        self.add(scores, answer, f32::from(posting.asked));
                    }
                }
            }
        }
    }

    /// `weights` are those of the neighbours one step away, two steps away and so on.
    fn gather_around(&mut self, index: &Index, posting: &Posting, weights: &[f32], scores: &mut Scores) {
        if posting.all == 0 {
            return;
        }
        let times = f32::from(posting.all);
        let [mut left, mut right] = [Some(posting.slot); 2];
        for weight in weights {
            left = left.and_then(|slot| index.places[slot as usize].before);
            right = right.and_then(|slot| index.places[slot as usize].after);
            for slot in [left, right].into_iter().flatten() {
                self.add(scores, slot, times * weight);
            }
        }
    }

    fn score(&mut self, index: &Index, id: u32, view: View, scores: &mut Scores) {
        let idf = idf(index.len(), seen(self.touched.len(), latest(index, id).1, index.len()));
        for slot in self.touched.drain(..) {
            let row = scores.row(slot);
            let times = std::mem::take(&mut row.held);
            *row.of_view(view) += idf * gain_in(index, slot, times, (view, LENGTH));
        }
    }
}
