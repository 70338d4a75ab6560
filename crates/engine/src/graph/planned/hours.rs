//! An hour of the day in a text: "at 5", "17:30", "5.30 pm", "noon", "saat 5'te", "um 18 Uhr", "à 18h", "a las 6".

use jiff::civil::Time;

use crate::search::Word;

/// Words behind which a number is an hour.
const BEFORE: &[&str] = &["at", "around", "by", "saat", "um", "gegen", "vers", "las"];
/// Words before which a number is an hour.
const AFTER: &[&str] = &["am", "pm", "oclock", "uhr", "h", "heures"];

/// An hour as it is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Hour {
    pub time: Time,
    /// Whether the half of the day is told.
    pub is_sure: bool,
}

fn sure(hour: i8, minute: i8) -> Option<Hour> {
    let time = Time::new(hour, minute, 0, 0).ok()?;
    Some(Hour { time, is_sure: true })
}

/// The first one.
pub fn find(text: &str, words: &[Word]) -> Option<Hour> {
    for (index, word) in words.iter().enumerate() {
        match word.folded.as_str() {
            "noon" | "midday" | "oglen" | "mittag" | "midi" | "mediodia" => return sure(12, 0),
            "midnight" | "mitternacht" | "minuit" | "medianoche" => return sure(23, 59),
            _ => {}
        }
        if let Some(time) = at(text, words, index) {
            return Some(time);
        }
    }
    None
}

fn at(text: &str, words: &[Word], index: usize) -> Option<Hour> {
    let word = &words[index];
    let digits = word.folded.bytes().take_while(u8::is_ascii_digit).count();
    let hour: i8 = word
        .folded
        .get(..digits)
        .filter(|digits| !digits.is_empty())?
        .parse()
        .ok()?;
    let mut suffix = &word.folded[digits..];
    let mut minute = 0;
    let mut is_marked = AFTER.contains(&suffix);
    let mut next = index + 1;
    if let Some(behind) = words.get(next) {
        let digits = behind.folded.bytes().take_while(u8::is_ascii_digit).count();
        let is_joined = matches!(&text[word.end..behind.start], ":" | ".") && suffix.is_empty() && digits == 2;
        if is_joined {
            minute = behind.folded[..2].parse().ok()?;
            suffix = &behind.folded[2..];
            is_marked |= text[word.end..behind.start] == *":" || AFTER.contains(&suffix);
            next += 1;
        }
    }
    if suffix.is_empty()
        && let Some(behind) = words.get(next)
    {
        let is_letters = |letters: [&str; 2]| {
            behind.folded == letters[0] && words.get(next + 1).is_some_and(|word| word.folded == letters[1])
        };
        suffix = match behind.folded.as_str() {
            "o" if is_letters(["o", "clock"]) => "oclock",
            _ if is_letters(["p", "m"]) => "pm",
            _ if is_letters(["a", "m"]) => "am",
            known if AFTER.contains(&known) => known,
            _ => "",
        };
        is_marked |= !suffix.is_empty();
    }
    let behind_word = index > 0 && BEFORE.contains(&words[index - 1].folded.as_str());
    if !(is_marked || behind_word) {
        return None;
    }
    let hour = match suffix {
        "pm" if hour < 12 => hour + 12,
        "am" if hour == 12 => 0,
        _ => hour,
    };
    // 24 is where the day ends.
    let time = Time::new(if hour == 24 { 0 } else { hour }, minute, 0, 0).ok()?;
    let is_sure = !(1..12).contains(&hour) || matches!(suffix, "am" | "pm" | "uhr" | "h" | "heures");
    Some(Hour { time, is_sure })
}
