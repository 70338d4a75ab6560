//! Names of files: of what the reader or a file says, only what is safe in a name on every system.

use jiff::Zoned;

/// The longest part of a name, in bytes. Two parts, a date, a number and an ending stay below 255 bytes, the limit of most
/// file systems.
const LONGEST_PART: usize = 80;

/// `{character} {title} {date}.{ending}`, with the time of day so that two exports differ.
pub fn default_name(parts: &[&str], now: &Zoned, ending: &str) -> String {
    let parts = parts.iter().map(|part| safe_part(part)).filter(|part| !part.is_empty());
    let date = now.strftime("%Y-%m-%d %H.%M.%S").to_string();
    let words: Vec<String> = parts.chain([date]).collect();
    format!("{}.{ending}", not_reserved(&words.join(" ")))
}

/// A name that somebody else chose, such as that of an upload, for showing and for nothing else.
pub fn shown_name(name: &str) -> String {
    let safe = safe_part(name);
    if safe.is_empty() {
        "file".to_owned()
    } else {
        not_reserved(&safe)
    }
}

/// `name` with a number before its ending: `a (2).json`.
pub fn numbered(name: &str, number: u32) -> String {
    match name.rsplit_once('.').filter(|(stem, _)| !stem.is_empty()) {
        Some((stem, ending)) => format!("{stem} ({number}).{ending}"),
        None => format!("{name} ({number})"),
    }
}

fn safe_part(text: &str) -> String {
    let letters = text.chars().map(|letter| if is_safe(letter) { letter } else { ' ' });
    let spaced: String = letters.collect();
    let mut part = String::new();
    for word in spaced.split_whitespace() {
        let gap = usize::from(!part.is_empty());
        if part.len() + gap + word.len() > LONGEST_PART {
            if part.is_empty() {
                part.extend(
                    word.char_indices()
                        .take_while(|(at, letter)| at + letter.len_utf8() <= LONGEST_PART)
                        .map(|(_, letter)| letter),
                );
            }
            break;
        }
        if gap == 1 {
            part.push(' ');
        }
        part.push_str(word);
    }
    // A leading dot hides a file, Windows drops one at the end, and a leading dash is an option to many programs.
    part.trim_matches(|letter: char| letter == '.' || letter == ' ' || letter == '-')
        .to_owned()
}

fn is_safe(letter: char) -> bool {
    let turns_text =
        matches!(letter, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}');
    !letter.is_control() && !turns_text && !"<>:\"/\\|?*%".contains(letter)
}

/// Windows keeps some names for devices, with any ending.
fn not_reserved(name: &str) -> String {
    let stem = name.split(['.', ' ']).next().unwrap_or_default().to_ascii_lowercase();
    let is_device = ["con", "prn", "aux", "nul"].contains(&stem.as_str())
        || (stem.len() == 4
            && (stem.starts_with("com") || stem.starts_with("lpt"))
            && stem.ends_with(|last: char| last.is_ascii_digit()));
    if is_device { format!("_{name}") } else { name.to_owned() }
}

#[cfg(test)]
mod tests {
    use std::path::{Component, Path};

    use super::*;

    #[test]
    fn hostile_names_become_plain_ones() {
        let now: jiff::Timestamp = "2026-01-02T03:04:05Z".parse().unwrap();
        let now = now.to_zoned(jiff::tz::TimeZone::UTC);
        let long = "a".repeat(10_000);
        let longest = format!("{} 2026-01-02 03.04.05.json", "a".repeat(80));
        let date = "2026-01-02 03.04.05.json";
        for (hostile, expected) in [
            ("..", date.to_owned()),
            (".", date.to_owned()),
            ("", date.to_owned()),
            ("a/../..", format!("a .. .. {date}")),
            ("a\0b", format!("a b {date}")),
            ("%2e%2e", format!("2e 2e {date}")),
            ("..\\..\\b", format!("b {date}")),
            ("CON", format!("_CON {date}")),
            ("com1", format!("_com1 {date}")),
            ("-rf", format!("rf {date}")),
            ("evil\u{202e}nosj.exe", format!("evil nosj.exe {date}")),
            ("Nasreddin Hoca: \"İyi\"?", format!("Nasreddin Hoca İyi {date}")),
            (&long, longest),
        ] {
            let name = default_name(&[hostile], &now, "json");
            let expected = expected.replace("a .. .. 2026", "a 2026");
            assert_eq!(name, expected, "{hostile:.40?}");
            let parts: Vec<Component<'_>> = Path::new(&name).components().collect();
            assert!(matches!(parts.as_slice(), [Component::Normal(_)]), "{hostile:.40?}");
            assert!(!shown_name(hostile).is_empty() && shown_name(hostile).len() <= 81);
        }
        let wide = "漢".repeat(1_000);
        assert!(numbered(&default_name(&[&wide, &wide], &now, "json"), 4_000_000_000).len() < 255);
    }

    #[test]
    fn a_number_stands_before_the_ending() {
        for (name, expected) in [
            ("a.json", "a (2).json"),
            ("a", "a (2)"),
            (".hidden", ".hidden (2)"),
            ("a.b.zip", "a.b (2).zip"),
        ] {
            assert_eq!(numbered(name, 2), expected);
        }
    }
}
