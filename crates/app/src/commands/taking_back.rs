//! Ways of changing what was said. Each names the revision that it was made from; what is removed goes to the trash.

use engine::blank::is_blank;
use engine::controls::without_controls;
use engine::event::Event;
use engine::ids::{ConversationId, MessageId, OperationId, SessionId, TrashId};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use store::{Change, Changed};
use ts_rs::TS;
use uuid::Uuid;

use super::conversations::view_of;
use super::turns::started;
use super::{ConversationView, Nothing, TurnStarted};
use crate::error::{Error, Result};
use crate::start::App;

/// Asks for another alternate of the last reply; it arrives as events.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct RetryReply {
    pub conversation_id: ConversationId,
    #[ts(type = "number")]
    pub expected_revision: u64,
    pub operation_id: OperationId,
}

/// Takes back the reader's last message and what came after it, for editing.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct EditLastMessage {
    pub conversation_id: ConversationId,
    #[ts(type = "number")]
    pub expected_revision: u64,
    pub operation_id: OperationId,
}

/// The words that go back into the composer, and the conversation without them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct TakenBackMessage {
    pub text: String,
    pub conversation: ConversationView,
}

/// Removes the last exchange: the reader's last message and its reply.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct UndoTurn {
    pub conversation_id: ConversationId,
    #[ts(type = "number")]
    pub expected_revision: u64,
    pub operation_id: OperationId,
}

/// Changes the chosen alternate's words of any message, in place. Control characters are left out, as in a new message.
/// `text` has 1 to 200,000 characters: more than can be sent, since a message that was brought in from elsewhere may be longer.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct EditMessage {
    pub conversation_id: ConversationId,
    pub message_id: MessageId,
    pub text: String,
    #[ts(type = "number")]
    pub expected_revision: u64,
    pub operation_id: OperationId,
}

/// Removes one message.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct DeleteMessage {
    pub conversation_id: ConversationId,
    pub message_id: MessageId,
    #[ts(type = "number")]
    pub expected_revision: u64,
    pub operation_id: OperationId,
}

/// Chooses the alternate that is shown and sent to models.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct ChooseAlternate {
    pub conversation_id: ConversationId,
    pub message_id: MessageId,
    /// From 0.
    pub alternate: u32,
    #[ts(type = "number")]
    pub expected_revision: u64,
    pub operation_id: OperationId,
}

/// Removes everything that was said; the greeting stands again.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct ClearConversation {
    pub conversation_id: ConversationId,
    #[ts(type = "number")]
    pub expected_revision: u64,
    pub operation_id: OperationId,
}

/// Begins another conversation that shares everything up to and with a message.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct BranchConversation {
    pub conversation_id: ConversationId,
    pub message_id: MessageId,
    pub operation_id: OperationId,
}

/// Names a conversation; an empty name takes the name away.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct RenameConversation {
    pub conversation_id: ConversationId,
    pub name: String,
}

/// Puts a whole conversation into the trash.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct DeleteConversation {
    pub conversation_id: ConversationId,
}

/// Longest words of an edited message, in characters: what was brought in from elsewhere may be longer than what can be sent.
const LONGEST_EDIT: usize = 200_000;
/// Longest name of a conversation, in characters.
const LONGEST_NAME: usize = 100;

/// Takes back the reader's last message and what came after it.
pub async fn edit_last_message(app: &App, session: SessionId, input: EditLastMessage) -> Result<TakenBackMessage> {
    let change = change(input.conversation_id, input.expected_revision, input.operation_id);
    let taken = app.store.edit_last_message(session, change, new_trash()).await?;
    let conversation = changed(app, session, input.conversation_id, taken.changed).await?;
    Ok(TakenBackMessage {
        text: taken.text,
        conversation,
    })
}

/// Removes the last exchange.
pub async fn undo_turn(app: &App, session: SessionId, input: UndoTurn) -> Result<ConversationView> {
    let change = change(input.conversation_id, input.expected_revision, input.operation_id);
    let done = app.store.undo_turn(session, change, new_trash()).await?;
    changed(app, session, input.conversation_id, done).await
}

/// Changes the words of a message.
pub async fn edit_message(app: &App, session: SessionId, input: EditMessage) -> Result<ConversationView> {
    let text = without_controls(&input.text);
    let length = text.chars().count();
    if is_blank(&text) || length > LONGEST_EDIT {
        return Err(Error::invalid(format!(
            "A message has 1 to {LONGEST_EDIT} characters, and some that can be seen; this one has {length}. It stays as it was; to remove it, delete it."
        )));
    }
    let change = change(input.conversation_id, input.expected_revision, input.operation_id);
    let words = (input.message_id, &*text);
    let done = app.store.edit_message(session, change, words, new_trash()).await?;
    changed(app, session, input.conversation_id, done).await
}

/// Removes one message.
pub async fn delete_message(app: &App, session: SessionId, input: DeleteMessage) -> Result<ConversationView> {
    let change = change(input.conversation_id, input.expected_revision, input.operation_id);
    let done = app
        .store
        .delete_message(session, change, input.message_id, new_trash())
        .await?;
    changed(app, session, input.conversation_id, done).await
}

