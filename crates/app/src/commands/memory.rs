//! What is remembered, and how the reader changes it. Each change names the memory revision that it was made from.

use engine::controls::without_controls;
use engine::event::Event;
use engine::ids::{ConversationId, FactId, MessageId, OperationId, SessionId};
pub use engine::memory::view::{MemoryView, PromptRecordView};
use engine::memory::{Axis, FactScope};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use store::{MemoryChange, MemoryChanged, UsedFacts};
use ts_rs::TS;
use uuid::Uuid;

use crate::error::{Error, Result};
use crate::memory::{shown, tend};
use crate::start::App;

/// Reads everything that is remembered in a conversation.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct GetMemory {
    pub conversation_id: ConversationId,
}

/// Has something remembered: a pinned fact, in the reader's words.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct RememberFact {
    pub conversation_id: ConversationId,
    /// Made by the client; sending it again returns the same answer.
    pub operation_id: OperationId,
    /// The one that the client shows; another one is answered with `memory_conflict`.
    #[ts(type = "number")]
    pub memory_revision: u64,
    /// 1 to 500 characters.
    pub text: String,
    pub scope: FactScope,
}

/// Puts other words in the place of a fact. The former ones are forgotten, as by [`ForgetFact`].
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct UpdateFact {
    pub conversation_id: ConversationId,
    pub operation_id: OperationId,
    #[ts(type = "number")]
    pub memory_revision: u64,
    pub fact_id: FactId,
    /// 1 to 500 characters.
    pub text: String,
}

/// Forgets a fact, with the messages that it came from and all that say it word for word: no model is sent them any more. The
/// page keeps them. It is then as if it had never been said, so that what it had replaced counts again, unless that is forgotten
/// with it.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct ForgetFact {
    pub conversation_id: ConversationId,
    pub operation_id: OperationId,
    #[ts(type = "number")]
    pub memory_revision: u64,
    pub fact_id: FactId,
    /// Whether all that it has replaced, and what that had, is forgotten too.
    #[serde(default)]
    pub with_replaced: bool,
}

/// Pins a fact, or leaves it to extraction again.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct PinFact {
    pub conversation_id: ConversationId,
    pub operation_id: OperationId,
    #[ts(type = "number")]
    pub memory_revision: u64,
    pub fact_id: FactId,
    pub pinned: bool,
}

/// Makes one pinned fact of two.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct MergeFacts {
    pub conversation_id: ConversationId,
    pub operation_id: OperationId,
    #[ts(type = "number")]
    pub memory_revision: u64,
    pub fact_ids: [FactId; 2],
    /// 1 to 500 characters.
    pub text: String,
}

/// Makes a fact known in every conversation of the character with the same persona.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct GiveFactToCharacter {
    pub conversation_id: ConversationId,
    pub operation_id: OperationId,
    #[ts(type = "number")]
    pub memory_revision: u64,
    pub fact_id: FactId,
}

/// Switches an axis on or off, or locks it; exactly one of the two.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct ChangeRelationshipAxis {
    pub conversation_id: ConversationId,
    pub operation_id: OperationId,
    #[ts(type = "number")]
    pub memory_revision: u64,
    pub axis: Axis,
    /// Romance and attraction only, for all conversations with the character. Off clears what developed.
    #[serde(default)]
    pub enabled: Option<bool>,
    /// A locked axis stays where it is, in this conversation.
    #[serde(default)]
    pub locked: Option<bool>,
}

/// Lets an axis begin anew in this conversation.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct ResetRelationshipAxis {
    pub conversation_id: ConversationId,
    pub operation_id: OperationId,
    #[ts(type = "number")]
    pub memory_revision: u64,
    pub axis: Axis,
}

/// Reads what a model was sent for a reply.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct GetPromptRecord {
    pub conversation_id: ConversationId,
    /// None reads the last request that is kept.
    #[serde(default)]
    pub message_id: Option<MessageId>,
    #[serde(default)]
    pub alternate: Option<u32>,
}

/// Reads everything that is remembered in a conversation.
pub async fn get_memory(app: &App, session: SessionId, input: GetMemory) -> Result<MemoryView> {
    shown::view(app, session, input.conversation_id).await
}

/// Has something remembered.
pub async fn remember_fact(app: &App, session: SessionId, input: RememberFact) -> Result<MemoryView> {
    let change = change(input.conversation_id, input.operation_id, input.memory_revision);
    let new = store::RememberFact {
        id: fact_of(input.operation_id),
        text: without_controls(&input.text).into_owned(),
        scope: input.scope,
    };
    let changed = app.store.remember_fact(session, change, &new).await?;
    finish(app, session, change.conversation_id, changed).await
}

/// Puts other words in the place of a fact.
pub async fn update_fact(app: &App, session: SessionId, input: UpdateFact) -> Result<MemoryView> {
    let change = change(input.conversation_id, input.operation_id, input.memory_revision);
    let update = store::UpdateFact {
        fact_id: input.fact_id,
        new_id: fact_of(input.operation_id),
        text: without_controls(&input.text).into_owned(),
    };
    let changed = app.store.update_fact(session, change, &update).await?;
    finish(app, session, change.conversation_id, changed).await
}

