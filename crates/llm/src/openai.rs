//! Any server that speaks the chat completions format of OpenAI: hosted ones, and llama.cpp, Ollama, LM Studio, KoboldCpp, vLLM.
//!
//! From the outside in: `attempt` sends and tries again, `reply` waits for the body, `body` and `frames` read it and know neither
//! network nor clock.

mod abort;
mod address;
mod attempt;
pub mod body;
mod content;
pub mod frames;
mod models;
mod refusal;
mod reply;
mod request;
mod surrogates;
mod timeouts;

use std::sync::{Arc, Mutex, Once};

use reqwest::header::{AUTHORIZATION, HeaderMap, HeaderValue};

use crate::chat::{ChatModel, ChatRequest, ModelStream};
use crate::error::ModelError;
use crate::secret::Secret;
use abort::Abort;
use address::Address;
use request::Refused;

pub use models::{list_models, window_of};
pub use timeouts::Timeouts;

/// Where what is sent to a server goes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Destination {
    /// Host and port, as shown in messages.
    pub host: String,
    /// Whether the server is one of this computer, so that nothing leaves it on the way there.
    pub is_this_computer: bool,
}

impl Destination {
    /// Fails when the address cannot be used.
    pub fn of(base_url: &str) -> Result<Self, ModelError> {
        let address = Address::parse(base_url)?;
        Ok(Self {
            host: address.host().to_owned(),
            is_this_computer: address.is_this_computer(),
        })
    }
}

/// Where a provider is and how to speak to it.
#[derive(Clone)]
pub struct Config {
    /// What the reader calls the provider; only for the log.
    pub name: String,
    /// Up to and without `/chat/completions`, for example `https://router.huggingface.co/v1`.
    pub base_url: String,
    /// Sent to `base_url` alone: redirects are not followed.
    pub key: Option<Secret>,
    pub timeouts: Timeouts,
}

impl Config {
    /// A provider with the usual times.
    pub fn new(name: impl Into<String>, base_url: impl Into<String>, key: Option<Secret>) -> Self {
        Self {
            name: name.into(),
            base_url: base_url.into(),
            key,
            timeouts: Timeouts::default(),
        }
    }
}

/// A model behind an OpenAI-compatible server. Which one is named by each request.
pub struct OpenAiModel {
    connection: Arc<Connection>,
}

impl OpenAiModel {
    /// Fails when the address or the key cannot be used; nothing is sent yet.
    pub fn new(config: Config) -> Result<Self, ModelError> {
        Ok(Self {
            connection: Arc::new(Connection::new(config)?),
        })
    }
}

impl ChatModel for OpenAiModel {
    /// See [`Timeouts`] for when it gives up. Tries again at most twice, and only before the first piece of the reply.
    fn stream(&self, request: ChatRequest) -> ModelStream {
        let connection = Arc::clone(&self.connection);
        Box::pin(async_stream::stream! {
            let mut reply = match attempt::open(&connection, &request).await {
                Ok(reply) => reply,
                Err(error) => {
                    yield Err(error);
                    return;
                }
            };
            while let Some(piece) = reply.next().await {
                yield piece;
            }
        })
    }
}

/// What all requests to one provider share.
struct Connection {
    name: String,
    address: Address,
    key: Option<Secret>,
    timeouts: Timeouts,
    client: reqwest::Client,
    abort: Abort,
    /// What the server was found not to accept, so that it is asked only once.
    refused: Mutex<Refused>,
}

impl Connection {
    fn new(config: Config) -> Result<Self, ModelError> {
        let Config {
            name,
            base_url,
            key,
            timeouts,
        } = config;
        let address = Address::parse(&base_url)?;
        let plain_client = client(&address, &timeouts, HeaderMap::new())?;
        let mut headers = HeaderMap::new();
        if let Some(key) = &key {
            headers.insert(AUTHORIZATION, authorization(&address, key)?);
        }
        let client = client(&address, &timeouts, headers)?;
        // The abort route is not under the base URL, so it goes through a client that does not know the key.
        let abort = Abort::new(plain_client, &address);
        Ok(Self {
            name,
            address,
            key,
            timeouts,
            client,
            abort,
            refused: Mutex::default(),
        })
    }

    /// A provider's words may repeat the key they were sent.
    fn without_key(&self, error: ModelError) -> ModelError {
        let Some(key) = self
            .key
            .as_ref()
            .map(Secret::reveal)
            .filter(|key| !key.trim().is_empty())
        else {
            return error;
        };
        let clean = |text: String| text.replace(key.trim(), "[key]");
        match error {
            ModelError::Unreachable { host, reason } => ModelError::Unreachable {
                host,
                reason: clean(reason),
            },
            ModelError::UnknownModel { message } => ModelError::UnknownModel {
                message: clean(message),
            },
            ModelError::ContextExceeded { message } => ModelError::ContextExceeded {
                message: clean(message),
            },
            ModelError::Provider { status, message } => ModelError::Provider {
                status,
                message: clean(message),
            },
            other => other,
        }
    }
}

fn authorization(address: &Address, key: &Secret) -> Result<HeaderValue, ModelError> {
    let mut value = HeaderValue::from_str(&format!("Bearer {}", key.reveal().trim())).map_err(|_| {
        let reason = "the key has characters that cannot be sent; enter it again".to_owned();
        ModelError::Unreachable {
            host: address.host().to_owned(),
            reason,
        }
    })?;
    value.set_sensitive(true);
    Ok(value)
}

fn client(address: &Address, timeouts: &Timeouts, headers: HeaderMap) -> Result<reqwest::Client, ModelError> {
    static CRYPTO: Once = Once::new();
    CRYPTO.call_once(|| {
        // An error means that the program installed one before, which serves as well.
        let _ = rustls::crypto::ring::default_provider().install_default();
    });
    let mut builder = reqwest::Client::builder()
        .default_headers(headers)
        .redirect(reqwest::redirect::Policy::none())
        .connect_timeout(timeouts.connect)
        .referer(false);
    if !address.is_encrypted() {
        // Without this a machine that has no certificates could not even reach a server of its own.
        builder = builder.tls_certs_only([]);
    }
    if address.is_this_computer() {
        builder = builder.no_proxy();
    }
    builder.build().map_err(|error| ModelError::Unreachable {
        host: address.host().to_owned(),
        reason: attempt::reason_of(error),
    })
}
