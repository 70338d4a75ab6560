//! What the reader changes in memory: what each change names, when it is refused, and how a resend finds its first answer.

use engine::ids::{ConversationId, FactId, OperationId, SessionId};
use engine::memory::{FactScope, MOST_PINNED_FACTS};
use jiff::Timestamp;
use sqlx::{FromRow, Sqlite, SqliteConnection, Transaction};

use super::facts::{self, fact_id};
use super::settle::{self, Place, unreadable};
use crate::changes::{self, Made};
use crate::conversations::{self, lossy};
use crate::operations::{self, Kind};
use crate::{Store, StoreError};

/// What every change of memory names.
#[derive(Debug, Clone, Copy)]
pub struct MemoryChange {
    pub conversation_id: ConversationId,
    /// Sent again, it changes nothing more.
    pub operation_id: OperationId,
    pub expected_memory_revision: u64,
    pub now: Timestamp,
}

/// A change of memory that stands in the database.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MemoryChanged {
    /// Of the conversation that the change named.
    pub memory_revision: u64,
    /// Whether the operation was asked for before.
    pub replayed: bool,
    /// The other conversations whose memory changed with it, each with its memory revision. Empty for a replay.
    pub also: Vec<(ConversationId, u64)>,
}

/// How a change of memory begins.
pub(super) enum Entered {
    /// It was asked for before.
    Before(MemoryChanged),
    /// Memory may be changed.
    Now(Transaction<'static, Sqlite>, Place),
}

/// A reply may be written meanwhile. Errors: `NotFound`, `MemoryConflict` for another memory revision, `Conflict` for an
/// operation id that was used for something else.
pub(super) async fn enter(
    store: &Store,
    session: SessionId,
    change: &MemoryChange,
    kind: Kind,
    subject: &str,
) -> Result<Entered, StoreError> {
    let mut writing = store.write().await?;
    let conversation = conversations::find(&mut writing, session, change.conversation_id).await?;
    let asked = (change.operation_id, kind, subject);
    if let Some(made) = changes::before(&mut writing, session, &conversation, asked).await? {
        return Ok(Entered::Before(MemoryChanged {
            memory_revision: made.revision,
            replayed: true,
            also: Vec::new(),
        }));
    }
    let place = settle::settle(&mut writing, session, conversation.id).await?;
    if place.memory_revision != change.expected_memory_revision {
        return Err(StoreError::MemoryConflict {
            actual: place.memory_revision,
        });
    }
    Ok(Entered::Now(writing, place))
}

/// Which other conversations a change reaches.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reach {
    Conversation,
    /// All with the same character.
    Character,
}

/// Counts the change, keeps the answer and ends the transaction.
pub(super) async fn finish(
    mut writing: Transaction<'static, Sqlite>,
    place: &Place,
    change: &MemoryChange,
    (kind, subject): (Kind, String),
    reach: Reach,
) -> Result<MemoryChanged, StoreError> {
    let rows: Vec<(String, i64)> = sqlx::query_as(
        r"
        update conversations set memory_revision = memory_revision + 1
        where session_id = ?1 and (id = ?2 or ?4 and character_id = ?3)
        returning id, memory_revision
        ",
    )
    .bind(place.session.to_string())
    .bind(place.conversation.to_string())
    .bind(&place.character_id)
    .bind(reach == Reach::Character)
    .fetch_all(&mut *writing)
    .await?;
    let mut also = Vec::new();
    for (id, revision) in rows {
        let id: ConversationId = id.parse().map_err(|_| unreadable("conversation", &id))?;
        if id != place.conversation {
            also.push((id, revision.unsigned_abs()));
        }
    }
    let made = Made {
        subject,
        revision: place.memory_revision + 1,
        ..Made::default()
    };
    let operation = (place.conversation, change.operation_id);
    operations::remember(&mut writing, place.session, operation, kind, &made, change.now).await?;
    writing.commit().await?;
    Ok(MemoryChanged {
        memory_revision: made.revision,
        replayed: false,
        also,
    })
}

