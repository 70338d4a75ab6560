//! Tests that look inside; the others stand in `tests/local.rs`. All of them need the starter model (see [`model_path`]).

use std::path::PathBuf;

use super::cached_context::{CachedContext, Evaluation, Wanted};
use super::*;
use crate::chat::{ChatRole, FinishReason, Sampling};

/// The starter model's file.
pub fn model_path() -> PathBuf {
    let folder = std::env::var_os("CHARACTERCHAT_MODELS")
        .expect("set CHARACTERCHAT_MODELS to the folder that holds smollm2-135m-instruct.gguf");
    PathBuf::from(folder).join("smollm2-135m-instruct.gguf")
}

pub fn weights() -> Weights {
    Weights::load(
        &model_path(),
        LocalOptions {
            context_tokens: 512,
            threads: 1,
        },
    )
    .unwrap()
}

pub fn message(role: ChatRole, content: &str) -> ChatMessage {
    ChatMessage {
        role,
        content: content.into(),
    }
}

fn always() -> Wanted {
    Wanted::Still
}

#[test]
fn only_what_differs_from_the_last_prompt_is_read() {
    let weights = weights();
    let mut context = CachedContext::new(&weights).unwrap();
    let prompt = weights.tokenize_text(&"The lamp of the lighthouse turns over the dark water. ".repeat(12));
    let total = prompt.len();
    assert!(total > 2 * weights::BATCH_TOKENS);
    assert_eq!(
        context.evaluate(&prompt, always).unwrap(),
        Evaluation::Done { computed: total }
    );
    assert_eq!(
        context.evaluate(&prompt, always).unwrap(),
        Evaluation::Done { computed: 1 }
    );

    let mut other_end = prompt[..total - 10].to_vec();
    other_end.extend(weights.tokenize_text(" A ship!"));
    let added = other_end.len() - (total - 10);
    assert_eq!(
        context.evaluate(&other_end, always).unwrap(),
        Evaluation::Done { computed: added }
    );
}

#[test]
fn an_interrupted_prompt_goes_on_where_it_stopped() {
    let weights = weights();
    let mut context = CachedContext::new(&weights).unwrap();
    let prompt = weights.tokenize_text(&"The lamp of the lighthouse turns over the dark water. ".repeat(12));
    let mut batches = 0;
    let outcome = context.evaluate(&prompt, || {
        batches += 1;
        if batches == 2 { Wanted::NoLonger } else { Wanted::Still }
    });
    assert_eq!(outcome.unwrap(), Evaluation::Interrupted);
    let rest = prompt.len() - weights::BATCH_TOKENS;
    assert_eq!(
        context.evaluate(&prompt, always).unwrap(),
        Evaluation::Done { computed: rest }
    );
}

/// The rounding of llama.cpp differs between ways to compute the same: see [`weights::BATCH_TOKENS`].
#[test]
fn what_is_known_already_makes_no_difference_to_the_bit() {
    let weights = weights();
    let prompt = weights.tokenize_text(&"The lamp of the lighthouse turns over the dark water. ".repeat(12));
    let logits_by_way_of = |ends: &[usize]| {
        let mut context = CachedContext::new(&weights).unwrap();
        for end in ends {
            context.evaluate(&prompt[..*end], always).unwrap();
        }
        context.context.get_logits_ith(-1).to_vec()
    };
    let at_once = logits_by_way_of(&[prompt.len()]);
    let token_by_token: Vec<usize> = (60..=prompt.len()).collect();
    for ends in [
        &[50, prompt.len()][..],
        &[prompt.len() - 1, prompt.len()],
        &token_by_token,
    ] {
        assert!(logits_by_way_of(ends) == at_once, "{ends:?}");
    }
}

