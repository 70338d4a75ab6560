//! Speakers who are named beside a quotation with a verb of speech.

use std::ops::Range;

use super::{Rule, Speaker, verbs};
use crate::novel::mentions::{Capitals, Mention, Word, run, run_in_clause, words};
use crate::novel::names::{Gender, Title};
use crate::novel::quotations::Quotation;
use crate::novel::text::NovelText;

/// How far before a quotation its verb of speech may stand, in words.
const FARTHEST_VERB: usize = 14;
/// … and how far, where the name does not stand beside it.
const NEAR_VERB: usize = 5;
/// Words of a tag that are looked at.
const TAG: usize = 4;

/// The speaker that stands beside a quotation; `around` reaches to the neighbouring quotations or the ends of the paragraph.
pub(super) fn direct(text: &str, quotation: &Range<usize>, around: Range<usize>, capitals: &Capitals) -> Speaker {
    let inside = text[quotation.clone()].trim_end_matches(['”', '’', '"', '\'', '»', '“', '‘', '_', '*', ' ']);
    let ends_sentence = inside.ends_with('.') && !inside.ends_with("..");
    let after = &text[quotation.end..around.end];
    let before = &text[around.start..quotation.start];
    let found = if ends_sentence {
        None
    } else {
        after_quotation(after, inside.ends_with(','), capitals)
    };
    let (rule, mention, base) = match found {
        Some((rule, mention)) => (rule, mention, quotation.end),
        None => match before_quotation(before, capitals) {
            Some((rule, mention)) => (rule, mention, around.start),
            None => return Speaker::nobody(),
        },
    };
    let mention = mention.map(|mention| Mention {
        span: base + mention.span.start..base + mention.span.end,
        ..mention
    });
    Speaker {
        mention,
        is_narrator: rule == Rule::FirstPerson,
        rule,
    }
}

type Found = (Rule, Option<Mention>);

/// "…," said Alice — and: "…," Alice said
fn after_quotation(text: &str, goes_on: bool, capitals: &Capitals) -> Option<Found> {
    let lead = text.trim_start_matches(|letter: char| {
        letter.is_whitespace() || matches!(letter, '—' | '–' | '-' | ',' | '_' | '(')
    });
    let offset = text.len() - lead.len();
    let clause = &lead[..clause_end(lead)];
    let words = words(clause);
    let first = words.first()?;
    let shift = |mut mention: Mention| {
        mention.span = offset + mention.span.start..offset + mention.span.end;
        mention
    };
    if verbs::is_speech(first.text) {
        if words.get(1).is_some_and(|word| word.text == "I") {
            return Some((Rule::FirstPerson, None));
        }
        // "went on Syme", "broke in Alice"
        let from = 1 + usize::from(words.get(1).is_some_and(|word| verbs::is_adverb_of_verb(word.text)));
        if let Some((mention, _)) = person(clause, &words[from..], capitals) {
            return Some((Rule::VerbName, Some(shift(mention))));
        }
        return is_described(clause, &words[1..]).then_some((Rule::Described, None));
    }
    if first.text == "I" {
        return said(clause, &words, 1).then_some((Rule::FirstPerson, None));
    }
    if verbs::is_pronoun(first.text) {
        return said(clause, &words, 1).then_some((Rule::Described, None));
    }
    let (mention, count) = person(clause, &words, capitals).or_else(|| new_name(clause, &words, capitals))?;
    // A new sentence: what leads to the next quotation, or tells what somebody did, says nothing of this one.
    let is_action = words[count..]
        .iter()
        .find(|word| verbs::is_speech(word.text))
        .is_some_and(|word| verbs::is_action(word.text));
    if !goes_on && (is_action || text.trim_end().ends_with([':', ','])) {
        return None;
    }
    said(clause, &words, count).then(|| (Rule::NameVerb, Some(shift(mention))))
}

