//! Memories as they are read.

use engine::emotion::{Emotion, EmotionLabel};
use engine::graph::view::{MemoryOrigin, MemorySource};
use engine::ids::{CharacterId, ConversationId, MemoryId, MessageId, SessionId};
use jiff::Timestamp;
use sqlx::{FromRow, SqliteConnection};

use super::settle::PlaceRow;
use crate::conversations::{lossy, time};
use crate::{Store, StoreError};

/// So many conversations are followed back.
const MOST_BEFORE: u32 = 32;

/// A memory with its texts.
#[derive(Debug, Clone, PartialEq)]
pub struct GraphMemory {
    /// Grows with every new memory and is never used again.
    pub number: u64,
    pub id: MemoryId,
    pub origin: MemoryOrigin,
    /// None for the character's own past.
    pub conversation_id: Option<ConversationId>,
    pub first_position: Option<u32>,
    pub user: Option<SaidMessage>,
    pub reply: Option<SaidMessage>,
    /// Of the character's own past.
    pub text: Option<String>,
    pub source: Option<MemorySource>,
    pub at: Timestamp,
    pub tags: Vec<String>,
    pub entities: Vec<String>,
    pub emotion: Emotion,
    pub priority: f32,
    pub planned_for: Option<Timestamp>,
}

impl GraphMemory {
    /// What was said, in order; the text of the character's own past.
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        let said = self.user.iter().chain(&self.reply).map(|message| message.text.as_str());
        said.chain(self.text.as_deref())
    }
}

/// A message of a memory, as it is chosen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SaidMessage {
    pub id: MessageId,
    pub text: String,
}

/// Whose memories are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MemoriesOf<'a> {
    Conversation(ConversationId),
    /// The character's own past.
    Past(&'a CharacterId),
}

#[derive(FromRow)]
struct MemoryRow {
    number: i64,
    id: String,
    conversation_id: Option<String>,
    origin: String,
    first_position: Option<u32>,
    user_message_id: Option<String>,
    reply_message_id: Option<String>,
    user_text: Option<Vec<u8>>,
    reply_text: Option<Vec<u8>>,
    text: Option<Vec<u8>>,
    source: Option<String>,
    at: i64,
    tags: String,
    entities: String,
    valence: f32,
    arousal: f32,
    emotion: String,
    priority: f32,
    planned_for: Option<i64>,
}

#[derive(FromRow)]
struct ChainRow {
    id: String,
    #[sqlx(flatten)]
    place: PlaceRow,
}

macro_rules! memories {
    ($which:literal) => {
        concat!(
            "select m.number, m.id, m.conversation_id, m.origin, m.first_position, m.user_message_id, m.reply_message_id,
                m.text, m.source, m.at, m.tags, m.entities, m.valence, m.arousal, m.emotion, m.priority, m.planned_for,
                (select a.text from messages u
                    join alternates a on a.session_id = u.session_id and a.message_id = u.id and a.ordinal = u.chosen
                    where u.session_id = m.session_id and u.id = m.user_message_id) as user_text,
                (select a.text from messages u
                    join alternates a on a.session_id = u.session_id and a.message_id = u.id and a.ordinal = u.chosen
                    where u.session_id = m.session_id and u.id = m.reply_message_id) as reply_text
            from memories m where ",
            $which
        )
    };
}

/// A conversation, what it was begun from, and so on, none of them in the trash.
pub(crate) const CHAIN: &str = r"
    with recursive chain (step, id) as (
        select 1, ?2
        union all
        select chain.step + 1, c.carried_from
        from chain
        cross join conversations c on c.session_id = ?1 and c.id = chain.id and c.deleted_at is null
        where c.carried_from is not null and chain.step < ?3
    )
    select c.id, c.character_id, c.message_count, c.graph_end, c.graph_changed_from, c.graph_revision, c.graph_cut
    from chain
    cross join conversations c on c.session_id = ?1 and c.id = chain.id and c.deleted_at is null
    order by chain.step
";

const OF_CONVERSATION: &str =
    memories!("m.session_id = ?1 and m.conversation_id = ?2 and m.number > ?3 order by m.number");
const OF_PAST: &str = memories!(
    "m.session_id = ?1 and m.conversation_id is null and m.character_id = ?2 and m.number > ?3 order by m.number"
);
// The plus signs leave SQLite only the numbers to look by: what came last, of whatever conversation, is little beside all that one has.
pub(crate) const LATER_OF_CONVERSATION: &str =
    memories!("+m.session_id = ?1 and +m.conversation_id = ?2 and m.number > ?3 order by m.number");
