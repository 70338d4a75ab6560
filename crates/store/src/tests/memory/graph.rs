//! The memory graph follows the transcript, and holds nothing that was taken back or forgotten.

mod corrections;
mod follows;
mod forgotten;
mod found;
mod past;
mod planned;
mod trashed;

use engine::graph::view::{MemoryOrigin, MemorySource};
use engine::ids::MemoryId;
use jiff::tz::TimeZone;

use super::*;
use crate::{ForgetMemory, GraphMemory, MemoriesOf, NewPastMemory};

impl Room {
    /// The memories of a conversation, brought up to date, in the order of their places.
    pub async fn memories(&self, talk: ConversationId) -> Vec<GraphMemory> {
        let settled = self.store.settle_graph(self.session, talk, &TimeZone::UTC).await;
        settled.expect("settled");
        let of = MemoriesOf::Conversation(talk);
        let mut memories = self.store.graph_memories(self.session, of, 0).await.expect("memories");
        memories.sort_by_key(|memory| memory.first_position);
        memories
    }

    pub async fn past(&self, of: &str) -> Vec<GraphMemory> {
        let of = character(of);
        let past = self.store.graph_memories(self.session, MemoriesOf::Past(&of), 0).await;
        past.expect("a past")
    }

    pub async fn remember_past(&self, of: &str, texts: &[&str]) -> crate::PastAdded {
        let of = character(of);
        let memories: Vec<NewPastMemory> = texts
            .iter()
            .map(|text| NewPastMemory {
                text: (*text).to_owned(),
                tags: Vec::new(),
                emotion: None,
                priority: 0.5,
                at: at(-1_000_000),
                source: MemorySource::default(),
            })
            .collect();
        let added = self
            .store
            .add_past_memories(self.session, &of, MemoryOrigin::Book, &memories);
        added.await.expect("added")
    }

    pub async fn forget_one(&self, number: u32, memory_id: MemoryId) -> Result<Vec<(ConversationId, u64)>, StoreError> {
        let forget = ForgetMemory {
            conversation_id: self.talk,
            operation_id: operation(number),
            memory_id,
            now: at(i64::from(number)),
        };
        self.store.forget_memory(self.session, forget).await
    }
}

fn said(memory: &GraphMemory) -> (Option<&str>, Option<&str>) {
    (
        memory.user.as_ref().map(|message| message.text.as_str()),
        memory.reply.as_ref().map(|message| message.text.as_str()),
    )
}
