//! Erasing for good: at once for those who read, and in the files once they are scrubbed ([`Store::scrub`]).

use engine::ids::{SessionId, TrashId};
use jiff::Timestamp;

use super::KEPT_FOR;
use crate::{Store, StoreError, scrub};

impl Store {
    /// Erases one thing of the trash for good. `NotFound` when it does not lie there.
    pub async fn erase_from_trash(&self, session: SessionId, id: TrashId) -> Result<(), StoreError> {
        let mut writing = self.write().await?;
        let erased = sqlx::query(
            r"
            delete from conversations
            where session_id = ?1 and deleted_at is not null and id = (
                select conversation_id from trash where session_id = ?1 and id = ?2 and kind = 'conversation'
            )
            ",
        )
        .bind(session.to_string())
        .bind(id.to_string())
        .execute(&mut *writing)
        .await?;
        let removed = sqlx::query("delete from trash where session_id = ?1 and id = ?2")
            .bind(session.to_string())
            .bind(id.to_string())
            .execute(&mut *writing)
            .await?;
        if erased.rows_affected() + removed.rows_affected() == 0 {
            return Err(StoreError::NotFound);
        }
        scrub::note(&mut writing).await?;
        Ok(writing.commit().await?)
    }

    /// Erases everything that lies in a session's trash.
    pub async fn empty_trash(&self, session: SessionId) -> Result<(), StoreError> {
        let mut writing = self.write().await?;
        let mut erased = 0;
        for sql in [
            "delete from conversations where session_id = ?1 and deleted_at is not null",
            "delete from trash where session_id = ?1",
        ] {
            let removed = sqlx::query(sql)
                .bind(session.to_string())
                .execute(&mut *writing)
                .await?;
            erased += removed.rows_affected();
        }
        if erased > 0 {
            scrub::note(&mut writing).await?;
        }
        Ok(writing.commit().await?)
    }

    /// Erases what has lain in any session's trash for [`KEPT_FOR`]; gives how many things that were.
    pub async fn erase_old_trash(&self, now: Timestamp) -> Result<u64, StoreError> {
        let mut writing = self.write().await?;
        let oldest = now.saturating_sub(KEPT_FOR).unwrap_or(Timestamp::MIN).as_millisecond();
        let mut erased = 0;
        for sql in [
            "delete from conversations where deleted_at <= ?1",
            "delete from trash where removed_at <= ?1",
        ] {
            let removed = sqlx::query(sql).bind(oldest).execute(&mut *writing).await?;
            erased += removed.rows_affected();
        }
        if erased > 0 {
            scrub::note(&mut writing).await?;
        }
        writing.commit().await?;
        Ok(erased)
    }
}
