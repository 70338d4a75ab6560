//! The body of a request.

use serde::Serialize;
use serde_json::Value;

use crate::chat::{ChatMessage, ChatRequest};

/// Parts of a request that a server was found not to accept. The reply is possible without each of them.
#[derive(Debug, Clone, Default)]
pub struct Refused(Vec<&'static str>);

/// What can be left out (or, for the limit, named otherwise). Longer names that contain shorter ones stand first.
const OPTIONAL: &[&str] = &[
    "stream_options",
    "response_format",
    "max_tokens",
    "temperature",
    "top_p",
    "seed",
    "stop",
    "stream",
];

impl Refused {
    /// Notes the part that a server's complaint names; none when it names nothing that could be left out yet.
    #[must_use]
    pub fn note(&mut self, body: &RequestBody<'_>, complaint: &str) -> Option<&'static str> {
        let named = OPTIONAL
            .iter()
            .find(|name| !self.0.contains(*name) && body.has(name) && complains_of(complaint, name))?;
        self.0.push(named);
        Some(named)
    }

    fn has(&self, name: &str) -> bool {
        self.0.contains(&name)
    }
}

/// Some servers name only what stands inside a part.
fn complains_of(complaint: &str, name: &str) -> bool {
    names(complaint, name) || (name == "response_format" && names(complaint, "json_schema"))
}

/// Whether the word stands in the text on its own, not as part of a longer name.
fn names(text: &str, word: &str) -> bool {
    let is_part = |character: char| character.is_alphanumeric() || character == '_';
    text.split(|character| !is_part(character)).any(|part| part == word)
}

#[derive(Debug, Serialize)]
pub struct RequestBody<'request> {
    model: &'request str,
    messages: &'request [ChatMessage],
    stream: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    stream_options: Option<StreamOptions>,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_tokens: Option<u32>,
    /// The newer name of the limit, which OpenAI's own reasoning models insist on.
    #[serde(skip_serializing_if = "Option::is_none")]
    max_completion_tokens: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    temperature: Option<f32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    top_p: Option<f32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    seed: Option<u32>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    stop: &'request [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    response_format: Option<ResponseFormat>,
}

/// Structured output, in the form that OpenAI, llama.cpp, vLLM, LM Studio and Ollama share.
#[derive(Debug, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum ResponseFormat {
    JsonSchema { json_schema: NamedSchema },
}

#[derive(Debug, Serialize)]
struct NamedSchema {
    name: &'static str,
    strict: bool,
    /// Without the lengths of texts, which strict servers do not know.
    schema: Value,
}

/// A schema without the lengths of texts. A server that is strict about schemas may refuse all of one for a word that it does not know.
fn without_lengths(schema: &Value) -> Value {
    match schema {
        Value::Object(fields) => fields
            .iter()
            .filter(|(name, value)| !(*name == "maxLength" && value.is_number()))
            .map(|(name, value)| (name.clone(), without_lengths(value)))
            .collect(),
        Value::Array(items) => items.iter().map(without_lengths).collect(),
        other => other.clone(),
    }
}

#[derive(Debug, Serialize)]
struct StreamOptions {
    include_usage: bool,
}

/// The format allows no more; the rest is enforced on this side.
const MAX_STOPS: usize = 4;

impl<'request> RequestBody<'request> {
    pub fn new(request: &'request ChatRequest, refused: &Refused) -> Self {
        let wanted = |name: &str| !refused.has(name);
        let stream = wanted("stream");
        let sampling = &request.sampling;
        Self {
            model: &request.model,
            messages: &request.messages,
            stream,
            stream_options: (stream && wanted("stream_options")).then_some(StreamOptions { include_usage: true }),
            max_tokens: request.max_tokens.filter(|_| wanted("max_tokens")),
            max_completion_tokens: request.max_tokens.filter(|_| !wanted("max_tokens")),
            temperature: sampling.temperature.filter(|_| wanted("temperature")),
            top_p: sampling.top_p.filter(|_| wanted("top_p")),
            seed: sampling.seed.filter(|_| wanted("seed")),
            stop: if wanted("stop") {
                &request.stop[..request.stop.len().min(MAX_STOPS)]
            } else {
                &[]
            },
            response_format: request
                .json_schema
                .as_ref()
                .filter(|_| wanted("response_format"))
                .map(|schema| ResponseFormat::JsonSchema {
                    json_schema: NamedSchema {
                        name: "reply",
                        strict: true,
                        schema: without_lengths(schema),
                    },
                }),
        }
    }

