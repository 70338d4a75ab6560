//! Answers in a form that was asked for.

use super::*;

#[tokio::test]
async fn a_schema_is_followed_even_by_a_small_model() {
    let text = serde_json::json!({ "type": "string" });
    let mut request = request("Name two things you see at sea.", 200);
    request.json_schema = Some(serde_json::json!({
        "type": "object",
        "properties": { "first": text, "second": text },
        "required": ["first", "second"],
        "additionalProperties": false,
    }));
    request.sampling = Sampling {
        seed: Some(3),
        ..Sampling::default()
    };
    let reply = reply(shared(), request).await.unwrap();
    assert_eq!(reply.finish, FinishReason::Stop, "{}", reply.text());
    let value: serde_json::Value = serde_json::from_str(&reply.text()).unwrap();
    assert!(value["first"].is_string() && value["second"].is_string(), "{value}");
}

#[tokio::test]
async fn a_schema_that_cannot_be_followed_is_an_error_and_the_model_goes_on() {
    let mut request = request("Hello", 8);
    request.json_schema = Some(serde_json::json!({ "type": "no such type" }));
    assert!(matches!(
        reply(shared(), request.clone()).await,
        Err(ModelError::Local { .. })
    ));
    request.json_schema = None;
    assert!(reply(shared(), request).await.is_ok());
}
