//! What a model was sent for a reply, in the form in which it is kept and shown.

use engine::graph::view::SentMemoryView;
use engine::ids::MessageId;
use engine::memory::view::{LeftOutReason, LeftOutView, PromptPartView, PromptRecordView, SentFactView};
use engine::prompt::{PartName, Prompt, PromptPart, PromptRole};
use engine::starter::StarterTold;

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

/// What the short prompt of a very small model tells of memory.
#[derive(Debug, Clone)]
pub struct Told<'a> {
    pub told: &'a StarterTold,
    /// The same prompt with nothing of it, and with the facts only.
    pub bare: &'a Prompt,
    pub with_facts: &'a Prompt,
}

/// What was sent by the short prompt of a very small model: which parts it has is told by its messages. It has no room for a
/// summary and the relationship, and for a few facts only; what was left out is told too.
pub fn of_starter_prompt(
    prompt: &Prompt,
    answering: &Answering,
    (remembered, told): (&Remembered, &Told<'_>),
    reply_tokens: usize,
    reply: (MessageId, u32),
) -> PromptRecordView {
    let count = |text: &str| number((answering.count_tokens)(text));
    let (mut examples, mut recent) = (Vec::new(), Vec::new());
    // The first exchange is the opening; the reader's own words come after it.
    for (place, message) in prompt.messages.iter().enumerate() {
        match message.role {
            PromptRole::System => {}
            PromptRole::User | PromptRole::Assistant if place <= 2 && place + 1 < prompt.messages.len() => {
                examples.push(message.text.as_str());
            }
            PromptRole::User | PromptRole::Assistant => recent.push(message.text.as_str()),
        }
    }
    let (character, facts) = parted(&system(told.with_facts), &system(told.bare));
    let (_, recalled) = parted(&system(prompt), &system(told.with_facts));
    let parts = [
        (PartName::Character, character),
        (PartName::Facts, facts),
        (PartName::Recalled, recalled),
        (PartName::Examples, examples.join("\n\n")),
        (PartName::Recent, recent.join("\n\n")),
    ];
    let is_told = |place: usize| told.told.facts.iter().any(|(told, _)| *told == place);
    let sent = remembered.facts().enumerate().filter(|(place, _)| is_told(*place));
    PromptRecordView {
        parts: parts
            .into_iter()
            .filter(|(_, text)| !text.trim().is_empty())
            .map(|(name, text)| PromptPartView {
                name,
                tokens: count(&text),
                text,
            })
            .collect(),
        facts: sent
            .map(|(_, fact)| SentFactView {
                id: fact.id,
                text: fact.text.clone(),
                kind: fact.kind,
            })
            .collect(),
        recalled: recalled_view(remembered, told.told).into_iter().collect(),
        left_out: left_out(prompt, remembered, told.told),
        ..of_prompt(prompt, answering, reply_tokens, reply)
    }
}

/// The memory that was told, in the words in which it was.
fn recalled_view(remembered: &Remembered, told: &StarterTold) -> Option<SentMemoryView> {
    let (place, sentence) = told.memory.as_ref()?;
    let memory = remembered.recalled().memories.get(*place)?;
    Some(SentMemoryView {
        id: memory.id,
        text: sentence.clone(),
        reasons: memory.reasons.clone(),
    })
}

fn system(prompt: &Prompt) -> String {
    let system = prompt
        .messages
        .iter()
        .filter(|message| message.role == PromptRole::System);
    system.map(|message| message.text.as_str()).collect()
}

/// A text without what another one lacks, and that alone: what stands between their common beginning and their common end. The
/// template may be the reader's own, so where it stands is not known.
fn parted(text: &str, without: &str) -> (String, String) {
    let same = |(one, other): &(char, char)| one == other;
    let head: usize = text
        .chars()
        .zip(without.chars())
        .take_while(same)
        .map(|(letter, _)| letter.len_utf8())
        .sum();
    let ends = text[head..].chars().rev().zip(without[head..].chars().rev());
    let tail: usize = ends.take_while(same).map(|(letter, _)| letter.len_utf8()).sum();
    let end = text.len() - tail;
    (
        format!("{}{}", &text[..head], &text[end..]),
        text[head..end].trim().to_owned(),
    )
}

fn left_out(prompt: &Prompt, remembered: &Remembered, told: &StarterTold) -> Vec<LeftOutView> {
    let excluded = number(remembered.excluded_count());
    let not_recent = prompt
        .left_out
        .iter()
        .filter(|left_out| left_out.what == PartName::Recent);
    let beyond = not_recent
        .map(|left_out| left_out.count)
        .sum::<u32>()
        .saturating_sub(excluded);
    let (has_summary, axes) = remembered.beside_facts();
    let facts = remembered.facts().count().saturating_sub(told.facts.len());
    let came = remembered.recalled();
    let recalled = came.memories.len().saturating_sub(usize::from(told.memory.is_some()));
    let counted = [
        (PartName::Recent, excluded, LeftOutReason::Excluded),
        (PartName::Recent, beyond, LeftOutReason::Limit),
        (PartName::Summary, u32::from(has_summary), LeftOutReason::SmallModel),
        (PartName::Facts, number(facts), LeftOutReason::SmallModel),
        (PartName::Relationship, number(axes), LeftOutReason::SmallModel),
        (
            PartName::Recalled,
            number(recalled) + came.beyond,
            LeftOutReason::SmallModel,
        ),
    ];
    let those = counted.into_iter().filter(|(_, count, _)| *count > 0);
    those
        .map(|(what, count, why)| LeftOutView { what, count, why })
        .collect()
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_prompt_says_of_facts_is_parted_from_the_character() {
        let check = |text: &str, without: &str, character: &str, facts: &str| {
            assert_eq!(
                parted(text, without),
                (character.to_owned(), facts.to_owned()),
                "{text:?}"
            );
        };
        check(
            "You are X.\nYou know: tea.",
            "You are X.",
            "You are X.",
            "You know: tea.",
        );
        check("You know tea. You are X.", "You are X.", "You are X.", "know tea. You");
        check(
            "Ayşe'yi tanırsın: çay. Sen X'sin.",
            "Sen X'sin.",
            "Sen X'sin.",
            "Ayşe'yi tanırsın: çay.",
        );
        check("Same", "Same", "Same", "");
        check("", "", "", "");
    }
}
