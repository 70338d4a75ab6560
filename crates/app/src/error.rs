//! Errors as they leave the app: a stable code, and what happened, what was kept and what to do in plain words.

use engine::prompt::PromptError;
use engine::view::ErrorView;
use llm::ModelError;
use store::StoreError;

/// What a command answers when it cannot do what was asked.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct Error {
    /// Stable, for programs and for the message catalogue.
    pub code: &'static str,
    pub message: String,
}

pub type Result<T, E = Error> = std::result::Result<T, E>;

impl Error {
    pub fn new(code: &'static str, message: impl Into<String>) -> Self {
        Self {
            code,
            message: message.into(),
        }
    }

    /// The input does not have the shape or the bounds that the command asks for.
    pub fn invalid(message: impl Into<String>) -> Self {
        Self::new("invalid_input", message)
    }
}

impl From<StoreError> for Error {
    fn from(error: StoreError) -> Self {
        Self::new(error.code(), error.to_string())
    }
}

impl From<ModelError> for Error {
    fn from(error: ModelError) -> Self {
        Self::new(error.code(), error.to_string())
    }
}

impl From<PromptError> for Error {
    fn from(error: PromptError) -> Self {
        let code = match error {
            PromptError::LastMessageForgotten => "message_forgotten",
            PromptError::MissingTemplate(_)
            | PromptError::BadTemplate { .. }
            | PromptError::WindowTooSmall { .. }
            | PromptError::NothingToAnswer
            | PromptError::NothingToContinue => "prompt_failed",
        };
        Self::new(code, error.to_string())
    }
}

impl From<&Error> for ErrorView {
    fn from(error: &Error) -> Self {
        Self {
            code: error.code.to_owned(),
            message: error.message.clone(),
        }
    }
}
