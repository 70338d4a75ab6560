//! One conversation of a save file: its fields in any order, its messages one at a time.

use std::collections::BTreeMap;

use engine::save_file::{KeptSection, MEMORY_SECTIONS, SavedAbout, SavedConversation, SavedMessage, limits};
use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::Value;
use serde_json::value::RawValue;

use crate::fields;
use crate::memory;
use crate::message;
use crate::older;
use crate::problems::Path;
use crate::save::{Reading, Shape};

/// Fields of a conversation that are read whole.
pub(crate) const FIELDS: [&str; 8] = [
    "id",
    "title",
    "created_at",
    "updated_at",
    "branched_from",
    "language",
    "persona",
    "draft",
];
/// Fields that only the first conversation has: they belong to the file.
const FILE_FIELDS: [&str; 3] = ["format", "version", "character"];
/// Whose session it was is none of a file's business.
const SESSIONS: [&str; 3] = ["session", "session_id", "session_key"];

/// Which conversation of the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Rank {
    First,
    Branch,
}

/// Reads a conversation into what is known of the file.
pub(crate) struct ConversationSeed<'a> {
    pub reading: &'a mut Reading,
    pub rank: Rank,
    pub path: Path<'a>,
}

/// What stood in a conversation.
#[derive(Default)]
struct Found {
    fields: BTreeMap<String, Box<RawValue>>,
    kept: BTreeMap<String, Box<RawValue>>,
    messages: Option<Vec<SavedMessage>>,
    branches: bool,
}

impl<'de> DeserializeSeed<'de> for ConversationSeed<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for ConversationSeed<'_> {
    type Value = ();

    fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("a conversation")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let Self { reading, rank, path } = self;
        let mut found = Found::default();
        while let Some(name) = map.next_key::<String>()? {
            let here = Path::Key(&path, &name);
            let again = match name.as_str() {
                name if is_transcript(reading.shape, name) => {
                    let again = found.messages.is_some();
                    found.messages = Some(map.next_value_seed(MessagesSeed { reading, path: here })?);
                    again
                }
                "branches" if rank == Rank::First && reading.shape == Shape::Current => {
                    map.next_value_seed(BranchesSeed { reading, path: here })?;
                    std::mem::replace(&mut found.branches, true)
                }
                name if SESSIONS.contains(&name) => {
                    map.next_value::<IgnoredAny>()?;
                    reading.repair("the session in the file was left out");
                    false
                }
                _ => {
                    let known = is_field(reading.shape, rank, &name);
                    let into = if known { &mut found.fields } else { &mut found.kept };
                    into.insert(name.clone(), map.next_value()?).is_some()
                }
            };
            if again {
                reading.problems.add(here, "this stands twice");
            }
        }
        finish(reading, rank, &path, found);
        Ok(())
    }

    fields::wrong_kind!("a conversation", ());
}

fn is_transcript(shape: Shape, name: &str) -> bool {
    match shape {
        Shape::Current => name == "messages",
        Shape::Older(_) => older::TRANSCRIPTS.contains(&name),
    }
}

fn is_field(shape: Shape, rank: Rank, name: &str) -> bool {
    let of_file = rank == Rank::First && FILE_FIELDS.contains(&name);
    match shape {
        Shape::Current => of_file || FIELDS.contains(&name),
        Shape::Older(_) => of_file || older::FIELDS.contains(&name),
    }
}

fn finish(reading: &mut Reading, rank: Rank, path: &Path<'_>, found: Found) {
    let mut values = BTreeMap::new();
    for (name, raw) in &found.fields {
        match serde_json::from_str::<Value>(raw.get()) {
            Ok(value) => drop(values.insert(name.as_str(), value)),
            Err(error) => reading.problems.add(Path::Key(path, name), fields::unreadable(&error)),
        }
    }
    if rank == Rank::First {
        reading.character = match reading.shape {
            Shape::Current => fields::character(&mut reading.problems, path, values.get("character")),
            Shape::Older(_) => older::character(&mut reading.problems, &values),
        };
    }
    let mut about = match reading.shape {
        Shape::Current => fields::about(&mut reading.problems, path, &values),
        Shape::Older(_) => older::about(&mut reading.problems, &values),
    };
    if let Some(id) = about.id
        && !reading.conversation_ids.insert(id)
    {
        reading
            .problems
            .add(Path::Key(path, "id"), "another conversation has the same id");
    }
    keep(reading, path, found.kept, &mut about);
    if found.messages.is_none() {
        reading
            .problems
            .add(Path::Key(path, "messages"), "the messages are missing");
    }
    let conversation = SavedConversation {
        about,
        messages: found.messages.unwrap_or_default(),
    };
    // It is checked against the messages, of which none may be missing.
    if reading.shape == Shape::Current && reading.problems.are_none() {
        memory::check(&mut reading.problems, path, &conversation);
    }
    match rank {
        Rank::First => reading.first = Some(conversation),
        Rank::Branch => reading.branches.push(conversation),
    }
}

