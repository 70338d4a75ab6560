//! The memories that one conversation can recall, held in the program.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, PoisonError};

use engine::graph::memory::title;
use engine::graph::view::MemoryNodeView;
use engine::graph::{Analysis, EdgeWeights, Graph, Plot};
use engine::ids::{CharacterId, ConversationId, MemoryId, SessionId};
use engine::recall::{Index, built_in_table};
use jiff::tz::TimeZone;
use store::GraphMemory;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use uuid::Uuid;

use super::ahead::Ahead;
use super::encoder::Encoders;
use super::tokens::LatelyRead;
use super::words::Waiting;

/// So many conversations are held at once.
const MOST_OPEN: usize = 4;
/// Two exchanges that are further apart, in seconds, belong to two sittings.
pub const SITTING_SECONDS: i64 = 2 * 60 * 60;

type Place = (SessionId, ConversationId);

/// The conversations whose memories are held, the last used first.
#[derive(Default)]
pub struct Graphs {
    open: Mutex<Vec<(Place, Arc<tokio::sync::Mutex<OpenGraph>>)>>,
    pub(super) tasks: TaskTracker,
    pub(super) encoder: Encoders,
    pub(super) ahead: Ahead,
    /// One conversation is encoded at a time.
    pub(super) encoding: tokio::sync::Mutex<()>,
    pub(super) ending: CancellationToken,
}

impl Graphs {
    /// The memories of a conversation as they are held; empty when they were not read yet.
    pub(super) fn of(&self, place: Place) -> Arc<tokio::sync::Mutex<OpenGraph>> {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let found = open.iter().position(|(known, _)| *known == place);
        let entry = match found {
            Some(index) => open.remove(index),
            None => (place, Arc::default()),
        };
        let graph = Arc::clone(&entry.1);
        open.insert(0, entry);
        open.truncate(MOST_OPEN);
        graph
    }

    /// The program is about to end: what is being read is given up, and read when it is asked for again.
    pub(crate) fn stop_reading(&self) {
        self.ending.cancel();
    }

    /// The program is about to end: nothing is encoded any more. Waits until the encoder computes no more.
    pub(crate) async fn end(&self) {
        self.ending.cancel();
        self.encoder.end().await;
        // It may be loading still.
        let _one = self.encoding.lock().await;
        self.encoder.end().await;
    }

    /// Waits until nothing is being read.
    pub async fn quiet(&self) {
        self.tasks.close();
        self.tasks.wait().await;
        self.tasks.reopen();
    }
}

/// Where memories come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Source {
    Conversation(ConversationId),
    /// The character's own past.
    Past,
}

/// How far a source was read.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Seen {
    pub revision: u64,
    pub cut: u64,
    pub last_number: u64,
}

/// A memory as it is held: all but its texts.
#[derive(Debug, Clone)]
pub(super) struct Held {
    pub source: Source,
    /// Its community is not kept up to date here.
    pub view: MemoryNodeView,
    entities: Vec<String>,
    /// Within its conversation.
    pub sitting: u32,
}

/// The memories that one conversation can recall.
pub struct OpenGraph {
    pub(super) is_read: bool,
    pub(super) character: Option<CharacterId>,
    pub(super) graph: Graph,
    pub(super) held: HashMap<u64, Held>,
    pub(super) numbers: HashMap<MemoryId, u64>,
    pub(super) seen: HashMap<Source, Seen>,
    pub(super) analysis: Option<Arc<Analysis>>,
    /// The memories of each conversation by their places.
    places: HashMap<ConversationId, BTreeMap<u32, u64>>,
    /// Their words.
    pub(super) words: Index,
    pub(super) groups: HashMap<Source, u32>,
    /// What the reader and the character are called.
    pub(super) names: (String, String),
    /// Utterances by the message or memory that they are.
    pub(super) owners: HashMap<Uuid, u64>,
    pub(super) owner_of: HashMap<u64, Uuid>,
    /// Utterances without vectors, in the order in which they were read.
    pub(super) waiting: BTreeMap<u64, Waiting>,
    pub(super) tokens: LatelyRead,
}

impl Default for OpenGraph {
    fn default() -> Self {
        Self::new(EdgeWeights::default(), Default::default())
    }
}

impl OpenGraph {
    pub(super) fn new(weights: EdgeWeights, names: (String, String)) -> Self {
        Self {
            is_read: false,
            character: None,
            graph: Graph::new(weights),
            held: HashMap::new(),
            numbers: HashMap::new(),
            seen: HashMap::new(),
            analysis: None,
            places: HashMap::new(),
            words: Index::new(built_in_table(), TimeZone::system()),
            groups: HashMap::new(),
            names,
            owners: HashMap::new(),
            owner_of: HashMap::new(),
            waiting: BTreeMap::new(),
            tokens: LatelyRead::default(),
        }
    }

