//! Whom the reader plays, the language of the reply, and suggestions, through the browser's door and with a provider over a real
//! socket.

use std::time::Duration;

use app::commands::{ConversationView, Persona, Settings, SuggestionSource, Suggestions};
use characterchat_tests::provider::{Answer, Provider};
use characterchat_tests::test_app::{Program, TestApp};
use engine::event::Event;
use serde_json::{Value, json};

const HOLMES: &str = "sherlock_holmes";
/// A PNG of one black point, as base64.
const PNG: &str = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==";

fn with_provider(answers: impl IntoIterator<Item = Answer>) -> (TestApp, Provider) {
    let provider = Provider::start(answers).unwrap();
    let app = TestApp::start(Program::Product).unwrap();
    app.use_provider(&provider, None).unwrap();
    (app, provider)
}

fn save(app: &TestApp, more: Value) -> Persona {
    let mut input = json!({ "name": "Clara", "description": "A pilot who walks with a cane." });
    input.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    app.call("save_persona", input).unwrap()
}

fn play(app: &TestApp, view: &ConversationView, persona: &Persona) -> ConversationView {
    let input = json!({ "conversation_id": view.id, "persona_id": persona.id });
    app.call("apply_persona", input).unwrap()
}

/// Says something and hears the turn out.
fn turn(app: &TestApp, text: &str) -> Vec<Event> {
    let view = app.open(HOLMES).unwrap();
    let listener = app.listen().unwrap();
    app.say(view.id, view.revision, text).unwrap();
    listener.until_turn_ends().unwrap()
}

fn suggest(app: &TestApp, view: &ConversationView) -> Suggestions {
    let input = json!({ "conversation_id": view.id, "interface_language": "tr" });
    app.call("suggest_replies", input).unwrap()
}

#[test]
fn a_persona_is_played_and_told_to_the_model_and_survives_a_restart() {
    let (mut app, provider) = with_provider([Answer::text("Sit down, Miss Clara.")]);
    let view = app.open(HOLMES).unwrap();
    let clara = save(&app, json!({}));
    let listener = app.listen().unwrap();
    assert_eq!(play(&app, &view, &clara).persona.as_ref(), Some(&clara));
    let told = listener
        .until(|event| matches!(event, Event::ConversationChanged { .. }))
        .unwrap();
    assert!(!told.is_empty(), "the other pages are told");
    turn(&app, "Good evening.");
    let system = &provider.last_asked().unwrap().messages()[0].1;
    assert!(
        system.contains("talking with Clara") && system.contains("walks with a cane"),
        "{system}"
    );

    app.kill().unwrap();
    app.start_again().unwrap();
    app.enter().unwrap();
    assert_eq!(app.open(HOLMES).unwrap().persona, Some(clara.clone()));
    let _: Value = app.call("remove_persona", json!({ "id": clara.id })).unwrap();
    assert_eq!(
        app.open(HOLMES).unwrap().persona,
        Some(clara),
        "what was removed is still known here"
    );
}

#[test]
fn a_picture_is_served_as_what_it_is_and_nothing_else_is() {
    let app = TestApp::start(Program::Product).unwrap();
    let clara = save(&app, json!({ "picture": PNG }));
    let version = clara.picture.clone().unwrap();
    let served = app
        .request("GET", &format!("/personas/{}?v={version}", clara.id), b"")
        .unwrap();
    assert_eq!(served.head.status, 200);
    assert_eq!(served.head.header("content-type"), Some("image/png"));
    assert_eq!(served.head.header("x-content-type-options"), Some("nosniff"));
    assert!(served.body.starts_with(b"\x89PNG"));
    for hostile in [
        "..",
        "%2e%2e",
        "..%2fcharacterchat.sqlite",
        "a%00b",
        "con",
        "0190a000-0000-7000-8000-000000000001",
        &format!("{}.png", clara.id),
        &format!("..%2fpersonas%2f{}", clara.id),
        &"a".repeat(5_000),
    ] {
        let response = app.request("GET", &format!("/personas/{hostile}"), b"").unwrap();
        assert_eq!(response.head.status, 404, "{hostile:.80}");
    }
    let refused = app
        .refused(
            "save_persona",
            json!({ "name": "Eve", "description": "", "picture": "PHN2Zy8+" }),
        )
        .unwrap();
    assert_eq!((refused.status, refused.code.as_str()), (400, "picture_unusable"));
    let names: Vec<Persona> = app.call("list_personas", json!({})).unwrap();
    assert_eq!(names, [clara]);

    let unknown = characterchat_tests::http::Request {
        method: "GET",
        target: &format!("/personas/{}", names[0].id),
        headers: &[],
        body: b"",
    };
    assert_eq!(
        characterchat_tests::http::send(app.port, unknown).unwrap().head.status,
        401,
        "without the cookie"
    );
}

