//! One turn: a message and its reply.

use engine::ids::{ConversationId, MessageId, OperationId};
use engine::view::MessageView;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// Says something; the reply then arrives as events.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct SendMessage {
    pub conversation_id: ConversationId,
    /// 1 to 32,000 characters that are not all blank.
    pub text: String,
    /// The revision the client shows; another one is answered with `conflict`.
    #[ts(type = "number")]
    pub expected_revision: u64,
    /// Made by the client; sending it again returns the same turn.
    pub operation_id: OperationId,
}

/// Continues the last reply when it was cut short, or asks again for one that never came.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct ContinueReply {
    pub conversation_id: ConversationId,
    #[ts(type = "number")]
    pub expected_revision: u64,
    pub operation_id: OperationId,
}

/// Stops the reply that is being written; what was shown is kept. Does nothing when none is.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct StopReply {
    pub conversation_id: ConversationId,
}

/// A turn that is stored and under way.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct TurnStarted {
    pub user: Option<MessageView>,
    pub reply_id: MessageId,
    /// The conversation's new revision.
    #[ts(type = "number")]
    pub revision: u64,
}