/// Alice said, "…"
fn before_quotation(text: &str, capitals: &Capitals) -> Option<Found> {
    let trimmed = text.trim_end_matches(['_', '*', ' ', '\n']);
    if trimmed.is_empty()
        || !trimmed.ends_with([',', ':', '—', '-']) && trimmed.ends_with(|letter: char| !letter.is_alphanumeric())
    {
        return None;
    }
    let start = last_sentence(trimmed);
    let clause = &trimmed[start..];
    let words = words(clause);
    // The last verb of speech, not too far away, with a name beside it.
    let at = (0..words.len()).rev().find(|at| verbs::is_speech(words[*at].text))?;
    if words.len() - at > FARTHEST_VERB {
        return None;
    }
    let after = person(clause, &words[at + 1..], capitals)
        .map(|(mention, _)| mention)
        .filter(|mention| {
            let follows = clause[words[at].span.end..mention.span.start].trim().is_empty();
            follows && (at == 0 || words[at - 1].text == "and")
        });
    let found = match after {
        Some(mention) => (Rule::Before, Some(mention)),
        None => subject(clause, &words, at, capitals).or_else(|| far_subject(clause, &words, at, capitals))?,
    };
    Some((found.0, found.1.map(|mention| super::moved(mention, start))))
}

/// The name that stands before the verb, with nothing but an adverb or "had" between them.
fn subject(clause: &str, words: &[Word<'_>], verb: usize, capitals: &Capitals) -> Option<Found> {
    let mut end = verb;
    while end > 0 && verbs::may_stand_between(words[end - 1].text) {
        end -= 1;
    }
    if end > 0 && words[end - 1].text == "I" {
        return Some((Rule::FirstPerson, None));
    }
    let between = &clause[words.get(end.checked_sub(1)?)?.span.end..words[end].span.start];
    if !between.trim().is_empty() {
        return None;
    }
    // The first name that reaches up to the verb is the whole name, with its title.
    let (at, found) = (0..end).find_map(|at| {
        let (mention, count) = run(clause, &words[at..], capitals)?;
        (at + count == end).then_some((at, mention))
    })?;
    if is_governed(words, at) {
        return None;
    }
    Some((Rule::Before, Some(found)))
}

/// The name that the sentence is about, where the verb of speech is its last: "Alice looked up and said", "Alice ran on, crying".
fn far_subject(clause: &str, words: &[Word<'_>], verb: usize, capitals: &Capitals) -> Option<Found> {
    let before = verb.checked_sub(1)?;
    let after_comma = clause[words[before].span.end..words[verb].span.start].contains(',');
    let is_last = words[before].text == "and" || (after_comma && words[verb].text.ends_with("ing"));
    let somebody_else =
        |word: &Word<'_>| verbs::is_pronoun(word.text) || matches!(word.text, "I" | "who" | "which" | "that" | "voice");
    if !is_last || words.len() - verb > NEAR_VERB {
        return None;
    }
    for at in (0..before).rev() {
        if somebody_else(&words[at]) {
            return None;
        }
        let begins = at == 0
            || matches!(
                words[at - 1].text,
                "and" | "then" | "but" | "But" | "Then" | "And" | "so" | "So"
            );
        if let Some((mention, count)) = run(clause, &words[at..], capitals).filter(|_| begins) {
            let next = words
                .get(at + count)
                .filter(|next| clause[mention.span.end..next.span.start].trim().is_empty());
            let acts = next.is_some_and(|next| {
                next.text.starts_with(char::is_lowercase) && !matches!(next.text, "and" | "or" | "of")
            });
            return acts.then_some((Rule::Before, Some(mention)));
        }
    }
    None
}

/// Whether the word before a name makes it part of another phrase: "the wife of Mr. Bennet said".
fn is_governed(words: &[Word<'_>], at: usize) -> bool {
    let before = at.checked_sub(1).map(|before| words[before].text.to_lowercase());
    let Some(before) = before else { return false };
    let governing = [
        "of", "to", "with", "from", "at", "by", "for", "heard", "saw", "made", "let", "that", "in", "on", "upon",
        "about", "like", "than", "as", "behind", "beside",
    ];
    governing.contains(&before.as_str())
}

/// Whether the words go on with a verb of speech that is about the quotation and not about something that was not said.
fn said(clause: &str, words: &[Word<'_>], from: usize) -> bool {
    let mut at = from;
    while words.get(at).is_some_and(|word| verbs::may_stand_between(word.text)) {
        at += 1;
    }
    let Some(verb) = words.get(at).filter(|word| verbs::is_speech(word.text)) else {
        return false;
    };
    if from > 0
        && !clause[words[from - 1].span.end..words[from].span.start]
            .trim()
            .is_empty()
    {
        return false;
    }
    let next = words.get(at + 1);
    let is_end = next.is_none_or(|next| !clause[verb.span.end..next.span.start].trim().is_empty());
    is_end || next.is_some_and(|next| !verbs::takes_object(next.text))
}

/// A person at the start of these words, with small words such as "poor little" before the name.
fn person(clause: &str, words: &[Word<'_>], capitals: &Capitals) -> Option<(Mention, usize)> {
    let small = words
        .iter()
        .take(3)
        .enumerate()
        .take_while(|(at, word)| {
            // With a capital it is a name or part of one, as in "said Good" and "the Old Man"; but a sentence begins with one too.
            let starts = *at == 0 && words.get(1).is_some_and(Word::is_capitalized);
            verbs::may_precede_name(word.text) && (!word.is_capitalized() || starts)
        })
        .count();
    // "the poet Syme", "his friend Watson"
    let is_rank = |word: &Word<'_>| word.text.starts_with(char::is_lowercase) && !verbs::leads_away(word.text);
    let has_rank =
        small > 0 && words.get(small).is_some_and(is_rank) && words.get(small + 1).is_some_and(Word::is_capitalized);
    let at = small + usize::from(has_rank);
    let joined = |at: usize| clause[words[at - 1].span.end..words[at].span.start].trim().is_empty();
    if at >= words.len() || !(1..=at).all(joined) {
        return None;
    }
    let (mention, count) = run(clause, &words[at..], capitals)?;
    Some((mention, at + count))
}

/// The gender of the pronoun in the tag behind a quotation: "said he", "she cried".
pub(super) fn pronoun(novel: &NovelText, quotation: &Quotation) -> Option<Gender> {
    tag(novel, quotation).into_iter().take(3).find_map(|word| match word {
        "he" => Some(Gender::Male),
        "she" => Some(Gender::Female),
        _ => None,
    })
}

/// Whether the tag behind a quotation tells that somebody goes on.
pub(super) fn says_more(novel: &NovelText, quotation: &Quotation) -> bool {
    tag(novel, quotation).into_iter().take(3).any(verbs::goes_on)
}

/// The first words behind a quotation in its paragraph.
fn tag<'n>(novel: &'n NovelText, quotation: &Quotation) -> Vec<&'n str> {
    let rest = &novel.text[quotation.span.end..novel.paragraphs[quotation.paragraph].span.end];
    let rest = &rest[..clause_end(rest)];
    words(rest).into_iter().map(|word| word.text).take(TAG).collect()
}

/// A capital right after speech is a name where a verb of speech follows, also one that stands nowhere else in the book: the sentence
/// has begun before.
fn new_name(clause: &str, words: &[Word<'_>], capitals: &Capitals) -> Option<(Mention, usize)> {
    let (mention, count) = run_in_clause(clause, words, capitals)?;
    let verb = words[count..]
        .iter()
        .find(|word| !verbs::may_stand_between(word.text))?;
    let is_sure =
        verbs::is_speech(verb.text) && !verbs::is_action(verb.text) && verb.text.starts_with(char::is_lowercase);
    (is_sure && !mention.names.iter().any(|name| verbs::is_anybody(name))).then_some((mention, count))
}

/// Whether somebody without a name stands at the start of these words: "the old man", "his wife", "she".
fn is_described(clause: &str, words: &[Word<'_>]) -> bool {
    let Some(first) = words.first() else { return false };
    let is_next = words
        .get(1)
        .is_some_and(|next| clause[first.span.end..next.span.start].trim().is_empty());
    verbs::is_pronoun(first.text) || (verbs::is_article(first.text) && is_next)
}

/// The end of the clause that a text begins with.
fn clause_end(text: &str) -> usize {
    let mut end = text.len();
    for (at, letter) in text.char_indices() {
        let ends = matches!(letter, ';' | '!' | '?' | '\n') || (letter == '.' && is_full_stop(text, at));
        if ends {
            end = at;
            break;
        }
    }
    end
}

/// The start of the last sentence of a text.
pub(super) fn last_sentence(text: &str) -> usize {
    let ends = text.char_indices().filter(|(at, letter)| match letter {
        '!' | '?' | ';' | '\n' | '”' | '"' => true,
        '.' => is_full_stop(text, *at),
        _ => false,
    });
    ends.max_by_key(|(at, _)| *at)
        .map_or(0, |(at, letter)| at + letter.len_utf8())
}

fn is_full_stop(text: &str, at: usize) -> bool {
    let word = text[..at]
        .rsplit(|letter: char| !letter.is_alphanumeric())
        .next()
        .unwrap_or_default();
    let is_initial = word.chars().count() == 1 && word.starts_with(char::is_uppercase) && word != "I";
    !is_initial && !Title::of(word).is_some_and(Title::is_abbreviation)
}
