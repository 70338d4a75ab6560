//! After a start: what was under way when the program ended.

use engine::conversation::MessageState;
use engine::ids::{ConversationId, MessageId, SessionId};
use jiff::Timestamp;
use sqlx::SqliteConnection;

use super::{Dropped, Recovered, drop_blank, shows};
use crate::{Store, StoreError, alternates, conversations, operations};

impl Store {
    /// Ends every reply that is marked as being written: with text it becomes cut short, without it goes, and the message it
    /// was to answer stays; of one that was tried again only the new alternate goes. To be called once after opening, before any turn begins. All or nothing.
    pub async fn recover(&self, now: Timestamp) -> Result<Recovered, StoreError> {
        let mut writing = self.write().await?;
        let recovered = end_replies(&mut writing, now).await?;
        writing.commit().await?;
        Ok(recovered)
    }
}

/// See [`Store::recover`].
pub(crate) async fn end_replies(connection: &mut SqliteConnection, now: Timestamp) -> Result<Recovered, StoreError> {
    let mut recovered = Recovered::default();
    for reply in alternates::all_streaming(&mut *connection).await? {
        let Some((session, conversation, message)) = ids(&reply.session_id, &reply.conversation_id, &reply.message_id)
        else {
            tracing::error!(
                message = reply.message_id,
                "a reply that was being written has an unreadable id: left as it is"
            );
            continue;
        };
        let before = conversations::find(connection, session, conversation).await?;
        let mut count = before.message_count;
        let text = reply.text();
        if shows(&text) {
            let place = (message, reply.ordinal());
            alternates::set_state(connection, session, place, MessageState::CutShort).await?;
            recovered.cut_short += 1;
        } else {
            let beginning = match reply.operation_id() {
                Some(id) => operations::beginning(connection, session, id).await?,
                None => None,
            };
            match drop_blank(connection, session, (message, &reply), beginning.as_ref()).await? {
                Dropped::Message => {
                    count = count.saturating_sub(1);
                    recovered.unanswered += 1;
                }
                Dropped::Alternate | Dropped::Nothing => recovered.cut_short += 1,
            }
        }
        if let Some(id) = reply.operation_id() {
            operations::forget_continued(connection, session, id).await?;
        }
        conversations::advance(connection, session, &before, count, now).await?;
    }
    Ok(recovered)
}

fn ids(session: &str, conversation: &str, message: &str) -> Option<(SessionId, ConversationId, MessageId)> {
    Some((session.parse().ok()?, conversation.parse().ok()?, message.parse().ok()?))
}
