//! Who said it, and of whom it speaks.

use super::{Columns, Frame, product};
use crate::recall::lexical::before;
use crate::recall::traits::Kind;

pub(super) fn push(frame: &Frame<'_, '_>, columns: &mut Columns) {
    let search = frame.search;
    let named = search.named_speaker();
    let length = frame.each(|slot| f32::from(slot.traits.content_words).ln_1p());
    let first = frame.each(|slot| slot.traits.log(Kind::FirstPerson));
    let question = frame.each(|slot| f32::from(slot.traits.has_question));
    let context = frame.share(|row| row.context);
    let speaker = &frame.speaker;
    columns.push("speaker", speaker.clone());
    let before_speaker = |slot: &_| before(search.index, slot).map_or(0.0, |slot| search.speaker_fit(slot));
    columns.push("speaker-1", frame.each(before_speaker));
    columns.push(
        "mentions_named",
        frame.each(|slot| f32::from(named.is_some_and(|named| slot.mentions.contains(&named)))),
    );
    columns.push("speaker_first_person", product(speaker, &first));
    columns.push("speaker_length", product(speaker, &length));
    columns.push("speaker_context", product(speaker, &context));
    columns.push("speaker_question", product(speaker, &question));
    columns.push("length", length);
    columns.push("first_person", first);
    columns.push("question", question);
}
