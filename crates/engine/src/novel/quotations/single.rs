//! Single marks, whose closing one is also the apostrophe.

use std::ops::Range;

use crate::novel::mentions::words;
use crate::novel::speakers::is_speech;

/// Words that begin with an apostrophe, and endings that some texts put a space before.
const ELIDED: [&str; 41] = [
    "tis", "twas", "twere", "twill", "twould", "twont", "tisn", "twasn", "em", "im", "er", "is", "un", "e", "cause",
    "bout", "ere", "ave", "as", "ad", "ow", "ope", "ome", "ouse", "eard", "ead", "and", "alf", "til", "till", "nother",
    "neath", "gainst", "cept", "s", "d", "ll", "re", "ve", "m", "t",
];
/// Those of them that are also words of their own.
const WORDS: [&str; 8] = ["is", "as", "and", "ere", "cause", "bout", "till", "ad"];

/// A span so long is speech, and a letter with an apostrophe in it does not end it, in bytes.
const LONG: usize = 60;

/// Whether a mark opens by its shape. Texts of the age of typewriters have a grave accent for it.
pub fn is_left(mark: char) -> bool {
    matches!(mark, '‘' | '`')
}

/// Whether a single mark at this place can open a quotation.
pub fn opens_at(text: &str, at: usize) -> bool {
    let mut rest = text[at..].chars();
    let Some(mark) = rest.next().filter(|mark| is_left(*mark) || *mark == '\'') else {
        return false;
    };
    let before = text[..at].chars().next_back();
    let follows_word = before.is_some_and(|before| before.is_alphanumeric() || matches!(before, '.' | ',' | '!' | '?'));
    let next = rest.next();
    // Some texts have spaces on both sides of a mark.
    let is_free = next.is_some_and(char::is_whitespace) && before.is_none_or(char::is_whitespace);
    if follows_word || next.is_none() || (next.is_some_and(char::is_whitespace) && !is_free) {
        return false;
    }
    if is_free {
        let inside = text[at + mark.len_utf8()..]
            .trim_start_matches(|letter: char| letter.is_whitespace() || "‘’'`“\"".contains(letter));
        let is_sentence = inside.starts_with(char::is_uppercase);
        // In the middle of a clause it may be the end of a plural's possessive.
        return is_left(mark)
            || is_sentence
            || text[..at]
                .trim_end()
                .ends_with([',', ';', ':', '-', '—', ')', '.', '!', '?']);
    }
    let word: String = text[at + mark.len_utf8()..]
        .chars()
        .take_while(|letter| letter.is_alphabetic())
        .collect();
    let is_elided =
        ELIDED.contains(&word.to_lowercase().as_str()) || word.chars().all(|letter| letter.is_ascii_digit());
    let is_number = text[at + mark.len_utf8()..].starts_with(|letter: char| letter.is_ascii_digit());
    // In the middle of a clause such a word is one, at the start of one it is spoken; with a capital another word begins a sentence.
    let last = text[..at].trim_end().chars().next_back();
    let in_clause = last.is_some_and(|last| last.is_alphanumeric());
    let is_elided =
        is_elided && !(word.starts_with(char::is_uppercase) && WORDS.contains(&word.to_lowercase().as_str()));
    !((is_elided && !word.is_empty() || is_number) && in_clause)
}

/// The spans between single marks, and whether each is closed. Words quoted inside with the same marks are part of the outer span,
/// unless the marks do not add up then.
pub fn spans(text: &str) -> Vec<(Range<usize>, bool)> {
    let nested = paired(text, true);
    if nested.iter().all(|(_, is_closed)| *is_closed) {
        nested
    } else {
        paired(text, false)
    }
}

fn paired(text: &str, nests: bool) -> Vec<(Range<usize>, bool)> {
    let places: Vec<(usize, char)> = text
        .char_indices()
        .filter(|(_, letter)| is_left(*letter) || matches!(letter, '’' | '\''))
        .collect();
    let mut spans = Vec::new();
    let mut open = None;
    let mut inner = 0;
    for (index, (at, mark)) in places.iter().enumerate() {
        let end = at + mark.len_utf8();
        match open {
            None if opens_at(text, *at) => open = Some(*at),
            // The mark that closed the speech before it was lost.
            Some(start) if begins_anew(text, *at) && (!nests || follows_tag(&text[start..*at])) => {
                spans.push((start..text[..*at].trim_end().len(), true));
                open = Some(*at);
            }
            Some(_) if nests && is_left(*mark) && opens_at(text, *at) => inner += 1,
            Some(_) if inner > 0 && closes(text, &places, index, *at) => inner -= 1,
            Some(start) if closes(text, &places, index, start) => {
                spans.push((start..end, true));
                open = None;
            }
            _ => {}
        }
    }
    if let Some(start) = open {
        spans.push((start..text.trim_end().len(), false));
    }
    spans.retain(|(span, _)| text[span.clone()].chars().any(char::is_alphanumeric));
    spans
}

