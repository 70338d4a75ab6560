//! Making what was erased unreadable in the files, too.
//!
//! SQLite frees what is deleted and leaves its bytes. `secure_delete` overwrites them, but a row that has moved between pages may
//! have left a copy behind; the search index keeps the words of removed messages until its parts are merged; and the
//! write-ahead log holds former pages. So the index is merged, the database written anew and the log emptied.

use sqlx::Row;

use crate::{Store, StoreError};

/// The header's field `user_version`, which the program uses for nothing else: something was erased, and its bytes may still
/// be there.
const DUE: &str = "pragma user_version = 1";
const DONE: &str = "pragma user_version = 0";

impl Store {
    /// Whether something was erased since the files were last scrubbed.
    pub async fn needs_scrubbing(&self) -> Result<bool, StoreError> {
        let due: i64 = sqlx::query_scalar("pragma user_version")
            .fetch_one(&self.reader())
            .await?;
        Ok(due != 0)
    }

    /// Writes the database anew without what was erased from it, if that is due. Takes seconds for a large database, during which
    /// others who want to write wait, and for a while as much room again. False when somebody was reading an older state to the
    /// end; it is then still due, and so it is after an error.
    pub async fn scrub(&self) -> Result<bool, StoreError> {
        if !self.needs_scrubbing().await? {
            return Ok(true);
        }
        let writer = self.writer().await?;
        self.update_search_index().await?;
        sqlx::query("insert into search_words (search_words) values ('optimize')")
            .execute(&writer)
            .await?;
        sqlx::query("vacuum").execute(&writer).await?;
        let emptied = sqlx::query("pragma wal_checkpoint(truncate)")
            .fetch_one(&writer)
            .await?;
        let was_busy: i64 = emptied.try_get(0)?;
        if was_busy != 0 {
            return Ok(false);
        }
        sqlx::query(DONE).execute(&writer).await?;
        Ok(true)
    }
}

/// Notes, in the transaction that erases, that the files are to be scrubbed.
pub(crate) async fn note(connection: &mut sqlx::SqliteConnection) -> Result<(), StoreError> {
    sqlx::query(DUE).execute(connection).await?;
    Ok(())
}
