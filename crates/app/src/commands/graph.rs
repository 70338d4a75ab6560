//! The memory graph: seeing it, correcting and forgetting memories, files of memories, and what a text calls to mind.

use engine::graph::view::RecallMethod;
pub use engine::graph::view::{MemoryDetailView, MemoryGraphView, RecallSettings, RecallView};
use engine::ids::{CharacterId, ConversationId, MemoryId, OperationId, SessionId};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::{ExportedFile, Nothing, OutsideFile};
use crate::error::{Error, Result};
use crate::start::App;

/// Reads all memories that a conversation can recall, and what joins them.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct GetMemoryGraph {
    pub conversation_id: ConversationId,
}

/// Reads one memory with its whole text.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct GetMemoryNode {
    /// In whose graph it is looked at.
    pub conversation_id: ConversationId,
    pub memory_id: MemoryId,
}

/// Corrects a memory; what is none stays. The correction stays with the words of the memory: other words have none.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct UpdateMemoryNode {
    pub conversation_id: ConversationId,
    /// Made by the client; sending it again changes nothing more.
    pub operation_id: OperationId,
    pub memory_id: MemoryId,
    /// At most 16, each of 1 to 60 characters.
    #[serde(default)]
    #[ts(optional)]
    pub tags: Option<Vec<String>>,
    /// From 0 to 1.
    #[serde(default)]
    #[ts(optional)]
    pub priority: Option<f32>,
    /// 1 to 4000 characters; only of the character's own past.
    #[serde(default)]
    #[ts(optional)]
    pub text: Option<String>,
}

/// Forgets a memory for good. Of an exchange, no model is sent its messages any more, and what was derived from them goes; the page
/// keeps them.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct ForgetMemoryNode {
    pub conversation_id: ConversationId,
    pub operation_id: OperationId,
    pub memory_id: MemoryId,
}

/// Reads memories for a character's own past: a list (`user_message`, `bot_response`, `timestamp`, `tags`, `priority_score`) or a
/// graph (`nodes`, `edges`). All or nothing. Exactly one of `file` and `text` is to be given.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct ImportMemories {
    pub character_id: CharacterId,
    /// Made by the client; sending it again brings nothing in a second time.
    pub operation_id: OperationId,
    #[serde(default)]
    #[ts(optional)]
    pub file: Option<OutsideFile>,
    #[serde(default)]
    #[ts(optional)]
    pub text: Option<String>,
}

/// What an import of memories brought in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct MemoriesReport {
    pub character_id: CharacterId,
    /// `list` or `graph`.
    pub format: String,
    pub memories: u32,
    /// Those that were there already, word for word.
    pub known: u32,
    /// What was put right, in words.
    pub repaired: Vec<String>,
}

/// Writes the memories of a conversation and what joins them as `nodes` and `edges`. Without a path it is made ready for download.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct ExportMemories {
    pub conversation_id: ConversationId,
    #[serde(default)]
    #[ts(optional)]
    pub path: Option<String>,
}

/// Asks what a text would call to mind in a conversation, said now.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct RecallMemories {
    pub conversation_id: ConversationId,
    pub text: String,
    /// None as the settings have it.
    #[serde(default)]
    #[ts(optional)]
    pub method: Option<RecallMethod>,
}

/// Changes how memories are recalled; what is none stays.
#[derive(Debug, Clone, Default, Serialize, Deserialize, TS)]
#[ts(optional_fields)]
#[serde(default, deny_unknown_fields)]
pub struct ChangeRecallSettings {
    pub method: Option<RecallMethod>,
    pub tag_weight: Option<f32>,
    pub time_weight: Option<f32>,
    pub emotion_weight: Option<f32>,
    pub threshold: Option<f32>,
    pub radius: Option<f32>,
    pub most: Option<u32>,
    pub tokens: Option<u32>,
}

/// Reads the graph.
pub async fn get_memory_graph(_app: &App, _session: SessionId, _input: GetMemoryGraph) -> Result<MemoryGraphView> {
    Err(being_made())
}

/// Reads one memory.
pub async fn get_memory_node(_app: &App, _session: SessionId, _input: GetMemoryNode) -> Result<MemoryDetailView> {
    Err(being_made())
}

/// Corrects a memory.
pub async fn update_memory_node(_app: &App, _session: SessionId, _input: UpdateMemoryNode) -> Result<MemoryDetailView> {
    Err(being_made())
}

/// Forgets a memory.
pub async fn forget_memory_node(_app: &App, _session: SessionId, _input: ForgetMemoryNode) -> Result<Nothing> {
    Err(being_made())
}

/// Reads memories for a character's own past.
pub async fn import_memories(_app: &App, _session: SessionId, _input: ImportMemories) -> Result<MemoriesReport> {
    Err(being_made())
}

/// Writes the memories of a conversation.
pub async fn export_memories(_app: &App, _session: SessionId, _input: ExportMemories) -> Result<ExportedFile> {
    Err(being_made())
}

/// What a text calls to mind.
pub async fn recall_memories(_app: &App, _session: SessionId, _input: RecallMemories) -> Result<RecallView> {
    Err(being_made())
}

/// How memories are recalled.
pub async fn get_recall_settings(_app: &App, _session: SessionId, _: Nothing) -> Result<RecallSettings> {
    Err(being_made())
}

/// Changes how memories are recalled.
pub async fn change_recall_settings(
    _app: &App,
    _session: SessionId,
    _input: ChangeRecallSettings,
) -> Result<RecallSettings> {
    Err(being_made())
}

fn being_made() -> Error {
    Error::new(
        "not_available",
        "This part of the program is being made. Nothing was changed.",
    )
}
