//! Retries, waiting and the key, against a server on this computer.

use std::time::{Duration, Instant};

use futures_util::StreamExt;
use llm::openai::{Config, OpenAiModel, Timeouts, list_models, window_of};
use llm::{ChatMessage, ChatModel, ChatRequest, ChatRole, FinishReason, ModelError, ModelEvent, Secret, Tries};

use crate::server::{Act, Server, delta, respond, stream_head, wait, write};

pub const KEY: &str = "canary-key-5d1f";
const DONE: &str = "data: [DONE]\n\n";

fn quick() -> Timeouts {
    Timeouts {
        connect: Duration::from_secs(2),
        first_silence: Duration::from_millis(400),
        first_piece: Duration::from_millis(1500),
        idle: Duration::from_millis(400),
        after_finish: Duration::from_millis(100),
        retry_pause: Duration::from_millis(20),
        longest_retry_after: Duration::from_secs(2),
    }
}

pub fn config(base_url: &str) -> Config {
    Config {
        timeouts: quick(),
        ..Config::new("test", base_url, Some(Secret::new(KEY.into())))
    }
}

pub fn request() -> ChatRequest {
    ChatRequest {
        model: "m".into(),
        messages: vec![ChatMessage {
            role: ChatRole::User,
            content: "Hi".into(),
        }],
        max_tokens: Some(50),
        stop: vec!["\nUser:".into()],
        ..ChatRequest::default()
    }
}

pub async fn reply(base_url: &str) -> Vec<Result<ModelEvent, ModelError>> {
    OpenAiModel::new(config(base_url))
        .unwrap()
        .stream(request())
        .collect()
        .await
}

pub fn text(text: &str) -> Result<ModelEvent, ModelError> {
    Ok(ModelEvent::Text(text.into()))
}

pub fn finished() -> Result<ModelEvent, ModelError> {
    Ok(ModelEvent::Finished(FinishReason::Stop))
}

pub fn good() -> Vec<Act> {
    vec![stream_head(), delta("Hello"), write(DONE)]
}

