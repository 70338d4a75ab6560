//! Server-sent events, from bytes as they come.
//!
//! [`SseDecoder`] is pure: bytes in, events out, no IO and no clock. The grammar is that of the HTML standard ("Parsing an event
//! stream"); `eventsource-stream` applies it. In front of it stands a line splitter, because that crate (0.2.3), given raw chunks, panics
//! on a byte order mark, keeps an event ended by lone carriage returns until the next byte, fails on invalid UTF-8, drops a last event
//! without a blank line, and reads an unfinished line again with every chunk, which makes long events quadratic.

use std::pin::Pin;
use std::sync::mpsc;
use std::task::Poll;

use eventsource_stream::{Event, EventStream};
use futures_util::stream::{self, Stream};
use futures_util::{FutureExt, StreamExt};

/// No single event may be longer, in bytes: a server that never ends a line must not fill the memory.
pub const MAX_EVENT_BYTES: usize = 8 * 1024 * 1024;

/// What stands between two line ends that mean something.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SseItem {
    /// An event with its name ("message" when it has none) and its data lines joined by line feeds.
    Event { name: String, data: String },
    /// A line that is no field of the format. The standard ignores it; a proxy's error is often sent this way.
    Stray(String),
}

/// An event is longer than [`MAX_EVENT_BYTES`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("one event is longer than {MAX_EVENT_BYTES} bytes")]
pub struct EventTooLong;

type Events = Pin<Box<dyn Stream<Item = Option<Event>> + Send>>;

/// Splits a stream of bytes, cut anywhere, into events.
pub struct SseDecoder {
    line: Vec<u8>,
    after_carriage_return: bool,
    at_start: bool,
    event_bytes: usize,
    lines: mpsc::Sender<String>,
    events: Events,
}

impl Default for SseDecoder {
    fn default() -> Self {
        Self::new()
    }
}

impl SseDecoder {
    pub fn new() -> Self {
        let (lines, receiver) = mpsc::channel();
        let source = stream::poll_fn(move |_| match receiver.try_recv() {
            Ok(line) => Poll::Ready(Some(Ok::<String, std::convert::Infallible>(line))),
            Err(_) => Poll::Pending,
        });
        // A line on its own always parses; an error would mean a line end inside one, which the splitter rules out.
        let events = Box::pin(EventStream::new(source).map(Result::ok));
        let mut decoder = Self {
            line: Vec::new(),
            after_carriage_return: false,
            at_start: true,
            event_bytes: 0,
            lines,
            events,
        };
        // An empty first line takes the crate past its own handling of the byte order mark.
        decoder.pass_on(String::new(), &mut Vec::new());
        decoder
    }

    /// Takes the next bytes and appends the items they complete, also when it then fails.
    pub fn feed(&mut self, bytes: &[u8], items: &mut Vec<SseItem>) -> Result<(), EventTooLong> {
        let mut rest = bytes;
        while !rest.is_empty() {
            if std::mem::take(&mut self.after_carriage_return) && rest[0] == b'\n' {
                rest = &rest[1..];
                continue;
            }
            let Some(end) = rest.iter().position(|byte| matches!(byte, b'\n' | b'\r')) else {
                self.extend_line(rest)?;
                break;
            };
            self.extend_line(&rest[..end])?;
            self.after_carriage_return = rest[end] == b'\r';
            self.end_line(items);
            rest = &rest[end + 1..];
        }
        Ok(())
    }

    /// The body is over: a last event counts also without its blank line.
    pub fn finish(&mut self) -> Vec<SseItem> {
        let mut items = Vec::new();
        if !self.line.is_empty() {
            self.end_line(&mut items);
        }
        self.end_line(&mut items);
        items
    }

    fn extend_line(&mut self, bytes: &[u8]) -> Result<(), EventTooLong> {
        self.event_bytes += bytes.len();
        if self.event_bytes > MAX_EVENT_BYTES {
            return Err(EventTooLong);
        }
        self.line.extend_from_slice(bytes);
        Ok(())
    }

    fn end_line(&mut self, items: &mut Vec<SseItem>) {
        // Decoded only now, when no character can be cut in two any more.
        let bytes = std::mem::take(&mut self.line);
        let mut line = String::from_utf8_lossy(&bytes).into_owned();
        if std::mem::take(&mut self.at_start) {
            line = line.trim_start_matches('\u{feff}').to_owned();
        }
        match kind_of(&line) {
            LineKind::Blank => self.event_bytes = 0,
            // A comment or a stray line is not kept, so it does not count towards the length of the event around it.
            LineKind::Comment | LineKind::Stray => self.event_bytes -= bytes.len(),
            LineKind::Field => {}
        }
        if kind_of(&line) == LineKind::Stray {
            items.push(SseItem::Stray(line));
        } else {
            self.pass_on(line, items);
        }
    }

    fn pass_on(&mut self, mut line: String, items: &mut Vec<SseItem>) {
        line.push('\n');
        // The receiver lives in `events`, so it is there as long as this is.
        let _ = self.lines.send(line);
        while let Some(Some(Some(event))) = self.events.next().now_or_never() {
            items.push(SseItem::Event {
                name: event.event,
                data: event.data,
            });
        }
    }
}

#[derive(PartialEq, Eq)]
enum LineKind {
    Blank,
    Comment,
    Field,
    Stray,
}

fn kind_of(line: &str) -> LineKind {
    if line.is_empty() {
        return LineKind::Blank;
    }
    match line.split(':').next().unwrap_or(line) {
        "" => LineKind::Comment,
        "data" | "event" | "id" | "retry" => LineKind::Field,
        _ => LineKind::Stray,
    }
}

#[cfg(test)]
mod tests;
