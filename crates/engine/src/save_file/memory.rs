//! What a save file says of memory: the sections `summary`, `facts`, `exclusions`, `relationship` and `memory_edits` of a
//! conversation, and its character's `past`. What counts when it is saved is saved; what belongs to alternates that are not chosen is
//! derived again when they are, but for what the reader corrected.
//!
//! They travel as sections in their own words ([`KeptSection`]), so that the ids of messages in them are renamed with all others.

use std::borrow::Cow;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::KeptSection;
use crate::controls::without_controls;
use crate::emotion::{Emotion, EmotionLabel};
use crate::graph::view::{MemoryOrigin, MemorySource};
use crate::ids::MessageId;
use crate::json_texts::change_texts;
use crate::memory::{Axis, FactKind, FactScope, SummaryKind};

pub const SUMMARY: &str = "summary";
pub const FACTS: &str = "facts";
pub const EXCLUSIONS: &str = "exclusions";
pub const RELATIONSHIP: &str = "relationship";
pub const MEMORY_EDITS: &str = "memory_edits";
pub const PAST: &str = "past";

/// The sections that [`SavedMemory`] is made of.
pub const SECTIONS: [&str; 6] = [SUMMARY, FACTS, EXCLUSIONS, RELATIONSHIP, MEMORY_EDITS, PAST];

/// The memory of one conversation.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct SavedMemory {
    pub summary: SavedSummary,
    pub facts: Vec<SavedFact>,
    pub exclusions: SavedExclusions,
    pub relationship: SavedRelationship,
    pub memory_edits: Vec<SavedMemoryEdit>,
    /// The character's own past; with the first conversation of a file.
    pub past: Vec<SavedPastMemory>,
}

/// How far the conversation has been read, step by step.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SavedSummary {
    /// In order; each one begins where the one before it ends.
    pub checkpoints: Vec<SavedCheckpoint>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SavedCheckpoint {
    /// It has read the messages before this position. 0 only for the first one: what an earlier conversation left.
    pub end: u32,
    /// Of everything before the end; none when it is to be written again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub summary: Option<SavedText>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SavedText {
    pub text: String,
    pub kind: SummaryKind,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SavedFact {
    pub text: String,
    pub kind: FactKind,
    pub scope: FactScope,
    pub importance: u8,
    /// When it was said or written, as RFC 3339.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub created_at: Option<String>,
    /// The checkpoint that found it, from 0; none for what the reader wrote, merged or gave to the character.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub checkpoint: Option<u32>,
    /// Messages of the conversation.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sources: Vec<SavedSource>,
    /// The place in this list, from 0, of the automatic fact that it replaces.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub supersedes: Option<u32>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SavedSource {
    pub message: MessageId,
    /// Whether the fact, when it does not stand by its checkpoint, stands only as long as the message's text does.
    #[serde(default = "yes", skip_serializing_if = "is_true")]
    pub counts: bool,
}

/// What is in no prompt any more.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SavedExclusions {
    #[serde(default)]
    pub messages: Vec<SavedWording>,
    /// SHA-256 of the normalised texts that must not be found again, as 64 hexadecimal digits.
    #[serde(default)]
    pub blocked: Vec<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SavedWording {
    pub message: MessageId,
    /// From 0.
    pub alternate: u32,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SavedRelationship {
    /// The optional axes that are on.
    #[serde(default)]
    pub enabled: Vec<Axis>,
    #[serde(default)]
    pub locked: Vec<Axis>,
    #[serde(default)]
    pub events: Vec<SavedEvent>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SavedEvent {
    pub axis: Axis,
    /// From -2 to 2, never 0; up to 10 for what an earlier conversation left.
    pub change: i8,
    pub reason: String,
    /// When it was said, as RFC 3339.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub created_at: Option<String>,
    /// The checkpoint that found it, from 0.
    pub checkpoint: u32,
    /// Messages of the conversation.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sources: Vec<MessageId>,
}

/// What the reader corrected in the memory of an exchange, or a model found.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SavedMemoryEdit {
    /// The exchange as it was worded: one message, or one of the reader and the reply to it.
    pub messages: Vec<SavedWording>,
    /// In place of all that are found.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tags: Option<Vec<String>>,
    /// From 0 to 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub priority: Option<f32>,
    /// What a model said that it is about: beside what is found in the words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub found_tags: Option<Vec<String>>,
}

/// Something of the character's own past.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SavedPastMemory {
    pub text: String,
    /// Not a conversation.
    pub origin: MemoryOrigin,
    /// When it happened, as RFC 3339.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<String>,
    /// None are found in the text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tags: Option<Vec<String>>,
    /// None is found in the text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub emotion: Option<SavedEmotion>,
    /// From 0 to 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub priority: Option<f32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<SavedPastSource>,
}

/// See [`Emotion`].
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SavedEmotion {
    pub valence: f32,
    pub arousal: f32,
    pub label: EmotionLabel,
}

/// See [`MemorySource`].
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SavedPastSource {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub chapter: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub passage: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exchange: Option<[String; 2]>,
}

impl SavedPastSource {
    /// All that it says.
    pub fn texts(&self) -> impl Iterator<Item = (&'static str, &str)> {
        let named = [
            ("title", &self.title),
            ("chapter", &self.chapter),
            ("passage", &self.passage),
        ];
        let named = named
            .into_iter()
            .filter_map(|(name, text)| Some((name, text.as_deref()?)));
        named.chain(self.exchange.iter().flatten().map(|text| ("exchange", text.as_str())))
    }
}

impl From<Emotion> for SavedEmotion {
    fn from(emotion: Emotion) -> Self {
        Self {
            valence: emotion.valence,
            arousal: emotion.arousal,
            label: emotion.label,
        }
    }
}

impl From<SavedEmotion> for Emotion {
    fn from(emotion: SavedEmotion) -> Self {
        Self {
            valence: emotion.valence,
            arousal: emotion.arousal,
            label: emotion.label,
        }
    }
}

impl From<MemorySource> for SavedPastSource {
    fn from(source: MemorySource) -> Self {
        Self {
            title: source.title,
            chapter: source.chapter,
            passage: source.passage,
            exchange: source.exchange,
        }
    }
}

impl From<SavedPastSource> for MemorySource {
    fn from(source: SavedPastSource) -> Self {
        Self {
            title: source.title,
            chapter: source.chapter,
            passage: source.passage,
            exchange: source.exchange,
        }
    }
}

fn yes() -> bool {
    true
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "the signature that serde asks for")]
fn is_true(value: &bool) -> bool {
    *value
}

