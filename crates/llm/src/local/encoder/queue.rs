//! The encoder's line of texts and the thread that works through it.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, PoisonError, mpsc};

use tokio::sync::oneshot;

use super::context::{EncoderContext, EncoderWeights};
use super::{EncodedText, Haste};
use crate::error::ModelError;

pub struct Task {
    pub text: String,
    pub done: oneshot::Sender<Result<EncodedText, ModelError>>,
}

#[derive(Default)]
pub struct Queue {
    lines: Mutex<Lines>,
    changed: Condvar,
}

#[derive(Default)]
struct Lines {
    urgent: VecDeque<Task>,
    patient: VecDeque<Task>,
    closed: bool,
    /// The thread computes no more.
    ended: bool,
    /// Those who wait for that.
    waiting: Vec<oneshot::Sender<()>>,
}

impl Queue {
    pub fn push(&self, task: Task, haste: Haste) {
        let mut lines = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
        // Dropping the task tells its caller.
        if lines.closed {
            return;
        }
        match haste {
            Haste::Urgent => lines.urgent.push_back(task),
            Haste::Patient => lines.patient.push_back(task),
        }
        self.changed.notify_one();
    }

    /// Nothing is taken on any more, and what waits is given up.
    pub fn close(&self) {
        let mut lines = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
        lines.closed = true;
        lines.urgent.clear();
        lines.patient.clear();
        self.changed.notify_one();
    }

    /// Closes, and tells when the thread computes no more.
    pub fn end(&self) -> oneshot::Receiver<()> {
        self.close();
        let (done, end) = oneshot::channel();
        let mut lines = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
        if lines.ended {
            let _ = done.send(());
        } else {
            lines.waiting.push(done);
        }
        end
    }

    fn tell_ended(&self) {
        self.close();
        let mut lines = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
        lines.ended = true;
        for waiting in lines.waiting.drain(..) {
            let _ = waiting.send(());
        }
    }

    /// The next text, once there is one; none when the queue is closed. Texts that nobody waits for any more are passed over.
    fn next(&self) -> Option<Task> {
        let mut lines = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            if lines.closed {
                return None;
            }
            while let Some(task) = lines.urgent.pop_front().or_else(|| lines.patient.pop_front()) {
                if !task.done.is_closed() {
                    return Some(task);
                }
            }
            lines = self.changed.wait(lines).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// Starts the thread, and returns when it can encode.
pub fn start(weights: EncoderWeights, queue: Arc<Queue>) -> Result<(), ModelError> {
    let (report_ready, ready) = mpsc::channel();
    let body = move || {
        match weights.new_context() {
            Ok(context) => {
                let _ = report_ready.send(Ok(()));
                serve(&weights, context, &queue);
            }
            Err(error) => {
                let _ = report_ready.send(Err(error));
            }
        }
        drop(weights);
        queue.tell_ended();
    };
    let started = std::thread::Builder::new().name("encoder".into()).spawn(body);
    started.map_err(|error| ModelError::Local {
        message: format!("no thread could be started for the encoder ({error})"),
    })?;
    ready.recv().unwrap_or_else(|_| Err(super::ended()))
}

/// Works through the queue. After a failure the context is made anew: nobody knows what it holds.
fn serve<'weights>(weights: &'weights EncoderWeights, context: EncoderContext<'weights>, queue: &Queue) {
    let mut context = Some(context);
    while let Some(task) = queue.next() {
        let held = context.take();
        let outcome = catch_unwind(AssertUnwindSafe(|| {
            let mut held = held.map_or_else(|| weights.new_context(), Ok)?;
            let encoded = held.encode(&task.text)?;
            Ok((held, encoded))
        }));
        let result = match outcome {
            Ok(Ok((held, encoded))) => {
                context = Some(held);
                Ok(encoded)
            }
            Ok(Err(error)) => Err(error),
            Err(_) => Err(ModelError::Local {
                message: "the encoder stopped unexpectedly at a text; memories are found by their words".into(),
            }),
        };
        let _ = task.done.send(result);
    }
}
