//! Opening a database that cannot be written to. SQLite needs more than the file for that: the write-ahead log holds what was
//! committed last, and reading through a log takes a second file beside it, which may be missing.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use sqlx::sqlite::SqliteConnectOptions;
use tempfile::TempDir;

use super::{
    MIGRATIONS, READERS, beside, check_ours, check_version, disk_error, is_there, options, pool, writing_options,
};
use crate::StoreError;
use crate::connections::Connections;

/// The connections for reading the database at `path`; without one, those of an empty database in memory.
///
/// With all that was committed, always: as it lies where SQLite can read through its log, and where there is no log; else from a copy in the computer's folder for temporary files, which also takes the steps that an older
/// database lacks.
pub(crate) async fn open(path: &Path) -> Result<Connections, StoreError> {
    if !is_there(path)? {
        return empty().await;
    }
    let opened = as_it_lies_or_copied(path).await;
    opened.map_err(|error| match error {
        StoreError::DamagedContent { detail } => StoreError::Damaged {
            path: path.to_owned(),
            kept_as: None,
            detail,
        },
        error => error,
    })
}

async fn as_it_lies_or_copied(path: &Path) -> Result<Connections, StoreError> {
    let read_only = options(path).read_only(true);
    let opened = if has_own_index(path) {
        as_it_lies(read_only).await
    } else if has_no_log(path) {
        as_it_lies(read_only.immutable(true)).await
    } else {
        Ok(None)
    };
    match opened {
        Ok(Some(connections)) => Ok(connections),
        Ok(None) => copied(path).await,
        Err(error) if error.leaves_reading() => copied(path).await,
        Err(error) => Err(error),
    }
}

/// Whether SQLite's index of the log is there and can be changed, as on a disk that is only full. One that cannot be changed
/// would be shared with the connection that is to write later, which could then never do so.
fn has_own_index(path: &Path) -> bool {
    File::options().write(true).open(beside(path, "-shm")).is_ok()
}

/// None when the database lacks the latest steps.
async fn as_it_lies(options: SqliteConnectOptions) -> Result<Option<Connections>, StoreError> {
    let reader = pool(READERS).connect_with(options).await?;
    let latest = async {
        let mut connection = reader.acquire().await?;
        check_version(&mut connection).await?;
        check_ours(&mut connection).await?;
        let steps: Vec<i64> = sqlx::query_scalar("select version from _sqlx_migrations")
            .fetch_all(&mut *connection)
            .await?;
        if let Some(step) = steps.iter().find(|step| !MIGRATIONS.version_exists(**step)) {
            return Err(StoreError::Newer { step: *step });
        }
        Ok(MIGRATIONS.iter().all(|step| steps.contains(&step.version)))
    }
    .await;
    if let Ok(true) = latest {
        return Ok(Some(Connections::to_read(reader)));
    }
    reader.close().await;
    latest.map(|_| None)
}

/// Nothing that was committed lies beside the file.
fn has_no_log(path: &Path) -> bool {
    ["-wal", "-journal"].iter().all(|suffix| {
        std::fs::metadata(beside(path, suffix)).map_or_else(
            |error| error.kind() == std::io::ErrorKind::NotFound,
            |found| !found.is_file() || found.len() == 0,
        )
    })
}

async fn copied(path: &Path) -> Result<Connections, StoreError> {
    let mut failure = StoreError::Full;
    for place in places() {
        match copied_into(path, &place).await {
            Ok(connections) => return Ok(connections),
            Err(error) if error.leaves_reading() => failure = error,
            Err(error) => return Err(error),
        }
    }
    Err(failure)
}

/// Where a copy may lie. On a full disk there may still be room in memory.
fn places() -> Vec<PathBuf> {
    let mut places = vec![std::env::temp_dir()];
    if cfg!(target_os = "linux") {
        places.push(PathBuf::from("/dev/shm"));
    }
    places
}

async fn copied_into(path: &Path, place: &Path) -> Result<Connections, StoreError> {
    let folder = copy_files(path, place).map_err(disk_error)?;
    let copy = folder.path().join(COPY);
    let writer = pool(1).connect_with(writing_options(&copy)).await?;
    let up_to_date = MIGRATIONS.run(&writer).await;
    writer.close().await;
    up_to_date?;
    let reader = pool(READERS).connect_with(options(&copy).read_only(true)).await?;
    let mut connections = Connections::to_read(reader);
    connections._copy = Some(Arc::new(folder));
    Ok(connections)
}

const COPY: &str = "copy.sqlite";

/// In a folder that only its owner can look into. The copies are new files, as copied permissions would forbid to write them.
fn copy_files(path: &Path, place: &Path) -> std::io::Result<TempDir> {
    let folder = tempfile::Builder::new().prefix("characterchat-").tempdir_in(place)?;
    for suffix in ["", "-wal", "-journal"] {
        let from = beside(path, suffix);
        if from.is_file() {
            let mut to = File::create_new(beside(&folder.path().join(COPY), suffix))?;
            std::io::copy(&mut File::open(from)?, &mut to)?;
        }
    }
    Ok(folder)
}

async fn empty() -> Result<Connections, StoreError> {
    let reader = pool(1).connect_with(options(Path::new(":memory:"))).await?;
    MIGRATIONS.run(&reader).await?;
    Ok(Connections::to_read(reader))
}
