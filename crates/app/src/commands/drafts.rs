//! What stands in the composer.

use engine::controls::without_controls;
use engine::ids::{ConversationId, SessionId};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::Nothing;
use crate::error::{Error, Result};
use crate::start::App;

/// Keeps what stands in the composer of a conversation; empty forgets it.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct SaveDraft {
    pub conversation_id: ConversationId,
    pub text: String,
}

/// Longest draft, in characters: more than a message may have, since what does not fit is still the reader's.
const LONGEST_DRAFT: usize = 100_000;

/// Keeps what stands in the composer.
pub async fn save_draft(app: &App, session: SessionId, input: SaveDraft) -> Result<Nothing> {
    let text = without_controls(&input.text);
    let length = text.chars().count();
    if length > LONGEST_DRAFT {
        return Err(Error::invalid(format!(
            "A draft has at most {LONGEST_DRAFT} characters; this one has {length}. The draft before it is kept; shorten this one."
        )));
    }
    app.store.save_draft(session, input.conversation_id, &text).await?;
    // It is probably what will be said.
    crate::recall::look_ahead(app, session, input.conversation_id, &text);
    Ok(Nothing {})
}
