//! Time in words, as a character would say it. Times come in; nothing here reads a clock.

use jiff::civil::{DateTime, Weekday};

const MINUTE: i64 = 60;
const HOUR: i64 = 60 * MINUTE;
const DAY: i64 = 24 * HOUR;

/// How long it is from one time to the other: "a moment", "about two hours", "three weeks". A time that seems to lie in the
/// future (a clock was put right meanwhile) is a moment ago.
pub fn elapsed(from: DateTime, to: DateTime) -> String {
    let seconds = to.duration_since(from).as_secs();
    let rounded = |unit: i64| (seconds + unit / 2) / unit;
    match seconds {
        ..45 => "a moment".to_owned(),
        45..90 => "a minute".to_owned(),
        90..600 => counted(rounded(MINUTE), "minute"),
        600..2_700 => format!("about {}", counted(rounded(5 * MINUTE) * 5, "minute")),
        2_700..5_400 => "about an hour".to_owned(),
        5_400..79_200 => format!("about {}", counted(rounded(HOUR), "hour")),
        79_200..129_600 => "a day".to_owned(),
        129_600..561_600 => counted(rounded(DAY), "day"),
        561_600..3_888_000 => counted(rounded(7 * DAY), "week"),
        // The mean month and year of the Gregorian calendar.
        3_888_000..29_000_000 => format!("about {}", counted(rounded(2_629_746).max(2), "month")),
        _ => format!("about {}", counted(rounded(31_556_952).max(1), "year")),
    }
}

/// The date and time in one line: "Friday, 28 November 2025, 21:40, evening".
pub fn date_line(now: DateTime) -> String {
    let month = [
        "January",
        "February",
        "March",
        "April",
        "May",
        "June",
        "July",
        "August",
        "September",
        "October",
        "November",
        "December",
    ][usize::from(now.month().unsigned_abs()) - 1];
    let (weekday, part) = (weekday_name(now.weekday()), part_of_day(now.hour()));
    format!(
        "{weekday}, {} {month} {}, {:02}:{:02}, {part}",
        now.day(),
        now.year(),
        now.hour(),
        now.minute()
    )
}

fn weekday_name(weekday: Weekday) -> &'static str {
    match weekday {
        Weekday::Monday => "Monday",
        Weekday::Tuesday => "Tuesday",
        Weekday::Wednesday => "Wednesday",
        Weekday::Thursday => "Thursday",
        Weekday::Friday => "Friday",
        Weekday::Saturday => "Saturday",
        Weekday::Sunday => "Sunday",
    }
}

fn part_of_day(hour: i8) -> &'static str {
    match hour {
        5..12 => "morning",
        12..18 => "afternoon",
        18..22 => "evening",
        _ => "night",
    }
}

fn counted(number: i64, unit: &str) -> String {
    if number == 1 {
        format!("a {unit}")
    } else {
        format!("{} {unit}s", number_in_words(number))
    }
}

/// Numbers below a hundred in words; beyond, people use figures too.
fn number_in_words(number: i64) -> String {
    const SMALL: [&str; 20] = [
        "no",
        "one",
        "two",
        "three",
        "four",
        "five",
        "six",
        "seven",
        "eight",
        "nine",
        "ten",
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
    const TENS: [&str; 10] = [
        "", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety",
    ];
    match usize::try_from(number) {
        Ok(number @ 0..20) => SMALL[number].to_owned(),
        Ok(number @ 20..100) if number % 10 == 0 => TENS[number / 10].to_owned(),
        Ok(number @ 20..100) => format!("{}-{}", TENS[number / 10], SMALL[number % 10]),
        _ => number.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use jiff::ToSpan;
    use jiff::civil::date;

    use super::*;

    #[test]
    fn elapsed_time_is_said_as_people_say_it() {
        let now = date(2025, 11, 28).at(21, 40, 0, 0);
        for (seconds, expected) in [
            (-86_400, "a moment"),
            (0, "a moment"),
            (60, "a minute"),
            (4 * MINUTE, "four minutes"),
            (22 * MINUTE, "about twenty minutes"),
            (44 * MINUTE, "about forty-five minutes"),
            (50 * MINUTE, "about an hour"),
            (2 * HOUR + 100, "about two hours"),
            (21 * HOUR, "about twenty-one hours"),
            (25 * HOUR, "a day"),
            (3 * DAY, "three days"),
            (7 * DAY, "a week"),
            (21 * DAY, "three weeks"),
            (46 * DAY, "about two months"),
            (200 * DAY, "about seven months"),
            (365 * DAY, "about a year"),
            (40 * 366 * DAY, "about forty years"),
            (800 * 366 * DAY, "about 802 years"),
        ] {
            assert_eq!(
                elapsed(now.saturating_sub(seconds.seconds()), now),
                expected,
                "{seconds} s"
            );
        }
    }

    #[test]
    fn the_date_line_names_the_part_of_the_day() {
        let day = date(2025, 11, 28);
        assert_eq!(
            date_line(day.at(21, 40, 0, 0)),
            "Friday, 28 November 2025, 21:40, evening"
        );
        assert_eq!(date_line(day.at(0, 5, 0, 0)), "Friday, 28 November 2025, 00:05, night");
        assert_eq!(
            date_line(day.at(9, 0, 0, 0)),
            "Friday, 28 November 2025, 09:00, morning"
        );
    }
}
