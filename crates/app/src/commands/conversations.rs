//! Conversations and their messages.

use engine::character::{Character, greetings};
use engine::conversation::{Branching, Conversation};
use engine::ids::{CharacterId, ConversationId, MessageId, SessionId};
use engine::macros::Names;
use engine::markup::plain;
use engine::view::MessageView;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use store::{CarryFrom, StoreError, UsedFacts};
use ts_rs::TS;
use uuid::Uuid;

use super::characters::portrait_version;
use super::personas::applied;
use super::{GoneCharacter, settings_of};
use crate::characters::gone;
use crate::error::{Error, Result};
use crate::personas::Reader;
use crate::start::App;

/// Messages of a conversation that come with opening it.
const FIRST_PAGE: u32 = 60;
const LISTED_CONVERSATIONS: u32 = 500;
/// Longest title, in characters.
const TITLE_CHARACTERS: usize = 60;

/// Opens the latest conversation with a character, or begins the first one.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct OpenConversation {
    pub character_id: CharacterId,
    /// A certain conversation instead of the latest.
    #[serde(default)]
    #[ts(optional)]
    pub conversation_id: Option<ConversationId>,
}

/// Begins another conversation with a character.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct NewConversation {
    pub character_id: CharacterId,
    /// A conversation with the same character whose summary, facts and relationship it begins with.
    #[serde(default)]
    pub carry_from: Option<ConversationId>,
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
    /// Set when the character's file is not there any more: it can be read and exported, and goes on when the character is back.
    pub gone: Option<GoneCharacter>,
    /// Goes up with every change of the transcript; a change must name the one it was made from.
    #[ts(type = "number")]
    pub revision: u64,
    /// Where what the model reads word for word begins: the position of that message; none when it reads everything.
    pub reads_from: Option<u32>,
    pub page: MessagePage,
    /// The name that the reader gave it; empty without one.
    pub name: String,
    /// Where it was branched off.
    pub branched_from: Option<BranchPoint>,
    /// What stands in the composer.
    pub draft: String,
    /// Whom the reader plays here.
    pub persona: Option<super::Persona>,
    /// The language of this conversation as a BCP 47 tag; empty follows the settings.
    pub language: String,
}

/// Where a conversation was branched off another.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct BranchPoint {
    pub conversation_id: ConversationId,
    /// The last shared message's position.
    pub position: u32,
}

/// One conversation of a list.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct ConversationSummary {
    pub id: ConversationId,
    pub character_id: CharacterId,
    /// The reader's first words in it; empty when nothing was said yet.
    pub title: String,
    /// The name that the reader gave it; empty without one.
    pub name: String,
    pub branched_from: Option<BranchPoint>,
    pub message_count: u32,
    /// Milliseconds since 1970, UTC.
    #[ts(type = "number")]
    pub updated_at: i64,
}

/// Lists the conversations with a character, latest first.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct ListConversations {
    pub character_id: CharacterId,
}

/// Reads a page of messages: the `limit` ones before position `before` (the last ones without it).
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
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

/// Opens a conversation; with a character that has none, begins it with the greeting.
pub async fn open_conversation(app: &App, session: SessionId, input: OpenConversation) -> Result<ConversationView> {
    let character = app.library.character(&input.character_id);
    let known = match input.conversation_id {
        Some(id) => Some(app.store.conversation(session, id).await?),
        None => app.store.latest_conversation(session, &input.character_id).await?,
    };
    let conversation = match known {
        Some(conversation) if conversation.character_id != input.character_id => {
            return Err(Error::new(
                "not_found",
                "That conversation is with somebody else. Nothing was changed.",
            ));
        }
        Some(conversation) => refreshed(app, session, conversation, character.as_deref().ok()).await?,
        None => begin(app, session, &*character.clone()?, None).await?,
    };
    app.warm(session, &conversation);
    view(app, session, conversation, character.as_deref().ok()).await
}

/// Begins another conversation with a character.
pub async fn new_conversation(app: &App, session: SessionId, input: NewConversation) -> Result<ConversationView> {
    let character = app.library.character(&input.character_id)?;
    let unbegun = match input.carry_from {
        Some(_) => None,
        None => app.store.unbegun_conversation(session, &input.character_id).await?,
    };
    let conversation = match unbegun {
        // One in which nothing was said yet is new enough.
        Some(conversation) => {
            app.store
                .bring_forward(session, conversation.id, Timestamp::now())
                .await?;
            refreshed(app, session, conversation, Some(&character)).await?
        }
        None => begin(app, session, &character, input.carry_from).await?,
    };
    app.warm(session, &conversation);
    view(app, session, conversation, Some(&character)).await
}

async fn begin(
    app: &App,
    session: SessionId,
    character: &Character,
    carry_from: Option<ConversationId>,
) -> Result<Conversation> {
    let settings = settings_of(app, session).await?;
    let text = greeting(character, settings.user_name());
    let new = store::NewConversation {
        id: ConversationId(Uuid::now_v7()),
        character_id: character.id.clone(),
        greeting: (!text.is_empty()).then(|| (MessageId(Uuid::now_v7()), text)),
        now: Timestamp::now(),
    };
    let begun = match carry_from {
        Some(conversation_id) => {
            let from = CarryFrom {
                conversation_id,
                seed: Uuid::now_v7(),
            };
            app.store.create_conversation_from(session, new, from).await?
        }
        None => app.store.create_conversation(session, new).await?,
    };
    Ok(begun)
}

