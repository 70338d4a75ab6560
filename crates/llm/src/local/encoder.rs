//! A sentence encoder in the process: the vector of every token of a text, on a thread of its own.
//!
//! Urgent texts (what a reader has just sent) are taken before patient ones (what is encoded in the background), so that they wait
//! for one text at most.

mod context;
mod queue;

use std::path::Path;
use std::sync::Arc;

use tokio::sync::oneshot;

use crate::error::ModelError;
use context::EncoderWeights;
use queue::{Queue, Task};

/// A text as the encoder reads it.
#[derive(Debug, Clone, PartialEq)]
pub struct EncodedText {
    /// What each token stands for, in order: a word, or the rest of one with `##` before it. The marks at both ends are left out.
    pub pieces: Vec<String>,
    /// The vectors of the tokens one after the other, [`dimensions`](Encoder::dimensions) numbers each, of the encoder's last layer;
    /// not normalised.
    pub vectors: Vec<f32>,
    /// The mean of all tokens' vectors, those of the marks included: what sentence-transformers compares. Not normalised.
    pub sentence: Vec<f32>,
}

/// Which texts go first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Haste {
    /// Somebody waits for it.
    Urgent,
    /// Encoded when nothing urgent is there.
    Patient,
}

/// A loaded encoder. Clones share it; the thread ends with the last of them.
#[derive(Clone)]
pub struct Encoder {
    queue: Arc<QueueEnd>,
    dimensions: usize,
    id: Arc<str>,
}

/// Closes the queue with the last encoder.
struct QueueEnd(Arc<Queue>);

impl Drop for QueueEnd {
    fn drop(&mut self) {
        self.0.close();
    }
}

impl Encoder {
    /// Loads a GGUF file of a BERT-like encoder and starts its thread with `threads` computing (none is taken as one). Blocks while the
    /// file is read, a fraction of a second.
    ///
    /// Fails with [`ModelError::Local`] when the file is missing, damaged or no encoder.
    pub fn load(path: &Path, threads: u32) -> Result<Self, ModelError> {
        let weights = EncoderWeights::load(path, threads)?;
        let dimensions = weights.dimensions();
        let id = weights.id();
        let queue = Arc::new(Queue::default());
        queue::start(weights, queue.clone())?;
        Ok(Self {
            queue: Arc::new(QueueEnd(queue)),
            dimensions,
            id: id.into(),
        })
    }

    /// How many numbers a vector has.
    pub fn dimensions(&self) -> usize {
        self.dimensions
    }

    /// Tells vectors of this encoder from those of another: name and size of the model.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Encodes one text. A long one is read in windows of the most the encoder can take; an empty one has no tokens. Dropping the
    /// future takes the text out of the line.
    pub async fn encode(&self, text: &str, haste: Haste) -> Result<EncodedText, ModelError> {
        self.push(text, haste).await.unwrap_or_else(|_| Err(ended()))
    }

    /// The same, for callers that may wait on their thread; not for async code.
    pub fn encode_blocking(&self, text: &str, haste: Haste) -> Result<EncodedText, ModelError> {
        self.push(text, haste).blocking_recv().unwrap_or_else(|_| Err(ended()))
    }

    /// Ends the thread and waits for it; what waits in line is given up. A program must not exit while llama.cpp computes, because its
    /// exit takes away what the computation uses.
    pub async fn end(&self) {
        let _ = self.queue.0.end().await;
    }

    fn push(&self, text: &str, haste: Haste) -> oneshot::Receiver<Result<EncodedText, ModelError>> {
        let (done, receiver) = oneshot::channel();
        let task = Task {
            text: text.to_owned(),
            done,
        };
        self.queue.0.push(task, haste);
        receiver
    }
}

/// The whole words of an encoder's vocabulary, the most frequent first. Fails as [`Encoder::load`] does.
pub fn whole_words(path: &Path) -> Result<Vec<String>, ModelError> {
    Ok(EncoderWeights::load(path, 1)?.whole_words())
}

fn ended() -> ModelError {
    ModelError::Local {
        message: "the encoder's thread has ended; memories are found by their words until the program is restarted"
            .into(),
    }
}

#[cfg(test)]
mod tests;
