//! A model that is ready to answer.

use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};
use std::time::Duration;

use engine::save_file::limits;
use futures_util::StreamExt;
use llm::openai::Destination;
use llm::{ChatModel, ChatRequest, FinishReason, ModelError, ModelEvent};

/// How a model is to be addressed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Profile {
    /// The short prompt and the draws for very small models.
    Starter,
    Full,
}

/// Counts the tokens of a text.
pub type CountTokens = Arc<dyn Fn(&str) -> usize + Send + Sync>;

/// A model that is ready to answer.
#[derive(Clone)]
pub struct Answering {
    pub model: Arc<dyn ChatModel>,
    /// `{connection id}/{name}`, kept with each reply.
    pub id: String,
    /// The provider's name of it.
    pub name: String,
    pub profile: Profile,
    pub window_tokens: usize,
    /// Whether the model itself said how large its window is.
    pub window_known: bool,
    pub count_tokens: CountTokens,
    /// The server that is asked; none for a model that runs in this program.
    pub server: Option<Destination>,
    #[cfg(feature = "local")]
    pub(super) local: Option<llm::local::LocalModel>,
}

impl Answering {
    /// Whether the model runs in this program, and not in a server, be it one of this computer.
    pub fn is_in_this_program(&self) -> bool {
        self.server.is_none()
    }

    /// Whether what it is asked goes to another computer.
    pub fn leaves_computer(&self) -> bool {
        self.server.as_ref().is_some_and(|server| !server.is_this_computer)
    }

    /// Whether it takes one request after the other, as the model in this process does.
    pub fn is_one_at_a_time(&self) -> bool {
        #[cfg(feature = "local")]
        return self.local.is_some();
        #[cfg(not(feature = "local"))]
        false
    }

    /// The whole of an answer that nobody watches, without what the model thought before it.
    ///
    /// # Errors
    /// The model's, and an answer that was cut off or took longer than `patience`: half of it would be of no use.
    pub async fn whole_answer(&self, request: ChatRequest, patience: Duration) -> Result<String, ModelError> {
        let (text, finish) = self.collected(request, patience).await?;
        match finish {
            Some(FinishReason::Stop) => Ok(text),
            Some(FinishReason::Length | FinishReason::Filtered) | None => Err(ModelError::CutOff),
        }
    }

    /// An answer that is of use even when it was cut off.
    ///
    /// # Errors
    /// The model's, and an answer that took longer than `patience`.
    pub async fn partial_answer(&self, request: ChatRequest, patience: Duration) -> Result<String, ModelError> {
        Ok(self.collected(request, patience).await?.0)
    }

    async fn collected(
        &self,
        request: ChatRequest,
        patience: Duration,
    ) -> Result<(String, Option<FinishReason>), ModelError> {
        let collect = async {
            let mut stream = self.model.stream(request);
            let mut text = String::new();
            let mut finish = None;
            while let Some(event) = stream.next().await {
                match event? {
                    // More than a message may hold is of no use, and may be the work of a model that never ends.
                    ModelEvent::Text(piece) if text.len() + piece.len() > limits::TEXT => return Ok((text, None)),
                    ModelEvent::Text(piece) => text.push_str(&piece),
                    ModelEvent::Finished(reason) => finish = Some(reason),
                    ModelEvent::Reasoning(_) | ModelEvent::Usage { .. } => {}
                }
            }
            Ok((text, finish))
        };
        let silent = ModelError::Silent {
            seconds: patience.as_secs(),
        };
        tokio::time::timeout(patience, collect).await.unwrap_or(Err(silent))
    }

    /// Reads the front of a prompt ahead, so that the first reply starts sooner. Does nothing for servers.
    pub fn prewarm(&self, messages: &[llm::ChatMessage]) {
        #[cfg(feature = "local")]
        if let Some(local) = &self.local {
            local.prewarm(messages);
        }
        #[cfg(not(feature = "local"))]
        let _ = messages;
    }
}

/// Counts as the models of servers do, near enough. Most of a prompt is what the one before it was: what was counted is known.
pub fn estimate_tokens() -> CountTokens {
    static COUNTED: LazyLock<Mutex<Counted>> = LazyLock::new(Mutex::default);
    static HASHER: LazyLock<RandomState> = LazyLock::new(RandomState::new);
    Arc::new(|text| {
        if text.len() < WORTH_KNOWING {
            return bpe_openai::o200k_base().count(text);
        }
        let key = (HASHER.hash_one(text), text.len());
        let known = || COUNTED.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(tokens) = known().get(&key) {
            return tokens;
        }
        let tokens = bpe_openai::o200k_base().count(text);
        known().insert(key, tokens);
        tokens
    })
}

/// Shorter texts, in bytes, are counted as fast as they are looked up.
const WORTH_KNOWING: usize = 64;
/// So many counts are known, twice.
const MOST_COUNTED: usize = 4096;

/// The hash of a text, and its length. The text itself is not kept: it may be forgotten one day.
type Key = (u64, usize);

/// Token counts. When there are many, the older half goes.
#[derive(Default)]
struct Counted {
    new: HashMap<Key, usize>,
    old: HashMap<Key, usize>,
}

impl Counted {
    fn get(&mut self, key: &Key) -> Option<usize> {
        if let Some(tokens) = self.new.get(key) {
            return Some(*tokens);
        }
        let tokens = self.old.remove(key)?;
        self.insert(*key, tokens);
        Some(tokens)
    }

    fn insert(&mut self, key: Key, tokens: usize) {
        if self.new.len() >= MOST_COUNTED {
            self.old = std::mem::take(&mut self.new);
        }
        self.new.insert(key, tokens);
    }
}
