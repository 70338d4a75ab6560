//! Draws the next token: from the request's settings to llama.cpp's chain of samplers.

use llama_cpp_2::context::LlamaContext;
use llama_cpp_2::model::LlamaModel;
use llama_cpp_2::sampling::LlamaSampler;
use llama_cpp_2::token::LlamaToken;
use serde_json::Value;

use crate::chat::{ChatRequest, Sampling};
use crate::error::ModelError;

/// What stands where the request leaves it open.
const TEMPERATURE: f32 = 0.7;
const TOP_K: i32 = 40;
const TOP_P: f32 = 0.95;
const MIN_P: f32 = 0.05;

/// DRY ("don't repeat yourself", p-e-w, 2024): a token that would lengthen a repetition of more than `DRY_ALLOWED_LENGTH` tokens is
/// made less likely by `multiplier * DRY_BASE ^ (length - DRY_ALLOWED_LENGTH)`.
const DRY_BASE: f32 = 1.75;
const DRY_ALLOWED_LENGTH: i32 = 2;
const DRY_LAST_TOKENS: i32 = 512;
const DRY_BREAKERS: [&str; 1] = ["\n"];

/// llama.cpp's mark for "take a random seed".
const RANDOM_SEED: u32 = u32::MAX;
/// Where the grammars that llama.cpp makes of a schema begin.
const GRAMMAR_ROOT: &str = "root";

/// Draws the tokens of one reply.
pub struct Drawer {
    chain: LlamaSampler,
    /// Leaves only the tokens that a schema allows. Apart from the chain: it must not take the prompt for a part of the reply.
    grammar: Option<LlamaSampler>,
}

impl Drawer {
    /// For one reply. The end of the prompt counts for repetitions, so that an earlier reply is not said again.
    pub fn new(model: &LlamaModel, request: &ChatRequest, prompt: &[LlamaToken]) -> Result<Self, ModelError> {
        let grammar = request.json_schema.as_ref().map(|schema| grammar(model, schema));
        Ok(Self {
            chain: chain(model, &request.sampling, prompt),
            grammar: grammar.transpose()?,
        })
    }

    /// The next token after what the context has evaluated.
    pub fn draw(&mut self, context: &LlamaContext<'_>) -> Result<LlamaToken, ModelError> {
        let Some(grammar) = &mut self.grammar else {
            return Ok(self.chain.sample(context, -1));
        };
        let mut candidates = context.token_data_array();
        candidates.apply_sampler(grammar);
        // A token that the grammar does not allow must never reach it: llama.cpp would end the process.
        candidates.data.retain(|candidate| candidate.logit().is_finite());
        let nothing_fits = || ModelError::Local {
            message: "nothing it could write fits the form that was asked for".into(),
        };
        if candidates.data.is_empty() {
            return Err(nothing_fits());
        }
        candidates.apply_sampler(&mut self.chain);
        let token = candidates.selected_token().ok_or_else(nothing_fits)?;
        grammar.try_accept(token).map_err(|_| nothing_fits())?;
        self.chain.accept(token);
        Ok(token)
    }
}

/// What a schema allows, as llama.cpp's own converter understands it.
fn grammar(model: &LlamaModel, schema: &Value) -> Result<LlamaSampler, ModelError> {
    let unusable = |reason: String| ModelError::Local {
        message: format!("the form that was asked for is not understood ({reason})"),
    };
    let rules =
        llama_cpp_2::json_schema_to_grammar(&schema.to_string()).map_err(|error| unusable(error.to_string()))?;
    LlamaSampler::grammar(model, &rules, GRAMMAR_ROOT).map_err(|error| unusable(error.to_string()))
}

fn chain(model: &LlamaModel, sampling: &Sampling, prompt: &[LlamaToken]) -> LlamaSampler {
    let mut samplers = Vec::new();
    let multiplier = finite(sampling.dry_multiplier).unwrap_or(0.0);
    if multiplier > 0.0 {
        samplers.push(LlamaSampler::dry(
            model,
            multiplier,
            DRY_BASE,
            DRY_ALLOWED_LENGTH,
            DRY_LAST_TOKENS,
            DRY_BREAKERS,
        ));
    }
    let temperature = finite(sampling.temperature).unwrap_or(TEMPERATURE);
    if temperature <= 0.0 {
        samplers.push(LlamaSampler::greedy());
    } else {
        samplers.push(LlamaSampler::top_k(sampling.top_k.unwrap_or(TOP_K)));
        samplers.push(LlamaSampler::top_p(
            finite(sampling.top_p).unwrap_or(TOP_P).clamp(0.0, 1.0),
            1,
        ));
        samplers.push(LlamaSampler::min_p(
            finite(sampling.min_p).unwrap_or(MIN_P).clamp(0.0, 1.0),
            1,
        ));
        samplers.push(LlamaSampler::temp(temperature));
        samplers.push(LlamaSampler::dist(sampling.seed.unwrap_or(RANDOM_SEED)));
    }
    let remembered = &prompt[prompt.len().saturating_sub(DRY_LAST_TOKENS as usize)..];
    LlamaSampler::chain(samplers, true).with_tokens(remembered)
}

/// Settings come from files and forms: "not a number" would end in an assertion of llama.cpp, which ends the process.
fn finite(value: Option<f32>) -> Option<f32> {
    value.filter(|number| number.is_finite())
}
