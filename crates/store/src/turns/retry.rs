//! Another alternate of the last reply.

use engine::conversation::{Message, MessageState, Role};
use engine::ids::SessionId;
use sqlx::SqliteConnection;

use super::begin::{Entered, empty_reply, enter, finish};
use super::{BeginReply, Begun};
use crate::alternates::NextAlternate;
use crate::operations::{Asked, Before, Kind};
use crate::{Store, StoreError, alternates, conversations, messages};

impl Store {
    /// Begins another alternate of the last reply and chooses it; the others stay. After a message that has no reply yet, it
    /// begins the first one.
    ///
    /// Errors: as [`Store::begin_turn`], and `NothingToRetry` when the last message is a greeting or follows no message of
    /// the reader.
    pub async fn begin_retry(&self, session: SessionId, retry: BeginReply) -> Result<Begun, StoreError> {
        let asked = Asked {
            id: retry.operation_id,
            conversation_id: retry.conversation_id,
            kind: Kind::BeginRetry,
            user_text: None,
        };
        let mut writing = self.write().await?;
        let conversation = match enter(&mut writing, session, asked, retry.expected_revision).await? {
            Entered::Before(begun) => return Ok(*begun),
            Entered::Now(conversation) => conversation,
        };
        let mut last_two = messages::last_two(&mut writing, session, conversation.id).await?;
        let last = last_two.pop().ok_or(StoreError::NothingToRetry)?;
        let asked_by_reader = last_two.pop().is_some_and(|before| before.role == Role::User);
        let mut count = conversation.message_count;
        let (message, before) = match last.role {
            Role::User => {
                let reply = empty_reply(retry.reply_id, count, &retry.model, asked, retry.now);
                count += 1;
                let message = messages::insert(&mut writing, session, conversation.id, reply).await?;
                (message, Before::Nothing)
            }
            Role::Character if asked_by_reader => {
                let former = last.alternate;
                let message = add_alternate(&mut writing, session, last, &retry).await?;
                (message, Before::Alternate(former))
            }
            Role::Character => return Err(StoreError::NothingToRetry),
        };
        let revision = conversations::advance(&mut writing, session, &conversation, count, retry.now).await?;
        let begun = Begun {
            character_id: conversation.character_id.clone(),
            user: None,
            reply: message,
            revision,
            replayed: false,
        };
        finish(writing, session, asked, (&begun, before), retry.now).await?;
        Ok(begun)
    }
}

async fn add_alternate(
    connection: &mut SqliteConnection,
    session: SessionId,
    reply: Message,
    retry: &BeginReply,
) -> Result<Message, StoreError> {
    let next = NextAlternate {
        message_id: reply.id,
        model: &retry.model,
        operation_id: retry.operation_id,
        now: retry.now,
    };
    let ordinal = alternates::insert_next(connection, session, next).await?;
    messages::choose(connection, session, reply.id, ordinal).await?;
    Ok(Message {
        text: String::new(),
        state: MessageState::Streaming,
        alternate: ordinal,
        alternates: reply.alternates + 1,
        model: Some(retry.model.clone()),
        ..reply
    })
}
