//! Memories as a reader meets them: what comes to mind, what is shown of it, and what is forgotten.

mod ahead;
mod commands;

use engine::conversation::Role;
use engine::graph::view::{MemoryGraphView, RecallMethod, RecallPart, RecallView};
use engine::ids::{CharacterId, ConversationId, MessageId, OperationId};
use engine::memory::view::{PromptPartName, PromptRecordView};
use jiff::{SignedDuration, Timestamp};
use llm::scripted::{Script, ScriptedModel, ScriptedReply, WhenExhausted};
use store::BeginTurn;
use uuid::Uuid;

use crate::commands::{
    ConversationView, ForgetMemoryNode, GetMemoryGraph, GetMemoryNode, GetPromptRecord, NewConversation,
    RecallMemories, forget_memory_node, get_memory_graph, get_memory_node, get_prompt_record, new_conversation,
    recall_memories,
};
use crate::models::Profile;
use crate::testing::TestApp;

async fn talking() -> TestApp {
    let model = ScriptedModel::new(Script {
        replies: vec![ScriptedReply::text("I see.")],
        when_exhausted: WhenExhausted::RepeatLast,
    });
    TestApp::start(model, Profile::Full).await
}

fn operation() -> OperationId {
    OperationId(Uuid::now_v7())
}

async fn graph(test: &TestApp, conversation_id: ConversationId) -> MemoryGraphView {
    let input = GetMemoryGraph { conversation_id };
    get_memory_graph(&test.app, test.session, input).await.expect("a graph")
}

async fn recalled(test: &TestApp, conversation_id: ConversationId, text: &str, method: RecallMethod) -> RecallView {
    let input = RecallMemories {
        conversation_id,
        text: text.to_owned(),
        method: Some(method),
    };
    recall_memories(&test.app, test.session, input)
        .await
        .expect("an answer")
}

/// The marks stood on the cards, and a card's own tags with them.
#[tokio::test]
async fn memories_are_shown_without_marks_and_the_transcript_keeps_them() {
    let test = talking().await;
    let said = "*How odd.* My violin teacher is called Ottilie. <action>bows</action>";
    test.say(said).await;
    let view = test.open().await;
    let node = graph(&test, view.id).await.nodes.pop().expect("a memory");
    let plain = "How odd. My violin teacher is called Ottilie. (bows)";
    assert_eq!(node.title, plain);
    let asked = GetMemoryNode {
        conversation_id: view.id,
        memory_id: node.id,
    };
    let detail = get_memory_node(&test.app, test.session, asked).await.expect("a memory");
    assert_eq!(detail.user_text.as_deref(), Some(plain));
    let messages = test.open().await.page.messages;
    assert!(messages.iter().any(|message| message.text == said));
}

/// A new conversation that begins with what the present one left.
async fn carried_on(test: &TestApp) -> ConversationView {
    let input = NewConversation {
        character_id: CharacterId::parse("sherlock_holmes").expect("an id"),
        carry_from: Some(test.open().await.id),
    };
    let view = new_conversation(&test.app, test.session, input)
        .await
        .expect("a conversation");
    // A reader takes a moment, too.
    test.app.quiet().await;
    view
}

async fn last_record(test: &TestApp, conversation_id: ConversationId) -> PromptRecordView {
    let record = get_prompt_record(&test.app, test.session, asked_of(conversation_id))
        .await
        .expect("read");
    record.expect("a record")
}

/// For the last prompt that is kept.
fn asked_of(conversation_id: ConversationId) -> GetPromptRecord {
    GetPromptRecord {
        conversation_id,
        message_id: None,
        alternate: None,
    }
}

fn last_request(test: &TestApp) -> String {
    let requests = test.model.requests();
    let talk = requests
        .iter()
        .rev()
        .find(|request| request.max_tokens == Some(3000))
        .expect("a request");
    serde_json::to_string(talk).expect("JSON")
}

/// A turn as if it had been said some hours ago.
async fn say_hours_ago(test: &TestApp, text: &str, hours: i64) {
    let view = test.open().await;
    let now = Timestamp::now() - SignedDuration::from_hours(hours);
    let turn = BeginTurn {
        conversation_id: view.id,
        operation_id: operation(),
        expected_revision: view.revision,
        user_id: MessageId(Uuid::now_v7()),
        user_text: text.to_owned(),
        reply_id: MessageId(Uuid::now_v7()),
        model: "scripted".to_owned(),
        now,
    };
    let begun = test.app.store.begin_turn(test.session, turn).await.expect("begun");
    let reply = test
        .app
        .store
        .commit_reply(test.session, view.id, begun.reply.id, "Good.", None, now);
    reply.await.expect("committed");
}

