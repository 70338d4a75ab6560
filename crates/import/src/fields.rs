//! Single fields. Each reader gives a value that is within its bounds, or notes what is wrong and where.

use std::collections::BTreeMap;

use engine::ids::{CharacterId, ConversationId};
use engine::json_fault::json_fault;
use engine::save_file::{SavedAbout, SavedBranchPoint, SavedPersona, SavedTime, limits};
use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};

use crate::problems::{Path, Problems};

/// For visitors of one kind of value: what has another kind is noted as a problem, and reading goes on after it.
macro_rules! wrong_kind {
    (@note $self:ident, $wanted:literal, $found:literal) => {
        $self.reading.problems.add($self.path, concat!("this must be ", $wanted, ", not ", $found))
    };
    (@scalars $wanted:literal, $otherwise:expr) => {
        fn visit_bool<E>(self, _: bool) -> Result<Self::Value, E> {
            $crate::fields::wrong_kind!(@note self, $wanted, "true or false");
            Ok($otherwise)
        }

        fn visit_i64<E>(self, _: i64) -> Result<Self::Value, E> {
            $crate::fields::wrong_kind!(@note self, $wanted, "a number");
            Ok($otherwise)
        }

        fn visit_u64<E>(self, _: u64) -> Result<Self::Value, E> {
            $crate::fields::wrong_kind!(@note self, $wanted, "a number");
            Ok($otherwise)
        }

        fn visit_f64<E>(self, _: f64) -> Result<Self::Value, E> {
            $crate::fields::wrong_kind!(@note self, $wanted, "a number");
            Ok($otherwise)
        }

        fn visit_str<E>(self, _: &str) -> Result<Self::Value, E> {
            $crate::fields::wrong_kind!(@note self, $wanted, "a text");
            Ok($otherwise)
        }

        fn visit_unit<E>(self) -> Result<Self::Value, E> {
            $crate::fields::wrong_kind!(@note self, $wanted, "null");
            Ok($otherwise)
        }
    };
    ("a conversation", $otherwise:expr) => {
        $crate::fields::wrong_kind!(@scalars "a conversation", $otherwise);

        fn visit_seq<A: serde::de::SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
            $crate::fields::wrong_kind!(@note self, "a conversation", "a list");
            while list.next_element::<serde::de::IgnoredAny>()?.is_some() {}
            Ok($otherwise)
        }
    };
    ($wanted:literal, $otherwise:expr) => {
        $crate::fields::wrong_kind!(@scalars $wanted, $otherwise);

        fn visit_map<A: serde::de::MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
            $crate::fields::wrong_kind!(@note self, $wanted, "an object");
            while map.next_entry::<serde::de::IgnoredAny, serde::de::IgnoredAny>()?.is_some() {}
            Ok($otherwise)
        }
    };
}
pub(crate) use wrong_kind;

/// "7 times: …", or just what it is when it happened once.
pub(crate) fn counted(what: &str, times: usize) -> String {
    match times {
        1 => what.to_owned(),
        times => format!("{times} times: {what}"),
    }
}

pub(crate) fn unreadable(error: &serde_json::Error) -> String {
    format!("this cannot be read: {}", json_fault(error))
}

/// What a value is called in an error.
pub(crate) fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "true or false",
        Value::Number(_) => "a number",
        Value::String(_) => "a text",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}

/// A text of at most `longest` characters.
pub(crate) fn text(problems: &mut Problems, path: &Path<'_>, value: &Value, longest: usize) -> Option<String> {
    match value {
        Value::String(text) if text.len() <= longest || text.chars().count() <= longest => Some(text.clone()),
        Value::String(_) => {
            problems.add(path, format!("the text is longer than {longest} characters"));
            None
        }
        other => {
            problems.add(path, format!("this must be a text, not {}", kind(other)));
            None
        }
    }
}

/// A text on one line.
pub(crate) fn line(problems: &mut Problems, path: &Path<'_>, value: &Value, longest: usize) -> Option<String> {
    let text = text(problems, path, value, longest)?;
    if text.chars().any(char::is_control) {
        problems.add(path, "the text holds a line break or another control character");
        return None;
    }
    Some(text)
}

pub(crate) fn time(problems: &mut Problems, path: &Path<'_>, value: &Value) -> Option<SavedTime> {
    let text = text(problems, path, value, 64)?;
    let time = SavedTime::parse(&text);
    if time.is_none() {
        problems.add(path, "this is not a time with an offset, such as 2026-01-02T03:04:05Z");
    }
    time
}

/// A hyphenated UUID.
pub(crate) fn id<T: std::str::FromStr>(problems: &mut Problems, path: &Path<'_>, value: &Value) -> Option<T> {
    let text = text(problems, path, value, 36)?;
    let id = text.parse().ok().filter(|_| text.len() == 36);
    if id.is_none() {
        problems.add(path, "this is not an id (a UUID with hyphens)");
    }
    id
}

/// A whole number below `bound`.
pub(crate) fn number(problems: &mut Problems, path: &Path<'_>, value: &Value, bound: u64) -> Option<u32> {
    let number = value.as_u64().filter(|number| *number < bound);
    let number = number.and_then(|number| u32::try_from(number).ok());
    if number.is_none() {
        problems.add(path, format!("this must be a whole number below {bound}"));
    }
    number
}

pub(crate) fn object<'v>(
    problems: &mut Problems,
    path: &Path<'_>,
    value: &'v Value,
    known: &[&str],
) -> Option<&'v Map<String, Value>> {
    let Value::Object(object) = value else {
        problems.add(path, format!("this must be an object, not {}", kind(value)));
        return None;
    };
    for name in object.keys().filter(|name| !known.contains(&name.as_str())) {
        problems.add(Path::Key(path, name), "there is no field of this name");
    }
    Some(object)
}

