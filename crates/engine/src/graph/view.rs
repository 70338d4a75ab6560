//! What clients are shown of the memory graph and of recall.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::emotion::EmotionLabel;
use crate::ids::{ConversationId, MemoryId, MessageId};

/// The memories that one conversation can recall, and what joins them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct MemoryGraphView {
    pub conversation_id: ConversationId,
    /// The conversation's own, those of the conversations that it was begun from, and the character's own past; oldest first.
    pub nodes: Vec<MemoryNodeView>,
    /// Each as two indices into `nodes`, the smaller one first, and the weight in thousandths: the strongest 8 of each memory.
    #[ts(type = "[number, number, number][]")]
    pub edges: Vec<[u32; 3]>,
    pub analysis: GraphAnalysisView,
}

/// One memory, as much as a picture of the graph needs.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct MemoryNodeView {
    pub id: MemoryId,
    pub origin: MemoryOrigin,
    /// Where it was said; none for the character's own past.
    pub conversation_id: Option<ConversationId>,
    /// When it happened: milliseconds since 1970, UTC.
    #[ts(type = "number")]
    pub at: i64,
    /// Its beginning, on one line; at most 140 characters.
    pub title: String,
    pub tags: Vec<String>,
    /// From -1 (bad) to 1 (good).
    pub valence: f32,
    /// From 0 (calm) to 1 (stirred).
    pub arousal: f32,
    pub emotion: EmotionLabel,
    /// From 0 to 1; 0.5 unless somebody set another.
    pub priority: f32,
    /// Memories with the same number belong together; 0 is the largest community.
    pub community: u32,
    /// The place of its first message in its conversation, from 0.
    pub first_position: Option<u32>,
    /// Empty for the character's own past.
    pub message_ids: Vec<MessageId>,
    /// When something that was planned in it is due: milliseconds since 1970, UTC.
    #[ts(type = "number | null")]
    pub planned_for: Option<i64>,
}

/// Where a memory comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum MemoryOrigin {
    Conversation,
    /// The character's own past, out of a novel.
    Book,
    /// The character's own past, out of real messages.
    Messages,
    /// The character's own past, from a file of memories.
    Import,
}

impl MemoryOrigin {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Conversation => "conversation",
            Self::Book => "book",
            Self::Messages => "messages",
            Self::Import => "import",
        }
    }
}

/// Figures about the graph, over all its edges (not only the shown ones).
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize, TS)]
pub struct GraphAnalysisView {
    pub nodes: u32,
    pub edges: u32,
    /// Of all edges that there could be, how many there are: 0 to 1.
    pub density: f64,
    /// How often two neighbours of a memory are neighbours of each other, on average: 0 to 1.
    pub average_clustering: f64,
    pub communities: u32,
    /// How much better the communities hold together than chance would have it.
    pub modularity: f64,
}

/// One memory with its whole text.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct MemoryDetailView {
    pub node: MemoryNodeView,
    /// What the reader said; none when nobody spoke to the character before it did, and for the character's own past.
    pub user_text: Option<String>,
    pub reply_text: Option<String>,
    /// Of the character's own past. Only this text can be changed here; messages are edited on the page.
    pub text: Option<String>,
    pub source: Option<MemorySource>,
    /// The strongest edges, the strongest first.
    pub neighbours: Vec<NeighbourView>,
}

/// Where something of the character's own past was found.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(default)]
pub struct MemorySource {
    /// The book, the chat or the file.
    pub title: Option<String>,
    pub chapter: Option<String>,
    /// Its own words there.
    pub passage: Option<String>,
    /// What somebody said and what the character answered, where the memory is that; it goes when the text is changed.
    pub exchange: Option<[String; 2]>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct NeighbourView {
    pub memory_id: MemoryId,
    pub title: String,
    /// In thousandths.
    pub weight: u32,
}

/// What a text calls to mind.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct RecallView {
    /// The one that was used: without the encoder, or for want of a match, another one than was asked for.
    pub method: RecallMethod,
    /// The strongest first.
    pub memories: Vec<RecalledMemoryView>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct RecalledMemoryView {
    pub memory: MemoryNodeView,
    /// When it happened, in words ("three days ago").
    pub when: String,
    /// In thousandths of the strongest.
    pub score: u32,
    /// The largest share first.
    pub reasons: Vec<RecallReason>,
}

/// A part of the score of a recalled memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct RecallReason {
    pub part: RecallPart,
    /// Thousandths of the whole.
    pub share: u32,
}

/// What spoke for a memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum RecallPart {
    /// The same words.
    Words,
    /// Other words of a like meaning.
    Meaning,
    /// The same tags.
    Tags,
    /// It happened when the text speaks of, or near it.
    Time,
    /// A like feeling.
    Emotion,
    /// What was said before or after it, or in the same sitting.
    Neighbours,
    /// Who said it.
    Speaker,
    /// It is joined to other memories that came to mind.
    Graph,
    /// It was planned, and its time has come.
    Planned,
    /// It is of weight, or new.
    Priority,
}

/// How memories are found.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum RecallMethod {
    /// Words, meaning, graph, time and feeling together.
    #[default]
    Hybrid,
    /// Whatever lies within a radius in the graph; by tags when nothing does.
    Radius,
    /// By common tags only.
    Tags,
}

/// What the reader set for recall.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, TS)]
#[serde(default)]
pub struct RecallSettings {
    pub method: RecallMethod,
    /// Of an edge, each from 0 to 1: common tags (0.7), nearness in time (0.3), a like feeling (0.1).
    pub tag_weight: f32,
    pub time_weight: f32,
    pub emotion_weight: f32,
    /// Edges of this weight or less are none: 0 to 1 (0.1).
    pub threshold: f32,
    /// How far from a new turn a memory may lie, by [`RecallMethod::Radius`]: 0 to 2 (0.9). An edge of weight w is 1 - w long.
    pub radius: f32,
    /// At most so many memories are sent: 0 to 15.
    pub most: u32,
    /// And so many tokens of them: 0 to 4000.
    pub tokens: u32,
}

impl Default for RecallSettings {
    fn default() -> Self {
        Self {
            method: RecallMethod::default(),
            tag_weight: 0.7,
            time_weight: 0.3,
            emotion_weight: 0.1,
            threshold: 0.1,
            radius: 0.9,
            most: 15,
            tokens: 900,
        }
    }
}

/// A memory that was sent with a prompt, as it read then.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct SentMemoryView {
    pub id: MemoryId,
    pub text: String,
    pub reasons: Vec<RecallReason>,
}
