//! What is said of memories of the graph.

use std::collections::HashSet;

use engine::conversation::Role;
use engine::graph::memory::MOST_TEXT_CHARS;
use engine::graph::view::MemoryOrigin;
use engine::save_file::limits;
use engine::save_file::memory::{SavedMemoryEdit, SavedPastMemory};
use engine::tags::{MOST_TAG_CHARS, MOST_TAGS_KEPT};

use super::Checking;

const EDITS: &str = "memory_edits";
const PAST: &str = "past";

impl Checking<'_> {
    pub(super) fn memory_edits(&mut self) {
        let memory = self.memory;
        if !self.are_few(EDITS, memory.memory_edits.len()) {
            return;
        }
        let mut known = HashSet::new();
        for (index, edit) in memory.memory_edits.iter().enumerate() {
            let at = format!("[{index}]");
            if edit.tags.is_none() && edit.priority.is_none() && edit.found_tags.is_none() {
                self.add(EDITS, &at, "there are neither tags nor a priority");
            }
            self.tags((EDITS, format!("{at}.tags")), edit.tags.as_deref());
            self.tags((EDITS, format!("{at}.found_tags")), edit.found_tags.as_deref());
            self.priority((EDITS, &at), edit.priority);
            let words: Option<Vec<(u32, u32)>> = self.exchange(&at, edit);
            if words.is_some_and(|words| !known.insert(words)) {
                self.add(EDITS, &at, "this exchange stands twice");
            }
        }
    }

    /// The places and alternates of the exchange that something was corrected in.
    fn exchange(&mut self, at: &str, edit: &SavedMemoryEdit) -> Option<Vec<(u32, u32)>> {
        let mut words = Vec::new();
        for (number, wording) in edit.messages.iter().enumerate() {
            let within = format!("{at}.messages[{number}]");
            let word = (self.wording(EDITS, &within, wording)?, wording.alternate);
            if self.excluded_wordings.contains(&word) {
                self.add(EDITS, within, "this message is excluded");
                return None;
            }
            words.push(word);
        }
        let role = |place: u32| self.roles[place as usize];
        let is_exchange = match words.as_slice() {
            [_] => true,
            [first, reply] => first.0 < reply.0 && role(first.0) == Role::User && role(reply.0) == Role::Character,
            _ => false,
        };
        if !is_exchange {
            let reason = "this must be one message, or one of the reader and a later one of the character";
            self.add(EDITS, format!("{at}.messages"), reason);
            return None;
        }
        Some(words)
    }

    pub(super) fn past(&mut self) {
        let memory = self.memory;
        if !self.are_few(PAST, memory.past.len()) {
            return;
        }
        for (index, past) in memory.past.iter().enumerate() {
            self.past_memory(&format!("[{index}]"), past);
        }
    }

    fn past_memory(&mut self, at: &str, past: &SavedPastMemory) {
        if past.text.chars().count() > MOST_TEXT_CHARS || past.text.trim().is_empty() {
            let reason = format!("a memory has 1 to {MOST_TEXT_CHARS} characters");
            self.add(PAST, format!("{at}.text"), reason);
        }
        if past.origin == MemoryOrigin::Conversation {
            let reason = "this must be book, messages or import";
            self.add(PAST, format!("{at}.origin"), reason);
        }
        self.time_at(PAST, format!("{at}.at"), past.at.as_deref());
        self.tags((PAST, format!("{at}.tags")), past.tags.as_deref());
        self.priority((PAST, at), past.priority);
        if let Some(emotion) = past.emotion {
            self.share((PAST, format!("{at}.emotion.arousal")), (emotion.arousal, 0.0));
            self.share((PAST, format!("{at}.emotion.valence")), (emotion.valence, -1.0));
        }
        for (name, text) in past.source.iter().flat_map(|source| source.texts()) {
            if text.chars().count() > limits::TEXT {
                let reason = format!("the text is longer than {} characters", limits::TEXT);
                self.add(PAST, format!("{at}.source.{name}"), reason);
            }
        }
    }

    fn are_few(&mut self, section: &str, count: usize) -> bool {
        if count > limits::MEMORIES {
            let reason = format!("there are more than {} memories", limits::MEMORIES);
            self.add(section, "", reason);
        }
        count <= limits::MEMORIES
    }

    fn tags(&mut self, (section, within): (&str, String), tags: Option<&[String]>) {
        let tags = tags.unwrap_or_default();
        if tags.len() > MOST_TAGS_KEPT {
            let reason = format!("a memory has at most {MOST_TAGS_KEPT} tags");
            self.add(section, &within, reason);
        }
        for (number, tag) in tags.iter().enumerate() {
            if !(1..=MOST_TAG_CHARS).contains(&tag.chars().count()) {
                let reason = format!("a tag has 1 to {MOST_TAG_CHARS} characters");
                self.add(section, format!("{within}[{number}]"), reason);
            }
        }
    }

    fn priority(&mut self, (section, at): (&str, &str), priority: Option<f32>) {
        if let Some(priority) = priority {
            self.share((section, format!("{at}.priority")), (priority, 0.0));
        }
    }

    fn share(&mut self, (section, within): (&str, String), (value, least): (f32, f32)) {
        if !(least..=1.0).contains(&value) {
            self.add(section, within, format!("this must be a number from {least} to 1"));
        }
    }
}
