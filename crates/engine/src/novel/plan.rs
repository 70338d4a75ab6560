//! A character in a book, before any model is asked: names, quotations with speakers, and which chunks matter.

use std::collections::BTreeMap;

use super::aliases::{Alias, aliases, is_named};
use super::mentions::{Capitals, Mention, mentions};
use super::names::TypedName;
use super::narrators::{Narrator, narrators};
use super::quotations::{Quotation, quotations};
use super::speakers::{Speaker, meant_by_pronouns, speakers};
use super::text::NovelText;

/// What is known of a character in a book.
#[derive(Debug, Clone)]
pub struct Plan {
    pub aliases: Vec<Alias>,
    pub quotations: Vec<Quotation>,
    /// One for each quotation.
    pub speakers: Vec<Speaker>,
    pub narrators: Vec<Narrator>,
    /// For each quotation, whether the character speaks it.
    pub(super) own: Vec<bool>,
    /// For each quotation, whether the character may be meant by the pronoun that speaks it. Enough to read a passage, too little to
    /// call it a line.
    pub(super) perhaps_own: Vec<bool>,
    /// Places where the character is named, in bytes of the book's text, in order.
    pub(super) named: Vec<usize>,
}

/// Looks for a character by the name that the user typed.
pub fn plan(novel: &NovelText, typed: &str) -> Plan {
    plan_with(novel, typed, None)
}

/// The same; names that the user has ticked take the place of those that were found to be the character's.
pub fn plan_with(novel: &NovelText, typed: &str, ticked: Option<&[String]>) -> Plan {
    let typed = TypedName::parse(typed);
    let capitals = Capitals::of(novel).with_typed(&typed);
    let all = mentions(novel, &capitals);
    let quotations = quotations(novel);
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
    let is_own = |mention: &Mention| is_named(&aliases, mention);
    let perhaps_own = meant_by_pronouns(novel, &quotations, &speakers, mentions, &is_own);
    Plan {
        aliases,
        quotations,
        speakers,
        narrators,
        own,
        perhaps_own,
        named,
    }
}

impl Plan {
    /// Whether the character speaks a quotation.
    pub fn is_own_line(&self, quotation: usize) -> bool {
        self.own[quotation]
    }

    /// The names of those who speak most in the book, the most spoken first, as the text gives them.
    pub fn most_spoken(&self, novel: &NovelText, most: usize) -> Vec<String> {
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        for mention in self.speakers.iter().filter_map(|speaker| speaker.mention.as_ref()) {
            *counts.entry(&novel.text[mention.span.clone()]).or_default() += 1;
        }
        let mut counted: Vec<(&str, usize)> = counts.into_iter().collect();
        counted.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        let names = counted.into_iter().take(most);
        names
            .map(|(name, _)| name.split_whitespace().collect::<Vec<_>>().join(" "))
            .collect()
    }

    /// Whether the character tells a chapter as "I".
    pub fn tells_chapter(&self, chapter: usize) -> bool {
        let own = |narrator: &&Narrator| narrator.chapter == chapter;
        self.narrators
            .iter()
            .find(own)
            .is_some_and(|narrator| narrator.is_character.is_some())
    }
}