/// Whether a mark inside speech opens another one: behind a sign, and not before a word that begins with an apostrophe.
fn begins_anew(text: &str, at: usize) -> bool {
    let before = &text[..at];
    let word: String = text[at..]
        .chars()
        .skip(1)
        .take_while(|letter| letter.is_alphabetic())
        .collect();
    let is_behind_sign = before.ends_with(' ') && before.trim_end().ends_with([',', '.', '!', '?', ';', '—', '-', '…']);
    is_behind_sign && !word.is_empty() && !ELIDED.contains(&word.to_lowercase().as_str()) && opens_at(text, at)
}

/// Whether the last sentence of speech tells who speaks, so that it is not speech: 'Come in, said he.
fn follows_tag(speech: &str) -> bool {
    let sentence = speech.trim_end().trim_end_matches(['.', '!', '?']);
    let clause = sentence.rsplit([',', '.', '!', '?', ';']).next().unwrap_or_default();
    speech.trim_end().ends_with(['.', '!', '?']) && clause.len() < sentence.len() && precedes_tag(clause)
}

/// Whether a mark can close.
#[derive(PartialEq, Eq)]
enum Closing {
    No,
    /// After a letter: the end of a phrase or an apostrophe at the end of a word.
    Perhaps,
    Yes,
}

fn closing(text: &str, at: usize, mark: char) -> Closing {
    let before = text[..at].chars().next_back();
    let after = text[at + mark.len_utf8()..].chars().next();
    if is_left(mark) || after.is_some_and(char::is_alphanumeric) {
        return Closing::No;
    }
    match before {
        None => Closing::No,
        Some(before) if before.is_whitespace() => {
            let last = text[..at].trim_end().chars().next_back();
            let is_free = after.is_none_or(char::is_whitespace);
            match last.filter(|_| is_free) {
                Some(last) if last.is_alphanumeric() => {
                    let next = text[at + mark.len_utf8()..].trim_start().chars().next();
                    match next {
                        Some(',' | '.' | ';' | ':' | '!' | '?' | ')') => Closing::Yes,
                        _ => Closing::Perhaps,
                    }
                }
                Some(_) => Closing::Yes,
                None => Closing::No,
            }
        }
        Some(before) if before.is_alphanumeric() => Closing::Perhaps,
        Some(_) => Closing::Yes,
    }
}

/// Whether the mark ends a quotation that began at `start`. After a letter it does unless a surer end comes before the next beginning,
/// or it is more likely an apostrophe.
fn closes(text: &str, places: &[(usize, char)], index: usize, start: usize) -> bool {
    let (at, mark) = places[index];
    match closing(text, at, mark) {
        Closing::No => false,
        Closing::Yes => true,
        Closing::Perhaps => {
            let goes_on = goes_on(text, at, mark);
            if goes_on && is_shortened(&text[..at]) {
                return false;
            }
            let next = places[index + 1..].iter().find_map(|(place, mark)| {
                if opens_at(text, *place) && !precedes_tag(&text[place + mark.len_utf8()..]) {
                    return Some(true);
                }
                let is_end = match closing(text, *place, *mark) {
                    Closing::Yes => true,
                    Closing::Perhaps => goes_on && !self::goes_on(text, *place, *mark),
                    Closing::No => false,
                };
                is_end.then_some(false)
            });
            // With nothing behind it a long speech rather goes on in the next paragraph.
            next.unwrap_or(!(goes_on && at - start > LONG))
        }
    }
}

/// Whether the clause goes on behind a mark, without anything that tells who speaks.
fn goes_on(text: &str, at: usize, mark: char) -> bool {
    let after = &text[at + mark.len_utf8()..];
    after.starts_with(' ') && after.trim_start().starts_with(char::is_lowercase) && !precedes_tag(after)
}

/// Whether a text ends with a word that is written with an apostrophe at its end: th’, o’, an’, goin’.
fn is_shortened(before: &str) -> bool {
    let word = before
        .rsplit(|letter: char| !letter.is_alphabetic())
        .next()
        .unwrap_or_default()
        .to_lowercase();
    let without_g = word.strip_suffix("in").is_some_and(|stem| stem.len() > 1);
    without_g
        || [
            "th", "o", "an", "wi", "i", "t", "fo", "ol", "d", "ha", "wid", "mos", "las",
        ]
        .contains(&word.as_str())
}

/// Whether a verb of speech comes next: said Tom, Tom said.
fn precedes_tag(after: &str) -> bool {
    let clause = &after[..after.find([',', '.', ';', '!', '?', '’', '\'']).unwrap_or(after.len())];
    words(clause)
        .iter()
        .take(3)
        .any(|word| word.text.starts_with(char::is_lowercase) && is_speech(word.text))
}
