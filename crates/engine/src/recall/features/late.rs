//! Late interaction (Khattab and Zaharia, "ColBERT", 2020): each word or token of the query against its best match in the utterance. How
//! good a match is depends on how well that word matches anything, so it is measured against a background.

mod measures;

use super::{Columns, Frame};
use crate::recall::query::EncodedQuery;
use crate::recall::vectors::TokenVectors;
use measures::push;

/// Utterances on which it is measured how well a word matches anything.
const BACKGROUND: usize = 256;

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
    /// `background` is the best match of each word in each utterance of the background.
    fn new(best: Vec<Vec<f32>>, background: &[Vec<f32>], weights: Vec<f32>) -> Self {
        let standard = best.iter().zip(background).map(|(best, background)| {
            let (mean, deviation) = mean_and_deviation(background);
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
    let background = index.background(BACKGROUND).into_iter();
    let background: Vec<u32> = background.filter_map(|key| index.number_of(key)).collect();
    let over = |numbers: &[u32]| -> Vec<Vec<f32>> {
        let slots: Vec<_> = numbers.iter().filter_map(|number| index.slot(*number)).collect();
        matching.best(index, &slots)
    };
    let matches = Matches::new(over(&frame.numbers), &over(&background), matching.weights());
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
    let candidates: Vec<Option<&TokenVectors>> = frame.slots.iter().map(|slot| tokens(slot.key)).collect();
    let background = frame.search.index.background(BACKGROUND).into_iter();
    let background: Vec<Option<&TokenVectors>> = background.map(tokens).filter(Option::is_some).collect();
    let over = |utterances: &[Option<&TokenVectors>]| best_tokens(encoded, &kept, utterances);
    let whole = kept.iter().map(|(_, weight)| weight).sum::<f32>().max(0.01);
    let weights = kept.iter().map(|(_, weight)| weight / whole).collect();
    let matches = Matches::new(over(&candidates), &over(&background), weights);
    let thresholds = Thresholds {
        low: 0.55,
        high: 0.7,
        hard: 0.5,
    };
    push("token_", frame, &matches, &thresholds, columns);
}

/// For each piece, its best match in each utterance; 0 in one that was not encoded yet.
fn best_tokens(encoded: &EncodedQuery, kept: &[(usize, f32)], utterances: &[Option<&TokenVectors>]) -> Vec<Vec<f32>> {
    let mut best = vec![vec![0.0_f32; utterances.len()]; kept.len()];
    // One utterance after the other: its tokens are near at hand for all pieces.
    for (row, held) in utterances.iter().enumerate() {
        let Some(held) = held else { continue };
        for token in 0..held.len() {
            for (best, (piece, _)) in best.iter_mut().zip(kept) {
                best[row] = best[row].max(encoded.tokens.cosine(*piece, held, token));
            }
        }
    }
    best
}

fn mean_and_deviation(values: &[f32]) -> (f32, f32) {
    let count = values.len().max(1) as f32;
    let mean = values.iter().sum::<f32>() / count;
    let variance = values.iter().map(|value| (value - mean) * (value - mean)).sum::<f32>() / count;
    (mean, variance.sqrt().max(0.02))
}
