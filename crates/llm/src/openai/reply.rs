//! Waits for the body of one response.

use std::collections::VecDeque;
use std::pin::Pin;
use std::sync::Arc;
use std::time::{Duration, Instant};

use futures_util::{Stream, StreamExt};
use reqwest::Response;

use super::Connection;
use super::abort::AbortOnDrop;
use super::body::BodyReader;
use super::frames::{BodyEnd, Pieces};
use super::timeouts::Patience;
use crate::chat::{ChatRequest, ModelEvent};
use crate::error::ModelError;

/// How long the end of a body may take after its last event; read to the end, the connection serves the next request too.
const TAIL_PATIENCE: Duration = Duration::from_millis(100);

type Chunks<Chunk> = Pin<Box<dyn Stream<Item = reqwest::Result<Chunk>> + Send>>;

/// One reply on its way. Dropping it closes the connection and, for KoboldCpp, calls its abort route.
pub struct Reply {
    connection: Arc<Connection>,
    chunks: Chunks<Vec<u8>>,
    body: BodyReader,
    waiting: VecDeque<Result<ModelEvent, ModelError>>,
    patience: Patience,
    gave_piece: bool,
    body_ended: bool,
    abort: AbortOnDrop,
}

impl Reply {
    pub fn new(
        connection: &Arc<Connection>,
        request: &ChatRequest,
        response: Response,
        mut patience: Patience,
        abort: AbortOnDrop,
    ) -> Self {
        patience.byte_came(Instant::now());
        Self {
            connection: Arc::clone(connection),
            chunks: Box::pin(response.bytes_stream().map(|chunk| chunk.map(|bytes| bytes.to_vec()))),
            body: BodyReader::new(&request.stop),
            waiting: VecDeque::new(),
            patience,
            gave_piece: false,
            body_ended: false,
            abort,
        }
    }

    /// Waits for the first piece, which `next` will give; or the error that came in its place.
    pub async fn wait_for_first(&mut self) -> Result<(), ModelError> {
        while self.waiting.is_empty() && !self.body.frames().is_over() {
            self.read().await;
        }
        match self.waiting.pop_front() {
            Some(Err(error)) => Err(error),
            Some(piece) => {
                self.waiting.push_front(piece);
                Ok(())
            }
            None => Ok(()),
        }
    }

    /// The next piece; none after the last.
    pub async fn next(&mut self) -> Option<Result<ModelEvent, ModelError>> {
        if std::mem::take(&mut self.gave_piece) {
            // The time the receiver took for the last piece is not the server's.
            self.patience.event_came(Instant::now());
        }
        loop {
            if let Some(piece) = self.waiting.pop_front() {
                self.gave_piece = true;
                return Some(piece.map_err(|error| self.connection.without_key(error)));
            }
            if self.body.frames().is_over() {
                self.read_tail().await;
                return None;
            }
            self.read().await;
        }
    }

    async fn read(&mut self) {
        let deadline = self.patience.deadline(&self.connection.timeouts);
        let chunk = tokio::time::timeout_at(deadline.into(), self.chunks.next()).await;
        let now = Instant::now();
        match chunk {
            Ok(Some(Ok(bytes))) => {
                self.patience.byte_came(now);
                let events = self.body.events();
                let pieces = self.body.feed(&bytes);
                if self.body.events() > events {
                    self.patience.event_came(now);
                }
                self.take(pieces, now);
            }
            Ok(ended) => {
                self.body_ended = true;
                let end = if ended.is_none() {
                    BodyEnd::Clean
                } else {
                    BodyEnd::Broken
                };
                let pieces = self.body.end(end);
                self.take(pieces, now);
            }
            // The reply is whole; only usage or the end mark is missing.
            Err(_) if self.body.frames().has_finish_reason() => {
                let pieces = self.body.end(BodyEnd::Clean);
                self.take(pieces, now);
            }
            Err(_) => {
                // The server may still be writing, so the abort stays armed.
                let pieces = self.body.abandon(ModelError::Silent {
                    seconds: self.patience.silent_seconds(now),
                });
                self.waiting.extend(pieces);
            }
        }
    }

    fn take(&mut self, pieces: Pieces, now: Instant) {
        if pieces
            .iter()
            .any(|piece| matches!(piece, Ok(ModelEvent::Text(_) | ModelEvent::Reasoning(_))))
        {
            self.patience.piece_came();
        }
        let frames = self.body.frames();
        if frames.has_finish_reason() {
            self.patience.finish_was_named(now);
        }
        if self.body_ended || (frames.is_over() && !frames.was_stopped_here()) {
            self.abort.disarm();
        }
        self.waiting.extend(pieces);
    }

    async fn read_tail(&mut self) {
        if self.body_ended || self.body.frames().was_stopped_here() {
            return;
        }
        self.body_ended = true;
        let rest = async { while let Some(Ok(_)) = self.chunks.next().await {} };
        // Without the end the connection is closed instead of kept, which is all that is lost.
        let _ = tokio::time::timeout(TAIL_PATIENCE, rest).await;
    }
}
