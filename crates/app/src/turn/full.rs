//! Answers with a model that can hold a thread: the full prompt, streamed as it is made.

use std::sync::Arc;

use engine::character::Character;
use engine::conversation::{Conversation, Message, MessageState, Role};
use engine::ids::SessionId;
use engine::prompt::{ContinueBy, Prompt, PromptInput, PromptMessage, PromptRole, assemble, assemble_continue};
use engine::reply_front::ReplyFront;
use futures_util::StreamExt;
use jiff::Zoned;
use llm::{ChatMessage, ChatRequest, ChatRole, FinishReason, ModelEvent, Sampling};

use super::writer::Writer;
use super::{Turn, private};
use crate::error::Result;
use crate::memory::context::{Parts, Remembered};
use crate::memory::record::of_prompt;
use crate::models::Answering;
use crate::personas::Reader;
use crate::start::App;

/// Read from the database for a prompt: a little more than a prompt may hold.
const READ_MESSAGES: u32 = 48;
/// Kept free in the window for the reply, in tokens.
const REPLY_TOKENS: u32 = 800;
/// Limit of what a model may write, in tokens: more than a reply needs, as some think before they speak.
const MOST_TOKENS: u32 = 3000;

/// Streams the reply to a turn into the writer.
pub async fn answer(app: &App, turn: &Turn, answering: &Answering, writer: &mut Writer) -> Result<FinishReason> {
    let (reader, messages, mut remembered) = gathered(app, turn).await?;
    let character = character(app, turn, answering, &mut remembered)?;
    let continues = messages.last().is_some_and(|message| message.role == Role::Character);
    let prompt = prompt(app, &character, answering, &reader, (&messages, &remembered))?;
    let prefilled = continues
        && prompt
            .messages
            .last()
            .is_some_and(|message| message.role == PromptRole::Assistant);
    if continues && !prefilled {
        writer.begins_new_word();
    }
    let request = ChatRequest {
        model: answering.name.clone(),
        messages: chat_messages(&prompt.messages),
        sampling: Sampling {
            temperature: Some(0.8),
            top_p: Some(0.95),
            ..Sampling::default()
        },
        max_tokens: Some(MOST_TOKENS),
        stop: vec![format!("\n{}:", reader.name)],
        continue_last: prefilled,
        ..ChatRequest::default()
    };
    // A continued reply has its front already.
    let mut front = (!continues).then(|| ReplyFront::new(&character.name));
    let mut stream = answering.model.stream(request);
    let reply = (writer.reply_id, writer.alternate);
    let record = of_prompt(&prompt, answering, REPLY_TOKENS as usize, reply);
    writer.note(record, remembered.as_of());
    let mut finish = FinishReason::Stop;
    loop {
        let due = tokio::time::sleep_until(writer.due());
        tokio::select! {
            event = stream.next() => match event {
                Some(Ok(ModelEvent::Text(piece))) => {
                    writer.write(&front.as_mut().map_or(piece.clone(), |front| front.push(&piece))).await;
                    // Letting go of the stream stops the model.
                    if writer.is_full() {
                        break;
                    }
                }
                Some(Ok(ModelEvent::Reasoning(piece))) => writer.think(&piece),
                Some(Ok(ModelEvent::Usage { prompt_tokens, completion_tokens })) => tracing::debug!(prompt_tokens, completion_tokens, "usage"),
                Some(Ok(ModelEvent::Finished(reason))) => finish = reason,
                Some(Err(error)) => return Err(error.into()),
                None => break,
            },
            () = due => writer.save().await,
        }
    }
    if let Some(mut front) = front {
        writer.write(&front.finish()).await;
    }
    Ok(finish)
}

/// The character, and what comes to mind of its past, as the model may read them.
fn character(app: &App, turn: &Turn, answering: &Answering, remembered: &mut Remembered) -> Result<Arc<Character>> {
    let (character, masks_past) = private::for_model(app.library.character(&turn.character_id)?, answering)?;
    if masks_past {
        remembered.mask_past();
    }
    Ok(character)
}

