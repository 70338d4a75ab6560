//! What is remembered, forgotten, rolled back and found again.

mod carried;
mod chain;
mod controls;
mod echoes;
mod elsewhere;
mod forget;
mod former;
mod graph;
mod plans;
mod records;
mod relationship;
mod replaced;
mod saved;
mod schedule;

use engine::ids::{CheckpointId, FactId, TrashId};
use engine::memory::plan::{Job, JobKind};
use engine::memory::{Axis, Extraction, FactScope, NewFact, NewRelationshipEvent, NewTags, Summary, SummaryKind};

use super::*;
use crate::{
    Change, Commit, ExtractionWork, FinishedExtraction, MemoryChange, MemoryChanged, RememberFact, StoredMemory,
};

fn trash(number: u32) -> TrashId {
    TrashId(uuid(500_000 + number))
}

fn fact(number: u32) -> FactId {
    FactId(uuid(600_000 + number))
}

fn summary(text: &str) -> Summary {
    Summary {
        text: text.to_owned(),
        kind: SummaryKind::Written,
    }
}

/// What an extraction gives that finds each message's text as a fact and as a tag, and one development on each axis that is open.
fn found(work: &ExtractionWork) -> Extraction {
    let readable: Vec<&Message> = work
        .messages
        .iter()
        .filter(|message| !work.excluded.contains(&message.id))
        .collect();
    let mut told: Vec<&str> = Vec::new();
    told.extend(
        work.previous
            .as_ref()
            .map(|summary| summary.text.as_str())
            .filter(|text| !text.is_empty()),
    );
    told.extend(readable.iter().map(|message| message.text.as_str()));
    let facts = readable.iter().map(|message| NewFact {
        text: message.text.clone(),
        importance: 3,
        sources: vec![message.id],
        supersedes: None,
        supersedes_earlier: None,
    });
    let events = work.axes.iter().filter_map(|axis| {
        readable.first().map(|message| NewRelationshipEvent {
            axis: *axis,
            change: 1,
            reason: format!("because {}", message.text),
            sources: vec![message.id],
        })
    });
    let tags = readable.iter().map(|message| NewTags {
        message: message.id,
        tags: engine::tags::tidy_tag(&message.text).into_iter().collect(),
    });
    Extraction {
        summary: summary(&told.join("; ")),
        facts: facts.collect(),
        events: events.collect(),
        tags: tags.collect(),
    }
}

impl Room {
    /// The same room, looking at another conversation.
    fn in_talk(&self, talk: ConversationId) -> Room {
        Room {
            store: self.store.clone(),
            session: self.session,
            talk,
        }
    }

    pub async fn memory(&self) -> StoredMemory {
        self.store.memory(self.session, self.talk).await.expect("memory")
    }

    /// What is to be read up to before a position.
    async fn job(&self, end: u32) -> Job {
        let position = self
            .store
            .memory_position(self.session, self.talk)
            .await
            .expect("a position");
        Job {
            kind: JobKind::Extract,
            parent: position.chain.head().map(|head| head.id),
            range: position.chain.end()..end,
        }
    }

    async fn work(&self, job: &Job) -> Option<ExtractionWork> {
        self.store
            .extraction_work(self.session, self.talk, job)
            .await
            .expect("work")
    }

    async fn finish(&self, number: u32, work: &ExtractionWork, extraction: &Extraction) -> Commit {
        let finished = FinishedExtraction {
            checkpoint_id: CheckpointId(uuid(800_000 + number)),
            seed: Uuid::from_u128(0x0192_0000_0000_7000_8000_0000_0000_0000 | (u128::from(number) << 48)),
            extraction,
            now: at(i64::from(number)),
        };
        self.store
            .commit_extraction(self.session, work, finished)
            .await
            .expect("an answer")
    }

    /// Reads on up to before a position.
    async fn read_on(&self, number: u32, end: u32) {
        let work = self.work(&self.job(end).await).await.expect("work");
        assert_eq!(self.finish(number, &work, &found(&work)).await, Commit::Committed);
    }

    /// Writes the oldest cleared summary again.
    async fn rebuild(&self, number: u32) {
        let position = self
            .store
            .memory_position(self.session, self.talk)
            .await
            .expect("a position");
        let job = engine::memory::plan::next_job(&position.chain, 0).expect("a job");
        assert!(matches!(job.kind, JobKind::Rebuild(_)), "{job:?}");
        let work = self.work(&job).await.expect("work");
        assert_eq!(self.finish(number, &work, &found(&work)).await, Commit::Committed);
    }

