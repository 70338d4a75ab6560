//! Spans between an opening and a closing mark, also where the two look alike or one was lost.
//!
//! Where the marks of a paragraph add up, what stands between the outer ones is one speech, whatever is quoted inside it with the same
//! marks. Where they do not, one was lost: a mark that opens then ends the speech before it.

use std::ops::Range;

use crate::novel::mentions::words;
use crate::novel::speakers::is_speech;

/// Words of a name, or of "the old man", behind the first, with a title before it that ends with a full stop.
const LONGEST_NAME: usize = 3;
/// The longest title or word that is quoted inside speech with the same marks, in characters.
const INNER: usize = 60;

/// The marks of a kind.
pub struct Pair {
    pub opening: &'static [char],
    pub closing: &'static [char],
    /// One that can be either.
    pub both: Option<char>,
}

/// What a mark does at its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Role {
    Opens,
    Closes,
    /// The one or the other, by what came before.
    Either,
}

struct Placed {
    at: usize,
    end: usize,
    role: Role,
    /// Whether its shape leaves open what it does.
    is_alike: bool,
}

/// The quotations of one paragraph, and whether each is closed.
pub fn spans(text: &str, pair: &Pair) -> Vec<(Range<usize>, bool)> {
    let marks: Vec<Placed> = text
        .char_indices()
        .filter_map(|(at, letter)| {
            let end = at + letter.len_utf8();
            role(text, at, letter, pair).map(|role| Placed {
                at,
                end,
                role,
                is_alike: pair.both == Some(letter),
            })
        })
        .collect();
    let spans = nested(&marks)
        .or_else(|| in_turn(&marks))
        .or_else(|| opened_twice(text, &marks))
        .unwrap_or_else(|| flat(text, &marks));
    let mut spans: Vec<(Range<usize>, bool)> = spans.into_iter().flat_map(|span| without_aside(text, span)).collect();
    spans.retain(|(span, _)| text[span.clone()].chars().any(char::is_alphanumeric));
    spans
}

/// What the letter at a place does; none when it is no mark.
fn role(text: &str, at: usize, letter: char, pair: &Pair) -> Option<Role> {
    let before = text[..at].chars().next_back();
    let after = text[at + letter.len_utf8()..].chars().next();
    let stands = standing(before, after);
    if pair.both == Some(letter) {
        let is_measure =
            before.is_some_and(char::is_numeric) && (stands != Some(Role::Closes) || is_measure(&text[..at]));
        return (!is_measure).then(|| stands.unwrap_or(Role::Either));
    }
    let shape = if pair.opening.contains(&letter) {
        Role::Opens
    } else if pair.closing.contains(&letter) {
        Role::Closes
    } else {
        return None;
    };
    // Printed the wrong way round: at the start of a word it can only open, at the end only close.
    let is_turned = pair.both.is_some()
        && match (shape, stands) {
            (Role::Closes, Some(Role::Opens)) => {
                before.is_none_or(char::is_whitespace) && after.is_some_and(char::is_alphabetic)
            }
            (Role::Opens, Some(Role::Closes)) => before.is_some_and(|before| ",.!?…".contains(before)),
            _ => false,
        };
    match (is_turned, shape) {
        (false, shape) => Some(shape),
        (true, Role::Opens) => Some(Role::Closes),
        (true, _) => Some(Role::Opens),
    }
}

/// Whether a text ends with feet and inches: 5'10.
fn is_measure(text: &str) -> bool {
    let feet = text.trim_end_matches(|letter: char| letter.is_ascii_digit());
    let feet = feet.strip_suffix(['\'', '’', '′']).unwrap_or_default();
    feet.ends_with(|letter: char| letter.is_ascii_digit())
}

/// What the characters around a mark tell of it.
fn standing(before: Option<char>, after: Option<char>) -> Option<Role> {
    let is_open = |letter: Option<char>| letter.is_none_or(char::is_whitespace);
    match (is_open(before), is_open(after)) {
        (true, false) => Some(Role::Opens),
        (false, true) => Some(Role::Closes),
        (true, true) => None,
        (false, false) => {
            let (before, after) = (before?, after?);
            let leads = "—–-([{/_*".contains(before);
            let ends = "—–-)]},.;:!?…/_*".contains(after);
            match (leads, ends) {
                (true, false) if after.is_alphanumeric() => Some(Role::Opens),
                (false, true) => Some(Role::Closes),
                _ => None,
            }
        }
    }
}

/// The outer spans, if the marks add up.
fn nested(marks: &[Placed]) -> Option<Vec<(Range<usize>, bool)>> {
    let mut spans = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    for mark in marks {
        match mark.role {
            Role::Closes | Role::Either if !open.is_empty() => {
                let start = open.pop()?;
                if open.is_empty() {
                    spans.push((start..mark.end, true));
                }
            }
            Role::Closes => return None,
            Role::Opens | Role::Either => open.push(mark.at),
        }
    }
    open.is_empty().then_some(spans)
}

/// An even number of marks that all look alike open and close in turn: a space beside one of them stands on its wrong side.
fn in_turn(marks: &[Placed]) -> Option<Vec<(Range<usize>, bool)>> {
    let (pairs, rest) = marks.as_chunks::<2>();
    let are_alike = rest.is_empty() && marks.iter().all(|mark| mark.is_alike);
    are_alike.then(|| pairs.iter().map(|[open, close]| (open.at..close.end, true)).collect())
}

