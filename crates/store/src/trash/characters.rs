//! Characters in the trash: tables `trashed_characters` and `trashed_memories`. Their files are the caller's affair, and lie in a folder
//! named by the thing's id; the state tells where they are on their way to.

mod erase;

use engine::ids::{CharacterId, ConversationId, SessionId, TrashId};
use jiff::Timestamp;
use sqlx::{FromRow, SqliteConnection};

use super::put_conversation;
use crate::conversations::{character, time};
use crate::graph::past::touch;
use crate::{Store, StoreError, changes, conversations};

pub(crate) use erase::{begin_all, begin_old, begin_one};

/// Where a character's files are, or are on their way to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TrashedState {
    /// Into the trash.
    Going,
    Lying,
    /// Out of it again.
    Coming,
    /// Away for good; everything but the name is gone from the database already.
    Erasing,
}

impl TrashedState {
    const ALL: [Self; 4] = [Self::Going, Self::Lying, Self::Coming, Self::Erasing];

    fn as_str(self) -> &'static str {
        match self {
            Self::Going => "going",
            Self::Lying => "lying",
            Self::Coming => "coming",
            Self::Erasing => "erasing",
        }
    }

    fn parse(text: &str) -> Result<Self, StoreError> {
        let state = Self::ALL.into_iter().find(|state| state.as_str() == text);
        state.ok_or_else(|| StoreError::DamagedContent {
            detail: format!("the state {text:?} of a character in the trash is unknown"),
        })
    }
}

/// A character in the trash.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TrashedCharacter {
    pub session: SessionId,
    pub id: TrashId,
    pub character_id: CharacterId,
    /// As it was called when it went.
    pub name: String,
    pub state: TrashedState,
    /// Conversations that went with it.
    pub conversations: u32,
    pub removed_at: Timestamp,
}

/// A character is put into the trash.
#[derive(Debug, Clone)]
pub struct TrashCharacter<'a> {
    pub id: TrashId,
    pub character_id: &'a CharacterId,
    pub name: &'a str,
    /// Whether all conversations with it go along; those in which the reader said nothing do in any case.
    pub conversations: bool,
    pub now: Timestamp,
}

#[derive(FromRow)]
struct Row {
    session_id: String,
    id: String,
    character_id: String,
    name: String,
    state: String,
    conversations: i64,
    removed_at: i64,
}

macro_rules! select {
    ($rest:literal) => {
        concat!(
            "select c.session_id, c.id, c.character_id, c.name, c.state, c.removed_at, (
                select count(*) from trash t where t.session_id = c.session_id and t.went_with = c.id
            ) as conversations
            from trashed_characters c ",
            $rest
        )
    };
}

const TAKE_PAST: [&str; 2] = [
    r"
    insert into trashed_memories (session_id, trash_id, id, origin, digest, text, source, at, tags, entities, valence, arousal,
        emotion, priority, planned_for)
    select session_id, ?3, id, origin, digest, text, source, at, tags, entities, valence, arousal, emotion, priority, planned_for
    from memories
    where session_id = ?1 and character_id = ?2 and conversation_id is null
    order by number
    ",
    "delete from memories where session_id = ?1 and character_id = ?2 and conversation_id is null",
];

const GIVE_PAST_BACK: &str = r"
    insert into memories (session_id, id, character_id, origin, digest, text, source, at, tags, entities, valence, arousal, emotion,
        priority, planned_for)
    select session_id, id, ?2, origin, digest, text, source, at, tags, entities, valence, arousal, emotion, priority, planned_for
    from trashed_memories
    where session_id = ?1 and trash_id = ?3
    order by rowid
    on conflict do nothing
";

impl Store {
    /// Notes that a character goes into the trash, and moves its own past and, if asked, its conversations there, in one step. Its
    /// files are to be moved next, and then [`Store::set_trashed_state`] is to say so.
    ///
    /// Errors: `Busy` while a reply is being written in a conversation that goes along.
    pub async fn trash_character(&self, session: SessionId, going: TrashCharacter<'_>) -> Result<(), StoreError> {
        let mut writing = self.write().await?;
        let id = going.id.to_string();
        sqlx::query(
            r"
            insert into trashed_characters (session_id, id, character_id, name, state, removed_at)
            values (?1, ?2, ?3, ?4, 'going', ?5)
            ",
        )
        .bind(session.to_string())
        .bind(&id)
        .bind(going.character_id.as_str())
        .bind(going.name)
        .bind(going.now.as_millisecond())
        .execute(&mut *writing)
        .await?;
        move_past(&mut writing, session, going.character_id, &id, &TAKE_PAST).await?;
        for conversation in conversations_that_go(&mut writing, session, &going).await? {
            changes::require_quiet(&mut writing, session, conversation).await?;
            let found = conversations::find(&mut writing, session, conversation).await?;
            // A conversation lies in the trash as a whole only once, so its own id will do.
            let lies_as = TrashId(conversation.0);
            put_conversation(&mut writing, session, &found, (lies_as, going.now)).await?;
            sqlx::query("update trash set went_with = ?3 where session_id = ?1 and id = ?2")
                .bind(session.to_string())
                .bind(lies_as.to_string())
                .bind(&id)
                .execute(&mut *writing)
                .await?;
        }
        Ok(writing.commit().await?)
    }

    /// The characters in a session's trash, the latest first, in whatever state.
    pub async fn trashed_characters(&self, session: SessionId) -> Result<Vec<TrashedCharacter>, StoreError> {
        let rows: Vec<Row> = sqlx::query_as(select!("where c.session_id = ?1 order by c.removed_at desc, c.id desc"))
            .bind(session.to_string())
            .fetch_all(&self.reader())
            .await?;
        rows.into_iter().map(TrashedCharacter::try_from).collect()
    }

