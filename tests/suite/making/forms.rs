//! What `characterchat novel` and `characterchat messages` print.

use std::collections::BTreeMap;
use std::process::{Command, Output};

use characterchat_tests::checkout;
use characterchat_tests::making::{PERSON, novel};
use characterchat_tests::process::product;
use characterchat_tests::test_app::{Home, Program};
use serde::Deserialize;
use serde_json::{Value, json};

/// Runs the program with nothing but these arguments: reading needs no data folder.
fn run(arguments: &[&str]) -> Output {
    Command::new(product().unwrap())
        .args(arguments)
        .env("CHARACTERCHAT_HOME", "/nowhere/at all")
        .env("CHARACTERCHAT_RESOURCES", checkout())
        .output()
        .unwrap()
}

fn printed(arguments: &[&str]) -> Value {
    let output = run(arguments);
    assert!(
        output.status.success(),
        "{arguments:?}: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    serde_json::from_slice(&output.stdout).unwrap()
}

fn keys(value: &Value) -> Vec<&str> {
    value.as_object().unwrap().keys().map(String::as_str).collect()
}

#[derive(Deserialize)]
struct ExpectedBook {
    expect: Vec<String>,
    ok: bool,
    toc: Option<Vec<String>>,
    #[serde(default)]
    absent: Vec<String>,
}

#[test]
fn books_are_printed_as_they_must_be() {
    let folder = checkout().join("crates/import/src/books/tests/cases");
    let expected = std::fs::read_to_string(folder.join("EXPECTED.json")).unwrap();
    let expected: BTreeMap<String, ExpectedBook> = serde_json::from_str(&expected).unwrap();
    let mut read = 0;
    for (name, expected) in expected {
        let path = folder.join(format!("{name}.epub"));
        if !path.is_file() {
            continue;
        }
        read += 1;
        let output = run(&["novel", path.to_str().unwrap(), "--read"]);
        assert_eq!(output.status.success(), expected.ok, "{name}");
        if !expected.ok {
            let error: Value = serde_json::from_slice(&output.stderr).unwrap();
            assert!(
                error["code"].is_string() && error["message"].as_str().unwrap().contains("Nothing was changed"),
                "{name}"
            );
            continue;
        }
        let book: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(keys(&book), ["title", "toc", "chapters", "warnings"], "{name}");
        let text: Vec<&str> = book["chapters"]
            .as_array()
            .unwrap()
            .iter()
            .map(|one| one["text"].as_str().unwrap())
            .collect();
        let text = text.join("\n\n");
        let wanted = expected
            .expect
            .iter()
            .filter(|word| !text.contains(word.as_str()))
            .count();
        assert_eq!(wanted, 0, "{name}: {text}");
        assert!(
            !expected.absent.iter().any(|word| text.contains(word.as_str())),
            "{name}: {text}"
        );
        if let Some(toc) = expected.toc {
            assert_eq!(book["toc"], json!(toc), "{name}");
        }
    }
    assert!(read > 20, "the cases were found");
}

#[test]
fn places_of_a_plan_are_characters_of_the_printed_text() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("harbour.txt");
    std::fs::write(&path, novel().replace("quay", "quäy")).unwrap();
    let path = path.to_str().unwrap();
    let book = printed(&["novel", path, "--read"]);
    let texts: Vec<&str> = book["chapters"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["text"].as_str().unwrap())
        .collect();
    let text: Vec<char> = texts.join("\n\n").chars().collect();
    let plan = printed(&["novel", path, "--character", PERSON, "--plan", "--json"]);
    assert_eq!(keys(&plan), ["aliases", "chunks", "quotations"]);
    assert!(
        plan["aliases"]
            .as_array()
            .unwrap()
            .iter()
            .any(|alias| alias["text"] == PERSON)
    );
    let number = |value: &Value, key: &str| usize::try_from(value[key].as_u64().unwrap()).unwrap();
    let mut end = 0;
    for (index, chunk) in plan["chunks"].as_array().unwrap().iter().enumerate() {
        assert_eq!(keys(chunk), ["index", "chapter", "start", "end", "tokens", "kept"]);
        assert_eq!(number(chunk, "index"), index);
        let start = number(chunk, "start");
        assert!(text[end..start].iter().all(|letter| letter.is_whitespace()));
        end = number(chunk, "end");
        assert!(chunk["kept"].as_bool().unwrap());
    }
    assert_eq!(end, text.len());
    let spoken: Vec<(String, Value)> = plan["quotations"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| {
            assert_eq!(keys(one), ["start", "end", "speaker", "rule"]);
            (
                text[number(one, "start")..number(one, "end")].iter().collect(),
                one["speaker"].clone(),
            )
        })
        .collect();
    assert_eq!(spoken.len(), 48);
    assert!(
        spoken
            .iter()
            .all(|(text, _)| text.starts_with('“') && text.ends_with('”'))
    );
    assert_eq!(spoken[0].1, PERSON);
    assert_eq!(spoken[1].1, "Piet");
}

