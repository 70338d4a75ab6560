//! The export of a messenger from a file, a folder or an archive.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::Path;

use engine::counted::counted;
use import::messages::export::Export;
use import::messages::{Columns, DateOrder, Message, Options, ReadError, Report, TableSample, Warning};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::error::{Error, Result};

/// Whether the day or the month stands first in a date such as `01/02/2020`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum DayOrMonth {
    DayFirst,
    MonthFirst,
}

/// Which columns of a table hold what, counted from 0.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct TableColumns {
    pub author: u32,
    #[serde(default)]
    #[ts(optional)]
    pub time: Option<u32>,
    pub text: u32,
    /// Whether the first row names the columns.
    pub has_header: bool,
}

/// What a person answered about an export.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answers {
    pub date_order: Option<DayOrMonth>,
    pub columns: Option<TableColumns>,
}

/// What was read beside the messages.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ExportReport {
    pub skipped: BTreeMap<&'static str, u64>,
    pub warnings: Vec<String>,
    pub report: Report,
}

impl ExportReport {
    /// Whether nothing told day and month apart, so that it should be asked.
    pub fn dates_are_unsure(&self) -> bool {
        let unsure = |warning: &Warning| matches!(warning, Warning::DateOrderAssumed { .. });
        self.report.warnings.iter().any(unsure)
    }
}

/// What came of reading an export.
#[derive(Debug)]
pub enum ReadExport {
    Whole(ExportReport),
    /// A table whose columns must be named first.
    ColumnsNeeded(TableSample),
}

/// Hands each message to `take`, oldest first within a conversation, until it breaks.
///
/// # Errors
/// `export_unknown`, `export_is_book`, `export_refused`, `file_not_read`; messages that were handed on before are good.
pub fn read_export(
    path: &Path,
    answers: &Answers,
    take: &mut dyn FnMut(Message) -> ControlFlow<()>,
) -> Result<ReadExport> {
    let options = Options {
        date_order: answers.date_order.map(|order| match order {
            DayOrMonth::DayFirst => DateOrder::DayFirst,
            DayOrMonth::MonthFirst => DateOrder::MonthFirst,
        }),
        columns: answers.columns.as_ref().map(|columns| Columns {
            author: columns.author as usize,
            time: columns.time.map(|time| time as usize),
            clock: None,
            text: columns.text as usize,
            attachments: None,
            has_header: columns.has_header,
        }),
    };
    let read = Export::open(path).and_then(|mut export| import::messages::read(&mut export, &options, take));
    match read {
        Ok(report) => Ok(ReadExport::Whole(told(report))),
        Err(ReadError::ColumnsNeeded(sample)) => Ok(ReadExport::ColumnsNeeded(sample)),
        Err(ReadError::Nothing(_)) if import::books::recognised(path) => Err(Error::new(
            "export_is_book",
            "This is a book and no export of messages. Nothing was changed. Choose it under \"From a novel\"; on the command line \
             `characterchat novel` reads it.",
        )),
        Err(error) => Err(refused(&error)),
    }
}

fn told(report: Report) -> ExportReport {
    let mut warnings: Vec<String> = report.warnings.iter().map(ToString::to_string).collect();
    if report.more_warnings > 0 {
        let more = counted(report.more_warnings, "more warning is", "more warnings are");
        warnings.push(format!("{more} not listed."));
    }
    ExportReport {
        skipped: report
            .skipped
            .iter()
            .map(|(reason, count)| (reason.as_str(), *count))
            .collect(),
        warnings,
        report,
    }
}

fn refused(error: &ReadError) -> Error {
    let (code, what) = match error {
        ReadError::Unreadable(_) => ("file_not_read", "Choose another file or try again."),
        ReadError::Nothing(_) => (
            "export_unknown",
            "Choose the file, folder or archive as the messenger handed it out.",
        ),
        ReadError::Stopped => ("stopped", "Start again when you like."),
        ReadError::ColumnsNeeded(_) => ("export_columns_needed", "Name the columns."),
        ReadError::Refused(_) => ("export_refused", "Export it again, or choose another file."),
    };
    Error::new(
        code,
        format!("The export was not read: {error}. Nothing was changed. {what}"),
    )
}
