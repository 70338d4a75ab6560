//! Words, for comparing short English texts; other languages come through as words without the finer points.

use std::collections::HashSet;

/// English words that say nothing about the topic; shorter ones than four letters are never looked at.
const EMPTY_WORDS: [&str; 74] = [
    "about",
    "again",
    "also",
    "always",
    "another",
    "anything",
    "away",
    "because",
    "been",
    "before",
    "being",
    "come",
    "could",
    "does",
    "doing",
    "done",
    "down",
    "each",
    "even",
    "ever",
    "every",
    "from",
    "give",
    "going",
    "good",
    "have",
    "having",
    "hello",
    "here",
    "into",
    "just",
    "know",
    "like",
    "made",
    "make",
    "many",
    "mean",
    "more",
    "most",
    "much",
    "must",
    "never",
    "only",
    "other",
    "over",
    "please",
    "really",
    "said",
    "same",
    "shall",
    "should",
    "some",
    "something",
    "such",
    "take",
    "tell",
    "than",
    "that",
    "their",
    "them",
    "then",
    "there",
    "these",
    "they",
    "thing",
    "think",
    "this",
    "very",
    "want",
    "well",
    "were",
    "what",
    "when",
    "your",
];
const MORE_EMPTY_WORDS: [&str; 12] = [
    "where", "which", "while", "will", "with", "would", "yours", "yourself", "those", "through", "though", "you're",
];

/// The words as written, with their apostrophes inside.
pub fn tokens(text: &str) -> Vec<&str> {
    text.split(|character: char| !(character.is_alphanumeric() || "'’".contains(character)))
        .map(|word| word.trim_matches(['\'', '’']))
        .filter(|word| !word.is_empty())
        .collect()
}

/// The words in small letters.
pub fn words(text: &str) -> Vec<String> {
    tokens(text)
        .into_iter()
        .map(|word| word.to_lowercase().replace('’', "'"))
        .collect()
}

/// The words that carry meaning, each once.
pub fn content_words(text: &str) -> HashSet<String> {
    let empty = |word: &str| EMPTY_WORDS.contains(&word) || MORE_EMPTY_WORDS.contains(&word);
    words(text)
        .into_iter()
        .filter(|word| word.chars().count() >= 4 && !empty(word))
        .collect()
}

/// Whether two words are the same but for their ending: "violin", "violins"; "deduce", "deduction".
pub fn akin(one: &str, other: &str) -> bool {
    const SHARED: usize = 5;
    one == other
        || (one
            .chars()
            .zip(other.chars())
            .take_while(|(one, other)| one == other)
            .count()
            >= SHARED)
}

/// Every run of `length` words.
pub fn runs(words: &[String], length: usize) -> HashSet<&[String]> {
    words.windows(length).collect()
}

/// Which part of the first text's three-word runs stands in the second too, from 0 to 1; 0 for fewer than three words.
pub fn shared_trigrams(of: &[String], with: &[String]) -> f32 {
    let (ours, theirs) = (runs(of, 3), runs(with, 3));
    if ours.is_empty() {
        return 0.0;
    }
    let shared = ours.iter().filter(|run| theirs.contains(*run)).count();
    #[expect(clippy::cast_precision_loss, reason = "a draft has a few dozen words")]
    let part = shared as f32 / ours.len() as f32;
    part
}

/// Whether the word stands in a list whose words are parted by spaces.
pub fn is_listed(list: &str, word: &str) -> bool {
    list.split_whitespace().any(|listed| listed == word)
}
