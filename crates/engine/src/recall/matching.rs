//! The query's words against all words that can be recalled, by the word table.

use super::index::{Index, Slot};
use super::lexical::{QueryTerm, idf};
use super::table::WordTable;

/// Cosine from which on another word brings an utterance among the candidates.
const SIMILAR: f32 = 0.4;
const SOFTNESS: f32 = 0.05;
/// Below this a soft match is nothing.
const LEAST: f32 = 0.05;

/// How similar each word of the query is to each word that was ever said.
pub(super) struct Matching {
    /// One row for each word of the query, one number for each term of the index.
    cosines: Vec<Vec<f32>>,
    weights: Vec<f32>,
    mean: [f32; 128],
    mean_length: f32,
}

impl Matching {
    /// None without a word table.
    pub fn new(index: &Index, words: &[&QueryTerm]) -> Option<Self> {
        let table = index.table.as_ref()?;
        let known: Vec<&&QueryTerm> = words
            .iter()
            .filter(|word| word.row.is_some() || word.id.is_some())
            .collect();
        let whole = known.iter().map(|word| word.idf).sum::<f32>().max(0.01);
        let mut mean = [0.0; 128];
        for word in &known {
            if let Some(row) = word.row {
                table.add(row, word.idf, &mut mean);
            }
        }
        Some(Self {
            cosines: known.iter().map(|word| cosines(index, table, word)).collect(),
            weights: known.iter().map(|word| word.idf / whole).collect(),
            mean_length: length(&mean),
            mean,
        })
    }

    pub fn words(&self) -> usize {
        self.cosines.len()
    }

    pub fn weights(&self) -> Vec<f32> {
        self.weights.clone()
    }

    /// The best match of a word of the query among the terms of an utterance.
    pub fn best(&self, word: usize, terms: &[u32]) -> f32 {
        terms
            .iter()
            .map(|term| self.cosines[word][*term as usize])
            .fold(0.0, f32::max)
    }

    /// BM25's idea with soft matches, over all slots: what brings candidates in that share no word with the query.
    pub fn soft_scores(&self, index: &Index) -> Vec<f32> {
        let mut scores = vec![0.0_f32; index.slots.len()];
        let mut held = vec![0.0_f32; index.slots.len()];
        for cosines in &self.cosines {
            let mut touched = Vec::new();
            for (entry, cosine) in index.terms.iter().zip(cosines).filter(|(entry, _)| !entry.is_stop) {
                let strength = 1.0 / (1.0 + (-(cosine - SIMILAR) / SOFTNESS).exp());
                if strength < LEAST {
                    continue;
                }
                for posting in entry.postings.iter().filter(|posting| posting.all > 0) {
                    let best = &mut held[posting.slot as usize];
                    if *best == 0.0 {
                        touched.push(posting.slot);
                    }
                    *best = best.max(strength);
                }
            }
            let sum: f32 = touched.iter().map(|slot| held[*slot as usize]).sum();
            let rarity = (1.0 + index.len() as f32 / (sum + 0.5)).ln();
            for slot in touched {
                scores[slot as usize] += rarity * std::mem::take(&mut held[slot as usize]);
            }
        }
        scores
    }

    /// The cosine of the means of all words, weighted by their rarity.
    pub fn mean_cosines(&self, index: &Index, slots: &[&Slot]) -> Vec<f32> {
        let Some(table) = &index.table else {
            return vec![0.0; slots.len()];
        };
        let cosine = |slot: &&Slot| {
            let mut mean = [0.0; 128];
            for term in &slot.words {
                let entry = &index.terms[*term as usize];
                if let Some(row) = entry.row {
                    table.add(row, idf(index.len(), entry.postings.len()), &mut mean);
                }
            }
            let product: f32 = mean.iter().zip(&self.mean).map(|(left, right)| left * right).sum();
            product / (length(&mean) * self.mean_length).max(0.01)
        };
        slots.iter().map(cosine).collect()
    }
}

fn cosines(index: &Index, table: &WordTable, word: &QueryTerm) -> Vec<f32> {
    let similar = |row: Option<u32>| row.zip(word.row).map_or(0.0, |(left, right)| table.cosine(left, right));
    let mut cosines: Vec<f32> = index.terms.iter().map(|entry| similar(entry.row)).collect();
    if let Some(id) = word.id {
        cosines[id as usize] = 1.0;
    }
    cosines
}

fn length(vector: &[f32; 128]) -> f32 {
    vector.iter().map(|number| number * number).sum::<f32>().sqrt()
}
