//! What a model is sent: the rules, the character, the persona, examples and the recent messages, within the model's window.
//!
//! What stands in front stays the same from turn to turn, so that a model can keep what it has read; what changes (the time, and what came to mind)
//! stands in front of the last message. A character's texts and what people wrote are only ever values in the templates, never templates.

mod examples;
mod language;
mod memory;
mod recalled;
mod recent;
mod scene;
mod templates;
#[cfg(test)]
pub(crate) mod tests;

use jiff::civil::DateTime;
use minijinja::Value;

use crate::character::Character;
use crate::conversation::{Message, Role};
use crate::graph::view::SentMemoryView;
use crate::memory::view::{LeftOutReason, LeftOutView, SentFactView};
use memory::memory_parts;
use recent::Recent;

pub use crate::memory::view::PromptPartName as PartName;
pub use language::language_name;
pub use memory::{AxisContext, MemoryContext, RememberedFact};
pub use recalled::RecalledMemory;
pub(crate) use recent::{clip, is_sendable, recent};
pub(crate) use scene::{Scene, StarterScene, StarterValues};
pub use templates::{TEMPLATE_NAMES, Templates};

/// A chat template's own marks around one message, in tokens; a little more than any known one needs.
const MESSAGE_OVERHEAD_TOKENS: usize = 6;
/// With less room for the conversation than this, in tokens, a reply would make no sense.
const LEAST_RECENT_TOKENS: usize = 64;

/// Everything a prompt is made from.
#[derive(Debug, Clone)]
pub struct PromptInput<'a> {
    pub character: &'a Character,
    /// Whom the reader plays; blank for a reader who gave no name: then [`crate::macros::NAMELESS_USER`] stands for it.
    pub user_name: &'a str,
    /// How the reader describes whom they play; may be empty.
    pub persona: &'a str,
    /// A BCP 47 tag such as "tr"; without one the model answers in the reader's language.
    pub language: Option<&'a str>,
    /// Now, where the reader is.
    pub now: DateTime,
    /// When the last message before the reader's latest was written, where the reader is; none in a new conversation.
    pub last_message_at: Option<DateTime>,
    /// The end of the transcript, oldest first. It ends in the user's message, which is answered, or in the character's, which is
    /// continued.
    pub messages: &'a [Message],
    /// What is remembered.
    pub memory: MemoryContext<'a>,
    /// How much the model can read and write together, in tokens.
    pub window_tokens: usize,
    /// How much of that is kept for the reply, in tokens.
    pub reply_tokens: usize,
}

/// What a model is sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Prompt {
    /// A system message, then user and assistant in turns.
    pub messages: Vec<PromptMessage>,
    /// What it is made of and how much each takes, in the order of the text.
    pub parts: Vec<PromptPart>,
    /// The facts that are told, in their order.
    pub facts: Vec<SentFactView>,
    /// The memories of the graph that are told, in their order.
    pub recalled: Vec<SentMemoryView>,
    /// Position of the first message of the transcript that is included.
    pub reads_from: u32,
    /// What is not included, and why.
    pub left_out: Vec<LeftOutView>,
}

impl Prompt {
    /// How many messages of the transcript are not included.
    pub fn messages_left_out(&self) -> u32 {
        let messages = self.left_out.iter().filter(|left| left.what == PartName::Recent);
        messages.map(|left| left.count).sum()
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PromptMessage {
    pub role: PromptRole,
    pub text: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PromptRole {
    System,
    User,
    Assistant,
}

/// One part of a prompt, and its size in tokens.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PromptPart {
    pub name: PartName,
    pub tokens: usize,
    pub text: String,
}

/// How a reply that broke off is continued.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ContinueBy {
    /// The model goes on writing the last message itself.
    Prefill,
    /// The model cannot do that, and is asked to go on.
    Instruction,
}

/// Why no prompt could be made. Nothing was sent and nothing was changed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PromptError {
    #[error("the prompt template {0} is missing; put it back into the prompts folder")]
    MissingTemplate(String),
    #[error("the prompt template {name}, line {line}: {reason}; correct the file")]
    BadTemplate { name: String, line: usize, reason: String },
    #[error(
        "the character and the reply need {needed_tokens} tokens, and the model has a window of {window_tokens}; \
         choose a model with a larger window, or shorten the character or the reply"
    )]
    WindowTooSmall { needed_tokens: usize, window_tokens: usize },
    #[error("there is no message to answer; write one first")]
    NothingToAnswer,
    #[error("the last message is not a reply that could be continued; write a message instead")]
    NothingToContinue,
    #[error(
        "the last message holds something that you had forgotten, and no model is sent it any more; the conversation is kept as it \
         is: write a new message"
    )]
    LastMessageForgotten,
}

