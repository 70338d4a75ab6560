//! Exports of messengers that were damaged at random: whatever stands in a file, reading it ends, and with a report.

use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use import::messages::export::Export;
use import::messages::{Options, read};
use serde::Serialize;

use crate::checkout;
use crate::kills::Random;
use crate::process::files_below;

/// What a run came to.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Report {
    pub seed: u64,
    pub files: usize,
    /// Damaged files that were read, those that gave messages, and those that were refused.
    pub runs: u64,
    pub with_messages: u64,
    pub refused: u64,
}

/// How long each file is damaged and read.
#[derive(Debug, Clone, Copy)]
pub enum Effort {
    Runs(u32),
    Time(Duration),
}

/// Damages every case of the repository again and again; `progress` is told after each file.
///
/// # Errors
/// The first panic: the file that caused it is left in the folder of temporary files and named.
pub fn read_damaged(effort: Effort, seed: u64, mut progress: impl FnMut(&Path, &Report)) -> Result<Report> {
    let folder = checkout().join("crates/import/fixtures/messages");
    let mut cases: Vec<(PathBuf, Vec<u8>)> = Vec::new();
    for path in files_below(&folder)? {
        if !path.ends_with("EXPECTED.json") {
            let bytes = std::fs::read(&path)?;
            cases.push((path.strip_prefix(&folder)?.to_owned(), bytes));
        }
    }
    cases.sort();
    let mut random = Random(seed);
    let mut report = Report {
        seed,
        files: cases.len(),
        ..Report::default()
    };
    for at in 0..cases.len() {
        let began = Instant::now();
        let mut runs = 0;
        while match effort {
            Effort::Runs(most) => runs < most,
            Effort::Time(time) => began.elapsed() < time,
        } {
            runs += 1;
            let other = usize::try_from(random.below(cases.len() as u64))?;
            let damaged = damaged(&cases[at].1, &cases[other].1, &mut random);
            one(&cases[at].0, damaged, &mut report)?;
        }
        progress(&cases[at].0, &report);
    }
    Ok(report)
}

fn one(name: &Path, bytes: Vec<u8>, report: &mut Report) -> Result<()> {
    let name = name.to_string_lossy().into_owned();
    let kept = bytes.clone();
    let result = catch_unwind(AssertUnwindSafe(|| {
        let mut export = Export::of_files(vec![(name.clone(), bytes)]);
        let mut messages = 0_u64;
        let ended = read(&mut export, &Options::default(), &mut |message| {
            assert!(!message.text.trim().is_empty(), "a message without text");
            messages += 1;
            ControlFlow::Continue(())
        });
        (messages, ended.is_err())
    }));
    report.runs += 1;
    match result {
        Ok((messages, is_refused)) => {
            report.with_messages += u64::from(messages > 0);
            report.refused += u64::from(is_refused);
            Ok(())
        }
        Err(_) => {
            let place = std::env::temp_dir().join(format!("damaged-{}", name.replace('/', "-")));
            std::fs::write(&place, kept)?;
            bail!(
                "{name}: damaged as in {}, it made the reader panic (seed {})",
                place.display(),
                report.seed
            )
        }
    }
}

/// A few changes at random places: bytes changed, cut out, said twice, or taken from another file.
fn damaged(bytes: &[u8], other: &[u8], random: &mut Random) -> Vec<u8> {
    const TELLING: [&[u8]; 12] = [
        b"\"",
        b"\\",
        b"\n",
        b"[",
        b"{",
        b"\xff",
        b"\x00",
        b"&#xD83D;",
        b"<",
        b"9999999999999999999999",
        b"\xe2\x80\xaf",
        b",",
    ];
    let mut bytes = bytes.to_vec();
    for _ in 0..=random.below(4) {
        let at = place(random, bytes.len());
        let length = place(random, (bytes.len() - at).min(64));
        match random.below(7) {
            0 => bytes.truncate(at),
            1 => drop(bytes.drain(at..at + length)),
            2 => {
                let again = bytes[at..at + length].to_vec();
                drop(bytes.splice(at..at, again));
            }
            3 => {
                let from = place(random, other.len());
                let until = from + place(random, (other.len() - from).min(200));
                drop(bytes.splice(at..at, other[from..until].to_vec()));
            }
            4 | 5 => {
                let telling = TELLING[place(random, TELLING.len() - 1)];
                drop(bytes.splice(at..at, telling.to_vec()));
            }
            _ => {
                if let Some(byte) = bytes.get_mut(at) {
                    *byte = u8::try_from(random.below(256)).unwrap_or_default();
                }
            }
        }
    }
    bytes
}

/// From 0 to `most`.
fn place(random: &mut Random, most: usize) -> usize {
    usize::try_from(random.below(most as u64 + 1)).unwrap_or_default()
}
