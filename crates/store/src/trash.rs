//! What was removed, for 30 days: tables `trash`, `trashed_messages` and `trashed_alternates`, and for characters (`characters`)
//! `trashed_characters` and `trashed_memories`.
//!
//! A whole conversation stays where it is and is only marked; messages and wordings move to tables of their own, so that
//! nothing that reads a conversation can meet one that was taken back.

pub mod characters;
mod erase;
pub(crate) mod put;
mod restore;

use engine::ids::{CharacterId, ConversationId, SessionId, TrashId};
use jiff::{SignedDuration, Timestamp};
use sqlx::{FromRow, SqliteConnection};

use crate::changes::Made;
use crate::conversations::{character, lossy, time};
use crate::{Store, StoreError};

pub(crate) use erase::erase_old;
pub(crate) use put::{Removal, Wording, put, put_conversation, put_wording};
pub use restore::{RestoreTrash, Restored};

/// How long a thing lies in the trash before it is erased for good.
pub const KEPT_FOR: SignedDuration = SignedDuration::from_hours(30 * 24);

/// What kind of thing lies in the trash.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TrashKind {
    Conversation,
    /// All that was said in a conversation.
    Cleared,
    /// The reader's last message and what followed it.
    Turn,
    Message,
    /// The former words of an edited message.
    Wording,
}

impl TrashKind {
    const ALL: [Self; 5] = [
        Self::Conversation,
        Self::Cleared,
        Self::Turn,
        Self::Message,
        Self::Wording,
    ];

    fn as_str(self) -> &'static str {
        match self {
            Self::Conversation => "conversation",
            Self::Cleared => "cleared",
            Self::Turn => "turn",
            Self::Message => "message",
            Self::Wording => "wording",
        }
    }

    fn parse(text: &str) -> Result<Self, StoreError> {
        let kind = Self::ALL.into_iter().find(|kind| kind.as_str() == text);
        kind.ok_or_else(|| StoreError::DamagedContent {
            detail: format!("the kind {text:?} of a thing in the trash is unknown"),
        })
    }
}

/// One thing in the trash.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TrashItem {
    pub id: TrashId,
    pub kind: TrashKind,
    pub conversation_id: ConversationId,
    pub character_id: CharacterId,
    /// How it begins, as it was written; up to 400 characters.
    pub excerpt: String,
    /// How many messages it holds.
    pub messages: u32,
    pub removed_at: Timestamp,
}

#[derive(FromRow)]
struct ItemRow {
    id: String,
    kind: String,
    conversation_id: String,
    character_id: String,
    excerpt: Vec<u8>,
    message_count: i64,
    removed_at: i64,
}

impl TryFrom<ItemRow> for TrashItem {
    type Error = StoreError;

    fn try_from(row: ItemRow) -> Result<Self, StoreError> {
        let unreadable = || StoreError::DamagedContent {
            detail: format!("{:?} in the trash is unreadable", row.id),
        };
        Ok(Self {
            id: row.id.parse().map_err(|_| unreadable())?,
            kind: TrashKind::parse(&row.kind)?,
            conversation_id: row.conversation_id.parse().map_err(|_| unreadable())?,
            character_id: character(&row.character_id)?,
            messages: row.message_count.try_into().map_err(|_| unreadable())?,
            excerpt: lossy(row.excerpt),
            removed_at: time(row.removed_at),
        })
    }
}

impl Store {
    /// What lies in the trash, the latest first. What was removed from a conversation that lies there itself comes back
    /// with that one, and is not listed; nor is a conversation that went with its character.
    pub async fn trash(&self, session: SessionId, limit: u32) -> Result<Vec<TrashItem>, StoreError> {
        let rows: Vec<ItemRow> = sqlx::query_as(
            r"
            select t.id, t.kind, t.conversation_id, c.character_id, t.excerpt, t.message_count, t.removed_at
            from trash t
            join conversations c on c.session_id = t.session_id and c.id = t.conversation_id
            where t.session_id = ?1 and t.went_with is null and (t.kind = 'conversation' or c.deleted_at is null)
            order by t.removed_at desc, t.id desc
            limit ?2
            ",
        )
        .bind(session.to_string())
        .bind(limit)
        .fetch_all(&self.reader())
        .await?;
        rows.into_iter().map(TrashItem::try_from).collect()
    }
}

/// The chosen words of a message that was taken back: from the trash, or from where it stands since it was put back.
pub(crate) async fn words(
    connection: &mut SqliteConnection,
    session: SessionId,
    made: &Made,
) -> Result<Option<String>, StoreError> {
    let (Some(trash_id), Some(message_id)) = (made.trash_id, made.message_id) else {
        return Ok(None);
    };
    let text: Option<Vec<u8>> = sqlx::query_scalar(
        r"
        select a.text
        from trashed_messages m
        join trashed_alternates a on a.session_id = m.session_id and a.trash_id = m.trash_id and a.message_id = m.id
            and a.ordinal = m.chosen
        where m.session_id = ?1 and m.trash_id = ?2 and m.id = ?3
        union all
        select a.text
        from messages m
        join alternates a on a.session_id = m.session_id and a.message_id = m.id and a.ordinal = m.chosen
        where m.session_id = ?1 and m.id = ?3
        limit 1
        ",
    )
    .bind(session.to_string())
    .bind(trash_id.to_string())
    .bind(message_id.to_string())
    .fetch_optional(connection)
    .await?;
    Ok(text.map(lossy))
}

/// Whether a whole conversation lies in the trash.
pub(crate) async fn holds(
    connection: &mut SqliteConnection,
    session: SessionId,
    id: ConversationId,
) -> Result<bool, StoreError> {
    Ok(sqlx::query_scalar(
        "select exists (select 1 from conversations where session_id = ?1 and id = ?2 and deleted_at is not null)",
    )
    .bind(session.to_string())
    .bind(id.to_string())
    .fetch_one(connection)
    .await?)
}
