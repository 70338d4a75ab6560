//! Who speaks, where the text says it: a name beside a verb of speech, next to the quotation.
//!
//! What only a reader knows stays unknown: most of "she said", and turns of a dialogue without a name. In these cases a name carries
//! over: to the other quotations of its paragraph, to the paragraph in which a speech without a closing mark goes on, and to "she went
//! on"; a pronoun is the one who has just acted in the same paragraph; and where two named people answer each other, the next paragraphs
//! are theirs in turn. Where the paragraphs themselves were lost, `lost` does with less.

mod beat;
mod lost;
mod tags;
mod turns;
mod verbs;

pub use verbs::{is_action, is_speech};

use super::lines::spoken;
use super::mentions::{Capitals, Mention, words};
use super::names::{Gender, Title, gender_of};
use super::quotations::Quotation;
use super::text::NovelText;

/// What the narrator may put between two quotations of one person, in bytes.
const LONGEST_LINK: usize = 250;

/// Names before a pronoun among which the one that it means is looked for.
const FAR: usize = 200;

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
                tags::direct(&novel.text, &group[index].span, before..after, capitals)
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
        let told_before = &novel.text[paragraph.span.start..group[0].span.start];
        if is_sure
            && let Some(gender) = open_to_beat(novel, &group[0], &own[0])
            && let Some(mention) = beat::before(told_before, capitals).filter(|mention| fits(mention, gender))
        {
            own[0] = Speaker {
                mention: Some(moved(mention, paragraph.span.start)),
                is_narrator: false,
                rule: Rule::Beat,
            };
        }
        speak_on_in_one_sentence(&novel.text, group, &mut own);
        share(&novel.text, group, &mut own, is_sure);
        all.extend(own);
    }
    go_on(novel, quotations, &mut all);
    if is_sure {
        turns::give(novel, quotations, &mut all);
    } else {
        lost::by_beat(novel, quotations, &mut all, capitals);
        lost::give(novel, quotations, &mut all);
    }
    all
}

/// Whether what somebody did right before may name the speaker: nobody else is named; a pronoun beside the quotation tells which gender it
/// must be.
fn open_to_beat(novel: &NovelText, quotation: &Quotation, speaker: &Speaker) -> Option<Option<Gender>> {
    match speaker.rule {
        Rule::None => Some(None),
        Rule::Described => tags::pronoun(novel, quotation).map(Some),
        _ => None,
    }
}

/// Whether a name may be one of this gender.
fn fits(mention: &Mention, gender: Option<Gender>) -> bool {
    let told = gender_told(mention);
    gender.is_none() || told.is_none() || gender == told
}

/// The gender that a title or a given name tells.
fn gender_told(mention: &Mention) -> Option<Gender> {
    mention
        .title
        .and_then(Title::gender)
        .or_else(|| gender_of(mention.names.first()?))
}

/// "…," said Alice. "…," she went on: she is the one who spoke last.
fn go_on(novel: &NovelText, quotations: &[Quotation], speakers: &mut [Speaker]) {
    for at in 1..quotations.len() {
        let (last, next) = (&quotations[at - 1], &quotations[at]);
        let is_near = last.paragraph + 1 >= next.paragraph && next.span.start - last.span.end <= LONGEST_LINK;
        if speakers[at].rule != Rule::Described || !is_near || !tags::says_more(novel, next) {
            continue;
        }
        if let Some(gender) = tags::pronoun(novel, next)
            && speakers[at - 1]
                .mention
                .as_ref()
                .is_some_and(|mention| fits(mention, Some(gender)))
        {
            speakers[at] = Speaker {
                rule: Rule::GoesOn,
                ..speakers[at - 1].clone()
            };
            lost::speak_on(speakers, at);
        }
    }
}

/// For each quotation that a pronoun speaks, whether it may mean a character: nobody else who is surely of that gender was told of later
/// in the chapter. `is_own` says whether a mention is the character.
pub fn meant_by_pronouns(
    novel: &NovelText,
    quotations: &[Quotation],
    speakers: &[Speaker],
    mentions: &[Mention],
    is_own: &dyn Fn(&Mention) -> bool,
) -> Vec<bool> {
    let is_spoken = |mention: &Mention| {
        let at = quotations.partition_point(|quotation| quotation.span.end <= mention.span.start);
        quotations
            .get(at)
            .is_some_and(|quotation| quotation.span.start <= mention.span.start)
    };
    let may_mean = |quotation: &Quotation, gender: Gender| {
        let chapter = &novel.chapters[novel.paragraphs[quotation.paragraph].chapter].span;
        let before = mentions.partition_point(|mention| mention.span.start < quotation.span.start);
        let told = mentions[..before]
            .iter()
            .rev()
            .take_while(|mention| mention.span.start >= chapter.start)
            .take(FAR);
        told.filter(|mention| !is_spoken(mention))
            .find(|mention| gender_told(mention) == Some(gender) || (gender_told(mention).is_none() && is_own(mention)))
            .is_some_and(is_own)
    };
    let all = quotations.iter().zip(speakers);
    all.map(|(quotation, speaker)| {
        speaker.rule == Rule::Described
            && tags::pronoun(novel, quotation).is_some_and(|gender| may_mean(quotation, gender))
    })
    .collect()
}

/// Whether the paragraphs are those of the book: where quotations follow each other at once inside a paragraph, the borders between
/// speakers were lost.
fn paragraphs_are_sure(novel: &NovelText, quotations: &[Quotation]) -> bool {
    let lost = quotations.windows(2).filter(|pair| {
        pair[0].paragraph == pair[1].paragraph && novel.text[pair[0].span.end..pair[1].span.start].trim().is_empty()
    });
    lost.count() * 50 <= quotations.len() && !lost::are_single_sentences(novel, quotations)
}

fn moved(mut mention: Mention, by: usize) -> Mention {
    mention.span = by + mention.span.start..by + mention.span.end;
    mention
}

/// “Well,” said Mr. Bennet, when Elizabeth had read it aloud, “if she dies…”: a sentence that goes on has one speaker, whoever is named
/// right before its second half.
fn speak_on_in_one_sentence(text: &str, group: &[Quotation], own: &mut [Speaker]) {
    for at in 1..own.len() {
        let has_tag = matches!(
            own[at - 1].rule,
            Rule::VerbName | Rule::NameVerb | Rule::Described | Rule::FirstPerson
        );
        let [first, second] = [at - 1, at].map(|at| spoken(&text[group[at].span.clone()]));
        let between = text[group[at - 1].span.end..group[at].span.start].trim();
        let is_one = first.ends_with(',') && between.ends_with(',') && second.starts_with(char::is_lowercase);
        let is_other = own[at].mention != own[at - 1].mention;
        if has_tag && is_one && is_other && own[at].rule == Rule::Before {
            own[at] = Speaker {
                rule: Rule::SameParagraph,
                ..own[at - 1].clone()
            };
        }
    }
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
    // (“That’s Bill,” thought Alice,) “Well…”: what stands in brackets is somebody else's.
    let leaves_brackets = between.matches(')').count() != between.matches('(').count();
    !between.trim().is_empty() && between.len() <= LONGEST_LINK && !leaves_brackets && (is_own || !says())
}
