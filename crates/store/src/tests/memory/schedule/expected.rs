//! What must be remembered, from the transcript and from what the reader did.

use std::collections::{BTreeSet, HashMap};

use sqlx::FromRow;

use super::super::*;
use super::Act;
use super::driver::Driver;
use crate::PromptMemory;

#[derive(Debug, Clone, FromRow)]
struct Row {
    id: String,
    parent_id: Option<String>,
    first_position: u32,
    end_position: u32,
    in_chain: bool,
}

/// What prompts are made with is what is remembered.
fn compare_sent(act: &Act, sent: &PromptMemory, memory: &StoredMemory) {
    assert_eq!(sent.memory_revision, memory.memory_revision, "{act:?}");
    assert_eq!(sent.pinned, memory.pinned[..sent.pinned.len()], "{act:?}");
    assert_eq!(sent.automatic, memory.automatic[..sent.automatic.len()], "{act:?}");
    assert_eq!(sent.automatic.is_empty(), memory.automatic.is_empty(), "{act:?}");
    assert_eq!(sent.pinned.is_empty(), memory.pinned.is_empty(), "{act:?}");
    assert_eq!(sent.summary, memory.position.summary(), "{act:?}");
    let texts = |facts: &mut dyn Iterator<Item = String>| facts.collect::<BTreeSet<String>>();
    assert_eq!(
        texts(&mut sent.superseded.iter().map(|fact| fact.text.clone())),
        texts(&mut memory.history.iter().map(|old| old.fact.text.clone())),
        "{act:?}"
    );
    assert_eq!(sent.excluded, memory.excluded, "{act:?}");
    for axis in &sent.relationship {
        let stored = memory.relationship.iter().find(|stored| stored.axis == axis.axis);
        assert_eq!(stored.map(|stored| stored.standing), Some(axis.standing), "{act:?}");
    }
}

impl Driver {
    pub async fn compare(&self, act: &Act) {
        // First, as it may be held from before the act.
        let sent = self.room.store.prompt_memory(self.room.session, self.room.talk).await;
        let memory = self.room.memory().await;
        compare_sent(act, &sent.expect("memory"), &memory);
        let messages = self.room.messages().await;
        let chain = self.chain(&memory).await;
        self.compare_summary(act, &memory, &messages).await;
        self.compare_facts(act, &memory, (&messages, &chain)).await;
        self.compare_events(act, &memory, (&messages, &chain));
        for text in &self.forgotten {
            assert!(!self.room.is_kept_here(text).await, "{act:?}: {text:?} is kept");
            let stands = messages.iter().find(|message| message.text == *text);
            let is_excluded = |message: &Message| memory.excluded.iter().any(|source| source.message_id == message.id);
            assert!(stands.is_none_or(is_excluded), "{act:?}: {text:?} is sent");
        }
    }

    /// The ids of the checkpoints that count, from the head to the root; whether they are marked so.
    async fn chain(&self, memory: &StoredMemory) -> Vec<String> {
        let rows: Vec<Row> = sqlx::query_as(
            "select id, parent_id, first_position, end_position, in_chain from checkpoints where conversation_id = ?1",
        )
        .bind(self.room.talk.to_string())
        .fetch_all(&self.room.store.writer_now())
        .await
        .expect("read");
        let by_id: HashMap<&str, &Row> = rows.iter().map(|row| (row.id.as_str(), row)).collect();
        let mut chain = Vec::new();
        let mut next = memory.position.chain.head().map(|head| head.id.to_string());
        let mut end = memory.position.chain.end();
        while let Some(id) = next {
            let row = by_id[id.as_str()];
            assert_eq!(row.end_position, end);
            end = row.first_position;
            chain.push(id);
            next = row.parent_id.clone();
        }
        assert_eq!(end, 0);
        let marked: BTreeSet<&str> = rows
            .iter()
            .filter(|row| row.in_chain)
            .map(|row| row.id.as_str())
            .collect();
        assert_eq!(marked, chain.iter().map(String::as_str).collect());
        chain
    }

