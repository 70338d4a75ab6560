//! A reply that is dropped stops at the server too.

use std::time::Duration;

use futures_util::StreamExt;
use llm::ChatModel;
use llm::openai::OpenAiModel;

use crate::network::{KEY, config, finished, good, reply, request, text};
use crate::server::{Act, Server, delta, eventually, respond, stream_head, wait};

#[tokio::test]
async fn dropping_a_reply_closes_its_connection() {
    let server = Server::playing(vec![vec![stream_head(), delta("Hel"), Act::WaitForClose]]).await;
    let mut stream = OpenAiModel::new(config(&server.base_url)).unwrap().stream(request());
    assert_eq!(stream.next().await, Some(text("Hel")));
    assert_eq!(server.closed(), 0);
    drop(stream);
    assert!(eventually(|| async { server.closed() == 1 }).await);
}

/// A KoboldCpp that goes on when its connection closes.
async fn kobold(version: &'static str) -> Server {
    Server::start(move |request, _| match request {
        _ if request.starts_with("GET /api/extra/version ") => vec![wait(50), respond("200 OK", &[], version)],
        _ if request.starts_with("POST /api/extra/abort ") => vec![wait(50), respond("200 OK", &[], "{}")],
        _ => vec![stream_head(), delta("Hel"), Act::WaitForClose],
    })
    .await
}

#[tokio::test]
async fn koboldcpp_is_told_to_stop_without_the_key_and_before_the_next_request() {
    let server = kobold(r#"{"result":"KoboldCpp","version":"1.100"}"#).await;
    let model = OpenAiModel::new(config(&server.base_url)).unwrap();
    for _ in 0..2 {
        let mut stream = model.stream(request());
        assert_eq!(stream.next().await, Some(text("Hel")));
    }
    assert!(
        eventually(|| async { server.requests().len() == 5 }).await,
        "{:?}",
        server.requests()
    );
    let requests = server.requests();
    let routes: Vec<&str> = requests
        .iter()
        .map(|request| request.split(' ').nth(1).unwrap())
        .collect();
    let (chat, version, abort) = ("/v1/chat/completions", "/api/extra/version", "/api/extra/abort");
    assert_eq!(routes, [chat, version, abort, chat, abort]);
    assert!(
        requests
            .iter()
            .all(|request| request.contains(KEY) == request.contains(chat))
    );
}

#[tokio::test]
async fn other_servers_are_asked_once_and_a_whole_reply_is_not_aborted() {
    let server = kobold(r#"{"result":"something else"}"#).await;
    let model = OpenAiModel::new(config(&server.base_url)).unwrap();
    for _ in 0..2 {
        let mut stream = model.stream(request());
        assert_eq!(stream.next().await, Some(text("Hel")));
    }
    tokio::time::sleep(Duration::from_millis(200)).await;
    assert_eq!(
        server
            .requests()
            .iter()
            .filter(|request| request.contains("/api/extra/"))
            .count(),
        1
    );

    let server = Server::playing(vec![good()]).await;
    assert_eq!(reply(&server.base_url).await, [text("Hello"), finished()]);
    tokio::time::sleep(Duration::from_millis(100)).await;
    assert_eq!(server.requests().len(), 1);
}

#[tokio::test]
async fn a_stop_string_the_server_does_not_heed_stops_it() {
    let server = Server::start(|request, _| match request.contains("/api/extra/") {
        true => vec![respond("404 No", &[], "")],
        false => vec![stream_head(), delta("Yes.\nUs"), delta("er: and"), Act::WaitForClose],
    })
    .await;
    assert_eq!(reply(&server.base_url).await, [text("Yes."), finished()]);
    assert!(eventually(|| async { server.closed() == 1 && server.requests().len() == 2 }).await);
}
