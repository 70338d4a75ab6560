//! Table `alternates`: the wordings of a message, each with the hash of its text.

use engine::conversation::{Message, MessageState, Role};
use engine::ids::{ConversationId, MessageId, OperationId, SessionId};
use jiff::Timestamp;
use sha2::{Digest, Sha256};
use sqlx::query::Query;
use sqlx::sqlite::SqliteArguments;
use sqlx::{FromRow, Sqlite, SqliteConnection};

use crate::conversations::{lossy, time};
use crate::{Store, StoreError};

impl Store {
    /// Keeps what a streaming reply has so far, all of it. No change of the revision. `NotFound` when the reply is not being
    /// written any more.
    pub async fn write_partial(
        &self,
        session: SessionId,
        conversation: ConversationId,
        reply_id: MessageId,
        text: &str,
    ) -> Result<(), StoreError> {
        let mut writing = self.write().await?;
        let reply = streaming(&mut writing, session, conversation, reply_id)
            .await?
            .ok_or(StoreError::NotFound)?;
        settle(
            &mut writing,
            session,
            (reply_id, reply.ordinal()),
            text,
            MessageState::Streaming,
        )
        .await?;
        Ok(writing.commit().await?)
    }
}

/// SHA-256 of a text's bytes.
pub(crate) fn hash(text: &[u8]) -> [u8; 32] {
    Sha256::digest(text).into()
}

/// A reply that is being written.
#[derive(FromRow)]
pub(crate) struct StreamingRow {
    pub session_id: String,
    pub conversation_id: String,
    pub message_id: String,
    ordinal: u32,
    position: u32,
    text: Vec<u8>,
    model: Option<Vec<u8>>,
    operation_id: Option<String>,
    created_at: i64,
    alternates: u32,
}

impl StreamingRow {
    pub fn ordinal(&self) -> u32 {
        self.ordinal
    }

    /// What was kept of it so far.
    pub fn text(&self) -> String {
        lossy(self.text.clone())
    }

    /// The message once it has ended with this text.
    pub fn ended(&self, id: MessageId, text: &str, state: MessageState) -> Message {
        Message {
            id,
            position: self.position,
            role: Role::Character,
            text: text.to_owned(),
            state,
            alternate: self.ordinal,
            alternates: self.alternates,
            model: self.model.clone().map(lossy),
            created_at: time(self.created_at),
        }
    }

    /// The operation that began it.
    pub fn operation_id(&self) -> Option<OperationId> {
        self.operation_id.as_deref().and_then(|id| id.parse().ok())
    }
}

macro_rules! streaming {
    ($which:literal) => {
        concat!(
            "select a.session_id, m.conversation_id, a.message_id, a.ordinal, m.position, a.text, a.model, a.operation_id,
                m.created_at,
                (select count(*) from alternates o where o.session_id = m.session_id and o.message_id = m.id) as alternates
            from alternates a
            join messages m on m.session_id = a.session_id and m.id = a.message_id
            where a.state = 'streaming'",
            $which
        )
    };
}

pub(crate) async fn streaming(
    connection: &mut SqliteConnection,
    session: SessionId,
    conversation: ConversationId,
    reply_id: MessageId,
) -> Result<Option<StreamingRow>, StoreError> {
    Ok(sqlx::query_as(streaming!(
        " and a.session_id = ?1 and a.message_id = ?2 and m.conversation_id = ?3"
    ))
    .bind(session.to_string())
    .bind(reply_id.to_string())
    .bind(conversation.to_string())
    .fetch_optional(connection)
    .await?)
}

/// Whether a reply is being written in conversation `?2` of session `?1`.
macro_rules! any_streaming_sql {
    () => {
        "exists (
            select 1
            from alternates a
            join messages m on m.session_id = a.session_id and m.id = a.message_id
            where a.state = 'streaming' and a.session_id = ?1 and m.conversation_id = ?2
        )"
    };
}

pub(crate) use any_streaming_sql;

/// Whether any reply of the conversation is being written.
pub(crate) async fn any_streaming(
    connection: &mut SqliteConnection,
    session: SessionId,
    conversation: ConversationId,
) -> Result<bool, StoreError> {
    Ok(sqlx::query_scalar(concat!("select ", any_streaming_sql!()))
        .bind(session.to_string())
        .bind(conversation.to_string())
        .fetch_one(connection)
        .await?)
}

/// Of all sessions: for the start of the program, when nothing can be under way.
pub(crate) async fn all_streaming(connection: &mut SqliteConnection) -> Result<Vec<StreamingRow>, StoreError> {
    Ok(sqlx::query_as(streaming!("")).fetch_all(connection).await?)
}

/// A statement about one alternate, which `?1` to `?3` name.
fn about(
    sql: &'static str,
    session: SessionId,
    (message_id, ordinal): (MessageId, u32),
) -> Query<'static, Sqlite, SqliteArguments> {
    sqlx::query(sql)
        .bind(session.to_string())
        .bind(message_id.to_string())
        .bind(ordinal)
}

