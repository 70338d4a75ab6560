//! One program owns a data folder at a time.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Seek, Write};
use std::path::{Path, PathBuf};

/// Holds a data folder for this program until it is dropped or the program ends, however it ends.
#[derive(Debug)]
pub struct FolderLock {
    _file: File,
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
    /// Takes `folder`, which is made when it is missing, for `program` (a name the reader knows it by, one line).
    ///
    /// The name and the process id are written into the folder's file `lock`. The file stays when the lock is released:
    /// deleting it would let two programs hold two different files of that name.
    pub fn take(folder: &Path, program: &str) -> Result<Self, LockError> {
        let path = folder.join("lock");
        let unusable = |source| LockError::Io {
            path: path.clone(),
            source,
        };
        std::fs::create_dir_all(folder).map_err(unusable)?;
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(&path)
            .map_err(unusable)?;
        match file.try_lock() {
            Ok(()) => {
                name_holder(&mut file, program).map_err(unusable)?;
                Ok(Self { _file: file })
            }
            Err(TryLockError::WouldBlock) => Err(held_by(&mut file)),
            Err(TryLockError::Error(source)) => Err(unusable(source)),
        }
    }
}

fn name_holder(file: &mut File, program: &str) -> std::io::Result<()> {
    file.set_len(0)?;
    file.rewind()?;
    writeln!(file, "{}\n{}", program.replace(['\r', '\n'], " "), std::process::id())?;
    file.flush()
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
