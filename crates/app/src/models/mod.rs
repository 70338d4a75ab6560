//! Which models there are, and the one that answers.

mod answering;
pub mod connections;
mod files;
mod keys;
#[cfg(feature = "local")]
mod local;
mod windows;

use std::sync::{Arc, Mutex, PoisonError};

use engine::ids::SessionId;
use llm::openai::{self, Destination, OpenAiModel};
use llm::{ChatModel, Secret};
use store::Store;

use crate::commands::{Connection, KeySource, ModelInfo, ModelList, ModelProblem};
use crate::config::Config;
use crate::error::{Error, Result};
use crate::folders::Folders;
pub use answering::{Answering, Profile};
pub use answering::{CountTokens, estimate_tokens};
use connections::StoredConnection;
use files::{LocalFile, local_files};
use keys::Keys;
use windows::Windows;

/// Id of the connection that stands for the models in the models folders.
pub const THIS_COMPUTER: &str = "this_computer";
const CHOSEN: &str = "chosen_model";
/// Assumed of a server's model whose window is not known, in tokens.
const ASSUMED_WINDOW: usize = 16_384;

/// A model made in code, for tests.
#[derive(Clone)]
pub struct ExtraModel {
    pub name: String,
    pub model: Arc<dyn ChatModel>,
    pub profile: Profile,
}

/// The models of this computer and of the connections.
pub struct Models {
    folders: Folders,
    config: Config,
    keys: Keys,
    extra: Option<ExtraModel>,
    /// The client of the connection that answered last.
    server: Mutex<Option<(openai::Config, Arc<OpenAiModel>)>>,
    windows: Arc<Windows>,
    #[cfg(feature = "local")]
    local: local::Loaded,
}

impl Models {
    pub fn new(folders: Folders, config: Config, extra: Option<ExtraModel>) -> Self {
        let keys = Keys::new(&folders.data);
        Self {
            folders,
            config,
            keys,
            extra,
            server: Mutex::default(),
            windows: Arc::default(),
            #[cfg(feature = "local")]
            local: local::Loaded::default(),
        }
    }

    pub fn config(&self) -> &Config {
        &self.config
    }

    /// Everything there is to choose from.
    pub async fn list(&self, store: &Store, session: SessionId) -> Result<ModelList> {
        let mut models: Vec<ModelInfo> = local_files(&self.folders, &self.config.embedding_model)
            .iter()
            .map(local_info)
            .collect();
        if let Some(name) = self.missing_default(&models) {
            models.insert(0, missing_info(name));
        }
        models.extend(self.extra.iter().map(|extra| ModelInfo {
            id: format!("{THIS_COMPUTER}/{}", extra.name),
            name: extra.name.clone(),
            connection_id: THIS_COMPUTER.to_owned(),
            local: true,
            small: extra.profile == Profile::Starter,
            problem: None,
        }));
        let this_computer = Connection {
            id: THIS_COMPUTER.to_owned(),
            name: String::new(),
            base_url: None,
            key: KeySource::None,
            key_variable: None,
            models: models.iter().map(|model| model.name.clone()).collect(),
            preset: true,
        };
        let mut connections = vec![this_computer];
        for stored in connections::all(store, session, &self.config).await? {
            let (key, _) = self
                .keys
                .find(&stored.id, &stored.base_url, stored.key_variable.as_deref());
            models.extend(stored.models.iter().map(|name| remote_info(&stored, name, key)));
            connections.push(Connection {
                id: stored.id,
                name: stored.name,
                base_url: Some(stored.base_url),
                key,
                key_variable: stored.key_variable,
                models: stored.models,
                preset: stored.preset,
            });
        }
        Ok(ModelList {
            models,
            connections,
            chosen: self.chosen(store, session).await?,
        })
    }

