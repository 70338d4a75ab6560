//! What is looked for.

use jiff::Timestamp;
use jiff::tz::TimeZone;

use super::stop::is_stop_word;
use super::terms::{Foreign, Term, foreign, terms};
use super::times::{Anchored, Day, Days, anchored_in, day_of, days_in};
use super::traits::{Kind, Traits};
use super::vectors::{SentenceVector, TokenVectors};
use crate::emotion::Emotion;

/// What an encoder made of the text.
#[derive(Debug, Clone, PartialEq)]
pub struct EncodedQuery {
    /// One for each token: a word, or the rest of one with `##` before it.
    pub pieces: Vec<String>,
    pub tokens: TokenVectors,
    pub sentence: SentenceVector,
}

/// What a text asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Asks {
    When,
    HowLong,
    HowMany,
    Where,
    Who,
    Why,
    /// Yes or no, or what would be.
    Whether,
    How,
    What,
    /// Nothing: it is a statement.
    Nothing,
}

/// What is looked for: a message that was just sent, or a question.
#[derive(Debug, Clone)]
pub struct Query {
    pub(super) terms: Vec<Term>,
    pub(super) traits: Traits,
    pub(super) asks: Asks,
    pub(super) days: Vec<Days>,
    pub(super) anchored: Option<Anchored>,
    pub(super) today: Day,
    pub(super) now: Timestamp,
    pub(super) emotion: Emotion,
    pub(super) foreign: Foreign,
}

impl Query {
    /// `now` is when it is asked, in the zone where the reader lives.
    pub fn new(text: &str, now: Timestamp, zone: &TimeZone, emotion: Emotion) -> Self {
        let terms = terms(text);
        let traits = Traits::of(text, &terms);
        let today = day_of(now.to_zoned(zone.clone()).date());
        Self {
            asks: asks(&terms, &traits, foreign(text)),
            days: days_in(&terms, today),
            anchored: anchored_in(&terms),
            traits,
            terms,
            today,
            now,
            emotion,
            foreign: foreign(text),
        }
    }

    pub fn asks(&self) -> Asks {
        self.asks
    }

    /// Whether it is no question to be answered from memory. Most of a story are statements: there, words that only resemble each other
    /// mislead, and the feeling counts.
    pub fn is_statement(&self) -> bool {
        self.asks == Asks::Nothing
    }
}

/// What the first question word asks for. A question put to the other person ("do you…?") in the middle of talk is a statement too:
/// what matters there is what the talk is about.
fn asks(terms: &[Term], traits: &Traits, foreign: Foreign) -> Asks {
    // The words below are English: of another language only the mark at the end is known.
    let has_english = terms.iter().any(|term| term.is_stop);
    if traits.is_question && (foreign == Foreign::Yes || (foreign == Foreign::Perhaps && !has_english)) {
        return Asks::What;
    }
    let words: Vec<&str> = terms.iter().map(|term| term.form.as_str()).collect();
    let first = words.first().copied().unwrap_or_default();
    let is_opening = QUESTION_OPENINGS.contains(&first.split('\'').next().unwrap_or_default());
    if !is_opening && !traits.is_question {
        return Asks::Nothing;
    }
    if traits.count(Kind::SecondPerson) > 0 && !recollects(&words) {
        return Asks::Nothing;
    }
    words
        .iter()
        .enumerate()
        .find_map(|(index, word)| asks_at(word, words.get(index + 1).copied().unwrap_or_default()))
        .unwrap_or(if is_opening { Asks::Whether } else { Asks::Nothing })
}

/// "Do you remember…", "What did I tell you…": the answer is in what was said.
fn recollects(words: &[&str]) -> bool {
    let pairs = || words.windows(2);
    words.iter().any(|word| {
        matches!(
            *word,
            "remember" | "recall" | "remind" | "forget" | "forgot" | "remembered"
        )
    }) || pairs().any(|pair| {
        matches!(
            pair,
            ["i", "told" | "tell" | "said" | "mentioned"] | ["you", "told" | "tell" | "said" | "mentioned"]
        )
    }) || (words
        .first()
        .is_some_and(|first| matches!(*first, "what" | "when" | "where" | "who" | "which" | "why" | "how"))
        && words.iter().any(|word| matches!(*word, "did" | "was" | "were")))
}

const QUESTION_OPENINGS: [&str; 27] = [
    "what", "when", "where", "who", "whom", "whose", "which", "why", "how", "is", "are", "was", "were", "do", "does",
    "did", "has", "have", "had", "can", "could", "would", "will", "should", "might", "in", "based",
];

fn asks_at(word: &str, next: &str) -> Option<Asks> {
    let asks = match (word.split('\'').next().unwrap_or(word), next) {
        ("when", _) | ("what" | "which", "date" | "day" | "month" | "year" | "time") => Asks::When,
        ("how", "long" | "old" | "often") => Asks::HowLong,
        ("how", "many" | "much") => Asks::HowMany,
        ("where", _)
        | ("what" | "which", "city" | "country" | "state" | "place" | "places" | "location" | "town" | "park") => {
            Asks::Where
        }
        ("who" | "whose" | "whom", _) => Asks::Who,
        ("why", _) | ("what", "reason" | "motivated" | "inspired") => Asks::Why,
        ("how", _) => Asks::How,
        ("what" | "which", _) => Asks::What,
        ("would" | "might" | "likely", _) => Asks::Whether,
        _ => return None,
    };
    Some(asks)
}

/// Words of a query that match anything: they are left out when tokens are compared.
pub(super) fn is_skipped(word: &str) -> bool {
    const MORE: [&str; 16] = [
        "mention",
        "mentioned",
        "kind",
        "type",
        "types",
        "kinds",
        "according",
        "use",
        "used",
        "something",
        "someone",
        "name",
        "happen",
        "happened",
        "tell",
        "told",
    ];
    const KEPT: [&str; 20] = [
        "back", "gone", "going", "go", "went", "make", "made", "making", "take", "taken", "came", "come", "think",
        "know", "need", "good", "great", "see", "saw", "get",
    ];
    MORE.contains(&word) || !word.chars().any(char::is_alphanumeric) || (is_stop_word(word) && !KEPT.contains(&word))
}
