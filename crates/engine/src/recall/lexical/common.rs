//! Words that very many utterances have: only the latest are looked at before the candidates are chosen, and the candidates afterwards.

use std::borrow::Cow;

use super::{CONTEXT, LENGTH, MOST_POSTINGS, QueryTerm, Scores, WIDE, gain_in, idf, latest, numbered};
use crate::recall::index::{Index, View};

impl Scores {
    /// With what the words that most have say of these slots, where they were not looked at before.
    pub fn completed(&self, index: &Index, terms: &[QueryTerm], slots: &[u32]) -> Cow<'_, Self> {
        let is_common = |id: u32| index.terms[id as usize].postings.len() > MOST_POSTINGS;
        if !numbered(terms).any(|(id, ..)| is_common(id)) {
            return Cow::Borrowed(self);
        }
        let mut scores = self.clone();
        let near = with_neighbours(index, slots);
        for (id, place, term) in numbered(terms).filter(|(id, ..)| is_common(*id)) {
            let first_seen = latest(index, id).0.first().map_or(0, |posting| posting.slot);
            let unseen = |slot: &&u32| **slot < first_seen;
            for slot in near.iter().filter(unseen) {
                scores.add_unseen(index, id, *slot, place.map(|place| (term.rarity, place)));
            }
            if place.is_some() {
                for slot in slots.iter().filter(unseen) {
                    scores.add_unseen_around(index, id, *slot);
                }
            }
        }
        scores.find_largest();
        Cow::Owned(scores)
    }

    fn add_unseen(&mut self, index: &Index, id: u32, slot: u32, counted: Option<(f32, u32)>) {
        let times = f32::from(times_in(index, slot, id).0);
        if times == 0.0 {
            return;
        }
        let idf = idf(index.len(), index.terms[id as usize].holding);
        let row = self.row(slot);
        row.every_word += idf * gain_in(index, slot, times, (View::All, LENGTH));
        if let Some(counted) = counted {
            row.add_alone(index, id, times, counted);
        }
    }

    fn add_unseen_around(&mut self, index: &Index, id: u32, slot: u32) {
        let [two_before, before, own, after, two_after] = around(index, slot).map(|slot| {
            let (all, asked) = slot.map_or((0, 0), |slot| times_in(index, slot, id));
            (f32::from(all), f32::from(asked))
        });
        let near = before.0 + after.0;
        let in_views = [
            (View::Context, own.0 + CONTEXT * near),
            (
                View::Wide,
                own.0 + WIDE[0] * near + WIDE[1] * (two_before.0 + two_after.0),
            ),
            (View::Answer, own.0 + before.1),
        ];
        // About as many have it in these views as have it themselves.
        let idf = idf(index.len(), index.terms[id as usize].holding);
        for (view, times) in in_views.into_iter().filter(|(_, times)| *times > 0.0) {
            *self.row(slot).of_view(view) += idf * gain_in(index, slot, times, (view, LENGTH));
        }
    }
}

/// How often a word is in a slot, and in what it asks.
fn times_in(index: &Index, slot: u32, id: u32) -> (u16, u16) {
    let Some(slot) = index.slot(slot) else { return (0, 0) };
    match slot.counts.binary_search_by_key(&id, |count| count.term) {
        Ok(place) => (slot.counts[place].all, slot.counts[place].asked),
        Err(_) => (0, 0),
    }
}

/// Two before, one before, itself, one after, two after.
fn around(index: &Index, slot: u32) -> [Option<u32>; 5] {
    let at = |slot: Option<u32>| slot.map(|slot| index.places[slot as usize]);
    let place = at(Some(slot));
    let (before, after) = (
        place.and_then(|place| place.before),
        place.and_then(|place| place.after),
    );
    [
        at(before).and_then(|place| place.before),
        before,
        Some(slot),
        after,
        at(after).and_then(|place| place.after),
    ]
}

/// Slots and those up to two steps away, each once.
fn with_neighbours(index: &Index, slots: &[u32]) -> Vec<u32> {
    let mut near: Vec<u32> = slots.iter().flat_map(|slot| around(index, *slot)).flatten().collect();
    near.sort_unstable();
    near.dedup();
    near
}
