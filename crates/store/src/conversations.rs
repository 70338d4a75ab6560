//! Table `conversations`.

mod details;
mod row;

use engine::conversation::{Conversation, MessageState, Role};
use engine::ids::{CharacterId, ConversationId, MessageId, SessionId};
use jiff::Timestamp;
use sqlx::SqliteConnection;

use crate::messages::NewMessage;
use crate::{Store, StoreError, alternates, messages};
pub(crate) use details::give_back_to_draft;
use row::{ConversationRow, TitledRow, columns};

/// What a conversation begins with.
#[derive(Debug, Clone)]
pub struct NewConversation {
    pub id: ConversationId,
    pub character_id: CharacterId,
    /// The character's first words, if it has any.
    pub greeting: Option<(MessageId, String)>,
    pub now: Timestamp,
}

/// Where the talk with a character stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LastWords {
    pub character_id: CharacterId,
    /// The character's last words.
    pub text: String,
    /// When they were said.
    pub at: Timestamp,
}

impl Store {
    pub async fn conversation(&self, session: SessionId, id: ConversationId) -> Result<Conversation, StoreError> {
        find(&mut *self.reader().acquire().await?, session, id).await
    }

    /// The conversation with this character whose transcript changed last.
    pub async fn latest_conversation(
        &self,
        session: SessionId,
        character_id: &CharacterId,
    ) -> Result<Option<Conversation>, StoreError> {
        let row: Option<ConversationRow> = sqlx::query_as(concat!(
            "select ",
            columns!(),
            " from conversations c
                where c.session_id = ?1 and c.character_id = ?2 and c.deleted_at is null
                order by c.updated_at desc, c.id desc
                limit 1"
        ))
        .bind(session.to_string())
        .bind(character_id.as_str())
        .fetch_optional(&self.reader())
        .await?;
        row.map(Conversation::try_from).transpose()
    }

    /// The conversations with a character, latest first, each with the reader's first words in it (empty when nothing was
    /// said yet).
    pub async fn conversations_with(
        &self,
        session: SessionId,
        character_id: &CharacterId,
        limit: u32,
    ) -> Result<Vec<(Conversation, String)>, StoreError> {
        let rows: Vec<TitledRow> = sqlx::query_as(concat!(
            "select ",
            columns!(),
            ", case when c.met = 1 then (
                    select a.text
                    from messages m
                    join alternates a on a.session_id = m.session_id and a.message_id = m.id and a.ordinal = m.chosen
                    where m.session_id = c.session_id and m.conversation_id = c.id and m.role = 'user'
                    order by m.position
                    limit 1
                ) end as first_words
            from conversations c
            where c.session_id = ?1 and c.character_id = ?2 and c.deleted_at is null
            order by c.updated_at desc, c.id desc
            limit ?3"
        ))
        .bind(session.to_string())
        .bind(character_id.as_str())
        .bind(limit)
        .fetch_all(&self.reader())
        .await?;
        rows.into_iter()
            .map(|row| {
                Ok((
                    row.conversation.try_into()?,
                    row.first_words.map(lossy).unwrap_or_default(),
                ))
            })
            .collect()
    }

    /// Begins a conversation, with the greeting as its first message. `NotFound` when there is no such session.
    pub async fn create_conversation(
        &self,
        session: SessionId,
        new: NewConversation,
    ) -> Result<Conversation, StoreError> {
        let mut writing = self.write().await?;
        let conversation = insert(&mut writing, session, &new).await?;
        writing.commit().await?;
        Ok(conversation)
    }

    /// Changes the greeting of a conversation in which nothing else was said yet. `Conflict` when it has begun, or when the
    /// reader put other words into the greeting's place; `NotFound` when it has no greeting.
    pub async fn replace_greeting(
        &self,
        session: SessionId,
        id: ConversationId,
        text: &str,
        now: Timestamp,
    ) -> Result<Conversation, StoreError> {
        let mut writing = self.write().await?;
        let conversation = find(&mut writing, session, id).await?;
        let greeting = messages::first(&mut writing, session, id)
            .await?
            .ok_or(StoreError::NotFound)?;
        let place = (greeting.id, greeting.alternate);
        let edited = alternates::is_edited(&mut writing, session, place).await?;
        // Whatever a model or the reader wrote is never replaced in silence.
        if conversation.message_count != 1 || greeting.role == Role::User || greeting.model.is_some() || edited {
            return Err(StoreError::Conflict {
                actual: conversation.revision,
            });
        }
        alternates::settle(&mut writing, session, place, text, MessageState::Complete).await?;
        advance(&mut writing, session, &conversation, conversation.message_count, now).await?;
        let conversation = find(&mut writing, session, id).await?;
        writing.commit().await?;
        Ok(conversation)
    }

    /// The latest conversation with a character that has no name and holds nothing but a greeting as it was.
    pub async fn unbegun_conversation(
        &self,
        session: SessionId,
        character_id: &CharacterId,
    ) -> Result<Option<Conversation>, StoreError> {
        let row: Option<ConversationRow> = sqlx::query_as(concat!(
            "select ",
            columns!(),
            " from conversations c
            where c.session_id = ?1 and c.character_id = ?2 and c.deleted_at is null and c.message_count <= 1
                and c.met = 0 and c.name = '' and not exists (
                    select 1 from messages m
                    join alternates a on a.session_id = m.session_id and a.message_id = m.id
                    where m.session_id = c.session_id and m.conversation_id = c.id and m.position = 0
                        and (a.model is not null or a.edited_at is not null)
                )
            order by c.updated_at desc, c.id desc
            limit 1"
        ))
        .bind(session.to_string())
        .bind(character_id.as_str())
        .fetch_optional(&self.reader())
        .await?;
        row.map(Conversation::try_from).transpose()
    }

    /// Makes a conversation the latest one; its transcript and its revision stay.
    pub async fn bring_forward(
        &self,
        session: SessionId,
        id: ConversationId,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        sqlx::query("update conversations set updated_at = ?3 where session_id = ?1 and id = ?2")
            .bind(session.to_string())
            .bind(id.to_string())
            .bind(now.as_millisecond())
            .execute(&self.writer().await?)
            .await?;
        Ok(())
    }

    /// For each character the reader has talked with: its last words, finished or cut short, in the conversation that
    /// changed last. A character that has not said anything there is left out.
    pub async fn last_words(&self, session: SessionId) -> Result<Vec<LastWords>, StoreError> {
        let rows: Vec<(String, Vec<u8>, i64)> = sqlx::query_as(
            r"
            with talks as (
                select id, character_id, updated_at,
                    row_number() over (partition by character_id order by updated_at desc, id desc) as place
                from conversations
                where session_id = ?1 and met = 1 and deleted_at is null
            )
            select t.character_id, a.text, m.created_at
            from talks t
            join messages m on m.session_id = ?1 and m.conversation_id = t.id
            join alternates a on a.session_id = m.session_id and a.message_id = m.id and a.ordinal = m.chosen
            where t.place = 1 and m.position = (
                select said.position
                from messages said
                join alternates words on words.session_id = said.session_id and words.message_id = said.id
                    and words.ordinal = said.chosen
                where said.session_id = ?1 and said.conversation_id = t.id and said.role = 'character'
                    and words.state in ('complete', 'cut_short')
                order by said.position desc
                limit 1
            )
            order by t.updated_at desc, t.id desc
            ",
        )
        .bind(session.to_string())
        .fetch_all(&self.reader())
        .await?;
        rows.into_iter()
            .map(|(character_id, text, at)| {
                Ok(LastWords {
                    character_id: character(&character_id)?,
                    text: lossy(text),
                    at: time(at),
                })
            })
            .collect()
    }
}

