//! The body of a response, from bytes to pieces of the reply; finds out by itself whether the server streams.

use super::frames::{BodyEnd, Frames, Pieces};
use crate::error::ModelError;
use crate::sse::{MAX_EVENT_BYTES, SseDecoder, SseItem};

/// Reads the body of one response, cut anywhere. Pure: no IO, no clock.
pub struct BodyReader {
    shape: Shape,
    frames: Frames,
    /// Events so far, comments not counted.
    events: u64,
}

enum Shape {
    /// Nothing but white space and byte order marks so far; holds the beginning of one.
    Unknown(Vec<u8>),
    Events(Box<SseDecoder>),
    /// JSON or a web page: readable only as a whole.
    Document(Vec<u8>),
}

const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

impl BodyReader {
    pub fn new(stops: &[String]) -> Self {
        Self {
            shape: Shape::Unknown(Vec::new()),
            frames: Frames::new(stops),
            events: 0,
        }
    }

    pub fn frames(&self) -> &Frames {
        &self.frames
    }

    pub fn events(&self) -> u64 {
        self.events
    }

    pub fn feed(&mut self, bytes: &[u8]) -> Pieces {
        if self.frames.is_over() {
            return Pieces::new();
        }
        match &mut self.shape {
            Shape::Unknown(start) => {
                start.extend_from_slice(bytes);
                let start = std::mem::take(start);
                self.recognise(&start)
            }
            Shape::Events(decoder) => {
                let mut items = Vec::new();
                let outcome = decoder.feed(bytes, &mut items);
                let mut pieces = self.take_items(items);
                if outcome.is_err() {
                    pieces.extend(self.frames.abandon(too_long()));
                }
                pieces
            }
            Shape::Document(document) => {
                document.extend_from_slice(bytes);
                if document.len() > MAX_EVENT_BYTES {
                    self.frames.abandon(too_long())
                } else {
                    Pieces::new()
                }
            }
        }
    }

    /// The body is over.
    pub fn end(&mut self, end: BodyEnd) -> Pieces {
        if self.frames.is_over() {
            return Pieces::new();
        }
        match &mut self.shape {
            Shape::Document(document) => {
                let document = std::mem::take(document);
                self.frames.document(&String::from_utf8_lossy(&document), end)
            }
            Shape::Events(decoder) => {
                let items = decoder.finish();
                let mut pieces = self.take_items(items);
                pieces.extend(self.frames.end(end));
                pieces
            }
            Shape::Unknown(_) => self.frames.end(end),
        }
    }

    /// Ends the reply with an error from outside, after what was held back.
    pub fn abandon(&mut self, error: ModelError) -> Pieces {
        self.frames.abandon(error)
    }

    /// No line of an event stream begins with a brace, a bracket or an angle bracket; documents do. The content type is not asked,
    /// because servers name the wrong one both ways. Blank lines in front are how some servers say that they are still there.
    fn recognise(&mut self, start: &[u8]) -> Pieces {
        let mut body = start.trim_ascii_start();
        while let Some(rest) = body.strip_prefix(BYTE_ORDER_MARK) {
            body = rest.trim_ascii_start();
        }
        match body.first() {
            _ if BYTE_ORDER_MARK.starts_with(body) => {
                self.shape = Shape::Unknown(body.to_vec());
                return Pieces::new();
            }
            Some(b'{' | b'[' | b'<') => self.shape = Shape::Document(Vec::new()),
            _ => self.shape = Shape::Events(Box::default()),
        }
        self.feed(body)
    }

    fn take_items(&mut self, items: Vec<SseItem>) -> Pieces {
        let mut pieces = Pieces::new();
        for item in items {
            match item {
                SseItem::Event { name, data } => {
                    self.events += 1;
                    pieces.extend(self.frames.event(&name, &data));
                }
                SseItem::Stray(line) => self.frames.stray(&line),
            }
        }
        pieces
    }
}

fn too_long() -> ModelError {
    let message = format!(
        "a piece of the reply is longer than {} MB",
        MAX_EVENT_BYTES / 1024 / 1024
    );
    ModelError::Provider { status: None, message }
}
