//! What a provider says when it does not reply, in the many shapes that are in use, and what it means for us.

use serde_json::Value;

use crate::error::ModelError;

/// Longer messages are cut: they are shown to the reader.
const MAX_MESSAGE_CHARACTERS: usize = 500;

/// A refusal in the provider's words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// The HTTP status, of the response or named inside it.
    pub status: Option<u16>,
    /// The provider's `type` and `code`, for recognition only.
    pub kind: String,
    pub message: String,
}

/// The refusal a frame or a JSON document holds, whatever else is in it.
pub fn refusal_in(value: &Value) -> Option<Refusal> {
    let root = value.as_object()?;
    let choice_error = value.pointer("/choices/0/error");
    if let Some(error) = [root.get("error"), choice_error]
        .into_iter()
        .flatten()
        .find(|error| is_said(error))
    {
        return Some(from_error_value(error, value));
    }
    if let Some(message) = root.get("error_message").filter(|message| is_said(message)) {
        return Some(refusal(value, text_of(message)));
    }
    if root.get("error_type").is_some_and(is_said) {
        return Some(refusal(value, "no reason given".to_owned()));
    }
    let declared = ["object", "type"]
        .iter()
        .any(|key| root.get(*key).and_then(Value::as_str) == Some("error"));
    if root.contains_key("choices") && !declared {
        return None;
    }
    let message = ["message", "detail", "msg"]
        .iter()
        .find_map(|key| root.get(*key).filter(|value| is_said(value)));
    match message {
        Some(message) => Some(refusal(value, text_of(message))),
        None if declared => Some(refusal(value, "no reason given".to_owned())),
        None => None,
    }
}

/// A refusal that is plain text or a web page.
pub fn refusal_from_text(status: Option<u16>, text: &str) -> Refusal {
    let text = text.trim();
    let message = if text.starts_with('<') {
        let title = page_title(text)
            .map(|title| format!(" (\u{201c}{title}\u{201d})"))
            .unwrap_or_default();
        format!("a web page came instead of a reply{title}; check the provider's address")
    } else if text.is_empty() {
        status.map_or_else(
            || "no reason given".to_owned(),
            |status| format!("status {status}, no reason given"),
        )
    } else {
        text.to_owned()
    };
    Refusal {
        status,
        kind: String::new(),
        message: shortened(&message),
    }
}

/// What a refusal means. `retry_after` is in seconds, from the response's header.
pub fn classify(refusal: Refusal, retry_after: Option<u64>) -> ModelError {
    let Refusal { status, kind, message } = refusal;
    let words = format!("{kind} {message}").to_lowercase();
    let names = |marks: &[&str]| marks.iter().any(|mark| words.contains(mark));
    if names(CONTEXT_MARKS) {
        return ModelError::ContextExceeded { message };
    }
    if names(&["insufficient_quota", "moderation", "flagged"]) {
        // Neither waiting nor another key helps, so the provider's own words are what the reader needs.
        return ModelError::Provider { status, message };
    }
    match status {
        Some(status @ (401 | 403)) => ModelError::Unauthorized { status },
        Some(429) => ModelError::RateLimited { retry_after },
        Some(404) => ModelError::UnknownModel { message },
        _ if names(MODEL_MARKS) => ModelError::UnknownModel { message },
        None if names(&["invalid_api_key", "authentication_error"]) => ModelError::Unauthorized { status: 401 },
        None if names(&["rate_limit"]) => ModelError::RateLimited { retry_after },
        None if names(&["overloaded"]) => ModelError::Provider {
            status: Some(529),
            message,
        },
        _ => ModelError::Provider { status, message },
    }
}

const CONTEXT_MARKS: &[&str] = &[
    "exceed_context_size_error",
    "context_length_exceeded",
    "maximum context",
    "context length",
    "context window",
    "context size",
    "context the overflows",
    "context overflow",
    "prompt is too long",
];

const MODEL_MARKS: &[&str] = &[
    "model_not_found",
    "model_not_supported",
    "model not found",
    "model not supported",
    "not supported by provider",
    "not supported by any provider",
    "is not a valid model",
];

fn from_error_value(error: &Value, frame: &Value) -> Refusal {
    let Some(object) = error.as_object() else {
        return refusal(frame, text_of(error));
    };
    let said = ["message", "detail", "error", "type", "code"]
        .iter()
        .find_map(|key| object.get(*key));
    let mut message = said
        .filter(|said| is_said(said))
        .map_or_else(|| error.to_string(), text_of);
    // OpenRouter keeps the words of the provider behind it here, beside a message that says nothing.
    if let Some(raw) = error.pointer("/metadata/raw").filter(|raw| is_said(raw)) {
        message = format!("{message}: {}", text_of(raw));
    }
    refusal(error, message)
}

fn refusal(described_by: &Value, message: String) -> Refusal {
    let fields = |key: &str| described_by.get(key);
    let status = ["code", "status", "status_code"]
        .iter()
        .find_map(|key| fields(key).and_then(status_of));
    let kind: Vec<&str> = ["type", "code", "error_type", "status"]
        .iter()
        .filter_map(|key| fields(key).and_then(Value::as_str))
        .collect();
    Refusal {
        status,
        kind: kind.join(" "),
        message: shortened(&message),
    }
}

