//! Table `operations`: what was answered to each operation, here for those that began a turn (for others see
//! [`crate::changes`]).
//!
//! The reader's words are not kept here a second time, only their hash: a turn that is taken back leaves no text behind, and
//! a resend brings the words with it.

use engine::conversation::{Conversation, Message, MessageState, Role};
use engine::ids::{CharacterId, ConversationId, MessageId, OperationId, SessionId};
use jiff::Timestamp;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use sqlx::SqliteConnection;

use crate::StoreError;
use crate::alternates::hash;
use crate::conversations::time;
use crate::turns::Begun;

/// What was asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    BeginTurn,
    BeginReply,
    BeginRetry,
    EditLastMessage,
    UndoTurn,
    Clear,
    DeleteMessage,
    EditMessage,
    ChooseAlternate,
    Branch,
    Restore,
    RememberFact,
    UpdateFact,
    ForgetFact,
    ForgetMemory,
    PinFact,
    UnpinFact,
    MergeFacts,
    GiveFact,
    AxisConsent,
    AxisLock,
    ResetAxis,
    Import,
}

impl Kind {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::BeginTurn => "begin_turn",
            Self::BeginReply => "begin_reply",
            Self::BeginRetry => "begin_retry",
            Self::EditLastMessage => "edit_last_message",
            Self::UndoTurn => "undo_turn",
            Self::Clear => "clear",
            Self::DeleteMessage => "delete_message",
            Self::EditMessage => "edit_message",
            Self::ChooseAlternate => "choose_alternate",
            Self::Branch => "branch",
            Self::Restore => "restore",
            Self::RememberFact => "remember_fact",
            Self::UpdateFact => "update_fact",
            Self::ForgetFact => "forget_fact",
            Self::ForgetMemory => "forget_memory",
            Self::PinFact => "pin_fact",
            Self::UnpinFact => "unpin_fact",
            Self::MergeFacts => "merge_facts",
            Self::GiveFact => "give_fact_to_character",
            Self::AxisConsent => "axis_consent",
            Self::AxisLock => "axis_lock",
            Self::ResetAxis => "reset_axis",
            Self::Import => "import",
        }
    }
}

/// The column `result`.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Beginning {
    pub user: Option<UserWords>,
    pub reply: ReplyBegun,
    pub revision: u64,
}

#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct UserWords {
    pub id: MessageId,
    position: u32,
    hash: [u8; 32],
    created_at: i64,
}

#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct ReplyBegun {
    id: MessageId,
    position: u32,
    alternate: u32,
    alternates: u32,
    model: Option<String>,
    created_at: i64,
    /// What a reply that was cut short had before it was continued; none for a new reply, and once the reply has ended.
    pub continued: Option<Continued>,
    /// The alternate that was chosen when another was asked for.
    #[serde(default)]
    pub former: Option<u32>,
}

/// What stood in the place of a reply that is begun.
#[derive(Debug)]
pub(crate) enum Before {
    Nothing,
    CutShort(Continued),
    Alternate(u32),
}

#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Continued {
    pub text: String,
    pub model: Option<String>,
}

impl Beginning {
    pub fn of(begun: &Begun, before: Before) -> Self {
        let reply = &begun.reply;
        let (continued, former) = match before {
            Before::Nothing => (None, None),
            Before::CutShort(continued) => (Some(continued), None),
            Before::Alternate(former) => (None, Some(former)),
        };
        Self {
            user: begun.user.as_ref().map(|user| UserWords {
                id: user.id,
                position: user.position,
                hash: hash(user.text.as_bytes()),
                created_at: user.created_at.as_millisecond(),
            }),
            reply: ReplyBegun {
                id: reply.id,
                position: reply.position,
                alternate: reply.alternate,
                alternates: reply.alternates,
                model: reply.model.clone(),
                created_at: reply.created_at.as_millisecond(),
                continued,
                former,
            },
            revision: begun.revision,
        }
    }

    /// The first answer again, with the words that the resend brought; none when they are other words.
    fn again(self, user_text: Option<&str>, character_id: &CharacterId) -> Option<Begun> {
        let user = match (self.user, user_text) {
            (None, None) => None,
            (Some(words), Some(text)) if words.hash == hash(text.as_bytes()) => Some(Message {
                id: words.id,
                position: words.position,
                role: Role::User,
                text: text.to_owned(),
                state: MessageState::Complete,
                alternate: 0,
                alternates: 1,
                model: None,
                created_at: time(words.created_at),
            }),
            _ => return None,
        };
        let reply = Message {
            id: self.reply.id,
            position: self.reply.position,
            role: Role::Character,
            text: self.reply.continued.map(|before| before.text).unwrap_or_default(),
            state: MessageState::Streaming,
            alternate: self.reply.alternate,
            alternates: self.reply.alternates,
            model: self.reply.model,
            created_at: time(self.reply.created_at),
        };
        Some(Begun {
            character_id: character_id.clone(),
            user,
            reply,
            revision: self.revision,
            replayed: true,
        })
    }
}

/// One operation as a client asks for it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Asked<'a> {
    pub id: OperationId,
    pub conversation_id: ConversationId,
    pub kind: Kind,
    pub user_text: Option<&'a str>,
}

