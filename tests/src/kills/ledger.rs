//! What was acknowledged and what was shown, over all lives of the program.

use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use engine::conversation::MessageState;
use engine::event::Event;
use engine::ids::MessageId;
use engine::view::MessageView;
use serde_json::Value;

use crate::listening::{Heard, ends_turn, shown_text};

/// What must be found again.
#[derive(Debug, Default)]
pub struct Ledger {
    /// The reader's messages whose sending was answered.
    acknowledged: Vec<(MessageId, String)>,
    /// Replies that were told as finished.
    finished: Vec<(MessageId, String)>,
    /// The reply that was being shown when the program died, or is being shown now.
    shown: Option<Shown>,
    /// The input of a message whose answer is not there (yet).
    pub unsure: Option<Value>,
}

/// A reply as a page shows it while it grows.
#[derive(Debug)]
struct Shown {
    id: MessageId,
    text: String,
    /// Up to which length it had grown when.
    grown: Vec<(Instant, usize)>,
    died: Option<Instant>,
}

impl Ledger {
    pub fn acknowledge(&mut self, id: MessageId, text: String) {
        if !self.acknowledged.iter().any(|(known, _)| *known == id) {
            self.acknowledged.push((id, text));
        }
    }

    pub fn hear(&mut self, heard: &Heard) {
        match &heard.event {
            Event::TurnStarted { reply, .. } => {
                self.shown = Some(Shown {
                    id: reply.id,
                    text: reply.text.clone(),
                    grown: Vec::new(),
                    died: None,
                });
            }
            Event::TurnCommitted { message, .. } => {
                self.finished.retain(|(id, _)| *id != message.id);
                self.finished.push((message.id, message.text.clone()));
                self.shown = None;
            }
            event if ends_turn(event) => self.shown = None,
            event => {
                if let Some(shown) = &mut self.shown {
                    shown.text.push_str(&shown_text(event));
                    shown.grown.push((heard.at, shown.text.len()));
                }
            }
        }
    }

    /// The program was killed at that moment.
    pub fn died(&mut self, at: Instant) {
        if let Some(shown) = &mut self.shown {
            shown.died = Some(at);
        }
    }

    /// How many messages were acknowledged, and how many replies told as finished.
    pub fn counts(&self) -> (usize, usize) {
        (self.acknowledged.len(), self.finished.len())
    }

    /// Fails when something acknowledged is missing from the transcript or changed in it.
    pub fn check(&self, messages: &[MessageView]) -> Result<()> {
        let find = |id: &MessageId| messages.iter().find(|message| message.id == *id);
        for (id, text) in &self.acknowledged {
            let message = find(id).with_context(|| format!("the acknowledged message {text:?} is lost"))?;
            ensure!(
                message.text == *text && message.state == MessageState::Complete,
                "{text:?} became {message:?}"
            );
        }
        for (id, text) in &self.finished {
            let message = find(id).with_context(|| format!("the finished reply {id} is lost"))?;
            ensure!(
                message.text == *text && message.state == MessageState::Complete,
                "a finished reply became {message:?}"
            );
        }
        for (place, message) in messages.iter().enumerate() {
            ensure!(
                message.position as usize == place,
                "position {} stands at {place}",
                message.position
            );
            ensure!(message.state != MessageState::Damaged, "{message:?} is damaged");
        }
        Ok(())
    }

    /// How far the stored text of the reply that was being shown is behind what was shown: the age, at the kill, of the oldest shown text that
    /// is not stored. None when no reply was being shown.
    pub fn behind(&self, messages: &[MessageView]) -> Result<Option<Duration>> {
        let Some((shown, died)) = self.shown.as_ref().and_then(|shown| Some((shown, shown.died?))) else {
            return Ok(None);
        };
        if shown.grown.is_empty() {
            return Ok(None);
        }
        let stored = messages
            .iter()
            .find(|message| message.id == shown.id)
            .map_or("", |message| message.text.as_str());
        let common = stored.len().min(shown.text.trim_end().len());
        ensure!(
            stored.as_bytes()[..common] == shown.text.as_bytes()[..common],
            "shown {:?} but stored {stored:?}",
            shown.text
        );
        let oldest_missing = shown
            .grown
            .iter()
            .find(|(_, length)| shown.text[..*length].trim_end().len() > stored.len());
        Ok(Some(
            oldest_missing.map_or(Duration::ZERO, |(at, _)| died.saturating_duration_since(*at)),
        ))
    }
}
