//! Making characters: a source is read, a job is planned, started and watched, its draft looked through, and a character saved.

use std::collections::BTreeMap;

use engine::ids::{CharacterId, JobId, OperationId, SessionId};
use engine::making::draft::MakingMethod;
use engine::making::edit::DraftChange;
use engine::making::view::JobState;
use engine::making::{Draft, MakingKind};
use engine::private_data::PrivateCounts;
use engine::view::ErrorView;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::{Nothing, OutsideFile};
use crate::error::Result;
use crate::making;
use crate::making::exports::{DayOrMonth, TableColumns};
use crate::start::App;

/// Reads a book (EPUB, HTML, plain text) into a new job; nothing is asked of a model.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct ReadBook {
    pub file: OutsideFile,
}

/// A book that was read.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct BookView {
    pub job_id: JobId,
    pub title: String,
    pub authors: Vec<String>,
    /// As the book says it; empty if it does not.
    pub language: String,
    pub chapters: Vec<BookChapterView>,
    pub tokens: u32,
    /// Front and back matter that is not read.
    pub left_out: Vec<String>,
    pub warnings: Vec<String>,
}

/// A chapter of a book.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct BookChapterView {
    pub title: String,
    pub tokens: u32,
}

/// Looks for a character in a book and plans the job. It can be called again, with other ticks, until the job is started.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct PlanNovel {
    pub job_id: JobId,
    /// As the book gives it.
    pub name: String,
    /// The names that the reader has ticked; without them those that are surely the character's.
    #[serde(default)]
    #[ts(optional)]
    pub aliases: Option<Vec<String>>,
}

/// What is known of a character before any model is asked.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct NovelPlanView {
    pub job_id: JobId,
    pub name: String,
    pub aliases: Vec<AliasView>,
    pub chapters: Vec<PlannedChapterView>,
    /// Passages of the whole book.
    pub passages: u32,
    /// Lines that the character surely speaks, and some of them.
    pub lines: u32,
    pub sample_lines: Vec<String>,
    /// How the character speaks, measured; one sentence each.
    pub speech: Vec<String>,
    pub full: EstimateView,
    pub quick: EstimateView,
    pub model: MakingModelView,
}

/// A name that may be the character's.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct AliasView {
    pub text: String,
    pub count: u32,
    pub ticked: bool,
    pub samples: Vec<String>,
}

/// A chapter, and how much of it matters.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct PlannedChapterView {
    pub title: String,
    pub tokens: u32,
    pub passages: u32,
    pub kept: u32,
    /// Whether the character tells it as "I".
    pub told_by_character: bool,
}

/// What a job will take, roughly.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, TS)]
pub struct EstimateView {
    pub passages: u32,
    pub calls: u32,
    pub input_tokens: u32,
    pub output_tokens: u32,
    /// With the usual number of calls side by side.
    pub seconds: u32,
    /// In US dollars, at what models of middling size cost; 0 on this computer.
    pub cost: f64,
}

/// The model that would be asked.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct MakingModelView {
    /// Empty without a model.
    pub name: String,
    pub method: MakingMethod,
    /// Whether the text goes to another computer.
    pub leaves_computer: bool,
}

/// Reads the export of a messenger into a new job, or again into the same one with answers to what was unclear.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct ReadMessages {
    #[serde(default)]
    #[ts(optional)]
    pub file: Option<OutsideFile>,
    /// Instead of a file: the job that read it before.
    #[serde(default)]
    #[ts(optional)]
    pub job_id: Option<JobId>,
    #[serde(default)]
    #[ts(optional)]
    pub date_order: Option<DayOrMonth>,
    #[serde(default)]
    #[ts(optional)]
    pub columns: Option<TableColumns>,
}

/// An export that was read.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct MessagesView {
    pub job_id: JobId,
    pub formats: Vec<String>,
    /// The busiest first.
    pub participants: Vec<ParticipantView>,
    /// Whose export it is, where it says so.
    pub owner: Option<String>,
    /// What was left out, by reason.
    #[ts(type = "Record<string, number>")]
    pub skipped: BTreeMap<String, u64>,
    pub warnings: Vec<String>,
    /// Whether it should be asked if the day or the month stands first.
    pub date_order_unsure: bool,
    /// A table whose columns must be named: its first rows. Then nothing else is known yet.
    pub columns_needed: Option<Vec<Vec<String>>>,
}

