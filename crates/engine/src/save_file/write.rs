//! Writes a save file piece by piece, so that a conversation of any length passes through little memory. The same content
//! always gives the same bytes.

use serde::Serialize;
use serde_json::json;

use super::{
    FORMAT, KeptSection, MEMORY_SECTIONS, SaveFile, SavedAbout, SavedAlternate, SavedMessage, SavedTime, VERSION,
};
use crate::conversation::MessageState;
use crate::ids::CharacterId;

/// Writes in this order: [`begin`](Self::begin), its messages, then for each other branch [`branch`](Self::branch) and its
/// messages, then [`end`](Self::end). The text that is ready is taken out with [`take`](Self::take) at any time.
#[derive(Debug)]
pub struct SaveWriter {
    ready: String,
    at: Place,
    kept_of_first: Vec<KeptSection>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    /// In the list of messages of the first conversation, or of a branch; whether one stands there already.
    First {
        any: bool,
    },
    Branch {
        any: bool,
    },
}

impl SaveWriter {
    /// Begins a file with the conversation that is saved.
    pub fn begin(character_id: &CharacterId, character_name: &str, about: &SavedAbout) -> Self {
        let mut ready = format!(
            "{{\n  \"format\": {},\n  \"version\": {},\n",
            text(FORMAT),
            text(VERSION)
        );
        let character = json!({ "id": character_id, "name": character_name });
        ready.push_str(&format!("  \"character\": {character},\n"));
        push_about(&mut ready, about);
        Self {
            ready,
            at: Place::First { any: false },
            kept_of_first: about.kept.clone(),
        }
    }

    /// The next message of the conversation that was begun last.
    pub fn message(&mut self, message: &SavedMessage) {
        let any = match &mut self.at {
            Place::First { any } | Place::Branch { any } => std::mem::replace(any, true),
        };
        self.ready.push_str(if any { ",\n    " } else { "\n    " });
        push_message(&mut self.ready, message);
    }

    /// Begins the next branch.
    pub fn branch(&mut self, about: &SavedAbout) {
        match self.at {
            Place::First { any } => {
                self.ready.push_str(if any { "\n  ],\n" } else { "],\n" });
                self.ready.push_str("  \"branches\": [\n  {\n");
            }
            Place::Branch { any } => {
                self.ready.push_str(if any { "\n  ]\n" } else { "]\n" });
                self.ready.push_str("  },\n  {\n");
            }
        }
        // What is kept comes first here: the messages end the branch.
        for section in in_order(&about.kept) {
            self.ready
                .push_str(&format!("  {}: {},\n", text(&section.name), section.json));
        }
        push_about(&mut self.ready, about);
        self.at = Place::Branch { any: false };
    }

    /// Ends the file; gives what was not taken yet.
    pub fn end(mut self) -> String {
        match self.at {
            Place::First { any } => {
                self.ready.push_str(if any { "\n  ],\n" } else { "],\n" });
                self.ready.push_str("  \"branches\": []");
            }
            Place::Branch { any } => {
                self.ready.push_str(if any { "\n  ]\n" } else { "]\n" });
                self.ready.push_str("  }\n  ]");
            }
        }
        for section in in_order(&self.kept_of_first) {
            self.ready
                .push_str(&format!(",\n  {}: {}", text(&section.name), section.json));
        }
        self.ready.push_str("\n}\n");
        self.ready
    }

    /// The text that is ready so far, once.
    pub fn take(&mut self) -> String {
        std::mem::take(&mut self.ready)
    }
}

impl SaveFile {
    /// The whole file as one text. At least one conversation must be there.
    pub fn to_json(&self) -> Option<String> {
        let (first, branches) = self.conversations.split_first()?;
        let mut writer = SaveWriter::begin(&self.character_id, &self.character_name, &first.about);
        first.messages.iter().for_each(|message| writer.message(message));
        for branch in branches {
            writer.branch(&branch.about);
            branch.messages.iter().for_each(|message| writer.message(message));
        }
        Some(writer.end())
    }
}

/// The fields of a conversation up to the opening bracket of its messages.
fn push_about(out: &mut String, about: &SavedAbout) {
    if let Some(id) = &about.id {
        out.push_str(&format!("  \"id\": \"{id}\",\n"));
    }
    out.push_str(&format!("  \"title\": {},\n", text(&about.title)));
    for (name, time) in [("created_at", about.created_at), ("updated_at", about.updated_at)] {
        if let Some(time) = time {
            out.push_str(&format!("  \"{name}\": \"{time}\",\n"));
        }
    }
    let branched_from = about
        .branched_from
        .map(|point| json!({ "conversation": point.conversation, "position": point.position }));
    let persona = about
        .persona
        .as_ref()
        .map(|persona| json!({ "name": persona.name, "description": persona.description }));
    out.push_str(&format!("  \"branched_from\": {},\n", json!(branched_from)));
    out.push_str(&format!("  \"language\": {},\n", text(&about.language)));
    out.push_str(&format!("  \"persona\": {},\n", json!(persona)));
    out.push_str(&format!("  \"draft\": {},\n", text(&about.draft)));
    out.push_str("  \"messages\": [");
}

/// The sections of memory in their order, then all others by name.
fn in_order(kept: &[KeptSection]) -> Vec<&KeptSection> {
    let mut sections: Vec<&KeptSection> = kept.iter().collect();
    let place = |section: &KeptSection| {
        let known = MEMORY_SECTIONS.iter().position(|name| *name == section.name);
        known.unwrap_or(MEMORY_SECTIONS.len())
    };
    sections.sort_by(|left, right| (place(left), &left.name).cmp(&(place(right), &right.name)));
    sections
}

#[derive(Serialize)]
struct Message<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    origin: Option<String>,
    role: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    created_at: Option<String>,
    chosen: u32,
    alternates: Vec<Alternate<'a>>,
}

#[derive(Serialize)]
struct Alternate<'a> {
    text: &'a str,
    state: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    created_at: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    edited_at: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    model: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reasoning: Option<&'a str>,
}

fn push_message(out: &mut String, message: &SavedMessage) {
    let message = Message {
        id: message.id.map(|id| id.to_string()),
        origin: message.origin.map(|id| id.to_string()),
        role: message.role.as_str(),
        created_at: written(message.created_at),
        chosen: message.chosen,
        alternates: message.alternates.iter().map(wording).collect(),
    };
    out.push_str(&serde_json::to_string(&message).expect("a message has only text keys"));
}

fn wording(alternate: &SavedAlternate) -> Alternate<'_> {
    Alternate {
        text: &alternate.text,
        state: match alternate.state {
            MessageState::Streaming => MessageState::CutShort.as_str(),
            state => state.as_str(),
        },
        created_at: written(alternate.created_at),
        edited_at: written(alternate.edited_at),
        model: alternate.model.as_deref(),
        reasoning: alternate.reasoning.as_deref(),
    }
}

fn written(time: Option<SavedTime>) -> Option<String> {
    time.map(|time| time.to_string())
}

fn text(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}
