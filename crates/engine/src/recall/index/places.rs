//! What a query reads of every utterance that its words touch: a few numbers each, side by side in memory, kept up to date as utterances
//! come and go.

use super::{Index, Slot};
use crate::recall::lexical::{CONTEXT, WIDE};
use crate::recall::times::Day;

/// The ways in which an utterance's length is counted, in words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum View {
    /// Its content words.
    Plain,
    /// All its words.
    All,
    /// With some of its neighbours' words.
    Context,
    /// With neighbours two steps away.
    Wide,
    /// With the question before it.
    Answer,
}

impl View {
    pub const COUNT: usize = 5;
}

#[derive(Debug, Clone, Copy, Default)]
pub struct Place {
    pub before: Option<u32>,
    pub after: Option<u32>,
    pub sitting: u32,
    pub day: Day,
    lengths: [f32; View::COUNT],
}

impl Place {
    pub fn length(&self, view: View) -> f32 {
        self.lengths[view as usize]
    }
}

impl Index {
    /// The mean length of all utterances; never below 1, so that it may divide.
    pub(in crate::recall) fn mean_length(&self, view: View) -> f32 {
        let mean = self.length_sums[view as usize] / self.len().max(1) as f64;
        (mean as f32).max(1.0)
    }

    /// Counts the lengths again of what stands at and around a place in the order: its neighbours may be others now.
    pub(super) fn measure_around(&mut self, place: (u32, u32, u64)) {
        let (start, end) = ((place.0, 0, 0), (place.0, u32::MAX, u64::MAX));
        let before = self.order.range(start..place).rev().take(2);
        let rest = self.order.range(place..=end).take(3);
        let numbers: Vec<u32> = before.chain(rest).map(|(_, number)| *number).collect();
        for number in numbers {
            self.measure(number);
        }
    }

    fn measure(&mut self, number: u32) {
        let Some(slot) = self.slot(number) else { return };
        let measured = Place {
            before: slot.before,
            after: slot.after,
            sitting: slot.sitting,
            day: slot.day,
            lengths: self.lengths_of(slot),
        };
        self.clear_place(number);
        for (sum, length) in self.length_sums.iter_mut().zip(measured.lengths) {
            *sum += f64::from(length);
        }
        self.places[number as usize] = measured;
    }

    pub(super) fn clear_place(&mut self, number: u32) {
        let former = std::mem::take(&mut self.places[number as usize]);
        for (sum, length) in self.length_sums.iter_mut().zip(former.lengths) {
            *sum -= f64::from(length);
        }
    }

    fn lengths_of(&self, slot: &Slot) -> [f32; View::COUNT] {
        let slot_at = |number: Option<u32>| number.and_then(|number| self.slot(number));
        let content = |slot: Option<&Slot>| slot.map_or(0.0, |slot| f32::from(slot.traits.content_words));
        let (previous, next) = (slot_at(slot.before), slot_at(slot.after));
        let second = content(previous.and_then(|slot| slot_at(slot.before)))
            + content(next.and_then(|slot| slot_at(slot.after)));
        let (own, near) = (content(Some(slot)), content(previous) + content(next));
        [
            own,
            f32::from(slot.traits.all_words),
            own + CONTEXT * near,
            own + WIDE[0] * near + WIDE[1] * second,
            own + previous.map_or(0.0, |slot| f32::from(slot.asked_words)),
        ]
    }
}
