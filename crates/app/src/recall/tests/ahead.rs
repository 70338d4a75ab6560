//! What is looked for while the reader types.

use std::sync::Arc;

use super::*;
use crate::commands::{SaveDraft, save_draft};
use crate::recall::Ask;
use crate::recall::ahead::Look;

const TYPED: &str = "I practised the violin for an hour";

async fn with_a_teacher() -> (TestApp, ConversationId) {
    let test = talking().await;
    test.say("My violin teacher is called Ottilie and she is very strict")
        .await;
    let view = carried_on(&test).await;
    (test, view.id)
}

async fn type_it(test: &TestApp, conversation_id: ConversationId, text: &str) {
    let draft = SaveDraft {
        conversation_id,
        text: text.to_owned(),
    };
    save_draft(&test.app, test.session, draft).await.expect("kept");
}

async fn looked(test: &TestApp, id: ConversationId, text: &str) -> Option<Arc<Look>> {
    test.app.graphs.ahead.of((test.session, id), text).await
}

#[tokio::test]
async fn what_is_being_typed_is_looked_for_once() {
    let (test, id) = with_a_teacher().await;
    assert!(looked(&test, id, TYPED).await.is_none());
    // The blank at the end is not sent.
    type_it(&test, id, &format!("{TYPED} ")).await;
    let look = looked(&test, id, TYPED).await.expect("a look");
    assert!(looked(&test, id, "Something else").await.is_none());

    let open = test.app.graphs.of((test.session, id)).lock_owned().await;
    let settings = super::super::settings::settings_of(&test.app, test.session)
        .await
        .expect("read");
    let ask = Ask {
        text: TYPED,
        now: Timestamp::now(),
        method: settings.method,
        most: settings.most as usize,
        before: look.before,
    };
    assert!(look.holds(&open, &settings, &ask));
    let found = look.memories(&test.app, test.session, id).await.expect("memories");
    assert!(!found.is_empty());
    // When the prompt begins elsewhere, other memories may come; and tomorrow is another day.
    let elsewhere = Ask {
        before: look.before.map_or(Some(7), |before| Some(before + 7)),
        ..ask
    };
    assert!(!look.holds(&open, &settings, &elsewhere));
    let tomorrow = Ask {
        now: ask.now + SignedDuration::from_hours(24),
        ..ask
    };
    assert!(!look.holds(&open, &settings, &tomorrow));
    drop(open);

    test.say(TYPED).await;
    assert!(last_request(&test).contains("Ottilie"));
    test.app.quiet().await;
    let open = test.app.graphs.of((test.session, id)).lock_owned().await;
    assert!(!look.holds(&open, &settings, &ask), "something was said since");
}

#[tokio::test]
async fn what_is_forgotten_after_it_was_typed_does_not_come() {
    let (test, id) = with_a_teacher().await;
    type_it(&test, id, TYPED).await;
    assert!(looked(&test, id, TYPED).await.is_some());
    let nodes = graph(&test, id).await.nodes;
    let node = nodes
        .iter()
        .find(|node| node.title.contains("Ottilie"))
        .expect("a memory");
    let forget = ForgetMemoryNode {
        conversation_id: id,
        operation_id: operation(),
        memory_id: node.id,
    };
    forget_memory_node(&test.app, test.session, forget)
        .await
        .expect("forgotten");
    test.say(TYPED).await;
    assert!(!last_request(&test).contains("Ottilie"));
}

#[tokio::test]
async fn what_is_being_forgotten_while_it_is_looked_for_does_not_come() {
    for _ in 0..8 {
        let (test, id) = with_a_teacher().await;
        let nodes = graph(&test, id).await.nodes;
        let node = nodes
            .iter()
            .find(|node| node.title.contains("Ottilie"))
            .expect("a memory");
        let forget = ForgetMemoryNode {
            conversation_id: id,
            operation_id: operation(),
            memory_id: node.id,
        };
        let typing = async {
            type_it(&test, id, TYPED).await;
            looked(&test, id, TYPED).await
        };
        let (_, forgotten) = tokio::join!(typing, forget_memory_node(&test.app, test.session, forget));
        forgotten.expect("forgotten");
        test.say(TYPED).await;
        assert!(!last_request(&test).contains("Ottilie"));
    }
}
