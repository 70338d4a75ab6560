//! Other words for a message, and another of its alternates.

use engine::ids::{MessageId, SessionId, TrashId};

use crate::alternates::hash;
use crate::changes::{self, Change, Changed, Entered, Made};
use crate::memory::former::{self, Exchanged};
use crate::operations::Kind;
use crate::trash::{self, Wording};
use crate::{Store, StoreError, alternates, conversations, messages};

impl Store {
    /// Replaces the words of a message's chosen alternate; the former ones go to the trash. Where the character's
    /// answer takes up what they said and the new ones do not say, models are not told of that answer until they are put back.
    ///
    /// Errors: `NotFound`, `Conflict`, `Busy`.
    pub async fn edit_message(
        &self,
        session: SessionId,
        change: Change,
        (message_id, text): (MessageId, &str),
        trash_id: TrashId,
    ) -> Result<Changed, StoreError> {
        let subject = format!("{message_id} {}", hexadecimal(&hash(text.as_bytes())));
        let mut writing = self.write().await?;
        let conversation = match changes::enter(&mut writing, session, &change, Kind::EditMessage, &subject).await? {
            Entered::Before(made) => return Ok(made.again()),
            Entered::Now(conversation) => conversation,
        };
        let message = messages::find(&mut writing, session, conversation.id, message_id).await?;
        let wording = Wording {
            trash_id,
            conversation_id: conversation.id,
            message_id,
            position: message.position,
            ordinal: message.alternate,
            now: change.now,
        };
        trash::put_wording(&mut writing, session, &wording).await?;
        let place = (message_id, message.alternate);
        if !alternates::reword(&mut writing, session, place, text, change.now).await? {
            return Err(StoreError::NotFound);
        }
        let exchanged = Exchanged {
            conversation: conversation.id,
            message: message_id,
            ordinal: message.alternate,
            restored: None,
            now: change.now,
        };
        former::exclude_answers(&mut writing, session, &exchanged).await?;
        let count = conversation.message_count;
        let made = Made {
            subject,
            revision: conversations::advance(&mut writing, session, &conversation, count, change.now).await?,
            trash_id: Some(trash_id),
            ..Made::default()
        };
        changes::finish(writing, session, &change, Kind::EditMessage, &made).await
    }

    /// Chooses the alternate that is shown and sent to models, counted from 0.
    ///
    /// Errors: `NotFound` (also when there is no such alternate), `Conflict`, `Busy`.
    pub async fn choose_alternate(
        &self,
        session: SessionId,
        change: Change,
        (message_id, ordinal): (MessageId, u32),
    ) -> Result<Changed, StoreError> {
        let subject = format!("{message_id} {ordinal}");
        let mut writing = self.write().await?;
        let conversation = match changes::enter(&mut writing, session, &change, Kind::ChooseAlternate, &subject).await?
        {
            Entered::Before(made) => return Ok(made.again()),
            Entered::Now(conversation) => conversation,
        };
        let message = messages::find(&mut writing, session, conversation.id, message_id).await?;
        if ordinal >= message.alternates {
            return Err(StoreError::NotFound);
        }
        messages::choose(&mut writing, session, message_id, ordinal).await?;
        let count = conversation.message_count;
        let made = Made {
            subject,
            revision: conversations::advance(&mut writing, session, &conversation, count, change.now).await?,
            ..Made::default()
        };
        changes::finish(writing, session, &change, Kind::ChooseAlternate, &made).await
    }
}

pub(crate) fn hexadecimal(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let digits = |byte: &u8| [byte >> 4, byte & 15].map(|digit| char::from(DIGITS[usize::from(digit)]));
    bytes.iter().flat_map(digits).collect()
}
