//! Replies that the reader might give: four, always.
//!
//! A model is asked for them as JSON ([`suggestion_prompt`], [`schema`]) and read with tolerance ([`read`]); what is missing is
//! filled up ([`complete`]). Without a model that can, they are made from the situation ([`from_situation`]); when a model fails,
//! [`neutral`] ones are always there.

mod neutral;
mod read;
mod situation;
mod templates;
#[cfg(test)]
mod tests;

use serde_json::{Value, json};

use crate::conversation::Role;
use crate::prompt::{Prompt, PromptError, PromptInput, PromptMessage, PromptRole, Scene, Templates, recent};

pub use neutral::neutral;
pub use read::read;
pub use situation::{Situation, from_situation};

/// How many suggestions there are.
pub const COUNT: usize = 4;
/// The longest suggestion, in characters.
pub const MOST_CHARS: usize = 200;
/// What a model may write for them, in tokens: more than they need, as some think before they speak.
pub const MOST_TOKENS: u32 = 1_500;

/// The most that is told of the conversation, in tokens.
const TRANSCRIPT_TOKENS: usize = 1_500;
/// The least, when the character and the persona fill a small window.
const LEAST_TRANSCRIPT_TOKENS: usize = 200;

/// The names of the four in the schema. Four fields and not a list: so "exactly four" holds for every server, as few of them know
/// how to count a list's items.
const FIELDS: [&str; COUNT] = ["reply_1", "reply_2", "reply_3", "reply_4"];

/// The JSON schema of a model's answer.
pub fn schema() -> Value {
    let properties: serde_json::Map<String, Value> = FIELDS
        .iter()
        .map(|name| ((*name).to_owned(), json!({ "type": "string" })))
        .collect();
    json!({ "type": "object", "properties": properties, "required": FIELDS, "additionalProperties": false })
}

/// What a model is asked. `input` is the one for a reply; its last message may be anybody's.
///
/// # Errors
/// A template that cannot be filled, or a window too small for it.
pub fn suggestion_prompt(
    templates: &Templates,
    input: &PromptInput<'_>,
    count: &dyn Fn(&str) -> usize,
) -> Result<Prompt, PromptError> {
    let scene = Scene::new(input);
    let bare = templates.render("suggestions.md", &scene.clone().with_transcript(String::new()))?;
    let needed_tokens = count(&bare) + input.reply_tokens;
    let free_tokens = input.window_tokens.saturating_sub(needed_tokens);
    if free_tokens < LEAST_TRANSCRIPT_TOKENS {
        return Err(PromptError::WindowTooSmall {
            needed_tokens: needed_tokens + LEAST_TRANSCRIPT_TOKENS,
            window_tokens: input.window_tokens,
        });
    }
    let recent = recent(input.messages, &input.memory, free_tokens.min(TRANSCRIPT_TOKENS), count);
    let lines: Vec<String> = recent
        .texts
        .iter()
        .map(|(role, text)| {
            let name = match role {
                Role::User => scene.user(),
                Role::Character => scene.char(),
            };
            format!("{name}: {}", text.trim())
        })
        .collect();
    let text = templates.render("suggestions.md", &scene.with_transcript(lines.join("\n\n")))?;
    Ok(Prompt {
        messages: vec![PromptMessage {
            role: PromptRole::User,
            text,
        }],
        parts: Vec::new(),
        facts: Vec::new(),
        recalled: Vec::new(),
        reads_from: recent.reads_from,
        left_out: Vec::new(),
    })
}

/// Exactly four of what was found: the first ones, and then those of `spare` that say something else.
pub fn complete(found: Vec<String>, spare: [String; COUNT]) -> [String; COUNT] {
    let mut chosen: Vec<String> = Vec::with_capacity(COUNT);
    for text in found.into_iter().chain(spare.clone()) {
        if chosen.len() < COUNT && !chosen.iter().any(|known| read::same_words(known, &text)) {
            chosen.push(text);
        }
    }
    chosen.try_into().unwrap_or(spare)
}
