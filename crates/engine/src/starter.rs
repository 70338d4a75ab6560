//! The starter model's own profile. A model of 135 million parameters plays charmingly with a short, plain prompt and hopelessly
//! with a long one, and one draw in two is worth showing: so its prompt is small, and up to [`MAX_DRAWS`] drafts are scored, each
//! in its best cut to whole sentences, until one is good enough.

mod claims;
#[cfg(test)]
mod faults;
mod illusion;
mod manner;
mod memory;
mod own_language;
mod pacing;
mod score;
mod sentences;
#[cfg(test)]
mod tests;
mod texts;
mod words;

use crate::character::Character;
use crate::conversation::{Message, Role};
use crate::macros::Names;
use crate::memory::view::{LeftOutReason, LeftOutView};
use crate::prompt::{
    PartName, Prompt, PromptError, PromptMessage, PromptRole, StarterScene, Templates, clip, is_sendable,
};

pub use memory::{StarterMemory, StarterTold, told};
pub use own_language::{is_in_language, own_language, own_line};
pub use pacing::pieces;
pub use score::{best_cut, breaks_illusion, score};
pub use sentences::{SentenceGate, tidy};

/// A draft with at least this score is shown without drawing another.
pub const GOOD_ENOUGH: f32 = 2.6;
/// How many drafts are drawn at most, where drawing is quick.
pub const MAX_DRAWS: usize = 6;
/// The longest message of the reader that the model is shown, in characters.
const MOST_MESSAGE_CHARS: usize = 600;
/// What the reader says before the greeting: the model was trained on conversations that the user opens.
const OPENING: &str = "Hello.";

/// How drafts are drawn. There is no penalty for repeated words beside DRY: it makes so small a model incoherent.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct StarterSampling {
    pub temperature: f32,
    pub top_k: u32,
    pub top_p: f32,
    pub min_p: f32,
    /// DRY ("don't repeat yourself"): strength, the length in tokens that may repeat freely, and how many tokens it looks back.
    pub dry_multiplier: f32,
    pub dry_allowed_length: u32,
    pub dry_last_tokens: u32,
    pub dry_breaker: &'static str,
    /// Tokens of one draft.
    pub max_tokens: u32,
}

/// The values that were rated best.
pub const SAMPLING: StarterSampling = StarterSampling {
    temperature: 0.5,
    top_k: 40,
    top_p: 0.95,
    min_p: 0.05,
    dry_multiplier: 0.8,
    dry_allowed_length: 2,
    dry_last_tokens: 512,
    dry_breaker: "\n",
    max_tokens: 42,
};

/// What a starter prompt is made from and its drafts are measured by.
#[derive(Debug, Clone, Copy)]
pub struct StarterInput<'a> {
    pub character: &'a Character,
    /// Whom the reader plays; may be blank.
    pub user_name: &'a str,
    /// How the reader describes whom they play; the model is told the first sentence. May be empty.
    pub persona: &'a str,
    /// The end of the transcript, oldest first.
    pub messages: &'a [Message],
    /// The reader's latest message; empty when only the front of the prompt matters.
    pub latest: &'a str,
    /// What the model is told of memory; see [`told`].
    pub told: &'a StarterTold,
}

impl<'a> StarterInput<'a> {
    fn names(&self) -> Names<'a> {
        Names::new(&self.character.name, self.user_name)
    }
}

/// Where the model must stop by itself: when it begins to write the reader's part, a new paragraph, or its template's marks.
pub fn stop_texts(user_name: &str) -> Vec<String> {
    let user = Names::new("", user_name).user;
    vec![
        format!("\n{user}:"),
        "\n\n".to_owned(),
        "<|im_start|>".to_owned(),
        "<|im_end|>".to_owned(),
    ]
}

/// The whole prompt for one draft; its last message is the reader's latest. Its `parts` are empty: nothing in it is chosen by size.
///
/// # Errors
/// A template that cannot be filled.
pub fn starter_prompt(templates: &Templates, input: &StarterInput<'_>) -> Result<Prompt, PromptError> {
    let names = input.names();
    let values = texts::values(input, &names);
    let scene = StarterScene {
        char: names.char,
        user: names.user,
        starter: values,
    };
    let said = |role: PromptRole, text: &str| PromptMessage {
        role,
        text: text.to_owned(),
    };
    let mut messages = vec![
        said(PromptRole::System, &templates.render("starter.md", &scene)?),
        said(PromptRole::User, OPENING),
        said(PromptRole::Assistant, &texts::greeting(input)),
    ];
    let latest = input.messages.iter().rposition(|message| message.role == Role::User);
    let latest_position = latest.map_or(0, |place| input.messages[place].position);
    let mut reads_from = latest_position;
    let mut included = u32::from(texts::greeting_message(input).is_some()) + u32::from(latest.is_some());
    let before = &input.messages[..latest.unwrap_or_default()];
    if let Some((question, reply)) = last_exchange(before).filter(|_| texts::refers_back(input.latest)) {
        messages.push(said(PromptRole::User, &shown(&question.text)));
        messages.push(said(PromptRole::Assistant, &tidy(&reply.text)));
        reads_from = question.position;
        included += 2;
    }
    messages.push(said(PromptRole::User, &shown(input.latest)));
    let length = input.messages.last().map_or(0, |message| message.position + 1);
    Ok(Prompt {
        messages,
        parts: Vec::new(),
        facts: Vec::new(),
        recalled: Vec::new(),
        reads_from,
        left_out: vec![LeftOutView {
            what: PartName::Recent,
            count: length.saturating_sub(included),
            why: LeftOutReason::Limit,
        }],
    })
}

/// The last exchange of these messages, when it is a whole one.
fn last_exchange(messages: &[Message]) -> Option<(&Message, &Message)> {
    let [.., question, reply] = messages else { return None };
    let whole = question.role == Role::User && reply.role == Role::Character;
    (whole && is_sendable(question) && is_sendable(reply)).then_some((question, reply))
}

/// A prompt that ends in white space makes the model write digits, so there is none.
fn shown(text: &str) -> String {
    clip(text.trim(), MOST_MESSAGE_CHARS).trim().to_owned()
}
