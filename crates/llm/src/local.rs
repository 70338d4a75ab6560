//! A model that runs in the process: llama.cpp on one thread of its own, fed from a queue.
//!
//! [`prompt`] turns messages into tokens, [`cached_context`] evaluates them and keeps what the next request shares, [`generation`]
//! draws the reply with [`sampling`] and cuts it with [`reply_text`]; [`worker`] owns the thread, [`runtime`] the library itself.

mod cached_context;
pub mod encoder;
mod generation;
mod prompt;
mod reply_text;
mod runtime;
mod sampling;
mod weights;
mod worker;

#[cfg(test)]
mod tests;

use std::path::Path;
use std::sync::Arc;

use futures_util::StreamExt;
use tokio::sync::{mpsc, oneshot};

use crate::chat::{ChatMessage, ChatModel, ChatRequest, ModelEvent, ModelStream};
use crate::error::ModelError;
use crate::think::ThinkSplitter;
use weights::Weights;
use worker::{Task, TaskQueue};

/// How a model is loaded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LocalOptions {
    /// How much the model can read and write at once, in tokens. More than it was trained on is cut to that; memory grows with it.
    pub context_tokens: u32,
    /// Threads that compute; none is taken as one.
    pub threads: u32,
}

impl Default for LocalOptions {
    /// 2,048 tokens and one core less than the computer has, so that the window stays smooth while the model writes.
    fn default() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get());
        Self {
            context_tokens: 2048,
            threads: u32::try_from(cores.saturating_sub(1)).unwrap_or(1).max(1),
        }
    }
}

/// What the model's file says about itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LocalModelInfo {
    /// Its name, where the file gives one.
    pub name: Option<String>,
    /// Number of weights: 135 million for the starter model. Tells a small model from a capable one.
    pub parameters: u64,
    /// Size of the weights, in bytes.
    pub size_bytes: u64,
    /// The longest context it was trained on, in tokens.
    pub trained_context_tokens: u32,
}

/// A loaded model. Clones share it; the thread ends with the last of them.
#[derive(Clone)]
pub struct LocalModel {
    weights: Arc<Weights>,
    queue: TaskQueue,
}

impl LocalModel {
    /// Loads a GGUF file and starts its thread. Blocks while the file is read (a fraction of a second to many seconds).
    ///
    /// Fails with [`ModelError::Local`] when the file is missing, damaged or no chat model, or when memory does not suffice.
    pub fn load(path: &Path, options: LocalOptions) -> Result<Self, ModelError> {
        let weights = Arc::new(Weights::load(path, options)?);
        let queue = worker::start(weights.clone())?;
        Ok(Self { weights, queue })
    }

    /// Reads the messages ahead, so that a reply that starts with them starts sooner. Returns at once and promises nothing:
    /// any request or newer call takes precedence, and what was read until then is kept.
    pub fn prewarm(&self, messages: &[ChatMessage]) {
        if let Err(error) = self.queue.push(Task::Prewarm(messages.to_vec())) {
            tracing::debug!(%error, "nothing was read ahead");
        }
    }

    /// Ends the thread and waits for it: what it reads ahead is left off, replies before it in line come to their end. A program
    /// must not exit while llama.cpp computes, because its exit takes away what the computation uses.
    pub async fn end(&self) {
        let (ended, end) = oneshot::channel();
        if self.queue.push(Task::End(ended)).is_ok() {
            let _ = end.await;
        }
    }

    /// How many tokens a text has for this model, without any marks of a chat template.
    pub fn count_tokens(&self, text: &str) -> usize {
        self.weights.tokenize_text(text).len()
    }

    /// How many tokens a prompt and its reply can have together.
    pub fn context_tokens(&self) -> u32 {
        self.weights.context_tokens
    }

    pub fn info(&self) -> &LocalModelInfo {
        &self.weights.info
    }
}

impl ChatModel for LocalModel {
    /// Requests wait in line: one reply is written at a time. Dropping the stream stops the model within one token, or within one
    /// batch of the prompt.
    fn stream(&self, request: ChatRequest) -> ModelStream {
        let (events, receiver) = mpsc::unbounded_channel();
        // What goes on in the middle of a reply has no front where a model could think.
        let may_think = !request.continue_last;
        match self.queue.push(Task::Reply(request, events)) {
            Ok(()) if may_think => reasoning_apart(until_finished(receiver)),
            Ok(()) => until_finished(receiver),
            Err(error) => futures_util::stream::once(async { Err(error) }).boxed(),
        }
    }
}

/// The events of the channel; one that closes before the reply's end means that the thread broke off.
fn until_finished(mut receiver: mpsc::UnboundedReceiver<Result<ModelEvent, ModelError>>) -> ModelStream {
    async_stream::stream! {
        let mut finished = false;
        while let Some(event) = receiver.recv().await {
            finished = finished || matches!(event, Ok(ModelEvent::Finished(_)) | Err(_));
            yield event;
        }
        if !finished {
            yield Err(ModelError::Local { message: "it broke off in the middle of the reply; asking again starts afresh".into() });
        }
    }
    .boxed()
}

/// The same events, with what the model writes between `<think>` tags at the front as reasoning.
fn reasoning_apart(mut stream: ModelStream) -> ModelStream {
    async_stream::stream! {
        let mut splitter = ThinkSplitter::default();
        while let Some(event) = stream.next().await {
            match event {
                Ok(ModelEvent::Text(text)) => {
                    for piece in splitter.push(&text) {
                        yield Ok(piece.into());
                    }
                }
                other => {
                    for piece in splitter.finish() {
                        yield Ok(piece.into());
                    }
                    yield other;
                }
            }
        }
    }
    .boxed()
}
