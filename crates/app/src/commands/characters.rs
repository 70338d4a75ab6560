//! The cast, as the rail shows it.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use engine::ids::{CharacterId, SessionId};
use engine::markup::plain;
use serde::{Deserialize, Serialize};
use store::{LastWords, TrashedCharacter};
use ts_rs::TS;

use super::{GoneCharacter, Nothing};
use crate::characters::gone;
use crate::error::Result;
use crate::library::{Listed, portraits};
use crate::start::App;

/// Longest excerpt of a character's last words, in characters.
const LAST_WORDS_CHARACTERS: usize = 80;

/// One character of the rail.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct CharacterSummary {
    pub id: CharacterId,
    /// The file's stem when the character is broken.
    pub name: String,
    /// As written in the file; grouped by exact spelling.
    pub categories: Vec<String>,
    /// One line.
    pub description: String,
    /// Changes whenever the portrait does (it belongs in its address); none hides the portrait.
    pub portrait: Option<String>,
    /// The character's last words to this reader, without markup; none when they have not met.
    pub last_words: Option<String>,
    /// When the reader and the character last talked: milliseconds since 1970, UTC.
    #[ts(type = "number | null")]
    pub last_at: Option<i64>,
    /// Why the file cannot be used.
    pub broken: Option<BrokenCharacter>,
    /// Whether the file is the reader's own (in the data folder).
    pub own: bool,
    /// Set when there is no file any more: the conversations that stayed can be read, and go on when the character is back.
    pub gone: Option<GoneCharacter>,
}

/// Why a character's file cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct BrokenCharacter {
    /// File name, without folders.
    pub file: String,
    /// Where in the file, as a JSON path; empty for the whole file.
    pub path: String,
    pub reason: String,
}

/// A category and how many characters stand in it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Category {
    pub name: String,
    pub characters: u32,
}

/// All characters of the library, broken ones too, those last talked to first, then by name; then those who are gone and have left
/// conversations.
pub async fn list_characters(app: &App, session: SessionId, _: Nothing) -> Result<Vec<CharacterSummary>> {
    let said = app.store.last_words(session).await?;
    let mut said: HashMap<CharacterId, LastWords> = said
        .into_iter()
        .map(|words| (words.character_id.clone(), words))
        .collect();
    let mut summaries: Vec<CharacterSummary> = app
        .library
        .list()
        .into_iter()
        .map(|listed| summary(app, listed, &mut said))
        .collect();
    summaries.sort_by_key(|summary| std::cmp::Reverse(summary.last_at));
    if !said.is_empty() {
        let trashed = gone::in_trash(app, session).await?;
        let mut left: Vec<LastWords> = said.into_values().collect();
        left.sort_by_key(|words| std::cmp::Reverse(words.at));
        summaries.extend(left.into_iter().map(|words| summary_of_gone(words, &trashed)));
    }
    Ok(summaries)
}

fn summary(app: &App, listed: Listed, said: &mut HashMap<CharacterId, LastWords>) -> CharacterSummary {
    let words = said.remove(&listed.id);
    let (sketch, broken) = match listed.content {
        Ok(sketch) => (Some(sketch), None),
        Err(broken) => (None, Some(broken)),
    };
    let (name, categories, description) = match sketch {
        Some(sketch) => (sketch.name, sketch.categories, sketch.description),
        None => (listed.id.to_string(), Vec::new(), String::new()),
    };
    CharacterSummary {
        portrait: portrait_version(app, &listed.id),
        last_at: words.as_ref().map(|words| words.at.as_millisecond()),
        last_words: words.map(|words| plain(&words.text, LAST_WORDS_CHARACTERS)),
        id: listed.id,
        name,
        categories,
        description,
        broken,
        own: listed.own,
        gone: None,
    }
}

fn summary_of_gone(words: LastWords, trashed: &[TrashedCharacter]) -> CharacterSummary {
    let gone = gone::told(trashed, &words.character_id);
    CharacterSummary {
        name: gone.name.clone(),
        categories: Vec::new(),
        description: String::new(),
        portrait: None,
        last_words: Some(plain(&words.text, LAST_WORDS_CHARACTERS)),
        last_at: Some(words.at.as_millisecond()),
        id: words.character_id,
        broken: None,
        own: true,
        gone: Some(gone),
    }
}

/// What belongs into the address of a character's portrait; none when there is no picture.
pub(crate) fn portrait_version(app: &App, id: &CharacterId) -> Option<String> {
    portraits::version(&app.library.portrait(id)?)
}

/// The categories as they are written in the files, in order of spelling.
pub async fn list_categories(app: &App, _: SessionId, _: Nothing) -> Result<Vec<Category>> {
    let mut counts: BTreeMap<String, u32> = BTreeMap::new();
    for sketch in app.library.list().into_iter().filter_map(|listed| listed.content.ok()) {
        let names: BTreeSet<String> = sketch.categories.into_iter().collect();
        for name in names {
            *counts.entry(name).or_default() += 1;
        }
    }
    Ok(counts
        .into_iter()
        .map(|(name, characters)| Category { name, characters })
        .collect())
}
