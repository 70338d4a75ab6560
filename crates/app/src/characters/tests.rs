//! The reader's own characters, deleted, brought back and changed, in an app with a model that plays a script.

mod interrupted;

use engine::ids::{CharacterId, ConversationId, OperationId};
use llm::scripted::{Script, ScriptedModel, ScriptedReply, WhenExhausted};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::commands::*;
use crate::door::Door;
use crate::error::Result;
use crate::models::Profile;
use crate::testing::TestApp;

fn id(text: &str) -> CharacterId {
    CharacterId::parse(text).unwrap()
}

struct Trial {
    test: TestApp,
}

impl Trial {
    /// With Mara, whose file lies in the reader's folder.
    async fn start() -> Self {
        let model = ScriptedModel::new(Script {
            replies: vec![ScriptedReply::text("Well.")],
            when_exhausted: WhenExhausted::RepeatLast,
        });
        let test = TestApp::start(model, Profile::Full).await;
        let trial = Self { test };
        let file = json!({
            "id": "mara", "name": "Mara Voss", "description": "A woman at doors.", "greeting": "Open the door.", "from_elsewhere": 7,
        });
        trial.write("characters/mara.json", &file.to_string());
        trial
    }

    fn write(&self, name: &str, text: &str) {
        let path = self.path(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }

    fn path(&self, name: &str) -> std::path::PathBuf {
        self.test.app.folders.data.join(name)
    }

    async fn open(&self) -> Result<ConversationView> {
        let input = OpenConversation {
            character_id: id("mara"),
            conversation_id: None,
        };
        open_conversation(&self.test.app, self.test.session, input).await
    }

    async fn say(&self, text: &str) {
        let view = self.open().await.unwrap();
        let input = SendMessage {
            conversation_id: view.id,
            text: text.to_owned(),
            expected_revision: view.revision,
            operation_id: OperationId(Uuid::now_v7()),
        };
        send_message(&self.test.app, self.test.session, input).await.unwrap();
        self.test.app.quiet().await;
    }

    async fn said(&self) -> Vec<String> {
        let page = self.open().await.unwrap().page;
        page.messages.into_iter().map(|message| message.text).collect()
    }

    async fn delete(&self, conversations: bool) -> Result<Nothing> {
        let input = DeleteCharacter {
            character_id: id("mara"),
            conversations,
        };
        delete_character(&self.test.app, self.test.session, input).await
    }

    async fn trash(&self) -> Vec<TrashItem> {
        list_trash(&self.test.app, self.test.session, Nothing {}).await.unwrap()
    }

    async fn restore(&self) -> Result<RestoredCharacterView> {
        let input = RestoreFromTrash {
            id: self.trash().await[0].id,
        };
        restore_character(&self.test.app, self.test.session, input).await
    }

    async fn erase_all(&self) {
        let all = EraseFromTrash { id: None };
        erase_from_trash(&self.test.app, self.test.session, all).await.unwrap();
    }

    async fn listed(&self) -> Option<CharacterSummary> {
        let all = list_characters(&self.test.app, self.test.session, Nothing {})
            .await
            .unwrap();
        all.into_iter().find(|one| one.id == id("mara"))
    }

    fn detail(&self, of: &str) -> CharacterDetailView {
        super::changing::detail(&self.test.app, OfCharacter { character_id: id(of) }).unwrap()
    }

    async fn update(&self, detail: &CharacterDetailView) -> Result<CharacterDetailView> {
        let input = UpdateCharacter {
            character_id: detail.character_id.clone(),
            expected_version: detail.version.clone(),
            texts: detail.texts.clone(),
        };
        update_character(&self.test.app, self.test.session, input).await
    }
}

#[tokio::test]
async fn a_deleted_character_comes_back_with_its_pictures_and_its_conversation_goes_on() {
    let trial = Trial::start().await;
    trial.write("assets/characters/mara/portrait.png", "a picture");
    trial.say("Who are you?").await;
    let before = trial.said().await;
    trial.delete(false).await.unwrap();
    assert!(!trial.path("characters/mara.json").exists() && !trial.path("assets/characters/mara").exists());
    let gone = trial.listed().await.unwrap().gone.unwrap();
    assert_eq!(gone.name, "Mara Voss");
    let view = trial.open().await.unwrap();
    assert_eq!(
        (view.character_name.as_str(), view.gone.as_ref()),
        ("Mara Voss", Some(&gone))
    );
    assert_eq!(trial.said().await, before, "it can be read");
    let item = trial.trash().await.remove(0);
    assert_eq!((item.kind, item.excerpt.as_str()), (TrashKind::Character, "Mara Voss"));
    assert_eq!((Some(item.id), item.conversation_id), (gone.trash_id, None));

    assert_eq!(trial.restore().await.unwrap().character_id, id("mara"));
    assert_eq!(
        std::fs::read_to_string(trial.path("assets/characters/mara/portrait.png")).unwrap(),
        "a picture"
    );
    assert_eq!(trial.listed().await.unwrap().gone, None);
    assert!(trial.trash().await.is_empty());
    assert_eq!(std::fs::read_dir(trial.path("trash")).unwrap().count(), 0);
    trial.say("And now?").await;
    assert_eq!(trial.said().await.len(), before.len() + 2);
}

#[tokio::test]
async fn a_conversation_with_a_deleted_character_is_not_continued_and_what_was_said_comes_back() {
    let trial = Trial::start().await;
    trial.say("Who are you?").await;
    let asked = trial.test.model.requests().len();
    trial.delete(false).await.unwrap();
    trial.say("And now?").await;
    assert_eq!(trial.test.model.requests().len(), asked, "no model is asked");
    assert_eq!(trial.said().await.len(), 3);
    let again = NewConversation {
        character_id: id("mara"),
        carry_from: None,
    };
    let refused = new_conversation(&trial.test.app, trial.test.session, again).await;
    assert_eq!(refused.unwrap_err().code, "character_missing");
}

#[tokio::test]
async fn conversations_go_with_their_character_when_that_is_asked() {
    let trial = Trial::start().await;
    trial.say("Who are you?").await;
    trial.delete(true).await.unwrap();
    assert_eq!(trial.listed().await, None);
    let items = trial.trash().await;
    assert_eq!((items.len(), items[0].conversations), (1, 1));
    assert_eq!(trial.restore().await.unwrap().conversations, 1);
    assert_eq!(trial.said().await.len(), 3);
}

#[tokio::test]
async fn what_comes_with_the_program_is_neither_deleted_nor_changed_but_copied() {
    let trial = Trial::start().await;
    let (app, session) = (&trial.test.app, trial.test.session);
    let holmes = id("sherlock_holmes");
    let delete = DeleteCharacter {
        character_id: holmes.clone(),
        conversations: true,
    };
    assert_eq!(
        delete_character(app, session, delete).await.unwrap_err().code,
        "character_built_in"
    );
    let detail = trial.detail("sherlock_holmes");
    assert!(!detail.own);
    assert_eq!(trial.update(&detail).await.unwrap_err().code, "character_built_in");
    let copy = CopyCharacter {
        character_id: holmes,
        name: Some("My Holmes".to_owned()),
    };
    let copied = copy_character(app, session, copy).await.unwrap();
    assert!(copied.own && copied.portrait.is_some());
    assert_eq!(
        (copied.character_id.as_str(), copied.texts.name.as_str()),
        ("my_holmes", "My Holmes")
    );
    assert_eq!(copied.texts.greeting, detail.texts.greeting);
    assert!(trial.path("assets/characters/my_holmes/small").is_dir());
    assert!(trial.update(&copied).await.is_ok());
}

#[tokio::test]
async fn somebody_who_is_not_there_is_told_of() {
    let trial = Trial::start().await;
    std::fs::remove_file(trial.path("characters/mara.json")).unwrap();
    assert_eq!(trial.delete(false).await.unwrap_err().code, "character_missing");
    let broken = OfCharacter {
        character_id: id("mara"),
    };
    trial.write("characters/mara.json", "{ not JSON");
    let refused = get_character(&trial.test.app, trial.test.session, broken).await;
    assert_eq!(refused.unwrap_err().code, "character_broken");
    // A broken file can be deleted all the same, and comes back as broken as it was.
    trial.delete(false).await.unwrap();
    assert_eq!(trial.restore().await.unwrap().name, "mara");
    assert_eq!(
        std::fs::read_to_string(trial.path("characters/mara.json")).unwrap(),
        "{ not JSON"
    );
}

#[tokio::test]
async fn other_texts_are_used_from_the_next_turn_on_and_unknown_fields_stay() {
    let trial = Trial::start().await;
    trial.say("Who are you?").await;
    let mut detail = trial.detail("mara");
    detail.texts.description = "A lighthouse keeper from Zanzibar.".to_owned();
    let updated = trial.update(&detail).await.unwrap();
    assert_ne!(updated.version, detail.version);
    assert_eq!(updated.texts, trial.detail("mara").texts);
    let file: Value = serde_json::from_slice(&std::fs::read(trial.path("characters/mara.json")).unwrap()).unwrap();
    assert_eq!(file["from_elsewhere"], 7);
    let asked = trial.test.model.requests().len();
    trial.say("And now?").await;
    let requests = trial.test.model.requests();
    let sent = |request: &llm::ChatRequest| {
        request
            .messages
            .iter()
            .any(|message| message.content.contains("keeper from Zanzibar"))
    };
    assert!(!requests[..asked].iter().any(sent) && requests[asked..].iter().any(sent));
}

#[tokio::test]
async fn a_file_that_changed_meanwhile_is_not_written_over() {
    let trial = Trial::start().await;
    let mut detail = trial.detail("mara");
    detail.texts.description = "Mine.".to_owned();
    let theirs = json!({ "id": "mara", "name": "Mara Voss", "description": "Theirs." }).to_string();
    trial.write("characters/mara.json", &theirs);
    assert_eq!(trial.update(&detail).await.unwrap_err().code, "character_conflict");
    assert_eq!(
        std::fs::read_to_string(trial.path("characters/mara.json")).unwrap(),
        theirs
    );
    detail.version = trial.detail("mara").version;
    assert_eq!(trial.update(&detail).await.unwrap().texts.description, "Mine.");
    detail.texts.name = " \u{7} ".to_owned();
    detail.version = trial.detail("mara").version;
    let refused = trial.update(&detail).await.unwrap_err();
    assert_eq!(refused.code, "invalid_input");
    assert!(refused.message.contains("name"), "{}", refused.message);
    assert_eq!(trial.detail("mara").texts.name, "Mara Voss");
}

#[tokio::test]
async fn a_new_character_gets_no_id_under_which_somebody_left_something() {
    let trial = Trial::start().await;
    trial.say("Who are you?").await;
    trial.delete(false).await.unwrap();
    trial.erase_all().await;
    assert!(trial.listed().await.unwrap().gone.unwrap().trash_id.is_none());
    let copy = CopyCharacter {
        character_id: id("sherlock_holmes"),
        name: Some("Mara".to_owned()),
    };
    let copied = copy_character(&trial.test.app, trial.test.session, copy).await.unwrap();
    assert_eq!(
        copied.character_id,
        id("mara_2"),
        "the conversation with the former one is not taken over"
    );
}

#[tokio::test]
async fn a_conversation_with_a_deleted_character_is_exported() {
    let trial = Trial::start().await;
    trial.say("Who are you?").await;
    let conversation_id = trial.open().await.unwrap().id;
    trial.delete(false).await.unwrap();
    assert!(exported(&trial, conversation_id).await.contains("Who are you?"));
    trial.erase_all().await;
    assert!(exported(&trial, conversation_id).await.contains("Who are you?"));
}

async fn exported(trial: &Trial, conversation: ConversationId) -> String {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("export.json");
    let app = trial.test.app.at(Door::Terminal);
    crate::files::write_conversation(&app, trial.test.session, conversation, path.to_str())
        .await
        .unwrap();
    std::fs::read_to_string(path).unwrap()
}
