//! Names of people: what their parts say about gender and marriage, and which short forms belong to which name.
//!
//! The lists are those of English novels. A name that is in none of them is still found; only its gender then comes from its titles
//! and pronouns.

mod given;

pub use given::{gender_of, short_forms};

/// What a title or a given name says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Gender {
    Female,
    Male,
}

/// What stands before a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Title {
    /// In lower case, without a full stop.
    pub form: &'static str,
    kind: Kind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Kind {
    Mr,
    Miss,
    Mrs,
    /// A man's, before a family name.
    His,
    /// A man's, before either name.
    HisGiven,
    /// A woman's, before either name.
    HerGiven,
    /// Anybody's, before a family name.
    Any,
    /// Anybody's, before a given name.
    AnyGiven,
}

const TITLES: [(&str, Kind); 74] = [
    ("mr", Kind::Mr),
    ("mister", Kind::Mr),
    ("master", Kind::HisGiven),
    ("mrs", Kind::Mrs),
    ("missis", Kind::Mrs),
    ("miss", Kind::Miss),
    ("ms", Kind::HerGiven),
    ("madame", Kind::Mrs),
    ("mme", Kind::Mrs),
    ("mlle", Kind::Miss),
    ("mademoiselle", Kind::Miss),
    ("monsieur", Kind::Mr),
    ("m", Kind::Mr),
    ("herr", Kind::Mr),
    ("frau", Kind::Mrs),
    ("fräulein", Kind::Miss),
    ("signor", Kind::Mr),
    ("signora", Kind::Mrs),
    ("signorina", Kind::Miss),
    ("señor", Kind::Mr),
    ("señora", Kind::Mrs),
    ("señorita", Kind::Miss),
    ("don", Kind::HisGiven),
    ("doña", Kind::HerGiven),
    ("sir", Kind::HisGiven),
    ("lord", Kind::HisGiven),
    ("lady", Kind::HerGiven),
    ("dame", Kind::HerGiven),
    ("baron", Kind::His),
    ("baroness", Kind::HerGiven),
    ("count", Kind::His),
    ("countess", Kind::HerGiven),
    ("duke", Kind::His),
    ("duchess", Kind::HerGiven),
    ("earl", Kind::His),
    ("marquis", Kind::His),
    ("marquess", Kind::His),
    ("viscount", Kind::His),
    ("prince", Kind::HisGiven),
    ("princess", Kind::HerGiven),
    ("king", Kind::HisGiven),
    ("queen", Kind::HerGiven),
    ("squire", Kind::His),
    ("aunt", Kind::HerGiven),
    ("auntie", Kind::HerGiven),
    ("uncle", Kind::HisGiven),
    ("cousin", Kind::AnyGiven),
    ("brother", Kind::HisGiven),
    ("sister", Kind::HerGiven),
    ("father", Kind::HisGiven),
    ("mother", Kind::HerGiven),
    ("friar", Kind::HisGiven),
    ("saint", Kind::AnyGiven),
    ("st", Kind::AnyGiven),
    ("dr", Kind::Any),
    ("doctor", Kind::Any),
    ("prof", Kind::Any),
    ("professor", Kind::Any),
    ("captain", Kind::Any),
    ("capt", Kind::Any),
    ("colonel", Kind::Any),
    ("col", Kind::Any),
    ("major", Kind::Any),
    ("general", Kind::Any),
    ("lieutenant", Kind::Any),
    ("sergeant", Kind::Any),
    ("inspector", Kind::Any),
    ("detective", Kind::Any),
    ("judge", Kind::Any),
    ("reverend", Kind::His),
    ("rev", Kind::His),
    ("parson", Kind::His),
    ("nurse", Kind::AnyGiven),
    ("comrade", Kind::Any),
];
/// Words inside a name that are no name of their own.
const PARTICLES: [&str; 19] = [
    "de", "du", "des", "d", "la", "le", "von", "van", "der", "den", "ter", "da", "di", "del", "della", "of", "the",
    "y", "el",
];

impl Title {
    /// The title that a word is, in any case of letters.
    pub fn of(word: &str) -> Option<Self> {
        let word = word.to_lowercase();
        let found = TITLES.iter().find(|(form, _)| *form == word)?;
        Some(Self {
            form: found.0,
            kind: found.1,
        })
    }

    pub fn gender(self) -> Option<Gender> {
        match self.kind {
            Kind::Mr | Kind::His | Kind::HisGiven => Some(Gender::Male),
            Kind::Miss | Kind::Mrs | Kind::HerGiven => Some(Gender::Female),
            Kind::Any | Kind::AnyGiven => None,
        }
    }

    /// Whether the name after it can be the given one, as in "Lady Catherine"; "Miss Elizabeth" is a younger sister.
    pub fn takes_given(self) -> bool {
        matches!(self.kind, Kind::Miss | Kind::HisGiven | Kind::HerGiven | Kind::AnyGiven)
    }

    pub fn is_miss(self) -> bool {
        self.kind == Kind::Miss
    }

    pub fn is_lady(self) -> bool {
        self.kind == Kind::HerGiven && self.form != "ms"
    }

    pub fn is_mrs(self) -> bool {
        self.kind == Kind::Mrs
    }

    /// Whether a full stop may follow.
    pub fn is_abbreviation(self) -> bool {
        [
            "mr", "mrs", "ms", "mme", "mlle", "m", "st", "dr", "prof", "capt", "col", "rev",
        ]
        .contains(&self.form)
    }
}

/// Whether a word inside a name is no name of its own.
pub fn is_particle(word: &str) -> bool {
    PARTICLES.contains(&word.to_lowercase().as_str())
}

/// A name as somebody typed it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TypedName {
    pub title: Option<Title>,
    /// In lower case; empty when only one name, or a title and one name, was given.
    pub given: Vec<String>,
    /// In lower case, with particles: `["van", "helsing"]`.
    pub family: Vec<String>,
}

impl TypedName {
    /// Takes a name apart. An article at its beginning does not count.
    pub fn parse(typed: &str) -> Self {
        let lower = typed.to_lowercase();
        let split = lower.split(|letter: char| letter.is_whitespace() || matches!(letter, '-' | '.' | '_' | ','));
        let mut words: Vec<String> = split
            .map(|word| word.trim_matches(|letter: char| !letter.is_alphanumeric()).to_owned())
            .filter(|word| !word.is_empty())
            .collect();
        if words.len() > 1 && words[0] == "the" {
            words.remove(0);
        }
        let title = words
            .first()
            .and_then(|word| Title::of(word))
            .filter(|_| words.len() > 1);
        // "Queen of Hearts" is a name and no title of somebody called Hearts.
        let title = title.filter(|_| words.get(1).is_none_or(|word| word != "of"));
        if title.is_some() {
            words.remove(0);
        }
        let family = words
            .iter()
            .skip(1)
            .position(|word| is_particle(word) && word != "of" && word != "the");
        let first_of_family = match family {
            Some(at) if at + 2 < words.len() => at + 1,
            _ => words.len().saturating_sub(1),
        };
        let family = words.split_off(first_of_family);
        Self {
            title,
            given: words,
            family,
        }
    }

    /// What the name itself says.
    pub fn gender(&self) -> Option<Gender> {
        let title = self.title.and_then(Title::gender);
        title.or_else(|| self.first().and_then(gender_of))
    }

    /// The name by which the character is called: the first given one, or the only one without a title.
    pub fn first(&self) -> Option<&str> {
        let only = self
            .family
            .first()
            .filter(|_| self.title.is_none_or(Title::takes_given));
        self.given.first().or(only).map(String::as_str)
    }
}
