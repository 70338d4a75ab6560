//! The configuration that comes with the program, `config.json`: the default character, the default model and the connections
//! that are there from the start. A `config.json` in the data folder replaces it.

use std::path::Path;

use engine::ids::CharacterId;
use engine::json_fault::json_fault;
use serde::Deserialize;
use serde_json::Value;

use crate::error::{Error, Result};
use crate::folders::Folders;
use crate::models::{THIS_COMPUTER, connections};

/// Longest id of a connection, in characters.
const LONGEST_ID: usize = 64;

/// What `config.json` says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Config {
    pub default_character: CharacterId,
    /// `{connection id}/{model name}`; connection `this_computer` is for GGUF files.
    pub default_model: String,
    /// Stem of the GGUF file that is for recall and not for talking.
    pub embedding_model: String,
    pub connections: Vec<Preset>,
    pub memory_method: MemoryMethod,
    /// What is wrong with connections that were left out: file, place and reason, in whole sentences.
    pub problems: Vec<String>,
}

/// Who reads the conversation for what is to be remembered.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MemoryMethod {
    /// The chosen model, and rules where it is too small for that.
    #[default]
    Automatic,
    /// The chosen model, however small.
    Model,
    Rules,
}

/// A connection that is there from the start.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Preset {
    pub id: String,
    pub name: String,
    /// http or https, without a slash at its end.
    pub base_url: String,
    #[serde(default)]
    pub key_variable: Option<String>,
    pub models: Vec<String>,
}

/// The file with its connections unread, so that one that is wrong spoils no other.
#[derive(Deserialize)]
struct Written {
    default_character: CharacterId,
    default_model: String,
    embedding_model: String,
    connections: Vec<Value>,
    #[serde(default)]
    memory_method: MemoryMethod,
}

/// Reads the configuration: the reader's own, else the one that comes with the program. A connection that cannot be used is left
/// out and told of in [`Config::problems`].
///
/// # Errors
/// `config_broken`, with file, place and reason, when the file cannot be used at all.
pub fn read(folders: &Folders) -> Result<Config> {
    let own = folders.data.join("config.json");
    let path = if own.is_file() {
        own
    } else {
        folders.resources.join("config.json")
    };
    let broken = |reason: String| {
        Error::new(
            "config_broken",
            format!(
                "{} could not be read: {reason}. Mend or remove the file and start again.",
                path.display()
            ),
        )
    };
    let text = std::fs::read_to_string(&path).map_err(|error| broken(error.to_string()))?;
    parse(&text, &path).map_err(broken)
}

/// The error is a reason with its place.
fn parse(text: &str, path: &Path) -> Result<Config, String> {
    let mut deserializer = serde_json::Deserializer::from_str(text);
    let written: Written = serde_path_to_error::deserialize(&mut deserializer).map_err(placed)?;
    deserializer.end().map_err(|error| error.to_string())?;
    let mut config = Config {
        default_character: written.default_character,
        default_model: written.default_model,
        embedding_model: written.embedding_model,
        connections: Vec::new(),
        memory_method: written.memory_method,
        problems: Vec::new(),
    };
    for (number, value) in written.connections.into_iter().enumerate() {
        match preset(value, &config.connections) {
            Ok(preset) => config.connections.push(preset),
            Err((field, reason)) => config.problems.push(format!(
                "{}, connections[{number}]{field}: {reason}. This connection is left out, everything else is used; mend the file and start \
                 again.",
                path.display()
            )),
        }
    }
    Ok(config)
}

