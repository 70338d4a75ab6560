//! Models and the connections they come from.

use engine::event::Event;
use engine::ids::SessionId;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::Nothing;
use crate::error::{Error, Result};
use crate::models::connections;
use crate::start::App;

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
    /// Runs on this computer, in this program or in a server of it.
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
#[serde(deny_unknown_fields)]
pub struct ChooseModel {
    pub model_id: String,
}

/// Adds or changes a connection to an OpenAI-compatible server.
#[derive(Deserialize, TS)]
#[serde(deny_unknown_fields)]
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
#[serde(deny_unknown_fields)]
pub struct RemoveConnection {
    pub id: String,
}

/// Everything there is to choose from.
pub async fn list_models(app: &App, session: SessionId, _: Nothing) -> Result<ModelList> {
    app.models.list(&app.store, session).await
}

/// Chooses the model that answers from now on.
pub async fn choose_model(app: &App, session: SessionId, input: ChooseModel) -> Result<ModelList> {
    app.models.choose(&app.store, session, &input.model_id).await?;
    changed(app, session).await
}

/// Adds or changes a connection. Without model names, the server is asked for them.
pub async fn save_connection(app: &App, session: SessionId, mut input: SaveConnection) -> Result<ModelList> {
    if input.models.iter().all(|model| model.trim().is_empty()) {
        input.models = models_of_server(app, session, &input).await?;
    }
    let changing = app.changing.lock().await;
    let existing = connections::all(&app.store, session, app.models.config()).await?;
    let connection = connections::checked(&input, &existing)?;
    match &input.key {
        Some(key) if key.reveal().trim().is_empty() => app.models.keys().remove(&connection.id)?,
        Some(key) => app.models.keys().save(&connection.id, &connection.base_url, key)?,
        None => {}
    }
    connections::save(&app.store, session, connection).await?;
    drop(changing);
    changed(app, session).await
}

/// Asks the server of a connection that is about to be saved. Nothing is held meanwhile: it may take long.
async fn models_of_server(app: &App, session: SessionId, input: &SaveConnection) -> Result<Vec<String>> {
    let existing = connections::all(&app.store, session, app.models.config()).await?;
    let mut connection = connections::checked(input, &existing)?;
    let before = existing.iter().find(|known| known.id == connection.id);
    connection.key_variable = before
        .filter(|before| before.base_url == connection.base_url)
        .and_then(|before| before.key_variable.clone());
    let key = input.key.as_ref().filter(|key| !key.reveal().trim().is_empty());
    let config = app.models.openai_config(&connection, key.cloned());
    let models = llm::openai::list_models(&config).await.map_err(|error| Error {
        code: error.code(),
        message: format!("{error}. The names of its models could not be asked for; nothing was saved. Write the names yourself, or try again."),
    })?;
    if models.is_empty() {
        return Err(Error::invalid(
            "The server lists no models; nothing was saved. Write the names yourself.",
        ));
    }
    Ok(connections::keepable(models))
}

/// Removes one of the reader's own connections with its saved key.
pub async fn remove_connection(app: &App, session: SessionId, input: RemoveConnection) -> Result<ModelList> {
    let changing = app.changing.lock().await;
    let existing = connections::all(&app.store, session, app.models.config()).await?;
    match existing.iter().find(|known| known.id == input.id) {
        None => return Err(Error::new("not_found", "That connection is not there any more.")),
        Some(known) if known.preset => {
            return Err(Error::invalid(
                "A connection that comes with the app can be changed, not removed.",
            ));
        }
        Some(_) => {}
    }
    app.models.keys().remove(&input.id)?;
    connections::remove(&app.store, session, &input.id).await?;
    drop(changing);
    changed(app, session).await
}

async fn changed(app: &App, session: SessionId) -> Result<ModelList> {
    app.events.tell(session, Event::SettingsChanged);
    app.models.list(&app.store, session).await
}
