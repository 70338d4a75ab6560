//! Opening: the connections and their settings, the migrations, and what is done with a file that is no database.

pub(crate) mod reading;

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;

use sqlx::migrate::Migrator;
use sqlx::pool::PoolOptions;
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqliteSynchronous};
use sqlx::{ConnectOptions, Connection, Sqlite, SqliteConnection};

use crate::connections::Connections;
use crate::{Store, StoreError, private};

pub(crate) static MIGRATIONS: Migrator = sqlx::migrate!("./migrations");

/// Older ones can lose committed data: a checkpoint that meets a reset of the write-ahead log.
const OLDEST_SQLITE: (u32, u32, u32) = (3, 51, 3);

const READERS: u32 = 4;

/// What SQLite may keep beside a database file.
const COMPANIONS: [&str; 3] = ["-wal", "-shm", "-journal"];

impl Store {
    /// Opens the database at `path`, or makes it when there is none (its folder must exist), and brings it up to date.
    ///
    /// A new database is made under another name and then renamed, so that a file at `path` always has been a whole
    /// database once. One that cannot be opened as such any more is renamed, never deleted, and reported as
    /// [`StoreError::Damaged`]; beginning with an empty one is then the caller's decision.
    pub async fn open(path: &Path) -> Result<Self, StoreError> {
        Ok(Self::with(to_write(path).await?, None))
    }

    /// An empty database that lives as long as the store; for tests.
    pub async fn in_memory() -> Result<Self, StoreError> {
        // A private database belongs to its connection: readers and writer have to be the same one.
        let pool = pool(1).connect_with(options(Path::new(":memory:"))).await?;
        check_version(&mut *pool.acquire().await?).await?;
        MIGRATIONS.run(&pool).await?;
        Ok(Self::with(Connections::to_write(pool.clone(), pool), None))
    }
}

/// See [`Store::open`].
pub(crate) async fn to_write(path: &Path) -> Result<Connections, StoreError> {
    if !is_there(path)? {
        create(path).await?;
    }
    open_existing(path).await
}

/// Whether there is a database. A folder that cannot be looked into is an error: what is in it must not be taken for lost. So is
/// a log without its database.
fn is_there(path: &Path) -> Result<bool, StoreError> {
    if path.try_exists().map_err(disk_error)? {
        return Ok(true);
    }
    if beside(path, "-wal").is_file() {
        return Err(set_aside(
            path,
            "the file is missing, only its write-ahead log is there".to_owned(),
        ));
    }
    Ok(false)
}

async fn create(path: &Path) -> Result<(), StoreError> {
    let unfinished = beside(path, ".new");
    // Left by a program that was killed right here: nothing was ever stored in it.
    for leftover in [unfinished.clone()]
        .into_iter()
        .chain(COMPANIONS.map(|suffix| beside(&unfinished, suffix)))
    {
        if leftover.exists() {
            std::fs::remove_file(&leftover).map_err(disk_error)?;
        }
    }
    let writer = pool(1)
        .connect_with(writing_options(&unfinished).create_if_missing(true))
        .await?;
    let made = async {
        check_version(&mut *writer.acquire().await?).await?;
        MIGRATIONS.run(&writer).await?;
        // Closing folds the log in too, but says nothing when it cannot (on a full disk), and the log is not renamed.
        sqlx::query("pragma wal_checkpoint(truncate)").execute(&writer).await?;
        Ok::<_, StoreError>(())
    }
    .await;
    private::close_files(&unfinished);
    writer.close().await;
    if made.is_err() {
        // On a full disk even this little is missed.
        for suffix in ["", "-wal", "-shm"] {
            let _ = std::fs::remove_file(beside(&unfinished, suffix));
        }
    }
    made?;
    std::fs::rename(&unfinished, path).map_err(disk_error)?;
    sync_folder(path)
}

async fn open_existing(path: &Path) -> Result<Connections, StoreError> {
    if let Err(error) = probe(path).await {
        return Err(set_aside_if_damaged(path, error));
    }
    let writer = pool(1).connect_with(writing_options(path)).await?;
    let ready = async {
        MIGRATIONS.run(&writer).await?;
        // What SQLite makes beside the file from now on has the file's permissions; what is there already has not.
        private::close_files(path);
        Ok::<_, StoreError>(pool(READERS).connect_with(options(path).read_only(true)).await?)
    }
    .await;
    match ready {
        Ok(reader) => Ok(Connections::to_write(writer, reader)),
        Err(error) => {
            writer.close().await;
            Err(set_aside_if_damaged(path, error))
        }
    }
}

/// Reads the file without changing it, over a connection that is closed before the file may be renamed.
async fn probe(path: &Path) -> Result<(), StoreError> {
    let mut connection = options(path).connect().await?;
    let ours = async {
        check_version(&mut connection).await?;
        check_ours(&mut connection).await
    }
    .await;
    let closed = connection.close().await;
    ours?;
    Ok(closed?)
}

