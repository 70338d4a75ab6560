//! Memories in files: the older forms come in, and the one with nodes and edges goes out.

use engine::controls::without_controls;
use engine::counted::word;
use engine::graph::Graph;
use engine::graph::view::{MemoryOrigin, MemorySource};
use engine::ids::{ConversationId, SessionId};
use import::graph::{ImportedMemories, ImportedMemory};
use jiff::tz::TimeZone;
use jiff::{Timestamp, Zoned};
use serde_json::{Value, json};
use store::{GraphMemory, MemoriesOf, NewPastMemory};

use super::incoming::refused;
use super::names::default_name;
use super::not_written;
use super::places::{Destination, Origin};
use super::saves::character_name;
use crate::commands::{ExportedFile, ImportMemories, MemoriesReport};
use crate::error::{Error, Result};
use crate::recall::whole_graph;
use crate::start::App;

/// The largest file of memories, in bytes.
const LARGEST: u64 = 64 << 20;

/// Reads memories into a character's own past. Nothing is written unless the whole file is good.
pub async fn read_memories(app: &App, session: SessionId, input: ImportMemories) -> Result<MemoriesReport> {
    app.library.character(&input.character_id)?;
    let (now, zone) = (Timestamp::now(), TimeZone::system());
    let read = match (input.text, input.file) {
        (Some(text), None) => {
            tokio::task::spawn_blocking(move || import::graph::read(&text.as_bytes(), LARGEST, (now, &zone))).await
        }
        (None, Some(file)) => {
            let origin = Origin::new(app, session, &file)?;
            tokio::task::spawn_blocking(move || import::graph::read(origin.path(), LARGEST, (now, &zone))).await
        }
        _ => {
            return Err(Error::invalid(
                "Either `file` or `text` is to be given. Nothing was imported.",
            ));
        }
    };
    let read = read.map_err(|error| Error::new("internal", error.to_string()))?;
    let ImportedMemories {
        format,
        memories,
        mut repaired,
    } = read.map_err(|error| refused(&error))?;
    let memories: Vec<NewPastMemory> = memories.into_iter().map(past).collect();
    let added = app
        .store
        .add_past_memories(session, &input.character_id, MemoryOrigin::Import, &memories)
        .await?;
    if added.added == 0 {
        // What was put right in the file came to nothing: all of it was known.
        repaired.clear();
    }
    if added.forgotten > 0 {
        let stay = word(&added.forgotten, "stays", "stay");
        repaired.push(format!("{} that you had forgotten {stay} forgotten", added.forgotten));
    }
    Ok(MemoriesReport {
        character_id: input.character_id,
        format: format.to_owned(),
        memories: added.added,
        known: added.known,
        repaired,
    })
}

fn past(memory: ImportedMemory) -> NewPastMemory {
    let ImportedMemory {
        message,
        response,
        at,
        tags,
        priority,
    } = memory;
    let [message, response] = [message, response].map(|text| without_controls(&text).into_owned());
    let said = [message.as_str(), response.as_str()];
    let text = said
        .into_iter()
        .filter(|text| !text.is_empty())
        .collect::<Vec<_>>()
        .join("\n\n");
    let exchange = (!message.is_empty() && !response.is_empty()).then(|| [message.clone(), response.clone()]);
    NewPastMemory {
        text,
        tags,
        emotion: None,
        priority,
        at,
        source: MemorySource {
            exchange,
            ..MemorySource::default()
        },
    }
}

/// Writes what a conversation can recall, with all edges: each memory keeps its strongest.
pub async fn write_memories(
    app: &App,
    session: SessionId,
    id: ConversationId,
    path: Option<&str>,
) -> Result<ExportedFile> {
    let conversation = app.store.conversation(session, id).await?;
    let name = character_name(app, &conversation.character_id);
    let usual_name = default_name(&[&name, "memories"], &Zoned::now(), "json");
    let destination = Destination::new(app, path, usual_name)?;
    let (graph, numbers) = whole_graph(app, session, id).await?;
    let mut memories: Vec<GraphMemory> = Vec::new();
    for of in app.store.graph_chain(session, id).await? {
        memories.extend(
            app.store
                .graph_memories(session, MemoriesOf::Conversation(of), 0)
                .await?,
        );
    }
    let past = MemoriesOf::Past(&conversation.character_id);
    memories.extend(app.store.graph_memories(session, past, 0).await?);
    memories.retain(|memory| numbers.contains(&memory.number));
    memories.sort_by_key(|memory| (memory.at, memory.number));
    let text = written(&graph, &memories);
    let mut file = destination.begin(app)?;
    file.write(text.as_bytes()).await.map_err(|error| not_written(&error))?;
    destination.finish(app, session, file).await
}

fn written(graph: &Graph, memories: &[GraphMemory]) -> String {
    let places: std::collections::HashMap<u64, usize> = memories
        .iter()
        .enumerate()
        .map(|(place, memory)| (memory.number, place))
        .collect();
    let nodes: Vec<Value> = memories
        .iter()
        .enumerate()
        .map(|(place, memory)| json!([place, node(memory)]))
        .collect();
    let mut edges: Vec<Value> = Vec::new();
    for (place, memory) in memories.iter().enumerate() {
        for edge in graph.edges(memory.number) {
            if let Some(to) = places.get(&edge.to).filter(|to| **to > place) {
                edges.push(json!([place, to, { "weight": (f64::from(edge.weight) * 1e6).round() / 1e6 }]));
            }
        }
    }
    let file = json!({ "nodes": nodes, "edges": edges });
    format!("{}\n", serde_json::to_string_pretty(&file).unwrap_or_default())
}

fn node(memory: &GraphMemory) -> Value {
    let exchange = memory.source.as_ref().and_then(|source| source.exchange.as_ref());
    let user = memory.user.as_ref().map(|message| &message.text);
    let reply = memory.reply.as_ref().map(|message| &message.text);
    let (message, response) = match exchange {
        Some([message, response]) => (Some(message), Some(response)),
        None => (user, reply.or(memory.text.as_ref())),
    };
    json!({
        "message": message.cloned().unwrap_or_default(),
        "response": response.cloned().unwrap_or_default(),
        "timestamp": memory.at.to_string(),
        "tags": memory.tags,
        "priority": (f64::from(memory.priority) * 1e4).round() / 1e4,
        "origin": memory.origin,
        "emotion": memory.emotion.label,
        "valence": (f64::from(memory.emotion.valence) * 1e4).round() / 1e4,
        "arousal": (f64::from(memory.emotion.arousal) * 1e4).round() / 1e4,
    })
}
