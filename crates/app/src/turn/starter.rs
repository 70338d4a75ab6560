//! Answers with a model below the size that can hold a thread: a short prompt of its own form, several draws of which the
//! first good one is shown at reading speed. Where a draw takes long, the first is streamed as it is made.

use std::sync::Arc;
use std::time::Duration;

use engine::conversation::{Conversation, Message, MessageState, Role};
use engine::ids::SessionId;
use engine::prompt::PromptError;
use engine::prompt::{Prompt, Templates};
use engine::starter::{self, SentenceGate, StarterInput, StarterMemory, StarterTold};
use futures_util::StreamExt;
use llm::{ChatMessage, ChatModel, ChatRequest, ChatRole, FinishReason, ModelError, ModelEvent, ModelStream, Sampling};
use tokio::time::Instant;

use super::Turn;
use super::full::{chat_messages, messages_to_send, reader_of};
use super::writer::Writer;
use crate::error::Result;
use crate::memory::context::Remembered;
use crate::memory::record::{Told, of_starter_prompt};
use crate::models::{Answering, Profile};
use crate::personas::Reader;
use crate::start::App;

/// A draw that takes longer than this is streamed instead of weighed. An unweighed draw is a poor one more often than not, so a
/// moment in which the computer is busy must not lead there.
const LONG_DRAW: Duration = Duration::from_millis(3500);
/// No draw is begun that would end later than this after the first began.
const DRAWING_TIME: Duration = Duration::from_millis(4000);
/// How many slow draws are thrown away because they end the illusion.
const DISCARDED_DRAWS: usize = 2;
/// How many drafts are drawn at most where only those in a language that the model hardly knows count.
const FOREIGN_DRAWS: usize = 2;
/// Between two words of a chosen draft: fast reading.
const WORD_PACE: Duration = Duration::from_millis(28);

/// Writes the reply to a turn.
pub async fn answer(app: &App, turn: &Turn, answering: &Answering, writer: &mut Writer) -> Result<FinishReason> {
    let mut messages = messages_to_send(app, turn).await?;
    let character = app.library.character(&turn.character_id)?;
    let templates = app.library.templates()?;
    let reader = reader_of(app, turn).await?;
    let mut remembered = Remembered::of(app, turn.session, turn.conversation_id).await?;
    if messages.last().is_some_and(|last| remembered.excludes(last.id)) {
        return Err(PromptError::LastMessageForgotten.into());
    }
    messages.retain(|message| !remembered.excludes(message.id));
    let latest = messages
        .iter()
        .rev()
        .find(|message| message.role == Role::User && message.state != MessageState::Damaged);
    let nothing = StarterTold::default();
    let input = StarterInput {
        character: &character,
        user_name: &reader.name,
        persona: &reader.persona,
        messages: &messages,
        latest: latest.map(|message| message.text.as_str()).unwrap_or_default(),
        told: &nothing,
    };
    let bare = starter::starter_prompt(&templates, &input)?;
    let asked = (messages.as_slice(), Some(bare.reads_from));
    remembered.recall(crate::recall::for_prompt(app, turn, asked, &remembered).await);
    let known = StarterMemory {
        facts: &remembered.fact_texts(),
        pinned: remembered.pinned_count(),
        superseded: remembered.superseded(),
        recalled: &remembered.recalled().memories,
    };
    let told = starter::told(&known, &reader.name, input.latest);
    let input = StarterInput { told: &told, ..input };
    let prompt = starter::starter_prompt(&templates, &input)?;
    let with_facts = with_facts(&templates, &input)?;
    let told_by = Told {
        told: &told,
        bare: &bare,
        with_facts: &with_facts,
    };
    let reply = (writer.reply_id, writer.alternate);
    let reply_tokens = starter::SAMPLING.max_tokens as usize;
    let record = of_starter_prompt(&prompt, answering, (&remembered, &told_by), reply_tokens, reply);
    writer.note(record, remembered.as_of());
    let so_far = messages
        .last()
        .filter(|message| message.role == Role::Character)
        .map(|message| message.text.trim_end());
    let request = request(answering, chat_messages(&prompt.messages), so_far, &reader);
    if let Some(so_far) = so_far {
        if !answering.is_in_this_program() {
            writer.begins_new_word();
        }
        let gate = SentenceGate::continuing(so_far);
        return stream_through(gate, String::new(), answering.model.stream(request), writer).await;
    }
    let language = starter::own_language(&input, reader.language.as_deref());
    draw_and_show(&answering.model, &request, &input, language, writer).await
}

