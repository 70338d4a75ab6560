//! How often each form of a name is used, and with which pronouns.

use std::collections::HashMap;
use std::ops::Range;

use crate::novel::mentions::{Mention, words};
use crate::novel::names::{Gender, Title};
use crate::novel::quotations::Quotation;
use crate::novel::text::NovelText;

/// How far after a name a pronoun is taken to mean it, in words.
const REACH: usize = 8;

/// A title and names that appear together.
#[derive(Debug, Clone)]
pub struct Form {
    pub title: Option<Title>,
    /// In lower case.
    pub names: Vec<String>,
    pub places: Vec<Range<usize>>,
    /// How often a pronoun of a man, and of a woman, follows.
    pronouns: (usize, usize),
}

impl Form {
    /// As it stands in the text most often.
    pub fn text(&self, novel: &NovelText) -> String {
        let mut counts: HashMap<&str, usize> = HashMap::new();
        for place in &self.places {
            *counts.entry(&novel.text[place.clone()]).or_default() += 1;
        }
        let most = counts
            .into_iter()
            .max_by_key(|(text, count)| (*count, std::cmp::Reverse(*text)));
        most.map(|(text, _)| text.split_whitespace().collect::<Vec<_>>().join(" "))
            .unwrap_or_default()
    }

    pub fn count(&self) -> usize {
        self.places.len()
    }
}

/// All forms of names in a book.
#[derive(Debug, Default)]
pub struct Uses {
    forms: HashMap<(Option<Title>, Vec<String>), Form>,
}

impl Uses {
    pub fn of(novel: &NovelText, mentions: &[Mention], quoted: &[Quotation]) -> Self {
        let mut uses = Self::default();
        for mention in mentions {
            let key = (mention.title, mention.names.clone());
            let form = uses.forms.entry(key).or_insert_with(|| Form {
                title: mention.title,
                names: mention.names.clone(),
                places: Vec::new(),
                pronouns: (0, 0),
            });
            form.places.push(mention.span.clone());
            // Inside speech a pronoun may mean anybody.
            let at = quoted.partition_point(|quotation| quotation.span.end <= mention.span.start);
            if quoted
                .get(at)
                .is_none_or(|quotation| quotation.span.start > mention.span.start)
            {
                match pronoun_after(novel, mention) {
                    Some(Gender::Male) => form.pronouns.0 += 1,
                    Some(Gender::Female) => form.pronouns.1 += 1,
                    None => {}
                }
            }
        }
        uses
    }

    pub fn forms(&self) -> impl Iterator<Item = &Form> {
        self.forms.values()
    }

    /// How often the forms that a rule accepts are used.
    pub fn count(&self, accepts: impl Fn(Option<Title>, &[String]) -> bool) -> usize {
        self.forms()
            .filter(|form| accepts(form.title, &form.names))
            .map(Form::count)
            .sum()
    }

    /// The gender that pronouns after these forms tell, if they clearly do.
    pub fn gender(&self, accepts: impl Fn(Option<Title>, &[String]) -> bool) -> Option<Gender> {
        let (mut he, mut she) = (0, 0);
        for form in self.forms().filter(|form| accepts(form.title, &form.names)) {
            he += form.pronouns.0;
            she += form.pronouns.1;
        }
        match (he, she) {
            _ if he >= 2 && he > she * 2 => Some(Gender::Male),
            _ if she >= 2 && she > he * 2 => Some(Gender::Female),
            _ => None,
        }
    }
}

/// The first pronoun after a name, in the same sentence and before the next name.
fn pronoun_after(novel: &NovelText, mention: &Mention) -> Option<Gender> {
    let end = novel.paragraphs[mention.paragraph].span.end;
    let rest = &novel.text[mention.span.end..end];
    let rest = &rest[..rest.find(['.', '!', '?', '“', '"']).unwrap_or(rest.len())];
    let rest = &rest[..rest.char_indices().nth(120).map_or(rest.len(), |(at, _)| at)];
    for word in words(rest).into_iter().take(REACH) {
        match word.text {
            "he" | "him" | "his" | "himself" => return Some(Gender::Male),
            "she" | "her" | "hers" | "herself" => return Some(Gender::Female),
            text if text.starts_with(char::is_uppercase) => return None,
            _ => {}
        }
    }
    None
}
