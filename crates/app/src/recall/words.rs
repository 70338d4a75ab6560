//! The words of memories, in the index that finds them again. Each message of a memory is one utterance there.

use engine::emotion::emotion;
use engine::recall::{SentenceVector, Utterance};
use store::GraphMemory;
use uuid::Uuid;

use super::encoder::Unencoded;
use super::open::{OpenGraph, SITTING_SECONDS, Source};

/// Utterances of one memory: its number and one of these.
const USER: u64 = 0;
const REPLY: u64 = 1;
const PAST: u64 = 2;

/// The memory that an utterance belongs to.
pub(super) fn number_of(key: u64) -> u64 {
    key >> 2
}

pub(super) fn keys_of(number: u64) -> [u64; 3] {
    [USER, REPLY, PAST].map(|side| number << 2 | side)
}

/// An utterance that waits for its vectors.
#[derive(Debug, Clone)]
pub(super) struct Waiting {
    owner: Uuid,
    text: String,
    by_user: bool,
}

impl OpenGraph {
    /// Makes the words of a memory findable; it is held already.
    pub(super) fn index(&mut self, memory: &GraphMemory) {
        let Some(held) = self.held.get(&memory.number) else {
            return;
        };
        let next = u32::try_from(self.groups.len()).unwrap_or(u32::MAX);
        let group = *self.groups.entry(held.source).or_insert(next);
        let (position, sitting) = (held.view.first_position, held.sitting);
        // What is past lies in the order in which it came.
        let position = position.unwrap_or_else(|| u32::try_from(memory.number).unwrap_or(u32::MAX));
        let said = [
            (USER, memory.user.as_ref().map(|said| (said.id.0, said.text.as_str()))),
            (REPLY, memory.reply.as_ref().map(|said| (said.id.0, said.text.as_str()))),
            (PAST, memory.text.as_deref().map(|text| (memory.id.0, text))),
        ];
        let has_user = memory.user.is_some();
        for (side, said) in said {
            let Some((owner, text)) = said else { continue };
            let key = memory.number << 2 | side;
            let by_user = side == USER;
            self.words.insert(&Utterance {
                key,
                group,
                sitting,
                position: position + u32::from(side == REPLY && has_user),
                speaker: if by_user { &self.names.0 } else { &self.names.1 },
                by_user,
                text,
                at: memory.at,
                emotion: emotion(text),
                sentence: None,
            });
            self.tokens.let_go(key);
            self.owners.insert(owner, key);
            self.owner_of.insert(key, owner);
            let text = text.to_owned();
            self.waiting.insert(key, Waiting { owner, text, by_user });
        }
    }

    /// The sitting that an exchange belongs to: that of the one before it, or a new one after a long break.
    pub(super) fn sitting_at(&self, source: Source, position: Option<u32>, at: i64) -> u32 {
        let before = match (source, position) {
            (Source::Conversation(id), Some(position)) => self.before_position(id, position),
            _ => return 0,
        };
        let Some(held) = before.and_then(|number| self.held.get(&number)) else {
            return 0;
        };
        let is_same = (at - held.view.at).abs() <= SITTING_SECONDS * 1_000;
        held.sitting + u32::from(!is_same)
    }

    /// Takes the words of a memory out.
    pub(super) fn unindex(&mut self, number: u64) {
        for key in keys_of(number) {
            self.words.remove(key);
            self.waiting.remove(&key);
            self.tokens.let_go(key);
            if let Some(owner) = self.owner_of.remove(&key)
                && self.owners.get(&owner) == Some(&key)
            {
                self.owners.remove(&owner);
            }
        }
    }

    /// Some utterances without vectors.
    pub(super) fn unencoded(&self, most: usize) -> Vec<Unencoded> {
        let waiting = self.waiting.iter().take(most);
        waiting
            .map(|(key, waiting)| Unencoded {
                owner: waiting.owner,
                key: *key,
                text: waiting.text.clone(),
                speaker: if waiting.by_user {
                    self.names.0.clone()
                } else {
                    self.names.1.clone()
                },
            })
            .collect()
    }

    /// Whose vectors are missing, if they are at most so many.
    pub(super) fn waiting_owners(&self, most: usize) -> Option<Vec<Uuid>> {
        let few = self.waiting.len() <= most;
        few.then(|| self.waiting.values().map(|waiting| waiting.owner).collect())
    }

    /// Gives an utterance its vector.
    pub(super) fn set_sentence(&mut self, key: u64, sentence: SentenceVector) {
        if self.waiting.remove(&key).is_some() {
            self.words.set_sentence(key, sentence);
        }
    }

    /// As [`Self::set_sentence`], of the message or memory of an id, and where its vectors are kept.
    pub(super) fn set_sentence_of(&mut self, owner: Uuid, (place, sentence): (i64, SentenceVector)) {
        if let Some(key) = self.owners.get(&owner).copied() {
            self.tokens.note_place(key, place);
            self.set_sentence(key, sentence);
        }
    }
}