/// A character's id as it is stored.
pub(crate) fn character(text: &str) -> Result<CharacterId, StoreError> {
    CharacterId::parse(text).map_err(|_| StoreError::DamagedContent {
        detail: format!("the character's id {text:?} of a conversation is unreadable"),
    })
}

/// Text as it is stored, even where its bytes were damaged.
pub(crate) fn lossy(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned())
}

/// From milliseconds since 1970; a damaged value becomes 1970 rather than an error.
pub(crate) fn time(milliseconds: i64) -> Timestamp {
    Timestamp::from_millisecond(milliseconds).unwrap_or(Timestamp::UNIX_EPOCH)
}

pub(crate) async fn insert(
    connection: &mut SqliteConnection,
    session: SessionId,
    new: &NewConversation,
) -> Result<Conversation, StoreError> {
    sqlx::query(
        r"
        insert into conversations (session_id, id, character_id, message_count, created_at, updated_at)
        values (?1, ?2, ?3, ?4, ?5, ?5)
        ",
    )
    .bind(session.to_string())
    .bind(new.id.to_string())
    .bind(new.character_id.as_str())
    .bind(u32::from(new.greeting.is_some()))
    .bind(new.now.as_millisecond())
    .execute(&mut *connection)
    .await?;
    if let Some((id, text)) = &new.greeting {
        let greeting = NewMessage {
            id: *id,
            position: 0,
            role: Role::Character,
            text,
            state: MessageState::Complete,
            model: None,
            operation_id: None,
            now: new.now,
        };
        messages::insert(connection, session, new.id, greeting).await?;
    }
    find(connection, session, new.id).await
}

pub(crate) async fn find(
    connection: &mut SqliteConnection,
    session: SessionId,
    id: ConversationId,
) -> Result<Conversation, StoreError> {
    let row: Option<ConversationRow> = sqlx::query_as(concat!(
        "select ",
        columns!(),
        " from conversations c where c.session_id = ?1 and c.id = ?2 and c.deleted_at is null"
    ))
    .bind(session.to_string())
    .bind(id.to_string())
    .fetch_optional(connection)
    .await?;
    row.ok_or(StoreError::NotFound)?.try_into()
}

/// The order is there for the plan: without it SQLite would look through all messages of the session.
macro_rules! advance_sql {
    () => {
        "update conversations
        set revision = revision + 1,
            message_count = coalesce(?3, message_count),
            met = coalesce((
                select 1 from messages
                where session_id = ?1 and conversation_id = ?2 and role = 'user'
                order by position
                limit 1
            ), 0),
            updated_at = ?4
        where session_id = ?1 and id = ?2
        returning revision"
    };
}

pub(crate) use advance_sql;

pub(crate) const ADVANCE: &str = advance_sql!();

/// Notes one change of the transcript, after its messages were changed, and gives the new revision.
pub(crate) async fn advance(
    connection: &mut SqliteConnection,
    session: SessionId,
    conversation: &Conversation,
    message_count: u32,
    now: Timestamp,
) -> Result<u64, StoreError> {
    let revision: i64 = sqlx::query_scalar(ADVANCE)
        .bind(session.to_string())
        .bind(conversation.id.to_string())
        .bind(message_count)
        .bind(now.as_millisecond())
        .fetch_one(connection)
        .await?;
    Ok(revision.unsigned_abs())
}