/// The prompt for the next reply: an answer to the user's latest message, or the rest of a reply that broke off, asked for in words,
/// as every model takes them.
///
/// # Errors
/// A template that cannot be filled, a window too small for the character, or no readable message at the end.
pub fn assemble(
    templates: &Templates,
    input: &PromptInput<'_>,
    count: &dyn Fn(&str) -> usize,
) -> Result<Prompt, PromptError> {
    match last_role(input)? {
        Some(Role::User) => build(templates, input, count, None),
        Some(Role::Character) => build(templates, input, count, Some(ContinueBy::Instruction)),
        None => Err(PromptError::NothingToAnswer),
    }
}

/// The prompt for the rest of a reply that broke off: the last message is its beginning.
///
/// # Errors
/// As [`assemble`], and when the last message is not the character's.
pub fn assemble_continue(
    templates: &Templates,
    input: &PromptInput<'_>,
    continue_by: ContinueBy,
    count: &dyn Fn(&str) -> usize,
) -> Result<Prompt, PromptError> {
    match last_role(input)? {
        Some(Role::Character) => build(templates, input, count, Some(continue_by)),
        Some(Role::User) | None => Err(PromptError::NothingToContinue),
    }
}

/// The position of the first of these messages (the end of a transcript) that a model with a large window is sent; none when there
/// is nothing to send.
pub fn first_recent(messages: &[Message], memory: &MemoryContext<'_>) -> Option<u32> {
    let recent = recent(messages, memory, usize::MAX, &|_| 0);
    (!recent.texts.is_empty()).then_some(recent.reads_from)
}

fn last_role(input: &PromptInput<'_>) -> Result<Option<Role>, PromptError> {
    match input.messages.last() {
        Some(last) if input.memory.excludes(last.id) => Err(PromptError::LastMessageForgotten),
        Some(last) if is_sendable(last) => Ok(Some(last.role)),
        Some(_) | None => Ok(None),
    }
}

fn build(
    templates: &Templates,
    input: &PromptInput<'_>,
    count: &dyn Fn(&str) -> usize,
    continue_by: Option<ContinueBy>,
) -> Result<Prompt, PromptError> {
    let scene = Scene::new(input);
    // Turned into values once: most templates take all of it.
    let values = Value::from_serialize(&scene);
    let mut front = front(templates, &values)?;
    let note = templates.render("clock.md", &values)?;
    let ending = match continue_by {
        Some(ContinueBy::Instruction) => Some(templates.render("continue.md", &values)?),
        Some(ContinueBy::Prefill) | None => None,
    };
    let mut free_tokens = free_tokens(input, &front, &note, ending.as_deref(), count)?;
    // Memory matters more than examples, and both leave a quarter of the window for the conversation.
    let for_memory = free_tokens.saturating_sub(input.window_tokens / 4);
    let memory = memory_parts(templates, &scene, &input.memory, input.now, for_memory, count)?;
    free_tokens -= memory.parts.iter().map(|(_, text)| count(text)).sum::<usize>();
    if let Some(examples) = examples::examples(templates, (&scene, &values), input.window_tokens, free_tokens, count)? {
        free_tokens -= count(&examples);
        front.push((PartName::Examples, examples));
    }
    front.extend(memory.parts);
    let recalled = recalled::recalled(templates, &scene, input, free_tokens, count)?;
    free_tokens -= recalled.tokens;
    let recent = recent(input.messages, &input.memory, free_tokens, count);

    let mut parts: Vec<PromptPart> = front
        .iter()
        .map(|(name, text)| part(*name, count(text), text.clone()))
        .collect();
    parts.push(part(
        PartName::Recent,
        recent.tokens,
        recent.as_text(scene.user(), scene.char()),
    ));
    let noted = recent.texts.iter().any(|(role, _)| *role == Role::User);
    let recalled = recalled.only_if(noted);
    parts.extend(recalled.part());
    parts.extend(noted.then(|| part(PartName::Clock, count(&note), note.clone())));
    let asked = |text: &String| part(PartName::Continue, count(text) + MESSAGE_OVERHEAD_TOKENS, text.clone());
    parts.extend(ending.as_ref().map(asked));

    let system = front.into_iter().map(|(_, text)| text).collect::<Vec<_>>().join("\n\n");
    let left_out = memory.left_out.into_iter();
    let left_out = left_out.chain(recalled.left_out()).chain(recent.left_out()).collect();
    let note = recalled.before(&note);
    Ok(Prompt {
        facts: memory.facts,
        recalled: recalled.sent,
        reads_from: recent.reads_from,
        messages: in_turns(system, recent, &note, ending),
        parts,
        left_out,
    })
}

