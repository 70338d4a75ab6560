//! Memory as it stands, for clients, for prompts and for planning.

use std::collections::HashMap;
use std::sync::Arc;

use engine::ids::{ConversationId, FactId, SessionId};
use engine::memory::plan::Chain;
use engine::memory::rules::is_own_words;
use engine::memory::superseded::SupersededFact;
use engine::memory::{
    Axis, Fact, FactKind, MOST_AUTOMATIC_FACTS, MOST_PINNED_FACTS, RelationshipEvent, Source, Summary,
};
use sqlx::{Sqlite, SqliteConnection, Transaction};

use super::chain::chain;
use super::exclusions;
use super::facts::{self, Wanted};
use super::relationship;
use super::settle::{self, Place};
use super::superseded;
use crate::{Store, StoreError, alternates};

/// So many events of an axis are shown.
const SHOWN_EVENTS: u32 = 20;
/// Facts beyond those that are sent are counted up to here.
const COUNTED_FACTS: u32 = 240;

/// Everything that is remembered in one conversation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredMemory {
    pub memory_revision: u64,
    pub position: MemoryPosition,
    /// Newest first.
    pub pinned: Vec<Fact>,
    /// The most important first, then the newest.
    pub automatic: Vec<Fact>,
    /// What a newer fact has replaced, in the same order.
    pub history: Vec<Superseded>,
    /// The same as prompts are told of it, with what holds now; at most 256.
    pub superseded: Vec<SupersededFact>,
    /// All four, in their order.
    pub relationship: Vec<StoredAxis>,
    /// The messages whose chosen wording is in no prompt any more, in order.
    pub excluded: Vec<Source>,
}

/// How far a conversation has been read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MemoryPosition {
    /// As much of the chain as planning looks at: the oldest checkpoint without a summary, the newest with one, and the head.
    pub chain: Chain,
    /// How many messages there are, a reply that is being written not among them.
    pub finished_messages: u32,
}

impl MemoryPosition {
    /// The newest summary that holds.
    pub fn summary(&self) -> Option<StandingSummary> {
        standing_summary(&self.chain)
    }
}

fn standing_summary(chain: &Chain) -> Option<StandingSummary> {
    let told = chain.told()?;
    Some(StandingSummary {
        summary: told.checkpoint.summary.clone()?,
        end: told.checkpoint.end,
        incomplete: told.incomplete,
    })
}

/// A summary with what it tells of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StandingSummary {
    pub summary: Summary,
    /// It tells of the messages before this position.
    pub end: u32,
    /// A later part was cleared and is not written again yet.
    pub incomplete: bool,
}

/// An automatic fact that is in no prompt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Superseded {
    pub fact: Fact,
    /// The one that has taken its place.
    pub by: FactId,
}

/// One axis as it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredAxis {
    pub axis: Axis,
    pub enabled: bool,
    pub locked: bool,
    /// The sum of all events that count; not clamped.
    pub standing: i32,
    /// Newest first, at most 20.
    pub events: Vec<RelationshipEvent>,
}

/// Where an axis stands, for a prompt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StandingAxis {
    pub axis: Axis,
    /// The sum of all events that count; not clamped.
    pub standing: i32,
    /// Of the last of them; empty without one.
    pub reason: String,
}

/// What a prompt is made with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PromptMemory {
    pub memory_revision: u64,
    pub summary: Option<StandingSummary>,
    /// At most [`MOST_PINNED_FACTS`], newest first.
    pub pinned: Vec<Fact>,
    /// What newer facts have replaced, at most 256, the last replaced first.
    pub superseded: Vec<SupersededFact>,
    /// At most [`MOST_AUTOMATIC_FACTS`], the most important first.
    pub automatic: Vec<Fact>,
    /// Those facts that are sentences of the reader, word for word.
    pub own_words: Vec<FactId>,
    /// How many automatic facts there are beyond those, counted up to 200.
    pub further_automatic: u32,
    /// The axes that are on, in their order.
    pub relationship: Vec<StandingAxis>,
    pub excluded: Vec<Source>,
}

/// Which connection a transaction is of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum By {
    Writer,
    Reader,
}