pub(crate) const LATER_OF_PAST: &str = memories!(
    "+m.session_id = ?1 and +m.conversation_id is null and m.character_id = ?2 and m.number > ?3 order by m.number"
);
const NAMED: &str = memories!(
    "m.session_id = ?1 and m.id in (select value from json_each(?2)) and not exists (
        select 1 from recall_exclusions x
        where x.session_id = ?1 and x.conversation_id = ?3 and x.message_id in (m.user_message_id, m.reply_message_id)
    )"
);
const ONE: &str = memories!("m.session_id = ?1 and m.id = ?2");

impl Store {
    /// The memories with a number above `after`, in order of their numbers. Of a conversation, settle them before.
    pub async fn graph_memories(
        &self,
        session: SessionId,
        of: MemoriesOf<'_>,
        after: u64,
    ) -> Result<Vec<GraphMemory>, StoreError> {
        memories(&mut *self.reader().acquire().await?, session, of, after).await
    }

    /// The numbers of all memories, each with the place of its first message.
    pub async fn graph_numbers(
        &self,
        session: SessionId,
        of: MemoriesOf<'_>,
    ) -> Result<Vec<(u64, Option<u32>)>, StoreError> {
        let (sql, id) = match of {
            MemoriesOf::Conversation(id) => (
                "select json_group_array(json_array(number, first_position)) from memories
                where session_id = ?1 and conversation_id = ?2",
                id.to_string(),
            ),
            MemoriesOf::Past(id) => (
                "select json_group_array(json_array(number, first_position)) from memories
                where session_id = ?1 and conversation_id is null and character_id = ?2",
                id.as_str().to_owned(),
            ),
        };
        let json: String = sqlx::query_scalar(sql)
            .bind(session.to_string())
            .bind(id)
            .fetch_one(&self.reader())
            .await?;
        serde_json::from_str(&json).map_err(|error| StoreError::DamagedContent {
            detail: format!("the numbers of memories are unreadable: {error}"),
        })
    }

    /// Those of some memories that are still there and may be recalled in a conversation, in no order.
    pub async fn graph_memories_named(
        &self,
        session: SessionId,
        conversation: ConversationId,
        ids: &[MemoryId],
    ) -> Result<Vec<GraphMemory>, StoreError> {
        let ids: Vec<String> = ids.iter().map(MemoryId::to_string).collect();
        let rows: Vec<MemoryRow> = sqlx::query_as(NAMED)
            .bind(session.to_string())
            .bind(serde_json::Value::from(ids).to_string())
            .bind(conversation.to_string())
            .fetch_all(&self.reader())
            .await?;
        rows.into_iter().map(GraphMemory::try_from).collect()
    }

    /// One memory. `NotFound` when it is not there (any more).
    pub async fn graph_memory(&self, session: SessionId, id: MemoryId) -> Result<GraphMemory, StoreError> {
        one(&mut *self.reader().acquire().await?, session, id).await
    }

    /// How often a character's own past was changed; 0 when there is none.
    pub async fn past_revision(&self, session: SessionId, character: &CharacterId) -> Result<u64, StoreError> {
        let revision: Option<i64> =
            sqlx::query_scalar("select revision from pasts where session_id = ?1 and character_id = ?2")
                .bind(session.to_string())
                .bind(character.as_str())
                .fetch_optional(&self.reader())
                .await?;
        Ok(revision.map_or(0, i64::unsigned_abs))
    }

    /// A conversation and those that it was begun from, the latest first; those that lie in the trash not among them, nor what
    /// they were begun from.
    pub async fn graph_chain(
        &self,
        session: SessionId,
        conversation: ConversationId,
    ) -> Result<Vec<ConversationId>, StoreError> {
        chain(&mut *self.reader().acquire().await?, session, conversation).await
    }

    /// Messages of earlier conversations that are not recalled in this one.
    pub async fn recall_exclusions(
        &self,
        session: SessionId,
        conversation: ConversationId,
    ) -> Result<Vec<MessageId>, StoreError> {
        let ids: Vec<String> = sqlx::query_scalar(
            "select message_id from recall_exclusions where session_id = ?1 and conversation_id = ?2",
        )
        .bind(session.to_string())
        .bind(conversation.to_string())
        .fetch_all(&self.reader())
        .await?;
        Ok(ids.iter().filter_map(|id| id.parse().ok()).collect())
    }
}

