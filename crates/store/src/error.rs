//! What can go wrong, in words for the reader and as a stable code for programs.

use std::path::PathBuf;

use sqlx::error::{DatabaseError, ErrorKind};
use sqlx::migrate::MigrateError;

use crate::lock::LockError;

/// Why a read or a change did not happen. A change that fails has changed nothing.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// Also the answer for what belongs to another session.
    #[error("this conversation or message does not exist (any more); nothing was changed; reload the page")]
    NotFound,
    #[error(
        "the conversation has changed elsewhere and is now at revision {actual}; nothing of this change was kept; reload \
         the conversation and try again"
    )]
    Conflict { actual: u64 },
    #[error("a reply is still being written in this conversation; nothing was changed; wait for its end or stop it")]
    Busy,
    #[error(
        "there is neither a reply that was cut short nor a message without a reply; nothing was changed; say something new"
    )]
    NothingToContinue,
    #[error("the last message is not a reply to something you said; nothing was changed; say something new")]
    NothingToRetry,
    #[error("there is nothing that you said in this conversation (any more); nothing was changed")]
    NothingToTakeBack,
    #[error(
        "what is remembered has changed meanwhile and is now at memory revision {actual}; nothing of this change was kept; \
         look at it again and repeat the change"
    )]
    MemoryConflict { actual: u64 },
    #[error("this job is not there (any more); nothing was changed; look at the list again")]
    JobGone,
    #[error("this job is running; nothing was changed; pause it first")]
    JobRuns,
    #[error(
        "the draft has changed meanwhile and is now at revision {actual}; nothing of this change was kept; look at it again and \
         repeat the change"
    )]
    JobConflict { actual: u64 },
    #[error("this fact is not remembered (any more); nothing was changed; look at the list again")]
    FactGone,
    #[error("a fact has 1 to 500 characters; nothing was changed; make it shorter, or say something")]
    BadFact,
    #[error(
        "60 pinned facts are kept here already, those of the character included; nothing was changed; unpin or forget one first"
    )]
    TooManyFacts,
    #[error(
        "a memory has a text of 1 to 4000 characters, which can be changed only of the character's own past, and a priority from 0 \
         to 1; nothing was changed"
    )]
    BadMemory,
    #[error("another memory has these words already; nothing was changed; write other words, or forget one of the two")]
    MemoryKnown,
    #[error("this side of the relationship always takes part; nothing was changed; lock it to keep it as it is")]
    AxisAlwaysOn,
    #[error(
        "this program was built with SQLite {version}, which can lose data; the database was not opened; use a build with \
         SQLite 3.51.3 or newer"
    )]
    OldSqlite { version: String },
    #[error(
        "the database is from a newer version of this program (its step {step} is unknown here); it was left as it is; \
         use that version"
    )]
    Newer { step: i64 },
    /// The file cannot be opened as a database of this program. It was moved away, not deleted.
    #[error(
        "the database {} is damaged ({detail}); {}; bring back a backup or begin with an empty database",
        path.display(),
        kept_words(kept_as.as_ref())
    )]
    Damaged {
        path: PathBuf,
        kept_as: Option<PathBuf>,
        detail: String,
    },
    /// The database opens, but something in it is unreadable.
    #[error(
        "part of the database is damaged ({detail}); the file was left as it is and nothing was changed; export what can \
         be read and bring back a backup"
    )]
    DamagedContent { detail: String },
    /// Another program has begun to write to the data folder, which this one could only read until now.
    #[error(transparent)]
    InUse(LockError),
    #[error("the disk is full; this change was not kept, everything before it was; make room and try again")]
    Full,
    #[error(
        "the data folder cannot be written to; this change was not kept, everything before it was; check the folder's \
         permissions and that its disk is not read-only, then try again"
    )]
    ReadOnly,
    #[error(
        "the disk reported an error ({detail}); this change was not kept, everything before it was; check the disk and try again"
    )]
    Disk { detail: String },
    #[error("the database reported an error ({0}); this change was not kept, everything before it was; try again")]
    Sqlx(#[source] sqlx::Error),
    #[error(
        "the database could not be brought up to date ({0}); it was left as it was; report this and use the version before"
    )]
    Migration(#[source] MigrateError),
}

fn kept_words(kept_as: Option<&PathBuf>) -> String {
    match kept_as {
        Some(path) => format!("it was kept as {}", path.display()),
        None => "it was left where it is".to_owned(),
    }
}

impl StoreError {
    /// Whether only writing is impossible, so that what was stored can still be read.
    pub fn leaves_reading(&self) -> bool {
        matches!(self, Self::Full | Self::ReadOnly | Self::Disk { .. } | Self::InUse(_))
    }

    /// Stable, for programs and for the message catalogue.
    pub fn code(&self) -> &'static str {
        match self {
            Self::NotFound => "not_found",
            Self::Conflict { .. } => "conflict",
            Self::Busy => "busy",
            Self::NothingToContinue => "nothing_to_continue",
            Self::NothingToRetry => "nothing_to_retry",
            Self::NothingToTakeBack => "nothing_to_take_back",
            Self::MemoryConflict { .. } => "memory_conflict",
            Self::FactGone => "fact_gone",
            Self::JobGone => "job_gone",
            Self::JobRuns => "job_runs",
            Self::JobConflict { .. } => "job_conflict",
            Self::BadFact => "bad_fact",
            Self::TooManyFacts => "too_many_facts",
            Self::BadMemory => "bad_memory",
            Self::MemoryKnown => "memory_known",
            Self::AxisAlwaysOn => "axis_always_on",
            Self::Damaged { .. } | Self::DamagedContent { .. } => "storage_damaged",
            Self::InUse(held) => held.code(),
            Self::Full => "storage_full",
            Self::ReadOnly => "storage_read_only",
            Self::OldSqlite { .. } | Self::Newer { .. } | Self::Disk { .. } | Self::Sqlx(_) | Self::Migration(_) => {
                "storage_error"
            }
        }
    }
}

// Result codes, from https://www.sqlite.org/rescode.html; the low byte of an extended code is the primary one.
const READONLY: i32 = 8;
const IOERR: i32 = 10;
const CORRUPT: i32 = 11;
const FULL: i32 = 13;
const CANTOPEN: i32 = 14;
const NOTADB: i32 = 26;
/// The shared-memory file beside the database could not grow: in practice a full disk.
const IOERR_SHMSIZE: i32 = 4874;

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
        let Some(database) = error.as_database_error() else {
            return Self::Sqlx(error);
        };
        // Each foreign key leads towards the session or the conversation that was named.
        if database.kind() == ErrorKind::ForeignKeyViolation {
            return Self::NotFound;
        }
        let detail = database.message().to_owned();
        let code = result_code(database);
        match (code, code & 0xff) {
            (IOERR_SHMSIZE, _) | (_, FULL) => Self::Full,
            (_, READONLY | CANTOPEN) => Self::ReadOnly,
            (_, CORRUPT | NOTADB) => Self::DamagedContent { detail },
            (_, IOERR) => Self::Disk { detail },
            _ => Self::Sqlx(error),
        }
    }
}

impl From<MigrateError> for StoreError {
    fn from(error: MigrateError) -> Self {
        match error {
            MigrateError::Execute(error) | MigrateError::ExecuteMigration(error, _) => error.into(),
            MigrateError::VersionMissing(step) => Self::Newer { step },
            error => Self::Migration(error),
        }
    }
}

fn result_code(error: &dyn DatabaseError) -> i32 {
    error.code().and_then(|code| code.parse().ok()).unwrap_or(0)
}
