//! Finding what was said.

use engine::ids::{SessionId, CharacterId, ConversationId, MessageId};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::error::{Error, Result};
use crate::start::App;

/// Finds messages by their words, in all conversations or in one.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct SearchMessages {
    pub query: String,
    #[serde(default)]
    #[ts(optional)]
    pub conversation_id: Option<ConversationId>,
    /// 1 to 100.
    pub limit: u32,
}

/// What was found, best first.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct SearchResults {
    pub hits: Vec<SearchHit>,
    /// Whether there are more.
    pub more: bool,
}

/// One message that was found.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct SearchHit {
    pub conversation_id: ConversationId,
    pub character_id: CharacterId,
    pub message_id: MessageId,
    pub position: u32,
    pub role: engine::conversation::Role,
    /// Text around what was found, cut into plain and found runs.
    pub excerpt: Vec<ExcerptRun>,
    /// Milliseconds since 1970, UTC.
    #[ts(type = "number")]
    pub created_at: i64,
}

/// A run of an excerpt.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct ExcerptRun {
    pub text: String,
    pub found: bool,
}

pub async fn search_messages(_: &App, _: SessionId, _: SearchMessages) -> Result<SearchResults> {
    Err(Error::new("being_built", "search_messages"))
}
