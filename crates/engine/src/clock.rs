//! Time in words, as a character would say it, in the language of the conversation. Times come in; nothing here reads a clock.

mod eastern;
mod western;
mod words;

use jiff::civil::DateTime;

use crate::language::primary;
use words::{Plural, TimeWords, Unit, time_words};

const MINUTE: i64 = 60;
const HOUR: i64 = 60 * MINUTE;
const DAY: i64 = 24 * HOUR;

/// How long before `to` it was: "a moment ago", "about two hours ago", "three weeks ago". From a day on the days of the calendar are
/// counted, so that what was on one day is as long ago, whatever the hour. A time that seems to lie in the future (a clock was put right
/// meanwhile) was a moment ago. `language` is a BCP 47 tag; in others than those that are offered, and without one, it is said in English.
pub fn ago(from: DateTime, to: DateTime, language: &str) -> String {
    let words = time_words(&primary(language));
    let seconds = to.duration_since(from).as_secs();
    let days = to.date().duration_since(from.date()).as_secs() / DAY;
    let rounded = |length: i64, unit: i64| (length + unit / 2) / unit;
    let [minute, hour, day, week, month, year] = &words.units;
    let (number, unit, is_rounded) = match (seconds, days) {
        (..45, _) => return words.moment.to_owned(),
        (45..600, _) => (rounded(seconds, MINUTE), minute, false),
        (600..2_700, _) => (rounded(seconds, 5 * MINUTE) * 5, minute, true),
        (2_700..79_200, _) => (rounded(seconds, HOUR), hour, true),
        (_, ..7) => (days, day, false),
        (_, 7..45) => (rounded(days, 7), week, false),
        // The mean month and year of the Gregorian calendar.
        (_, 45..336) => (rounded(days * DAY, 2_629_746).max(2), month, true),
        _ => (rounded(days * DAY, 31_556_952), year, true),
    };
    let time = counted(number.max(1), unit, words);
    let time = if is_rounded {
        words.about.replace("{}", &time)
    } else {
        time
    };
    words.ago.replace("{}", &time)
}

/// The date and time in one line: "Friday, 28 November 2025, 21:40, evening"; the language as for [`ago`].
pub fn date_line(now: DateTime, language: &str) -> String {
    let words = time_words(&primary(language));
    let weekday = words.weekdays[usize::from(now.weekday().to_monday_zero_offset().unsigned_abs())];
    let month = words.months[usize::from(now.month().unsigned_abs()) - 1];
    words
        .date
        .replace("{weekday}", weekday)
        .replace("{day}", &now.day().to_string())
        .replace("{month}", month)
        .replace("{year}", &now.year().to_string())
        .replace("{time}", &format!("{:02}:{:02}", now.hour(), now.minute()))
        .replace("{part}", words.parts[part_of_day(now.hour())])
}

fn part_of_day(hour: i8) -> usize {
    match hour {
        5..12 => 0,
        12..18 => 1,
        18..22 => 2,
        _ => 3,
    }
}

fn counted(number: i64, unit: &Unit, words: &TimeWords) -> String {
    match number {
        1 => unit.one.to_owned(),
        2 => unit.two.to_owned(),
        _ => {
            let (number_words, noun) = (in_words(number, unit, words), noun(number, unit, words.plural));
            // Chinese and Japanese put no space between them, nor Korean behind a figure.
            let is_joined = words.ago.starts_with("{}前") || words.language == "ko";
            let space = if is_joined { "" } else { " " };
            format!("{number_words}{space}{noun}")
        }
    }
}

fn noun(number: i64, unit: &Unit, plural: Plural) -> &'static str {
    let (tens, ones) = (number % 100, number % 10);
    match plural {
        Plural::Plain => unit.many,
        Plural::EastSlavic if ones == 1 && tens != 11 => unit.single,
        Plural::EastSlavic | Plural::Polish if (2..=4).contains(&ones) && !(12..=14).contains(&tens) => unit.few,
        Plural::EastSlavic | Plural::Polish => unit.many,
        Plural::Arabic if (3..=10).contains(&tens) => unit.few,
        Plural::Arabic if tens <= 2 => unit.single,
        Plural::Arabic => unit.many,
    }
}

