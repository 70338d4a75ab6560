//! What came of a job, and the character that is saved of it.

use engine::ids::{CharacterId, JobId, OperationId, SessionId};
use jiff::Timestamp;

use super::gone_if_none;
use crate::{Store, StoreError};

impl Store {
    /// The draft of a job and its revision; none before there is one.
    pub async fn job_draft(&self, session: SessionId, id: JobId) -> Result<Option<(String, u64)>, StoreError> {
        let row: Option<(Option<String>, i64)> =
            sqlx::query_as("select draft, draft_revision from jobs where session_id = ?1 and id = ?2")
                .bind(session.to_string())
                .bind(id.to_string())
                .fetch_optional(&self.reader())
                .await?;
        let (draft, revision) = row.ok_or(StoreError::JobGone)?;
        Ok(draft.map(|draft| (draft, revision.unsigned_abs())))
    }

    /// Puts a draft in place of the one of `expected_revision`, which 0 stands for none; gives its revision. `JobConflict` when
    /// it has changed meanwhile. One that was saved is to be looked through again: its character is not what it says now.
    pub async fn put_job_draft(
        &self,
        session: SessionId,
        id: JobId,
        (draft, expected_revision): (&str, u64),
        now: Timestamp,
    ) -> Result<u64, StoreError> {
        let mut writing = self.write().await?;
        let actual: Option<i64> =
            sqlx::query_scalar("select draft_revision from jobs where session_id = ?1 and id = ?2")
                .bind(session.to_string())
                .bind(id.to_string())
                .fetch_optional(&mut *writing)
                .await?;
        let actual = actual.ok_or(StoreError::JobGone)?.unsigned_abs();
        if actual != expected_revision {
            return Err(StoreError::JobConflict { actual });
        }
        sqlx::query(
            r"
            update jobs
            set draft = ?3, draft_revision = draft_revision + 1, updated_at = ?4,
                state = case state when 'saved' then 'review' else state end
            where session_id = ?1 and id = ?2
            ",
        )
        .bind(session.to_string())
        .bind(id.to_string())
        .bind(draft)
        .bind(now.as_millisecond())
        .execute(&mut *writing)
        .await?;
        writing.commit().await?;
        Ok(actual + 1)
    }

    /// The character of a draft is about to be saved under this id. Kept first, so that the operation, sent again, finds its file.
    pub async fn begin_saving_job(
        &self,
        session: SessionId,
        id: JobId,
        (character, operation): (&CharacterId, OperationId),
        now: Timestamp,
    ) -> Result<(), StoreError> {
        let mut writing = self.write().await?;
        let changed = sqlx::query(
            "update jobs set character_id = ?3, saved_by = ?4, updated_at = ?5 where session_id = ?1 and id = ?2",
        )
        .bind(session.to_string())
        .bind(id.to_string())
        .bind(character.as_str())
        .bind(operation.to_string())
        .bind(now.as_millisecond())
        .execute(&mut *writing)
        .await?;
        gone_if_none(changed.rows_affected())?;
        Ok(writing.commit().await?)
    }

    /// The character of a job was saved.
    pub async fn finish_job(&self, session: SessionId, id: JobId, now: Timestamp) -> Result<(), StoreError> {
        let mut writing = self.write().await?;
        let changed = sqlx::query(
            "update jobs set state = 'saved', error = null, updated_at = ?3 where session_id = ?1 and id = ?2",
        )
        .bind(session.to_string())
        .bind(id.to_string())
        .bind(now.as_millisecond())
        .execute(&mut *writing)
        .await?;
        gone_if_none(changed.rows_affected())?;
        Ok(writing.commit().await?)
    }
}
