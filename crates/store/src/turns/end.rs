//! The end of a turn.

use engine::conversation::{Message, MessageState};
use engine::ids::{ConversationId, MessageId, SessionId};
use jiff::Timestamp;
use sqlx::SqliteConnection;

use super::{Dropped, TakenBack, drop_blank, shows};
use crate::alternates::StreamingRow;
use crate::conversations::advance_sql;
use crate::memory::records::{self, Sent};
use crate::operations::{Continued, forget_continued_sql};
use crate::{Store, StoreError, alternates, conversations, messages, operations};

/// Writes the end of a reply, in one call: each call is two changes of thread, and the reader waits for all of them. Numbers that
/// a statement leaves out are counted on by the driver, so the later statements have the lower ones.
const END: &str = concat!(
    "update alternates set text = ?8, hash = ?9, state = ?10
    where session_id = ?1 and message_id = ?6 and ordinal = ?7;
    ",
    forget_continued_sql!("?5"),
    ";
    ",
    advance_sql!()
);

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
            sent: None,
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
            sent: None,
            now,
        };
        self.end_reply(session, conversation, ending).await
    }

    /// The reply has ended, and what the model was sent for it is kept with it, in one step, unless some of that was forgotten
    /// meanwhile. `NotFound` when it is not being
    /// written (any more).
    pub async fn end_reply(
        &self,
        session: SessionId,
        conversation: ConversationId,
        ending: Ending<'_>,
    ) -> Result<(Message, u64), StoreError> {
        // No memory is of a message that is being written.
        let mut writing = self.write_beside_memory().await?;
        let reply = alternates::streaming(&mut writing, session, conversation, ending.reply_id)
            .await?
            .ok_or(StoreError::NotFound)?;
        if let Some(reasoning) = ending.reasoning {
            let place = (ending.reply_id, reply.ordinal());
            alternates::add_reasoning(&mut writing, session, place, reasoning).await?;
        }
        let revision: i64 = sqlx::query_scalar(END)
            .bind(session.to_string())
            .bind(conversation.to_string())
            .bind(None::<u32>)
            .bind(ending.now.as_millisecond())
            .bind(reply.operation_id().map(|id| id.to_string()))
            .bind(ending.reply_id.to_string())
            .bind(reply.ordinal())
            .bind(ending.text)
            .bind(alternates::hash(ending.text.as_bytes()).to_vec())
            .bind(ending.state.as_str())
            .fetch_one(&mut *writing)
            .await?;
        if let Some(sent) = ending.sent {
            let now = (self.memory_changes(), ending.now);
            records::write_at_end(&mut writing, (session, conversation), sent, now).await?;
        }
        writing.commit().await?;
        let message = reply.ended(ending.reply_id, ending.text, ending.state);
        Ok((message, revision.unsigned_abs()))
    }

    /// Undoes the beginning of a turn that showed nothing: the reply goes, and the reader's message too when it came with it.
    /// A reply that was being continued is cut short again, as it was before; one that was tried again has the alternate
    /// chosen that was chosen before, and not the new one. The reader's words go into the draft.
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
        let mut count = before.message_count;
        let mut taken = None;
        if shows(&reply.text()) || beginning.as_ref().is_some_and(|begun| begun.reply.continued.is_some()) {
            let continued = beginning.and_then(|begun| begun.reply.continued);
            restore(&mut writing, session, reply_id, &reply, continued).await?;
        } else if drop_blank(&mut writing, session, (reply_id, &reply), beginning.as_ref()).await? == Dropped::Message {
            count = count.saturating_sub(1);
            let words = beginning.and_then(|begun| begun.user).map(|user| user.id);
            taken = take_back_words(&mut writing, session, conversation, words).await?;
            count = count.saturating_sub(u32::from(taken.is_some()));
        }
        if let Some(id) = reply.operation_id() {
            operations::forget_continued(&mut writing, session, id).await?;
        }
        let last = messages::last(&mut writing, session, conversation).await?;
        let revision = conversations::advance(&mut writing, session, &before, count, now).await?;
        writing.commit().await?;
        Ok(TakenBack {
            user: taken,
            restored: last.filter(|message| message.id == reply_id),
            revision,
        })
    }
}

/// Takes back the reader's words that a reply was begun with, into the draft.
async fn take_back_words(
    connection: &mut SqliteConnection,
    session: SessionId,
    conversation: ConversationId,
    words: Option<MessageId>,
) -> Result<Option<(MessageId, String)>, StoreError> {
    let last = messages::last(connection, session, conversation).await?;
    let Some(message) = last.filter(|message| Some(message.id) == words) else {
        return Ok(None);
    };
    messages::remove(connection, session, message.id).await?;
    conversations::give_back_to_draft(connection, session, conversation, &message.text).await?;
    Ok(Some((message.id, message.text)))
}

/// How a reply ended.
#[derive(Debug, Clone, Copy)]
pub struct Ending<'a> {
    pub reply_id: MessageId,
    /// All of it.
    pub text: &'a str,
    /// What the model thought before it.
    pub reasoning: Option<&'a str>,
    /// `Complete` or `CutShort`.
    pub state: MessageState,
    /// What the model was sent.
    pub sent: Option<Sent<'a>>,
    pub now: Timestamp,
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
