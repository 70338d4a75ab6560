//! A finished reply that the model wrote in another language than the reader chose, in that language: a second call. What comes
//! of it is what is shown, stored and sent from then on; when nothing comes of it, the reply stays as it was.

use std::time::Duration;

use engine::macros::Names;
use engine::prompt::language_name;
use engine::translation::{TranslationInput, needs_translation, read_translation, translation_prompt};
use llm::{ChatRequest, Sampling};
use tokio_util::sync::CancellationToken;

use super::Turn;
use super::full::{chat_messages, reader_of};
use super::writer::Writer;
use crate::commands::settings_of;
use crate::error::{Error, Result};
use crate::models::Profile;
use crate::start::App;

/// A translation that takes longer is given up.
const PATIENCE: Duration = Duration::from_secs(180);
const MOST_TOKENS: u32 = 3000;

/// Puts the reply into the reader's language, where the reader asked for that and it is in another one. Gives why it could not
/// be done; a reader who stops it has the reply as it was, and no error.
pub async fn translate(app: &App, turn: &Turn, writer: &mut Writer, stop: &CancellationToken) -> Option<Error> {
    match settings_of(app, turn.session).await {
        Ok(settings) if settings.translation => {}
        Ok(_) => return None,
        Err(error) => return Some(error),
    }
    // Kept first, all of it: what was shown outlives anything that happens here.
    writer.save().await;
    let text = writer.text().to_owned();
    let translated = tokio::select! {
        biased;
        () = stop.cancelled() => return None,
        translated = translated(app, turn, &text) => translated,
    };
    match translated {
        Ok(Some(translation)) => {
            writer.replace(translation);
            None
        }
        Ok(None) => None,
        Err(error) => Some(error),
    }
}

async fn translated(app: &App, turn: &Turn, text: &str) -> Result<Option<String>> {
    let reader = reader_of(app, turn).await?;
    let Some(language) = reader
        .language
        .as_deref()
        .filter(|language| needs_translation(text, language))
    else {
        return Ok(None);
    };
    let answering = app.models.answering(&app.store, turn.session).await?;
    if answering.profile == Profile::Starter {
        return Ok(None);
    }
    let character = app.library.character(&turn.character_id)?;
    let input = TranslationInput {
        names: Names::new(&character.name, &reader.name),
        language,
        text,
    };
    let failed = |reason: String| {
        let language = language_name(language).unwrap_or_else(|| language.to_owned());
        Error::new(
            "not_translated",
            format!(
                "The reply could not be translated into {language}: {reason}. It stays as the model wrote it; Retry asks for another."
            ),
        )
    };
    let prompt = translation_prompt(&*app.library.templates()?, &input).map_err(|error| failed(error.to_string()))?;
    let request = ChatRequest {
        model: answering.name.clone(),
        messages: chat_messages(&prompt),
        sampling: Sampling {
            temperature: Some(0.3),
            ..Sampling::default()
        },
        max_tokens: Some(MOST_TOKENS),
        ..ChatRequest::default()
    };
    let answer = answering
        .whole_answer(request, PATIENCE)
        .await
        .map_err(|error| failed(error.to_string()))?;
    read_translation(&input, &answer)
        .map(Some)
        .map_err(|error| failed(error.to_string()))
}

#[cfg(test)]
mod tests;
