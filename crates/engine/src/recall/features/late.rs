//! Late interaction (Khattab and Zaharia, "ColBERT", 2020): each word or token of the query against its best match in the utterance. How
//! good a match is depends on how well that word matches anything, so it is measured against a background.

mod measures;

use std::collections::HashMap;
use std::hash::Hash;

use super::{Columns, Frame};
use crate::recall::vectors::TokenVectors;
use measures::push;

/// The query's words against the candidates.
struct Matches {
    /// For each word of the query, its best match in each candidate.
    best: Vec<Vec<f32>>,
    /// The same, in standard deviations above the background's mean.
    standard: Vec<Vec<f32>>,
    /// Shares that the words have by their rarity; together 1.
    weights: Vec<f32>,
}

impl Matches {
    /// `best` is the best match of each word in each of the candidates, so many, and in what else belongs to the background;
    /// `background` are its places there.
    fn new(mut best: Vec<Vec<f32>>, candidates: usize, background: &[usize], weights: Vec<f32>) -> Self {
        let standard = best.iter_mut().map(|best| {
            let (mean, deviation) = mean_and_deviation(background.iter().map(|place| best[*place]));
            best.truncate(candidates);
            best.iter().map(|value| (value - mean) / deviation).collect()
        });
        Self {
            standard: standard.collect(),
            best,
            weights,
        }
    }

    /// How many words there are; 1 where there is none, so that it may divide.
    fn words(&self) -> f32 {
        self.best.len().max(1) as f32
    }

    /// The sum over the words, for each of so many candidates.
    fn sum(&self, rows: usize, value: impl Fn(usize, usize) -> f32) -> Vec<f32> {
        (0..rows)
            .map(|row| (0..self.best.len()).map(|word| value(word, row)).sum())
            .collect()
    }
}

/// Cosines from which on two words count as the same, softly, and how softly.
struct Thresholds {
    low: f32,
    high: f32,
    hard: f32,
}

/// By the word table.
pub(super) fn push_words(frame: &Frame<'_, '_>, columns: &mut Columns) {
    let Some(matching) = &frame.search.matching else {
        return;
    };
    let index = frame.search.index;
    let background = index.background().into_iter();
    let (all, background) = with_background(&frame.numbers, background.filter_map(|key| index.number_of(key)));
    let slots: Vec<_> = all.iter().filter_map(|number| index.slot(*number)).collect();
    let matches = Matches::new(
        matching.best(index, &slots),
        frame.len(),
        &background,
        matching.weights(),
    );
    let thresholds = Thresholds {
        low: 0.4,
        high: 0.55,
        hard: 0.3,
    };
    push("word_", frame, &matches, &thresholds, columns);
    let cosines = matching.mean_cosines(index, &frame.slots);
    columns.push("word_mean_sitting", frame.sitting_best(&cosines, 1));
    columns.push("word_mean", cosines);
}

/// By the token vectors of an encoder.
pub(super) fn push_tokens<'tokens>(
    frame: &Frame<'_, '_>,
    tokens: &dyn Fn(u64) -> Option<&'tokens TokenVectors>,
    columns: &mut Columns,
) {
    let Some(encoded) = frame.search.encoded() else {
        return;
    };
    let kept = frame.search.kept_pieces(encoded);
    let keys: Vec<u64> = frame.slots.iter().map(|slot| slot.key).collect();
    let background = frame.search.index.background().into_iter();
    let (all, background) = with_background(&keys, background.filter(|key| tokens(*key).is_some()));
    let vectors: Vec<Option<&TokenVectors>> = all.into_iter().map(tokens).collect();
    let pieces: Vec<usize> = kept.iter().map(|(piece, _)| *piece).collect();
    let whole = kept.iter().map(|(_, weight)| weight).sum::<f32>().max(0.01);
    let weights = kept.iter().map(|(_, weight)| weight / whole).collect();
    let best = encoded.tokens.best(&vectors, &pieces);
    let matches = Matches::new(best, frame.len(), &background, weights);
    let thresholds = Thresholds {
        low: 0.55,
        high: 0.7,
        hard: 0.5,
    };
    push("token_", frame, &matches, &thresholds, columns);
}

/// The candidates and after them what else belongs to the background, so that nothing is compared twice; and the places of the background.
fn with_background<T: Copy + Eq + Hash>(candidates: &[T], background: impl Iterator<Item = T>) -> (Vec<T>, Vec<usize>) {
    let mut all = candidates.to_vec();
    let mut places: HashMap<T, usize> = all.iter().copied().zip(0..).collect();
    let mut place_of = |one: T| {
        *places.entry(one).or_insert_with(|| {
            all.push(one);
            all.len() - 1
        })
    };
    let background = background.map(&mut place_of).collect();
    (all, background)
}

fn mean_and_deviation(values: impl Iterator<Item = f32> + Clone) -> (f32, f32) {
    let count = values.clone().count().max(1) as f32;
    let mean = values.clone().sum::<f32>() / count;
    let variance = values.map(|value| (value - mean) * (value - mean)).sum::<f32>() / count;
    (mean, variance.sqrt().max(0.02))
}
