//! Names and ids that try to lead out of the data folder.

use characterchat_tests::http::Response;
use characterchat_tests::test_app::Home;
use serde_json::json;
use uuid::Uuid;

use super::started;

/// Lies beside the data folder; no answer may hold it.
const OUTSIDE: &str = "what lies outside the data folder";

/// Names that must lead nowhere.
fn hostile_names() -> Vec<String> {
    let short = [
        "..",
        ".",
        "",
        "/",
        "a/../..",
        "../outside.txt",
        "..\\outside.txt",
        "%2e%2e",
        "%2e%2e%2foutside.txt",
        "..%2foutside.txt",
        "..%5coutside.txt",
        "%00",
        "a\0b",
        "CON",
        "con",
        "nul.json",
        "COM1",
        "/etc/passwd",
        "C:\\windows",
        "file:///etc/passwd",
        "~",
        "$HOME",
        "{{char}}",
        "' or 1=1 --",
        "\u{202e}txt",
        "ÅÄÖ",
        "sherlock_holmes/../sherlock_holmes",
        "sherlock_holmes.json",
        " ",
    ];
    short
        .iter()
        .map(|name| (*name).to_owned())
        .chain(["a".repeat(10_000), "../".repeat(3_000)])
        .collect()
}

/// As browsers write it into a path.
fn encoded(name: &str) -> String {
    name.bytes()
        .map(|byte| {
            if byte.is_ascii_alphanumeric() {
                char::from(byte).to_string()
            } else {
                format!("%{byte:02X}")
            }
        })
        .collect()
}

#[track_caller]
fn assert_nothing_leaks(response: &Response, name: &str) {
    let status = response.head.status;
    assert!(
        (400..500).contains(&status),
        "{name:.60?} was answered with {status}: {:.200}",
        response.text()
    );
    assert!(
        !response.text().contains(OUTSIDE) && !response.text().contains("root:"),
        "{name:.60?}"
    );
}

#[test]
fn hostile_names_in_paths_lead_nowhere() {
    let app = started();
    std::fs::write(app.home.outside().join("outside.txt"), OUTSIDE).unwrap();
    for name in hostile_names().iter().filter(|name| !name.is_empty() && *name != "/") {
        // As it is only where HTTP can carry it.
        let raw = name.bytes().all(|byte| byte.is_ascii_graphic());
        for written in [Some(encoded(name)), raw.then(|| name.clone())].into_iter().flatten() {
            for (method, folder) in [("POST", "/api/"), ("GET", "/portraits/"), ("GET", "/assets/")] {
                let response = app.request(method, &format!("{folder}{written}"), b"{}").unwrap();
                assert_nothing_leaks(&response, name);
            }
        }
    }
}

#[test]
fn hostile_ids_in_commands_lead_nowhere() {
    let app = started();
    std::fs::write(app.home.outside().join("outside.txt"), OUTSIDE).unwrap();
    let fine = Uuid::now_v7();
    for name in hostile_names() {
        let inputs = [
            ("open_conversation", json!({ "character_id": name })),
            (
                "open_conversation",
                json!({ "character_id": "sherlock_holmes", "conversation_id": name }),
            ),
            ("new_conversation", json!({ "character_id": name })),
            ("list_conversations", json!({ "character_id": name })),
            ("list_messages", json!({ "conversation_id": name, "limit": 10 })),
            (
                "send_message",
                json!({ "conversation_id": name, "text": "a", "expected_revision": 0, "operation_id": fine }),
            ),
            (
                "send_message",
                json!({ "conversation_id": fine, "text": "a", "expected_revision": 0, "operation_id": name }),
            ),
            (
                "continue_reply",
                json!({ "conversation_id": name, "expected_revision": 0, "operation_id": fine }),
            ),
            ("stop_reply", json!({ "conversation_id": name })),
            ("choose_model", json!({ "model_id": name })),
            ("choose_model", json!({ "model_id": format!("this_computer/{name}") })),
            ("remove_connection", json!({ "id": name })),
            (
                "save_connection",
                json!({ "id": name, "name": "a", "base_url": "http://127.0.0.1:1/v1", "models": ["a"] }),
            ),
            (
                "save_connection",
                json!({ "name": "a", "base_url": name, "models": ["a"] }),
            ),
        ];
        for (command, input) in inputs {
            // `con` is no file name on Windows, yet as a character's id it is refused like the others.
            let response = app
                .request("POST", &format!("/api/{command}"), input.to_string().as_bytes())
                .unwrap();
            assert_nothing_leaks(&response, &format!("{command} {name:.60}"));
            response.json().unwrap();
        }
    }
    assert_data_folder_is_clean(&app.home);
}

fn assert_data_folder_is_clean(home: &Home) {
    let beside: Vec<String> = std::fs::read_dir(home.outside())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
        .collect();
    let strange: Vec<&String> = beside
        .iter()
        .filter(|name| !["data", "log", "no models", "outside.txt"].contains(&name.as_str()))
        .collect();
    assert!(strange.is_empty(), "{strange:?}");
}
