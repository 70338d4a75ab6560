//! Turns through the browser's door, with the scripted model and with a provider over a real socket.

#[path = "turns/failures.rs"]
mod failures;
#[path = "turns/folders.rs"]
mod folders;
#[path = "turns/keys.rs"]
mod keys;

use std::time::Duration;

use app::commands::{CharacterSummary, ConversationView, TurnStarted};
use characterchat_tests::listening::shown_text;
use characterchat_tests::provider::{Answer, Provider};
use characterchat_tests::test_app::{Program, TestApp, message};
use engine::conversation::{MessageState, Role};
use engine::event::Event;
use engine::view::MessageView;
use serde_json::{Value, json};
use uuid::Uuid;

const HOLMES: &str = "sherlock_holmes";

/// The product, answered for by a provider.
fn with_provider(answers: impl IntoIterator<Item = Answer>) -> (TestApp, Provider) {
    let provider = Provider::start(answers).unwrap();
    let app = TestApp::start(Program::Product).unwrap();
    app.use_provider(&provider, None).unwrap();
    (app, provider)
}

/// A program whose model plays these steps for every reply.
fn with_script(steps: Value) -> TestApp {
    TestApp::start(Program::Scripted(
        json!({ "replies": [{ "steps": steps }], "when_exhausted": "repeat_last" }),
    ))
    .unwrap()
}

/// Says something in a character's latest conversation and hears the turn out.
fn turn(app: &TestApp, character: &str, text: &str) -> (TurnStarted, Vec<Event>) {
    let view = app.open(character).unwrap();
    let listener = app.listen().unwrap();
    let started = app.say(view.id, view.revision, text).unwrap();
    (started, listener.until_turn_ends().unwrap())
}

fn shown(events: &[Event]) -> String {
    events.iter().map(shown_text).collect()
}

fn deltas(events: &[Event]) -> usize {
    events
        .iter()
        .filter(|event| matches!(event, Event::TurnDelta { .. }))
        .count()
}

fn last_message(app: &TestApp, view: &ConversationView) -> MessageView {
    app.messages(view.id).unwrap().pop().unwrap()
}

/// What stands in the conversation besides the greeting: role, text, state.
fn said(app: &TestApp, view: &ConversationView) -> Vec<(Role, String, MessageState)> {
    let messages = app.messages(view.id).unwrap().into_iter().skip(1);
    messages
        .map(|message| (message.role, message.text, message.state))
        .collect()
}

#[track_caller]
fn check_streamed(app: &TestApp) {
    let (started, events) = turn(app, HOLMES, "Good evening");
    let Event::TurnStarted { user, reply, .. } = &events[0] else {
        panic!("{events:?}")
    };
    assert_eq!(
        (user, reply.id, reply.state),
        (&started.user, started.reply_id, MessageState::Streaming)
    );
    assert!(deltas(&events) >= 3, "{events:?}");
    assert_eq!(shown(&events), "It is a fine evening for thought.");
    let Some(Event::TurnCommitted { message, revision, .. }) = events.last() else {
        panic!("{events:?}")
    };
    assert_eq!(
        (message.text.as_str(), message.state),
        ("It is a fine evening for thought.", MessageState::Complete)
    );
    assert!(*revision > started.revision);
    let view = app.open(HOLMES).unwrap();
    assert_eq!(view.revision, *revision);
    assert_eq!(&last_message(app, &view), message);
}

#[test]
fn a_scripted_reply_arrives_in_pieces_before_it_is_finished() {
    check_streamed(&with_script(
        json!([{ "words": { "text": "It is a fine evening for thought.", "pause_ms": 20 } }]),
    ));
}

#[test]
fn a_provider_is_heard_token_by_token_and_gets_the_character() {
    let (app, provider) = with_provider([Answer::words(
        "It is a fine evening for thought.",
        Duration::from_millis(20),
    )]);
    check_streamed(&app);
    let asked = provider.last_asked().unwrap();
    let messages = asked.messages();
    assert_eq!(asked.body["model"], "test-model");
    assert!(
        messages[0].0 == "system" && messages[0].1.contains("Holmes"),
        "{messages:?}"
    );
    assert_eq!(messages.last().unwrap().0, "user");
    assert!(messages.last().unwrap().1.contains("Good evening"), "{messages:?}");
    assert_eq!(asked.authorization, None, "no key was given");
}

