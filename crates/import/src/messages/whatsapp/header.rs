//! The beginning of a message: date, time and a frame around them.

use crate::messages::dates::{Period, Scan, period};

/// How long a word beside the time may be, in characters: "Uhr", "à", "p. m.".
const WORD: usize = 16;

/// What is the same in all beginnings of one file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Style {
    pub frame: Frame,
    pub separator: char,
    pub year_first: bool,
    /// Two or four.
    pub year_digits: usize,
    pub has_seconds: bool,
    pub has_period: bool,
}

/// What stands around date and time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Frame {
    /// `[16.09.25, 10:00:05] `, as iOS writes it.
    Brackets,
    /// `17/09/2019, 16:37 - `, as Android writes it.
    Dash,
    /// `17/09/16 16:37:05: `, as older iOS wrote it.
    Colon,
}

#[derive(Debug, Clone, Copy)]
pub struct Header<'a> {
    pub style: Style,
    /// Day, month and year in the order of the file.
    pub numbers: [u32; 3],
    /// Whether a number below ten has a zero before it.
    pub is_padded: bool,
    pub hour: u32,
    pub minute: u32,
    pub second: Option<u32>,
    pub period: Option<Period>,
    /// What follows.
    pub rest: &'a str,
}

pub fn header(line: &str) -> Option<Header<'_>> {
    let mut scan = Scan::new(line);
    let in_brackets = scan.eat(|next| next == '[').is_some();
    let day = day(&mut scan)?;
    scan.eat(|next| matches!(next, ',' | '،' | '、'));
    let before = word(&mut scan)?;
    let hour = scan.number(2)?.0;
    scan.spaces();
    scan.eat(|next| matches!(next, ':' | '.' | 'h' | '時' | '时' | '시'))?;
    scan.spaces();
    let minute = scan.number(2).filter(|(_, digits)| *digits == 2)?.0;
    let second = second(&mut scan)?;
    let after = word(&mut scan)?;
    let frame = frame(&mut scan, in_brackets)?;
    if hour > 23 || minute > 59 || second.is_some_and(|second| second > 60) {
        return None;
    }
    let period = after.or(before);
    Some(Header {
        style: Style {
            frame,
            separator: day.separator,
            year_first: day.year_first,
            year_digits: day.year_digits,
            has_seconds: second.is_some(),
            has_period: period.is_some(),
        },
        numbers: day.numbers,
        is_padded: day.is_padded,
        hour,
        minute,
        second: second.map(|second| second.min(59)),
        period,
        rest: scan.rest,
    })
}

struct Day {
    numbers: [u32; 3],
    separator: char,
    year_first: bool,
    year_digits: usize,
    is_padded: bool,
}

fn day(scan: &mut Scan) -> Option<Day> {
    let (first, first_digits) = scan.number(4)?;
    let separator = separator(scan)?;
    let (second, second_digits) = scan.number(2)?;
    let next = self::separator(scan)?;
    let (third, third_digits) = scan.number(4)?;
    // "2019. 9. 17." and "2019年9月17日".
    scan.eat(|next| matches!(next, '.' | '日' | '일'));
    let same = next == separator || (matches!(separator, '年' | '년') && matches!(next, '月' | '월'));
    let year_first = first_digits == 4;
    let year_digits = if year_first { 4 } else { third_digits };
    let whole = matches!((first_digits, third_digits), (4, 1 | 2) | (1 | 2, 2 | 4));
    let padded = |number: u32, digits: usize| number < 10 && digits == 2;
    (same && whole).then(|| Day {
        numbers: [first, second, third],
        separator,
        year_first,
        year_digits,
        is_padded: padded(first, first_digits) || padded(second, second_digits),
    })
}

fn separator(scan: &mut Scan) -> Option<char> {
    scan.spaces();
    let separator = scan.eat(|next| matches!(next, '/' | '.' | '-' | '年' | '月' | '년' | '월'))?;
    scan.spaces();
    Some(separator)
}

fn second(scan: &mut Scan) -> Option<Option<u32>> {
    let before = *scan;
    if scan.eat(|next| matches!(next, ':' | '.')).is_some()
        && let Some((second, 2)) = scan.number(2)
    {
        return Some(Some(second));
    }
    *scan = before;
    Some(None)
}

