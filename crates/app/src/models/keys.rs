//! Keys of connections: from the environment, else from a file that only its owner can read. A key is bound to the address it
//! was given for, and never leaves the backend except in a request to that address.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};

use llm::Secret;
use serde_json::{Value, json};

use crate::commands::KeySource;
use crate::error::{Error, Result};

/// The keys of this computer.
pub struct Keys {
    file: PathBuf,
}

impl Keys {
    pub fn new(data_folder: &Path) -> Self {
        Self {
            file: data_folder.join("keys.json"),
        }
    }

    /// The key for a connection and where it comes from. A saved key wins over the environment, as the reader gave it later.
    pub fn find(&self, connection_id: &str, base_url: &str, variable: Option<&str>) -> (KeySource, Option<Secret>) {
        let saved = self
            .read()
            .remove(connection_id)
            .filter(|saved| saved["base_url"] == base_url);
        if let Some(key) = saved.as_ref().and_then(|saved| saved["key"].as_str()) {
            return (KeySource::Saved, Some(Secret::new(key.to_owned())));
        }
        match variable
            .and_then(|name| std::env::var(name).ok())
            .filter(|key| !key.trim().is_empty())
        {
            Some(key) => (KeySource::Environment, Some(Secret::new(key.trim().to_owned()))),
            None => (KeySource::None, None),
        }
    }

    /// Keeps a key for a connection at an address.
    pub fn save(&self, connection_id: &str, base_url: &str, key: &Secret) -> Result<()> {
        let mut keys = self.read_to_change()?;
        keys.insert(
            connection_id.to_owned(),
            json!({ "base_url": base_url, "key": key.reveal() }),
        );
        self.write(&keys)
    }

    pub fn remove(&self, connection_id: &str) -> Result<()> {
        let mut keys = self.read_to_change()?;
        match keys.remove(connection_id) {
            Some(_) => self.write(&keys),
            None => Ok(()),
        }
    }

    fn read(&self) -> BTreeMap<String, Value> {
        std::fs::read(&self.file)
            .ok()
            .and_then(|bytes| serde_json::from_slice(&bytes).ok())
            .unwrap_or_default()
    }

    /// What would be written back; a file that cannot be read holds keys that must not be lost.
    fn read_to_change(&self) -> Result<BTreeMap<String, Value>> {
        let broken = |reason: String| {
            let place = self.file.display();
            Error::new(
                "key_not_saved",
                format!(
                    "{place} could not be read: {reason}. Nothing was changed; mend or remove the file and try again."
                ),
            )
        };
        match std::fs::read(&self.file) {
            Ok(bytes) => serde_json::from_slice(&bytes).map_err(|error| broken(error.to_string())),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(BTreeMap::new()),
            Err(error) => Err(broken(error.to_string())),
        }
    }

    fn write(&self, keys: &BTreeMap<String, Value>) -> Result<()> {
        let failed = |error: std::io::Error| {
            Error::new(
                "key_not_saved",
                format!(
                    "The key could not be saved ({error}). Nothing was changed; it can also be given as an environment variable."
                ),
            )
        };
        let fresh = self.file.with_extension("fresh");
        let _ = std::fs::remove_file(&fresh);
        let mut options = std::fs::OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let mut file = options.open(&fresh).map_err(failed)?;
        file.write_all(&serde_json::to_vec(keys).unwrap_or_default())
            .and_then(|()| file.sync_all())
            .map_err(failed)?;
        std::fs::rename(&fresh, &self.file).map_err(failed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_bound_to_its_address_and_readable_by_its_owner_only() {
        let folder = tempfile::tempdir().unwrap();
        let keys = Keys::new(folder.path());
        keys.save("mine", "https://a.example/v1", &Secret::new("canary".into()))
            .unwrap();
        let (source, key) = keys.find("mine", "https://a.example/v1", None);
        assert_eq!(source, KeySource::Saved);
        assert_eq!(key.as_ref().map(Secret::reveal), Some("canary"));
        assert!(keys.find("mine", "https://b.example/v1", None).1.is_none());
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let mode = std::fs::metadata(folder.path().join("keys.json"))
                .unwrap()
                .permissions()
                .mode();
            assert_eq!(mode & 0o777, 0o600);
        }
        keys.remove("mine").unwrap();
        assert_eq!(keys.find("mine", "https://a.example/v1", None).0, KeySource::None);
    }

    /// Saving one key to a file with a slip in it (a comma too many) lost all the others.
    #[test]
    fn a_file_that_cannot_be_read_is_not_written_over() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("keys.json");
        let slip = r#"{"mine":{"base_url":"https://a.example/v1","key":"canary"},}"#;
        std::fs::write(&file, slip).unwrap();
        let keys = Keys::new(folder.path());
        let error = keys
            .save("other", "https://b.example/v1", &Secret::new("new".into()))
            .unwrap_err();
        assert_eq!(error.code, "key_not_saved");
        assert!(!error.message.contains("canary"), "{error}");
        assert!(keys.remove("mine").is_err());
        assert_eq!(std::fs::read_to_string(&file).unwrap(), slip);
    }
}
