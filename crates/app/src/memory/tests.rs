//! The app with memory, as a reader meets it: turns, what is asked for beside them, and what is sent afterwards.

mod carried;
mod controls;
mod jobs;
mod starter;
mod superseded;

use engine::event::Event;
use engine::ids::{CharacterId, OperationId};
use engine::memory::view::MemoryView;
use llm::ChatRequest;
use llm::scripted::{Script, ScriptedModel, ScriptedReply, Step, WhenExhausted};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::commands::{
    ConversationView, GetMemory, NewConversation, SendMessage, get_memory, new_conversation, send_message,
};
use crate::models::Profile;
use crate::testing::TestApp;

/// Only a request of memory holds these words.
const ASKED_TO_REMEMBER: &str = "You keep the memory of a story";

/// What a model answers when it is asked to remember.
fn remembering(answer: &Value) -> ScriptedReply {
    remembering_after([], answer)
}

fn remembering_after(before: impl IntoIterator<Item = Step>, answer: &Value) -> ScriptedReply {
    let steps = before.into_iter().chain([Step::Text(answer.to_string())]);
    ScriptedReply {
        when: Some(ASKED_TO_REMEMBER.to_owned()),
        ..ScriptedReply::steps(steps)
    }
}

/// An answer with one fact from the message of a number.
fn answer(summary: &str, fact: &str, source: u32) -> Value {
    let fact = json!({ "text": fact, "importance": 4, "sources": [source], "replaces": 0 });
    json!({ "summary": summary, "facts": [fact], "relationship": [] })
}

/// A model that plays these answers for memory, and the same short reply for everything else.
async fn talking(memories: impl IntoIterator<Item = ScriptedReply>) -> TestApp {
    let replies = memories.into_iter().chain([ScriptedReply::text("I see.")]).collect();
    let model = ScriptedModel::new(Script {
        replies,
        when_exhausted: WhenExhausted::RepeatLast,
    });
    TestApp::start(model, Profile::Full).await
}

/// Says so many things, one after the other, each in words of its own.
async fn say_many(test: &TestApp, numbers: std::ops::Range<u32>) {
    for number in numbers {
        test.say(&format!("I keep bees, and today I counted {number} of them."))
            .await;
    }
}

async fn memory(test: &TestApp) -> MemoryView {
    let conversation_id = test.open().await.id;
    get_memory(&test.app, test.session, GetMemory { conversation_id })
        .await
        .expect("memory")
}

fn operation() -> OperationId {
    OperationId(Uuid::now_v7())
}

/// The requests for memory, and all others.
fn requests(test: &TestApp) -> (Vec<ChatRequest>, Vec<ChatRequest>) {
    let holds = |request: &ChatRequest| {
        request
            .messages
            .iter()
            .any(|message| message.content.contains(ASKED_TO_REMEMBER))
    };
    test.model.requests().into_iter().partition(holds)
}

/// All that a model was sent, in one text.
fn sent(request: &ChatRequest) -> String {
    serde_json::to_string(request).expect("a request as JSON")
}

/// Begins a turn without waiting for its end.
async fn begin(test: &TestApp, view: &ConversationView, text: &str) {
    let input = SendMessage {
        conversation_id: view.id,
        text: text.to_owned(),
        expected_revision: view.revision,
        operation_id: operation(),
    };
    send_message(&test.app, test.session, input).await.expect("a turn");
}

async fn another(test: &TestApp, character: &str, carry_from: Option<engine::ids::ConversationId>) -> ConversationView {
    let input = NewConversation {
        character_id: CharacterId::parse(character).expect("an id"),
        carry_from,
    };
    new_conversation(&test.app, test.session, input)
        .await
        .expect("a conversation")
}

fn is_memory_news(event: &Event) -> bool {
    matches!(event, Event::MemoryChanged { .. })
}
