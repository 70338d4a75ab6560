//! The save file: one conversation with all its branches as one JSON text, version 3.0. What it means stands in
//! `save_file/README.md`, its shape in `schemas/save-3.0.schema.json`.
//!
//! In reading order: the bounds ([`limits`]), times ([`SavedTime`]), how it is written ([`SaveWriter`]), new names for what came
//! in ([`rename`]), the same conversation as Markdown for reading ([`markdown`]), and what is said of memory ([`memory`]). Reading files belongs to the importers.

pub mod limits;

mod time;

mod write;

mod rename;

pub mod markdown;

pub mod memory;

use crate::conversation::{MessageState, Role};
use crate::ids::{CharacterId, ConversationId, MessageId};

pub use rename::{rename, renamed};
pub use time::SavedTime;
pub use write::SaveWriter;

/// What the field `format` says.
pub const FORMAT: &str = "characterchat.save";
/// What the field `version` says.
pub const VERSION: &str = "3.0";

/// Sections that belong to memory, in the order in which they are written; see [`memory`]. `memories` is kept as it came and written
/// back.
pub const MEMORY_SECTIONS: [&str; 7] = [
    "summary",
    "facts",
    "exclusions",
    "relationship",
    "memory_edits",
    "past",
    "memories",
];

/// A whole save file.
#[derive(Debug, Clone, PartialEq)]
pub struct SaveFile {
    pub character_id: CharacterId,
    /// For people who read the file, and when the character is missing.
    pub character_name: String,
    /// The conversation that was saved first, then the other branches of its family, oldest first.
    pub conversations: Vec<SavedConversation>,
}

impl SaveFile {
    /// All messages of all branches.
    pub fn message_count(&self) -> usize {
        self.conversations
            .iter()
            .map(|conversation| conversation.messages.len())
            .sum()
    }
}

/// One conversation with its messages.
#[derive(Debug, Clone, PartialEq)]
pub struct SavedConversation {
    pub about: SavedAbout,
    pub messages: Vec<SavedMessage>,
}

/// One conversation without its messages.
#[derive(Debug, Clone, PartialEq)]
pub struct SavedAbout {
    /// Good within the file only.
    pub id: Option<ConversationId>,
    /// The reader's name for it; empty without one.
    pub title: String,
    pub created_at: Option<SavedTime>,
    /// When the transcript last changed.
    pub updated_at: Option<SavedTime>,
    pub branched_from: Option<SavedBranchPoint>,
    /// A BCP 47 tag; empty follows the settings.
    pub language: String,
    pub persona: Option<SavedPersona>,
    /// What stands in the composer.
    pub draft: String,
    /// The sections of memory, and those that this version of the program keeps without using them, by name.
    pub kept: Vec<KeptSection>,
}

/// Where a conversation was branched off another one of the same file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SavedBranchPoint {
    pub conversation: ConversationId,
    /// Position of the last message that both had, from 0.
    pub position: u32,
}

/// Whom the reader plays, as it was when it was applied.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SavedPersona {
    pub name: String,
    pub description: String,
}

/// A section in its own words: JSON that is written back as it came, but for the ids of messages in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeptSection {
    pub name: String,
    pub json: String,
}

/// One message with all its wordings.
#[derive(Debug, Clone, PartialEq)]
pub struct SavedMessage {
    /// Good within the file only: sections of memory name messages by it.
    pub id: Option<MessageId>,
    /// The message of the same file that it was copied from when its branch began.
    pub origin: Option<MessageId>,
    pub role: Role,
    pub created_at: Option<SavedTime>,
    /// The alternate that is shown, from 0.
    pub chosen: u32,
    /// At least one.
    pub alternates: Vec<SavedAlternate>,
}

/// One wording of a message.
#[derive(Debug, Clone, PartialEq)]
pub struct SavedAlternate {
    pub text: String,
    /// Never `Streaming`: what is still being written is saved as cut short.
    pub state: MessageState,
    pub created_at: Option<SavedTime>,
    /// When the reader changed the words; none while they are as they were written.
    pub edited_at: Option<SavedTime>,
    /// The model that wrote it.
    pub model: Option<String>,
    /// What the model thought; never shown as the reply.
    pub reasoning: Option<String>,
}
