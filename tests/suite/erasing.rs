//! Erased for good means: in no byte of the data folder.

use app::commands::{MessagesView, SavedCharacterView};
use characterchat_tests::making::upload;
use characterchat_tests::process::files_below;
use characterchat_tests::provider::{Answer, Provider};
use characterchat_tests::test_app::{Home, Program, TestApp};
use serde_json::{Value, json};
use uuid::Uuid;

const HOLMES: &str = "sherlock_holmes";
/// Words that stand nowhere else, in lower case, as the search index keeps them.
const SAID: &str = "zanzibarquay";
const ANSWERED: &str = "orrerybrass";

/// The files of the data folder in which some words stand.
fn holding(app: &TestApp, words: &str) -> Vec<String> {
    let files = files_below(&app.home.data()).unwrap();
    let holds = |path: &std::path::PathBuf| {
        let bytes = std::fs::read(path).unwrap_or_default();
        bytes.windows(words.len()).any(|window| window == words.as_bytes())
    };
    files
        .into_iter()
        .filter(holds)
        .map(|path| path.display().to_string())
        .collect()
}

#[test]
fn erased_words_are_in_no_byte_of_the_data_folder() {
    let long = format!("{ANSWERED} ").repeat(400);
    let provider = Provider::start([Answer::text(&long)]).unwrap();
    let mut app = TestApp::start(Program::Product).unwrap();
    app.use_provider(&provider, None).unwrap();
    let view = app.open(HOLMES).unwrap();
    let mut revision = view.revision;
    for turn in 0..12 {
        let listener = app.listen().unwrap();
        app.say(view.id, revision, &format!("{SAID} ").repeat(1 + turn * 40))
            .unwrap();
        listener.until_turn_ends().unwrap();
        revision = app.open(HOLMES).unwrap().revision;
    }
    let draft = json!({ "conversation_id": view.id, "text": format!("And {SAID}?") });
    let _: Value = app.call("save_draft", draft).unwrap();
    let found: Value = app
        .call("search_messages", json!({ "query": SAID, "limit": 100 }))
        .unwrap();
    assert_eq!(found["hits"].as_array().unwrap().len(), 12, "{found:.200}");
    let undo = json!({ "conversation_id": view.id, "expected_revision": revision, "operation_id": Uuid::now_v7() });
    let _: Value = app.call("undo_turn", undo).unwrap();
    let _: Value = app
        .call("delete_conversation", json!({ "conversation_id": view.id }))
        .unwrap();
    assert!(
        !holding(&app, SAID).is_empty() && !holding(&app, ANSWERED).is_empty(),
        "it lies in the trash"
    );
    let _: Value = app.call("erase_from_trash", json!({})).unwrap();
    for words in [SAID, ANSWERED] {
        assert_eq!(holding(&app, words), Vec::<String>::new(), "{words}");
    }
    app.kill().unwrap();
    app.start_again().unwrap();
    for words in [SAID, ANSWERED] {
        assert_eq!(holding(&app, words), Vec::<String>::new(), "{words}, after a restart");
    }
}

/// Words of the messages, of a trait and of a memory that stand nowhere else.
const EXPORT: &str = "author,time,text\n\
    Ben,2024-03-01T09:00:00Z,will the quagmarine boat wait for you?\n\
    Mara,2024-03-01T09:01:00Z,\"yes, the quagmarine boat waits until nine, bring the velvetine lamp\"\n\
    Ben,2024-03-01T09:02:00Z,\"good, and the cat?\"\n\
    Mara,2024-03-01T09:03:00Z,the harlequinade cat stays with my sister until the quagmarine boat is back\n";
const OF_MESSAGES: [&str; 3] = ["quagmarine", "velvetine", "harlequinade"];