/// See [`Store::graph_memories`].
pub(super) async fn memories(
    connection: &mut SqliteConnection,
    session: SessionId,
    of: MemoriesOf<'_>,
    after: u64,
) -> Result<Vec<GraphMemory>, StoreError> {
    let (sql, id) = match (of, after) {
        (MemoriesOf::Conversation(id), 0) => (OF_CONVERSATION, id.to_string()),
        (MemoriesOf::Conversation(id), _) => (LATER_OF_CONVERSATION, id.to_string()),
        (MemoriesOf::Past(id), 0) => (OF_PAST, id.as_str().to_owned()),
        (MemoriesOf::Past(id), _) => (LATER_OF_PAST, id.as_str().to_owned()),
    };
    let rows: Vec<MemoryRow> = sqlx::query_as(sql)
        .bind(session.to_string())
        .bind(id)
        .bind(i64::try_from(after).unwrap_or(i64::MAX))
        .fetch_all(connection)
        .await?;
    rows.into_iter().map(GraphMemory::try_from).collect()
}

pub(super) async fn one(
    connection: &mut SqliteConnection,
    session: SessionId,
    id: MemoryId,
) -> Result<GraphMemory, StoreError> {
    let row: Option<MemoryRow> = sqlx::query_as(ONE)
        .bind(session.to_string())
        .bind(id.to_string())
        .fetch_optional(connection)
        .await?;
    row.ok_or(StoreError::NotFound)?.try_into()
}

/// See [`Store::graph_chain`].
pub(crate) async fn chain(
    connection: &mut SqliteConnection,
    session: SessionId,
    conversation: ConversationId,
) -> Result<Vec<ConversationId>, StoreError> {
    let rows = chain_rows(connection, session, conversation).await?;
    Ok(rows.into_iter().map(|(id, _)| id).collect())
}

/// As [`chain`], each with how its memories stand.
pub(super) async fn chain_rows(
    connection: &mut SqliteConnection,
    session: SessionId,
    conversation: ConversationId,
) -> Result<Vec<(ConversationId, PlaceRow)>, StoreError> {
    let rows: Vec<ChainRow> = sqlx::query_as(CHAIN)
        .bind(session.to_string())
        .bind(conversation.to_string())
        .bind(MOST_BEFORE)
        .fetch_all(connection)
        .await?;
    let mut found: Vec<(ConversationId, PlaceRow)> = Vec::new();
    for row in rows {
        let Ok(id) = row.id.parse() else { break };
        if found.iter().any(|(known, _)| *known == id) {
            break;
        }
        found.push((id, row.place));
    }
    if found.is_empty() {
        return Err(StoreError::NotFound);
    }
    Ok(found)
}

impl TryFrom<MemoryRow> for GraphMemory {
    type Error = StoreError;

    fn try_from(row: MemoryRow) -> Result<Self, StoreError> {
        let unreadable = || StoreError::DamagedContent {
            detail: format!("the memory {:?} of the graph is unreadable", row.id),
        };
        let words = |json: &str| serde_json::from_str::<Vec<String>>(json).unwrap_or_default();
        let said = |id: &Option<String>, text: Option<Vec<u8>>| {
            let id: MessageId = id.as_deref()?.parse().ok()?;
            let text = lossy(text?);
            Some(SaidMessage { id, text })
        };
        Ok(Self {
            number: row.number.unsigned_abs(),
            id: row.id.parse().map_err(|_| unreadable())?,
            origin: match row.origin.as_str() {
                "conversation" => MemoryOrigin::Conversation,
                "book" => MemoryOrigin::Book,
                "messages" => MemoryOrigin::Messages,
                _ => MemoryOrigin::Import,
            },
            conversation_id: row
                .conversation_id
                .as_deref()
                .map(|id| id.parse().map_err(|_| unreadable()))
                .transpose()?,
            first_position: row.first_position,
            user: said(&row.user_message_id, row.user_text),
            reply: said(&row.reply_message_id, row.reply_text),
            text: row.text.map(lossy),
            source: row.source.as_deref().and_then(|json| serde_json::from_str(json).ok()),
            at: time(row.at),
            tags: words(&row.tags),
            entities: words(&row.entities),
            emotion: Emotion {
                valence: row.valence,
                arousal: row.arousal,
                label: EmotionLabel::named(&row.emotion).unwrap_or_default(),
            },
            priority: row.priority,
            planned_for: row.planned_for.map(time),
        })
    }
}
