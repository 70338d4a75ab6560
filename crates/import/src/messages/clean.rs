//! Text that is always UTF-8, and what services write in place of plain characters.

mod wide;

use std::io::{Read, Result};

use wide::Order;

const CHUNK: usize = 64 << 10;

/// A reader that leaves out a byte order mark and puts U+FFFD where the bytes are not UTF-8. UTF-16 with such a mark is read too.
pub struct Utf8<R> {
    inner: R,
    /// Bytes that may be the beginning of a character, then those of the next chunk.
    raw: Vec<u8>,
    ready: Vec<u8>,
    given: usize,
    begun: bool,
    ended: bool,
    /// Of a text in UTF-16; the outer none as long as nothing was read.
    wide: Option<Option<Order>>,
}

impl<R: Read> Utf8<R> {
    pub fn new(inner: R) -> Self {
        Self {
            inner,
            raw: Vec::new(),
            ready: Vec::new(),
            given: 0,
            begun: false,
            ended: false,
            wide: None,
        }
    }

    fn fill(&mut self) -> Result<()> {
        let kept = self.raw.len();
        self.raw.resize(kept + CHUNK, 0);
        let count = loop {
            match self.inner.read(&mut self.raw[kept..]) {
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
                other => break other,
            }
        };
        self.raw.truncate(kept + *count.as_ref().unwrap_or(&0));
        self.ended = count? == 0;
        self.ready.clear();
        self.given = 0;
        if self.raw.len() < 2 && !self.ended && self.wide.is_none() {
            return Ok(());
        }
        if let Some(order) = *self.wide.get_or_insert(Order::of(&self.raw)) {
            let used = order.decode(&self.raw, self.ended, &mut self.ready);
            self.raw.drain(..used);
        } else {
            self.decode();
        }
        if !self.begun && !self.ready.is_empty() {
            self.begun = true;
            self.given = if self.ready.starts_with("\u{feff}".as_bytes()) {
                3
            } else {
                0
            };
        }
        Ok(())
    }

    /// Makes whatever is whole of the bytes ready.
    fn decode(&mut self) {
        let mut rest = self.raw.as_slice();
        loop {
            match std::str::from_utf8(rest) {
                Ok(_) => {
                    self.ready.extend_from_slice(rest);
                    rest = &[];
                    break;
                }
                Err(error) => {
                    let (valid, after) = rest.split_at(error.valid_up_to());
                    self.ready.extend_from_slice(valid);
                    rest = after;
                    match error.error_len() {
                        None if !self.ended => break,
                        None => rest = &[],
                        Some(length) => rest = &rest[length..],
                    }
                    self.ready.extend_from_slice("\u{fffd}".as_bytes());
                }
            }
        }
        let left = rest.len();
        self.raw.drain(..self.raw.len() - left);
    }
}

impl<R: Read> Read for Utf8<R> {
    fn read(&mut self, buffer: &mut [u8]) -> Result<usize> {
        while self.given == self.ready.len() && !self.ended {
            self.fill()?;
        }
        let count = buffer.len().min(self.ready.len() - self.given);
        buffer[..count].copy_from_slice(&self.ready[self.given..self.given + count]);
        self.given += count;
        Ok(count)
    }
}

/// The character for a name such as `amp` or a number such as `#55357` or `#x1f44c`; halves of a surrogate pair as numbers.
fn entity(name: &str) -> Option<u32> {
    let number = name.strip_prefix('#');
    Some(match (name, number) {
        ("amp", _) => u32::from('&'),
        ("lt", _) => u32::from('<'),
        ("gt", _) => u32::from('>'),
        ("quot", _) => u32::from('"'),
        ("apos", _) => u32::from('\''),
        ("nbsp", _) => 0xa0,
        (_, Some(number)) => match number.strip_prefix(['x', 'X']) {
            Some(hex) if !hex.is_empty() && hex.bytes().all(|byte| byte.is_ascii_hexdigit()) => {
                u32::from_str_radix(hex, 16).ok()?
            }
            None if !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()) => number.parse().ok()?,
            _ => return None,
        },
        _ => return None,
    })
}

/// The longest entity with its mark and semicolon, in bytes.
const LONGEST_ENTITY: usize = 12;

/// A text with its entities replaced. Two halves of a surrogate pair, which XML forbids and some programs write, become the
/// character they stand for; what stands for no character becomes U+FFFD; what is no entity stays.
pub fn without_entities(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut high: Option<u32> = None;
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        let (before, after) = rest.split_at(at);
        if !before.is_empty() && high.take().is_some() {
            out.push(char::REPLACEMENT_CHARACTER);
        }
        out.push_str(before);
        let end = after.bytes().take(LONGEST_ENTITY).position(|byte| byte == b';');
        let Some((code, end)) = end.and_then(|end| Some((entity(&after[1..end])?, end))) else {
            if high.take().is_some() {
                out.push(char::REPLACEMENT_CHARACTER);
            }
            out.push('&');
            rest = &after[1..];
            continue;
        };
        rest = &after[end + 1..];
        match (high.take(), code) {
            (Some(first), 0xdc00..0xe000) => push_code(&mut out, 0x1_0000 + ((first - 0xd800) << 10) + (code - 0xdc00)),
            (earlier, code) => {
                if earlier.is_some() {
                    out.push(char::REPLACEMENT_CHARACTER);
                }
                if (0xd800..0xdc00).contains(&code) {
                    high = Some(code);
                } else {
                    push_code(&mut out, code);
                }
            }
        }
    }
    if high.is_some() {
        out.push(char::REPLACEMENT_CHARACTER);
    }
    out.push_str(rest);
    out
}

