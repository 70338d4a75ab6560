//! What kind of utterance answers what kind of question.

use super::{Columns, Frame};
use crate::recall::index::Slot;
use crate::recall::lexical::{before, idf};
use crate::recall::query::Asks;
use crate::recall::times::Precision;
use crate::recall::traits::Kind;

pub(super) fn push(frame: &Frame<'_, '_>, columns: &mut Columns) {
    push_traits(frame, columns);
    push_rarity(frame, columns);
    push_answers(frame, columns);
    push_likenesses(frame, columns);
}

fn push_traits(frame: &Frame<'_, '_>, columns: &mut Columns) {
    let index = frame.search.index;
    columns.push("only_question", frame.each(|slot| f32::from(slot.traits.is_question)));
    columns.push("second_person", frame.each(|slot| slot.traits.log(Kind::SecondPerson)));
    columns.push("capitals", frame.each(|slot| f32::from(slot.traits.capitals).ln_1p()));
    columns.push("quotation", frame.each(|slot| f32::from(slot.traits.has_quotation)));
    columns.push("past", frame.each(|slot| slot.traits.log(Kind::Past)));
    columns.push("plan", frame.each(|slot| slot.traits.any(Kind::Plan)));
    columns.push("greets", frame.each(|slot| f32::from(slot.traits.greets)));
    columns.push("time", frame.each(|slot| slot.traits.any(Kind::Time)));
    columns.push(
        "told_days",
        frame.each(|slot| f32::from(u8::from(!slot.told.is_empty()))),
    );
    columns.push("person", frame.each(|slot| slot.traits.log(Kind::Person)));
    columns.push("feels", frame.each(|slot| slot.traits.log(Kind::Feeling)));
    columns.push("place", frame.each(|slot| slot.traits.any(Kind::Place)));
    columns.push("opens", frame.each(|slot| f32::from(u8::from(slot.before.is_none()))));
    columns.push("closes", frame.each(|slot| f32::from(u8::from(slot.after.is_none()))));
    columns.push(
        "question-1",
        frame.each(|slot| before(index, slot).map_or(0.0, |slot| f32::from(slot.traits.has_question))),
    );
    let length = |slot: &Slot| f32::from(slot.traits.content_words).ln_1p();
    columns.push("length-1", frame.each(|slot| before(index, slot).map_or(0.0, length)));
    let recency = |slot: &Slot| slot.position as f32 / index.last_position(slot.group).max(1) as f32;
    let recency = frame.each(recency);
    let wants_late = f32::from(u8::from(frame.search.asks_for_recent()));
    columns.push(
        "recent_recency",
        recency.iter().map(|value| value * wants_late).collect(),
    );
    columns.push("recency", recency);
    let days_ago = |slot: &Slot| (frame.search.query.today - slot.day).max(0) as f32;
    columns.push("log_days_ago", frame.each(|slot| days_ago(slot).ln_1p()));
}

/// How rare the utterance's own words are.
fn push_rarity(frame: &Frame<'_, '_>, columns: &mut Columns) {
    let index = frame.search.index;
    let rarity = |term: &u32| idf(index.len(), index.terms[*term as usize].postings.len());
    columns.push(
        "mean_rarity",
        frame.each(|slot| slot.words.iter().map(rarity).sum::<f32>() / slot.words.len().max(1) as f32),
    );
    columns.push(
        "largest_rarity",
        frame.each(|slot| slot.words.iter().map(rarity).fold(0.0, f32::max)),
    );
}

fn push_answers(frame: &Frame<'_, '_>, columns: &mut Columns) {
    let asks = frame.search.query.asks;
    let mut cues = Cues { frame, columns };
    let relative = |slot: &Slot| f32::from(u8::from(slot.told.iter().any(|days| days.is_relative)));
    let exact = |slot: &Slot| f32::from(u8::from(slot.told.iter().any(|days| days.precision <= Precision::Week)));
    cues.add("when_time", asks == Asks::When, &|slot| slot.traits.any(Kind::Time));
    cues.add("when_recent", asks == Asks::When, &|slot| slot.traits.any(Kind::Recent));
    cues.add("when_plan", asks == Asks::When, &|slot| slot.traits.any(Kind::Plan));
    cues.add("when_relative", asks == Asks::When, &relative);
    cues.add("when_exact", asks == Asks::When, &exact);
    cues.add("when_past", asks == Asks::When, &|slot| slot.traits.log(Kind::Past));
    cues.add("how_long_duration", asks == Asks::HowLong, &|slot| {
        slot.traits.any(Kind::Duration).max(slot.traits.any(Kind::Number))
    });
    cues.add("how_many_number", asks == Asks::HowMany, &|slot| {
        slot.traits.any(Kind::Number)
    });
    cues.add("where_place", asks == Asks::Where, &|slot| slot.traits.any(Kind::Place));
    cues.add("where_capitals", asks == Asks::Where, &|slot| {
        f32::from(slot.traits.capitals).ln_1p()
    });
    cues.add("who_person", asks == Asks::Who, &|slot| slot.traits.log(Kind::Person));
    cues.add("why_cause", asks == Asks::Why, &|slot| slot.traits.any(Kind::Cause));
    cues.add("how_feels", asks == Asks::How, &|slot| slot.traits.log(Kind::Feeling));
}

/// What kind of utterance is like the query.
fn push_likenesses(frame: &Frame<'_, '_>, columns: &mut Columns) {
    let query = &frame.search.query.traits;
    let mut cues = Cues { frame, columns };
    cues.add("title_quotation", query.count(Kind::Title) > 0, &|slot| {
        f32::from(slot.traits.has_quotation)
    });
    cues.add("title_capitals", query.count(Kind::Title) > 0, &|slot| {
        f32::from(slot.traits.capitals).ln_1p()
    });
    cues.add("feels_feels", query.count(Kind::Feeling) > 0, &|slot| {
        slot.traits.log(Kind::Feeling)
    });
    cues.add("plan_plan", query.count(Kind::Plan) > 0, &|slot| {
        slot.traits.any(Kind::Plan)
    });
    cues.add("likes_likes", query.count(Kind::Preference) > 0, &|slot| {
        slot.traits.log(Kind::Preference)
    });
    cues.add("person_person", query.count(Kind::Person) > 0, &|slot| {
        slot.traits.log(Kind::Person)
    });
    cues.add("work_work", query.count(Kind::Work) > 0, &|slot| {
        slot.traits.log(Kind::Work)
    });
}

/// Adds columns that are 0 where they do not apply to the query.
struct Cues<'a, 'search, 'index> {
    frame: &'a Frame<'search, 'index>,
    columns: &'a mut Columns,
}

impl Cues<'_, '_, '_> {
    fn add(&mut self, name: &str, applies: bool, value: &dyn Fn(&Slot) -> f32) {
        let values = if applies {
            self.frame.each(value)
        } else {
            vec![0.0; self.frame.len()]
        };
        self.columns.push(name, values);
    }
}