/// Chooses an alternate.
pub async fn choose_alternate(app: &App, session: SessionId, input: ChooseAlternate) -> Result<ConversationView> {
    let change = change(input.conversation_id, input.expected_revision, input.operation_id);
    let alternate = (input.message_id, input.alternate);
    let done = app.store.choose_alternate(session, change, alternate).await?;
    changed(app, session, input.conversation_id, done).await
}

/// Removes everything that was said.
pub async fn clear_conversation(app: &App, session: SessionId, input: ClearConversation) -> Result<ConversationView> {
    let change = change(input.conversation_id, input.expected_revision, input.operation_id);
    let done = app.store.clear_conversation(session, change, new_trash()).await?;
    changed(app, session, input.conversation_id, done).await
}

/// Begins another conversation that shares everything up to and with a message.
pub async fn branch_conversation(app: &App, session: SessionId, input: BranchConversation) -> Result<ConversationView> {
    if let Some(id) = same_beginning(app, session, &input).await? {
        app.store.bring_forward(session, id, Timestamp::now()).await?;
        return view_of(app, session, id).await;
    }
    let branch = store::BranchOff {
        conversation_id: input.conversation_id,
        message_id: input.message_id,
        operation_id: input.operation_id,
        new_id: ConversationId(Uuid::now_v7()),
        seed: Uuid::now_v7(),
        now: Timestamp::now(),
    };
    let id = app.store.branch_off(session, branch).await?;
    view_of(app, session, id).await
}

/// A conversation that holds the greeting and nothing else, when the branch would hold no more: there is one of these at most.
async fn same_beginning(app: &App, session: SessionId, input: &BranchConversation) -> Result<Option<ConversationId>> {
    let first = app
        .store
        .messages_before(session, input.conversation_id, Some(1), 1)
        .await?;
    let Some(greeting) = first
        .first()
        .filter(|first| first.id == input.message_id && first.alternates == 1)
    else {
        return Ok(None);
    };
    let conversation = app.store.conversation(session, input.conversation_id).await?;
    let unbegun = app
        .store
        .unbegun_conversation(session, &conversation.character_id)
        .await?;
    let Some(unbegun) = unbegun
        .filter(|unbegun| (&unbegun.persona, &unbegun.language) == (&conversation.persona, &conversation.language))
    else {
        return Ok(None);
    };
    let shown = app.store.messages_before(session, unbegun.id, Some(1), 1).await?;
    let same = shown
        .first()
        .is_some_and(|shown| (shown.role, &shown.text) == (greeting.role, &greeting.text));
    Ok(same.then_some(unbegun.id))
}

/// Names a conversation.
pub async fn rename_conversation(app: &App, session: SessionId, input: RenameConversation) -> Result<ConversationView> {
    let name = input.name.trim();
    if name.chars().count() > LONGEST_NAME || name.chars().any(char::is_control) {
        return Err(Error::invalid(format!(
            "A name has at most {LONGEST_NAME} characters on one line. The conversation keeps the name it had."
        )));
    }
    app.store.set_name(session, input.conversation_id, name).await?;
    let view = view_of(app, session, input.conversation_id).await?;
    tell_changed(app, session, view.id, view.revision);
    Ok(view)
}

/// Puts a whole conversation into the trash.
pub async fn delete_conversation(app: &App, session: SessionId, input: DeleteConversation) -> Result<Nothing> {
    let id = input.conversation_id;
    let revision = app.store.conversation(session, id).await.map(|found| found.revision);
    app.store
        .delete_conversation(session, id, new_trash(), Timestamp::now())
        .await?;
    if let Ok(revision) = revision {
        tell_changed(app, session, id, revision);
    }
    Ok(Nothing {})
}

/// Asks for another alternate of the last reply; it arrives as events.
pub async fn retry_reply(app: &App, session: SessionId, input: RetryReply) -> Result<TurnStarted> {
    let retry = store::BeginReply {
        conversation_id: input.conversation_id,
        operation_id: input.operation_id,
        expected_revision: input.expected_revision,
        reply_id: MessageId(Uuid::now_v7()),
        model: app.models.chosen(&app.store, session).await?,
        now: Timestamp::now(),
    };
    let begun = app.store.begin_retry(session, retry).await?;
    Ok(started(app, session, input.conversation_id, begun))
}

fn change(conversation_id: ConversationId, expected_revision: u64, operation_id: OperationId) -> Change {
    Change {
        conversation_id,
        operation_id,
        expected_revision,
        now: Timestamp::now(),
    }
}

fn new_trash() -> TrashId {
    TrashId(Uuid::now_v7())
}

/// Tells every page that shows the conversation, and gives it as it stands now.
async fn changed(app: &App, session: SessionId, id: ConversationId, changed: Changed) -> Result<ConversationView> {
    if !changed.replayed {
        tell_changed(app, session, id, changed.revision);
    }
    view_of(app, session, id).await
}

/// Tells every page that shows the conversation to read it again.
pub(super) fn tell_changed(app: &App, session: SessionId, conversation_id: ConversationId, revision: u64) {
    let event = Event::ConversationChanged {
        conversation_id,
        revision,
    };
    app.events.tell(session, event);
}

#[cfg(test)]
mod tests;
