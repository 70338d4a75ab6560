//! What a save file says of memory, checked against its transcript: nothing of it is written unless all of it holds.

mod graph;

use std::collections::{HashMap, HashSet};

use engine::conversation::Role;
use engine::ids::MessageId;
use engine::memory::{Axis, FactKind, FactScope, MOST_FACT_CHARS, MOST_REASON_CHARS, MOST_SOURCES, MOST_SUMMARY_CHARS};
use engine::save_file::memory::{SavedEvent, SavedFact, SavedMemory, SavedWording};
use engine::save_file::{SavedConversation, SavedTime, limits};

use crate::problems::{Path, Problems};

/// At most so many messages are read at once: 40, and one that keeps a reply with what it answers.
const LONGEST_RANGE: u32 = 41;

/// Notes all that is wrong with the sections of memory of a conversation.
pub(crate) fn check(problems: &mut Problems, path: &Path<'_>, conversation: &SavedConversation) {
    let memory = match SavedMemory::read(&conversation.about.kept) {
        Ok(memory) => memory,
        Err(error) => {
            let mut place = path.to_string();
            if !place.is_empty() {
                place.push('.');
            }
            problems.add(format!("{place}{}", error.path), error.reason);
            return;
        }
    };
    let mut checking = Checking {
        positions: HashMap::new(),
        alternates: Vec::new(),
        roles: Vec::new(),
        excluded: HashSet::new(),
        excluded_wordings: HashSet::new(),
        ranges: Vec::new(),
        memory: &memory,
        problems,
        path,
    };
    for (message, position) in conversation.messages.iter().zip(0..) {
        checking.positions.extend(message.id.map(|id| (id, position)));
        checking.alternates.push((message.alternates.len(), message.chosen));
        checking.roles.push(message.role);
    }
    checking.summary();
    checking.exclusions();
    checking.facts();
    checking.relationship();
    checking.memory_edits();
    checking.past();
}

struct Checking<'a> {
    positions: HashMap<MessageId, u32>,
    /// For each message, how many there are and which one is chosen.
    alternates: Vec<(usize, u32)>,
    roles: Vec<Role>,
    /// Messages whose chosen wording is excluded.
    excluded: HashSet<MessageId>,
    /// All excluded wordings, by the places of their messages.
    excluded_wordings: HashSet<(u32, u32)>,
    /// What each checkpoint has read.
    ranges: Vec<(u32, u32)>,
    memory: &'a SavedMemory,
    problems: &'a mut Problems,
    path: &'a Path<'a>,
}