/// Forgets a fact.
pub async fn forget_fact(app: &App, session: SessionId, input: ForgetFact) -> Result<MemoryView> {
    let change = change(input.conversation_id, input.operation_id, input.memory_revision);
    let changed = if input.with_replaced {
        app.store
            .forget_fact_and_replaced(session, change, input.fact_id)
            .await?
    } else {
        app.store.forget_fact(session, change, input.fact_id).await?
    };
    finish(app, session, change.conversation_id, changed).await
}

/// Pins a fact, or leaves it to extraction again.
pub async fn pin_fact(app: &App, session: SessionId, input: PinFact) -> Result<MemoryView> {
    let change = change(input.conversation_id, input.operation_id, input.memory_revision);
    let changed = if input.pinned {
        app.store.pin_fact(session, change, input.fact_id).await?
    } else {
        app.store.unpin_fact(session, change, input.fact_id).await?
    };
    finish(app, session, change.conversation_id, changed).await
}

/// Makes one fact of two.
pub async fn merge_facts(app: &App, session: SessionId, input: MergeFacts) -> Result<MemoryView> {
    let change = change(input.conversation_id, input.operation_id, input.memory_revision);
    let merge = store::MergeFacts {
        facts: input.fact_ids,
        new_id: fact_of(input.operation_id),
        text: without_controls(&input.text).into_owned(),
    };
    let changed = app.store.merge_facts(session, change, &merge).await?;
    finish(app, session, change.conversation_id, changed).await
}

/// Makes a fact known in every conversation of the character.
pub async fn give_fact_to_character(app: &App, session: SessionId, input: GiveFactToCharacter) -> Result<MemoryView> {
    let change = change(input.conversation_id, input.operation_id, input.memory_revision);
    let changed = app.store.give_fact_to_character(session, change, input.fact_id).await?;
    finish(app, session, change.conversation_id, changed).await
}

/// Switches an axis on or off, or locks it.
pub async fn change_relationship_axis(
    app: &App,
    session: SessionId,
    input: ChangeRelationshipAxis,
) -> Result<MemoryView> {
    let change = change(input.conversation_id, input.operation_id, input.memory_revision);
    let changed = match (input.enabled, input.locked) {
        (Some(enabled), None) => {
            app.store
                .set_axis_consent(session, change, (input.axis, enabled))
                .await?
        }
        (None, Some(locked)) => app.store.set_axis_lock(session, change, (input.axis, locked)).await?,
        (None, None) | (Some(_), Some(_)) => {
            return Err(Error::invalid(
                "Either `enabled` or `locked` is to be given, one at a time. Nothing was changed.",
            ));
        }
    };
    finish(app, session, change.conversation_id, changed).await
}

/// Lets an axis begin anew.
pub async fn reset_relationship_axis(
    app: &App,
    session: SessionId,
    input: ResetRelationshipAxis,
) -> Result<MemoryView> {
    let change = change(input.conversation_id, input.operation_id, input.memory_revision);
    let changed = app.store.reset_axis(session, change, input.axis).await?;
    finish(app, session, change.conversation_id, changed).await
}

/// Reads what a model was sent for a reply; none when that is not kept (any more).
pub async fn get_prompt_record(
    app: &App,
    session: SessionId,
    input: GetPromptRecord,
) -> Result<Option<PromptRecordView>> {
    let conversation = input.conversation_id;
    let kept = app.store.used_facts(session, conversation).await?;
    let is_asked = |used: &&UsedFacts| {
        input.message_id.is_none_or(|message| used.message_id == message)
            && input.alternate.is_none_or(|alternate| used.alternate == alternate)
    };
    let Some(used) = kept.iter().rev().find(is_asked) else {
        return Ok(None);
    };
    let record = app
        .store
        .prompt_record(session, (conversation, used.message_id), used.alternate)
        .await?;
    match record {
        Some(record) => shown::record(app, session, conversation, record).await.map(Some),
        None => Ok(None),
    }
}

fn change(conversation_id: ConversationId, operation_id: OperationId, memory_revision: u64) -> MemoryChange {
    MemoryChange {
        conversation_id,
        operation_id,
        expected_memory_revision: memory_revision,
        now: Timestamp::now(),
    }
}

/// The id of the fact that an operation makes: a resend names the same one.
fn fact_of(operation: OperationId) -> FactId {
    FactId(Uuid::from_u128(operation.0.as_u128()))
}

/// Tells of the change, lets memory write again what has to be, and gives it as it stands.
async fn finish(app: &App, session: SessionId, id: ConversationId, changed: MemoryChanged) -> Result<MemoryView> {
    if !changed.replayed {
        let all = std::iter::once((id, changed.memory_revision)).chain(changed.also);
        for (conversation_id, memory_revision) in all {
            app.events.tell(
                session,
                Event::MemoryChanged {
                    conversation_id,
                    memory_revision,
                },
            );
        }
        tend(app, session, id);
    }
    shown::view(app, session, id).await
}
