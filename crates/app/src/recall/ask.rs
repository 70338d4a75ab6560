//! Asks the memories of a conversation what a text calls to mind.

use std::collections::HashMap;

use engine::emotion::{Emotion, emotion};
use engine::graph::Plot;
use engine::graph::view::{RecallMethod, RecallPart, RecallReason, RecallSettings};
use engine::ids::{ConversationId, MemoryId, SessionId};
use engine::recall::Configuration;
use engine::tags::{Tags, tags};
use jiff::Timestamp;
use store::GraphMemory;
use uuid::Uuid;

use super::encoder::encode_missing;
use super::hybrid;
use super::open::{Held, OpenGraph};
use super::refresh::refreshed;
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

/// One message of a memory that came to mind; of something of the character's own past, the memory itself.
#[derive(Debug, Clone, PartialEq)]
pub struct RecalledMessage {
    pub id: Uuid,
    /// Comparable within one answer.
    pub score: f32,
}

/// A memory that may come to mind, with what each part gave to its score.
#[derive(Debug, Clone)]
pub(super) struct Match {
    pub id: MemoryId,
    pub score: f32,
    pub parts: Vec<(RecallPart, f32)>,
}

/// A text as it is plotted on the graph.
pub(super) struct Plotted {
    tags: Tags,
    at: i64,
    emotion: Emotion,
}

impl Plotted {
    pub fn of(ask: &Ask<'_>) -> Self {
        Self {
            tags: tags(&[ask.text]),
            at: ask.now.as_second(),
            emotion: emotion(ask.text),
        }
    }

    pub fn plot(&self) -> Plot<'_> {
        Plot {
            tags: &self.tags.keywords,
            entities: &self.tags.names,
            at: self.at,
            emotion: self.emotion,
            follows: None,
        }
    }
}

/// What a text calls to mind in a conversation, with the memories brought up to date before. Everything that is given is still
/// there and may be recalled: forgotten memories never are.
///
/// # Errors
/// The store's.
pub async fn recall(app: &App, session: SessionId, id: ConversationId, ask: Ask<'_>) -> Result<Recalled> {
    if ask.method == RecallMethod::Hybrid {
        app.graphs.encoder.encode_ahead(ask.text);
    }
    let open = refreshed(app, session, id).await?;
    let settings = settings_of(app, session).await?;
    recall_ready(app, session, (id, &open), (&settings, ask)).await
}

/// As [`recall`], from what is ready.
pub(super) async fn recall_ready(
    app: &App,
    session: SessionId,
    (id, open): (ConversationId, &OpenGraph),
    (settings, ask): (&RecallSettings, Ask<'_>),
) -> Result<Recalled> {
    let found = matches(app, session, (id, open), (settings, ask)).await?;
    standing(app, session, id, found).await
}

/// What comes to mind, as far as it is still there and may be recalled.
pub(super) async fn standing(
    app: &App,
    session: SessionId,
    id: ConversationId,
    (method, found): (RecallMethod, Vec<Match>),
) -> Result<Recalled> {
    Ok(Recalled {
        method,
        memories: still_there(app, session, id, found).await?,
    })
}

/// What comes to mind by what is held, and the method that found it.
pub(super) async fn matches(
    app: &App,
    session: SessionId,
    (id, open): (ConversationId, &OpenGraph),
    (settings, ask): (&RecallSettings, Ask<'_>),
) -> Result<(RecallMethod, Vec<Match>)> {
    let plotted = Plotted::of(&ask);
    // More than are wanted: some stand in the prompt.
    let wide = ask.most.saturating_mul(4).saturating_add(64);
    let may = |found: &Match| may_come(open, found.id, (id, &ask));
    let mut method = ask.method;
    let mut found = match method {
        RecallMethod::Hybrid => {
            let utterances = hybrid::utterances(app, (session, id), open, (&ask, Configuration::Full)).await?;
            hybrid::memories(open, &utterances)
        }
        RecallMethod::Radius => near(open, plotted.plot(), (settings.radius, wide)),
        RecallMethod::Tags => by_tags(open, plotted.plot(), wide),
    };
    found.retain(may);
    if found.is_empty() && method == RecallMethod::Radius {
        method = RecallMethod::Tags;
        found = by_tags(open, plotted.plot(), wide);
        found.retain(may);
    }
    found.truncate(ask.most);
    Ok((method, found))
}

/// The messages that a text calls to mind in a conversation, one by one, at most so many, the strongest first: what [`recall`] chooses
/// among by [`RecallMethod::Hybrid`]. For measuring.
///
/// # Errors
/// The store's.
pub async fn recall_messages(
    app: &App,
    session: SessionId,
    id: ConversationId,
    (ask, configuration): (Ask<'_>, Configuration),
) -> Result<Vec<RecalledMessage>> {
    if configuration == Configuration::Full {
        app.graphs.encoder.encode_ahead(ask.text);
    }
    let open = refreshed(app, session, id).await?;
    let found = hybrid::utterances(app, (session, id), &open, (&ask, configuration)).await?;
    let found = found.into_iter().filter_map(|found| {
        Some(RecalledMessage {
            id: *open.owner_of.get(&found.key)?,
            score: found.score,
        })
    });
    Ok(found.take(ask.most).collect())
}

/// Brings the memories of a conversation up to date and encodes all that can be encoded, waiting for it. For measuring.
///
/// # Errors
/// The store's.
pub async fn make_ready(app: &App, session: SessionId, id: ConversationId) -> Result<()> {
    drop(refreshed(app, session, id).await?);
    let _one = app.graphs.encoding.lock().await;
    encode_missing(app, session, &app.graphs.of((session, id))).await
}

/// Brings the memories of a conversation up to date, waiting for it; how many there are. For measuring.
///
/// # Errors
/// The store's.
pub async fn bring_up_to_date(app: &App, session: SessionId, id: ConversationId) -> Result<usize> {
    Ok(refreshed(app, session, id).await?.held.len())
}

/// Whether a memory is held, and does not stand in the prompt anyway.
fn may_come(open: &OpenGraph, memory: MemoryId, about: (ConversationId, &Ask<'_>)) -> bool {
    let held = open.numbers.get(&memory).and_then(|number| open.held.get(number));
    held.is_some_and(|held| stands_apart(held, about))
}

/// Whether a memory does not stand in the prompt anyway.
pub(super) fn stands_apart(held: &Held, (id, ask): (ConversationId, &Ask<'_>)) -> bool {
    let Some(before) = ask.before else { return true };
    let end = held
        .view
        .first_position
        .map(|first| first as usize + held.view.message_ids.len());
    held.view.conversation_id != Some(id) || end.is_none_or(|end| end <= before as usize)
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
