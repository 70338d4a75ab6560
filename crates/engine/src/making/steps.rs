//! The calls of a job and their order: passages first, a chapter as soon as all its passages are read, then the book and the person.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// What a call is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum PieceKind {
    Passage,
    Chapter,
    Book,
    Person,
}

impl PieceKind {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Passage => "passage",
            Self::Chapter => "chapter",
            Self::Book => "book",
            Self::Person => "person",
        }
    }

    /// The kind of a word; none when there is no such.
    pub fn parse(word: &str) -> Option<Self> {
        [Self::Passage, Self::Chapter, Self::Book, Self::Person]
            .into_iter()
            .find(|kind| kind.as_str() == word)
    }
}

/// One call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, TS)]
pub struct PieceId {
    pub kind: PieceKind,
    /// Of the passage or the chapter; 0 for the others.
    pub number: u32,
}

impl PieceId {
    pub fn new(kind: PieceKind, number: u32) -> Self {
        Self { kind, number }
    }
}

/// All calls of a job, from the chapter of each of its passages.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Steps {
    /// By chapter, the numbers of its passages.
    chapters: BTreeMap<u32, Vec<u32>>,
}

impl Steps {
    /// `passages`: number and chapter of each.
    pub fn new(passages: impl IntoIterator<Item = (u32, u32)>) -> Self {
        let mut chapters: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
        for (number, chapter) in passages {
            chapters.entry(chapter).or_default().push(number);
        }
        Self { chapters }
    }

    /// Chapters and their passages.
    pub fn chapters(&self) -> &BTreeMap<u32, Vec<u32>> {
        &self.chapters
    }

    /// Whether a chapter needs a call of its own: the summary of a single passage is the chapter's.
    fn has_call(passages: &[u32]) -> bool {
        passages.len() > 1
    }

    /// How many calls there are in all.
    pub fn count(&self) -> usize {
        let passages: usize = self.chapters.values().map(Vec::len).sum();
        let chapters = self
            .chapters
            .values()
            .filter(|passages| Self::has_call(passages))
            .count();
        if passages == 0 { 0 } else { passages + chapters + 2 }
    }

    /// Calls that can be made now, in the order of the story; `done` are those that have ended, well or not.
    pub fn ready(&self, done: &BTreeSet<PieceId>) -> Vec<PieceId> {
        let is_done = |kind: PieceKind, number: u32| done.contains(&PieceId::new(kind, number));
        let mut ready = Vec::new();
        let mut all_read = true;
        for (chapter, passages) in &self.chapters {
            let open: Vec<u32> = passages
                .iter()
                .copied()
                .filter(|number| !is_done(PieceKind::Passage, *number))
                .collect();
            if !open.is_empty() {
                all_read = false;
                ready.extend(open.into_iter().map(|number| PieceId::new(PieceKind::Passage, number)));
            } else if Self::has_call(passages) && !is_done(PieceKind::Chapter, *chapter) {
                all_read = false;
                ready.push(PieceId::new(PieceKind::Chapter, *chapter));
            }
        }
        let passages_read = !ready.iter().any(|piece| piece.kind == PieceKind::Passage);
        if passages_read && !self.chapters.is_empty() && !is_done(PieceKind::Person, 0) {
            ready.push(PieceId::new(PieceKind::Person, 0));
        }
        if all_read && !self.chapters.is_empty() && !is_done(PieceKind::Book, 0) {
            ready.push(PieceId::new(PieceKind::Book, 0));
        }
        ready
    }
}

/// So many passages make a quick sample.
pub const QUICK_PASSAGES: usize = 6;

/// Which of so many passages a quick sample reads: spread over the whole.
pub fn quick_sample(count: usize) -> Vec<usize> {
    if count <= QUICK_PASSAGES {
        return (0..count).collect();
    }
    (0..QUICK_PASSAGES)
        .map(|at| at * (count - 1) / (QUICK_PASSAGES - 1))
        .collect()
}

/// SHA-256 of texts, none of which can pass for the end of another.
pub fn digest(parts: &[&str]) -> [u8; 32] {
    use sha2::{Digest, Sha256};
    let mut hasher = Sha256::new();
    for part in parts {
        hasher.update((part.len() as u64).to_le_bytes());
        hasher.update(part.as_bytes());
    }
    hasher.finalize().into()
}
