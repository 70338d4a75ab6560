//! A reply that was stopped and is gone on with.

use llm::scripted::{Script, WhenExhausted};

use super::*;
use crate::commands::{StopReply, stop_reply};
use crate::events::Listener;

const DRAFT: &str = "I see mud on your boot, and I smoke my pipe while I look at the fire and the ink on your finger.";

/// Says something, stops the reply after a few words and goes on with it; gives both parts' whole.
async fn stopped_and_continued(profile: Profile, rest: &'static [&'static str]) -> (String, String) {
    let words = Step::Words {
        text: DRAFT.to_owned(),
        pause_ms: if profile == Profile::Full { 20 } else { 0 },
    };
    let rest = ScriptedReply {
        when: Some("I see mud on".to_owned()),
        steps: rest.iter().map(|piece| Step::Text((*piece).to_owned())).collect(),
    };
    let script = Script {
        replies: vec![ScriptedReply::steps([words]), rest],
        when_exhausted: WhenExhausted::RepeatLast,
    };
    let test = TestApp::start(ScriptedModel::new(script), profile).await;
    let mut listener = test.app.events.listen(test.session);
    let view = test.open().await;
    let conversation_id = view.id;
    let input = SendMessage {
        conversation_id,
        text: "What do you see?".to_owned(),
        expected_revision: view.revision,
        operation_id: OperationId(Uuid::now_v7()),
    };
    send_message(&test.app, test.session, input).await.unwrap();
    let mut shown = String::new();
    while !shown.contains("mud on") {
        if let Some(Event::TurnDelta { spans, .. }) = listener.next().await {
            shown.extend(spans.into_iter().map(|span| span.text));
        }
    }
    stop_reply(&test.app, test.session, StopReply { conversation_id })
        .await
        .unwrap();
    let before = ended(&mut listener).await;
    let input = ContinueReply {
        conversation_id,
        expected_revision: test.open().await.revision,
        operation_id: OperationId(Uuid::now_v7()),
    };
    continue_reply(&test.app, test.session, input).await.unwrap();
    let told = ended(&mut listener).await;
    let stored = test.open().await.page.messages.pop().unwrap().text;
    assert_eq!(told, stored);
    (before, stored)
}

/// The text of the reply at its end.
async fn ended(listener: &mut Listener) -> String {
    loop {
        match listener.next().await.unwrap() {
            Event::TurnCommitted { message, .. } | Event::TurnCutShort { message, .. } => return message.text,
            Event::TurnFailed { error, .. } => panic!("{error:?}"),
            _ => {}
        }
    }
}

/// Continue glued two words together, on the page and in the database: "a rumblingvoice".
#[tokio::test]
async fn a_continued_reply_of_the_small_model_keeps_its_space() {
    let (before, whole) = stopped_and_continued(Profile::Starter, &[" red", " mud", ", I think."]).await;
    assert!(DRAFT.starts_with(&before) && before.len() < DRAFT.len(), "{before}");
    assert_eq!(whole, format!("{before} red mud, I think."));
}

#[tokio::test]
async fn a_continued_reply_of_a_model_in_the_program_keeps_its_space() {
    let (before, whole) = stopped_and_continued(Profile::Full, &[" red", " mud", ", I think."]).await;
    assert_eq!(whole, format!("{before} red mud, I think."));
}