/// One connection; else the place within it, and the reason.
fn preset(value: Value, before: &[Preset]) -> Result<Preset, (String, String)> {
    let mut preset: Preset = serde_path_to_error::deserialize(value).map_err(|error| {
        let place = error.path().to_string();
        let place = if place == "." || place == "?" {
            String::new()
        } else {
            format!(".{place}")
        };
        (place, json_fault(error.inner()))
    })?;
    let wrong = |field: &str, reason: &str| Err((format!(".{field}"), reason.to_owned()));
    let id = preset.id.as_str();
    if id.trim().is_empty() || id.chars().count() > LONGEST_ID || id.contains('/') {
        return wrong("id", "an id has 1 to 64 characters, and no slash among them");
    }
    if id == THIS_COMPUTER {
        return wrong("id", "this id stands for the models on this computer");
    }
    if before.iter().any(|known| known.id == id) {
        return wrong("id", "a connection above has this id already");
    }
    let Some(address) = connections::usable_address(&preset.base_url) else {
        return wrong(
            "base_url",
            "an address starts with http:// or https:// and has neither a user name nor a question mark",
        );
    };
    preset.base_url = address;
    Ok(preset)
}

fn placed(error: serde_path_to_error::Error<serde_json::Error>) -> String {
    match error.path().to_string().as_str() {
        // Neither is a place: "?" is said when not even the beginning could be read.
        "." | "?" => json_fault(error.inner()),
        place => format!("{place}: {}", json_fault(error.inner())),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn connection(id: &str, base_url: &str) -> Value {
        json!({ "id": id, "name": "Name", "base_url": base_url, "models": [] })
    }

    fn config(connections: &Value) -> Config {
        let text = json!({
            "default_character": "sherlock_holmes",
            "default_model": "this_computer/a",
            "embedding_model": "b",
            "connections": connections,
        });
        parse(&text.to_string(), Path::new("folder/config.json")).unwrap()
    }

    #[test]
    fn what_comes_with_the_program_is_right() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../config.json");
        let config = parse(&std::fs::read_to_string(&path).unwrap(), &path).unwrap();
        assert_eq!((config.connections.len(), config.problems.len()), (3, 0), "{config:?}");
    }

    /// Each was taken as it was: its models stood in the list, or hid those of another, and could not be used.
    #[test]
    fn a_connection_that_cannot_be_used_is_left_out_with_its_place() {
        for (wrong, place) in [
            (
                connection("this_computer", "https://a.example/v1"),
                "connections[1].id: ",
            ),
            (connection("fine", "https://a.example/v1"), "connections[1].id: "),
            (connection("a/b", "https://a.example/v1"), "connections[1].id: "),
            (connection(" ", "https://a.example/v1"), "connections[1].id: "),
            (connection("a", "ftp://a.example/v1"), "connections[1].base_url: "),
            (connection("a", "a.example"), "connections[1].base_url: "),
            (connection("a", "https://a:b@a.example"), "connections[1].base_url: "),
            (json!({ "id": "a" }), "connections[1]: "),
            (
                json!({ "id": "a", "name": "b", "base_url": "http://a.example", "models": ["c", 4] }),
                "connections[1].models[1]: ",
            ),
            (json!(7), "connections[1]: "),
        ] {
            let config = config(&json!([
                connection("fine", "https://fine.example/v1/"),
                wrong,
                connection("last", "http://127.0.0.1:8080/v1")
            ]));
            let ids: Vec<&str> = config.connections.iter().map(|preset| preset.id.as_str()).collect();
            assert_eq!(ids, ["fine", "last"], "{wrong}");
            assert_eq!(config.connections[0].base_url, "https://fine.example/v1");
            let [problem] = config.problems.as_slice() else {
                panic!("{wrong}: {:?}", config.problems)
            };
            assert!(
                problem.starts_with("folder/config.json, ") && problem.contains(place),
                "{problem}"
            );
        }
    }

    #[test]
    fn a_file_that_cannot_be_used_at_all_says_where() {
        for (text, place) in [
            // It began with "?: ".
            ("nonsense", "something else than JSON stands here at line 1"),
            ("7", "the number 7 stands where an object in curly brackets should be"),
            ("{", "the text ends too early"),
            (r#"{"default_character": "NO"}"#, "default_character: "),
            (
                r#"{"default_character": "a", "default_model": "a", "embedding_model": "a", "connections": {}}"#,
                "connections: ",
            ),
        ] {
            let reason = parse(text, Path::new("config.json")).unwrap_err();
            assert!(reason.contains(place) && !reason.contains('?'), "{reason}");
        }
    }
}
