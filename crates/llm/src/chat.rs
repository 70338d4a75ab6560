//! The trait that every provider implements, and what goes in and comes out.

use futures_util::stream::BoxStream;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::error::ModelError;

/// Who a message of the request is from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ChatRole {
    System,
    User,
    Assistant,
}

/// One message of the request.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChatMessage {
    pub role: ChatRole,
    pub content: String,
}

/// How the next token is drawn. What is none is left to the provider.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Sampling {
    pub temperature: Option<f32>,
    pub top_p: Option<f32>,
    /// The rest is known to local models only.
    pub top_k: Option<i32>,
    pub min_p: Option<f32>,
    /// DRY repetition penalty: multiplier; allowed length 2, over the last 512 tokens, broken by a line break.
    pub dry_multiplier: Option<f32>,
    pub seed: Option<u32>,
}

/// One request for one reply.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct ChatRequest {
    /// The provider's name of the model; local models ignore it.
    pub model: String,
    pub messages: Vec<ChatMessage>,
    pub sampling: Sampling,
    /// Upper limit of the reply, in tokens.
    pub max_tokens: Option<u32>,
    /// The reply ends before the first of these; none of their text is given out.
    pub stop: Vec<String>,
    /// The last message is an assistant's and is to be continued where it ends.
    pub continue_last: bool,
    /// The JSON schema that the reply is to follow. A local model cannot but follow it; servers that know structured output are
    /// asked to, the others are asked without it. So the reply still has to be read with care.
    pub json_schema: Option<Value>,
    /// Whether a request that failed may be sent again.
    pub tries: Tries,
}

/// How often a request may be sent.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Tries {
    /// Again where the failure is one that passes, before anything was shown.
    #[default]
    UntilItPasses,
    /// Once: what is asked for is not worth a second call.
    Once,
}

/// Why a reply ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FinishReason {
    Stop,
    /// The token limit or the context was reached: the text is cut.
    Length,
    /// The provider withheld the rest.
    Filtered,
}

/// One piece of a reply.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum ModelEvent {
    /// Kept apart from the reply and never sent back.
    Reasoning(String),
    Text(String),
    Usage {
        prompt_tokens: u32,
        completion_tokens: u32,
    },
    Finished(FinishReason),
}

/// Pieces of one reply. It ends after `Finished` (a `Usage` may still follow) or after an error; a stream that ends otherwise was
/// cut off and yields `ModelError::CutOff` itself, one without any text or reasoning yields `ModelError::Empty`. Dropping it stops the model.
pub type ModelStream = BoxStream<'static, Result<ModelEvent, ModelError>>;

/// A language model that can hold a conversation.
pub trait ChatModel: Send + Sync {
    fn stream(&self, request: ChatRequest) -> ModelStream;
}
