//! Turns of a dialogue between two: where two named people answer each other, the next paragraphs are theirs in turn.

use super::{Rule, Speaker};
use crate::novel::quotations::Quotation;
use crate::novel::text::NovelText;

/// Turns in a row that are given to somebody; after more, a reader has lost count too.
const MOST_IN_A_ROW: usize = 4;
/// What the narrator may add to a turn without a name, in bytes.
const LONGEST_ASIDE: usize = 120;

/// The quotations of one paragraph.
struct Turn {
    quotations: std::ops::Range<usize>,
    paragraph: usize,
    /// Whether the paragraph is speech and little else.
    is_speech: bool,
    /// Turns in a row up to this one that were given.
    given: usize,
}

/// Gives the paragraphs of a dialogue to those two who began it.
pub fn give(novel: &NovelText, quotations: &[Quotation], speakers: &mut [Speaker]) {
    let mut turns: Vec<Turn> = Vec::new();
    let mut start = 0;
    for group in quotations.chunk_by(|left, right| left.paragraph == right.paragraph) {
        let paragraph = group[0].paragraph;
        let span = &novel.paragraphs[paragraph].span;
        let spoken: usize = group.iter().map(|one| one.span.len()).sum();
        turns.push(Turn {
            quotations: start..start + group.len(),
            paragraph,
            is_speech: group[0].span.start == span.start && span.len() - spoken <= LONGEST_ASIDE,
            given: 0,
        });
        start += group.len();
    }
    for at in 2..turns.len() {
        let [first, second, third] = &turns[at - 2..=at] else {
            continue;
        };
        let follows = |left: &Turn, right: &Turn| {
            left.paragraph + 1 == right.paragraph && quotations[left.quotations.end - 1].is_closed
        };
        let is_open = |turn: &Turn| {
            speakers[turn.quotations.clone()]
                .iter()
                .all(|one| one.rule == Rule::None)
        };
        if !follows(first, second) || !follows(second, third) || !third.is_speech || !is_open(third) {
            continue;
        }
        let (Some(one), Some(other)) = (only(speakers, first), only(speakers, second)) else {
            continue;
        };
        let given = second.given + 1;
        if same(one, other) || given > MOST_IN_A_ROW {
            continue;
        }
        let speaker = Speaker {
            rule: Rule::Turn,
            ..one.clone()
        };
        speakers[third.quotations.clone()].fill(speaker);
        turns[at].given = given;
    }
}

/// The one who speaks all quotations of a turn.
fn only<'s>(speakers: &'s [Speaker], turn: &Turn) -> Option<&'s Speaker> {
    let mut all = speakers[turn.quotations.clone()].iter();
    let first = all.next().filter(|one| one.mention.is_some() || one.is_narrator)?;
    all.all(|other| same(first, other) || other.rule == Rule::None)
        .then_some(first)
}

/// Whether two are named alike, as far as the names tell: "Mr. Darcy" and "Darcy" may be one.
fn same(one: &Speaker, other: &Speaker) -> bool {
    match (&one.mention, &other.mention) {
        (Some(one), Some(other)) => {
            let titles_differ = one.title.is_some() && other.title.is_some() && one.title != other.title;
            !titles_differ && one.names.iter().any(|name| other.names.contains(name))
        }
        (None, None) => one.is_narrator == other.is_narrator,
        _ => false,
    }
}
