//! JSON of any length, one wanted value at a time.

use std::io::{BufReader, Read};

use serde::Deserialize;
use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::Value;
use serde_json::value::RawValue;

use super::clean::Utf8;
use super::metered::{Room, metered};
use super::sink::Failure;
use crate::guarded::Guarded;

/// What to do with a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// Look at the values inside it.
    Enter,
    /// Hand it over.
    Take,
    Ignore,
}

/// The keys that lead to a value; `*` stands for any place in a list.
pub type Keys = [String];

/// Walks through a JSON text, or several behind one another, and hands over what `step` takes, as text and in the order of the
/// file. A value that is handed over
/// may have at most [`engine::save_file::limits::MESSAGE_BYTES`]; what is ignored may have any size.
pub fn walk(
    reader: impl Read,
    step: &dyn Fn(&Keys) -> Step,
    take: &mut dyn FnMut(&Keys, &str) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let (reader, room) = metered(Guarded::new(Utf8::new(reader)));
    let mut deserializer = serde_json::Deserializer::from_reader(BufReader::new(reader));
    let mut walk = Walk {
        keys: Vec::new(),
        step,
        take,
        failure: None,
        room,
    };
    loop {
        let result = (&mut walk).deserialize(&mut deserializer);
        if let Some(failure) = walk.failure.take() {
            return Err(failure);
        }
        result?;
        walk.keys.clear();
        match deserializer.end() {
            Ok(()) => return Ok(()),
            Err(error) if error.is_io() => return Err(error.into()),
            // Something else follows: the next export, or an error on the next round.
            Err(_) => {}
        }
    }
}

/// Where the values of a list at the top are taken, and nothing else.
pub fn elements(keys: &Keys) -> Step {
    match keys {
        [] => Step::Enter,
        [_] => Step::Take,
        _ => Step::Ignore,
    }
}

struct Walk<'a> {
    keys: Vec<String>,
    step: &'a dyn Fn(&Keys) -> Step,
    take: &'a mut dyn FnMut(&Keys, &str) -> Result<(), Failure>,
    failure: Option<Failure>,
    room: Room,
}

impl<'de> DeserializeSeed<'de> for &mut Walk<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        match (self.step)(&self.keys) {
            Step::Ignore => IgnoredAny::deserialize(deserializer).map(drop),
            Step::Enter => deserializer.deserialize_any(self),
            Step::Take => {
                self.room.begin();
                let raw = Box::<RawValue>::deserialize(deserializer);
                self.room.end();
                (self.take)(&self.keys, raw?.get()).map_err(|failure| {
                    self.failure = Some(failure);
                    serde::de::Error::custom("no more")
                })
            }
        }
    }
}

impl<'de> Visitor<'de> for &mut Walk<'_> {
    type Value = ();

    fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("any value")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(key) = map.next_key::<String>()? {
            self.keys.push(key);
            map.next_value_seed(&mut *self)?;
            self.keys.pop();
        }
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        self.keys.push("*".to_owned());
        while list.next_element_seed(&mut *self)?.is_some() {}
        self.keys.pop();
        Ok(())
    }

    fn visit_unit<E>(self) -> Result<(), E> {
        Ok(())
    }

    fn visit_bool<E>(self, _: bool) -> Result<(), E> {
        Ok(())
    }

    fn visit_i64<E>(self, _: i64) -> Result<(), E> {
        Ok(())
    }

    fn visit_u64<E>(self, _: u64) -> Result<(), E> {
        Ok(())
    }

    fn visit_f64<E>(self, _: f64) -> Result<(), E> {
        Ok(())
    }

    fn visit_str<E>(self, _: &str) -> Result<(), E> {
        Ok(())
    }
}

/// A value that was handed over; halves of surrogate pairs that stand alone become U+FFFD. None when it is damaged beyond that.
pub fn value(raw: &str) -> Option<Value> {
    serde_json::from_str(raw)
        .ok()
        .or_else(|| serde_json::from_str(&without_lone_halves(raw)).ok())
}

/// The text of a field, empty without one.
pub fn text<'a>(value: &'a Value, field: &str) -> &'a str {
    value.get(field).and_then(Value::as_str).unwrap_or_default()
}

