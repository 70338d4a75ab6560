//! The terminal's door: `characterchat chat` and `characterchat call`, as scripts use them.

#[path = "terminal/strict.rs"]
mod strict;

use std::io::Write;
use std::path::PathBuf;
use std::process::{Output, Stdio};

use app::commands::{CharacterSummary, ConversationView, MemoryView, MessagePage};
use characterchat_tests::process::Owned;
use characterchat_tests::test_app::{Home, Program};
use engine::conversation::{MessageState, Role};
use engine::event::Event;
use serde_json::{Value, json};
use uuid::Uuid;

/// Runs the program to its end with this input.
fn run(home: &Home, arguments: &[&str], input: &str) -> Output {
    let mut command = home.command().unwrap();
    command
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut program = Owned::start(&mut command).unwrap();
    program.0.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let (output, errors) = (program.0.stdout.take().unwrap(), program.0.stderr.take().unwrap());
    // Read beside each other, so that a full pipe stops nobody.
    let (stdout, stderr) = std::thread::scope(|scope| {
        let errors = scope.spawn(|| read_all(errors));
        (read_all(output), errors.join().unwrap())
    });
    Output {
        status: program.wait().unwrap(),
        stdout,
        stderr,
    }
}

fn read_all(mut stream: impl std::io::Read) -> Vec<u8> {
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes).unwrap();
    bytes
}

