//! Memory with a model that is too small for all of it.

use engine::memory::FactScope;
use engine::memory::view::{LeftOutReason, PromptPartName, PromptRecordView};

use super::*;
use crate::commands::{GetPromptRecord, RememberFact, get_prompt_record, remember_fact};

async fn small() -> TestApp {
    let model = ScriptedModel::new(Script {
        replies: vec![ScriptedReply::text(
            "The rain tells me that you came by the river road.",
        )],
        when_exhausted: WhenExhausted::RepeatLast,
    });
    TestApp::start(model, Profile::Starter).await
}

async fn remember(test: &TestApp, text: &str) {
    let view = memory(test).await;
    let input = RememberFact {
        conversation_id: view.conversation_id,
        operation_id: OperationId(Uuid::now_v7()),
        memory_revision: view.memory_revision,
        text: text.to_owned(),
        scope: FactScope::Conversation,
    };
    remember_fact(&test.app, test.session, input).await.unwrap();
}

async fn last_record(test: &TestApp) -> PromptRecordView {
    let input = GetPromptRecord {
        conversation_id: test.open().await.id,
        message_id: None,
        alternate: None,
    };
    let record = get_prompt_record(&test.app, test.session, input).await.unwrap();
    record.expect("a record")
}

/// The page says that pinned memories are sent; none was that shared no word with the message, and those that were sent stood
/// under the character.
#[tokio::test]
async fn pinned_memories_reach_the_smallest_model_and_the_record_tells_which_do_not() {
    let test = small().await;
    let pinned = [
        "Clara is afraid of dogs.",
        "Clara plays the piano.",
        "Clara is nine years old.",
        "Clara lives in Oslo.",
    ];
    for text in pinned {
        remember(&test, text).await;
    }
    remember(&test, "Clara has a boat.").await;
    test.say("What do you see?").await;
    let record = last_record(&test).await;
    let sent: Vec<&str> = record.facts.iter().map(|fact| fact.text.as_str()).collect();
    assert_eq!(
        sent,
        [
            "Clara has a boat.",
            "Clara lives in Oslo.",
            "Clara is nine years old.",
            "Clara plays the piano."
        ],
        "the newest, as many as there is room for"
    );
    let part = |name| record.parts.iter().find(|part| part.name == name).expect("a part");
    assert!(part(PromptPartName::Facts).text.contains("Clara plays the piano"));
    assert!(!part(PromptPartName::Character).text.contains("piano"));
    let system = test.model.requests().pop().unwrap().messages.remove(0).content;
    assert!(system.contains(&part(PromptPartName::Facts).text), "{system}");
    let left_out: Vec<_> = record
        .left_out
        .iter()
        .filter(|left_out| left_out.what == PromptPartName::Facts)
        .map(|left_out| (left_out.count, left_out.why))
        .collect();
    assert_eq!(left_out, [(1, LeftOutReason::Limit)]);
}