/// A greeting that nobody answered yet follows the character's file.
async fn refreshed(
    app: &App,
    session: SessionId,
    conversation: Conversation,
    character: Option<&Character>,
) -> Result<Conversation> {
    let Some(character) = character.filter(|_| !conversation.met) else {
        return Ok(conversation);
    };
    let settings = settings_of(app, session).await?;
    let text = greeting(character, &Reader::of(&conversation, &settings).name);
    let shown = app.store.messages_before(session, conversation.id, None, 1).await?;
    if text.is_empty() || shown.first().is_none_or(|message| message.text == text) {
        return Ok(conversation);
    }
    let replaced = app
        .store
        .replace_greeting(session, conversation.id, &text, Timestamp::now());
    match replaced.await {
        Ok(conversation) => Ok(conversation),
        // The reader put other words there, or something was said meanwhile: that stays.
        Err(StoreError::Conflict { .. }) => Ok(app.store.conversation(session, conversation.id).await?),
        // What is there can be read all the same.
        Err(error) if error.leaves_reading() => Ok(conversation),
        Err(error) => Err(error.into()),
    }
}

fn greeting(character: &Character, user_name: &str) -> String {
    let names = Names::new(&character.name, user_name);
    greetings(character, &names).into_iter().next().unwrap_or_default()
}

/// A conversation as it stands now, after something that its greeting or the front of its prompt may depend on was changed.
pub(super) async fn refreshed_view(app: &App, session: SessionId, id: ConversationId) -> Result<ConversationView> {
    let conversation = app.store.conversation(session, id).await?;
    let character = app.library.character(&conversation.character_id);
    let conversation = refreshed(app, session, conversation, character.as_deref().ok()).await?;
    app.warm(session, &conversation);
    view(app, session, conversation, character.as_deref().ok()).await
}

/// A conversation as it stands now, for the answer of a command that changed it.
pub(super) async fn view_of(app: &App, session: SessionId, id: ConversationId) -> Result<ConversationView> {
    let conversation = app.store.conversation(session, id).await?;
    let character = app.library.character(&conversation.character_id);
    view(app, session, conversation, character.as_deref().ok()).await
}

async fn view(
    app: &App,
    session: SessionId,
    conversation: Conversation,
    character: Option<&Character>,
) -> Result<ConversationView> {
    let page = page(app, session, &conversation, None, FIRST_PAGE).await?;
    let persona = match conversation.persona.clone() {
        Some(persona) => Some(applied(app, session, persona).await?),
        None => None,
    };
    let gone = match character {
        Some(_) => None,
        None => gone::gone(app, session, &conversation.character_id).await?,
    };
    let name = match (character, &gone) {
        (Some(character), _) => character.name.clone(),
        (None, Some(gone)) => gone.name.clone(),
        (None, None) => conversation.character_id.to_string(),
    };
    Ok(ConversationView {
        id: conversation.id,
        character_name: name,
        character_description: character
            .map(|character| character.description.clone())
            .unwrap_or_default(),
        portrait: portrait_version(app, &conversation.character_id),
        gone,
        revision: conversation.revision,
        reads_from: crate::turn::reads_from(app, session, &conversation).await,
        character_id: conversation.character_id,
        page,
        name: conversation.name,
        branched_from: conversation.branched_from.map(BranchPoint::from),
        draft: app.store.draft(session, conversation.id).await?,
        persona,
        language: conversation.language,
    })
}

impl From<Branching> for BranchPoint {
    fn from(branching: Branching) -> Self {
        Self {
            conversation_id: branching.conversation_id,
            position: branching.position,
        }
    }
}

async fn page(
    app: &App,
    session: SessionId,
    conversation: &Conversation,
    before: Option<u32>,
    limit: u32,
) -> Result<MessagePage> {
    let mut messages = app
        .store
        .messages_before(session, conversation.id, before, limit)
        .await?;
    app.turns.catch_up(conversation.id, &mut messages);
    let formats = app.library.markup_formats(&conversation.character_id);
    let used = app.store.used_facts(session, conversation.id).await?;
    let known = |message: &MessageView| {
        let of_message = |used: &&UsedFacts| used.message_id == message.id && used.alternate == message.alternate;
        used.iter().find(of_message).map(|used| used.facts)
    };
    let view = |message| {
        let view = MessageView::new(message, &formats);
        MessageView {
            used_memories: known(&view),
            ..view
        }
    };
    Ok(MessagePage {
        messages: messages.into_iter().map(view).collect(),
        total: conversation.message_count,
    })
}

/// Lists the conversations with a character, latest first.
pub async fn list_conversations(
    app: &App,
    session: SessionId,
    input: ListConversations,
) -> Result<Vec<ConversationSummary>> {
    let conversations = app
        .store
        .conversations_with(session, &input.character_id, LISTED_CONVERSATIONS)
        .await?;
    let summary = |(conversation, first): (Conversation, String)| ConversationSummary {
        id: conversation.id,
        character_id: conversation.character_id,
        title: plain(&first, TITLE_CHARACTERS),
        name: conversation.name,
        branched_from: conversation.branched_from.map(BranchPoint::from),
        message_count: conversation.message_count,
        updated_at: conversation.updated_at.as_millisecond(),
    };
    Ok(conversations.into_iter().map(summary).collect())
}

/// Reads a page of messages.
pub async fn list_messages(app: &App, session: SessionId, input: ListMessages) -> Result<MessagePage> {
    if !(1..=200).contains(&input.limit) {
        return Err(Error::invalid("A page has 1 to 200 messages."));
    }
    let conversation = app.store.conversation(session, input.conversation_id).await?;
    page(app, session, &conversation, input.before, input.limit).await
}
