//! Whether a form of a name is the character's.

use super::uses::{Form, Uses};
use crate::novel::names::{Gender, Title, TypedName, gender_of, is_particle, short_forms};

/// What is thought of a form.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    Same,
    /// It may be; the user decides.
    Doubtful,
    Other,
}

impl Who<'_> {
    /// Judges a form. `ordinary` says whether a word in lower case is also no name in this book.
    pub fn judge(&self, form: &Form, ordinary: &dyn Fn(&str) -> bool) -> Verdict {
        let gender = form
            .title
            .and_then(Title::gender)
            .or_else(|| self.gender_of_others(&form.names));
        if let (Some(own), Some(gender)) = (self.gender, gender)
            && own != gender
        {
            return Verdict::Other;
        }
        if self.typed.given.is_empty() {
            return self.one_name(form, ordinary);
        }
        let has_given = form.names.iter().any(|name| self.is_given(name));
        let has_family = ends_with(&form.names, &self.typed.family);
        match (has_given, has_family) {
            (true, true) => self.full(form),
            (true, false) => self.given_alone(form, ordinary),
            (false, true) => self.family(form, ordinary),
            (false, false) => Verdict::Other,
        }
    }
}

fn ends_with(names: &[String], family: &[String]) -> bool {
    let core = family.iter().position(|part| !is_particle(part)).unwrap_or_default();
    names.ends_with(&family[core..])
}

/// The character, and what the book says of others with its names.
pub struct Who<'a> {
    typed: &'a TypedName,
    uses: &'a Uses,
    gender: Option<Gender>,
    /// The given names and their short forms.
    given: Vec<String>,
}

impl<'a> Who<'a> {
    pub fn new(typed: &'a TypedName, uses: &'a Uses) -> Self {
        let mut given: Vec<String> = typed.given.iter().filter(|name| !is_particle(name)).cloned().collect();
        given.extend(typed.given.iter().flat_map(|name| short_forms(name)).map(str::to_owned));
        let told = || {
            uses.gender(|_, names| {
                given.contains(&names[0]) && (names.len() == 1 || ends_with(&names[1..], &typed.family))
            })
        };
        let titled =
            || uses.gender(|title, names| title.is_some() && ends_with(names, &typed.family) && names.len() == 1);
        let gender = typed.gender().or_else(told).or_else(titled);
        Self {
            typed,
            uses,
            gender,
            given,
        }
    }

    fn is_given(&self, name: &str) -> bool {
        self.given.iter().any(|own| own == name)
    }

    /// The gender of a given name in a form that is not the character's.
    fn gender_of_others(&self, names: &[String]) -> Option<Gender> {
        let first = names.first().filter(|_| names.len() > 1)?;
        if self.is_given(first) || self.typed.family.contains(first) {
            None
        } else {
            gender_of(first)
        }
    }

    fn is_family(&self, names: &[String]) -> bool {
        ends_with(names, &self.typed.family) && names.iter().all(|name| self.typed.family.contains(name))
    }

    /// Whether the character is an unmarried woman: "Miss" stands before her given name, or nobody calls her "Mrs." with it and the
    /// book has a "Miss" of the family.
    fn is_unmarried(&self) -> bool {
        if let Some(title) = self.typed.title
            && (title.is_mrs() || title.is_miss())
        {
            return title.is_miss();
        }
        let titled = |wanted: fn(Title) -> bool, with_given: bool| {
            self.uses.count(|title, names| {
                let has_given = names.iter().any(|name| self.is_given(name));
                title.is_some_and(wanted) && if with_given { has_given } else { self.is_family(names) }
            })
        };
        let (miss, mrs) = (titled(Title::is_miss, true), titled(Title::is_mrs, true));
        let (family_miss, family_mrs) = (titled(Title::is_miss, false), titled(Title::is_mrs, false));
        miss > mrs || (mrs == 0 && family_miss * 10 >= family_mrs.max(1))
    }

    /// Whether the title of a form fits what is known of marriage. "Lady" before a family name is a wife's title too.
    fn fits_marriage(&self, form: &Form) -> bool {
        if self.gender == Some(Gender::Male) {
            return true;
        }
        match form.title {
            Some(title) if title == self.typed.title.unwrap_or(title) && self.typed.title.is_some() => true,
            Some(title) if title.is_mrs() || (title.is_lady() && self.is_family(&form.names)) => !self.is_unmarried(),
            Some(title) if title.is_miss() => !self.typed.title.is_some_and(Title::is_mrs),
            _ => true,
        }
    }

