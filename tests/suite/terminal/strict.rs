//! What may come in by the command line and what may go out to a terminal.

use serde_json::{Value, json};
use uuid::Uuid;

use super::{assert_failed, call, replying, run, text, transcript};
use app::commands::{ConversationView, SearchResults};
use characterchat_tests::test_app::Home;
use engine::conversation::Role;

/// It was told in words, with exit status 2; what reads the answers of calls is a program.
#[test]
fn a_call_that_makes_no_sense_is_answered_in_json() {
    let home = replying("Indeed.");
    for arguments in [
        &["call"][..],
        &["call", "--events"],
        &["call", "list_characters", "{}", "{}"],
        &["call", "list_characters", "--event"],
        &["call", "--", "list_characters", "{}", "surplus"],
    ] {
        let output = run(&home, arguments, "");
        assert_failed(&output, "invalid_input");
        assert_eq!(text(&output.stdout), "", "{arguments:?}");
        assert_eq!(text(&output.stderr).lines().count(), 1, "{arguments:?}");
    }
    let told = text(&run(&home, &["call"], "").stderr);
    assert!(
        told.contains("the name of a command") && told.contains("Nothing was changed"),
        "{told}"
    );
    let help = run(&home, &["call", "--help"], "");
    assert!(
        help.status.success() && text(&help.stdout).contains("Usage:"),
        "{help:?}"
    );
}

/// Everywhere else it is a person who mistyped.
#[test]
fn other_arguments_that_make_no_sense_are_told_in_words() {
    let home = replying("Indeed.");
    for arguments in [
        &["caal"][..],
        &[],
        &["novel"],
        &["chat", "--charakter", "x"],
        &["serve", "--port", "x"],
    ] {
        let output = run(&home, arguments, "");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {output:?}");
        let told = text(&output.stderr);
        assert!(
            told.contains("--help") || told.contains("Usage:"),
            "{arguments:?}: {told}"
        );
        assert!(serde_json::from_str::<Value>(&told).is_err(), "{arguments:?}: {told}");
        assert_eq!(text(&output.stdout), "", "{arguments:?}");
    }
}

