//! What is taken back in one place, and told in another.

use engine::ids::ConversationId;
use engine::memory::FactScope;

use super::*;
use crate::commands::{EditMessage, ForgetFact, edit_message, forget_fact};

async fn memory_of(test: &TestApp, conversation_id: ConversationId) -> MemoryView {
    get_memory(&test.app, test.session, GetMemory { conversation_id })
        .await
        .expect("memory")
}

/// A town that is told in one conversation, and known in one that was begun from it: the two.
async fn carried_from_oslo() -> (TestApp, ConversationId, ConversationId) {
    let first = answer("Guest told Holmes of a house in Oslo.", "Guest lives in Oslo.", 2);
    let rebuilt = json!({ "summary": "They spoke of bees.", "facts": [], "relationship": [] });
    let test = talking([remembering(&first), remembering(&rebuilt)]).await;
    test.say("I live in Oslo, in a red house.").await;
    say_many(&test, 1..10).await;
    let former = test.open().await.id;
    let begun = another(&test, "sherlock_holmes", Some(former)).await.id;
    test.app.quiet().await;
    test.say("Good evening once more.").await;
    assert_eq!(test.open().await.id, begun);
    let told = sent(test.model.requests().last().expect("a request"));
    assert!(told.contains("Oslo"), "it is carried: {told}");
    (test, former, begun)
}

#[tokio::test]
async fn what_is_forgotten_is_in_no_later_request_of_a_conversation_that_was_begun_from_there() {
    let (test, former, begun) = carried_from_oslo().await;
    let known = memory_of(&test, former).await;
    let fact = &known.automatic[0];
    assert_eq!(fact.scope, FactScope::Conversation);
    let input = ForgetFact {
        conversation_id: former,
        operation_id: operation(),
        memory_revision: known.memory_revision,
        fact_id: fact.id,
        with_replaced: false,
    };
    let before = test.model.requests().len();
    forget_fact(&test.app, test.session, input).await.expect("forgotten");
    test.app.quiet().await;
    test.say("Where do I live? Is it in a red house?").await;
    say_many(&test, 20..32).await;
    assert_eq!(test.open().await.id, begun);
    let mut later: Vec<String> = test.model.requests().iter().skip(before).map(sent).collect();
    assert!(later.len() > 12);
    later.push(serde_json::to_string(&memory_of(&test, begun).await).expect("JSON"));
    // The question itself names the house.
    let later = later.join("\n").replace("Is it in a red house?", "").to_lowercase();
    for forgotten in ["oslo", "red house"] {
        assert!(!later.contains(forgotten), "{forgotten}: {later}");
    }
}

#[tokio::test]
async fn an_answer_that_repeats_what_an_edit_took_away_is_in_no_later_request() {
    let model = ScriptedModel::new(Script {
        replies: vec![
            ScriptedReply::text("Oslo! A cold town to live in."),
            ScriptedReply::text("I see."),
        ],
        when_exhausted: WhenExhausted::RepeatLast,
    });
    let test = TestApp::start(model, Profile::Full).await;
    test.say("I live in Oslo.").await;
    test.say("It is late.").await;
    let view = test.open().await;
    let message = view
        .page
        .messages
        .iter()
        .find(|message| message.text == "I live in Oslo.");
    let edit = EditMessage {
        conversation_id: view.id,
        message_id: message.expect("what was said").id,
        text: "I live in Bergen.".to_owned(),
        expected_revision: view.revision,
        operation_id: operation(),
    };
    let before = test.model.requests().len();
    edit_message(&test.app, test.session, edit).await.expect("edited");
    say_many(&test, 0..12).await;
    test.say("What is the town like where I live?").await;
    let later: Vec<String> = test.model.requests().iter().skip(before).map(sent).collect();
    let later = later.join("\n");
    assert!(later.contains("I live in Bergen."), "{later}");
    assert!(!later.to_lowercase().contains("oslo"), "{later}");
    let page = test.open().await.page;
    assert!(
        page.messages.iter().any(|message| message.text.starts_with("Oslo!")),
        "the page keeps it"
    );
}
