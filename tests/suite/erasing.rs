//! Erased for good means: in no byte of the data folder.

use characterchat_tests::process::files_below;
use characterchat_tests::provider::{Answer, Provider};
use characterchat_tests::test_app::{Program, TestApp};
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
