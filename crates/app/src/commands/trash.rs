//! The trash: what was removed, for 30 days.

use engine::ids::{CharacterId, ConversationId, SessionId, TrashId};
use engine::markup::plain;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use store::{KEPT_FOR, TrashedCharacter};
use ts_rs::TS;
use uuid::Uuid;

use super::conversations::view_of;
use super::taking_back::tell_changed;
use super::{ConversationView, Nothing};
use crate::characters::gone;
use crate::characters::removing::end_what_is_under_way;
use crate::error::Result;
use crate::start::App;

/// What kind of thing lies in the trash.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum TrashKind {
    /// A character of the reader, with its own past; `restore_character` brings it back.
    Character,
    /// A whole conversation.
    Conversation,
    /// The messages of a cleared conversation.
    Cleared,
    /// The last exchange or more.
    Turn,
    /// One message.
    Message,
    /// The former words of an edited message.
    Wording,
}

/// One thing in the trash.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct TrashItem {
    pub id: TrashId,
    pub kind: TrashKind,
    /// None of a character.
    pub conversation_id: Option<ConversationId>,
    pub character_id: CharacterId,
    /// How it begins, without markup; of a character its name.
    pub excerpt: String,
    /// How many messages it holds; 0 of a character.
    pub messages: u32,
    /// How many conversations went with a character.
    pub conversations: u32,
    /// Milliseconds since 1970, UTC.
    #[ts(type = "number")]
    pub removed_at: i64,
    /// When it is erased for good.
    #[ts(type = "number")]
    pub erased_at: i64,
}

/// Puts something back where it was; where the conversation went on since, as a branch of its own.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct RestoreFromTrash {
    pub id: TrashId,
}

/// Erases one thing, or with none everything, for good.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct EraseFromTrash {
    #[serde(default)]
    #[ts(optional)]
    pub id: Option<TrashId>,
}

/// Things listed at once.
const LISTED: u32 = 1000;
/// Longest excerpt, in characters.
const EXCERPT_CHARACTERS: usize = 120;

/// Lists what lies in the trash, the latest first.
pub async fn list_trash(app: &App, session: SessionId, _: Nothing) -> Result<Vec<TrashItem>> {
    let characters = gone::in_trash(app, session).await?;
    let others = app.store.trash(session, LISTED).await?;
    let mut items: Vec<TrashItem> = characters.into_iter().map(TrashItem::from).collect();
    items.extend(others.into_iter().map(TrashItem::from));
    items.sort_by_key(|item| std::cmp::Reverse(item.removed_at));
    Ok(items)
}

/// Puts something back.
pub async fn restore_from_trash(app: &App, session: SessionId, input: RestoreFromTrash) -> Result<ConversationView> {
    let restore = store::RestoreTrash {
        id: input.id,
        replaced_id: TrashId(Uuid::now_v7()),
        new_id: ConversationId(Uuid::now_v7()),
        seed: Uuid::now_v7(),
        now: Timestamp::now(),
    };
    let restored = app.store.restore_from_trash(session, restore).await?;
    if !restored.replayed {
        tell_changed(app, session, restored.conversation_id, restored.revision);
    }
    view_of(app, session, restored.conversation_id).await
}

/// Erases for good: when it answers, the words are in no file of the database any more, unless the disk was too full to write
/// it anew or a save file was just being made; then they go at the next erasing or start. Of a character all files go that were kept of
/// it, and what its jobs have read.
pub async fn erase_from_trash(app: &App, session: SessionId, input: EraseFromTrash) -> Result<Nothing> {
    match input.id {
        Some(id) => app.store.erase_from_trash(session, id).await?,
        None => app.store.empty_trash(session).await?,
    }
    end_what_is_under_way(app).await;
    app.scrub().await;
    Ok(Nothing {})
}

impl From<store::TrashItem> for TrashItem {
    fn from(item: store::TrashItem) -> Self {
        Self {
            id: item.id,
            kind: item.kind.into(),
            conversation_id: Some(item.conversation_id),
            character_id: item.character_id,
            excerpt: plain(&item.excerpt, EXCERPT_CHARACTERS),
            messages: item.messages,
            conversations: 0,
            removed_at: item.removed_at.as_millisecond(),
            erased_at: erased_at(item.removed_at),
        }
    }
}

impl From<TrashedCharacter> for TrashItem {
    fn from(item: TrashedCharacter) -> Self {
        Self {
            id: item.id,
            kind: TrashKind::Character,
            conversation_id: None,
            character_id: item.character_id,
            excerpt: item.name,
            messages: 0,
            conversations: item.conversations,
            removed_at: item.removed_at.as_millisecond(),
            erased_at: erased_at(item.removed_at),
        }
    }
}

fn erased_at(removed_at: Timestamp) -> i64 {
    let at = removed_at.saturating_add(KEPT_FOR).unwrap_or(Timestamp::MAX);
    at.as_millisecond()
}

impl From<store::TrashKind> for TrashKind {
    fn from(kind: store::TrashKind) -> Self {
        match kind {
            store::TrashKind::Conversation => Self::Conversation,
            store::TrashKind::Cleared => Self::Cleared,
            store::TrashKind::Turn => Self::Turn,
            store::TrashKind::Message => Self::Message,
            store::TrashKind::Wording => Self::Wording,
        }
    }
}