#[derive(Deserialize)]
struct ExpectedMessages {
    kept: Option<Vec<(String, String, String)>>,
    #[serde(default)]
    skipped: BTreeMap<String, u64>,
}

#[test]
fn messages_are_printed_as_they_must_be() {
    let folder = checkout().join("crates/import/fixtures/messages");
    let expected = std::fs::read_to_string(folder.join("EXPECTED.json")).unwrap();
    let expected: BTreeMap<String, ExpectedMessages> = serde_json::from_str(&expected).unwrap();
    for (name, expected) in expected {
        let path = folder.join(&name);
        let output = run(&["messages", path.to_str().unwrap(), "--json"]);
        let Some(kept) = expected.kept else {
            // People and channels are no messages; nothing is printed of them.
            assert!(!output.status.success() && output.stdout.is_empty(), "{name}");
            continue;
        };
        let found: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(keys(&found), ["messages", "skipped", "warnings"], "{name}");
        let messages: Vec<Value> = kept
            .into_iter()
            .map(|(author, time, text)| json!({ "author": author, "time": time, "text": text }))
            .collect();
        assert_eq!(found["messages"], json!(messages), "{name}");
        assert_eq!(found["skipped"], json!(expected.skipped), "{name}");
        assert_eq!(found["warnings"], json!([]), "{name}");
    }
}

#[test]
fn the_command_line_makes_a_character_without_a_model() {
    let home = Home::new(Program::Product).unwrap();
    let path = home.outside().join("harbour.txt");
    std::fs::write(&path, novel()).unwrap();
    let arguments = ["novel", path.to_str().unwrap(), "--character", PERSON, "--json"];
    let output = home.command().unwrap().args(arguments).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let made: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(made["saved"]["character_id"], "mara_voss");
    assert!(
        made["notes"][0].as_str().unwrap().starts_with("No model was asked"),
        "{made}"
    );
    assert!(made["draft"]["memories"].as_u64().unwrap() >= 24);
    let file = home.data().join("characters/mara_voss.json");
    let file: Value = serde_json::from_str(&std::fs::read_to_string(file).unwrap()).unwrap();
    assert_eq!(file["made_from"]["method"], "no_model");
    assert!(!file["personality"].as_array().unwrap().is_empty());
    // Made again, it is another character: nothing is written over.
    let output = home.command().unwrap().args(arguments).output().unwrap();
    let again: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(again["saved"]["character_id"], "mara_voss_2");
}

/// The error on standard error of a run that failed, which must have this code.
#[track_caller]
fn failed(output: &Output, code: &str) -> String {
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    assert!(output.stdout.is_empty(), "{output:?}");
    let error: Value = serde_json::from_slice(&output.stderr).unwrap();
    assert_eq!(error["code"], code, "{error}");
    error["message"].as_str().unwrap().to_owned()
}

/// It said only that nobody of that name was found, and that all was well.
#[test]
fn an_export_given_as_a_novel_is_told_apart() {
    let folder = checkout().join("crates/import/fixtures/messages");
    let expected = std::fs::read_to_string(folder.join("EXPECTED.json")).unwrap();
    let expected: BTreeMap<String, ExpectedMessages> = serde_json::from_str(&expected).unwrap();
    for (name, expected) in expected {
        let path = folder.join(&name);
        let output = run(&["novel", path.to_str().unwrap(), "--character", "Ada", "--plan"]);
        // People and channels are no messages, and no book either.
        let code = if expected.kept.is_some() {
            "book_is_export"
        } else {
            "not_a_book"
        };
        let message = failed(&output, code);
        assert!(message.contains("Nothing was changed"), "{name}: {message}");
        if expected.kept.is_some() {
            assert!(message.contains("`characterchat messages`"), "{name}: {message}");
        }
    }
    let whole = folder.join("whatsapp");
    failed(&run(&["novel", whole.to_str().unwrap(), "--read"]), "book_is_export");
}

