//! The thread that owns the context: takes one task after the other, and survives whatever goes wrong in one.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

use tokio::sync::oneshot;

use super::cached_context::{CachedContext, Wanted};
use super::generation::{EventSender, read_ahead, reply};
use super::runtime::with_captured_log;
use super::weights::Weights;
use crate::chat::{ChatMessage, ChatRequest};
use crate::error::ModelError;

pub enum Task {
    Reply(ChatRequest, EventSender),
    Prewarm(Vec<ChatMessage>),
    /// Ends the thread, and says so.
    End(oneshot::Sender<()>),
    /// Stands for a defect in the code of a reply.
    #[cfg(test)]
    Panic(EventSender),
}

/// Where tasks wait. The thread ends when the last clone is gone and the queue is empty.
#[derive(Clone)]
pub struct TaskQueue {
    sender: mpsc::Sender<Task>,
    waiting: Arc<AtomicUsize>,
}

impl TaskQueue {
    pub fn push(&self, task: Task) -> Result<(), ModelError> {
        self.waiting.fetch_add(1, Ordering::SeqCst);
        self.sender.send(task).map_err(|_| {
            self.waiting.fetch_sub(1, Ordering::SeqCst);
            ModelError::Local {
                message: "its thread has ended; restart the program".into(),
            }
        })
    }
}

/// Starts the thread, and returns when its context stands.
pub fn start(weights: Arc<Weights>) -> Result<TaskQueue, ModelError> {
    let (sender, tasks) = mpsc::channel();
    let (report_ready, ready) = mpsc::channel();
    let waiting = Arc::new(AtomicUsize::new(0));
    let queue = TaskQueue {
        sender,
        waiting: waiting.clone(),
    };
    let body = move || match guarded(|| CachedContext::new(&weights)) {
        Ok(context) => {
            let _ = report_ready.send(Ok(()));
            serve_all(&weights, context, &tasks, &waiting);
        }
        Err(error) => {
            let _ = report_ready.send(Err(error));
        }
    };
    let started = std::thread::Builder::new().name("local-model".into()).spawn(body);
    started.map_err(|error| ModelError::Local {
        message: format!("no thread could be started for it ({error})"),
    })?;
    let ended = ModelError::Local {
        message: "its thread ended at once; try again".into(),
    };
    ready.recv().unwrap_or(Err(ended)).map(|()| queue)
}

fn serve_all<'weights>(
    weights: &'weights Weights,
    context: CachedContext<'weights>,
    tasks: &mpsc::Receiver<Task>,
    waiting: &AtomicUsize,
) {
    let mut context = Some(context);
    while let Ok(task) = tasks.recv() {
        waiting.fetch_sub(1, Ordering::SeqCst);
        if let Task::End(ended) = task {
            drop(context);
            let _ = ended.send(());
            return;
        }
        let events = events_of(&task);
        let held = context.take();
        // A context that was at work during a failure is dropped: nobody knows what it holds.
        let outcome = guarded(|| {
            let mut held = held.map_or_else(|| CachedContext::new(weights), Ok)?;
            let result = perform(weights, &mut held, task, waiting);
            context = Some(held).filter(|held| !held.is_broken());
            result
        });
        match (outcome, events) {
            (Err(error), Some(events)) => {
                let _ = events.send(Err(error));
            }
            (Err(error), None) => tracing::debug!(%error, "nothing was read ahead"),
            (Ok(()), _) => {}
        }
    }
}

fn perform(
    weights: &Weights,
    context: &mut CachedContext<'_>,
    task: Task,
    waiting: &AtomicUsize,
) -> Result<(), ModelError> {
    match task {
        Task::Reply(request, events) => reply(weights, context, &request, &events),
        Task::Prewarm(messages) => {
            let nothing_waits = || {
                if waiting.load(Ordering::SeqCst) == 0 {
                    Wanted::Still
                } else {
                    Wanted::NoLonger
                }
            };
            read_ahead(weights, context, &messages, nothing_waits)
        }
        Task::End(_) => Ok(()),
        #[cfg(test)]
        Task::Panic(_) => panic!("a defect"),
    }
}

fn events_of(task: &Task) -> Option<EventSender> {
    match task {
        Task::Reply(_, events) => Some(events.clone()),
        Task::Prewarm(_) | Task::End(_) => None,
        #[cfg(test)]
        Task::Panic(events) => Some(events.clone()),
    }
}

/// Runs `work`; a panic in it becomes an error, and what llama.cpp logged about a failure is added to its message.
fn guarded<T>(work: impl FnOnce() -> Result<T, ModelError>) -> Result<T, ModelError> {
    let (outcome, logged) = with_captured_log(|| catch_unwind(AssertUnwindSafe(work)));
    let result = outcome.unwrap_or_else(|panic| {
        let reason = panic
            .downcast_ref::<&str>()
            .map(|text| (*text).to_owned())
            .or_else(|| panic.downcast_ref::<String>().cloned())
            .unwrap_or_else(|| "without a reason".into());
        Err(ModelError::Local {
            message: format!("it stopped unexpectedly ({reason}); asking again starts afresh"),
        })
    });
    match (result, logged) {
        (Err(ModelError::Local { message }), Some(line)) => Err(ModelError::Local {
            message: format!("{message} [{line}]"),
        }),
        (result, _) => result,
    }
}
