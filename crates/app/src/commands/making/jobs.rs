//! Jobs, their drafts, and what is saved of them.

use engine::ids::{CharacterId, JobId, OperationId};
use engine::making::edit::DraftChange;
use engine::making::view::JobState;
use engine::making::{Draft, MakingKind};
use engine::view::ErrorView;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::MakingModelView;

/// Starts a planned job.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct StartMaking {
    pub job_id: JobId,
    /// Reads only a few passages, to see what comes of it. The whole can be started afterwards; what was read is not read again.
    #[serde(default)]
    pub quick: bool,
    /// Calls side by side, 1 to 16; a model on this computer makes one at a time.
    #[serde(default)]
    #[ts(optional)]
    pub calls_at_once: Option<u8>,
    /// Messages only: the notice about consent and privacy was agreed to.
    #[serde(default)]
    pub consent: bool,
    /// Messages only: phone numbers, mail addresses and codes are replaced before anything is sent to a server. On unless it
    /// is switched off; a job that is started again does as it did.
    #[serde(default)]
    #[ts(optional)]
    pub mask_private_data: Option<bool>,
}

/// Names one job.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct OfJob {
    pub job_id: JobId,
}

/// A job as lists show it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct JobView {
    pub id: JobId,
    pub kind: MakingKind,
    pub state: JobState,
    pub title: String,
    /// Empty until it is planned.
    pub person: String,
    pub quick: bool,
    pub model: Option<MakingModelView>,
    pub progress: ProgressView,
    /// What its calls found last, the newest first; nothing unless it runs or is paused.
    pub found: Vec<FoundView>,
    /// Why it was stopped, when the reader did not stop it.
    pub error: Option<ErrorView>,
    /// The character that was saved.
    pub character_id: Option<CharacterId>,
    /// 0 without a draft.
    #[ts(type = "number")]
    pub draft_revision: u64,
    #[ts(type = "string")]
    pub created_at: Timestamp,
    #[ts(type = "string")]
    pub updated_at: Timestamp,
}

/// Something that a job has found while it is not over.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct FoundView {
    pub kind: FoundKind,
    pub text: String,
    /// The place of its chapter in the book or of its month in the messages, from 0.
    pub chapter: u32,
    /// As the book calls the chapter, or the month.
    pub chapter_title: String,
}

/// What was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum FoundKind {
    Memory,
    Trait,
}

/// How far a job is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ProgressView {
    pub calls: u32,
    pub done: u32,
    /// Of those that are done, calls whose every try failed; the passage's own sentences stand in.
    pub failed: u32,
    pub in_flight: u32,
    /// None while nothing can be said.
    pub seconds_left: Option<u32>,
}

/// The draft of a job.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct MakingDraftView {
    pub job_id: JobId,
    #[ts(type = "number")]
    pub revision: u64,
    pub draft: Draft,
    /// The character that was made before of the same source and person.
    pub made_before: Option<MadeBeforeView>,
}

/// A character that was made before and is still there.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct MadeBeforeView {
    pub character_id: CharacterId,
    pub name: String,
    /// When it was saved: milliseconds since 1970, UTC.
    #[ts(type = "number")]
    pub made_at: i64,
}

/// Changes a draft.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct ChangeMakingDraft {
    pub job_id: JobId,
    #[ts(type = "number")]
    pub expected_revision: u64,
    pub change: DraftChange,
}

/// Saves the character of a draft as a file in the reader's folder, with its memories.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct SaveMadeCharacter {
    pub job_id: JobId,
    #[ts(type = "number")]
    pub expected_revision: u64,
    /// Made by the client; sending it again saves nothing a second time.
    pub operation_id: OperationId,
    /// A portrait (PNG, JPEG or WebP, up to 2 MB) as base64; without it the monogram that characters without a picture have.
    #[serde(default)]
    #[ts(optional)]
    pub portrait: Option<String>,
    /// The character that was made before, whose place this one takes: its id and its conversations. The former one, with its own past, goes
    /// to the trash. Without it, another character is made.
    #[serde(default)]
    #[ts(optional)]
    pub replaces: Option<CharacterId>,
}

/// A character that was saved.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct SavedCharacterView {
    pub character_id: CharacterId,
    pub name: String,
    /// Where its file lies.
    pub path: String,
    pub memories: u32,
}
