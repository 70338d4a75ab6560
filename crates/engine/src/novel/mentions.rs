//! Where people are named in a text: runs of capitalized words, with the title before them.

use std::collections::HashMap;
use std::ops::Range;

use super::names::{Title, TypedName, is_particle};
use super::text::NovelText;

/// A word of a text, without a possessive ending.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Word<'a> {
    pub text: &'a str,
    /// In bytes of the text that was given.
    pub span: Range<usize>,
}

impl Word<'_> {
    pub fn is_capitalized(&self) -> bool {
        self.text.starts_with(char::is_uppercase)
    }
}

/// The words of a text. A hyphen or an apostrophe between letters is part of a word.
pub fn words(text: &str) -> Vec<Word<'_>> {
    let mut found = Vec::new();
    let mut letters = text.char_indices().peekable();
    while let Some((start, first)) = letters.next() {
        if !first.is_alphanumeric() {
            continue;
        }
        let mut end = start + first.len_utf8();
        while let Some((at, letter)) = letters.peek().copied() {
            let after = text[at + letter.len_utf8()..].chars().next();
            let joins = matches!(letter, '\'' | '’' | '-' | '‐' | '‑') && after.is_some_and(char::is_alphanumeric);
            if !letter.is_alphanumeric() && !joins && !is_mark(letter) {
                break;
            }
            end = at + letter.len_utf8();
            letters.next();
        }
        let whole = &text[start..end];
        let bare = whole
            .strip_suffix("'s")
            .or_else(|| whole.strip_suffix("’s"))
            .unwrap_or(whole);
        found.push(Word {
            text: bare,
            span: start..start + bare.len(),
        });
    }
    found
}

fn is_mark(letter: char) -> bool {
    matches!(letter, '\u{300}'..='\u{36f}')
}

/// A place where somebody is named.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mention {
    /// From the title to the last name, in bytes of the book's text.
    pub span: Range<usize>,
    pub paragraph: usize,
    pub title: Option<Title>,
    /// In lower case, hyphens taken apart.
    pub names: Vec<String>,
}

/// Words that are written with a capital and name nobody.
const NOBODY: [&str; 44] = [
    "i",
    "i’m",
    "i’ll",
    "i’ve",
    "i’d",
    "i'm",
    "i'll",
    "i've",
    "i'd",
    "o",
    "oh",
    "ah",
    "yes",
    "no",
    "well",
    "he",
    "she",
    "it",
    "they",
    "we",
    "you",
    "his",
    "her",
    "their",
    "the",
    "a",
    "an",
    "and",
    "but",
    "my",
    "god",
    "sunday",
    "monday",
    "tuesday",
    "wednesday",
    "thursday",
    "friday",
    "saturday",
    "mr",
    "mrs",
    "english",
    "french",
    "german",
    "christmas",
];

/// How often words are written with a capital where nothing but a name asks for one, and how often in lower case.
#[derive(Debug, Clone, Default)]
pub struct Capitals {
    inside: HashMap<String, usize>,
    lower: HashMap<String, usize>,
    /// The names that were typed, in lower case: looked for as they are, wherever they stand.
    typed: Vec<String>,
}

impl Capitals {
    pub fn of(novel: &NovelText) -> Self {
        let mut capitals = Self::default();
        for index in 0..novel.paragraphs.len() {
            let text = novel.paragraph(index);
            for word in words(text) {
                let counts = match word.is_capitalized() {
                    false => &mut capitals.lower,
                    true if starts_sentence(text, word.span.start) => continue,
                    true => &mut capitals.inside,
                };
                *counts.entry(word.text.to_lowercase()).or_default() += 1;
            }
        }
        capitals
    }

    /// The same for somebody who is looked for by these names.
    pub fn with_typed(mut self, typed: &TypedName) -> Self {
        self.typed = typed.given.iter().chain(&typed.family).cloned().collect();
        self
    }

    /// Whether a word, in lower case, was typed as a name and is nothing else in this book.
    fn is_typed(&self, word: &str) -> bool {
        word.chars().count() > 2 && !self.lower.contains_key(word) && self.typed.iter().any(|name| name == word)
    }

