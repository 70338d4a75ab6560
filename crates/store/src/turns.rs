//! One turn, as a few transactions: begun, kept in parts, then committed, cut short or taken back. Each leaves the
//! conversation whole, so a program may end between any two of them.

mod begin;
mod end;
mod recover;

use engine::conversation::Message;
use engine::ids::{ConversationId, MessageId, OperationId};
use jiff::Timestamp;

/// The reader says something.
#[derive(Debug, Clone)]
pub struct BeginTurn {
    pub conversation_id: ConversationId,
    /// Sent again, it gives the first answer again.
    pub operation_id: OperationId,
    pub expected_revision: u64,
    pub user_id: MessageId,
    pub user_text: String,
    pub reply_id: MessageId,
    /// The model that is going to write the reply.
    pub model: String,
    pub now: Timestamp,
}

/// The reader asks for a reply that never came, or for the rest of one that was cut short.
#[derive(Debug, Clone)]
pub struct BeginReply {
    pub conversation_id: ConversationId,
    pub operation_id: OperationId,
    pub expected_revision: u64,
    /// For a new reply; one that goes on keeps its id.
    pub reply_id: MessageId,
    pub model: String,
    pub now: Timestamp,
}

/// A turn that is stored and under way.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Begun {
    /// None when a reply is continued or asked for again.
    pub user: Option<Message>,
    /// Streaming; its text is what there was before, when it goes on.
    pub reply: Message,
    pub revision: u64,
    /// Whether this is the first answer again. The turn may have ended since, in any way: read the conversation to see.
    pub replayed: bool,
}

/// A turn that is undone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TakenBack {
    /// The reader's message that went with it, for the composer.
    pub user: Option<(MessageId, String)>,
    pub revision: u64,
}

/// What the program had been writing when it last ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Recovered {
    /// Replies whose text was kept and marked.
    pub cut_short: u32,
    /// Messages of the reader that are left without a reply.
    pub unanswered: u32,
}

/// Whether a reply shows anything: blank text is drawn as nothing.
fn shows(text: &str) -> bool {
    !text.trim().is_empty()
}
