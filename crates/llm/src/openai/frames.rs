//! The frames of one streamed reply: a state machine without IO.

use serde_json::Value;

use super::content::{ContentKind, content_of, reasoning_of};
use super::refusal::{classify, refusal_from_text, refusal_in};
use super::surrogates::{self, Halves, SurrogateJoiner};
use crate::chat::{FinishReason, ModelEvent};
use crate::error::ModelError;
use crate::stop::{Passed, StopFilter};
use crate::think::{Piece, ThinkSplitter};

/// What a step gives out, in order. An error is always the last of a reply.
pub type Pieces = Vec<Result<ModelEvent, ModelError>>;

/// How the body ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BodyEnd {
    /// The server ended it.
    Clean,
    /// The connection broke.
    Broken,
}

/// Lines outside the format are kept up to this many bytes, to tell what went wrong.
const MAX_STRAY_BYTES: usize = 64 * 1024;

/// Reads the frames of one reply.
///
/// `Finished` is held until the end of the body or `[DONE]`, because usage and even an error may follow the finish reason. An error
/// anywhere wins; text held back by then is given out before it, so that nothing that came is lost.
#[derive(Debug)]
pub struct Frames {
    think: ThinkSplitter,
    stop: StopFilter,
    text_halves: SurrogateJoiner,
    reasoning_halves: SurrogateJoiner,
    /// A message in place of a delta is the text itself, unless deltas already brought it.
    deltas_brought_text: bool,
    gave_something: bool,
    finish_reason: Option<FinishReason>,
    usage: Option<(u32, u32)>,
    unreadable: bool,
    stray: String,
    over: bool,
    stopped_here: bool,
}

impl Frames {
    /// `stops` as in [`crate::ChatRequest`].
    pub fn new(stops: &[String]) -> Self {
        Self {
            think: ThinkSplitter::default(),
            stop: StopFilter::new(stops),
            text_halves: SurrogateJoiner::default(),
            reasoning_halves: SurrogateJoiner::default(),
            deltas_brought_text: false,
            gave_something: false,
            finish_reason: None,
            usage: None,
            unreadable: false,
            stray: String::new(),
            over: false,
            stopped_here: false,
        }
    }

    /// Nothing more will come out.
    pub fn is_over(&self) -> bool {
        self.over
    }

    /// The reply ended at a stop string that the server did not heed: it may still be writing.
    pub fn was_stopped_here(&self) -> bool {
        self.stopped_here
    }

    /// The server named a reason why the reply ended.
    pub fn has_finish_reason(&self) -> bool {
        self.finish_reason.is_some()
    }

    /// One event of the stream.
    pub fn event(&mut self, name: &str, data: &str) -> Pieces {
        let mut pieces = Pieces::new();
        let data = data.trim();
        if self.over || data.is_empty() {
            return pieces;
        }
        if self.unreadable {
            let message = "a piece of the reply could not be read".to_owned();
            self.fail(ModelError::Provider { status: None, message }, &mut pieces);
        } else if data == "[DONE]" {
            self.finish_reason.get_or_insert(FinishReason::Stop);
            self.conclude(&mut pieces);
        } else if let Ok((frame, halves)) = surrogates::parse(data) {
            if frame.is_object() {
                self.frame(name, &frame, halves, &mut pieces);
            }
        } else if name == "error" {
            self.fail(classify(refusal_from_text(None, data), None), &mut pieces);
        } else if data.starts_with('{') {
            // At the end of the body it is what a broken connection leaves; only in the middle it is an error.
            self.unreadable = true;
        } else {
            self.stray(data);
        }
        pieces
    }

    /// A line that is no part of the format.
    pub fn stray(&mut self, line: &str) {
        if self.stray.len() + line.len() < MAX_STRAY_BYTES {
            self.stray.push_str(line);
            self.stray.push('\n');
        }
    }

    /// A whole reply in one document: what a server sends that does not stream.
    pub fn document(&mut self, text: &str, end: BodyEnd) -> Pieces {
        let mut pieces = Pieces::new();
        let parsed = surrogates::parse(text).map(|(value, halves)| match value {
            Value::Array(mut values) if !values.is_empty() => (values.swap_remove(0), halves),
            value => (value, halves),
        });
        match parsed {
            Ok((value, halves)) if value.is_object() => {
                self.frame("message", &value, halves, &mut pieces);
                self.finish_reason.get_or_insert(FinishReason::Stop);
                self.conclude(&mut pieces);
            }
            Err(_) if end == BodyEnd::Broken => self.fail(ModelError::CutOff, &mut pieces),
            _ => self.fail(classify(refusal_from_text(None, text), None), &mut pieces),
        }
        pieces
    }

    /// The body is over.
    pub fn end(&mut self, end: BodyEnd) -> Pieces {
        let mut pieces = Pieces::new();
        if self.over {
            return pieces;
        }
        if self.finish_reason.is_some() {
            self.conclude(&mut pieces);
            return pieces;
        }
        let stray = std::mem::take(&mut self.stray);
        self.give_held(&mut pieces);
        let error = match serde_json::from_str(&stray).ok().and_then(|value| refusal_in(&value)) {
            Some(refusal) => classify(refusal, None),
            None if self.gave_something || self.unreadable || end == BodyEnd::Broken => ModelError::CutOff,
            None if stray.trim().is_empty() => ModelError::Empty,
            None => classify(refusal_from_text(None, &stray), None),
        };
        self.fail(error, &mut pieces);
        pieces
    }

    /// Ends the reply with an error that came from outside the frames; text held back goes first.
    pub fn abandon(&mut self, error: ModelError) -> Pieces {
        let mut pieces = Pieces::new();
        if !self.over {
            self.fail(error, &mut pieces);
        }
        pieces
    }

