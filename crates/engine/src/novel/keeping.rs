//! Which chunks of a book matter for a character.

use std::ops::Range;

use super::chunks::Chunk;
use super::mentions::words;
use super::narrators::is_own_word;
use super::plan::Plan;
use super::text::NovelText;

/// Named so often in a chunk in which somebody speaks, the character is part of it.
const OFTEN: usize = 3;
/// … and so often where nobody speaks.
const VERY_OFTEN: usize = 6;
/// … where the book has hardly any speech.
const OFTEN_IN_TALE: usize = 2;
/// A book has hardly any speech with fewer quotations than paragraphs by this factor.
const TALE: usize = 20;
/// Paragraphs on either side of a border between chunks that belong to one talk.
const TALK: usize = 3;
/// Words for themselves with which a narrator is in a chunk and does not only describe.
const OWN_WORDS: usize = 3;

impl Plan {
    /// Whether a chunk matters: the character speaks in it, is spoken to or of, is named beside speech or often, or tells it as "I". A
    /// name that the narrator drops in passing is not enough.
    pub fn keeps(&self, novel: &NovelText, chunk: &Chunk) -> bool {
        let first = self.named.partition_point(|place| *place < chunk.span.start);
        let inside = self.named[first..].partition_point(|place| *place < chunk.span.end);
        let named = &self.named[first..first + inside];
        let quotations = self.quotations_in(chunk);
        let has_speech = !quotations.is_empty();
        self.tells(novel, chunk)
            || self.own[quotations.clone()].contains(&true)
            || self.perhaps_own[quotations.clone()].contains(&true)
            || named.len() >= self.often(novel, has_speech)
            || named
                .iter()
                .any(|place| self.is_near_speech(novel, *place, &quotations))
            || has_speech && self.talk_goes_on(novel, chunk)
    }

    fn often(&self, novel: &NovelText, has_speech: bool) -> usize {
        let is_tale = self.quotations.len() * TALE < novel.paragraphs.len();
        match (is_tale, has_speech) {
            (true, _) => OFTEN_IN_TALE,
            (false, true) => OFTEN,
            (false, false) => VERY_OFTEN,
        }
    }

    /// The quotations that begin in a chunk, or end in it.
    fn quotations_in(&self, chunk: &Chunk) -> Range<usize> {
        let first = self
            .quotations
            .partition_point(|quotation| quotation.span.end <= chunk.span.start);
        let end = self
            .quotations
            .partition_point(|quotation| quotation.span.start < chunk.span.end);
        first..end.max(first)
    }

    /// Whether a talk of the character reaches over the border of a chunk: on the other side nobody may be named.
    fn talk_goes_on(&self, novel: &NovelText, chunk: &Chunk) -> bool {
        let paragraphs = &novel.chapters[chunk.chapter].paragraphs;
        let first = novel.paragraph_at(chunk.span.start);
        let last = novel.paragraph_at(chunk.span.end.saturating_sub(1));
        let before = first.saturating_sub(TALK).max(paragraphs.start)..first;
        let after = last + 1..(last + 1 + TALK).min(paragraphs.end);
        let begins = first..(first + TALK).min(last + 1);
        let ends = last.saturating_sub(TALK - 1).max(first)..last + 1;
        (self.is_in_talk(novel, &before) && !self.spoken_in(&begins).is_empty())
            || (self.is_in_talk(novel, &after) && !self.spoken_in(&ends).is_empty())
    }

    /// Whether the character speaks or is named beside speech within these paragraphs.
    fn is_in_talk(&self, novel: &NovelText, paragraphs: &Range<usize>) -> bool {
        let quotations = self.spoken_in(paragraphs);
        if quotations.is_empty() {
            return false;
        }
        let start = novel.paragraphs[paragraphs.start].span.start;
        let end = novel.paragraphs[paragraphs.end - 1].span.end;
        let first = self.named.partition_point(|place| *place < start);
        let mut inside = self.named[first..].iter().take_while(|place| **place < end);
        self.own[quotations.clone()].contains(&true)
            || inside.any(|place| self.is_near_speech(novel, *place, &quotations))
    }

    /// The quotations of some paragraphs.
    fn spoken_in(&self, paragraphs: &Range<usize>) -> Range<usize> {
        let place = |paragraph: usize| {
            self.quotations
                .partition_point(|quotation| quotation.paragraph < paragraph)
        };
        place(paragraphs.start)..place(paragraphs.end.max(paragraphs.start))
    }

    /// Whether one of these quotations is in the paragraph of a place or in those next to it.
    fn is_near_speech(&self, novel: &NovelText, place: usize, quotations: &Range<usize>) -> bool {
        let paragraph = novel.paragraph_at(place);
        self.quotations[quotations.clone()]
            .iter()
            .any(|quotation| quotation.paragraph.abs_diff(paragraph) <= 1)
    }

    /// Whether the character tells the chunk and is in it: the narrator of a long description is not.
    fn tells(&self, novel: &NovelText, chunk: &Chunk) -> bool {
        self.tells_chapter(chunk.chapter)
            && words(&novel.text[chunk.span.clone()])
                .iter()
                .filter(|word| is_own_word(word.text))
                .count()
                >= OWN_WORDS
    }
}
