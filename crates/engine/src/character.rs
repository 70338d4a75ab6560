//! A character: one JSON file, `characters/{id}.json`. What the app does not know is kept and written back.

mod format;
mod lenient;
#[cfg(test)]
mod tests;
pub mod texts;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::controls::without_controls;
use crate::ids::CharacterId;
use crate::json_fault::json_fault;
use crate::macros::{Names, fill};

pub use format::house_marks;
pub use lenient::Flags;
use lenient::{null_is_default, text_or_texts};

/// The largest character file that is read, in bytes.
pub const MAX_FILE_BYTES: usize = 4 * 1024 * 1024;
/// The longest name, in characters.
pub const MAX_NAME_CHARS: usize = 200;

/// The longest JSON path of an error, in characters; a hostile file can have longer ones.
const MAX_PATH_CHARS: usize = 200;

/// A character as its file describes it. Only `id` and `name` must be there; everything else may be missing or null.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Character {
    /// The same as the stem of the file's name.
    pub id: CharacterId,
    pub name: String,
    #[serde(default, deserialize_with = "text_or_texts", skip_serializing_if = "Vec::is_empty")]
    pub categories: Vec<String>,
    /// Who that is in a few words (32 characters at most are always seen whole), for lists; without it they show the description.
    #[serde(
        default,
        deserialize_with = "null_is_default",
        skip_serializing_if = "String::is_empty"
    )]
    pub tagline: String,
    /// One line, and the first thing a model reads.
    #[serde(
        default,
        deserialize_with = "null_is_default",
        skip_serializing_if = "String::is_empty"
    )]
    pub description: String,
    #[serde(default, deserialize_with = "null_is_default", skip_serializing_if = "is_default")]
    pub identity: Identity,
    #[serde(default, deserialize_with = "text_or_texts", skip_serializing_if = "Vec::is_empty")]
    pub personality: Vec<String>,
    #[serde(default, deserialize_with = "null_is_default", skip_serializing_if = "is_default")]
    pub speech_style: SpeechStyle,
    /// Habits by name, in the file's order: whether they are true of the character.
    #[serde(default, deserialize_with = "null_is_default", skip_serializing_if = "is_default")]
    pub behavior: Flags,
    #[serde(default, deserialize_with = "null_is_default", skip_serializing_if = "is_default")]
    pub world: World,
    #[serde(default, deserialize_with = "null_is_default", skip_serializing_if = "is_default")]
    pub roleplay: Roleplay,
    /// Directions for playing this character; they add to the rules for all, and replace none.
    #[serde(
        default,
        deserialize_with = "null_is_default",
        skip_serializing_if = "String::is_empty"
    )]
    pub system_prompt: String,
    /// What the character says first.
    #[serde(
        default,
        deserialize_with = "null_is_default",
        skip_serializing_if = "String::is_empty"
    )]
    pub greeting: String,
    /// Other ways to begin.
    #[serde(default, deserialize_with = "text_or_texts", skip_serializing_if = "Vec::is_empty")]
    pub alternate_greetings: Vec<String>,
    #[serde(default, deserialize_with = "null_is_default", skip_serializing_if = "Vec::is_empty")]
    pub example_dialogues: Vec<ExampleDialogue>,
    /// Texts made for the small starter model; without them they are derived from the rest.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub starter: Option<StarterTexts>,
    #[serde(default, deserialize_with = "null_is_default", skip_serializing_if = "is_default")]
    pub visuals: Visuals,
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}

/// Who the character is.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Identity {
    #[serde(
        default,
        deserialize_with = "null_is_default",
        skip_serializing_if = "String::is_empty"
    )]
    pub role: String,
    #[serde(
        default,
        deserialize_with = "null_is_default",
        skip_serializing_if = "String::is_empty"
    )]
    pub background: String,
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}

/// How the character talks. A missing switch says nothing, which is not the same as `false`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct SpeechStyle {
    #[serde(default, deserialize_with = "text_or_texts", skip_serializing_if = "Vec::is_empty")]
    pub tone: Vec<String>,
    #[serde(
        default,
        deserialize_with = "null_is_default",
        skip_serializing_if = "String::is_empty"
    )]
    pub formality: String,
    #[serde(
        default,
        deserialize_with = "null_is_default",
        skip_serializing_if = "String::is_empty"
    )]
    pub sentence_style: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub uses_humor: Option<bool>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub uses_rhetorical_questions: Option<bool>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub avoids_excessive_enthusiasm: Option<bool>,
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}

/// Where the character lives.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct World {
    #[serde(
        default,
        deserialize_with = "null_is_default",
        skip_serializing_if = "String::is_empty"
    )]
    pub universe: String,
    #[serde(
        default,
        deserialize_with = "null_is_default",
        skip_serializing_if = "String::is_empty"
    )]
    pub setting: String,
    #[serde(
        default,
        deserialize_with = "null_is_default",
        skip_serializing_if = "String::is_empty"
    )]
    pub description: String,
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}

