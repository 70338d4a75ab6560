//! Whole parsed files in memory, checked against the file's metadata at each access.

use std::collections::HashMap;
use std::fs::Metadata;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
#[cfg(unix)]
use std::time::Duration;
use std::time::SystemTime;

use serde::{Deserialize, Serialize};

/// What tells that a file is still the one that was read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fingerprint {
    modified: Option<SystemTime>,
    /// When anything about the file changed last, its permissions too; programs that set `modified` back cannot set this one.
    changed: Option<SystemTime>,
    length: u64,
    file: u64,
}

impl Fingerprint {
    pub fn of(metadata: &Metadata) -> Self {
        #[cfg(unix)]
        let (changed, file) = (change_time(metadata), std::os::unix::fs::MetadataExt::ino(metadata));
        #[cfg(not(unix))]
        let (changed, file) = (None, 0);
        Self {
            modified: metadata.modified().ok(),
            changed,
            length: metadata.len(),
            file,
        }
    }

    /// Whether the file was last changed before that time, by all that is known.
    pub fn is_before(&self, time: SystemTime) -> bool {
        self.modified.is_some_and(|modified| modified < time) && self.changed.is_none_or(|changed| changed < time)
    }

    /// As on a system that tells no such time.
    #[cfg(test)]
    pub fn without_change_time(self) -> Self {
        Self { changed: None, ..self }
    }
}

#[cfg(unix)]
fn change_time(metadata: &Metadata) -> Option<SystemTime> {
    use std::os::unix::fs::MetadataExt;
    let seconds = Duration::from_secs(u64::try_from(metadata.ctime()).ok()?);
    let nanoseconds = Duration::from_nanos(u64::try_from(metadata.ctime_nsec()).ok()?);
    SystemTime::UNIX_EPOCH.checked_add(seconds + nanoseconds)
}

struct Entry<T> {
    fingerprint: Fingerprint,
    value: Arc<T>,
    used: u64,
}

/// At most `capacity` values, least recently used first out.
pub struct FileCache<T> {
    capacity: usize,
    entries: Mutex<(u64, HashMap<PathBuf, Entry<T>>)>,
}

impl<T> FileCache<T> {
    pub fn new(capacity: usize) -> Self {
        Self {
            capacity,
            entries: Mutex::new((0, HashMap::new())),
        }
    }

    /// The value of the file as it is now, read by `read` unless it is known. An error of `read` drops what was known: a file
    /// that became bad is an error, never stale content.
    pub fn get<E>(&self, path: &Path, now: Fingerprint, read: impl FnOnce() -> Result<T, E>) -> Result<Arc<T>, E> {
        let mut guard = self.entries.lock().unwrap_or_else(PoisonError::into_inner);
        let (clock, entries) = &mut *guard;
        *clock += 1;
        if let Some(entry) = entries.get_mut(path).filter(|entry| entry.fingerprint == now) {
            entry.used = *clock;
            return Ok(Arc::clone(&entry.value));
        }
        entries.remove(path);
        let value = Arc::new(read()?);
        if entries.len() >= self.capacity
            && let Some(oldest) = entries
                .iter()
                .min_by_key(|(_, entry)| entry.used)
                .map(|(path, _)| path.clone())
        {
            entries.remove(&oldest);
        }
        entries.insert(
            path.to_owned(),
            Entry {
                fingerprint: now,
                value: Arc::clone(&value),
                used: *clock,
            },
        );
        Ok(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn get(cache: &FileCache<String>, path: &Path) -> Result<Arc<String>, std::io::Error> {
        let now = Fingerprint::of(&std::fs::metadata(path)?);
        cache.get(path, now, || std::fs::read_to_string(path))
    }

    #[test]
    fn atomic_replacement_is_seen_and_the_least_recently_used_goes() {
        let folder = tempfile::tempdir().unwrap();
        let paths: Vec<PathBuf> = (0..3).map(|i| folder.path().join(i.to_string())).collect();
        for path in &paths {
            std::fs::write(path, "old").unwrap();
        }
        let cache = FileCache::new(2);
        let first = get(&cache, &paths[0]).unwrap();
        get(&cache, &paths[1]).unwrap();
        assert!(Arc::ptr_eq(&first, &get(&cache, &paths[0]).unwrap()), "known");
        get(&cache, &paths[2]).unwrap();
        assert!(
            Arc::ptr_eq(&first, &get(&cache, &paths[0]).unwrap()),
            "used last, so kept"
        );
        let fresh = folder.path().join("fresh");
        std::fs::write(&fresh, "new").unwrap();
        std::fs::rename(&fresh, &paths[0]).unwrap();
        assert_eq!(*get(&cache, &paths[0]).unwrap(), "new");
    }

    #[test]
    fn a_missing_file_is_an_error_never_stale() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        std::fs::write(&path, "text").unwrap();
        let cache = FileCache::new(2);
        get(&cache, &path).unwrap();
        std::fs::remove_file(&path).unwrap();
        assert!(get(&cache, &path).is_err());
    }
}
