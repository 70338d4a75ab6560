//! What one memory is made of, beside its texts.

use jiff::Timestamp;
use jiff::tz::TimeZone;

use super::planned::planned;
use crate::emotion::{Emotion, emotion};
use crate::tags::tags;

/// The priority of a memory of which nobody has said more.
pub const USUAL_PRIORITY: f32 = 0.5;
/// The longest text of the character's own past, in characters.
pub const MOST_TEXT_CHARS: usize = 4_000;
/// The longest title, in characters.
const MOST_TITLE_CHARS: usize = 140;

/// One exchange: what the reader said and what the character answered, or one of both.
#[derive(Debug, Clone, Copy)]
pub struct Exchange<'a> {
    pub user: Option<&'a str>,
    pub reply: Option<&'a str>,
    pub at: Timestamp,
}

/// What was found in the texts of a memory.
#[derive(Debug, Clone, PartialEq)]
pub struct Found {
    pub tags: Vec<String>,
    pub entities: Vec<String>,
    pub emotion: Emotion,
    /// When something is due that the reader said they would do.
    pub planned_for: Option<Timestamp>,
}

/// Reads an exchange; `zone` is where the reader is.
pub fn read_exchange(exchange: Exchange<'_>, zone: &TimeZone) -> Found {
    let texts: Vec<&str> = exchange.user.into_iter().chain(exchange.reply).collect();
    let found = tags(&texts);
    Found {
        tags: found.keywords,
        entities: found.names,
        emotion: felt(exchange),
        planned_for: exchange
            .user
            .and_then(|text| planned(text, &exchange.at.to_zoned(zone.clone()))),
    }
}

/// The reader's feeling, or else the character's.
fn felt(exchange: Exchange<'_>) -> Emotion {
    let readings = exchange.user.into_iter().chain(exchange.reply).map(emotion);
    readings
        .reduce(|first, second| if first == Emotion::default() { second } else { first })
        .unwrap_or_default()
}

/// The beginning of what was said, on one line.
pub fn title(user: Option<&str>, reply: Option<&str>) -> String {
    let said = [user, reply].into_iter().flatten();
    let text = said.map(str::trim).find(|text| !text.is_empty()).unwrap_or_default();
    clipped(text, MOST_TITLE_CHARS)
}

/// The beginning of a text on one line, at a word's end where there is one, in at most so many characters.
pub fn clipped(text: &str, most: usize) -> String {
    let mut line = String::new();
    let mut length = 0;
    for word in text.split_whitespace() {
        let added = word.chars().count() + usize::from(!line.is_empty());
        if length + added > most {
            let room = most.saturating_sub(length + 2);
            // A script without spaces, or a very long word.
            if line.is_empty() {
                line.extend(word.chars().take(room));
            }
            line.push('…');
            break;
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
        length += added;
    }
    line
}