/// How the file's own texts mark actions and thoughts, and whether the role may be left.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Roleplay {
    /// The marks around `{content}`, as in `<action>{content}</action>`.
    #[serde(
        default,
        deserialize_with = "null_is_default",
        skip_serializing_if = "String::is_empty"
    )]
    pub action_format: String,
    #[serde(
        default,
        deserialize_with = "null_is_default",
        skip_serializing_if = "String::is_empty"
    )]
    pub thought_format: String,
    /// Whether the character may step out of the role when asked; a missing value forbids it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub break_character: Option<bool>,
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}

/// One exchange that shows how the character talks.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct ExampleDialogue {
    #[serde(
        default,
        deserialize_with = "null_is_default",
        skip_serializing_if = "String::is_empty"
    )]
    pub situation: String,
    #[serde(default, deserialize_with = "null_is_default")]
    pub user: String,
    #[serde(default, deserialize_with = "null_is_default")]
    pub character: String,
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}

/// What the starter model is told instead of the whole character.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct StarterTexts {
    /// About 100 words, beginning "You are {{char}}".
    #[serde(
        default,
        deserialize_with = "null_is_default",
        skip_serializing_if = "String::is_empty"
    )]
    pub description: String,
    /// One or two sentences that name `{{user}}` and the place.
    #[serde(
        default,
        deserialize_with = "null_is_default",
        skip_serializing_if = "String::is_empty"
    )]
    pub scenario: String,
    /// In the language that the starter model speaks best (English), 20 to 50 words, with one action: shown to the model only.
    #[serde(
        default,
        deserialize_with = "null_is_default",
        skip_serializing_if = "String::is_empty"
    )]
    pub greeting: String,
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}

/// Pictures. The portrait shown is found by folder; this names the one the file's author meant.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Visuals {
    #[serde(
        default,
        deserialize_with = "null_is_default",
        skip_serializing_if = "String::is_empty"
    )]
    pub avatar: String,
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}

/// Why a character's file cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}{reason}", if path.is_empty() { String::new() } else { format!("{path}: ") })]
pub struct CharacterError {
    /// Where in the file, as a JSON path such as `speech_style.tone[1]`; empty for the whole file.
    pub path: String,
    pub reason: String,
}

/// Reads a character's file. `stem` is the file's name without `.json`; the `id` in it must be the same.
///
/// # Errors
/// Too large, not JSON, a field of the wrong kind, a missing or foreign `id`, or a `name` that is blank, too long or holds
/// control characters. The path says where.
pub fn parse(text: &str, stem: &str) -> Result<Character, CharacterError> {
    let fail = |path: &str, reason: String| {
        Err(CharacterError {
            path: path.to_owned(),
            reason,
        })
    };
    if text.len() > MAX_FILE_BYTES {
        return fail(
            "",
            format!("the file is larger than {} MB", MAX_FILE_BYTES / 1024 / 1024),
        );
    }
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut deserializer = serde_json::Deserializer::from_str(text);
    let mut character: Character = serde_path_to_error::deserialize(&mut deserializer).map_err(|error| {
        let path: String = error.path().to_string().chars().take(MAX_PATH_CHARS).collect();
        CharacterError {
            // Neither is a place: "?" is said when not even the beginning could be read.
            path: if path == "." || path == "?" {
                String::new()
            } else {
                path
            },
            reason: json_fault(error.inner()),
        }
    })?;
    if let Err(error) = deserializer.end() {
        return fail("", format!("something follows the end of the character: {error}"));
    }
    if character.id.as_str() != stem {
        return fail(
            "id",
            format!(
                "the id is \"{}\", but the file is named {stem}.json; both must be the same",
                character.id
            ),
        );
    }
    character.name = character.name.trim().to_owned();
    if character.name.is_empty() {
        return fail("name", "the name is blank".to_owned());
    }
    if character.name.chars().count() > MAX_NAME_CHARS {
        return fail("name", format!("the name is longer than {MAX_NAME_CHARS} characters"));
    }
    if character.name.chars().any(char::is_control) {
        return fail(
            "name",
            "the name holds a line break or another control character".to_owned(),
        );
    }
    Ok(character)
}

/// The text of the character's file, unknown fields included; ends with a line break.
pub fn to_json(character: &Character) -> String {
    let mut text = serde_json::to_string_pretty(character).expect("a character has only text keys");
    text.push('\n');
    text
}

/// The ways this character begins, the main one first: names filled in, the file's own marks turned into ours. Empty when the
/// character waits for the reader to begin.
pub fn greetings(character: &Character, names: &Names<'_>) -> Vec<String> {
    std::iter::once(&character.greeting)
        .chain(&character.alternate_greetings)
        .filter(|greeting| !greeting.trim().is_empty())
        .map(|greeting| {
            fill(
                &house_marks(without_controls(greeting).trim(), &character.roleplay),
                names,
            )
        })
        .collect()
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}
