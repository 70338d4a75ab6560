//! Files through the browser's door: uploads, downloads, and what is refused.

use app::commands::ImportReport;
use characterchat_tests::http::{self, Request};
use characterchat_tests::test_app::{Program, TestApp};
use serde_json::{Value, json};

fn save(text: &str) -> String {
    json!({
        "format": "characterchat.save", "version": "3.0", "character": { "id": "sherlock_holmes" },
        "messages": [{ "role": "user", "alternates": [{ "text": text }] }],
    })
    .to_string()
}

fn upload(app: &TestApp, bytes: &[u8]) -> Value {
    let response = app.request("POST", "/files?name=..%2f..%2fa.json", bytes).unwrap();
    assert_eq!(response.head.status, 200, "{}", response.text());
    response.json().unwrap()
}

#[test]
fn a_conversation_goes_out_and_comes_in_through_the_browser() {
    let app = TestApp::start(Program::Product).unwrap();
    // Larger than any command may be.
    let long = "x".repeat(900_000);
    let text = save(&long).replace(
        "[{\"role",
        &format!(
            "[{}{{\"role",
            format!("{{\"role\":\"user\",\"alternates\":[{{\"text\":\"{long}\"}}]}},").repeat(5)
        ),
    );
    assert!(text.len() > 5_000_000);
    let file = upload(&app, text.as_bytes());
    let report: ImportReport = app.call("import_conversation", json!({ "file": file })).unwrap();
    assert_eq!(report.messages, 6);
    assert_eq!(
        app.refused("import_conversation", json!({ "file": file }))
            .unwrap()
            .code,
        "not_found"
    );

    let exported: Value = app
        .call(
            "export_conversation",
            json!({ "conversation_id": report.conversation_id }),
        )
        .unwrap();
    let address = format!("/files/{}", exported["file"]["handle"].as_str().unwrap());
    let stranger = Request {
        method: "GET",
        target: &address,
        headers: &[],
        body: b"",
    };
    assert_eq!(
        http::send(app.port, stranger).unwrap().head.status,
        401,
        "without the cookie"
    );
    assert_eq!(
        app.request("HEAD", &address, b"").unwrap().head.status,
        405,
        "looking costs nothing"
    );
    let response = app.request("GET", &address, b"").unwrap();
    assert_eq!(response.head.status, 200);
    assert_eq!(response.body.len() as u64, exported["bytes"].as_u64().unwrap());
    assert!(response.text().contains("\"version\": \"3.0\""));
    let disposition = response.head.header("content-disposition").unwrap();
    assert!(
        disposition.starts_with("attachment; filename*=UTF-8''Sherlock%20Holmes"),
        "{disposition}"
    );
    assert_eq!(response.head.header("content-type"), Some("application/octet-stream"));
    assert_eq!(app.request("GET", &address, b"").unwrap().head.status, 404, "only once");
    let left = std::fs::read_dir(app.home.data().join("passing")).unwrap().count();
    assert_eq!(left, 0, "nothing waits any more");
}

#[test]
fn what_is_too_large_or_broken_off_leaves_nothing() {
    let app = TestApp::start(Program::Product).unwrap();
    let headers = [("Cookie", app.cookie.as_str()), ("Content-Length", "268435457")];
    let request = Request {
        method: "POST",
        target: "/files",
        headers: &headers,
        body: b"x",
    };
    let response = http::send(app.port, request).unwrap();
    assert_eq!(response.head.status, 413);
    assert_eq!(response.json().unwrap()["code"], "too_large");
    let foreign = [("Cookie", app.cookie.as_str()), ("Origin", "http://evil.example")];
    let request = Request {
        method: "POST",
        target: "/files",
        headers: &foreign,
        body: b"x",
    };
    assert_eq!(http::send(app.port, request).unwrap().head.status, 403);
    for hostile in [
        "/files/..",
        "/files/%2e%2e%2fkeys.json",
        "/files/a%00b",
        "/files/",
        "/files/00000000000000000000000000000000",
    ] {
        let response = app.request("GET", hostile, b"").unwrap();
        assert_eq!(response.head.status, 404, "{hostile}: {}", response.text());
    }
    let refused = app.refused("export_library", json!({ "path": "/tmp" })).unwrap();
    assert_eq!((refused.status, refused.code.as_str()), (403, "path_refused"));
    let passing = app.home.data().join("passing");
    assert!(!passing.exists() || std::fs::read_dir(passing).unwrap().count() == 0);
}
