//! One turn, as a few transactions: begun, kept in parts, then committed, cut short or taken back. Each leaves the
//! conversation whole, so a program may end between any two of them.

mod begin;
mod end;
pub(crate) mod recover;
mod retry;

pub use end::Ending;
use engine::blank::is_blank;
use engine::conversation::{Message, MessageState};
use engine::ids::{CharacterId, ConversationId, MessageId, OperationId, SessionId};
use jiff::Timestamp;
use sqlx::SqliteConnection;

use crate::alternates::StreamingRow;
use crate::operations::Beginning;
use crate::{StoreError, alternates, messages};

/// The reader says something.
#[derive(Debug, Clone)]
pub struct BeginTurn {
    pub conversation_id: ConversationId,
    /// Sent again, it gives the first answer again.
    pub operation_id: OperationId,
    pub expected_revision: u64,
    pub user_id: MessageId,
    pub user_text: String,
    pub reply_id: MessageId,
    /// The model that is going to write the reply.
    pub model: String,
    pub now: Timestamp,
}

/// The reader asks for a reply that never came, for the rest of one that was cut short, or for another one.
#[derive(Debug, Clone)]
pub struct BeginReply {
    pub conversation_id: ConversationId,
    pub operation_id: OperationId,
    pub expected_revision: u64,
    /// For a new reply; one that goes on or gets another alternate keeps its id.
    pub reply_id: MessageId,
    pub model: String,
    pub now: Timestamp,
}

/// A turn that is stored and under way.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Begun {
    /// Who answers.
    pub character_id: CharacterId,
    /// None when a reply is continued, asked for again or tried again.
    pub user: Option<Message>,
    /// Streaming; its text is what there was before, when it goes on.
    pub reply: Message,
    pub revision: u64,
    /// Whether this is the first answer again. The turn may have ended since, in any way: read the conversation to see.
    pub replayed: bool,
}

/// A turn that is undone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TakenBack {
    /// The reader's message that went with it, for the composer; it is put into the draft too.
    pub user: Option<(MessageId, String)>,
    /// The reply as it stands again, when it was continued or tried again; none when it is gone.
    pub restored: Option<Message>,
    pub revision: u64,
}

/// What the program had been writing when it last ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Recovered {
    /// Replies whose text was kept and marked.
    pub cut_short: u32,
    /// Messages of the reader that are left without a reply.
    pub unanswered: u32,
}

/// Whether a reply shows anything: blank text is drawn as nothing.
fn shows(text: &str) -> bool {
    !is_blank(text)
}

/// What became of a reply that showed nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Dropped {
    /// The whole message went.
    Message,
    /// Only its newest alternate went; the one that was chosen before is chosen again.
    Alternate,
    /// Nothing went: the alternate stands among others and is marked as cut short.
    Nothing,
}

/// Removes a reply that showed nothing; of one that was tried again, only the new alternate.
async fn drop_blank(
    connection: &mut SqliteConnection,
    session: SessionId,
    (reply_id, reply): (MessageId, &StreamingRow),
    beginning: Option<&Beginning>,
) -> Result<Dropped, StoreError> {
    let count = alternates::count(connection, session, reply_id).await?;
    if count <= 1 {
        messages::remove(connection, session, reply_id).await?;
        return Ok(Dropped::Message);
    }
    let place = (reply_id, reply.ordinal());
    if reply.ordinal() + 1 != count {
        alternates::set_state(connection, session, place, MessageState::CutShort).await?;
        return Ok(Dropped::Nothing);
    }
    let former = beginning.and_then(|beginning| beginning.reply.former);
    alternates::remove(connection, session, place).await?;
    messages::choose(connection, session, reply_id, former.unwrap_or(reply.ordinal() - 1)).await?;
    Ok(Dropped::Alternate)
}
