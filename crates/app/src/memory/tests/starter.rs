//! Memory with a model that is too small for all of it.

use engine::memory::FactScope;
use engine::memory::view::{LeftOutReason, PromptPartName, PromptRecordView};

use super::*;
use crate::commands::{GetPromptRecord, RememberFact, get_prompt_record, remember_fact};

async fn small() -> TestApp {
    replying("The rain tells me that you came by the river road.").await
}

async fn replying(reply: &str) -> TestApp {
    let model = ScriptedModel::new(Script {
        replies: vec![ScriptedReply::text(reply)],
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
    assert_eq!(left_out, [(1, LeftOutReason::SmallModel)]);
}

fn system(test: &TestApp) -> String {
    let mut last = test.model.requests().pop().expect("a request");
    last.messages.remove(0).content
}

fn left_out(record: &PromptRecordView, what: PromptPartName) -> Vec<(u32, LeftOutReason)> {
    let those = record.left_out.iter().filter(|left_out| left_out.what == what);
    those.map(|left_out| (left_out.count, left_out.why)).collect()
}

/// Nothing that came to mind was sent, and the page did not say so.
#[tokio::test]
async fn the_smallest_model_is_told_the_memory_that_answers_and_the_page_says_what_it_is_not_told() {
    let test = replying("Indeed.").await;
    test.say("(sits down) I left the brass key under the blue flowerpot.")
        .await;
    test.say("The brass lamp in the hall is older than the house.").await;
    for weather in ["rain", "fog", "wind", "snow"] {
        test.say(&format!("The {weather} was terrible on the moor this morning."))
            .await;
    }
    test.say("Where did I leave the brass key?").await;
    let told = "Earlier Guest said: \"I left the brass key under the blue flowerpot.\"";
    assert!(system(&test).contains(told), "{}", system(&test));
    let record = last_record(&test).await;
    let sent: Vec<&str> = record.recalled.iter().map(|memory| memory.text.as_str()).collect();
    assert_eq!(sent, ["I left the brass key under the blue flowerpot."]);
    assert!(!record.recalled[0].reasons.is_empty());
    let part = record
        .parts
        .iter()
        .find(|part| part.name == PromptPartName::Recalled)
        .expect("a part");
    assert_eq!(part.text, told);
    let others = left_out(&record, PromptPartName::Recalled);
    assert!(
        matches!(others[..], [(1.., LeftOutReason::SmallModel)]),
        "the lamp: {others:?}"
    );

    test.say("The brass lamp fell, and the key with it.").await;
    assert!(!system(&test).contains("Earlier"), "nothing is asked");
    let record = last_record(&test).await;
    assert_eq!(record.recalled, []);
    assert!(!left_out(&record, PromptPartName::Recalled).is_empty());
}

/// "I moved to Bergen." shares no word with the question that "I live in Oslo." answered before.
#[tokio::test]
async fn the_smallest_model_is_told_where_the_reader_lives_now_and_never_where_they_did() {
    let test = replying("Indeed.").await;
    test.say("I live in Oslo.").await;
    for number in 0..10 {
        test.say(&format!("What do you make of clue number {number}?")).await;
    }
    test.say("I moved to Bergen.").await;
    for number in 10..20 {
        test.say(&format!("What do you make of clue number {number}?")).await;
    }
    let known = memory(&test).await;
    assert_eq!(known.history.len(), 1, "{known:?}");
    test.say("Where do I live?").await;
    let system = system(&test);
    assert!(system.contains("Guest said \"I moved to Bergen.\""), "{system}");
    let all = sent(test.model.requests().last().expect("a request"));
    assert!(!all.contains("I live in Oslo"), "{all}");
}
