//! A model's file in memory: weights, vocabulary, template. Read-only once loaded, so every thread may use it.

use std::num::NonZeroU32;
use std::path::Path;

use llama_cpp_2::context::LlamaContext;
use llama_cpp_2::context::params::LlamaContextParams;
use llama_cpp_2::model::LlamaModel;
use llama_cpp_2::token::LlamaToken;

use super::prompt::PromptTemplate;
use super::runtime::{backend, load_weights};
use super::{LocalModelInfo, LocalOptions};
use crate::error::ModelError;

/// Prompt tokens that are evaluated in one call.
///
/// From 64 on llama.cpp computes attention in tiles, a quarter faster but rounded differently (logits moved by up to 1), so that what
/// a reply says would depend on which part of the prompt was already known. Below, batches and single tokens agree to the bit on one
/// thread.
pub const BATCH_TOKENS: usize = 48;

pub struct Weights {
    pub model: LlamaModel,
    pub template: PromptTemplate,
    pub context_tokens: u32,
    pub info: LocalModelInfo,
    threads: i32,
}

impl Weights {
    pub fn load(path: &Path, options: LocalOptions) -> Result<Self, ModelError> {
        let shown = path.display();
        if !path.is_file() {
            return Err(local(format!(
                "there is no file {shown}; choose or download the model again"
            )));
        }
        let model = load_weights(path)?.map_err(|reason| {
            local(format!(
                "{shown} could not be loaded as a GGUF model ({reason}); download it again or choose another"
            ))
        })?;
        if !writes_text(&model) {
            return Err(local(format!(
                "{shown} is no model that writes text; choose a chat model"
            )));
        }
        let trained_context_tokens = model.n_ctx_train();
        Ok(Self {
            template: PromptTemplate::of(&model),
            context_tokens: options.context_tokens.clamp(1, trained_context_tokens.max(1)),
            info: LocalModelInfo {
                name: model
                    .meta_val_str("general.name")
                    .ok()
                    .filter(|name| !name.trim().is_empty()),
                parameters: model.n_params(),
                size_bytes: model.size(),
                trained_context_tokens,
            },
            threads: i32::try_from(options.threads).unwrap_or(i32::MAX).clamp(1, MAX_THREADS),
            model,
        })
    }

    /// A context of its own memory; only one thread may make contexts, as llama.cpp writes to the model while it does.
    pub fn new_context(&self) -> Result<LlamaContext<'_>, ModelError> {
        let params = LlamaContextParams::default()
            .with_n_ctx(NonZeroU32::new(self.context_tokens))
            .with_n_batch(BATCH_TOKENS as u32)
            .with_n_ubatch(BATCH_TOKENS as u32)
            .with_n_seq_max(1)
            .with_n_threads(self.threads)
            .with_n_threads_batch(self.threads)
            .with_no_perf(true);
        self.model.new_context(backend()?, params).map_err(|error| {
            let tokens = self.context_tokens;
            local(format!(
                "no memory for a context of {tokens} tokens ({error}); choose a shorter context or a smaller model"
            ))
        })
    }

    /// The tokens of plain text: a mark of the chat template in it is text like any other.
    pub fn tokenize_text(&self, text: &str) -> Vec<LlamaToken> {
        self.model.vocab().tokenize(text.as_bytes(), false, false)
    }
}

/// llama.cpp refuses more.
const MAX_THREADS: i32 = 512;

/// Encoders (for embeddings) have no next token to draw, and llama.cpp ends the process when asked for one.
fn writes_text(model: &LlamaModel) -> bool {
    let architecture = model.meta_val_str("general.architecture").unwrap_or_default();
    let causal = model.meta_val_str(&format!("{architecture}.attention.causal")).ok();
    let encoder = architecture.contains("bert") || architecture.starts_with("t5") || architecture == "clip";
    !encoder && causal.as_deref() != Some("false") && model.n_vocab() > 0
}

fn local(message: String) -> ModelError {
    ModelError::Local { message }
}
