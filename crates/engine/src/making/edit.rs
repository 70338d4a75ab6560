//! What the reader does with a draft.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::draft::{Draft, DraftMemory, DraftTrait, Reworded};
use crate::character::MAX_NAME_CHARS;
use crate::controls::without_controls;

/// The longest text that is put in, in characters.
const LONGEST_TEXT: usize = 4_000;

/// A text of the draft.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum DraftText {
    Name,
    Description,
    Role,
    Background,
    Universe,
    Setting,
    Synopsis,
    Directions,
    Greeting,
}

/// A list of the draft.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum DraftList {
    Traits,
    Memories,
    Lines,
}

/// One change.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum DraftChange {
    SetText {
        field: DraftText,
        text: String,
    },
    SetTone {
        tone: Vec<String>,
    },
    EditItem {
        list: DraftList,
        id: u32,
        text: String,
    },
    /// What a line answers; may be empty.
    EditBefore {
        id: u32,
        before: String,
    },
    DropItems {
        list: DraftList,
        ids: Vec<u32>,
    },
    TakeBackItems {
        list: DraftList,
        ids: Vec<u32>,
    },
    /// Traits or memories become the first of them, with this text; the others are dropped.
    MergeItems {
        list: DraftList,
        ids: Vec<u32>,
        text: String,
    },
    /// The last chapter that the character knows, from 0; none: the whole story.
    LimitSpoilers {
        chapter: Option<u32>,
    },
}

/// Why a change cannot be made.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadChange {
    #[error("there is no item {0} in that list")]
    NoItem(u32),
    #[error("the text is blank")]
    Blank,
    #[error("the text is longer than {0} characters")]
    TooLong(usize),
    #[error("at least two items are needed to make one of them")]
    TooFew,
    #[error("lines are real and cannot become one; edit or drop them")]
    LinesStay,
    #[error("the book has no chapter {0}")]
    NoChapter(u32),
}

/// Changes a draft, or leaves it as it was.
pub fn change(draft: &mut Draft, change: &DraftChange) -> Result<(), BadChange> {
    make(draft, change)?;
    draft.edited = true;
    Ok(())
}

fn make(draft: &mut Draft, change: &DraftChange) -> Result<(), BadChange> {
    match change {
        DraftChange::SetText { field, text } => set_text(draft, *field, text),
        DraftChange::SetTone { tone } => {
            let words: Vec<String> = tone.iter().map(|word| cleaned(word)).collect();
            draft.tone = words.into_iter().filter(|word| !word.is_empty()).take(12).collect();
            Ok(())
        }
        DraftChange::EditItem { list, id, text } => {
            let text = checked(text)?;
            reword(draft, *list, *id, text)
        }
        DraftChange::EditBefore { id, before } => {
            let before = cleaned(before);
            too_long(&before, LONGEST_TEXT)?;
            let line = draft.lines.iter_mut().find(|line| line.id == *id);
            line.ok_or(BadChange::NoItem(*id))?.before = before;
            Ok(())
        }
        DraftChange::DropItems { list, ids } => set_dropped(draft, *list, ids, true),
        DraftChange::TakeBackItems { list, ids } => set_dropped(draft, *list, ids, false),
        DraftChange::MergeItems { list, ids, text } => merge(draft, *list, ids, text),
        DraftChange::LimitSpoilers { chapter } => {
            if let Some(chapter) = chapter.filter(|chapter| *chapter as usize >= draft.chapters.len()) {
                return Err(BadChange::NoChapter(chapter));
            }
            draft.spoiler_limit = *chapter;
            Ok(())
        }
    }
}

fn set_text(draft: &mut Draft, field: DraftText, text: &str) -> Result<(), BadChange> {
    let text = cleaned(text);
    if field == DraftText::Name {
        if text.is_empty() || text.chars().any(char::is_control) {
            return Err(BadChange::Blank);
        }
        too_long(&text, MAX_NAME_CHARS)?;
    }
    too_long(&text, LONGEST_TEXT)?;
    let place = match field {
        DraftText::Name => &mut draft.name,
        DraftText::Description => &mut draft.description,
        DraftText::Role => &mut draft.role,
        DraftText::Background => &mut draft.background,
        DraftText::Universe => &mut draft.universe,
        DraftText::Setting => &mut draft.setting,
        DraftText::Synopsis => &mut draft.synopsis,
        DraftText::Directions => &mut draft.directions,
        DraftText::Greeting => &mut draft.greeting,
    };
    *place = text;
    Ok(())
}

