//! Memory for files that are written and read again.

use engine::ids::MessageId;
use engine::memory::{Axis, FactKind, FactScope, SummaryKind};
use engine::save_file::SavedMessage;
use engine::save_file::memory::{
    SavedCheckpoint, SavedEvent, SavedExclusion, SavedFact, SavedMemory, SavedSource, SavedText,
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
    memory.exclusions.messages.push(SavedExclusion {
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
