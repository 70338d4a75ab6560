//! What a word is, and when two are the same.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// Longer words are compared by their beginning, in characters.
const LONGEST: usize = 64;

/// A word of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Word {
    /// As it is compared: letters, digits and the marks that belong to them; never empty, no white space.
    pub folded: String,
    /// Where it stands, in bytes.
    pub start: usize,
    pub end: usize,
    /// Whether it is one character of a script without spaces.
    pub is_character: bool,
}

/// The words of a text, in order.
pub fn words(text: &str) -> Vec<Word> {
    let mut words = Vec::new();
    let mut characters = text.char_indices().peekable();
    while let Some((start, first)) = characters.next() {
        if !first.is_alphanumeric() {
            continue;
        }
        let is_character = stands_alone(first);
        let mut end = start + first.len_utf8();
        while let Some((place, next)) = characters.peek().copied() {
            let belongs = is_combining_mark(next)
                || is_silent(next)
                || (!is_character && next.is_alphanumeric() && !stands_alone(next));
            if !belongs {
                break;
            }
            characters.next();
            end = place + next.len_utf8();
        }
        let folded = fold(&text[start..end]);
        if !folded.is_empty() {
            words.push(Word {
                folded,
                start,
                end,
                is_character,
            });
        }
    }
    words
}

pub(super) fn fold(word: &str) -> String {
    if word.is_ascii() {
        let kept = word.chars().filter(char::is_ascii_alphanumeric).take(LONGEST);
        return kept.map(|character| character.to_ascii_lowercase()).collect();
    }
    let mut folded = String::with_capacity(word.len());
    let base = word
        .nfkd()
        // A word may be as long as its text.
        .take(LONGEST * 4)
        .filter(|character| !is_dropped(*character) && (character.is_alphanumeric() || is_combining_mark(*character)))
        .flat_map(char::to_lowercase)
        // Lower case may bring a mark along.
        .filter(|character| !is_dropped(*character));
    for character in base {
        match character {
            // A capital I has a dotless mate in Turkish and a dotted one elsewhere, and nobody knows the language of a word.
            'ı' => folded.push('i'),
            'ß' => folded.push_str("ss"),
            'æ' => folded.push_str("ae"),
            'œ' => folded.push_str("oe"),
            'ø' => folded.push('o'),
            'ł' => folded.push('l'),
            'đ' => folded.push('d'),
            'ς' => folded.push('σ'),
            'ى' => folded.push('ي'),
            'ة' => folded.push('ه'),
            other => folded.push(other),
        }
    }
    // Korean syllables and voiced kana were taken apart above.
    folded.chars().take(LONGEST).nfc().collect()
}

/// Accents of Latin, Greek and Cyrillic letters, vowel signs of Hebrew and Arabic, and what only stretches or joins.
fn is_dropped(character: char) -> bool {
    matches!(character,
        '\u{300}'..='\u{36f}' | '\u{591}'..='\u{5c7}' | '\u{610}'..='\u{61a}' | '\u{64b}'..='\u{65f}' | '\u{670}' | '\u{6d6}'..='\u{6ed}')
        || is_silent(character)
}

/// Within a word, and no part of it: a soft hyphen, joiners, the Arabic stretch.
fn is_silent(character: char) -> bool {
    matches!(character, '\u{ad}' | '\u{200c}' | '\u{200d}' | '\u{2060}' | '\u{640}')
}

/// Of a script that puts no spaces between words.
fn stands_alone(character: char) -> bool {
    matches!(character,
        '\u{e00}'..='\u{eff}'           // Thai, Lao
        | '\u{1000}'..='\u{109f}'       // Burmese
        | '\u{1780}'..='\u{17ff}'       // Khmer
        | '\u{2e80}'..='\u{312f}'       // radicals, kana, bopomofo
        | '\u{31a0}'..='\u{9fff}'       // Han
        | '\u{f900}'..='\u{faff}'
        | '\u{ff66}'..='\u{ff9f}'       // half-width kana
        | '\u{1b000}'..='\u{1b16f}'
        | '\u{20000}'..='\u{3ffff}')
}
