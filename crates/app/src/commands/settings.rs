//! What the reader set once for all conversations.

use engine::ids::CharacterId;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// Light, dark, or as the system has it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Theme {
    #[default]
    System,
    Light,
    Dark,
}

/// What the reader set.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Settings {
    pub theme: Theme,
    /// Language of the interface: `en` or `tr`; empty follows the system.
    pub interface_language: String,
    /// Language the characters answer in, as a BCP 47 tag; empty leaves it to the character.
    pub reply_language: String,
    /// What characters call the reader; may be empty.
    pub reader_name: String,
    /// Size of the page's text in per cent of the normal: 80 to 160.
    pub text_size: u32,
    /// The character that is shown first, from the configuration.
    pub default_character: CharacterId,
}

/// Changes some settings; what is none stays.
#[derive(Debug, Clone, Default, Serialize, Deserialize, TS)]
#[ts(optional_fields)]
#[serde(default)]
pub struct ChangeSettings {
    pub theme: Option<Theme>,
    pub interface_language: Option<String>,
    pub reply_language: Option<String>,
    pub reader_name: Option<String>,
    pub text_size: Option<u32>,
}

/// About the program and where its data lies.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct About {
    pub version: String,
    /// The data folder, for the reader to back up.
    pub data_folder: String,
}
