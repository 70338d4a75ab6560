//! What lists show of each character file, in memory and in one file beside the reader's data, so that a start looks at every
//! character file and reads only those that changed.
//!
//! The character files decide, never the index: an entry counts only as long as its file's metadata are those of the file that
//! was read, and an index that is missing, damaged or of another kind is made anew.

use std::collections::{BTreeMap, HashMap};
use std::hash::{DefaultHasher, Hasher};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use serde::{Deserialize, Serialize};

use super::cache::Fingerprint;
use super::reading::{CharacterFile, Fault, read};
use super::{Content, Sketch};

/// The first word of the file. The number goes up when something else is kept of a character, or a character file is judged
/// by other rules.
const KIND: &str = concat!("characters-2-", env!("CARGO_PKG_VERSION"));
/// How old a file must be when it is read for its metadata to tell it from what it may become next: some file systems keep
/// times in steps of two seconds, and in one step a file can change twice.
const STEP: Duration = Duration::from_secs(2);

/// The index.
pub struct Index {
    file: PathBuf,
    entries: HashMap<PathBuf, Entry>,
}

#[derive(Clone, Serialize, Deserialize)]
struct Entry {
    fingerprint: Fingerprint,
    content: Content,
    /// Whether the metadata tell all: another content would have others.
    #[serde(skip, default = "yes")]
    certain: bool,
}

fn yes() -> bool {
    true
}

impl Index {
    /// The index that was kept in a file, else an empty one.
    pub fn open(file: PathBuf) -> Self {
        let kept = std::fs::read(&file).ok();
        let entries = kept.and_then(|bytes| parse(&bytes)).unwrap_or_default();
        Self { file, entries }
    }

    /// What lists show of these files as they are now, in their order. What is known of other files is dropped.
    pub fn look(&mut self, files: &[CharacterFile]) -> Vec<Content> {
        let mut before = std::mem::take(&mut self.entries);
        let mut changed = false;
        let mut contents = Vec::with_capacity(files.len());
        for file in files {
            let known = before
                .remove(&file.path)
                .filter(|entry| entry.certain && entry.fingerprint == file.fingerprint);
            changed |= known.is_none();
            let entry = known.unwrap_or_else(|| Entry::read(file));
            contents.push(entry.content.clone());
            self.entries.insert(file.path.clone(), entry);
        }
        if (changed || !before.is_empty())
            && let Err(error) = self.write()
        {
            tracing::info!(
                "{} could not be written, so the next start reads all characters: {error}",
                self.file.display()
            );
        }
        contents
    }

    /// Replaces the file in one step. It is not waited for until it is on the disk: a torn one is noticed and made anew.
    fn write(&self) -> std::io::Result<()> {
        let certain: BTreeMap<&PathBuf, &Entry> = self.entries.iter().filter(|(_, entry)| entry.certain).collect();
        let body = serde_json::to_vec(&certain)?;
        let folder = self.file.parent().unwrap_or(Path::new("."));
        std::fs::create_dir_all(folder)?;
        let mut fresh = tempfile::NamedTempFile::new_in(folder)?;
        writeln!(fresh, "{KIND} {:016x}", sum(&body))?;
        fresh.write_all(&body)?;
        fresh.persist(&self.file)?;
        Ok(())
    }
}

impl Entry {
    fn read(file: &CharacterFile) -> Self {
        let steady = file.fingerprint.is_before(SystemTime::now() - STEP);
        let (content, certain) = match read(&file.path, &file.id) {
            Ok(character) => (Ok(Sketch::of(character)), steady),
            Err(Fault::Content(broken)) => (Err(broken), steady),
            Err(Fault::Reading(broken)) => (Err(broken), false),
        };
        Self {
            fingerprint: file.fingerprint,
            content,
            certain,
        }
    }
}

fn parse(bytes: &[u8]) -> Option<HashMap<PathBuf, Entry>> {
    let at = bytes.iter().position(|byte| *byte == b'\n')?;
    let (head, body) = (std::str::from_utf8(&bytes[..at]).ok()?, &bytes[at + 1..]);
    let (kind, stated) = head.split_once(' ')?;
    (kind == KIND && u64::from_str_radix(stated, 16) == Ok(sum(body)))
        .then(|| serde_json::from_slice(body).ok())
        .flatten()
}

/// Tells a damaged body from a whole one. Another version of Rust may count otherwise, which only makes the index anew.
fn sum(body: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    hasher.write(body);
    hasher.finish()
}

#[cfg(test)]
mod tests;
