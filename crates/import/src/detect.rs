//! What a file is, from how it begins and from its outermost fields.

use std::collections::BTreeSet;
use std::io::{BufReader, Read};

use engine::save_file::{FORMAT, VERSION};
use serde::Deserialize;
use serde::de::{IgnoredAny, MapAccess, Visitor};
use serde_json::value::RawValue;

use crate::guarded::{Bounded, Guarded};
use crate::problems::Problems;
use crate::save::Shape;
use crate::{ImportError, Source};

/// How much of the beginning is looked at, in bytes.
const HEAD: u64 = 64 << 10;
/// Names of outermost fields that are noted.
const NOTED_NAMES: usize = 1_000;
/// Longest value that can say what a file is, in bytes.
const LONGEST_WORD: usize = 100;

/// What can be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Save(Shape),
    Transcript,
}

pub fn kind(source: &(impl Source + ?Sized), largest: u64) -> Result<Kind, ImportError> {
    let mut head = Vec::new();
    source.open()?.take(HEAD).read_to_end(&mut head)?;
    if head.starts_with(b"PK\x03\x04") {
        return Err(ImportError::Archive);
    }
    let text = String::from_utf8_lossy(&head);
    let text = text.trim_start_matches('\u{feff}').trim_start();
    if text.is_empty() {
        return Err(Problems::whole("the file is empty").into());
    }
    if head.starts_with(&[0xff, 0xfe]) || head.starts_with(&[0xfe, 0xff]) {
        return Err(Problems::whole("the text is UTF-16; save it as UTF-8").into());
    }
    if head.contains(&0) {
        return Err(ImportError::Unknown);
    }
    if !text.starts_with(['{', '[']) {
        return Ok(Kind::Transcript);
    }
    // Quotes inside a text are escaped in JSON, so none of these words can be part of what somebody said.
    let own = text.contains(&format!("\"{FORMAT}\""));
    match foreign(text).filter(|_| !own) {
        Some(program) => Err(ImportError::Foreign(program)),
        None => outline(source, largest)?.shape().map(Kind::Save),
    }
}

/// The program whose conversation this looks like.
fn foreign(head: &str) -> Option<&'static str> {
    let holds = |words: &[&str]| words.iter().all(|word| head.contains(&format!("\"{word}\"")));
    let known: [(&str, &[&[&str]]); 5] = [
        ("SillyTavern (JSON lines)", &[&["chat_metadata"], &["mes", "is_user"]]),
        ("RisuAI", &[&["risuChat"], &["risuAllChats"]]),
        ("Agnai", &[&["sampleChat", "messages"], &["msg", "messages"]]),
        ("KoboldAI Lite", &[&["gamestarted"], &["savedsettings"]]),
        ("Backyard AI", &[&["outputs", "activeTimestamp"]]),
    ];
    let found = known.iter().find(|(_, signs)| signs.iter().any(|sign| holds(sign)));
    found.map(|(program, _)| *program)
}

/// The outermost fields of a JSON file that say what it is.
#[derive(Debug, Default)]
struct Outline {
    names: BTreeSet<String>,
    format: Option<String>,
    version: Option<String>,
}

impl Outline {
    fn shape(self) -> Result<Shape, ImportError> {
        let mut problems = Problems::default();
        let shape = match (self.format.as_deref(), self.version.as_deref()) {
            (Some(FORMAT), Some("3" | VERSION)) => return Ok(Shape::Current),
            (Some(FORMAT), version) => {
                problems.add("version", unsupported(version));
                return Err(problems.into());
            }
            (_, Some("1" | "1.0")) => Shape::Older("1.0"),
            (_, Some("2" | "2.0")) => Shape::Older("2.0"),
            (_, Some("3" | VERSION)) => Shape::Older(VERSION),
            (_, version) => {
                let is_save = ["character", "character_id"]
                    .iter()
                    .any(|name| self.names.contains(*name));
                if !is_save {
                    return Err(ImportError::Unknown);
                }
                problems.add("version", unsupported(version));
                return Err(problems.into());
            }
        };
        Ok(shape)
    }
}

fn unsupported(version: Option<&str>) -> String {
    match version {
        Some(version) => format!("version {version} is not supported; 1.0, 2.0 and 3.0 are"),
        None => "the version is missing; 1.0, 2.0 and 3.0 are supported".to_owned(),
    }
}

fn outline(source: &(impl Source + ?Sized), largest: u64) -> Result<Outline, ImportError> {
    let bounded = Bounded::new(source.open()?, largest);
    let mut deserializer = serde_json::Deserializer::from_reader(BufReader::new(Guarded::new(bounded)));
    let outline = Outline::deserialize(&mut deserializer);
    let outline = outline.map_err(|error| match error.classify() {
        serde_json::error::Category::Data => ImportError::Unknown,
        _ => error.into(),
    })?;
    deserializer.end()?;
    Ok(outline)
}

impl<'de> Deserialize<'de> for Outline {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Fields;

        impl<'de> Visitor<'de> for Fields {
            type Value = Outline;

            fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Outline, A::Error> {
                let mut outline = Outline::default();
                while let Some(name) = map.next_key::<String>()? {
                    match name.as_str() {
                        "format" => outline.format = word(&map.next_value::<Box<RawValue>>()?),
                        "version" => outline.version = word(&map.next_value::<Box<RawValue>>()?),
                        _ => drop(map.next_value::<IgnoredAny>()?),
                    }
                    if outline.names.len() < NOTED_NAMES {
                        outline.names.insert(name);
                    }
                }
                Ok(outline)
            }
        }

        deserializer.deserialize_map(Fields)
    }
}

/// A short text, or a number as it is written.
fn word(raw: &RawValue) -> Option<String> {
    let raw = raw.get();
    if raw.len() > LONGEST_WORD {
        return None;
    }
    serde_json::from_str::<String>(raw)
        .ok()
        .or_else(|| raw.parse::<f64>().ok().map(|_| raw.to_owned()))
}