    fn frame(&mut self, name: &str, frame: &Value, halves: Halves, pieces: &mut Pieces) {
        if let Some(refusal) = refusal_in(frame) {
            return self.fail(classify(refusal, None), pieces);
        }
        if name == "error" {
            return self.fail(classify(refusal_from_text(None, &frame.to_string()), None), pieces);
        }
        let count = |path: &str| {
            frame
                .pointer(path)
                .and_then(Value::as_u64)
                .and_then(|count| u32::try_from(count).ok())
        };
        if let (Some(prompt), Some(completion)) = (count("/usage/prompt_tokens"), count("/usage/completion_tokens")) {
            self.usage = Some((prompt, completion));
        }
        let Some(choice) = frame.pointer("/choices/0") else {
            return;
        };
        let filled = |key: &str| {
            choice
                .get(key)
                .filter(|value| value.as_object().is_some_and(|body| !body.is_empty()))
        };
        if let Some(delta) = filled("delta") {
            self.deltas_brought_text |= content_of(delta).iter().any(|(_, text)| !text.is_empty());
            self.body(delta, halves, pieces);
        } else if let Some(message) = filled("message").filter(|_| !self.deltas_brought_text) {
            self.body(message, halves, pieces);
        }
        if self.over {
            return;
        }
        match choice.get("finish_reason").and_then(Value::as_str) {
            // Older Ollama names an empty reason in frames that are not the last.
            None | Some("") => {}
            Some("error") => {
                let message = "it ended the reply with an error and gave no reason".to_owned();
                self.fail(ModelError::Provider { status: None, message }, pieces);
            }
            Some("length" | "max_tokens" | "model_length") => self.finish_reason = Some(FinishReason::Length),
            Some("content_filter" | "safety" | "SAFETY") => self.finish_reason = Some(FinishReason::Filtered),
            Some(_) => self.finish_reason = Some(FinishReason::Stop),
        }
    }

    fn body(&mut self, body: &Value, halves: Halves, pieces: &mut Pieces) {
        let reasoning = self.reasoning_halves.push(&reasoning_of(body), halves);
        self.give_reasoning(reasoning, pieces);
        for (kind, text) in content_of(body) {
            match kind {
                ContentKind::Reasoning => {
                    let reasoning = self.reasoning_halves.push(&text, halves);
                    self.give_reasoning(reasoning, pieces);
                }
                ContentKind::Text => {
                    let text = self.text_halves.push(&text, halves);
                    let split = self.think.push(&text);
                    self.give_split(split, pieces);
                }
            }
        }
    }

    fn give_reasoning(&mut self, reasoning: String, pieces: &mut Pieces) {
        if !reasoning.is_empty() {
            self.gave_something = true;
            self.think.reasoning_came_apart();
            pieces.push(Ok(ModelEvent::Reasoning(reasoning)));
        }
    }

    fn give_split(&mut self, split: Vec<Piece>, pieces: &mut Pieces) {
        for piece in split {
            match piece {
                Piece::Reasoning(reasoning) => self.give_reasoning(reasoning, pieces),
                Piece::Text(text) if !self.over => match self.stop.push(&text) {
                    Passed::Text(text) => self.give_text(text, pieces),
                    Passed::LastText(text) => {
                        self.give_text(text, pieces);
                        self.stopped_here = self.finish_reason.is_none();
                        self.finish_reason = Some(FinishReason::Stop);
                        self.finish(pieces);
                    }
                },
                Piece::Text(_) => {}
            }
        }
    }

    fn give_text(&mut self, text: String, pieces: &mut Pieces) {
        if !text.is_empty() {
            self.gave_something = true;
            pieces.push(Ok(ModelEvent::Text(text)));
        }
    }

    /// What was held back because more might have come.
    fn give_held(&mut self, pieces: &mut Pieces) {
        if let Some(character) = self.reasoning_halves.finish() {
            self.give_reasoning(character.into(), pieces);
        }
        let mut split = Vec::new();
        if let Some(character) = self.text_halves.finish() {
            split.extend(self.think.push(&character.to_string()));
        }
        split.extend(self.think.finish());
        self.give_split(split, pieces);
        let held = self.stop.finish();
        if !self.over {
            self.give_text(held, pieces);
        }
    }

    fn conclude(&mut self, pieces: &mut Pieces) {
        if self.over {
            return;
        }
        if let Some(refusal) = serde_json::from_str(&self.stray)
            .ok()
            .and_then(|value| refusal_in(&value))
        {
            return self.fail(classify(refusal, None), pieces);
        }
        self.give_held(pieces);
        if !self.over {
            self.finish(pieces);
        }
    }

    fn finish(&mut self, pieces: &mut Pieces) {
        self.over = true;
        let reason = self.finish_reason.unwrap_or(FinishReason::Stop);
        if let Some((prompt_tokens, completion_tokens)) = self.usage.filter(|_| self.gave_something) {
            pieces.push(Ok(ModelEvent::Usage {
                prompt_tokens,
                completion_tokens,
            }));
        }
        pieces.push(match reason {
            _ if self.gave_something => Ok(ModelEvent::Finished(reason)),
            FinishReason::Filtered => Err(ModelError::Provider {
                status: None,
                message: "the provider withheld the reply".to_owned(),
            }),
            _ => Err(ModelError::Empty),
        });
    }

    fn fail(&mut self, error: ModelError, pieces: &mut Pieces) {
        if self.over {
            return;
        }
        self.give_held(pieces);
        // Held text may itself complete a stop string; then the reply was whole before the error.
        if !self.over {
            self.over = true;
            pieces.push(Err(error));
        }
    }
}