    /// Whether the whole name that was typed stands here, with capitals. A single name that is also an ordinary word is taken at the
    /// beginning of a sentence only where it has a capital nowhere else.
    fn is_typed_here(&self, words: &[Word<'_>]) -> bool {
        let names = &self.typed;
        if names.is_empty() || words.len() < names.len() {
            return false;
        }
        let is_here = |(word, name): (&Word<'_>, &String)| {
            let has_capital = word.is_capitalized() || is_particle(word.text);
            has_capital && word.text.to_lowercase() == *name
        };
        let is_only = || names[0].chars().count() > 2 && !self.inside.contains_key(&names[0]);
        words.iter().zip(names).all(is_here) && (names.len() > 1 || is_only())
    }

    /// Whether a word, in lower case, is a name where a sentence begins with it.
    pub fn is_name(&self, word: &str) -> bool {
        let count = |counts: &HashMap<String, usize>| counts.get(word).copied().unwrap_or_default();
        self.is_typed(word) || (count(&self.inside) > count(&self.lower) && !NOBODY.contains(&word))
    }

    /// Whether a word, in lower case, is also an ordinary one.
    pub fn is_ordinary(&self, word: &str) -> bool {
        let count = |counts: &HashMap<String, usize>| counts.get(word).copied().unwrap_or_default();
        count(&self.lower) > count(&self.inside)
    }
}

/// Whether a sentence or a speech begins at this place.
pub fn starts_sentence(text: &str, at: usize) -> bool {
    let before = text[..at].trim_end_matches([' ', '_', '*']);
    let Some(last) = before.chars().next_back() else {
        return true;
    };
    if last == '.' {
        let word = before[..before.len() - 1]
            .rsplit(|letter: char| !letter.is_alphanumeric())
            .next()
            .unwrap_or_default();
        let is_initial = word.chars().count() == 1 && word.starts_with(char::is_uppercase) && word != "I";
        return !is_initial && !Title::of(word).is_some_and(Title::is_abbreviation);
    }
    matches!(
        last,
        '!' | '?'
            | '…'
            | ':'
            | '“'
            | '”'
            | '‘'
            | '`'
            | '’'
            | '"'
            | '\''
            | '—'
            | '–'
            | '-'
            | '('
            | '['
            | '«'
            | '»'
            | '„'
            | '\n'
    )
}

/// All places where somebody is named, in order.
pub fn mentions(novel: &NovelText, capitals: &Capitals) -> Vec<Mention> {
    let mut all = Vec::new();
    for index in 0..novel.paragraphs.len() {
        let start = novel.paragraphs[index].span.start;
        for mut mention in in_text(novel.paragraph(index), capitals) {
            mention.span = start + mention.span.start..start + mention.span.end;
            mention.paragraph = index;
            all.push(mention);
        }
    }
    all
}

/// The places of one text.
pub fn in_text(text: &str, capitals: &Capitals) -> Vec<Mention> {
    let words = words(text);
    let mut found = Vec::new();
    let mut at = 0;
    while at < words.len() {
        match run(text, &words[at..], capitals) {
            Some((mention, count)) => {
                found.push(mention);
                at += count;
            }
            None => at += 1,
        }
    }
    found
}

/// The name that begins with the first of these words, and how many words it has.
pub fn run(text: &str, words: &[Word<'_>], capitals: &Capitals) -> Option<(Mention, usize)> {
    run_from(text, words, capitals, &|at| starts_sentence(text, at))
}

/// The same where the first word does not begin a sentence, although the text begins with it: a capital tells a name.
pub fn run_in_clause(text: &str, words: &[Word<'_>], capitals: &Capitals) -> Option<(Mention, usize)> {
    let first = words.first()?.span.start;
    run_from(text, words, capitals, &|at| at != first && starts_sentence(text, at))
}

fn run_from(
    text: &str,
    words: &[Word<'_>],
    capitals: &Capitals,
    starts: &dyn Fn(usize) -> bool,
) -> Option<(Mention, usize)> {
    let first = words.first()?;
    let is_joined = |at: usize| {
        words.get(at).is_some_and(|next| {
            let between = &text[words[at - 1].span.end..next.span.start];
            let is_short = words[at - 1].text.chars().count() == 1
                || Title::of(words[at - 1].text).is_some_and(Title::is_abbreviation);
            between == " " || (is_short && matches!(between, ". " | "."))
        })
    };
    let is_name = |at: usize| {
        let word = &words[at];
        let lower = word.text.to_lowercase();
        let is_somebody = !NOBODY.contains(&lower.as_str()) && (!starts(word.span.start) || capitals.is_name(&lower));
        word.is_capitalized() && (is_somebody || capitals.is_typed(&lower) || capitals.is_typed_here(&words[at..]))
    };
    let title = Title::of(first.text).filter(|_| is_joined(1) && words.get(1).is_some_and(Word::is_capitalized));
    let is_lower = !first.is_capitalized();
    let title = title.filter(|title| !is_lower || !title.is_abbreviation());
    let start = usize::from(title.is_some());
    let mut end = start;
    while end < words.len() && (end == 0 || is_joined(end)) {
        if is_name(end) {
            end += 1;
            continue;
        }
        // A particle belongs to the name when a name follows it.
        let mut next = end;
        while next < words.len() && next < end + 3 && next > start && is_particle(words[next].text) && is_joined(next) {
            next += 1;
        }
        if next == end || next >= words.len() || !is_joined(next) || !is_name(next) {
            break;
        }
        end = next + 1;
    }
    if end == start {
        return None;
    }
    let parts = words[start..end]
        .iter()
        .flat_map(|word| word.text.split(['-', '‐', '‑']));
    let names = parts.map(str::to_lowercase).collect();
    Some((
        Mention {
            span: first.span.start..words[end - 1].span.end,
            paragraph: 0,
            title,
            names,
        },
        end,
    ))
}