/// Calls a command that must succeed.
fn call<T: serde::de::DeserializeOwned>(home: &Home, name: &str, input: Value) -> T {
    let output = run(home, &["call", name, &input.to_string()], "");
    assert!(output.status.success(), "{}", text(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

fn replying(text: &str) -> Home {
    Home::new(Program::Scripted(
        json!({ "replies": [{ "steps": [{ "text": text }] }], "when_exhausted": "repeat_last" }),
    ))
    .unwrap()
}

/// What was said with Holmes, the greeting included.
fn transcript(home: &Home) -> Vec<(Role, String)> {
    let view: ConversationView = call(home, "open_conversation", json!({ "character_id": "sherlock_holmes" }));
    let page: MessagePage = call(
        home,
        "list_messages",
        json!({ "conversation_id": view.id, "limit": 50 }),
    );
    assert!(
        page.messages
            .iter()
            .all(|message| message.state == MessageState::Complete),
        "{page:?}"
    );
    page.messages
        .into_iter()
        .map(|message| (message.role, message.text))
        .collect()
}

#[track_caller]
fn assert_failed(output: &Output, code: &str) {
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let lines = text(&output.stderr);
    let error: Value = serde_json::from_str(lines.lines().last().unwrap()).unwrap();
    assert_eq!(error["code"], code, "{lines}");
    assert!(
        error["message"].as_str().is_some_and(|message| message.len() > 10),
        "{lines}"
    );
}

/// Where `cargo xtask` has put the models.
fn models() -> PathBuf {
    let named = std::env::var_os("CHARACTERCHAT_MODELS").map(PathBuf::from);
    let data = std::env::var_os("XDG_DATA_HOME")
        .map(PathBuf::from)
        .or_else(|| Some(PathBuf::from(std::env::var_os("HOME")?).join(".local/share")));
    let folder = named.or_else(|| Some(data?.join("characterchatbot/models"))).unwrap();
    let holds = std::fs::read_dir(&folder).is_ok_and(|mut entries| {
        entries.any(|entry| entry.is_ok_and(|entry| entry.path().extension().is_some_and(|end| end == "gguf")))
    });
    assert!(
        holds,
        "{} holds no model: `cargo xtask test` fetches it",
        folder.display()
    );
    folder
}

#[test]
fn the_model_on_this_computer_answers_in_a_terminal_and_every_word_is_kept() {
    let home = Home::new(Program::Product)
        .unwrap()
        .with("CHARACTERCHAT_MODELS", models().to_str().unwrap());
    let output = run(&home, &["chat", "--character", "sherlock_holmes"], "Good evening\n");
    assert!(output.status.success(), "{}", text(&output.stderr));
    let reply = text(&output.stdout);
    assert!(
        reply.trim().chars().filter(|letter| letter.is_alphabetic()).count() >= 5,
        "{reply:?}"
    );
    let transcript = transcript(&home);
    assert_eq!(transcript.len(), 3);
    assert_eq!(transcript[1], (Role::User, "Good evening".to_owned()));
    let stored: Vec<&str> = transcript[2].1.split_whitespace().collect();
    assert_eq!(stored, reply.split_whitespace().collect::<Vec<_>>());
    assert_eq!(text(&output.stderr), "");
}

/// The program fell over at its very end, one time in five, when what had just been said was still being encoded for recall.
#[test]
fn the_program_ends_well_while_it_encodes_what_was_said() {
    let home = Home::new(Program::Product)
        .unwrap()
        .with("CHARACTERCHAT_MODELS", models().to_str().unwrap());
    for said in [
        "The fog is thick tonight.\n",
        "My sister plays the violin.\n",
        "Good night.\n",
    ] {
        let output = run(&home, &["chat", "--character", "sherlock_holmes"], said);
        assert!(output.status.success(), "{:?} {}", output.status, text(&output.stderr));
    }
}

#[test]
fn each_line_is_a_message_and_the_end_of_input_ends_it() {
    let home = replying("Indeed.");
    let output = run(
        &home,
        &["chat", "--character", "sherlock_holmes"],
        "First\n\n   \nSecond, without an end",
    );
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert_eq!(text(&output.stdout), "Indeed.\nIndeed.\n");
    let said: Vec<String> = transcript(&home).into_iter().skip(1).map(|(_, text)| text).collect();
    assert_eq!(said, ["First", "Indeed.", "Second, without an end", "Indeed."]);
}

/// The program ended before memory had read what was said last, each time.
#[test]
fn what_was_said_in_a_pipe_is_remembered_before_the_program_ends() {
    let says = |text: &str| json!({ "steps": [{ "text": text }] });
    let notes = json!({ "summary": "They spoke of the fog.", "facts": [], "relationship": [] });
    let mut replies = vec![says("Indeed."); 10];
    // The notes take a while, as with a real model.
    replies.push(json!({ "steps": [{ "wait_ms": 700 }, { "text": notes.to_string() }] }));
    let script = json!({ "replies": replies, "when_exhausted": "repeat_last" });
    let home = Home::new(Program::Scripted(script)).unwrap();
    let lines: String = (0..10)
        .map(|number| format!("The fog is thick, number {number}.\n"))
        .collect();
    let output = run(&home, &["chat", "--character", "sherlock_holmes"], &lines);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let view: ConversationView = call(&home, "open_conversation", json!({ "character_id": "sherlock_holmes" }));
    let memory: MemoryView = call(&home, "get_memory", json!({ "conversation_id": view.id }));
    let summary = memory.summary.expect("a summary");
    assert_eq!(summary.text, "They spoke of the fog.");
}

#[test]
fn no_input_says_nothing() {
    let home = replying("Indeed.");
    let output = run(&home, &["chat"], "");
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert_eq!((text(&output.stdout).as_str(), text(&output.stderr).as_str()), ("", ""));
    assert_eq!(transcript(&home).len(), 1, "only the greeting");
}

#[test]
fn thoughts_and_paragraphs_can_be_read_in_a_pipe() {
    let home = replying("(He nods.) Indeed. *A poor liar.*\n\nGo on.");
    let output = run(&home, &["chat"], "Well?\n");
    assert_eq!(text(&output.stdout), "(He nods.) Indeed. *A poor liar.*\nGo on.\n");
}

#[test]
fn an_unknown_character_is_an_error() {
    let home = replying("Indeed.");
    let output = run(&home, &["chat", "--character", "nobody_of_that_name"], "Hello\n");
    assert_failed(&output, "character_missing");
    assert_eq!(text(&output.stdout), "");
    let told = text(&output.stderr);
    assert!(
        told.contains("sherlock_holmes") && told.contains("list_characters"),
        "whom one may ask for: {told}"
    );
    let output = run(&home, &["chat", "--character", "Sherlock Holms"], "Hello\n");
    assert_failed(&output, "invalid_input");
    assert!(
        text(&output.stderr).contains("Did you mean sherlock_holmes?"),
        "{output:?}"
    );
    assert_failed(
        &run(&home, &["chat", "--character", "../sherlock_holmes"], "Hello\n"),
        "invalid_input",
    );
}

#[test]
fn a_turn_that_fails_ends_the_script_with_its_error() {
    let home = Home::new(Program::Scripted(json!({ "replies": [] }))).unwrap();
    let output = run(&home, &["chat"], "Hello\n");
    assert_eq!(output.status.code(), Some(1));
    let error: Value = serde_json::from_str(text(&output.stderr).lines().next().unwrap()).unwrap();
    assert!(
        error["message"].as_str().unwrap().contains("no reply for this request"),
        "{error}"
    );
    assert_eq!(transcript(&home).len(), 1, "nothing was stored");
}

#[test]
fn a_command_answers_in_json() {
    let home = replying("Indeed.");
    let output = run(&home, &["call", "list_characters", "{}"], "");
    assert!(output.status.success());
    let cast: Vec<CharacterSummary> = serde_json::from_slice(&output.stdout).unwrap();
    assert!(
        cast.iter().any(|summary| summary.id.as_str() == "sherlock_holmes"),
        "{cast:?}"
    );
    assert_eq!(
        text(&run(&home, &["call", "list_characters"], "").stdout),
        text(&output.stdout),
        "no input is an empty one"
    );
    assert_failed(&run(&home, &["call", "list_charakters"], ""), "unknown_command");
    assert_failed(&run(&home, &["call", "list_messages", "{"], ""), "invalid_input");
    assert_failed(&run(&home, &["call", "list_messages", "{}"], ""), "invalid_input");
}

/// A line of the log came before it, which is no JSON.
#[test]
fn a_damaged_database_is_told_in_json_alone() {
    let home = replying("Indeed.");
    call::<Value>(&home, "list_characters", json!({}));
    std::fs::write(home.data().join("characterchat.sqlite"), "dear diary".repeat(1000)).unwrap();
    let output = run(&home, &["call", "list_characters", "{}"], "");
    assert_eq!((output.status.code(), text(&output.stdout).as_str()), (Some(1), ""));
    let error: Value = serde_json::from_slice(&output.stderr).unwrap();
    assert_eq!(error["code"], "storage_damaged");
}

#[test]
fn what_is_wrong_with_the_configuration_is_told_and_the_rest_works() {
    let home = replying("Indeed.");
    let own = json!({
        "default_character": "sherlock_holmes",
        "default_model": "this_computer/smollm2-135m-instruct",
        "embedding_model": "all-minilm-l6-v2-q8_0",
        "connections": [{ "id": "this_computer", "name": "Mine", "base_url": "http://127.0.0.1:9/v1", "models": ["a"] }],
    });
    std::fs::write(home.data().join("config.json"), own.to_string()).unwrap();
    let output = run(&home, &["chat"], "Good evening\n");
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert_eq!(text(&output.stdout), "Indeed.\n");
    let told: Value = serde_json::from_slice(&output.stderr).unwrap();
    assert_eq!(told["code"], "config_broken");
    assert!(
        told["message"]
            .as_str()
            .unwrap()
            .contains("config.json, connections[0].id: "),
        "{told}"
    );
    let output = run(&home, &["call", "list_models"], "");
    assert_eq!(text(&output.stderr), "", "a call says only what it was asked");
}

#[test]
fn events_follow_a_command_one_a_line_until_the_turn_is_over() {
    let home = replying("It is a fine evening.");
    let view: ConversationView = call(&home, "open_conversation", json!({ "character_id": "sherlock_holmes" }));
    let input = json!({ "conversation_id": view.id, "text": "Well?", "expected_revision": view.revision, "operation_id": Uuid::now_v7() });
    let output = run(&home, &["call", "send_message", &input.to_string(), "--events"], "");
    assert!(output.status.success(), "{}", text(&output.stderr));
    let lines: Vec<Value> = text(&output.stdout)
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(
        lines
            .iter()
            .filter(|line| line["answer"]["reply_id"].is_string())
            .count(),
        1,
        "{lines:?}"
    );
    let events: Vec<Event> = lines
        .iter()
        .filter_map(|line| serde_json::from_value(line["event"].clone()).ok())
        .collect();
    assert_eq!(events.len() + 1, lines.len());
    let mut of_turn = events
        .iter()
        .filter(|event| !matches!(event, Event::GraphChanged { .. }));
    assert!(matches!(of_turn.next(), Some(Event::TurnStarted { .. })), "{events:?}");
    // What else has changed by then may be told as well.
    let committed = events
        .iter()
        .rev()
        .find(|event| !matches!(event, Event::GraphChanged { .. }));
    let Some(Event::TurnCommitted { message, .. }) = committed else {
        panic!("{events:?}")
    };
    assert_eq!(message.text, "It is a fine evening.");
}
