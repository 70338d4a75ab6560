//! What is remembered, as the reader is shown it: without the marks of what was said, and with nothing in the summary that is not
//! true any more. What is stored stays as it is.

use std::sync::Arc;

use engine::ids::{ConversationId, FactId, SessionId};
use engine::macros::Names;
use engine::markup::{MarkupFormats, unmarked, unmarked_lines};
use engine::memory::relationship::level;
use engine::memory::superseded::still_true;
use engine::memory::view::{AxisView, FactView, MemoryView, PromptRecordView, RelationshipEventView, SummaryView};
use engine::memory::{Fact, RelationshipEvent};
use store::{StandingSummary, StoredAxis, StoredMemory};

use super::context::clamped;
use super::method;
use crate::commands::settings_of;
use crate::error::Result;
use crate::personas::Reader;
use crate::start::App;

/// Everything that is remembered in a conversation.
///
/// # Errors
/// The store's.
pub async fn view(app: &App, session: SessionId, id: ConversationId) -> Result<MemoryView> {
    let conversation = app.store.conversation(session, id).await?;
    let memory = app.store.memory(session, id).await?;
    let formats = app.library.markup_formats(&conversation.character_id);
    let reader = Reader::of(&conversation, &settings_of(app, session).await?);
    let summary = summary(&memory, Names::new("", &reader.name).user, &formats);
    let fact = |fact, by| fact_view(fact, by, &formats);
    let facts = |facts: Vec<Fact>| facts.into_iter().map(|one| fact(one, None)).collect();
    let history = memory.history.into_iter();
    Ok(MemoryView {
        conversation_id: id,
        memory_revision: memory.memory_revision,
        summary: summary.map(summary_view),
        pinned: facts(memory.pinned),
        automatic: facts(memory.automatic),
        history: history.map(|old| fact(old.fact, Some(old.by))).collect(),
        relationship: memory
            .relationship
            .into_iter()
            .map(|stored| axis_view(stored, &formats))
            .collect(),
        excluded: memory.excluded,
        method: method(app, session, &conversation).await?,
        work: app.memory.work(id),
    })
}

fn fact_view(fact: Fact, superseded_by: Option<FactId>, formats: &Arc<MarkupFormats>) -> FactView {
    FactView {
        id: fact.id,
        text: unmarked_lines(&fact.text, formats),
        kind: fact.kind,
        scope: fact.scope,
        importance: fact.importance,
        sources: fact.sources,
        superseded_by,
        created_at: fact.created_at.as_millisecond(),
    }
}

/// The standing summary, as far as it still holds; none when nothing of it does.
fn summary(memory: &StoredMemory, user: &str, formats: &Arc<MarkupFormats>) -> Option<StandingSummary> {
    let mut standing = memory.position.summary()?;
    let summary = &mut standing.summary;
    let told = still_true(&summary.text, summary.kind, &memory.superseded, user);
    summary.text = unmarked_lines(&told, formats);
    (!summary.text.trim().is_empty()).then_some(standing)
}

/// What a model was sent, with the facts and memories as they are read; the parts stay as they were sent.
///
/// # Errors
/// The store's.
pub async fn record(
    app: &App,
    session: SessionId,
    id: ConversationId,
    mut record: PromptRecordView,
) -> Result<PromptRecordView> {
    let conversation = app.store.conversation(session, id).await?;
    let formats = app.library.markup_formats(&conversation.character_id);
    let facts = record.facts.iter_mut().map(|fact| &mut fact.text);
    let recalled = record.recalled.iter_mut().map(|memory| &mut memory.text);
    for text in facts.chain(recalled) {
        *text = unmarked(text, &formats);
    }
    Ok(record)
}

fn summary_view(standing: StandingSummary) -> SummaryView {
    SummaryView {
        text: standing.summary.text,
        kind: standing.summary.kind,
        end: standing.end,
        incomplete: standing.incomplete,
    }
}

fn axis_view(stored: StoredAxis, formats: &Arc<MarkupFormats>) -> AxisView {
    let event = |event: RelationshipEvent| RelationshipEventView {
        change: event.change,
        reason: unmarked(&event.reason, formats),
        sources: event.sources,
        created_at: event.created_at.as_millisecond(),
    };
    AxisView {
        axis: stored.axis,
        enabled: stored.enabled,
        locked: stored.locked,
        level: level(stored.axis, clamped(stored.standing)),
        events: stored.events.into_iter().map(event).collect(),
    }
}
