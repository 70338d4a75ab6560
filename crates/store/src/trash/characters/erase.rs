//! Erasing a character for good, in two steps around the removal of its files: first what it is made of, then what else was kept of
//! it.

use engine::ids::{SessionId, TrashId};
use sqlx::SqliteConnection;

use crate::trash::erase::{Going, erase};
use crate::{Store, StoreError, scrub};

macro_rules! of {
    ($which:literal) => {
        concat!("select session_id, id from trashed_characters where ", $which)
    };
}

/// One of a session; whether it lies there.
pub(crate) async fn begin_one(
    connection: &mut SqliteConnection,
    session: SessionId,
    id: TrashId,
) -> Result<bool, StoreError> {
    let found: Option<(String, String)> = sqlx::query_as(of!("session_id = ?1 and id = ?2"))
        .bind(session.to_string())
        .bind(id.to_string())
        .fetch_optional(&mut *connection)
        .await?;
    let lies = found.is_some();
    begin(connection, found.into_iter().collect()).await?;
    Ok(lies)
}

/// All of a session; how many there are.
pub(crate) async fn begin_all(connection: &mut SqliteConnection, session: SessionId) -> Result<usize, StoreError> {
    let found = sqlx::query_as(of!("session_id = ?1"))
        .bind(session.to_string())
        .fetch_all(&mut *connection)
        .await?;
    begin(connection, found).await
}

/// Those of any session that went before a time, in milliseconds since 1970; how many there are.
pub(crate) async fn begin_old(connection: &mut SqliteConnection, oldest: i64) -> Result<usize, StoreError> {
    let found = sqlx::query_as(of!("removed_at <= ?1 and state <> 'erasing'"))
        .bind(oldest)
        .fetch_all(&mut *connection)
        .await?;
    begin(connection, found).await
}

/// Their own pasts and the conversations that went along are gone.
async fn begin(connection: &mut SqliteConnection, characters: Vec<(String, String)>) -> Result<usize, StoreError> {
    for (session, id) in &characters {
        let along: Vec<Going> = sqlx::query_as(
            "select session_id, id, conversation_id, removed_at from trash where session_id = ?1 and went_with = ?2",
        )
        .bind(session)
        .bind(id)
        .fetch_all(&mut *connection)
        .await?;
        erase(connection, &along).await?;
        for sql in [
            "delete from trashed_memories where session_id = ?1 and trash_id = ?2",
            "update trashed_characters set state = 'erasing' where session_id = ?1 and id = ?2",
        ] {
            sqlx::query(sql)
                .bind(session)
                .bind(id)
                .execute(&mut *connection)
                .await?;
        }
    }
    if !characters.is_empty() {
        scrub::note(connection).await?;
    }
    Ok(characters.len())
}

/// What is kept of a character `?2` beside its own past and its jobs. Conversations stay, but what was sent for their replies holds its
/// file and its past; what was forgotten stays forgotten, of which only hashes are kept.
const OF_CHARACTER: [&str; 3] = [
    "delete from facts where session_id = ?1 and character_id = ?2 and scope = 'character'",
    "delete from axis_consents where session_id = ?1 and character_id = ?2",
    r"
    delete from prompt_records
    where session_id = ?1
        and conversation_id in (select id from conversations where session_id = ?1 and character_id = ?2)
    ",
];

impl Store {
    /// The files and jobs of a character that was being erased are gone, and so is everything else that was kept of it, in the files once
    /// they are scrubbed. Where another one `lives` under its id, or lies in the trash, what is kept belongs to that one. `NotFound` when
    /// it is not being erased.
    pub async fn finish_erasing_character(
        &self,
        session: SessionId,
        id: TrashId,
        lives: bool,
    ) -> Result<(), StoreError> {
        let mut writing = self.write().await?;
        let character: Option<String> = sqlx::query_scalar(
            "delete from trashed_characters where session_id = ?1 and id = ?2 and state = 'erasing' returning character_id",
        )
        .bind(session.to_string())
        .bind(id.to_string())
        .fetch_optional(&mut *writing)
        .await?;
        let character = character.ok_or(StoreError::NotFound)?;
        if !lives {
            for sql in OF_CHARACTER {
                sqlx::query(sql)
                    .bind(session.to_string())
                    .bind(&character)
                    .execute(&mut *writing)
                    .await?;
            }
        }
        scrub::note(&mut writing).await?;
        Ok(writing.commit().await?)
    }
}