/// All that a prompt is made of.
async fn gathered(app: &App, turn: &Turn) -> Result<(Reader, Vec<Message>, Remembered)> {
    // Each waits for the database and not for the others.
    let (reader, messages, mut remembered) = tokio::try_join!(
        reader_of(app, turn),
        messages_to_send(app, turn),
        Remembered::of(app, turn.session, turn.conversation_id),
    )?;
    let before = remembered.first_recent(&messages);
    remembered.recall(crate::recall::for_prompt(app, turn, (&messages, before), &remembered).await);
    Ok((reader, messages, remembered))
}

/// The end of the transcript, oldest first, without an empty reply that is only about to be written.
pub async fn messages_to_send(app: &App, turn: &Turn) -> Result<Vec<Message>> {
    let mut messages = app
        .store
        .messages_before(turn.session, turn.conversation_id, None, READ_MESSAGES)
        .await?;
    match messages.last_mut() {
        Some(last) if last.state == MessageState::Streaming && last.text.is_empty() => drop(messages.pop()),
        // A reply that is being continued: what there is of it was cut short, and is to be read.
        Some(last) if last.state == MessageState::Streaming => last.state = MessageState::CutShort,
        _ => {}
    }
    Ok(messages)
}

/// The whole prompt for a turn.
fn prompt(
    app: &App,
    character: &Character,
    answering: &Answering,
    reader: &Reader,
    (messages, remembered): (&[Message], &Remembered),
) -> Result<Prompt> {
    let templates = app.library.templates()?;
    let now = Zoned::now();
    let parts = remembered.parts(now.time_zone());
    let input = prompt_input(character, answering, reader, (messages, &parts), &now);
    let continues = messages.last().is_some_and(|message| message.role == Role::Character);
    // Only the model in this program is sure to go on in the middle of a message.
    let assembled = if continues && answering.is_in_this_program() {
        assemble_continue(&templates, &input, ContinueBy::Prefill, &*answering.count_tokens)
    } else {
        assemble(&templates, &input, &*answering.count_tokens)
    };
    Ok(assembled?)
}

/// What every prompt of a conversation is made from, now.
pub fn prompt_input<'a>(
    character: &'a Character,
    answering: &Answering,
    reader: &'a Reader,
    (messages, memory): (&'a [Message], &'a Parts<'a>),
    now: &Zoned,
) -> PromptInput<'a> {
    let zone = now.time_zone();
    let said_before = messages
        .iter()
        .rev()
        .skip(1)
        .find(|message| message.state != MessageState::Damaged);
    PromptInput {
        character,
        user_name: &reader.name,
        persona: &reader.persona,
        language: reader.language.as_deref(),
        now: now.datetime(),
        last_message_at: said_before.map(|message| zone.to_datetime(message.created_at)),
        messages,
        memory: memory.context(),
        window_tokens: answering.window_tokens,
        reply_tokens: REPLY_TOKENS as usize,
    }
}

/// The reader of a turn's conversation.
pub async fn reader_of(app: &App, turn: &Turn) -> Result<Reader> {
    let conversation = app.store.conversation(turn.session, turn.conversation_id).await?;
    let settings = crate::commands::settings_of(app, turn.session).await?;
    Ok(Reader::of(&conversation, &settings))
}

/// The messages of a prompt in the form that models take.
pub fn chat_messages(messages: &[PromptMessage]) -> Vec<ChatMessage> {
    let role = |role| match role {
        PromptRole::System => ChatRole::System,
        PromptRole::User => ChatRole::User,
        PromptRole::Assistant => ChatRole::Assistant,
    };
    messages
        .iter()
        .map(|message| ChatMessage {
            role: role(message.role),
            content: message.text.clone(),
        })
        .collect()
}

/// The position of the first message that a model reads word for word; none when it reads everything, or when that cannot be
/// told now.
pub async fn reads_from(app: &App, session: SessionId, conversation: &Conversation) -> Option<u32> {
    let recent = app
        .store
        .messages_before(session, conversation.id, None, READ_MESSAGES)
        .await
        .ok()?;
    let remembered = Remembered::of(app, session, conversation.id).await.ok()?;
    remembered.first_recent(&recent).filter(|position| *position > 0)
}
