//! What somebody wrote, and what is known of them before any model is asked.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::Path;

use engine::controls::name_without_controls;
use engine::counted::counted;
use engine::making::given::GivenLine;
use engine::making::{Given, MakingKind, Passage};
use engine::private_data::{PrivateCounts, masked};
use engine::style::{ExchangeCollector, Style, StyleMeter};
use import::messages::MessageTime;
use serde::Serialize;

use super::cutting::{Cutter, chapter_of};
use super::exports::{Answers, ExportReport, ReadExport, read_export};
use crate::error::{Error, Result};

/// Real exchanges that a draft shows.
const MOST_EXCHANGES: usize = 40;

/// An export read for one person.
pub struct ReadPerson {
    pub person: String,
    pub source: String,
    pub style: Style,
    pub exchanges: Vec<GivenLine>,
    pub months: Vec<String>,
    pub passages: Vec<Passage>,
    pub private: PrivateCounts,
    pub messages: u64,
    pub first: Option<MessageTime>,
    pub last: Option<MessageTime>,
    pub report: ExportReport,
    /// Whether older passages were left out, as there were too many.
    pub is_cut: bool,
}

/// As `--plan --json` prints it.
#[derive(Serialize)]
pub struct PersonView<'a> {
    person: &'a str,
    messages: u64,
    first: Option<String>,
    last: Option<String>,
    style: &'a Style,
    told: Vec<String>,
    private_data: PrivateCounts,
    chunks: Vec<ChunkView>,
    exchanges: &'a [GivenLine],
    skipped: &'a BTreeMap<&'static str, u64>,
    warnings: &'a [String],
}

#[derive(Serialize)]
struct ChunkView {
    index: u32,
    month: u32,
    messages: usize,
    tokens: u32,
}

impl ReadPerson {
    /// Reads an export for a person, as it names them.
    ///
    /// # Errors
    /// Those of [`read_export`]; `export_columns_needed`; `person_unknown` when nobody of that name wrote.
    pub fn of(path: &Path, answers: &Answers, person: &str) -> Result<Self> {
        // As the export is read without control characters, so is the name that is asked for.
        let person = name_without_controls(person);
        let person = person.trim();
        let mut style = StyleMeter::new(person);
        let mut exchanges = ExchangeCollector::new(person);
        let mut cutter = Cutter::new(person);
        let mut private = PrivateCounts::default();
        let read = read_export(path, answers, &mut |message| {
            let at = message.time.map(|time| time.local());
            style.add(&message.author, &message.conversation, at, &message.text);
            // By the clock that the months go by.
            let here = message.time.and_then(|time| cutter.here(time));
            exchanges.add(&message.author, &message.conversation, here, &message.text);
            private.add(&message.text);
            cutter.add(message);
            ControlFlow::Continue(())
        })?;
        let report = match read {
            ReadExport::Whole(report) => report,
            ReadExport::ColumnsNeeded(sample) => {
                return Err(Error::new(
                    "export_columns_needed",
                    format!(
                        "It is not clear which columns of {} hold author, time and text. Nothing was changed; name them.",
                        sample.file
                    ),
                ));
            }
        };
        let Some(found) = report.report.participants.get(person).cloned() else {
            return Err(nobody(person, &report));
        };
        let (months, passages, is_cut) = cutter.finish();
        let chosen = exchanges.finish(MOST_EXCHANGES).into_iter();
        Ok(Self {
            person: person.to_owned(),
            source: source(&report),
            style: style.finish(),
            exchanges: chosen
                .map(|exchange| GivenLine {
                    chapter: chapter_of(exchange.at.map(|at| at.date()), &months),
                    before: exchange.said,
                    text: exchange.answer,
                })
                .collect(),
            months,
            passages,
            private,
            messages: found.messages,
            first: found.first,
            last: found.last,
            report,
            is_cut,
        })
    }

    /// What a job works from, under the name that the character is to have.
    pub fn given(&self, name: &str) -> Given {
        Given {
            kind: MakingKind::Messages,
            person: name.to_owned(),
            source: self.source.clone(),
            authors: Vec::new(),
            chapters: self.months.clone(),
            aliases: vec![self.person.clone()],
            speech: self.style.sentences(),
            lines: self.exchanges.clone(),
            language: None,
        }
    }

    pub fn view(&self) -> PersonView<'_> {
        PersonView {
            person: &self.person,
            messages: self.messages,
            first: self.first.map(|time| time.to_string()),
            last: self.last.map(|time| time.to_string()),
            style: &self.style,
            told: self.style.sentences(),
            private_data: self.private,
            chunks: self
                .passages
                .iter()
                .map(|passage| ChunkView {
                    index: passage.number,
                    month: passage.chapter,
                    messages: passage.parts.len(),
                    tokens: passage.tokens,
                })
                .collect(),
            exchanges: &self.exchanges,
            skipped: &self.report.skipped,
            warnings: &self.report.warnings,
        }
    }

    /// What was found, in words.
    pub fn told(&self) -> Vec<String> {
        let tokens: u32 = self.passages.iter().map(|passage| passage.tokens).sum();
        let mut told = vec![format!(
            "{}: {}{}, {} of {} in all.",
            self.person,
            counted(self.messages, "message", "messages"),
            span(self.first, self.last),
            counted(self.passages.len(), "passage", "passages"),
            counted(tokens, "token", "tokens")
        )];
        told.extend(self.style.sentences());
        let private = &self.private;
        if private.all() > 0 {
            told.push(format!(
                "Private data: {}, {}, {}. They are masked for a model that runs in a server.",
                counted(private.phone_numbers, "phone number", "phone numbers"),
                counted(private.mail_addresses, "mail address", "mail addresses"),
                counted(private.codes, "code", "codes")
            ));
        }
        told.extend(self.report.warnings.iter().cloned());
        told
    }
}

