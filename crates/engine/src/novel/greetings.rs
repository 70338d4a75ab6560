//! Which of a character's lines would do as the first words of a talk.

use super::mentions::words;
use super::sentences::sentences;

/// Bounds of a greeting, in characters.
const SHORTEST: usize = 12;
const LONGEST: usize = 160;
/// What it must be worth at least.
const LEAST: i32 = 5;

/// What people say when they meet somebody, in lower case.
const MEETING: [&str; 26] = [
    "how do you do",
    "how are you",
    "good morning",
    "good day",
    "good evening",
    "good afternoon",
    "good to see you",
    "glad to see you",
    "happy to see you",
    "delighted to see you",
    "pleased to meet you",
    "pleasure to meet you",
    "pleasure of seeing you",
    "who are you",
    "what is your name",
    "what’s your name",
    "welcome",
    "come in",
    "sit down",
    "hello",
    "merhaba",
    "hoş geldin",
    "günaydın",
    "iyi akşamlar",
    "nasılsın",
    "kimsin",
];
/// First words of a line that answers, goes on or points back.
const BACK: [&str; 42] = [
    "yes",
    "no",
    "but",
    "and",
    "or",
    "nor",
    "so",
    "then",
    "because",
    "that",
    "those",
    "it",
    "he",
    "she",
    "they",
    "him",
    "her",
    "his",
    "their",
    "them",
    "this",
    "these",
    "true",
    "indeed",
    "certainly",
    "exactly",
    "perhaps",
    "not",
    "very",
    "neither",
    "yet",
    "also",
    "if",
    "though",
    "evet",
    "hayır",
    "ama",
    "çünkü",
    "o",
    "bu",
    "belki",
    "peki",
];
/// Words for somebody or something that only a reader of the scene knows.
const ABSENT: [&str; 18] = [
    "he",
    "she",
    "him",
    "her",
    "his",
    "hers",
    "they",
    "them",
    "their",
    "theirs",
    "himself",
    "herself",
    "themselves",
    "those",
    "such",
    "it",
    "that",
    "same",
];

/// How well a line would do as the first words to somebody; nothing if it would not. It has to stand alone: a name or a "she" in it
/// means somebody whom the one it is said to does not know.
pub fn fitness(line: &str) -> Option<i32> {
    let length = line.chars().count();
    let found = words(line);
    let first = found.first()?.text.to_lowercase();
    let ends = line.trim_end().ends_with(['.', '!', '?', '…']);
    let is_quoted = line.contains(['“', '”', '"', '«', '»', '(', '[', '_']);
    if !(SHORTEST..=LONGEST).contains(&length) || !ends || is_quoted || line.contains(['—', '–']) {
        return None;
    }
    let lower: Vec<String> = found.iter().map(|word| word.text.to_lowercase()).collect();
    let says = |word: &str| lower.iter().any(|own| own == word);
    let meets = MEETING
        .iter()
        .filter(|phrase| line.to_lowercase().contains(**phrase))
        .count();
    if BACK.contains(&first.as_str()) || ABSENT.iter().any(|word| says(word)) || names_somebody(line) {
        return None;
    }
    let speaks_to = ["you", "your", "sen", "siz", "sizi", "seni"]
        .iter()
        .any(|word| says(word));
    let is_polite = ["please", "sir", "madam", "pray", "lütfen"]
        .iter()
        .any(|word| says(word));
    let is_here = ["here", "today", "tonight", "burada", "bugün"]
        .iter()
        .any(|word| says(word));
    let worth = i32::try_from(meets.min(2)).unwrap_or_default() * 6
        + i32::from(speaks_to) * 3
        + i32::from(is_polite)
        + i32::from(is_here)
        + i32::from(line.trim_end().ends_with('?'))
        - i32::from(sentences(line).len() > 3)
        - i32::from(says("mean") || says("sorry") || says("beg")) * 3;
    (worth >= LEAST).then_some(worth)
}

/// Whether a capital stands inside a sentence, but for "I": a name.
fn names_somebody(line: &str) -> bool {
    sentences(line).into_iter().any(|span| {
        words(&line[span]).iter().skip(1).any(|word| {
            let bare = word.text.split(['’', '\'']).next().unwrap_or_default();
            word.is_capitalized() && bare != "I"
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_greeting_stands_alone_and_speaks_to_somebody() {
        for line in [
            "How do you do?",
            "Would you tell me, please, which way I ought to go from here?",
            "Good evening. What may I do for you?",
            "Come in, and sit down by the fire.",
            "Would you like a cup of tea, sir?",
            "Hoş geldin, nasılsın?",
        ] {
            assert!(fitness(line).is_some(), "{line}");
        }
        assert!(fitness("How do you do?") > fitness("Would you like a cup of tea, sir?"));
        for line in [
            "Yes, you are right about the whole of it.",
            "He told you that I was ill.",
            "You must not believe what Jane says of me.",
            "I went to the sea.",
            "Do you really think so?",
            "I beg your pardon, sir, you had got to the fifth bend, I think?",
            "You!",
            "If you please, I would rather stay where I am.",
            "You said, “come here,” and went.",
            "And what do you think of this?",
            "You know very well that",
            "",
        ] {
            assert_eq!(fitness(line), None, "{line}");
        }
    }
}
