//! Dates as programs and people write them: in ISO order, in English, in the words of many languages.

mod long;
mod words;

use jiff::civil::{Date, DateTime, Time};
use jiff::tz::Offset;

use super::MessageTime;
use super::clean::is_layout_mark;
pub use long::any_language;
use words::month;
pub use words::{Period, period};

/// Years of the Buddhist calendar, which Thai devices write, are ahead by this much.
const BUDDHIST: i16 = 543;

/// The value of a decimal digit of any of the scripts that devices write dates in.
pub fn digit(character: char) -> Option<u32> {
    const ZEROS: [u32; 16] = [
        0x660, 0x6f0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xe50, 0xed0, 0x1040, 0x17e0,
        0xff10,
    ];
    if character.is_ascii() {
        return character.to_digit(10);
    }
    let code = u32::from(character);
    let zero = ZEROS.iter().find(|zero| (**zero..**zero + 10).contains(&code))?;
    Some(code - zero)
}

/// A day; the year as it is written, with two or four digits.
pub fn date(year: u32, month: u32, day: u32) -> Option<Date> {
    let year = i16::try_from(year).ok()?;
    let year = match year {
        0..100 => year + 2000,
        2400..2700 => year - BUDDHIST,
        1900..2400 => year,
        _ => return None,
    };
    Date::new(year, i8::try_from(month).ok()?, i8::try_from(day).ok()?).ok()
}

/// A time of day; the hour as it is written with or without a half of the day.
pub fn time(hour: u32, minute: u32, second: u32, period: Option<Period>) -> Option<Time> {
    let hour = match period {
        Some(_) if hour > 12 => hour,
        Some(Period::Morning) if hour == 12 => 0,
        Some(Period::Afternoon) if hour < 12 => hour + 12,
        // Noon lasts from eleven to two.
        Some(Period::Noon) if hour < 10 => hour + 12,
        _ => hour,
    };
    let part = |number: u32| i8::try_from(number).ok();
    Time::new(part(hour)?, part(minute)?, part(second)?, 0).ok()
}

/// Reads a text from the left.
#[derive(Debug, Clone, Copy)]
pub struct Scan<'a> {
    pub rest: &'a str,
}

impl<'a> Scan<'a> {
    pub fn new(text: &'a str) -> Self {
        Self { rest: text }
    }

    /// The next character that is not a mark of layout.
    pub fn peek(&mut self) -> Option<char> {
        self.rest = self.rest.trim_start_matches(is_layout_mark);
        self.rest.chars().next()
    }

    pub fn eat(&mut self, wanted: impl Fn(char) -> bool) -> Option<char> {
        let next = self.peek().filter(|next| wanted(*next))?;
        self.rest = &self.rest[next.len_utf8()..];
        Some(next)
    }

    /// Leaves out spaces of any width.
    pub fn spaces(&mut self) {
        while self.eat(char::is_whitespace).is_some() {}
    }

    /// A number of at most so many digits, and how many it has. None when there are more.
    pub fn number(&mut self, most: usize) -> Option<(u32, usize)> {
        let (mut value, mut count) = (0, 0);
        while let Some(next) = self.eat(|next| digit(next).is_some()) {
            value = value * 10 + digit(next)?;
            count += 1;
            if count > most {
                return None;
            }
        }
        (count > 0).then_some((value, count))
    }

    fn exactly(&mut self, digits: usize) -> Option<u32> {
        self.number(digits)
            .filter(|(_, count)| *count == digits)
            .map(|(value, _)| value)
    }
}

/// `2023-03-11T14:58:47.642-08:00` and its like: a space for the `T`, no seconds, no zone.
pub fn iso(text: &str) -> Option<MessageTime> {
    let mut scan = Scan::new(text.trim());
    let year = scan.exactly(4)?;
    scan.eat(|next| matches!(next, '-' | '/'))?;
    let month = scan.number(2)?.0;
    scan.eat(|next| matches!(next, '-' | '/'))?;
    let day = scan.number(2)?.0;
    scan.eat(|next| matches!(next, 'T' | 't' | ' ' | ','))?;
    scan.spaces();
    let hour = scan.number(2)?.0;
    scan.eat(|next| next == ':')?;
    let minute = scan.exactly(2)?;
    let second = match scan.eat(|next| next == ':') {
        Some(_) => Some(scan.exactly(2)?),
        None => None,
    };
    if second.is_some() && scan.eat(|next| matches!(next, '.' | ',')).is_some() {
        while scan.eat(|next| next.is_ascii_digit()).is_some() {}
    }
    let civil = DateTime::from_parts(date(year, month, day)?, time(hour, minute, second.unwrap_or(0), None)?);
    scan.spaces();
    match scan.rest {
        "" => Some(MessageTime::Local {
            civil,
            seconds: second.is_some(),
        }),
        zone => MessageTime::with_offset(civil, offset(zone)?),
    }
}

