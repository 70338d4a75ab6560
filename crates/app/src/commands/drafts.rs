//! What stands in the composer.

use engine::ids::{SessionId, ConversationId};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::error::{Error, Result};
use crate::start::App;

/// Keeps what stands in the composer of a conversation; empty forgets it.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct SaveDraft {
    pub conversation_id: ConversationId,
    pub text: String,
}

pub async fn save_draft(_: &App, _: SessionId, _: SaveDraft) -> Result<super::Nothing> {
    Err(Error::new("being_built", "save_draft"))
}
