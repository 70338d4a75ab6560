//! Late interaction (Khattab and Zaharia, "ColBERT", 2020): each word or token of the query against its best match in the utterance. How
//! good a match is depends on how well that word matches anything, so it is measured against a background.

use super::{Columns, Frame, product};
use crate::recall::query::EncodedQuery;
use crate::recall::search::KeptPiece;
use crate::recall::vectors::TokenVectors;

/// Utterances on which it is measured how well a word matches anything.
const BACKGROUND: usize = 256;

/// The query's words against the candidates.
struct Matches {
    /// For each word of the query, its best match in each candidate.
    best: Vec<Vec<f32>>,
    /// Mean and standard deviation over the background, for each word.
    background: Vec<(f32, f32)>,
    /// Shares that the words have by their rarity; together 1.
    weights: Vec<f32>,
    /// The same by their rarity in the language.
    general: Vec<f32>,
    focus: Vec<bool>,
}

/// Cosines from which on two words count as the same, softly, and how softly.
struct Thresholds {
    low: f32,
    high: f32,
    hard: f32,
}

const SOFTNESS: f32 = 0.05;

/// By the word table.
pub(super) fn push_words(frame: &Frame<'_, '_>, columns: &mut Columns) {
    let Some(matching) = &frame.search.matching else { return };
    let index = frame.search.index;
    let background: Vec<u32> = index
        .background(BACKGROUND)
        .into_iter()
        .filter_map(|key| index.number_of(key))
        .collect();
    let over = |numbers: &[u32], word: usize| -> Vec<f32> {
        let slots = numbers.iter().filter_map(|number| index.slot(*number));
        slots.map(|slot| matching.best(word, &slot.words)).collect()
    };
    let words = 0..matching.words();
    let matches = Matches {
        best: words.clone().map(|word| over(&frame.numbers, word)).collect(),
        background: words.map(|word| mean_and_deviation(&over(&background, word))).collect(),
        weights: matching.weights(),
        general: shares(&matching.rarities),
        focus: matching.focus.clone(),
    };
    let thresholds = Thresholds {
        low: 0.4,
        high: 0.55,
        hard: 0.3,
    };
    push("word_", frame, &matches, &thresholds, columns);
    let cosines = matching.mean_cosines(index, &frame.slots);
    columns.push("word_mean", cosines.clone());
    columns.push("word_mean_sitting", frame.sitting_best(&cosines, 1));
}

/// By the token vectors of an encoder.
pub(super) fn push_tokens<'tokens>(
    frame: &Frame<'_, '_>,
    tokens: &dyn Fn(u64) -> Option<&'tokens TokenVectors>,
    columns: &mut Columns,
) {
    let Some(encoded) = frame.search.encoded() else { return };
    let kept = frame.search.kept_pieces(encoded);
    let candidates: Vec<Option<&TokenVectors>> = frame.slots.iter().map(|slot| tokens(slot.key)).collect();
    let background: Vec<&TokenVectors> = frame
        .search
        .index
        .background(BACKGROUND)
        .into_iter()
        .filter_map(tokens)
        .collect();
    let compared: Vec<Compared> = candidates
        .iter()
        .map(|held| Compared::of(encoded, &kept, *held))
        .collect();
    let measured: Vec<Compared> = background
        .iter()
        .map(|held| Compared::of(encoded, &kept, Some(held)))
        .collect();
    let words = 0..kept.len();
    let matches = Matches {
        best: words
            .clone()
            .map(|word| compared.iter().map(|compared| compared.best(word)).collect())
            .collect(),
        background: words
            .map(|word| {
                mean_and_deviation(
                    &measured
                        .iter()
                        .map(|compared| compared.best(word))
                        .collect::<Vec<f32>>(),
                )
            })
            .collect(),
        weights: shares(&kept.iter().map(|kept| kept.idf).collect::<Vec<f32>>()),
        general: shares(&kept.iter().map(|kept| kept.rarity).collect::<Vec<f32>>()),
        focus: kept.iter().map(|kept| kept.is_focus).collect(),
    };
    let windows = |value: &dyn Fn(usize, f32) -> f32, width: usize| {
        compared
            .iter()
            .map(|compared| compared.best_window(width, value))
            .collect()
    };
    columns.push(
        "token_window",
        windows(&|word, cosine| cosine * matches.weights[word], 16),
    );
    let z = |word: usize, cosine: f32| {
        let (mean, deviation) = matches.background[word];
        (cosine - mean) / deviation / kept.len().max(1) as f32
    };
    columns.push("token_window_z", windows(&z, 16));
    columns.push("token_window_z_short", windows(&z, 8));
    let thresholds = Thresholds {
        low: 0.55,
        high: 0.7,
        hard: 0.5,
    };
    push("token_", frame, &matches, &thresholds, columns);
}