/// Somebody who wrote.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct ParticipantView {
    pub name: String,
    #[ts(type = "number")]
    pub messages: u64,
    /// As `2023-02-04T22:35`, with a `Z` where the zone is known; none without times.
    pub first: Option<String>,
    pub last: Option<String>,
}

/// Measures how a person writes and plans the job.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct PlanMessages {
    pub job_id: JobId,
    /// As the export names them.
    pub person: String,
    /// The character's name; without it the person's.
    #[serde(default)]
    #[ts(optional)]
    pub name: Option<String>,
}

/// What is known of a person before any model is asked.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct MessagesPlanView {
    pub job_id: JobId,
    pub person: String,
    pub name: String,
    #[ts(type = "number")]
    pub messages: u64,
    pub first: Option<String>,
    pub last: Option<String>,
    /// How they write, measured; one sentence each.
    pub style: Vec<String>,
    pub exchanges: Vec<ExchangeView>,
    pub private_data: PrivateDataView,
    /// Older messages that are too many to be read.
    pub is_cut: bool,
    pub full: EstimateView,
    pub quick: EstimateView,
    pub model: MakingModelView,
}

/// A real exchange.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct ExchangeView {
    pub said: String,
    pub answer: String,
}

/// Private data found in all messages.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, TS)]
pub struct PrivateDataView {
    #[ts(type = "number")]
    pub phone_numbers: u64,
    #[ts(type = "number")]
    pub mail_addresses: u64,
    #[ts(type = "number")]
    pub codes: u64,
}

impl From<PrivateCounts> for PrivateDataView {
    fn from(counts: PrivateCounts) -> Self {
        Self {
            phone_numbers: counts.phone_numbers,
            mail_addresses: counts.mail_addresses,
            codes: counts.codes,
        }
    }
}

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
    /// Messages only: phone numbers, mail addresses and codes are replaced before anything goes to another computer. On unless it
    /// is switched off.
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

/// Reads a book.
pub async fn read_book(app: &App, session: SessionId, input: ReadBook) -> Result<BookView> {
    making::sources::read_book(app, session, input).await
}

/// Looks for a character in a book.
pub async fn plan_novel(app: &App, session: SessionId, input: PlanNovel) -> Result<NovelPlanView> {
    making::plans::plan_novel(app, session, input).await
}

/// Reads an export.
pub async fn read_messages(app: &App, session: SessionId, input: ReadMessages) -> Result<MessagesView> {
    making::sources::read_messages(app, session, input).await
}

/// Measures how a person writes.
pub async fn plan_messages(app: &App, session: SessionId, input: PlanMessages) -> Result<MessagesPlanView> {
    making::plans::plan_messages(app, session, input).await
}

/// Starts a job and returns at once.
pub async fn start_making(app: &App, session: SessionId, input: StartMaking) -> Result<JobView> {
    making::jobs::start(app, session, input).await
}

/// Pauses a job; calls in flight are given up, and what was finished stays.
pub async fn pause_job(app: &App, session: SessionId, input: OfJob) -> Result<JobView> {
    making::jobs::pause(app, session, input.job_id).await
}

/// Goes on with a job.
pub async fn resume_job(app: &App, session: SessionId, input: OfJob) -> Result<JobView> {
    making::jobs::resume(app, session, input.job_id).await
}

/// Ends a job and removes all that it has read and found; a character that was saved stays.
pub async fn cancel_job(app: &App, session: SessionId, input: OfJob) -> Result<Nothing> {
    making::jobs::cancel(app, session, input.job_id).await
}

/// All jobs, the newest first.
pub async fn list_jobs(app: &App, session: SessionId, _: Nothing) -> Result<Vec<JobView>> {
    making::jobs::list(app, session).await
}

/// One job.
pub async fn get_job(app: &App, session: SessionId, input: OfJob) -> Result<JobView> {
    making::jobs::view(app, session, input.job_id).await
}

/// The draft of a job.
pub async fn get_making_draft(app: &App, session: SessionId, input: OfJob) -> Result<MakingDraftView> {
    making::drafts::get(app, session, input.job_id).await
}

/// Changes a draft.
pub async fn change_making_draft(app: &App, session: SessionId, input: ChangeMakingDraft) -> Result<MakingDraftView> {
    making::drafts::change(app, session, input).await
}

/// Saves the character of a draft.
pub async fn save_made_character(
    app: &App,
    session: SessionId,
    input: SaveMadeCharacter,
) -> Result<SavedCharacterView> {
    making::drafts::save(app, session, input).await
}
