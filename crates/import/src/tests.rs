//! What can come in, what cannot, and that hostile files do no harm.

mod graph;
mod hostile;
mod memory;
mod older;
mod round_trip;
mod saved_memory;
mod transcripts;

use crate::{Import, ImportError, Save, read};

const LARGEST: u64 = 1 << 20;

fn save(text: &str) -> Save {
    match read(&text.as_bytes(), LARGEST) {
        Ok(Import::Save(save)) => save,
        other => panic!("{other:?}\n{text:.2000}"),
    }
}

/// The problems of a file as `path: reason`.
fn problems(text: &str) -> Vec<String> {
    match read(&text.as_bytes(), LARGEST) {
        Err(ImportError::Invalid(problems)) => {
            let listed = problems.listed.iter();
            listed
                .map(|problem| format!("{}: {}", problem.path, problem.reason))
                .collect()
        }
        other => panic!("{other:?}\n{text:.2000}"),
    }
}

/// A save file 3.0 with these further fields and messages.
fn file(fields: &str, messages: &str) -> String {
    format!(
        r#"{{"format": "characterchat.save", "version": "3.0", "character": {{"id": "nemo", "name": "Nemo"}}{fields}, "messages": [{messages}]}}"#
    )
}
