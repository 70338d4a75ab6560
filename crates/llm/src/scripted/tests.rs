use futures_util::StreamExt;

use super::*;
use crate::chat::{ChatMessage, ChatRole};

fn request(text: &str) -> ChatRequest {
    let message = ChatMessage {
        role: ChatRole::User,
        content: text.into(),
    };
    ChatRequest {
        messages: vec![message],
        ..ChatRequest::default()
    }
}

async fn play(model: &ScriptedModel, text: &str) -> Vec<Result<ModelEvent, ModelError>> {
    model.stream(request(text)).collect().await
}

fn said(text: &str) -> Vec<Result<ModelEvent, ModelError>> {
    vec![
        Ok(ModelEvent::Text(text.into())),
        Ok(ModelEvent::Finished(FinishReason::Stop)),
    ]
}

#[tokio::test]
async fn replies_come_in_order_and_then_the_script_is_over() {
    let model = ScriptedModel::replying([ScriptedReply::text("one"), ScriptedReply::text("two")]);
    assert_eq!(play(&model, "a").await, said("one"));
    assert_eq!(play(&model, "b").await, said("two"));
    assert!(matches!(play(&model, "c").await[..], [Err(ModelError::Local { .. })]));
    assert_eq!(model.requests(), [request("a"), request("b"), request("c")]);
}

#[tokio::test]
async fn a_script_from_json_does_everything_the_code_can() {
    let model = ScriptedModel::from_json(
        r#"{"replies": [
            {"when": "summary", "steps": [{"text": "In short."}]},
            {"steps": [{"reasoning": "Hm."}, {"words": {"text": "Good day", "pause_ms": 1}}, {"wait_ms": 1},
                       {"usage": {"prompt_tokens": 3, "completion_tokens": 2}}, {"finish": "length"}]},
            {"steps": [{"text": "Go"}, {"error": {"rate_limited": {"retry_after": 3}}}]},
            {"steps": [{"error": "cut_off"}]},
            {"steps": []}
        ], "when_exhausted": "repeat_last"}"#,
    )
    .unwrap();
    let text = |text: &str| Ok(ModelEvent::Text(text.into()));
    let expected = [
        Ok(ModelEvent::Reasoning("Hm.".into())),
        text("Good "),
        text("day"),
        Ok(ModelEvent::Usage {
            prompt_tokens: 3,
            completion_tokens: 2,
        }),
        Ok(ModelEvent::Finished(FinishReason::Length)),
    ];
    assert_eq!(play(&model, "hello").await, expected);
    assert_eq!(
        play(&model, "hello").await,
        [text("Go"), Err(ModelError::RateLimited { retry_after: Some(3) })]
    );
    assert_eq!(play(&model, "a summary, please").await, said("In short."));
    assert_eq!(play(&model, "hello").await, [Err(ModelError::CutOff)]);
    for _ in 0..2 {
        assert_eq!(play(&model, "hello").await, [Err(ModelError::Empty)]);
    }
    assert!(ScriptedModel::from_json(r#"{"replies": [{"stepps": []}]}"#).is_err());
}

#[tokio::test]
async fn a_reply_waits_for_its_release_and_a_dropped_one_is_counted() {
    let steps = [Step::Text("a".into()), Step::WaitForRelease, Step::Text("b".into())];
    let model = ScriptedModel::replying([ScriptedReply::steps(steps.clone()), ScriptedReply::steps(steps)]);
    let mut stream = model.stream(request("x"));
    assert_eq!(stream.next().await, Some(Ok(ModelEvent::Text("a".into()))));
    assert!(futures_util::poll!(stream.next()).is_pending());
    model.release();
    assert_eq!(stream.next().await, Some(Ok(ModelEvent::Text("b".into()))));
    drop(stream.collect::<Vec<_>>().await);
    assert_eq!(model.stopped(), 0);

    let mut stream = model.stream(request("x"));
    stream.next().await;
    drop(stream);
    assert_eq!(model.stopped(), 1);
}
