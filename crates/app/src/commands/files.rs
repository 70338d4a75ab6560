//! Saves, transcripts and backups: files that go out and come in. The desktop and the command line name a path; a browser
//! downloads and uploads, and names a handle.

use engine::ids::{CharacterId, ConversationId, OperationId, SessionId};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::error::Result;
use crate::files;
use crate::start::App;

/// A file outside the app. A path is taken only from the desktop and the command line.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum OutsideFile {
    Path(String),
    /// Of an upload (`POST /files`), or for a download (`GET /files/{handle}`), once.
    Handle(String),
}

/// Writes a conversation as a save file 3.0. Without a path it is made ready for download.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct ExportConversation {
    pub conversation_id: ConversationId,
    #[serde(default)]
    #[ts(optional)]
    pub path: Option<String>,
}

/// Writes a conversation as Markdown for reading.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct ExportTranscript {
    pub conversation_id: ConversationId,
    #[serde(default)]
    #[ts(optional)]
    pub path: Option<String>,
}

/// A file that was written or is ready for download.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct ExportedFile {
    pub file: OutsideFile,
    /// A name that no other export has.
    pub name: String,
    #[ts(type = "number")]
    pub bytes: u64,
}

/// Reads a save file (1.0, 2.0 or 3.0) or a plain transcript into a new conversation. All or nothing.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct ImportConversation {
    pub file: OutsideFile,
    /// For transcripts that do not say with whom they are.
    #[serde(default)]
    #[ts(optional)]
    pub character_id: Option<CharacterId>,
    /// Made by the client; sending it again gives the first report and brings nothing in a second time.
    #[serde(default)]
    #[ts(optional)]
    pub operation_id: Option<OperationId>,
}

/// What an import brought in.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct ImportReport {
    pub conversation_id: ConversationId,
    pub character_id: CharacterId,
    pub format: String,
    pub messages: u32,
    /// Of the character's own past, those that were not there yet.
    #[serde(default)]
    pub past_memories: u32,
    /// What was put right, in words.
    pub repaired: Vec<String>,
    /// What is kept with the conversation but not used.
    pub kept_unused: Vec<String>,
}

/// Writes all own characters, conversations, personas and settings (no keys) into one backup file.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct ExportLibrary {
    #[serde(default)]
    #[ts(optional)]
    pub path: Option<String>,
}

/// Brings back a backup file beside what is there; nothing is overwritten.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct RestoreLibrary {
    pub file: OutsideFile,
}

/// What a backup brought back.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct RestoreReport {
    pub characters: u32,
    pub conversations: u32,
    pub personas: u32,
    /// Of characters' own pasts, those that were not there yet.
    pub past_memories: u32,
    /// What was there already and stays.
    pub kept: Vec<String>,
}

/// Writes a conversation with all its branches as a save file.
pub async fn export_conversation(app: &App, session: SessionId, input: ExportConversation) -> Result<ExportedFile> {
    files::write_conversation(app, session, input.conversation_id, input.path.as_deref()).await
}

/// Writes what is shown of a conversation as Markdown.
pub async fn export_transcript(app: &App, session: SessionId, input: ExportTranscript) -> Result<ExportedFile> {
    files::write_transcript(app, session, input.conversation_id, input.path.as_deref()).await
}

/// Reads a conversation from a file into a new one.
pub async fn import_conversation(app: &App, session: SessionId, input: ImportConversation) -> Result<ImportReport> {
    files::read_conversation(app, session, input).await
}

/// Writes the whole library as one backup file.
pub async fn export_library(app: &App, session: SessionId, input: ExportLibrary) -> Result<ExportedFile> {
    files::write_library(app, session, input.path.as_deref()).await
}

/// Brings back what is missing from a backup file.
pub async fn restore_library(app: &App, session: SessionId, input: RestoreLibrary) -> Result<RestoreReport> {
    files::restore_library(app, session, &input.file).await
}