#[test]
fn what_was_read_ahead_is_not_read_again() {
    let weights = weights();
    let mut context = CachedContext::new(&weights).unwrap();
    let messages = [
        message(ChatRole::System, "You are a sailor. Be brief."),
        message(ChatRole::User, "Hi."),
    ];
    let whole = prompt::prompt_of(&weights, &messages, prompt::Ending::NewReply)
        .unwrap()
        .tokens;
    let ahead = prompt::prompt_of(&weights, &messages[..1], prompt::Ending::MoreMessages)
        .unwrap()
        .tokens;
    generation::read_ahead(&weights, &mut context, &messages[..1], || Wanted::NoLonger).unwrap();
    generation::read_ahead(&weights, &mut context, &messages[..1], always).unwrap();
    let rest = whole.len() - ahead.len();
    assert_eq!(
        context.evaluate(&whole, always).unwrap(),
        Evaluation::Done { computed: rest }
    );
}

#[tokio::test]
async fn a_panic_ends_its_own_reply_only() {
    let model = LocalModel::load(
        &model_path(),
        LocalOptions {
            context_tokens: 512,
            threads: 1,
        },
    )
    .unwrap();
    let (events, receiver) = mpsc::unbounded_channel();
    model.queue.push(Task::Panic(events)).unwrap();
    let failed: Vec<_> = until_finished(receiver).collect().await;
    let [Err(ModelError::Local { message: reason })] = failed.as_slice() else {
        panic!("{failed:?}")
    };
    assert!(reason.contains("a defect"), "{reason}");

    let request = ChatRequest {
        messages: vec![message(ChatRole::User, "Say hello.")],
        sampling: Sampling {
            temperature: Some(0.0),
            ..Sampling::default()
        },
        max_tokens: Some(4),
        ..ChatRequest::default()
    };
    let events: Vec<_> = model.stream(request).collect().await;
    assert!(matches!(events.last(), Some(Ok(ModelEvent::Finished(_)))), "{events:?}");
}

#[tokio::test]
async fn a_reply_whose_thread_is_gone_ends_with_an_error() {
    let (events, receiver) = mpsc::unbounded_channel();
    events.send(Ok(ModelEvent::Text("Once".into()))).unwrap();
    drop(events);
    let events: Vec<_> = until_finished(receiver).collect().await;
    assert!(
        matches!(
            events.as_slice(),
            [Ok(ModelEvent::Text(_)), Err(ModelError::Local { .. })]
        ),
        "{events:?}"
    );
}

/// The program crashed when it exited while a prompt was being read ahead.
#[tokio::test]
async fn the_end_of_the_program_leaves_off_what_is_read_ahead() {
    let model = LocalModel::load(&model_path(), LocalOptions::default()).unwrap();
    let long = "The lamp of the lighthouse turns over the dark water. ".repeat(120);
    model.prewarm(&[message(ChatRole::System, &long)]);
    model.end().await;
    // A second end, and what comes too late, find no thread and do not wait for one.
    model.end().await;
    let late = model.stream(ChatRequest::default()).next().await;
    assert!(matches!(late, Some(Err(ModelError::Local { .. }))), "{late:?}");
}

#[tokio::test]
async fn what_a_model_thinks_first_is_kept_apart() {
    let (events, receiver) = mpsc::unbounded_channel();
    for piece in ["<th", "ink>\nA cab, clearly.</thi", "nk>\n\n", "Come ", "in <3."] {
        events.send(Ok(ModelEvent::Text(piece.into()))).unwrap();
    }
    events.send(Ok(ModelEvent::Finished(FinishReason::Stop))).unwrap();
    drop(events);
    let mut thought = String::new();
    let mut said = String::new();
    let mut stream = reasoning_apart(until_finished(receiver));
    while let Some(event) = stream.next().await {
        match event.unwrap() {
            ModelEvent::Reasoning(text) => thought.push_str(&text),
            ModelEvent::Text(text) => said.push_str(&text),
            _ => {}
        }
    }
    assert_eq!((thought.trim(), said.as_str()), ("A cab, clearly.", "Come in <3."));
}
