use engine::conversation::MessageState;
use llm::ModelError;
use llm::scripted::{ScriptedModel, ScriptedReply, Step};

use super::*;
use crate::commands::{RestoreFromTrash, StopReply, TrashKind, list_trash, restore_from_trash, stop_reply};
use crate::models::Profile;
use crate::testing::{TestApp, heard};

fn down() -> ScriptedReply {
    ScriptedReply::steps([Step::Error(ModelError::Unreachable {
        host: "nowhere".to_owned(),
        reason: "refused".to_owned(),
    })])
}

async fn talking(replies: impl IntoIterator<Item = ScriptedReply>) -> TestApp {
    TestApp::start(ScriptedModel::replying(replies), Profile::Full).await
}

fn operation() -> OperationId {
    OperationId(Uuid::now_v7())
}

fn texts(view: &ConversationView) -> Vec<&str> {
    let messages = view.page.messages.iter().skip(1);
    messages.map(|message| message.text.as_str()).collect()
}

/// Whether any message of the last request holds a text.
fn last_request_holds(test: &TestApp, text: &str) -> bool {
    let requests = test.model.requests();
    let last = requests.last().expect("a request");
    last.messages.iter().any(|message| message.content.contains(text))
}

async fn retry(test: &TestApp) -> Vec<Event> {
    let view = test.open().await;
    let mut listener = test.app.events.listen(test.session);
    let input = RetryReply {
        conversation_id: view.id,
        expected_revision: view.revision,
        operation_id: operation(),
    };
    let started = retry_reply(&test.app, test.session, input).await.expect("begun");
    assert_eq!(started.user, None);
    test.app.quiet().await;
    heard(&mut listener).await
}

#[tokio::test]
async fn a_retry_streams_into_a_new_alternate_and_its_prompt_holds_no_former_one() {
    let test = talking(["First draft", "Second draft"].map(ScriptedReply::text)).await;
    test.say("Well?").await;
    let events = retry(&test).await;
    let Some(Event::TurnStarted { reply, user: None, .. }) = events.first() else {
        panic!("{events:?}")
    };
    assert_eq!((reply.alternate, reply.alternates, reply.text.as_str()), (1, 2, ""));
    let Some(Event::TurnCommitted { message, .. }) = events.last() else {
        panic!("{events:?}")
    };
    assert_eq!(
        (message.id, message.text.as_str(), message.alternates),
        (reply.id, "Second draft", 2)
    );
    assert!(!last_request_holds(&test, "First draft"));
    assert!(last_request_holds(&test, "Well?"));
}

#[tokio::test]
async fn the_chosen_alternate_is_what_the_model_reads() {
    let test = talking(["First draft", "Second draft", "Third"].map(ScriptedReply::text)).await;
    test.say("Well?").await;
    retry(&test).await;
    let view = test.open().await;
    let mut listener = test.app.events.listen(test.session);
    let input = ChooseAlternate {
        conversation_id: view.id,
        message_id: view.page.messages[2].id,
        alternate: 0,
        expected_revision: view.revision,
        operation_id: operation(),
    };
    let chosen = choose_alternate(&test.app, test.session, input.clone())
        .await
        .expect("chosen");
    assert_eq!(texts(&chosen), ["Well?", "First draft"]);
    let told = Event::ConversationChanged {
        conversation_id: view.id,
        revision: chosen.revision,
    };
    assert_eq!(heard(&mut listener).await, [told]);
    let again = choose_alternate(&test.app, test.session, input)
        .await
        .expect("a resend");
    assert_eq!(again, chosen);
    assert_eq!(heard(&mut listener).await, [], "a resend changes nothing");
    test.say("Go on").await;
    assert!(last_request_holds(&test, "First draft") && !last_request_holds(&test, "Second draft"));
}

#[tokio::test]
async fn a_retry_that_fails_before_its_first_word_leaves_the_former_reply() {
    let test = talking([ScriptedReply::text("First"), down()]).await;
    test.say("Well?").await;
    let events = retry(&test).await;
    let Some(Event::TurnFailed {
        restored: Some(message),
        user_text: None,
        error: Some(_),
        ..
    }) = events.last()
    else {
        panic!("{events:?}")
    };
    assert_eq!(
        (message.text.as_str(), message.alternate, message.alternates),
        ("First", 0, 1)
    );
    assert_eq!(test.open().await.page.messages[2], *message);
}

#[tokio::test]
async fn a_retry_that_is_stopped_keeps_what_was_shown_as_an_alternate() {
    let stopped = ScriptedReply::steps([Step::Text("Half a ".to_owned()), Step::WaitForRelease]);
    let test = talking([ScriptedReply::text("First"), stopped]).await;
    test.say("Well?").await;
    let view = test.open().await;
    let mut listener = test.app.events.listen(test.session);
    let input = RetryReply {
        conversation_id: view.id,
        expected_revision: view.revision,
        operation_id: operation(),
    };
    retry_reply(&test.app, test.session, input).await.expect("begun");
    while !matches!(listener.next().await, Some(Event::TurnDelta { .. })) {}
    let during = test.open().await;
    let undo = UndoTurn {
        conversation_id: view.id,
        expected_revision: during.revision,
        operation_id: operation(),
    };
    let refused = undo_turn(&test.app, test.session, undo)
        .await
        .expect_err("a reply is being written");
    assert_eq!(refused.code, "busy");
    let stop = StopReply {
        conversation_id: view.id,
    };
    stop_reply(&test.app, test.session, stop).await.expect("stopped");
    test.app.quiet().await;
    let reply = test.open().await.page.messages[2].clone();
    assert_eq!((reply.text.as_str(), reply.state), ("Half a", MessageState::CutShort));
    assert_eq!((reply.alternate, reply.alternates), (1, 2));
}

