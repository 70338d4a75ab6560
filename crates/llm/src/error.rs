//! What can go wrong between the app and a model.

use serde::{Deserialize, Serialize};

/// Why no reply, or only part of one, came. The message of each says what happened; what was kept is the caller's to add.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[serde(rename_all = "snake_case")]
pub enum ModelError {
    #[error("{host} could not be reached: {reason}")]
    Unreachable { host: String, reason: String },
    #[error("the key was refused ({status})")]
    Unauthorized { status: u16 },
    #[error("the provider's limit is reached{}", retry_after.map(|seconds| format!("; it asks to wait {seconds} s")).unwrap_or_default())]
    RateLimited { retry_after: Option<u64> },
    #[error("the model is not known there: {message}")]
    UnknownModel { message: String },
    #[error("the conversation is longer than the model can read: {message}")]
    ContextExceeded { message: String },
    /// Any other refusal, in the provider's words.
    #[error("the provider answered: {message}")]
    Provider { status: Option<u16>, message: String },
    #[error("the connection broke off in the middle of the reply")]
    CutOff,
    #[error("nothing came for {seconds} s")]
    Silent { seconds: u64 },
    #[error("the model returned nothing")]
    Empty,
    #[error("the model on this computer failed: {message}")]
    Local { message: String },
}

impl ModelError {
    /// Stable, for programs and for the message catalogue.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Unreachable { .. } => "model_unreachable",
            Self::Unauthorized { .. } => "model_unauthorized",
            Self::RateLimited { .. } => "model_rate_limited",
            Self::UnknownModel { .. } => "model_unknown",
            Self::ContextExceeded { .. } => "model_context_exceeded",
            Self::Provider { .. } => "model_error",
            Self::CutOff => "model_cut_off",
            Self::Silent { .. } => "model_silent",
            Self::Empty => "model_empty",
            Self::Local { .. } => "model_local",
        }
    }
}
