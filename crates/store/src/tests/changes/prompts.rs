//! What a model would be sent.

use std::sync::OnceLock;

use engine::character::parse;
use engine::conversation::MessageState;
use engine::ids::{ConversationId, SessionId};
use engine::prompt::{MemoryContext, PromptInput, TEMPLATE_NAMES, Templates, assemble};
use jiff::civil::date;

use crate::Store;

static TEMPLATES: OnceLock<Templates> = OnceLock::new();

/// As the app reads it for a turn.
const READ_MESSAGES: u32 = 48;

/// The words of every message that a prompt for the next reply would hold.
pub async fn sent(store: &Store, session: SessionId, talk: ConversationId) -> Vec<String> {
    let mut messages = store
        .messages_before(session, talk, None, READ_MESSAGES)
        .await
        .expect("read");
    if messages
        .last()
        .is_some_and(|last| last.state == MessageState::Streaming)
    {
        messages.pop();
    }
    let character = parse(
        r#"{"id": "sherlock", "name": "Sherlock", "greeting": "Good evening."}"#,
        "sherlock",
    );
    let input = PromptInput {
        character: &character.expect("a character"),
        user_name: "Clara",
        persona: "",
        language: None,
        now: date(2026, 1, 1).at(12, 0, 0, 0),
        last_message_at: None,
        messages: &messages,
        memory: MemoryContext::default(),
        window_tokens: 32_000,
        reply_tokens: 800,
    };
    let prompt = assemble(TEMPLATES.get_or_init(templates), &input, &|text| text.len() / 4);
    let texts = prompt.map(|prompt| prompt.messages).unwrap_or_default();
    texts.iter().flat_map(|message| words_in(&message.text)).collect()
}

fn templates() -> Templates {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../prompts");
    let texts = TEMPLATE_NAMES.iter().map(|name| {
        let text = std::fs::read_to_string(folder.join(name)).expect("a template");
        ((*name).to_owned(), text)
    });
    Templates::new(texts.collect()).expect("templates")
}

/// What somebody said in a test, found in a text.
pub fn words_in(text: &str) -> Vec<String> {
    text.split(|letter: char| !letter.is_ascii_alphanumeric())
        .filter(|word| word.starts_with("said") && word.ends_with('x'))
        .map(str::to_owned)
        .collect()
}
