//! What a conversation is made of.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::ids::{CharacterId, ConversationId, MessageId, PersonaId};

/// Who speaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    User,
    Character,
}

impl Role {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::User => "user",
            Self::Character => "character",
        }
    }
}

/// How far a message's text is to be trusted as finished.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum MessageState {
    /// Finished.
    Complete,
    /// A reply that is being written now.
    Streaming,
    /// A reply that ended early: stopped, failed, or the program was closed. What had been shown is kept.
    CutShort,
    /// The stored text does not match its hash: shown as it is, marked, never sent to a model.
    Damaged,
}

impl MessageState {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Complete => "complete",
            Self::Streaming => "streaming",
            Self::CutShort => "cut_short",
            Self::Damaged => "damaged",
        }
    }
}

/// One message with its chosen alternate's text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Message {
    pub id: MessageId,
    /// Place in the conversation, from 0, without gaps.
    pub position: u32,
    pub role: Role,
    pub text: String,
    pub state: MessageState,
    /// The chosen alternate, from 0, and how many there are.
    pub alternate: u32,
    pub alternates: u32,
    /// The model that wrote a reply; none for the reader's words and for greetings.
    pub model: Option<String>,
    pub created_at: Timestamp,
}

/// One conversation without its messages.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Conversation {
    pub id: ConversationId,
    pub character_id: CharacterId,
    /// Goes up by one with every change of the transcript; a change names the revision it expects.
    pub revision: u64,
    pub message_count: u32,
    /// Whether the reader has said anything yet.
    pub met: bool,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
    /// What the reader calls it; empty without a name.
    pub name: String,
    pub branched_from: Option<Branching>,
    /// Whom the reader plays here.
    pub persona: Option<AppliedPersona>,
    /// A BCP 47 tag; empty follows the settings.
    pub language: String,
}

/// Where a conversation was branched off another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Branching {
    /// May be gone by now.
    pub conversation_id: ConversationId,
    /// The position of the last message that both shared.
    pub position: u32,
}

/// A persona as it was when it was applied to a conversation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AppliedPersona {
    /// It may have been changed or removed since.
    pub id: PersonaId,
    pub name: String,
    pub description: String,
}
