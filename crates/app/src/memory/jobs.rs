//! When memory is written: after a reply was shown, never in its way. At most two jobs in the app and one a conversation; who
//! finds no room comes again after a later reply, and nothing waits in line.

use std::collections::HashMap;
use std::panic::AssertUnwindSafe;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use engine::event::Event;
use engine::ids::{ConversationId, SessionId};
use engine::memory::plan::next_job;
use engine::memory::view::MemoryWork;
use engine::view::ErrorView;
use futures_util::FutureExt;
use store::Commit;
use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use super::extract::{Extractor, carry_out};
use crate::error::{Error, Result};
use crate::start::App;

/// Jobs at once.
const MOST_JOBS: usize = 2;
/// Batches that a model reads for one reply, when memory is behind; rules read all there are.
const MODEL_BATCHES: usize = 3;
/// A reader who writes on stops a job of the model on this computer, but not more often than this in a row: else a quick writer
/// would never be remembered.
const MOST_STOPS: u32 = 2;

/// The jobs that are under way, and how the last ones ended.
pub struct Jobs {
    permits: Arc<Semaphore>,
    conversations: Mutex<HashMap<ConversationId, State>>,
    tasks: TaskTracker,
    ending: CancellationToken,
}

#[derive(Default)]
struct State {
    running: Option<Running>,
    /// How often in a row a job was stopped for the reader.
    stops: u32,
    failure: Option<ErrorView>,
}

struct Running {
    stop: CancellationToken,
    is_local: bool,
}

impl Default for Jobs {
    fn default() -> Self {
        Self {
            permits: Arc::new(Semaphore::new(MOST_JOBS)),
            conversations: Mutex::default(),
            tasks: TaskTracker::new(),
            ending: CancellationToken::new(),
        }
    }
}

impl Jobs {
    /// What memory is doing in a conversation.
    pub fn work(&self, id: ConversationId) -> MemoryWork {
        match self.states().get(&id) {
            Some(State { running: Some(_), .. }) => MemoryWork::Working,
            Some(State {
                failure: Some(error), ..
            }) => MemoryWork::Failed { error: error.clone() },
            Some(_) | None => MemoryWork::Idle,
        }
    }

    /// A reply is about to be asked of the model on this computer: jobs that keep it busy stop and come again later.
    pub fn make_way(&self) {
        for state in self.states().values_mut() {
            if let Some(running) = state.running.as_ref().filter(|running| running.is_local)
                && state.stops < MOST_STOPS
                && !running.stop.is_cancelled()
            {
                running.stop.cancel();
                state.stops += 1;
            }
        }
    }

    /// Stops the job of a conversation that is going away.
    pub fn stop(&self, id: ConversationId) {
        if let Some(running) = self.states().get(&id).and_then(|state| state.running.as_ref()) {
            running.stop.cancel();
        }
    }

    /// Stops all jobs; the program is about to end. Nothing is lost: what they read is still there.
    pub fn end(&self) {
        self.ending.cancel();
    }

    /// Waits until no job is under way.
    pub async fn quiet(&self) {
        self.tasks.close();
        self.tasks.wait().await;
        self.tasks.reopen();
    }

    /// Takes the place of a conversation's one job; none when it is taken.
    fn begin(&self, id: ConversationId, is_local: bool) -> Option<CancellationToken> {
        let mut states = self.states();
        let state = states.entry(id).or_default();
        if state.running.is_some() || self.ending.is_cancelled() {
            return None;
        }
        let stop = self.ending.child_token();
        state.running = Some(Running {
            stop: stop.clone(),
            is_local,
        });
        Some(stop)
    }

    fn finish(&self, id: ConversationId, ending: &Ending) {
        let mut states = self.states();
        let Some(state) = states.get_mut(&id) else { return };
        state.running = None;
        match ending {
            Ending::Done => (state.stops, state.failure) = (0, None),
            Ending::Stopped => {}
            Ending::Failed(error) => (state.stops, state.failure) = (0, Some(ErrorView::from(error))),
        }
        if state.stops == 0 && state.failure.is_none() {
            states.remove(&id);
        }
    }

    fn states(&self) -> MutexGuard<'_, HashMap<ConversationId, State>> {
        self.conversations.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

enum Ending {
    Done,
    Stopped,
    Failed(Error),
}

/// Lets memory read on in a conversation, if there is something to read and a place is free; returns at once.
pub fn tend(app: &App, session: SessionId, id: ConversationId) {
    let tending = app.clone();
    app.memory.tasks.spawn(async move {
        if let Err(error) = try_tend(&tending, session, id).await {
            tracing::debug!(code = error.code, "memory could not be looked after: {error}");
        }
        // Held from now on, as long as nothing changes it: the next turn need not read it.
        let _ = tending.store.prompt_memory(session, id).await;
    });
    crate::recall::tend(app, session, id);
}

async fn try_tend(app: &App, session: SessionId, id: ConversationId) -> Result<()> {
    let position = app.store.memory_position(session, id).await?;
    if next_job(&position.chain, position.finished_messages).is_none() {
        return Ok(());
    }
    let Ok(_permit) = Arc::clone(&app.memory.permits).try_acquire_owned() else {
        return Ok(());
    };
    let extractor = Extractor::chosen(app, session).await;
    let Some(stop) = app.memory.begin(id, extractor.is_local()) else {
        return Ok(());
    };
    tell(app, session, id, position_revision(app, session, id).await);
    let reading = AssertUnwindSafe(read_on(app, session, id, &extractor)).catch_unwind();
    let ending = tokio::select! {
        biased;
        () = stop.cancelled() => Ending::Stopped,
        read = reading => match read {
            Ok(Ok(())) => Ending::Done,
            Ok(Err(error)) => Ending::Failed(error),
            Err(_) => Ending::Failed(Error::new("internal", "The program made a mistake while it read for memory. Nothing was changed.")),
        },
    };
    if let Ending::Failed(error) = &ending {
        tracing::info!(
            code = error.code,
            "memory was not written this time; a later reply tries again: {error}"
        );
    }
    app.memory.finish(id, &ending);
    tell(app, session, id, position_revision(app, session, id).await);
    Ok(())
}

/// Batch after batch.
async fn read_on(app: &App, session: SessionId, id: ConversationId, extractor: &Extractor) -> Result<()> {
    let most = match extractor {
        Extractor::Model(_) => MODEL_BATCHES,
        Extractor::Rules => usize::MAX,
    };
    for _ in 0..most {
        let position = app.store.memory_position(session, id).await?;
        let Some(job) = next_job(&position.chain, position.finished_messages) else {
            break;
        };
        let conversation = app.store.conversation(session, id).await?;
        match carry_out(app, session, &conversation, &job, extractor).await? {
            Some(Commit::Committed) => tell(app, session, id, position_revision(app, session, id).await),
            // Something was changed meanwhile; whatever changed it has memory looked after again.
            Some(Commit::Stale) | None => break,
        }
    }
    Ok(())
}

async fn position_revision(app: &App, session: SessionId, id: ConversationId) -> Option<u64> {
    app.store.memory_revision(session, id).await.ok()
}

fn tell(app: &App, session: SessionId, conversation_id: ConversationId, memory_revision: Option<u64>) {
    if let Some(memory_revision) = memory_revision {
        app.events.tell(
            session,
            Event::MemoryChanged {
                conversation_id,
                memory_revision,
            },
        );
    }
}
