//! Languages: which one a text is written in, as far as that can be told for sure.
//!
//! Scripts decide where they can; between languages that share one, the letters that only one of them has and its most frequent
//! small words do (the word lists are our own choice of each language's commonest function words). A short or mixed text is
//! honestly unknown.

#[cfg(test)]
mod tests;
mod words;

use words::{bit_of, latin_marks};
pub(crate) use words::{small_in, small_words};

/// The languages that are offered for conversations, as BCP 47 tags.
pub const OFFERED: [&str; 15] = [
    "en", "tr", "de", "fr", "es", "pt", "it", "ru", "uk", "pl", "ar", "hi", "zh", "ja", "ko",
];

/// The most of a text that is looked at, in letters.
const MOST_LETTERS: usize = 4_000;
/// Fewer letters of a script that only one language here uses say nothing.
const FEWEST_LETTERS: usize = 4;
/// Fewer words of a shared script say nothing.
const FEWEST_WORDS: usize = 4;
/// Share of a text's letters that its script must have, in per cent.
const LEAST_SHARE: usize = 70;
/// Points that the leading language must have, and by how much it must lead, in per cent of the next.
const LEAST_POINTS: usize = 3;
const LEAST_LEAD: usize = 150;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Script {
    Latin,
    Cyrillic,
    Arabic,
    Devanagari,
    Han,
    Kana,
    Hangul,
    Other,
}

/// The language part of a BCP 47 tag, in small letters: "pt" of "pt-BR".
pub fn primary(tag: &str) -> String {
    tag.split(['-', '_']).next().unwrap_or_default().to_ascii_lowercase()
}

/// The language that a text is written in, of [`OFFERED`]; none when it is another one or cannot be told.
pub fn written_in(text: &str) -> Option<&'static str> {
    let mut counts = [0; 8];
    let mut letters = 0;
    for script in text.chars().filter_map(script_of).take(MOST_LETTERS) {
        counts[script as usize] += 1;
        letters += 1;
    }
    let count = |script: Script| counts[script as usize];
    let leads = |number: usize| number >= FEWEST_LETTERS && number * 100 >= letters * LEAST_SHARE;
    let east_asian = count(Script::Han) + count(Script::Kana);
    if leads(east_asian) {
        return Some(if count(Script::Kana) * 10 >= east_asian {
            "ja"
        } else {
            "zh"
        });
    }
    if leads(count(Script::Hangul)) {
        return Some("ko");
    }
    if leads(count(Script::Devanagari)) {
        return Some("hi");
    }
    if leads(count(Script::Arabic)) {
        // Persian and Urdu have letters that Arabic has not.
        return (!text.contains(['پ', 'چ', 'ژ', 'گ', 'ک', 'ی', 'ٹ', 'ڈ', 'ے'])).then_some("ar");
    }
    if leads(count(Script::Cyrillic)) {
        return cyrillic(text);
    }
    leads(count(Script::Latin)).then(|| latin(text)).flatten()
}

/// Whether a text is surely written in another language than the one with this tag.
pub fn differs(text: &str, tag: &str) -> bool {
    let wanted = primary(tag);
    !wanted.is_empty() && written_in(text).is_some_and(|written| written != wanted)
}

fn script_of(character: char) -> Option<Script> {
    let script = match character {
        'a'..='z' | 'A'..='Z' | '\u{aa}' | '\u{ba}' | '\u{c0}'..='\u{24f}' | '\u{1e00}'..='\u{1eff}' => Script::Latin,
        '\u{400}'..='\u{52f}' => Script::Cyrillic,
        '\u{620}'..='\u{6ff}' | '\u{750}'..='\u{77f}' => Script::Arabic,
        // Vowel signs are marks and not letters, but they belong to the words.
        '\u{900}'..='\u{97f}' => Script::Devanagari,
        '\u{3041}'..='\u{30ff}' => Script::Kana,
        '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' => Script::Han,
        '\u{1100}'..='\u{11ff}' | '\u{ac00}'..='\u{d7af}' => Script::Hangul,
        other if other.is_alphabetic() => Script::Other,
        _ => return None,
    };
    let is_sign = matches!(character, '×' | '÷' | '・' | '٪'..='٭');
    (!is_sign).then_some(script)
}

fn cyrillic(text: &str) -> Option<&'static str> {
    let has = |marks: &[char]| {
        text.chars()
            .flat_map(char::to_lowercase)
            .any(|letter| marks.contains(&letter))
    };
    let ukrainian = has(&['і', 'ї', 'є', 'ґ']);
    let russian = has(&['ы', 'э', 'ъ', 'ё']);
    match (ukrainian, russian) {
        (true, false) => Some("uk"),
        (false, true) => Some("ru"),
        // Belarusian has both; a text with neither is told by its words.
        (true, true) => None,
        (false, false) => leading(text, &["ru", "uk"]),
    }
}

fn latin(text: &str) -> Option<&'static str> {
    leading(text, &["en", "tr", "de", "fr", "es", "pt", "it", "pl", "nl"]).filter(|language| OFFERED.contains(language))
}

/// The language whose small words and letters stand out in a text.
fn leading(text: &str, among: &[&'static str]) -> Option<&'static str> {
    let words: Vec<String> = text
        .split(|character: char| !character.is_alphabetic() && character != '\'' && character != '’')
        .filter(|word| !word.is_empty())
        .take(MOST_LETTERS / 4)
        .map(|word| word.replace('’', "'").replace('İ', "i").to_lowercase())
        .collect();
    if words.len() < FEWEST_WORDS {
        return None;
    }
    let small: Vec<u32> = words.iter().map(|word| small_in(word)).collect();
    let mut points: Vec<(usize, &'static str)> = among
        .iter()
        .map(|language| (points(&words, &small, language), *language))
        .collect();
    points.sort_by_key(|(points, _)| std::cmp::Reverse(*points));
    let [(most, language), (next, _), ..] = points[..] else {
        return None;
    };
    // In running text of any of these languages, far more than one word in twelve is a small one.
    let enough = most >= LEAST_POINTS.max(words.len() / 12);
    (enough && most * 100 >= next * LEAST_LEAD).then_some(language)
}

/// One point for each word that is a small one there (`small` tells where each is), and one for each with a letter that hardly any other
/// of these languages has.
fn points(words: &[String], small: &[u32], language: &str) -> usize {
    let (marks, bit) = (latin_marks(language), bit_of(language));
    let has_mark = |word: &&String| !word.is_ascii() && word.contains(|letter| marks.contains(&letter));
    small.iter().filter(|languages| **languages & bit != 0).count() + words.iter().filter(has_mark).count()
}
