//! What is spoken in a book and who speaks, measured on the annotated texts of this program (`tests/data/quotations`).

use std::path::PathBuf;

use characterchat_tests::checkout;
use characterchat_tests::quotation_data::{Form, measure};

fn folder() -> PathBuf {
    checkout().join("tests/data/quotations")
}

#[test]
fn speech_and_speakers_of_annotated_texts_are_found() {
    let mut told = Vec::new();
    let figures = measure(&folder(), Form::Lines, &mut told).expect("the texts are there");
    assert!(figures.annotated >= 40, "{figures:?}");
    assert!(figures.found_percent() >= 99.0, "{figures:?}\n{}", told.join("\n"));
    assert!(
        figures.given_right * 100 >= figures.given * 98,
        "{figures:?}\n{}",
        told.join("\n")
    );
    assert!(figures.name_precision() >= 95.0, "{figures:?}\n{}", told.join("\n"));
    assert!(figures.name_recall() >= 65.0, "{figures:?}\n{}", told.join("\n"));
}

#[test]
fn speech_is_found_where_no_line_and_no_paragraph_is_left() {
    let mut told = Vec::new();
    let figures = measure(&folder(), Form::Joined, &mut told).expect("the texts are there");
    assert!(
        figures.marked_found_percent() >= 97.0,
        "{figures:?}\n{}",
        told.join("\n")
    );
    assert!(figures.name_precision() >= 90.0, "{figures:?}\n{}", told.join("\n"));
}
