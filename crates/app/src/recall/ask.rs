//! Asks the memories of a conversation what a text calls to mind.

use std::collections::HashMap;

use engine::emotion::emotion;
use engine::graph::Plot;
use engine::graph::view::{RecallMethod, RecallPart, RecallReason, RecallSettings};
use engine::ids::{ConversationId, MemoryId, SessionId};
use engine::tags::tags;
use jiff::Timestamp;
use store::GraphMemory;

use super::open::OpenGraph;
use super::refresh::refresh;
use super::settings::settings_of;
use crate::error::Result;
use crate::start::App;

/// What is asked.
#[derive(Debug, Clone, Copy)]
pub struct Ask<'a> {
    pub text: &'a str,
    /// When it is said.
    pub now: Timestamp,
    pub method: RecallMethod,
    /// At most so many.
    pub most: usize,
    /// Of the conversation's own memories, only those that ended before this position: the others stand in the prompt.
    pub before: Option<u32>,
}

/// What came to mind.
#[derive(Debug, Clone, Default)]
pub struct Recalled {
    /// The one that gave it.
    pub method: RecallMethod,
    /// The strongest first.
    pub memories: Vec<RecalledMemory>,
}

#[derive(Debug, Clone)]
pub struct RecalledMemory {
    pub memory: GraphMemory,
    /// Above 0; comparable within one answer.
    pub score: f32,
    /// The largest share first.
    pub reasons: Vec<RecallReason>,
}

/// A memory that may come to mind, with what each part gave to its score.
#[derive(Debug, Clone)]
struct Match {
    id: MemoryId,
    score: f32,
    parts: Vec<(RecallPart, f32)>,
}

/// What a text calls to mind in a conversation, with the memories brought up to date before. Everything that is given is still
/// there and may be recalled: forgotten memories never are.
///
/// # Errors
/// The store's.
pub async fn recall(app: &App, session: SessionId, id: ConversationId, ask: Ask<'_>) -> Result<Recalled> {
    let settings = settings_of(app, session).await?;
    let graph = app.graphs.of((session, id));
    let mut open = graph.lock().await;
    refresh(app, session, id, &mut open).await?;
    let (method, found) = matches(&open, &settings, (id, &ask));
    drop(open);
    Ok(Recalled {
        method,
        memories: still_there(app, session, id, found).await?,
    })
}

