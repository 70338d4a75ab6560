//! The meaning of the whole: sentence vectors of an encoder.

use super::{Columns, Frame, product};
use crate::recall::index::Slot;

pub(super) fn push(frame: &Frame<'_, '_>, columns: &mut Columns) {
    let Some(encoded) = frame.search.encoded() else { return };
    let index = frame.search.index;
    let cosine = |slot: &Slot| {
        slot.sentence
            .as_ref()
            .map_or(0.0, |sentence| sentence.cosine(&encoded.sentence))
    };
    let own = frame.each(cosine);
    let near = |number: Option<u32>| number.and_then(|number| index.slot(number)).map_or(0.0, cosine);
    columns.push("sentence-1", frame.each(|slot| near(slot.before)));
    columns.push("sentence+1", frame.each(|slot| near(slot.after)));
    columns.push("sentence_sitting", frame.sitting_best(&own, 1));
    columns.push("sentence_sitting_3", frame.sitting_best(&own, 3));
    columns.push("speaker_sentence", product(&frame.speaker, &own));
    columns.push("sentence", own);
}
