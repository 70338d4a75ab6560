//! Conversations and their messages.

use engine::ids::{CharacterId, ConversationId};
use engine::view::MessageView;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// Opens the latest conversation with a character, or begins the first one.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct OpenConversation {
    pub character_id: CharacterId,
    /// A certain conversation instead of the latest.
    #[serde(default)]
    #[ts(optional)]
    pub conversation_id: Option<ConversationId>,
}

/// Begins another conversation with a character.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct NewConversation {
    pub character_id: CharacterId,
}

/// A conversation and its last page of messages.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct ConversationView {
    pub id: ConversationId,
    pub character_id: CharacterId,
    pub character_name: String,
    /// The character's own description, one line.
    pub character_description: String,
    pub portrait: Option<String>,
    /// Goes up with every change of the transcript; a change must name the one it was made from.
    #[ts(type = "number")]
    pub revision: u64,
    /// Where what the model reads word for word begins: the position of that message; none when it reads everything.
    pub reads_from: Option<u32>,
    pub page: MessagePage,
}

/// One conversation of a list.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct ConversationSummary {
    pub id: ConversationId,
    pub character_id: CharacterId,
    /// The reader's first words in it; empty when nothing was said yet.
    pub title: String,
    pub message_count: u32,
    /// Milliseconds since 1970, UTC.
    #[ts(type = "number")]
    pub updated_at: i64,
}

/// Lists the conversations with a character, latest first.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct ListConversations {
    pub character_id: CharacterId,
}

/// Reads a page of messages: the `limit` ones before position `before` (the last ones without it).
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
pub struct ListMessages {
    pub conversation_id: ConversationId,
    #[serde(default)]
    #[ts(optional)]
    pub before: Option<u32>,
    /// 1 to 200.
    pub limit: u32,
}

/// Some messages of a conversation, in order of position, without gaps.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct MessagePage {
    pub messages: Vec<MessageView>,
    /// How many messages the conversation has.
    pub total: u32,
}
