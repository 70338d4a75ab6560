//! One turn as a recipe: store the message, ask the model, keep what comes, commit.

mod full;
mod private;
mod so_far;
mod starter;
mod translate;
mod writer;

#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::panic::AssertUnwindSafe;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use engine::conversation::Message;
use engine::conversation::MessageState;
use engine::event::Event;
use engine::ids::{CharacterId, ConversationId, SessionId};
use engine::view::{ErrorView, MessageView};
use futures_util::FutureExt;
use jiff::Timestamp;
use llm::{FinishReason, ModelError};
use store::Begun;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::error::{Error, Result};
use crate::models::Profile;
use crate::start::App;
use so_far::SoFar;
use translate::translate;
use writer::{MOST_BYTES, Writer};

pub use full::{chat_messages, messages_to_send, prompt_input, reads_from};
pub use private::{for_model, mask_past};
pub use starter::prewarm;

/// Between two tries to store a finished reply when the disk is full or gone.
const STORE_AGAIN: Duration = Duration::from_secs(3);

/// The turns that are under way, at most one a conversation.
#[derive(Default)]
pub struct Turns {
    running: Mutex<HashMap<ConversationId, Running>>,
    tasks: TaskTracker,
    /// Cancelled when the program ends: what cannot be stored then is given up, and found again from its last partial text.
    ending: CancellationToken,
}

/// A reply that is being written.
struct Running {
    stop: CancellationToken,
    so_far: SoFar,
}

impl Turns {
    /// Stops the reply of a conversation; nothing when none is being written.
    pub fn stop(&self, conversation_id: ConversationId) {
        if let Some(running) = self.running().get(&conversation_id) {
            running.stop.cancel();
        }
    }

    /// Whether any reply is being written.
    pub fn are_running(&self) -> bool {
        !self.running().is_empty()
    }

    /// Brings the reply that is being written, if it is among these messages of a conversation, up to what was told of it.
    pub fn catch_up(&self, conversation_id: ConversationId, messages: &mut [Message]) {
        if let Some(running) = self.running().get(&conversation_id) {
            running.so_far.catch_up(messages);
        }
    }

    /// Stops all replies; the program is about to end.
    pub fn end(&self) {
        self.ending.cancel();
        self.running().values().for_each(|running| running.stop.cancel());
    }

    /// Waits until no turn is under way.
    pub async fn quiet(&self) {
        self.tasks.close();
        self.tasks.wait().await;
        self.tasks.reopen();
    }

