//! The graph and what comes to mind, as clients are shown them.

use std::collections::HashMap;
use std::sync::Arc;

use engine::graph::Analysis;
use engine::graph::view::{
    GraphAnalysisView, MemoryDetailView, MemoryGraphView, MemoryNodeView, NeighbourView, RecallView, RecalledMemoryView,
};
use engine::ids::{ConversationId, MemoryId, SessionId};
use engine::markup::{MarkupFormats, unmarked};
use jiff::Timestamp;
use jiff::tz::TimeZone;

use super::ask::{Ask, recall};
use super::open::node_view;
use super::refresh::refreshed;
use crate::error::{Error, Result};
use crate::start::App;

/// So many edges of each memory are shown.
const SHOWN_EDGES: usize = 8;
/// So many neighbours of one memory are shown.
const SHOWN_NEIGHBOURS: usize = 12;

/// All that a conversation can recall.
pub async fn graph_view(app: &App, session: SessionId, id: ConversationId) -> Result<MemoryGraphView> {
    let formats = formats_of(app, session, id).await?;
    let mut open = refreshed(app, session, id).await?;
    let analysis = open.analysed();
    let mut nodes: Vec<(u64, MemoryNodeView)> = open
        .held
        .iter()
        .map(|(number, held)| {
            (
                *number,
                with_community(shown(held.view.clone(), &formats), *number, &analysis),
            )
        })
        .collect();
    nodes.sort_by_key(|(number, node)| (node.at, *number));
    let places: HashMap<u64, u32> = nodes.iter().map(|(number, _)| *number).zip(0..).collect();
    let mut edges: Vec<[u32; 3]> = Vec::new();
    for (number, _) in &nodes {
        for edge in open.graph.edges(*number).into_iter().take(SHOWN_EDGES) {
            if let (Some(from), Some(to)) = (places.get(number), places.get(&edge.to)) {
                edges.push([*from.min(to), *from.max(to), thousandths(edge.weight)]);
            }
        }
    }
    edges.sort_unstable();
    edges.dedup();
    Ok(MemoryGraphView {
        conversation_id: id,
        nodes: nodes.into_iter().map(|(_, node)| node).collect(),
        edges,
        analysis: analysis_view(&analysis),
    })
}

/// One memory, as it lies in the graph of a conversation.
pub async fn detail_view(
    app: &App,
    session: SessionId,
    id: ConversationId,
    memory_id: MemoryId,
) -> Result<MemoryDetailView> {
    let formats = formats_of(app, session, id).await?;
    let mut open = refreshed(app, session, id).await?;
    let number = *open.numbers.get(&memory_id).ok_or_else(gone)?;
    let memory = app.store.graph_memory(session, memory_id).await?;
    let analysis = open.analysed();
    let neighbours = open.graph.edges(number).into_iter().filter_map(|edge| {
        let held = open.held.get(&edge.to)?;
        Some(NeighbourView {
            memory_id: held.view.id,
            title: unmarked(&held.view.title, &formats),
            weight: thousandths(edge.weight),
        })
    });
    let neighbours = neighbours.take(SHOWN_NEIGHBOURS).collect();
    Ok(MemoryDetailView {
        node: with_community(shown(node_view(&memory), &formats), number, &analysis),
        user_text: memory.user.map(|message| unmarked(&message.text, &formats)),
        reply_text: memory.reply.map(|message| unmarked(&message.text, &formats)),
        text: memory.text.map(|text| unmarked(&text, &formats)),
        source: memory.source,
        neighbours,
    })
}

/// What a text calls to mind, with when each memory happened in words of a language.
pub async fn recall_view(
    app: &App,
    session: SessionId,
    (id, language): (ConversationId, &str),
    ask: Ask<'_>,
) -> Result<RecallView> {
    let formats = formats_of(app, session, id).await?;
    let recalled = recall(app, session, id, ask).await?;
    let graph = app.graphs.of((session, id));
    let mut open = graph.lock().await;
    let analysis = open.analysed();
    let zone = TimeZone::system();
    let local = |at: Timestamp| zone.to_datetime(at);
    let strongest = recalled.memories.first().map_or(1.0, |first| first.score);
    let memories = recalled.memories.into_iter().map(|found| RecalledMemoryView {
        when: engine::clock::ago(local(found.memory.at), local(ask.now), language),
        score: thousandths(found.score / strongest),
        reasons: found.reasons,
        memory: with_community(
            shown(node_view(&found.memory), &formats),
            found.memory.number,
            &analysis,
        ),
    });
    Ok(RecallView {
        method: recalled.method,
        memories: memories.collect(),
    })
}

pub fn gone() -> Error {
    Error::new(
        "memory_gone",
        "This memory is not there (any more). Nothing was changed; look at the graph again.",
    )
}

/// The marks of a conversation, which its memories have as well.
async fn formats_of(app: &App, session: SessionId, id: ConversationId) -> Result<Arc<MarkupFormats>> {
    let conversation = app.store.conversation(session, id).await?;
    Ok(app.library.markup_formats(&conversation.character_id))
}

/// A memory without the marks of what was said.
fn shown(node: MemoryNodeView, formats: &Arc<MarkupFormats>) -> MemoryNodeView {
    MemoryNodeView {
        title: unmarked(&node.title, formats),
        ..node
    }
}

fn with_community(node: MemoryNodeView, number: u64, analysis: &Analysis) -> MemoryNodeView {
    MemoryNodeView {
        community: analysis.communities.get(&number).copied().unwrap_or(0),
        ..node
    }
}

#[expect(clippy::cast_possible_truncation, reason = "counts of memories")]
fn analysis_view(analysis: &Analysis) -> GraphAnalysisView {
    GraphAnalysisView {
        nodes: analysis.nodes as u32,
        edges: analysis.edges as u32,
        density: analysis.density,
        average_clustering: analysis.average_clustering,
        communities: analysis.community_count() as u32,
        modularity: analysis.modularity,
    }
}

fn thousandths(share: f32) -> u32 {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 0 to 1000")]
    let thousandths = (share.clamp(0.0, 1.0) * 1_000.0).round() as u32;
    thousandths
}