#[test]
fn suggestions_are_one_request_with_a_schema_the_language_and_the_persona() {
    let answer = r#"{"reply_1": "Ja.", "reply_2": "Warum?", "reply_3": "(setzt sich) Gut.", "reply_4": "Nein."}"#;
    let (app, provider) = with_provider([Answer::text(answer)]);
    let view = app.open(HOLMES).unwrap();
    play(&app, &view, &save(&app, json!({})));
    let language = json!({ "conversation_id": view.id, "language": "de" });
    let view: ConversationView = app.call("set_conversation_language", language).unwrap();
    let made = suggest(&app, &view);
    assert_eq!(made.texts, ["Ja.", "Warum?", "(setzt sich) Gut.", "Nein."]);
    assert_eq!(made.source, SuggestionSource::Model);
    let asked = provider.asked();
    assert_eq!(asked.len(), 1);
    assert_eq!(asked[0].body["response_format"]["type"], "json_schema");
    let words = &asked[0].messages()[0].1;
    assert!(
        words.contains("Clara") && words.contains("German") && words.contains("walks with a cane"),
        "{words}"
    );
    assert_eq!(app.messages(view.id).unwrap().len(), 1, "nothing was said");
}

#[test]
fn suggestions_fail_once_and_are_there_all_the_same() {
    let (app, provider) = with_provider([Answer::Refuse {
        status: 503,
        echo_key: false,
    }]);
    let view = app.open(HOLMES).unwrap();
    let neutral = engine::suggestion::neutral("tr");
    let made = suggest(&app, &view);
    assert_eq!((made.texts, made.source), (neutral.to_vec(), SuggestionSource::Neutral));
    assert_eq!(provider.asked().len(), 1, "no further call");
    provider.answer_with([Answer::Cut {
        text: "Well, I".to_owned(),
    }]);
    assert_eq!(suggest(&app, &view).texts, neutral);
    assert_eq!(provider.asked().len(), 2);
    provider.go_down().unwrap();
    assert_eq!(suggest(&app, &view).texts, neutral);
}

#[test]
fn a_reply_in_the_wrong_language_is_translated_when_that_is_switched_on() {
    let english = "(lights the lamp) You have come a long way, and it was not for the tea.";
    let turkish = "(lambayı yakar) Uzun bir yoldan geldin ve bu çay için değildi.";
    let (app, provider) = with_provider([Answer::words(english, Duration::from_millis(5)), Answer::text(turkish)]);
    let settings: Settings = app.call("get_settings", json!({})).unwrap();
    assert!(!settings.translation, "off by default");
    let _: Settings = app
        .call(
            "change_settings",
            json!({ "reply_language": "tr", "translation": true }),
        )
        .unwrap();
    let events = turn(&app, "Good evening.");
    let Some(Event::TurnCommitted { message, .. }) = events.last() else {
        panic!("{events:?}")
    };
    assert_eq!(message.text, turkish);
    let view = app.open(HOLMES).unwrap();
    assert_eq!(view.page.messages.last(), Some(message));
    provider.answer_with([Answer::text(turkish)]);
    turn(&app, "And?");
    let sent = provider.last_asked().unwrap().messages();
    assert!(
        sent.iter()
            .any(|(role, text)| role == "assistant" && text.contains(turkish)),
        "{sent:?}"
    );
    assert!(!sent.iter().any(|(_, text)| text.contains(english)), "{sent:?}");
}