/// A fact that a change names.
#[derive(Debug, Clone)]
pub(super) struct NamedFact {
    pub id: FactId,
    pub text: String,
    pub hash: Vec<u8>,
    pub scope: FactScope,
    /// With the scope of the character.
    pub persona_id: Option<String>,
    pub is_pinned: bool,
    /// Whether it stands by the texts of no messages.
    pub stands_alone: bool,
    pub importance: u8,
    pub supersedes: Option<FactId>,
}

impl NamedFact {
    /// No fact at all: where wordings are forgotten, whatever they say.
    pub fn none() -> Self {
        Self {
            id: FactId(uuid::Uuid::nil()),
            text: String::new(),
            hash: Vec::new(),
            scope: FactScope::Conversation,
            persona_id: None,
            is_pinned: false,
            stands_alone: true,
            importance: 1,
            supersedes: None,
        }
    }
}

#[derive(FromRow)]
struct NamedRow {
    text: Vec<u8>,
    hash: Vec<u8>,
    scope: String,
    persona_id: Option<String>,
    is_pinned: bool,
    stands_alone: bool,
    importance: u8,
    supersedes: Option<String>,
}

/// The fact with this id, if it is one of the conversation or of its character. Errors: `FactGone`.
pub(super) async fn named(
    connection: &mut SqliteConnection,
    place: &Place,
    id: FactId,
) -> Result<NamedFact, StoreError> {
    let row: Option<NamedRow> = sqlx::query_as(
        r"
        select text, hash, scope, persona_id, kind = 'pinned' as is_pinned, importance, supersedes,
            not exists (
                select 1 from fact_sources s where s.session_id = ?1 and s.fact_id = facts.id and s.counts = 1
            ) as stands_alone
        from facts
        where session_id = ?1 and id = ?3 and cleared_by is null
            and (scope = 'conversation' and conversation_id = ?2 or scope = 'character' and character_id = ?4)
        ",
    )
    .bind(place.session.to_string())
    .bind(place.conversation.to_string())
    .bind(id.to_string())
    .bind(&place.character_id)
    .fetch_optional(connection)
    .await?;
    let row = row.ok_or(StoreError::FactGone)?;
    Ok(NamedFact {
        id,
        text: lossy(row.text),
        hash: row.hash,
        scope: facts::scope(&row.scope),
        persona_id: row.persona_id,
        is_pinned: row.is_pinned,
        stands_alone: row.stands_alone,
        importance: row.importance,
        supersedes: row.supersedes.as_deref().map(fact_id).transpose()?,
    })
}

/// `TooManyFacts` when one more pinned fact would be too many for the conversation.
pub(super) async fn require_room(connection: &mut SqliteConnection, place: &Place) -> Result<(), StoreError> {
    let pinned: u32 = sqlx::query_scalar(
        r"
        select
            (select count(*) from facts
                where session_id = ?1 and conversation_id = ?2 and kind = 'pinned' and scope = 'conversation'
                    and cleared_by is null)
            + (select count(*) from facts
                where session_id = ?1 and character_id = ?3 and persona_id is ?4 and kind = 'pinned' and scope = 'character')
        ",
    )
    .bind(place.session.to_string())
    .bind(place.conversation.to_string())
    .bind(&place.character_id)
    .bind(place.persona_id.as_deref())
    .fetch_one(connection)
    .await?;
    if pinned as usize >= MOST_PINNED_FACTS {
        return Err(StoreError::TooManyFacts);
    }
    Ok(())
}

/// `BadFact` for a text that cannot be kept as a fact.
pub(super) fn require_sound(text: &str) -> Result<&str, StoreError> {
    let text = text.trim();
    if (1..=engine::memory::MOST_FACT_CHARS).contains(&text.chars().count()) {
        Ok(text)
    } else {
        Err(StoreError::BadFact)
    }
}
