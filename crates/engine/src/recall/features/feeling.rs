//! The feeling of the query against the feeling of what was said.

use super::{Columns, Frame};
use crate::recall::index::Slot;

pub(super) fn push(frame: &Frame<'_, '_>, columns: &mut Columns) {
    let query = frame.search.query.emotion;
    let same_sign = |slot: &Slot| {
        let product = query.valence * slot.emotion.valence;
        let strength = query.valence.abs().min(slot.emotion.valence.abs());
        if product == 0.0 {
            0.0
        } else {
            product.signum() * strength
        }
    };
    let is_neutral = query.valence == 0.0 && query.arousal == 0.0;
    let distance = |slot: &Slot| {
        let (valence, arousal) = (
            query.valence - slot.emotion.valence,
            query.arousal - slot.emotion.arousal,
        );
        1.0 - (valence * valence + arousal * arousal).sqrt() / 2.0
    };
    let same_label = |slot: &Slot| {
        f32::from(u8::from(
            !is_neutral && query.label == slot.emotion.label && slot.emotion.valence != 0.0,
        ))
    };
    columns.push("feeling", frame.each(same_sign));
    columns.push("feeling_label", frame.each(same_label));
    columns.push(
        "feeling_near",
        frame.each(|slot| if is_neutral { 0.0 } else { distance(slot) }),
    );
    columns.push("feeling_strength", frame.each(|slot| slot.emotion.valence.abs()));
    columns.push("arousal", frame.each(|slot| slot.emotion.arousal));
}