#[tokio::test]
async fn edited_words_come_back_and_the_model_never_hears_of_the_former_ones() {
    let test = talking(["A butler", "A cook"].map(ScriptedReply::text)).await;
    test.say("Who did the first thing?").await;
    let view = test.open().await;
    let input = EditLastMessage {
        conversation_id: view.id,
        expected_revision: view.revision,
        operation_id: operation(),
    };
    let taken = edit_last_message(&test.app, test.session, input.clone())
        .await
        .expect("taken back");
    assert_eq!(taken.text, "Who did the first thing?");
    assert_eq!(texts(&taken.conversation), Vec::<&str>::new());
    let again = edit_last_message(&test.app, test.session, input.clone())
        .await
        .expect("a resend");
    assert_eq!(again, taken);
    let stale = EditLastMessage {
        operation_id: operation(),
        ..input
    };
    let refused = edit_last_message(&test.app, test.session, stale)
        .await
        .expect_err("stale");
    assert_eq!(refused.code, "conflict");
    test.say("Who did the other thing?").await;
    assert!(!last_request_holds(&test, "first thing") && !last_request_holds(&test, "A butler"));
    assert_eq!(texts(&test.open().await), ["Who did the other thing?", "A cook"]);

    let trash = list_trash(&test.app, test.session, Nothing {}).await.expect("listed");
    assert_eq!((trash.len(), trash[0].kind, trash[0].messages), (1, TrashKind::Turn, 2));
    assert_eq!(trash[0].excerpt, "Who did the first thing?");
    assert_eq!(trash[0].erased_at - trash[0].removed_at, 30 * 24 * 3600 * 1000);
    let branch = restore_from_trash(&test.app, test.session, RestoreFromTrash { id: trash[0].id }).await;
    let branch = branch.expect("put back");
    assert_ne!(branch.id, view.id);
    assert_eq!(texts(&branch), ["Who did the first thing?", "A butler"]);
    assert_eq!(
        branch.branched_from.map(|from| (from.conversation_id, from.position)),
        Some((view.id, 0))
    );
}

#[tokio::test]
async fn a_failed_turn_leaves_its_words_in_the_draft() {
    let test = talking([down()]).await;
    test.say("Are you there?").await;
    let view = test.open().await;
    assert_eq!((view.draft.as_str(), view.page.total), ("Are you there?", 1));
}

#[tokio::test]
async fn a_conversation_is_named_deleted_and_restored() {
    let test = talking([ScriptedReply::text("Yes?")]).await;
    test.say("Hello").await;
    let view = test.open().await;
    let rename = |name: &str| RenameConversation {
        conversation_id: view.id,
        name: name.to_owned(),
    };
    let refused = rename_conversation(&test.app, test.session, rename("two\nlines")).await;
    assert_eq!(refused.expect_err("refused").code, "invalid_input");
    let named = rename_conversation(&test.app, test.session, rename(" The first case "))
        .await
        .expect("named");
    assert_eq!((named.name.as_str(), named.revision), ("The first case", view.revision));
    let delete = DeleteConversation {
        conversation_id: view.id,
    };
    for _ in 0..2 {
        delete_conversation(&test.app, test.session, delete.clone())
            .await
            .expect("deleted");
    }
    assert_ne!(test.open().await.id, view.id, "a new one is begun");
    let trash = list_trash(&test.app, test.session, Nothing {}).await.expect("listed");
    assert_eq!(
        (trash.len(), trash[0].kind, trash[0].excerpt.as_str()),
        (1, TrashKind::Conversation, "The first case")
    );
    let restore = RestoreFromTrash { id: trash[0].id };
    let back = restore_from_trash(&test.app, test.session, restore)
        .await
        .expect("put back");
    assert_eq!((back.id, texts(&back)), (view.id, vec!["Hello", "Yes?"]));
}

#[tokio::test]
async fn branches_at_the_greeting_share_one_conversation() {
    let test = talking([ScriptedReply::text("Yes?")]).await;
    test.say("Hello").await;
    let view = test.open().await;
    let branch = async |message: usize| {
        let input = BranchConversation {
            conversation_id: view.id,
            message_id: view.page.messages[message].id,
            operation_id: operation(),
        };
        branch_conversation(&test.app, test.session, input)
            .await
            .expect("branched")
    };
    let at_greeting = branch(0).await;
    assert_eq!(at_greeting.page.total, 1);
    assert_eq!(branch(0).await.id, at_greeting.id);
    let further = branch(2).await;
    assert_eq!(texts(&further), ["Hello", "Yes?"]);
    assert_ne!(branch(2).await.id, further.id, "these may differ in what follows");
}