/// As [`recall`], from what is ready.
pub(super) async fn recall_ready(
    app: &App,
    session: SessionId,
    (id, open): (ConversationId, &OpenGraph),
    (settings, ask): (&RecallSettings, Ask<'_>),
) -> Result<Vec<RecalledMemory>> {
    let (_, found) = matches(open, settings, (id, &ask));
    still_there(app, session, id, found).await
}

fn matches(
    open: &OpenGraph,
    settings: &RecallSettings,
    (id, ask): (ConversationId, &Ask<'_>),
) -> (RecallMethod, Vec<Match>) {
    let found = tags(&[ask.text]);
    let plot = Plot {
        tags: &found.keywords,
        entities: &found.names,
        at: ask.now.as_second(),
        emotion: emotion(ask.text),
        follows: None,
    };
    // More than are wanted: some stand in the prompt.
    let wide = ask.most.saturating_mul(4).saturating_add(64);
    let mut method = ask.method;
    let mut matches = match method {
        RecallMethod::Hybrid => hybrid(open, plot, wide),
        RecallMethod::Radius => near(open, plot, (settings.radius, wide)),
        RecallMethod::Tags => by_tags(open, plot, wide),
    };
    matches.retain(|found| may_come(open, found.id, (id, ask)));
    if matches.is_empty() && method == RecallMethod::Radius {
        method = RecallMethod::Tags;
        matches = by_tags(open, plot, wide);
        matches.retain(|found| may_come(open, found.id, (id, ask)));
    }
    matches.truncate(ask.most);
    (method, matches)
}

/// Whether a memory does not stand in the prompt anyway.
fn may_come(open: &OpenGraph, memory: MemoryId, (id, ask): (ConversationId, &Ask<'_>)) -> bool {
    let held = open.numbers.get(&memory).and_then(|number| open.held.get(number));
    held.is_some_and(|held| {
        let end = held
            .view
            .first_position
            .map(|first| first as usize + held.view.message_ids.len());
        held.view.conversation_id != Some(id)
            || ask
                .before
                .is_none_or(|before| end.is_none_or(|end| end <= before as usize))
    })
}

fn near(open: &OpenGraph, plot: Plot<'_>, (radius, most): (f32, usize)) -> Vec<Match> {
    let near = open.graph.within(plot, radius, most);
    near.into_iter()
        .filter_map(|near| {
            let [tags, time, emotion] = open.graph.shares(plot, near.key);
            let score = (2.0 - near.distance).max(0.001);
            let direct = tags + time + emotion;
            // What the shortest way is shorter than the direct one.
            let by_way = (1.0 - near.distance - direct).max(if direct > 0.0 { 0.0 } else { 0.001 });
            Some(Match {
                id: open.held.get(&near.key)?.view.id,
                score,
                parts: vec![
                    (RecallPart::Tags, tags),
                    (RecallPart::Time, time),
                    (RecallPart::Emotion, emotion),
                    (RecallPart::Graph, by_way),
                ],
            })
        })
        .collect()
}

fn by_tags(open: &OpenGraph, plot: Plot<'_>, most: usize) -> Vec<Match> {
    let found = open.graph.by_tags(plot.tags, most);
    found
        .into_iter()
        .filter_map(|(key, share)| {
            Some(Match {
                id: open.held.get(&key)?.view.id,
                score: share,
                parts: vec![(RecallPart::Tags, share)],
            })
        })
        .collect()
}

/// Common tags, a like feeling, what the best of them are joined to, and weight.
fn hybrid(open: &OpenGraph, plot: Plot<'_>, most: usize) -> Vec<Match> {
    let mut parts: HashMap<u64, Vec<(RecallPart, f32)>> = HashMap::new();
    for (place, (key, share)) in open.graph.by_tags(plot.tags, most).into_iter().enumerate() {
        parts.entry(key).or_default().push((RecallPart::Tags, share));
        if place < 5 {
            for edge in open.graph.edges(key).into_iter().take(4) {
                parts
                    .entry(edge.to)
                    .or_default()
                    .push((RecallPart::Graph, 0.15 * edge.weight * share));
            }
        }
    }
    let mut found: Vec<Match> = parts
        .into_iter()
        .filter_map(|(key, mut parts)| {
            let held = open.held.get(&key)?;
            parts.push((
                RecallPart::Emotion,
                0.2 * plot.emotion.likeness(super::open::emotion(&held.view)),
            ));
            parts.push((RecallPart::Priority, 0.1 * (held.view.priority - 0.5).max(0.0)));
            Some(Match {
                id: held.view.id,
                score: parts.iter().map(|(_, share)| share).sum(),
                parts,
            })
        })
        .collect();
    found.sort_by(|one, other| other.score.total_cmp(&one.score).then(other.id.cmp(&one.id)));
    found.truncate(most);
    found
}

/// The memories themselves, as far as they may still be recalled, in the same order.
async fn still_there(
    app: &App,
    session: SessionId,
    id: ConversationId,
    found: Vec<Match>,
) -> Result<Vec<RecalledMemory>> {
    let ids: Vec<MemoryId> = found.iter().map(|found| found.id).collect();
    let there = app.store.graph_memories_named(session, id, &ids).await?;
    let mut there: HashMap<MemoryId, GraphMemory> = there.into_iter().map(|memory| (memory.id, memory)).collect();
    Ok(found
        .into_iter()
        .filter_map(|found| {
            Some(RecalledMemory {
                memory: there.remove(&found.id)?,
                score: found.score,
                reasons: reasons(&found.parts),
            })
        })
        .collect())
}

/// In thousandths of what all parts gave; parts that gave nothing are left out.
fn reasons(parts: &[(RecallPart, f32)]) -> Vec<RecallReason> {
    let mut sums: HashMap<RecallPart, f32> = HashMap::new();
    for (part, share) in parts.iter().filter(|(_, share)| *share > 0.0) {
        *sums.entry(*part).or_default() += share;
    }
    let whole: f32 = sums.values().sum();
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 0 to 1000")]
    let mut reasons: Vec<RecallReason> = sums
        .into_iter()
        .map(|(part, share)| RecallReason {
            part,
            share: (share / whole * 1_000.0).round() as u32,
        })
        .filter(|reason| reason.share > 0)
        .collect();
    reasons.sort_by(|one, other| other.share.cmp(&one.share).then(one.part.cmp(&other.part)));
    reasons
}
