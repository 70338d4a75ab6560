//! Who tells a chapter: nobody in particular, or an "I" whose name the text gives away.

use super::aliases::{Alias, is_named};
use super::mentions::{Mention, words};
use super::quotations::Quotation;
use super::text::NovelText;

/// Of the words outside quotations, in thousandths: so many are "I", "me" or "my" in a chapter that a person tells.
const FIRST_PERSON: usize = 15;
/// Fewer words tell nothing.
const LEAST_WORDS: usize = 60;
/// Of the mentions of a narrator, in percent: so many stand in what others say, as the narrator says "I".
const SPOKEN_TO: usize = 70;
/// Fewer mentions tell nothing.
const LEAST_MENTIONS: usize = 3;

/// Why somebody is taken for the narrator.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Evidence {
    /// The title of the chapter, or the heading of the passage, names them as the writer.
    Title,
    /// "My name is …", "call me …", "I, …"
    Introduces,
    /// Others call them by name, and the one who tells hardly does.
    SpokenTo,
}

/// A chapter in the first person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Narrator {
    pub chapter: usize,
    /// Why the character is taken for the "I"; `None` when it is somebody else or not known.
    pub is_character: Option<Evidence>,
}

/// The chapters that an "I" tells.
pub fn narrators(
    novel: &NovelText,
    quotations: &[Quotation],
    mentions: &[Mention],
    aliases: &[Alias],
) -> Vec<Narrator> {
    let told: Vec<Told> = (0..novel.chapters.len())
        .map(|chapter| Told::of(novel, quotations, chapter))
        .collect();
    let book = told.iter().fold(Told::default(), |book, chapter| book.and(*chapter));
    let first_person: Vec<usize> = (0..told.len())
        .filter(|chapter| told[*chapter].is_first_person_in(&book))
        .collect();
    let own_words: usize = first_person.iter().map(|chapter| told[*chapter].words).sum();
    // One chapter, such as a letter, is not the book; many short ones are.
    let is_mostly = own_words * 2 >= book.words;
    let whole = of_whole_book(novel, quotations, mentions, aliases, &first_person).filter(|_| is_mostly);
    first_person
        .into_iter()
        .map(|chapter| {
            let is_character = match named_by_title(novel, chapter, aliases) {
                Some(true) => Some(Evidence::Title),
                Some(false) => None,
                None => whole,
            };
            Narrator { chapter, is_character }
        })
        .collect()
}

/// What is told and not said.
#[derive(Debug, Clone, Copy, Default)]
struct Told {
    words: usize,
    /// Words of the narrator for themselves.
    own: usize,
}

impl Told {
    fn of(novel: &NovelText, quotations: &[Quotation], chapter: usize) -> Self {
        let mut told = Self::default();
        for span in outside(novel, quotations, chapter) {
            for word in words(&novel.text[span]) {
                told.words += 1;
                told.own += usize::from(is_own_word(word.text));
            }
        }
        told
    }

    fn and(self, other: Self) -> Self {
        Self {
            words: self.words + other.words,
            own: self.own + other.own,
        }
    }

    fn has_own(&self) -> bool {
        self.own * 1_000 >= self.words * FIRST_PERSON
    }

    /// Whether an "I" tells a chapter; one that is too short to tell is told as the rest of its book is.
    fn is_first_person_in(&self, book: &Self) -> bool {
        let rest = Self {
            words: book.words - self.words,
            own: book.own - self.own,
        };
        let is_sure = self.words >= LEAST_WORDS || (book.words >= LEAST_WORDS && rest.has_own());
        self.words > 0 && self.has_own() && is_sure
    }
}

/// Whether a word is one of the narrator for themselves.
pub fn is_own_word(word: &str) -> bool {
    let start = word.split(['’', '\'']).next().unwrap_or_default();
    start == "I" || matches!(word, "me" | "my" | "My" | "mine" | "myself")
}

/// What is told and not said in a chapter.
fn outside(novel: &NovelText, quotations: &[Quotation], chapter: usize) -> Vec<std::ops::Range<usize>> {
    let span = &novel.chapters[chapter].span;
    let first = quotations.partition_point(|quotation| quotation.span.end <= span.start);
    let mut spans = Vec::new();
    let mut start = span.start;
    for quotation in quotations[first..]
        .iter()
        .take_while(|quotation| quotation.span.start < span.end)
    {
        spans.push(start..quotation.span.start.max(start));
        start = quotation.span.end;
    }
    spans.push(start..span.end.max(start));
    spans
}

/// Whether the title of a chapter names its writer, and whether that is the character.
fn named_by_title(novel: &NovelText, chapter: usize, aliases: &[Alias]) -> Option<bool> {
    let span = &novel.chapters[chapter];
    let first = span
        .paragraphs
        .clone()
        .take(2)
        .map(|index| novel.paragraph(index))
        .filter(|text| text.len() < 120);
    for text in std::iter::once(span.title.as_str()).chain(first) {
        let lower = text.to_lowercase();
        let kinds = [
            "journal",
            "diary",
            "narrative",
            "letter",
            "statement",
            "account",
            "memoir",
            "testimony",
            "story",
            "phonograph",
        ];
        if !kinds.iter().any(|kind| lower.contains(kind)) {
            continue;
        }
        // A letter is by the one who is named first.
        let writer = lower.split(" to ").next().unwrap_or_default();
        let found = words(writer);
        let has = |name: &String| found.iter().any(|word| word.text == name);
        let ticked = aliases.iter().filter(|alias| alias.is_ticked);
        let is_own = ticked.clone().any(|alias| alias.names.iter().all(has));
        let owner =
            lower.contains("'s ") || lower.contains("’s ") || lower.contains(" of ") || lower.contains(" from ");
        if is_own || owner {
            return Some(is_own);
        }
    }
    None
}

/// Whether the character tells the book, where titles do not say it.
fn of_whole_book(
    novel: &NovelText,
    quotations: &[Quotation],
    mentions: &[Mention],
    aliases: &[Alias],
    chapters: &[usize],
) -> Option<Evidence> {
    let own: Vec<&Mention> = mentions
        .iter()
        .filter(|mention| chapters.contains(&novel.paragraphs[mention.paragraph].chapter) && is_named(aliases, mention))
        .collect();
    let is_inside = |mention: &Mention| {
        let at = quotations.partition_point(|quotation| quotation.span.end <= mention.span.start);
        quotations
            .get(at)
            .is_some_and(|quotation| quotation.span.start <= mention.span.start)
    };
    let introduces = |mention: &&&Mention| {
        let before = &novel.text[novel.paragraphs[mention.paragraph].span.start..mention.span.start];
        let before = before.to_lowercase();
        let said = [
            "my name is ",
            "my name was ",
            "my name being ",
            "call me ",
            "called me ",
            "named me ",
            "i was christened ",
        ];
        !is_inside(mention)
            && (said.iter().any(|words| before.ends_with(words)) || before.ends_with(" i, ") || before == "i, ")
    };
    if own.iter().any(|mention| introduces(&mention)) {
        return Some(Evidence::Introduces);
    }
    let inside = own.iter().filter(|mention| is_inside(mention)).count();
    (own.len() >= LEAST_MENTIONS && inside * 100 >= own.len() * SPOKEN_TO).then_some(Evidence::SpokenTo)
}