impl Store {
    /// Everything that is remembered in a conversation. `NotFound` when it is not there (any more).
    pub async fn memory(&self, session: SessionId, conversation: ConversationId) -> Result<StoredMemory, StoreError> {
        let (mut reading, place, _) = self.settled(session, conversation).await?;
        let memory = read(&mut reading, &place).await?;
        reading.commit().await?;
        Ok(memory)
    }

    /// What a prompt of a conversation is made with: a few look-ups, however much is remembered, and none when nothing was written since
    /// the last time that could change it.
    pub async fn prompt_memory(
        &self,
        session: SessionId,
        conversation: ConversationId,
    ) -> Result<Arc<PromptMemory>, StoreError> {
        let of = (session, conversation);
        if let Some(memory) = self.shared.held.get(of) {
            return Ok(memory);
        }
        let (mut reading, place, by) = self.settled(session, conversation).await?;
        let changes = self.shared.held.changes();
        let memory = Arc::new(for_prompt(&mut reading, &place).await?);
        reading.commit().await?;
        if by == By::Writer {
            self.shared.held.hold(of, changes, &memory);
        }
        Ok(memory)
    }

    /// How many changes of memory there were since the start of the program: as long as this is the same, no fact, summary or memory was
    /// forgotten, corrected or taken back.
    pub fn memory_changes(&self) -> u64 {
        self.shared.held.changes()
    }

    /// A conversation that was settled, in a transaction that may read more of it. Where nothing can be written, it is read as it
    /// was settled last. `NotFound` when it is not there (any more).
    async fn settled(
        &self,
        session: SessionId,
        conversation: ConversationId,
    ) -> Result<(Transaction<'static, Sqlite>, Place, By), StoreError> {
        if self.is_writable() {
            match self.settled_now(session, conversation).await {
                Err(error) if error.leaves_reading() => {}
                settled => return settled.map(|(writing, place)| (writing, place, By::Writer)),
            }
        }
        let mut reading = self.reader().begin().await?;
        let place = settle::as_it_lies(&mut reading, session, conversation).await?;
        Ok((reading, standing(place)?, By::Reader))
    }

    async fn settled_now(
        &self,
        session: SessionId,
        conversation: ConversationId,
    ) -> Result<(Transaction<'static, Sqlite>, Place), StoreError> {
        let mut writing = self.write_beside_memory().await?;
        let place = self.settled_by(&mut writing, session, conversation).await?;
        Ok((writing, place))
    }

    /// Settles a conversation that is there; `NotFound` for one in the trash, too.
    async fn settled_by(
        &self,
        writing: &mut Transaction<'static, Sqlite>,
        session: SessionId,
        conversation: ConversationId,
    ) -> Result<Place, StoreError> {
        let place = standing(settle::settle(writing, session, conversation).await?)?;
        if place.has_moved {
            self.shared.held.note_change();
        }
        Ok(place)
    }

    /// What a change of memory has to name. `NotFound` when the conversation is not there (any more).
    pub async fn memory_revision(&self, session: SessionId, conversation: ConversationId) -> Result<u64, StoreError> {
        let revision: Option<i64> = sqlx::query_scalar(
            "select memory_revision from conversations where session_id = ?1 and id = ?2 and deleted_at is null",
        )
        .bind(session.to_string())
        .bind(conversation.to_string())
        .fetch_optional(&self.reader())
        .await?;
        revision
            .and_then(|revision| revision.try_into().ok())
            .ok_or(StoreError::NotFound)
    }

    /// How far a conversation has been read, for planning.
    pub async fn memory_position(
        &self,
        session: SessionId,
        conversation: ConversationId,
    ) -> Result<MemoryPosition, StoreError> {
        let mut writing = self.write_beside_memory().await?;
        let place = self.settled_by(&mut writing, session, conversation).await?;
        let position = position(&mut writing, &place).await?;
        writing.commit().await?;
        Ok(position)
    }
}

fn standing(place: Place) -> Result<Place, StoreError> {
    if place.in_trash {
        return Err(StoreError::NotFound);
    }
    Ok(place)
}