    fn running(&self) -> std::sync::MutexGuard<'_, HashMap<ConversationId, Running>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What a turn is about.
#[derive(Debug, Clone)]
pub struct Turn {
    pub session: SessionId,
    pub conversation_id: ConversationId,
    pub character_id: CharacterId,
}

/// How a reply ended.
enum Ending {
    Finished,
    /// By the reader.
    Stopped,
    Failed(Error),
}

/// Answers a turn that has just been stored; returns at once.
pub fn answer_in_background(app: &App, turn: Turn, begun: &Begun) {
    app.memory.make_way();
    app.making.make_way();
    let stop = CancellationToken::new();
    let so_far = SoFar::new(&begun.reply);
    let writer = Writer::new(app.clone(), &turn, &begun.reply, so_far.clone());
    let running = Running {
        stop: stop.clone(),
        so_far,
    };
    app.turns.running().insert(turn.conversation_id, running);
    let view = |message| MessageView::new(message, &writer.formats);
    let user = begun.user.clone().map(view);
    let (conversation_id, revision) = (turn.conversation_id, begun.revision);
    let reply = view(begun.reply.clone());
    app.events.tell(
        turn.session,
        Event::TurnStarted {
            conversation_id,
            user,
            reply,
            revision,
        },
    );
    let tracked = app.clone();
    tracked.turns.tasks.spawn(run(app.clone(), turn, writer, stop));
}

async fn run(app: App, turn: Turn, mut writer: Writer, stop: CancellationToken) {
    let answering = AssertUnwindSafe(answer(&app, &turn, &mut writer)).catch_unwind();
    let ending = tokio::select! {
        biased;
        () = stop.cancelled() => Ending::Stopped,
        answered = answering => match answered {
            Ok(Ok(FinishReason::Stop)) => Ending::Finished,
            Ok(Ok(FinishReason::Length)) => Ending::Failed(Error::new("reply_too_long", "The reply reached its length limit. What was written is kept; Continue goes on.")),
            Ok(Ok(FinishReason::Filtered)) => Ending::Failed(Error::new("reply_filtered", "The provider withheld the rest of the reply. What came before is kept.")),
            Ok(Err(error)) => Ending::Failed(error),
            Err(_) => Ending::Failed(Error::new("internal", "The program made a mistake while answering. Your message is kept.")),
        },
    };
    let not_translated = match ending {
        Ending::Finished => {
            let translating = AssertUnwindSafe(translate(&app, &turn, &mut writer, &stop)).catch_unwind();
            translating.await.unwrap_or_default()
        }
        Ending::Stopped | Ending::Failed(_) => None,
    };
    store_ending(&app, &turn, &mut writer, ending).await;
    if let Some(error) = not_translated {
        let (conversation_id, message_id) = (turn.conversation_id, writer.reply_id);
        let error = ErrorView::from(&error);
        app.events.tell(
            turn.session,
            Event::TurnNotTranslated {
                conversation_id,
                message_id,
                error,
            },
        );
    }
    app.turns.running().remove(&turn.conversation_id);
    crate::memory::tend(&app, turn.session, turn.conversation_id);
}

async fn answer(app: &App, turn: &Turn, writer: &mut Writer) -> Result<FinishReason> {
    // A reply that is continued may be full already.
    if writer.is_full() {
        return Err(full());
    }
    let answering = app.models.answering(&app.store, turn.session).await?;
    let starter = answering.profile == Profile::Starter;
    let finish = if starter {
        starter::answer(app, turn, &answering, writer).await
    } else {
        full::answer(app, turn, &answering, writer).await
    }?;
    if writer.is_full() {
        Err(full())
    } else if writer.wrote_nothing() {
        Err(ModelError::Empty.into())
    } else {
        Ok(finish)
    }
}

fn full() -> Error {
    Error::new(
        "reply_full",
        format!(
            "The reply reached {MOST_BYTES} bytes, and none may be longer. What was written is kept; say something new to go on."
        ),
    )
}

/// Stores the end of a turn and tells of it. A full or missing disk is waited for: what was shown is never given up.
async fn store_ending(app: &App, turn: &Turn, writer: &mut Writer, ending: Ending) {
    writer.finish();
    let mut told = false;
    loop {
        match try_store_ending(app, turn, writer, &ending).await {
            Ok(event) => return app.events.tell(turn.session, event),
            Err(error) => {
                tracing::warn!(code = error.code, "the end of a turn could not be stored yet: {error}");
                if !told {
                    told = true;
                    app.events.tell(turn.session, writer.unsaved(ErrorView::from(&error)));
                }
                if error.code == "not_found" || app.turns.ending.is_cancelled() {
                    return;
                }
                tokio::select! {
                    () = tokio::time::sleep(STORE_AGAIN) => {}
                    () = app.turns.ending.cancelled() => {}
                }
            }
        }
    }
}

async fn try_store_ending(app: &App, turn: &Turn, writer: &Writer, ending: &Ending) -> Result<Event> {
    let (store, session, conversation_id, now) = (&app.store, turn.session, turn.conversation_id, Timestamp::now());
    let error = match ending {
        Ending::Failed(error) => Some(ErrorView::from(error)),
        Ending::Finished | Ending::Stopped => None,
    };
    if writer.wrote_nothing() {
        let taken = store
            .take_back_turn(session, conversation_id, writer.reply_id, now)
            .await?;
        let (user_message_id, user_text) = taken.user.unzip();
        let restored = match taken.restored {
            Some(message) => Some(writer.former_view(message).await?),
            None => None,
        };
        return Ok(Event::TurnFailed {
            conversation_id,
            message_id: writer.reply_id,
            user_message_id,
            user_text,
            restored,
            error,
            revision: taken.revision,
        });
    }
    let finished = matches!(ending, Ending::Finished);
    let ended = store::Ending {
        reply_id: writer.reply_id,
        text: writer.text(),
        reasoning: writer.reasoning(),
        state: if finished {
            MessageState::Complete
        } else {
            MessageState::CutShort
        },
        sent: writer.sent(),
        now,
    };
    let (message, revision) = store.end_reply(session, conversation_id, ended).await?;
    let message = writer.view(message);
    Ok(if finished {
        Event::TurnCommitted {
            conversation_id,
            message,
            revision,
        }
    } else {
        Event::TurnCutShort {
            conversation_id,
            message,
            error,
            revision,
        }
    })
}