/// The tokens of the query against the tokens of one utterance.
struct Compared {
    /// One row for each token of the query.
    cosines: Vec<Vec<f32>>,
}

impl Compared {
    fn of(encoded: &EncodedQuery, kept: &[KeptPiece], held: Option<&TokenVectors>) -> Self {
        let row = |kept: &KeptPiece| {
            let held = held.into_iter();
            held.flat_map(|held| (0..held.len()).map(|token| encoded.tokens.cosine(kept.piece, held, token)))
                .collect()
        };
        Self {
            cosines: kept.iter().map(row).collect(),
        }
    }

    fn best(&self, word: usize) -> f32 {
        self.cosines[word].iter().copied().fold(0.0, f32::max)
    }

    /// The best sum of the words' values where they match close together: within so many tokens, in steps of a quarter.
    fn best_window(&self, width: usize, value: &dyn Fn(usize, f32) -> f32) -> f32 {
        let tokens = self.cosines.first().map_or(0, Vec::len);
        let starts = (0..tokens.saturating_sub(width) + 1).step_by((width / 4).max(1));
        let sum = |start: usize| {
            let end = (start + width).min(tokens);
            let best = |cosines: &Vec<f32>| cosines[start..end].iter().copied().fold(0.0, f32::max);
            self.cosines
                .iter()
                .enumerate()
                .map(|(word, cosines)| value(word, best(cosines)))
                .sum::<f32>()
        };
        starts.map(sum).fold(f32::NEG_INFINITY, f32::max).max(-3.0)
    }
}

/// Parts of one whole.
fn shares(weights: &[f32]) -> Vec<f32> {
    let whole = weights.iter().sum::<f32>().max(0.01);
    weights.iter().map(|weight| weight / whole).collect()
}

fn mean_and_deviation(values: &[f32]) -> (f32, f32) {
    let count = values.len().max(1) as f32;
    let mean = values.iter().sum::<f32>() / count;
    let variance = values.iter().map(|value| (value - mean) * (value - mean)).sum::<f32>() / count;
    (mean, variance.sqrt().max(0.02))
}

