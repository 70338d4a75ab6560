//! Speech after a dash at the start of a paragraph or after a colon, without a closing mark.

use std::ops::Range;

use super::marks::{dash_after_colon, leading_dash};
use crate::novel::mentions::{Word, words};
use crate::novel::speakers::is_speech;

/// Words of a clause that tells who speaks, at most.
const LONGEST_TAG: usize = 4;
/// The longest answer without a mark, in bytes: more may be a list or a rule.
const LONGEST_ANSWER: usize = 80;

/// The spoken parts of a paragraph, the first with its dash. What the narrator puts in stands between dashes, or is a clause with a
/// verb of speech: "— Thanks, he cried briskly. That will do."
pub fn spans(text: &str) -> Vec<(Range<usize>, bool)> {
    let begin = if leading_dash(text).is_some() {
        Some(0)
    } else {
        dash_after_colon(text)
    };
    if begin.is_none() {
        return answer_after_colon(text).map(|span| (span, true)).into_iter().collect();
    }
    let Some((mut start, first)) = begin.and_then(|start| Some((start, start + leading_dash(&text[start..])?))) else {
        return Vec::new();
    };
    let mut spans = Vec::new();
    let mut speaks = true;
    let mut at = first;
    while at < text.len() {
        let Some((end, next)) = border(text, at, speaks) else {
            break;
        };
        if speaks {
            spans.push(start..end);
        }
        speaks = !speaks;
        start = next;
        at = next;
    }
    if speaks {
        spans.push(start..text.len());
    }
    let trimmed = spans.into_iter().map(|span| {
        let inside = &text[span.clone()];
        let start = span.start + inside.len() - inside.trim_start().len();
        start..start + inside.trim().len()
    });
    trimmed
        .filter(|span| text[span.clone()].chars().any(char::is_alphanumeric))
        .map(|span| (span, true))
        .collect()
}

/// Where speech ends and the narrator begins, or the other way round: the end of the one and the start of the other.
fn border(text: &str, from: usize, speaks: bool) -> Option<(usize, usize)> {
    for (at, letter) in text[from..].char_indices() {
        let (at, end) = (from + at, from + at + letter.len_utf8());
        let after = &text[end..];
        match letter {
            '—' | '–' if text[..at].ends_with(' ') && after.starts_with([' ', ',']) => return Some((at, end)),
            ',' | '!' | '?' | '.' | '…' if speaks && after.starts_with(' ') && is_inserted(after) => {
                // After a full stop a capital begins another sentence of the speech.
                let is_sentence = letter == '.' && after.trim_start().starts_with(char::is_uppercase);
                if !is_sentence {
                    return Some((end, end));
                }
            }
            ',' if !speaks && after.starts_with(' ') && is_tag(&text[from..at]) && is_spoken_to_somebody(after) => {
                return Some((end, end));
            }
            '.' if !speaks
                && after.starts_with(' ')
                && after.trim_start().starts_with(|next: char| next.is_uppercase()) =>
            {
                return Some((end, end));
            }
            _ => {}
        }
    }
    None
}

/// What is said after a colon without any mark, up to the end of the paragraph: "Stephen had answered: Stephen Dedalus."
fn answer_after_colon(text: &str) -> Option<Range<usize>> {
    let colon = text.find(':')?;
    let answer = text[colon + 1..].trim_start();
    let start = text.len() - answer.len();
    let told = words(&text[..colon]);
    let verb = told.last().filter(|word| is_speech(word.text))?;
    let is_named = told.len() <= LONGEST_TAG && told.first().is_some_and(Word::is_capitalized);
    let is_short = answer.len() <= LONGEST_ANSWER && answer.starts_with(char::is_uppercase);
    let is_whole = text[verb.span.end..colon].trim().is_empty() && !answer.contains(':');
    (is_named && is_short && is_whole && start > colon + 1).then(|| start..start + answer.trim_end().len())
}

/// Whether a clause of the narrator tells who speaks and nothing else: "said Buck Mulligan", "he said".
fn is_tag(clause: &str) -> bool {
    let found = words(clause);
    let verbs = found.iter().filter(|word| is_speech(word.text)).count();
    let is_somebody = |word: &str| matches!(word, "he" | "she" | "they") || word.starts_with(char::is_uppercase);
    let others = found.iter().filter(|word| !is_speech(word.text));
    verbs == 1
        && (2..=LONGEST_TAG).contains(&found.len())
        && others.clone().count() > 0
        && others.clone().all(|word| is_somebody(word.text))
}

/// Whether the clause speaks to somebody, as a narrator of such a book does not.
fn is_spoken_to_somebody(clause: &str) -> bool {
    let sentence = &clause[..clause.find(['.', '!', '?', ';']).unwrap_or(clause.len())];
    words(sentence)
        .iter()
        .any(|word| matches!(word.text, "you" | "your" | "yours" | "ye" | "thou" | "thee"))
}

/// Whether a clause begins with somebody and a verb of speech, in either order.
fn is_inserted(text: &str) -> bool {
    let clause = text.trim_start();
    let clause = &clause[..clause.find([',', '.', ';', ':', '!', '?']).unwrap_or(clause.len())];
    let found = words(clause);
    let is_somebody = |word: &str| {
        matches!(word, "he" | "she" | "they" | "I" | "we" | "the" | "his" | "her" | "my")
            || word.starts_with(char::is_uppercase)
    };
    let verb = found
        .iter()
        .take(5)
        .position(|word| is_speech(word.text) && word.text.starts_with(char::is_lowercase));
    match verb {
        Some(0) => found.get(1).is_some_and(|word| is_somebody(word.text)),
        Some(at) => {
            is_somebody(found[0].text)
                && (at == 1
                    || found[0].text.starts_with(char::is_uppercase)
                    || matches!(found[0].text, "the" | "his" | "her" | "my"))
        }
        None => false,
    }
}
