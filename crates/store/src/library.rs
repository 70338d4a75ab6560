//! What comes back from a backup: all of it in one transaction.

use engine::graph::view::MemoryOrigin;
use engine::ids::{CharacterId, SessionId};
use jiff::Timestamp;
use serde_json::Value;

use crate::snapshot::insert_family;
use crate::{NewFamily, NewPastMemory, PastAdded, Store, StoreError, StoredPersona, graph, personas, settings};

/// What is to be added to a session.
#[derive(Debug, Clone, Default)]
pub struct Returning<'a> {
    pub personas: &'a [StoredPersona],
    /// Values under their keys, in place of what is there.
    pub settings: &'a [(&'static str, Value)],
    pub families: &'a [NewFamily<'a>],
    /// Memories of characters' own pasts; those that are there already stay as they are.
    pub pasts: &'a [(CharacterId, MemoryOrigin, Vec<NewPastMemory>)],
}

impl Store {
    /// Adds everything or nothing; gives what came of the characters' own pasts.
    pub async fn bring_back(
        &self,
        session: SessionId,
        returning: Returning<'_>,
        now: Timestamp,
    ) -> Result<PastAdded, StoreError> {
        let mut writing = self.write().await?;
        for persona in returning.personas {
            personas::insert(&mut writing, session, persona, now).await?;
        }
        for (key, value) in returning.settings {
            settings::put(&mut writing, session, key, value).await?;
        }
        let mut past = PastAdded::default();
        for family in returning.families {
            past += insert_family(&mut writing, session, family).await?;
        }
        for (character, origin, memories) in returning.pasts {
            past += graph::past::bring_back(&mut writing, session, (character, *origin), memories).await?;
        }
        let committed = writing.commit().await;
        self.shared.settings.note_change();
        committed?;
        Ok(past)
    }
}
