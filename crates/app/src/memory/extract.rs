//! One extraction: a batch of messages becomes a summary, facts and developments of the relationship.

use std::time::Duration;

use engine::conversation::Conversation;
use engine::ids::{CheckpointId, MessageId, SessionId};
use engine::language::primary;
use engine::macros::Names;
use engine::memory::extraction::{BadExtraction, Example, ExtractionInput, ReadAnswer, read, request};
use engine::memory::plan::Job;
use engine::memory::view::ExtractionMethod;
use engine::memory::{Extraction, rules};
use jiff::Timestamp;
use llm::{ChatRequest, Sampling, Tries};
use store::{Commit, ExtractionWork, FinishedExtraction};
use uuid::Uuid;

use crate::commands::settings_of;
use crate::config::MemoryMethod;
use crate::error::{Error, Result};
use crate::models::{Answering, Profile};
use crate::personas::Reader;
use crate::start::App;
use crate::turn::chat_messages;

/// An extraction that takes longer is given up; a later reply tries again. A model on this computer may be slow.
const PATIENCE: Duration = Duration::from_secs(600);

/// Who extracts.
pub enum Extractor {
    Model(Answering),
    Rules,
}

impl Extractor {
    /// The chosen model where it can hold a thread and the configuration leaves it the work; rules else.
    pub async fn chosen(app: &App, session: SessionId) -> Self {
        let method = app.models.config().memory_method;
        if method == MemoryMethod::Rules {
            return Self::Rules;
        }
        match app.models.answering(&app.store, session).await {
            Ok(answering) if answering.profile == Profile::Full || method == MemoryMethod::Model => {
                Self::Model(answering)
            }
            Ok(_) => Self::Rules,
            Err(error) => {
                tracing::debug!(
                    code = error.code,
                    "memory works by rules, as no model is ready: {error}"
                );
                Self::Rules
            }
        }
    }

    /// Whether it keeps the model on this computer busy.
    pub fn is_local(&self) -> bool {
        matches!(self, Self::Model(answering) if answering.is_in_this_program())
    }
}

/// How memory comes to be in a conversation with the present model.
pub async fn method(app: &App, session: SessionId, conversation: &Conversation) -> Result<ExtractionMethod> {
    let method = app.models.config().memory_method;
    let by_rules = method == MemoryMethod::Rules
        || (method == MemoryMethod::Automatic && app.models.chosen_is_small(&app.store, session).await?);
    if !by_rules {
        return Ok(ExtractionMethod::Model);
    }
    let reader = Reader::of(conversation, &settings_of(app, session).await?);
    // Without a chosen language the reader's own words show it.
    let has_rules = reader
        .language
        .as_deref()
        .is_none_or(|language| rules::knows(&primary(language)));
    Ok(if has_rules {
        ExtractionMethod::Rules
    } else {
        ExtractionMethod::RulesWithoutFacts
    })
}

/// Carries out a job: reads, extracts, and commits what was found if everything that was read still holds. None when the job did
/// not fit any more.
///
/// # Errors
/// The store's and the model's; then nothing was written, and a later try starts from the same place.
pub async fn carry_out(
    app: &App,
    session: SessionId,
    conversation: &Conversation,
    job: &Job,
    extractor: &Extractor,
) -> Result<Option<Commit>> {
    let Some(work) = app.store.extraction_work(session, conversation.id, job).await? else {
        return Ok(None);
    };
    let extraction = extracted(app, session, conversation, &work, extractor).await?;
    let finished = FinishedExtraction {
        checkpoint_id: CheckpointId(Uuid::now_v7()),
        seed: Uuid::now_v7(),
        extraction: &extraction,
        now: Timestamp::now(),
    };
    Ok(Some(app.store.commit_extraction(session, &work, finished).await?))
}

async fn extracted(
    app: &App,
    session: SessionId,
    conversation: &Conversation,
    work: &ExtractionWork,
    extractor: &Extractor,
) -> Result<Extraction> {
    let reader = Reader::of(conversation, &settings_of(app, session).await?);
    let character = app.library.character(&conversation.character_id);
    let name = character.as_ref().map_or_else(
        |_| conversation.character_id.to_string(),
        |character| character.name.clone(),
    );
    let excluded: Vec<MessageId> = work.excluded.iter().copied().collect();
    let blocked: Vec<[u8; 32]> = work.blocked.iter().copied().collect();
    let input = ExtractionInput {
        names: Names::new(&name, &reader.name),
        persona: &reader.persona,
        language: reader.language.as_deref(),
        previous: work.previous.as_ref(),
        messages: &work.messages,
        excluded: &excluded,
        known: &work.known,
        blocked: &blocked,
        axes: &work.axes,
    };
    if input.readable().is_empty() {
        return Ok(input.unchanged());
    }
    let answer = match extractor {
        Extractor::Rules => rules::extract(&input),
        Extractor::Model(answering) => asked(app, answering, &input).await?,
    };
    for dropped in &answer.dropped {
        tracing::info!("an item of an extraction was left out: {dropped}");
    }
    Ok(answer.extraction)
}

/// Asks with an example, which helps; a model that copies it is asked without. Very small ones always do.
async fn asked(app: &App, answering: &Answering, input: &ExtractionInput<'_>) -> Result<ReadAnswer> {
    if answering.profile == Profile::Full {
        match answered(app, answering, input, Example::Shown).await? {
            Err(BadExtraction::CopiedExample) => {
                tracing::info!("the model copied the example, and is asked without it")
            }
            read => return read.map_err(useless),
        }
    }
    let read = answered(app, answering, input, Example::LeftOut).await?;
    let read = read.map_err(useless)?;
    Ok(match answering.profile {
        Profile::Starter => read.with_rules(input),
        Profile::Full => read,
    })
}

fn useless(error: BadExtraction) -> Error {
    Error::new("memory_failed", error.to_string())
}

async fn answered(
    app: &App,
    answering: &Answering,
    input: &ExtractionInput<'_>,
    example: Example,
) -> Result<std::result::Result<ReadAnswer, BadExtraction>> {
    let templates = app.library.templates()?;
    let (window, count) = (answering.window_tokens, &*answering.count_tokens);
    let asked = request(&templates, input, example, window, count)
        .map_err(|error| Error::new("memory_failed", error.to_string()))?;
    let request = ChatRequest {
        model: answering.name.clone(),
        messages: chat_messages(&asked.messages),
        sampling: Sampling {
            temperature: Some(0.2),
            ..Sampling::default()
        },
        max_tokens: u32::try_from(asked.answer_tokens).ok(),
        json_schema: Some(asked.json_schema),
        tries: Tries::Once,
        ..ChatRequest::default()
    };
    // One that was cut off may still hold a whole summary.
    let answer = answering.partial_answer(request, PATIENCE).await?;
    Ok(read(&answer, input, &asked.own_words))
}
