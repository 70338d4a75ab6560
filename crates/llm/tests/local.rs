//! The model in the process, with the starter model itself: what a caller of the crate can rely on.
#![cfg(feature = "local")]

#[path = "local/schemas.rs"]
mod schemas;

use std::path::PathBuf;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use futures_util::StreamExt;
use llm::local::{LocalModel, LocalOptions};
use llm::{ChatMessage, ChatModel, ChatRequest, ChatRole, FinishReason, ModelError, ModelEvent, Sampling};

const MODEL_FILE: &str = "smollm2-135m-instruct.gguf";

fn model_path() -> PathBuf {
    let folder = std::env::var_os("CHARACTERCHAT_MODELS")
        .unwrap_or_else(|| panic!("set CHARACTERCHAT_MODELS to the folder that holds {MODEL_FILE}"));
    PathBuf::from(folder).join(MODEL_FILE)
}

fn load() -> LocalModel {
    LocalModel::load(
        &model_path(),
        LocalOptions {
            context_tokens: 1024,
            threads: 1,
        },
    )
    .unwrap()
}

/// One model for the tests that do not mind waiting for each other.
fn shared() -> &'static LocalModel {
    static MODEL: OnceLock<LocalModel> = OnceLock::new();
    MODEL.get_or_init(load)
}

fn message(role: ChatRole, content: &str) -> ChatMessage {
    ChatMessage {
        role,
        content: content.into(),
    }
}

fn greedy() -> Sampling {
    Sampling {
        temperature: Some(0.0),
        ..Sampling::default()
    }
}

fn request(text: &str, max_tokens: u32) -> ChatRequest {
    ChatRequest {
        messages: vec![
            message(ChatRole::System, "You are a sailor."),
            message(ChatRole::User, text),
        ],
        sampling: greedy(),
        max_tokens: Some(max_tokens),
        ..ChatRequest::default()
    }
}

struct Reply {
    pieces: Vec<String>,
    usage: (u32, u32),
    finish: FinishReason,
}

impl Reply {
    fn text(&self) -> String {
        self.pieces.concat()
    }
}

async fn reply(model: &LocalModel, request: ChatRequest) -> Result<Reply, ModelError> {
    let mut stream = model.stream(request);
    let mut reply = Reply {
        pieces: Vec::new(),
        usage: (0, 0),
        finish: FinishReason::Filtered,
    };
    while let Some(event) = stream.next().await {
        match event? {
            ModelEvent::Text(text) => reply.pieces.push(text),
            ModelEvent::Usage {
                prompt_tokens,
                completion_tokens,
            } => reply.usage = (prompt_tokens, completion_tokens),
            ModelEvent::Finished(finish) => reply.finish = finish,
            ModelEvent::Reasoning(text) => panic!("the starter model does not reason: {text}"),
        }
    }
    Ok(reply)
}

fn lighthouse_text(sentences: usize) -> String {
    "The lamp of the lighthouse turns over the dark water and the gulls sleep. ".repeat(sentences)
}

#[tokio::test]
async fn a_reply_comes_piece_by_piece_and_says_how_it_ended() {
    let cut = reply(shared(), request("Tell me a long story about the sea.", 24))
        .await
        .unwrap();
    assert!(cut.pieces.len() > 5, "{:?}", cut.pieces);
    assert!(cut.text().split_whitespace().count() > 8, "{:?}", cut.text());
    assert_eq!(cut.finish, FinishReason::Length);
    assert_eq!(cut.usage.1, 24);
    assert!(cut.usage.0 > 20);

    let whole = reply(shared(), request("What is 1 + 1? Answer with one word.", 200))
        .await
        .unwrap();
    assert_eq!(whole.finish, FinishReason::Stop);
    assert!(
        whole.usage.1 < 200 && !whole.text().contains("<|"),
        "{:?}",
        whole.text()
    );
}

#[tokio::test]
async fn the_same_seed_gives_the_same_reply_and_another_seed_another() {
    let seeded = |seed| ChatRequest {
        sampling: Sampling {
            temperature: Some(1.2),
            top_p: Some(1.0),
            min_p: Some(0.0),
            seed: Some(seed),
            ..Sampling::default()
        },
        ..request("Describe a storm.", 32)
    };
    let first = reply(shared(), seeded(7)).await.unwrap().text();
    assert_eq!(reply(shared(), seeded(7)).await.unwrap().text(), first);
    assert_ne!(reply(shared(), seeded(8)).await.unwrap().text(), first);
}

