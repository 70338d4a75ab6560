//! Letting no one in: what the browser's door refuses.

#[path = "doors/hostile.rs"]
mod hostile;

use std::io::Write;
use std::net::TcpStream;
use std::time::{Duration, Instant};

use app::commands::ConversationView;
use characterchat_tests::http::{self, Request, Response};
use characterchat_tests::test_app::{Program, TestApp};
use serde_json::{Value, json};
use uuid::Uuid;

/// Largest body of a command, in bytes.
const LARGEST_BODY: usize = (4 << 20) + (64 << 10);

fn started() -> TestApp {
    TestApp::start(Program::Product).unwrap()
}

/// A request with exactly these headers and no cookie of its own.
fn ask(app: &TestApp, method: &str, target: &str, headers: &[(&str, &str)]) -> Response {
    http::send(
        app.port,
        Request {
            method,
            target,
            headers,
            body: b"",
        },
    )
    .unwrap()
}

#[track_caller]
fn assert_refused(response: &Response, status: u16, code: &str) {
    assert_eq!(response.head.status, status, "{}", response.text());
    let body = response.json().unwrap();
    assert_eq!(body["code"], code);
    assert!(
        body["message"].as_str().is_some_and(|message| message.ends_with('.')),
        "{body}"
    );
}

#[test]
fn locked_without_the_cookie() {
    let app = started();
    let own = app.cookie.clone();
    let value = own.split_once('=').unwrap().1;
    let port = app.port;
    for cookie in [
        "",
        &format!("characterchat_{port}="),
        &format!("characterchat_{port}=00000000000000000000000000000000"),
        &format!("characterchat={value}"),
        &format!("characterchat_{}={value}", port.wrapping_add(1)),
        "other=1",
        &own[..own.len() - 1],
        &format!("{own}0"),
    ] {
        for (method, target) in [
            ("POST", "/api/list_characters"),
            ("POST", "/api/no_such_command"),
            ("GET", "/api/events"),
        ] {
            assert_refused(&ask(&app, method, target, &[("Cookie", cookie)]), 401, "locked_out");
        }
        let portrait = ask(&app, "GET", "/portraits/sherlock_holmes", &[("Cookie", cookie)]);
        assert_refused(&portrait, 401, "locked_out");
    }
    assert_eq!(
        ask(
            &app,
            "POST",
            "/api/list_characters",
            &[("Cookie", &format!("a=b; {own}; c=d"))]
        )
        .head
        .status,
        200
    );
}

#[test]
fn only_the_printed_address_gives_a_cookie() {
    let app = started();
    for target in [
        "/enter",
        "/enter?token=",
        "/enter?token=00000000000000000000000000000000",
        "/enter?token=%00",
        "/enter?other=1",
    ] {
        let response = ask(&app, "GET", target, &[]);
        assert_eq!(response.head.status, 401, "{target}");
        assert_eq!(response.head.header("set-cookie"), None, "{target}");
    }
    let target = &app.address[app.address.find("/enter").unwrap()..];
    let entered = ask(&app, "GET", target, &[]);
    assert_eq!((entered.head.status, entered.head.header("location")), (303, Some("/")));
    let cookie = entered.head.header("set-cookie").unwrap();
    assert!(
        cookie.contains("; HttpOnly") && cookie.contains("; SameSite=Strict"),
        "{cookie}"
    );
    let value = cookie.split(['=', ';']).nth(1).unwrap();
    assert!(value.len() >= 32, "128 bits: {value}");
    let database = std::fs::read(app.home.data().join("characterchat.sqlite")).unwrap();
    let log = std::fs::read(app.home.data().join("characterchat.sqlite-wal")).unwrap_or_default();
    let kept = [database, log].concat();
    assert!(
        !kept.windows(value.len()).any(|window| window == value.as_bytes()),
        "kept as it is instead of hashed"
    );
}

#[test]
fn a_known_browser_stays_known_and_an_old_address_does_not() {
    let mut app = started();
    let old = app.address[app.address.find("/enter").unwrap()..].to_owned();
    assert!(app.end().unwrap().success());
    app.start_again().unwrap();
    app.call::<Value>("list_characters", json!({})).unwrap();
    assert_refused(&ask(&app, "GET", &old, &[]), 401, "locked_out");
}

