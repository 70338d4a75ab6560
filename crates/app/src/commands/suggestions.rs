//! Replies that the reader might give.

use std::sync::Arc;
use std::time::Duration;

use engine::character::Character;
use engine::conversation::{Message, MessageState, Role};
use engine::ids::{ConversationId, SessionId};
use engine::language::written_in;
use engine::macros::Names;
use engine::markup::{Span, spans_in};
use engine::prompt::PromptInput;
use engine::suggestion::{MOST_TOKENS, Situation, complete, from_situation, neutral, read, schema, suggestion_prompt};
use jiff::Zoned;
use llm::{ChatRequest, Sampling, Tries};
use serde::{Deserialize, Serialize};
use store::StoreError;
use ts_rs::TS;

use super::settings_of;
use crate::error::{Error, Result};
use crate::memory::context::Remembered;
use crate::models::{Answering, Profile};
use crate::personas::Reader;
use crate::start::App;
use crate::turn::{chat_messages, for_model, prompt_input};

/// Read from the database: more than suggestions look at.
const READ_MESSAGES: u32 = 24;
/// Kept free in the window for the answer, in tokens.
const REPLY_TOKENS: usize = 400;
/// The last messages of each side that tell a language.
const TELLING_MESSAGES: usize = 3;
/// Nobody waits longer for a suggestion.
const PATIENCE: Duration = Duration::from_secs(60);

/// Asks for four replies that fit.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct SuggestReplies {
    pub conversation_id: ConversationId,
    /// The language that the page shows: `en` or `tr`. Without it the setting counts.
    #[serde(default)]
    #[ts(optional)]
    pub interface_language: Option<String>,
}

/// Exactly four replies.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct Suggestions {
    pub texts: Vec<String>,
    /// The same, parsed.
    pub spans: Vec<Vec<Span>>,
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

/// Four replies that fit, always: with one model call, or without one where the model is too small or fails.
pub async fn suggest_replies(app: &App, session: SessionId, input: SuggestReplies) -> Result<Suggestions> {
    let conversation = app.store.conversation(session, input.conversation_id).await?;
    let mut messages = app
        .store
        .messages_before(session, conversation.id, None, READ_MESSAGES)
        .await?;
    if messages.iter().any(|message| message.state == MessageState::Streaming) {
        return Err(StoreError::Busy.into());
    }
    let character = app.library.character(&conversation.character_id)?;
    let settings = settings_of(app, session).await?;
    let reader = Reader::of(&conversation, &settings);
    let remembered = Remembered::of(app, session, conversation.id).await?;
    messages.retain(|message| !remembered.excludes(message.id));
    let interface = [
        input.interface_language.as_deref().unwrap_or_default(),
        &settings.interface_language,
    ]
    .into_iter()
    .find(|language| !language.is_empty())
    .unwrap_or("en");
    let language = spoken(&reader, &messages).unwrap_or_else(|| interface.to_owned());
    let made = match app.models.answering(&app.store, session).await {
        Ok(answering) if answering.profile == Profile::Starter => {
            let situation = Situation {
                character: &character,
                names: Names::new(&character.name, &reader.name),
                messages: &messages,
                language: &language,
            };
            Ok((from_situation(&situation), SuggestionSource::Templates))
        }
        Ok(answering) => asked(app, &answering, &character, &reader, (&messages, &remembered))
            .await
            .map(|found| (complete(found, neutral(&language)), SuggestionSource::Model)),
        Err(error) => Err(error),
    };
    let (texts, source) = made.unwrap_or_else(|error| {
        tracing::info!(code = error.code, "neutral suggestions were given: {error}");
        // Before the reader has said or chosen anything, the page's language is the surer sign.
        let begun = reader.language.is_some() || messages.iter().any(|message| message.role == Role::User);
        let language = if begun { language.as_str() } else { interface };
        (neutral(language), SuggestionSource::Neutral)
    });
    let formats = app.library.markup_formats(&conversation.character_id);
    Ok(Suggestions {
        spans: texts.iter().map(|text| spans_in(text, &formats)).collect(),
        texts: texts.to_vec(),
        source,
        revision: conversation.revision,
    })
}

/// What a model suggests; at least one.
async fn asked(
    app: &App,
    answering: &Answering,
    character: &Arc<Character>,
    reader: &Reader,
    (messages, remembered): (&[Message], &Remembered),
) -> Result<Vec<String>> {
    let (character, _) = for_model(character.clone(), answering)?;
    let templates = app.library.templates()?;
    let now = Zoned::now();
    let parts = remembered.parts(now.time_zone());
    let input = PromptInput {
        reply_tokens: REPLY_TOKENS,
        ..prompt_input(&character, answering, reader, (messages, &parts), &now)
    };
    let prompt = suggestion_prompt(&templates, &input, &*answering.count_tokens)?;
    let request = ChatRequest {
        model: answering.name.clone(),
        messages: chat_messages(&prompt.messages),
        sampling: Sampling {
            temperature: Some(0.9),
            ..Sampling::default()
        },
        max_tokens: Some(MOST_TOKENS),
        json_schema: Some(schema()),
        tries: Tries::Once,
        ..ChatRequest::default()
    };
    let answer = answering.partial_answer(request, PATIENCE).await?;
    let found = read(&answer, &reader.name);
    if found.is_empty() {
        return Err(Error::new("no_suggestions", "The model's answer held no suggestions."));
    }
    Ok(found)
}

/// The language that the reader speaks here: the chosen one, else the one they write in, else the character's.
fn spoken(reader: &Reader, messages: &[Message]) -> Option<String> {
    let said = |role: Role| {
        let texts: Vec<&str> = messages
            .iter()
            .filter(|message| message.role == role)
            .map(|message| message.text.as_str())
            .collect();
        let last = &texts[texts.len().saturating_sub(TELLING_MESSAGES)..];
        // Short messages tell nothing by themselves.
        written_in(&last.join("\n")).or_else(|| written_in(&texts.join("\n")))
    };
    let written = || said(Role::User).or_else(|| said(Role::Character)).map(str::to_owned);
    reader.language.clone().or_else(written)
}

#[cfg(test)]
mod tests;
