//! From a text to the terms that are compared: words without case and accents, English ones by their stem.
//!
//! A word of another language is compared by its first letters besides (the "rough" term): Turkish, Finnish or Russian words change at
//! their ends, and cutting all words at five letters finds as much as a real stemmer (Can et al., JASIST 59/3, 2008, for Turkish).
//! Scripts without spaces are compared by pairs of characters.

use crate::language::written_in;
use crate::search::words;

use super::irregular::base_of;
use super::porter::stem;
use super::stop::is_stop_word;

/// How many letters of a word in another language than English are compared.
const ROUGH_LETTERS: usize = 5;
/// What marks a rough term; no word contains it.
const ROUGH_MARK: char = '~';

/// A word of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Term {
    /// Folded, with its apostrophe: "don't".
    pub form: String,
    /// What is compared.
    pub stem: String,
    /// Whether it says little about a topic.
    pub is_stop: bool,
    /// Whether it is written with a capital letter where no sentence begins.
    pub is_capital: bool,
}

/// The terms of a text, in order.
pub fn terms(text: &str) -> Vec<Term> {
    let text = text.replace('\u{2019}', "'");
    let mut terms: Vec<Term> = Vec::new();
    let mut end_before = 0;
    let mut character_before: Option<String> = None;
    for word in words(&text) {
        let between = &text[end_before..word.start];
        let joined = between == "'" && !terms.is_empty() && end_before > 0;
        let first = text[word.start..].chars().next().unwrap_or(' ');
        let begins = end_before == 0 || between.contains(['.', '!', '?', '\n', ':', '"', '*']);
        end_before = word.end;
        if word.is_character {
            let pair = character_before
                .as_ref()
                .filter(|_| between.is_empty())
                .map(|before| format!("{before}{}", word.folded));
            character_before = Some(word.folded.clone());
            terms.push(content_term(pair.unwrap_or(word.folded)));
            continue;
        }
        character_before = None;
        if joined && join(&mut terms, &word.folded) {
            continue;
        }
        terms.push(term_of(word.folded, first.is_uppercase() && !begins));
    }
    terms
}

/// Joins what follows an apostrophe to the word before it. False when it stands for itself: in "l'ami" the word is "ami".
fn join(terms: &mut Vec<Term>, rest: &str) -> bool {
    let Some(before) = terms.last_mut() else { return false };
    match rest {
        "s" => {
            // Of a pronoun it is "is", of a name the possessive: the word is the same either way.
            let form = format!("{}'s", before.form);
            before.is_stop = before.is_stop || is_stop_word(&form);
            before.form = form;
            true
        }
        "t" | "m" | "re" | "ve" | "ll" | "d" => {
            let is_capital = before.is_capital;
            *before = term_of(format!("{}'{rest}", before.form), is_capital);
            true
        }
        _ if before.form.chars().count() <= 2 => {
            terms.pop();
            false
        }
        // "İstanbul'da": an ending after a name.
        _ => true,
    }
}

fn term_of(form: String, is_capital: bool) -> Term {
    let is_stop = is_stop_word(&form);
    let stem = match base_of(&form) {
        Some(base) => stem(base),
        None => stem(&form),
    };
    Term {
        form,
        stem,
        is_stop,
        is_capital,
    }
}

fn content_term(form: String) -> Term {
    Term {
        stem: form.clone(),
        form,
        is_stop: false,
        is_capital: false,
    }
}

/// Whether a text may be in another language than English: certainly, possibly (too short to tell), or not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Foreign {
    Yes,
    Perhaps,
    No,
}

pub fn foreign(text: &str) -> Foreign {
    match written_in(text) {
        Some("en") => Foreign::No,
        Some(_) => Foreign::Yes,
        None => Foreign::Perhaps,
    }
}

/// The rough term of a word; none for short words and numbers.
pub fn rough(term: &Term) -> Option<String> {
    let letters = term.form.chars().take_while(|character| *character != '\'').count();
    let is_word = term.form.chars().all(|character| !character.is_ascii_digit());
    (letters > ROUGH_LETTERS - 1 && is_word && !term.is_stop).then(|| {
        let mut rough = String::from(ROUGH_MARK);
        rough.extend(term.form.chars().take(ROUGH_LETTERS));
        rough
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stems(text: &str) -> String {
        let terms: Vec<_> = terms(text)
            .into_iter()
            .filter(|term| !term.is_stop)
            .map(|term| term.stem)
            .collect();
        terms.join(" ")
    }

    #[test]
    fn words_are_compared_by_their_stems() {
        assert_eq!(
            stems("She didn't go hiking with Melanie's children"),
            "hike melani child"
        );
        assert_eq!(stems("They\u{2019}d bought three paintings"), "bui 3 paint");
        assert_eq!(stems(""), "");
        assert_eq!(stems("?!"), "");
    }

    #[test]
    fn other_scripts_and_languages_have_terms() {
        assert_eq!(stems("東京へ行く"), "東 東京 京へ へ行 行く");
        assert_eq!(stems("l'ami d'hier"), "ami hier");
        assert_eq!(stems("İstanbul'da yağmur"), "istanbul yagmur");
        let words = terms("yağmurlarda");
        assert_eq!(rough(&words[0]).as_deref(), Some("~yagmu"));
    }

    #[test]
    fn capitals_count_within_a_sentence_only() {
        let capital: Vec<_> = terms("Yesterday we met Anna. Then home.")
            .into_iter()
            .map(|term| term.is_capital)
            .collect();
        assert_eq!(capital, [false, false, false, true, false, false]);
    }
}