    fn has(&self, name: &str) -> bool {
        match name {
            "stream" => self.stream,
            "stream_options" => self.stream_options.is_some(),
            "max_tokens" => self.max_tokens.is_some(),
            "temperature" => self.temperature.is_some(),
            "top_p" => self.top_p.is_some(),
            "seed" => self.seed.is_some(),
            "stop" => !self.stop.is_empty(),
            "response_format" => self.response_format.is_some(),
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chat::{ChatRole, Sampling};

    fn request() -> ChatRequest {
        ChatRequest {
            model: "m".into(),
            messages: vec![ChatMessage {
                role: ChatRole::User,
                content: "Hi".into(),
            }],
            sampling: Sampling {
                temperature: Some(0.8),
                seed: Some(7),
                top_k: Some(40),
                ..Sampling::default()
            },
            max_tokens: Some(50),
            stop: vec!["\nUser:".into()],
            ..ChatRequest::default()
        }
    }

    #[test]
    fn only_what_is_set_is_sent() {
        let body = serde_json::to_string(&RequestBody::new(&request(), &Refused::default())).unwrap();
        let expected = concat!(
            r#"{"model":"m","messages":[{"role":"user","content":"Hi"}],"stream":true,"stream_options":{"include_usage":true},"#,
            r#""max_tokens":50,"temperature":0.8,"seed":7,"stop":["\nUser:"]}"#
        );
        assert_eq!(body, expected);
    }

    #[test]
    fn a_schema_is_asked_for_in_the_form_that_servers_share() {
        let mut request = request();
        request.json_schema = Some(serde_json::json!({ "type": "object" }));
        let mut refused = Refused::default();
        let body = RequestBody::new(&request, &refused);
        let sent = serde_json::to_value(&body).unwrap();
        assert_eq!(
            sent["response_format"],
            serde_json::json!({ "type": "json_schema", "json_schema": { "name": "reply", "strict": true, "schema": { "type": "object" } } })
        );
        for complaint in [
            "This response_format type is unavailable now",
            "'response_format.json_schema' is not supported with this model",
        ] {
            assert_eq!(
                Refused::default().note(&body, complaint),
                Some("response_format"),
                "{complaint}"
            );
        }
        assert_eq!(
            refused.note(&body, "json_schema is not supported"),
            Some("response_format")
        );
        let sent = serde_json::to_value(RequestBody::new(&request, &refused)).unwrap();
        assert_eq!(sent.get("response_format"), None);
    }

    #[test]
    fn a_strict_server_is_asked_for_no_length_of_a_text() {
        let mut request = request();
        request.json_schema = Some(serde_json::json!({ "type": "object", "properties": {
            "maxLength": { "type": "string", "maxLength": 20 },
            "list": { "type": "array", "maxItems": 3, "items": { "type": "string", "maxLength": 20 } },
        } }));
        let sent = serde_json::to_value(RequestBody::new(&request, &Refused::default())).unwrap();
        assert_eq!(
            sent["response_format"]["json_schema"]["schema"]["properties"],
            serde_json::json!({
                "maxLength": { "type": "string" },
                "list": { "type": "array", "maxItems": 3, "items": { "type": "string" } },
            })
        );
    }

    #[test]
    fn what_a_server_refuses_is_left_out_once() {
        let request = request();
        let mut refused = Refused::default();
        let mut refuse = |complaint: &str| {
            let body = RequestBody::new(&request, &refused);
            refused.note(&body, complaint)
        };
        assert_eq!(refuse("Unknown field `stream_options`"), Some("stream_options"));
        assert_eq!(refuse("Unknown field `stream_options`"), None);
        assert_eq!(
            refuse("Use 'max_completion_tokens' instead of 'max_tokens'."),
            Some("max_tokens")
        );
        assert_eq!(refuse("top_p is not allowed"), None);
        let body = serde_json::to_value(RequestBody::new(&request, &refused)).unwrap();
        assert_eq!(body["max_completion_tokens"], 50);
        assert_eq!(body.get("stream_options"), None);
    }
}
