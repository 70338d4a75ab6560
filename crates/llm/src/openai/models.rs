//! Which models a provider offers.

use std::sync::Arc;
use std::time::Duration;

use futures_util::StreamExt;
use serde_json::Value;

use super::{Config, Connection, attempt};
use crate::error::ModelError;

/// A list of thousands of models with their prices and descriptions is about 1 MB.
const MAX_LIST_BYTES: usize = 16 * 1024 * 1024;
const PATIENCE: Duration = Duration::from_secs(30);

/// The names of the provider's models, in its order. Asks once, for at most 30 s.
pub async fn list_models(config: &Config) -> Result<Vec<String>, ModelError> {
    let connection = Arc::new(Connection::new(config.clone())?);
    let asking = ask(&connection);
    let answer = tokio::time::timeout(PATIENCE, asking).await;
    let answer = answer.unwrap_or(Err(ModelError::Silent {
        seconds: PATIENCE.as_secs(),
    }));
    answer.map_err(|error| connection.without_key(error))
}

async fn ask(connection: &Connection) -> Result<Vec<String>, ModelError> {
    let unreachable = |error| ModelError::Unreachable {
        host: connection.address.host().to_owned(),
        reason: attempt::reason_of(error),
    };
    let response = connection
        .client
        .get(connection.address.route("models"))
        .send()
        .await
        .map_err(unreachable)?;
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
    let value: Value = serde_json::from_slice(&bytes).map_err(|_| not_a_list("it sent no list of models"))?;
    names_in(&value).ok_or_else(|| not_a_list("it sent no list of models"))
}

fn not_a_list(what: &str) -> ModelError {
    ModelError::Provider {
        status: None,
        message: format!("{what}; the name of a model can still be typed in"),
    }
}

/// A list under `data`, under `models`, or bare; of objects or of names.
fn names_in(value: &Value) -> Option<Vec<String>> {
    let list = [value.get("data"), value.get("models"), Some(value)]
        .into_iter()
        .flatten()
        .find_map(Value::as_array)?;
    let name_of = |model: &Value| {
        let name = model
            .as_str()
            .or_else(|| ["id", "name", "model"].iter().find_map(|key| model.get(*key)?.as_str()))?;
        (!name.is_empty()).then(|| name.to_owned())
    };
    Some(list.iter().filter_map(name_of).collect())
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
}