/// Three marks that look alike, at the beginning, inside and at the end: a letter that goes on, and its writer's name, which opens anew.
fn opened_twice(text: &str, marks: &[Placed]) -> Option<Vec<(Range<usize>, bool)>> {
    let [first, second, last] = marks else { return None };
    let is_whole = text[..first.at].trim().is_empty() && text[last.end..].trim().is_empty();
    let inside = text[second.end..last.at].trim_start();
    let before = text[..second.at].trim_end();
    // What follows a speech begins with a small letter, or it is a sentence.
    let is_name = inside.starts_with(char::is_uppercase) && inside.len() <= INNER && before.ends_with(',');
    let is_tag = words(inside).iter().take(2).any(|word| is_speech(word.text));
    let are_alike = marks.iter().all(|mark| mark.is_alike && mark.role == Role::Either);
    (are_alike && is_whole && is_name && !is_tag)
        .then(|| vec![(first.at..before.len(), true), (second.at..last.end, true)])
}

/// A speech in two where the narrator tells in brackets to whom it turns: “Lizzy! (calling to his sisters) Joan is not here.”
fn without_aside(text: &str, (span, is_closed): (Range<usize>, bool)) -> Vec<(Range<usize>, bool)> {
    let inside = &text[span.clone()];
    let aside = inside.match_indices('(').find_map(|(open, _)| {
        let close = open + inside[open..].find(')')?;
        let found = words(&inside[open..close]);
        let turns = found
            .first()
            .is_some_and(|word| matches!(word.text, "calling" | "turning" | "speaking"));
        let is_told = turns && found.get(1).is_some_and(|word| word.text == "to") && found.len() > 2;
        is_told.then_some((span.start + open, span.start + close + 1))
    });
    let Some((open, close)) = aside else {
        return vec![(span, is_closed)];
    };
    let start = close + text[close..span.end].len() - text[close..span.end].trim_start().len();
    vec![
        (span.start..text[..open].trim_end().len(), true),
        (start..span.end, is_closed),
    ]
}

/// Spans where a mark was lost, or the last speech goes on in the next paragraph.
fn flat(text: &str, marks: &[Placed]) -> Vec<(Range<usize>, bool)> {
    let mut spans: Vec<(Range<usize>, bool)> = Vec::new();
    let mut open: Option<usize> = None;
    let mut inner = 0;
    for (index, mark) in marks.iter().enumerate() {
        match (open, mark.role) {
            (None, Role::Opens | Role::Either) => open = Some(mark.at),
            // What opened it was lost; only at the first one it is clear where that was.
            (None, Role::Closes) if index == 0 && is_end_of_speech(text, mark) => spans.push((0..mark.end, true)),
            (None, Role::Closes) => {}
            (Some(_), Role::Opens) if is_inner(text, marks, index) => inner += 1,
            // Each line of a song begins with one.
            (Some(_), Role::Opens) if text[..mark.at].ends_with('\n') => {}
            (Some(start), Role::Opens) => {
                let end = text[..mark.at].trim_end().len();
                spans.push((start..before_tag(text, start..end).unwrap_or(end), true));
                (open, inner) = (Some(mark.at), 0);
            }
            (Some(_), _) if inner > 0 => inner -= 1,
            (Some(start), _) => {
                spans.push((start..mark.end, true));
                open = None;
            }
        }
    }
    if let Some(start) = open {
        let end = text.trim_end().len();
        match before_tag(text, start..end) {
            Some(end) => spans.push((start..end, true)),
            None => spans.push((start..end, false)),
        }
    }
    spans
}

/// Where speech ends that nothing closes, if it is told who speaks: “A-huh! said Anson.
fn before_tag(text: &str, span: Range<usize>) -> Option<usize> {
    let is_somebody = |word: &str| {
        matches!(word, "he" | "she" | "they" | "I" | "the" | "his" | "her" | "my")
            || word.starts_with(char::is_uppercase)
    };
    let is_tag = |clause: &str| {
        let found = words(clause);
        let [verb, who, rest @ ..] = found.as_slice() else {
            return false;
        };
        let is_verb = is_speech(verb.text) && verb.text.starts_with(char::is_lowercase);
        let is_whole = rest.is_empty() || (!verbs_follow(who.text) && rest.len() < LONGEST_NAME);
        is_verb && is_somebody(who.text) && is_whole
    };
    let signs = text[span.clone()].match_indices([',', '!', '?', '—']);
    signs.map(|(at, sign)| span.start + at + sign.len()).find(|end| {
        let after = &text[*end..span.end];
        let clause = &after[..after.find([',', '.', ';', '!', '?', ':']).unwrap_or(after.len())];
        after.starts_with(' ') && is_tag(clause)
    })
}

/// Whether more words behind somebody are not their name: "said he was ill".
fn verbs_follow(who: &str) -> bool {
    matches!(who, "he" | "she" | "they" | "I")
}

/// Whether speech ends at a mark that nothing opened: a sign stands before it as before the narrator's words.
fn is_end_of_speech(text: &str, mark: &Placed) -> bool {
    text[..mark.at]
        .trim_end()
        .ends_with([',', '!', '?', '.', '—', '-', '…'])
}

/// Whether a mark that opens inside speech is the one of a title or of a word that is quoted: it stands inside a clause and closes
/// soon. What it stands in may go on in the next paragraph.
fn is_inner(text: &str, marks: &[Placed], index: usize) -> bool {
    let mark = &marks[index];
    let before = text[..mark.at].trim_end().chars().next_back();
    let next = marks.get(index + 1).filter(|next| next.role != Role::Opens);
    before.is_some_and(char::is_alphanumeric)
        && next.is_some_and(|next| text[mark.end..next.at].chars().count() <= INNER)
}
