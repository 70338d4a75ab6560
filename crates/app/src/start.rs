//! The app as a whole: what it holds, how it starts, how it ends without losing anything.

use std::any::Any;
use std::ops::Deref;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use engine::conversation::Conversation;
use engine::ids::SessionId;
use jiff::Timestamp;
use store::{FolderLock, LockError, Start, Started, Store};
use tokio::sync::Mutex;
use uuid::Uuid;

use crate::config;
use crate::door::Door;
use crate::error::{Error, Result};
use crate::events::Events;
use crate::files::handles::Handles;
use crate::folders::Folders;
use crate::library::{self, Library};
use crate::models::{ExtraModel, Models};
use crate::turn::Turns;

/// The model on this computer stops at the end of a batch, which takes a moment on a slow computer.
const MODEL_ENDS_WITHIN: Duration = Duration::from_secs(10);

/// How to start.
pub struct Options {
    pub folders: Folders,
    /// The program's name, told to a second program that wants the same data folder.
    pub program: &'static str,
    /// A model made in code, for tests; none in the product.
    pub extra_model: Option<ExtraModel>,
}

/// The running app; clones share it.
#[derive(Clone)]
pub struct App {
    parts: Arc<Parts>,
    door: Door,
}

/// What the app holds.
pub struct Parts {
    pub folders: Folders,
    pub store: Store,
    pub library: Library,
    pub models: Models,
    pub events: Events,
    pub handles: Handles,
    /// Held while a stored setting is read, changed and put back, so that of two changes at once both stay.
    pub changing: Mutex<()>,
    /// Held while a conversation comes in from a file, so that one that is sent again waits for the first answer.
    pub importing: Mutex<()>,
    pub(crate) turns: Turns,
    pub(crate) memory: crate::memory::Jobs,
    pub(crate) making: crate::making::jobs::Jobs,
    pub(crate) graphs: crate::recall::Graphs,
    owner: SessionId,
    _watcher: Option<Box<dyn Any + Send + Sync>>,
    _lock: Arc<FolderLock>,
}

impl Deref for App {
    type Target = Parts;

    fn deref(&self) -> &Parts {
        &self.parts
    }
}

impl App {
    /// Takes the data folder, opens the database, and puts right what a killed program left. Where nothing can be written, the
    /// app starts for reading, and each change is tried all the same.
    pub async fn start(options: Options) -> Result<Self> {
        let Options {
            folders,
            program,
            extra_model,
        } = options;
        for folder in [
            folders.data.join("characters"),
            folders.data.join("models"),
            folders.data.join("assets").join("characters"),
        ] {
            make_folder(&folder, &folders.data)?;
        }
        let lock =
            Arc::new(FolderLock::take_or_read(&folders.data, program).map_err(|error| locked(error, &folders.data))?);
        let config = config::read(&folders)?;
        for problem in &config.problems {
            tracing::warn!("{problem}");
        }
        let Started { store, owner, .. } = open_store(&folders, &lock).await?;
        let events = Events::new();
        let watcher = library::watch(&folders, events.clone());
        let parts = Parts {
            library: Library::new(folders.clone()),
            models: Models::new(folders.clone(), config, extra_model),
            handles: Handles::new(&folders),
            changing: Mutex::default(),
            importing: Mutex::default(),
            turns: Turns::default(),
            memory: crate::memory::Jobs::default(),
            making: crate::making::jobs::Jobs::default(),
            graphs: crate::recall::Graphs::default(),
            store,
            events,
            owner,
            _watcher: watcher.map(|watcher| Box::new(watcher) as Box<dyn Any + Send + Sync>),
            _lock: lock,
            folders,
        };
        let app = Self {
            parts: Arc::new(parts),
            door: Door::Browser,
        };
        crate::making::jobs::take_up(&app).await;
        crate::characters::removing::end_what_is_under_way(&app).await;
        // Unpacked before the first memories are read.
        tokio::task::spawn_blocking(engine::recall::built_in_table);
        // What was just erased, or could not be scrubbed before; nobody waits for it.
        tokio::spawn({
            let app = app.clone();
            async move { app.scrub().await }
        });
        Ok(app)
    }

    /// Takes the bytes of what was erased out of the database's files, if there are any. What fails is tried again at the next
    /// start.
    pub(crate) async fn scrub(&self) {
        match self.store.scrub().await {
            Ok(true) => {}
            Ok(false) => {
                tracing::warn!("a reader was in the way; what was erased goes from the files at the next start")
            }
            Err(error) => tracing::warn!("what was erased goes from the files at the next start only: {error}"),
        }
    }

    /// The same app, for a command that came in by that door. Without it, the door is the one that may least.
    pub fn at(&self, door: Door) -> Self {
        Self {
            parts: Arc::clone(&self.parts),
            door,
        }
    }