#[test]
fn a_book_given_as_messages_is_told_apart() {
    let folder = tempfile::tempdir().unwrap();
    let text = folder.path().join("harbour.txt");
    std::fs::write(&text, novel()).unwrap();
    let epub = checkout().join("crates/import/src/books/tests/cases/00_plain.epub");
    for path in [&text, &epub] {
        let path = path.to_str().unwrap();
        for arguments in [
            &["messages", path][..],
            &["messages", path, "--person", "Mara Voss", "--plan"],
        ] {
            let message = failed(&run(arguments), "export_is_book");
            assert!(message.contains("`characterchat novel`"), "{message}");
        }
    }
    // The log of a messenger that is not known is no book.
    let log = folder.path().join("log.txt");
    std::fs::write(
        &log,
        "21:05 | Mara | Are you there?\n21:06 | Piet | Where else?\n".repeat(40),
    )
    .unwrap();
    let message = failed(&run(&["messages", log.to_str().unwrap()]), "export_unknown");
    assert!(message.contains("1 file was looked at"), "{message}");
}

/// The program ended well, and said nothing of who is there.
#[test]
fn somebody_who_is_not_in_the_book_is_an_error_that_names_those_who_are() {
    let home = Home::new(Program::Product).unwrap();
    let path = home.outside().join("harbour.txt");
    std::fs::write(&path, novel()).unwrap();
    let path = path.to_str().unwrap();
    for more in [&["--plan"][..], &["--plan", "--json"], &[]] {
        let arguments = [&["novel", path, "--character", "Captain Ahab"][..], more].concat();
        let output = home.command().unwrap().args(arguments).output().unwrap();
        let message = failed(&output, "character_not_in_source");
        assert!(message.contains("Mara Voss") && message.contains("Piet"), "{message}");
    }
    let jobs = home.command().unwrap().args(["call", "list_jobs"]).output().unwrap();
    assert_eq!(
        String::from_utf8_lossy(&jobs.stdout).trim(),
        "[]",
        "nothing of it is kept"
    );
}

/// "1 chapters", "1 messages".
#[test]
fn one_thing_is_told_as_one() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("harbour.txt");
    std::fs::write(
        &path,
        "Mara walked along the quay.\n\n“I wait,” said Mara to the pilot.\n",
    )
    .unwrap();
    let output = run(&["novel", path.to_str().unwrap(), "--character", "Mara", "--plan"]);
    let told = String::from_utf8(output.stdout).unwrap();
    assert!(
        told.contains(": 1 chapter, ") && told.contains(", 1 passage, of which 1 matters to Mara."),
        "{told}"
    );
    let path = folder.path().join("chat.csv");
    std::fs::write(
        &path,
        "author,time,text\nMara,2024-03-01T09:01:00Z,call me on 0151 23456789\n",
    )
    .unwrap();
    let path = path.to_str().unwrap();
    let told = String::from_utf8(run(&["messages", path]).stdout).unwrap();
    assert!(told.starts_with("Mara: 1 message from"), "{told}");
    let told = String::from_utf8(run(&["messages", path, "--person", "Mara", "--plan"]).stdout).unwrap();
    assert!(
        told.starts_with("Mara: 1 message from") && told.contains(", 1 passage of "),
        "{told}"
    );
    assert!(
        told.contains("Private data: 1 phone number, 0 mail addresses, 0 codes."),
        "{told}"
    );
}

#[test]
fn an_export_without_a_word_is_told_of() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("chat.txt");
    let lines = "01/02/2020, 10:00 - Ann: <Media omitted>\n15/02/2020, 10:01 - Ben: <Media omitted>\n";
    std::fs::write(&path, lines).unwrap();
    let output = run(&["messages", path.to_str().unwrap()]);
    assert!(output.status.success(), "{output:?}");
    let told = String::from_utf8(output.stdout).unwrap();
    assert!(
        told.contains("No message with words was found.\nLeft out: 2 media."),
        "{told}"
    );
}
