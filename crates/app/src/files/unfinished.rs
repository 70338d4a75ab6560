//! A file that is being written. It has its name only once it is whole and on the disk; before that, and after any failure,
//! there is nothing under the name.

use std::io::{Error, ErrorKind, Result};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;
use tokio::io::AsyncWriteExt;

use super::names::numbered;

/// Names that are tried before giving up.
const MOST_NUMBERS: u32 = 10_000;

/// A file without a name yet. Dropped, it is removed.
#[derive(Debug)]
pub struct Unfinished {
    named: NamedTempFile,
    file: tokio::fs::File,
    bytes: u64,
}

impl Unfinished {
    /// In the folder where it is going to stay: a name can be given only on the same disk.
    pub fn begin(folder: &Path) -> Result<Self> {
        let named = tempfile::Builder::new()
            .prefix(".unfinished-")
            .suffix(".part")
            .tempfile_in(folder)?;
        let file = tokio::fs::File::from_std(named.reopen()?);
        Ok(Self { named, file, bytes: 0 })
    }

    pub async fn write(&mut self, bytes: &[u8]) -> Result<()> {
        self.file.write_all(bytes).await?;
        self.bytes += bytes.len() as u64;
        Ok(())
    }

    /// How many bytes were written.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Makes sure that everything written is on the disk; gives the file that holds it, still without a name.
    pub async fn whole(mut self) -> Result<NamedTempFile> {
        self.file.flush().await?;
        self.file.sync_all().await?;
        Ok(self.named)
    }

    /// Gives the file its name; where that is taken, with a number. Nothing is ever replaced.
    pub async fn finish(self, name: &str) -> Result<PathBuf> {
        let name = name.to_owned();
        let named = self.whole().await?;
        tokio::task::spawn_blocking(move || give_name(named, &name))
            .await
            .map_err(Error::other)?
    }
}

/// Gives a whole file its name beside where it is.
pub fn give_name(mut named: NamedTempFile, name: &str) -> Result<PathBuf> {
    let folder = named.path().parent().map(Path::to_path_buf).unwrap_or_default();
    for number in 1..MOST_NUMBERS {
        let path = match number {
            1 => folder.join(name),
            number => folder.join(numbered(name, number)),
        };
        match named.persist_noclobber(&path) {
            Ok(_) => {
                sync_folder(&folder)?;
                return Ok(path);
            }
            Err(failed) if failed.error.kind() == ErrorKind::AlreadyExists => named = failed.file,
            Err(failed) => return Err(failed.error),
        }
    }
    Err(Error::new(ErrorKind::AlreadyExists, "all names of this kind are taken"))
}

/// Without this the new name may be gone after a power cut. Where folders cannot be opened, it cannot be done.
pub fn sync_folder(folder: &Path) -> Result<()> {
    #[cfg(unix)]
    std::fs::File::open(folder)?.sync_all()?;
    #[cfg(not(unix))]
    let _ = folder;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let entries = std::fs::read_dir(folder).unwrap();
        let mut names: Vec<String> = entries
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }

    #[tokio::test]
    async fn a_name_is_given_to_whole_files_only_and_never_taken_from_others() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("a.json"), "mine").unwrap();
        let mut file = Unfinished::begin(folder.path()).unwrap();
        file.write(b"one").await.unwrap();
        file.write(b" two").await.unwrap();
        assert_eq!(file.bytes(), 7);
        assert_eq!(names(folder.path()).len(), 2);
        let path = file.finish("a.json").await.unwrap();
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "one two");
        assert_eq!(names(folder.path()), ["a (2).json", "a.json"]);
        assert_eq!(std::fs::read_to_string(folder.path().join("a.json")).unwrap(), "mine");
        let mut dropped = Unfinished::begin(folder.path()).unwrap();
        dropped.write(b"half").await.unwrap();
        drop(dropped);
        assert_eq!(names(folder.path()).len(), 2, "what was not finished is gone");
    }

    #[tokio::test]
    async fn a_missing_folder_is_an_error_and_is_not_made() {
        let folder = tempfile::tempdir().unwrap();
        let missing = folder.path().join("missing");
        assert_eq!(Unfinished::begin(&missing).unwrap_err().kind(), ErrorKind::NotFound);
        assert!(!missing.exists());
    }
}
