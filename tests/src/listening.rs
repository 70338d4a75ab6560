//! An ear at the program's stream of events.

use std::net::{Shutdown, TcpStream};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::Instant;

use anyhow::{Context, Result, bail, ensure};
use engine::event::Event;

use crate::http::{self, Body, PATIENCE, Request};

/// An event and when it came.
#[derive(Debug, Clone)]
pub struct Heard {
    pub at: Instant,
    pub event: Event,
}

/// Hears every event of the session since it began, in order, until it is dropped.
pub struct Listener {
    received: Receiver<Heard>,
    connection: TcpStream,
}

impl Listener {
    /// Begins to listen; returns once the program has said that it tells events.
    pub fn begin(port: u16, cookie: &str) -> Result<Self> {
        let request = Request {
            method: "GET",
            target: "/api/events",
            headers: &[("Cookie", cookie)],
            body: b"",
        };
        let (head, mut body) = http::open_stream(port, request)?;
        ensure!(head.status == 200, "events were refused with status {}", head.status);
        let mut lines = Lines::default();
        while !lines.take().iter().any(|line| line.starts_with(':')) {
            lines.push(&body.next_piece()?.context("the stream ended before it began")?);
        }
        let connection = body.closer()?;
        body.wait_forever()?;
        let (sender, received) = channel();
        std::thread::spawn(move || forward(body, lines, &sender));
        Ok(Self { received, connection })
    }

    /// The next event. Fails when none comes or when the program closed the stream.
    pub fn next(&self) -> Result<Heard> {
        match self.received.recv_timeout(PATIENCE) {
            Ok(heard) => Ok(heard),
            Err(RecvTimeoutError::Timeout) => bail!("no event came for {} s", PATIENCE.as_secs()),
            Err(RecvTimeoutError::Disconnected) => bail!("the program closed the stream of events"),
        }
    }

    /// The events up to the first that is wanted, that one included.
    pub fn until(&self, wanted: impl Fn(&Event) -> bool) -> Result<Vec<Event>> {
        let mut events = Vec::new();
        loop {
            let heard = self
                .next()
                .with_context(|| format!("waiting for a certain event; what came: {events:#?}"))?;
            events.push(heard.event);
            if events.last().is_some_and(&wanted) {
                return Ok(events);
            }
        }
    }

    /// The events up to the end of the turn that is under way.
    pub fn until_turn_ends(&self) -> Result<Vec<Event>> {
        let mut events = self.until(ends_turn)?;
        // Memories are read on the side, at their own pace.
        events.retain(|event| !matches!(event, Event::GraphChanged { .. }));
        Ok(events)
    }

    /// What has come already and was not taken yet.
    pub fn so_far(&self) -> Vec<Heard> {
        self.received.try_iter().collect()
    }

    /// Everything up to the end of the stream, which must have ended or be about to.
    pub fn rest(&self) -> Result<Vec<Heard>> {
        let mut all = Vec::new();
        loop {
            match self.received.recv_timeout(PATIENCE) {
                Ok(heard) => all.push(heard),
                Err(RecvTimeoutError::Disconnected) => return Ok(all),
                Err(RecvTimeoutError::Timeout) => bail!("the stream of events did not end"),
            }
        }
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        // The reading thread waits without a limit; this ends it.
        let _ = self.connection.shutdown(Shutdown::Both);
    }
}

/// Whether a turn is over with this event.
pub fn ends_turn(event: &Event) -> bool {
    matches!(
        event,
        Event::TurnCommitted { .. } | Event::TurnCutShort { .. } | Event::TurnFailed { .. }
    )
}

/// The text that an event adds to the page.
pub fn shown_text(event: &Event) -> String {
    match event {
        Event::TurnDelta { spans, .. } => spans.iter().map(|span| span.text.as_str()).collect(),
        _ => String::new(),
    }
}

fn forward(mut body: Body, mut lines: Lines, sender: &Sender<Heard>) {
    while let Ok(Some(piece)) = body.next_piece() {
        lines.push(&piece);
        for line in lines.take() {
            let Some(data) = line.strip_prefix("data:") else {
                continue;
            };
            // An event that cannot be read ends the stream, and with it the test that waits for it.
            let Ok(event) = serde_json::from_str(data.trim_start()) else {
                return;
            };
            if sender
                .send(Heard {
                    at: Instant::now(),
                    event,
                })
                .is_err()
            {
                return;
            }
        }
    }
}

/// Puts lines together from pieces.
#[derive(Default)]
struct Lines {
    bytes: Vec<u8>,
}

impl Lines {
    fn push(&mut self, piece: &[u8]) {
        self.bytes.extend_from_slice(piece);
    }

    /// The lines that are whole by now.
    fn take(&mut self) -> Vec<String> {
        let end = self
            .bytes
            .iter()
            .rposition(|byte| *byte == b'\n')
            .map_or(0, |last| last + 1);
        let whole: Vec<u8> = self.bytes.drain(..end).collect();
        String::from_utf8_lossy(&whole).lines().map(str::to_owned).collect()
    }
}
