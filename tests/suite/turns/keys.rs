//! A key goes to its provider and nowhere else.

use characterchat_tests::process::files_below;
use characterchat_tests::test_app::Home;

use super::*;

const CANARY: &str = "canary-7f3a91c2e8d4";

fn holds_canary(bytes: &[u8]) -> bool {
    bytes.windows(CANARY.len()).any(|window| window == CANARY.as_bytes())
}

#[test]
fn a_key_is_in_its_own_file_only() {
    // The log tells everything it can.
    let home = Home::new(Program::Product).unwrap().with("CHARACTERCHAT_LOG", "trace");
    let mut app = TestApp::start_on(home).unwrap();
    let replies = [
        Answer::text("Good."),
        Answer::Refuse {
            status: 401,
            echo_key: true,
        },
        Answer::Refuse {
            status: 400,
            echo_key: true,
        },
        Answer::Cut { text: "So ".into() },
    ];
    let count = replies.len();
    let provider = Provider::start(replies).unwrap();
    let mut answers = vec![serde_json::to_string(&app.use_provider(&provider, Some(CANARY)).unwrap()).unwrap()];
    for _ in 0..count {
        let (_, events) = turn(&app, HOLMES, "Hello");
        answers.push(serde_json::to_string(&events).unwrap());
    }
    let sent = format!("Bearer {CANARY}");
    assert!(
        provider
            .asked()
            .iter()
            .all(|asked| asked.authorization.as_deref() == Some(sent.as_str()))
    );
    for command in ["list_models", "get_settings", "get_about", "list_characters"] {
        answers.push(app.request("POST", &format!("/api/{command}"), b"{}").unwrap().text());
    }
    let duplicate =
        json!({ "id": "nobody", "name": "a", "base_url": "http://127.0.0.1:1/v1", "models": ["a"], "key": CANARY });
    answers.push(app.refused("save_connection", duplicate).unwrap().to_string());
    let malformed = json!({ "name": 7, "base_url": "http://127.0.0.1:1/v1", "models": [], "key": CANARY });
    answers.push(app.refused("save_connection", malformed).unwrap().to_string());
    for answer in &answers {
        assert!(!holds_canary(answer.as_bytes()), "{answer}");
    }
    assert!(app.end().unwrap().success());
    let mut found = Vec::new();
    for path in files_below(app.home.outside()).unwrap() {
        if holds_canary(&std::fs::read(&path).unwrap()) {
            found.push(path.strip_prefix(app.home.outside()).unwrap().display().to_string());
        }
    }
    assert_eq!(found, ["data/keys.json"]);
}

#[test]
fn a_saved_key_never_follows_a_changed_address() {
    let (first, second) = (
        Provider::start([Answer::text("One.")]).unwrap(),
        Provider::start([Answer::text("Two.")]).unwrap(),
    );
    let app = TestApp::start(Program::Product).unwrap();
    let list = app.use_provider(&first, Some(CANARY)).unwrap();
    turn(&app, HOLMES, "Hello");
    let id = list.chosen.split('/').next().unwrap().to_owned();
    let moved = json!({ "id": id, "name": "Local provider", "base_url": second.base_url(), "models": ["test-model"] });
    app.call::<Value>("save_connection", moved).unwrap();
    turn(&app, HOLMES, "Hello again");
    assert_eq!(
        first.last_asked().unwrap().authorization,
        Some(format!("Bearer {CANARY}"))
    );
    assert_eq!(second.last_asked().unwrap().authorization, None);
}
