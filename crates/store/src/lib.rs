//! Storage: one SQLite database in the reader's data folder. Every change is one transaction; a change of a transcript names
//! the revision it was made from, and the operation it belongs to, so that a resend changes nothing more.
//!
//! In reading order: opening ([`lock`], `open`, `private`), the connections and how a store that could only be read becomes writable
//! (`connections`, `start`), the tables (`sessions`, `conversations`, `messages`, `alternates`,
//! `operations`, `personas`, `settings`: one file each, SQL beside the function), one turn as a few transactions ([`turns`]), other
//! changes of a transcript (`changes`: what each names; `removals`, `edits`, `branches`), what was removed ([`trash`]) and
//! how its bytes go (`scrub`), whole conversations for save files ([`snapshot`]) and from backups (`library`), finding messages
//! by their words ([`search`]), what is remembered ([`memory`], [`graph`]), long work in many calls (`jobs`), and what can go
//! wrong ([`error`]).
//!
//! Absent on purpose: writing a whole conversation over one that is there, a read that hides an error behind an empty answer,
//! and any query that does not name the session (but [`Store::recover`], which runs before there is a client).

pub mod lock;
mod open;
mod private;

mod connections;
mod start;

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

pub mod memory;

pub mod graph;

mod jobs;

pub mod error;

#[cfg(test)]
mod tests;

use std::sync::Arc;

pub use branches::BranchOff;
pub use changes::{Change, Changed};
pub use conversations::{LastWords, NewConversation};
pub use error::StoreError;
pub use graph::{
    DueMemory, EditMemory, ForgetMemory, GraphMemory, GraphState, KeptVectors, MemoriesOf, NewPastMemory, PastAdded,
    SaidMessage, StoredVectors, VectorsOf,
};
pub use jobs::{JobPlan, NewJob, NewPiece, StoredJob, StoredPiece};
pub use library::Returning;
pub use lock::{FolderLock, LockError};
pub use memory::{
    AsOf, CarryFrom, Commit, ExtractionWork, FinishedExtraction, MemoryChange, MemoryChanged, MemoryPosition,
    MergeFacts, PromptMemory, RememberFact, Sent, StandingSummary, StoredAxis, StoredMemory, Superseded, UpdateFact,
    UsedFacts,
};
pub use personas::{StoredPersona, StoredPicture};
pub use removals::TakenBackWords;
pub use search::{Found, SearchFor};
pub use snapshot::{ImportOperation, NewFamily, Snapshot};
pub use start::{Start, Started};
pub use trash::characters::{TrashCharacter, TrashedCharacter, TrashedState};
pub use trash::{KEPT_FOR, RestoreTrash, Restored, TrashItem, TrashKind};
pub use turns::{BeginReply, BeginTurn, Begun, Ending, Recovered, TakenBack};

/// An open database. Cheap to clone; all clones share the connections.
#[derive(Debug, Clone)]
pub struct Store {
    shared: Arc<connections::Shared>,
}

impl Store {
    /// Lets SQLite check the whole file, and every reference between tables. Takes seconds for a large database.
    pub async fn integrity_check(&self) -> Result<(), StoreError> {
        let findings: Vec<String> = sqlx::query_scalar("pragma integrity_check(10)")
            .fetch_all(&self.reader())
            .await?;
        if findings != ["ok"] {
            return Err(StoreError::DamagedContent {
                detail: findings.join("; "),
            });
        }
        let dangling = sqlx::query("pragma foreign_key_check")
            .fetch_all(&self.reader())
            .await?;
        if !dangling.is_empty() {
            let rows = engine::counted::counted(dangling.len(), "row belongs", "rows belong");
            let detail = format!("{rows} to a row that is missing");
            return Err(StoreError::DamagedContent { detail });
        }
        Ok(())
    }
}
