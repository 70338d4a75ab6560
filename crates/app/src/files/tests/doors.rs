//! What may pass through which door.

use serde_json::{Value, json};

use super::*;
use crate::commands::dispatch;
use crate::files::handles::Way;

#[tokio::test]
async fn a_page_cannot_name_a_path() {
    let house = House::new().await;
    let report = house.import_text(SAVE).await.unwrap();
    let before = house.count().await;
    for path in [
        "/etc/passwd",
        "..",
        "a/../..",
        "out.json",
        "C:\\x",
        "\\\\server\\x",
        "%2e%2e",
        "con",
        "",
        "a\0b",
    ] {
        let id = report.conversation_id;
        for (name, input) in [
            ("export_conversation", json!({ "conversation_id": id, "path": path })),
            ("export_transcript", json!({ "conversation_id": id, "path": path })),
            ("import_conversation", json!({ "file": { "path": path } })),
            ("export_library", json!({ "path": path })),
            ("restore_library", json!({ "file": { "path": path } })),
        ] {
            let answer = dispatch(&house.app, house.session(), Door::Browser, name, input).await;
            assert_eq!(
                answer.map_err(|error| error.code),
                Err("path_refused"),
                "{name} {path:?}"
            );
        }
    }
    for hostile in ["", "..", "../in.txt", "a\0b", "00000000000000000000000000000000"] {
        let input = json!({ "file": { "handle": hostile } });
        let answer = dispatch(&house.app, house.session(), Door::Browser, "import_conversation", input).await;
        assert_eq!(answer.map_err(|error| error.code), Err("not_found"), "{hostile:?}");
    }
    assert_eq!(house.count().await, before);
}

#[tokio::test]
async fn the_app_admits_no_path_unless_a_door_is_named() {
    let house = House::new().await;
    assert!(house.app.door().admits_paths());
    let folder = tempfile::tempdir().unwrap();
    let resources = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let app = App::start(Options {
        folders: Folders::new(folder.path().to_owned(), resources, None),
        program: "test",
        extra_model: None,
    });
    assert_eq!(app.await.unwrap().door(), Door::Browser);
}

async fn export_for_download(house: &House, id: ConversationId) -> (String, String) {
    let input = json!({ "conversation_id": id });
    let answer: Value = dispatch(&house.app, house.session(), Door::Browser, "export_conversation", input)
        .await
        .unwrap();
    let word = |value: &Value| value.as_str().unwrap().to_owned();
    (word(&answer["file"]["handle"]), word(&answer["name"]))
}

#[tokio::test]
async fn a_handle_is_good_once_for_its_session_and_its_way() {
    let house = House::new().await;
    let report = house.import_text(SAVE).await.unwrap();
    let (handle, name) = export_for_download(&house, report.conversation_id).await;
    let (_, other_name) = export_for_download(&house, report.conversation_id).await;
    assert_ne!(name, other_name);
    let handles = &house.app.handles;
    assert!(
        handles.take(SessionId(Uuid::now_v7()), Way::Out, &handle).is_none(),
        "another session"
    );
    assert!(
        handles.take(house.session(), Way::In, &handle).is_none(),
        "the other way"
    );
    let file = handles.take(house.session(), Way::Out, &handle).unwrap();
    let text = std::fs::read_to_string(&file.path).unwrap();
    assert_eq!(text.len() as u64, file.bytes);
    assert!(
        handles.take(house.session(), Way::Out, &handle).is_none(),
        "a second time"
    );
    let path = file.path.to_path_buf();
    drop(file);
    assert!(!path.exists());

    let mut upload = handles.upload().unwrap();
    for piece in text.as_bytes().chunks(100) {
        upload.write(piece).await.unwrap();
    }
    let handle = upload.finish(handles, house.session(), "../../a\nb").await.unwrap();
    let input = json!({ "file": { "handle": handle } });
    dispatch(
        &house.app,
        house.session(),
        Door::Browser,
        "import_conversation",
        input.clone(),
    )
    .await
    .unwrap();
    let again = dispatch(&house.app, house.session(), Door::Browser, "import_conversation", input).await;
    assert_eq!(again.unwrap_err().code, "not_found");
    let left: Vec<_> = std::fs::read_dir(house.app.folders.data.join("passing"))
        .unwrap()
        .collect();
    assert_eq!(left.len(), 1, "only the second download waits: {left:?}");
}

#[tokio::test]
async fn another_session_cannot_save_or_name_a_conversation() {
    let house = House::new().await;
    let report = house.import_text(SAVE).await.unwrap();
    let stranger = SessionId(Uuid::now_v7());
    let input = ExportConversation {
        conversation_id: report.conversation_id,
        path: Some(house.outside("x.json").to_str().unwrap().to_owned()),
    };
    assert_eq!(
        export_conversation(&house.app, stranger, input).await.unwrap_err().code,
        "not_found"
    );
    assert!(!house.outside("x.json").exists());
}