/// It was "lone leading surrogate in hex escape".
#[test]
fn half_a_character_is_told_in_plain_words() {
    let home = replying("Indeed.");
    let output = run(
        &home,
        &["call", "search_messages", r#"{"limit": 5, "query": "\ud800"}"#],
        "",
    );
    assert_failed(&output, "invalid_input");
    let error: Value = serde_json::from_slice(&output.stderr).unwrap();
    let message = error["message"].as_str().unwrap();
    assert!(message.contains(r"a half of a character, such as \ud83d"), "{message}");
    assert!(
        message.contains("line 1 column 3") && message.contains("Nothing was changed"),
        "{message}"
    );
}

/// Text with which a terminal would be made to clear itself, to rename its window and to write over what stands there.
const HOSTILE: &str = "Good\u{1b}[2J\u{1b}]0;owned\u{7} eve\u{0}ning\r\u{9b}31m,\u{7f} Holmes";

#[track_caller]
fn assert_harmless(bytes: &[u8]) {
    let printed = text(bytes);
    let is_control = |letter: char| letter.is_control() && letter != '\n' && letter != '\t';
    assert!(!printed.contains(is_control), "{printed:?}");
}

fn said(home: &Home) -> Vec<String> {
    transcript(home).into_iter().map(|(_, text)| text).collect()
}

#[test]
fn neither_a_message_nor_a_reply_moves_the_cursor_of_a_terminal() {
    let reply = format!("In\u{1b}[31mdeed. *A th\u{8}ought.*\r\nYes.{HOSTILE}");
    let home = replying(&reply);
    let output = run(
        &home,
        &["chat", "--character", "sherlock_holmes"],
        &format!("{HOSTILE}\n"),
    );
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert_harmless(&output.stdout);
    assert!(
        text(&output.stdout).starts_with("In[31mdeed. *A thought.*\nYes."),
        "{:?}",
        text(&output.stdout)
    );
    let said = said(&home);
    assert_eq!(said[1], "Good[2J]0;owned evening\n31m, Holmes");
    assert!(
        said[2].starts_with("In[31mdeed. *A thought.*\nYes.Good[2J"),
        "{:?}",
        said[2]
    );
    for text in &said {
        assert!(
            !text.contains(|letter: char| letter.is_control() && letter != '\n'),
            "{text:?}"
        );
    }
}

/// A reader of JSON gets every character; a terminal that shows the JSON obeys none.
#[test]
fn the_answer_of_a_call_holds_no_control_character_as_itself() {
    let home = replying("Indeed.");
    let character = json!({
        "id": "loud", "name": "Loud", "greeting": HOSTILE, "description": format!("Says {HOSTILE}"),
    });
    let folder = home.data().join("characters");
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("loud.json"), character.to_string()).unwrap();
    let output = run(&home, &["call", "list_characters"], "");
    assert_harmless(&output.stdout);
    let cast: Value = serde_json::from_slice(&output.stdout).unwrap();
    let loud = cast.as_array().unwrap().iter().find(|one| one["id"] == "loud").unwrap();
    assert_eq!(loud["description"], format!("Says {HOSTILE}"));
    let output = run(&home, &["chat", "--character", "loud"], "Hello\n");
    assert_harmless(&output.stdout);
    let output = run(&home, &["call", "open_conversation", r#"{"character_id": "loud"}"#], "");
    let view: ConversationView = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(view.page.messages[0].text, "Good[2J]0;owned evening\n31m, Holmes");
    let unknown = run(&home, &["call", &format!("list_{HOSTILE}").replace('\0', "")], "");
    assert_failed(&unknown, "unknown_command");
    assert_harmless(&unknown.stderr);
}

#[test]
fn control_characters_break_neither_search_nor_the_files_that_are_written() {
    let home = replying("Indeed.");
    let view: ConversationView = call(&home, "open_conversation", json!({ "character_id": "sherlock_holmes" }));
    let input = json!({
        "conversation_id": view.id, "text": HOSTILE, "expected_revision": view.revision, "operation_id": Uuid::now_v7(),
    });
    call::<Value>(&home, "send_message", input);
    let edited = json!({
        "conversation_id": view.id, "message_id": view.page.messages[0].id, "text": format!("A greeting.\r\n{HOSTILE}"),
        "expected_revision": call::<ConversationView>(&home, "open_conversation", json!({ "character_id": "sherlock_holmes" })).revision,
        "operation_id": Uuid::now_v7(),
    });
    call::<Value>(&home, "edit_message", edited);
    for query in ["evening", "ev\0ening", "\u{1b}[2J evening"] {
        let found: SearchResults = call(&home, "search_messages", json!({ "query": query, "limit": 10 }));
        let expected = if query == "ev\0ening" { 0 } else { 2 };
        assert_eq!(found.hits.len(), expected, "{query:?}");
    }
    let written = home.outside().join("talk.md");
    let export = json!({ "conversation_id": view.id, "path": written });
    call::<Value>(&home, "export_transcript", export);
    let text = std::fs::read(&written).unwrap();
    assert_harmless(&text);
    let saved = home.outside().join("talk.json");
    call::<Value>(
        &home,
        "export_conversation",
        json!({ "conversation_id": view.id, "path": saved }),
    );
    // A file from elsewhere may hold anything.
    let spoilt = std::fs::read_to_string(&saved)
        .unwrap()
        .replace("evening", r"eve\u001b[2Jn\u0000ing\u009b");
    std::fs::write(&saved, spoilt).unwrap();
    let report: Value = call(&home, "import_conversation", json!({ "file": { "path": saved } }));
    assert_eq!(
        report["repaired"],
        json!(["2 texts lost their control characters"]),
        "{report}"
    );
    let texts: Vec<(Role, String)> = transcript(&home);
    assert_eq!(texts[0].1, "A greeting.\nGood[2J]0;owned eve[2Jning\n31m, Holmes");
}