/// The same prompt without the memory.
fn with_facts(templates: &Templates, input: &StarterInput<'_>) -> Result<Prompt> {
    let told = input.told.without_memory();
    Ok(starter::starter_prompt(
        templates,
        &StarterInput { told: &told, ..*input },
    )?)
}

/// A request for a reply, or for the rest of one.
fn request(answering: &Answering, mut chat: Vec<ChatMessage>, so_far: Option<&str>, reader: &Reader) -> ChatRequest {
    chat.extend(so_far.map(|text| ChatMessage {
        role: ChatRole::Assistant,
        content: text.to_owned(),
    }));
    ChatRequest {
        model: answering.name.clone(),
        messages: chat,
        sampling: sampling(),
        max_tokens: Some(starter::SAMPLING.max_tokens),
        stop: starter::stop_texts(&reader.name),
        continue_last: so_far.is_some(),
        ..ChatRequest::default()
    }
}

/// Draws until a draft is good enough or the time is over, and shows the best; streams the first draw when it takes long. With a
/// `language` only drafts in it count, and where the model writes none, a line of the character or of the situation is the reply.
async fn draw_and_show(
    model: &Arc<dyn ChatModel>,
    request: &ChatRequest,
    input: &StarterInput<'_>,
    language: Option<&str>,
    writer: &mut Writer,
) -> Result<FinishReason> {
    let draft = match drawn(model, request, input, language).await? {
        Drawn::Draft(draft) => draft,
        Drawn::Stream(text, stream) => return stream_through(SentenceGate::default(), text, stream, writer).await,
        Drawn::Nothing => language
            .and_then(|language| starter::own_line(input, language))
            .ok_or(ModelError::Empty)?,
    };
    show(&draft, writer).await;
    Ok(FinishReason::Stop)
}

/// What came of the draws.
enum Drawn {
    Draft(String),
    /// The first took long: what there is of it, and the rest.
    Stream(String, ModelStream),
    Nothing,
}

async fn drawn(
    model: &Arc<dyn ChatModel>,
    request: &ChatRequest,
    input: &StarterInput<'_>,
    language: Option<&str>,
) -> Result<Drawn> {
    let most_draws = language.map_or(starter::MAX_DRAWS, |_| FOREIGN_DRAWS);
    let mut best: Option<(f32, String)> = None;
    let began = Instant::now();
    let mut longest = Duration::ZERO;
    let mut slow_draws = 0;
    for number in 0..most_draws {
        if number > slow_draws && began.elapsed() + longest > DRAWING_TIME {
            break;
        }
        let draw_began = Instant::now();
        let mut stream = model.stream(request.clone());
        match draw(&mut stream, number == slow_draws).await? {
            DrawEnd::Whole(text) => {
                longest = longest.max(draw_began.elapsed());
                let (draft, score) = starter::best_cut(input, &text);
                tracing::debug!(number, score, draft, "draw");
                let counts = !draft.is_empty()
                    && language.is_none_or(|language| starter::is_in_language(input, &draft, language));
                if counts && best.as_ref().is_none_or(|(best, _)| score > *best) {
                    best = Some((score, draft));
                    if score >= starter::GOOD_ENOUGH {
                        break;
                    }
                }
            }
            DrawEnd::Slow(_) if language.is_some() => break,
            // Nobody can weigh it any more, but what ends the illusion already is not gone on with.
            DrawEnd::Slow(text) if slow_draws < DISCARDED_DRAWS && starter::breaks_illusion(input, &text) => {
                slow_draws += 1;
            }
            DrawEnd::Slow(text) => return Ok(Drawn::Stream(text, stream)),
        }
    }
    Ok(best.map_or(Drawn::Nothing, |(_, draft)| Drawn::Draft(draft)))
}

