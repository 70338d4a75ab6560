//! Which utterances are worth a closer look.

use super::{Configuration, Search};
use crate::recall::index::Place;
use crate::recall::times::Precision;
use crate::recall::vectors::LIKENESSES;

/// The most candidates that are looked at closely, by words alone.
const MOST_CANDIDATES: usize = 300;
/// The most of them where meaning helps to choose: further ones bring no more of what is sought, measured on LoCoMo.
const MOST_BY_MEANING: usize = 256;

/// Up to so many utterances are all compared by their sentence vectors. Of more, those are that the words bring, or the signature of
/// their vector.
const ALL: usize = 2_048;
/// So many are compared by their vectors then, those that look best by their signatures.
const LOOKED_AT: usize = 1_200;
/// So many are brought by their signatures alone.
const RESEMBLING: usize = 1_024;

impl Search<'_> {
    /// The utterances worth a closer look, best first, among those that `wanted` lets through.
    pub fn candidates(&self, wanted: impl Fn(u64) -> bool) -> Vec<u64> {
        let order = |left: &(f32, u64), right: &(f32, u64)| right.0.total_cmp(&left.0).then(left.1.cmp(&right.1));
        let mut ranked: Vec<(f32, u64)> = self
            .compared(&wanted)
            .into_iter()
            .filter_map(|number| {
                let slot = self.index.slot(number)?;
                let meaning = self.encoded.as_ref().zip(slot.sentence.as_ref());
                let meaning = meaning.map_or(0.0, |(encoded, sentence)| sentence.cosine(&encoded.sentence));
                Some((self.rough(number) + meaning, slot.key))
            })
            .collect();
        let most = self.most();
        if ranked.len() > most {
            ranked.select_nth_unstable_by(most, order);
            ranked.truncate(most);
        }
        ranked.sort_unstable_by(order);
        ranked.into_iter().map(|(_, key)| key).collect()
    }

    fn most(&self) -> usize {
        match self.configuration {
            Configuration::Lexical => MOST_CANDIDATES,
            Configuration::Static | Configuration::Full => MOST_BY_MEANING,
        }
    }

    /// The slots that are compared by their vectors.
    fn compared(&self, wanted: &impl Fn(u64) -> bool) -> Vec<u32> {
        let is_wanted = |number: &u32| self.index.slot(*number).is_some_and(|slot| wanted(slot.key));
        let count = u32::try_from(self.index.slots.len()).unwrap_or(u32::MAX);
        if count as usize <= ALL {
            return (0..count).filter(is_wanted).collect();
        }
        let order = |left: &(f32, u32), right: &(f32, u32)| right.0.total_cmp(&left.0).then(left.1.cmp(&right.1));
        let mut pool = self.pool();
        let mut most = LOOKED_AT;
        loop {
            let is_all = most >= pool.len();
            if !is_all {
                pool.select_nth_unstable_by(most, order);
            }
            let best = pool.iter().take(most).map(|(_, number)| *number);
            let found: Vec<u32> = best.filter(is_wanted).collect();
            // Most of what was found stands in the prompt: the next ones are wanted too.
            if is_all || found.len() >= self.most() {
                return found;
            }
            most *= 4;
        }
    }

    /// What the words, the days and the signatures bring, with how good each looks.
    fn pool(&self) -> Vec<(f32, u32)> {
        let mut is_in = vec![false; self.index.slots.len()];
        let mut numbers: Vec<u32> = Vec::new();
        let by_words = self.scores.slots();
        for number in by_words.chain(self.resembling()).chain(self.of_days()) {
            if !std::mem::replace(&mut is_in[number as usize], true) {
                numbers.push(number);
            }
        }
        let query = self.encoded.as_ref().map(|encoded| encoded.sentence.signature());
        let looks = |number: u32| {
            let signatures = query.as_ref().zip(self.index.signatures[number as usize].as_ref());
            let likeness = signatures.map_or(0.0, |(query, signature)| query.likeness(signature));
            (self.rough(number) + likeness, number)
        };
        numbers.into_iter().map(looks).collect()
    }

    /// The slots whose vectors' signatures are the most like that of the query.
    fn resembling(&self) -> Vec<u32> {
        let Some(query) = self.encoded.as_ref().map(|encoded| encoded.sentence.signature()) else {
            return Vec::new();
        };
        let signatures = self.index.signatures.iter();
        let unlike: Vec<usize> = signatures
            .map(|signature| {
                signature
                    .as_ref()
                    .map_or(LIKENESSES, |signature| query.unlike(signature))
            })
            .collect();
        let mut counts = [0_usize; LIKENESSES + 1];
        for unlike in &unlike {
            counts[*unlike] += 1;
        }
        let mut found = 0;
        let limit = counts[..LIKENESSES]
            .iter()
            .position(|count| {
                found += count;
                found >= RESEMBLING
            })
            .unwrap_or(LIKENESSES - 1);
        (0..)
            .zip(&unlike)
            .filter(|(_, unlike)| **unlike <= limit)
            .map(|(number, _)| number)
            .collect()
    }

    fn of_days(&self) -> Vec<u32> {
        if !self.days.iter().any(|days| days.precision <= Precision::Week) {
            return Vec::new();
        }
        let places = (0..).zip(&self.index.places);
        let found = places.filter(|(number, place)| self.is_of_days(place) && self.index.slot(*number).is_some());
        found.map(|(number, _)| number).collect()
    }

    /// Without the sentence.
    fn rough(&self, number: u32) -> f32 {
        let (row, largest) = (self.scores.of(number), &self.scores.largest);
        let day = self.is_of_days(&self.index.places[number as usize]);
        row.context / largest.context + row.soft / largest.soft + if day { 0.5 } else { 0.0 }
    }

    fn is_of_days(&self, place: &Place) -> bool {
        self.days
            .iter()
            .any(|days| days.precision <= Precision::Week && days.contains(place.day))
    }
}
