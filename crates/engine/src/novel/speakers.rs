//! Who speaks, where the text says it: a name beside a verb of speech, next to the quotation.
//!
//! What only a reader knows stays unknown: "she said", and turns of a dialogue without a name. In these cases a name carries over: to
//! the other quotations of its paragraph, and to the paragraph in which a speech without a closing mark goes on; and where two
//! named people answer each other, the next paragraphs are theirs in turn.

mod beat;
mod turns;
mod verbs;

pub use verbs::is_speech;

use std::ops::Range;

use super::mentions::{Capitals, Mention, Word, run, words};
use super::quotations::Quotation;
use super::text::NovelText;

/// What the narrator may put between two quotations of one person, in bytes.
const LONGEST_LINK: usize = 250;

/// How far before a quotation its verb of speech may stand, in words.
const FARTHEST_VERB: usize = 14;

/// How the speaker was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Rule {
    /// "…," said Alice
    VerbName,
    /// "…," said the parson — or: said she. Somebody, but no name.
    Described,
    /// "…," Alice said
    NameVerb,
    /// Alice said, "…"
    Before,
    /// Alice looked up. "…"
    Beat,
    /// Another quotation of the paragraph has the name.
    SameParagraph,
    /// The speech began in the paragraph before.
    GoesOn,
    /// Two named people answer each other, and it is the turn of this one.
    Turn,
    /// "…," I said
    FirstPerson,
    /// Nobody is named.
    None,
}

impl Rule {
    /// A stable word for it.
    pub fn code(self) -> &'static str {
        match self {
            Self::VerbName => "verb_name",
            Self::Described => "described",
            Self::NameVerb => "name_verb",
            Self::Before => "name_before",
            Self::Beat => "beat",
            Self::SameParagraph => "same_paragraph",
            Self::GoesOn => "goes_on",
            Self::Turn => "turn",
            Self::FirstPerson => "first_person",
            Self::None => "none",
        }
    }
}

/// Who speaks a quotation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Speaker {
    /// The name in the text; `None` when nobody is named.
    pub mention: Option<Mention>,
    /// Whether it is the "I" who tells.
    pub is_narrator: bool,
    pub rule: Rule,
}

impl Speaker {
    fn nobody() -> Self {
        Self {
            mention: None,
            is_narrator: false,
            rule: Rule::None,
        }
    }
}

/// The speaker of each quotation, in the same order.
pub fn speakers(novel: &NovelText, quotations: &[Quotation], capitals: &Capitals) -> Vec<Speaker> {
    let is_sure = paragraphs_are_sure(novel, quotations);
    let mut all: Vec<Speaker> = Vec::with_capacity(quotations.len());
    for group in quotations.chunk_by(|left, right| left.paragraph == right.paragraph) {
        let paragraph = &novel.paragraphs[group[0].paragraph];
        let mut own: Vec<Speaker> = (0..group.len())
            .map(|index| {
                let before = index
                    .checked_sub(1)
                    .map_or(paragraph.span.start, |last| group[last].span.end);
                let after = group.get(index + 1).map_or(paragraph.span.end, |next| next.span.start);
                direct(&novel.text, &group[index].span, before..after, capitals)
            })
            .collect();
        let first = all.len();
        let goes_on = first > 0 && {
            let last = &quotations[first - 1];
            let opens = group[0].span.start == paragraph.span.start;
            !last.is_closed && last.paragraph + 1 == group[0].paragraph && opens
        };
        if goes_on && own[0].rule == Rule::None && all[first - 1].rule != Rule::None {
            own[0] = Speaker {
                rule: Rule::GoesOn,
                ..all[first - 1].clone()
            };
        }
        if is_sure
            && own[0].rule == Rule::None
            && let Some(mention) = beat::before(&novel.text[paragraph.span.start..group[0].span.start], capitals)
        {
            own[0] = Speaker {
                mention: Some(moved(mention, paragraph.span.start)),
                is_narrator: false,
                rule: Rule::Beat,
            };
        }
        share(&novel.text, group, &mut own, is_sure);
        all.extend(own);
    }
    if is_sure {
        turns::give(novel, quotations, &mut all);
    }
    all
}

/// Whether the paragraphs are those of the book: where quotations follow each other at once inside a paragraph, the borders between
/// speakers were lost.
fn paragraphs_are_sure(novel: &NovelText, quotations: &[Quotation]) -> bool {
    let lost = quotations.windows(2).filter(|pair| {
        pair[0].paragraph == pair[1].paragraph && novel.text[pair[0].span.end..pair[1].span.start].trim().is_empty()
    });
    lost.count() * 50 <= quotations.len()
}

fn moved(mut mention: Mention, by: usize) -> Mention {
    mention.span = by + mention.span.start..by + mention.span.end;
    mention
}

/// Gives the names of a paragraph to the quotations next to them.
fn share(text: &str, group: &[Quotation], own: &mut [Speaker], is_sure: bool) {
    let direct: Vec<usize> = (0..own.len()).filter(|at| own[*at].rule != Rule::None).collect();
    for at in direct {
        let speaker = Speaker {
            rule: Rule::SameParagraph,
            ..own[at].clone()
        };
        let is_linked = |left: usize, is_own: bool| {
            let between = &text[group[left].span.end..group[left + 1].span.start];
            links(between, is_own) && (is_sure || between.trim_end().ends_with([',', ';']))
        };
        let open = |own: &[Speaker], at: usize| own.get(at).is_some_and(|one| one.rule == Rule::None);
        let mut next = at + 1;
        while open(own, next) && is_linked(next - 1, next == at + 1) {
            own[next] = speaker.clone();
            next += 1;
        }
        let mut first = at;
        while first > 0 && open(own, first - 1) && is_linked(first - 1, false) {
            first -= 1;
            own[first] = speaker.clone();
        }
    }
}

/// Whether what stands between two quotations lets the same person speak on. Two that follow each other at once are a question and
/// its answer, whose paragraphs were lost; a long way leads to somebody else; and so does another verb of speech, unless the name
/// stands with it.
fn links(between: &str, is_own: bool) -> bool {
    let says = || words(between).iter().any(|word| verbs::is_speech(word.text));
    !between.trim().is_empty() && between.len() <= LONGEST_LINK && (is_own || !says())
}

/// The speaker that stands beside a quotation; `around` reaches to the neighbouring quotations or the ends of the paragraph.
fn direct(text: &str, quotation: &Range<usize>, around: Range<usize>, capitals: &Capitals) -> Speaker {
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
    let (mention, count) = person(clause, &words, capitals)?;
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
        None => subject(clause, &words, at, capitals)?,
    };
    Some((found.0, found.1.map(|mention| moved(mention, start))))
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
        .take_while(|word| verbs::may_precede_name(word.text))
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
fn last_sentence(text: &str) -> usize {
    let ends = text.char_indices().filter(|(at, letter)| match letter {
        '!' | '?' | ';' | '\n' | '”' | '"' => true,
        '.' => is_full_stop(text, *at),
        _ => false,
    });
    ends.max_by_key(|(at, _)| *at)
        .map_or(0, |(at, letter)| at + letter.len_utf8())
}

fn is_full_stop(text: &str, at: usize) -> bool {
    use super::names::Title;
    let word = text[..at]
        .rsplit(|letter: char| !letter.is_alphanumeric())
        .next()
        .unwrap_or_default();
    let is_initial = word.chars().count() == 1 && word.starts_with(char::is_uppercase) && word != "I";
    !is_initial && !Title::of(word).is_some_and(Title::is_abbreviation)
}