fn checked(text: &str) -> Result<String, BadChange> {
    let text = cleaned(text);
    if text.is_empty() {
        return Err(BadChange::Blank);
    }
    too_long(&text, LONGEST_TEXT)?;
    Ok(text)
}

/// What was typed or pasted, as it may stand in a file and on a terminal.
fn cleaned(text: &str) -> String {
    without_controls(text).trim().to_owned()
}

fn too_long(text: &str, most: usize) -> Result<(), BadChange> {
    if text.chars().count() > most {
        return Err(BadChange::TooLong(most));
    }
    Ok(())
}

fn text_of(draft: &mut Draft, list: DraftList, id: u32) -> Result<&mut String, BadChange> {
    let found = match list {
        DraftList::Traits => draft
            .traits
            .iter_mut()
            .find(|one| one.id == id)
            .map(|one| &mut one.text),
        DraftList::Memories => draft
            .memories
            .iter_mut()
            .find(|one| one.id == id)
            .map(|one| &mut one.text),
        DraftList::Lines => draft.lines.iter_mut().find(|one| one.id == id).map(|one| &mut one.text),
    };
    found.ok_or(BadChange::NoItem(id))
}

/// Puts a text in an item's place and keeps what it said.
fn reword(draft: &mut Draft, list: DraftList, id: u32, text: String) -> Result<(), BadChange> {
    let place = text_of(draft, list, id)?;
    if *place != text {
        let text = std::mem::replace(place, text);
        let earlier = Reworded { list, id, text };
        if !draft.reworded.contains(&earlier) {
            draft.reworded.push(earlier);
        }
    }
    Ok(())
}

fn dropped_of(draft: &mut Draft, list: DraftList, id: u32) -> Result<&mut bool, BadChange> {
    let found = match list {
        DraftList::Traits => draft
            .traits
            .iter_mut()
            .find(|one| one.id == id)
            .map(|one| &mut one.dropped),
        DraftList::Memories => draft
            .memories
            .iter_mut()
            .find(|one| one.id == id)
            .map(|one| &mut one.dropped),
        DraftList::Lines => draft
            .lines
            .iter_mut()
            .find(|one| one.id == id)
            .map(|one| &mut one.dropped),
    };
    found.ok_or(BadChange::NoItem(id))
}

fn set_dropped(draft: &mut Draft, list: DraftList, ids: &[u32], dropped: bool) -> Result<(), BadChange> {
    for id in ids {
        dropped_of(draft, list, *id)?;
    }
    for id in ids {
        *dropped_of(draft, list, *id)? = dropped;
    }
    Ok(())
}

fn merge(draft: &mut Draft, list: DraftList, ids: &[u32], text: &str) -> Result<(), BadChange> {
    let text = checked(text)?;
    let mut ids = ids.to_vec();
    ids.sort_unstable();
    ids.dedup();
    let [first, others @ ..] = &ids[..] else {
        return Err(BadChange::TooFew);
    };
    if others.is_empty() {
        return Err(BadChange::TooFew);
    }
    if list == DraftList::Lines {
        return Err(BadChange::LinesStay);
    }
    for id in &ids {
        dropped_of(draft, list, *id)?;
    }
    set_dropped(draft, list, others, true)?;
    *dropped_of(draft, list, *first)? = false;
    reword(draft, list, *first, text)?;
    let importance = draft
        .memories
        .iter()
        .filter(|one| ids.contains(&one.id))
        .map(|one| one.importance)
        .max();
    if let (DraftList::Memories, Some(importance)) = (list, importance)
        && let Some(memory) = draft.memories.iter_mut().find(|one| one.id == *first)
    {
        memory.importance = importance;
    }
    Ok(())
}

impl Draft {
    /// Whether something of a chapter is within the spoiler limit.
    pub(super) fn knows(&self, chapter: u32) -> bool {
        self.spoiler_limit.is_none_or(|limit| chapter <= limit)
    }

    /// The memories that are saved.
    pub fn kept_memories(&self) -> impl Iterator<Item = &DraftMemory> {
        self.memories
            .iter()
            .filter(|memory| !memory.dropped && self.knows(memory.chapter))
    }

    /// The traits that are saved.
    pub fn kept_traits(&self) -> impl Iterator<Item = &DraftTrait> {
        let known = |one: &&DraftTrait| one.chapter.is_none_or(|chapter| self.knows(chapter));
        self.traits.iter().filter(|one| !one.dropped).filter(known)
    }

    /// The lines that are saved.
    pub fn kept_lines(&self) -> impl Iterator<Item = &super::draft::DraftLine> {
        self.lines
            .iter()
            .filter(|line| !line.dropped && self.knows(line.chapter))
    }
}
