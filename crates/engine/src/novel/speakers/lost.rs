//! Texts whose paragraphs were lost, so that nothing shows where another person begins to speak.

use super::{Rule, Speaker, beat, fits, moved, tags, verbs};
use crate::novel::mentions::{Capitals, words};
use crate::novel::quotations::Quotation;
use crate::novel::sentences::sentences;
use crate::novel::text::NovelText;

/// So many paragraphs without speech tell whether a text has one sentence on a line.
const LEAST_PARAGRAPHS: usize = 8;
/// The longest tag that one person is taken to speak on after, in bytes.
const LONGEST_TAG: usize = 120;
/// The longest sentence that tells how somebody begins to speak, in bytes.
const LONGEST_ACTION: usize = 50;
/// Words that begin an answer.
const ANSWERS: [&str; 15] = [
    "yes",
    "no",
    "true",
    "why",
    "what",
    "precisely",
    "because",
    "certainly",
    "exactly",
    "indeed",
    "nonsense",
    "never",
    "very",
    "good",
    "well",
];

/// Whether hardly a paragraph without speech has two sentences.
pub fn are_single_sentences(novel: &NovelText, quotations: &[Quotation]) -> bool {
    let has_speech = |index: usize| {
        let at = quotations.partition_point(|quotation| quotation.paragraph < index);
        quotations.get(at).is_some_and(|quotation| quotation.paragraph == index)
    };
    let told: Vec<usize> = (0..novel.paragraphs.len())
        .filter(|index| !has_speech(*index))
        .collect();
    let longer = told
        .iter()
        .filter(|index| sentences(novel.paragraph(**index)).len() > 1)
        .count();
    told.len() >= LEAST_PARAGRAPHS && longer * 10 < told.len()
}

/// "…," said Alice. "…": she speaks on, unless the second sounds like an answer.
pub fn give(novel: &NovelText, quotations: &[Quotation], speakers: &mut [Speaker]) {
    for at in 1..quotations.len() {
        let (last, next) = (&quotations[at - 1], &quotations[at]);
        let tagged = matches!(speakers[at - 1].rule, Rule::VerbName | Rule::NameVerb | Rule::Beat);
        if !tagged || speakers[at].rule != Rule::None || sounds_like_answer(novel, last, next) {
            continue;
        }
        let between = novel.text[last.span.end..next.span.start].trim();
        let tag = between.strip_suffix('.').unwrap_or_default();
        if !tag.is_empty() && tag.len() <= LONGEST_TAG && tags::last_sentence(tag) == 0 {
            speakers[at] = Speaker {
                rule: Rule::SameParagraph,
                ..speakers[at - 1].clone()
            };
        }
    }
}

/// Alice looked up. "…," she said: the pronoun beside the quotation is the one who is told of right before it. So is the speaker of a
/// quotation after a short sentence with a verb of speech: Alice laughed. "…"
pub fn by_beat(novel: &NovelText, quotations: &[Quotation], speakers: &mut [Speaker], capitals: &Capitals) {
    for at in 0..quotations.len() {
        let start = quotations[at].span.start;
        let from = at.checked_sub(1).map_or(0, |last| quotations[last].span.end);
        let told = novel.text[from..start].trim_end();
        let begin = from + told.strip_suffix('.').map_or(0, tags::last_sentence);
        let sentence = &novel.text[begin..start];
        if sentence.len() > LONGEST_TAG {
            continue;
        }
        let gender = match speakers[at].rule {
            Rule::Described => tags::pronoun(novel, &quotations[at]).map(Some),
            Rule::None
                if sentence.len() <= LONGEST_ACTION && !has_tag(novel, &quotations[at]) && acts_in_speech(sentence) =>
            {
                Some(None)
            }
            _ => None,
        };
        if let Some(gender) = gender
            && let Some(mention) = beat::before(sentence, capitals)
            && fits(&mention, gender)
        {
            let speaker = Speaker {
                mention: Some(moved(mention, begin)),
                is_narrator: false,
                rule: Rule::Beat,
            };
            speakers[at] = speaker.clone();
            speak_on(speakers, at);
        }
    }
}

fn acts_in_speech(sentence: &str) -> bool {
    let verb = words(sentence).into_iter().find(|word| !word.is_capitalized());
    verb.is_some_and(|verb| verbs::is_speech(verb.text))
}

/// The same person, who was not named, speaks on in the paragraph.
pub fn speak_on(speakers: &mut [Speaker], at: usize) {
    let speaker = Speaker {
        rule: Rule::SameParagraph,
        ..speakers[at].clone()
    };
    let unnamed = |one: &&mut Speaker| one.rule == Rule::SameParagraph && one.mention.is_none() && !one.is_narrator;
    for one in speakers[at + 1..].iter_mut().take_while(unnamed) {
        *one = speaker.clone();
    }
}

fn sounds_like_answer(novel: &NovelText, last: &Quotation, next: &Quotation) -> bool {
    let inside = |quotation: &Quotation| {
        novel.text[quotation.span.clone()]
            .trim_matches(|letter: char| !letter.is_alphanumeric() && !".,;:!?…".contains(letter))
    };
    let (said, answer) = (inside(last), inside(next));
    let first = words(answer)
        .first()
        .map(|word| word.text.to_lowercase())
        .unwrap_or_default();
    let asks_back = answer.ends_with('?') && sentences(answer).len() == 1;
    said.ends_with('?') || asks_back || ANSWERS.contains(&first.as_str()) || has_tag(novel, next)
}

/// Whether a verb of speech stands right after a quotation.
fn has_tag(novel: &NovelText, quotation: &Quotation) -> bool {
    if novel.text[quotation.span.clone()]
        .trim_end_matches(|letter: char| !letter.is_alphanumeric() && letter != '.')
        .ends_with('.')
    {
        return false;
    }
    let rest = &novel.text[quotation.span.end..];
    let rest = &rest[..rest.char_indices().nth(60).map_or(rest.len(), |(at, _)| at)];
    words(rest).iter().take(3).any(|word| verbs::is_speech(word.text))
}