fn status_of(value: &Value) -> Option<u16> {
    let number = value
        .as_u64()
        .or_else(|| value.as_str().and_then(|text| text.parse().ok()))?;
    u16::try_from(number).ok().filter(|status| (400..600).contains(status))
}

fn is_said(value: &Value) -> bool {
    match value {
        Value::Null | Value::Bool(false) => false,
        Value::String(text) => !text.trim().is_empty(),
        _ => true,
    }
}

fn text_of(value: &Value) -> String {
    value
        .as_str()
        .map_or_else(|| value.to_string(), |text| text.trim().to_owned())
}

fn page_title(page: &str) -> Option<String> {
    // Lower case in ASCII only, so that positions stay those of the page itself.
    let lower = page.to_ascii_lowercase();
    let start = lower.find("<title>")? + "<title>".len();
    let end = start + lower[start..].find("</title>")?;
    let title = page[start..end].split_whitespace().collect::<Vec<_>>().join(" ");
    (!title.is_empty()).then_some(title)
}

fn shortened(message: &str) -> String {
    match message.char_indices().nth(MAX_MESSAGE_CHARACTERS) {
        Some((end, _)) => format!("{}\u{2026}", &message[..end]),
        None => message.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(json: &str, expected: ModelError) {
        let value: Value = serde_json::from_str(json).unwrap();
        assert_eq!(
            refusal_in(&value).map(|refusal| classify(refusal, None)),
            Some(expected),
            "{json}"
        );
    }

    fn provider(status: Option<u16>, message: &str) -> ModelError {
        ModelError::Provider {
            status,
            message: message.into(),
        }
    }

    fn context(message: &str) -> ModelError {
        ModelError::ContextExceeded {
            message: message.into(),
        }
    }

    #[test]
    fn shapes_of_refusals() {
        check(
            r#"{"error":{"code":502,"message":"Gone"},"choices":[]}"#,
            provider(Some(502), "Gone"),
        );
        check(r#"{"error":"busy"}"#, provider(None, "busy"));
        check(r#"{"error":{}}"#, provider(None, "{}"));
        check(
            r#"{"error":{"code":"503","message":"x","metadata":{"raw":"y"}}}"#,
            provider(Some(503), "x: y"),
        );
        check(r#"{"choices":[{"error":{"message":"up"}}]}"#, provider(None, "up"));
        check(
            r#"{"object":"error","message":"bad","code":400}"#,
            provider(Some(400), "bad"),
        );
        check(r#"{"type":"error","choices":[]}"#, provider(None, "no reason given"));
        check(
            r#"{"error_type":"x","error_message":"the context length is 5"}"#,
            context("the context length is 5"),
        );
        check(r#"{"detail":[{"msg":"no"}]}"#, provider(None, r#"[{"msg":"no"}]"#));
        check(
            r#"{"type":"error","error":{"type":"overloaded_error","message":"o"}}"#,
            provider(Some(529), "o"),
        );
    }

    #[test]
    fn what_refusals_mean() {
        check(
            r#"{"error":{"code":"context_length_exceeded","message":"m"}}"#,
            context("m"),
        );
        check(
            r#"{"error":{"type":"exceed_context_size_error","code":500,"message":"m"}}"#,
            context("m"),
        );
        check(
            r#"{"error":{"code":401,"message":"m"}}"#,
            ModelError::Unauthorized { status: 401 },
        );
        check(
            r#"{"error":{"code":"invalid_api_key","message":"m"}}"#,
            ModelError::Unauthorized { status: 401 },
        );
        check(
            r#"{"error":{"code":403,"message":"flagged"}}"#,
            provider(Some(403), "flagged"),
        );
        check(
            r#"{"error":{"code":429,"message":"m"}}"#,
            ModelError::RateLimited { retry_after: None },
        );
        check(
            r#"{"error":{"code":400,"message":"Model not supported by provider x"}}"#,
            ModelError::UnknownModel {
                message: "Model not supported by provider x".into(),
            },
        );
    }

    #[test]
    fn what_is_no_refusal() {
        for json in [
            r#"{"choices":[],"error":null}"#,
            r#"{"choices":[],"error":""}"#,
            r#"{"choices":[],"message":"hi"}"#,
            r#"{"type":"ping"}"#,
            "[]",
            "7",
        ] {
            assert_eq!(refusal_in(&serde_json::from_str(json).unwrap()), None, "{json}");
        }
    }

    #[test]
    fn pages_and_long_texts() {
        let page = "<!DOCTYPE html><TITLE>\n502 Bad\nGateway</TITLE>İ";
        assert!(refusal_from_text(Some(502), page).message.contains("502 Bad Gateway"));
        assert_eq!(refusal_from_text(None, &"ä".repeat(9000)).message.chars().count(), 501);
        assert_eq!(refusal_from_text(Some(503), " ").message, "status 503, no reason given");
    }
}
