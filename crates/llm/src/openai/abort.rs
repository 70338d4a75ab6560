//! Tells KoboldCpp to stop: it may go on writing when the connection closes.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{Mutex, OnceCell};

use super::address::Address;

/// For each of the two calls. The server is close by as a rule, and a new request waits for this.
const PATIENCE: Duration = Duration::from_secs(2);

/// Aborts what a server still writes after its reply was dropped. The first time it asks the server whether it is KoboldCpp.
#[derive(Clone)]
pub struct Abort {
    client: reqwest::Client,
    version_url: String,
    abort_url: String,
    is_kobold: Arc<OnceCell<bool>>,
    /// Held while an abort is on its way: one that arrived late would end the next reply instead.
    under_way: Arc<Mutex<()>>,
}

impl Abort {
    /// `client` must not send the key: the routes are outside the base URL.
    pub fn new(client: reqwest::Client, address: &Address) -> Self {
        Self {
            client,
            version_url: address.origin_path("/api/extra/version"),
            abort_url: address.origin_path("/api/extra/abort"),
            is_kobold: Arc::default(),
            under_way: Arc::default(),
        }
    }

    /// Waits until no abort is on its way.
    pub async fn settled(&self) {
        drop(self.under_way.lock().await);
    }

    /// Starts an abort and returns at once. Outside a runtime, as when the program ends, nothing is done.
    pub fn start(&self) {
        let Ok(runtime) = tokio::runtime::Handle::try_current() else {
            return;
        };
        if self.is_kobold.get() == Some(&false) {
            return;
        }
        // Taken here and not in the task, so that a request that begins right now waits. If it is taken, an abort is on its way.
        let Ok(under_way) = Arc::clone(&self.under_way).try_lock_owned() else {
            return;
        };
        let abort = self.clone();
        runtime.spawn(async move {
            if *abort.is_kobold.get_or_init(|| abort.ask()).await {
                let request = abort.client.post(&abort.abort_url).timeout(PATIENCE).json(&serde_json::json!({}));
                if let Err(error) = request.send().await {
                    tracing::warn!(error = %error.without_url(), "KoboldCpp could not be told to stop; it may write on");
                }
            }
            drop(under_way);
        });
    }

    async fn ask(&self) -> bool {
        let Ok(response) = self.client.get(&self.version_url).timeout(PATIENCE).send().await else {
            return false;
        };
        // It is a few dozen bytes there; a server that is something else may send anything.
        let small = response.content_length().is_some_and(|length| length < 4096);
        if !response.status().is_success() || !small {
            return false;
        }
        let version: Option<serde_json::Value> = response.json().await.ok();
        version.is_some_and(|version| version["result"] == "KoboldCpp")
    }
}

/// Aborts when dropped, unless the reply came to its end.
pub struct AbortOnDrop {
    abort: Option<Abort>,
}

impl AbortOnDrop {
    pub fn new(abort: &Abort) -> Self {
        Self {
            abort: Some(abort.clone()),
        }
    }

    pub fn disarm(&mut self) {
        self.abort = None;
    }
}

impl Drop for AbortOnDrop {
    fn drop(&mut self) {
        if let Some(abort) = &self.abort {
            abort.start();
        }
    }
}
