//! One extraction: what it reads, and what it leaves if that still holds.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use engine::conversation::{Message, MessageState};
use engine::ids::{CheckpointId, ConversationId, FactId, MessageId, RelationshipEventId, SessionId};
use engine::memory::normalise::fact_hash;
use engine::memory::plan::{Job, JobKind, whole_turn};
use engine::memory::{
    Axis, Extraction, Fact, FactKind, FactScope, MOST_FACT_CHARS, MOST_REASON_CHARS, MOST_SUMMARY_CHARS, NewFact,
    NewRelationshipEvent, Summary,
};
use jiff::Timestamp;
use sqlx::SqliteConnection;
use uuid::Uuid;

use super::facts::{self, FactToInsert, Wanted};
use super::relationship::{self, EventToInsert};
use super::settle::{self, Node, Place, digest};
use super::{chain, exclusions};
use crate::branches::id_prefix;
use crate::{Store, StoreError, conversations, graph, messages};

/// So many of the facts that are known are told to an extraction.
const KNOWN_FACTS: u32 = 400;

/// What an extraction reads, and what it found when it did.
#[derive(Debug, Clone, PartialEq)]
pub struct ExtractionWork {
    pub conversation_id: ConversationId,
    pub memory_revision: u64,
    pub kind: JobKind,
    /// The head of the chain.
    pub head: Option<CheckpointId>,
    /// The messages that are read, by position.
    pub range: Range<u32>,
    /// All of them, in order; those that are excluded too.
    pub messages: Vec<Message>,
    /// Those of them that no model may be sent, and that nothing may be derived from.
    pub excluded: HashSet<MessageId>,
    /// What tells of everything before the range; none at the start.
    pub previous: Option<Summary>,
    /// What is known: pinned facts, then automatic ones, the most important first.
    pub known: Vec<Fact>,
    /// The hashes of what must not be found again; see [`fact_hash`].
    pub blocked: HashSet<[u8; 32]>,
    /// The axes on which developments count.
    pub axes: Vec<Axis>,
    digest: [u8; 32],
}

/// What an extraction leaves.
#[derive(Debug, Clone)]
pub struct FinishedExtraction<'a> {
    /// A new one. Of no use where a summary is written again.
    pub checkpoint_id: CheckpointId,
    /// A fresh id; those of facts and events are made from it.
    pub seed: Uuid,
    /// Where a summary is written again, facts and events are counted already and are left out; tags take the place of former ones.
    pub extraction: &'a Extraction,
    pub now: Timestamp,
}

/// What became of an extraction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Commit {
    Committed,
    /// Something that it had read has changed: nothing was written.
    Stale,
}

impl Store {
    /// What a job reads; none when it does not fit any more, so that another one is to be planned. A batch of new messages gets
    /// one more where that keeps a reply with what it answers.
    ///
    /// Errors: `NotFound`.
    pub async fn extraction_work(
        &self,
        session: SessionId,
        conversation: ConversationId,
        job: &Job,
    ) -> Result<Option<ExtractionWork>, StoreError> {
        let mut writing = self.write().await?;
        conversations::find(&mut writing, session, conversation).await?;
        let place = settle::settle(&mut writing, session, conversation).await?;
        let work = work(&mut writing, &place, job).await?;
        writing.commit().await?;
        Ok(work)
    }

    /// Writes what an extraction found, in one step, if all that it read still holds: the memory revision, the head and the
    /// messages of its range. Turns that were appended meanwhile do not matter. Neither revision changes.
    ///
    /// What must not be written is left out, whoever asks for it: facts and events with a source that is not in the range or is
    /// excluded, blocked or known facts, events on axes that are off or locked, texts out of bounds.
    ///
    /// Errors: `NotFound`.
    pub async fn commit_extraction(
        &self,
        session: SessionId,
        work: &ExtractionWork,
        finished: FinishedExtraction<'_>,
    ) -> Result<Commit, StoreError> {
        let mut writing = self.write().await?;
        conversations::find(&mut writing, session, work.conversation_id).await?;
        let place = settle::settle(&mut writing, session, work.conversation_id).await?;
        let range = (work.range.start, work.range.end);
        let holds = place.memory_revision == work.memory_revision
            && place.head.checkpoint_id()? == work.head
            && work.range.end <= place.message_count
            && digest(&mut writing, &place, range).await? == work.digest;
        if !holds {
            return Ok(Commit::Stale);
        }
        match work.kind {
            JobKind::Rebuild(id) => write_summary(&mut writing, &place, id, &finished.extraction.summary).await?,
            JobKind::Extract => write_checkpoint(&mut writing, place, work, &finished).await?,
        }
        let read = (work.messages.as_slice(), &work.excluded);
        let there = (session, work.conversation_id);
        graph::found::keep(&mut writing, there, read, &finished.extraction.tags).await?;
        writing.commit().await?;
        Ok(Commit::Committed)
    }
}

