//! How much the models of servers can read, as the servers say.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use llm::openai::{self, window_of};

/// A server that did not say is asked again after this time: it may have been down, or have loaded another model since.
const ASK_AGAIN: Duration = Duration::from_secs(15 * 60);

/// What is known of the windows, by address and name of the model. Asked in the background, so that no turn waits for it.
#[derive(Debug, Default)]
pub struct Windows {
    known: Mutex<HashMap<(String, String), Known>>,
}

#[derive(Debug, Clone, Copy)]
struct Known {
    /// In tokens.
    window: Option<usize>,
    asked_at: Instant,
}

impl Windows {
    /// The window of a model, in tokens, if its server has said so by now.
    pub fn of(self: &Arc<Self>, config: openai::Config, model: &str) -> Option<usize> {
        let place = (config.base_url.clone(), model.to_owned());
        let now = Instant::now();
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let before = known.get(&place).copied();
        let is_fresh = before.is_some_and(|before| now.duration_since(before.asked_at) < ASK_AGAIN);
        if !is_fresh {
            // What was known holds until there is an answer.
            let window = before.and_then(|before| before.window);
            known.insert(place.clone(), Known { window, asked_at: now });
            drop(known);
            tokio::spawn(Arc::clone(self).ask(config, place));
        }
        before.and_then(|before| before.window)
    }

    async fn ask(self: Arc<Self>, config: openai::Config, place: (String, String)) {
        match window_of(&config, &place.1).await {
            Ok(window) => {
                let window = window.and_then(|tokens| usize::try_from(tokens).ok());
                tracing::debug!(model = place.1, window, "the window of a model");
                let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
                known.entry(place).and_modify(|known| known.window = window);
            }
            Err(error) => tracing::debug!(model = place.1, "the window of a model could not be asked for: {error}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::TcpListener;

    use super::*;

    #[tokio::test]
    async fn a_window_is_known_once_the_server_has_said_so() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let base_url = format!("http://{}/v1", listener.local_addr().unwrap());
        let windows = Arc::new(Windows::default());
        let of = |model: &str| windows.of(openai::Config::new("a server", base_url.clone(), None), model);
        assert_eq!(of("m"), None);
        let (mut stream, _) = listener.accept().await.unwrap();
        let mut request = [0; 2048];
        let length = stream.read(&mut request).await.unwrap();
        assert!(request[..length].starts_with(b"GET /v1/models "));
        let list = r#"{"data":[{"id":"m","max_model_len":40960}]}"#;
        let answer = format!("HTTP/1.1 200 OK\r\nContent-Length: {}\r\n\r\n{list}", list.len());
        stream.write_all(answer.as_bytes()).await.unwrap();
        while of("m").is_none() {
            tokio::task::yield_now().await;
        }
        assert_eq!(of("m"), Some(40_960));
    }
}
