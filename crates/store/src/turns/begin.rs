//! The beginning of a turn.

use engine::conversation::{Conversation, Message, MessageState, Role};
use engine::ids::{MessageId, SessionId};
use jiff::Timestamp;
use sqlx::{Sqlite, SqliteConnection, Transaction};

use super::{BeginReply, BeginTurn, Begun};
use crate::conversations::time;
use crate::messages::NewMessage;
use crate::operations::{Asked, Before, Beginning, Continued, Kind, StoredOperation};
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
        let begun = begun(&turn, &conversation);
        write(&mut writing, session, &turn, &begun).await?;
        writing.commit().await?;
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
            character_id: conversation.character_id.clone(),
            user: None,
            reply: message,
            revision,
            replayed: false,
        };
        finish(writing, session, asked, (&begun, before), reply.now).await?;
        Ok(begun)
    }
}

/// What a turn begins with.
fn begun(turn: &BeginTurn, conversation: &Conversation) -> Begun {
    let user = Message {
        id: turn.user_id,
        position: conversation.message_count,
        role: Role::User,
        text: turn.user_text.clone(),
        state: MessageState::Complete,
        alternate: 0,
        alternates: 1,
        model: None,
        created_at: time(turn.now.as_millisecond()),
    };
    let reply = Message {
        id: turn.reply_id,
        position: conversation.message_count + 1,
        role: Role::Character,
        text: String::new(),
        state: MessageState::Streaming,
        model: Some(turn.model.clone()),
        ..user.clone()
    };
    Begun {
        character_id: conversation.character_id.clone(),
        user: Some(user),
        reply,
        revision: conversation.revision + 1,
        replayed: false,
    }
}

/// All that a turn begins with, under the names by which the statements of [`BEGIN`] call it.
macro_rules! told {
    () => {
        "with told (session, conversation, now, user, words, hash, reply, no_hash, position, model, operation, kind, result)
            as (values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13))
        "
    };
}

/// Writes the beginning of a turn in one call: each call is two changes of thread, and the reader waits for all of them. Every statement
/// names all that is bound, as the driver counts what one leaves out.
const BEGIN: &str = concat!(
    told!(),
    "insert into messages (session_id, conversation_id, id, position, role, created_at)
    select session, conversation, user, position, 'user', now from told;
    ",
    told!(),
    "insert into alternates (session_id, message_id, ordinal, text, hash, state, created_at)
    select session, user, 0, words, hash, 'complete', now from told;
    ",
    told!(),
    "insert into messages (session_id, conversation_id, id, position, role, created_at)
    select session, conversation, reply, position + 1, 'character', now from told;
    ",
    told!(),
    "insert into alternates (session_id, message_id, ordinal, text, hash, state, model, operation_id, created_at)
    select session, reply, 0, '', no_hash, 'streaming', model, operation, now from told;
    ",
    told!(),
    // The composer is emptied of words that were sent: of all of them, or of their beginning, since a draft is kept a moment late.
    "update conversations set draft = '' from told
    where session_id = told.session and id = told.conversation
        and draft <> '' and substr(told.words, 1, length(draft)) = draft;
    ",
    told!(),
    "insert into operations (session_id, id, conversation_id, kind, result, created_at)
    select session, operation, conversation, kind, result, now from told;
    ",
    told!(),
    "update conversations
    set revision = revision + 1, message_count = told.position + 2, met = 1, updated_at = told.now
    from told
    where session_id = told.session and id = told.conversation",
);

async fn write(
    connection: &mut SqliteConnection,
    session: SessionId,
    turn: &BeginTurn,
    begun: &Begun,
) -> Result<(), StoreError> {
    let answer = operations::written(&Beginning::of(begun, Before::Nothing))?;
    sqlx::query(BEGIN)
        .bind(session.to_string())
        .bind(turn.conversation_id.to_string())
        .bind(turn.now.as_millisecond())
        .bind(turn.user_id.to_string())
        .bind(turn.user_text.as_str())
        .bind(alternates::hash(turn.user_text.as_bytes()).to_vec())
        .bind(turn.reply_id.to_string())
        .bind(alternates::hash(b"").to_vec())
        .bind(begun.reply.position - 1)
        .bind(turn.model.as_str())
        .bind(turn.operation_id.to_string())
        .bind(Kind::BeginTurn.as_str())
        .bind(answer)
        .execute(connection)
        .await?;
    Ok(())
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
    let (is_busy, stored) = asked_before(connection, session, asked).await?;
    if let Some(begun) = operations::replay(stored, asked, &conversation)? {
        return Ok(Entered::Before(Box::new(begun)));
    }
    changes::require_revision(&conversation, expected_revision)?;
    if is_busy {
        return Err(StoreError::Busy);
    }
    Ok(Entered::Now(Box::new(conversation)))
}

/// Whether a reply is being written in a conversation, and the operation as it was asked for before.
async fn asked_before(
    connection: &mut SqliteConnection,
    session: SessionId,
    asked: Asked<'_>,
) -> Result<(bool, Option<StoredOperation>), StoreError> {
    let (is_busy, of, kind, result): (bool, Option<String>, Option<String>, Option<String>) = sqlx::query_as(concat!(
        "select ",
        alternates::any_streaming_sql!(),
        ", o.conversation_id, o.kind, o.result
        from (select 1) left join operations o on o.session_id = ?1 and o.id = ?3"
    ))
    .bind(session.to_string())
    .bind(asked.conversation_id.to_string())
    .bind(asked.id.to_string())
    .fetch_one(connection)
    .await?;
    let stored = of.zip(kind).zip(result).map(|((of, kind), result)| (of, kind, result));
    Ok((is_busy, stored))
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
