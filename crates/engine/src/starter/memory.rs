//! What so small a model is told of memory: a few facts, and the one memory that answers the message.

use std::collections::HashSet;

use super::words::{is_listed, words};
use crate::macros::Names;
use crate::markup::{SpanKind, voices};
use crate::memory::contradiction::contradicted;
use crate::memory::normalise::normalised;
use crate::memory::rules::is_own_words;
use crate::memory::sentences::sentences;
use crate::memory::superseded::{Past, SupersededFact};
use crate::memory::words::share_a_word;
use crate::prompt::RecalledMemory;
use crate::recall::terms;

const MOST_FACTS: usize = 2;
/// Of pinned facts, some more: the reader counts on them. Each one makes so small a model worse at everything else.
const MOST_PINNED: usize = 4;
const PINNED_CHARS: usize = 320;
/// The longest sentence of a memory that is told, in characters.
const SENTENCE_CHARS: usize = 160;

/// What is known, of which the model may be told something. The default is nothing.
#[derive(Debug, Clone, Copy, Default)]
pub struct StarterMemory<'a> {
    /// What is known about the reader, pinned facts first.
    pub facts: &'a [&'a str],
    /// How many of them are pinned.
    pub pinned: usize,
    /// What newer facts have replaced; those that hold now are found by its words too.
    pub superseded: &'a [SupersededFact],
    /// What the message calls to mind, the strongest first.
    pub recalled: &'a [RecalledMemory],
}

/// What the model is told of it. The default is nothing.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct StarterTold {
    /// The places of the facts among those that are known, and how they are told.
    pub facts: Vec<(usize, String)>,
    /// The memory that is told, by its place among those that came to mind, and the sentence of it, in the reader's words.
    pub memory: Option<(usize, String)>,
    /// Of all that is told, what answers a question of the reader about themselves.
    pub answers: String,
}

impl StarterTold {
    /// The same without the memory.
    pub fn without_memory(&self) -> Self {
        Self {
            memory: None,
            ..self.clone()
        }
    }

    /// All of it as one text.
    pub(super) fn as_text(&self) -> String {
        let facts = self.facts.iter().map(|(_, text)| text.as_str());
        let memory = self.memory.iter().map(|(_, text)| text.as_str());
        facts.chain(memory).collect::<Vec<_>>().join(" ")
    }
}

/// What is told when the reader (whose name may be blank) says `latest`; nothing when that is empty, as the front of the prompt is
/// read before there is a message, and what is told comes after it.
///
/// First pinned facts, those that share a word with the message before the others, as many as there is room for; then the memory
/// that answers the message, in the place of one fact; then automatic facts that share a word, while fewer than two are told. A
/// fact shares the words of what it has replaced, too: "I moved to Bergen." answers where somebody lives who once said "I live in
/// Oslo."
pub fn told(memory: &StarterMemory<'_>, user: &str, latest: &str) -> StarterTold {
    if latest.is_empty() {
        return StarterTold::default();
    }
    let user = Names::new("", user).user;
    let mut near = near(memory, latest);
    let mut said = answering(memory, user, latest);
    if let Some((_, sentence)) = &said {
        let same = normalised(sentence);
        let known = memory.facts.iter().position(|fact| normalised(fact) == same);
        if let Some(place) = known {
            near.retain(|near| *near != place);
            near.insert(0, place);
            said = None;
        }
    }
    let mut chosen = pinned(memory, &near);
    said = said.filter(|_| chosen.len() < MOST_PINNED);
    // What was said last is not among the facts yet.
    let holds = |place: usize| {
        let said = said.as_ref();
        said.is_none_or(|(_, sentence)| !contradicted(sentence, memory.facts[place], user))
    };
    let room = MOST_FACTS.saturating_sub(chosen.len() + usize::from(said.is_some()));
    let automatic = near.iter().copied().filter(|place| *place >= memory.pinned);
    chosen.extend(automatic.filter(|place| holds(*place)).take(room));
    let answers = chosen.iter().filter(|place| near.contains(place));
    let answers = answers.map(|place| memory.facts[*place]);
    let answers: Vec<&str> = answers
        .chain(said.iter().map(|(_, sentence)| sentence.as_str()))
        .collect();
    StarterTold {
        answers: match asks_of_the_reader(latest) {
            true => answers.join(" "),
            false => String::new(),
        },
        facts: chosen
            .into_iter()
            .map(|place| (place, worded(memory.facts[place], user)))
            .collect(),
        memory: said,
    }
}

