//! The connections of a store: those that read are always there, the one that writes as soon as writing is possible.

use std::sync::{Arc, PoisonError, RwLock};

use sqlx::{Sqlite, SqlitePool, Transaction};
use tempfile::TempDir;
use tokio::sync::Mutex;

use crate::memory::held::Held;
use crate::settings::HeldSettings;
use crate::start::Later;
use crate::{Store, StoreError};

/// What all clones of a store share.
#[derive(Debug)]
pub(crate) struct Shared {
    connections: RwLock<Connections>,
    /// How writing begins when it was not possible at first. Held while that is tried, so that one tries at a time.
    later: Mutex<Option<Later>>,
    pub held: Held,
    pub settings: HeldSettings,
}

#[derive(Debug, Clone)]
pub(crate) struct Connections {
    /// One connection: writes wait for each other here, in order, instead of failing on SQLite's lock. None while nothing can be
    /// written.
    pub writer: Option<SqlitePool>,
    /// A few read-only connections; each read sees everything committed before it began.
    pub reader: SqlitePool,
    /// Holds the copy that is read, where the database itself could not be; removed with the last of these.
    pub _copy: Option<Arc<TempDir>>,
}

impl Connections {
    pub fn to_write(writer: SqlitePool, reader: SqlitePool) -> Self {
        Self {
            writer: Some(writer),
            reader,
            _copy: None,
        }
    }

    pub fn to_read(reader: SqlitePool) -> Self {
        Self {
            writer: None,
            reader,
            _copy: None,
        }
    }

    /// Closes them, after what is under way has ended.
    pub async fn close(self) {
        self.reader.close().await;
        if let Some(writer) = self.writer {
            writer.close().await;
        }
    }
}

impl Store {
    pub(crate) fn with(connections: Connections, later: Option<Later>) -> Self {
        let shared = Shared {
            connections: RwLock::new(connections),
            later: Mutex::new(later),
            held: Held::default(),
            settings: HeldSettings::default(),
        };
        Self { shared: shared.into() }
    }

    fn connections(&self) -> Connections {
        let connections = self.shared.connections.read();
        connections.unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The connections for reading.
    pub(crate) fn reader(&self) -> SqlitePool {
        self.connections().reader
    }

    /// The connection for writing. Where nothing could be written until now, that is tried again.
    pub(crate) async fn writer(&self) -> Result<SqlitePool, StoreError> {
        if let Some(writer) = self.connections().writer {
            return Ok(writer);
        }
        let mut later = self.shared.later.lock().await;
        // Another one may have succeeded meanwhile.
        if let Some(writer) = self.connections().writer {
            return Ok(writer);
        }
        let begun = later.as_ref().ok_or(StoreError::ReadOnly)?.begin().await?;
        *later = None;
        tracing::info!("the data folder can be written to again");
        let writer = begun.writer.clone().ok_or(StoreError::ReadOnly)?;
        let former = {
            let mut connections = self.shared.connections.write().unwrap_or_else(PoisonError::into_inner);
            std::mem::replace(&mut *connections, begun)
        };
        former.close().await;
        Ok(writer)
    }

    /// Begins a transaction that may write. Dropped without a commit, it changes nothing.
    pub(crate) async fn write(&self) -> Result<Transaction<'static, Sqlite>, StoreError> {
        let writing = self.write_beside_memory().await?;
        self.shared.held.note_change();
        Ok(writing)
    }

    /// As [`Self::write`], for what changes nothing that [`Store::prompt_memory`] reads: no fact, summary, exclusion or axis, nor the
    /// text of a message that was finished.
    pub(crate) async fn write_beside_memory(&self) -> Result<Transaction<'static, Sqlite>, StoreError> {
        Ok(self.writer().await?.begin_with("begin immediate").await?)
    }

    /// Whether changes can be kept now, as far as is known: false after a start on a read-only folder or a full disk, until the
    /// first change that succeeds.
    pub fn is_writable(&self) -> bool {
        self.connections().writer.is_some()
    }

    /// Folds the write-ahead log into the database file and closes all connections, after what is under way has ended.
    /// The store is of no use afterwards. Without it nothing is lost either, nor when it fails (say, on a full disk): the next
    /// opening reads the log.
    pub async fn close(&self) -> Result<(), StoreError> {
        *self.shared.later.lock().await = None;
        let connections = self.connections();
        let folded = match &connections.writer {
            Some(writer) => sqlx::query("pragma wal_checkpoint(truncate)")
                .execute(writer)
                .await
                .map(drop),
            None => Ok(()),
        };
        connections.close().await;
        Ok(folded?)
    }

    /// The connection for writing as it is now, for tests that look behind the store's back.
    #[cfg(test)]
    pub(crate) fn writer_now(&self) -> SqlitePool {
        self.connections().writer.expect("a store that can be written to")
    }
}
