//! Whole exports: what is kept and what is left out of each.

mod broken;
mod cases;
mod formats;
mod places;

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use super::export::Export;
use super::{Options, ReadError, Report, read};

/// Author, time and text.
type Kept = (String, String, String);

fn read_with(export: &mut Export, options: &Options) -> Result<(Vec<Kept>, Report), ReadError> {
    let mut kept = Vec::new();
    let report = read(export, options, &mut |message| {
        let time = message.time.map(|time| time.to_string()).unwrap_or_default();
        kept.push((message.author, time, message.text));
        ControlFlow::Continue(())
    })?;
    Ok((kept, report))
}

/// What is kept of files in memory.
fn of_files(files: &[(&str, &str)]) -> Result<(Vec<Kept>, Report), ReadError> {
    let files = files
        .iter()
        .map(|(name, text)| ((*name).to_owned(), text.as_bytes().to_vec()));
    read_with(&mut Export::of_files(files.collect()), &Options::default())
}

fn skipped(report: &Report) -> BTreeMap<String, u64> {
    report
        .skipped
        .iter()
        .map(|(reason, count)| (reason.as_str().to_owned(), *count))
        .collect()
}

/// Checks one file: author, time and text of what is kept, and what is left out.
#[track_caller]
fn check(name: &str, text: &str, kept: &[(&str, &str, &str)], left_out: &[(&str, u64)]) -> Report {
    let (found, report) = of_files(&[(name, text)]).unwrap();
    let found: Vec<(&str, &str, &str)> = found
        .iter()
        .map(|(author, time, text)| (author.as_str(), time.as_str(), text.as_str()))
        .collect();
    assert_eq!(found, kept);
    let left_out: BTreeMap<String, u64> = left_out
        .iter()
        .map(|(reason, count)| ((*reason).to_owned(), *count))
        .collect();
    assert_eq!(skipped(&report), left_out);
    report
}