    /// The id of the chosen model: what the reader chose, else the configured one.
    pub async fn chosen(&self, store: &Store, session: SessionId) -> Result<String> {
        let chosen = store
            .setting(session, CHOSEN)
            .await?
            .and_then(|value| value.as_str().map(str::to_owned));
        let extra = self
            .extra
            .as_ref()
            .map(|extra| format!("{THIS_COMPUTER}/{}", extra.name));
        Ok(chosen.or(extra).unwrap_or_else(|| self.config.default_model.clone()))
    }

    /// Whether the chosen model is a very small one, which gets a short prompt and nothing beside it.
    pub async fn chosen_is_small(&self, store: &Store, session: SessionId) -> Result<bool> {
        let list = self.list(store, session).await?;
        Ok(list.models.iter().any(|model| model.id == list.chosen && model.small))
    }

    pub async fn choose(&self, store: &Store, session: SessionId, id: &str) -> Result<()> {
        if !self
            .list(store, session)
            .await?
            .models
            .iter()
            .any(|model| model.id == id)
        {
            return Err(Error::new(
                "model_unknown",
                "That model is not there any more. The one chosen before stays; choose another.",
            ));
        }
        Ok(store.put_setting(session, CHOSEN, &serde_json::Value::from(id)).await?)
    }

    /// The chosen model, ready to answer. Loading a model into memory takes its time here.
    pub async fn answering(&self, store: &Store, session: SessionId) -> Result<Answering> {
        let id = self.chosen(store, session).await?;
        let (connection_id, name) = id.split_once('/').unwrap_or((THIS_COMPUTER, &id));
        if connection_id == THIS_COMPUTER {
            self.local_answering(&id, name).await
        } else {
            self.remote_answering(store, session, &id, connection_id, name).await
        }
    }

    /// Lets go of the model on this computer, because the program is about to end.
    pub(crate) async fn end(&self) {
        #[cfg(feature = "local")]
        self.local.end().await;
    }

    async fn local_answering(&self, id: &str, name: &str) -> Result<Answering> {
        if let Some(extra) = self.extra.as_ref().filter(|extra| extra.name == name) {
            return Ok(Answering {
                model: Arc::clone(&extra.model),
                id: id.to_owned(),
                name: name.to_owned(),
                profile: extra.profile,
                window_tokens: ASSUMED_WINDOW,
                window_known: false,
                count_tokens: estimate_tokens(),
                server: None,
                #[cfg(feature = "local")]
                local: None,
            });
        }
        let file = local_files(&self.folders, &self.config.embedding_model).into_iter().find(|file| file.name == name).ok_or_else(|| {
            Error::new("model_file_missing", format!("The file of the model {name} is not in the folder {}. Put it, or another GGUF file, there, or choose another model or a server in the settings.", self.folders.models[0].display()))
        })?;
        self.load(id, file).await
    }

    #[cfg(feature = "local")]
    async fn load(&self, id: &str, file: LocalFile) -> Result<Answering> {
        let profile = if file.small { Profile::Starter } else { Profile::Full };
        let model = self.local.model(&file.path, profile).await?;
        let counter = model.clone();
        Ok(Answering {
            window_tokens: model.context_tokens() as usize,
            window_known: true,
            count_tokens: Arc::new(move |text| counter.count_tokens(text)),
            server: None,
            model: Arc::new(model.clone()),
            id: id.to_owned(),
            name: file.name,
            profile,
            local: Some(model),
        })
    }

    #[cfg(not(feature = "local"))]
    async fn load(&self, _id: &str, file: LocalFile) -> Result<Answering> {
        let place = file.path.display();
        Err(Error::new(
            "model_local",
            format!(
                "This build of the program cannot run models itself ({place}). Choose another model in the settings."
            ),
        ))
    }

