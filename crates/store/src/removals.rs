//! Taking back what was said. Whatever goes, goes to the trash in the same transaction.

use engine::conversation::{Conversation, Role};
use engine::ids::{ConversationId, MessageId, SessionId, TrashId};
use jiff::Timestamp;
use sqlx::SqliteConnection;

use crate::changes::{self, Change, Changed, Entered, Made};
use crate::operations::Kind;
use crate::trash::{self, Removal, TrashKind};
use crate::{Store, StoreError, conversations, memory, messages};

/// Position of the reader's last message. Walks the index on the position from its end.
pub(crate) const LAST_WORDS: &str = r"
    select position from messages
    where session_id = ?1 and conversation_id = ?2 and role = 'user'
    order by position desc
    limit 1
";

/// Moves the messages after position `?3` away by `?4`, in two steps: a position is unique at every moment.
pub(crate) const SHIFT_AWAY: &str = r"
    update messages set position = position + 4294967296
    where session_id = ?1 and conversation_id = ?2 and position >= ?3
";
pub(crate) const SHIFT_BACK: &str = r"
    update messages set position = position - 4294967296 + ?3
    where session_id = ?1 and conversation_id = ?2 and position >= 4294967296
";

/// The reader's last message was taken back, with all that followed it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TakenBackWords {
    /// What the reader had said.
    pub text: String,
    pub changed: Changed,
}

impl Store {
    /// Takes back the reader's last message and everything after it, for editing.
    ///
    /// Errors: `NotFound`, `Conflict`, `Busy`, `NothingToTakeBack`.
    pub async fn edit_last_message(
        &self,
        session: SessionId,
        change: Change,
        trash_id: TrashId,
    ) -> Result<TakenBackWords, StoreError> {
        let (made, changed) = self
            .take_back_last(session, change, Kind::EditLastMessage, trash_id)
            .await?;
        // Also for a resend: the words lie in the trash, and nowhere a second time.
        let text = trash::words(&mut *self.reader().acquire().await?, session, &made)
            .await?
            .ok_or(StoreError::NotFound)?;
        Ok(TakenBackWords { text, changed })
    }

    /// Removes the last exchange: the reader's last message and everything after it. Errors: as
    /// [`Store::edit_last_message`].
    pub async fn undo_turn(
        &self,
        session: SessionId,
        change: Change,
        trash_id: TrashId,
    ) -> Result<Changed, StoreError> {
        let (_, changed) = self.take_back_last(session, change, Kind::UndoTurn, trash_id).await?;
        Ok(changed)
    }

    async fn take_back_last(
        &self,
        session: SessionId,
        change: Change,
        kind: Kind,
        trash_id: TrashId,
    ) -> Result<(Made, Changed), StoreError> {
        let mut writing = self.write().await?;
        let conversation = match changes::enter(&mut writing, session, &change, kind, "").await? {
            Entered::Before(made) => {
                let changed = made.again();
                return Ok((made, changed));
            }
            Entered::Now(conversation) => conversation,
        };
        let position: Option<u32> = sqlx::query_scalar(LAST_WORDS)
            .bind(session.to_string())
            .bind(conversation.id.to_string())
            .fetch_optional(&mut *writing)
            .await?;
        let position = position.ok_or(StoreError::NothingToTakeBack)?;
        let removal = Removal {
            trash_id,
            kind: TrashKind::Turn,
            conversation_id: conversation.id,
            first: position,
            count: conversation.message_count.saturating_sub(position),
            now: change.now,
        };
        let words = messages::id_at(&mut writing, session, conversation.id, position).await?;
        trash::put(&mut writing, session, &removal).await?;
        let made = Made {
            revision: conversations::advance(&mut writing, session, &conversation, position, change.now).await?,
            trash_id: Some(trash_id),
            message_id: words.and_then(|id| id.parse().ok()),
            ..Made::default()
        };
        let changed = changes::finish(writing, session, &change, kind, &made).await?;
        Ok((made, changed))
    }