#[tokio::test]
async fn a_reply_after_others_is_the_one_a_fresh_model_gives() {
    let model = load();
    let mut longer = request("Describe a storm.", 40);
    let fresh = reply(&load(), longer.clone()).await.unwrap().text();
    reply(&model, request("Describe a calm sea.", 40)).await.unwrap();
    assert_eq!(reply(&model, longer.clone()).await.unwrap().text(), fresh);

    // The next turn shares everything up to the new message.
    longer.messages.push(message(ChatRole::Assistant, &fresh));
    longer.messages.push(message(ChatRole::User, "And then?"));
    let next = reply(&model, longer.clone()).await.unwrap().text();
    assert_eq!(next, reply(&load(), longer).await.unwrap().text());
}

#[tokio::test]
async fn reading_ahead_changes_no_reply_and_lets_requests_pass() {
    let model = load();
    let mut long = request("Who are you?", 12);
    long.messages[0].content.push_str(&lighthouse_text(15));
    model.prewarm(&long.messages[..1]);
    let passing = reply(&model, request("Hi.", 4)).await.unwrap().text();
    model.prewarm(&long.messages[..1]);
    model.prewarm(&[message(ChatRole::User, &lighthouse_text(2000))]);
    let after = reply(&model, long.clone()).await.unwrap().text();

    let fresh = load();
    assert_eq!(after, reply(&fresh, long).await.unwrap().text());
    assert_eq!(passing, reply(&fresh, request("Hi.", 4)).await.unwrap().text());
}

#[tokio::test]
async fn a_dropped_reply_stops_at_once_and_the_next_is_fine() {
    let model = load();
    let started = Instant::now();
    let first = reply(&model, request("Count from one to a thousand.", 40))
        .await
        .unwrap();
    let forty_tokens = started.elapsed();
    assert_eq!(first.finish, FinishReason::Length);

    let mut endless = model.stream(request("Count from one to a thousand.", 900));
    assert!(matches!(endless.next().await, Some(Ok(ModelEvent::Text(_)))));
    drop(endless);
    // While the prompt is being read, and before it has its turn.
    let mut long = request("Hi.", 4);
    long.messages[0].content = lighthouse_text(60);
    let reading = model.stream(long.clone());
    let queued = model.stream(long);
    tokio::time::sleep(Duration::from_millis(20)).await;
    drop((reading, queued));

    let started = Instant::now();
    let next = reply(&model, request("Hi.", 4)).await.unwrap();
    let after_drops = started.elapsed();
    // The 900 tokens and two prompts of 900 tokens would take more than thirty times as long.
    assert!(after_drops < forty_tokens * 6, "{after_drops:?} after {forty_tokens:?}");
    assert_eq!(next.text(), reply(&load(), request("Hi.", 4)).await.unwrap().text());
}

#[tokio::test]
async fn a_stop_string_ends_the_reply_before_it() {
    let whole = reply(shared(), request("Tell me about the sea.", 30))
        .await
        .unwrap()
        .text();
    let words: Vec<&str> = whole.split(' ').collect();
    // From the middle of one word to the middle of the next, so that it lies across tokens.
    let stop = format!("{} {}", &words[4][words[4].len() - 1..], &words[5][..1]);
    let stopped = reply(
        shared(),
        ChatRequest {
            stop: vec![stop.clone()],
            ..request("Tell me about the sea.", 30)
        },
    )
    .await
    .unwrap();
    assert_eq!(stopped.text(), whole[..whole.find(&stop).unwrap()]);
    assert_eq!(stopped.finish, FinishReason::Stop);
    assert!(stopped.usage.1 < 30);
}

#[tokio::test]
async fn two_requests_at_once_both_finish() {
    let (first, second) = tokio::join!(
        reply(shared(), request("Name a fish.", 12)),
        reply(shared(), request("Name a bird.", 12))
    );
    assert!(!first.unwrap().text().is_empty());
    assert!(!second.unwrap().text().is_empty());
}

#[tokio::test]
async fn the_last_message_is_continued_where_it_ends() {
    let mut continued = request("Count to five.", 6);
    continued
        .messages
        .push(message(ChatRole::Assistant, "one, two, three, "));
    continued.continue_last = true;
    let text = reply(shared(), continued).await.unwrap().text();
    assert!(text.starts_with("four"), "{text:?}");
}