/// The number of a field, also when it is written as a text.
pub fn number(value: &Value, field: &str) -> Option<i64> {
    let value = value.get(field)?;
    value.as_i64().or_else(|| value.as_str()?.trim().parse().ok())
}

/// Whether a field is a list or an object with something in it.
pub fn is_filled(value: &Value, field: &str) -> bool {
    match value.get(field) {
        Some(Value::Array(list)) => !list.is_empty(),
        Some(Value::Object(map)) => !map.is_empty(),
        _ => false,
    }
}

/// Whether a field is there and not null.
pub fn is_set(value: &Value, field: &str) -> bool {
    value.get(field).is_some_and(|value| !value.is_null())
}

fn without_lone_halves(raw: &str) -> String {
    let mut out = String::with_capacity(raw.len());
    let mut rest = raw;
    while let Some(at) = rest.find('\\') {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let half = |text: &str| {
            let hex = text.strip_prefix("\\u")?.get(..4)?;
            u32::from_str_radix(hex, 16).ok()
        };
        let length = match half(rest) {
            Some(0xd800..0xdc00) if matches!(rest.get(6..).and_then(half), Some(0xdc00..0xe000)) => 12,
            Some(0xd800..0xe000) => {
                out.push('\u{fffd}');
                rest = &rest[6..];
                continue;
            }
            Some(_) => 6,
            // Whatever is escaped stays together, so that `\\u` is not taken for an escape.
            None => 1 + rest[1..].chars().next().map_or(0, char::len_utf8),
        };
        out.push_str(&rest[..length]);
        rest = &rest[length..];
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use engine::save_file::limits;
    use proptest::prelude::*;

    use super::*;

    fn taken(text: &[u8]) -> (Vec<String>, Option<Failure>) {
        let mut all = Vec::new();
        let result = walk(text, &elements, &mut |_, raw| {
            all.push(raw.to_owned());
            Ok(())
        });
        (all, result.err())
    }

    #[test]
    fn a_cut_text_gives_its_good_part() {
        let (all, failure) = taken(br#"[{"a": 1}, 2, {"b": "#);
        assert_eq!(all, [r#"{"a": 1}"#, "2"]);
        assert!(matches!(failure, Some(Failure::Broken(reason)) if reason.contains("ends in the middle")));
    }

    #[test]
    fn what_follows_is_read_too_or_told() {
        let (all, failure) = taken(br#"[1]  [2] x"#);
        assert_eq!(all, ["1", "2"]);
        assert!(matches!(failure, Some(Failure::Broken(reason)) if reason.contains("not JSON")));
    }

    #[test]
    fn a_value_that_is_too_large_is_refused_and_one_that_is_ignored_is_not() {
        let large = "a".repeat(limits::MESSAGE_BYTES + (1 << 20));
        let (_, failure) = taken(format!("[\"{large}\"]").as_bytes());
        assert!(matches!(failure, Some(Failure::Broken(reason)) if reason.contains("larger than 16 MB")));
        let mut count = 0;
        let text = format!(r#"{{"large": "{large}", "small": 1}}"#);
        let step = |keys: &Keys| match keys {
            [] => Step::Enter,
            [key] if key == "small" => Step::Take,
            _ => Step::Ignore,
        };
        walk(text.as_bytes(), &step, &mut |_, _| {
            count += 1;
            Ok(())
        })
        .unwrap();
        assert_eq!(count, 1);
    }

    #[test]
    fn halves_that_stand_alone_do_not_spoil_a_message() {
        for (raw, expected) in [
            (r#""a\ud83db""#, "a\u{fffd}b"),
            (r#""\ud83d\udc4c \udc4c""#, "👌 \u{fffd}"),
            (r#""\\ud83d \ud83d""#, "\\ud83d \u{fffd}"),
        ] {
            assert_eq!(value(raw), Some(Value::String(expected.to_owned())), "{raw}");
        }
        assert_eq!(value(r#"{"a":"#), None);
    }

    proptest! {
        #[test]
        fn any_bytes_are_walked_through(bytes in proptest::collection::vec(any::<u8>(), 0..200), text in "[\\[\\]{}\",:\\\\ud8a-c0-9 ]{0,80}") {
            taken(&bytes);
            taken(text.as_bytes());
            value(&text);
        }
    }
}
