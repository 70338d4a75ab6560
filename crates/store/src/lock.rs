//! One program owns a data folder at a time.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use crate::private;

/// Holds a data folder for this program until it is dropped or the program ends, however it ends.
#[derive(Debug)]
pub struct FolderLock {
    path: PathBuf,
    program: String,
    held: Mutex<Held>,
}

#[derive(Debug)]
enum Held {
    /// Nobody else has the folder.
    ToWrite { _file: File },
    /// The folder cannot be written to. Others may read there too; without a file in it nobody has ever written there.
    ToRead { _file: Option<File> },
}

/// Why a data folder could not be taken.
#[derive(Debug, thiserror::Error)]
pub enum LockError {
    /// `pid` is 0 where the system does not let the holder's name be read.
    #[error(
        "the data folder is in use by {program} (process {pid}); nothing was changed; close it, or give this program another folder"
    )]
    Held { program: String, pid: u32 },
    #[error("the data folder's lock {} cannot be used ({source}); nothing was changed; check the folder's permissions", path.display())]
    Io { path: PathBuf, source: std::io::Error },
}

impl LockError {
    /// Stable, for programs and for the message catalogue.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Held { .. } => "folder_in_use",
            Self::Io { .. } => "folder_unusable",
        }
    }
}

impl FolderLock {
    /// Takes `folder`, which is made when it is missing, for `program` (a name the reader knows it by, one line). Nobody else on
    /// this computer may look into it from then on.
    ///
    /// The name and the process id are written into the folder's file `lock`. The file stays when the lock is released:
    /// deleting it would let two programs hold two different files of that name.
    pub fn take(folder: &Path, program: &str) -> Result<Self, LockError> {
        let path = folder.join("lock");
        std::fs::create_dir_all(folder).map_err(|source| unusable(&path, source))?;
        private::close_folder(folder);
        let file = lock_to_write(&path, program)?;
        private::close_files(&path);
        Ok(Self::holding(path, program, Held::ToWrite { _file: file }))
    }

    /// Takes `folder` as [`FolderLock::take`] does; one that is there and cannot be written to is taken for reading only.
    pub fn take_or_read(folder: &Path, program: &str) -> Result<Self, LockError> {
        match Self::take(folder, program) {
            Err(LockError::Io { path, source }) if forbids_writing(&source) && folder.is_dir() => {
                let file = lock_to_read(&path)?;
                Ok(Self::holding(path, program, Held::ToRead { _file: file }))
            }
            taken => taken,
        }
    }

    /// Makes sure that nobody else has the folder. Does nothing when that is so already.
    pub fn take_to_write(&self) -> Result<(), LockError> {
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        if matches!(*held, Held::ToWrite { .. }) {
            return Ok(());
        }
        // Our own lock for reading would stand in the way.
        *held = Held::ToRead { _file: None };
        match lock_to_write(&self.path, &self.program) {
            Ok(file) => {
                *held = Held::ToWrite { _file: file };
                Ok(())
            }
            Err(error) => {
                *held = Held::ToRead {
                    _file: lock_to_read(&self.path).ok().flatten(),
                };
                Err(error)
            }
        }
    }

    fn holding(path: PathBuf, program: &str, held: Held) -> Self {
        Self {
            path,
            program: program.to_owned(),
            held: Mutex::new(held),
        }
    }
}

fn unusable(path: &Path, source: std::io::Error) -> LockError {
    let path = path.to_owned();
    LockError::Io { path, source }
}

fn forbids_writing(error: &std::io::Error) -> bool {
    use std::io::ErrorKind;
    matches!(
        error.kind(),
        ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem | ErrorKind::StorageFull | ErrorKind::QuotaExceeded
    )
}

fn lock_to_write(path: &Path, program: &str) -> Result<File, LockError> {
    let opened = OpenOptions::new()
        .read(true)
        .write(true)
        .create(true)
        .truncate(false)
        .open(path);
    let mut file = opened.map_err(|source| unusable(path, source))?;
    match file.try_lock() {
        Ok(()) => {
            // The lock holds without a name too, as on a full disk.
            if let Err(error) = name_holder(&mut file, program) {
                tracing::warn!("the program's name could not be written into the lock: {error}");
            }
            Ok(file)
        }
        Err(TryLockError::WouldBlock) => Err(held_by(&mut file)),
        Err(TryLockError::Error(source)) => Err(unusable(path, source)),
    }
}

/// None without a file, and where such a file cannot be locked (some network drives).
fn lock_to_read(path: &Path) -> Result<Option<File>, LockError> {
    let Ok(mut file) = File::open(path) else {
        return Ok(None);
    };
    match file.try_lock_shared() {
        Ok(()) => Ok(Some(file)),
        Err(TryLockError::WouldBlock) => Err(held_by(&mut file)),
        Err(TryLockError::Error(_)) => Ok(None),
    }
}

