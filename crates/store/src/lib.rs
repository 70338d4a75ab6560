//! Storage: one SQLite database in the reader's data folder. Every change is one transaction; a change of a transcript names
//! the revision it was made from, and the operation it belongs to, so that a resend changes nothing more.
//!
//! In reading order: opening ([`lock`], `open`), the tables (`sessions`, `conversations`, `messages`, `alternates`,
//! `operations`, `personas`, `settings`: one file each, SQL beside the function), one turn as a few transactions ([`turns`]), other
//! changes of a transcript (`changes`: what each names; `removals`, `edits`, `branches`), what was removed ([`trash`]) and
//! how its bytes go (`scrub`), whole conversations for save files ([`snapshot`]) and from backups (`library`), finding messages
//! by their words ([`search`]), and what can go wrong ([`error`]).
//!
//! Absent on purpose: writing a whole conversation over one that is there, a read that hides an error behind an empty answer,
//! and any query that does not name the session (but [`Store::recover`], which runs before there is a client).

pub mod lock;
mod open;

mod sessions;

mod conversations;

mod alternates;
mod messages;

mod operations;
mod personas;
mod settings;

pub mod turns;

mod changes;

mod branches;
mod edits;
mod removals;
pub mod trash;

mod scrub;

pub mod snapshot;

mod library;

pub mod search;

pub mod error;

#[cfg(test)]
mod tests;

use sqlx::{Sqlite, SqlitePool, Transaction};

pub use branches::BranchOff;
pub use changes::{Change, Changed};
pub use conversations::{LastWords, NewConversation};
pub use error::StoreError;
pub use library::Returning;
pub use lock::{FolderLock, LockError};
pub use personas::{StoredPersona, StoredPicture};
pub use removals::TakenBackWords;
pub use search::{Found, SearchFor};
pub use snapshot::{ImportOperation, NewFamily, Snapshot};
pub use trash::{KEPT_FOR, RestoreTrash, Restored, TrashItem, TrashKind};
pub use turns::{BeginReply, BeginTurn, Begun, Recovered, TakenBack};

/// An open database. Cheap to clone; all clones share the connections.
#[derive(Debug, Clone)]
pub struct Store {
    /// One connection: writes wait for each other here, in order, instead of failing on SQLite's lock.
    writer: SqlitePool,
    /// A few read-only connections; each read sees everything committed before it began.
    reader: SqlitePool,
}

impl Store {
    /// Begins a transaction that may write. Dropped without a commit, it changes nothing.
    async fn write(&self) -> Result<Transaction<'static, Sqlite>, StoreError> {
        Ok(self.writer.begin_with("begin immediate").await?)
    }

    /// Folds the write-ahead log into the database file and closes all connections, after what is under way has ended.
    /// The store is of no use afterwards. Without it nothing is lost either, nor when it fails (say, on a full disk): the next
    /// opening reads the log.
    pub async fn close(&self) -> Result<(), StoreError> {
        let folded = sqlx::query("pragma wal_checkpoint(truncate)")
            .execute(&self.writer)
            .await;
        self.reader.close().await;
        self.writer.close().await;
        folded?;
        Ok(())
    }

    /// Lets SQLite check the whole file, and every reference between tables. Takes seconds for a large database.
    pub async fn integrity_check(&self) -> Result<(), StoreError> {
        let findings: Vec<String> = sqlx::query_scalar("pragma integrity_check(10)")
            .fetch_all(&self.reader)
            .await?;
        if findings != ["ok"] {
            return Err(StoreError::DamagedContent {
                detail: findings.join("; "),
            });
        }
        let dangling = sqlx::query("pragma foreign_key_check").fetch_all(&self.reader).await?;
        if !dangling.is_empty() {
            let detail = format!("{} rows belong to a row that is missing", dangling.len());
            return Err(StoreError::DamagedContent { detail });
        }
        Ok(())
    }
}