/// The facts that share a word with the message, or whose former words do, in their order.
fn near(memory: &StarterMemory<'_>, latest: &str) -> Vec<usize> {
    let shares = |text: &str| share_a_word(text, latest);
    let is_near = |place: &usize| {
        let fact = memory.facts[*place];
        let mut former = memory.superseded.iter().filter(|former| former.now == fact);
        shares(fact) || former.any(|former| shares(&former.text))
    };
    (0..memory.facts.len()).filter(is_near).collect()
}

/// The pinned facts that are told, in their order.
fn pinned(memory: &StarterMemory<'_>, near: &[usize]) -> Vec<usize> {
    let (near, far): (Vec<usize>, Vec<usize>) = (0..memory.pinned).partition(|place| near.contains(place));
    let mut told = Vec::new();
    let mut chars = 0;
    for place in near.into_iter().chain(far) {
        let length = memory.facts[place].chars().count();
        if told.len() < MOST_PINNED && chars + length <= PINNED_CHARS {
            chars += length;
            told.push(place);
        }
    }
    told.sort_unstable();
    told
}

/// What the reader said themselves is told as such: "I" would be the character.
fn worded(fact: &str, user: &str) -> String {
    let fact = fact.trim();
    if is_own_words(fact) {
        format!("{user} said \"{fact}\"")
    } else {
        fact.trim_end_matches(['.', '!', '?']).to_owned()
    }
}

/// The memory that clearly answers a question: one in which the reader said a sentence with at least half of the question's telling
/// words, and something besides. Of several the one with the most of them, then the one that came to mind first. What is not
/// true any more answers nothing.
fn answering(memory: &StarterMemory<'_>, user: &str, latest: &str) -> Option<(usize, String)> {
    let asked = telling(latest);
    if asked.is_empty() || !latest.contains('?') {
        return None;
    }
    let past = Past::new(memory.superseded, user);
    let mut best: Option<(usize, usize, String)> = None;
    for (place, recalled) in memory.recalled.iter().enumerate() {
        let Some(user) = recalled.user.as_deref().filter(|_| recalled.changed.is_none()) else {
            continue;
        };
        for sentence in said_aloud(user) {
            let says = telling(&sentence);
            let shared = says.intersection(&asked).count();
            let answers = shared * 2 >= asked.len() && says.len() > shared;
            let is_better = best.as_ref().is_none_or(|(most, ..)| shared > *most);
            if answers && is_better && !past.says(&sentence) {
                best = Some((shared, place, sentence));
            }
        }
    }
    best.map(|(_, place, sentence)| (place, sentence))
}

/// "Where do I live?", "What is my dog called?"
fn asks_of_the_reader(message: &str) -> bool {
    let of_the_reader = |word: &String| is_listed("i i'm i've i'd me my mine myself we us our", word);
    message.contains('?') && words(message).iter().any(of_the_reader)
}

/// The sentences of a message that say something aloud and ask nothing, none too long.
fn said_aloud(message: &str) -> Vec<String> {
    let spoken = voices(message).into_iter().filter(|span| span.kind == SpanKind::Speech);
    let texts: Vec<String> = spoken.map(|span| span.text).collect();
    let sentences = texts.iter().flat_map(|text| sentences(text));
    let telling = sentences.filter(|text| !text.contains('?') && text.chars().count() <= SENTENCE_CHARS);
    telling
        .map(|text| text.split_whitespace().collect::<Vec<_>>().join(" "))
        .collect()
}

/// The words of a text that say something about its topic, by their stems.
pub(super) fn telling(text: &str) -> HashSet<String> {
    let telling = terms(text).into_iter().filter(|term| !term.is_stop);
    telling.map(|term| term.stem).collect()
}
