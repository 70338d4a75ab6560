//! What a text is about: a few of its own words as tags, and the names in it. Found without a model, so that recall never waits
//! for one, in any language whose words can be told apart.

#[cfg(test)]
mod tests;

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use crate::search::{Word, words};

/// At most so many tags are found in a text.
pub const MOST_TAGS: usize = 8;
/// At most so many tags a memory has, those of a reader or a file among them.
pub const MOST_TAGS_KEPT: usize = 16;
/// The longest tag, in characters.
pub const MOST_TAG_CHARS: usize = 60;
/// At most so many names are found in a text.
const MOST_NAMES: usize = 6;
/// Words that share so many letters at their beginning count as the same.
const STEM: usize = 4;
/// Of a longer text, only so many words are looked at.
const MOST_WORDS: usize = 2_000;

/// Common words of many languages that say nothing about a topic, folded as for the search.
static COMMON: LazyLock<HashSet<String>> = LazyLock::new(|| {
    let folded = |word: &str| words(word).into_iter().map(|word| word.folded).collect();
    include_str!("tags/common.txt").split_whitespace().map(folded).collect()
});

/// What was found in texts that belong together.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tags {
    /// The most telling first; small letters, without accents.
    pub keywords: Vec<String>,
    /// Names of people, places and things, in the same form.
    pub names: Vec<String>,
}

#[derive(Debug, Default)]
struct Found {
    /// How much it counts.
    count: f32,
    first: usize,
    is_name: bool,
}

/// The tags of texts that belong together, such as a message and its reply: what is said in the first one counts more.
pub fn tags(texts: &[&str]) -> Tags {
    let mut found: HashMap<String, Found> = HashMap::new();
    let mut place = 0;
    for (text, order) in texts.iter().zip(0_u8..) {
        let counts = if order == 0 { 1.5 } else { 1.0 };
        for (tag, is_name) in candidates(text) {
            place += 1;
            let entry = found.entry(tag).or_insert(Found {
                first: place,
                ..Found::default()
            });
            entry.count += counts;
            entry.is_name |= is_name;
        }
    }
    let mut found: Vec<(String, Found, f32)> = found
        .into_iter()
        .map(|(tag, found)| {
            let score = score(&tag, &found);
            (tag, found, score)
        })
        .collect();
    found.sort_by(|one, other| other.2.total_cmp(&one.2).then(one.1.first.cmp(&other.1.first)));
    let names = found
        .iter()
        .filter(|(_, found, _)| found.is_name)
        .map(|(tag, _, _)| tag.clone());
    Tags {
        names: names.take(MOST_NAMES).collect(),
        keywords: found.into_iter().take(MOST_TAGS).map(|(tag, _, _)| tag).collect(),
    }
}

/// Often said, long, and a name: each makes a word more telling.
fn score(tag: &str, found: &Found) -> f32 {
    #[expect(clippy::cast_precision_loss, reason = "at most ten")]
    let length = tag.chars().count().min(10) as f32 / 10.0;
    found.count.sqrt() * (1.0 + length) + if found.is_name { 1.0 } else { 0.0 }
}

/// A tag as it is compared: one of the reader's or of a file, in the form in which tags are found; none when nothing is left.
pub fn tidy_tag(tag: &str) -> Option<String> {
    let folded: Vec<String> = words(tag).into_iter().map(|word| word.folded).collect();
    let tag: String = folded.join(" ").chars().take(MOST_TAG_CHARS).collect();
    (!tag.is_empty()).then(|| tag.trim().to_owned())
}

/// Tags as a memory keeps them: tidied, without duplicates, at most [`MOST_TAGS_KEPT`].
pub fn tidy_tags(tags: &[String]) -> Vec<String> {
    let mut tidy: Vec<String> = Vec::new();
    for tag in tags.iter().filter_map(|tag| tidy_tag(tag)) {
        if tidy.len() < MOST_TAGS_KEPT && !tidy.contains(&tag) {
            tidy.push(tag);
        }
    }
    tidy
}

/// Tags without those that share a word with what is forgotten, as they may come from there; but not those whose word is also one
/// of the memory's own. Words that begin alike count as one.
pub fn tags_without(tags: &[String], forgotten: &str, own: &str) -> Vec<String> {
    let stems = |text: &str| -> HashSet<String> {
        let telling = words(text).into_iter().filter(|word| !COMMON.contains(&word.folded));
        telling.map(|word| word.folded.chars().take(STEM).collect()).collect()
    };
    let (forgotten, own) = (stems(forgotten), stems(own));
    let may_stay = |tag: &&String| {
        stems(tag)
            .iter()
            .all(|stem| !forgotten.contains(stem) || own.contains(stem))
    };
    tags.iter().filter(may_stay).cloned().collect()
}

/// The words of a text that may be tags, in order, and whether each is written as a name.
fn candidates(text: &str) -> Vec<(String, bool)> {
    let mut words = words(text);
    words.truncate(MOST_WORDS);
    let is_capital = |word: &Word| text[word.start..].chars().next().is_some_and(char::is_uppercase);
    let capitals = words.iter().filter(|word| is_capital(word)).count();
    // Where most words have capitals (a title, shouting, German nouns) they tell nothing.
    let names_are_told = capitals * 5 <= words.len().max(5) * 2;
    let mut found = Vec::new();
    let mut before: Option<&Word> = None;
    for (index, word) in words.iter().enumerate() {
        if word.is_character {
            // Two characters make a word in most scripts without spaces.
            if let Some(next) = words
                .get(index + 1)
                .filter(|next| next.is_character && next.start == word.end)
            {
                let pair = format!("{}{}", word.folded, next.folded);
                if !COMMON.contains(&pair) {
                    found.push((pair, false));
                }
            }
        } else if let Some(tag) = keyword(&word.folded) {
            let begins = before.is_none_or(|before| ends_sentence(&text[before.end..word.start]));
            found.push((tag, names_are_told && is_capital(word) && !begins));
        }
        before = Some(word);
    }
    found
}

/// Whether a sentence, a quotation or a line begins after this.
fn ends_sentence(between: &str) -> bool {
    between.chars().any(|character| {
        matches!(
            character,
            '.' | '!' | '?' | '…' | ':' | '\n' | '"' | '“' | '”' | '«' | '»' | '*' | '。' | '(' | '—'
        )
    })
}

/// A word that says something, in the form that its plural shares.
fn keyword(word: &str) -> Option<String> {
    let letters = word.chars().count();
    let is_year = letters == 4 && word.chars().all(|character| character.is_ascii_digit());
    if word.chars().all(char::is_numeric) && !is_year || letters < 3 || COMMON.contains(word) {
        return None;
    }
    let single = singular(word);
    (!COMMON.contains(&single)).then_some(single)
}

/// Without the ending that English and its neighbours put behind several of a thing.
fn singular(word: &str) -> String {
    let letters = word.len();
    if !word.is_ascii() || letters < 4 {
        return word.to_owned();
    }
    if let Some(stem) = word.strip_suffix("ies").filter(|_| letters > 5) {
        return format!("{stem}y");
    }
    let is_single = ["ss", "us", "is", "as", "os"]
        .iter()
        .any(|ending| word.ends_with(ending));
    match word.strip_suffix('s').filter(|_| !is_single) {
        Some(stem) => ["che", "she", "sse", "xe"]
            .iter()
            .find(|ending| stem.ends_with(**ending))
            .map_or(stem, |_| &stem[..stem.len() - 1])
            .to_owned(),
        None => word.to_owned(),
    }
}
