//! Memories in files, corrections and settings.

use engine::graph::view::MemoryOrigin;

use super::*;
use crate::commands::{
    ChangeRecallSettings, ExportLibrary, ExportMemories, GetMemoryNode, ImportMemories, MemoriesReport, OutsideFile,
    RestoreLibrary, UpdateMemoryNode, change_recall_settings, dispatch, export_library, export_memories,
    get_memory_node, get_recall_settings, import_memories, restore_library, update_memory_node,
};
use crate::door::Door;

const FILE: &str = r#"[
    {"user_message": "Getting a coffee", "bot_response": "Enjoy it.", "timestamp": "2024-05-01T10:00:00Z", "tags": ["Coffee"], "priority_score": 0.8},
    {"user_message": "The bug is fixed", "bot_response": "At last!", "timestamp": "2199-05-01T12:00:00Z", "tags": ["code", "bug"]},
    {"user_message": "Good night", "bot_response": "Sleep well.", "timestamp": "2024-05-01T23:00:00Z", "tags": []}
]"#;

async fn brought_in(test: &TestApp, text: &str) -> MemoriesReport {
    let input = ImportMemories {
        character_id: CharacterId::parse("sherlock_holmes").expect("an id"),
        operation_id: None,
        file: None,
        text: Some(text.to_owned()),
    };
    import_memories(&test.app, test.session, input).await.expect("a report")
}

#[tokio::test]
async fn memories_come_in_from_the_older_forms_and_go_out_as_a_graph() {
    let test = talking().await;
    let report = brought_in(&test, FILE).await;
    assert_eq!((report.format.as_str(), report.memories, report.known), ("list", 3, 0));
    assert_eq!(report.repaired.len(), 1, "{:?}", report.repaired);
    let again = brought_in(&test, FILE).await;
    assert_eq!((again.memories, again.known), (0, 3), "a second time changes nothing");
    assert!(again.repaired.is_empty(), "nor does it say so: {:?}", again.repaired);
    graph(&test, test.open().await.id).await;
    test.say("I am getting a coffee").await;
    let id = test.open().await.id;
    let nodes = graph(&test, id).await.nodes;
    let past: Vec<_> = nodes
        .iter()
        .filter(|node| node.origin == MemoryOrigin::Import)
        .collect();
    assert_eq!(past.len(), 3);
    assert!(past.iter().all(|node| node.at <= Timestamp::now().as_millisecond()));
    assert!(
        last_request(&test).contains("Enjoy it."),
        "the own past comes to mind too"
    );

    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("memories.json").display().to_string();
    let export = ExportMemories {
        conversation_id: id,
        path: Some(path.clone()),
    };
    let written = export_memories(&test.app.at(Door::Terminal), test.session, export)
        .await
        .expect("written");
    assert_eq!(written.file, OutsideFile::Path(path.clone()));
    let text = std::fs::read_to_string(&path).expect("a file");
    let file: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(file["nodes"].as_array().map(Vec::len), Some(nodes.len()));
    assert!(file["edges"].as_array().is_some_and(|edges| !edges.is_empty()));
    let coffee = file["nodes"]
        .as_array()
        .expect("nodes")
        .iter()
        .find(|node| node[1]["message"] == "Getting a coffee");
    let coffee = &coffee.expect("the memory")[1];
    assert_eq!(
        (&coffee["response"], &coffee["priority"]),
        (&"Enjoy it.".into(), &0.8.into())
    );
    assert_eq!(coffee["timestamp"], "2024-05-01T10:00:00Z");
    // Elsewhere, all of it can be read again.
    let other = talking().await;
    let report = brought_in(&other, &text).await;
    assert_eq!(
        (report.format.as_str(), report.memories as usize),
        ("graph", nodes.len())
    );
    assert_eq!(report.repaired, [] as [String; 0]);
}

#[tokio::test]
async fn a_backup_brings_a_characters_own_past_back() {
    let test = talking().await;
    brought_in(&test, FILE).await;
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("backup.zip").display().to_string();
    let export = ExportLibrary {
        path: Some(path.clone()),
    };
    export_library(&test.app.at(Door::Terminal), test.session, export)
        .await
        .expect("written");
    let other = talking().await;
    for _ in 0..2 {
        let restore = RestoreLibrary {
            file: OutsideFile::Path(path.clone()),
        };
        restore_library(&other.app.at(Door::Terminal), other.session, restore)
            .await
            .expect("brought back");
    }
    let nodes = graph(&other, other.open().await.id).await.nodes;
    let past: Vec<_> = nodes
        .iter()
        .filter(|node| node.origin == MemoryOrigin::Import)
        .collect();
    assert_eq!(past.len(), 3);
    assert!(
        past.iter().any(|node| node.tags == ["coffee"] && node.priority == 0.8),
        "{past:?}"
    );
}

#[tokio::test]
async fn a_file_with_faults_brings_nothing_in() {
    let test = talking().await;
    for (file, text) in [
        (None, Some("[{\"user_message\": \"x\"}, 7]")),
        (None, Some("no JSON")),
        (None, None),
        (Some(OutsideFile::Handle("none".to_owned())), Some("[]")),
        (Some(OutsideFile::Handle("none".to_owned())), None),
    ] {
        let input = ImportMemories {
            character_id: CharacterId::parse("sherlock_holmes").expect("an id"),
            operation_id: Some(operation()),
            file,
            text: text.map(str::to_owned),
        };
        let refused = import_memories(&test.app, test.session, input)
            .await
            .expect_err("a fault");
        assert!(!refused.message.is_empty());
    }
    let id = test.open().await.id;
    assert!(
        graph(&test, id)
            .await
            .nodes
            .iter()
            .all(|node| node.origin == MemoryOrigin::Conversation)
    );
}