    /// Removes everything that was said, and what is remembered of it and beside it; the greeting stands again. All of it comes
    /// back when that is put back, but where nothing was said what the reader had remembered is gone for good.
    ///
    /// Errors: `NotFound`, `Conflict`, `Busy`.
    pub async fn clear_conversation(
        &self,
        session: SessionId,
        change: Change,
        trash_id: TrashId,
    ) -> Result<Changed, StoreError> {
        let mut writing = self.write().await?;
        let conversation = match changes::enter(&mut writing, session, &change, Kind::Clear, "").await? {
            Entered::Before(made) => return Ok(made.again()),
            Entered::Now(conversation) => conversation,
        };
        let kept = greetings(&mut writing, session, conversation.id).await?;
        let count = conversation.message_count.saturating_sub(kept);
        let mut revision = conversation.revision;
        if count > 0 {
            let removal = Removal {
                trash_id,
                kind: TrashKind::Cleared,
                conversation_id: conversation.id,
                first: kept,
                count,
                now: change.now,
            };
            trash::put(&mut writing, session, &removal).await?;
            revision = conversations::advance(&mut writing, session, &conversation, kept, change.now).await?;
        }
        let went = (count > 0).then_some(trash_id);
        memory::wipe::clear(&mut writing, session, (conversation.id, kept), went).await?;
        let made = Made {
            revision,
            ..Made::default()
        };
        changes::finish(writing, session, &change, Kind::Clear, &made).await
    }

    /// Removes one message; those after it move up. Errors: `NotFound`, `Conflict`, `Busy`.
    pub async fn delete_message(
        &self,
        session: SessionId,
        change: Change,
        message_id: MessageId,
        trash_id: TrashId,
    ) -> Result<Changed, StoreError> {
        let subject = message_id.to_string();
        let mut writing = self.write().await?;
        let conversation = match changes::enter(&mut writing, session, &change, Kind::DeleteMessage, &subject).await? {
            Entered::Before(made) => return Ok(made.again()),
            Entered::Now(conversation) => conversation,
        };
        let position = messages::position(&mut writing, session, conversation.id, message_id)
            .await?
            .ok_or(StoreError::NotFound)?;
        let removal = Removal {
            trash_id,
            kind: TrashKind::Message,
            conversation_id: conversation.id,
            first: position,
            count: 1,
            now: change.now,
        };
        trash::put(&mut writing, session, &removal).await?;
        shift(&mut writing, session, (conversation.id, position + 1), -1).await?;
        let made = Made {
            subject,
            revision: advance_by(&mut writing, session, &conversation, -1, change.now).await?,
            trash_id: Some(trash_id),
            ..Made::default()
        };
        changes::finish(writing, session, &change, Kind::DeleteMessage, &made).await
    }

    /// Puts a whole conversation into the trash. Conversations that were begun with what it left do not remember that until it is put
    /// back, and once it is erased for good never again; see [`Store::create_conversation_from`]. Nothing happens when it lies there
    /// already. Errors: `NotFound`, `Busy`.
    pub async fn delete_conversation(
        &self,
        session: SessionId,
        id: ConversationId,
        trash_id: TrashId,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        let mut writing = self.write().await?;
        let conversation = match conversations::find(&mut writing, session, id).await {
            Err(StoreError::NotFound) if trash::holds(&mut writing, session, id).await? => return Ok(()),
            found => found?,
        };
        changes::require_quiet(&mut writing, session, id).await?;
        trash::put_conversation(&mut writing, session, &conversation, (trash_id, now)).await?;
        Ok(writing.commit().await?)
    }
}

/// How many messages stand at the beginning that nobody asked for: 1 with a greeting, else 0.
async fn greetings(
    connection: &mut SqliteConnection,
    session: SessionId,
    conversation: ConversationId,
) -> Result<u32, StoreError> {
    let first = messages::first(connection, session, conversation).await?;
    Ok(u32::from(first.is_some_and(|first| {
        first.role == Role::Character && first.model.is_none()
    })))
}

/// Moves all messages from a position on by some places.
pub(crate) async fn shift(
    connection: &mut SqliteConnection,
    session: SessionId,
    (conversation, from): (ConversationId, u32),
    by: i64,
) -> Result<(), StoreError> {
    for (sql, number) in [(SHIFT_AWAY, i64::from(from)), (SHIFT_BACK, by)] {
        sqlx::query(sql)
            .bind(session.to_string())
            .bind(conversation.to_string())
            .bind(number)
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}

/// Notes a change after which there are so many messages more, or fewer.
pub(crate) async fn advance_by(
    connection: &mut SqliteConnection,
    session: SessionId,
    conversation: &Conversation,
    more: i32,
    now: Timestamp,
) -> Result<u64, StoreError> {
    let count = conversation.message_count.saturating_add_signed(more);
    conversations::advance(connection, session, conversation, count, now).await
}
