//! Which sentences of a message said a fact, so that they are known where they stand again: a fact that a model wrote
//! ("Guest lives in Oslo.") is said nowhere in its own words ("I live in Oslo.").

use std::collections::HashSet;

use super::normalise::{Echo, normalised};
use super::sentences::sentences;
use super::words::{content, stem};
use crate::markup::voices;

/// A sentence of fewer words ("Yes.", "Oslo, yes.") stands in other messages by chance: only a message that says nothing else
/// repeats it.
const FEWEST_WORDS: usize = 3;
/// Where a fact has no word in common with its message that says something, so many small ones must do ("My cat is Tom.").
const FEWEST_SMALL_WORDS: usize = 2;

/// What is to be looked for in other messages when a fact was found in this one. Sentences that share a content word with the
/// fact, whatever its ending, but for words of `names` (whom one talks to stands in every greeting); without any, those that
/// share most of its small words. A message that shares nothing with the fact, as it may be in another language, is known as a
/// whole. Empty for a message of few words that shares nothing.
pub fn sayings(message: &str, fact: &str, names: &str) -> Vec<Echo> {
    let spans = voices(message);
    let all: Vec<&str> = spans.iter().flat_map(|span| sentences(&span.text)).collect();
    let ignored: HashSet<String> = content(names).iter().map(|word| stem(word)).collect();
    let told: HashSet<String> = content(fact).iter().map(|word| stem(word)).collect();
    let tells = |sentence: &&&str| {
        let words = content(sentence);
        words
            .iter()
            .map(|word| stem(word))
            .any(|word| told.contains(&word) && !ignored.contains(&word))
    };
    let telling: Vec<&str> = all.iter().filter(tells).copied().collect();
    let telling = if telling.is_empty() {
        sharing_small_words(&all, fact)
    } else {
        telling
    };
    if telling.is_empty() {
        let whole = Echo::of_whole(message);
        let says_something = words(message).count() >= FEWEST_WORDS;
        return says_something.then_some(whole).into_iter().collect();
    }
    telling
        .into_iter()
        .map(|sentence| Echo::of_at_least(sentence, FEWEST_WORDS))
        .collect()
}

/// Whether a reply takes up what the message before it said of a fact ("So you live in Oslo."): it has a content word that both the
/// message and the fact have, but for words of `names`.
pub fn takes_up(reply: &str, (message, fact): (&str, &str), names: &str) -> bool {
    let (told, said, ignored, replied) = (stems_of(fact), stems_of(message), stems_of(names), stems_of(reply));
    told.intersection(&said)
        .any(|word| !ignored.contains(word) && replied.contains(word))
}

/// Whether a reply takes up what the message before it said once and does not say now ("So you live in Oslo."): it has a content word
/// of the former words that the present ones do not have, but for words of `names`.
pub fn takes_up_former(reply: &str, (former, now): (&str, &str), names: &str) -> bool {
    let (said, says, ignored, replied) = (stems_of(former), stems_of(now), stems_of(names), stems_of(reply));
    said.difference(&says)
        .any(|word| !ignored.contains(word) && replied.contains(word))
}

fn stems_of(text: &str) -> HashSet<String> {
    content(text).iter().map(|word| stem(word)).collect()
}

fn words(text: &str) -> impl Iterator<Item = String> {
    let words: Vec<String> = normalised(text).split(' ').map(str::to_owned).collect();
    words.into_iter().filter(|word| !word.is_empty())
}

fn sharing_small_words<'a>(all: &[&'a str], fact: &str) -> Vec<&'a str> {
    let told: HashSet<String> = words(fact).collect();
    let shared = |sentence: &str| {
        let said: HashSet<String> = words(sentence).collect();
        said.intersection(&told).count()
    };
    let most = all.iter().map(|sentence| shared(sentence)).max().unwrap_or(0);
    let shares_most = |sentence: &&&str| most >= FEWEST_SMALL_WORDS && shared(sentence) == most;
    all.iter().filter(shares_most).copied().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// After "I live in Oslo." was forgotten, "So you live in Oslo." still told a model of it.
    #[test]
    fn a_reply_that_takes_up_a_fact_is_known() {
        let check = |reply: &str| {
            takes_up(
                reply,
                ("I live in Oslo. It is late.", "Guest lives in Oslo."),
                "sherlock_holmes",
            )
        };
        assert!(check("So you live in Oslo.") && check("(smiles) Nice to meet you in *Oslo*, Guest."));
        assert!(!check("It is late indeed, Guest.") && !check("Good evening."));
    }

    /// After "I live in Oslo" was edited to "I live in Bergen", "So you live in Oslo" still told a model of it.
    #[test]
    fn a_reply_that_takes_up_former_words_is_known() {
        let check = |reply: &str| {
            takes_up_former(
                reply,
                ("I live in Oslo, Holmes.", "I live in Bergen."),
                "sherlock_holmes",
            )
        };
        assert!(check("So you live in Oslo.") && check("*Oslo!* (smiles)"));
        assert!(!check("How long have you lived there?") && !check("Holmes is my name. Bergen is far."));
    }

    #[test]
    fn the_sentence_that_said_a_fact_is_known_where_it_stands_again() {
        let check = |source: &str, fact: &str, message: &str, expected: bool| {
            let found = sayings(source, fact, "sherlock_holmes")
                .iter()
                .any(|echo| echo.is_in(message));
            assert_eq!(found, expected, "{source:?} for {fact:?} in {message:?}");
        };
        let oslo = "Guest lives in Oslo.";
        check("I live in Oslo.", oslo, "As I said: i live in *oslo*!", true);
        check("(sits) I live in Oslo. It is late.", oslo, "I live in Oslo. Why?", true);
        check("(sits) I live in Oslo. It is late.", oslo, "(waits) It is late.", false);
        check(
            "Good evening, Holmes. I live in Oslo.",
            "Guest told Holmes of Oslo.",
            "Good evening, Holmes.",
            false,
        );
        check("Yes.", oslo, "Yes.", false);
        check("Yes, I do.", oslo, "Yes, I do.", true);
        check("Yes, I do.", oslo, "Yes, I do. And you?", false);
        check("Oslo, yes.", oslo, "Oslo, yes.", true);
        check("Oslo, yes.", oslo, "Oslo, yes. Or Bergen.", false);
        check(
            "My cat is Tom. So it is.",
            "Guest's cat is Tom.",
            "Well, my cat is Tom.",
            true,
        );
        check("My cat is Tom. So it is.", "Guest's cat is Tom.", "So it is.", false);
        check(
            "Hastanede hemşireyim ben.",
            "Guest is a nurse.",
            "hastanede hemşireyim ben",
            true,
        );
        check(
            "Oslo'da yaşıyorum, evet.",
            oslo,
            "Evet. Oslo'da yaşıyorum, evet. Ya sen?",
            true,
        );
        check("我住在奥斯陆。", "客人住在奥斯陆。", "对，我住在奥斯陆。", true);
        check("", oslo, "", false);
    }
}