/// How many tokens are left for what can be shortened.
fn free_tokens(
    input: &PromptInput<'_>,
    front: &[(PartName, String)],
    note: &str,
    ending: Option<&str>,
    count: &dyn Fn(&str) -> usize,
) -> Result<usize, PromptError> {
    let front_tokens: usize = front.iter().map(|(_, text)| count(text)).sum();
    let ending_tokens = ending.map_or(0, |text| count(text) + MESSAGE_OVERHEAD_TOKENS);
    let needed_tokens =
        front_tokens + MESSAGE_OVERHEAD_TOKENS + count(note) + ending_tokens + input.reply_tokens + LEAST_RECENT_TOKENS;
    if needed_tokens > input.window_tokens {
        return Err(PromptError::WindowTooSmall {
            needed_tokens,
            window_tokens: input.window_tokens,
        });
    }
    Ok(input.window_tokens - needed_tokens + LEAST_RECENT_TOKENS)
}

/// What stands in front of every prompt with this character.
fn front(templates: &Templates, values: &Value) -> Result<Vec<(PartName, String)>, PromptError> {
    [
        (PartName::Rules, "system.md"),
        (PartName::Character, "character.md"),
        (PartName::Persona, "persona.md"),
    ]
    .into_iter()
    .map(|(name, file)| Ok((name, templates.render(file, values)?)))
    .collect()
}

fn part(name: PartName, tokens: usize, text: String) -> PromptPart {
    PromptPart { name, tokens, text }
}

/// The messages in strictly alternating roles: neighbours of one role become one message, as many models demand it.
fn in_turns(system: String, recent: Recent, note: &str, ending: Option<String>) -> Vec<PromptMessage> {
    let mut messages = vec![PromptMessage {
        role: PromptRole::System,
        text: system,
    }];
    let last_user = recent.texts.iter().rposition(|(role, _)| *role == Role::User);
    for (place, (role, text)) in recent.texts.into_iter().enumerate() {
        let text = if Some(place) == last_user {
            format!("{note}\n\n{text}")
        } else {
            text
        };
        let role = match role {
            Role::User => PromptRole::User,
            Role::Character => PromptRole::Assistant,
        };
        push_joined(&mut messages, role, text);
    }
    if let Some(ending) = ending {
        push_joined(&mut messages, PromptRole::User, ending);
    }
    messages
}

fn push_joined(messages: &mut Vec<PromptMessage>, role: PromptRole, text: String) {
    match messages.last_mut() {
        Some(last) if last.role == role => {
            last.text.push_str("\n\n");
            last.text.push_str(&text);
        }
        _ => messages.push(PromptMessage { role, text }),
    }
}
