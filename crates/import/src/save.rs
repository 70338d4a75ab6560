//! Save files. The transcript is read one message at a time, so that memory holds what a file says and not how it says it.

use std::collections::{BTreeMap, HashSet};
use std::io::{BufReader, ErrorKind};

use engine::ids::{CharacterId, ConversationId, MessageId};
use engine::save_file::{SaveFile, SavedConversation, limits};
use serde::de::DeserializeSeed;

use crate::conversation::{ConversationSeed, Rank};
use crate::fields;
use crate::guarded::{Bounded, Guarded};
use crate::problems::{Path, Problems, not_json};
use crate::{ImportError, Save, Source};

/// How a file lays its fields.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// Our own, 3.0.
    Current,
    /// What other files of a version are assumed to look like; see `older`.
    Older(&'static str),
}

/// What is known of a file while it is read.
#[derive(Debug)]
pub(crate) struct Reading {
    pub shape: Shape,
    pub problems: Problems,
    /// What was put right, and how often.
    pub repaired: BTreeMap<&'static str, usize>,
    pub character: Option<(CharacterId, String)>,
    pub first: Option<SavedConversation>,
    pub branches: Vec<SavedConversation>,
    pub messages: usize,
    pub message_ids: HashSet<MessageId>,
    pub conversation_ids: HashSet<ConversationId>,
}

impl Reading {
    fn new(shape: Shape) -> Self {
        Self {
            shape,
            problems: Problems::default(),
            repaired: BTreeMap::new(),
            character: None,
            first: None,
            branches: Vec::new(),
            messages: 0,
            message_ids: HashSet::new(),
            conversation_ids: HashSet::new(),
        }
    }

    pub fn repair(&mut self, what: &'static str) {
        *self.repaired.entry(what).or_default() += 1;
    }
}

pub fn read(source: &(impl Source + ?Sized), largest: u64, shape: Shape) -> Result<Save, ImportError> {
    let mut reading = Reading::new(shape);
    let bounded = Bounded::new(source.open()?, largest);
    let mut deserializer = serde_json::Deserializer::from_reader(BufReader::new(Guarded::new(bounded)));
    let seed = ConversationSeed {
        reading: &mut reading,
        rank: Rank::First,
        path: Path::Whole,
    };
    let outcome = seed.deserialize(&mut deserializer).and_then(|()| deserializer.end());
    match outcome {
        Ok(()) => {}
        Err(error) => match error.io_error_kind() {
            None => reading.problems.add("", not_json(&error)),
            // A bound that was passed.
            Some(ErrorKind::InvalidData) => reading.problems.add("", std::io::Error::from(error).to_string()),
            Some(_) => return Err(ImportError::Unreadable(error.into())),
        },
    }
    finish(reading)
}

fn finish(mut reading: Reading) -> Result<Save, ImportError> {
    let problems = &mut reading.problems;
    if reading.character.is_none() && problems.are_none() {
        problems.add("character", "the character is missing");
    }
    let conversations: Vec<SavedConversation> = reading.first.into_iter().chain(reading.branches).collect();
    check_family(&conversations, &reading.conversation_ids, problems);
    check_origins(&conversations, &reading.message_ids, problems);
    let (Some((character_id, character_name)), true) = (reading.character, problems.are_none()) else {
        return Err(reading.problems.into());
    };
    let repaired = reading.repaired.into_iter();
    Ok(Save {
        file: SaveFile {
            character_id,
            character_name,
            conversations,
        },
        format: match reading.shape {
            Shape::Current => "save file 3.0".to_owned(),
            Shape::Older(version) => format!("save file {version} of another program (its shape is assumed)"),
        },
        repaired: repaired.map(|(what, times)| fields::counted(what, times)).collect(),
    })
}

/// Every branch begins in a conversation of the same file, and following where each began never leads back to itself.
fn check_family(conversations: &[SavedConversation], ids: &HashSet<ConversationId>, problems: &mut Problems) {
    if conversations.len() > limits::CONVERSATIONS {
        problems.add(
            "branches",
            format!("there are more than {} branches", limits::CONVERSATIONS),
        );
    }
    let mut parents = BTreeMap::new();
    for (index, conversation) in conversations.iter().enumerate() {
        let Some(point) = conversation.about.branched_from else {
            continue;
        };
        let place = place_of(index);
        if !ids.contains(&point.conversation) {
            problems.add(
                format!("{place}branched_from.conversation"),
                "there is no conversation of this id in the file",
            );
        }
        if let Some(id) = conversation.about.id {
            parents.insert(id, point.conversation);
        }
    }
    let mut settled = HashSet::new();
    for (index, conversation) in conversations.iter().enumerate() {
        let mut way = HashSet::new();
        let mut at = conversation.about.id;
        while let Some(id) = at.filter(|id| !settled.contains(id)) {
            if !way.insert(id) {
                let place = place_of(index);
                problems.add(format!("{place}branched_from"), "the conversation begins in itself");
                break;
            }
            at = parents.get(&id).copied();
        }
        settled.extend(way);
    }
}

fn check_origins(conversations: &[SavedConversation], ids: &HashSet<MessageId>, problems: &mut Problems) {
    for (index, conversation) in conversations.iter().enumerate() {
        for (at, message) in conversation.messages.iter().enumerate() {
            if message.origin.is_some_and(|origin| !ids.contains(&origin)) {
                let place = place_of(index);
                problems.add(
                    format!("{place}messages[{at}].origin"),
                    "there is no message of this id in the file",
                );
            }
        }
    }
}

/// What stands before the fields of a conversation in a path.
fn place_of(index: usize) -> String {
    match index {
        0 => String::new(),
        branch => format!("branches[{}].", branch - 1),
    }
}
