mod continuing;

use engine::conversation::MessageState;
use engine::event::Event;
use engine::ids::OperationId;
use llm::scripted::{ScriptedModel, ScriptedReply, Step};
use uuid::Uuid;

use super::writer::MOST_BYTES;
use crate::commands::{ContinueReply, SendMessage, continue_reply, send_message};
use crate::models::Profile;
use crate::testing::{TestApp, heard};

fn pieces(count: usize) -> Vec<Step> {
    // Two bytes a letter, so that the limit falls into one.
    (0..count).map(|_| Step::Text("\u{e9}".repeat(30_000))).collect()
}

/// A model that never ends filled memory and disk, and its message was too long for any save file.
#[tokio::test]
async fn a_reply_without_an_end_is_cut_kept_and_marked() {
    let endless = ScriptedReply::steps(std::iter::once(Step::Text("a".to_owned())).chain(pieces(40)));
    let test = TestApp::start(
        ScriptedModel::replying([endless, ScriptedReply::text("More.")]),
        Profile::Full,
    )
    .await;
    let events = test.say("Tell me everything.").await;
    let Some(Event::TurnCutShort {
        message,
        error: Some(error),
        revision,
        ..
    }) = events.last()
    else {
        panic!("{:?}", events.last())
    };
    assert_eq!(error.code, "reply_full");
    assert_eq!(message.state, MessageState::CutShort);
    assert_eq!(message.text.len(), MOST_BYTES - 1, "no letter is cut in two");
    assert_eq!(test.open().await.page.messages.last(), Some(message));

    let mut listener = test.app.events.listen(test.session);
    let input = ContinueReply {
        conversation_id: test.open().await.id,
        expected_revision: *revision,
        operation_id: OperationId(Uuid::now_v7()),
    };
    continue_reply(&test.app, test.session, input).await.unwrap();
    test.app.quiet().await;
    let events = heard(&mut listener).await;
    let Some(Event::TurnFailed {
        restored: Some(restored),
        error: Some(error),
        ..
    }) = events.last()
    else {
        panic!("{:?}", events.last())
    };
    assert_eq!((restored, error.code.as_str()), (message, "reply_full"));
    assert_eq!(test.model.requests().len(), 1, "there is no room for another word");
}

/// It was sent, stored, and stood in the transcript as an empty line.
#[tokio::test]
async fn a_message_that_nobody_can_see_is_refused() {
    let test = TestApp::start(ScriptedModel::replying([]), Profile::Full).await;
    let view = test.open().await;
    for text in ["", "  \n", "\u{200b}", "\u{feff}\u{200d} \u{2060}", "\u{3164}"] {
        let input = SendMessage {
            conversation_id: view.id,
            text: text.to_owned(),
            expected_revision: view.revision,
            operation_id: OperationId(Uuid::now_v7()),
        };
        let error = send_message(&test.app, test.session, input).await.unwrap_err();
        assert_eq!(error.code, "invalid_input", "{text:?}");
    }
    assert_eq!(test.open().await.revision, view.revision);
}

#[tokio::test]
async fn a_reply_that_nobody_can_see_is_nothing() {
    let test = TestApp::start(
        ScriptedModel::replying([ScriptedReply::text("\u{200b}\n\u{feff}")]),
        Profile::Full,
    )
    .await;
    let events = test.say("Hello?").await;
    let Some(Event::TurnFailed { error: Some(error), .. }) = events.last() else {
        panic!("{events:?}")
    };
    assert_eq!(error.code, "model_empty");
}
