//! The beginning of a turn.

use engine::conversation::{Conversation, Message, MessageState, Role};
use engine::ids::{MessageId, SessionId};
use jiff::Timestamp;
use sqlx::{Sqlite, SqliteConnection, Transaction};

use super::{BeginReply, BeginTurn, Begun};
use crate::messages::NewMessage;
use crate::operations::{Asked, Before, Beginning, Continued, Kind};
use crate::{Store, StoreError, alternates, changes, conversations, messages, operations};

impl Store {
    /// Stores the reader's message and an empty reply, in one step.
    ///
    /// Errors: `NotFound`, `Conflict` for another revision (or an operation id that was used for something else), `Busy` while
    /// a reply is being written.
    pub async fn begin_turn(&self, session: SessionId, turn: BeginTurn) -> Result<Begun, StoreError> {
        let asked = Asked {
            id: turn.operation_id,
            conversation_id: turn.conversation_id,
            kind: Kind::BeginTurn,
            user_text: Some(&turn.user_text),
        };
        let mut writing = self.write_beside_memory().await?;
        let conversation = match enter(&mut writing, session, asked, turn.expected_revision).await? {
            Entered::Before(begun) => return Ok(*begun),
            Entered::Now(conversation) => conversation,
        };
        let words = NewMessage {
            id: turn.user_id,
            position: conversation.message_count,
            role: Role::User,
            text: &turn.user_text,
            state: MessageState::Complete,
            model: None,
            operation_id: None,
            now: turn.now,
        };
        let user = messages::insert(&mut writing, session, conversation.id, words).await?;
        let reply = empty_reply(turn.reply_id, user.position + 1, &turn.model, asked, turn.now);
        let reply = messages::insert(&mut writing, session, conversation.id, reply).await?;
        let count = conversation.message_count + 2;
        conversations::forget_sent_draft(&mut writing, session, conversation.id, &turn.user_text).await?;
        let revision = conversations::advance(&mut writing, session, &conversation, count, turn.now).await?;
        let begun = Begun {
            user: Some(user),
            reply,
            revision,
            replayed: false,
        };
        finish(writing, session, asked, (&begun, Before::Nothing), turn.now).await?;
        Ok(begun)
    }

    /// Begins a reply to the reader's last message, or goes on with the last reply when that was cut short.
    ///
    /// Errors: as [`Store::begin_turn`], and `NothingToContinue`. Damaged text is not continued: a model must not be sent it.
    pub async fn begin_reply(&self, session: SessionId, reply: BeginReply) -> Result<Begun, StoreError> {
        let asked = Asked {
            id: reply.operation_id,
            conversation_id: reply.conversation_id,
            kind: Kind::BeginReply,
            user_text: None,
        };
        let mut writing = self.write().await?;
        let conversation = match enter(&mut writing, session, asked, reply.expected_revision).await? {
            Entered::Before(begun) => return Ok(*begun),
            Entered::Now(conversation) => conversation,
        };
        let last = messages::last(&mut writing, session, conversation.id)
            .await?
            .ok_or(StoreError::NothingToContinue)?;
        let (message, count, before) = match (last.role, last.state) {
            (Role::User, _) => {
                let new = empty_reply(
                    reply.reply_id,
                    conversation.message_count,
                    &reply.model,
                    asked,
                    reply.now,
                );
                let message = messages::insert(&mut writing, session, conversation.id, new).await?;
                (message, conversation.message_count + 1, Before::Nothing)
            }
            (Role::Character, MessageState::CutShort) => {
                let (message, continued) = go_on(&mut writing, session, last, &reply).await?;
                (message, conversation.message_count, Before::CutShort(continued))
            }
            (Role::Character, _) => return Err(StoreError::NothingToContinue),
        };
        let revision = conversations::advance(&mut writing, session, &conversation, count, reply.now).await?;
        let begun = Begun {
            user: None,
            reply: message,
            revision,
            replayed: false,
        };
        finish(writing, session, asked, (&begun, before), reply.now).await?;
        Ok(begun)
    }
}

/// Keeps the answer and ends the transaction.
pub(super) async fn finish(
    mut writing: Transaction<'static, Sqlite>,
    session: SessionId,
    asked: Asked<'_>,
    (begun, before): (&Begun, Before),
    now: Timestamp,
) -> Result<(), StoreError> {
    let place = (asked.conversation_id, asked.id);
    let answer = Beginning::of(begun, before);
    operations::remember(&mut writing, session, place, asked.kind, &answer, now).await?;
    Ok(writing.commit().await?)
}

pub(super) enum Entered {
    /// The operation was asked for before.
    Before(Box<Begun>),
    /// The conversation may be changed.
    Now(Box<Conversation>),
}

pub(super) async fn enter(
    connection: &mut SqliteConnection,
    session: SessionId,
    asked: Asked<'_>,
    expected_revision: u64,
) -> Result<Entered, StoreError> {
    let conversation = conversations::find(connection, session, asked.conversation_id).await?;
    if let Some(begun) = operations::replay(connection, session, asked, conversation.revision).await? {
        return Ok(Entered::Before(Box::new(begun)));
    }
    changes::require_revision(&conversation, expected_revision)?;
    changes::require_quiet(connection, session, conversation.id).await?;
    Ok(Entered::Now(Box::new(conversation)))
}

pub(super) fn empty_reply<'a>(
    id: MessageId,
    position: u32,
    model: &'a str,
    asked: Asked<'_>,
    now: Timestamp,
) -> NewMessage<'a> {
    NewMessage {
        id,
        position,
        role: Role::Character,
        text: "",
        state: MessageState::Streaming,
        model: Some(model),
        operation_id: Some(asked.id),
        now,
    }
}

async fn go_on(
    connection: &mut SqliteConnection,
    session: SessionId,
    last: Message,
    asked: &BeginReply,
) -> Result<(Message, Continued), StoreError> {
    let place = (last.id, last.alternate);
    alternates::set_writer(connection, session, place, Some(&asked.model), asked.operation_id).await?;
    alternates::set_state(connection, session, place, MessageState::Streaming).await?;
    let continued = Continued {
        text: last.text.clone(),
        model: last.model.clone(),
    };
    let message = Message {
        state: MessageState::Streaming,
        model: Some(asked.model.clone()),
        ..last
    };
    Ok((message, continued))
}
