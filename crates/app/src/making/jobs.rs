//! Jobs that are under way: started, paused, resumed, cancelled.

use std::collections::HashMap;
use std::panic::AssertUnwindSafe;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use engine::event::Event;
use engine::ids::{CharacterId, JobId, SessionId};
use engine::making::view::JobState;
use engine::making::{MakingKind, Passage};
use engine::view::ErrorView;
use futures_util::FutureExt;
use jiff::Timestamp;
use store::StoredJob;
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use super::calls::Caller;
use super::plans::{Planned, calls, not_found, selected};
use super::run::{Start, run};
use super::sources::{as_json, export, from_json, give_up_old_plans, number, remove_copy};
use crate::commands::{JobView, Nothing, ProgressView, StartMaking};
use crate::error::{Error, Result};
use crate::start::App;

/// The jobs that are under way.
#[derive(Default)]
pub struct Jobs {
    running: Mutex<HashMap<JobId, Running>>,
    tasks: TaskTracker,
    ending: CancellationToken,
    /// Rung when a reply is about to be asked of the model on this computer.
    way: Arc<Notify>,
}

struct Running {
    stop: CancellationToken,
    /// Set once nothing of it runs any more.
    ended: CancellationToken,
    progress: Arc<Mutex<Progress>>,
}

#[derive(Default)]
struct Progress {
    view: ProgressView,
    began: Option<Instant>,
    at_once: usize,
    /// Calls that were done when the run began, or cost nothing.
    timed_from: u32,
}

/// Through which a run tells how far it is.
pub struct Watched {
    app: App,
    session: SessionId,
    job: JobId,
    progress: Arc<Mutex<Progress>>,
}

impl Watched {
    pub fn begin(&self, calls: u32, at_once: usize) {
        let mut progress = locked(&self.progress);
        progress.view = ProgressView {
            calls,
            ..ProgressView::default()
        };
        (progress.began, progress.at_once, progress.timed_from) = (None, at_once, 0);
    }

    pub fn in_flight(&self, in_flight: u32) {
        let mut progress = locked(&self.progress);
        progress.view.in_flight = in_flight;
        if progress.began.is_none() {
            // What is there already was not waited for.
            (progress.began, progress.timed_from) = (Some(Instant::now()), progress.view.done);
        }
    }

