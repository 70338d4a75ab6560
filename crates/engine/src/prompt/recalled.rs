//! What the last message called to mind, as far as it fits. It changes with every turn, and so stands in front of the last message.

use jiff::civil::DateTime;
use serde::Serialize;

use super::scene::Scene;
use super::{PartName, PromptError, PromptInput, PromptPart, Templates};
use crate::clock;
use crate::graph::memory::clipped;
use crate::graph::view::{RecallReason, SentMemoryView};
use crate::ids::MemoryId;
use crate::memory::rules::is_own_words;
use crate::memory::view::{LeftOutReason, LeftOutView};

/// Of what was said in a memory, so many characters are told of each side.
const MOST_SAID_CHARS: usize = 360;
/// Of the character's own past, so many.
const MOST_PAST_CHARS: usize = 600;

/// A memory that came to mind.
#[derive(Debug, Clone, PartialEq)]
pub struct RecalledMemory {
    pub id: MemoryId,
    /// When it happened, where the reader is.
    pub at: DateTime,
    pub user: Option<String>,
    pub reply: Option<String>,
    /// Of the character's own past.
    pub text: Option<String>,
    /// What was planned then is due since this time; none for a memory that only came to mind.
    pub due: Option<DateTime>,
    /// What holds now instead of something that was said then.
    pub changed: Option<String>,
    pub reasons: Vec<RecallReason>,
}

/// The part as it is sent.
#[derive(Debug, Default)]
pub struct Recalled {
    pub text: Option<String>,
    pub tokens: usize,
    pub sent: Vec<SentMemoryView>,
    /// How much came to mind and is not sent, and why.
    left_out: Vec<(u32, LeftOutReason)>,
}

#[derive(Serialize)]
struct Values<'a> {
    char: &'a str,
    user: &'a str,
    memories: Vec<MemoryValues>,
}

#[derive(Debug, Clone, Serialize)]
struct MemoryValues {
    ago: String,
    user: String,
    reply: String,
    text: String,
    due: String,
    changed: String,
    is_own_words: bool,
}

impl Recalled {
    /// Without a message of the reader there is nothing to stand in front of.
    pub fn only_if(self, is_noted: bool) -> Self {
        if is_noted {
            return self;
        }
        let count = number(self.sent.len()) + self.left_out.iter().map(|(count, _)| count).sum::<u32>();
        Self {
            left_out: vec![(count, LeftOutReason::Window)],
            ..Self::default()
        }
    }

    /// What came to mind and is not sent.
    pub fn left_out(&self) -> impl Iterator<Item = LeftOutView> {
        let counted = self.left_out.iter().filter(|(count, _)| *count > 0);
        counted.map(|(count, why)| LeftOutView {
            what: PartName::Recalled,
            count: *count,
            why: *why,
        })
    }

    pub fn part(&self) -> Option<PromptPart> {
        let text = self.text.clone()?;
        Some(PromptPart {
            name: PartName::Recalled,
            tokens: self.tokens,
            text,
        })
    }

    /// In front of the note on the time.
    pub fn before(&self, note: &str) -> String {
        match &self.text {
            Some(text) => format!("{text}\n\n{note}"),
            None => note.to_owned(),
        }
    }
}

/// The most telling memories that fit, told in the order in which they happened. They leave a quarter of the window for the
/// conversation.
pub fn recalled(
    templates: &Templates,
    scene: &Scene,
    input: &PromptInput<'_>,
    free_tokens: usize,
    count: &dyn Fn(&str) -> usize,
) -> Result<Recalled, PromptError> {
    let in_window = free_tokens.saturating_sub(input.window_tokens / 4);
    let room = in_window.min(input.memory.recalled_tokens);
    let why = match in_window < input.memory.recalled_tokens {
        true => LeftOutReason::Window,
        false => LeftOutReason::Limit,
    };
    let mut fitting = input.memory.recalled;
    let left_out = |sent: usize| {
        let not_fitting = number(input.memory.recalled.len() - sent);
        let beyond = input.memory.recalled_beyond;
        match why {
            LeftOutReason::Limit => vec![(not_fitting + beyond, why)],
            _ => vec![(not_fitting, why), (beyond, LeftOutReason::Limit)],
        }
    };
    while !fitting.is_empty() {
        let mut told: Vec<&RecalledMemory> = fitting.iter().collect();
        told.sort_by_key(|memory| memory.at);
        let values = Values {
            char: scene.char(),
            user: scene.user(),
            memories: told
                .iter()
                .map(|memory| memory_values(scene, memory, input.now))
                .collect(),
        };
        let text = templates.render("recalled.md", &values)?;
        let tokens = count(&text);
        if tokens <= room {
            return Ok(Recalled {
                text: Some(text),
                tokens,
                left_out: left_out(fitting.len()),
                sent: told
                    .iter()
                    .zip(values.memories)
                    .map(|(memory, values)| sent(memory, &values))
                    .collect(),
            });
        }
        // In proportion, and at least one fewer.
        let fewer = (fitting.len() * room / tokens).min(fitting.len() - 1);
        fitting = &fitting[..fewer];
    }
    Ok(Recalled {
        left_out: left_out(0),
        ..Recalled::default()
    })
}

fn number(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}

fn memory_values(scene: &Scene, memory: &RecalledMemory, now: DateTime) -> MemoryValues {
    let said = |text: &Option<String>| {
        text.as_deref()
            .map(|text| clipped(text, MOST_SAID_CHARS))
            .unwrap_or_default()
    };
    let changed = memory.changed.as_deref().unwrap_or_default();
    let ago = |at: DateTime| clock::ago(at, now, scene.language_tag());
    MemoryValues {
        ago: ago(memory.at),
        user: said(&memory.user),
        reply: said(&memory.reply),
        text: memory
            .text
            .as_deref()
            .map(|text| clipped(text, MOST_PAST_CHARS))
            .unwrap_or_default(),
        due: memory.due.map(ago).unwrap_or_default(),
        is_own_words: is_own_words(changed),
        changed: clipped(changed, MOST_SAID_CHARS),
    }
}

fn sent(memory: &RecalledMemory, values: &MemoryValues) -> SentMemoryView {
    let texts = [&values.user, &values.reply, &values.text];
    SentMemoryView {
        id: memory.id,
        text: texts
            .into_iter()
            .filter(|text| !text.is_empty())
            .cloned()
            .collect::<Vec<_>>()
            .join(" / "),
        reasons: memory.reasons.clone(),
    }
}
