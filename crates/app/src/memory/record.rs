//! What a model was sent for a reply, in the form in which it is kept and shown.

use engine::ids::MessageId;
use engine::memory::view::{PromptPartView, PromptRecordView, SentFactView};
use engine::prompt::{PartName, Prompt, PromptPart, PromptRole};

use super::context::Remembered;
use crate::models::Answering;

/// What was sent by a full prompt.
pub fn of_prompt(
    prompt: &Prompt,
    answering: &Answering,
    reply_tokens: usize,
    reply: (MessageId, u32),
) -> PromptRecordView {
    PromptRecordView {
        message_id: reply.0,
        alternate: reply.1,
        model: answering.name.clone(),
        window_tokens: number(answering.window_tokens),
        window_known: answering.window_known,
        reply_tokens: number(reply_tokens),
        parts: prompt.parts.iter().map(part).collect(),
        facts: prompt.facts.clone(),
        recalled: prompt.recalled.clone(),
        left_out: prompt.left_out.clone(),
    }
}

/// What was sent by the short prompt of a very small model: which parts it has is told by its messages, and which facts by its text.
pub fn of_starter_prompt(
    prompt: &Prompt,
    answering: &Answering,
    remembered: &Remembered,
    reply_tokens: usize,
    reply: (MessageId, u32),
) -> PromptRecordView {
    let count = |text: &str| number((answering.count_tokens)(text));
    let (mut examples, mut recent) = (Vec::new(), Vec::new());
    let mut system = String::new();
    // The first exchange is the opening; the reader's own words come after it.
    for (place, message) in prompt.messages.iter().enumerate() {
        match message.role {
            PromptRole::System => system.push_str(&message.text),
            PromptRole::User | PromptRole::Assistant if place <= 2 && place + 1 < prompt.messages.len() => {
                examples.push(message.text.as_str());
            }
            PromptRole::User | PromptRole::Assistant => recent.push(message.text.as_str()),
        }
    }
    let parts = [
        (PartName::Character, system.clone()),
        (PartName::Examples, examples.join("\n\n")),
        (PartName::Recent, recent.join("\n\n")),
    ];
    let is_told = |text: &str| system.contains(text.trim().trim_end_matches(['.', '!', '?']));
    PromptRecordView {
        parts: parts
            .into_iter()
            .filter(|(_, text)| !text.is_empty())
            .map(|(name, text)| PromptPartView {
                name,
                tokens: count(&text),
                text,
            })
            .collect(),
        facts: remembered
            .facts()
            .filter(|fact| is_told(&fact.text))
            .map(|fact| SentFactView {
                id: fact.id,
                text: fact.text.clone(),
                kind: fact.kind,
            })
            .collect(),
        ..of_prompt(prompt, answering, reply_tokens, reply)
    }
}

fn part(part: &PromptPart) -> PromptPartView {
    PromptPartView {
        name: part.name,
        tokens: number(part.tokens),
        text: part.text.clone(),
    }
}

fn number(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}