#[test]
fn stopping_keeps_what_was_shown_and_continuing_goes_on() {
    let (app, provider) = with_provider([
        Answer::SilentAfter {
            text: "To begin with ".into(),
        },
        Answer::text("the hat. "),
    ]);
    let view = app.open(HOLMES).unwrap();
    let listener = app.listen().unwrap();
    let started = app.say(view.id, view.revision, "Speak").unwrap();
    let mut seen = String::new();
    while !seen.contains("with") {
        seen.push_str(&shown_text(&listener.next().unwrap().event));
    }
    app.call::<Value>("stop_reply", json!({ "conversation_id": view.id }))
        .unwrap();
    let events = listener.until_turn_ends().unwrap();
    let Some(Event::TurnCutShort {
        message,
        error,
        revision,
        ..
    }) = events.last()
    else {
        panic!("{events:?}")
    };
    assert_eq!(
        (message.text.as_str(), message.state, error),
        ("To begin with", MessageState::CutShort, &None)
    );
    assert_eq!(message.id, started.reply_id);
    provider.wait_for_abandoned(1).unwrap();
    let input = json!({ "conversation_id": view.id, "expected_revision": revision, "operation_id": Uuid::now_v7() });
    let again: TurnStarted = app.call("continue_reply", input).unwrap();
    assert_eq!((again.reply_id, again.user), (started.reply_id, None));
    let events = listener.until_turn_ends().unwrap();
    let Some(Event::TurnCommitted { message, .. }) = events.last() else {
        panic!("{events:?}")
    };
    assert!(
        message.text.starts_with("To begin with") && message.text.ends_with("the hat."),
        "{message:?}"
    );
    assert_eq!(said(&app, &view).len(), 2);
    let sent = provider.last_asked().unwrap().messages();
    assert!(
        sent.iter()
            .any(|(role, text)| role == "assistant" && text.contains("To begin with")),
        "{sent:?}"
    );
}

#[test]
fn stopping_before_the_first_token_gives_the_words_back_and_stores_nothing() {
    let (app, provider) = with_provider([Answer::Hang]);
    let view = app.open(HOLMES).unwrap();
    let listener = app.listen().unwrap();
    let started = app.say(view.id, view.revision, "Are you there?").unwrap();
    provider.wait_for_requests(1).unwrap();
    app.call::<Value>("stop_reply", json!({ "conversation_id": view.id }))
        .unwrap();
    let events = listener.until_turn_ends().unwrap();
    let Some(Event::TurnFailed {
        user_text,
        user_message_id,
        error,
        ..
    }) = events.last()
    else {
        panic!("{events:?}")
    };
    assert_eq!((user_text.as_deref(), error), (Some("Are you there?"), &None));
    assert_eq!(*user_message_id, started.user.map(|user| user.id));
    assert_eq!(said(&app, &view), []);
    provider.wait_for_abandoned(1).unwrap();
}

#[test]
fn reasoning_is_kept_apart_and_never_sent_back() {
    let reasoning = "Hm, what does the mud tell".to_owned();
    let (app, provider) = with_provider([
        Answer::Reasoning {
            reasoning,
            text: "Elementary.".into(),
        },
        Answer::text("<think>the mud again</think>Indeed."),
    ]);
    let (_, events) = turn(&app, HOLMES, "How?");
    assert_eq!(
        events
            .iter()
            .filter(|event| matches!(event, Event::TurnReasoning { .. }))
            .count(),
        1,
        "{events:?}"
    );
    assert_eq!(shown(&events), "Elementary.");
    turn(&app, HOLMES, "Go on");
    let view = app.open(HOLMES).unwrap();
    let all = serde_json::to_string(&app.messages(view.id).unwrap()).unwrap();
    turn(&app, HOLMES, "And then?");
    let sent = format!("{:?}", provider.last_asked().unwrap().messages());
    assert!(sent.contains("Elementary.") && !sent.contains("the mud"), "{sent}");
    assert!(!all.contains("mud tell"), "{all}");
}

