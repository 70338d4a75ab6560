//! Reading what people write by hand: null for "nothing", one text for a list of one.

use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde::ser::{Serialize, SerializeMap, Serializer};

/// Reads null as the type's default.
pub fn null_is_default<'de, D, T>(deserializer: D) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de> + Default,
{
    Ok(Option::<T>::deserialize(deserializer)?.unwrap_or_default())
}

/// Reads a list of texts, one text, or null.
pub fn text_or_texts<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<String>, D::Error> {
    struct Texts;

    impl<'de> Visitor<'de> for Texts {
        type Value = Vec<String>;

        fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
            formatter.write_str("a list of texts")
        }

        fn visit_unit<E>(self) -> Result<Self::Value, E> {
            Ok(Vec::new())
        }

        fn visit_str<E>(self, text: &str) -> Result<Self::Value, E> {
            Ok(if text.trim().is_empty() {
                Vec::new()
            } else {
                vec![text.to_owned()]
            })
        }

        fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
            let mut texts = Vec::new();
            while let Some(text) = list.next_element::<Option<String>>()? {
                texts.extend(text);
            }
            Ok(texts)
        }
    }

    deserializer.deserialize_any(Texts)
}

/// Named yes-or-no statements, in the order of the file. A name that comes twice keeps its last value.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Flags(pub Vec<(String, bool)>);

impl Serialize for Flags {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (name, value) in &self.0 {
            map.serialize_entry(name, value)?;
        }
        map.end()
    }
}

impl<'de> Deserialize<'de> for Flags {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Entries;

        impl<'de> Visitor<'de> for Entries {
            type Value = Flags;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("an object of true and false")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Flags, A::Error> {
                let mut flags: Vec<(String, bool)> = Vec::new();
                while let Some(name) = map.next_key::<String>()? {
                    let Some(value) = map.next_value::<Option<bool>>()? else {
                        continue;
                    };
                    match flags.iter_mut().find(|(known, _)| *known == name) {
                        Some((_, known)) => *known = value,
                        None => flags.push((name, value)),
                    }
                }
                Ok(Flags(flags))
            }
        }

        deserializer.deserialize_map(Entries)
    }
}
