//! Which known fact a new one makes untrue.
//!
//! A fact is read as a claim: of whom (its subject), about what (a slot that can hold one value: where somebody lives, their name,
//! age, work, who is married, a favourite, whether they like or have something), and the value. Two claims about one slot of one
//! subject with different values contradict each other. What is not understood contradicts nothing: to lose a true fact is worse
//! than to keep an old one.

mod english;
mod places;
#[cfg(test)]
mod tests;
mod turkish;

use super::types::{Fact, FactKind};
use crate::ids::FactId;
use crate::search::words;

/// The subject of facts in which the reader speaks.
const SELF: &str = "@self";

/// What one fact says.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Claim {
    /// Folded words, or [`SELF`].
    subject: String,
    slot: Slot,
    value: Value,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Slot {
    Home,
    Name,
    Age,
    Work,
    Marriage,
    /// Of this kind of thing.
    Favourite(String),
    /// Something else that has one value, such as a birthday.
    Only(String),
    /// Whether the rest of the sentence holds.
    Statement(String),
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Value {
    /// Folded words.
    Words(Vec<String>),
    /// Whether it is so.
    Truth(bool),
}

/// A word of a fact, folded, and whether it was written with a capital letter.
#[derive(Debug, Clone)]
struct FactWord {
    folded: String,
    is_capital: bool,
}

/// The known automatic fact that the new text contradicts; the newest, if there are several. Pinned facts are never superseded.
pub fn superseded(new: &str, known: &[Fact]) -> Option<FactId> {
    Known::new(known, "").superseded_by(new)
}

/// Known automatic facts with what they claim, read once for many new ones.
pub(crate) struct Known<'a> {
    facts: Vec<(&'a Fact, Vec<Claim>)>,
    user: &'a str,
}

impl<'a> Known<'a> {
    /// With the user's name "I live in Oslo" and "Ayşe moved to Bergen" are about one person.
    pub fn new(known: &'a [Fact], user: &'a str) -> Self {
        let automatic = known.iter().filter(|fact| fact.kind == FactKind::Automatic);
        Self {
            facts: automatic.map(|fact| (fact, claims(&fact.text, user))).collect(),
            user,
        }
    }

    /// As [`superseded`].
    pub fn superseded_by(&self, new: &str) -> Option<FactId> {
        let claims = claims(new, self.user);
        self.facts
            .iter()
            .filter(|(_, old)| contradict(&claims, old))
            .max_by_key(|(fact, _)| (fact.created_at, fact.id))
            .map(|(fact, _)| fact.id)
    }
}

/// Of these facts, the automatic ones that a newer one of them makes untrue, each with the newest that does. A new fact names one fact
/// that it replaces; what else it contradicts ("I live in Oslo", said twice in other words) is found here. Only facts that have
/// replaced one are asked, and replaced ones should not be among `facts`.
pub fn also_superseded(facts: &[Fact]) -> Vec<(FactId, FactId)> {
    let age = |fact: &Fact| (fact.created_at, fact.id);
    let mut newer: Vec<(&Fact, Vec<Claim>)> = facts
        .iter()
        .filter(|fact| fact.supersedes.is_some())
        .map(|fact| (fact, claims(&fact.text, "")))
        .collect();
    newer.sort_by_key(|(fact, _)| std::cmp::Reverse(age(fact)));
    if newer.is_empty() {
        return Vec::new();
    }
    let automatic = facts.iter().filter(|fact| fact.kind == FactKind::Automatic);
    automatic
        .filter_map(|old| {
            let claims = claims(&old.text, "");
            let mut against = newer
                .iter()
                .filter(|(new, said)| age(new) > age(old) && contradict(said, &claims));
            against.next().map(|(new, _)| (old.id, new.id))
        })
        .collect()
}

/// Whether the new text makes the old one untrue.
pub(crate) fn contradicted(new: &str, old: &str, user: &str) -> bool {
    contradict(&claims(new, user), &claims(old, user))
}

fn contradict(new: &[Claim], old: &[Claim]) -> bool {
    let against = |new: &Claim, old: &Claim| {
        new.subject == old.subject && new.slot == old.slot && differ(&new.slot, &new.value, &old.value)
    };
    new.iter().any(|new| old.iter().any(|old| against(new, old)))
}

fn differ(slot: &Slot, new: &Value, old: &Value) -> bool {
    match (new, old) {
        (Value::Truth(new), Value::Truth(old)) => new != old,
        (Value::Words(new), Value::Words(old)) => {
            // A value with a word of the other says it with more or less detail: "Oslo", "Oslo, in the old town".
            let apart = !new.is_empty() && !old.is_empty() && !new.iter().any(|word| old.contains(word));
            apart && (*slot != Slot::Home || places::are_of_one_kind(new, old))
        }
        _ => false,
    }
}

/// All that a text claims; nobody but the speaker is known by it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Claims(Vec<Claim>);

impl Claims {
    /// With the reader's name, what is claimed of somebody of that name is claimed of the reader.
    pub fn of(&self, user: &str) -> Self {
        Self(with_user(self.0.clone(), user))
    }

    /// Whether any is about "me" or something of mine.
    pub fn are_of_the_speaker(&self) -> bool {
        self.0.iter().any(|claim| claim.subject.starts_with(SELF))
    }

    /// Whether these make the old ones untrue.
    pub fn contradict(&self, old: &Self) -> bool {
        contradict(&self.0, &old.0)
    }
}

/// What a text claims.
pub(crate) fn claims_of(text: &str) -> Claims {
    Claims(claims(text, ""))
}

/// What a fact claims. Both languages are tried: a word of one is hardly ever one of the other's verbs.
fn claims(text: &str, user: &str) -> Vec<Claim> {
    let fact_words: Vec<FactWord> = words(text)
        .into_iter()
        .map(|word| FactWord {
            is_capital: text[word.start..].starts_with(char::is_uppercase),
            folded: word.folded,
        })
        .collect();
    let mut claims = english::claims(&fact_words);
    if claims.is_empty() {
        claims = turkish::claims(&fact_words);
    }
    with_user(claims, user)
}

/// Claims of somebody with the reader's name as the reader's own.
fn with_user(mut claims: Vec<Claim>, user: &str) -> Vec<Claim> {
    let user: Vec<String> = words(user).into_iter().map(|word| word.folded).collect();
    let user = user.join(" ");
    if user.is_empty() {
        return claims;
    }
    let possessive = format!("{user} ");
    for claim in &mut claims {
        if claim.subject == user {
            SELF.clone_into(&mut claim.subject);
        } else if let Some(rest) = claim.subject.strip_prefix(&possessive) {
            claim.subject = format!("{SELF} {rest}");
        }
    }
    claims
}

fn texts(words: &[FactWord]) -> Vec<&str> {
    words.iter().map(|word| word.folded.as_str()).collect()
}

fn owned(words: &[&str]) -> Vec<String> {
    words.iter().map(|word| (*word).to_owned()).collect()
}
