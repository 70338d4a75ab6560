//! Making characters: a source is read, a job is planned, started and watched, its draft looked through, and a character saved.

mod jobs;
mod sources;

use engine::ids::SessionId;

use super::Nothing;
use crate::error::Result;
use crate::making;
use crate::start::App;
pub use jobs::*;
pub use sources::*;

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
