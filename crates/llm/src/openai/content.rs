//! Where a delta or message keeps its text and its reasoning.

use serde_json::Value;

/// What a piece of content is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ContentKind {
    Reasoning,
    Text,
}

/// The content of a delta or message: a string, or a list of parts as Mistral sends it.
pub fn content_of(body: &Value) -> Vec<(ContentKind, String)> {
    match body.get("content") {
        Some(Value::String(text)) => vec![(ContentKind::Text, text.clone())],
        Some(Value::Array(parts)) => parts.iter().filter_map(content_of_part).collect(),
        // A refusal in a field of its own is the model's reply too.
        _ => body
            .get("refusal")
            .and_then(Value::as_str)
            .map(|text| (ContentKind::Text, text.to_owned()))
            .into_iter()
            .collect(),
    }
}

fn content_of_part(part: &Value) -> Option<(ContentKind, String)> {
    match part.get("thinking") {
        Some(Value::Array(thoughts)) => {
            let text = thoughts
                .iter()
                .filter_map(|thought| thought.get("text")?.as_str())
                .collect();
            Some((ContentKind::Reasoning, text))
        }
        Some(Value::String(text)) => Some((ContentKind::Reasoning, text.clone())),
        _ => part
            .get("text")
            .and_then(Value::as_str)
            .map(|text| (ContentKind::Text, text.to_owned())),
    }
}

/// Reasoning in a field of its own. A provider that fills several repeats the same text, so the first that is filled counts.
pub fn reasoning_of(body: &Value) -> String {
    for key in ["reasoning", "reasoning_content"] {
        if let Some(text) = body.get(key).and_then(Value::as_str).filter(|text| !text.is_empty()) {
            return text.to_owned();
        }
    }
    let details = body.get("reasoning_details").and_then(Value::as_array);
    let text_of = |detail: &Value| {
        ["text", "summary"]
            .iter()
            .find_map(|key| Some(detail.get(*key)?.as_str()?.to_owned()))
    };
    details
        .map(|details| details.iter().filter_map(text_of).collect())
        .unwrap_or_default()
}
