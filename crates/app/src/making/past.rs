//! The memories of a draft as the character's own past.

use engine::graph::view::{MemoryOrigin, MemorySource};
use engine::ids::{CharacterId, SessionId};
use engine::making::{Draft, MakingKind};
use store::NewPastMemory;

use crate::error::Result;
use crate::start::App;

/// Adds them; gives how many there are. Added again, they change nothing.
pub async fn add(app: &App, session: SessionId, character: &CharacterId, draft: &Draft) -> Result<usize> {
    let origin = match draft.kind {
        MakingKind::Novel => MemoryOrigin::Book,
        MakingKind::Messages => MemoryOrigin::Messages,
    };
    let memories: Vec<NewPastMemory> = draft
        .kept_memories()
        .map(|memory| NewPastMemory {
            text: memory.text.clone(),
            tags: Vec::new(),
            emotion: None,
            priority: f32::from(memory.importance) / 5.0,
            at: memory.at,
            source: MemorySource {
                title: Some(draft.source.clone()),
                chapter: draft.chapters.get(memory.chapter as usize).cloned(),
                passage: Some(memory.excerpt.clone()),
                ..MemorySource::default()
            },
        })
        .collect();
    let added = app
        .store
        .add_past_memories(session, character, origin, &memories)
        .await?;
    Ok((added.added + added.known) as usize)
}