async fn work(
    connection: &mut SqliteConnection,
    place: &Place,
    job: &Job,
) -> Result<Option<ExtractionWork>, StoreError> {
    let cleared = chain::oldest_cleared(connection, place).await?;
    let head = place.head.checkpoint_id()?;
    let fits = match job.kind {
        JobKind::Extract => cleared.is_none() && job.range.start == place.head.end && job.parent == head,
        JobKind::Rebuild(id) => {
            cleared.is_some_and(|cleared| cleared.id == id && (cleared.first..cleared.end) == job.range)
        }
    };
    let mut messages = messages::range(
        connection,
        place.session,
        place.conversation,
        (job.range.start, job.range.end + 1),
    )
    .await?;
    let role_at = |position: u32| {
        let found = messages.iter().find(|message| message.position == position)?;
        (found.state != MessageState::Streaming).then_some(found.role)
    };
    let range = match job.kind {
        JobKind::Extract => whole_turn(job.range.clone(), role_at),
        JobKind::Rebuild(_) => job.range.clone(),
    };
    messages.retain(|message| range.contains(&message.position) && message.state != MessageState::Streaming);
    if !fits || range.is_empty() || messages.len() != range.len() {
        return Ok(None);
    }
    let wanted = |kind| Wanted {
        kind,
        superseded: false,
        limit: KNOWN_FACTS,
    };
    let kinds = [wanted(FactKind::Pinned), wanted(FactKind::Automatic)];
    let known = facts::read(connection, place, &kinds).await?;
    let excluded = exclusions::standing(connection, place).await?;
    let previous = chain::newest_told(connection, place, range.start).await?;
    Ok(Some(ExtractionWork {
        conversation_id: place.conversation,
        memory_revision: place.memory_revision,
        kind: job.kind,
        head,
        digest: digest(connection, place, (range.start, range.end)).await?,
        range,
        messages,
        excluded: excluded.into_iter().map(|source| source.message_id).collect(),
        previous: previous.and_then(|checkpoint| checkpoint.summary),
        known: known.into_iter().map(|(fact, _)| fact).collect(),
        blocked: exclusions::blocked(connection, place).await?.into_iter().collect(),
        axes: relationship::axis_settings(connection, place).await?.open(),
    }))
}

async fn write_summary(
    connection: &mut SqliteConnection,
    place: &Place,
    id: CheckpointId,
    summary: &Summary,
) -> Result<(), StoreError> {
    sqlx::query(
        r"
        update checkpoints set summary = ?3, summary_kind = ?4
        where session_id = ?1 and id = ?2 and in_chain = 1 and summary is null
        ",
    )
    .bind(place.session.to_string())
    .bind(id.to_string())
    .bind(clipped(&summary.text, MOST_SUMMARY_CHARS))
    .bind(chain::summary_kind_str(summary.kind))
    .execute(connection)
    .await?;
    Ok(())
}

async fn write_checkpoint(
    connection: &mut SqliteConnection,
    mut place: Place,
    work: &ExtractionWork,
    finished: &FinishedExtraction<'_>,
) -> Result<(), StoreError> {
    let checkpoint = finished.checkpoint_id.to_string();
    sqlx::query(
        r"
        insert into checkpoints (session_id, id, conversation_id, parent_id, first_position, end_position, digest, in_chain,
            created_at)
        values (?1, ?2, ?3, ?4, ?5, ?6, ?7, 1, ?8)
        ",
    )
    .bind(place.session.to_string())
    .bind(&checkpoint)
    .bind(place.conversation.to_string())
    .bind(place.head.id.as_deref())
    .bind(work.range.start)
    .bind(work.range.end)
    .bind(work.digest.to_vec())
    .bind(finished.now.as_millisecond())
    .execute(&mut *connection)
    .await?;
    place.head = Node {
        id: Some(checkpoint.clone()),
        end: work.range.end,
    };
    settle::write_head(connection, &place).await?;
    write_summary(connection, &place, finished.checkpoint_id, &finished.extraction.summary).await?;
    write_facts(connection, &place, work, (&checkpoint, finished)).await?;
    write_events(connection, &place, work, (&checkpoint, finished)).await
}

