//! A reply as far as it has been told, for pages that are opened in the middle of it. The database lags behind by up to one
//! writing.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use engine::conversation::{Message, MessageState};
use engine::ids::MessageId;

/// The text so far of the reply that is being written in a conversation; clones share it.
#[derive(Debug, Clone)]
pub struct SoFar {
    reply_id: MessageId,
    alternate: u32,
    text: Arc<Mutex<String>>,
}

impl SoFar {
    /// Of a reply that is begun, with what it holds already.
    pub fn new(reply: &Message) -> Self {
        Self {
            reply_id: reply.id,
            alternate: reply.alternate,
            text: Arc::new(Mutex::new(reply.text.clone())),
        }
    }

    /// The reply goes on. To be called before the piece is told: whoever reads after that finds it here or hears it, and knows
    /// it again by its place when both happen.
    pub fn extend(&self, piece: &str) {
        self.text().push_str(piece);
    }

    /// Brings the reply among the messages that were read up to where it is now.
    pub fn catch_up(&self, messages: &mut [Message]) {
        let reply = messages
            .iter_mut()
            .rev()
            .find(|message| message.id == self.reply_id && message.alternate == self.alternate);
        if let Some(reply) = reply.filter(|reply| reply.state == MessageState::Streaming) {
            reply.text.clone_from(&*self.text());
        }
    }

    fn text(&self) -> MutexGuard<'_, String> {
        self.text.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests;