/// How waiting for a draw ended.
enum DrawEnd {
    Whole(String),
    Slow(String),
}

/// Collects one draw up to its second sentence; the first one is not waited for longer than [`LONG_DRAW`].
async fn draw(stream: &mut ModelStream, first: bool) -> Result<DrawEnd> {
    let limit = Instant::now() + LONG_DRAW;
    let mut text = String::new();
    let mut gate = SentenceGate::default();
    loop {
        tokio::select! {
            event = stream.next() => match event {
                Some(Ok(ModelEvent::Text(piece))) => {
                    text.push_str(&piece);
                    gate.push(&piece);
                    // What comes after would be cut off anyway.
                    if gate.is_done() {
                        return Ok(DrawEnd::Whole(text));
                    }
                }
                Some(Ok(_)) => {}
                Some(Err(ModelError::Empty)) | None => return Ok(DrawEnd::Whole(text)),
                Some(Err(error)) => return Err(error.into()),
            },
            () = tokio::time::sleep_until(limit), if first && Instant::now() < limit => {}
        }
        if first && Instant::now() >= limit {
            return Ok(DrawEnd::Slow(text));
        }
    }
}

/// Shows a slow draw, or the rest of a reply, as it is made, up to its second sentence.
async fn stream_through(
    mut gate: SentenceGate,
    drawn: String,
    mut stream: ModelStream,
    writer: &mut Writer,
) -> Result<FinishReason> {
    writer.write(&gate.push(&drawn)).await;
    while !gate.is_done() {
        let due = tokio::time::sleep_until(writer.due());
        tokio::select! {
            event = stream.next() => match event {
                Some(Ok(ModelEvent::Text(piece))) => writer.write(&gate.push(&piece)).await,
                Some(Ok(_)) => {}
                Some(Err(error)) => return Err(error.into()),
                None => break,
            },
            () = due => writer.save().await,
        }
    }
    writer.write(&gate.finish()).await;
    Ok(FinishReason::Stop)
}

/// Shows a finished draft at reading speed.
async fn show(draft: &str, writer: &mut Writer) {
    for piece in starter::pieces(draft) {
        writer.write(piece).await;
        if Instant::now() >= writer.due() {
            writer.save().await;
        }
        tokio::time::sleep(WORD_PACE).await;
    }
}

fn sampling() -> Sampling {
    let starter::StarterSampling {
        temperature,
        top_k,
        top_p,
        min_p,
        dry_multiplier,
        ..
    } = starter::SAMPLING;
    Sampling {
        temperature: Some(temperature),
        top_p: Some(top_p),
        top_k: i32::try_from(top_k).ok(),
        min_p: Some(min_p),
        dry_multiplier: Some(dry_multiplier),
        seed: None,
    }
}

/// Lets the chosen small model read the front of a conversation's prompt, so that its first reply starts at once. Failures only
/// cost time later, so they are logged.
pub async fn prewarm(app: App, session: SessionId, conversation: Conversation) {
    if let Err(error) = try_prewarm(&app, session, &conversation).await {
        tracing::debug!(code = error.code, "the model was not prepared: {error}");
    }
}

async fn try_prewarm(app: &App, session: SessionId, conversation: &Conversation) -> Result<()> {
    let answering = app.models.answering(&app.store, session).await?;
    if answering.profile != Profile::Starter {
        return Ok(());
    }
    let character = app.library.character(&conversation.character_id)?;
    let reader = Reader::of(conversation, &crate::commands::settings_of(app, session).await?);
    let messages: [Message; 0] = [];
    let input = StarterInput {
        character: &character,
        user_name: &reader.name,
        persona: &reader.persona,
        messages: &messages,
        latest: "",
        told: &StarterTold::default(),
    };
    let prompt = starter::starter_prompt(&*app.library.templates()?, &input)?;
    let mut front = chat_messages(&prompt.messages);
    front.pop();
    answering.prewarm(&front);
    Ok(())
}