/// Who wrote, in words, the busiest first, and what was left out.
pub fn participants_told(report: &ExportReport) -> Vec<String> {
    let mut people: Vec<_> = report.report.participants.iter().collect();
    people.sort_by_key(|(name, one)| (std::cmp::Reverse(one.messages), (*name).clone()));
    let lines = people.into_iter().map(|(name, one)| {
        let messages = counted(one.messages, "message", "messages");
        format!("{name}: {messages}{}", span(one.first, one.last))
    });
    let mut told: Vec<String> = lines.collect();
    if told.is_empty() {
        told.push("No message with words was found.".to_owned());
    }
    let left_out = report
        .skipped
        .iter()
        .map(|(reason, count)| format!("{count} {}", reason.replace('_', " ")));
    let left_out: Vec<String> = left_out.collect();
    if !left_out.is_empty() {
        told.push(format!("Left out: {}.", left_out.join(", ")));
    }
    told.extend(report.warnings.iter().cloned());
    told
}

fn span(first: Option<MessageTime>, last: Option<MessageTime>) -> String {
    match (first, last) {
        (Some(first), Some(last)) => format!(" from {} to {}", first.local().date(), last.local().date()),
        _ => String::new(),
    }
}

fn source(report: &ExportReport) -> String {
    let formats: Vec<&str> = report.report.formats.keys().map(|format| format.as_str()).collect();
    formats.join(", ")
}

fn nobody(person: &str, report: &ExportReport) -> Error {
    let mut people: Vec<_> = report.report.participants.iter().collect();
    people.sort_by_key(|(_, one)| std::cmp::Reverse(one.messages));
    let names: Vec<&str> = people.iter().take(10).map(|(name, _)| name.as_str()).collect();
    Error::new(
        "person_unknown",
        format!(
            "Nobody called {person:?} wrote in this export. Nothing was changed. Who wrote most: {}.",
            names.join(", ")
        ),
    )
}

/// A passage without its private data, for a model elsewhere.
pub fn without_private_data(mut passage: Passage) -> Passage {
    for part in &mut passage.parts {
        part.text = masked(&part.text).into_owned();
        part.author = masked(&part.author).into_owned();
    }
    passage.context = masked(&passage.context).into_owned();
    passage
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two exchanges in January and one in February of 2024, by this name.
    fn read(name: &str, asked: &str) -> Result<ReadPerson> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("message_1.json");
        let said = |name: &str, at: i64, text: &str| serde_json::json!({ "sender_name": name, "timestamp_ms": at, "content": text });
        let messages = [
            said("Ben", 1_705_300_000_000, "how are you today"),
            said(name, 1_705_300_060_000, "tired, the ferry was late"),
            said("Ben", 1_705_500_000_000, "did you tell them"),
            said(name, 1_705_500_060_000, "I told my sister everything"),
            said("Ben", 1_708_000_000_000, "and the cat too"),
            said(name, 1_708_000_060_000, "the cat stays with grandmother"),
        ];
        let export = serde_json::json!({
            "participants": [{ "name": name }, { "name": "Ben" }], "messages": messages, "thread_path": "inbox/a",
        });
        std::fs::write(&path, export.to_string()).unwrap();
        ReadPerson::of(&path, &Answers::default(), asked)
    }

    /// All lines stood under the first month, and a limit kept none of them out.
    #[test]
    fn a_line_stands_under_the_month_it_was_written_in() {
        let read = read("Mara", "Mara").unwrap();
        assert_eq!(read.months, ["2024-01", "2024-02"]);
        let lines = read.given("Mara").lines;
        let found: Vec<(&str, u32)> = lines.iter().map(|line| (line.text.as_str(), line.chapter)).collect();
        let expected = [
            ("tired, the ferry was late", 0),
            ("I told my sister everything", 0),
            ("the cat stays with grandmother", 1),
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn a_person_whose_name_holds_control_characters_is_found_and_named_without_them() {
        let raw = "Ma\u{1b}[31mra\u{7}\0";
        for asked in [raw, "Ma[31mra"] {
            let read = read(raw, asked).unwrap();
            assert_eq!((read.person.as_str(), read.messages), ("Ma[31mra", 3));
            assert_eq!(read.exchanges.len(), 3);
            assert!(
                read.passages
                    .iter()
                    .all(|passage| passage.parts.iter().any(|part| part.is_own))
            );
        }
        let error = read(raw, "Nobody").err().unwrap();
        assert!(error.message.contains("Ma[31mra"), "{}", error.message);
    }
}
