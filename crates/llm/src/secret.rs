//! A key that cannot be printed or written by mistake.

use serde::Deserialize;

/// A provider's key. It has no `Debug`, `Display` or `Serialize`, so it reaches no log, view or file by accident.
#[derive(Clone, PartialEq, Eq, Deserialize)]
#[serde(transparent)]
pub struct Secret(String);

impl Secret {
    pub fn new(text: String) -> Self {
        Self(text)
    }

    /// The key itself; only for the header of a request and for the key file.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}
