//! The words of feeling, loaded once from the files in `words`.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::EmotionLabel;
use super::tokens::shortened;

/// What a word or phrase says by itself.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Entry {
    pub label: EmotionLabel,
    pub valence: f32,
    pub arousal: f32,
}

type Phrase = (Vec<&'static str>, Entry);

/// The words and phrases of one language.
#[derive(Debug, Default)]
pub struct Lexicon {
    words: HashMap<&'static str, Entry>,
    /// Beginnings of words that any ending may follow.
    stems: HashMap<&'static str, Entry>,
    /// Phrases by their first word and the first two letters of their second, the longest first; a last word ending in a star may
    /// have any ending.
    phrases: HashMap<&'static str, HashMap<&'static str, Vec<Phrase>>>,
    /// The longest stem, in bytes.
    longest_stem: usize,
}

/// A word that was found, and the ending that followed its stem.
#[derive(Debug, Clone, Copy)]
pub struct Found<'a> {
    pub entry: Entry,
    pub ending: &'a str,
}

/// The languages with a lexicon; in a tie the first wins.
pub const LANGUAGES: [&str; 5] = ["en", "tr", "de", "fr", "es"];

/// Shorter beginnings of a word, in letters, say nothing.
const SHORTEST_STEM: usize = 3;

static LEXICONS: LazyLock<[Lexicon; 5]> = LazyLock::new(|| {
    [
        include_str!("words/english.txt"),
        include_str!("words/turkish.txt"),
        include_str!("words/german.txt"),
        include_str!("words/french.txt"),
        include_str!("words/spanish.txt"),
    ]
    .map(Lexicon::read)
});

static TYPED: LazyLock<HashMap<&'static str, Entry>> =
    LazyLock::new(|| lines(include_str!("words/typed.txt")).collect());

static PICTURED: LazyLock<HashMap<char, Entry>> = LazyLock::new(|| {
    let code = |text: &str| char::from_u32(u32::from_str_radix(text.strip_prefix("U+")?, 16).ok()?);
    TYPED
        .iter()
        .filter_map(|(text, entry)| Some((code(text)?, *entry)))
        .collect()
});

/// The lexicon of a language of [`LANGUAGES`], by its place there.
pub fn lexicon(place: usize) -> &'static Lexicon {
    &LEXICONS[place]
}

/// The emoticon that a chunk between spaces is or ends with, and what stands before it.
pub fn typed_at_end(chunk: &str) -> Option<(&str, Entry)> {
    // Nearly every chunk is a plain word.
    if chunk.len() > 4 && chunk.bytes().rev().take(4).all(|byte| byte.is_ascii_alphanumeric()) {
        return None;
    }
    let chunk = chunk.trim_end_matches(['*', '_', '.', ',', '!']);
    if let Some(entry) = TYPED.get(chunk) {
        return Some(("", *entry));
    }
    let starts = chunk.char_indices().rev().map(|(at, _)| at).take(4);
    starts
        .filter(|at| *at > 0 && !chunk[..*at].ends_with(|c: char| c.is_ascii_digit()))
        .filter(|at| !chunk[*at..].starts_with(char::is_alphanumeric))
        .filter_map(|at| Some((&chunk[..at], *TYPED.get(&chunk[at..])?)))
        .last()
}

/// What an emoticon that is one character shows.
pub fn pictured(letter: char) -> Option<Entry> {
    (!letter.is_alphanumeric()).then(|| PICTURED.get(&letter).copied())?
}

fn lines(file: &'static str) -> impl Iterator<Item = (&'static str, Entry)> {
    file.lines().filter_map(|line| {
        let mut fields = line.split('\t');
        let text = fields.next()?;
        let label = EmotionLabel::named(fields.next()?)?;
        let valence = fields.next()?.parse().ok()?;
        let arousal = fields.next()?.parse().ok()?;
        Some((
            text,
            Entry {
                label,
                valence,
                arousal,
            },
        ))
    })
}

/// The first two letters of a word, or all of a shorter one.
fn beginning(word: &str) -> &str {
    let end = word.char_indices().nth(2).map_or(word.len(), |(end, _)| end);
    &word[..end]
}

impl Lexicon {
    fn read(file: &'static str) -> Self {
        let mut lexicon = Self::default();
        for (text, entry) in lines(file) {
            if text.contains(' ') {
                let words: Vec<&str> = text.split(' ').collect();
                let by_second = lexicon.phrases.entry(words[0]).or_default();
                by_second.entry(beginning(words[1])).or_default().push((words, entry));
            } else if let Some(stem) = text.strip_suffix('*') {
                lexicon.longest_stem = lexicon.longest_stem.max(stem.len());
                lexicon.stems.insert(stem, entry);
            } else {
                lexicon.words.insert(text, entry);
            }
        }
        for phrases in lexicon.phrases.values_mut().flat_map(HashMap::values_mut) {
            phrases.sort_by_key(|(words, _)| std::cmp::Reverse(words.len()));
        }
        lexicon
    }

    /// The longest phrase that the words begin with, and how many words it takes.
    pub fn phrase(&self, words: &[&str]) -> Option<(Entry, usize)> {
        let phrases = self.phrases.get(words.first()?)?.get(beginning(words.get(1)?))?;
        let fits = |phrase: &[&str]| {
            phrase.len() <= words.len()
                && phrase
                    .iter()
                    .zip(words)
                    .all(|(wanted, word)| match wanted.strip_suffix('*') {
                        Some(stem) => word.starts_with(stem),
                        None => word == wanted,
                    })
        };
        let (words, entry) = phrases.iter().find(|(phrase, _)| fits(phrase))?;
        Some((*entry, words.len()))
    }

    /// The word, as it stands, after an elided article ("l'amour"), or drawn out ("sooo happyyy").
    pub fn word<'a>(&self, word: &'a str) -> Option<Found<'a>> {
        if let Some(found) = self.spelled(word) {
            return Some(found);
        }
        if let Some((_, rest)) = word.split_once('\'')
            && let Some(found) = self.spelled(rest)
        {
            return Some(found);
        }
        let drawn_out = |most| self.spelled(&shortened(word, most)?).map(|found| found.entry);
        let entry = drawn_out(2).or_else(|| drawn_out(1))?;
        Some(Found { entry, ending: "" })
    }

    fn spelled<'a>(&self, word: &'a str) -> Option<Found<'a>> {
        if let Some(entry) = self.words.get(word) {
            return Some(Found {
                entry: *entry,
                ending: "",
            });
        }
        if self.stems.is_empty() {
            return None;
        }
        let ends = word.char_indices().map(|(at, letter)| at + letter.len_utf8());
        let long_enough = |place: &(usize, usize)| place.0 + 1 >= SHORTEST_STEM;
        let ends = (0..).zip(ends).filter(long_enough).map(|(_, end)| end);
        let ends = ends.take_while(|end| *end <= self.longest_stem);
        // The longest stem wins, so all of them are tried.
        let found = ends.filter_map(|end| Some((end, *self.stems.get(&word[..end])?)));
        let (end, entry) = found.last()?;
        Some(Found {
            entry,
            ending: &word[end..],
        })
    }

    /// How many words and phrases it holds.
    #[cfg(test)]
    pub fn len(&self) -> usize {
        self.words.len()
            + self.stems.len()
            + self
                .phrases
                .values()
                .flat_map(HashMap::values)
                .map(Vec::len)
                .sum::<usize>()
    }
}