#[test]
fn requests_for_other_names_or_from_other_pages_are_refused() {
    let app = started();
    let port = app.port;
    let cookie = ("Cookie", app.cookie.as_str());
    let targets = [
        ("GET", "/"),
        ("GET", "/enter?token=x"),
        ("POST", "/api/list_characters"),
        ("GET", "/api/events"),
        ("GET", "/portraits/sherlock_holmes"),
    ];
    for host in [
        "evil.example",
        &format!("evil.example:{port}"),
        "127.0.0.1",
        &format!("127.0.0.1:{}", port ^ 1),
        &format!("127.0.0.1.evil.example:{port}"),
    ] {
        for (method, target) in targets {
            assert_refused(
                &ask(&app, method, target, &[cookie, ("Host", host)]),
                403,
                "wrong_origin",
            );
        }
    }
    for origin in [
        "http://evil.example",
        "null",
        &format!("https://127.0.0.1:{port}"),
        &format!("http://127.0.0.1:{port}.evil.example"),
    ] {
        assert_refused(
            &ask(&app, "POST", "/api/list_characters", &[cookie, ("Origin", origin)]),
            403,
            "wrong_origin",
        );
    }
    assert_refused(
        &ask(
            &app,
            "POST",
            "/api/list_characters",
            &[cookie, ("Sec-Fetch-Site", "cross-site")],
        ),
        403,
        "wrong_origin",
    );
    let own = format!("http://localhost:{port}");
    assert_eq!(
        ask(&app, "POST", "/api/list_characters", &[cookie, ("Origin", &own)])
            .head
            .status,
        200
    );
}

#[test]
fn every_answer_carries_the_policy_for_its_content() {
    let app = started();
    let wanted = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; \
                  connect-src 'self' ipc: http://ipc.localhost; base-uri 'none'; form-action 'none'; frame-src 'none'; object-src 'none'";
    let cookie = ("Cookie", app.cookie.as_str());
    for (method, target, headers) in [
        ("GET", "/", &[][..]),
        ("GET", "/assets/missing.js", &[]),
        ("GET", "/enter?token=x", &[]),
        ("POST", "/api/list_characters", &[]),
        ("POST", "/api/list_characters", &[cookie]),
        ("POST", "/api/no_such_command", &[cookie]),
        ("GET", "/portraits/sherlock_holmes", &[cookie]),
        ("GET", "/", &[("Host", "evil.example")]),
    ] {
        let head = ask(&app, method, target, headers).head;
        let policy = head.header("content-security-policy").unwrap_or_default();
        assert!(policy.starts_with(wanted), "{method} {target}: {policy:?}");
        assert_eq!(
            head.header("x-content-type-options"),
            Some("nosniff"),
            "{method} {target}"
        );
    }
}

/// The second one's cookie took the place of the first one's, which then knew its browser no more.
#[test]
fn one_browser_stays_known_to_two_programs() {
    let (one, two) = (started(), started());
    let both = format!("{}; {}", one.cookie, two.cookie);
    assert_ne!(one.cookie.split('=').next(), two.cookie.split('=').next());
    for app in [&one, &two] {
        let answer = ask(app, "POST", "/api/list_characters", &[("Cookie", &both)]);
        assert_eq!(answer.head.status, 200, "{}", answer.text());
    }
}