#[tokio::test]
async fn a_request_is_sent_and_its_reply_comes_piece_by_piece() {
    let server = Server::playing(vec![vec![
        stream_head(),
        delta("Hel"),
        wait(50),
        delta("lo"),
        write(DONE),
    ]])
    .await;
    let pieces = reply(&server.base_url).await;
    assert_eq!(pieces, [text("Hel"), text("lo"), finished()]);
    let request = &server.requests()[0];
    assert!(request.starts_with("POST /v1/chat/completions HTTP/1.1"), "{request}");
    assert!(request.contains(&format!("authorization: Bearer {KEY}")), "{request}");
    assert!(
        request.contains(r#""stream":true,"stream_options":{"include_usage":true},"max_tokens":50"#),
        "{request}"
    );
}

#[tokio::test]
async fn passing_errors_are_tried_again_twice_and_no_more() {
    let busy = || vec![respond("503 Busy", &[], r#"{"error":{"message":"busy"}}"#)];
    let limited = || vec![respond("429 Slow Down", &[], "{}")];
    let server = Server::playing(vec![busy(), limited(), good()]).await;
    assert_eq!(reply(&server.base_url).await, [text("Hello"), finished()]);

    let server = Server::playing(vec![limited(), limited(), busy(), good()]).await;
    let busy = ModelError::Provider {
        status: Some(503),
        message: "busy".into(),
    };
    assert_eq!(reply(&server.base_url).await, [Err(busy)]);
    assert_eq!(server.requests().len(), 3);
}

#[tokio::test]
async fn what_may_be_sent_once_is_sent_once() {
    let server = Server::playing(vec![
        vec![respond("503 Busy", &[], r#"{"error":{"message":"busy"}}"#)],
        good(),
    ])
    .await;
    let request = ChatRequest {
        tries: Tries::Once,
        ..request()
    };
    let model = OpenAiModel::new(config(&server.base_url)).unwrap();
    let events: Vec<_> = model.stream(request).collect().await;
    assert!(matches!(events[..], [Err(ModelError::Provider { .. })]), "{events:?}");
    assert_eq!(server.requests().len(), 1);
}

#[tokio::test]
async fn a_server_without_structured_output_is_asked_without_it() {
    let refusal = r#"{"error":{"message":"response_format is not supported"}}"#;
    let server = Server::playing(vec![vec![respond("400 Bad Request", &[], refusal)], good()]).await;
    let request = ChatRequest {
        tries: Tries::Once,
        json_schema: Some(serde_json::json!({ "type": "object" })),
        ..request()
    };
    let model = OpenAiModel::new(config(&server.base_url)).unwrap();
    let events: Vec<_> = model.stream(request).collect().await;
    assert_eq!(events, [text("Hello"), finished()]);
    let asked: Vec<bool> = server
        .requests()
        .iter()
        .map(|request| request.contains("response_format"))
        .collect();
    assert_eq!(asked, [true, false]);
}

#[tokio::test]
async fn an_error_frame_before_the_first_piece_is_tried_again_and_one_after_it_is_not() {
    let error = r#"data: {"error":{"code":502,"message":"gone"}}"#;
    let failing = || vec![stream_head(), write(": wait\n\n"), write(error)];
    let server = Server::playing(vec![failing(), good()]).await;
    assert_eq!(reply(&server.base_url).await, [text("Hello"), finished()]);

    let server = Server::playing(vec![vec![stream_head(), delta("Hel"), write(error)], good()]).await;
    let gone = ModelError::Provider {
        status: Some(502),
        message: "gone".into(),
    };
    assert_eq!(reply(&server.base_url).await, [text("Hel"), Err(gone)]);
    assert_eq!(server.requests().len(), 1);
}

#[tokio::test]
async fn retry_after_is_honoured_up_to_its_limit() {
    let limited = |seconds: &str| vec![respond("429 Slow Down", &[&format!("Retry-After: {seconds}")], "{}")];
    let server = Server::playing(vec![limited("0.7"), good()]).await;
    let started = Instant::now();
    assert_eq!(reply(&server.base_url).await, [text("Hello"), finished()]);
    assert!(started.elapsed() >= Duration::from_millis(700));

    let server = Server::playing(vec![limited("3"), good()]).await;
    assert_eq!(
        reply(&server.base_url).await,
        [Err(ModelError::RateLimited { retry_after: Some(3) })]
    );
    assert_eq!(server.requests().len(), 1);
}

#[tokio::test]
async fn final_errors_are_not_tried_again() {
    let context = r#"{"error":{"type":"exceed_context_size_error","message":"5000 tokens","n_ctx":4096}}"#;
    for (status, body, expected) in [
        ("401 No", "{}", ModelError::Unauthorized { status: 401 }),
        ("403 No", "{}", ModelError::Unauthorized { status: 403 }),
        (
            "402 Pay",
            r#"{"error":"no credits left"}"#,
            ModelError::Provider {
                status: Some(402),
                message: "no credits left".into(),
            },
        ),
        (
            "404 No",
            r#"{"error":"no such model"}"#,
            ModelError::UnknownModel {
                message: "no such model".into(),
            },
        ),
        (
            "500 No",
            context,
            ModelError::ContextExceeded {
                message: "5000 tokens".into(),
            },
        ),
    ] {
        let server = Server::playing(vec![vec![respond(status, &[], body)], good()]).await;
        assert_eq!(reply(&server.base_url).await, [Err(expected)]);
        assert_eq!(server.requests().len(), 1);
    }
}

#[tokio::test]
async fn a_server_that_cannot_be_reached_is_named() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let host = listener.local_addr().unwrap().to_string();
    drop(listener);
    match &reply(&format!("http://{host}/v1")).await[..] {
        [Err(ModelError::Unreachable { host: named, reason })] => {
            assert_eq!(named, &host);
            assert!(reason.contains("refused"), "{reason}");
        }
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn the_key_is_not_sent_to_where_a_redirect_points() {
    let elsewhere = Server::playing(vec![good()]).await;
    let location = format!("Location: {}/chat/completions?k={KEY}", elsewhere.base_url);
    let server = Server::playing(vec![vec![respond("307 Moved", &[&location], "")]]).await;
    let pieces = reply(&server.base_url).await;
    let [Err(error)] = &pieces[..] else {
        panic!("{pieces:?}")
    };
    assert!(error.to_string().contains(&elsewhere.base_url), "{error}");
    assert!(!error.to_string().contains(KEY), "{error}");
    assert_eq!(elsewhere.requests().len(), 0);
}

#[tokio::test]
async fn the_key_is_in_no_error() {
    let body = format!(r#"{{"error":{{"message":"{KEY} may not do this"}}}}"#);
    let server = Server::playing(vec![vec![respond("400 No", &[], &body)]]).await;
    let message = "[key] may not do this".into();
    assert_eq!(
        reply(&server.base_url).await,
        [Err(ModelError::Provider {
            status: Some(400),
            message
        })]
    );

    let frame = format!("data: {body}\n\n");
    let server = Server::playing(vec![vec![stream_head(), delta("Hi"), write(&frame)]]).await;
    let message = "[key] may not do this".into();
    assert_eq!(
        reply(&server.base_url).await,
        [text("Hi"), Err(ModelError::Provider { status: None, message })]
    );
}

#[tokio::test]
async fn what_a_server_does_not_accept_is_left_out_from_then_on() {
    let refusal = r#"{"error":{"message":"Unrecognized request argument supplied: stream_options"}}"#;
    let server = Server::start(move |request, _| match request.contains("stream_options") {
        true => vec![respond("400 No", &[], refusal)],
        false => good(),
    })
    .await;
    let model = OpenAiModel::new(config(&server.base_url)).unwrap();
    for _ in 0..2 {
        assert_eq!(
            model.stream(request()).collect::<Vec<_>>().await,
            [text("Hello"), finished()]
        );
    }
    assert_eq!(server.requests().len(), 3);
}

#[tokio::test]
async fn before_the_first_piece_silence_ends_it_and_keep_alives_do_not() {
    let silent = Server::playing(vec![vec![stream_head(), wait(3000)]]).await;
    let started = Instant::now();
    assert_eq!(reply(&silent.base_url).await, [Err(ModelError::Silent { seconds: 0 })]);
    assert!(started.elapsed() < Duration::from_millis(1400));

    let mut patient = vec![stream_head()];
    for _ in 0..5 {
        patient.extend([wait(150), write(": keep-alive\n\n")]);
    }
    patient.extend([delta("Hello"), write(DONE)]);
    let server = Server::playing(vec![patient]).await;
    assert_eq!(reply(&server.base_url).await, [text("Hello"), finished()]);

    let mut endless = vec![stream_head()];
    for _ in 0..30 {
        endless.extend([wait(100), write(": keep-alive\n\n")]);
    }
    let server = Server::playing(vec![endless]).await;
    assert_eq!(reply(&server.base_url).await, [Err(ModelError::Silent { seconds: 1 })]);
}

#[tokio::test]
async fn after_the_first_piece_comments_do_not_count() {
    let mut acts = vec![stream_head(), delta("Hello")];
    for _ in 0..20 {
        acts.extend([wait(100), write(": keep-alive\n\n")]);
    }
    let server = Server::playing(vec![acts]).await;
    let started = Instant::now();
    assert_eq!(
        reply(&server.base_url).await,
        [text("Hello"), Err(ModelError::Silent { seconds: 0 })]
    );
    assert!(started.elapsed() < Duration::from_millis(1500));
}

#[tokio::test]
async fn a_slow_receiver_is_not_taken_for_a_silent_server() {
    let server = Server::playing(vec![vec![
        stream_head(),
        delta("Hel"),
        wait(700),
        delta("lo"),
        write(DONE),
    ]])
    .await;
    let mut stream = OpenAiModel::new(config(&server.base_url)).unwrap().stream(request());
    assert_eq!(stream.next().await, Some(text("Hel")));
    tokio::time::sleep(Duration::from_millis(600)).await;
    assert_eq!(stream.collect::<Vec<_>>().await, [text("lo"), finished()]);
}

#[tokio::test]
async fn a_connection_left_open_after_the_finish_reason_ends_the_reply() {
    let finish = "data: {\"choices\":[{\"delta\":{\"content\":\"Hi\"},\"finish_reason\":\"length\"}]}\n\n";
    let server = Server::playing(vec![vec![stream_head(), write(finish), wait(3000)]]).await;
    assert_eq!(
        reply(&server.base_url).await,
        [text("Hi"), Ok(ModelEvent::Finished(FinishReason::Length))]
    );
}

#[tokio::test]
async fn a_broken_connection_keeps_what_came() {
    let head = "HTTP/1.1 200 OK\r\nContent-Length: 5000\r\n\r\n";
    let server = Server::playing(vec![vec![write(head), delta("Hel")]]).await;
    assert_eq!(reply(&server.base_url).await, [text("Hel"), Err(ModelError::CutOff)]);
}

#[tokio::test]
async fn a_server_that_does_not_stream_is_understood() {
    let body = include_str!("../streams/json_not_stream.txt");
    let server = Server::playing(vec![vec![respond("200 OK", &["Content-Type: application/json"], body)]]).await;
    assert_eq!(reply(&server.base_url).await, [text("Whole"), finished()]);
}

#[tokio::test]
async fn the_window_of_a_model_is_asked_for() {
    let list = r#"{"data":[{"id":"other","max_model_len":1024},{"id":"m","max_model_len":8192}]}"#;
    let of_llama = r#"{"data":[{"id":"m","owned_by":"llamacpp","meta":{"n_ctx_train":131072}}]}"#;
    let properties = r#"{"default_generation_settings":{"n_ctx":4096}}"#;
    let server = Server::playing(vec![
        vec![respond("200 OK", &[], list)],
        vec![respond("200 OK", &[], list)],
        vec![respond("200 OK", &[], of_llama)],
        vec![respond("200 OK", &[], properties)],
        vec![respond("404 No", &[], "{}")],
    ])
    .await;
    let config = config(&server.base_url);
    assert_eq!(window_of(&config, "m").await, Ok(Some(8192)));
    assert_eq!(window_of(&config, "not listed").await, Ok(None));
    assert_eq!(window_of(&config, "m").await, Ok(Some(4096)));
    assert!(window_of(&config, "m").await.is_err());
    let requests = server.requests();
    assert!(
        requests[2].starts_with("GET /v1/models ") && requests[3].starts_with("GET /props "),
        "{requests:#?}"
    );
}

#[tokio::test]
async fn models_are_listed() {
    let list = r#"{"data":[{"id":"a"},{"id":"b"}]}"#;
    let server = Server::playing(vec![
        vec![respond("200 OK", &[], list)],
        vec![respond("401 No", &[], "{}")],
    ])
    .await;
    assert_eq!(
        list_models(&config(&server.base_url)).await,
        Ok(vec!["a".into(), "b".into()])
    );
    assert_eq!(
        list_models(&config(&server.base_url)).await,
        Err(ModelError::Unauthorized { status: 401 })
    );
    assert!(server.requests()[0].starts_with("GET /v1/models "));
}
