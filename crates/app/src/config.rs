//! The configuration that comes with the program, `config.json`: the default character, the default model and the connections
//! that are there from the start. A `config.json` in the data folder replaces it.

use engine::ids::CharacterId;
use serde::Deserialize;

use crate::error::{Error, Result};
use crate::folders::Folders;

/// What `config.json` says.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Config {
    pub default_character: CharacterId,
    /// `{connection id}/{model name}`; connection `this_computer` is for GGUF files.
    pub default_model: String,
    /// Stem of the GGUF file that is for recall and not for talking.
    pub embedding_model: String,
    pub connections: Vec<Preset>,
    #[serde(default)]
    pub memory_method: MemoryMethod,
}

/// Who reads the conversation for what is to be remembered.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MemoryMethod {
    /// The chosen model, and rules where it is too small for that.
    #[default]
    Automatic,
    /// The chosen model, however small.
    Model,
    Rules,
}

/// A connection that is there from the start.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Preset {
    pub id: String,
    pub name: String,
    pub base_url: String,
    #[serde(default)]
    pub key_variable: Option<String>,
    pub models: Vec<String>,
}

/// Reads the configuration: the reader's own, else the one that comes with the program.
pub fn read(folders: &Folders) -> Result<Config> {
    let own = folders.data.join("config.json");
    let path = if own.is_file() {
        own
    } else {
        folders.resources.join("config.json")
    };
    let broken = |reason: String| {
        Error::new(
            "config_broken",
            format!(
                "{} could not be read: {reason}. Mend or remove the file and start again.",
                path.display()
            ),
        )
    };
    let text = std::fs::read_to_string(&path).map_err(|error| broken(error.to_string()))?;
    serde_json::from_str(&text).map_err(|error| broken(error.to_string()))
}
