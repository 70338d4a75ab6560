//! Under which names one character appears, from the name that the user typed.
//!
//! A name is judged by its parts: whether the given name, a short form of it or the family name is there, and whether title, gender
//! and marriage fit. Other people of the same name are rivals: "Elizabeth Bennet" is not Mrs. Bennet, "Fitzwilliam Darcy" is not
//! Colonel Fitzwilliam. What stays doubtful is offered and not ticked.

mod judge;
mod uses;

use std::ops::Range;

use super::mentions::Mention;
use super::names::{Title, TypedName};
use super::quotations::Quotation;
use super::text::NovelText;

pub use judge::Verdict;
use judge::Who;
use uses::Uses;

/// How many places of each alias are given as samples.
const SAMPLES: usize = 3;
/// Names that are offered at most.
const MOST: usize = 24;

/// A name under which the character may appear.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Alias {
    /// As it stands in the text most often.
    pub text: String,
    pub title: Option<Title>,
    /// In lower case.
    pub names: Vec<String>,
    pub count: usize,
    /// Whether it is taken for the character until the user says otherwise.
    pub is_ticked: bool,
    /// The first places, in bytes of the book's text.
    pub samples: Vec<Range<usize>>,
}

impl Alias {
    /// Whether a mention is one by this name.
    pub fn is(&self, mention: &Mention) -> bool {
        self.title == mention.title && self.names == mention.names
    }
}

/// The names of a character, the most frequent first. The quotations tell apart what is told and what is said.
pub fn aliases(
    novel: &NovelText,
    mentions: &[Mention],
    typed: &TypedName,
    ordinary: &dyn Fn(&str) -> bool,
    quoted: &[Quotation],
) -> Vec<Alias> {
    let uses = Uses::of(novel, mentions, quoted);
    let who = Who::new(typed, &uses);
    let mut found: Vec<Alias> = uses
        .forms()
        .filter_map(|form| {
            let verdict = who.judge(form, ordinary);
            (verdict != Verdict::Other).then(|| Alias {
                text: form.text(novel),
                title: form.title,
                names: form.names.clone(),
                count: form.places.len(),
                is_ticked: verdict == Verdict::Same,
                samples: form.places.iter().take(SAMPLES).cloned().collect(),
            })
        })
        .collect();
    found.sort_by(|left, right| {
        (right.is_ticked, right.count, &left.text).cmp(&(left.is_ticked, left.count, &right.text))
    });
    found.truncate(MOST);
    found
}

/// The alias of a ticked list that a mention is one by.
pub fn is_named(aliases: &[Alias], mention: &Mention) -> bool {
    aliases.iter().any(|alias| alias.is_ticked && alias.is(mention))
}
