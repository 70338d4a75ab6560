//! Brings the memories that are held up to date.

use std::collections::{BTreeSet, HashMap, HashSet};

use engine::event::Event;
use engine::graph::Graph;
use engine::ids::{CharacterId, ConversationId, MessageId, SessionId};
use jiff::tz::TimeZone;
use store::{GraphMemory, MemoriesOf};

use super::open::{OpenGraph, Seen, Source};
use super::settings::{settings_of, weights};
use crate::error::Result;
use crate::start::App;

/// Reads what has come or changed, after a reply was shown or something was changed; returns at once.
pub fn tend(app: &App, session: SessionId, id: ConversationId) {
    let app = app.clone();
    let tasks = app.graphs.tasks.clone();
    tasks.spawn(async move {
        let graph = app.graphs.of((session, id));
        let mut open = graph.lock().await;
        match refresh(&app, session, id, &mut open).await {
            Ok(true) => app.events.tell(session, Event::GraphChanged { conversation_id: id }),
            Ok(false) => {}
            Err(error) => tracing::debug!(code = error.code, "memories could not be read yet: {error}"),
        }
    });
}

/// What joins all that a conversation can recall, brought up to date, and the numbers of those memories.
///
/// # Errors
/// The store's.
pub async fn whole_graph(app: &App, session: SessionId, id: ConversationId) -> Result<(Graph, HashSet<u64>)> {
    let graph = app.graphs.of((session, id));
    let mut open = graph.lock().await;
    refresh(app, session, id, &mut open).await?;
    Ok((open.graph.clone(), open.held.keys().copied().collect()))
}

/// Whether anything is new. Without news it reads a row or two for each conversation that this one was begun from.
pub(super) async fn refresh(app: &App, session: SessionId, id: ConversationId, open: &mut OpenGraph) -> Result<bool> {
    let character = app.store.conversation(session, id).await?.character_id;
    let weights = weights(&settings_of(app, session).await?);
    if open.graph.weights() != weights {
        *open = OpenGraph::new(weights);
    }
    let mut sources: Vec<(Source, Seen)> = Vec::new();
    for of in app.store.graph_chain(session, id).await? {
        let state = app.store.settle_graph(session, of, &TimeZone::system()).await?;
        let now = Seen {
            revision: state.revision,
            cut: state.cut,
            last_number: 0,
        };
        sources.push((Source::Conversation(of), now));
    }
    let revision = app.store.past_revision(session, &character).await?;
    sources.push((
        Source::Past,
        Seen {
            revision,
            cut: revision,
            last_number: 0,
        },
    ));
    let place = Reading {
        app,
        session,
        id,
        character: &character,
    };
    let hidden: HashSet<MessageId> = app.store.recall_exclusions(session, id).await?.into_iter().collect();
    let mut changed = place.let_go(open, &sources, &hidden).await?;
    let is_first = !open.is_read;
    let mut new = Vec::new();
    for (source, now) in sources {
        let former = open.seen.get(&source).copied().unwrap_or_default();
        let mut last_number = former.last_number;
        if former.revision != now.revision || former.cut != now.cut || !open.seen.contains_key(&source) {
            let memories = app.store.graph_memories(session, place.of(source), last_number).await?;
            last_number = memories.last().map_or(last_number, |last| last.number);
            new.extend(
                memories
                    .into_iter()
                    .filter(|memory| !is_hidden(memory, &hidden))
                    .map(|memory| (source, memory)),
            );
        }
        open.seen.insert(source, Seen { last_number, ..now });
    }
    let is_news = is_first || !changed.is_empty() || !new.is_empty();
    if is_first {
        changed = place.read_first(open, &new).await?;
        open.is_read = true;
    } else {
        for (source, memory) in &new {
            open.hold(*source, memory);
        }
        for (_, memory) in &new {
            changed.extend(insert(open, memory.number));
        }
    }
    place.keep_edges(open, &changed).await?;
    Ok(is_news)
}

fn is_hidden(memory: &GraphMemory, hidden: &HashSet<MessageId>) -> bool {
    memory
        .user
        .iter()
        .chain(&memory.reply)
        .any(|message| hidden.contains(&message.id))
}

fn insert(open: &mut OpenGraph, number: u64) -> BTreeSet<u64> {
    let mut graph = std::mem::take(&mut open.graph);
    let changed = open
        .plot(number)
        .map(|plot| graph.insert(number, plot))
        .unwrap_or_default();
    open.graph = graph;
    changed
}

