//! Table `messages`, read together with the chosen alternate.

use engine::conversation::{Message, MessageState, Role};
use engine::ids::{ConversationId, MessageId, OperationId, SessionId};
use jiff::Timestamp;
use sqlx::{FromRow, SqliteConnection};
use uuid::Uuid;

use crate::conversations::{self, lossy, time};
use crate::{Store, StoreError, alternates};

/// The last `?4` messages before position `?3`, last first. Walks the index on the position from its end: as fast in a
/// conversation of 100,000 messages as in one of ten.
macro_rules! page {
    ($also:literal) => {
        concat!(
            "select m.id, m.position, m.role, m.chosen, m.created_at, a.text, a.hash, a.state, a.model,
                (select count(*) from alternates o where o.session_id = m.session_id and o.message_id = m.id) as alternates
            from messages m
            left join alternates a on a.session_id = m.session_id and a.message_id = m.id and a.ordinal = m.chosen
            where m.session_id = ?1 and m.conversation_id = ?2 and m.position < ?3",
            $also,
            " order by m.position desc limit ?4"
        )
    };
}

const PAGE: &str = page!("");
/// Of a conversation that is not in the trash.
pub(crate) const PAGE_TO_SHOW: &str =
    page!(" and exists (select 1 from conversations c where c.session_id = ?1 and c.id = ?2 and c.deleted_at is null)");

impl Store {
    /// The `limit` messages before position `before` (the last ones without it), in order of position.
    ///
    /// A message whose text does not match its hash, or that lacks a part, comes as `Damaged` with what is stored; it hides
    /// no other.
    pub async fn messages_before(
        &self,
        session: SessionId,
        conversation: ConversationId,
        before: Option<u32>,
        limit: u32,
    ) -> Result<Vec<Message>, StoreError> {
        let mut reading = self.reader().acquire().await?;
        let mut messages = page_by(PAGE_TO_SHOW, &mut reading, (session, conversation), before, limit).await?;
        if messages.is_empty() {
            conversations::find(&mut reading, session, conversation).await?;
        }
        if !self.is_writable() {
            messages.iter_mut().for_each(end_unrecovered);
        }
        Ok(messages)
    }
}

/// Where nothing can be written, no reply is being written either, and what a killed program left could not be put right.
fn end_unrecovered(message: &mut Message) {
    if message.state == MessageState::Streaming {
        message.state = MessageState::CutShort;
    }
}

async fn page(
    connection: &mut SqliteConnection,
    session: SessionId,
    conversation: ConversationId,
    before: Option<u32>,
    limit: u32,
) -> Result<Vec<Message>, StoreError> {
    page_by(PAGE, connection, (session, conversation), before, limit).await
}

async fn page_by(
    sql: &'static str,
    connection: &mut SqliteConnection,
    (session, conversation): (SessionId, ConversationId),
    before: Option<u32>,
    limit: u32,
) -> Result<Vec<Message>, StoreError> {
    let mut rows: Vec<MessageRow> = sqlx::query_as(sql)
        .bind(session.to_string())
        .bind(conversation.to_string())
        .bind(before.map_or(i64::MAX, i64::from))
        .bind(limit)
        .fetch_all(connection)
        .await?;
    rows.reverse();
    Ok(rows.into_iter().map(Message::from).collect())
}

/// Columns as bytes: text that is no longer UTF-8 must not fail the whole page.
#[derive(FromRow)]
struct MessageRow {
    id: Vec<u8>,
    position: i64,
    role: Vec<u8>,
    chosen: i64,
    created_at: i64,
    text: Option<Vec<u8>>,
    hash: Option<Vec<u8>>,
    state: Option<Vec<u8>>,
    model: Option<Vec<u8>>,
    alternates: i64,
}

impl From<MessageRow> for Message {
    fn from(row: MessageRow) -> Self {
        let id = lossy(row.id).parse();
        let role = match row.role.as_slice() {
            b"user" => Some(Role::User),
            b"character" => Some(Role::Character),
            _ => None,
        };
        let state = match row.state.as_deref() {
            Some(b"complete") => Some(MessageState::Complete),
            Some(b"streaming") => Some(MessageState::Streaming),
            Some(b"cut_short") => Some(MessageState::CutShort),
            _ => None,
        };
        let text = row.text.unwrap_or_default();
        let whole = id.is_ok() && role.is_some() && row.hash.is_some_and(|hash| hash == alternates::hash(&text));
        Self {
            id: id.unwrap_or(MessageId(Uuid::nil())),
            position: row.position.try_into().unwrap_or(0),
            role: role.unwrap_or(Role::Character),
            text: lossy(text),
            state: state.filter(|_| whole).unwrap_or(MessageState::Damaged),
            alternate: row.chosen.try_into().unwrap_or(0),
            alternates: row.alternates.try_into().unwrap_or(0),
            model: row.model.map(lossy),
            created_at: time(row.created_at),
        }
    }
}

/// The messages from position `first` to before `end`, in order.
pub(crate) async fn range(
    connection: &mut SqliteConnection,
    session: SessionId,
    conversation: ConversationId,
    (first, end): (u32, u32),
) -> Result<Vec<Message>, StoreError> {
    let mut messages = page(connection, session, conversation, Some(end), end.saturating_sub(first)).await?;
    messages.retain(|message| message.position >= first);
    Ok(messages)
}