fn push_code(out: &mut String, code: u32) {
    let character = char::from_u32(code).filter(|character| *character != '\0');
    out.push(character.unwrap_or(char::REPLACEMENT_CHARACTER));
}

/// A text whose UTF-8 bytes were taken for Latin-1 characters, put right; any other text as it is. Only what goes there and back
/// without a loss is touched, so that a text with, say, typographic quotation marks stays.
pub fn without_mojibake(text: &str) -> String {
    if text.is_ascii() {
        return text.to_owned();
    }
    let bytes: Option<Vec<u8>> = text
        .chars()
        .map(|character| u8::try_from(u32::from(character)).ok())
        .collect();
    bytes
        .and_then(|bytes| String::from_utf8(bytes).ok())
        .unwrap_or_else(|| text.to_owned())
}

/// Whether a character is a mark that only steers how text is laid out.
pub fn is_layout_mark(character: char) -> bool {
    matches!(character, '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}' | '\u{2066}'..='\u{2069}' | '\u{61c}' | '\u{feff}')
}

/// A text without the marks that programs put around names and numbers. Those that people type in texts that run from right to
/// left stay.
pub fn without_layout_marks(text: &str) -> String {
    let program = |character: char| {
        matches!(
            character,
            '\u{200e}' | '\u{202a}'..='\u{202c}' | '\u{2068}' | '\u{2069}' | '\u{feff}'
        )
    };
    text.chars().filter(|character| !program(*character)).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn clean(bytes: &[u8]) -> String {
        let mut text = String::new();
        Utf8::new(bytes).read_to_string(&mut text).unwrap();
        text
    }

    #[test]
    fn bytes_become_text() {
        for (bytes, expected) in [
            (&b""[..], ""),
            (b"\xef\xbb\xbfa", "a"),
            (b"a\xffb", "a\u{fffd}b"),
            ("é".as_bytes(), "é"),
            (&"😀".as_bytes()[..3], "\u{fffd}"),
        ] {
            assert_eq!(clean(bytes), expected);
        }
    }

    #[test]
    fn a_text_in_utf_16_is_read_in_either_order() {
        let text = format!("{}😀é\n", "a".repeat(CHUNK / 2 - 2));
        let units: Vec<u16> = std::iter::once(0xfeff).chain(text.encode_utf16()).collect();
        let little: Vec<u8> = units.iter().flat_map(|unit| unit.to_le_bytes()).collect();
        let big: Vec<u8> = units.iter().flat_map(|unit| unit.to_be_bytes()).collect();
        assert_eq!((clean(&little), clean(&big)), (text.clone(), text));
        // Half a pair and half a unit at the end.
        assert_eq!(clean(b"\xff\xfea\0\x3d\xd8b"), "a\u{fffd}");
    }

    #[test]
    fn a_character_between_two_chunks_is_whole() {
        let text = format!("{}😀é", "a".repeat(CHUNK - 2));
        assert_eq!(clean(text.as_bytes()), text);
    }

    #[test]
    fn halves_of_a_pair_become_one_character() {
        for (text, expected) in [
            ("&#55357;&#56396;", "👌"),
            ("&#xD83D;&#xDC4C;!", "👌!"),
            ("&#55357;x&#56396;", "\u{fffd}x\u{fffd}"),
            (
                "a &amp; b &lt; c &unknown; & d &#0;",
                "a & b < c &unknown; & d \u{fffd}",
            ),
            ("&#55357;", "\u{fffd}"),
            ("&é;&#-1;&#x;", "&é;&#-1;&#x;"),
            ("&amp;lt;", "&lt;"),
        ] {
            assert_eq!(without_entities(text), expected, "{text}");
        }
    }

    #[test]
    fn only_what_round_trips_is_repaired() {
        for (text, expected) in [
            ("caf\u{c3}\u{a9}", "café"),
            ("already “fine”", "already “fine”"),
            ("café", "café"),
            ("plain", "plain"),
            ("\u{f0}\u{9f}\u{98}\u{a0}", "😠"),
        ] {
            assert_eq!(without_mojibake(text), expected);
        }
    }

    proptest! {
        #[test]
        fn any_bytes_are_read_as_the_library_reads_them(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
            prop_assume!(Order::of(&bytes).is_none());
            let expected = String::from_utf8_lossy(&bytes).into_owned();
            prop_assert_eq!(clean(&bytes), expected.strip_prefix('\u{feff}').unwrap_or(&expected));
        }

        #[test]
        fn any_text_with_marks_is_read(text in "[&#;x0-9a-fD ]{0,60}|\\PC{0,60}") {
            without_entities(&text);
            prop_assert_eq!(without_entities(&without_mojibake("x")), "x");
        }
    }
}