/// Numbers to ten in words, in English to a hundred; beyond, people use figures too.
fn in_words(number: i64, unit: &Unit, words: &TimeWords) -> String {
    const TEENS: [&str; 9] = [
        "eleven",
        "twelve",
        "thirteen",
        "fourteen",
        "fifteen",
        "sixteen",
        "seventeen",
        "eighteen",
        "nineteen",
    ];
    const TENS: [&str; 8] = [
        "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety",
    ];
    let place = |least: i64| usize::try_from(number - least).unwrap_or_default();
    let numbers = match &words.feminine_numbers {
        Some(feminine) if unit.is_feminine => feminine,
        _ => &words.numbers,
    };
    match number {
        3..=10 => numbers[place(3)].to_owned(),
        11..20 if words.language == "en" => TEENS[place(11)].to_owned(),
        20..100 if words.language == "en" => {
            let tens = TENS[place(20) / 10];
            match place(20) % 10 {
                0 => tens.to_owned(),
                ones => format!(
                    "{tens}-{}",
                    ["one", "two"].iter().chain(&words.numbers).nth(ones - 1).unwrap_or(&"")
                ),
            }
        }
        _ => number.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use jiff::ToSpan;
    use jiff::civil::date;

    use super::*;
    use crate::language::OFFERED;

    fn said(seconds: i64, language: &str) -> String {
        let now = date(2025, 11, 28).at(21, 40, 0, 0);
        ago(now.saturating_sub(seconds.seconds()), now, language)
    }

    #[test]
    fn elapsed_time_is_said_as_people_say_it() {
        for (seconds, expected) in [
            (-86_400, "a moment ago"),
            (0, "a moment ago"),
            (60, "a minute ago"),
            (89, "a minute ago"),
            (4 * MINUTE, "four minutes ago"),
            (22 * MINUTE, "about twenty minutes ago"),
            (44 * MINUTE, "about forty-five minutes ago"),
            (50 * MINUTE, "about an hour ago"),
            (2 * HOUR + 100, "about two hours ago"),
            (21 * HOUR, "about twenty-one hours ago"),
            (25 * HOUR, "a day ago"),
            (3 * DAY, "three days ago"),
            (7 * DAY, "a week ago"),
            (21 * DAY, "three weeks ago"),
            (46 * DAY, "about two months ago"),
            (200 * DAY, "about seven months ago"),
            (365 * DAY, "about a year ago"),
            (40 * 366 * DAY, "about forty years ago"),
            (800 * 366 * DAY, "about 802 years ago"),
        ] {
            assert_eq!(said(seconds, "en"), expected, "{seconds} s");
            assert_eq!(said(seconds, "nl"), expected, "{seconds} s");
            assert_eq!(said(seconds, ""), expected, "{seconds} s");
        }
    }

    #[test]
    fn what_was_on_one_day_is_equally_long_ago() {
        let now = date(2026, 12, 1).at(5, 51, 0, 0);
        let day = date(2026, 11, 20);
        assert_eq!(ago(day.at(10, 0, 0, 0), now, "en"), "two weeks ago");
        assert_eq!(ago(day.at(19, 0, 0, 0), now, "en"), "two weeks ago");
        for back in 2..2_000 {
            let day = now.date().saturating_sub(back.days());
            let [morning, night] = [0, 23].map(|hour| ago(day.at(hour, 59, 0, 0), now, "en"));
            assert_eq!(morning, night, "{back} days");
        }
    }

    #[test]
    fn numbers_take_the_forms_of_their_language() {
        let check = |language: &str, seconds: i64, expected: &str| {
            assert_eq!(said(seconds, language), expected, "{language}, {seconds} s");
        };
        check("ru", 21 * HOUR, "примерно 21 час назад");
        check("ru", 15 * HOUR, "примерно 15 часов назад");
        check("ru", 4 * DAY, "четыре дня назад");
        check("uk", 5 * HOUR, "приблизно п'ять годин тому");
        check("pl", 21 * HOUR, "mniej więcej 21 godzin temu");
        check("pl", 4 * HOUR, "mniej więcej cztery godziny temu");
        check("pl", 22 * 366 * DAY, "mniej więcej 22 lata temu");
        check("pl", 13 * 366 * DAY, "mniej więcej 13 lat temu");
        check("ar", 3 * DAY, "منذ ثلاثة أيام");
        check("ar", 3 * HOUR, "منذ نحو ثلاث ساعات");
        check("ar", 15 * HOUR, "منذ نحو 15 ساعة");
        check("pt-BR", 14 * DAY, "há duas semanas");
        check("de-AT", 3 * DAY, "vor drei Tagen");
        check("ja", 12 * HOUR, "約12時間前");
        check("ko", 3 * DAY, "3일 전");
    }

    #[test]
    fn every_offered_language_has_words_of_its_own() {
        let day = date(2025, 11, 28);
        let mut shown = String::new();
        let mut seen = std::collections::HashSet::new();
        for language in OFFERED {
            assert_eq!(time_words(language).language, language);
            assert!(seen.insert(said(3 * DAY, language)), "{language}");
            let times: Vec<String> = [
                0,
                60,
                2 * HOUR,
                25 * HOUR,
                3 * DAY,
                14 * DAY,
                30 * DAY,
                100 * DAY,
                400 * DAY,
                5 * 366 * DAY,
            ]
            .iter()
            .map(|seconds| said(*seconds, language))
            .collect();
            let dates: Vec<String> = [9, 13, 20, 2]
                .iter()
                .map(|hour| date_line(day.at(*hour, 5, 0, 0), language))
                .collect();
            shown.push_str(&format!(
                "{language}: {}\n    {}\n",
                times.join(" | "),
                dates.join(" | ")
            ));
        }
        insta::assert_snapshot!(shown);
    }

    #[test]
    fn the_date_line_names_the_part_of_the_day() {
        let check = |hour: i8, minute: i8, expected: &str| {
            let line = date_line(date(2025, 11, 28).at(hour, minute, 0, 0), "en");
            assert_eq!(line, format!("Friday, 28 November 2025, {expected}"));
        };
        check(21, 40, "21:40, evening");
        check(0, 5, "00:05, night");
        check(9, 0, "09:00, morning");
        check(12, 0, "12:00, afternoon");
    }
}
