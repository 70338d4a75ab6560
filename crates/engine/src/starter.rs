//! The starter model's own profile. A model of 135 million parameters plays charmingly with a short, plain prompt and hopelessly
//! with a long one, and one draw in two is worth showing: so its prompt is small, its replies are cut to whole sentences, and up
//! to [`MAX_DRAWS`] drafts are scored and the best is kept.

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
use crate::prompt::{Prompt, PromptError, PromptMessage, PromptRole, StarterScene, Templates, clip, is_sendable};

pub use pacing::{PIECE_MILLISECONDS, words};
pub use score::score;
pub use sentences::{SentenceGate, tidy};

/// A draft with at least this score is shown without drawing another.
pub const GOOD_ENOUGH: f32 = 1.0;
/// How many drafts are drawn at most.
pub const MAX_DRAWS: usize = 3;
/// The longest message of the reader that the model is shown, in characters.
const MOST_MESSAGE_CHARS: usize = 600;
/// What the reader says before the greeting: the model was trained on conversations that the user opens.
const OPENING: &str = "Hello.";

/// How drafts are drawn. There is no penalty for repeated words beside DRY: it makes so small a model incoherent.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sampling {
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
pub const STARTER_SAMPLING: Sampling = Sampling {
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
    /// The end of the transcript, oldest first, the last one the user's latest.
    pub messages: &'a [Message],
    /// What is known about the reader, pinned facts first; at most two that share a word with the message are told.
    pub facts: &'a [&'a str],
}

impl<'a> StarterInput<'a> {
    fn names(&self) -> Names<'a> {
        Names::new(&self.character.name, self.user_name)
    }

    fn latest(&self) -> Option<&'a Message> {
        self.messages
            .last()
            .filter(|message| message.role == Role::User && is_sendable(message))
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

/// The whole prompt for one draft. Its `parts` are empty: nothing in it is chosen by size.
///
/// # Errors
/// A template that cannot be filled, or no readable message of the user at the end.
pub fn starter_prompt(templates: &Templates, input: &StarterInput<'_>) -> Result<Prompt, PromptError> {
    let latest = input.latest().ok_or(PromptError::NothingToAnswer)?;
    let mut messages = front(templates, input, texts::facts(input, &latest.text))?;
    let earlier = if texts::refers_back(&latest.text) {
        last_exchange(input.messages)
    } else {
        None
    };
    let mut included = u32::from(texts::greeting_message(input).is_some()) + 1;
    let mut reads_from = latest.position;
    if let Some((question, reply)) = earlier {
        messages.push(said(PromptRole::User, question));
        messages.push(PromptMessage {
            role: PromptRole::Assistant,
            text: tidy(&reply.text),
        });
        included += 2;
        reads_from = question.position;
    }
    messages.push(said(PromptRole::User, latest));
    let left_out = (latest.position + 1).saturating_sub(included);
    Ok(Prompt {
        messages,
        parts: Vec::new(),
        reads_from,
        left_out,
    })
}

/// What stands in front of every draft of a conversation, for reading it in advance.
///
/// # Errors
/// A template that cannot be filled.
pub fn starter_front(templates: &Templates, input: &StarterInput<'_>) -> Result<Prompt, PromptError> {
    Ok(Prompt {
        messages: front(templates, input, Vec::new())?,
        parts: Vec::new(),
        reads_from: 0,
        left_out: 0,
    })
}

fn front(
    templates: &Templates,
    input: &StarterInput<'_>,
    facts: Vec<String>,
) -> Result<Vec<PromptMessage>, PromptError> {
    let names = input.names();
    let scene = StarterScene {
        char: names.char,
        user: names.user,
        starter: texts::values(input.character, &names, facts),
    };
    let system = templates.render("starter.md", &scene)?;
    Ok(vec![
        PromptMessage {
            role: PromptRole::System,
            text: system,
        },
        PromptMessage {
            role: PromptRole::User,
            text: OPENING.to_owned(),
        },
        PromptMessage {
            role: PromptRole::Assistant,
            text: texts::greeting(input),
        },
    ])
}

/// The last exchange before the latest message, when it was a whole one.
fn last_exchange(messages: &[Message]) -> Option<(&Message, &Message)> {
    let [.., question, reply, _latest] = messages else {
        return None;
    };
    let whole = question.role == Role::User && reply.role == Role::Character;
    (whole && is_sendable(question) && is_sendable(reply)).then_some((question, reply))
}

/// A prompt that ends in white space makes the model write digits, so there is none.
fn said(role: PromptRole, message: &Message) -> PromptMessage {
    PromptMessage {
        role,
        text: clip(message.text.trim(), MOST_MESSAGE_CHARS).trim().to_owned(),
    }
}