async fn write_facts(
    connection: &mut SqliteConnection,
    place: &Place,
    work: &ExtractionWork,
    (checkpoint, finished): (&str, &FinishedExtraction<'_>),
) -> Result<(), StoreError> {
    let mut known: HashSet<[u8; 32]> = work.known.iter().map(|fact| fact_hash(&fact.text)).collect();
    // By their places in the list; those that were left out are not among them.
    let mut written: HashMap<usize, FactId> = HashMap::new();
    for ((place_in_list, new), number) in finished.extraction.facts.iter().enumerate().zip(0_u64..) {
        let hash = fact_hash(&new.text);
        if !is_sound_fact(new, work) || work.blocked.contains(&hash) || !known.insert(hash) {
            continue;
        }
        let replaces = |id: &FactId| {
            let automatic = |fact: &Fact| fact.id == *id && fact.kind == FactKind::Automatic;
            work.known.iter().any(automatic)
        };
        let earlier = new
            .supersedes_earlier
            .and_then(|earlier| written.get(&earlier))
            .copied();
        let fact = FactToInsert {
            id: FactId(numbered(finished.seed, number)),
            scope: FactScope::Conversation,
            kind: FactKind::Automatic,
            checkpoint_id: Some(checkpoint),
            text: new.text.trim(),
            hash,
            importance: new.importance,
            supersedes: earlier.or_else(|| new.supersedes.filter(replaces)),
            created_at: said_at(work, &new.sources, finished.now),
        };
        facts::insert(connection, place, &fact).await?;
        facts::link_sources(connection, place, fact.id, &new.sources).await?;
        written.insert(place_in_list, fact.id);
    }
    Ok(())
}

async fn write_events(
    connection: &mut SqliteConnection,
    place: &Place,
    work: &ExtractionWork,
    (checkpoint, finished): (&str, &FinishedExtraction<'_>),
) -> Result<(), StoreError> {
    let mut open = work.axes.clone();
    for (new, number) in finished.extraction.events.iter().zip(0_u64..) {
        let Some(at) = open.iter().position(|axis| *axis == new.axis) else {
            continue;
        };
        if !is_sound_event(new, work) {
            continue;
        }
        open.remove(at);
        let event = EventToInsert {
            id: RelationshipEventId(numbered(finished.seed, number)),
            checkpoint_id: checkpoint,
            axis: new.axis,
            change: new.change,
            reason: &clipped(new.reason.trim(), MOST_REASON_CHARS),
            created_at: said_at(work, &new.sources, finished.now),
        };
        relationship::insert(connection, place, &event).await?;
        relationship::link_sources(connection, place, event.id, &new.sources).await?;
    }
    Ok(())
}

fn is_sound_fact(new: &NewFact, work: &ExtractionWork) -> bool {
    let length = new.text.trim().chars().count();
    (1..=MOST_FACT_CHARS).contains(&length) && (1..=5).contains(&new.importance) && are_sound(&new.sources, work)
}

fn is_sound_event(new: &NewRelationshipEvent, work: &ExtractionWork) -> bool {
    new.change != 0 && (-2..=2).contains(&new.change) && are_sound(&new.sources, work)
}

fn are_sound(sources: &[MessageId], work: &ExtractionWork) -> bool {
    let is_read = |id: &MessageId| work.messages.iter().any(|message| message.id == *id);
    !sources.is_empty() && sources.iter().all(|id| is_read(id) && !work.excluded.contains(id))
}

/// When the last of the sources was said: that is when it happened, whenever it is read.
fn said_at(work: &ExtractionWork, sources: &[MessageId], now: Timestamp) -> Timestamp {
    let said = work.messages.iter().filter(|message| sources.contains(&message.id));
    said.map(|message| message.created_at).max().unwrap_or(now)
}

/// An id made from a fresh one.
pub(crate) fn numbered(seed: Uuid, number: u64) -> Uuid {
    let text = format!("{}{number:012x}", id_prefix(seed));
    Uuid::parse_str(&text).unwrap_or(seed)
}

/// At most so many characters. Whoever writes the text cuts it better; this is only the bound.
fn clipped(text: &str, most: usize) -> String {
    text.chars().take(most).collect()
}