    async fn memory_change(&self, number: u32) -> MemoryChange {
        MemoryChange {
            conversation_id: self.talk,
            operation_id: operation(900_000 + number),
            expected_memory_revision: self.memory().await.memory_revision,
            now: at(i64::from(number)),
        }
    }

    async fn changing(&self, number: u32) -> Change {
        Change {
            conversation_id: self.talk,
            operation_id: operation(950_000 + number),
            expected_revision: self.conversation().await.revision,
            now: at(i64::from(number)),
        }
    }

    async fn say(&self, number: u32, says: &str, answer: &str) {
        let revision = self.conversation().await.revision;
        self.talk_once(number, revision, says, answer).await;
    }

    /// Another alternate of the last reply.
    async fn answer_again(&self, number: u32, answer: &str) {
        let revision = self.conversation().await.revision;
        let begun = self
            .store
            .begin_retry(self.session, self.reply(number, revision))
            .await
            .expect("begun");
        self.store
            .commit_reply(
                self.session,
                self.talk,
                begun.reply.id,
                answer,
                None,
                at(i64::from(number)),
            )
            .await
            .expect("committed");
    }

    async fn choose(&self, number: u32, position: usize, ordinal: u32) {
        let id = self.messages().await[position].id;
        let change = self.changing(number).await;
        self.store
            .choose_alternate(self.session, change, (id, ordinal))
            .await
            .expect("chosen");
    }

    pub async fn remember(&self, number: u32, text: &str, scope: FactScope) -> FactId {
        let new = RememberFact {
            id: fact(number),
            text: text.to_owned(),
            scope,
        };
        let change = self.memory_change(number).await;
        self.store
            .remember_fact(self.session, change, &new)
            .await
            .expect("remembered");
        new.id
    }

    async fn forget(&self, number: u32, text: &str) -> MemoryChanged {
        let id = self.fact_of(text).await;
        let change = self.memory_change(number).await;
        self.store
            .forget_fact(self.session, change, id)
            .await
            .expect("forgotten")
    }

    /// The fact that counts and has this text.
    async fn fact_of(&self, text: &str) -> FactId {
        let memory = self.memory().await;
        let mut known = memory.pinned.iter().chain(&memory.automatic);
        known.find(|fact| fact.text == text).expect(text).id
    }

    /// The texts of what is sent to a model, pinned facts first.
    async fn facts(&self) -> Vec<String> {
        let memory = self.store.prompt_memory(self.session, self.talk).await.expect("memory");
        let mut texts: Vec<String> = memory.automatic.iter().map(|fact| fact.text.clone()).collect();
        texts.sort();
        memory
            .pinned
            .iter()
            .map(|fact| format!("!{}", fact.text))
            .chain(texts)
            .collect()
    }

    async fn summary(&self) -> String {
        let memory = self.memory().await;
        memory
            .position
            .summary()
            .map(|told| told.summary.text)
            .unwrap_or_default()
    }

    async fn standing(&self, axis: Axis) -> i32 {
        let memory = self.memory().await;
        memory
            .relationship
            .iter()
            .find(|stored| stored.axis == axis)
            .expect("an axis")
            .standing
    }

    /// Whether a text stands in any table of memory.
    async fn is_kept_somewhere(&self, text: &str) -> bool {
        self.kept_places("%", text).await > 0
    }

    /// Whether it does for this conversation.
    async fn is_kept_here(&self, text: &str) -> bool {
        self.kept_places(&self.talk.to_string(), text).await > 0
    }

    async fn kept_places(&self, conversation: &str, text: &str) -> i64 {
        sqlx::query_scalar(
            r"
            with texts (conversation_id, text) as (
                select conversation_id, text from facts
                union all select conversation_id, summary from checkpoints
                union all select conversation_id, reason from relationship_events
                union all select conversation_id, record from prompt_records
                union all select conversation_id, coalesce(text, '') || coalesce(source, '') || tags || entities from memories
                union all select conversation_id, coalesce(tags, '') || coalesce(found_tags, '') from memory_edits
                union all select conversation_id, result from operations where kind like '%fact%'
            )
            select count(*) from texts where conversation_id like ?1 and instr(lower(text), lower(?2))
            ",
        )
        .bind(conversation)
        .bind(text)
        .fetch_one(&self.store.writer_now())
        .await
        .expect("counted")
    }
}
