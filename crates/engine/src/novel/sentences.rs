//! Where sentences end, as far as chunks need it.

use std::ops::Range;

/// Words whose full stop ends no sentence.
const ABBREVIATED: [&str; 28] = [
    "mr", "mrs", "ms", "dr", "st", "messrs", "prof", "rev", "hon", "capt", "col", "gen", "lieut", "lt", "sgt", "maj",
    "mme", "mlle", "esq", "jr", "sr", "vs", "etc", "no", "vol", "viz", "e.g", "i.e",
];

/// The sentences of a text with the white space after them; together they are the whole text.
pub fn sentences(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut start = 0;
    let mut letters = text.char_indices().peekable();
    while let Some((at, letter)) = letters.next() {
        let ends = match letter {
            '。' | '！' | '？' | '\n' => true,
            '.' | '!' | '?' | '…' => !(letter == '.' && is_abbreviated(&text[start..at])),
            _ => false,
        };
        if !ends {
            continue;
        }
        let mut end = at + letter.len_utf8();
        while let Some((place, next)) = letters.peek().copied() {
            if !(matches!(
                next,
                '.' | '!' | '?' | '…' | '”' | '’' | '"' | '\'' | '»' | ')' | ']' | '」' | '』'
            )) {
                break;
            }
            end = place + next.len_utf8();
            letters.next();
        }
        let after = text[end..].trim_start();
        let is_wide = matches!(letter, '。' | '！' | '？' | '\n');
        if !is_wide && (after.len() == text[end..].len() || after.starts_with(char::is_lowercase)) {
            continue;
        }
        end = text.len() - after.len();
        while letters.next_if(|(place, _)| *place < end).is_some() {}
        found.push(start..end);
        start = end;
    }
    if start < text.len() {
        found.push(start..text.len());
    }
    found
}

/// Whether a full stop after this belongs to its last word: a title or an initial.
fn is_abbreviated(before: &str) -> bool {
    let word = before
        .rsplit(|letter: char| letter.is_whitespace() || "(“‘\"".contains(letter))
        .next()
        .unwrap_or_default();
    let is_initial = word.chars().count() == 1 && word.chars().all(char::is_uppercase) && word != "I";
    is_initial || ABBREVIATED.contains(&word.to_lowercase().as_str())
}