fn push(prefix: &str, frame: &Frame<'_, '_>, matches: &Matches, thresholds: &Thresholds, columns: &mut Columns) {
    let mut add = |name: &str, values: Vec<f32>| columns.push(format!("{prefix}{name}"), values);
    let words = matches.best.len().max(1) as f32;
    let standard: Vec<Vec<f32>> = matches
        .best
        .iter()
        .zip(&matches.background)
        .map(|(best, (mean, deviation))| best.iter().map(|value| (value - mean) / deviation).collect())
        .collect();
    let rows = frame.len();
    let sum = |value: &dyn Fn(usize, usize) -> f32| -> Vec<f32> {
        (0..rows)
            .map(|row| (0..matches.best.len()).map(|word| value(word, row)).sum::<f32>())
            .collect()
    };
    let weighted = sum(&|word, row| matches.best[word][row] * matches.weights[word]);
    let z = sum(&|word, row| standard[word][row] / words);
    add(
        "z_weighted",
        sum(&|word, row| standard[word][row] * matches.weights[word]),
    );
    add(
        "z_general",
        sum(&|word, row| standard[word][row] * matches.general[word]),
    );
    add(
        "best_general",
        sum(&|word, row| matches.best[word][row] * matches.general[word]),
    );
    let focused = matches.focus.iter().filter(|focus| **focus).count();
    let of_focus = |word: usize| {
        if matches.focus[word] {
            1.0 / focused.max(1) as f32
        } else {
            0.0
        }
    };
    add("z_focus", sum(&|word, row| standard[word][row] * of_focus(word)));
    let rest = (matches.best.len() - focused).max(1) as f32;
    add(
        "z_rest",
        sum(&|word, row| {
            if matches.focus[word] || focused == 0 {
                0.0
            } else {
                standard[word][row] / rest
            }
        }),
    );
    let asked = |row: usize| frame.before[row].filter(|before| frame.slots[*before].traits.has_question);
    add(
        "z_answer",
        sum(&|word, row| {
            standard[word][row].max(asked(row).map_or(f32::NEG_INFINITY, |before| standard[word][before])) / words
        }),
    );
    add(
        "z_above",
        sum(&|word, row| (standard[word][row] - 1.0).max(0.0) / words.sqrt()),
    );
    add("z_largest", largest_of(rows, &standard, 1));
    add("z_two_largest", largest_of(rows, &standard, 2));
    add(
        "hard",
        sum(&|word, row| (matches.best[word][row] - thresholds.hard).max(0.0) * matches.weights[word]),
    );
    let worst = |row: usize| matches.best.iter().map(|best| best[row]).fold(f32::INFINITY, f32::min);
    add(
        "worst",
        (0..rows)
            .map(worst)
            .map(|value| if value.is_finite() { value } else { 0.0 })
            .collect(),
    );
    for (name, raw_name, threshold) in [
        ("soft", "soft_raw", thresholds.low),
        ("soft_high", "soft_high_raw", thresholds.high),
    ] {
        let (share, raw) = soft(frame, matches, threshold);
        add(name, share);
        add(raw_name, raw);
    }
    let (by_rank, by_reciprocal) = ranks(frame, matches);
    add("rank", by_rank);
    add("reciprocal_rank", by_reciprocal);
    let near = |rows: &[Option<usize>], word: usize, row: usize| rows[row].map_or(0.0, |row| standard[word][row]);
    add(
        "z_before",
        sum(&|word, row| standard[word][row].max(near(&frame.before, word, row)) / words),
    );
    add(
        "z_near",
        sum(&|word, row| {
            let beside = near(&frame.before, word, row).max(near(&frame.after, word, row));
            standard[word][row].max(0.9 * beside) / words
        }),
    );
    let sitting = frame.sitting_best(&z, 1);
    add(
        "z_below_sitting",
        z.iter().zip(&sitting).map(|(own, best)| own - best).collect(),
    );
    add("z_sitting", sitting);
    add("z_sitting_3", frame.sitting_best(&z, 3));
    let by_word: Vec<Vec<f32>> = standard.iter().map(|values| frame.sitting_best(values, 1)).collect();
    add("z_sitting_words", sum(&|word, row| by_word[word][row] / words));
    add("z-1", frame.from_before(&z));
    add("z+1", frame.from_after(&z));
    add("speaker_z", product(&frame.speaker, &z));
    add(
        "length_z",
        z.iter()
            .zip(&frame.slots)
            .map(|(z, slot)| z * f32::from(slot.traits.content_words).ln_1p())
            .collect(),
    );
    add(
        "best_near",
        sum(&|word, row| {
            let at = |row: Option<usize>| row.map_or(0.0, |row| matches.best[word][row]);
            matches.best[word][row]
                .max(at(frame.before[row]))
                .max(at(frame.after[row]))
                * matches.weights[word]
        }),
    );
    add("best_sitting", frame.sitting_best(&weighted, 1));
    add("speaker_best", product(&frame.speaker, &weighted));
    add("best", weighted);
    add("z", z);
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
        let soft: Vec<f32> = best
            .iter()
            .map(|value| 1.0 / (1.0 + (-(value - threshold) / SOFTNESS).exp()))
            .collect();
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
    let words = matches.best.len().max(1) as f32;
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