/// The character of the field `character`.
pub(crate) fn character(
    problems: &mut Problems,
    path: &Path<'_>,
    value: Option<&Value>,
) -> Option<(CharacterId, String)> {
    let path = Path::Key(path, "character");
    let Some(value) = value else {
        problems.add(path, "the character is missing");
        return None;
    };
    let object = object(problems, &path, value, &["id", "name"])?;
    let name = object
        .get("name")
        .and_then(|name| line(problems, &Path::Key(&path, "name"), name, limits::CHARACTER_NAME));
    let id = object.get("id").unwrap_or(&Value::Null);
    Some((
        character_id(problems, &Path::Key(&path, "id"), id)?,
        name.unwrap_or_default(),
    ))
}

pub(crate) fn character_id(problems: &mut Problems, path: &Path<'_>, value: &Value) -> Option<CharacterId> {
    let text = text(problems, path, value, 10_000)?;
    CharacterId::parse(&text)
        .inspect_err(|error| problems.add(path, error.to_string()))
        .ok()
}

/// All fields of a conversation but its messages.
pub(crate) fn about(problems: &mut Problems, path: &Path<'_>, values: &BTreeMap<&str, Value>) -> SavedAbout {
    let read = |name: &'static str| values.get(name).map(|value| (Path::Key(path, name), value));
    let id = read("id").and_then(|(path, value)| id(problems, &path, value));
    let title = read("title").and_then(|(path, value)| line(problems, &path, value, limits::TITLE));
    let [created_at, updated_at] =
        ["created_at", "updated_at"].map(|name| read(name).and_then(|(path, value)| time(problems, &path, value)));
    let language = read("language").and_then(|(path, value)| language(problems, &path, value));
    let draft = read("draft").and_then(|(path, value)| text(problems, &path, value, limits::DRAFT));
    let persona = read("persona").and_then(|(path, value)| persona(problems, &path, value));
    let branched_from = read("branched_from").and_then(|(path, value)| branch_point(problems, &path, value));
    SavedAbout {
        id,
        title: title.unwrap_or_default(),
        created_at,
        updated_at,
        branched_from,
        language: language.unwrap_or_default(),
        persona,
        draft: draft.unwrap_or_default(),
        kept: Vec::new(),
    }
}

pub(crate) fn language(problems: &mut Problems, path: &Path<'_>, value: &Value) -> Option<String> {
    let tag = text(problems, path, value, limits::LANGUAGE)?;
    if !tag
        .chars()
        .all(|letter| letter.is_ascii_alphanumeric() || letter == '-')
    {
        problems.add(path, "this is not the tag of a language, such as en or pt-BR");
        return None;
    }
    Some(tag)
}

pub(crate) fn persona(problems: &mut Problems, path: &Path<'_>, value: &Value) -> Option<SavedPersona> {
    if value.is_null() {
        return None;
    }
    let object = object(problems, path, value, &["name", "description"])?;
    let name = object.get("name").unwrap_or(&Value::Null);
    let name_path = Path::Key(path, "name");
    let name = line(problems, &name_path, name, limits::PERSONA_NAME);
    if name.as_ref().is_some_and(|name| name.trim().is_empty()) {
        problems.add(name_path, "the name is blank");
    }
    let description = object.get("description").and_then(|description| {
        let path = Path::Key(path, "description");
        text(problems, &path, description, limits::PERSONA_DESCRIPTION)
    });
    Some(SavedPersona {
        name: name?,
        description: description.unwrap_or_default(),
    })
}

fn branch_point(problems: &mut Problems, path: &Path<'_>, value: &Value) -> Option<SavedBranchPoint> {
    if value.is_null() {
        return None;
    }
    let object = object(problems, path, value, &["conversation", "position"])?;
    let conversation = object.get("conversation").unwrap_or(&Value::Null);
    let conversation: Option<ConversationId> = id(problems, &Path::Key(path, "conversation"), conversation);
    let position = object.get("position").unwrap_or(&Value::Null);
    let position = number(problems, &Path::Key(path, "position"), position, 1 << 32);
    Some(SavedBranchPoint {
        conversation: conversation?,
        position: position?,
    })
}

/// Any JSON whose texts and numbers can all be read; nothing of it is kept.
pub(crate) struct Readable;

impl<'de> Deserialize<'de> for Readable {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Walk;

        impl<'de> Visitor<'de> for Walk {
            type Value = Readable;

            fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str("JSON")
            }

            fn visit_bool<E>(self, _: bool) -> Result<Readable, E> {
                Ok(Readable)
            }

            fn visit_i64<E>(self, _: i64) -> Result<Readable, E> {
                Ok(Readable)
            }

            fn visit_u64<E>(self, _: u64) -> Result<Readable, E> {
                Ok(Readable)
            }

            fn visit_f64<E>(self, _: f64) -> Result<Readable, E> {
                Ok(Readable)
            }

            fn visit_str<E>(self, _: &str) -> Result<Readable, E> {
                Ok(Readable)
            }

            fn visit_unit<E>(self) -> Result<Readable, E> {
                Ok(Readable)
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Readable, A::Error> {
                while list.next_element::<Readable>()?.is_some() {}
                Ok(Readable)
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Readable, A::Error> {
                while map.next_entry::<Readable, Readable>()?.is_some() {}
                Ok(Readable)
            }
        }

        deserializer.deserialize_any(Walk)
    }
}
