//! Memory for files that are written and read again.

use engine::conversation::Role;
use engine::emotion::EmotionLabel;
use engine::graph::view::MemoryOrigin;
use engine::ids::MessageId;
use engine::memory::{Axis, FactKind, FactScope, SummaryKind};
use engine::save_file::SavedMessage;
use engine::save_file::memory::{
    SavedCheckpoint, SavedEmotion, SavedEvent, SavedFact, SavedMemory, SavedMemoryEdit, SavedPastMemory,
    SavedPastSource, SavedSource, SavedText, SavedWording,
};

fn written(text: &str) -> SavedText {
    SavedText {
        text: text.to_owned(),
        kind: SummaryKind::Written,
    }
}

/// Memory that says something of every kind, as far as there are messages.
pub fn remembered(messages: &[SavedMessage]) -> SavedMemory {
    let mut memory = SavedMemory::default();
    memory.summary.checkpoints.push(SavedCheckpoint {
        end: 0,
        summary: Some(written("They knew each other.")),
    });
    let fact = SavedFact {
        text: "Ayşe dives".to_owned(),
        kind: FactKind::Pinned,
        scope: FactScope::Conversation,
        importance: 5,
        created_at: Some("2026-01-02T03:04:05Z".to_owned()),
        checkpoint: None,
        sources: Vec::new(),
        supersedes: None,
    };
    memory.facts.push(fact.clone());
    memory.exclusions.blocked.push("0a".repeat(32));
    memory.relationship.enabled.push(Axis::Romance);
    memory.relationship.locked.push(Axis::Trust);
    if let [first, .., last] = messages
        && let (Some(first), Some(last)) = (first.id, last.id)
    {
        let end = u32::try_from(messages.len()).unwrap();
        of_messages(&mut memory, &fact, (first, last, end));
    }
    memory.past = past();
    memory.memory_edits = corrections(messages);
    // Nothing that counts was found in what is excluded.
    let excluded = messages
        .first()
        .filter(|first| first.chosen == 0)
        .and_then(|first| first.id);
    memory
        .facts
        .retain(|fact| fact.checkpoint.is_none() || fact.sources.iter().all(|source| Some(source.message) != excluded));
    for fact in &mut memory.facts {
        fact.supersedes = fact.supersedes.filter(|_| excluded.is_none());
    }
    memory
}

/// What was found in the first of the messages, and in the last one.
fn of_messages(memory: &mut SavedMemory, fact: &SavedFact, (first, last, end): (MessageId, MessageId, u32)) {
    memory.summary.checkpoints.extend([
        SavedCheckpoint {
            end: end - 1,
            summary: None,
        },
        SavedCheckpoint {
            end,
            summary: Some(written("They talked.")),
        },
    ]);
    let source = |message, counts| SavedSource { message, counts };
    memory.facts.extend([
        SavedFact {
            kind: FactKind::Automatic,
            checkpoint: Some(1),
            sources: vec![source(first, true)],
            ..fact.clone()
        },
        SavedFact {
            kind: FactKind::Automatic,
            checkpoint: Some(2),
            sources: vec![source(last, true)],
            supersedes: Some(1),
            ..fact.clone()
        },
        SavedFact {
            scope: FactScope::Character,
            sources: vec![source(first, false)],
            ..fact.clone()
        },
    ]);
    memory.exclusions.messages.push(SavedWording {
        message: first,
        alternate: 0,
    });
    memory.relationship.events.push(SavedEvent {
        axis: Axis::Romance,
        change: -2,
        reason: "\u{1f4a7}".to_owned(),
        created_at: None,
        checkpoint: 2,
        sources: vec![last],
    });
}

/// Something that says all there is to say, and something that says as little as it can.
fn past() -> Vec<SavedPastMemory> {
    let all = SavedPastMemory {
        text: "I was born in a mill.\n\u{1f4a7}".to_owned(),
        origin: MemoryOrigin::Book,
        at: Some("1854-01-06T00:00:00Z".to_owned()),
        tags: Some(vec!["mill".to_owned()]),
        emotion: Some(SavedEmotion {
            valence: -0.25,
            arousal: 0.7,
            label: EmotionLabel::Longing,
        }),
        priority: Some(0.9),
        source: Some(SavedPastSource {
            title: Some("A life".to_owned()),
            chapter: None,
            passage: Some("in a mill".to_owned()),
            exchange: Some(["Where?".to_owned(), "In a mill.".to_owned()]),
        }),
    };
    let little = SavedPastMemory {
        text: "I keep bees.".to_owned(),
        origin: MemoryOrigin::Import,
        at: None,
        tags: Some(Vec::new()),
        emotion: None,
        priority: None,
        source: None,
    };
    vec![all, little]
}

/// Of the last message alone, and of the last two when they are an exchange. The first wording of the first message is excluded.
fn corrections(messages: &[SavedMessage]) -> Vec<SavedMemoryEdit> {
    let wording = |message: &SavedMessage| SavedWording {
        message: message.id.unwrap(),
        alternate: message.alternates.len() as u32 - 1,
    };
    let mut edits = Vec::new();
    if let [_, .., last] = messages {
        edits.push(SavedMemoryEdit {
            messages: vec![wording(last)],
            tags: None,
            priority: Some(0.1),
            found_tags: None,
        });
    }
    if let [_, .., before, last] = messages
        && (before.role, last.role) == (Role::User, Role::Character)
    {
        edits.push(SavedMemoryEdit {
            messages: vec![wording(before), wording(last)],
            tags: Some(vec!["d\u{131}n".to_owned(), "bee".to_owned()]),
            priority: None,
            found_tags: Some(vec!["family".to_owned()]),
        });
    }
    edits
}
