//! What a prompt is given of memory.

use std::sync::Arc;

use engine::conversation::Message;
use engine::ids::{ConversationId, MessageId, SessionId};
use engine::memory::relationship::{MOST_STANDING, level};
use engine::memory::superseded::SupersededFact;
use engine::memory::{Fact, Summary};
use engine::prompt::{AxisContext, MemoryContext, RecalledMemory, RememberedFact, first_recent};
use jiff::tz::TimeZone;
use store::{AsOf, PromptMemory, StandingSummary};

use crate::error::Result;
use crate::start::App;

/// What is remembered in a conversation, read once for one prompt.
#[derive(Debug)]
pub struct Remembered {
    memory: Arc<PromptMemory>,
    changes: u64,
    excluded: Vec<MessageId>,
    recalled: CameToMind,
    excluded_at: Vec<u32>,
}

/// What the last message called to mind.
#[derive(Debug, Default)]
pub struct CameToMind {
    /// The most telling first.
    pub memories: Vec<RecalledMemory>,
    /// At most so many tokens of them may be sent.
    pub tokens: usize,
    /// How many more there were than may be sent at once.
    pub beyond: u32,
}

/// Views into [`Remembered`] in the form that prompts take.
#[derive(Debug)]
pub struct Parts<'a> {
    summary: Option<&'a Summary>,
    summary_end: u32,
    superseded: &'a [SupersededFact],
    facts: Vec<RememberedFact<'a>>,
    relationship: Vec<AxisContext<'a>>,
    excluded: &'a [MessageId],
    recalled: &'a CameToMind,
    excluded_at: &'a [u32],
}

impl Remembered {
    /// Reads it; a few look-ups, however much is remembered.
    ///
    /// # Errors
    /// The store's.
    pub async fn of(app: &App, session: SessionId, conversation: ConversationId) -> Result<Self> {
        let changes = app.store.memory_changes();
        let memory = app.store.prompt_memory(session, conversation).await?;
        let excluded = memory.excluded.iter().map(|source| source.message_id).collect();
        let excluded_at = memory.excluded.iter().filter_map(|source| source.position).collect();
        Ok(Self {
            memory,
            changes,
            excluded,
            excluded_at,
            recalled: CameToMind::default(),
        })
    }

    /// As prompts take it; times are told where the reader is.
    pub fn parts(&self, zone: &TimeZone) -> Parts<'_> {
        let known = |fact: &'_ Fact| Some(zone.to_datetime(fact.created_at));
        let facts = self.memory.pinned.iter().chain(&self.memory.automatic);
        let told = self.memory.summary.as_ref();
        Parts {
            summary: told.map(|told| &told.summary),
            summary_end: told.map_or(0, |told| told.end),
            superseded: &self.memory.superseded,
            facts: facts
                .map(|fact| RememberedFact {
                    fact,
                    known_since: known(fact),
                    is_own_words: self.memory.own_words.contains(&fact.id),
                })
                .collect(),
            relationship: self
                .memory
                .relationship
                .iter()
                .map(|axis| AxisContext {
                    axis: axis.axis,
                    level: level(axis.axis, clamped(axis.standing)),
                    reason: &axis.reason,
                })
                .collect(),
            excluded: &self.excluded,
            recalled: &self.recalled,
            excluded_at: &self.excluded_at,
        }
    }

    /// Notes what the last message called to mind.
    pub fn recall(&mut self, recalled: CameToMind) {
        self.recalled = recalled;
    }

    /// What the last message called to mind.
    pub fn recalled(&self) -> &CameToMind {
        &self.recalled
    }

    /// The position of the first of these messages (the end of a transcript) that a model with a large window is sent.
    pub fn first_recent(&self, messages: &[Message]) -> Option<u32> {
        first_recent(messages, &self.parts(&TimeZone::UTC).context())
    }

    /// What is not true any more.
    pub fn superseded(&self) -> &[SupersededFact] {
        &self.memory.superseded
    }

    /// Masks private data in what came to mind of the character's own past.
    pub fn mask_past(&mut self) {
        crate::turn::mask_past(&mut self.recalled.memories);
    }

    /// The texts of all facts, pinned ones first.
    pub fn fact_texts(&self) -> Vec<&str> {
        self.facts().map(|fact| fact.text.as_str()).collect()
    }

    /// How many of them are pinned.
    pub fn pinned_count(&self) -> usize {
        self.memory.pinned.len()
    }

    /// How much there is beside the facts and messages: whether there is a summary, and how many axes are on.
    pub fn beside_facts(&self) -> (bool, usize) {
        let is_told = |told: &StandingSummary| !told.summary.text.trim().is_empty();
        (
            self.memory.summary.as_ref().is_some_and(is_told),
            self.memory.relationship.len(),
        )
    }

    pub fn excluded_count(&self) -> usize {
        self.excluded.len()
    }

    /// All facts that may be sent, pinned ones first.
    pub fn facts(&self) -> impl Iterator<Item = &Fact> {
        self.memory.pinned.iter().chain(&self.memory.automatic)
    }

    /// When it was read.
    pub fn as_of(&self) -> AsOf {
        AsOf {
            memory_revision: self.memory.memory_revision,
            changes: self.changes,
        }
    }

    /// Whether no model may be sent a message any more.
    pub fn excludes(&self, id: MessageId) -> bool {
        self.excluded.contains(&id)
    }
}

impl Parts<'_> {
    pub fn context(&self) -> MemoryContext<'_> {
        MemoryContext {
            summary: self.summary,
            summary_end: self.summary_end,
            superseded: self.superseded,
            facts: &self.facts,
            relationship: &self.relationship,
            excluded: self.excluded,
            recalled: &self.recalled.memories,
            recalled_tokens: self.recalled.tokens,
            recalled_beyond: self.recalled.beyond,
            excluded_at: self.excluded_at,
        }
    }
}

/// A sum of developments as an axis stands.
pub fn clamped(standing: i32) -> i8 {
    let most = i32::from(MOST_STANDING);
    i8::try_from(standing.clamp(-most, most)).unwrap_or_default()
}
