//! One turn: a message and its reply.

use engine::blank::is_blank;
use engine::controls::without_controls;
use engine::ids::{ConversationId, MessageId, OperationId, SessionId};
use engine::view::MessageView;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use store::{BeginReply, BeginTurn, Begun};
use ts_rs::TS;
use uuid::Uuid;

use super::Nothing;
use crate::error::{Error, Result};
use crate::start::App;
use crate::turn::{Turn, answer_in_background};

/// Longest message, in characters.
const LONGEST_MESSAGE: usize = 32_000;

/// Says something; the reply then arrives as events.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct SendMessage {
    pub conversation_id: ConversationId,
    /// 1 to 32,000 characters, not all of them blank or invisible. Control characters but tabs and line breaks are left out.
    pub text: String,
    /// The revision the client shows; another one is answered with `conflict`.
    #[ts(type = "number")]
    pub expected_revision: u64,
    /// Made by the client; sending it again returns the same turn.
    pub operation_id: OperationId,
}

/// Continues the last reply when it was cut short, or asks again for one that never came.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct ContinueReply {
    pub conversation_id: ConversationId,
    #[ts(type = "number")]
    pub expected_revision: u64,
    pub operation_id: OperationId,
}

/// Stops the reply that is being written; what was shown is kept. Does nothing when none is.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct StopReply {
    pub conversation_id: ConversationId,
}

/// A turn that is stored and under way.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct TurnStarted {
    pub user: Option<MessageView>,
    pub reply_id: MessageId,
    /// The conversation's new revision.
    #[ts(type = "number")]
    pub revision: u64,
}

/// Says something; the reply arrives as events.
pub async fn send_message(app: &App, session: SessionId, input: SendMessage) -> Result<TurnStarted> {
    let text = without_controls(&input.text).into_owned();
    let length = text.chars().count();
    if is_blank(&text) || length > LONGEST_MESSAGE {
        return Err(Error::invalid(format!(
            "A message has 1 to {LONGEST_MESSAGE} characters, and some that can be seen; this one has {length}. Nothing was sent."
        )));
    }
    crate::recall::get_ready(app, &text);
    let model = app.models.chosen(&app.store, session).await?;
    let begun = app.store.begin_turn(
        session,
        BeginTurn {
            conversation_id: input.conversation_id,
            operation_id: input.operation_id,
            expected_revision: input.expected_revision,
            user_id: MessageId(Uuid::now_v7()),
            user_text: text,
            reply_id: MessageId(Uuid::now_v7()),
            model,
            now: Timestamp::now(),
        },
    );
    Ok(started(app, session, input.conversation_id, begun.await?))
}

/// Goes on with a reply that was cut short, or asks again for one that never came.
pub async fn continue_reply(app: &App, session: SessionId, input: ContinueReply) -> Result<TurnStarted> {
    let begun = app.store.begin_reply(
        session,
        BeginReply {
            conversation_id: input.conversation_id,
            operation_id: input.operation_id,
            expected_revision: input.expected_revision,
            reply_id: MessageId(Uuid::now_v7()),
            model: app.models.chosen(&app.store, session).await?,
            now: Timestamp::now(),
        },
    );
    Ok(started(app, session, input.conversation_id, begun.await?))
}

/// Has a turn answered that has just been stored, and tells of it.
pub(super) fn started(app: &App, session: SessionId, conversation_id: ConversationId, begun: Begun) -> TurnStarted {
    let formats = app.library.markup_formats(&begun.character_id);
    if !begun.replayed {
        let turn = Turn {
            session,
            conversation_id,
            character_id: begun.character_id.clone(),
        };
        answer_in_background(app, turn, &begun);
    }
    TurnStarted {
        user: begun.user.map(|message| MessageView::new(message, &formats)),
        reply_id: begun.reply.id,
        revision: begun.revision,
    }
}

/// Stops the reply that is being written.
pub async fn stop_reply(app: &App, session: SessionId, input: StopReply) -> Result<Nothing> {
    let conversation = app.store.conversation(session, input.conversation_id).await?;
    app.turns.stop(conversation.id);
    Ok(Nothing {})
}