#[tokio::test]
async fn what_was_said_in_an_earlier_conversation_comes_to_mind_and_is_named_with_its_reasons() {
    let test = talking().await;
    test.say("My violin teacher is called Ottilie and she is very strict")
        .await;
    test.say("The weather was grey all morning").await;
    let earlier = test.open().await.id;
    let view = carried_on(&test).await;
    test.say("I practised the violin for an hour").await;
    assert_eq!(test.open().await.id, view.id);
    let request = last_request(&test);
    assert!(request.contains("Ottilie"), "{request}");
    let record = last_record(&test, view.id).await;
    let first = record
        .recalled
        .iter()
        .find(|sent| sent.text.contains("Ottilie"))
        .expect("named");
    assert!(
        first.reasons.iter().any(|reason| reason.part == RecallPart::Words),
        "{first:?}"
    );
    assert!(
        record
            .parts
            .iter()
            .any(|part| part.name == PromptPartName::Recalled && part.text.contains("Ottilie"))
    );

    // Forgotten there, it does not come here any more, and no record of it is left.
    let memory = graph(&test, earlier)
        .await
        .nodes
        .into_iter()
        .find(|node| node.title.contains("Ottilie"))
        .expect("a memory");
    let forget = ForgetMemoryNode {
        conversation_id: view.id,
        operation_id: operation(),
        memory_id: memory.id,
    };
    forget_memory_node(&test.app, test.session, forget)
        .await
        .expect("forgotten");
    test.app.quiet().await;
    for method in [RecallMethod::Hybrid, RecallMethod::Radius, RecallMethod::Tags] {
        let found = recalled(&test, view.id, "Who is the violin teacher Ottilie?", method).await;
        assert!(
            !found.memories.iter().any(|found| found.memory.id == memory.id),
            "{method:?}: {found:?}"
        );
    }
    test.say("Tell me about my violin teacher").await;
    assert!(!last_request(&test).contains("Ottilie"));
    let kept = get_prompt_record(&test.app, test.session, asked_of(view.id));
    let kept = serde_json::to_string(&kept.await.expect("read")).expect("JSON");
    assert!(!kept.contains("Ottilie"), "{kept}");
}

#[tokio::test]
async fn what_stands_in_the_prompt_word_for_word_is_not_recalled_beside_it() {
    let test = talking().await;
    test.say("My violin teacher is called Ottilie").await;
    test.say("I practised the violin").await;
    let record = last_record(&test, test.open().await.id).await;
    assert_eq!(record.recalled, []);
    let found = recalled(&test, test.open().await.id, "violin", RecallMethod::Hybrid).await;
    assert!(found.memories.len() >= 2, "asked for, it is found: {found:?}");
}

#[tokio::test]
async fn a_plan_is_asked_about_when_its_time_has_come() {
    let test = talking().await;
    say_hours_ago(&test, "I will see the dentist in two hours", 5).await;
    graph(&test, test.open().await.id).await;
    test.say("Hello again").await;
    let request = last_request(&test);
    assert!(
        request.contains("The time for this has come (about three hours ago)"),
        "{request}"
    );
    let record = last_record(&test, test.open().await.id).await;
    let planned = record
        .recalled
        .iter()
        .find(|sent| sent.text.contains("dentist"))
        .expect("named");
    assert_eq!(planned.reasons[0].part, RecallPart::Planned);
    test.say("And so on").await;
    assert!(
        !last_request(&test).contains("The time for this has come"),
        "once is enough"
    );
}

#[tokio::test]
async fn a_plan_whose_time_has_not_come_is_left_alone() {
    let test = talking().await;
    say_hours_ago(&test, "I will see the dentist in two hours", 1).await;
    graph(&test, test.open().await.id).await;
    test.say("Hello again").await;
    assert!(!last_request(&test).contains("The time for this has come"));
}

#[tokio::test]
async fn the_graph_follows_what_is_taken_back() {
    let test = talking().await;
    test.say("I keep three goats on the hill").await;
    test.say("The goats ate my hat").await;
    let id = test.open().await.id;
    let before = graph(&test, id).await;
    let said: Vec<_> = before
        .nodes
        .iter()
        .filter(|node| node.title.contains("goats"))
        .collect();
    assert_eq!(said.len(), 2);
    assert!(
        said.iter().all(|node| node.tags.contains(&"goat".to_owned())),
        "{said:?}"
    );
    assert_eq!(before.analysis.nodes as usize, before.nodes.len());
    assert!(
        before
            .edges
            .iter()
            .all(|[from, to, weight]| from < to && *weight <= 1000)
    );
    assert!(!before.edges.is_empty());
    let view = test.open().await;
    let undo = crate::commands::UndoTurn {
        conversation_id: id,
        operation_id: operation(),
        expected_revision: view.revision,
    };
    crate::commands::undo_turn(&test.app, test.session, undo)
        .await
        .expect("undone");
    let after = graph(&test, id).await;
    assert_eq!(after.nodes.len(), before.nodes.len() - 1);
    assert!(!after.nodes.iter().any(|node| node.title.contains("hat")));
    let messages = test.open().await.page.messages;
    let first = messages
        .iter()
        .find(|message| message.role == Role::User)
        .expect("a message");
    assert!(
        after
            .nodes
            .iter()
            .any(|node| node.message_ids.first() == Some(&first.id))
    );
}
