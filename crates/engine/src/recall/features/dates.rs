//! When it was said, and of what days it speaks, against the days that the query names.

use super::{Columns, Frame};
use crate::recall::index::Slot;
use crate::recall::times::{Days, Precision};

/// What happened on a day is told on it or in the week after.
const TOLD_WITHIN: i32 = 7;

pub(super) fn push(frame: &Frame<'_, '_>, columns: &mut Columns) {
    let days = frame.search.days();
    let best = |value: &dyn Fn(&Days, &Slot) -> f32| {
        frame.each(|slot| days.iter().map(|days| value(days, slot)).fold(0.0, f32::max))
    };
    columns.push(
        "day",
        best(&|days, slot| if is_exact(days) { told_after(days, slot) } else { 0.0 }),
    );
    columns.push(
        "day_near",
        best(&|days, slot| if is_exact(days) { nearness(days, slot) } else { 0.0 }),
    );
    columns.push(
        "month",
        best(&|days, slot| if is_exact(days) { 0.0 } else { within(days, slot) }),
    );
    columns.push(
        "speaks_of_day",
        best(&|days, slot| if is_exact(days) { speaks_of(days, slot) } else { 0.0 }),
    );
    columns.push(
        "speaks_of_month",
        best(&|days, slot| if is_exact(days) { 0.0 } else { speaks_of(days, slot) }),
    );
}

fn is_exact(days: &Days) -> bool {
    days.precision <= Precision::Week
}

/// 1 when it was said on these days, the day before, or in the week after.
fn told_after(days: &Days, slot: &Slot) -> f32 {
    f32::from(u8::from((days.first - 1..=days.last + TOLD_WITHIN).contains(&slot.day)))
}

/// 1 on the days, less with every day after (or the one before).
fn nearness(days: &Days, slot: &Slot) -> f32 {
    let off = if days.contains(slot.day) {
        0
    } else {
        (slot.day - days.last).max((days.first - slot.day) * 3)
    };
    (1.0 - off as f32 / (TOLD_WITHIN + 1) as f32).max(0.0)
}

/// 1 within the month or season, half in the ten days after it.
fn within(days: &Days, slot: &Slot) -> f32 {
    if days.contains(slot.day) {
        1.0
    } else if (days.last + 1..=days.last + 10).contains(&slot.day) {
        0.5
    } else {
        0.0
    }
}

/// Whether it speaks of these days ("last Friday", said a few days later).
fn speaks_of(days: &Days, slot: &Slot) -> f32 {
    f32::from(u8::from(slot.told.iter().any(|told| {
        told.precision <= days.precision.max(Precision::Week) && told.overlaps(days)
    })))
}
