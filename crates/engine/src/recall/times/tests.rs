use jiff::civil::date;

use super::*;
use crate::recall::terms::terms;

/// On Wednesday, 14 June 2023: the days of the first expression, as text.
fn meant(text: &str) -> String {
    let today = day_of(date(2023, 6, 14));
    match days_in(&terms(text), today).first() {
        Some(days) if days.first == days.last => date_of(days.first).unwrap().to_string(),
        Some(days) => format!("{}..{}", date_of(days.first).unwrap(), date_of(days.last).unwrap()),
        None => "-".into(),
    }
}

#[test]
fn expressions_mean_the_days_they_would_mean_to_a_listener() {
    let table = [
        ("I saw him yesterday", "2023-06-13"),
        ("the day before yesterday it rained", "2023-06-12"),
        ("we met last Friday", "2023-06-09"),
        ("we met last Wednesday", "2023-06-07"),
        ("it was on Monday", "2023-06-12"),
        ("see you next Friday", "2023-06-16"),
        ("two weeks ago I fell", "2023-05-28..2023-06-03"),
        ("a couple of days ago", "2023-06-12"),
        ("in three days", "2023-06-17"),
        ("we moved last month", "2023-05-01..2023-05-31"),
        ("it was last year", "2022-01-01..2022-12-31"),
        ("last week was hard", "2023-06-05..2023-06-11"),
        ("last weekend we hiked", "2023-06-09..2023-06-11"),
        ("What happened on 8 May, 2023?", "2023-05-08"),
        ("on May 8th we", "2023-05-08"),
        ("What did she do in May?", "2023-05-01..2023-05-31"),
        ("in December we", "2022-12-01..2022-12-31"),
        ("on 3 August 2022", "2022-08-03"),
        ("back in 2019", "2019-01-01..2019-12-31"),
        ("2023-05-08 it was", "2023-05-08"),
        ("last summer", "2022-06-01..2022-08-31"),
        ("dün geldim", "2023-06-13"),
        ("iki hafta önce", "2023-05-28..2023-06-03"),
        ("I may go and march on", "-"),
        ("nothing here", "-"),
        ("", "-"),
    ];
    for (text, expected) in table {
        assert_eq!(meant(text), expected, "{text}");
    }
}

#[test]
fn an_expression_can_count_from_something_that_was_told() {
    let found = anchored_in(&terms("What did we do two weeks after the trip?")).unwrap();
    assert_eq!((found.offset, found.tolerance, found.anchor), (14, 3, 7));
    assert_eq!(
        anchored_in(&terms("the day before the wedding")).map(|found| found.offset),
        Some(-1)
    );
    assert_eq!(anchored_in(&terms("two weeks of rain")), None);
}
