//! A text as its words, with what stands between them.

use super::lexicon::{self, Entry};

/// A word with what its place says of it.
#[derive(Debug)]
pub struct Token {
    /// In small letters, with a plain apostrophe.
    pub word: String,
    /// The same in Turkish, where it differs: its capital I has a small letter without a dot.
    pub turkish: Option<String>,
    /// Written in capitals while the text is not.
    pub is_loud: bool,
    /// A comma, a full stop or the like stands before it: what was said before it does not negate it.
    pub starts_clause: bool,
}

/// A text taken apart.
#[derive(Debug, Default)]
pub struct Tokens {
    pub words: Vec<Token>,
    pub emoticons: Vec<Entry>,
    pub exclamations: usize,
}

/// The most of a text that is read, in bytes: a pasted chapter is not a feeling.
const MOST_BYTES: usize = 20_000;

pub fn tokens(text: &str) -> Tokens {
    let text = &text[..text.floor_char_boundary(MOST_BYTES)];
    let text_is_loud = !text.chars().any(char::is_lowercase);
    let mut found = Tokens {
        exclamations: text.matches('!').count(),
        ..Tokens::default()
    };
    let mut starts_clause = true;
    for chunk in text.split_whitespace() {
        let chunk = match lexicon::typed_at_end(chunk) {
            Some((rest, entry)) => {
                found.emoticons.push(entry);
                rest
            }
            None => chunk,
        };
        found.emoticons.extend(chunk.chars().filter_map(lexicon::pictured));
        starts_clause = push_words(chunk, text_is_loud, starts_clause, &mut found.words);
    }
    found
}

/// Adds the words of a chunk; says whether the next one starts a clause.
fn push_words(chunk: &str, text_is_loud: bool, mut starts_clause: bool, words: &mut Vec<Token>) -> bool {
    let mut rest = chunk;
    while let Some(start) = rest.find(char::is_alphanumeric) {
        starts_clause |= has_break(&rest[..start]);
        rest = &rest[start..];
        let end = rest.find(|c: char| !belongs_to_word(c)).unwrap_or(rest.len());
        let raw = rest[..end].trim_end_matches(['\'', '’']);
        words.push(Token {
            is_loud: !text_is_loud && raw.chars().count() > 2 && !raw.chars().any(char::is_lowercase),
            word: folded(raw),
            turkish: raw.contains('I').then(|| folded(&raw.replace('I', "ı"))),
            starts_clause,
        });
        starts_clause = false;
        rest = &rest[end..];
    }
    starts_clause || has_break(rest)
}

fn belongs_to_word(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '\'' | '’' | '\u{0300}'..='\u{036f}')
}

fn has_break(between: &str) -> bool {
    between.contains([',', '.', ';', ':', '!', '?', '…', '—', '(', ')', '"'])
}

/// Small letters and a plain apostrophe. The dotted capital of Turkish has its own small letter, which the general rule
/// would write as two characters.
fn folded(raw: &str) -> String {
    raw.replace('İ', "i").replace('’', "'").to_lowercase()
}

/// A drawn-out word as it is spelled ("soooo", "happyyy"): runs of three letters and more cut to the length given; none for a word
/// without such a run.
pub fn shortened(word: &str, most: usize) -> Option<String> {
    let mut next = word.chars().zip(word.chars().skip(1)).zip(word.chars().skip(2));
    if !next.any(|((first, second), third)| first == second && second == third) {
        return None;
    }
    let letters: Vec<char> = word.chars().collect();
    let runs = letters.chunk_by(|letter, next| letter == next);
    let kept = runs.flat_map(|run| &run[..if run.len() > 2 { most } else { run.len() }]);
    Some(kept.collect())
}