    async fn remote_answering(
        &self,
        store: &Store,
        session: SessionId,
        id: &str,
        connection_id: &str,
        name: &str,
    ) -> Result<Answering> {
        let all = connections::all(store, session, &self.config).await?;
        let connection = all
            .into_iter()
            .find(|connection| connection.id == connection_id)
            .ok_or_else(|| {
                Error::new(
                    "model_unknown",
                    "The connection of the chosen model was removed. Choose another model in the settings.",
                )
            })?;
        let (source, _) = self
            .keys
            .find(&connection.id, &connection.base_url, connection.key_variable.as_deref());
        if needs_key(&connection, source) {
            return Err(Error::new(
                "model_key_missing",
                format!(
                    "{} needs a key. Give it in the settings, or choose another model.",
                    connection.name
                ),
            ));
        }
        let window = self.windows.of(self.openai_config(&connection, None), name);
        Ok(Answering {
            model: self.server(&connection)?,
            id: id.to_owned(),
            name: name.to_owned(),
            profile: Profile::Full,
            window_tokens: window.unwrap_or(ASSUMED_WINDOW),
            window_known: window.is_some(),
            count_tokens: estimate_tokens(),
            server: Some(Destination::of(&connection.base_url)?),
            #[cfg(feature = "local")]
            local: None,
        })
    }

    /// The client of a connection, kept between turns as long as its address and key stay.
    fn server(&self, connection: &StoredConnection) -> Result<Arc<dyn ChatModel>> {
        let config = self.openai_config(connection, None);
        let mut kept = self.server.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, model)) = kept
            .as_ref()
            .filter(|(known, _)| known.base_url == config.base_url && known.key == config.key)
        {
            return Ok(Arc::clone(model) as Arc<dyn ChatModel>);
        }
        let model = Arc::new(OpenAiModel::new(config.clone())?);
        *kept = Some((config, Arc::clone(&model)));
        Ok(model)
    }

    /// How a connection is spoken to; with a new key instead of the known one.
    pub fn openai_config(&self, connection: &StoredConnection, new_key: Option<Secret>) -> openai::Config {
        let known = || {
            self.keys
                .find(&connection.id, &connection.base_url, connection.key_variable.as_deref())
                .1
        };
        openai::Config::new(
            connection.name.clone(),
            connection.base_url.clone(),
            new_key.or_else(known),
        )
    }

    pub fn keys(&self) -> &Keys {
        &self.keys
    }

    /// The configured default when it is a file of this computer that is not there.
    fn missing_default(&self, found: &[ModelInfo]) -> Option<&str> {
        let name = self
            .config
            .default_model
            .strip_prefix(THIS_COMPUTER)?
            .strip_prefix('/')?;
        (!found.iter().any(|model| model.name == name)).then_some(name)
    }
}

fn local_info(file: &LocalFile) -> ModelInfo {
    ModelInfo {
        id: format!("{THIS_COMPUTER}/{}", file.name),
        name: file.name.clone(),
        connection_id: THIS_COMPUTER.to_owned(),
        local: true,
        small: file.small,
        problem: None,
    }
}

fn missing_info(name: &str) -> ModelInfo {
    let id = format!("{THIS_COMPUTER}/{name}");
    let (name, connection_id) = (name.to_owned(), THIS_COMPUTER.to_owned());
    ModelInfo {
        id,
        name,
        connection_id,
        local: true,
        small: true,
        problem: Some(ModelProblem::FileMissing),
    }
}

fn remote_info(connection: &StoredConnection, name: &str, key: KeySource) -> ModelInfo {
    ModelInfo {
        id: format!("{}/{name}", connection.id),
        name: name.to_owned(),
        connection_id: connection.id.clone(),
        local: Destination::of(&connection.base_url).is_ok_and(|server| server.is_this_computer),
        small: false,
        problem: needs_key(connection, key).then_some(ModelProblem::KeyMissing),
    }
}

/// Presets with a key variable are services that answer nobody without a key; own servers may need none.
fn needs_key(connection: &StoredConnection, source: KeySource) -> bool {
    connection.key_variable.is_some() && source == KeySource::None
}