    /// A summary is what all messages before its end say, but for those that are excluded.
    async fn compare_summary(&self, act: &Act, memory: &StoredMemory, messages: &[Message]) {
        let Some(told) = memory.position.summary() else {
            return;
        };
        let before = &messages[..told.end as usize];
        let is_sent = |message: &&Message| !memory.excluded.iter().any(|source| source.message_id == message.id);
        let said: Vec<&str> = before
            .iter()
            .filter(is_sent)
            .map(|message| message.text.as_str())
            .collect();
        assert_eq!(told.summary.text, said.join("; "), "{act:?}");
    }

    async fn compare_facts(&self, act: &Act, memory: &StoredMemory, (messages, chain): (&[Message], &[String])) {
        let stands = |sources: &[(MessageId, String)]| {
            let is_said = |(id, text): &(MessageId, String)| {
                messages
                    .iter()
                    .any(|message| message.id == *id && message.text == *text)
            };
            sources.iter().all(is_said)
        };
        let pinned: BTreeSet<FactId> = self
            .pinned
            .iter()
            .filter(|(_, (_, sources))| stands(sources))
            .map(|(id, _)| *id)
            .collect();
        assert_eq!(
            memory.pinned.iter().map(|fact| fact.id).collect::<BTreeSet<_>>(),
            pinned,
            "{act:?}"
        );

        let found = chain
            .iter()
            .filter_map(|id| self.left.get(id))
            .flat_map(|left| &left.facts);
        let mut automatic: BTreeSet<FactId> = found
            .filter(|(id, _)| !self.removed.contains(id) && !self.pinned.contains_key(id))
            .map(|(id, text)| {
                let is_said = messages.iter().any(|message| message.text == *text);
                assert!(is_said, "{act:?}: {text:?} is remembered, and does not stand");
                *id
            })
            .collect();
        automatic.extend(self.written.keys());
        let seen = memory.automatic.iter().map(|fact| fact.id);
        let seen: BTreeSet<FactId> = seen.chain(memory.history.iter().map(|past| past.fact.id)).collect();
        assert_eq!(seen, automatic, "{act:?}");
        for past in &memory.history {
            assert!(
                automatic.contains(&past.by) || pinned.contains(&past.by),
                "{act:?}: replaced by nothing"
            );
        }
        let known = memory.automatic.iter().chain(&memory.pinned);
        let replaced: BTreeSet<FactId> = known.filter_map(|fact| fact.supersedes).collect();
        assert!(
            memory.automatic.iter().all(|fact| !replaced.contains(&fact.id)),
            "{act:?}"
        );
    }

    fn compare_events(&self, act: &Act, memory: &StoredMemory, (messages, chain): (&[Message], &[String])) {
        for axis in [Axis::Trust, Axis::Familiarity, Axis::Romance] {
            let mut expected = BTreeSet::new();
            for id in chain {
                let is_gone = match axis {
                    Axis::Trust => self.reset.contains(id),
                    Axis::Romance => self.unromantic.contains(id),
                    _ => false,
                };
                let events = self.left.get(id).into_iter().flat_map(|left| &left.events);
                let counts =
                    |event: &&(Axis, String)| event.0 == axis && !is_gone && !self.forgotten.contains(&event.1);
                expected.extend(events.filter(counts).map(|event| event.1.clone()));
            }
            let stored = memory
                .relationship
                .iter()
                .find(|stored| stored.axis == axis)
                .expect("an axis");
            assert_eq!(
                stored.standing,
                i32::try_from(expected.len()).expect("few"),
                "{act:?}: {axis:?}"
            );
            let seen: Vec<String> = stored
                .events
                .iter()
                .map(|event| event.reason.trim_start_matches("because ").to_owned())
                .collect();
            assert!(seen.iter().all(|text| expected.contains(text)), "{act:?}: {axis:?}");
            assert!(
                expected
                    .iter()
                    .all(|text| messages.iter().any(|message| message.text == *text)),
                "{act:?}: of what stands"
            );
        }
    }
}