#[test]
fn what_is_no_command_is_answered_in_json() {
    let app = started();
    let refused = app.refused("forget_everything", json!({})).unwrap();
    assert_eq!((refused.status, refused.code.as_str()), (404, "unknown_command"));
    let post = |target: &str, body: &str| app.request("POST", target, body.as_bytes()).unwrap();
    assert_refused(&post("/api/list_messages", "{"), 400, "invalid_input");
    assert_refused(&post("/api/list_messages", "[1]"), 400, "invalid_input");
    assert_refused(&post("/api/list_characters", "[]"), 400, "invalid_input");
    assert_refused(
        &post("/api/list_characters", r#"{"catgory":"a"}"#),
        400,
        "invalid_input",
    );
    assert_refused(&post("/api/list_messages", &"[".repeat(100_000)), 400, "invalid_input");
    assert_eq!(
        post("/api/list_characters", "").head.status,
        200,
        "nothing stands for no input"
    );
}

#[test]
fn a_body_may_hold_4_mb_and_64_kb() {
    let app = started();
    let fill = |length: usize| [&b"{\"text\":\""[..], &vec![b'a'; length - 11], b"\"}"].concat();
    let largest = app.request("POST", "/api/send_message", &fill(LARGEST_BODY)).unwrap();
    assert_refused(&largest, 400, "invalid_input");
    let larger = app
        .request("POST", "/api/send_message", &fill(LARGEST_BODY + 1))
        .unwrap();
    assert_refused(&larger, 413, "too_large");
    app.call::<Value>("list_characters", json!({})).unwrap();
}

#[test]
fn a_request_whose_head_never_ends_is_closed_after_10_s() {
    let app = started();
    let mut stream: TcpStream = http::connect(app.port).unwrap();
    let started = Instant::now();
    stream.write_all(b"GET / HTTP/1.1\r\nHost: 127.0.0.1").unwrap();
    // Whether it is told so or just closed: it must not be kept.
    let _ = http::read_response(stream);
    let waited = started.elapsed();
    assert!(
        waited > Duration::from_secs(8) && waited < Duration::from_secs(20),
        "{waited:?}"
    );
}

/// Such a request held its connection for good.
#[test]
fn a_body_that_trickles_is_not_waited_for() {
    let app = started();
    let mut stream: TcpStream = http::connect(app.port).unwrap();
    let head = format!(
        "POST /api/list_characters HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nCookie: {}\r\nContent-Length: 1000000\r\n\r\n",
        app.port, app.cookie
    );
    stream.write_all(head.as_bytes()).unwrap();
    let mut trickling = stream.try_clone().unwrap();
    std::thread::spawn(move || {
        while trickling.write_all(b" ").is_ok() {
            std::thread::sleep(Duration::from_millis(300));
        }
    });
    assert_refused(&http::read_response(stream).unwrap(), 408, "too_slow");
}

#[test]
fn a_session_holds_32_streams_of_events_and_the_oldest_makes_way() {
    let app = started();
    let open = || {
        let request = Request {
            method: "GET",
            target: "/api/events",
            headers: &[("Cookie", &app.cookie)],
            body: b"",
        };
        let (head, mut body) = http::open_stream(app.port, request).unwrap();
        assert_eq!(head.status, 200);
        assert!(body.next_piece().unwrap().is_some(), "it says that it listens");
        body
    };
    let mut streams: Vec<http::Body> = (0..32).map(|_| open()).collect();
    let _one_more = open();
    assert!(streams[0].next_piece().unwrap().is_none(), "the oldest has ended");
    let listener = app.listen().unwrap();
    app.call::<Value>("change_settings", json!({ "theme": "dark" }))
        .unwrap();
    listener
        .until(|event| *event == engine::event::Event::SettingsChanged)
        .unwrap();
    let heard = streams[31].next_piece().unwrap().unwrap();
    assert!(
        String::from_utf8_lossy(&heard).contains("settings_changed"),
        "{heard:?}"
    );
}

#[test]
fn what_belongs_to_nobody_here_is_not_found() {
    let app = started();
    let view: ConversationView = app.open("sherlock_holmes").unwrap();
    let other = Uuid::now_v7();
    for (command, input) in [
        (
            "open_conversation",
            json!({ "character_id": "sherlock_holmes", "conversation_id": other }),
        ),
        (
            "open_conversation",
            json!({ "character_id": "captain_nemo", "conversation_id": view.id }),
        ),
        ("list_messages", json!({ "conversation_id": other, "limit": 10 })),
        (
            "send_message",
            json!({ "conversation_id": other, "text": "a", "expected_revision": 0, "operation_id": other }),
        ),
        (
            "continue_reply",
            json!({ "conversation_id": other, "expected_revision": 0, "operation_id": other }),
        ),
        ("stop_reply", json!({ "conversation_id": other })),
        ("remove_connection", json!({ "id": "nobody" })),
    ] {
        let refused = app.refused(command, input).unwrap();
        assert_eq!((refused.status, refused.code.as_str()), (404, "not_found"), "{command}");
    }
}

#[test]
fn portraits_are_pictures_and_small_ones_are_smaller() {
    let app = started();
    let get = |target: &str| app.request("GET", target, b"").unwrap();
    let whole = get("/portraits/sherlock_holmes");
    assert_eq!(
        (whole.head.status, whole.head.header("content-type")),
        (200, Some("image/png"))
    );
    assert!(whole.body.starts_with(b"\x89PNG"));
    let small = get("/portraits/sherlock_holmes?size=64");
    assert!(small.body.starts_with(b"\x89PNG") && small.body.len() < whole.body.len());
    for target in [
        "/portraits/nobody",
        "/portraits/sherlock_holmes.png",
        "/portraits/",
        "/portraits/sherlock_holmes?size=-1",
    ] {
        assert!((400..500).contains(&get(target).head.status), "{target}");
    }
}
