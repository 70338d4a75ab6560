//! From the words of a text to one feeling.

use super::lexicon::{self, Entry, LANGUAGES, Lexicon};
use super::tokens::{Token, tokens};
use super::{Emotion, EmotionLabel, grammar};
use crate::language;

/// A denied feeling is weaker than its opposite: "not happy" is less than sad.
const DENIED_PLEASANT: f32 = -0.6;
const DENIED_UNPLEASANT: f32 = -0.4;
/// What "but" does to the feelings on its two sides.
const BEFORE_BUT: f32 = 0.6;
const AFTER_BUT: f32 = 1.3;
const LOUD: f32 = 1.25;
/// Of a feeling's weight and of arousal, for each exclamation mark, of which three count.
const EXCLAIMED: f32 = 0.08;
const MOST_EXCLAMATIONS: usize = 3;
/// How slowly more words of feeling bring valence to its end: one strong word stands at 0.7, two at 0.9.
const DAMPING: f32 = 0.5;
/// Less weight than this, together, is no feeling.
const LEAST_WEIGHT: f32 = 0.27;
/// The share that a feeling of the losing sign keeps when the leading one is chosen.
const AGAINST_THE_SIGN: f32 = 0.5;

/// Words of feeling, added up.
#[derive(Debug, Default)]
struct Sum {
    valence: f32,
    /// Arousal times weight.
    arousal: f32,
    weight: f32,
    by_label: [f32; EmotionLabel::ALL.len()],
}

impl Sum {
    fn add(&mut self, entry: Entry, factor: f32) {
        // A label with little valence (surprise, longing) would else never lead.
        let weight = entry.valence.abs().max(entry.arousal / 2.0) * factor;
        self.valence += entry.valence * factor;
        self.arousal += entry.arousal * weight;
        self.weight += weight;
        self.by_label[entry.label as usize] += weight;
    }

    fn label(&self) -> EmotionLabel {
        let share = |label: EmotionLabel| {
            let weight = self.by_label[label as usize];
            match is_pleasant(label) {
                Some(pleasant) if pleasant != (self.valence > 0.0) => weight * AGAINST_THE_SIGN,
                _ => weight,
            }
        };
        let leading = EmotionLabel::ALL
            .into_iter()
            .reduce(|best, label| match share(label) > share(best) {
                true => label,
                false => best,
            });
        leading.filter(|_| self.weight >= LEAST_WEIGHT).unwrap_or_default()
    }
}

fn is_pleasant(label: EmotionLabel) -> Option<bool> {
    use EmotionLabel::*;
    match label {
        Joy | Love | Pride | Relief | Calm | Hope | Gratitude => Some(true),
        Surprise | Longing | Neutral => None,
        Fear | Anger | Sadness | Weariness | Shame | Guilt | Disgust | Loneliness | Jealousy => Some(false),
    }
}

/// The words of feeling of a text, added up, and what its exclamation marks add.
fn summed(text: &str) -> (Sum, f32) {
    let tokens = tokens(text);
    let mut sum = Sum::default();
    for entry in &tokens.emoticons {
        sum.add(*entry, 1.0);
    }
    if let Some(place) = language_of(text, &tokens.words) {
        add_words(&mut sum, place, &tokens.words);
    }
    (sum, tokens.exclamations.min(MOST_EXCLAMATIONS) as f32 * EXCLAIMED)
}

/// The weight of each feeling, in the order of the labels.
pub fn weights(text: &str) -> [f32; EmotionLabel::ALL.len()] {
    summed(text).0.by_label
}

pub fn read(text: &str) -> Emotion {
    let (sum, exclaimed) = summed(text);
    let label = sum.label();
    if label == EmotionLabel::Neutral {
        return Emotion {
            arousal: exclaimed,
            ..Emotion::default()
        };
    }
    let valence = sum.valence * (1.0 + exclaimed);
    Emotion {
        valence: valence / (valence * valence + DAMPING).sqrt(),
        arousal: (sum.arousal / sum.weight + exclaimed).clamp(0.0, 1.0),
        label,
    }
}

/// The place of the lexicon to read with: the language the text is surely written in, else the one that knows most of its words, of
/// those that know a word of feeling.
fn language_of(text: &str, tokens: &[Token]) -> Option<usize> {
    if let Some(sure) = language::written_in(text) {
        return LANGUAGES.iter().position(|language| *language == sure);
    }
    let known: Vec<usize> = (0..LANGUAGES.len()).map(|place| known_words(place, tokens)).collect();
    let most = known.iter().copied().max().filter(|most| *most > 0)?;
    known.iter().position(|count| *count == most)
}

