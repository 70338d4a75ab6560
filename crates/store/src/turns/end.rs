//! The end of a turn.

use engine::conversation::{Message, MessageState};
use engine::ids::{ConversationId, MessageId, SessionId};
use jiff::Timestamp;
use sqlx::SqliteConnection;

use super::{TakenBack, shows};
use crate::alternates::StreamingRow;
use crate::operations::Continued;
use crate::{Store, StoreError, alternates, conversations, messages, operations};

impl Store {
    /// The reply is finished: `text` is all of it. `NotFound` when it is not being written (any more).
    pub async fn commit_reply(
        &self,
        session: SessionId,
        conversation: ConversationId,
        reply_id: MessageId,
        text: &str,
        reasoning: Option<&str>,
        now: Timestamp,
    ) -> Result<(Message, u64), StoreError> {
        let ending = Ending {
            reply_id,
            text,
            reasoning,
            state: MessageState::Complete,
            now,
        };
        self.end_reply(session, conversation, ending).await
    }

    /// The reply ended early: `text` is what there is of it, kept and marked. `NotFound` when it is not being written (any
    /// more).
    pub async fn cut_reply(
        &self,
        session: SessionId,
        conversation: ConversationId,
        reply_id: MessageId,
        text: &str,
        reasoning: Option<&str>,
        now: Timestamp,
    ) -> Result<(Message, u64), StoreError> {
        let ending = Ending {
            reply_id,
            text,
            reasoning,
            state: MessageState::CutShort,
            now,
        };
        self.end_reply(session, conversation, ending).await
    }

    async fn end_reply(
        &self,
        session: SessionId,
        conversation: ConversationId,
        ending: Ending<'_>,
    ) -> Result<(Message, u64), StoreError> {
        let mut writing = self.write().await?;
        let reply = alternates::streaming(&mut writing, session, conversation, ending.reply_id)
            .await?
            .ok_or(StoreError::NotFound)?;
        let place = (ending.reply_id, reply.ordinal());
        alternates::settle(&mut writing, session, place, ending.text, ending.state).await?;
        if let Some(reasoning) = ending.reasoning {
            alternates::add_reasoning(&mut writing, session, place, reasoning).await?;
        }
        let before = conversations::find(&mut writing, session, conversation).await?;
        let revision = conversations::advance(&mut writing, session, &before, before.message_count, ending.now).await?;
        let message = messages::last(&mut writing, session, conversation)
            .await?
            .ok_or(StoreError::NotFound)?;
        writing.commit().await?;
        Ok((message, revision))
    }

    /// Undoes the beginning of a turn that showed nothing: the reply goes, and the reader's message too when it came with it.
    /// A reply that was being continued is cut short again, as it was before.
    ///
    /// When the store already holds text that was shown, that text is kept and marked as cut short instead, and no message
    /// goes: shown text is never lost. `NotFound` when the reply is not being written (any more).
    pub async fn take_back_turn(
        &self,
        session: SessionId,
        conversation: ConversationId,
        reply_id: MessageId,
        now: Timestamp,
    ) -> Result<TakenBack, StoreError> {
        let mut writing = self.write().await?;
        let reply = alternates::streaming(&mut writing, session, conversation, reply_id)
            .await?
            .ok_or(StoreError::NotFound)?;
        let before = conversations::find(&mut writing, session, conversation).await?;
        let beginning = match reply.operation_id() {
            Some(id) => operations::beginning(&mut writing, session, id).await?,
            None => None,
        };
        let (user, continued) = beginning.map_or((None, None), |begun| (begun.user, begun.reply.continued));
        let mut count = before.message_count;
        let mut taken = None;
        if continued.is_some() || shows(&reply.text()) {
            restore(&mut writing, session, reply_id, &reply, continued).await?;
        } else {
            messages::remove(&mut writing, session, reply_id).await?;
            count = count.saturating_sub(1);
            if let Some(user) = user
                && let Some(message) = messages::last(&mut writing, session, conversation).await?
                && message.id == user.id
            {
                messages::remove(&mut writing, session, message.id).await?;
                count = count.saturating_sub(1);
                taken = Some((message.id, message.text));
            }
        }
        let revision = conversations::advance(&mut writing, session, &before, count, now).await?;
        writing.commit().await?;
        Ok(TakenBack { user: taken, revision })
    }
}

struct Ending<'a> {
    reply_id: MessageId,
    text: &'a str,
    reasoning: Option<&'a str>,
    state: MessageState,
    now: Timestamp,
}

/// Cuts a reply short, as it was before it was continued unless more has been shown since.
async fn restore(
    connection: &mut SqliteConnection,
    session: SessionId,
    reply_id: MessageId,
    reply: &StreamingRow,
    continued: Option<Continued>,
) -> Result<(), StoreError> {
    let place = (reply_id, reply.ordinal());
    let text = reply.text();
    match (continued, reply.operation_id()) {
        (Some(before), Some(operation_id)) if before.text.trim_end() == text.trim_end() => {
            alternates::settle(connection, session, place, &before.text, MessageState::CutShort).await?;
            alternates::set_writer(connection, session, place, before.model.as_deref(), operation_id).await
        }
        _ => alternates::set_state(connection, session, place, MessageState::CutShort).await,
    }
}
