//! What an answer is held against: what was said, and what was asked.

use std::collections::HashSet;

use super::ExtractionInput;
use crate::language::written_in;
use crate::memory::normalise::normalised;
use crate::memory::words::{content, stem, stems};

/// Names in the example of `prompts/memory.md`. A small model copies them; nothing with one of them was said in the story.
pub(super) const EXAMPLE_NAMES: [&str; 4] = ["Mirela", "Dov", "Larvik", "Emil"];
/// A text of fewer words may stand in a request by chance.
const FEWEST_COPIED_WORDS: usize = 3;

/// The words of a request that are its own, and not of the story: its headings and instructions.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct OwnWords {
    /// Normalised, with a space at both ends.
    lines: Vec<String>,
}

impl OwnWords {
    /// Of a request without a story.
    pub(super) fn of(request: &str) -> Self {
        let lines = request.lines().map(|line| format!(" {} ", normalised(line)));
        Self {
            lines: lines.filter(|line| !line.trim().is_empty()).collect(),
        }
    }

    /// Whether a text only repeats a part of one of the request's own lines.
    pub(super) fn holds(&self, text: &str) -> bool {
        let text = format!(" {} ", normalised(text));
        let words = text.split_whitespace().count();
        words >= FEWEST_COPIED_WORDS && self.lines.iter().any(|line| line.contains(&text))
    }
}

/// What was said, to hold facts against it.
#[derive(Debug)]
pub(crate) struct Ground {
    stems: HashSet<String>,
    names: HashSet<String>,
    language: Option<&'static str>,
    /// Names of the example that nobody has in this story.
    foreign: Vec<String>,
}

impl Ground {
    pub(crate) fn new(input: &ExtractionInput<'_>) -> Self {
        let said: Vec<&str> = input.readable().iter().map(|message| message.text.as_str()).collect();
        let said = said.join("\n");
        let known: Vec<&str> = input.known.iter().map(|fact| fact.text.as_str()).collect();
        let previous = input.previous.map_or("", |summary| summary.text.as_str());
        let names = format!("{} {}", input.names.user, input.names.char);
        let all = format!("{said}\n{}\n{previous}\n{names}\n{}", known.join("\n"), input.persona);
        let all = format!(" {} ", normalised(&all));
        let foreign = EXAMPLE_NAMES.iter().map(|name| format!(" {} ", normalised(name)));
        Self {
            stems: stems(&said),
            names: crate::search::words(&names)
                .into_iter()
                .map(|word| word.folded)
                .collect(),
            language: written_in(&said),
            foreign: foreign.filter(|name| !all.contains(name.as_str())).collect(),
        }
    }

    pub(super) fn is_of_the_example(&self, text: &str) -> bool {
        let text = format!(" {} ", normalised(text));
        self.foreign.iter().any(|name| text.contains(name.as_str()))
    }

    /// Whether any word of it was said. In another language than that of the messages this cannot be told, and is believed.
    pub(super) fn holds(&self, text: &str) -> bool {
        // A figure may have been said in words.
        let tells = |word: &String| !self.names.contains(word) && !word.chars().all(char::is_numeric);
        let telling: Vec<String> = content(text).into_iter().filter(tells).collect();
        let other_language =
            matches!((self.language, written_in(text)), (Some(said), Some(written)) if said != written);
        telling.is_empty() || other_language || telling.iter().any(|word| self.stems.contains(&stem(word)))
    }
}
