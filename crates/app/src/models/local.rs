//! The one model that is held in memory.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use llm::ModelError;
use llm::local::{LocalModel, LocalOptions};
use tokio::sync::Mutex;

use super::Profile;
use crate::error::{Error, Result};

/// Window of a model below the starter size, in tokens: its prompt is short by design.
const STARTER_WINDOW: u32 = 2048;
const FULL_WINDOW: u32 = 8192;

/// At most one model is loaded; choosing another lets go of it.
#[derive(Default)]
pub struct Loaded {
    model: Mutex<Option<(PathBuf, LocalModel)>>,
    /// Set when the program ends; nothing is loaded then any more.
    ended: AtomicBool,
}

impl Loaded {
    /// The model of the file, loaded when it is not yet. Two callers at once load it once.
    pub async fn model(&self, path: &Path, profile: Profile) -> Result<LocalModel> {
        let mut loaded = self.model.lock().await;
        if self.ended.load(Ordering::SeqCst) {
            return Err(Error::from(ModelError::Local {
                message: "the program is about to end".to_owned(),
            }));
        }
        if let Some((_, model)) = loaded.as_ref().filter(|(known, _)| known == path) {
            return Ok(model.clone());
        }
        *loaded = None;
        let context_tokens = if profile == Profile::Starter {
            STARTER_WINDOW
        } else {
            FULL_WINDOW
        };
        let options = LocalOptions {
            context_tokens,
            ..LocalOptions::default()
        };
        let file = path.to_owned();
        let model = tokio::task::spawn_blocking(move || LocalModel::load(&file, options))
            .await
            .map_err(|error| {
                Error::from(ModelError::Local {
                    message: error.to_string(),
                })
            })??;
        *loaded = Some((path.to_owned(), model.clone()));
        Ok(model)
    }

    /// Ends the model's thread and waits for it, also for one that is just being loaded.
    pub async fn end(&self) {
        self.ended.store(true, Ordering::SeqCst);
        if let Some((_, model)) = self.model.lock().await.as_ref() {
            model.end().await;
        }
    }
}
