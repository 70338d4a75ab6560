//! Pages that are opened while a reply is being written.

use engine::event::Event;
use engine::ids::OperationId;
use engine::markup::{self, Span};
use engine::view::MessageView;
use llm::scripted::{ScriptedModel, ScriptedReply, Step};
use uuid::Uuid;

use crate::commands::{ContinueReply, SendMessage, StopReply, continue_reply, send_message, stop_reply};
use crate::events::Listener;
use crate::models::Profile;
use crate::testing::TestApp;

/// What a page shows that read the reply in the middle and then heard these pieces. A piece must neither leave a gap nor end
/// before what is shown already.
fn joined(read: &MessageView, pieces: &[(u64, Vec<Span>)]) -> String {
    let text = |spans: &[Span]| spans.iter().map(|span| span.text.as_str()).collect::<String>();
    let mut shown: Vec<u16> = text(&read.spans).encode_utf16().collect();
    for (from, spans) in pieces {
        let from = usize::try_from(*from).unwrap();
        assert!(
            from <= shown.len(),
            "a gap before {spans:?}: {from} after {}",
            shown.len()
        );
        let piece: Vec<u16> = text(spans).encode_utf16().collect();
        if from + piece.len() > shown.len() {
            shown.truncate(from);
            shown.extend(piece);
        }
    }
    String::from_utf16(&shown).unwrap()
}

/// The pieces told from now on, up to and with the end of the turn.
async fn pieces_until_end(listener: &mut Listener) -> (Vec<(u64, Vec<Span>)>, MessageView) {
    let mut pieces = Vec::new();
    loop {
        match listener.next().await.unwrap() {
            Event::TurnDelta { from, spans, .. } => pieces.push((from, spans)),
            Event::TurnCommitted { message, .. } | Event::TurnCutShort { message, .. } => return (pieces, message),
            _ => {}
        }
    }
}

async fn begun(steps: Vec<Step>) -> TestApp {
    let model = ScriptedModel::replying([ScriptedReply::steps(steps)]);
    TestApp::start(model, Profile::Full).await
}

async fn send(test: &TestApp) {
    let view = test.open().await;
    let input = SendMessage {
        conversation_id: view.id,
        text: "Well?".to_owned(),
        expected_revision: view.revision,
        operation_id: OperationId(Uuid::now_v7()),
    };
    send_message(&test.app, test.session, input).await.unwrap();
}

fn text(piece: &str) -> Step {
    Step::Text(piece.to_owned())
}

/// Each piece is one or two letters, some of two UTF-16 units, with marks that are decided late.
const REPLY: &str = "\u{1f50d} *hm* (nods) f**k, 5 * 3. İyi *o* gece 👩‍👩‍👧 so";

#[tokio::test]
async fn a_page_that_opens_in_the_middle_has_no_gap_and_no_repeat_wherever_it_opens() {
    let pieces: Vec<String> = REPLY.chars().map(String::from).collect();
    for place in 1..pieces.len() {
        let mut steps: Vec<Step> = pieces[..place].iter().map(|piece| text(piece)).collect();
        steps.push(Step::WaitForRelease);
        steps.extend(pieces[place..].iter().map(|piece| text(piece)));
        let test = begun(steps).await;
        let mut listener = test.app.events.listen(test.session);
        send(&test).await;
        // The page that was there from the beginning.
        while !matches!(listener.next().await, Some(Event::TurnStarted { .. })) {}
        let mut told = 0;
        let mut late = test.app.events.listen(test.session);
        let mut read = test.open().await.page.messages.pop().unwrap();
        while read.text.chars().count() < place {
            tokio::task::yield_now().await;
            late = test.app.events.listen(test.session);
            read = test.open().await.page.messages.pop().unwrap();
        }
        test.model.release();
        let (all, whole) = pieces_until_end(&mut listener).await;
        for (from, spans) in &all {
            assert_eq!(*from, told, "{all:?}");
            told += markup::length(spans);
        }
        let (heard, _) = pieces_until_end(&mut late).await;
        let expected: String = whole.spans.iter().map(|span| span.text.as_str()).collect();
        assert_eq!(joined(&read, &heard), expected, "opened after {place} pieces");
        assert_eq!(told, markup::length(&whole.spans));
    }
}

#[tokio::test]
async fn a_reply_that_is_continued_counts_from_what_was_there() {
    let model = ScriptedModel::replying([
        ScriptedReply::steps([text("Half \u{1f50d} a "), Step::WaitForRelease]),
        ScriptedReply::text(" loaf."),
    ]);
    let test = TestApp::start(model, Profile::Full).await;
    let mut listener = test.app.events.listen(test.session);
    send(&test).await;
    while !matches!(listener.next().await, Some(Event::TurnDelta { .. })) {}
    let view = test.open().await;
    let conversation_id = view.id;
    stop_reply(&test.app, test.session, StopReply { conversation_id })
        .await
        .unwrap();
    let (_, cut) = pieces_until_end(&mut listener).await;
    let input = ContinueReply {
        conversation_id,
        expected_revision: test.open().await.revision,
        operation_id: OperationId(Uuid::now_v7()),
    };
    continue_reply(&test.app, test.session, input).await.unwrap();
    let reply = loop {
        match listener.next().await {
            // Memories are read on the side.
            Some(Event::GraphChanged { .. }) => {}
            Some(Event::TurnStarted { reply, .. }) => break reply,
            other => panic!("{other:?} instead of a turn that begins"),
        }
    };
    assert_eq!(reply.text, cut.text);
    let (pieces, whole) = pieces_until_end(&mut listener).await;
    assert_eq!(joined(&reply, &pieces), "Half \u{1f50d} a loaf.");
    assert_eq!(whole.text, "Half \u{1f50d} a loaf.");
}