#[tokio::test]
async fn letters_of_every_script_survive() {
    let phrase = "Günaydın şeker kuş 🙂 çiğdem";
    let mut continued = request(&format!("Repeat: {phrase}. Again: {phrase}. Again: {phrase}."), 40);
    continued.messages.push(message(
        ChatRole::Assistant,
        &format!("{phrase}. {phrase}. {phrase}. Günaydın"),
    ));
    continued.continue_last = true;
    let reply = reply(shared(), continued).await.unwrap();
    assert!(reply.text().contains("şeker kuş 🙂 çiğdem"), "{:?}", reply.pieces);
    assert!(!reply.text().contains(char::REPLACEMENT_CHARACTER));
}

#[tokio::test]
async fn a_prompt_longer_than_the_context_is_refused() {
    let refused = reply(shared(), request(&lighthouse_text(2000), 4)).await;
    assert!(
        matches!(refused, Err(ModelError::ContextExceeded { .. })),
        "{:?}",
        refused.err()
    );
    assert!(reply(shared(), request("Hi.", 4)).await.is_ok());
}

#[tokio::test]
async fn a_full_context_cuts_the_reply() {
    let model = LocalModel::load(
        &model_path(),
        LocalOptions {
            context_tokens: 64,
            threads: 1,
        },
    )
    .unwrap();
    assert_eq!(model.context_tokens(), 64);
    let cut = reply(
        &model,
        ChatRequest {
            max_tokens: None,
            ..request("Tell me a long story.", 0)
        },
    )
    .await
    .unwrap();
    assert_eq!(cut.finish, FinishReason::Length);
    assert_eq!(cut.usage.0 + cut.usage.1, 64);
}

#[tokio::test]
async fn no_room_for_a_word_is_an_error_and_no_messages_are_none() {
    assert_eq!(reply(shared(), request("Hi.", 0)).await.err(), Some(ModelError::Empty));
    let nothing = ChatRequest {
        sampling: greedy(),
        max_tokens: Some(1),
        ..ChatRequest::default()
    };
    assert!(
        reply(shared(), nothing)
            .await
            .is_ok_and(|reply| !reply.pieces.is_empty())
    );
}

#[tokio::test]
async fn settings_that_are_no_numbers_do_no_harm() {
    let odd = Sampling {
        temperature: Some(f32::NAN),
        top_p: Some(f32::INFINITY),
        min_p: Some(-3.0),
        top_k: Some(-1),
        dry_multiplier: Some(f32::NAN),
        seed: Some(1),
    };
    assert!(
        reply(
            shared(),
            ChatRequest {
                sampling: odd,
                ..request("Hi.", 8)
            }
        )
        .await
        .is_ok()
    );
    let repeats = Sampling {
        dry_multiplier: Some(0.8),
        ..greedy()
    };
    assert!(
        reply(
            shared(),
            ChatRequest {
                sampling: repeats,
                ..request("Hi.", 8)
            }
        )
        .await
        .is_ok()
    );
}

#[test]
fn the_model_says_what_it_is() {
    let info = shared().info();
    assert!(
        info.name
            .as_deref()
            .is_some_and(|name| name.to_lowercase().contains("smollm2")),
        "{info:?}"
    );
    assert!((130_000_000..140_000_000).contains(&info.parameters), "{info:?}");
    assert_eq!(info.trained_context_tokens, 8192);
    assert_eq!(shared().count_tokens(""), 0);
    assert_eq!(shared().count_tokens("Hello there"), 2);
    // A mark of the template counts as the text it is.
    assert!(shared().count_tokens("<|im_end|>") > 1);
}

#[test]
fn files_that_are_no_model_are_refused_with_the_reason() {
    let folder = tempfile::tempdir().unwrap();
    let refused = |path: &std::path::Path| match LocalModel::load(path, LocalOptions::default()) {
        Err(ModelError::Local { message }) => message,
        Err(error) => panic!("{error}"),
        Ok(_) => panic!("{} was loaded", path.display()),
    };
    assert!(refused(&folder.path().join("missing.gguf")).contains("there is no file"));

    let text = folder.path().join("text.gguf");
    std::fs::write(&text, "not a model").unwrap();
    assert!(refused(&text).contains("could not be loaded"));

    let cut = folder.path().join("cut.gguf");
    let whole = std::fs::read(model_path()).unwrap();
    std::fs::write(&cut, &whole[..whole.len() / 2]).unwrap();
    let reason = refused(&cut);
    assert!(
        reason.contains("could not be loaded") && !reason.contains("null result"),
        "{reason}"
    );
}
