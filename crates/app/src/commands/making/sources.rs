//! What is read for a character, and what is known before a model is asked.

use std::collections::BTreeMap;

use engine::ids::JobId;
use engine::making::draft::MakingMethod;
use engine::private_data::PrivateCounts;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::MadeBeforeView;
use crate::commands::OutsideFile;
use crate::making::exports::{DayOrMonth, TableColumns};

/// Reads a book (EPUB, HTML, plain text) into a new job; nothing is asked of a model.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct ReadBook {
    pub file: OutsideFile,
}

/// A book that was read.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct BookView {
    pub job_id: JobId,
    pub title: String,
    pub authors: Vec<String>,
    /// As the book says it; empty if it does not.
    pub language: String,
    pub chapters: Vec<BookChapterView>,
    pub tokens: u32,
    /// Front and back matter that is not read.
    pub left_out: Vec<String>,
    pub warnings: Vec<String>,
}

/// A chapter of a book.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct BookChapterView {
    pub title: String,
    pub tokens: u32,
}

/// Looks for a character in a book and plans the job. It can be called again, with other ticks, until the job is started.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct PlanNovel {
    pub job_id: JobId,
    /// As the book gives it.
    pub name: String,
    /// The names that the reader has ticked; without them those that are surely the character's.
    #[serde(default)]
    #[ts(optional)]
    pub aliases: Option<Vec<String>>,
}

/// What is known of a character before any model is asked.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct NovelPlanView {
    pub job_id: JobId,
    pub name: String,
    pub aliases: Vec<AliasView>,
    pub chapters: Vec<PlannedChapterView>,
    /// Passages of the whole book.
    pub passages: u32,
    /// Lines that the character surely speaks, and some of them.
    pub lines: u32,
    pub sample_lines: Vec<String>,
    /// How the character speaks, measured; one sentence each.
    pub speech: Vec<String>,
    pub full: EstimateView,
    pub quick: EstimateView,
    pub model: MakingModelView,
    /// The character that was made before of the same book and name.
    pub made_before: Option<MadeBeforeView>,
}

/// A name that may be the character's.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct AliasView {
    pub text: String,
    pub count: u32,
    pub ticked: bool,
    pub samples: Vec<String>,
}

/// A chapter, and how much of it matters.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct PlannedChapterView {
    pub title: String,
    pub tokens: u32,
    pub passages: u32,
    pub kept: u32,
    /// Whether the character tells it as "I".
    pub told_by_character: bool,
}

/// What a job will take, roughly.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, TS)]
pub struct EstimateView {
    pub passages: u32,
    pub calls: u32,
    pub input_tokens: u32,
    pub output_tokens: u32,
    /// With the usual number of calls side by side.
    pub seconds: u32,
    /// In US dollars, at what models of middling size cost; 0 on this computer.
    pub cost: f64,
}

/// The model that would be asked.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct MakingModelView {
    /// Empty without a model.
    pub name: String,
    pub method: MakingMethod,
    /// Whether the text goes to another computer.
    pub leaves_computer: bool,
    /// Host and port of the server that is asked; none without one. Private data is masked for every server: one of this computer
    /// may hand on what it gets.
    #[serde(default)]
    pub host: Option<String>,
}

/// Reads the export of a messenger into a new job, or again into the same one with answers to what was unclear.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct ReadMessages {
    #[serde(default)]
    #[ts(optional)]
    pub file: Option<OutsideFile>,
    /// Instead of a file: the job that read it before.
    #[serde(default)]
    #[ts(optional)]
    pub job_id: Option<JobId>,
    #[serde(default)]
    #[ts(optional)]
    pub date_order: Option<DayOrMonth>,
    #[serde(default)]
    #[ts(optional)]
    pub columns: Option<TableColumns>,
}

/// An export that was read.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct MessagesView {
    pub job_id: JobId,
    pub formats: Vec<String>,
    /// The busiest first.
    pub participants: Vec<ParticipantView>,
    /// Whose export it is, where it says so.
    pub owner: Option<String>,
    /// What was left out, by reason.
    #[ts(type = "Record<string, number>")]
    pub skipped: BTreeMap<String, u64>,
    pub warnings: Vec<String>,
    /// Whether it should be asked if the day or the month stands first.
    pub date_order_unsure: bool,
    /// A table whose columns must be named: its first rows. Then nothing else is known yet.
    pub columns_needed: Option<Vec<Vec<String>>>,
}

/// Somebody who wrote.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct ParticipantView {
    pub name: String,
    #[ts(type = "number")]
    pub messages: u64,
    /// As `2023-02-04T22:35`, with a `Z` where the zone is known; none without times.
    pub first: Option<String>,
    pub last: Option<String>,
}

/// Measures how a person writes and plans the job.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct PlanMessages {
    pub job_id: JobId,
    /// As the export names them.
    pub person: String,
    /// The character's name; without it the person's.
    #[serde(default)]
    #[ts(optional)]
    pub name: Option<String>,
}

/// What is known of a person before any model is asked.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct MessagesPlanView {
    pub job_id: JobId,
    pub person: String,
    pub name: String,
    #[ts(type = "number")]
    pub messages: u64,
    pub first: Option<String>,
    pub last: Option<String>,
    /// How they write, measured; one sentence each.
    pub style: Vec<String>,
    pub exchanges: Vec<ExchangeView>,
    pub private_data: PrivateDataView,
    /// Older messages that are too many to be read.
    pub is_cut: bool,
    pub full: EstimateView,
    pub quick: EstimateView,
    pub model: MakingModelView,
    /// The character that was made before of messages of the same person.
    pub made_before: Option<MadeBeforeView>,
}

/// A real exchange.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct ExchangeView {
    pub said: String,
    pub answer: String,
}

/// Private data found in all messages.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, TS)]
pub struct PrivateDataView {
    #[ts(type = "number")]
    pub phone_numbers: u64,
    #[ts(type = "number")]
    pub mail_addresses: u64,
    #[ts(type = "number")]
    pub codes: u64,
}

impl From<PrivateCounts> for PrivateDataView {
    fn from(counts: PrivateCounts) -> Self {
        Self {
            phone_numbers: counts.phone_numbers,
            mail_addresses: counts.mail_addresses,
            codes: counts.codes,
        }
    }
}
