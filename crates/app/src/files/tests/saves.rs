//! Save files and transcripts.

use engine::ids::OperationId;
use proptest::prelude::*;

use super::*;
use crate::commands::{
    BranchConversation, ExportTranscript, ImportMemories, branch_conversation, export_transcript, import_memories,
};

#[tokio::test]
async fn exported_imported_and_exported_again_is_the_same() {
    let house = House::new().await;
    let report = house.import_text(SAVE).await.unwrap();
    assert_eq!((report.messages, report.format.as_str()), (3, "save file 3.0"));
    assert_eq!(report.kept_unused, ["the section \"from_the_future\""]);
    let first = house.export(report.conversation_id, &house.outside("")).await.unwrap();
    assert!(first.name.starts_with("Sherlock Holmes Fog night 20"), "{}", first.name);
    let text = std::fs::read_to_string(path_of(&first)).unwrap();
    assert_eq!(text.len() as u64, first.bytes);
    for kept in [
        "\"title\": \"Fog / night\"",
        "\"language\": \"tr\"",
        "\"name\":\"Ayşe\",\"description\":\"A diver.\"",
        "\"draft\": \"And then\"",
        "\"2026-01-02T03:04:05.006+03:00\"",
        "\"chosen\":1",
        "\"reasoning\":\"cross\"",
        "\"state\":\"cut_short\"",
        "{\"n\": 1.50}",
        "\"position\":0",
        "\"title\": \"Day\"",
        "\"origin\":",
        "\"edited_at\":\"2026-01-02T03:05:00Z\"",
    ] {
        assert!(text.contains(kept), "{kept}\n{text}");
    }
    assert!(!text.contains("00000000-0000"), "an id of the file was used:\n{text}");
    let again = house.import(&path_of(&first)).await.unwrap();
    assert_ne!(again.conversation_id, report.conversation_id);
    assert!(again.repaired.is_empty(), "{:?}", again.repaired);
    let second = house
        .export(again.conversation_id, &house.outside("second.json"))
        .await
        .unwrap();
    let second = std::fs::read_to_string(path_of(&second)).unwrap();
    assert_eq!(without_ids_and_times(&text), without_ids_and_times(&second));
    let facts = second.lines().find(|line| line.contains("\"facts\"")).unwrap();
    let source = facts.split('"').find(|word| Uuid::parse_str(word).is_ok()).unwrap();
    assert!(
        second.contains(&format!("\"id\":\"{source}\"")),
        "a fact names a message of the new conversation"
    );
    assert_eq!(house.count().await.0, 4);
}

#[tokio::test]
async fn an_import_is_all_or_nothing() {
    let house = House::new().await;
    let unknown = SAVE.replace("\"sherlock_holmes\"", "\"nobody\"");
    let error = house.import_text(&unknown).await.unwrap_err();
    assert_eq!(error.code, "character_missing");
    assert!(error.message.contains("Sherlock Holmes (nobody)"), "{}", error.message);
    let broken = SAVE
        .replace("\"role\": \"user\"", "\"role\": \"system\"")
        .replace("\"chosen\": 1", "\"chosen\": 2");
    let error = house.import_text(&broken).await.unwrap_err();
    assert_eq!(error.code, "file_invalid");
    let lines: Vec<&str> = error.message.lines().collect();
    assert_eq!(
        lines,
        [
            "The file has faults. Nothing was imported; mend them or choose another file.",
            "$.messages[0].chosen: this must be a whole number below 2",
            "$.messages[1].role: this must be user or character",
        ]
    );
    for (text, code) in [
        ("", "file_invalid"),
        ("{}", "file_foreign"),
        ("PK\u{3}\u{4}", "file_foreign"),
        (&SAVE[..SAVE.len() - 10], "file_invalid"),
        ("{\"type\": \"risuChat\", \"ver\": 2, \"data\": {}}", "file_foreign"),
        (
            "Watson: Hello.\nNobody: Hello.\nWatson: Oh.\nNobody: Ah.",
            "character_unclear",
        ),
    ] {
        assert_eq!(
            house.import_text(text).await.map_err(|error| error.code),
            Err(code),
            "{text:.60}"
        );
    }
    assert_eq!(
        house.import(&house.outside("missing")).await.unwrap_err().code,
        "file_not_read"
    );
    assert_eq!(
        house.import(&house.outside("")).await.unwrap_err().code,
        "file_not_read"
    );
    assert_eq!(house.count().await.0, 0);
}

