//! What the clients get to see: plain data, made for showing.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::conversation::{Message, MessageState, Role};
use crate::ids::MessageId;
use crate::markup::{MarkupFormats, Span, spans_in, spans_so_far};

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
    /// How many facts were sent for this reply; none when that is not known (any more).
    pub used_memories: Option<u32>,
}

impl MessageView {
    /// A message of a conversation with a character whose file has these formats. Of a reply that is being written, the spans
    /// are those to which the events append.
    pub fn new(message: Message, formats: &Arc<MarkupFormats>) -> Self {
        let spans = match message.state {
            MessageState::Streaming => spans_so_far(&message.text, formats),
            MessageState::Complete | MessageState::CutShort | MessageState::Damaged => spans_in(&message.text, formats),
        };
        Self {
            id: message.id,
            position: message.position,
            role: message.role,
            spans,
            text: message.text,
            state: message.state,
            alternate: message.alternate,
            alternates: message.alternates,
            created_at: message.created_at.as_millisecond(),
            used_memories: None,
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