#[test]
fn the_same_operation_twice_is_one_turn() {
    let (app, provider) = with_provider([Answer::words("Once is enough for me.", Duration::from_millis(5))]);
    let view = app.open(HOLMES).unwrap();
    let listener = app.listen().unwrap();
    let input = message(view.id, view.revision, "Only once");
    // At once from two sides, and again when all is over.
    let answers: Vec<TurnStarted> = std::thread::scope(|scope| {
        let sides = [(), ()].map(|()| scope.spawn(|| app.call("send_message", input.clone()).unwrap()));
        sides.map(|side| side.join().unwrap()).into()
    });
    listener.until_turn_ends().unwrap();
    let late: TurnStarted = app.call("send_message", input).unwrap();
    for answer in [&answers[1], &late] {
        assert_eq!(
            (answer.reply_id, answer.user.as_ref().map(|user| user.id)),
            (answers[0].reply_id, answers[0].user.as_ref().map(|user| user.id))
        );
    }
    assert_eq!(said(&app, &view).len(), 2);
    assert_eq!(provider.asked().len(), 1);
    let started = listener
        .so_far()
        .into_iter()
        .filter(|heard| matches!(heard.event, Event::TurnStarted { .. }))
        .count();
    assert_eq!(started, 0, "told only once");
}

#[test]
fn a_stale_revision_is_a_conflict_and_a_second_message_must_wait() {
    let (app, provider) = with_provider([Answer::Hang]);
    let view = app.open(HOLMES).unwrap();
    let listener = app.listen().unwrap();
    let started = app.say(view.id, view.revision, "First").unwrap();
    let stale = app
        .refused("send_message", message(view.id, view.revision, "Stale"))
        .unwrap();
    assert_eq!((stale.status, stale.code.as_str()), (409, "conflict"));
    let busy = app
        .refused("send_message", message(view.id, started.revision, "Too soon"))
        .unwrap();
    assert_eq!((busy.status, busy.code.as_str()), (409, "busy"));
    provider.wait_for_requests(1).unwrap();
    app.call::<Value>("stop_reply", json!({ "conversation_id": view.id }))
        .unwrap();
    listener.until_turn_ends().unwrap();
    assert_eq!(provider.asked().len(), 1);
}

#[test]
fn what_is_no_message_is_refused() {
    let app = with_script(json!([{ "text": "Yes." }]));
    let view = app.open(HOLMES).unwrap();
    for text in ["", " \n\t ", &"ü".repeat(32_001)] {
        let refused = app
            .refused("send_message", message(view.id, view.revision, text))
            .unwrap();
        assert_eq!((refused.status, refused.code.as_str()), (400, "invalid_input"));
    }
    let listener = app.listen().unwrap();
    let longest = "ü".repeat(32_000);
    app.say(view.id, view.revision, &longest).unwrap();
    listener.until_turn_ends().unwrap();
    assert_eq!(said(&app, &view)[0].1, longest);
}

#[test]
fn each_character_keeps_its_own_conversation_also_over_a_restart() {
    let mut app = with_script(json!([{ "text": "Quite so." }]));
    for (character, text) in [
        (HOLMES, "About the hat"),
        ("captain_nemo", "About the sea"),
        (HOLMES, "And the goose?"),
    ] {
        turn(&app, character, text);
    }
    let texts = |app: &TestApp, character: &str| -> Vec<String> {
        let view = app.open(character).unwrap();
        view.page
            .messages
            .iter()
            .filter(|message| message.role == Role::User)
            .map(|message| message.text.clone())
            .collect()
    };
    let before = (app.open(HOLMES).unwrap(), app.open("captain_nemo").unwrap());
    assert_eq!(texts(&app, HOLMES), ["About the hat", "And the goose?"]);
    assert_eq!(texts(&app, "captain_nemo"), ["About the sea"]);
    assert!(app.end().unwrap().success());
    app.start_again().unwrap();
    assert_eq!((app.open(HOLMES).unwrap(), app.open("captain_nemo").unwrap()), before);
    let cast: Vec<CharacterSummary> = app.call("list_characters", json!({})).unwrap();
    assert_eq!(cast[0].id.as_str(), HOLMES, "last talked to comes first");
    assert_eq!(cast[0].last_words.as_deref(), Some("Quite so."));
}

#[test]
fn ending_the_program_keeps_the_reply_that_is_being_written() {
    let (mut app, _provider) = with_provider([Answer::SilentAfter {
        text: "I was about to ".into(),
    }]);
    let view = app.open(HOLMES).unwrap();
    let listener = app.listen().unwrap();
    app.say(view.id, view.revision, "Tell me").unwrap();
    listener.until(|event| shown_text(event).contains("to")).unwrap();
    assert!(app.end().unwrap().success());
    app.start_again().unwrap();
    let last = last_message(&app, &view);
    assert_eq!(
        (last.text.as_str(), last.state),
        ("I was about to", MessageState::CutShort)
    );
}