#[tokio::test]
async fn files_are_never_overwritten() {
    let house = House::new().await;
    let report = house.import_text(SAVE).await.unwrap();
    let path = house.outside("mine.json");
    std::fs::write(&path, "mine").unwrap();
    let exported = house.export(report.conversation_id, &path).await.unwrap();
    assert_eq!(exported.name, "mine (2).json");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "mine");
    let missing = house.outside("no such folder").join("a.json");
    let error = house.export(report.conversation_id, &missing).await.unwrap_err();
    assert_eq!(error.code, "file_not_written");
    let other = ConversationId(Uuid::now_v7());
    assert_eq!(
        house
            .export(other, &house.outside("other.json"))
            .await
            .unwrap_err()
            .code,
        "not_found"
    );
    assert_eq!(house.count().await.1, 3, "nothing half is left");
}

#[tokio::test]
async fn a_transcript_for_reading_can_be_read_back() {
    let house = House::new().await;
    let report = house.import_text(SAVE).await.unwrap();
    let path = Some(house.outside("talk.md").to_str().unwrap().to_owned());
    let input = ExportTranscript {
        conversation_id: report.conversation_id,
        path,
    };
    let exported = export_transcript(&house.app, house.session(), input).await.unwrap();
    let text = std::fs::read_to_string(path_of(&exported)).unwrap();
    assert!(
        text.starts_with(
            "# Fog / night\n\n## Sherlock Holmes · 2026-01-02 03:04:05+03:00\n\n*waits*\n\\## Late.\n\n## Ayşe"
        ),
        "{text}"
    );
    let again = house.import(&path_of(&exported)).await.unwrap();
    assert_eq!((again.messages, again.character_id.as_str()), (2, "sherlock_holmes"));
    let messages = house
        .app
        .store
        .messages_before(house.session(), again.conversation_id, None, 9)
        .await
        .unwrap();
    let texts: Vec<&str> = messages.iter().map(|message| message.text.as_str()).collect();
    assert_eq!(texts, ["*waits*\n## Late.", "Günaydın 👩‍👩‍👧"]);
    let conversation = house
        .app
        .store
        .conversation(house.session(), again.conversation_id)
        .await
        .unwrap();
    assert_eq!(
        (conversation.name.as_str(), conversation.persona.unwrap().name.as_str()),
        ("Fog / night", "Ayşe")
    );
}

#[tokio::test]
async fn times_in_the_future_become_now_and_are_told() {
    let house = House::new().await;
    let late = SAVE.replace(
        "\"created_at\": \"2026-01-03T00:00:00Z\"",
        "\"created_at\": \"9000-01-01T00:00:00Z\"",
    );
    let report = house.import_text(late).await.unwrap();
    assert_eq!(report.repaired, ["A time in the future became now: 1 in all"]);
}

#[test]
fn changed_files_come_in_whole_or_not_at_all() {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap();
    let house = runtime.block_on(House::new());
    let strategy = prop::collection::vec((any::<prop::sample::Index>(), any::<u8>(), 0..3_u8), 1..5);
    let mut runner = proptest::test_runner::TestRunner::new(ProptestConfig::with_cases(60));
    let result = runner.run(&strategy, |changes| {
        let mut bytes = SAVE.as_bytes().to_vec();
        for (place, byte, kind) in changes {
            let at = place.index(bytes.len());
            match kind {
                0 => bytes[at] = byte,
                1 => drop(bytes.remove(at)),
                _ => bytes.truncate(at.max(1)),
            }
        }
        let (before, _) = runtime.block_on(house.count());
        let imported = runtime.block_on(house.import_text(&bytes));
        let (after, _) = runtime.block_on(house.count());
        match imported {
            Ok(report) => {
                prop_assert!(after > before);
                let exported = runtime
                    .block_on(house.export(report.conversation_id, &house.outside("out.json")))
                    .unwrap();
                std::fs::remove_file(path_of(&exported)).unwrap();
            }
            Err(error) => {
                prop_assert_eq!(after, before, "{}", error);
                prop_assert!(error.message.contains("Nothing was"), "{}", error);
            }
        }
        Ok(())
    });
    result.unwrap();
}