impl Asked<'_> {
    fn place(&self) -> (ConversationId, OperationId) {
        (self.conversation_id, self.id)
    }
}

/// The first answer, when the operation was asked for before. The same id for something else is a `Conflict`: client and
/// store do not mean the same conversation any more.
pub(crate) fn replay(
    stored: Option<StoredOperation>,
    asked: Asked<'_>,
    conversation: &Conversation,
) -> Result<Option<Begun>, StoreError> {
    let present_revision = conversation.revision;
    let Some(result) = answer(stored, asked.place(), asked.kind, present_revision)? else {
        return Ok(None);
    };
    let conflict = StoreError::Conflict {
        actual: present_revision,
    };
    let begun = read::<Beginning>(&result)?
        .again(asked.user_text, &conversation.character_id)
        .ok_or(conflict)?;
    Ok(Some(begun))
}

/// An operation as it is stored: of which conversation, its kind, and what was answered.
pub(crate) type StoredOperation = (String, String, String);

/// What was answered to an operation, as it is stored; a `Conflict` when the id was used for something else.
pub(crate) async fn first_answer(
    connection: &mut SqliteConnection,
    session: SessionId,
    place: (ConversationId, OperationId),
    kind: Kind,
    present_revision: u64,
) -> Result<Option<String>, StoreError> {
    let stored: Option<StoredOperation> =
        sqlx::query_as("select conversation_id, kind, result from operations where session_id = ?1 and id = ?2")
            .bind(session.to_string())
            .bind(place.1.to_string())
            .fetch_optional(connection)
            .await?;
    answer(stored, place, kind, present_revision)
}

fn answer(
    stored: Option<StoredOperation>,
    (conversation, _): (ConversationId, OperationId),
    kind: Kind,
    present_revision: u64,
) -> Result<Option<String>, StoreError> {
    let Some((of, asked_for, result)) = stored else {
        return Ok(None);
    };
    if of != conversation.to_string() || asked_for != kind.as_str() {
        return Err(StoreError::Conflict {
            actual: present_revision,
        });
    }
    Ok(Some(result))
}

/// What was answered to an import. It belongs to the conversation that came of it, which the one who asks does not know.
pub(crate) async fn import_answer(
    connection: &mut SqliteConnection,
    session: SessionId,
    id: OperationId,
) -> Result<Option<serde_json::Value>, StoreError> {
    let row: Option<(String, String)> =
        sqlx::query_as("select kind, result from operations where session_id = ?1 and id = ?2")
            .bind(session.to_string())
            .bind(id.to_string())
            .fetch_optional(connection)
            .await?;
    match row {
        None => Ok(None),
        Some((kind, result)) if kind == Kind::Import.as_str() => read(&result).map(Some),
        Some(_) => Err(StoreError::Conflict { actual: 0 }),
    }
}

macro_rules! forget_continued_sql {
    ($operation:literal) => {
        concat!(
            "update operations set result = json_remove(result, '$.reply.continued')
            where session_id = ?1 and id = ",
            $operation,
            " and json_extract(result, '$.reply.continued') is not null"
        )
    };
}

pub(crate) use forget_continued_sql;

/// Forgets what a continued reply had before: once it has ended, nobody asks for that, and no text may stay behind here.
pub(crate) async fn forget_continued(
    connection: &mut SqliteConnection,
    session: SessionId,
    id: OperationId,
) -> Result<(), StoreError> {
    sqlx::query(forget_continued_sql!("?2"))
        .bind(session.to_string())
        .bind(id.to_string())
        .execute(connection)
        .await?;
    Ok(())
}

/// How a reply was begun; none when the operation was cleared away.
pub(crate) async fn beginning(
    connection: &mut SqliteConnection,
    session: SessionId,
    id: OperationId,
) -> Result<Option<Beginning>, StoreError> {
    let result: Option<String> = sqlx::query_scalar("select result from operations where session_id = ?1 and id = ?2")
        .bind(session.to_string())
        .bind(id.to_string())
        .fetch_optional(connection)
        .await?;
    result.map(|result| read(&result)).transpose()
}

/// Keeps what is answered to an operation.
pub(crate) async fn remember(
    connection: &mut SqliteConnection,
    session: SessionId,
    (conversation, id): (ConversationId, OperationId),
    kind: Kind,
    answer: &impl Serialize,
    now: Timestamp,
) -> Result<(), StoreError> {
    let result = written(answer)?;
    sqlx::query(
        r"
        insert into operations (session_id, id, conversation_id, kind, result, created_at)
        values (?1, ?2, ?3, ?4, ?5, ?6)
        ",
    )
    .bind(session.to_string())
    .bind(id.to_string())
    .bind(conversation.to_string())
    .bind(kind.as_str())
    .bind(result)
    .bind(now.as_millisecond())
    .execute(connection)
    .await?;
    Ok(())
}

pub(crate) fn written(answer: &impl Serialize) -> Result<String, StoreError> {
    serde_json::to_string(answer).map_err(unreadable)
}

pub(crate) fn read<T: DeserializeOwned>(result: &str) -> Result<T, StoreError> {
    serde_json::from_str(result).map_err(unreadable)
}

fn unreadable(error: serde_json::Error) -> StoreError {
    StoreError::DamagedContent {
        detail: format!("what an operation gave is unreadable: {error}"),
    }
}
