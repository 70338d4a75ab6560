//! What happens, told to every open page of a session: the only way a stream of text reaches a client.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::ids::{ConversationId, JobId, MessageId};
use crate::markup::Span;
use crate::view::{ErrorView, MessageView};

/// One event. Order within a conversation: `TurnStarted`, any number of `TurnReasoning` and `TurnDelta`, then exactly one of
/// `TurnCommitted`, `TurnCutShort` and `TurnFailed`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Event {
    /// The turn is stored and the model has been asked. `user` is none when a reply is continued or asked for again; with one
    /// that was tried again, `reply` is a message that is there already, with a new alternate chosen.
    TurnStarted {
        conversation_id: ConversationId,
        user: Option<MessageView>,
        reply: MessageView,
        #[ts(type = "number")]
        revision: u64,
    },
    /// The model thinks; the text is kept apart from the reply and only ever shown as a state.
    TurnReasoning {
        conversation_id: ConversationId,
        message_id: MessageId,
    },
    /// The reply goes on: spans to append. The first continues the last shown span when both have the same kind and the new
    /// one does not start a paragraph. `from` says how much of the reply stands before them, so that a page which has read the
    /// reply in the middle finds the place: the length of all spans told until now, in UTF-16 code units
    /// ([`crate::markup::length`]).
    TurnDelta {
        conversation_id: ConversationId,
        message_id: MessageId,
        #[ts(type = "number")]
        from: u64,
        spans: Vec<Span>,
    },
    /// The reply is finished and stored.
    TurnCommitted {
        conversation_id: ConversationId,
        message: MessageView,
        #[ts(type = "number")]
        revision: u64,
    },
    /// The reply that was just stored stays in the language that the model wrote it in: its translation failed.
    TurnNotTranslated {
        conversation_id: ConversationId,
        message_id: MessageId,
        error: ErrorView,
    },
    /// The reply ended early and what was shown is stored; `error` is none when the reader stopped it.
    TurnCutShort {
        conversation_id: ConversationId,
        message: MessageView,
        error: Option<ErrorView>,
        #[ts(type = "number")]
        revision: u64,
    },
    /// Nothing came: the turn is taken back. `user_text` goes back into the composer; it is none when a reply was continued or
    /// asked for again. `restored` is the reply as it stands again when it was continued or tried again, and none when it is gone.
    /// `error` is none when the reader stopped it.
    TurnFailed {
        conversation_id: ConversationId,
        message_id: MessageId,
        user_message_id: Option<MessageId>,
        user_text: Option<String>,
        restored: Option<MessageView>,
        error: Option<ErrorView>,
        #[ts(type = "number")]
        revision: u64,
    },
    /// The reply has ended, but its end cannot be stored yet (a full disk): it is kept in memory and tried again until it is
    /// stored; `TurnCommitted`, `TurnCutShort` or `TurnFailed` then follows.
    TurnNotStored {
        conversation_id: ConversationId,
        message: MessageView,
        error: ErrorView,
    },
    /// The conversation was changed otherwise (edited, undone, cleared, another alternate chosen): read it again.
    ConversationChanged {
        conversation_id: ConversationId,
        #[ts(type = "number")]
        revision: u64,
    },
    /// What is remembered in a conversation changed, or memory began or ended its work there: read it again.
    MemoryChanged {
        conversation_id: ConversationId,
        #[ts(type = "number")]
        memory_revision: u64,
    },
    /// A job began, went on or ended: read it again.
    JobChanged { job_id: JobId },
    /// Memories of the graph came, changed or went: read it again.
    GraphChanged { conversation_id: ConversationId },
    /// Characters came, went or changed on disk.
    CharactersChanged,
    /// The settings, the models or the connections changed.
    SettingsChanged,
    /// Events were lost (a slow client): read everything again.
    Resync,
}
