//! What the matches of single words come to.

use super::super::{Columns, Frame, product};
use super::{Matches, Thresholds};

const SOFTNESS: f32 = 0.05;
/// What a match beside the utterance counts against one in it.
const BESIDE: f32 = 0.9;

pub(super) fn push(
    prefix: &str,
    frame: &Frame<'_, '_>,
    matches: &Matches,
    thresholds: &Thresholds,
    columns: &mut Columns,
) {
    let mut add = |name: &str, values: Vec<f32>| columns.push(format!("{prefix}{name}"), values);
    let z = matches.sum(frame.len(), |word, row| matches.standard[word][row] / matches.words());
    push_own(frame, matches, (thresholds, &z), &mut add);
    push_rarities(frame, matches, thresholds, &mut add);
    push_beside(frame, matches, &z, &mut add);
    push_sitting(frame, matches, &z, &mut add);
    add("z", z);
}

type Add<'a> = &'a mut dyn FnMut(&str, Vec<f32>);

/// The utterance by itself.
fn push_own(frame: &Frame<'_, '_>, matches: &Matches, (thresholds, z): (&Thresholds, &[f32]), add: Add<'_>) {
    let rows = frame.len();
    let (best, standard, weights) = (&matches.best, &matches.standard, &matches.weights);
    let weighted = matches.sum(rows, |word, row| best[word][row] * weights[word]);
    add(
        "z_weighted",
        matches.sum(rows, |word, row| standard[word][row] * weights[word]),
    );
    let root = matches.words().sqrt();
    add(
        "z_above",
        matches.sum(rows, |word, row| (standard[word][row] - 1.0).max(0.0) / root),
    );
    add("z_largest", largest_of(rows, standard, 1));
    add("z_two_largest", largest_of(rows, standard, 2));
    add(
        "hard",
        matches.sum(rows, |word, row| {
            (best[word][row] - thresholds.hard).max(0.0) * weights[word]
        }),
    );
    let worst = |row: usize| best.iter().map(|best| best[row]).reduce(f32::min).unwrap_or_default();
    add("worst", (0..rows).map(worst).collect());
    add("speaker_z", product(&frame.speaker, z));
    let length = frame.each(|slot| f32::from(slot.traits.content_words).ln_1p());
    add("length_z", product(&length, z));
    add("speaker_best", product(&frame.speaker, &weighted));
    add("best_sitting", frame.sitting_best(&weighted, 1));
    add("best", weighted);
}

/// By how few utterances match a word as well.
fn push_rarities(frame: &Frame<'_, '_>, matches: &Matches, thresholds: &Thresholds, add: Add<'_>) {
    let thresholds = [
        ("soft", "soft_raw", thresholds.low),
        ("soft_high", "soft_high_raw", thresholds.high),
    ];
    for (name, raw_name, threshold) in thresholds {
        let (share, raw) = soft(frame, matches, threshold);
        add(name, share);
        add(raw_name, raw);
    }
    let (by_rank, by_reciprocal) = ranks(frame, matches);
    add("rank", by_rank);
    add("reciprocal_rank", by_reciprocal);
}

/// With what was said right before and after.
fn push_beside(frame: &Frame<'_, '_>, matches: &Matches, z: &[f32], add: Add<'_>) {
    let (rows, words) = (frame.len(), matches.words());
    let at = |values: &[Vec<f32>], beside: &[Option<usize>], word: usize, row: usize| {
        beside[row].map_or(0.0, |row| values[word][row])
    };
    let standard = &matches.standard;
    add(
        "z_before",
        matches.sum(rows, |word, row| {
            standard[word][row].max(at(standard, &frame.before, word, row)) / words
        }),
    );
    add(
        "z_near",
        matches.sum(rows, |word, row| {
            let beside = at(standard, &frame.before, word, row).max(at(standard, &frame.after, word, row));
            standard[word][row].max(BESIDE * beside) / words
        }),
    );
    let best = &matches.best;
    add(
        "best_near",
        matches.sum(rows, |word, row| {
            let beside = at(best, &frame.before, word, row).max(at(best, &frame.after, word, row));
            best[word][row].max(beside) * matches.weights[word]
        }),
    );
    add("z-1", frame.of_before(z));
    add("z+1", frame.of_after(z));
}

/// With the best of its sitting.
fn push_sitting(frame: &Frame<'_, '_>, matches: &Matches, z: &[f32], add: Add<'_>) {
    let sitting = frame.sitting_best(z, 1);
    add(
        "z_below_sitting",
        z.iter().zip(&sitting).map(|(own, best)| own - best).collect(),
    );
    add("z_sitting", sitting);
    add("z_sitting_3", frame.sitting_best(z, 3));
    let by_word: Vec<Vec<f32>> = matches
        .standard
        .iter()
        .map(|values| frame.sitting_best(values, 1))
        .collect();
    add(
        "z_sitting_words",
        matches.sum(frame.len(), |word, row| by_word[word][row] / matches.words()),
    );
}

fn largest_of(rows: usize, standard: &[Vec<f32>], count: usize) -> Vec<f32> {
    let mean = |row: usize| {
        let mut values: Vec<f32> = standard.iter().map(|values| values[row]).collect();
        values.sort_unstable_by(|left, right| right.total_cmp(left));
        values.truncate(count);
        values.iter().sum::<f32>() / values.len().max(1) as f32
    };
    (0..rows).map(mean).collect()
}

/// BM25's idea with soft matches: a word counts by how few utterances match it.
fn soft(frame: &Frame<'_, '_>, matches: &Matches, threshold: f32) -> (Vec<f32>, Vec<f32>) {
    let documents = frame.search.index.len() as f32;
    let mut score = vec![0.0; frame.len()];
    let mut whole = 0.0;
    for best in &matches.best {
        let soft = best
            .iter()
            .map(|value| 1.0 / (1.0 + (-(value - threshold) / SOFTNESS).exp()));
        let soft: Vec<f32> = soft.collect();
        let rarity = (1.0 + documents / (soft.iter().sum::<f32>() + 0.5)).ln();
        whole += rarity;
        score
            .iter_mut()
            .zip(&soft)
            .for_each(|(score, soft)| *score += soft * rarity);
    }
    let share = score.iter().map(|score| score / whole.max(0.01)).collect();
    (share, score.iter().map(|score| score / 10.0).collect())
}

/// The mean over the words of log(documents / rank), and of 1 / (rank + 4), the best having rank 1.
fn ranks(frame: &Frame<'_, '_>, matches: &Matches) -> (Vec<f32>, Vec<f32>) {
    let documents = frame.search.index.len().max(1) as f32;
    let words = matches.words();
    let mut logarithms = vec![0.0; frame.len()];
    let mut reciprocals = vec![0.0; frame.len()];
    for best in &matches.best {
        let mut order: Vec<usize> = (0..best.len()).collect();
        order.sort_by(|left, right| best[*right].total_cmp(&best[*left]));
        for (rank, row) in order.into_iter().enumerate() {
            logarithms[row] += (documents / (rank as f32 + 1.0)).ln() / words;
            reciprocals[row] += 1.0 / (rank as f32 + 5.0) / words;
        }
    }
    (logarithms, reciprocals)
}
