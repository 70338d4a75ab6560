//! The parts of the score: for every candidate a number for each feature. Their weights are in the committed files.

mod cues;
mod dates;
mod feeling;
mod late;
mod people;
mod sentence;
mod words;

use std::borrow::Cow;
use std::collections::HashMap;

use super::index::{Index, Slot};
use super::lexical::{Row, Scores};
use super::search::Search;
use super::vectors::TokenVectors;

/// Named columns, each with a number for every candidate.
#[derive(Debug, Default)]
pub struct Columns {
    pub names: Vec<String>,
    pub values: Vec<Vec<f32>>,
}

impl Columns {
    fn push(&mut self, name: impl Into<String>, values: Vec<f32>) {
        self.names.push(name.into());
        self.values.push(values);
    }

    pub fn get(&self, name: &str) -> Option<&[f32]> {
        let place = self.names.iter().position(|known| known == name)?;
        Some(&self.values[place])
    }
}

/// The candidates and how they stand to each other.
pub(super) struct Frame<'search, 'index> {
    pub search: &'search Search<'index>,
    pub scores: Cow<'search, Scores>,
    pub slots: Vec<&'index Slot>,
    pub numbers: Vec<u32>,
    /// Row of the neighbour before, where it is a candidate too.
    pub before: Vec<Option<usize>>,
    pub after: Vec<Option<usize>>,
    /// Rows by sitting.
    pub sittings: Vec<Vec<usize>>,
    /// Half for everyone, unless the query names one person: then 1 for what that person said and 0 for the rest.
    pub speaker: Vec<f32>,
}

impl<'search, 'index> Frame<'search, 'index> {
    pub fn new(search: &'search Search<'index>, numbers: &[u32]) -> Self {
        let index: &'index Index = search.index;
        let found = numbers
            .iter()
            .filter_map(|number| Some((*number, index.slot(*number)?)));
        let (numbers, slots): (Vec<u32>, Vec<&Slot>) = found.unzip();
        let rows: HashMap<u32, usize> = numbers.iter().enumerate().map(|(row, number)| (*number, row)).collect();
        let row = |number: Option<u32>| number.and_then(|number| rows.get(&number)).copied();
        let mut sittings: HashMap<u32, Vec<usize>> = HashMap::new();
        for (row, slot) in slots.iter().enumerate() {
            sittings.entry(slot.sitting).or_default().push(row);
        }
        Self {
            scores: search.scores.completed(index, &search.terms, &numbers),
            before: slots.iter().map(|slot| row(slot.before)).collect(),
            after: slots.iter().map(|slot| row(slot.after)).collect(),
            sittings: sittings.into_values().collect(),
            speaker: slots.iter().map(|slot| search.speaker_fit(slot)).collect(),
            search,
            slots,
            numbers,
        }
    }

    pub fn len(&self) -> usize {
        self.slots.len()
    }

    pub fn each(&self, value: impl Fn(&Slot) -> f32) -> Vec<f32> {
        self.slots.iter().map(|slot| value(slot)).collect()
    }

    /// Values of the neighbours before; 0 where there is none.
    pub fn of_before(&self, values: &[f32]) -> Vec<f32> {
        self.before
            .iter()
            .map(|row| row.map_or(0.0, |row| values[row]))
            .collect()
    }

    pub fn of_after(&self, values: &[f32]) -> Vec<f32> {
        self.after
            .iter()
            .map(|row| row.map_or(0.0, |row| values[row]))
            .collect()
    }

    /// The mean of the best `best` of each sitting, for every candidate in it.
    pub fn sitting_best(&self, values: &[f32], best: usize) -> Vec<f32> {
        let mut result = vec![0.0; values.len()];
        for rows in &self.sittings {
            let mut held: Vec<f32> = rows.iter().map(|row| values[*row]).collect();
            held.sort_unstable_by(|left, right| right.total_cmp(left));
            held.truncate(best);
            let mean = held.iter().sum::<f32>() / held.len().max(1) as f32;
            rows.iter().for_each(|row| result[*row] = mean);
        }
        result
    }

    /// A score of the candidates, as a share of the best.
    pub fn share(&self, score: fn(&Row) -> f32) -> Vec<f32> {
        let best = score(&self.scores.largest);
        let numbers = self.numbers.iter();
        numbers.map(|number| score(self.scores.of(*number)) / best).collect()
    }
}

/// All features of the candidates.
pub(super) fn columns<'tokens>(
    frame: &Frame<'_, '_>,
    tokens: &dyn Fn(u64) -> Option<&'tokens TokenVectors>,
) -> Columns {
    let mut columns = Columns::default();
    words::push(frame, &mut columns);
    people::push(frame, &mut columns);
    cues::push(frame, &mut columns);
    dates::push(frame, &mut columns);
    late::push_words(frame, &mut columns);
    sentence::push(frame, &mut columns);
    late::push_tokens(frame, tokens, &mut columns);
    feeling::push(frame, &mut columns);
    columns
}

/// The largest of the scores; 1 where nothing scored, so that it may divide.
pub(super) fn largest(scores: &[f32]) -> f32 {
    let largest = scores.iter().copied().fold(0.0, f32::max);
    if largest > 0.0 { largest } else { 1.0 }
}

fn product(left: &[f32], right: &[f32]) -> Vec<f32> {
    left.iter().zip(right).map(|(left, right)| left * right).collect()
}
