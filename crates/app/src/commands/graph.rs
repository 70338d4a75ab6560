//! The memory graph: seeing it, correcting and forgetting memories, files of memories, and what a text calls to mind.

use engine::controls::without_controls;
use engine::event::Event;
use engine::graph::view::RecallMethod;
pub use engine::graph::view::{MemoryDetailView, MemoryGraphView, RecallSettings, RecallView};
use engine::ids::{CharacterId, ConversationId, MemoryId, OperationId, SessionId};
use engine::tags::{MOST_TAG_CHARS, MOST_TAGS_KEPT};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use store::{EditMemory, ForgetMemory, StoreError};
use ts_rs::TS;

use super::{ExportedFile, Nothing, OutsideFile};
use crate::error::{Error, Result};
use crate::files;
use crate::recall::{Ask, settings, views};
use crate::start::App;

/// Of a text that is asked about, so many characters count.
const MOST_ASKED_CHARS: usize = 2_000;

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
    /// 1 to 4000 characters; only of the character's own past, and other ones than those of its other memories.
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
    /// Made by the client, as for other imports. None is needed: what is there already, word for word, is never brought in a second
    /// time.
    #[serde(default)]
    #[ts(optional)]
    pub operation_id: Option<OperationId>,
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
pub async fn get_memory_graph(app: &App, session: SessionId, input: GetMemoryGraph) -> Result<MemoryGraphView> {
    views::graph_view(app, session, input.conversation_id).await
}

/// Reads one memory.
pub async fn get_memory_node(app: &App, session: SessionId, input: GetMemoryNode) -> Result<MemoryDetailView> {
    views::detail_view(app, session, input.conversation_id, input.memory_id).await
}

/// Corrects a memory.
pub async fn update_memory_node(app: &App, session: SessionId, input: UpdateMemoryNode) -> Result<MemoryDetailView> {
    let id = input.conversation_id;
    require_in_graph(app, session, id, input.memory_id).await?;
    let is_tag = |tag: &String| (1..=MOST_TAG_CHARS).contains(&tag.trim().chars().count());
    if input
        .tags
        .iter()
        .any(|tags| tags.len() > MOST_TAGS_KEPT || !tags.iter().all(is_tag))
    {
        return Err(Error::invalid(format!(
            "A memory has at most {MOST_TAGS_KEPT} tags of 1 to {MOST_TAG_CHARS} characters each. Nothing was changed."
        )));
    }
    let edit = EditMemory {
        id: input.memory_id,
        tags: input.tags,
        priority: input.priority,
        text: input.text.map(|text| without_controls(&text).into_owned()),
    };
    app.store.edit_memory(session, &edit).await?;
    app.events.tell(session, Event::GraphChanged { conversation_id: id });
    views::detail_view(app, session, id, input.memory_id).await
}

/// Forgets a memory.
pub async fn forget_memory_node(app: &App, session: SessionId, input: ForgetMemoryNode) -> Result<Nothing> {
    let id = input.conversation_id;
    let forget = ForgetMemory {
        conversation_id: id,
        operation_id: input.operation_id,
        memory_id: input.memory_id,
        now: Timestamp::now(),
    };
    let changed = app
        .store
        .forget_memory(session, forget)
        .await
        .map_err(|error| match error {
            StoreError::NotFound => views::gone(),
            other => other.into(),
        })?;
    for (conversation_id, memory_revision) in changed {
        let changed = Event::MemoryChanged {
            conversation_id,
            memory_revision,
        };
        app.events.tell(session, changed);
        crate::memory::tend(app, session, conversation_id);
    }
    app.events.tell(session, Event::GraphChanged { conversation_id: id });
    crate::recall::tend(app, session, id);
    Ok(Nothing {})
}

/// A memory of another character's is not there for this one.
async fn require_in_graph(app: &App, session: SessionId, id: ConversationId, memory: MemoryId) -> Result<()> {
    views::detail_view(app, session, id, memory).await.map(|_| ())
}

/// Reads memories for a character's own past.
pub async fn import_memories(app: &App, session: SessionId, input: ImportMemories) -> Result<MemoriesReport> {
    files::read_memories(app, session, input).await
}

/// Writes the memories of a conversation.
pub async fn export_memories(app: &App, session: SessionId, input: ExportMemories) -> Result<ExportedFile> {
    files::write_memories(app, session, input.conversation_id, input.path.as_deref()).await
}

/// What a text calls to mind.
pub async fn recall_memories(app: &App, session: SessionId, input: RecallMemories) -> Result<RecallView> {
    let settings = settings::settings_of(app, session).await?;
    let conversation = app.store.conversation(session, input.conversation_id).await?;
    let text: String = input.text.chars().take(MOST_ASKED_CHARS).collect();
    let ask = Ask {
        text: &text,
        now: Timestamp::now(),
        method: input.method.unwrap_or(settings.method),
        most: settings.most as usize,
        before: None,
    };
    views::recall_view(app, session, (conversation.id, &conversation.language), ask).await
}

/// How memories are recalled.
pub async fn get_recall_settings(app: &App, session: SessionId, _: Nothing) -> Result<RecallSettings> {
    settings::settings_of(app, session).await
}

/// Changes how memories are recalled.
pub async fn change_recall_settings(
    app: &App,
    session: SessionId,
    input: ChangeRecallSettings,
) -> Result<RecallSettings> {
    let _changing = app.changing.lock().await;
    let former = settings::settings_of(app, session).await?;
    let changed = RecallSettings {
        method: input.method.unwrap_or(former.method),
        tag_weight: input.tag_weight.unwrap_or(former.tag_weight),
        time_weight: input.time_weight.unwrap_or(former.time_weight),
        emotion_weight: input.emotion_weight.unwrap_or(former.emotion_weight),
        threshold: input.threshold.unwrap_or(former.threshold),
        radius: input.radius.unwrap_or(former.radius),
        most: input.most.unwrap_or(former.most),
        tokens: input.tokens.unwrap_or(former.tokens),
    };
    settings::put(app, session, &changed).await?;
    app.events.tell(session, Event::SettingsChanged);
    Ok(changed)
}
