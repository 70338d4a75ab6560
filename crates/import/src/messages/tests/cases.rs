//! The cases in `fixtures/messages`, each beside what must be kept of it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use super::{read_with, skipped};
use crate::messages::export::Export;
use crate::messages::{Options, ReadError};

#[derive(Deserialize)]
struct Expected {
    kept: Option<Vec<(String, String, String)>>,
    #[serde(default)]
    skipped: BTreeMap<String, u64>,
}

fn cases() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/messages")
}

#[test]
fn every_case_is_read_as_it_must_be() {
    let expected = std::fs::read_to_string(cases().join("EXPECTED.json")).unwrap();
    let expected: BTreeMap<String, Expected> = serde_json::from_str(&expected).unwrap();
    assert!(expected.len() >= 20, "the cases were found");
    for (name, expected) in expected {
        let mut export = Export::open(&cases().join(&name)).unwrap();
        match (expected.kept, read_with(&mut export, &Options::default())) {
            (Some(kept), Ok((found, report))) => {
                assert_eq!(found, kept, "{name}");
                assert_eq!(skipped(&report), expected.skipped, "{name}");
                assert_eq!(report.warnings, [], "{name}");
            }
            // People, channels and the owner of an archive are no messages.
            (None, Err(ReadError::Nothing(1))) => {}
            (_, other) => panic!("{name}: {other:?}"),
        }
    }
}

#[test]
fn a_folder_of_all_cases_is_read_file_by_file() {
    let mut export = Export::open(&cases()).unwrap();
    let (kept, report) = read_with(&mut export, &Options::default()).unwrap();
    assert_eq!(report.formats.values().sum::<usize>(), 17);
    assert_eq!(report.warnings, []);
    assert_eq!(report.owner.as_deref(), Some("Mara"));
    let of = |author: &str| kept.iter().filter(|(name, _, _)| name == author).count() as u64;
    for (author, participant) in &report.participants {
        assert_eq!(participant.messages, of(author), "{author}");
    }
    assert_eq!(
        report.participants["Ben"].first.unwrap().to_string(),
        "2023-02-04T22:35"
    );
    assert_eq!(report.participants["Ben"].last.unwrap().to_string(), "2023-02-05T00:05");
}