    /// Given and family name. "Mrs. John Knightley" is not John.
    fn full(&self, form: &Form) -> Verdict {
        let is_wife = form.title.is_some_and(Title::is_mrs) && self.gender == Some(Gender::Male);
        // Another given name in front: a brother, or a middle name of the character that was not typed.
        let first = form.names.first().is_some_and(|name| self.is_given(name));
        match (is_wife, first) {
            (true, _) => Verdict::Other,
            (false, true) => Verdict::Same,
            (false, false) => Verdict::Doubtful,
        }
    }

    /// The given name without the family name.
    fn given_alone(&self, form: &Form, ordinary: &dyn Fn(&str) -> bool) -> Verdict {
        let Some(name) = form.names.first().filter(|name| self.is_given(name)) else {
            return Verdict::Other;
        };
        // Somebody else has another family name behind it.
        if form.names.iter().any(|name| !self.is_given(name) && !is_particle(name)) {
            return Verdict::Other;
        }
        let takes_given = form.title.is_none_or(Title::takes_given) || form.title == self.typed.title;
        if !takes_given || !self.fits_marriage(form) {
            return Verdict::Other;
        }
        let is_own = |names: &[String]| names.len() > 1 && names[0] == *name && ends_with(names, &self.typed.family);
        let is_others =
            |names: &[String]| names.len() > 1 && names[0] == *name && !ends_with(names, &self.typed.family);
        if form.title.is_some() {
            let others = self.uses.count(|title, names| title == form.title && is_others(names));
            let own = self.uses.count(|title, names| title == form.title && is_own(names));
            return if others > own { Verdict::Other } else { Verdict::Same };
        }
        // "Colonel Fitzwilliam": here it is a family name.
        let as_family = self.uses.count(|title, names| {
            names.len() == 1 && names[0] == *name && title.is_some_and(|title| !title.takes_given())
        });
        let own = self.uses.count(|_, names| is_own(names));
        if as_family > own && as_family * 4 > form.count() {
            return Verdict::Doubtful;
        }
        let is_short = !self.typed.given.contains(name);
        // Who is called "Lady Catherine" is not called Catherine, and less so Kitty; but "Lady Catherine de Bourgh" is no Bennet.
        let is_titled = |title: Option<Title>| title.is_some_and(|title| title.takes_given() && !title.is_miss());
        let is_typed = |names: &[String]| names.len() == 1 && self.typed.given.contains(&names[0]);
        let titled = self.uses.count(|title, names| is_titled(title) && is_typed(names));
        let rivals = self.uses.count(|title, names| {
            let is_typed = names.len() > 1 && self.typed.given.contains(&names[0]);
            is_titled(title) && is_typed && !ends_with(names, &self.typed.family)
        });
        let bare = self.uses.count(|title, names| title.is_none() && is_typed(names));
        if rivals == 0 && titled > bare * 2 {
            return Verdict::Doubtful;
        }
        // "May" for Mary, "Will" for William: the book has the word, and perhaps nobody of that name.
        if is_short && own == 0 && form.names.iter().all(|name| ordinary(name)) {
            return Verdict::Doubtful;
        }
        // Of two people with one given name the one that is called by it alone is meant by it: "Mary" is not Mary King.
        let others = self.uses.count(|_, names| is_others(names));
        match others > own * 2 + 1 && (is_short || others * 4 > form.count()) {
            true if is_short => Verdict::Other,
            true => Verdict::Doubtful,
            false => Verdict::Same,
        }
    }

    /// The family name without the given one.
    fn family(&self, form: &Form, ordinary: &dyn Fn(&str) -> bool) -> Verdict {
        if !self.is_family(&form.names) {
            return Verdict::Other;
        }
        if !self.fits_marriage(form) {
            return Verdict::Other;
        }
        match form.title {
            Some(title) if title.is_miss() => {
                // The eldest sister is "Miss" with the family name, a younger one has her given name with it.
                let own = self.uses.count(|title, names| {
                    title.is_some_and(Title::is_miss) && names.iter().any(|name| self.is_given(name))
                });
                let sisters = self.others(Some(Gender::Female));
                if sisters > 0 && (own > 0 || sisters * 10 > form.count()) {
                    Verdict::Doubtful
                } else {
                    Verdict::Same
                }
            }
            Some(title) => {
                let own = self.uses.count(|other, names| {
                    other == Some(title) && self.is_given(&names[0]) && ends_with(names, &self.typed.family)
                });
                let is_younger = own * 3 > form.count() && self.others(self.gender) > 0;
                match is_younger || (own == 0 && self.may_be_a_relative(form, title)) {
                    true => Verdict::Doubtful,
                    false => Verdict::Same,
                }
            }
            None if self.typed.family.iter().all(|name| is_particle(name) || ordinary(name)) => Verdict::Doubtful,
            None => self.bare_family(form),
        }
    }

