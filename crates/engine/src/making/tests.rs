//! Making a character, without a model and without a clock.

mod drafts;
mod left_out;
mod reading;

use std::collections::BTreeSet;

use jiff::Timestamp;
use jiff::civil::date;
use jiff::tz::Offset;
use proptest::prelude::*;

use super::dates::{StoryDate, dateline, find_date};
use super::given::Moment;
use super::merge::same_as;
use super::steps::{PieceId, PieceKind, Steps, digest, quick_sample};
use super::times::{Known, times};

fn day(year: Option<i16>, month: i8, day: i8) -> StoryDate {
    StoryDate { year, month, day }
}

#[test]
fn dates_are_found_as_books_write_them() {
    for (text, expected) in [
        ("3 May. Bistritz.", Some(day(None, 5, 3))),
        ("May 3rd, 1893", Some(day(Some(1893), 5, 3))),
        ("on the 15th of October", Some(day(None, 10, 15))),
        ("Hertfordshire, Aug. 2", Some(day(None, 8, 2))),
        ("29 February", Some(day(None, 2, 29))),
        ("written 1897-09-30", Some(day(Some(1897), 9, 30))),
        ("7 Mayıs 1915", Some(day(Some(1915), 5, 7))),
        ("31 April", None),
        ("May I have 3 of them?", None),
        ("it may 3 times", None),
        ("in 1893", None),
        ("June", None),
        ("", None),
    ] {
        assert_eq!(find_date(text), expected, "{text}");
    }
}

#[test]
fn a_dateline_is_a_short_line_or_the_start_of_an_entry() {
    let entry = format!(
        "5 May. The Castle. {}",
        "The grey of the morning has passed. ".repeat(10)
    );
    assert_eq!(dateline(&entry), Some(day(None, 5, 5)));
    assert_eq!(
        dateline("Hunsford, near Westerham, Kent, 15th October."),
        Some(day(None, 10, 15))
    );
    let told = format!("{} It was on 5 May that he came.", "A long way led there. ".repeat(10));
    assert_eq!(dateline(&told), None);
    assert_eq!(dateline("“I was there on 5 May,” he said."), None);
}

#[test]
fn diaries_that_jump_back_are_put_in_the_order_of_their_dates() {
    let now = date(2026, 12, 1).at(12, 0, 0, 0);
    let now = Offset::UTC.to_timestamp(now).unwrap();
    let entry = |chapter, month, day_of| Known {
        chapter,
        moment: Some(Moment::Story(day(None, month, day_of))),
    };
    let found = times(
        &[
            entry(0, 5, 3),
            entry(0, 6, 30),
            entry(1, 5, 9),
            entry(1, 8, 1),
            entry(2, 7, 4),
        ],
        now,
    );
    let order: Vec<usize> = found.iter().map(|(place, _)| *place).collect();
    assert_eq!(order, [0, 2, 1, 4, 3]);
    assert_eq!(
        found[0].1.to_string(),
        "2026-05-03T08:00:00Z",
        "the latest year that is over by then"
    );
    // After a winter comes the next year.
    let winter = times(&[entry(0, 12, 30), entry(0, 1, 2), entry(1, 2, 1)], now);
    assert!(winter.iter().map(|(place, _)| *place).eq([0, 1, 2]));
}

#[test]
fn the_date_of_one_letter_does_not_order_a_novel() {
    let now = Timestamp::from_second(1_800_000_000).unwrap();
    let mut known: Vec<Known> = (0..10).map(|chapter| Known { chapter, moment: None }).collect();
    known[4].moment = Some(Moment::Story(day(Some(1797), 1, 1)));
    let order: Vec<usize> = times(&known, now).into_iter().map(|(place, _)| place).collect();
    assert_eq!(order, (0..10).collect::<Vec<_>>());
}

fn moments() -> impl Strategy<Value = Option<Moment>> {
    prop_oneof![
        Just(None),
        (proptest::option::of(1000_i16..2100), 1_i8..=12, 1_i8..=28)
            .prop_map(|(year, month, day)| Some(Moment::Story(StoryDate { year, month, day }))),
        (-10_000_000_000_000_i64..5_000_000_000_000).prop_map(|at| Some(Moment::Real(at))),
    ]
}

proptest! {
    #[test]
    fn times_go_up_strictly_and_lie_in_the_past(
        known in proptest::collection::vec((0_u32..6, moments()), 0..60),
        now in 0_i64..4_000_000_000,
    ) {
        let now = Timestamp::from_second(now).unwrap();
        let mut known: Vec<Known> = known.into_iter().map(|(chapter, moment)| Known { chapter, moment }).collect();
        known.sort_by_key(|known| known.chapter);
        let found = times(&known, now);
        prop_assert_eq!(found.iter().map(|(place, _)| *place).collect::<BTreeSet<_>>().len(), known.len());
        prop_assert!(found.windows(2).all(|pair| pair[0].1 < pair[1].1));
        prop_assert!(found.iter().all(|(_, at)| *at < now));
    }
}

#[test]
fn the_same_is_kept_once() {
    let texts = [
        "I fell down the rabbit hole and landed on dry leaves.",
        "I  fell down the rabbit hole, and landed on dry leaves!",
        "I fell down the deep rabbit hole and landed on dry leaves.",
        "I met the Duchess in her kitchen, where the cook threw plates.",
        "I fell down the rabbit hole and landed on 12 dry leaves.",
        "I cried.",
        "I ran.",
    ];
    assert_eq!(same_as(texts.into_iter()), [0, 0, 0, 3, 4, 5, 6]);
}

#[test]
fn calls_are_ready_when_all_they_need_is_there() {
    let steps = Steps::new([(0, 0), (1, 0), (2, 1)]);
    assert_eq!(steps.count(), 6);
    let piece = PieceId::new;
    let mut done = BTreeSet::new();
    assert_eq!(
        steps.ready(&done),
        [0, 1, 2].map(|number| piece(PieceKind::Passage, number))
    );
    done.extend([piece(PieceKind::Passage, 0), piece(PieceKind::Passage, 1)]);
    assert_eq!(
        steps.ready(&done),
        [piece(PieceKind::Chapter, 0), piece(PieceKind::Passage, 2)]
    );
    done.insert(piece(PieceKind::Passage, 2));
    assert_eq!(
        steps.ready(&done),
        [piece(PieceKind::Chapter, 0), piece(PieceKind::Person, 0)]
    );
    done.extend([piece(PieceKind::Chapter, 0), piece(PieceKind::Person, 0)]);
    assert_eq!(steps.ready(&done), [piece(PieceKind::Book, 0)]);
    done.insert(piece(PieceKind::Book, 0));
    assert_eq!(steps.ready(&done), []);
    assert_eq!(done.len(), steps.count());
    assert_eq!(Steps::new([]).count(), 0);
    assert_eq!(Steps::new([]).ready(&BTreeSet::new()), []);
}

#[test]
fn a_quick_sample_is_from_all_over() {
    assert_eq!(quick_sample(3), [0, 1, 2]);
    let sample = quick_sample(102);
    assert_eq!((sample.len(), sample[0], sample[5]), (6, 0, 101));
}

#[test]
fn a_digest_tells_where_a_text_ends() {
    assert_ne!(digest(&["ab", "c"]), digest(&["a", "bc"]));
    assert_eq!(digest(&["ab", "c"]), digest(&["ab", "c"]));
}