#[tokio::test]
async fn an_import_that_is_sent_again_brings_nothing_in_a_second_time() {
    let house = House::new().await;
    let path = house.outside("in.json");
    std::fs::write(&path, SAVE).unwrap();
    let input = |operation_id| ImportConversation {
        file: OutsideFile::Path(path.to_str().unwrap().to_owned()),
        character_id: None,
        operation_id: Some(operation_id),
    };
    let operation = OperationId(Uuid::now_v7());
    let import = |id| import_conversation(&house.app, house.session(), input(id));
    let (first, second) = tokio::join!(import(operation), import(operation));
    let first = first.unwrap();
    assert_eq!(second.unwrap(), first, "both at once");
    std::fs::remove_file(&path).unwrap();
    assert_eq!(
        import(operation).await.unwrap(),
        first,
        "the file is not needed any more"
    );
    assert_eq!(house.count().await.0, 2, "a conversation and its branch");
    std::fs::write(&path, SAVE).unwrap();
    let other = import(OperationId(Uuid::now_v7())).await.unwrap();
    assert_ne!(
        other.conversation_id, first.conversation_id,
        "another operation is another import"
    );
    let wrong = OperationId(Uuid::now_v7());
    let branch = BranchConversation {
        conversation_id: first.conversation_id,
        message_id: house.messages(first.conversation_id).await[0].id,
        operation_id: wrong,
    };
    branch_conversation(&house.app, house.session(), branch).await.unwrap();
    assert_eq!(import(wrong).await.unwrap_err().code, "conflict");
}

#[tokio::test]
async fn a_branch_keeps_what_came_with_the_file_under_its_own_names() {
    let house = House::new().await;
    let report = house.import_text(SAVE).await.unwrap();
    let messages = house.messages(report.conversation_id).await;
    let input = BranchConversation {
        conversation_id: report.conversation_id,
        message_id: messages[1].id,
        operation_id: OperationId(Uuid::now_v7()),
    };
    let branch = branch_conversation(&house.app, house.session(), input).await.unwrap();
    let copied = &branch.page.messages[1];
    assert_ne!(copied.id, messages[1].id);
    let session = house.session();
    let mut snapshot = house.app.store.snapshot(session, branch.id).await.unwrap();
    let kept = snapshot.about(branch.id).await.unwrap().kept;
    let facts = kept.iter().find(|section| section.name == "facts").unwrap();
    assert!(
        facts.json.contains("\"dives\"") && facts.json.contains(&copied.id.to_string()),
        "{}",
        facts.json
    );
    assert!(!facts.json.contains(&messages[1].id.to_string()), "{}", facts.json);
    assert!(kept.iter().any(|section| section.json == "{\"n\": 1.50}"), "{kept:?}");
}

#[tokio::test]
async fn corrected_memories_and_the_characters_past_come_into_an_empty_library() {
    let house = House::new().await;
    let talk = house.import_text(SAVE).await.unwrap().conversation_id;
    let memories = ImportMemories {
        character_id: engine::ids::CharacterId::parse("sherlock_holmes").unwrap(),
        operation_id: None,
        file: None,
        text: Some(
            r#"[{"user_message": "You fell", "bot_response": "I did.", "tags": ["falls"], "priority_score": 0.8}]"#
                .to_owned(),
        ),
    };
    import_memories(&house.app, house.session(), memories).await.unwrap();
    let exported = house.export(talk, &house.outside("out.json")).await.unwrap();
    let text = std::fs::read_to_string(path_of(&exported)).unwrap();
    assert_eq!(text.matches("\"past\"").count(), 1, "once for all branches:\n{text}");

    let empty = House::new().await;
    let report = empty.import_text(&text).await.unwrap();
    assert_eq!(report.kept_unused, ["the section \"from_the_future\""]);
    // The report was silent about them.
    assert_eq!(report.past_memories, 1);
    assert_eq!(
        empty.import_text(&text).await.unwrap().past_memories,
        0,
        "they are there already"
    );
    let again = empty
        .export(report.conversation_id, &empty.outside("again.json"))
        .await
        .unwrap();
    let again = std::fs::read_to_string(path_of(&again)).unwrap();
    assert_eq!(without_ids_and_times(&text), without_ids_and_times(&again));
    for kept in [
        "\"tags\":[\"fog\",\"late\"],\"priority\":0.9",
        "\"tags\":[\"falls\"]",
        "\"exchange\":[\"You fell\",\"I did.\"]",
    ] {
        assert!(again.contains(kept), "{kept}\n{again}");
    }
}