    /// The door by which the present command came in.
    pub fn door(&self) -> Door {
        self.door
    }

    /// The session of this computer's reader: desktop, command line and local browser share it.
    pub fn owner(&self) -> SessionId {
        self.owner
    }

    /// Prepares the chosen model and the memories of a conversation while the reader is still reading.
    pub(crate) fn warm(&self, session: SessionId, conversation: &Conversation) {
        crate::recall::tend(self, session, conversation.id);
        tokio::spawn(crate::turn::prewarm(self.clone(), session, conversation.clone()));
    }

    /// Waits until no reply is being written, memory is at rest and no job is running.
    pub async fn at_rest(&self) {
        self.turns.quiet().await;
        self.memory.quiet().await;
        self.making.quiet().await;
    }

    /// As [`Self::at_rest`], and until nothing is being read into the memory graph: after minutes, where a very long conversation is
    /// read for the first time.
    pub async fn quiet(&self) {
        self.at_rest().await;
        self.graphs.quiet().await;
    }

    /// Ends: replies that are being written are cut short and kept, then the database is closed.
    pub async fn end(&self) {
        self.turns.end();
        self.memory.end();
        self.making.end();
        self.at_rest().await;
        self.graphs.stop_reading();
        self.graphs.quiet().await;
        if tokio::time::timeout(MODEL_ENDS_WITHIN, self.graphs.end())
            .await
            .is_err()
        {
            tracing::warn!("the encoder for recall was still computing when the program ended; nothing is lost");
        }
        if let Err(error) = self.store.close().await {
            tracing::warn!("the database was not closed tidily; nothing is lost: {error}");
        }
        if tokio::time::timeout(MODEL_ENDS_WITHIN, self.models.end())
            .await
            .is_err()
        {
            tracing::warn!("the model on this computer was still computing when the program ended; nothing is lost");
        }
    }
}

/// Opens the database; on a read-only folder or a full disk for reading, and that must not be a secret.
async fn open_store(folders: &Folders, lock: &Arc<FolderLock>) -> Result<Started> {
    let set_aside = folders.set_aside();
    let started = Store::start(Start {
        path: &folders.database(),
        lock,
        new_owner: SessionId(Uuid::now_v7()),
        now: Timestamp::now(),
    })
    .await?;
    if let Some(kept) = set_aside {
        tracing::warn!(
            "the library is empty because its database was damaged; that one was not deleted, it lies at {}",
            kept.display()
        );
    }
    let recovered = started.recovered;
    if recovered.cut_short + recovered.unanswered > 0 {
        tracing::info!(?recovered, "the program had been closed in the middle of a turn");
    }
    if started.erased > 0 {
        tracing::info!(started.erased, "what had lain in the trash for 30 days is erased");
    }
    match &started.only_read {
        Some(reason) => tracing::warn!("everything can be read, but nothing can be changed for now: {reason}"),
        None => index_in_background(started.store.clone()),
    }
    Ok(started)
}

/// After an update of the program there may be much to index, and nobody waits for it.
fn index_in_background(store: Store) {
    tokio::spawn(async move {
        if let Err(error) = store.update_search_index().await {
            tracing::warn!("the search index is not up to date yet; a search tries again: {error}");
        }
    });
}

/// The folders are for the reader to put things into: where nothing can be put into the data folder, they may be missing.
fn make_folder(folder: &Path, data: &Path) -> Result<()> {
    match std::fs::create_dir_all(folder) {
        Err(error) if !data.is_dir() => Err(Error::new(
            "data_folder_unusable",
            format!(
                "The folder {}, in which your data are kept, cannot be made: {}. Nothing was changed. Put that right and start again, or \
                 name another folder with CHARACTERCHAT_HOME.",
                data.display(),
                reason(&error)
            ),
        )),
        Err(error) => {
            tracing::warn!("the folder {} cannot be made: {error}", folder.display());
            Ok(())
        }
        Ok(()) => Ok(()),
    }
}

fn reason(error: &std::io::Error) -> String {
    use std::io::ErrorKind;
    match error.kind() {
        ErrorKind::PermissionDenied => "you may not write to the folder above it".to_owned(),
        ErrorKind::ReadOnlyFilesystem => "its disk can only be read".to_owned(),
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => "its disk is full".to_owned(),
        ErrorKind::NotADirectory | ErrorKind::AlreadyExists => "a file stands in its way".to_owned(),
        _ => error.to_string(),
    }
}

fn locked(error: LockError, folder: &Path) -> Error {
    match error {
        LockError::Held { program, pid } => Error::new(
            "data_folder_in_use",
            format!(
                "{program} is already running (process {pid}) and has {} open. Go on there, or close it and start again. Nothing was changed.",
                folder.display()
            ),
        ),
        other => Error::new("data_folder_unusable", format!("{}: {other}", folder.display())),
    }
}

#[cfg(test)]
mod tests;