#[tokio::test]
async fn a_memory_can_be_corrected() {
    let test = talking().await;
    brought_in(&test, FILE).await;
    test.say("I keep goats").await;
    let conversation_id = test.open().await.id;
    let nodes = graph(&test, conversation_id).await.nodes;
    let change = |memory_id, text: Option<&str>| UpdateMemoryNode {
        conversation_id,
        operation_id: operation(),
        memory_id,
        tags: Some(vec!["Farm".to_owned()]),
        priority: Some(1.0),
        text: text.map(str::to_owned),
    };
    let goats = nodes
        .iter()
        .find(|node| node.title.contains("goats"))
        .expect("a memory")
        .id;
    let changed = update_memory_node(&test.app, test.session, change(goats, None))
        .await
        .expect("changed");
    assert_eq!(
        (changed.node.tags, changed.node.priority),
        (vec!["farm".to_owned()], 1.0)
    );
    assert_eq!(changed.user_text.as_deref(), Some("I keep goats"));
    let refused = update_memory_node(&test.app, test.session, change(goats, Some("I keep sheep")))
        .await
        .expect_err("no");
    assert_eq!(refused.code, "bad_memory");
    let past = nodes
        .iter()
        .find(|node| node.title.contains("coffee"))
        .expect("a memory")
        .id;
    let changed = update_memory_node(&test.app, test.session, change(past, Some("Getting a tea")))
        .await
        .expect("changed");
    assert_eq!(changed.text.as_deref(), Some("Getting a tea"));
    let input = GetMemoryNode {
        conversation_id,
        memory_id: engine::ids::MemoryId(Uuid::nil()),
    };
    assert_eq!(
        get_memory_node(&test.app, test.session, input)
            .await
            .expect_err("no")
            .code,
        "memory_gone"
    );
}

#[tokio::test]
async fn what_is_recalled_can_be_set_and_switched_off() {
    let test = talking().await;
    let given = get_recall_settings(&test.app, test.session, crate::commands::Nothing {})
        .await
        .expect("settings");
    assert_eq!(
        (given.method, given.tag_weight, given.time_weight, given.threshold),
        (RecallMethod::Hybrid, 0.7, 0.3, 0.1)
    );
    let set = |change| change_recall_settings(&test.app, test.session, change);
    for wrong in [
        ChangeRecallSettings {
            most: Some(16),
            ..ChangeRecallSettings::default()
        },
        ChangeRecallSettings {
            tag_weight: Some(1.5),
            ..ChangeRecallSettings::default()
        },
        ChangeRecallSettings {
            radius: Some(f32::NAN),
            ..ChangeRecallSettings::default()
        },
    ] {
        assert_eq!(set(wrong).await.expect_err("out of bounds").code, "invalid_input");
    }
    brought_in(&test, FILE).await;
    set(ChangeRecallSettings {
        most: Some(0),
        ..ChangeRecallSettings::default()
    })
    .await
    .expect("set");
    test.say("I am getting a coffee").await;
    assert!(!last_request(&test).contains("Enjoy it."));
    let tags = ChangeRecallSettings {
        most: Some(5),
        method: Some(RecallMethod::Tags),
        tag_weight: Some(0.2),
        ..ChangeRecallSettings::default()
    };
    set(tags).await.expect("set");
    test.say("Coffee again").await;
    assert!(last_request(&test).contains("Enjoy it."));
    let found = recalled(&test, test.open().await.id, "coffee", RecallMethod::Radius).await;
    assert!(
        found.memories.iter().any(|found| found.memory.title.contains("coffee")),
        "{found:?}"
    );
}

/// It did as if it had been changed, and it was not.
#[tokio::test]
async fn a_memory_cannot_get_the_words_of_another() {
    let test = talking().await;
    brought_in(&test, FILE).await;
    let conversation_id = test.open().await.id;
    let nodes = graph(&test, conversation_id).await.nodes;
    let of = |words: &str| {
        nodes
            .iter()
            .find(|node| node.title.contains(words))
            .expect("a memory")
            .id
    };
    let change = |text: &str| UpdateMemoryNode {
        conversation_id,
        operation_id: operation(),
        memory_id: of("coffee"),
        tags: Some(vec!["changed".to_owned()]),
        priority: None,
        text: Some(text.to_owned()),
    };
    let refused = update_memory_node(&test.app, test.session, change(" Good night\n\nSleep well. "))
        .await
        .expect_err("it is there");
    assert_eq!(refused.code, "memory_known");
    let input = GetMemoryNode {
        conversation_id,
        memory_id: of("coffee"),
    };
    let kept = get_memory_node(&test.app, test.session, input).await.expect("a memory");
    assert_eq!(kept.node.tags, ["coffee"], "nothing of it was changed");
    let own = kept.text.expect("a text");
    update_memory_node(&test.app, test.session, change(&own))
        .await
        .expect("its own words are no other's");
}

#[tokio::test]
async fn memories_come_in_without_a_name_for_the_operation() {
    let test = talking().await;
    let input = serde_json::json!({ "character_id": "sherlock_holmes", "text": FILE });
    let report = dispatch(&test.app, test.session, Door::Terminal, "import_memories", input)
        .await
        .expect("a report");
    assert_eq!(report["memories"], 3);
}
