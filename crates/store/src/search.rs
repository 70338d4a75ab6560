//! Finding messages by their words: tables `search_words` (the index), `search_rows` and `search_pending`.
//!
//! The index holds the words of every chosen alternate that is not being written. Triggers note each message that changes, in
//! the transaction that changes it; [`Store::search`] first brings those up to date, so it never answers from the past. What
//! it finds is compared with the text itself: a row that does not fit is made anew, and a damaged index is rebuilt.

mod index;

use engine::conversation::Role;
use engine::ids::{CharacterId, ConversationId, MessageId, SessionId};
use engine::search::Question;
use jiff::Timestamp;
use sqlx::FromRow;

use crate::conversations::{character, lossy, time};
use crate::{Store, StoreError};

pub(crate) use index::searched_text;

/// Of so many messages that fit, the newest, the best are shown: ranking reads each one's row, and nobody reads them all.
const RANKED: u32 = 4000;

/// What is looked for.
#[derive(Debug, Clone)]
pub struct SearchFor<'a> {
    pub question: &'a Question,
    /// In one conversation only.
    pub conversation_id: Option<ConversationId>,
    pub limit: u32,
}

/// A message that holds what was looked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    pub conversation_id: ConversationId,
    pub character_id: CharacterId,
    pub message_id: MessageId,
    /// Place in the conversation, from 0.
    pub position: u32,
    pub role: Role,
    /// As it was written.
    pub text: String,
    pub created_at: Timestamp,
}

impl Store {
    /// The messages of a session that hold every phrase of the question, best first (BM25; the newer of two that are as
    /// good). Conversations in the trash and replies that are being written are left out.
    ///
    /// Where nothing can be written, what changed since the index was last brought up to date is not found.
    ///
    /// Errors: `NotFound` for a conversation that is not there; those of a write, as the index may have to be brought up to
    /// date.
    pub async fn search(&self, session: SessionId, look: SearchFor<'_>) -> Result<Vec<Found>, StoreError> {
        if let Some(id) = look.conversation_id {
            self.conversation(session, id).await?;
        }
        if look.question.is_empty() || look.limit == 0 {
            return Ok(Vec::new());
        }
        match self.search_index(session, &look).await {
            // The index can be made again; anything else that is damaged cannot, and stays an error.
            Err(StoreError::DamagedContent { detail }) if index::is_damaged(self).await => {
                tracing::warn!(%detail, "the search index is damaged and is made anew");
                self.rebuild_search_index().await?;
                self.search_index(session, &look).await
            }
            answer => answer,
        }
    }

    /// Empties the search index and fills it from the messages. Takes seconds for 100,000 messages; a program that is ended
    /// meanwhile goes on with it later.
    pub async fn rebuild_search_index(&self) -> Result<(), StoreError> {
        index::forget_everything(self).await?;
        self.update_search_index().await
    }

    /// Brings the search index up to date with the messages, a few hundred at a time, so that other writes come between. Every
    /// search does; after the step that brought the index it takes seconds for 100,000 messages.
    pub async fn update_search_index(&self) -> Result<(), StoreError> {
        while index::work_off(self).await? == index::Progress::MoreToDo {}
        Ok(())
    }

    async fn search_index(&self, session: SessionId, look: &SearchFor<'_>) -> Result<Vec<Found>, StoreError> {
        let kept_up = match self.update_search_index().await {
            Ok(()) => true,
            // What the index holds can be found all the same.
            Err(error) if error.leaves_reading() => false,
            Err(error) => return Err(error),
        };
        let (found, strangers) = self.look_up(session, look).await?;
        if strangers.is_empty() || !kept_up {
            return Ok(found);
        }
        tracing::warn!(
            count = strangers.len(),
            "rows of the search index did not fit their messages"
        );
        index::note(self, session, &strangers).await?;
        self.update_search_index().await?;
        Ok(self.look_up(session, look).await?.0)
    }

    /// What the index gives: the messages that fit, and the ids of those that turn out not to.
    async fn look_up(&self, session: SessionId, look: &SearchFor<'_>) -> Result<(Vec<Found>, Vec<String>), StoreError> {
        let rows: Vec<FoundRow> = sqlx::query_as(LOOK_UP)
            .bind(index::expression(session, look))
            .bind(session.to_string())
            .bind(look.conversation_id.map(|id| id.to_string()))
            .bind(RANKED)
            .bind(look.limit)
            .fetch_all(&self.reader())
            .await?;
        let mut found = Vec::with_capacity(rows.len());
        let mut strangers = Vec::new();
        for row in rows {
            let words = engine::search::words(&searched_text(&lossy(row.text.clone())));
            match look.question.find(&words) {
                Some(_) => found.push(Found::try_from(row)?),
                None => strangers.push(row.message_id),
            }
        }
        Ok((found, strangers))
    }
}

/// `cross join` keeps the index in front; it gives rows from the newest on without sorting, and only those that are left pay
/// for their rank.
pub(crate) const LOOK_UP: &str = r"
    with ranked as materialized (
        select r.session_id, r.message_id, c.character_id, bm25(search_words, 0.0, 1.0) as badness
        from search_words
        cross join search_rows r on r.id = search_words.rowid
        cross join conversations c on c.session_id = r.session_id and c.id = r.conversation_id
        where search_words match ?1 and r.session_id = ?2 and (?3 is null or r.conversation_id = ?3)
            and c.deleted_at is null
        order by search_words.rowid desc
        limit ?4
    )
    select found.character_id, m.conversation_id, m.id as message_id, m.position, m.role, a.text, m.created_at
    from ranked found
    cross join messages m on m.session_id = found.session_id and m.id = found.message_id
    cross join alternates a on a.session_id = m.session_id and a.message_id = m.id and a.ordinal = m.chosen
    where a.state <> 'streaming'
    order by found.badness, m.created_at desc, m.id desc
    limit ?5
";

#[derive(FromRow)]
struct FoundRow {
    character_id: String,
    conversation_id: String,
    message_id: String,
    position: u32,
    role: String,
    text: Vec<u8>,
    created_at: i64,
}

impl TryFrom<FoundRow> for Found {
    type Error = StoreError;

    fn try_from(row: FoundRow) -> Result<Self, StoreError> {
        let unreadable = |what: &str| StoreError::DamagedContent {
            detail: format!("{what} of a message that was found is unreadable"),
        };
        Ok(Self {
            conversation_id: row
                .conversation_id
                .parse()
                .map_err(|_| unreadable("the conversation"))?,
            character_id: character(&row.character_id)?,
            message_id: row.message_id.parse().map_err(|_| unreadable("the id"))?,
            position: row.position,
            role: match row.role.as_str() {
                "user" => Role::User,
                "character" => Role::Character,
                _ => return Err(unreadable("the role")),
            },
            text: lossy(row.text),
            created_at: time(row.created_at),
        })
    }
}
