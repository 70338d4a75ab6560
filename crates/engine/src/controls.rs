//! Control characters. None of them means anything in a text, and some mean too much: a terminal obeys what follows an escape.
//!
//! What is said, by whoever, goes through here before it is stored; what a terminal shows goes through once more, as files and older
//! databases may hold anything.

use std::borrow::Cow;

/// A text with a line feed for each of its line breaks and without other control characters (`Cc` of Unicode: C0, DEL and C1) but
/// the tab.
pub fn without_controls(text: &str) -> Cow<'_, str> {
    ControlFilter::default().pass(text)
}

/// A name, which stands on one line: a blank for each line break and tab, and no other control characters.
pub fn name_without_controls(name: &str) -> Cow<'_, str> {
    if !name.contains(char::is_control) {
        return Cow::Borrowed(name);
    }
    Cow::Owned(without_controls(name).replace(['\n', '\t'], " "))
}

/// [`without_controls`] for a text that comes in pieces.
#[derive(Debug, Clone, Copy, Default)]
pub struct ControlFilter {
    /// The last piece ended with a carriage return, whose line feed may come with the next one.
    after_return: bool,
}

impl ControlFilter {
    /// The next piece.
    pub fn pass<'a>(&mut self, piece: &'a str) -> Cow<'a, str> {
        let is_clean = |letter: char| !letter.is_control() || matches!(letter, '\n' | '\t');
        if !self.after_return && piece.chars().all(is_clean) {
            return Cow::Borrowed(piece);
        }
        let mut text = String::with_capacity(piece.len());
        for letter in piece.chars() {
            let is_second_half = std::mem::replace(&mut self.after_return, letter == '\r') && letter == '\n';
            match letter {
                '\n' if is_second_half => {}
                // Older systems end lines with the first; the others are a next line and breaks of a page.
                '\r' | '\u{85}' | '\u{b}' | '\u{c}' => text.push('\n'),
                letter if is_clean(letter) => text.push(letter),
                _ => {}
            }
        }
        Cow::Owned(text)
    }
}

/// JSON in which no control character stands as itself: the standard asks that only of those below U+0020.
pub fn json_without_controls(json: &str) -> Cow<'_, str> {
    let is_raw = |letter: char| matches!(letter, '\u{7f}'..='\u{9f}');
    if !json.contains(is_raw) {
        return Cow::Borrowed(json);
    }
    let mut escaped = String::with_capacity(json.len() + 5);
    for letter in json.chars() {
        if is_raw(letter) {
            escaped.push_str(&format!("\\u{:04x}", u32::from(letter)));
        } else {
            escaped.push(letter);
        }
    }
    Cow::Owned(escaped)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_loses_its_control_characters_and_keeps_its_lines() {
        for (text, expected) in [
            ("Good evening,\n\tHolmes", "Good evening,\n\tHolmes"),
            ("one\r\ntwo\rthree\r\r\nfour", "one\ntwo\nthree\n\nfour"),
            ("\u{1b}[2J\u{1b}[31mred\u{1b}]0;title\u{7}", "[2J[31mred]0;title"),
            ("a\0b\u{8}c\u{7f}d\u{9b}31me", "abcd31me"),
            ("a\u{85}b\u{c}c", "a\nb\nc"),
            (
                "Günaydın 👩‍👩‍👧 \u{200f}مرحبا \u{2028}",
                "Günaydın 👩‍👩‍👧 \u{200f}مرحبا \u{2028}",
            ),
            ("\r", "\n"),
            ("", ""),
        ] {
            assert_eq!(without_controls(text), expected, "{text:?}");
        }
    }

    #[test]
    fn a_name_stands_on_one_line() {
        for (name, expected) in [
            ("Mara", "Mara"),
            ("Ma\u{1b}[31mra\u{7}\0", "Ma[31mra"),
            ("Mara\tVoss\r\nof Oslo", "Mara Voss of Oslo"),
        ] {
            assert_eq!(name_without_controls(name), expected, "{name:?}");
        }
    }

    #[test]
    fn a_line_break_that_comes_in_two_pieces_is_one() {
        let mut filter = ControlFilter::default();
        let pieces = ["one\r", "\ntwo\r", "", "three\r", "\r\n", "\u{1b}", "[31m"];
        let text: String = pieces.iter().map(|piece| filter.pass(piece).into_owned()).collect();
        assert_eq!(text, "one\ntwo\nthree\n\n[31m");
        assert_eq!(text, without_controls(&pieces.concat()));
    }

    #[test]
    fn json_keeps_what_it_says() {
        let said = "a\u{9b}31m\u{7f}\u{1b}ü";
        let json = serde_json::json!({ "text": said }).to_string();
        let escaped = json_without_controls(&json);
        assert!(!escaped.chars().any(char::is_control), "{escaped:?}");
        let read: serde_json::Value = serde_json::from_str(&escaped).unwrap();
        assert_eq!(read["text"], said);
    }
}