/// Writes an alternate's text with its hash, and its state. Reasoning and model stay.
pub(crate) async fn settle(
    connection: &mut SqliteConnection,
    session: SessionId,
    place: (MessageId, u32),
    text: &str,
    state: MessageState,
) -> Result<(), StoreError> {
    about(
        r"
        update alternates set text = ?4, hash = ?5, state = ?6
        where session_id = ?1 and message_id = ?2 and ordinal = ?3
        ",
        session,
        place,
    )
    .bind(text)
    .bind(hash(text.as_bytes()).to_vec())
    .bind(state.as_str())
    .execute(connection)
    .await?;
    Ok(())
}

/// Sets an alternate's state only: text that was damaged stays recognisable as such.
pub(crate) async fn set_state(
    connection: &mut SqliteConnection,
    session: SessionId,
    place: (MessageId, u32),
    state: MessageState,
) -> Result<(), StoreError> {
    about(
        "update alternates set state = ?4 where session_id = ?1 and message_id = ?2 and ordinal = ?3",
        session,
        place,
    )
    .bind(state.as_str())
    .execute(connection)
    .await?;
    Ok(())
}

/// Adds what the model thought; a continued reply keeps what it thought before.
pub(crate) async fn add_reasoning(
    connection: &mut SqliteConnection,
    session: SessionId,
    place: (MessageId, u32),
    reasoning: &str,
) -> Result<(), StoreError> {
    about(
        r"
        update alternates
        set reasoning = case when reasoning is null then ?4 else reasoning || char(10) || ?4 end
        where session_id = ?1 and message_id = ?2 and ordinal = ?3
        ",
        session,
        place,
    )
    .bind(reasoning)
    .execute(connection)
    .await?;
    Ok(())
}

/// Notes the model that writes, or wrote, an alternate, and the operation that last began it; its text stays.
pub(crate) async fn set_writer(
    connection: &mut SqliteConnection,
    session: SessionId,
    place: (MessageId, u32),
    model: Option<&str>,
    operation_id: OperationId,
) -> Result<(), StoreError> {
    about(
        r"
        update alternates set model = ?4, operation_id = ?5
        where session_id = ?1 and message_id = ?2 and ordinal = ?3
        ",
        session,
        place,
    )
    .bind(model)
    .bind(operation_id.to_string())
    .execute(connection)
    .await?;
    Ok(())
}

/// Another wording of a reply, about to be written.
pub(crate) struct NextAlternate<'a> {
    pub message_id: MessageId,
    pub model: &'a str,
    pub operation_id: OperationId,
    pub now: Timestamp,
}

/// Adds an empty wording that is being written, and gives its ordinal.
pub(crate) async fn insert_next(
    connection: &mut SqliteConnection,
    session: SessionId,
    next: NextAlternate<'_>,
) -> Result<u32, StoreError> {
    Ok(sqlx::query_scalar(
        r"
        insert into alternates (session_id, message_id, ordinal, text, hash, state, model, operation_id, created_at)
        select ?1, ?2, coalesce(max(ordinal) + 1, 0), '', ?3, 'streaming', ?4, ?5, ?6
        from alternates
        where session_id = ?1 and message_id = ?2
        returning ordinal
        ",
    )
    .bind(session.to_string())
    .bind(next.message_id.to_string())
    .bind(hash(b"").to_vec())
    .bind(next.model)
    .bind(next.operation_id.to_string())
    .bind(next.now.as_millisecond())
    .fetch_one(connection)
    .await?)
}

/// How many wordings a message has.
pub(crate) async fn count(
    connection: &mut SqliteConnection,
    session: SessionId,
    message_id: MessageId,
) -> Result<u32, StoreError> {
    Ok(
        sqlx::query_scalar("select count(*) from alternates where session_id = ?1 and message_id = ?2")
            .bind(session.to_string())
            .bind(message_id.to_string())
            .fetch_one(connection)
            .await?,
    )
}

/// Removes one wording; it must be the last one, so that no gap is left.
pub(crate) async fn remove(
    connection: &mut SqliteConnection,
    session: SessionId,
    place: (MessageId, u32),
) -> Result<(), StoreError> {
    about(
        "delete from alternates where session_id = ?1 and message_id = ?2 and ordinal = ?3",
        session,
        place,
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Whether the reader put other words into an alternate's place.
pub(crate) async fn is_edited(
    connection: &mut SqliteConnection,
    session: SessionId,
    (message_id, ordinal): (MessageId, u32),
) -> Result<bool, StoreError> {
    Ok(sqlx::query_scalar(
        r"
        select exists (
            select 1 from alternates
            where session_id = ?1 and message_id = ?2 and ordinal = ?3 and edited_at is not null
        )
        ",
    )
    .bind(session.to_string())
    .bind(message_id.to_string())
    .bind(ordinal)
    .fetch_one(connection)
    .await?)
}

/// Writes the reader's words over an alternate's. State, reasoning and model stay. Whether there is such an alternate.
pub(crate) async fn reword(
    connection: &mut SqliteConnection,
    session: SessionId,
    place: (MessageId, u32),
    text: &str,
    now: Timestamp,
) -> Result<bool, StoreError> {
    let changed = about(
        r"
        update alternates set text = ?4, hash = ?5, edited_at = ?6
        where session_id = ?1 and message_id = ?2 and ordinal = ?3
        ",
        session,
        place,
    )
    .bind(text)
    .bind(hash(text.as_bytes()).to_vec())
    .bind(now.as_millisecond())
    .execute(connection)
    .await?;
    Ok(changed.rows_affected() == 1)
}
