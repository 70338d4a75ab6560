use engine::conversation::MessageState;
use engine::event::Event;
use engine::ids::OperationId;
use llm::ModelError;
use llm::scripted::{ScriptedModel, ScriptedReply, Step};
use uuid::Uuid;

use crate::commands::{ChangeSettings, SendMessage, StopReply, change_settings, send_message, stop_reply};
use crate::models::Profile;
use crate::testing::TestApp;

const ENGLISH: &str = "(lights the lamp) You have come a long way, and it was not for the tea.";
const TURKISH: &str = "(lambayı yakar) Uzun bir yoldan geldin ve bu çay için değildi.";

/// An app whose reader is answered in Turkish.
async fn started(replies: impl IntoIterator<Item = ScriptedReply>, translation: bool) -> TestApp {
    let test = TestApp::start(ScriptedModel::replying(replies), Profile::Full).await;
    let input = ChangeSettings {
        reply_language: Some("tr".to_owned()),
        translation: translation.then_some(true),
        ..ChangeSettings::default()
    };
    let settings = change_settings(&test.app, test.session, input).await.unwrap();
    assert_eq!(settings.translation, translation);
    test
}

/// The last message as the page shows it, which is also what is stored and sent.
async fn shown(test: &TestApp, events: &[Event]) -> String {
    let committed = events.iter().find_map(|event| match event {
        Event::TurnCommitted { message, .. } => Some(message.clone()),
        _ => None,
    });
    let committed = committed.expect("a reply");
    assert_eq!(test.open().await.page.messages.last(), Some(&committed));
    assert_eq!(committed.state, MessageState::Complete);
    committed.text
}

fn failures(events: &[Event]) -> Vec<&str> {
    let failure = |event: &'_ Event| matches!(event, Event::TurnNotTranslated { .. });
    events
        .iter()
        .filter(|event| failure(event))
        .map(|event| match event {
            Event::TurnNotTranslated { error, .. } => error.code.as_str(),
            _ => "",
        })
        .collect()
}

#[tokio::test]
async fn it_is_off_until_it_is_switched_on() {
    let test = started([ScriptedReply::text(ENGLISH)], false).await;
    let events = test.say("Good evening.").await;
    assert_eq!(shown(&test, &events).await, ENGLISH);
    assert_eq!(test.model.requests().len(), 1);
}

#[tokio::test]
async fn what_is_shown_is_what_is_stored_and_sent_from_then_on() {
    let replies = [ENGLISH, TURKISH, TURKISH].map(ScriptedReply::text);
    let test = started(replies, true).await;
    let events = test.say("Good evening.").await;
    assert_eq!(shown(&test, &events).await, TURKISH);
    assert_eq!(failures(&events), [""; 0]);
    let events = test.say("And now?").await;
    assert_eq!(
        shown(&test, &events).await,
        TURKISH,
        "in the right language already: no call"
    );
    let requests = test.model.requests();
    assert_eq!(requests.len(), 3);
    let asked = &requests[1].messages[0].content;
    assert!(asked.contains(ENGLISH) && asked.contains("into Turkish"), "{asked}");
    let sent: Vec<&str> = requests[2]
        .messages
        .iter()
        .map(|message| message.content.as_str())
        .collect();
    assert!(sent.contains(&TURKISH) && !sent.contains(&ENGLISH), "{sent:?}");
}

#[tokio::test]
async fn a_failure_keeps_the_original_and_says_so() {
    for failing in [
        ScriptedReply::steps([Step::Error(ModelError::CutOff)]),
        ScriptedReply::text(ENGLISH),
        ScriptedReply::text("Tamam."),
    ] {
        let test = started([ScriptedReply::text(ENGLISH), failing], true).await;
        let events = test.say("Good evening.").await;
        assert_eq!(shown(&test, &events).await, ENGLISH);
        assert_eq!(failures(&events), ["not_translated"]);
        assert!(
            matches!(events.last(), Some(Event::TurnNotTranslated { error, .. }) if error.message.contains("stays as the model wrote it"))
        );
    }
}

#[tokio::test]
async fn stopping_a_translation_keeps_the_whole_reply() {
    let waits = ScriptedReply::steps([Step::WaitForRelease]);
    let test = started([ScriptedReply::text(ENGLISH), waits], true).await;
    let view = test.open().await;
    let mut listener = test.app.events.listen(test.session);
    let message = SendMessage {
        conversation_id: view.id,
        text: "Good evening.".to_owned(),
        expected_revision: view.revision,
        operation_id: OperationId(Uuid::now_v7()),
    };
    send_message(&test.app, test.session, message).await.unwrap();
    while test.model.requests().len() < 2 {
        tokio::time::sleep(std::time::Duration::from_millis(5)).await;
    }
    let kept = test.open().await.page.messages.last().cloned().unwrap();
    assert_eq!(kept.text, ENGLISH, "kept before anything else happens to it");
    let input = StopReply {
        conversation_id: view.id,
    };
    stop_reply(&test.app, test.session, input).await.unwrap();
    test.app.quiet().await;
    let events = crate::testing::heard(&mut listener).await;
    assert_eq!(shown(&test, &events).await, ENGLISH);
    assert_eq!(failures(&events), [""; 0]);
}

#[tokio::test]
async fn a_small_model_is_never_asked_and_it_cannot_be_switched_on() {
    let model = ScriptedModel::replying([ScriptedReply::text("You have come a long way for tea.")]);
    let test = TestApp::start(model, Profile::Starter).await;
    let input = ChangeSettings {
        translation: Some(true),
        ..ChangeSettings::default()
    };
    let error = change_settings(&test.app, test.session, input).await.unwrap_err();
    assert_eq!(error.code, "translation_unavailable");
    let off = ChangeSettings {
        translation: Some(false),
        ..ChangeSettings::default()
    };
    assert!(!change_settings(&test.app, test.session, off).await.unwrap().translation);
}