/// Keeps what is not used, in its own words.
fn keep(reading: &mut Reading, path: &Path<'_>, kept: BTreeMap<String, Box<RawValue>>, about: &mut SavedAbout) {
    if kept.len() > limits::SECTIONS {
        let reason = format!("there are more than {} fields that are not known", limits::SECTIONS);
        reading.problems.add(path, reason);
        return;
    }
    for (name, raw) in kept {
        if name.is_empty() || name.chars().count() > limits::SECTION_NAME || FILE_FIELDS.contains(&name.as_str()) {
            reading
                .problems
                .add(Path::Key(path, &name), "there cannot be a field of this name");
            continue;
        }
        let name = match reading.shape {
            Shape::Older(version) => older::section_name(version, &name),
            Shape::Current => name,
        };
        let json = raw.get().to_owned();
        let is_empty_memory = json == "null" && MEMORY_SECTIONS.contains(&name.as_str());
        // Texts are checked for what the parser of a whole value would refuse, such as half a surrogate pair: once kept, the
        // section must be readable for the version that knows it.
        if let Err(error) = serde_json::from_str::<fields::Readable>(&json) {
            reading.problems.add(Path::Key(path, &name), fields::unreadable(&error));
        } else if !is_empty_memory {
            about.kept.push(KeptSection { name, json });
        }
    }
}

struct MessagesSeed<'a> {
    reading: &'a mut Reading,
    path: Path<'a>,
}

impl<'de> DeserializeSeed<'de> for MessagesSeed<'_> {
    type Value = Vec<SavedMessage>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for MessagesSeed<'_> {
    type Value = Vec<SavedMessage>;

    fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("a list of messages")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
        let mut messages = Vec::new();
        let mut index = 0;
        while let Some(raw) = list.next_element::<Box<RawValue>>()? {
            let here = Path::Index(&self.path, index);
            index += 1;
            self.reading.messages += 1;
            if self.reading.messages > limits::MESSAGES {
                if self.reading.messages == limits::MESSAGES + 1 {
                    let reason = format!("there are more than {} messages", limits::MESSAGES);
                    self.reading.problems.add(here, reason);
                }
                continue;
            }
            if raw.get().len() > limits::MESSAGE_BYTES {
                let reason = format!("the message is larger than {} MB", limits::MESSAGE_BYTES >> 20);
                self.reading.problems.add(here, reason);
                continue;
            }
            match serde_json::from_str(raw.get()) {
                Ok(value) => match self.reading.shape {
                    Shape::Current => messages.extend(message::read(self.reading, &here, &value)),
                    Shape::Older(_) => messages.extend(older::messages(self.reading, &here, &value)),
                },
                Err(error) => self.reading.problems.add(here, fields::unreadable(&error)),
            }
        }
        Ok(messages)
    }

    fields::wrong_kind!("a list of messages", Vec::new());
}

struct BranchesSeed<'a> {
    reading: &'a mut Reading,
    path: Path<'a>,
}

impl<'de> DeserializeSeed<'de> for BranchesSeed<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for BranchesSeed<'_> {
    type Value = ();

    fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("a list of branches")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        let mut index = 0;
        loop {
            let seed = ConversationSeed {
                reading: &mut *self.reading,
                rank: Rank::Branch,
                path: Path::Index(&self.path, index),
            };
            if list.next_element_seed(seed)?.is_none() {
                return Ok(());
            }
            index += 1;
        }
    }

    fields::wrong_kind!("a list of branches", ());
}
