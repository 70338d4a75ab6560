//! The program's start on its database: what must be written before anything else, and a store that is only read until that
//! is possible.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Weak};

use engine::ids::SessionId;
use jiff::Timestamp;

use crate::connections::Connections;
use crate::lock::{FolderLock, LockError};
use crate::turns::{Recovered, recover};
use crate::{Store, StoreError, open, sessions, trash};

/// How the program starts on a database.
#[derive(Debug, Clone)]
pub struct Start<'a> {
    pub path: &'a Path,
    /// Of the database's folder. The store only borrows it: it ends with the caller's, whatever still holds a clone of the store.
    pub lock: &'a Arc<FolderLock>,
    /// The reader's own session is made under this id when there is none yet.
    pub new_owner: SessionId,
    pub now: Timestamp,
}

/// What a start came to.
#[derive(Debug)]
pub struct Started {
    pub store: Store,
    /// The reader's own session on this machine.
    pub owner: SessionId,
    /// What a killed program had left under way.
    pub recovered: Recovered,
    /// How many things had lain in the trash for [`crate::KEPT_FOR`].
    pub erased: u64,
    /// Why nothing can be written for now. Each later change tries again.
    pub only_read: Option<StoreError>,
}

/// What was written first of all.
struct FirstWrites {
    owner: SessionId,
    recovered: Recovered,
    erased: u64,
}

/// What it takes to begin writing later.
#[derive(Debug)]
pub(crate) struct Later {
    path: PathBuf,
    lock: Weak<FolderLock>,
    owner: SessionId,
}

impl Store {
    /// Opens the database, or makes it, and puts right what a killed program left. On a read-only folder, or a full disk, the
    /// store can be read all the same, and each change tries again to begin writing, so that it works as soon as it can.
    ///
    /// Errors: those of [`Store::open`] that have nothing to do with writing; those of writing when the database cannot be read
    /// either.
    pub async fn start(start: Start<'_>) -> Result<Started, StoreError> {
        let why = match begin_writing(start.path, start.lock, start.new_owner, start.now).await {
            Ok((connections, first)) => {
                return Ok(Started {
                    store: Self::with(connections, None),
                    owner: first.owner,
                    recovered: first.recovered,
                    erased: first.erased,
                    only_read: None,
                });
            }
            Err(error) if error.leaves_reading() => error,
            Err(error) => return Err(error),
        };
        let connections = match open::reading::open(start.path).await {
            Ok(connections) => connections,
            Err(error) if error.leaves_reading() => {
                tracing::warn!("the database cannot be read either: {error}");
                return Err(why);
            }
            Err(error) => return Err(error),
        };
        let known = sessions::find_owner(&mut *connections.reader.acquire().await?).await?;
        let owner = known.unwrap_or(start.new_owner);
        let later = Later {
            path: start.path.to_owned(),
            lock: Arc::downgrade(start.lock),
            owner,
        };
        Ok(Started {
            store: Self::with(connections, Some(later)),
            owner,
            recovered: Recovered::default(),
            erased: 0,
            only_read: Some(why),
        })
    }
}

impl Later {
    /// The connections for writing, once that is possible.
    pub async fn begin(&self) -> Result<Connections, StoreError> {
        // Without the lock the program is ending.
        let lock = self.lock.upgrade().ok_or(StoreError::ReadOnly)?;
        let (connections, first) = begin_writing(&self.path, &lock, self.owner, Timestamp::now()).await?;
        if first.owner == self.owner {
            return Ok(connections);
        }
        connections.close().await;
        Err(StoreError::DamagedContent {
            detail: "the database is another one than at the start of the program".to_owned(),
        })
    }
}

async fn begin_writing(
    path: &Path,
    lock: &FolderLock,
    new_owner: SessionId,
    now: Timestamp,
) -> Result<(Connections, FirstWrites), StoreError> {
    lock.take_to_write().map_err(|error| match error {
        LockError::Io { source, .. } => open::disk_error(source),
        held @ LockError::Held { .. } => StoreError::InUse(held),
    })?;
    let connections = open::to_write(path).await?;
    match write_first(&connections, new_owner, now).await {
        Ok(first) => Ok((connections, first)),
        Err(error) => {
            connections.close().await;
            Err(error)
        }
    }
}

/// All or nothing, and before any turn begins.
async fn write_first(
    connections: &Connections,
    new_owner: SessionId,
    now: Timestamp,
) -> Result<FirstWrites, StoreError> {
    let writer = connections.writer.as_ref().ok_or(StoreError::ReadOnly)?;
    let mut writing = writer.begin_with("begin immediate").await?;
    let first = FirstWrites {
        recovered: recover::end_replies(&mut writing, now).await?,
        erased: trash::erase_old(&mut writing, now).await?,
        owner: sessions::owner(&mut writing, new_owner, now).await?,
    };
    writing.commit().await?;
    Ok(first)
}
