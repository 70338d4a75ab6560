//! Long conversations, made for measuring.

use anyhow::{Context, Result};
use app::App;
use app::recall::make_ready;
use engine::ids::{CharacterId, ConversationId};
use engine::save_file::{SavedAbout, SavedConversation, SavedMessage};
use jiff::Timestamp;
use store::{NewFamily, StoredVectors};
use uuid::Uuid;

/// A conversation of these messages.
pub async fn conversation(app: &App, character: &str, messages: Vec<SavedMessage>) -> Result<ConversationId> {
    let character_id = CharacterId::parse(character)?;
    let conversations = [SavedConversation {
        about: SavedAbout {
            id: Some(ConversationId(Uuid::now_v7())),
            title: String::new(),
            created_at: None,
            updated_at: None,
            branched_from: None,
            language: String::new(),
            persona: None,
            draft: String::new(),
            kept: Vec::new(),
        },
        messages,
    }];
    let family = NewFamily {
        character_id: &character_id,
        conversations: &conversations,
        personas: &[],
        now: Timestamp::now(),
    };
    app.store.create_family(app.owner(), family, None).await?;
    let made = app.store.latest_conversation(app.owner(), &character_id).await?;
    Ok(made.context("a conversation")?.id)
}

/// Encodes each of the texts that a conversation is made of once, as the product does, keeps its vectors for every message that says
/// it, and reads the memories. Whether there is an encoder.
pub async fn encode(app: &App, id: ConversationId, texts: impl Iterator<Item = String>) -> Result<bool> {
    let texts = texts.map(|text| ("Somebody".to_owned(), text));
    let Some((encoder, made)) = app::recall::encoded(app, texts).await else {
        return Ok(false);
    };
    let mut before = None;
    loop {
        let messages = app.store.messages_before(app.owner(), id, before, 2_000).await?;
        let Some(first) = messages.first() else { break };
        before = Some(first.position);
        let kept: Vec<(String, StoredVectors)> = messages
            .iter()
            .filter_map(|message| {
                let (sentence, tokens) = made.get(&message.text)?.clone();
                let vectors = StoredVectors {
                    owner: message.id.0,
                    sentence,
                    tokens,
                };
                Some((message.text.clone(), vectors))
            })
            .collect();
        app.store.write_vectors(app.owner(), &encoder, &kept).await?;
    }
    make_ready(app, app.owner(), id).await?;
    Ok(true)
}
