//! Whom the reader plays, as prompts know it, and the pictures of personas on disk.

pub mod pictures;

use engine::conversation::Conversation;

use crate::commands::Settings;

/// The reader of one conversation as prompts know them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reader {
    /// What `{{user}}` stands for.
    pub name: String,
    /// How the reader describes whom they play; empty for nothing.
    pub persona: String,
    /// The language that the reader is answered in, as a BCP 47 tag; none leaves it to the character.
    pub language: Option<String>,
}

impl Reader {
    /// What a conversation says of its reader, and the settings where it says nothing.
    pub fn of(conversation: &Conversation, settings: &Settings) -> Self {
        let played = conversation.persona.as_ref();
        let language = [&conversation.language, &settings.reply_language]
            .into_iter()
            .find(|language| !language.is_empty());
        Self {
            name: played.map_or_else(|| settings.user_name().to_owned(), |persona| persona.name.clone()),
            persona: played.map(|persona| persona.description.clone()).unwrap_or_default(),
            language: language.cloned(),
        }
    }
}
