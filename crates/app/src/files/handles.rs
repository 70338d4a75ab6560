//! What a browser gets instead of a path: a handle, good once, for one session, in this run of the program.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use engine::ids::SessionId;
use engine::save_file::limits;
use tempfile::TempPath;

use super::names::{numbered, shown_name};
use super::unfinished::Unfinished;
use super::{not_read, not_written};
use crate::error::{Error, Result};
use crate::folders::Folders;

/// Files of a kind that wait in one session; the longest waiting goes first.
const WAITING: usize = 8;
/// How long one waits.
const PATIENCE: Duration = Duration::from_secs(3_600);

/// Which way a file goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
    /// To a command that reads it.
    In,
    /// To the browser.
    Out,
}

/// The files that wait for one reading. They are removed when they were read, when their time is over, and when the program
/// starts.
#[derive(Debug)]
pub struct Handles {
    folder: PathBuf,
    waiting: Mutex<Vec<Waiting>>,
    /// Names that downloads of this run have.
    given: Mutex<HashSet<String>>,
}

#[derive(Debug)]
struct Waiting {
    handle: String,
    session: SessionId,
    way: Way,
    since: Instant,
    file: Passing,
}

/// A file on its way. Dropped, it is removed.
#[derive(Debug)]
pub struct Passing {
    pub path: TempPath,
    /// For showing.
    pub name: String,
    pub bytes: u64,
}

impl Handles {
    /// Clears away what an earlier run left.
    pub fn new(folders: &Folders) -> Self {
        let folder = folders.data.join("passing");
        if let Err(error) = std::fs::remove_dir_all(&folder)
            && error.kind() != std::io::ErrorKind::NotFound
        {
            tracing::warn!("files of an earlier run could not be removed: {error}");
        }
        Self {
            folder,
            waiting: Mutex::default(),
            given: Mutex::default(),
        }
    }

    /// A file in the folder of files on their way.
    pub(super) fn begin(&self) -> Result<Unfinished> {
        Unfinished::begin(self.folder()?).map_err(|error| not_written(&error))
    }

    /// The folder of files on their way; cleared when the program starts.
    pub(super) fn folder(&self) -> Result<&Path> {
        std::fs::create_dir_all(&self.folder).map_err(|error| not_written(&error))?;
        Ok(&self.folder)
    }

    /// A name that no other download of this run has.
    pub(super) fn unused_name(&self, name: &str) -> String {
        let mut given = self.given.lock().unwrap_or_else(PoisonError::into_inner);
        let mut unused = name.to_owned();
        let mut number = 1;
        while !given.insert(unused.clone()) {
            number += 1;
            unused = numbered(name, number);
        }
        unused
    }

    /// Lets a whole file wait; gives its handle.
    pub(super) fn offer(&self, session: SessionId, way: Way, file: Passing) -> Result<String> {
        let mut bytes = [0_u8; 16];
        getrandom::fill(&mut bytes).map_err(|error| Error::new("internal", format!("no random numbers: {error}")))?;
        let handle: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        waiting.retain(|file| file.since.elapsed() < PATIENCE);
        let of_this_kind = |file: &Waiting| file.session == session && file.way == way;
        if waiting.iter().filter(|file| of_this_kind(file)).count() >= WAITING
            && let Some(oldest) = waiting.iter().position(of_this_kind)
        {
            waiting.remove(oldest);
        }
        waiting.push(Waiting {
            handle: handle.clone(),
            session,
            way,
            since: Instant::now(),
            file,
        });
        Ok(handle)
    }

    /// The file of a handle, which is of no use afterwards. Another session's handle is as good as none.
    pub fn take(&self, session: SessionId, way: Way, handle: &str) -> Option<Passing> {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        waiting.retain(|file| file.since.elapsed() < PATIENCE);
        let at = waiting
            .iter()
            .position(|file| file.handle == handle && file.session == session && file.way == way)?;
        Some(waiting.remove(at).file)
    }

    /// Begins to take in a file.
    pub fn upload(&self) -> Result<Upload> {
        Ok(Upload { file: self.begin()? })
    }
}

/// A file that is coming in.
#[derive(Debug)]
pub struct Upload {
    file: Unfinished,
}

impl Upload {
    /// Takes the next bytes. An error keeps nothing of the file.
    pub async fn write(&mut self, bytes: &[u8]) -> Result<()> {
        if self.file.bytes() + bytes.len() as u64 > limits::FILE_BYTES {
            return Err(Error::new(
                "too_large",
                format!(
                    "The file is larger than {} MB. Nothing was kept of it; choose a smaller file.",
                    limits::FILE_BYTES >> 20
                ),
            ));
        }
        self.file.write(bytes).await.map_err(|error| not_written(&error))
    }

    /// The file is whole; gives its handle. `name` is for showing only.
    pub async fn finish(self, handles: &Handles, session: SessionId, name: &str) -> Result<String> {
        let bytes = self.file.bytes();
        let named = self.file.whole().await.map_err(|error| not_written(&error))?;
        let file = Passing {
            path: named.into_temp_path(),
            name: shown_name(name),
            bytes,
        };
        handles.offer(session, Way::In, file)
    }
}

/// No file waits under this handle.
pub fn no_such_handle() -> Error {
    let reason = std::io::Error::new(std::io::ErrorKind::NotFound, "it was read already, or too long ago");
    Error::new("not_found", not_read(&reason).message)
}