    pub fn done(&self, done: u32, failed: u32) {
        {
            let mut progress = locked(&self.progress);
            (progress.view.done, progress.view.failed) = (done, failed);
            let timed = done.saturating_sub(progress.timed_from);
            if let Some(began) = progress.began.filter(|_| timed > 0) {
                let each = began.elapsed().as_secs_f64() / f64::from(timed);
                let left = f64::from(progress.view.calls.saturating_sub(done)) * each;
                progress.view.seconds_left = Some(left.ceil().min(4e9) as u32);
            }
        }
        tell(&self.app, self.session, self.job);
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Jobs {
    /// A reply is about to be asked of the model on this computer: jobs let go of it until the reply is there.
    pub fn make_way(&self) {
        self.way.notify_waiters();
    }

    pub(super) fn way(&self) -> Arc<Notify> {
        Arc::clone(&self.way)
    }

    /// Stops all jobs; the program is about to end. What was finished is kept.
    pub fn end(&self) {
        self.ending.cancel();
    }

    /// Waits until no job is under way.
    pub async fn quiet(&self) {
        self.tasks.close();
        self.tasks.wait().await;
        self.tasks.reopen();
    }

    /// Takes the place of a job; false when it runs already, or the program is about to end.
    fn enter(&self, job: JobId, running: Running) -> bool {
        let mut all = locked(&self.running);
        if self.ending.is_cancelled() || all.contains_key(&job) {
            return false;
        }
        all.insert(job, running);
        true
    }

    fn progress(&self, job: JobId) -> Option<ProgressView> {
        let running = locked(&self.running);
        running.get(&job).map(|running| locked(&running.progress).view)
    }

    /// Asks a job to stop, and gives what tells when it has.
    fn stop(&self, job: JobId) -> Option<CancellationToken> {
        let running = locked(&self.running);
        running.get(&job).map(|running| {
            running.stop.cancel();
            running.ended.clone()
        })
    }
}

fn tell(app: &App, session: SessionId, job_id: JobId) {
    app.events.tell(session, Event::JobChanged { job_id });
}

/// Puts right what a killed program left.
pub async fn take_up(app: &App) {
    let error = as_json(&interrupted()).unwrap_or_default();
    if let Err(error) = app.store.pause_interrupted_jobs(&error, Timestamp::now()).await {
        tracing::warn!("jobs of an earlier run could not be looked after: {error}");
    }
    if let Err(error) = give_up_old_plans(app, Timestamp::now()).await {
        tracing::warn!("plans that nobody has started could not be given up: {error}");
    }
}

fn interrupted() -> ErrorView {
    ErrorView {
        code: "job_interrupted".to_owned(),
        message: "The program was closed while this job ran. What was finished is kept; resume the job to go on."
            .to_owned(),
    }
}

/// Starts a planned job, or one that has ended, anew.
pub async fn start(app: &App, session: SessionId, input: StartMaking) -> Result<JobView> {
    let job = app.store.job(session, input.job_id).await?;
    let mut planned = planned(&job)?;
    if job.state == JobState::Running {
        return view(app, session, job.id).await;
    }
    if job.kind == MakingKind::Messages && !input.consent {
        return Err(Error::new(
            "consent_needed",
            "A character is made of what somebody wrote only when they agree. Nothing was started; read the notice and confirm it.",
        ));
    }
    planned.quick = input.quick;
    planned.calls_at_once = input.calls_at_once.unwrap_or(planned.calls_at_once).clamp(1, 16);
    planned.mask_private_data = input.mask_private_data.unwrap_or(planned.mask_private_data);
    begin(app, session, &job, planned, Anew::Yes).await
}

/// Whether calls whose every try failed are made once more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Anew {
    Yes,
    No,
}

async fn begin(app: &App, session: SessionId, job: &StoredJob, mut planned: Planned, anew: Anew) -> Result<JobView> {
    let texts = app.store.job_passages(session, job.id).await?;
    let all: Vec<Passage> = texts.iter().map(|text| from_json(text)).collect::<Result<_>>()?;
    let chosen = selected(all, planned.quick);
    if chosen.is_empty() {
        return Err(not_found(&planned.given));
    }
    let model = Caller::chosen(app, session).await.view();
    planned.calls = calls(&chosen, model.method);
    planned.model = Some(model);
    let now = Timestamp::now();
    app.store
        .change_job_plan(session, job.id, &as_json(&planned)?, now)
        .await?;
    let running = Running {
        stop: app.making.ending.child_token(),
        ended: CancellationToken::new(),
        progress: Arc::new(Mutex::new(Progress {
            view: ProgressView {
                calls: planned.calls,
                ..ProgressView::default()
            },
            ..Progress::default()
        })),
    };
    let (stop, ended, progress) = (
        running.stop.clone(),
        running.ended.clone(),
        Arc::clone(&running.progress),
    );
    if !app.making.enter(job.id, running) {
        return view(app, session, job.id).await;
    }
    if let Err(error) = app
        .store
        .set_job_state(session, job.id, (JobState::Running, None), now)
        .await
    {
        locked(&app.making.running).remove(&job.id);
        return Err(error.into());
    }
    let watched = Watched {
        app: app.clone(),
        session,
        job: job.id,
        progress,
    };
    let begun = Start {
        app: app.clone(),
        session,
        job: job.id,
        retry_failed: anew == Anew::Yes,
        watched,
    };
    app.making.tasks.spawn(carry_out(begun, stop, ended));
    view(app, session, job.id).await
}

/// Runs a job to its end, and writes how it ended.
async fn carry_out(begun: Start, stop: CancellationToken, ended: CancellationToken) {
    let (app, session, job) = (begun.app.clone(), begun.session, begun.job);
    let running = AssertUnwindSafe(run(begun)).catch_unwind();
    let error = tokio::select! {
        biased;
        () = stop.cancelled() => app.making.ending.is_cancelled().then(interrupted).map(Err),
        ended = running => match ended {
            Ok(Ok(())) => Some(Ok(())),
            Ok(Err(error)) => Some(Err(ErrorView::from(&error))),
            Err(_) => Some(Err(ErrorView {
                code: "internal".to_owned(),
                message: "The program made a mistake in this job. What was finished is kept; resume it.".to_owned(),
            })),
        },
    };
    if !matches!(error, Some(Ok(()))) {
        let error = error.and_then(Result::err);
        if let Some(error) = &error {
            tracing::info!(code = error.code, "a job is paused: {}", error.message);
        }
        let reason = error.and_then(|error| as_json(&error).ok());
        let state = (JobState::Paused, reason.as_deref());
        if let Err(error) = app.store.set_job_state(session, job, state, Timestamp::now()).await {
            tracing::warn!("how a job ended could not be written: {error}");
        }
    }
    locked(&app.making.running).remove(&job);
    ended.cancel();
    tell(&app, session, job);
}

/// Pauses a job; one that does not run stays as it is.
pub async fn pause(app: &App, session: SessionId, id: JobId) -> Result<JobView> {
    app.store.job(session, id).await?;
    if let Some(ended) = app.making.stop(id) {
        ended.cancelled().await;
    }
    view(app, session, id).await
}

/// Goes on with a job that is paused.
pub async fn resume(app: &App, session: SessionId, id: JobId) -> Result<JobView> {
    let job = app.store.job(session, id).await?;
    if job.state != JobState::Paused {
        return view(app, session, id).await;
    }
    let planned = planned(&job)?;
    begin(app, session, &job, planned, Anew::No).await
}

/// Removes a job.
pub async fn cancel(app: &App, session: SessionId, id: JobId) -> Result<Nothing> {
    let job = app.store.job(session, id).await?;
    if let Some(ended) = app.making.stop(id) {
        ended.cancelled().await;
    }
    if job.kind == MakingKind::Messages {
        remove_copy(&export(app, session, &job).await?);
    }
    app.store.remove_job(session, id).await?;
    tell(app, session, id);
    Ok(Nothing {})
}

/// Stops the jobs of a character that is about to go, and waits until they have.
pub async fn stop_those_of(app: &App, session: SessionId, character: &CharacterId) -> Result<()> {
    for job in app.store.jobs_of_character(session, character).await? {
        if let Some(ended) = app.making.stop(job.id) {
            ended.cancelled().await;
        }
    }
    Ok(())
}

/// All jobs.
pub async fn list(app: &App, session: SessionId) -> Result<Vec<JobView>> {
    let mut views = Vec::new();
    for job in app.store.jobs(session).await? {
        views.push(of(app, session, job).await?);
    }
    Ok(views)
}

/// One job.
pub async fn view(app: &App, session: SessionId, id: JobId) -> Result<JobView> {
    let job = app.store.job(session, id).await?;
    of(app, session, job).await
}

fn planned(job: &StoredJob) -> Result<Planned> {
    let plan = job.plan.as_deref().ok_or_else(|| {
        Error::new(
            "job_not_planned",
            "This job has no plan yet. Nothing was started; choose whose character is made first.",
        )
    })?;
    from_json(plan)
}

async fn of(app: &App, session: SessionId, job: StoredJob) -> Result<JobView> {
    let planned = planned(&job).ok();
    let progress = match app.making.progress(job.id) {
        Some(progress) => progress,
        None => {
            let (kept, failed) = app.store.job_progress(session, job.id).await?;
            let calls = planned.as_ref().map_or(0, |planned| planned.calls);
            let is_over = matches!(job.state, JobState::Review | JobState::Saved);
            ProgressView {
                calls,
                done: if is_over { calls } else { number(kept).min(calls) },
                failed: number(failed),
                in_flight: 0,
                seconds_left: None,
            }
        }
    };
    let found = super::found::last(app, session, &job, planned.as_ref()).await?;
    Ok(JobView {
        id: job.id,
        kind: job.kind,
        state: job.state,
        title: job.title,
        person: job.person,
        quick: planned.as_ref().is_some_and(|planned| planned.quick),
        model: planned.and_then(|planned| planned.model),
        progress,
        found,
        error: job.error.as_deref().and_then(|error| serde_json::from_str(error).ok()),
        character_id: job.character_id,
        draft_revision: job.draft_revision,
        created_at: job.created_at,
        updated_at: job.updated_at,
    })
}