async fn read(connection: &mut SqliteConnection, place: &Place) -> Result<StoredMemory, StoreError> {
    let wanted = |kind| Wanted {
        kind,
        superseded: true,
        limit: u32::MAX,
    };
    let kinds = [wanted(FactKind::Pinned), wanted(FactKind::Automatic)];
    let (holding, history) = superseded::parted(facts::read(connection, place, &kinds).await?);
    let superseded = superseded::told(superseded::read(connection, place).await?, &history, &holding);
    let (pinned, automatic) = by_kind(holding);
    let settings = relationship::axis_settings(connection, place).await?;
    let standings = relationship::standings(connection, place).await?;
    let mut axes = Vec::new();
    for axis in Axis::ALL {
        axes.push(StoredAxis {
            axis,
            enabled: settings.is_enabled(axis),
            locked: settings.is_locked(axis),
            standing: sum(&standings, axis),
            events: relationship::events(connection, place, axis, SHOWN_EVENTS).await?,
        });
    }
    Ok(StoredMemory {
        memory_revision: place.memory_revision,
        position: position(connection, place).await?,
        pinned: newest_first(pinned),
        automatic,
        history,
        superseded,
        relationship: axes,
        excluded: exclusions::standing(connection, place).await?,
    })
}

async fn for_prompt(connection: &mut SqliteConnection, place: &Place) -> Result<PromptMemory, StoreError> {
    let wanted = |kind, limit| Wanted {
        kind,
        superseded: false,
        limit,
    };
    // All pinned ones: which are the newest is not what the index is ordered by, and there are few.
    let sent = u32::try_from(MOST_AUTOMATIC_FACTS).unwrap_or(u32::MAX);
    let kinds = [wanted(FactKind::Pinned, u32::MAX), wanted(FactKind::Automatic, sent)];
    let facts = facts::read(connection, place, &kinds).await?;
    let read = facts
        .iter()
        .filter(|(fact, _)| fact.kind == FactKind::Automatic)
        .count();
    let (holding, history) = superseded::parted(facts);
    let superseded = superseded::told(superseded::read(connection, place).await?, &history, &holding);
    let (pinned, automatic) = by_kind(holding);
    let mut pinned = newest_first(pinned);
    pinned.truncate(MOST_PINNED_FACTS);
    // Counting them takes a moment more, and says nothing new while there are few.
    let further = match read < MOST_AUTOMATIC_FACTS {
        true => 0,
        false => facts::count(connection, place, wanted(FactKind::Automatic, COUNTED_FACTS))
            .await?
            .saturating_sub(sent),
    };
    let own_words = pinned.iter().chain(&automatic).filter(|fact| is_own_words(&fact.text));
    Ok(PromptMemory {
        own_words: own_words.map(|fact| fact.id).collect(),
        memory_revision: place.memory_revision,
        summary: standing_summary(&chain(connection, place).await?),
        pinned,
        superseded,
        automatic,
        further_automatic: further,
        relationship: enabled(connection, place).await?,
        excluded: exclusions::standing(connection, place).await?,
    })
}

async fn enabled(connection: &mut SqliteConnection, place: &Place) -> Result<Vec<StandingAxis>, StoreError> {
    let settings = relationship::axis_settings(connection, place).await?;
    let standings = relationship::standings(connection, place).await?;
    let mut axes = Vec::new();
    for axis in Axis::ALL.into_iter().filter(|axis| settings.is_enabled(*axis)) {
        let last = match standings.contains_key(axis.as_str()) {
            true => relationship::events(connection, place, axis, 1).await?.pop(),
            false => None,
        };
        axes.push(StandingAxis {
            axis,
            standing: sum(&standings, axis),
            reason: last.map(|event| event.reason).unwrap_or_default(),
        });
    }
    Ok(axes)
}

fn sum(standings: &HashMap<String, i32>, axis: Axis) -> i32 {
    standings.get(axis.as_str()).copied().unwrap_or(0)
}

/// Pinned and automatic ones.
fn by_kind(facts: Vec<Fact>) -> (Vec<Fact>, Vec<Fact>) {
    facts.into_iter().partition(|fact| fact.kind == FactKind::Pinned)
}

fn newest_first(mut facts: Vec<Fact>) -> Vec<Fact> {
    facts.sort_by_key(|fact| std::cmp::Reverse((fact.created_at, fact.id)));
    facts
}

async fn position(connection: &mut SqliteConnection, place: &Place) -> Result<MemoryPosition, StoreError> {
    let is_writing = alternates::any_streaming(connection, place.session, place.conversation).await?;
    Ok(MemoryPosition {
        chain: chain(connection, place).await?,
        finished_messages: place.message_count.saturating_sub(u32::from(is_writing)),
    })
}