struct Reading<'a> {
    app: &'a App,
    session: SessionId,
    id: ConversationId,
    character: &'a CharacterId,
}

impl Reading<'_> {
    fn of(&self, source: Source) -> MemoriesOf<'_> {
        match source {
            Source::Conversation(id) => MemoriesOf::Conversation(id),
            Source::Past => MemoriesOf::Past(self.character),
        }
    }

    /// Lets go of memories that are gone or hidden; gives those whose edges changed by that.
    async fn let_go(
        &self,
        open: &mut OpenGraph,
        sources: &[(Source, Seen)],
        hidden: &HashSet<MessageId>,
    ) -> Result<BTreeSet<u64>> {
        let mut gone: Vec<u64> = Vec::new();
        for (number, held) in &open.held {
            let is_left = !sources.iter().any(|(source, _)| *source == held.source);
            if is_left || held.view.message_ids.iter().any(|id| hidden.contains(id)) {
                gone.push(*number);
            }
        }
        open.seen
            .retain(|source, _| sources.iter().any(|(known, _)| known == source));
        for (source, now) in sources {
            let Some(former) = open.seen.get(source) else { continue };
            if former.cut == now.cut {
                continue;
            }
            let numbers = self.app.store.graph_numbers(self.session, self.of(*source)).await?;
            let there: HashMap<u64, Option<u32>> = numbers.into_iter().collect();
            let mut moved = Vec::new();
            for (number, held) in open.held.iter().filter(|(_, held)| held.source == *source) {
                match there.get(number) {
                    None => gone.push(*number),
                    Some(position) if *position != held.view.first_position => {
                        moved.extend(position.map(|to| (*number, to)))
                    }
                    Some(_) => {}
                }
            }
            for (number, position) in moved {
                open.move_memory(number, position);
            }
        }
        let mut changed = BTreeSet::new();
        for number in gone {
            changed.extend(open.drop_memory(number));
        }
        Ok(changed)
    }

    /// Reads everything at once; edges of the conversation's own memories need not be computed again.
    async fn read_first(&self, open: &mut OpenGraph, new: &[(Source, GraphMemory)]) -> Result<BTreeSet<u64>> {
        for (source, memory) in new {
            open.hold(*source, memory);
        }
        let own = MemoriesOf::Conversation(self.id);
        let weights = open.graph.weights();
        let mut kept = self
            .app
            .store
            .graph_edges(self.session, own, weights.fingerprint())
            .await?;
        let is_own = |source: &Source| *source == Source::Conversation(self.id);
        let has_none = |number: u64, source: &Source| is_own(source) && !kept.contains_key(&number);
        let missing: BTreeSet<u64> = new
            .iter()
            .filter(|(source, memory)| has_none(memory.number, source))
            .map(|(_, memory)| memory.number)
            .collect();
        // Where some have edges, the others came later: they are inserted among them.
        let late = if kept.is_empty() {
            BTreeSet::new()
        } else {
            missing.clone()
        };
        let plots = new
            .iter()
            .filter(|(_, memory)| !late.contains(&memory.number))
            .filter_map(|(source, memory)| {
                let edges = if is_own(source) {
                    kept.remove(&memory.number)
                } else {
                    None
                };
                Some((memory.number, open.plot(memory.number)?, edges))
            });
        let graph = Graph::restored(weights, plots);
        open.graph = graph;
        let mut changed = missing;
        for number in late {
            changed.extend(insert(open, number));
        }
        Ok(changed)
    }

    /// Keeps the edges of the conversation's own memories; those of others are looked at from elsewhere too.
    async fn keep_edges(&self, open: &OpenGraph, changed: &BTreeSet<u64>) -> Result<()> {
        let is_own = |number: &&u64| {
            open.held
                .get(number)
                .is_some_and(|held| held.source == Source::Conversation(self.id))
        };
        let lists: Vec<_> = changed
            .iter()
            .filter(is_own)
            .map(|number| (*number, open.graph.own_edges(*number).to_vec()))
            .collect();
        if lists.is_empty() {
            return Ok(());
        }
        Ok(self
            .app
            .store
            .write_graph_edges(self.session, &lists, open.graph.weights().fingerprint())
            .await?)
    }
}
