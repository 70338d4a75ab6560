//! The small words that turn a feeling round, strengthen it or soften it, by language, in the order of the lexicon's languages.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::EmotionLabel;
use super::lexicon::Found;

/// How many words before a word of feeling may negate it.
pub const NEGATION_REACH: usize = 3;

struct Grammar {
    /// Negate what comes within reach after them.
    before: &'static [&'static str],
    /// Negate what stands up to two words before them.
    after: &'static [&'static str],
    strengthen: &'static [&'static str],
    soften: &'static [&'static str],
    /// What follows them weighs more than what went before.
    but: &'static [&'static str],
}

const GRAMMARS: [Grammar; 5] = [
    Grammar {
        before: &[
            "not", "no", "never", "nobody", "none", "nothing", "without", "hardly", "barely", "scarcely", "cannot",
            "neither", "nor", "dont", "doesnt", "didnt", "cant", "couldnt", "wont", "wouldnt", "isnt", "arent",
            "wasnt", "werent", "aint", "havent", "hasnt", "shouldnt", "stopped", "stop",
        ],
        after: &[],
        strengthen: &[
            "very",
            "so",
            "really",
            "extremely",
            "incredibly",
            "terribly",
            "awfully",
            "totally",
            "completely",
            "utterly",
            "absolutely",
            "deeply",
            "truly",
            "too",
            "super",
            "hella",
            "insanely",
            "ridiculously",
            "such",
            "quite",
            "especially",
            "fucking",
            "bloody",
            "damn",
            "all",
            "much",
            "more",
            "most",
            "unbelievably",
        ],
        soften: &[
            "slightly", "somewhat", "little", "bit", "kinda", "sorta", "fairly", "rather", "mildly", "almost",
            "partly", "kind", "sort", "less", "pretty",
        ],
        but: &["but", "however", "yet", "though"],
    },
    Grammar {
        before: &["hiç", "asla", "ne"],
        after: &[
            "değil",
            "değilim",
            "değildi",
            "değildim",
            "değiliz",
            "değilsin",
            "yok",
            "yoktu",
            "kalmadı",
        ],
        strengthen: &[
            "çok",
            "pek",
            "aşırı",
            "fena",
            "öyle",
            "o",
            "en",
            "daha",
            "acayip",
            "inanılmaz",
            "gerçekten",
        ],
        soften: &["biraz", "azıcık", "az", "hafif", "hafiften"],
        but: &["ama", "fakat", "ancak", "lakin"],
    },
    Grammar {
        before: &[
            "nicht", "kein", "keine", "keinen", "keiner", "nie", "niemals", "ohne", "kaum", "weder",
        ],
        after: &["nicht", "nie"],
        strengthen: &[
            "sehr",
            "so",
            "total",
            "wirklich",
            "unglaublich",
            "extrem",
            "ganz",
            "zu",
            "völlig",
        ],
        soften: &["etwas", "bisschen", "wenig", "ziemlich", "leicht"],
        but: &["aber", "doch", "jedoch"],
    },
    Grammar {
        before: &["pas", "jamais", "sans", "aucun", "aucune", "plus", "ni"],
        after: &["pas", "jamais"],
        strengthen: &["très", "si", "tellement", "trop", "vraiment", "extrêmement", "tant"],
        soften: &["peu", "légèrement", "assez", "plutôt"],
        but: &["mais", "pourtant", "cependant"],
    },
    Grammar {
        before: &["no", "nunca", "jamás", "sin", "tampoco", "ni", "ningún", "ninguna"],
        after: &[],
        strengthen: &[
            "muy",
            "tan",
            "tanto",
            "tanta",
            "demasiado",
            "realmente",
            "mucho",
            "mucha",
            "más",
        ],
        soften: &["poco", "algo", "bastante"],
        but: &["pero", "aunque", "sino"],
    },
];

/// Beginnings of a Turkish ending that say "not" (sev-miyor, sev-medi, sev-mez) or "without" (umut-suz).
const TURKISH_NEGATIVE_ENDINGS: [&str; 26] = [
    "miyor", "mıyor", "muyor", "müyor", "medi", "madı", "mem", "mam", "mez", "maz", "meyec", "mayac", "memiş", "mamış",
    "eme", "ama", "emi", "amı", "siz", "sız", "suz", "süz", "meden", "madan", "mey", "may",
];

/// What a small word does to a feeling near it.
#[derive(Debug, Clone, Copy)]
struct Role {
    negates_after: bool,
    negates_before: bool,
    strength: f32,
    turns: bool,
}

const NO_ROLE: Role = Role {
    negates_after: false,
    negates_before: false,
    strength: 1.0,
    turns: false,
};

/// The lists above by word: each word of a text is looked up in them.
static ROLES: LazyLock<[HashMap<&'static str, Role>; 5]> = LazyLock::new(|| {
    GRAMMARS.map(|grammar| {
        let mut roles: HashMap<&'static str, Role> = HashMap::new();
        let mut set = |words: &[&'static str], change: fn(&mut Role)| {
            words
                .iter()
                .for_each(|word| change(roles.entry(*word).or_insert(NO_ROLE)));
        };
        set(grammar.before, |role| role.negates_after = true);
        set(grammar.after, |role| role.negates_before = true);
        set(grammar.soften, |role| role.strength = 0.6);
        set(grammar.strengthen, |role| role.strength = 1.35);
        set(grammar.but, |role| role.turns = true);
        roles
    })
});

fn role(language: usize, word: &str) -> Role {
    ROLES[language].get(word).copied().unwrap_or(NO_ROLE)
}

pub fn negates_after(language: usize, word: &str) -> bool {
    role(language, word).negates_after || (language == 0 && word.ends_with("n't"))
}

pub fn negates_before(language: usize, word: &str) -> bool {
    role(language, word).negates_before
}

pub fn ending_negates(language: usize, found: Found<'_>) -> bool {
    language == 1
        && TURKISH_NEGATIVE_ENDINGS
            .iter()
            .any(|ending| found.ending.starts_with(ending))
}

/// By how much a word before a word of feeling changes its weight.
pub fn strength(language: usize, word: &str) -> f32 {
    role(language, word).strength
}

pub fn turns(language: usize, word: &str) -> bool {
    role(language, word).turns
}

/// "Never so happy" and "never been more afraid" strengthen: the word between that says so.
pub fn compares(language: usize, word: &str) -> bool {
    language == 0 && matches!(word, "so" | "more" | "such" | "only")
}

/// The feeling that is left when one is denied: "not happy" is sad, "not afraid" is calm.
pub fn denied(label: EmotionLabel) -> EmotionLabel {
    use EmotionLabel::*;
    match label {
        Joy | Hope => Sadness,
        Love => Loneliness,
        Pride => Shame,
        Relief | Calm => Fear,
        Gratitude => Anger,
        Surprise | Longing | Neutral => Neutral,
        Fear | Anger | Sadness | Weariness | Disgust | Loneliness | Jealousy | Shame | Guilt => Calm,
    }
}
