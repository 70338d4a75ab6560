//! Erasing for good: at once for those who read, and in the files once they are scrubbed ([`Store::scrub`]).

use engine::ids::{ConversationId, SessionId, TrashId};
use jiff::Timestamp;
use sqlx::{FromRow, SqliteConnection};

use super::{KEPT_FOR, characters};
use crate::memory::wipe;
use crate::{Store, StoreError, scrub};

/// A thing that goes.
#[derive(FromRow)]
pub(super) struct Going {
    session_id: String,
    id: String,
    conversation_id: String,
    removed_at: i64,
}

impl Store {
    /// Erases one thing of the trash for good, and what was derived from it. Of a character the files are still to be removed, see
    /// [`Store::finish_erasing_character`]. `NotFound` when it does not lie there.
    pub async fn erase_from_trash(&self, session: SessionId, id: TrashId) -> Result<(), StoreError> {
        let mut writing = self.write().await?;
        if characters::begin_one(&mut writing, session, id).await? {
            return Ok(writing.commit().await?);
        }
        let going: Vec<Going> = sqlx::query_as(
            "select session_id, id, conversation_id, removed_at from trash where session_id = ?1 and id = ?2",
        )
        .bind(session.to_string())
        .bind(id.to_string())
        .fetch_all(&mut *writing)
        .await?;
        if going.is_empty() {
            return Err(StoreError::NotFound);
        }
        erase(&mut writing, &going).await?;
        scrub::note(&mut writing).await?;
        Ok(writing.commit().await?)
    }

    /// Erases everything that lies in a session's trash; of characters as [`Store::erase_from_trash`].
    pub async fn empty_trash(&self, session: SessionId) -> Result<(), StoreError> {
        let mut writing = self.write().await?;
        characters::begin_all(&mut writing, session).await?;
        let going: Vec<Going> =
            sqlx::query_as("select session_id, id, conversation_id, removed_at from trash where session_id = ?1")
                .bind(session.to_string())
                .fetch_all(&mut *writing)
                .await?;
        erase(&mut writing, &going).await?;
        if !going.is_empty() {
            scrub::note(&mut writing).await?;
        }
        Ok(writing.commit().await?)
    }

    /// Erases what has lain in any session's trash for [`KEPT_FOR`]; gives how many things that were.
    pub async fn erase_old_trash(&self, now: Timestamp) -> Result<u64, StoreError> {
        let mut writing = self.write().await?;
        let erased = erase_old(&mut writing, now).await?;
        writing.commit().await?;
        Ok(erased)
    }
}

/// See [`Store::erase_old_trash`].
pub(crate) async fn erase_old(connection: &mut SqliteConnection, now: Timestamp) -> Result<u64, StoreError> {
    let oldest = now.saturating_sub(KEPT_FOR).unwrap_or(Timestamp::MIN).as_millisecond();
    let characters = characters::begin_old(connection, oldest).await?;
    let going: Vec<Going> =
        sqlx::query_as("select session_id, id, conversation_id, removed_at from trash where removed_at <= ?1")
            .bind(oldest)
            .fetch_all(&mut *connection)
            .await?;
    erase(connection, &going).await?;
    if !going.is_empty() {
        scrub::note(connection).await?;
    }
    Ok((characters + going.len()) as u64)
}

type Ids = (
    Result<SessionId, uuid::Error>,
    Result<TrashId, uuid::Error>,
    Result<ConversationId, uuid::Error>,
);

/// A whole conversation takes all that belongs to it along, also what was removed from it before.
pub(super) async fn erase(connection: &mut SqliteConnection, going: &[Going]) -> Result<(), StoreError> {
    for thing in going {
        sqlx::query(
            r"
            delete from conversations
            where session_id = ?1 and deleted_at is not null and id = (
                select conversation_id from trash where session_id = ?1 and id = ?2 and kind = 'conversation'
            )
            ",
        )
        .bind(&thing.session_id)
        .bind(&thing.id)
        .execute(&mut *connection)
        .await?;
        sqlx::query("delete from trash where session_id = ?1 and id = ?2")
            .bind(&thing.session_id)
            .bind(&thing.id)
            .execute(&mut *connection)
            .await?;
    }
    for thing in going {
        let ids = (
            thing.session_id.parse(),
            thing.id.parse(),
            thing.conversation_id.parse(),
        );
        let (Ok(session), Ok(trash), Ok(conversation)): Ids = ids else {
            tracing::error!(
                id = thing.id,
                "a thing in the trash had an unreadable id: what was derived from it is left"
            );
            continue;
        };
        wipe::forget_cleared(connection, session, trash).await?;
        wipe::erased(connection, session, conversation, thing.removed_at).await?;
    }
    Ok(())
}
