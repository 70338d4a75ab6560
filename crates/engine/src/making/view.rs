//! How a job stands, as it is kept and shown.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// How a job stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum JobState {
    /// The source was read; nothing was started.
    Planning,
    Running,
    /// By the reader, by an error, or because the program ended; it can be resumed.
    Paused,
    /// There is a draft to look through.
    Review,
    /// The character was saved; the draft can still be changed and saved again.
    Saved,
}

impl JobState {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Planning => "planning",
            Self::Running => "running",
            Self::Paused => "paused",
            Self::Review => "review",
            Self::Saved => "saved",
        }
    }

    /// The state of a word; none when there is no such.
    pub fn parse(word: &str) -> Option<Self> {
        [Self::Planning, Self::Running, Self::Paused, Self::Review, Self::Saved]
            .into_iter()
            .find(|state| state.as_str() == word)
    }
}
