//! What prompts were made with last, held as long as nothing was written that may have changed it: a turn then reads no memory at all.
//!
//! The database has one program and one connection that writes. A change is counted when its transaction begins there, and what is held
//! was read there in a transaction of its own, so nothing can be read before a change and be taken for what is there after it.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use engine::ids::{ConversationId, SessionId};

use super::read::PromptMemory;

/// Of so many conversations.
const MOST_HELD: usize = 4;

#[derive(Debug, Default)]
pub(crate) struct Held {
    changes: AtomicU64,
    /// The last one first, each with how many changes there had been.
    memories: Mutex<VecDeque<(Of, u64, Arc<PromptMemory>)>>,
}

type Of = (SessionId, ConversationId);

impl Held {
    /// Something is about to be written that may change memory. To be called with the connection that writes.
    pub fn note_change(&self) {
        self.changes.fetch_add(1, Ordering::SeqCst);
    }

    /// How many changes there were.
    pub fn changes(&self) -> u64 {
        self.changes.load(Ordering::SeqCst)
    }

    /// What is held of a conversation, if it is what would be read now.
    pub fn get(&self, of: Of) -> Option<Arc<PromptMemory>> {
        let changes = self.changes();
        let memories = self.memories();
        let mut known = memories.iter().filter(|(known, at, _)| *known == of && *at == changes);
        known.next().map(|(_, _, memory)| memory.clone())
    }

    /// Holds what was read after so many changes.
    pub fn hold(&self, of: Of, changes: u64, memory: &Arc<PromptMemory>) {
        let mut memories = self.memories();
        memories.retain(|(known, at, _)| *known != of && *at == changes);
        memories.push_front((of, changes, memory.clone()));
        memories.truncate(MOST_HELD);
    }

    fn memories(&self) -> MutexGuard<'_, VecDeque<(Of, u64, Arc<PromptMemory>)>> {
        self.memories.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
