//! Brings the memories that are held up to date.

use std::collections::{BTreeSet, HashMap, HashSet};

use engine::conversation::Conversation;
use engine::event::Event;
use engine::graph::Graph;
use engine::ids::{CharacterId, ConversationId, MessageId, SessionId};
use jiff::tz::TimeZone;
use store::{GraphMemory, MemoriesOf};
use tokio::sync::OwnedMutexGuard;

use super::build::{self, Read};
use super::encoder::{encode_missing, take_kept};
use super::open::{OpenGraph, Seen, Source};
use super::settings::{settings_of, weights};
use crate::error::{Error, Result};
use crate::personas::Reader;
use crate::start::App;

/// Reads what has come or changed, after a reply was shown or something was changed; returns at once.
pub fn tend(app: &App, session: SessionId, id: ConversationId) {
    let app = app.clone();
    let tasks = app.graphs.tasks.clone();
    tasks.spawn(async move {
        let graph = app.graphs.of((session, id));
        let reading = async { refresh(&app, session, id, &mut *graph.lock().await).await };
        match app.graphs.ending.run_until_cancelled(reading).await {
            Some(Err(error)) => tracing::debug!(code = error.code, "memories could not be read yet: {error}"),
            Some(Ok(())) => {}
            None => return,
        }
        encode(&app, session, id);
    });
}

/// The memories of a conversation, brought up to date. Who stops waiting for them does not stop the reading.
pub(super) async fn refreshed(app: &App, session: SessionId, id: ConversationId) -> Result<OwnedMutexGuard<OpenGraph>> {
    let reading = app.clone();
    let read = app.graphs.tasks.spawn(async move {
        let read = async {
            let mut open = reading.graphs.of((session, id)).lock_owned().await;
            refresh(&reading, session, id, &mut open).await?;
            Ok(open)
        };
        let read = reading.graphs.ending.run_until_cancelled(read).await;
        read.unwrap_or_else(|| Err(Error::new("internal", "the program is ending; nothing was changed")))
    });
    read.await.map_err(|error| Error::new("internal", error.to_string()))?
}

/// Encodes what has no vectors yet, when nothing else is being encoded; returns at once, and the program's end does not wait for it.
fn encode(app: &App, session: SessionId, id: ConversationId) {
    let app = app.clone();
    tokio::spawn(async move {
        let Ok(_one) = app.graphs.encoding.try_lock() else {
            return;
        };
        let graph = app.graphs.of((session, id));
        if let Err(error) = encode_missing(&app, session, &graph).await {
            tracing::debug!(code = error.code, "memories could not be encoded yet: {error}");
        }
    });
}

/// What joins all that a conversation can recall, brought up to date, and the numbers of those memories.
///
/// # Errors
/// The store's.
pub async fn whole_graph(app: &App, session: SessionId, id: ConversationId) -> Result<(Graph, HashSet<u64>)> {
    let open = refreshed(app, session, id).await?;
    Ok((open.graph.clone(), open.held.keys().copied().collect()))
}

/// Reads what is new, and tells of it. Without news it reads a row or two for each conversation that this one was begun from.
async fn refresh(app: &App, session: SessionId, id: ConversationId, open: &mut OpenGraph) -> Result<()> {
    let conversation = app.store.conversation(session, id).await?;
    // Each waits for the database and not for the others.
    let (settings, names, sources, hidden) = tokio::try_join!(
        settings_of(app, session),
        names(app, session, &conversation),
        sources(app, session, id, &conversation.character_id),
        async { Ok(app.store.recall_exclusions(session, id).await?) },
    )?;
    let weights = weights(&settings);
    if open.graph.weights() != weights || open.names != names {
        *open = OpenGraph::new(weights, names);
    }
    let character = conversation.character_id;
    open.character = Some(character.clone());
    let place = Reading {
        app,
        session,
        id,
        character: &character,
    };
    let hidden: HashSet<MessageId> = hidden.into_iter().collect();
    let mut changed = place.let_go(open, &sources, &hidden).await?;
    let is_first = !open.is_read;
    let mut new: Read = Vec::new();
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
    match is_first {
        true => changed.extend(place.read_first(open, new).await?),
        false => changed.extend(build::later(open, &new)),
    }
    place.keep_edges(open, &changed).await?;
    if is_first && let Some(encoder) = app.graphs.encoder.ready_id() {
        take_kept(app, session, open, encoder).await?;
    }
    if is_news {
        app.events.tell(session, Event::GraphChanged { conversation_id: id });
    }
    Ok(())
}

/// Where the memories of a conversation come from, and how they stand there now.
async fn sources(
    app: &App,
    session: SessionId,
    id: ConversationId,
    character: &CharacterId,
) -> Result<Vec<(Source, Seen)>> {
    let zone = TimeZone::system();
    let (states, past) = tokio::try_join!(
        app.store.settle_graphs(session, id, &zone),
        app.store.past_revision(session, character),
    )?;
    let of_conversations = states.into_iter().map(|(of, state)| {
        let now = Seen {
            revision: state.revision,
            cut: state.cut,
            last_number: 0,
        };
        (Source::Conversation(of), now)
    });
    let of_past = Seen {
        revision: past,
        cut: past,
        last_number: 0,
    };
    Ok(of_conversations.chain([(Source::Past, of_past)]).collect())
}

/// What the reader and the character are called.
async fn names(app: &App, session: SessionId, conversation: &Conversation) -> Result<(String, String)> {
    let reader = Reader::of(conversation, &crate::commands::settings_of(app, session).await?);
    let character = app.library.character(&conversation.character_id);
    let character = character.map(|character| character.name.clone());
    Ok((
        reader.name,
        character.unwrap_or_else(|_| conversation.character_id.as_str().to_owned()),
    ))
}

fn is_hidden(memory: &GraphMemory, hidden: &HashSet<MessageId>) -> bool {
    memory
        .user
        .iter()
        .chain(&memory.reply)
        .any(|message| hidden.contains(&message.id))
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
        let is_left = |source: &Source| !sources.iter().any(|(known, _)| known == source);
        let looks = !hidden.is_empty() || open.seen.keys().any(is_left);
        for (number, held) in open.held.iter().filter(|_| looks) {
            if is_left(&held.source) || held.view.message_ids.iter().any(|id| hidden.contains(id)) {
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

    /// Everything at once, on a thread of its own.
    async fn read_first(&self, open: &mut OpenGraph, new: Read) -> Result<BTreeSet<u64>> {
        let (own, fingerprint) = (MemoriesOf::Conversation(self.id), open.graph.weights().fingerprint());
        let kept = self.app.store.graph_edges(self.session, own, fingerprint).await?;
        let own = Source::Conversation(self.id);
        let mut building = std::mem::take(open);
        let built = tokio::task::spawn_blocking(move || {
            let changed = build::first(&mut building, new, kept, own);
            (building, changed)
        });
        let (built, changed) = built.await.map_err(|error| Error::new("internal", error.to_string()))?;
        *open = built;
        open.is_read = true;
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
