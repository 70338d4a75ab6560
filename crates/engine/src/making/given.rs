//! What a job works from. It is kept with the job, so that the file it came from is not needed again.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::dates::StoryDate;

/// Part of what belongs to a piece's key: a change of how passages are cut makes old answers useless.
pub const CHUNKER_VERSION: u32 = 1;

/// What a character is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum MakingKind {
    Novel,
    Messages,
}

impl MakingKind {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Novel => "novel",
            Self::Messages => "messages",
        }
    }

    /// The kind of a word; none when there is no such.
    pub fn parse(word: &str) -> Option<Self> {
        [Self::Novel, Self::Messages]
            .into_iter()
            .find(|kind| kind.as_str() == word)
    }
}

/// What is known before any model is asked.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Given {
    pub kind: MakingKind,
    /// The character's name.
    pub person: String,
    /// The book's title, or where the messages are from.
    pub source: String,
    pub authors: Vec<String>,
    /// Titles of the chapters; of messages the months.
    pub chapters: Vec<String>,
    /// Names that the text has for the character.
    pub aliases: Vec<String>,
    /// How the character talks or writes, measured; one sentence each.
    pub speech: Vec<String>,
    /// Real lines, in order.
    pub lines: Vec<GivenLine>,
    /// A BCP 47 tag of the source, where it is known.
    pub language: Option<String>,
}

/// A real line of the character.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct GivenLine {
    /// What somebody else said just before; may be empty.
    pub before: String,
    pub text: String,
    pub chapter: u32,
}

/// What one call reads.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Passage {
    /// Its place among the passages of the job, from 0.
    pub number: u32,
    pub chapter: u32,
    /// What stands before it, to be understood and not to be used.
    pub context: String,
    /// Paragraphs or messages; a model calls them by number, from 1.
    pub parts: Vec<Part>,
    /// In tokens, as it was counted when it was cut.
    pub tokens: u32,
}

/// A paragraph or a message.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Part {
    pub text: String,
    /// Who wrote it; empty in a book.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub author: String,
    /// Whether the character says, writes or tells it.
    #[serde(default)]
    pub is_own: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moment: Option<Moment>,
}

/// When something is known to have happened.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Moment {
    /// A date that the book gives.
    Story(StoryDate),
    /// When a message was written, in milliseconds since 1970.
    Real(i64),
}

impl Passage {
    /// Its whole text, as a model is shown it: each part with its number.
    pub fn numbered(&self) -> String {
        let mut text = String::new();
        for (number, part) in (1..).zip(&self.parts) {
            if number > 1 {
                text.push_str("\n\n");
            }
            text.push_str(&format!("[{number}] "));
            if !part.author.is_empty() {
                text.push_str(&format!("{}: ", part.author));
            }
            text.push_str(&part.text);
        }
        text
    }

    /// The part of a number from 1.
    pub fn part(&self, number: usize) -> Option<&Part> {
        self.parts.get(number.checked_sub(1)?)
    }
}