/// What stands between date and time, or after the time: spaces, and perhaps a word. The outer none means that something else
/// stands there.
fn word(scan: &mut Scan) -> Option<Option<Period>> {
    scan.spaces();
    let mut word = String::new();
    while let Some(next) = scan.peek() {
        // Vowel signs of Indian scripts are no letters for Rust, and belong to the words.
        let belongs =
            next.is_alphabetic() || matches!(next, '.' | '"' | '״' | '\u{900}'..='\u{d7f}') || next.is_whitespace();
        if !belongs || crate::messages::dates::digit(next).is_some() {
            break;
        }
        word.push(next);
        scan.rest = &scan.rest[next.len_utf8()..];
        if word.chars().count() > WORD {
            return None;
        }
    }
    Some(period(&word))
}

fn frame(scan: &mut Scan, in_brackets: bool) -> Option<Frame> {
    if in_brackets {
        scan.eat(|next| next == ']')?;
        // Marks after the space belong to the text: they tell what the service wrote.
        scan.rest = scan.rest.strip_prefix(' ').unwrap_or(scan.rest);
        return Some(Frame::Brackets);
    }
    let frame = match scan.eat(|next| matches!(next, '-' | '–' | '—' | ':'))? {
        ':' => Frame::Colon,
        _ => Frame::Dash,
    };
    scan.rest = match scan.rest {
        "" => "",
        rest => rest.strip_prefix(' ')?,
    };
    Some(frame)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn beginnings_in_many_styles() {
        for (line, numbers, clock, rest) in [
            ("1/4/23, 7:02\u{202f}PM - A: x", [1, 4, 23], (7, 2, None), "A: x"),
            (
                "17/09/2019, 16:37 - Peter: look:",
                [17, 9, 2019],
                (16, 37, None),
                "Peter: look:",
            ),
            ("17.09.19, 16:37 – A: x", [17, 9, 19], (16, 37, None), "A: x"),
            ("17/09/2019 à 16:37 - A: x", [17, 9, 2019], (16, 37, None), "A: x"),
            ("17-09-19 16:37 - A: x", [17, 9, 19], (16, 37, None), "A: x"),
            ("17/9/19 4:37 p. m. - A: x", [17, 9, 19], (4, 37, None), "A: x"),
            ("17.9.2019 klo 16.37 - A: x", [17, 9, 2019], (16, 37, None), "A: x"),
            ("2019/9/17 下午4:37 - A: x", [2019, 9, 17], (4, 37, None), "A: x"),
            ("2019. 9. 17. 오후 4:37 - A: x", [2019, 9, 17], (4, 37, None), "A: x"),
            ("2019년 9월 17일 오후 4:37 - A: x", [2019, 9, 17], (4, 37, None), "A: x"),
            ("١٧‏/٩‏/٢٠١٩، ٤:٣٧ م - A: x", [17, 9, 2019], (4, 37, None), "A: x"),
            (
                "\u{200e}[16.09.25, 10:00:09] Tom: \u{200e}Bild",
                [16, 9, 25],
                (10, 0, Some(9)),
                "Tom: \u{200e}Bild",
            ),
            (
                "[2019-09-17, 4:37:00 p.m.] A: x",
                [2019, 9, 17],
                (4, 37, Some(0)),
                "A: x",
            ),
            ("17/09/16 16:37:05: A: x", [17, 9, 16], (16, 37, Some(5)), "A: x"),
        ] {
            let header = header(line).unwrap_or_else(|| panic!("{line}"));
            assert_eq!(header.numbers, numbers, "{line}");
            assert_eq!((header.hour, header.minute, header.second), clock, "{line}");
            assert_eq!(header.rest, rest, "{line}");
            let is_twelve = line.contains(['P', 'p', '下', '오', 'م']) && !line.contains("Peter");
            assert_eq!(header.period == Some(Period::Afternoon), is_twelve, "{line}");
        }
    }

    #[test]
    fn other_lines_begin_nothing() {
        for line in [
            "",
            "second line",
            "fourth: line with colon",
            "10:30",
            "17/09/2019",
            "1/2 cup, 3:4 - no",
            "17/09/2019, 16:37",
            "17/09/2019, 25:37 - A: x",
            "17/09/2019, 16:37 -no space",
            "[17/09/2019, 16:37:00 A: x",
            "17/09-2019, 16:37 - A: x",
        ] {
            assert!(header(line).is_none(), "{line}");
        }
    }

    proptest! {
        #[test]
        fn any_line_is_looked_at(line in "\\PC{0,60}|[\\[\\]0-9/., :APM-]{0,40}") {
            header(&line);
        }
    }
}
