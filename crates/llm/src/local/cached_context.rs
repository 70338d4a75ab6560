//! What the model has read: evaluates tokens and keeps them, so that the next prompt is read from its first difference on.

use llama_cpp_2::context::LlamaContext;
use llama_cpp_2::llama_batch::LlamaBatch;
use llama_cpp_2::token::LlamaToken;

use super::weights::{BATCH_TOKENS, Weights};
use crate::error::ModelError;

/// How a prompt's evaluation ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Evaluation {
    /// The next token can be drawn. `computed` tokens were evaluated; the rest was known.
    Done { computed: usize },
    /// The caller wanted no more of it; what was evaluated is kept.
    Interrupted,
}

/// Whether to go on, asked between batches.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wanted {
    Still,
    NoLonger,
}

/// A context of the model and the tokens it holds. Once [broken](Self::is_broken) it must be thrown away.
pub struct CachedContext<'weights> {
    pub context: LlamaContext<'weights>,
    batch: LlamaBatch<'static>,
    /// One for every filled key/value cell, in order.
    tokens: Vec<LlamaToken>,
    broken: bool,
}

impl<'weights> CachedContext<'weights> {
    pub fn new(weights: &'weights Weights) -> Result<Self, ModelError> {
        let context = weights.new_context()?;
        Ok(Self {
            context,
            batch: LlamaBatch::new(BATCH_TOKENS, 1),
            tokens: Vec::new(),
            broken: false,
        })
    }

    /// Brings the context to exactly `prompt` (not empty, shorter than the context), batch by batch.
    pub fn evaluate(
        &mut self,
        prompt: &[LlamaToken],
        mut wanted: impl FnMut() -> Wanted,
    ) -> Result<Evaluation, ModelError> {
        self.keep_common_prefix(prompt);
        let known = self.tokens.len();
        for batch in prompt[known..].chunks(BATCH_TOKENS) {
            if wanted() == Wanted::NoLonger {
                return Ok(Evaluation::Interrupted);
            }
            self.decode(batch)?;
        }
        Ok(Evaluation::Done {
            computed: prompt.len() - known,
        })
    }

    /// Appends one token of the reply.
    pub fn push(&mut self, token: LlamaToken) -> Result<(), ModelError> {
        self.decode(&[token])
    }

    /// Whether an evaluation failed, so that nobody knows what the cells hold.
    pub fn is_broken(&self) -> bool {
        self.broken
    }

    /// Drops the cells from the first difference on. The prompt's last token is always evaluated again: the choice of the next
    /// token is known only right after it.
    fn keep_common_prefix(&mut self, prompt: &[LlamaToken]) {
        let common = self
            .tokens
            .iter()
            .zip(prompt)
            .take_while(|(held, wanted)| held == wanted)
            .count();
        let common = common.min(prompt.len().saturating_sub(1));
        if common == self.tokens.len() {
            return;
        }
        let removed = self.context.clear_kv_cache_seq(Some(0), Some(common as u32), None);
        if matches!(removed, Ok(true)) {
            self.tokens.truncate(common);
        } else {
            // Recurrent models cannot go back: they read the prompt from the start.
            self.context.clear_kv_cache();
            self.tokens.clear();
        }
    }

    fn decode(&mut self, tokens: &[LlamaToken]) -> Result<(), ModelError> {
        self.batch.clear();
        let last = tokens.len().saturating_sub(1);
        for (index, token) in tokens.iter().enumerate() {
            let position = (self.tokens.len() + index) as i32;
            self.batch.add(*token, position, &[0], index == last).map_err(failed)?;
        }
        self.broken = true;
        self.context.decode(&mut self.batch).map_err(failed)?;
        self.broken = false;
        self.tokens.extend_from_slice(tokens);
        Ok(())
    }
}

fn failed(error: impl std::fmt::Display) -> ModelError {
    ModelError::Local {
        message: format!("it could not read the prompt ({error}); asking again starts afresh"),
    }
}