    /// Whether a title that tells no gender, such as "Captain", may be that of somebody else of the family: pronouns tell that it is,
    /// others of the name are in the book, or the character is a woman and nothing tells that it is hers.
    fn may_be_a_relative(&self, form: &Form, title: Title) -> bool {
        if title.gender().is_some() || self.typed.title == Some(title) {
            return false;
        }
        let told = self
            .uses
            .gender(|title, names| title == form.title && names == form.names);
        match (self.gender, told) {
            (Some(own), Some(told)) if own != told => true,
            (Some(own), Some(_)) => {
                let full = self.uses.count(|_, names| {
                    names.len() > 1 && self.is_given(&names[0]) && ends_with(names, &self.typed.family)
                });
                let relatives = self.others(Some(own));
                relatives > full || relatives * 10 > form.count()
            }
            (Some(Gender::Female), None) => true,
            (Some(_), None) => self.others(None) > 0,
            // Whoever is called Mr. or Miss of the name may be the character, and the other one has the rank.
            (None, _) => {
                let titled = self
                    .uses
                    .count(|title, names| self.is_family(names) && title.and_then(Title::gender).is_some());
                titled + self.others(None) > 0
            }
        }
    }

    /// The family name alone: a man is called so, a woman only when nobody else has the name.
    fn bare_family(&self, form: &Form) -> Verdict {
        let gentlemen = self
            .uses
            .count(|title, names| self.is_family(names) && title.and_then(Title::gender) == Some(Gender::Male));
        if self.gender == Some(Gender::Female) {
            return match gentlemen + self.others(None) {
                0 => Verdict::Same,
                _ => Verdict::Other,
            };
        }
        let brothers = self.others(Some(Gender::Male));
        let own = self
            .uses
            .count(|_, names| names.len() > 1 && self.is_given(&names[0]) && ends_with(names, &self.typed.family));
        if brothers > own.max(1) * 2 && brothers * 4 > form.count() {
            Verdict::Doubtful
        } else {
            Verdict::Same
        }
    }

    /// How often others with the family name are named in full; of one gender, or of any.
    fn others(&self, gender: Option<Gender>) -> usize {
        self.uses.count(|title, names| {
            let is_full = names.len() > self.typed.family.len() && ends_with(names, &self.typed.family);
            let first = names.first().map_or("", String::as_str);
            let theirs = title.and_then(Title::gender).or_else(|| gender_of(first));
            is_full && !self.is_given(first) && (gender.is_none() || theirs.is_none() || theirs == gender)
        })
    }

    /// One name was typed, with a title or without.
    fn one_name(&self, form: &Form, ordinary: &dyn Fn(&str) -> bool) -> Verdict {
        let family = &self.typed.family;
        if self.is_family(&form.names) {
            let fits = match (self.typed.title, form.title) {
                (Some(own), Some(theirs)) => {
                    own == theirs || (self.fits_marriage(form) && !theirs.is_mrs() && !theirs.is_miss())
                }
                (None, Some(theirs)) => self.fits_marriage(form) || !theirs.is_mrs(),
                (Some(own), None) if own.is_miss() => self.others(None) == 0,
                (Some(own), None) => !own.is_mrs(),
                (None, None) => true,
            };
            let is_word =
                form.title.is_none() && family.iter().all(|name| ordinary(name)) && self.typed.title.is_some();
            let is_relatives =
                self.typed.title.is_some() && form.title.is_some_and(|title| self.may_be_a_relative(form, title));
            return match (fits, is_word || is_relatives) {
                (true, false) => Verdict::Same,
                (true, true) => Verdict::Doubtful,
                (false, _) => Verdict::Other,
            };
        }
        let is_before = form.names.first().is_some_and(|name| family.first() == Some(name));
        let is_short =
            form.names.len() == 1 && family.len() == 1 && short_forms(&family[0]).contains(&form.names[0].as_str());
        if is_short && self.typed.title.is_none() {
            let others = self.uses.count(|_, names| names.len() > 1 && names[0] == form.names[0]);
            return if others == 0 { Verdict::Same } else { Verdict::Doubtful };
        }
        let is_after = ends_with(&form.names, family) && form.names.len() > family.len();
        // The name in full, if there is only one that it can be.
        let rivals = self.uses.count(|_, names| {
            let same = names.len() > 1 && names != form.names.as_slice();
            same && (names.first() == family.first() && is_before || ends_with(names, family) && is_after)
        });
        match is_before && self.typed.title.is_none_or(Title::takes_given)
            || is_after && self.typed.title.is_none_or(|title| !title.is_mrs())
        {
            false => Verdict::Other,
            true if rivals == 0 || rivals * 4 < form.count() => Verdict::Same,
            true => Verdict::Doubtful,
        }
    }
}