/// `Z`, `UTC`, `+02`, `+0200` or `+02:00`.
fn offset(text: &str) -> Option<Offset> {
    if matches!(text, "Z" | "z" | "UTC" | "GMT") {
        return Some(Offset::UTC);
    }
    let mut scan = Scan::new(text);
    let sign = if scan.eat(|next| matches!(next, '+' | '-'))? == '-' {
        -1
    } else {
        1
    };
    let hours = scan.exactly_two()?;
    scan.eat(|next| next == ':');
    let minutes = if scan.rest.is_empty() { 0 } else { scan.exactly_two()? };
    let seconds = i32::try_from(hours * 3600 + minutes * 60).ok()?;
    scan.rest
        .is_empty()
        .then(|| Offset::from_seconds(sign * seconds).ok())?
}

impl Scan<'_> {
    fn exactly_two(&mut self) -> Option<u32> {
        let first = digit(self.eat(|next| next.is_ascii_digit())?)?;
        Some(first * 10 + digit(self.eat(|next| next.is_ascii_digit())?)?)
    }
}

/// `May 17, 2022  5:29:42 PM` at the beginning of a line, and what follows it.
pub fn english_start(line: &str) -> Option<(DateTime, &str)> {
    let (word, rest) = line.split_once(' ')?;
    let names = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ];
    let month = u32::try_from(names.iter().position(|name| *name == word)?).ok()? + 1;
    let mut scan = Scan::new(rest);
    let day = scan.number(2)?.0;
    scan.eat(|next| next == ',')?;
    scan.spaces();
    let year = scan.exactly(4)?;
    scan.spaces();
    let hour = scan.number(2)?.0;
    scan.eat(|next| next == ':')?;
    let minute = scan.exactly(2)?;
    scan.eat(|next| next == ':')?;
    let second = scan.exactly(2)?;
    scan.spaces();
    let half = match scan.rest.get(..2)? {
        "AM" => Period::Morning,
        "PM" => Period::Afternoon,
        _ => return None,
    };
    let civil = DateTime::from_parts(date(year, month, day)?, time(hour, minute, second, Some(half))?);
    Some((civil, &scan.rest[2..]))
}

/// `Thu May 14 01:38:56 +0000 2020`.
pub fn tweet(text: &str) -> Option<MessageTime> {
    let parts: Vec<&str> = text.split_whitespace().collect();
    let [_, month_name, day, clock, zone, year] = parts[..] else {
        return None;
    };
    let mut scan = Scan::new(clock);
    let hour = scan.exactly_two()?;
    scan.eat(|next| next == ':')?;
    let minute = scan.exactly_two()?;
    scan.eat(|next| next == ':')?;
    let second = scan.exactly_two()?;
    let date = date(
        year.parse().ok()?,
        month(&month_name.to_lowercase())?,
        day.parse().ok()?,
    )?;
    MessageTime::with_offset(
        DateTime::from_parts(date, time(hour, minute, second, None)?),
        offset(zone)?,
    )
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn shown(time: Option<MessageTime>) -> String {
        time.map_or_else(|| "none".to_owned(), |time| time.to_string())
    }

    #[test]
    fn dates_in_iso_order() {
        for (text, expected) in [
            ("2023-03-11T14:58:47.642-08:00", "2023-03-11T22:58:47Z"),
            ("2023-03-11T14:58:47.6420000+05:30", "2023-03-11T09:28:47Z"),
            ("2021-09-05 10:23:11.123000+00:00", "2021-09-05T10:23:11Z"),
            ("2021-09-05 10:23:11", "2021-09-05T10:23:11"),
            ("2021-09-05 10:23", "2021-09-05T10:23"),
            ("2021-09-05T10:23:11Z", "2021-09-05T10:23:11Z"),
            ("2021-13-05T10:23:11Z", "none"),
            ("2021-09-05", "none"),
        ] {
            assert_eq!(shown(iso(text)), expected, "{text}");
        }
        assert_eq!(shown(tweet("Thu May 14 01:38:56 +0000 2020")), "2020-05-14T01:38:56Z");
    }

    proptest! {
        #[test]
        fn any_text_is_read(text in "\\PC{0,60}|[0-9:. ,APMptseUTC年月日시-]{0,60}") {
            any_language(&text);
            iso(&text);
            tweet(&text);
            english_start(&text);
        }
    }
}