    /// Holds a memory and its words, without its edges.
    pub(super) fn hold(&mut self, source: Source, memory: &GraphMemory) {
        let view = node_view(memory);
        let sitting = self.sitting_at(source, view.first_position, view.at);
        self.numbers.insert(view.id, memory.number);
        if let (Source::Conversation(id), Some(position)) = (source, view.first_position) {
            self.places.entry(id).or_default().insert(position, memory.number);
        }
        let held = Held {
            source,
            view,
            entities: memory.entities.clone(),
            sitting,
        };
        self.held.insert(memory.number, held);
        self.index(memory);
        self.analysis = None;
    }

    /// Lets go of a memory; gives the numbers of those whose own edges changed by it.
    pub(super) fn drop_memory(&mut self, number: u64) -> impl Iterator<Item = u64> + use<> {
        if let Some(held) = self.held.remove(&number) {
            if self.numbers.get(&held.view.id) == Some(&number) {
                self.numbers.remove(&held.view.id);
            }
            if let (Source::Conversation(id), Some(position)) = (held.source, held.view.first_position)
                && let Some(places) = self.places.get_mut(&id)
                && places.get(&position) == Some(&number)
            {
                places.remove(&position);
            }
        }
        self.unindex(number);
        self.analysis = None;
        self.graph.remove(number).into_iter()
    }

    /// A memory stands elsewhere in its conversation now.
    pub(super) fn move_memory(&mut self, number: u64, position: u32) {
        let Some(held) = self.held.get_mut(&number) else { return };
        let former = held.view.first_position.replace(position);
        if let Source::Conversation(id) = held.source {
            let places = self.places.entry(id).or_default();
            if let Some(former) = former.filter(|former| places.get(former) == Some(&number)) {
                places.remove(&former);
            }
            places.insert(position, number);
        }
    }

    /// Where a memory lies in the graph.
    pub(super) fn plot(&self, number: u64) -> Option<Plot<'_>> {
        let held = self.held.get(&number)?;
        Some(Plot {
            tags: &held.view.tags,
            entities: &held.entities,
            at: held.view.at.div_euclid(1_000),
            emotion: emotion(&held.view),
            follows: self.before(held),
        })
    }

    /// The exchange before it in the same sitting.
    fn before(&self, held: &Held) -> Option<u64> {
        let Source::Conversation(id) = held.source else {
            return None;
        };
        let number = self.before_position(id, held.view.first_position?)?;
        let apart = held.view.at - self.held.get(&number)?.view.at;
        (0..=SITTING_SECONDS * 1_000).contains(&apart).then_some(number)
    }

    pub(super) fn before_position(&self, id: ConversationId, position: u32) -> Option<u64> {
        let (_, number) = self.places.get(&id)?.range(..position).next_back()?;
        Some(*number)
    }

    /// Computed once until something changes.
    pub(super) fn analysed(&mut self) -> Arc<Analysis> {
        match &self.analysis {
            Some(analysis) => Arc::clone(analysis),
            None => {
                let analysis = Arc::new(self.graph.analysis());
                self.analysis = Some(Arc::clone(&analysis));
                analysis
            }
        }
    }
}

pub(super) fn emotion(view: &MemoryNodeView) -> engine::emotion::Emotion {
    engine::emotion::Emotion {
        valence: view.valence,
        arousal: view.arousal,
        label: view.emotion,
    }
}

/// A memory as clients see it; its community is told by the graph.
pub(super) fn node_view(memory: &GraphMemory) -> MemoryNodeView {
    let messages = memory.user.iter().chain(&memory.reply);
    let reply = memory.reply.as_ref().map(|message| message.text.as_str());
    let user = memory.user.as_ref().map(|message| message.text.as_str());
    MemoryNodeView {
        id: memory.id,
        origin: memory.origin,
        conversation_id: memory.conversation_id,
        at: memory.at.as_millisecond(),
        title: title(user, reply.or(memory.text.as_deref())),
        tags: memory.tags.clone(),
        valence: memory.emotion.valence,
        arousal: memory.emotion.arousal,
        emotion: memory.emotion.label,
        priority: memory.priority,
        community: 0,
        first_position: memory.first_position,
        message_ids: messages.map(|message| message.id).collect(),
        planned_for: memory.planned_for.map(|at| at.as_millisecond()),
    }
}
