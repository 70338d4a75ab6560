//! Which models a provider offers, and how much each can read.

use std::sync::Arc;
use std::time::Duration;

use futures_util::StreamExt;
use serde_json::Value;

use super::{Config, Connection, attempt};
use crate::error::ModelError;

/// A list of thousands of models with their prices and descriptions is about 1 MB.
const MAX_LIST_BYTES: usize = 16 * 1024 * 1024;
const PATIENCE: Duration = Duration::from_secs(30);

/// No window is smaller or larger than this, in tokens; what a server says beyond is a mistake.
const WINDOWS: std::ops::RangeInclusive<u64> = 512..=16_777_216;

/// The names of the provider's models, in its order. Asks once, for at most 30 s.
pub async fn list_models(config: &Config) -> Result<Vec<String>, ModelError> {
    let answer = asked(config, async |connection| {
        get(connection, &connection.address.route("models")).await
    })
    .await?;
    names_in(&answer).ok_or_else(|| not_a_list("it sent no list of models"))
}

/// How many tokens a model of the provider reads and writes together, as far as the provider says so. Asks once or twice, for at
/// most 30 s.
pub async fn window_of(config: &Config, model: &str) -> Result<Option<u64>, ModelError> {
    asked(config, async |connection| {
        let list = get(connection, &connection.address.route("models")).await?;
        let Some(described) = description_of(&list, model) else {
            return Ok(None);
        };
        // The list of llama.cpp tells what the model was trained for, and not what the server was started with.
        if described.get("owned_by").and_then(Value::as_str) == Some("llamacpp") {
            let properties = get(connection, &connection.address.origin_path("/props")).await?;
            return Ok(window_in(
                properties
                    .pointer("/default_generation_settings")
                    .unwrap_or(&properties),
            ));
        }
        Ok(window_in(described))
    })
    .await
}

async fn asked<T>(
    config: &Config,
    asking: impl AsyncFnOnce(&Connection) -> Result<T, ModelError>,
) -> Result<T, ModelError> {
    let connection = Arc::new(Connection::new(config.clone())?);
    let answer = tokio::time::timeout(PATIENCE, asking(&connection)).await;
    let answer = answer.unwrap_or(Err(ModelError::Silent {
        seconds: PATIENCE.as_secs(),
    }));
    answer.map_err(|error| connection.without_key(error))
}

async fn get(connection: &Connection, address: &str) -> Result<Value, ModelError> {
    let unreachable = |error| ModelError::Unreachable {
        host: connection.address.host().to_owned(),
        reason: attempt::reason_of(error),
    };
    let response = connection.client.get(address).send().await.map_err(unreachable)?;
    if !response.status().is_success() {
        return Err(attempt::error_of_response(response).await);
    }
    let mut chunks = response.bytes_stream();
    let mut bytes = Vec::new();
    while let Some(chunk) = chunks.next().await {
        bytes.extend_from_slice(&chunk.map_err(unreachable)?);
        if bytes.len() > MAX_LIST_BYTES {
            return Err(not_a_list("the list is longer than 16 MB"));
        }
    }
    serde_json::from_slice(&bytes).map_err(|_| not_a_list("it sent no list of models"))
}

fn not_a_list(what: &str) -> ModelError {
    ModelError::Provider {
        status: None,
        message: format!("{what}; the name of a model can still be typed in"),
    }
}

/// A list under `data`, under `models`, or bare.
fn list_in(value: &Value) -> Option<&Vec<Value>> {
    [value.get("data"), value.get("models"), Some(value)]
        .into_iter()
        .flatten()
        .find_map(Value::as_array)
}

/// The model's name, where the list is one of objects or of names.
fn name_of(model: &Value) -> Option<&str> {
    let name = model
        .as_str()
        .or_else(|| ["id", "name", "model"].iter().find_map(|key| model.get(*key)?.as_str()))?;
    (!name.is_empty()).then_some(name)
}

fn names_in(value: &Value) -> Option<Vec<String>> {
    Some(list_in(value)?.iter().filter_map(name_of).map(str::to_owned).collect())
}

fn description_of<'a>(list: &'a Value, model: &str) -> Option<&'a Value> {
    list_in(list)?
        .iter()
        .find(|described| name_of(described) == Some(model))
}

/// The window that a description tells. Each server has its own word for it; what is loaded comes before what would be possible,
/// and where several providers serve a model, the smallest window holds for all.
fn window_in(described: &Value) -> Option<u64> {
    const WORDS: [&str; 7] = [
        "n_ctx",
        "loaded_context_length",
        "max_model_len",
        "context_window",
        "max_context_length",
        "context_length",
        "max_input_tokens",
    ];
    let fits = |value: &Value| value.as_u64().filter(|tokens| WINDOWS.contains(tokens));
    let said = WORDS.iter().find_map(|word| fits(described.get(*word)?));
    let of_providers = described.get("providers").and_then(Value::as_array);
    let smallest = of_providers.and_then(|all| all.iter().filter_map(|one| fits(one.get("context_length")?)).min());
    said.or(smallest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_in_every_shape() {
        for json in [
            r#"{"object":"list","data":[{"id":"a"},{"id":"b"},{"x":1}]}"#,
            r#"[{"id":"a"},{"id":"b"}]"#,
            r#"{"models":[{"name":"a"},{"model":"b"}]}"#,
            r#"["a","b",""]"#,
        ] {
            assert_eq!(
                names_in(&serde_json::from_str(json).unwrap()),
                Some(vec!["a".into(), "b".into()]),
                "{json}"
            );
        }
        assert_eq!(names_in(&serde_json::json!({"data": 3})), None);
    }

    #[test]
    fn windows_in_the_words_of_each_server() {
        for (described, window) in [
            (r#"{"id":"a","max_model_len":32768}"#, Some(32_768)),
            (
                r#"{"id":"a","context_length":131072,"top_provider":{"context_length":8192}}"#,
                Some(131_072),
            ),
            (
                r#"{"id":"a","max_context_length":32768,"loaded_context_length":4096}"#,
                Some(4096),
            ),
            (r#"{"id":"a","context_window":131072}"#, Some(131_072)),
            (
                r#"{"id":"a","providers":[{"context_length":65536},{"context_length":16384},{}]}"#,
                Some(16_384),
            ),
            (r#"{"n_ctx":2048}"#, Some(2048)),
            (r#"{"id":"a","context_length":0}"#, None),
            (r#"{"id":"a","context_length":-1,"max_model_len":1e300}"#, None),
            (r#"{"id":"a","context_length":"many"}"#, None),
            (r#""a""#, None),
        ] {
            assert_eq!(
                window_in(&serde_json::from_str(described).unwrap()),
                window,
                "{described}"
            );
        }
    }
}
