//! Words that match, alone and among their neighbours.

use super::{Columns, Frame, product};
use crate::recall::index::Slot;
use crate::recall::lexical::{Row, after, before};

pub(super) fn push(frame: &Frame<'_, '_>, columns: &mut Columns) {
    let scores = &frame.scores;
    let plain = frame.share(|row| row.plain);
    let context = frame.share(|row| row.context);
    let raw = |score: fn(&Row) -> f32| {
        let numbers = frame.numbers.iter();
        numbers
            .map(|number| score(scores.of(*number)) / 10.0)
            .collect::<Vec<f32>>()
    };
    columns.push("words_raw", raw(|row| row.plain));
    columns.push("words_low_length", frame.share(|row| row.low_length));
    columns.push("words_rare", frame.share(|row| row.rare));
    columns.push("context_raw", raw(|row| row.context));
    columns.push("wide", frame.share(|row| row.wide));
    columns.push("answer", frame.share(|row| row.answer));
    columns.push("every_word", frame.share(|row| row.every_word));
    let largest = super::largest(&scores.sitting);
    columns.push(
        "sitting_words",
        frame.each(|slot| scores.sitting[slot.sitting as usize] / largest),
    );
    push_neighbours(frame, columns);
    push_sitting(frame, &plain, &context, columns);
    push_cover(frame, columns);
    columns.push("words", plain);
    columns.push("context", context);
}

/// Words of the utterances one and two steps away, candidates or not.
fn push_neighbours(frame: &Frame<'_, '_>, columns: &mut Columns) {
    let index = frame.search.index;
    let scores = &frame.scores;
    let share = |number: Option<u32>| number.map_or(0.0, |number| scores.of(number).plain / scores.largest.plain);
    let before_1 = frame.each(|slot| share(slot.before));
    let asked = frame.each(|slot| before(index, slot).map_or(0.0, |slot| f32::from(slot.traits.has_question)));
    columns.push("before_question_words", product(&before_1, &asked));
    columns.push("words-1", before_1);
    columns.push("words+1", frame.each(|slot| share(slot.after)));
    columns.push(
        "words-2",
        frame.each(|slot| share(before(index, slot).and_then(|slot| slot.before))),
    );
    columns.push(
        "words+2",
        frame.each(|slot| share(after(index, slot).and_then(|slot| slot.after))),
    );
}

fn push_sitting(frame: &Frame<'_, '_>, plain: &[f32], context: &[f32], columns: &mut Columns) {
    columns.push("sitting_best_words", frame.sitting_best(plain, 1));
    let best = frame.sitting_best(context, 1);
    let is_best = context
        .iter()
        .zip(&best)
        .map(|(own, best)| f32::from(*own > 0.0 && own >= best))
        .collect();
    columns.push("sitting_best_context", best);
    columns.push("is_sitting_best", is_best);
    columns.push("sitting_best_3", frame.sitting_best(context, 3));
}

/// How much of the query's words is there, whatever their number.
fn push_cover(frame: &Frame<'_, '_>, columns: &mut Columns) {
    let search = frame.search;
    let terms: Vec<_> = search.terms.iter().filter(|term| !term.is_stop).take(32).collect();
    let whole = terms.iter().map(|term| term.idf).sum::<f32>().max(0.01);
    let present = |number: Option<u32>| number.map_or(0, |number| frame.scores.of(number).present);
    let weight = |mask: u32| {
        let held = terms.iter().enumerate().filter(|(place, _)| mask & (1 << place) != 0);
        held.map(|(_, term)| term.idf).sum::<f32>() / whole
    };
    let masks: Vec<u32> = frame.numbers.iter().map(|number| present(Some(*number))).collect();
    columns.push("cover", masks.iter().map(|mask| weight(*mask)).collect());
    let near = |slot: &Slot| present(slot.before) | present(slot.after);
    let wide = masks
        .iter()
        .zip(&frame.slots)
        .map(|(mask, slot)| weight(mask | near(slot)));
    columns.push("cover_near", wide.collect());
    columns.push(
        "matched",
        masks
            .iter()
            .map(|mask| mask.count_ones() as f32 / terms.len().max(1) as f32)
            .collect(),
    );
    push_rarest(frame, &masks, columns);
    let pairs: Vec<_> = terms
        .windows(2)
        .filter_map(|pair| Some((pair[0].id?, pair[1].id?)))
        .collect();
    let following = |slot: &Slot| {
        let held = slot
            .words
            .windows(2)
            .filter(|pair| pairs.contains(&(pair[0], pair[1])))
            .count();
        held.min(2) as f32
    };
    columns.push("pairs", frame.each(following));
}

/// Whether the query's rarest and second rarest words are there.
fn push_rarest(frame: &Frame<'_, '_>, masks: &[u32], columns: &mut Columns) {
    let terms = frame.search.terms.iter().filter(|term| !term.is_stop).take(32);
    let mut order: Vec<(usize, f32)> = terms
        .enumerate()
        .filter(|(_, term)| term.id.is_some())
        .map(|(place, term)| (place, term.idf))
        .collect();
    order.sort_by(|left, right| right.1.total_cmp(&left.1).then(left.0.cmp(&right.0)));
    for (name, rank) in [("rarest", 0), ("second_rarest", 1)] {
        let place = order.get(rank).map(|(place, _)| *place);
        let has = |mask: &u32| place.map_or(0.0, |place| f32::from(u8::from(mask & (1 << place) != 0)));
        columns.push(name, masks.iter().map(has).collect());
    }
}
