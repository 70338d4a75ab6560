//! Talks to language models: one trait, one file per provider.
//!
//! [`ChatModel`] streams one reply. [`openai`] speaks to any OpenAI-compatible server, `local` (feature of that name) runs a GGUF
//! model in the process, [`scripted`] plays a script in tests.

mod chat;
mod error;
mod secret;
mod stop;
mod think;

pub mod openai;
pub mod scripted;
pub mod sse;

#[cfg(feature = "local")]
pub mod local;

pub use chat::{ChatMessage, ChatModel, ChatRequest, ChatRole, FinishReason, ModelEvent, ModelStream, Sampling, Tries};
pub use error::ModelError;
pub use secret::Secret;
