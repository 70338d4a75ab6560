//! Models and the connections they come from.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// Everything there is to choose from.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct ModelList {
    pub models: Vec<ModelInfo>,
    pub connections: Vec<Connection>,
    /// Id of the chosen model.
    pub chosen: String,
}

/// One model.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ModelInfo {
    /// `{connection id}/{the provider's name}`.
    pub id: String,
    pub name: String,
    pub connection_id: String,
    /// Runs on this computer.
    pub local: bool,
    /// Small: short, plain replies.
    pub small: bool,
    /// Why it cannot answer now (no key, file missing); none when it can.
    pub problem: Option<ModelProblem>,
}

/// Why a model cannot answer now.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum ModelProblem {
    KeyMissing,
    FileMissing,
}

/// A place that models come from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Connection {
    pub id: String,
    pub name: String,
    /// None for this computer.
    pub base_url: Option<String>,
    /// Where the key comes from.
    pub key: KeySource,
    /// The environment variable that may hold the key.
    pub key_variable: Option<String>,
    /// The names of its models, as the provider writes them.
    pub models: Vec<String>,
    /// One of the presets that come with the app; it can be changed but not removed.
    pub preset: bool,
}

/// Where a connection's key comes from. The key itself never leaves the backend.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum KeySource {
    /// It needs none, or none is known.
    None,
    Environment,
    Saved,
}

/// Chooses the model that answers from now on.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct ChooseModel {
    pub model_id: String,
}

/// Adds or changes a connection to an OpenAI-compatible server.
#[derive(Deserialize, TS)]
pub struct SaveConnection {
    /// None adds a new one.
    #[serde(default)]
    #[ts(optional)]
    pub id: Option<String>,
    pub name: String,
    /// http or https, up to `/v1`.
    pub base_url: String,
    pub models: Vec<String>,
    /// A new key; none leaves what is saved, an empty one removes it.
    #[serde(default)]
    #[ts(optional)]
    #[ts(type = "string")]
    pub key: Option<llm::Secret>,
}

/// Removes a connection, its models and its saved key.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct RemoveConnection {
    pub id: String,
}