/// The first message of a conversation: its greeting, when it has one.
pub(crate) async fn first(
    connection: &mut SqliteConnection,
    session: SessionId,
    conversation: ConversationId,
) -> Result<Option<Message>, StoreError> {
    Ok(page(connection, session, conversation, Some(1), 1).await?.pop())
}

/// The last message of a conversation.
pub(crate) async fn last(
    connection: &mut SqliteConnection,
    session: SessionId,
    conversation: ConversationId,
) -> Result<Option<Message>, StoreError> {
    Ok(page(connection, session, conversation, None, 1).await?.pop())
}

/// The last two messages of a conversation, or fewer, in order.
pub(crate) async fn last_two(
    connection: &mut SqliteConnection,
    session: SessionId,
    conversation: ConversationId,
) -> Result<Vec<Message>, StoreError> {
    page(connection, session, conversation, None, 2).await
}

/// The message of a conversation that has this id.
pub(crate) async fn find(
    connection: &mut SqliteConnection,
    session: SessionId,
    conversation: ConversationId,
    id: MessageId,
) -> Result<Message, StoreError> {
    let position = position(connection, session, conversation, id)
        .await?
        .ok_or(StoreError::NotFound)?;
    page(connection, session, conversation, Some(position + 1), 1)
        .await?
        .pop()
        .ok_or(StoreError::NotFound)
}

/// Where a message stands; none when it is not in the conversation.
pub(crate) async fn position(
    connection: &mut SqliteConnection,
    session: SessionId,
    conversation: ConversationId,
    id: MessageId,
) -> Result<Option<u32>, StoreError> {
    Ok(
        sqlx::query_scalar("select position from messages where session_id = ?1 and id = ?3 and conversation_id = ?2")
            .bind(session.to_string())
            .bind(conversation.to_string())
            .bind(id.to_string())
            .fetch_optional(connection)
            .await?,
    )
}

/// The id of the message at a position, as it is stored.
pub(crate) async fn id_at(
    connection: &mut SqliteConnection,
    session: SessionId,
    conversation: ConversationId,
    position: u32,
) -> Result<Option<String>, StoreError> {
    Ok(
        sqlx::query_scalar("select id from messages where session_id = ?1 and conversation_id = ?2 and position = ?3")
            .bind(session.to_string())
            .bind(conversation.to_string())
            .bind(position)
            .fetch_optional(connection)
            .await?,
    )
}

/// Says which alternate is shown.
pub(crate) async fn choose(
    connection: &mut SqliteConnection,
    session: SessionId,
    id: MessageId,
    ordinal: u32,
) -> Result<(), StoreError> {
    sqlx::query("update messages set chosen = ?3 where session_id = ?1 and id = ?2")
        .bind(session.to_string())
        .bind(id.to_string())
        .bind(ordinal)
        .execute(connection)
        .await?;
    Ok(())
}

/// A message and its first wording.
pub(crate) struct NewMessage<'a> {
    pub id: MessageId,
    pub position: u32,
    pub role: Role,
    pub text: &'a str,
    pub state: MessageState,
    pub model: Option<&'a str>,
    pub operation_id: Option<OperationId>,
    pub now: Timestamp,
}

pub(crate) async fn insert(
    connection: &mut SqliteConnection,
    session: SessionId,
    conversation: ConversationId,
    new: NewMessage<'_>,
) -> Result<Message, StoreError> {
    // Both in one call: each call is two changes of thread.
    sqlx::query(
        r"
        insert into messages (session_id, conversation_id, id, position, role, created_at)
        values (?1, ?2, ?3, ?4, ?5, ?6);
        insert into alternates (session_id, message_id, ordinal, text, hash, state, model, operation_id, created_at)
        values (?1, ?3, 0, ?7, ?8, ?9, ?10, ?11, ?6);
        ",
    )
    .bind(session.to_string())
    .bind(conversation.to_string())
    .bind(new.id.to_string())
    .bind(new.position)
    .bind(new.role.as_str())
    .bind(new.now.as_millisecond())
    .bind(new.text)
    .bind(alternates::hash(new.text.as_bytes()).to_vec())
    .bind(new.state.as_str())
    .bind(new.model)
    .bind(new.operation_id.map(|id| id.to_string()))
    .execute(&mut *connection)
    .await?;
    Ok(Message {
        id: new.id,
        position: new.position,
        role: new.role,
        text: new.text.to_owned(),
        state: new.state,
        alternate: 0,
        alternates: 1,
        model: new.model.map(str::to_owned),
        created_at: time(new.now.as_millisecond()),
    })
}

/// Removes a message with its alternates. The positions after it are the caller's affair.
pub(crate) async fn remove(
    connection: &mut SqliteConnection,
    session: SessionId,
    id: MessageId,
) -> Result<(), StoreError> {
    sqlx::query("delete from messages where session_id = ?1 and id = ?2")
        .bind(session.to_string())
        .bind(id.to_string())
        .execute(connection)
        .await?;
    Ok(())
}
