//! A change of a transcript other than a turn: what it names, when it is refused, and how a resend finds its first answer.

use engine::conversation::Conversation;
use engine::ids::{ConversationId, MessageId, OperationId, SessionId, TrashId};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use sqlx::{Sqlite, SqliteConnection, Transaction};

use crate::operations::{self, Kind};
use crate::{StoreError, alternates, conversations};

/// What every change of a transcript names.
#[derive(Debug, Clone, Copy)]
pub struct Change {
    pub conversation_id: ConversationId,
    /// Sent again, it changes nothing more.
    pub operation_id: OperationId,
    pub expected_revision: u64,
    pub now: Timestamp,
}

/// A change that stands in the database.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Changed {
    /// The conversation's revision after this change; later changes may have followed when it is replayed.
    pub revision: u64,
    /// Whether the operation was asked for before.
    pub replayed: bool,
}

/// What is answered to a change; the column `result` of its operation.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(crate) struct Made {
    /// What was asked for, beside the kind: another one under the same id is a conflict.
    pub subject: String,
    pub revision: u64,
    /// Where the removed messages lie.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trash_id: Option<TrashId>,
    /// The reader's message that was taken back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message_id: Option<MessageId>,
    /// The conversation that came of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub conversation_id: Option<ConversationId>,
}

impl Made {
    pub fn again(&self) -> Changed {
        Changed {
            revision: self.revision,
            replayed: true,
        }
    }
}

/// How a change begins.
pub(crate) enum Entered {
    /// It was asked for before.
    Before(Made),
    /// The conversation may be changed.
    Now(Conversation),
}

/// Errors: `NotFound`, `Conflict` for another revision or an operation id that was used for something else, `Busy` while a
/// reply is being written.
pub(crate) async fn enter(
    connection: &mut SqliteConnection,
    session: SessionId,
    change: &Change,
    kind: Kind,
    subject: &str,
) -> Result<Entered, StoreError> {
    let conversation = conversations::find(connection, session, change.conversation_id).await?;
    if let Some(made) = before(connection, session, &conversation, (change.operation_id, kind, subject)).await? {
        return Ok(Entered::Before(made));
    }
    require_revision(&conversation, change.expected_revision)?;
    require_quiet(connection, session, conversation.id).await?;
    Ok(Entered::Now(conversation))
}

/// What was answered to the operation, when it was asked for before.
pub(crate) async fn before(
    connection: &mut SqliteConnection,
    session: SessionId,
    conversation: &Conversation,
    (id, kind, subject): (OperationId, Kind, &str),
) -> Result<Option<Made>, StoreError> {
    let place = (conversation.id, id);
    let result = operations::first_answer(connection, session, place, kind, conversation.revision).await?;
    let Some(result) = result else {
        return Ok(None);
    };
    let made: Made = operations::read(&result)?;
    if made.subject != subject {
        return Err(StoreError::Conflict {
            actual: conversation.revision,
        });
    }
    Ok(Some(made))
}

pub(crate) fn require_revision(conversation: &Conversation, expected: u64) -> Result<(), StoreError> {
    if conversation.revision == expected {
        Ok(())
    } else {
        Err(StoreError::Conflict {
            actual: conversation.revision,
        })
    }
}

/// `Busy` while a reply is being written.
pub(crate) async fn require_quiet(
    connection: &mut SqliteConnection,
    session: SessionId,
    id: ConversationId,
) -> Result<(), StoreError> {
    if alternates::any_streaming(connection, session, id).await? {
        return Err(StoreError::Busy);
    }
    Ok(())
}

/// Keeps the answer and ends the transaction.
pub(crate) async fn finish(
    mut writing: Transaction<'static, Sqlite>,
    session: SessionId,
    change: &Change,
    kind: Kind,
    made: &Made,
) -> Result<Changed, StoreError> {
    let place = (change.conversation_id, change.operation_id);
    operations::remember(&mut writing, session, place, kind, made, change.now).await?;
    writing.commit().await?;
    Ok(Changed {
        revision: made.revision,
        replayed: false,
    })
}