impl Checking<'_> {
    fn add(&mut self, section: &str, within: impl std::fmt::Display, reason: impl Into<String>) {
        let path = Path::Key(self.path, section).to_string();
        self.problems.add(format!("{path}{within}"), reason);
    }

    fn summary(&mut self) {
        let mut first = 0;
        for (index, checkpoint) in self.memory.summary.checkpoints.iter().enumerate() {
            let end = checkpoint.end;
            let at = format!(".checkpoints[{index}]");
            let is_left = index == 0 && end == 0;
            if end as usize > self.alternates.len() {
                self.add("summary", format!("{at}.end"), "there are not so many messages");
            } else if (end <= first && !is_left) || end.saturating_sub(first) > LONGEST_RANGE {
                let reason = format!("a checkpoint reads 1 to {LONGEST_RANGE} messages after the one before it");
                self.add("summary", format!("{at}.end"), reason);
            }
            self.ranges.push((first, end));
            first = end.max(first);
            let text = checkpoint.summary.as_ref().map_or("", |summary| &summary.text);
            if text.chars().count() > MOST_SUMMARY_CHARS {
                let reason = format!("the text is longer than {MOST_SUMMARY_CHARS} characters");
                self.add("summary", format!("{at}.summary.text"), reason);
            }
        }
    }

    fn exclusions(&mut self) {
        for (index, exclusion) in self.memory.exclusions.messages.iter().enumerate() {
            let Some(position) = self.wording("exclusions", &format!(".messages[{index}]"), exclusion) else {
                continue;
            };
            self.excluded_wordings.insert((position, exclusion.alternate));
            let (_, chosen) = self.alternates[position as usize];
            if exclusion.alternate == chosen {
                self.excluded.insert(exclusion.message);
            }
        }
        for (index, hash) in self.memory.exclusions.blocked.iter().enumerate() {
            let is_hash = hash.len() == 64 && hash.bytes().all(|digit| digit.is_ascii_hexdigit());
            if !is_hash {
                self.add(
                    "exclusions",
                    format!(".blocked[{index}]"),
                    "this must be 64 hexadecimal digits",
                );
            }
        }
    }

    fn facts(&mut self) {
        if self.memory.facts.len() > limits::FACTS {
            self.add("facts", "", format!("there are more than {} facts", limits::FACTS));
            return;
        }
        for (index, fact) in self.memory.facts.iter().enumerate() {
            let at = format!("[{index}]");
            let length = fact.text.chars().count();
            if !(1..=MOST_FACT_CHARS).contains(&length) || fact.text.trim().is_empty() {
                self.add(
                    "facts",
                    format!("{at}.text"),
                    format!("a fact has 1 to {MOST_FACT_CHARS} characters"),
                );
            }
            if !(1..=5).contains(&fact.importance) {
                self.add(
                    "facts",
                    format!("{at}.importance"),
                    "this must be a whole number from 1 to 5",
                );
            }
            self.time("facts", &at, fact.created_at.as_deref());
            self.provenance(&at, fact);
            self.superseding((&at, index), fact);
        }
    }

    fn provenance(&mut self, at: &str, fact: &SavedFact) {
        let range = match fact.checkpoint {
            Some(checkpoint) => self.range("facts", at, checkpoint),
            None => None,
        };
        if fact.scope == FactScope::Character && fact.checkpoint.is_some() {
            let reason = "a fact of the character does not stand by a checkpoint";
            self.add("facts", format!("{at}.checkpoint"), reason);
        }
        if fact.sources.len() > MOST_SOURCES {
            self.add(
                "facts",
                format!("{at}.sources"),
                format!("a fact has at most {MOST_SOURCES} sources"),
            );
        }
        let is_found = fact.kind == FactKind::Automatic && range.is_some_and(|(_, end)| end > 0);
        if is_found && fact.sources.is_empty() {
            self.add(
                "facts",
                format!("{at}.sources"),
                "an automatic fact names the messages it was found in",
            );
        }
        for (number, source) in fact.sources.iter().enumerate() {
            let within = format!("{at}.sources[{number}].message");
            let excluded_too = is_found && self.excluded.contains(&source.message);
            self.source(
                "facts",
                within,
                source.message,
                range.filter(|_| is_found),
                excluded_too,
            );
        }
    }

    fn superseding(&mut self, (at, index): (&str, usize), fact: &SavedFact) {
        let Some(place) = fact.supersedes.map(|place| place as usize) else {
            return;
        };
        let replaced = self.memory.facts.get(place).filter(|_| place != index);
        if replaced.is_none_or(|replaced| replaced.kind != FactKind::Automatic) {
            let reason = "this must be the place of another fact, an automatic one";
            self.add("facts", format!("{at}.supersedes"), reason);
        }
    }

    fn relationship(&mut self) {
        let relationship = &self.memory.relationship;
        for (index, axis) in relationship.enabled.iter().enumerate() {
            if !axis.is_optional() {
                self.add("relationship", format!(".enabled[{index}]"), "this axis is always on");
            }
        }
        let mut counted: HashSet<(u32, Axis)> = HashSet::new();
        for (index, event) in relationship.events.iter().enumerate() {
            let at = format!(".events[{index}]");
            if !counted.insert((event.checkpoint, event.axis)) {
                self.add("relationship", &at, "a checkpoint has one event on an axis");
            }
            if event.axis.is_optional() && !relationship.enabled.contains(&event.axis) {
                self.add("relationship", format!("{at}.axis"), "this axis is not on");
            }
            self.event(&at, event);
        }
    }

    fn event(&mut self, at: &str, event: &SavedEvent) {
        let range = self.range("relationship", at, event.checkpoint);
        let is_left = range.is_some_and(|(_, end)| end == 0);
        let most = if is_left { 10 } else { 2 };
        if event.change == 0 || !(-most..=most).contains(&event.change) {
            let reason = format!("this must be a whole number from -{most} to {most}, but not 0");
            self.add("relationship", format!("{at}.change"), reason);
        }
        if event.reason.chars().count() > MOST_REASON_CHARS {
            let reason = format!("the text is longer than {MOST_REASON_CHARS} characters");
            self.add("relationship", format!("{at}.reason"), reason);
        }
        self.time("relationship", at, event.created_at.as_deref());
        if event.sources.len() > MOST_SOURCES || (event.sources.is_empty() && !is_left) {
            let reason = format!("an event has 1 to {MOST_SOURCES} sources");
            self.add("relationship", format!("{at}.sources"), reason);
        }
        for (number, source) in event.sources.iter().enumerate() {
            let excluded_too = self.excluded.contains(source);
            self.source(
                "relationship",
                format!("{at}.sources[{number}]"),
                *source,
                range,
                excluded_too,
            );
        }
    }

    /// What a checkpoint has read.
    fn range(&mut self, section: &str, at: &str, checkpoint: u32) -> Option<(u32, u32)> {
        let range = self.ranges.get(checkpoint as usize).copied();
        if range.is_none() {
            self.add(
                section,
                format!("{at}.checkpoint"),
                "there is no such checkpoint in the summary",
            );
        }
        range
    }

    fn source(
        &mut self,
        section: &str,
        within: String,
        message: MessageId,
        range: Option<(u32, u32)>,
        is_excluded: bool,
    ) {
        match self.positions.get(&message).copied() {
            None => self.add(section, within, "there is no message of this id here"),
            Some(position) if range.is_some_and(|(first, end)| position < first || position >= end) => {
                self.add(section, within, "the checkpoint has not read this message");
            }
            Some(_) if is_excluded => self.add(section, within, "this message is excluded"),
            Some(_) => {}
        }
    }

    /// The place of a message that has such an alternate.
    fn wording(&mut self, section: &str, at: &str, wording: &SavedWording) -> Option<u32> {
        let Some(position) = self.positions.get(&wording.message).copied() else {
            let reason = "there is no message of this id here";
            self.add(section, format!("{at}.message"), reason);
            return None;
        };
        let (count, _) = self.alternates[position as usize];
        if wording.alternate as usize >= count {
            let reason = "the message has no such alternate";
            self.add(section, format!("{at}.alternate"), reason);
            return None;
        }
        Some(position)
    }

    fn time(&mut self, section: &str, at: &str, time: Option<&str>) {
        self.time_at(section, format!("{at}.created_at"), time);
    }

    fn time_at(&mut self, section: &str, within: String, time: Option<&str>) {
        if time.is_some_and(|time| SavedTime::parse(time).is_none()) {
            let reason = "this is not a time with an offset, such as 2026-01-02T03:04:05Z";
            self.add(section, within, reason);
        }
    }
}
