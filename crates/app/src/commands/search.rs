//! Finding what was said.

#[cfg(test)]
mod tests;

use engine::ids::{CharacterId, ConversationId, MessageId, SessionId};
use engine::search::{Question, Run, excerpt, shown_text, words};
use serde::{Deserialize, Serialize};
use store::{Found, SearchFor};
use ts_rs::TS;

use crate::error::{Error, Result};
use crate::start::App;

/// Finds messages by their words, in all conversations or in one.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
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

impl From<Run> for ExcerptRun {
    fn from(run: Run) -> Self {
        Self {
            text: run.text,
            found: run.found,
        }
    }
}

/// Finds messages by their words.
pub async fn search_messages(app: &App, session: SessionId, input: SearchMessages) -> Result<SearchResults> {
    if !(1..=100).contains(&input.limit) {
        return Err(Error::invalid("A search gives 1 to 100 messages."));
    }
    let question = Question::of(&input.query);
    let look = SearchFor {
        question: &question,
        conversation_id: input.conversation_id,
        // One more, to know whether there are more.
        limit: input.limit + 1,
    };
    let mut found = app.store.search(session, look).await?;
    let more = found.len() > input.limit as usize;
    found.truncate(input.limit as usize);
    let hits = found.into_iter().map(|found| hit(app, &question, found)).collect();
    Ok(SearchResults { hits, more })
}

fn hit(app: &App, question: &Question, found: Found) -> SearchHit {
    let formats = app.library.markup_formats(&found.character_id);
    let text = shown_text(&found.text, &formats);
    // The words of a character's own marks are known to the index, but not shown.
    let places = question.find(&words(&text)).unwrap_or_default();
    SearchHit {
        conversation_id: found.conversation_id,
        character_id: found.character_id,
        message_id: found.message_id,
        position: found.position,
        role: found.role,
        excerpt: excerpt(&text, &places).into_iter().map(ExcerptRun::from).collect(),
        created_at: found.created_at.as_millisecond(),
    }
}
