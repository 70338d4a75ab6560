//! Ways of changing what was said. Each names the revision that it was made from; what is removed goes to the trash.

use engine::ids::{SessionId, ConversationId, MessageId, OperationId};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::error::{Error, Result};
use crate::start::App;

/// Asks for another alternate of the last reply; it arrives as events.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct RetryReply {
    pub conversation_id: ConversationId,
    #[ts(type = "number")]
    pub expected_revision: u64,
    pub operation_id: OperationId,
}

/// Takes back the reader's last message and what came after it, for editing.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct EditLastMessage {
    pub conversation_id: ConversationId,
    #[ts(type = "number")]
    pub expected_revision: u64,
    pub operation_id: OperationId,
}

/// The words that go back into the composer, and the conversation without them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct TakenBackMessage {
    pub text: String,
    pub conversation: super::ConversationView,
}

/// Removes the last exchange: the reader's last message and its reply.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct UndoTurn {
    pub conversation_id: ConversationId,
    #[ts(type = "number")]
    pub expected_revision: u64,
    pub operation_id: OperationId,
}

/// Changes the chosen alternate's words of any message, in place.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct EditMessage {
    pub conversation_id: ConversationId,
    pub message_id: MessageId,
    pub text: String,
    #[ts(type = "number")]
    pub expected_revision: u64,
    pub operation_id: OperationId,
}

/// Removes one message.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct DeleteMessage {
    pub conversation_id: ConversationId,
    pub message_id: MessageId,
    #[ts(type = "number")]
    pub expected_revision: u64,
    pub operation_id: OperationId,
}

/// Chooses the alternate that is shown and sent to models.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct ChooseAlternate {
    pub conversation_id: ConversationId,
    pub message_id: MessageId,
    /// From 0.
    pub alternate: u32,
    #[ts(type = "number")]
    pub expected_revision: u64,
    pub operation_id: OperationId,
}

/// Removes everything that was said; the greeting stands again.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct ClearConversation {
    pub conversation_id: ConversationId,
    #[ts(type = "number")]
    pub expected_revision: u64,
    pub operation_id: OperationId,
}

/// Begins another conversation that shares everything up to and with a message.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct BranchConversation {
    pub conversation_id: ConversationId,
    pub message_id: MessageId,
    pub operation_id: OperationId,
}

/// Names a conversation; an empty name takes the name away.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct RenameConversation {
    pub conversation_id: ConversationId,
    pub name: String,
}

/// Puts a whole conversation into the trash.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct DeleteConversation {
    pub conversation_id: ConversationId,
}

pub async fn edit_last_message(_: &App, _: SessionId, _: EditLastMessage) -> Result<TakenBackMessage> {
    Err(Error::new("being_built", "edit_last_message"))
}

pub async fn undo_turn(_: &App, _: SessionId, _: UndoTurn) -> Result<super::ConversationView> {
    Err(Error::new("being_built", "undo_turn"))
}

pub async fn edit_message(_: &App, _: SessionId, _: EditMessage) -> Result<super::ConversationView> {
    Err(Error::new("being_built", "edit_message"))
}

pub async fn delete_message(_: &App, _: SessionId, _: DeleteMessage) -> Result<super::ConversationView> {
    Err(Error::new("being_built", "delete_message"))
}

pub async fn choose_alternate(_: &App, _: SessionId, _: ChooseAlternate) -> Result<super::ConversationView> {
    Err(Error::new("being_built", "choose_alternate"))
}

pub async fn clear_conversation(_: &App, _: SessionId, _: ClearConversation) -> Result<super::ConversationView> {
    Err(Error::new("being_built", "clear_conversation"))
}

pub async fn branch_conversation(_: &App, _: SessionId, _: BranchConversation) -> Result<super::ConversationView> {
    Err(Error::new("being_built", "branch_conversation"))
}

pub async fn rename_conversation(_: &App, _: SessionId, _: RenameConversation) -> Result<super::ConversationView> {
    Err(Error::new("being_built", "rename_conversation"))
}

pub async fn delete_conversation(_: &App, _: SessionId, _: DeleteConversation) -> Result<super::Nothing> {
    Err(Error::new("being_built", "delete_conversation"))
}

pub async fn retry_reply(_: &App, _: SessionId, _: RetryReply) -> Result<super::TurnStarted> {
    Err(Error::new("being_built", "retry_reply"))
}