/// How many of the words a language knows; 0 when none of them is of feeling.
fn known_words(place: usize, tokens: &[Token]) -> usize {
    let words = in_small_letters(place, tokens);
    let lexicon = lexicon::lexicon(place);
    let knows = |at: &usize| lexicon.word(words[*at]).is_some() || lexicon.phrase(&words[*at..]).is_some();
    match (0..words.len()).filter(knows).count() {
        0 => 0,
        of_feeling => {
            let small = language::small_words(LANGUAGES[place]);
            of_feeling + words.iter().filter(|word| small.contains(word)).count()
        }
    }
}

/// The words as the language of that place writes them in small letters.
fn in_small_letters(place: usize, tokens: &[Token]) -> Vec<&str> {
    let is_turkish = LANGUAGES[place] == "tr";
    let words = tokens.iter().map(|token| match &token.turkish {
        Some(word) if is_turkish => word.as_str(),
        _ => token.word.as_str(),
    });
    words.collect()
}

fn add_words(sum: &mut Sum, place: usize, tokens: &[Token]) {
    let words = in_small_letters(place, tokens);
    let lexicon = lexicon::lexicon(place);
    let turn = words.iter().rposition(|word| grammar::turns(place, word));
    let mut at = 0;
    while at < words.len() {
        let Some((entry, ending_negates, taken)) = found_at(lexicon, place, &words, at) else {
            at += 1;
            continue;
        };
        let before = before(place, tokens, &words, at);
        let denied_after = denied_after(place, tokens, &words, at + taken);
        let mut factor = before.strength;
        factor *= match turn {
            Some(turn) if at < turn => BEFORE_BUT,
            Some(turn) if at > turn => AFTER_BUT,
            _ => 1.0,
        };
        if tokens[at].is_loud {
            factor *= LOUD;
        }
        let is_denied = before.denies ^ (ending_negates || denied_after);
        sum.add(if is_denied { denied(entry) } else { entry }, factor);
        at += taken;
    }
}

/// What begins at a word: a phrase before a single word; how many words it takes, and whether its ending denies it.
fn found_at(lexicon: &Lexicon, place: usize, words: &[&str], at: usize) -> Option<(Entry, bool, usize)> {
    if let Some((entry, taken)) = lexicon.phrase(&words[at..]) {
        return Some((entry, false, taken));
    }
    // A word that only strengthens the next ("terribly happy") is no feeling of its own.
    let strengthens = grammar::strength(place, words[at]) != 1.0;
    if strengthens && words.get(at + 1).is_some_and(|next| lexicon.word(next).is_some()) {
        return None;
    }
    let found = lexicon.word(words[at])?;
    Some((found.entry, grammar::ending_negates(place, found), 1))
}

#[derive(Debug, Clone, Copy)]
struct Before {
    denies: bool,
    strength: f32,
}

/// What the words before one in its clause do to it.
fn before(place: usize, tokens: &[Token], words: &[&str], at: usize) -> Before {
    let mut before = Before {
        denies: false,
        strength: 1.0,
    };
    let mut compared = false;
    for distance in 1..=grammar::NEGATION_REACH {
        if distance > at || tokens[at - distance + 1].starts_clause || grammar::turns(place, words[at - distance]) {
            break;
        }
        let word = words[at - distance];
        compared |= grammar::compares(place, word);
        if distance < 3 {
            before.strength *= grammar::strength(place, word);
        }
        let only = words
            .get(at - distance + 1)
            .is_some_and(|next| *next == "only" || *next == "wonder");
        if grammar::negates_after(place, word) && !only {
            let raises = compared && word == "never";
            before.denies ^= !raises;
        }
    }
    before
}

/// Whether one of the two words after it, in its clause, denies it.
fn denied_after(place: usize, tokens: &[Token], words: &[&str], next: usize) -> bool {
    let until = (next + 2).min(words.len());
    (next..until)
        .take_while(|at| !tokens[*at].starts_clause)
        .any(|at| grammar::negates_before(place, words[at]))
}

fn denied(entry: Entry) -> Entry {
    let share = if entry.valence > 0.0 {
        DENIED_PLEASANT
    } else {
        DENIED_UNPLEASANT
    };
    Entry {
        label: grammar::denied(entry.label),
        valence: entry.valence * share,
        arousal: entry.arousal * share.abs(),
    }
}