/// Written over what stands there before that is cut off: on a full disk no new block can be had.
fn name_holder(file: &mut File, program: &str) -> std::io::Result<()> {
    let name = format!("{}\n{}\n", program.replace(['\r', '\n'], " "), std::process::id());
    file.rewind()?;
    file.write_all(name.as_bytes())?;
    file.set_len(name.len() as u64)
}

/// Windows does not let others read a locked file: the holder is then nameless.
fn held_by(file: &mut File) -> LockError {
    let mut bytes = Vec::new();
    let _ = file.take(4096).read_to_end(&mut bytes);
    let text = String::from_utf8_lossy(&bytes);
    let mut lines = text.lines();
    let program = lines
        .next()
        .filter(|name| !name.is_empty())
        .unwrap_or("another program")
        .to_owned();
    let pid = lines.next().and_then(|pid| pid.parse().ok()).unwrap_or(0);
    LockError::Held { program, pid }
}

#[cfg(test)]
mod tests {
    use std::process::{Command, Stdio};
    use std::time::{Duration, Instant};

    use super::*;

    #[test]
    fn a_second_program_is_told_who_holds_the_folder() {
        let folder = tempfile::tempdir().expect("a folder");
        let data = folder.path().join("made").join("when missing");
        let lock = FolderLock::take(&data, "the desktop\napp").expect("the first takes it");
        match FolderLock::take(&data, "serve") {
            Err(error @ LockError::Held { .. }) => {
                let words = error.to_string();
                assert!(words.contains("the desktop app"), "{words}");
                assert!(words.contains(&std::process::id().to_string()), "{words}");
                assert_eq!(error.code(), "folder_in_use");
            }
            other => panic!("{other:?}"),
        }
        drop(lock);
        FolderLock::take(&data, "serve").expect("free again");
        let text = std::fs::read_to_string(data.join("lock")).expect("the lock file stays");
        assert_eq!(text, format!("serve\n{}\n", std::process::id()));
    }

    #[test]
    fn a_folder_that_cannot_be_made_is_a_named_error() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("file");
        std::fs::write(&file, "").expect("a file");
        let error = FolderLock::take(&file, "serve").expect_err("a file is no folder");
        assert_eq!(error.code(), "folder_unusable");
    }

    /// A program that can only read lets others read too, and makes way for nobody who writes.
    #[test]
    fn those_who_read_share_the_folder_and_one_who_writes_has_it_alone() {
        let folder = tempfile::tempdir().expect("a folder");
        drop(FolderLock::take(folder.path(), "an earlier run").expect("free"));
        let path = folder.path().join("lock");
        let reading = |program: &str| {
            let file = lock_to_read(&path).expect("may be read");
            FolderLock::holding(path.clone(), program, Held::ToRead { _file: file })
        };
        let (first, second) = (reading("first"), reading("second"));
        let refused = first.take_to_write().expect_err("the second reads");
        assert_eq!(refused.code(), "folder_in_use");
        FolderLock::take(folder.path(), "third").expect_err("two read");
        drop(second);
        first.take_to_write().expect("alone now");
        first.take_to_write().expect("has it already");
        let refused = lock_to_read(&path).expect_err("the first writes");
        assert!(refused.to_string().contains("first"), "{refused}");
    }

    const FOLDER_OF_CHILD: &str = "STORE_LOCK_TEST_FOLDER";

    /// Run again by the test below as a process of its own; on its own it has no folder to hold.
    #[test]
    fn child_that_holds_the_lock() {
        let Some(folder) = std::env::var_os(FOLDER_OF_CHILD) else {
            return;
        };
        let _lock = FolderLock::take(Path::new(&folder), "the child").expect("free");
        std::fs::write(Path::new(&folder).join("ready"), "").expect("a file");
        std::thread::sleep(Duration::from_secs(60));
    }

    #[test]
    fn a_killed_program_releases_the_folder() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut child = Command::new(std::env::current_exe().expect("this test"))
            .args(["--exact", "lock::tests::child_that_holds_the_lock"])
            .env(FOLDER_OF_CHILD, folder.path())
            .stdout(Stdio::null())
            .spawn()
            .expect("a process");
        let begun = Instant::now();
        while !folder.path().join("ready").exists() {
            assert!(
                begun.elapsed() < Duration::from_secs(30),
                "the child never took the lock"
            );
            std::thread::sleep(Duration::from_millis(10));
        }
        let held = FolderLock::take(folder.path(), "the parent").expect_err("held by the child");
        child.kill().expect("killed");
        child.wait().expect("ended");
        let words = held.to_string();
        assert!(
            words.contains("the child") && words.contains(&child.id().to_string()),
            "{words}"
        );
        FolderLock::take(folder.path(), "the parent").expect("free after the kill");
    }
}
