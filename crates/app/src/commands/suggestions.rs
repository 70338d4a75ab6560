//! Replies that the reader might give.

use engine::ids::{SessionId, ConversationId};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::error::{Error, Result};
use crate::start::App;

/// Asks for four replies that fit.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct SuggestReplies {
    pub conversation_id: ConversationId,
}

/// Exactly four replies.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct Suggestions {
    pub texts: Vec<String>,
    pub source: SuggestionSource,
    /// The revision they were made for.
    #[ts(type = "number")]
    pub revision: u64,
}

/// Where suggestions come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum SuggestionSource {
    Model,
    /// From the situation and templates: the model is too small.
    Templates,
    /// Neutral ones: the model failed.
    Neutral,
}

pub async fn suggest_replies(_: &App, _: SessionId, _: SuggestReplies) -> Result<Suggestions> {
    Err(Error::new("being_built", "suggest_replies"))
}
