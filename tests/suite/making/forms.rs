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
