use jiff::civil::date;
use jiff::tz::TimeZone;

use super::*;

const BERLIN: &str = "CET-1CEST,M3.5.0,M10.5.0/3";
const ISTANBUL: &str = "<+03>-3";
const NEW_YORK: &str = "EST5EDT,M3.2.0,M11.1.0";
const UTC: &str = "UTC0";

fn zone(rules: &str) -> TimeZone {
    TimeZone::posix(rules).expect("rules of a zone")
}

fn on(month: i8, day: i8, (hour, minute): (i8, i8), rules: &str) -> Zoned {
    date(2026, month, day)
        .at(hour, minute, 0, 0)
        .to_zoned(zone(rules))
        .expect("a time")
}

/// Friday, 9 October 2026.
fn friday(hour: i8, minute: i8, rules: &str) -> Zoned {
    on(10, 9, (hour, minute), rules)
}

fn check(text: &str, said: &Zoned, due: &str) {
    let found = planned(text, said).map(|at| at.to_zoned(said.time_zone().clone()));
    let shown = found.map_or("none".to_owned(), |at| at.strftime("%a %d %b %H:%M").to_string());
    assert_eq!(shown, due, "{text:?}");
}

#[test]
fn what_is_planned_is_due_when_it_is_over() {
    let said = friday(14, 30, ISTANBUL);
    for (text, due) in [
        ("I have an exam tomorrow", "Sat 10 Oct 18:00"),
        ("I'll see the dentist tomorrow at 5", "Sat 10 Oct 17:00"),
        ("Tomorrow at 9:30 I have an interview.", "Sat 10 Oct 09:30"),
        ("We're having dinner tonight at 8", "Fri 09 Oct 20:00"),
        ("Big game tonight!", "Fri 09 Oct 23:30"),
        ("I'll call you in two hours", "Fri 09 Oct 16:30"),
        ("I'll be done in half an hour", "Fri 09 Oct 15:00"),
        ("I am leaving in a couple of hours", "Fri 09 Oct 16:30"),
        ("The results come in 3 days, I will tell you", "Mon 12 Oct 18:00"),
        ("On Monday I have a meeting at 10", "Mon 12 Oct 10:00"),
        ("I am flying to Izmir on Friday", "Fri 16 Oct 18:00"),
        ("My driving test is next Sunday morning", "Sun 18 Oct 12:00"),
        ("I'm meeting Ada at 5", "Fri 09 Oct 17:00"),
        ("I have a call at 17:45", "Fri 09 Oct 17:45"),
        ("I'm seeing her at 9 a.m.", "Sat 10 Oct 09:00"),
        ("I'm off to get a coffee and write something", "Fri 09 Oct 15:30"),
        ("brb", "Fri 09 Oct 15:30"),
        ("Yarın sınavım var", "Sat 10 Oct 18:00"),
        ("İki saat sonra çıkacağım", "Fri 09 Oct 16:30"),
        ("Bu akşam saat 8'de buluşacağız", "Fri 09 Oct 20:00"),
        ("Morgen um 10 Uhr habe ich eine Prüfung", "Sat 10 Oct 10:00"),
        ("Demain soir je vais au théâtre", "Sat 10 Oct 22:00"),
        ("Mañana tengo un examen", "Sat 10 Oct 18:00"),
    ] {
        check(text, &said, due);
    }
}

#[test]
fn what_is_past_or_asked_or_will_not_be_is_no_plan() {
    let said = friday(14, 30, ISTANBUL);
    for text in [
        "",
        "I love you",
        "I will always remember this",
        "Yesterday at 5 I saw him",
        "I ran five miles in 40 minutes",
        "What are you doing tomorrow?",
        "I won't go tomorrow",
        "Guten Morgen!",
        "Por la mañana como pan",
        "He was there on Monday",
        "I have a cat",
        "We had dinner last night at 8",
        "I never work on Friday",
    ] {
        check(text, &said, "none");
    }
}

#[test]
fn clocks_that_change_between_change_the_hour_and_not_the_wait() {
    // In the night to 25 October 2026 clocks go back at three in Berlin.
    let evening = on(10, 24, (23, 0), BERLIN);
    check("I will write in 6 hours", &evening, "Sun 25 Oct 04:00");
    check("Tomorrow at 9 am I have a run", &evening, "Sun 25 Oct 09:00");
    let due = planned("Tomorrow at 9 am I have a run", &evening).expect("a plan");
    assert_eq!(due.as_second() - evening.timestamp().as_second(), 11 * 3600);
    // On 29 March clocks go forward at two: half past two is not there.
    let before = on(3, 28, (12, 0), BERLIN);
    check("My flight is tomorrow at 2:30 am", &before, "Sun 29 Mar 03:30");
    // The same words at the same moment are due at another moment elsewhere.
    let here = friday(20, 0, ISTANBUL);
    let there = here.timestamp().to_zoned(zone(NEW_YORK));
    let due = |said: &Zoned| {
        planned("I have a test tomorrow at 9 am", said)
            .expect("a plan")
            .as_second()
    };
    assert_eq!(due(&there) - due(&here), 7 * 3600);
}

#[test]
fn late_in_the_evening_the_evening_is_not_over_yet() {
    check(
        "See you tonight, I have a shift",
        &friday(23, 45, UTC),
        "Sat 10 Oct 01:45",
    );
}
