//! The query's words against all words that can be recalled, by the word table.

use std::sync::Arc;

use super::index::{Index, Slot};
use super::lexical::{MOST_POSTINGS, QueryTerm, Scores, idf};
use super::table::WordTable;
use super::vectors::dot_of;

/// Cosine from which on another word brings an utterance among the candidates.
const SIMILAR: f32 = 0.4;
const SOFTNESS: f32 = 0.05;
/// Fewer words than this are compared one by one; of more, only those that the table holds similar are looked at.
const FEW_TERMS: usize = 4_000;
/// Up to this cosine a soft match is nothing: it would count less than a twentieth.
const LEAST: f32 = 0.2528;

/// The query's words, ready to be compared with others.
pub(super) struct Matching {
    table: Arc<WordTable>,
    words: Vec<QueryTerm>,
    weights: Vec<f32>,
    mean: [f32; 128],
    mean_length: f32,
}

impl Matching {
    /// None without a word table.
    pub fn new(index: &Index, words: &[&QueryTerm]) -> Option<Self> {
        let table = index.table.clone()?;
        let known = words.iter().filter(|word| word.row.is_some() || word.id.is_some());
        let words: Vec<QueryTerm> = known.map(|word| (*word).clone()).collect();
        let whole = words.iter().map(|word| word.idf).sum::<f32>().max(0.01);
        let mut mean = [0.0; 128];
        for word in &words {
            if let Some(row) = word.row {
                table.add(row, word.idf, &mut mean);
            }
        }
        Some(Self {
            weights: words.iter().map(|word| word.idf / whole).collect(),
            mean_length: length(&mean),
            mean,
            words,
            table,
        })
    }

    pub fn weights(&self) -> Vec<f32> {
        self.weights.clone()
    }

    /// For each word of the query, its best match among the words of each of these utterances.
    pub fn best(&self, index: &Index, slots: &[&Slot]) -> Vec<Vec<f32>> {
        // The same words come again and again: each is compared once.
        let mut places: Vec<u32> = vec![0; index.terms.len()];
        let mut terms: Vec<u32> = Vec::new();
        for term in slots.iter().flat_map(|slot| &slot.words) {
            let place = &mut places[*term as usize];
            if *place == 0 {
                terms.push(*term);
                *place = u32::try_from(terms.len()).unwrap_or(u32::MAX);
            }
        }
        let compared = self.cosines(index, &terms);
        let mut best = vec![vec![0.0_f32; slots.len()]; self.words.len()];
        for (row, slot) in slots.iter().enumerate() {
            for term in &slot.words {
                let start = (places[*term as usize] as usize - 1) * self.words.len();
                for (best, cosine) in best.iter_mut().zip(&compared[start..]) {
                    best[row] = best[row].max(*cosine);
                }
            }
        }
        best
    }

    /// Of each of these terms of the index with each word of the query, term by term; 0 where the table does not know one of them.
    fn cosines(&self, index: &Index, terms: &[u32]) -> Vec<f32> {
        let mut cosines = vec![0.0_f32; terms.len() * self.words.len()];
        let (words, rows): (Vec<usize>, Vec<u32>) = (0..)
            .zip(&self.words)
            .filter_map(|(place, word)| Some((place, word.row?)))
            .unzip();
        let others = (0..).zip(terms);
        let (places, others): (Vec<usize>, Vec<u32>) = others
            .filter_map(|(place, term)| Some((place, index.terms[*term as usize].row?)))
            .unzip();
        self.table.cosines(&rows, &others, |other, word, cosine| {
            cosines[places[other] * self.words.len() + words[word]] = cosine;
        });
        for (place, term) in terms.iter().enumerate() {
            for (word, known) in self.words.iter().enumerate() {
                if known.id == Some(*term) {
                    cosines[place * self.words.len() + word] = 1.0;
                }
            }
        }
        cosines
    }

    /// The terms of the index that mean something similar, with their cosines.
    fn similar(&self, index: &Index, word: &QueryTerm) -> Vec<(u32, f32)> {
        let few = index.terms.len() < FEW_TERMS;
        let mut similar: Vec<(u32, f32)> = match word.row {
            Some(row) if few && !self.table.knows_similar(row) => {
                let terms = (0..).zip(&index.terms);
                terms
                    .filter_map(|(term, entry)| Some((term, self.table.cosine(entry.row?, row))))
                    .filter(|(_, cosine)| *cosine > LEAST)
                    .collect()
            }
            Some(row) => {
                let rows = self.table.similar(row, LEAST);
                let terms = |(row, cosine): &(u32, f32)| {
                    let (terms, cosine) = (index.terms_of_row(*row), *cosine);
                    terms.iter().map(move |term| (*term, cosine))
                };
                rows.iter().flat_map(terms).collect()
            }
            None => Vec::new(),
        };
        if let Some(id) = word.id {
            similar.retain(|(term, _)| *term != id);
            similar.push((id, 1.0));
        }
        similar.retain(|(term, _)| !index.terms[*term as usize].is_stop);
        similar
    }

    /// BM25's idea with soft matches: what brings candidates in that share no word with the query.
    pub fn score(&self, index: &Index, scores: &mut Scores) {
        let mut touched: Vec<u32> = Vec::new();
        for word in &self.words {
            // Of words that many have, only the latest are looked at; the rest count among those that have them all the same.
            let mut passed_over = 0.0_f32;
            for (term, cosine) in self.similar(index, word) {
                let entry = &index.terms[term as usize];
                let strength = 1.0 / (1.0 + (-(cosine - SIMILAR) / SOFTNESS).exp());
                let first = entry.postings.len().saturating_sub(MOST_POSTINGS);
                passed_over += first as f32 * strength;
                for posting in entry.postings[first..].iter().filter(|posting| posting.all > 0) {
                    let row = scores.row(posting.slot);
                    if row.held == 0.0 {
                        touched.push(posting.slot);
                    }
                    row.held = row.held.max(strength);
                }
            }
            let sum: f32 = touched.iter().map(|slot| scores.of(*slot).held).sum();
            let rarity = (1.0 + index.len() as f32 / (sum + passed_over + 0.5)).ln();
            for slot in touched.drain(..) {
                let row = scores.row(slot);
                row.soft += rarity * std::mem::take(&mut row.held);
            }
        }
        scores.find_largest();
    }

    /// The cosine of the means of all words, weighted by their rarity.
    pub fn mean_cosines(&self, index: &Index, slots: &[&Slot]) -> Vec<f32> {
        let cosine = |slot: &&Slot| {
            let mut mean = [0.0; 128];
            for term in &slot.words {
                let entry = &index.terms[*term as usize];
                if let Some(row) = entry.row {
                    self.table.add(row, idf(index.len(), entry.postings.len()), &mut mean);
                }
            }
            let product = dot_of(&mean, &self.mean);
            product / (length(&mean) * self.mean_length).max(0.01)
        };
        slots.iter().map(cosine).collect()
    }
}

fn length(vector: &[f32; 128]) -> f32 {
    dot_of(vector, vector).sqrt()
}