/// What every connection has. None of it reads the file, so a damaged one fails in a query and not in connecting.
/// So many rows may wait between the database's thread and the reader's.
const ROWS_AT_ONCE: usize = 512;

fn options(path: &Path) -> SqliteConnectOptions {
    SqliteConnectOptions::new()
        // A reading of many rows comes over in one go, not fifty at a time.
        .row_buffer_size(ROWS_AT_ONCE)
        .filename(path)
        .busy_timeout(Duration::from_secs(5))
        .foreign_keys(true)
        .pragma("trusted_schema", "off")
        .pragma("cell_size_check", "on")
        .pragma("mmap_size", "0")
        // What was deleted is not left to be read from the file.
        .pragma("secure_delete", "on")
}

pub(crate) fn writing_options(path: &Path) -> SqliteConnectOptions {
    options(path)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
}

pub(crate) fn pool(connections: u32) -> PoolOptions<Sqlite> {
    PoolOptions::new()
        .max_connections(connections)
        .idle_timeout(None)
        .max_lifetime(None)
        // SQLite ends a transaction by itself on a full disk; the driver still counts it as open and would refuse every
        // later one. Such a connection is replaced by a new one.
        .before_acquire(|connection: &mut SqliteConnection, _| {
            Box::pin(async move { Ok(!connection.is_in_transaction()) })
        })
}

async fn check_version(connection: &mut SqliteConnection) -> Result<(), StoreError> {
    let version: String = sqlx::query_scalar("select sqlite_version()")
        .fetch_one(&mut *connection)
        .await?;
    require_version(version)
}

fn require_version(version: String) -> Result<(), StoreError> {
    let mut numbers = version.split('.').map(|number| number.parse::<u32>().unwrap_or(0));
    let mut next = || numbers.next().unwrap_or(0);
    if (next(), next(), next()) < OLDEST_SQLITE {
        return Err(StoreError::OldSqlite { version });
    }
    Ok(())
}

/// A file at our path that holds none of our migrations has lost its content: to fill it with empty tables would be to
/// forget everything in silence.
async fn check_ours(connection: &mut SqliteConnection) -> Result<(), StoreError> {
    let tables: i64 = sqlx::query_scalar("select count(*) from sqlite_schema where name = '_sqlx_migrations'")
        .fetch_one(&mut *connection)
        .await?;
    let steps: i64 = match tables {
        0 => 0,
        _ => {
            sqlx::query_scalar("select count(*) from _sqlx_migrations")
                .fetch_one(&mut *connection)
                .await?
        }
    };
    if steps == 0 {
        return Err(StoreError::DamagedContent {
            detail: "the file holds no tables of this program".to_owned(),
        });
    }
    Ok(())
}

fn set_aside_if_damaged(path: &Path, error: StoreError) -> StoreError {
    match error {
        StoreError::DamagedContent { detail } => set_aside(path, detail),
        error => error,
    }
}

/// Renames the database and what lies beside it, so that SQLite would still find them together.
fn set_aside(path: &Path, detail: String) -> StoreError {
    let stamp = jiff::Timestamp::now().strftime("%Y%m%dT%H%M%SZ").to_string();
    let kept = (1..)
        .map(|count| match count {
            1 => beside(path, &format!(".damaged-{stamp}")),
            count => beside(path, &format!(".damaged-{stamp}-{count}")),
        })
        .find(|name| !name.exists() && !COMPANIONS.iter().any(|suffix| beside(name, suffix).exists()));
    let moved = kept.filter(|kept| {
        ["", "-wal", "-shm", "-journal"].iter().all(|suffix| {
            let from = beside(path, suffix);
            match std::fs::rename(&from, beside(kept, suffix)) {
                Ok(()) => true,
                Err(error) => error.kind() == std::io::ErrorKind::NotFound,
            }
        })
    });
    tracing::error!(path = %path.display(), %detail, kept_as = ?moved, "damaged database");
    StoreError::Damaged {
        path: path.to_owned(),
        kept_as: moved,
        detail,
    }
}

fn beside(path: &Path, suffix: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(suffix);
    PathBuf::from(name)
}

pub(crate) fn disk_error(error: std::io::Error) -> StoreError {
    use std::io::ErrorKind;
    match error.kind() {
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => StoreError::Full,
        ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem => StoreError::ReadOnly,
        _ => StoreError::Disk {
            detail: error.to_string(),
        },
    }
}

/// Makes a rename last through a power cut. Other systems than Unix do not let a folder be opened as a file.
fn sync_folder(path: &Path) -> Result<(), StoreError> {
    if cfg!(unix)
        && let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty())
    {
        std::fs::File::open(folder)
            .and_then(|folder| folder.sync_all())
            .map_err(disk_error)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests;
