//! GGUF files on this computer.

use std::path::PathBuf;

use crate::folders::Folders;

/// A file below this size holds a model that is too small to hold a thread.
const SMALL_BYTES: u64 = 600 << 20;

/// A GGUF file for talking.
pub struct LocalFile {
    pub name: String,
    pub path: PathBuf,
    /// Too small to hold a thread: it gets the starter profile.
    pub small: bool,
}

/// The GGUF files for talking in the models folders, in order of name; of two with the same name the reader's own.
pub fn local_files(folders: &Folders, embedding_model: &str) -> Vec<LocalFile> {
    let mut files: Vec<LocalFile> = Vec::new();
    for folder in &folders.models {
        let Ok(entries) = std::fs::read_dir(folder) else {
            continue;
        };
        for path in entries.flatten().map(|entry| entry.path()) {
            let Some(name) = path
                .file_name()
                .and_then(|name| name.to_str())
                .and_then(|name| name.strip_suffix(".gguf"))
            else {
                continue;
            };
            let Ok(metadata) = std::fs::metadata(&path) else {
                continue;
            };
            if name != embedding_model && !files.iter().any(|file| file.name == name) {
                files.push(LocalFile {
                    name: name.to_owned(),
                    small: metadata.len() < SMALL_BYTES,
                    path,
                });
            }
        }
    }
    files.sort_by(|left, right| left.name.cmp(&right.name));
    files
}
