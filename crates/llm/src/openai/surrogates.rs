//! Halves of characters outside the basic plane that a server wrote as JSON escapes of their own.
//!
//! JSON allows `"\ud83d"` alone and servers that stream token by token send it, the other half in the next frame. Rust's strings cannot
//! hold a half, and `serde_json` refuses it. So a frame that does not parse is read again with each lone half standing as a private-use
//! character, and [`SurrogateJoiner`] puts the halves together across frames.

use serde_json::Value;

/// The last 2048 code points of plane 16 stand for the 2048 surrogates. A frame that holds both a lone half and one of these
/// characters itself loses the latter; no script uses them.
const STAND_IN: u32 = 0x0010_F800;
const FIRST_SURROGATE: u32 = 0xD800;
const FIRST_LOW: u32 = 0xDC00;
const LAST_SURROGATE: u32 = 0xDFFF;

/// Whether stand-ins of lone halves are in a frame's strings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Halves {
    None,
    StandIns,
}

/// Parses one frame; lone halves come as stand-ins.
pub fn parse(json: &str) -> Result<(Value, Halves), serde_json::Error> {
    match serde_json::from_str(json) {
        Ok(value) => Ok((value, Halves::None)),
        Err(error) if !json.contains("\\u") => Err(error),
        Err(_) => serde_json::from_str(&with_stand_ins(json)).map(|value| (value, Halves::StandIns)),
    }
}

fn with_stand_ins(json: &str) -> String {
    let mut result = String::with_capacity(json.len());
    let mut rest = json;
    while let Some(at) = rest.find('\\') {
        result.push_str(&rest[..at]);
        rest = &rest[at..];
        let taken = match escaped_unit(rest) {
            Some(unit) if is_low(unit) => {
                result.extend(char::from_u32(STAND_IN + unit - FIRST_SURROGATE));
                6
            }
            Some(unit) if is_high(unit) && !escaped_unit(&rest[6..]).is_some_and(is_low) => {
                result.extend(char::from_u32(STAND_IN + unit - FIRST_SURROGATE));
                6
            }
            Some(unit) => {
                let length = if is_high(unit) { 12 } else { 6 };
                result.push_str(&rest[..length]);
                length
            }
            None => {
                // The character after the backslash goes along, so that an escaped backslash does not begin an escape.
                let length = 1 + rest[1..].chars().next().map_or(0, char::len_utf8);
                result.push_str(&rest[..length]);
                length
            }
        };
        rest = &rest[taken..];
    }
    result.push_str(rest);
    result
}

/// The code unit of a `\uXXXX` at the start of the text.
fn escaped_unit(text: &str) -> Option<u32> {
    let digits = text.strip_prefix("\\u")?.get(..4)?;
    digits
        .bytes()
        .all(|byte| byte.is_ascii_hexdigit())
        .then(|| u32::from_str_radix(digits, 16).ok())?
}

fn is_high(unit: u32) -> bool {
    (FIRST_SURROGATE..FIRST_LOW).contains(&unit)
}

fn is_low(unit: u32) -> bool {
    (FIRST_LOW..=LAST_SURROGATE).contains(&unit)
}

/// Joins halves that come in different frames; what finds no other half becomes U+FFFD.
#[derive(Debug, Default)]
pub struct SurrogateJoiner {
    high: Option<u32>,
}

impl SurrogateJoiner {
    /// The text with its halves joined; a high half at the end waits for the next call.
    pub fn push(&mut self, text: &str, halves: Halves) -> String {
        if text.is_empty() || (halves == Halves::None && self.high.is_none()) {
            return text.to_owned();
        }
        let mut result = String::with_capacity(text.len() + 3);
        for character in text.chars() {
            let unit = match halves {
                Halves::StandIns => (character as u32)
                    .checked_sub(STAND_IN)
                    .map(|offset| offset + FIRST_SURROGATE),
                Halves::None => None,
            };
            match (self.high.take(), unit) {
                (Some(high), Some(low)) if is_low(low) => {
                    let code = 0x1_0000 + ((high - FIRST_SURROGATE) << 10) + (low - FIRST_LOW);
                    result.push(char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER));
                    continue;
                }
                (Some(_), _) => result.push(char::REPLACEMENT_CHARACTER),
                (None, _) => {}
            }
            match unit {
                Some(high) if is_high(high) => self.high = Some(high),
                Some(_) => result.push(char::REPLACEMENT_CHARACTER),
                None => result.push(character),
            }
        }
        result
    }

    /// What still waits when the reply is over.
    pub fn finish(&mut self) -> Option<char> {
        self.high.take().map(|_| char::REPLACEMENT_CHARACTER)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn joined(frames: &[&str]) -> String {
        let mut joiner = SurrogateJoiner::default();
        let mut text = String::new();
        for frame in frames {
            let (value, halves) = parse(frame).unwrap();
            text += &joiner.push(value.as_str().unwrap(), halves);
        }
        text.extend(joiner.finish());
        text
    }

    #[test]
    fn halves_are_joined_within_and_across_frames() {
        assert_eq!(joined(&[r#""\ud83d\ude00""#]), "😀");
        assert_eq!(joined(&[r#""a\ud83d""#, r#""""#, r#""\ude00b""#]), "a😀b");
        assert_eq!(joined(&[r#""\ud83d\ude00\ud83d""#, r#""\ude01""#]), "😀😁");
    }

    #[test]
    fn a_half_without_its_other_becomes_one_replacement() {
        assert_eq!(joined(&[r#""a\ud83d""#, r#""b""#]), "a\u{fffd}b");
        assert_eq!(joined(&[r#""a\ude00b""#]), "a\u{fffd}b");
        assert_eq!(joined(&[r#""\ud83d\ud83d\ude00""#]), "\u{fffd}😀");
        assert_eq!(joined(&[r#""a\ud83d""#]), "a\u{fffd}");
        assert_eq!(joined(&[r#""\ud83d\n""#]), "\u{fffd}\n");
    }

    #[test]
    fn an_escaped_backslash_begins_no_escape() {
        assert_eq!(joined(&[r#""\\ud83d \ud83d""#]), "\\ud83d \u{fffd}");
    }

    #[test]
    fn what_is_no_json_stays_an_error() {
        assert!(parse("{\"a\":\"\\ud83d").is_err());
        assert!(parse("\\u12").is_err());
        assert!(parse("\\").is_err());
    }
}
