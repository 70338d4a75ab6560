//! One reply: read the prompt, then draw token after token until something ends it.

use tokio::sync::mpsc::UnboundedSender;

use super::cached_context::{CachedContext, Evaluation, Wanted};
use super::prompt::{Ending, Prompt, prompt_of};
use super::reply_text::{Piece, ReplyText};
use super::sampling::Drawer;
use super::weights::Weights;
use crate::chat::{ChatMessage, ChatRequest, FinishReason, ModelEvent};
use crate::error::ModelError;

/// Where a reply goes; it is closed once nobody reads any more.
pub type EventSender = UnboundedSender<Result<ModelEvent, ModelError>>;

/// Sends a whole reply to `events`; ends early, without a word, when nobody reads it any more.
pub fn reply(
    weights: &Weights,
    context: &mut CachedContext<'_>,
    request: &ChatRequest,
    events: &EventSender,
) -> Result<(), ModelError> {
    if events.is_closed() {
        return Ok(());
    }
    let ending = if request.continue_last {
        Ending::ContinueLast
    } else {
        Ending::NewReply
    };
    let prompt = prompt_of(weights, &request.messages, ending)?;
    let room = room_after(weights, &prompt).ok_or_else(|| ModelError::ContextExceeded {
        message: format!(
            "it has {} tokens, the model on this computer reads {}",
            prompt.tokens.len(),
            weights.context_tokens
        ),
    })?;
    let still_read = || {
        if events.is_closed() {
            Wanted::NoLonger
        } else {
            Wanted::Still
        }
    };
    if context.evaluate(&prompt.tokens, still_read)? == Evaluation::Interrupted {
        return Ok(());
    }
    let limit = request.max_tokens.map_or(room, |limit| limit.min(room));
    let Some(drawn) = draw(weights, context, request, &prompt, limit, events)? else {
        return Ok(());
    };
    if drawn.text_bytes == 0 {
        return Err(ModelError::Empty);
    }
    let prompt_tokens = u32::try_from(prompt.tokens.len()).unwrap_or(u32::MAX);
    send(
        events,
        ModelEvent::Usage {
            prompt_tokens,
            completion_tokens: drawn.tokens,
        },
    );
    send(events, ModelEvent::Finished(drawn.finish));
    Ok(())
}

/// Evaluates the messages without drawing anything, as long as they are `wanted`.
pub fn read_ahead(
    weights: &Weights,
    context: &mut CachedContext<'_>,
    messages: &[ChatMessage],
    wanted: impl FnMut() -> Wanted,
) -> Result<(), ModelError> {
    let prompt = prompt_of(weights, messages, Ending::MoreMessages)?;
    if room_after(weights, &prompt).is_some() {
        context.evaluate(&prompt.tokens, wanted)?;
    }
    Ok(())
}

struct Drawn {
    /// Tokens that were drawn, the one that ended the reply among them.
    tokens: u32,
    text_bytes: usize,
    finish: FinishReason,
}

/// Draws at most `limit` tokens; none when nobody reads any more.
fn draw(
    weights: &Weights,
    context: &mut CachedContext<'_>,
    request: &ChatRequest,
    prompt: &Prompt,
    limit: u32,
    events: &EventSender,
) -> Result<Option<Drawn>, ModelError> {
    let vocab = weights.model.vocab();
    let mut drawer = Drawer::new(&weights.model, request, &prompt.tokens)?;
    let mut text = ReplyText::new(&request.stop, prompt.leading_spaces);
    let mut drawn = Drawn {
        tokens: 0,
        text_bytes: 0,
        finish: FinishReason::Length,
    };
    while drawn.tokens < limit {
        if events.is_closed() {
            return Ok(None);
        }
        let token = drawer.draw(&context.context)?;
        drawn.tokens += 1;
        if vocab.is_eog(token) {
            drawn.finish = FinishReason::Stop;
            break;
        }
        match text.push(&vocab.token_to_piece(token, false, None)) {
            Piece::Text(piece) => drawn.text_bytes += send_text(events, piece),
            Piece::Stopped(piece) => {
                drawn.text_bytes += send_text(events, piece);
                drawn.finish = FinishReason::Stop;
                return Ok(Some(drawn));
            }
        }
        if drawn.tokens < limit {
            context.push(token)?;
        }
    }
    drawn.text_bytes += send_text(events, text.finish());
    Ok(Some(drawn))
}

/// How many tokens can follow the prompt; none when it fills the context.
fn room_after(weights: &Weights, prompt: &Prompt) -> Option<u32> {
    let tokens = u32::try_from(prompt.tokens.len()).ok()?;
    weights.context_tokens.checked_sub(tokens).filter(|room| *room > 0)
}

fn send_text(events: &EventSender, text: String) -> usize {
    let bytes = text.len();
    if bytes > 0 {
        send(events, ModelEvent::Text(text));
    }
    bytes
}

/// Nobody reading is no failure; the loop above notices it.
fn send(events: &EventSender, event: ModelEvent) {
    let _ = events.send(Ok(event));
}