/// What is wrong with a section, and where in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BadSection {
    /// Such as `facts[3].importance`.
    pub path: String,
    pub reason: String,
}

impl SavedMemory {
    /// Its sections, those left out in which there is nothing.
    pub fn sections(&self) -> Vec<KeptSection> {
        let mut sections = Vec::new();
        let mut push = |name: &str, is_empty: bool, json: serde_json::Result<String>| {
            if let (false, Ok(json)) = (is_empty, json) {
                let name = name.to_owned();
                sections.push(KeptSection { name, json });
            }
        };
        let is_empty = self.summary.checkpoints.is_empty();
        push(SUMMARY, is_empty, serde_json::to_string(&self.summary));
        push(FACTS, self.facts.is_empty(), serde_json::to_string(&self.facts));
        let is_empty = self.exclusions == SavedExclusions::default();
        push(EXCLUSIONS, is_empty, serde_json::to_string(&self.exclusions));
        let is_empty = self.relationship == SavedRelationship::default();
        push(RELATIONSHIP, is_empty, serde_json::to_string(&self.relationship));
        let edits = &self.memory_edits;
        push(MEMORY_EDITS, edits.is_empty(), serde_json::to_string(edits));
        push(PAST, self.past.is_empty(), serde_json::to_string(&self.past));
        sections
    }

    /// Reads the sections of memory among others. Shapes only: what the numbers and ids mean is for the reader of the file to
    /// check.
    pub fn read(sections: &[KeptSection]) -> Result<Self, BadSection> {
        let mut memory = Self::default();
        for section in sections {
            match section.name.as_str() {
                SUMMARY => memory.summary = parse(section)?,
                FACTS => memory.facts = parse(section)?,
                EXCLUSIONS => memory.exclusions = parse(section)?,
                RELATIONSHIP => memory.relationship = parse(section)?,
                MEMORY_EDITS => memory.memory_edits = parse(section)?,
                PAST => memory.past = parse(section)?,
                _ => {}
            }
        }
        Ok(memory)
    }
}

fn parse<T: DeserializeOwned>(section: &KeptSection) -> Result<T, BadSection> {
    let unreadable = |error: serde_json::Error| BadSection {
        path: section.name.clone(),
        reason: format!("this cannot be read: {error}"),
    };
    let mut value: Value = serde_json::from_str(&section.json).map_err(unreadable)?;
    // As out of what is said.
    change_texts(&mut value, &mut |text| {
        if let Cow::Owned(clean) = without_controls(text) {
            *text = clean;
        }
    });
    serde_path_to_error::deserialize(value).map_err(|error| {
        let within = error.path().to_string();
        let path = match within.as_str() {
            "." | "?" => section.name.clone(),
            within if within.starts_with('[') => format!("{}{within}", section.name),
            within => format!("{}.{within}", section.name),
        };
        BadSection {
            path,
            reason: format!("this cannot be read: {}", error.into_inner()),
        }
    })
}
