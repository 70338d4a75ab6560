//! What clients are shown of memory.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::types::{Axis, FactKind, FactScope, Source, SummaryKind};
use crate::graph::view::SentMemoryView;
use crate::ids::{ConversationId, FactId, MessageId};
use crate::view::ErrorView;

/// Everything that is remembered in one conversation.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct MemoryView {
    pub conversation_id: ConversationId,
    /// Changes of memory name the one they expect.
    #[ts(type = "number")]
    pub memory_revision: u64,
    pub summary: Option<SummaryView>,
    /// In the order in which they are sent: newest first.
    pub pinned: Vec<FactView>,
    /// The most important first; those after the first 40 are kept and not sent.
    pub automatic: Vec<FactView>,
    /// What a newer fact has replaced.
    pub history: Vec<FactView>,
    /// The four axes, in their order.
    pub relationship: Vec<AxisView>,
    /// Messages that are in no prompt any more.
    pub excluded: Vec<Source>,
    pub method: ExtractionMethod,
    pub work: MemoryWork,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct SummaryView {
    pub text: String,
    pub kind: SummaryKind,
    /// It tells of the messages before this position.
    pub end: u32,
    /// A later part was cleared and is being written again.
    pub incomplete: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct FactView {
    pub id: FactId,
    pub text: String,
    pub kind: FactKind,
    pub scope: FactScope,
    pub importance: u8,
    pub sources: Vec<Source>,
    /// The newer fact that took its place.
    pub superseded_by: Option<FactId>,
    /// Milliseconds since 1970, UTC.
    #[ts(type = "number")]
    pub created_at: i64,
}

/// One axis as it stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct AxisView {
    pub axis: Axis,
    /// Always true for trust and familiarity.
    pub enabled: bool,
    pub locked: bool,
    /// From -3 to 3; the catalogue has a phrase for each.
    pub level: i8,
    /// Newest first, at most 20.
    pub events: Vec<RelationshipEventView>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct RelationshipEventView {
    /// From -2 to 2, never 0.
    pub change: i8,
    pub reason: String,
    pub sources: Vec<Source>,
    #[ts(type = "number")]
    pub created_at: i64,
}

/// How facts and summaries come to be with the present model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum ExtractionMethod {
    /// The model reads and writes them.
    Model,
    /// Sentences of the reader, word for word, found by rules.
    Rules,
    /// As `Rules`, but there are none for this language: only the summary is kept.
    RulesWithoutFacts,
}

/// What memory is doing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "state", rename_all = "snake_case")]
pub enum MemoryWork {
    Idle,
    Working,
    /// The last try failed; a later reply tries again.
    Failed {
        error: ErrorView,
    },
}

/// What a model was sent for one reply.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct PromptRecordView {
    pub message_id: MessageId,
    pub alternate: u32,
    pub model: String,
    /// How much the model can read and write together, in tokens, as it was asked for or assumed.
    pub window_tokens: u32,
    /// Whether the model itself said how much that is.
    pub window_known: bool,
    /// Kept free for the reply, in tokens.
    pub reply_tokens: u32,
    /// In the order of the text.
    pub parts: Vec<PromptPartView>,
    /// The facts that were sent, as they read then.
    pub facts: Vec<SentFactView>,
    /// The memories of the graph that were sent, and why each came to mind.
    #[serde(default)]
    pub recalled: Vec<SentMemoryView>,
    pub left_out: Vec<LeftOutView>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct PromptPartView {
    pub name: PromptPartName,
    pub tokens: u32,
    pub text: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum PromptPartName {
    Rules,
    Character,
    Persona,
    Examples,
    Summary,
    Facts,
    Relationship,
    Recalled,
    Recent,
    Clock,
    Continue,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct SentFactView {
    pub id: FactId,
    pub text: String,
    pub kind: FactKind,
}

impl PromptPartName {
    /// As clients know it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Rules => "rules",
            Self::Character => "character",
            Self::Persona => "persona",
            Self::Examples => "examples",
            Self::Summary => "summary",
            Self::Facts => "facts",
            Self::Relationship => "relationship",
            Self::Recalled => "recalled",
            Self::Recent => "recent",
            Self::Clock => "clock",
            Self::Continue => "continue",
        }
    }
}

/// Something that was not sent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct LeftOutView {
    pub what: PromptPartName,
    pub count: u32,
    pub why: LeftOutReason,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum LeftOutReason {
    /// There was no room in the model's window.
    Window,
    /// More than may be sent at once.
    Limit,
    /// The reader had it forgotten.
    Excluded,
    /// The summary tells of it.
    Summarised,
    /// Its text is damaged, empty or not finished.
    Unreadable,
    /// The model is so small that it is told little.
    SmallModel,
}
