//! Connections to OpenAI-compatible servers: the configured ones, and what the reader added or changed.

use engine::ids::SessionId;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use store::Store;

use crate::commands::SaveConnection;
use crate::config::Config;
use crate::error::{Error, Result};

const SETTING: &str = "connections";
const MOST_MODELS: usize = 500;
/// Longest name of a model, in characters.
const LONGEST_MODEL: usize = 200;

/// One connection as it is used.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredConnection {
    pub id: String,
    pub name: String,
    pub base_url: String,
    #[serde(default)]
    pub key_variable: Option<String>,
    pub models: Vec<String>,
    #[serde(skip)]
    pub preset: bool,
}

/// All connections of a session: presets in the order of the configuration, changed where the reader changed them, then the own ones.
pub async fn all(store: &Store, session: SessionId, config: &Config) -> Result<Vec<StoredConnection>> {
    let mut saved = saved(store, session).await?;
    let mut connections = Vec::new();
    for preset in &config.connections {
        let changed = saved
            .iter()
            .position(|connection| connection.id == preset.id)
            .map(|at| saved.remove(at));
        let mut connection = changed.unwrap_or_else(|| StoredConnection {
            id: preset.id.clone(),
            name: preset.name.clone(),
            base_url: preset.base_url.clone(),
            key_variable: preset.key_variable.clone(),
            models: preset.models.clone(),
            preset: true,
        });
        // The environment's key belongs to the configured address only.
        connection.key_variable = preset
            .key_variable
            .clone()
            .filter(|_| connection.base_url == preset.base_url);
        connection.preset = true;
        connections.push(connection);
    }
    connections.extend(saved);
    Ok(connections)
}

async fn saved(store: &Store, session: SessionId) -> Result<Vec<StoredConnection>> {
    let value = store.setting(session, SETTING).await?;
    Ok(value
        .and_then(|value| serde_json::from_value(value).ok())
        .unwrap_or_default())
}

/// Adds or replaces a connection.
pub async fn save(store: &Store, session: SessionId, connection: StoredConnection) -> Result<()> {
    let mut saved = saved(store, session).await?;
    saved.retain(|known| known.id != connection.id);
    saved.push(connection);
    Ok(store.put_setting(session, SETTING, &json!(saved)).await?)
}

