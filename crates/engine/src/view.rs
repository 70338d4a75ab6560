//! What the clients get to see: plain data, made for showing.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::conversation::{Message, MessageState, Role};
use crate::ids::MessageId;
use crate::markup::{Span, spans};

/// One message, ready to be drawn.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct MessageView {
    pub id: MessageId,
    /// Place in the conversation, from 0.
    pub position: u32,
    pub role: Role,
    /// As it was written; for copying and editing.
    pub text: String,
    /// The same text, parsed.
    pub spans: Vec<Span>,
    pub state: MessageState,
    /// The chosen alternate, from 0, and how many there are.
    pub alternate: u32,
    pub alternates: u32,
    /// Milliseconds since 1970, UTC.
    #[ts(type = "number")]
    pub created_at: i64,
}

impl From<Message> for MessageView {
    fn from(message: Message) -> Self {
        Self {
            id: message.id,
            position: message.position,
            role: message.role,
            spans: spans(&message.text),
            text: message.text,
            state: message.state,
            alternate: message.alternate,
            alternates: message.alternates,
            created_at: message.created_at.as_millisecond(),
        }
    }
}

/// An error as the clients see it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ErrorView {
    /// Stable, for programs and for the message catalogue.
    pub code: String,
    /// In English: what happened, what was kept, what to do.
    pub message: String,
}