/// Makes Mara of her messages and saves her; a second plan of the same messages is never started.
fn make_mara(app: &TestApp) -> SavedCharacterView {
    let plan = |app: &TestApp| -> Value {
        let file = upload(app, "chat.csv", EXPORT.as_bytes()).unwrap();
        let read: MessagesView = app.call("read_messages", json!({ "file": file })).unwrap();
        app.call("plan_messages", json!({ "job_id": read.job_id, "person": "Mara" }))
            .unwrap()
    };
    let job = plan(app)["job_id"].clone();
    let start = json!({ "job_id": job, "consent": true, "mask_private_data": false });
    let _: Value = app.call("start_making", start).unwrap();
    let mut state = Value::Null;
    for _ in 0..500 {
        state = app.call::<Value>("get_job", json!({ "job_id": job })).unwrap()["state"].clone();
        if state != "running" {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    assert_eq!(state, "review");
    let draft: Value = app.call("get_making_draft", json!({ "job_id": job })).unwrap();
    let save = json!({ "job_id": job, "expected_revision": draft["revision"], "operation_id": Uuid::now_v7() });
    let saved: SavedCharacterView = app.call("save_made_character", save).unwrap();
    assert!(plan(app)["made_before"]["character_id"] == saved.character_id.as_str());
    saved
}

#[test]
fn of_an_erased_character_made_from_messages_nothing_is_left_in_any_byte_of_the_data_folder() {
    let provider = Provider::start([Answer::text("I see.")]).unwrap();
    let mut app = TestApp::start_on(Home::new(Program::Product).unwrap()).unwrap();
    let saved = make_mara(&app);
    app.use_provider(&provider, None).unwrap();
    let view = app.open(saved.character_id.as_str()).unwrap();
    let listener = app.listen().unwrap();
    // It comes to mind, and is in the record of what was sent.
    app.say(view.id, view.revision, "Does the quagmarine boat wait?")
        .unwrap();
    listener.until_turn_ends().unwrap();
    let _: Value = app.call("list_characters", json!({})).unwrap();
    let delete = json!({ "character_id": saved.character_id, "conversations": true });
    let _: Value = app.call("delete_character", delete).unwrap();
    for words in OF_MESSAGES {
        assert!(!holding(&app, words).is_empty(), "it lies in the trash: {words}");
    }
    let _: Value = app.call("erase_from_trash", json!({})).unwrap();
    for words in OF_MESSAGES {
        assert_eq!(holding(&app, words), Vec::<String>::new(), "{words}");
    }
    app.kill().unwrap();
    app.start_again().unwrap();
    for words in OF_MESSAGES {
        assert_eq!(holding(&app, words), Vec::<String>::new(), "{words}, after a restart");
    }
}

#[test]
fn of_an_erased_character_only_what_was_said_in_its_conversations_stays() {
    let provider = Provider::start([Answer::text("I see.")]).unwrap();
    let app = TestApp::start_on(Home::new(Program::Product).unwrap()).unwrap();
    let saved = make_mara(&app);
    app.use_provider(&provider, None).unwrap();
    let view = app.open(saved.character_id.as_str()).unwrap();
    let listener = app.listen().unwrap();
    app.say(view.id, view.revision, &format!("Hello, {SAID}!")).unwrap();
    listener.until_turn_ends().unwrap();
    let greeting = view.page.messages[0].text.clone();
    let delete = json!({ "character_id": saved.character_id });
    let _: Value = app.call("delete_character", delete).unwrap();
    let _: Value = app.call("erase_from_trash", json!({})).unwrap();
    let words: Vec<&str> = OF_MESSAGES
        .into_iter()
        .filter(|words| !greeting.contains(words))
        .collect();
    assert!(!words.is_empty(), "{greeting:?}");
    for words in words {
        assert_eq!(
            holding(&app, words),
            Vec::<String>::new(),
            "{words}; it was greeted with {greeting:?}"
        );
    }
    assert!(!holding(&app, SAID).is_empty(), "what was said is the reader's own");
    let kept: Value = app
        .call("open_conversation", json!({ "character_id": saved.character_id }))
        .unwrap();
    assert_eq!(kept["gone"]["trash_id"], Value::Null);
    assert_eq!(kept["page"]["total"], 3);
}