/// What comes of adding connections.
pub struct More {
    /// What is to be stored, and under which key; none when all of them were there.
    pub changed: Option<(&'static str, Value)>,
    /// The names of those whose address another one has already; that one stays.
    pub known: Vec<String>,
}

/// Checks connections to be added to those that there are. Nothing is stored.
pub async fn with_more(
    store: &Store,
    session: SessionId,
    config: &Config,
    inputs: Vec<SaveConnection>,
) -> Result<More> {
    let mut present = all(store, session, config).await?;
    let mut stored = saved(store, session).await?;
    let (before, mut known) = (stored.len(), Vec::new());
    for input in inputs {
        let connection = checked(&input, &present)?;
        if present.iter().any(|other| other.base_url == connection.base_url) {
            known.push(connection.name);
        } else {
            present.push(connection.clone());
            stored.push(connection);
        }
    }
    let changed = (stored.len() > before).then(|| (SETTING, json!(stored)));
    Ok(More { changed, known })
}

/// Removes one of the reader's own connections.
pub async fn remove(store: &Store, session: SessionId, id: &str) -> Result<()> {
    let mut saved = saved(store, session).await?;
    saved.retain(|known| known.id != id);
    Ok(store.put_setting(session, SETTING, &json!(saved)).await?)
}

/// Checks what the reader typed and gives it an id.
pub fn checked(input: &SaveConnection, existing: &[StoredConnection]) -> Result<StoredConnection> {
    let name = input.name.trim();
    if name.is_empty() || name.chars().count() > 100 {
        return Err(Error::invalid(
            "A connection needs a name of 1 to 100 characters. Nothing was changed.",
        ));
    }
    let models: Vec<String> = input
        .models
        .iter()
        .map(|model| model.trim().to_owned())
        .filter(|model| !model.is_empty())
        .collect();
    if models.len() > MOST_MODELS || models.iter().any(|model| model.chars().count() > LONGEST_MODEL) {
        return Err(Error::invalid(format!(
            "At most {MOST_MODELS} models with names of up to {LONGEST_MODEL} characters. Nothing was changed."
        )));
    }
    let base_url = checked_address(&input.base_url)?;
    let id = match &input.id {
        Some(id) if existing.iter().any(|known| known.id == *id) => id.clone(),
        Some(_) => {
            return Err(Error::new(
                "not_found",
                "That connection is not there any more. Nothing was changed.",
            ));
        }
        None => new_id(name, existing),
    };
    let preset = existing.iter().any(|known| known.id == id && known.preset);
    Ok(StoredConnection {
        id,
        name: name.to_owned(),
        base_url,
        key_variable: None,
        models,
        preset,
    })
}

/// Of what a server lists, as much as a connection may hold.
pub fn keepable(models: Vec<String>) -> Vec<String> {
    let fits = |model: &String| model.chars().count() <= LONGEST_MODEL;
    models.into_iter().filter(fits).take(MOST_MODELS).collect()
}

fn checked_address(text: &str) -> Result<String> {
    usable_address(text).ok_or_else(|| {
        Error::invalid(
            "The address must start with http:// or https:// and usually ends in /v1, without a user name or a question mark. \
             Nothing was changed.",
        )
    })
}

/// An http or https address without user, query or fragment, and without the slash at its end; none when it is another thing.
pub fn usable_address(text: &str) -> Option<String> {
    let url: url::Url = text.trim().parse().ok()?;
    let plain =
        url.username().is_empty() && url.password().is_none() && url.query().is_none() && url.fragment().is_none();
    if !matches!(url.scheme(), "http" | "https") || url.host_str().is_none_or(str::is_empty) || !plain {
        return None;
    }
    Some(url.as_str().trim_end_matches('/').to_owned())
}

fn new_id(name: &str, existing: &[StoredConnection]) -> String {
    let word: String = name
        .chars()
        .map(|letter| {
            if letter.is_ascii_alphanumeric() {
                letter.to_ascii_lowercase()
            } else {
                '_'
            }
        })
        .collect();
    let base = match word.trim_matches('_') {
        "" => "server",
        word => word,
    };
    let taken = |id: &str| id == super::THIS_COMPUTER || existing.iter().any(|known| known.id == id);
    let numbered = (2..).map(|number| format!("{base}_{number}"));
    std::iter::once(base.to_owned())
        .chain(numbered)
        .find(|id| !taken(id))
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn input(name: &str, base_url: &str) -> SaveConnection {
        SaveConnection {
            id: None,
            name: name.into(),
            base_url: base_url.into(),
            models: vec![" a ".into(), String::new()],
            key: None,
        }
    }

    #[test]
    fn addresses_are_checked_and_cleaned() {
        let made = checked(&input(" Türkçe Sunucu ", "https://models.example/v1/"), &[]).unwrap();
        assert_eq!(
            (made.base_url.as_str(), made.models.as_slice()),
            ("https://models.example/v1", &["a".to_owned()][..])
        );
        let again = checked(
            &input(" Türkçe Sunucu ", "http://127.0.0.1:8080/v1"),
            std::slice::from_ref(&made),
        )
        .unwrap();
        assert_ne!(made.id, again.id);
        for bad in [
            "",
            "models.example",
            "ftp://a.example",
            "https://user:word@a.example",
            "https://a.example/?key=1",
            "javascript:alert(1)",
            "file:///etc",
        ] {
            assert_eq!(
                checked(&input("a", bad), &[]).unwrap_err().code,
                "invalid_input",
                "{bad}"
            );
        }
    }
}
