//! A character in a book, before any model is asked: names, quotations with speakers, and which chunks matter.

use std::ops::Range;

use super::aliases::{Alias, aliases, is_named};
use super::chunks::Chunk;
use super::mentions::{Capitals, Mention, mentions, words};
use super::names::TypedName;
use super::narrators::{Narrator, is_own_word, narrators};
use super::quotations::{Quotation, quotations};
use super::speakers::{Speaker, speakers};
use super::text::NovelText;

/// Named so often in a chunk, the character is part of it even where nobody speaks.
const OFTEN: usize = 2;
/// Paragraphs on either side of a border between chunks that belong to one talk.
const TALK: usize = 5;

/// What is known of a character in a book.
#[derive(Debug, Clone)]
pub struct Plan {
    pub aliases: Vec<Alias>,
    pub quotations: Vec<Quotation>,
    /// One for each quotation.
    pub speakers: Vec<Speaker>,
    pub narrators: Vec<Narrator>,
    /// For each quotation, whether the character speaks it.
    own: Vec<bool>,
    /// Places where the character is named, in bytes of the book's text, in order.
    named: Vec<usize>,
}

/// Looks for a character by the name that the user typed.
pub fn plan(novel: &NovelText, typed: &str) -> Plan {
    plan_with(novel, typed, None)
}

/// The same; names that the user has ticked take the place of those that were found to be the character's.
pub fn plan_with(novel: &NovelText, typed: &str, ticked: Option<&[String]>) -> Plan {
    let capitals = Capitals::of(novel);
    let all = mentions(novel, &capitals);
    let quotations = quotations(novel);
    let typed = TypedName::parse(typed);
    let mut aliases = aliases(novel, &all, &typed, &|word| capitals.is_ordinary(word), &quotations);
    if let Some(ticked) = ticked {
        for alias in &mut aliases {
            alias.is_ticked = ticked.contains(&alias.text);
        }
    }
    let speakers = speakers(novel, &quotations, &capitals);
    with_aliases(novel, aliases, quotations, speakers, &all)
}

/// The same with the aliases that the user has ticked.
pub fn with_aliases(
    novel: &NovelText,
    aliases: Vec<Alias>,
    quotations: Vec<Quotation>,
    speakers: Vec<Speaker>,
    mentions: &[Mention],
) -> Plan {
    let narrators = narrators(novel, &quotations, mentions, &aliases);
    let named = mentions
        .iter()
        .filter(|mention| is_named(&aliases, mention))
        .map(|mention| mention.span.start)
        .collect();
    let tells = |chapter: usize| {
        narrators
            .iter()
            .any(|narrator| narrator.chapter == chapter && narrator.is_character.is_some())
    };
    let own = quotations
        .iter()
        .zip(&speakers)
        .map(|(quotation, speaker)| match &speaker.mention {
            Some(mention) => is_named(&aliases, mention),
            None => speaker.is_narrator && tells(novel.paragraphs[quotation.paragraph].chapter),
        })
        .collect();
    Plan {
        aliases,
        quotations,
        speakers,
        narrators,
        own,
        named,
    }
}

impl Plan {
    /// Whether the character speaks a quotation.
    pub fn is_own_line(&self, quotation: usize) -> bool {
        self.own[quotation]
    }

    /// Whether the character tells a chapter as "I".
    pub fn tells_chapter(&self, chapter: usize) -> bool {
        let own = |narrator: &&Narrator| narrator.chapter == chapter;
        self.narrators
            .iter()
            .find(own)
            .is_some_and(|narrator| narrator.is_character.is_some())
    }

    /// Whether a chunk matters: the character speaks in it, is named often or where somebody speaks, or tells it as "I". A name that
    /// the narrator drops in passing is not enough.
    pub fn keeps(&self, novel: &NovelText, chunk: &Chunk) -> bool {
        let first = self.named.partition_point(|place| *place < chunk.span.start);
        let inside = self.named[first..].partition_point(|place| *place < chunk.span.end);
        let named = &self.named[first..first + inside];
        named.len() >= OFTEN
            || named.iter().any(|place| self.is_near_speech(novel, *place))
            || self.speaks_in(chunk)
            || self.talk_goes_on(novel, chunk)
            || self.tells(novel, chunk)
    }

    /// Whether a talk that the character is named in reaches over the border of a chunk: on the other side nobody may be named.
    fn talk_goes_on(&self, novel: &NovelText, chunk: &Chunk) -> bool {
        let paragraphs = &novel.chapters[chunk.chapter].paragraphs;
        let first = novel.paragraph_at(chunk.span.start);
        let last = novel.paragraph_at(chunk.span.end.saturating_sub(1));
        let before = first.saturating_sub(TALK).max(paragraphs.start)..first;
        let after = last + 1..(last + 1 + TALK).min(paragraphs.end);
        let begins = first..(first + TALK).min(last + 1);
        let ends = last.saturating_sub(TALK - 1).max(first)..last + 1;
        (self.is_talk(novel, &before) && self.has_speech(&begins))
            || (self.is_talk(novel, &after) && self.has_speech(&ends))
    }

    /// Whether the character is named in a talk within these paragraphs.
    fn is_talk(&self, novel: &NovelText, paragraphs: &Range<usize>) -> bool {
        if paragraphs.is_empty() {
            return false;
        }
        let start = novel.paragraphs[paragraphs.start].span.start;
        let end = novel.paragraphs[paragraphs.end - 1].span.end;
        let first = self.named.partition_point(|place| *place < start);
        let inside = self.named[first..].iter().take_while(|place| **place < end);
        inside.copied().any(|place| self.is_near_speech(novel, place))
    }

    fn has_speech(&self, paragraphs: &Range<usize>) -> bool {
        let first = self
            .quotations
            .partition_point(|quotation| quotation.paragraph < paragraphs.start);
        self.quotations
            .get(first)
            .is_some_and(|quotation| quotation.paragraph < paragraphs.end)
    }

    /// Whether somebody speaks in the paragraph of a place or in those next to it.
    fn is_near_speech(&self, novel: &NovelText, place: usize) -> bool {
        let paragraph = novel.paragraph_at(place);
        let first = self
            .quotations
            .partition_point(|quotation| quotation.paragraph + 1 < paragraph);
        self.quotations
            .get(first)
            .is_some_and(|quotation| quotation.paragraph <= paragraph + 1)
    }

    fn speaks_in(&self, chunk: &Chunk) -> bool {
        let first = self
            .quotations
            .partition_point(|quotation| quotation.span.start < chunk.span.start);
        let inside = self.quotations[first..]
            .iter()
            .take_while(|quotation| quotation.span.start < chunk.span.end);
        inside.enumerate().any(|(at, _)| self.own[first + at])
    }

    /// Whether the character tells the chunk and is in it: the narrator of a long description is not.
    fn tells(&self, novel: &NovelText, chunk: &Chunk) -> bool {
        let is_own = self
            .narrators
            .iter()
            .any(|narrator| narrator.chapter == chunk.chapter && narrator.is_character.is_some());
        is_own
            && words(&novel.text[chunk.span.clone()])
                .iter()
                .filter(|word| is_own_word(word.text))
                .count()
                >= 3
    }
}
