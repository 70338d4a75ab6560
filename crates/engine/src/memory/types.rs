//! What memory is made of.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::ids::{CheckpointId, FactId, MessageId, RelationshipEventId};

/// At most so many automatic facts are sent to a model.
pub const MOST_AUTOMATIC_FACTS: usize = 40;
/// At most so many pinned facts are kept for one conversation, those of its character included.
pub const MOST_PINNED_FACTS: usize = 60;
/// The longest fact, in characters.
pub const MOST_FACT_CHARS: usize = 500;
/// The longest summary, in characters.
pub const MOST_SUMMARY_CHARS: usize = 4_000;
/// The longest reason of a relationship event, in characters.
pub const MOST_REASON_CHARS: usize = 300;
/// At most so many sources are kept of one fact or event.
pub const MOST_SOURCES: usize = 8;

/// Where something was said.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
pub struct Source {
    pub message_id: MessageId,
    /// Its present place in the conversation, from 0; none when it stands in another conversation or lies in the trash.
    pub position: Option<u32>,
}

/// Who decides about a fact.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum FactKind {
    /// The reader wrote it or pinned it: extraction cannot change it.
    Pinned,
    /// Extraction found it.
    Automatic,
}

/// Where a fact is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum FactScope {
    /// In its conversation.
    Conversation,
    /// In every conversation of the character with the same persona.
    Character,
}

/// Something to be remembered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fact {
    pub id: FactId,
    pub text: String,
    pub kind: FactKind,
    pub scope: FactScope,
    /// From 1 (a detail) to 5 (never to be forgotten).
    pub importance: u8,
    /// Empty for what the reader wrote.
    pub sources: Vec<Source>,
    /// The automatic fact that this one contradicts and replaces.
    pub supersedes: Option<FactId>,
    pub created_at: Timestamp,
}

/// A fact as extraction found it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewFact {
    pub text: String,
    /// From 1 to 5.
    pub importance: u8,
    /// Messages of the batch, at least one.
    pub sources: Vec<MessageId>,
    /// The known automatic fact that it contradicts.
    pub supersedes: Option<FactId>,
    /// Its place in the list of new facts, where it contradicts one that was said earlier in the batch: that one is put down as
    /// replaced, and what it contradicts itself stays replaced by it.
    pub supersedes_earlier: Option<usize>,
}

/// One side of the character's attitude toward the persona.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Axis {
    Trust,
    Familiarity,
    /// Only with the reader's consent, as the next one.
    Romance,
    Attraction,
}

impl Axis {
    pub const ALL: [Self; 4] = [Self::Trust, Self::Familiarity, Self::Romance, Self::Attraction];

    pub fn as_str(self) -> &'static str {
        match self {
            Self::Trust => "trust",
            Self::Familiarity => "familiarity",
            Self::Romance => "romance",
            Self::Attraction => "attraction",
        }
    }

    /// Whether it takes part only when the reader switched it on.
    pub fn is_optional(self) -> bool {
        matches!(self, Self::Romance | Self::Attraction)
    }
}

/// One development on one axis.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RelationshipEvent {
    pub id: RelationshipEventId,
    pub axis: Axis,
    /// From -2 to 2, never 0.
    pub change: i8,
    pub reason: String,
    pub sources: Vec<Source>,
    pub created_at: Timestamp,
}

/// A development as extraction found it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewRelationshipEvent {
    pub axis: Axis,
    pub change: i8,
    pub reason: String,
    /// Messages of the batch, at least one.
    pub sources: Vec<MessageId>,
}

/// What an exchange is about, as a model tells: for finding it again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewTags {
    /// One of its messages, of the batch.
    pub message: MessageId,
    /// In the form in which tags are compared ([`crate::tags::tidy_tag`]); at least one.
    pub tags: Vec<String>,
}

/// How a summary came to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum SummaryKind {
    /// A model wrote it.
    Written,
    /// Sentences of the transcript, word for word, as no model that could write one was at hand.
    Extractive,
}

/// What happened before the recent messages.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Summary {
    pub text: String,
    pub kind: SummaryKind,
}

/// What one extraction left: it read the messages from `first` to before `end`, after what its parent had read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Checkpoint {
    pub id: CheckpointId,
    pub parent: Option<CheckpointId>,
    pub first: u32,
    pub end: u32,
    /// Of everything before `end`; none when it was cleared and is to be written again.
    pub summary: Option<Summary>,
}

/// What an extraction gives.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Extraction {
    pub summary: Summary,
    pub facts: Vec<NewFact>,
    pub events: Vec<NewRelationshipEvent>,
    pub tags: Vec<NewTags>,
}
