//! The trash: what was removed, for 30 days.

use engine::ids::{SessionId, CharacterId, ConversationId, TrashId};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::error::{Error, Result};
use crate::start::App;

/// What kind of thing lies in the trash.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum TrashKind {
    /// A whole conversation.
    Conversation,
    /// The messages of a cleared conversation.
    Cleared,
    /// The last exchange or more.
    Turn,
    /// One message.
    Message,
    /// The former words of an edited message.
    Wording,
}

/// One thing in the trash.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct TrashItem {
    pub id: TrashId,
    pub kind: TrashKind,
    pub conversation_id: ConversationId,
    pub character_id: CharacterId,
    /// How it begins, without markup.
    pub excerpt: String,
    /// How many messages it holds.
    pub messages: u32,
    /// Milliseconds since 1970, UTC.
    #[ts(type = "number")]
    pub removed_at: i64,
    /// When it is erased for good.
    #[ts(type = "number")]
    pub erased_at: i64,
}

/// Puts something back where it was; where the conversation went on since, as a branch of its own.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct RestoreFromTrash {
    pub id: TrashId,
}

/// Erases one thing, or with none everything, for good.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct EraseFromTrash {
    #[serde(default)]
    #[ts(optional)]
    pub id: Option<TrashId>,
}

pub async fn list_trash(_: &App, _: SessionId, _: super::Nothing) -> Result<Vec<TrashItem>> {
    Err(Error::new("being_built", "list_trash"))
}

pub async fn restore_from_trash(_: &App, _: SessionId, _: RestoreFromTrash) -> Result<super::ConversationView> {
    Err(Error::new("being_built", "restore_from_trash"))
}

pub async fn erase_from_trash(_: &App, _: SessionId, _: EraseFromTrash) -> Result<super::Nothing> {
    Err(Error::new("being_built", "erase_from_trash"))
}
