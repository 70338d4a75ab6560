//! Draws the next token: from the request's settings to llama.cpp's chain of samplers.

use llama_cpp_2::model::LlamaModel;
use llama_cpp_2::sampling::LlamaSampler;
use llama_cpp_2::token::LlamaToken;

use crate::chat::Sampling;

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

/// The chain for one reply. The end of the prompt counts for repetitions, so that an earlier reply is not said again.
pub fn sampler_chain(model: &LlamaModel, sampling: &Sampling, prompt: &[LlamaToken]) -> LlamaSampler {
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
