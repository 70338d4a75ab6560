//! What a job has found while it is not over: the last few things, so that whoever waits sees that something comes of it.

use engine::ids::SessionId;
use engine::making::view::JobState;
use store::StoredJob;

use super::calls::Outcome;
use super::plans::Planned;
use crate::commands::{FoundKind, FoundView};
use crate::error::Result;
use crate::start::App;

/// Things that are told, at most.
const MOST: usize = 5;

/// What the last calls of a job found, the newest first. Nothing of a job that is over: its draft has all of it.
pub async fn last(app: &App, session: SessionId, job: &StoredJob, planned: Option<&Planned>) -> Result<Vec<FoundView>> {
    let Some(planned) = planned.filter(|_| matches!(job.state, JobState::Running | JobState::Paused)) else {
        return Ok(Vec::new());
    };
    let most = u32::try_from(MOST).unwrap_or(u32::MAX);
    let answers = app.store.last_job_answers(session, job.id, most).await?;
    let of_answer = |(chapter, answer): (u32, String)| {
        let found = match serde_json::from_str(&answer) {
            Ok(Outcome::Passage(found)) => found,
            _ => Default::default(),
        };
        let title = usize::try_from(chapter)
            .ok()
            .and_then(|chapter| planned.given.chapters.get(chapter));
        let title = title.cloned().unwrap_or_default();
        let memories = found
            .memories
            .into_iter()
            .map(|memory| (FoundKind::Memory, memory.text));
        let traits = found.traits.into_iter().map(|found| (FoundKind::Trait, found.text));
        let all: Vec<FoundView> = memories
            .chain(traits)
            .map(|(kind, text)| FoundView {
                kind,
                text,
                chapter,
                chapter_title: title.clone(),
            })
            .collect();
        all
    };
    Ok(answers.into_iter().flat_map(of_answer).take(MOST).collect())
}