    /// Characters of all sessions whose files are on their way: a program that was killed left them so.
    pub async fn characters_under_way(&self) -> Result<Vec<TrashedCharacter>, StoreError> {
        let rows: Vec<Row> = sqlx::query_as(select!("where c.state <> 'lying' order by c.removed_at, c.id"))
            .fetch_all(&self.reader())
            .await?;
        rows.into_iter().map(TrashedCharacter::try_from).collect()
    }

    /// One character in the trash. `NotFound` when it does not lie there.
    pub async fn trashed_character(&self, session: SessionId, id: TrashId) -> Result<TrashedCharacter, StoreError> {
        let row: Option<Row> = sqlx::query_as(select!("where c.session_id = ?1 and c.id = ?2"))
            .bind(session.to_string())
            .bind(id.to_string())
            .fetch_optional(&self.reader())
            .await?;
        row.ok_or(StoreError::NotFound)?.try_into()
    }

    /// Says where the files of a character are, or go next. One that is being erased stays so. `NotFound`.
    pub async fn set_trashed_state(
        &self,
        session: SessionId,
        id: TrashId,
        state: TrashedState,
    ) -> Result<(), StoreError> {
        let mut writing = self.write().await?;
        let changed = sqlx::query(
            "update trashed_characters set state = ?3 where session_id = ?1 and id = ?2 and state <> 'erasing'",
        )
        .bind(session.to_string())
        .bind(id.to_string())
        .bind(state.as_str())
        .execute(&mut *writing)
        .await?;
        if changed.rows_affected() == 0 {
            return Err(StoreError::NotFound);
        }
        Ok(writing.commit().await?)
    }

    /// The files of a character are back: its own past is, too, with the conversations that went along, and it lies in the trash no
    /// more. `NotFound`.
    pub async fn restore_trashed_character(&self, session: SessionId, id: TrashId) -> Result<(), StoreError> {
        let mut writing = self.write().await?;
        let of: Option<String> = sqlx::query_scalar(
            "select character_id from trashed_characters where session_id = ?1 and id = ?2 and state <> 'erasing'",
        )
        .bind(session.to_string())
        .bind(id.to_string())
        .fetch_optional(&mut *writing)
        .await?;
        let of = character(&of.ok_or(StoreError::NotFound)?)?;
        let trash_id = id.to_string();
        move_past(&mut writing, session, &of, &trash_id, &[GIVE_PAST_BACK]).await?;
        for sql in [
            r"
            update conversations set deleted_at = null
            where session_id = ?1 and id in (
                select conversation_id from trash where session_id = ?1 and went_with = ?2 and kind = 'conversation'
            )
            ",
            "delete from trash where session_id = ?1 and went_with = ?2",
            "delete from trashed_characters where session_id = ?1 and id = ?2",
        ] {
            sqlx::query(sql)
                .bind(session.to_string())
                .bind(&trash_id)
                .execute(&mut *writing)
                .await?;
        }
        Ok(writing.commit().await?)
    }

    /// The ids that a new character must not have: whoever has one of them has conversations or a past, or lies in the trash.
    pub async fn characters_known(&self, session: SessionId) -> Result<Vec<CharacterId>, StoreError> {
        let ids: Vec<String> = sqlx::query_scalar(
            r"
            select character_id from conversations where session_id = ?1
            union
            select character_id from trashed_characters where session_id = ?1
            union
            select character_id from memories where session_id = ?1 and conversation_id is null
            ",
        )
        .bind(session.to_string())
        .fetch_all(&self.reader())
        .await?;
        Ok(ids.iter().filter_map(|id| CharacterId::parse(id).ok()).collect())
    }
}

/// Statements about a session, a character and a thing in the trash, of which the character's own past has one more revision after.
async fn move_past(
    connection: &mut SqliteConnection,
    session: SessionId,
    of: &CharacterId,
    trash_id: &str,
    statements: &[&'static str],
) -> Result<(), StoreError> {
    let mut moved = 0;
    for sql in statements {
        let done = sqlx::query(*sql)
            .bind(session.to_string())
            .bind(of.as_str())
            .bind(trash_id)
            .execute(&mut *connection)
            .await?;
        moved += done.rows_affected();
    }
    if moved > 0 {
        touch(connection, session, of).await?;
    }
    Ok(())
}

async fn conversations_that_go(
    connection: &mut SqliteConnection,
    session: SessionId,
    going: &TrashCharacter<'_>,
) -> Result<Vec<ConversationId>, StoreError> {
    let ids: Vec<String> = sqlx::query_scalar(
        r"
        select id from conversations
        where session_id = ?1 and character_id = ?2 and deleted_at is null and (?3 or met = 0)
        order by id
        ",
    )
    .bind(session.to_string())
    .bind(going.character_id.as_str())
    .bind(going.conversations)
    .fetch_all(connection)
    .await?;
    ids.iter()
        .map(|id| id.parse().map_err(|_| unreadable("a conversation's id")))
        .collect()
}

fn unreadable(what: &str) -> StoreError {
    StoreError::DamagedContent {
        detail: format!("{what} of a character in the trash is unreadable"),
    }
}

impl TryFrom<Row> for TrashedCharacter {
    type Error = StoreError;

    fn try_from(row: Row) -> Result<Self, StoreError> {
        Ok(Self {
            session: row.session_id.parse().map_err(|_| unreadable("the session"))?,
            id: row.id.parse().map_err(|_| unreadable("the id"))?,
            character_id: character(&row.character_id)?,
            name: row.name,
            state: TrashedState::parse(&row.state)?,
            conversations: row.conversations.try_into().unwrap_or(u32::MAX),
            removed_at: time(row.removed_at),
        })
    }
}
