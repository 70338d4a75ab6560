//! A provider that fails: what was shown is kept, what was not shown is given back.

use characterchat_tests::listening::shown_text;
use characterchat_tests::provider::Answer;
use engine::conversation::MessageState;
use engine::event::Event;

use super::*;

/// The turn shows nothing, gives the words back under a code, and stores nothing.
#[track_caller]
fn check_given_back(app: &TestApp, code: &str) {
    let view = app.open(HOLMES).unwrap();
    let before = said(app, &view);
    let (started, events) = turn(app, HOLMES, "Can you hear me?");
    let Some(Event::TurnFailed {
        message_id,
        user_text,
        error: Some(error),
        ..
    }) = events.last()
    else {
        panic!("{events:?}")
    };
    assert_eq!(
        (*message_id, user_text.as_deref()),
        (started.reply_id, Some("Can you hear me?"))
    );
    assert_eq!(error.code, code, "{}", error.message);
    assert_eq!(deltas(&events), 0);
    assert_eq!(said(app, &view), before);
}

#[test]
fn a_provider_that_is_down_gives_the_words_back_and_is_asked_again_later() {
    let (app, provider) = with_provider([Answer::text("Here I am.")]);
    provider.go_down().unwrap();
    check_given_back(&app, "model_unreachable");
    provider.come_up().unwrap();
    let (_, events) = turn(&app, HOLMES, "Can you hear me now?");
    assert_eq!(shown(&events), "Here I am.");
}

#[test]
fn a_provider_that_is_out_of_order_gives_the_words_back() {
    let (app, provider) = with_provider([Answer::Refuse {
        status: 500,
        echo_key: false,
    }]);
    check_given_back(&app, "model_error");
    assert_eq!(provider.asked().len(), 3, "tried twice more");
    provider.answer_with([Answer::Refuse {
        status: 401,
        echo_key: false,
    }]);
    check_given_back(&app, "model_unauthorized");
    assert_eq!(provider.asked().len(), 4, "a refused key is not tried again");
}

#[test]
fn a_passing_failure_before_the_first_token_is_not_seen() {
    let (app, _provider) = with_provider([
        Answer::Refuse {
            status: 503,
            echo_key: false,
        },
        Answer::text("Pardon me."),
    ]);
    let (_, events) = turn(&app, HOLMES, "Hello?");
    assert_eq!(shown(&events), "Pardon me.");
}

#[test]
fn a_reply_of_nothing_gives_the_words_back() {
    let (app, _provider) = with_provider([Answer::text("")]);
    check_given_back(&app, "model_empty");
}

#[test]
fn a_reply_that_breaks_off_is_kept_and_marked() {
    let (app, _provider) = with_provider([
        Answer::Cut {
            text: "The dog did ".into(),
        },
        Answer::text("nothing."),
    ]);
    let (started, events) = turn(&app, HOLMES, "What did the dog do?");
    let Some(Event::TurnCutShort {
        message,
        error: Some(error),
        revision,
        ..
    }) = events.last()
    else {
        panic!("{events:?}")
    };
    assert_eq!(error.code, "model_cut_off");
    assert_eq!(
        (message.id, message.text.as_str(), message.state),
        (started.reply_id, "The dog did", MessageState::CutShort)
    );
    let view = app.open(HOLMES).unwrap();
    assert_eq!((view.revision, &last_message(&app, &view)), (*revision, message));
    let listener = app.listen().unwrap();
    let input = json!({ "conversation_id": view.id, "expected_revision": revision, "operation_id": Uuid::now_v7() });
    app.call::<TurnStarted>("continue_reply", input).unwrap();
    let events = listener.until_turn_ends().unwrap();
    assert!(
        events.iter().map(shown_text).collect::<String>().ends_with("nothing."),
        "{events:?}"
    );
    let last = last_message(&app, &view);
    assert_eq!(
        (last.text.as_str(), last.state),
        ("The dog did nothing.", MessageState::Complete)
    );
}

#[test]
fn a_continuation_that_fails_leaves_the_reply_as_it_was() {
    let (app, provider) = with_provider([Answer::Cut {
        text: "The dog did ".into(),
    }]);
    let (_, events) = turn(&app, HOLMES, "What did the dog do?");
    let Some(Event::TurnCutShort { revision, message, .. }) = events.last() else {
        panic!("{events:?}")
    };
    provider.answer_with([Answer::Refuse {
        status: 401,
        echo_key: false,
    }]);
    let view = app.open(HOLMES).unwrap();
    let listener = app.listen().unwrap();
    let input = json!({ "conversation_id": view.id, "expected_revision": revision, "operation_id": Uuid::now_v7() });
    app.call::<TurnStarted>("continue_reply", input).unwrap();
    let events = listener.until_turn_ends().unwrap();
    let Some(Event::TurnFailed {
        user_text: None,
        error: Some(error),
        ..
    }) = events.last()
    else {
        panic!("{events:?}")
    };
    assert_eq!(error.code, "model_unauthorized");
    assert_eq!(&last_message(&app, &view), message);
    let nothing = app.call::<TurnStarted>("continue_reply", json!({
        "conversation_id": view.id, "expected_revision": app.open(HOLMES).unwrap().revision, "operation_id": Uuid::now_v7(),
    }));
    assert!(nothing.is_ok(), "it can still be continued: {nothing:?}");
}

#[test]
fn a_finished_reply_cannot_be_continued() {
    let app = with_script(json!([{ "text": "That is all." }]));
    turn(&app, HOLMES, "Well?");
    let view = app.open(HOLMES).unwrap();
    let input =
        json!({ "conversation_id": view.id, "expected_revision": view.revision, "operation_id": Uuid::now_v7() });
    let refused = app.refused("continue_reply", input).unwrap();
    assert_eq!((refused.status, refused.code.as_str()), (409, "nothing_to_continue"));
}
