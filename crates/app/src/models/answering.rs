//! A model that is ready to answer.

use std::sync::Arc;

use llm::ChatModel;

use super::THIS_COMPUTER;

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
    pub count_tokens: CountTokens,
    #[cfg(feature = "local")]
    pub(super) local: Option<llm::local::LocalModel>,
}

impl Answering {
    /// Whether the model runs on this computer.
    pub fn is_local(&self) -> bool {
        self.id
            .strip_prefix(THIS_COMPUTER)
            .is_some_and(|rest| rest.starts_with('/'))
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

/// Counts as the models of servers do, near enough.
pub fn estimate_tokens() -> CountTokens {
    Arc::new(|text| bpe_openai::o200k_base().count(text))
}
