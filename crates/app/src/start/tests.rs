//! The app on a data folder that it cannot write to. Permissions forbid the root user nothing, so here a folder stands where the
//! database's log has to be.

use std::path::{Path, PathBuf};

use engine::ids::{CharacterId, OperationId, SessionId};
use engine::memory::FactScope;

use super::*;
use crate::commands::{
    ConversationView, GetMemory, ListMessages, NewConversation, Nothing, OpenConversation, RememberFact, SaveDraft,
    SearchMessages, SendMessage, get_memory, get_settings, list_characters, list_messages, list_models, list_personas,
    list_trash, new_conversation, open_conversation, remember_fact, save_draft, search_messages, send_message,
};

fn options(data: &Path) -> Options {
    Options {
        folders: Folders::new(
            data.to_owned(),
            PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../..")),
            Some(data.join("no models")),
        ),
        program: "test",
        extra_model: None,
    }
}

async fn open(app: &App) -> Result<ConversationView> {
    let input = OpenConversation {
        character_id: CharacterId::parse("sherlock_holmes").unwrap(),
        conversation_id: None,
    };
    open_conversation(app, app.owner(), input).await
}

fn words(view: &ConversationView, text: &str) -> SendMessage {
    SendMessage {
        conversation_id: view.id,
        text: text.to_owned(),
        expected_revision: view.revision,
        operation_id: OperationId(Uuid::now_v7()),
    }
}

/// A folder that was lived in: whose it is, and its conversation.
async fn lived_in(home: &Path) -> (SessionId, ConversationView) {
    let earlier = App::start(options(home)).await.unwrap();
    let before = open(&earlier).await.unwrap();
    let input = RememberFact {
        conversation_id: before.id,
        operation_id: OperationId(Uuid::now_v7()),
        memory_revision: 0,
        text: "I live in Oslo.".to_owned(),
        scope: FactScope::Conversation,
    };
    remember_fact(&earlier, earlier.owner(), input).await.unwrap();
    earlier.end().await;
    (earlier.owner(), before)
}

#[tokio::test]
async fn what_cannot_be_written_to_can_be_read_and_is_written_to_as_soon_as_it_can() {
    let home = tempfile::tempdir().unwrap();
    let (owner, before) = lived_in(home.path()).await;
    let blocked = home.path().join("characterchat.sqlite-wal");
    std::fs::create_dir(&blocked).unwrap();
    std::fs::remove_dir_all(home.path().join("models")).unwrap();
    let app = App::start(options(home.path())).await.unwrap();
    assert_eq!(app.owner(), owner);
    let view = open(&app).await.unwrap();
    assert_eq!(view.page, before.page);
    list_characters(&app, owner, Nothing {}).await.unwrap();
    list_models(&app, owner, Nothing {}).await.unwrap();
    list_personas(&app, owner, Nothing {}).await.unwrap();
    list_trash(&app, owner, Nothing {}).await.unwrap();
    get_settings(&app, owner, Nothing {}).await.unwrap();
    let input = ListMessages {
        conversation_id: view.id,
        before: None,
        limit: 10,
    };
    list_messages(&app, owner, input).await.unwrap();
    let input = SearchMessages {
        query: "evening".to_owned(),
        conversation_id: None,
        limit: 10,
    };
    search_messages(&app, owner, input).await.unwrap();
    let input = GetMemory {
        conversation_id: view.id,
    };
    let memory = get_memory(&app, owner, input).await.unwrap();
    assert_eq!(memory.pinned.len(), 1, "what is stored is read");

    let refused = send_message(&app, owner, words(&view, "Hello")).await.unwrap_err();
    assert_eq!(refused.code, "storage_read_only");
    let input = SaveDraft {
        conversation_id: view.id,
        text: "Hel".to_owned(),
    };
    assert_eq!(
        save_draft(&app, owner, input).await.unwrap_err().code,
        "storage_read_only"
    );
    let input = NewConversation {
        character_id: CharacterId::parse("captain_nemo").unwrap(),
        carry_from: None,
    };
    let refused = new_conversation(&app, owner, input).await.unwrap_err();
    assert_eq!(refused.code, "storage_read_only");

    std::fs::remove_dir(&blocked).unwrap();
    send_message(&app, owner, words(&view, "Hello")).await.unwrap();
    app.quiet().await;
    open(&app).await.unwrap();
    app.end().await;
}
