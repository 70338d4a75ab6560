//! The app as its own tests meet it: on a data folder of its own, with a model that plays a script.

use std::path::PathBuf;
use std::sync::Arc;

use engine::event::Event;
use engine::ids::{CharacterId, OperationId, SessionId};
use llm::scripted::ScriptedModel;
use tempfile::TempDir;
use uuid::Uuid;

use crate::commands::{ConversationView, OpenConversation, SendMessage, open_conversation, send_message};
use crate::events::Listener;
use crate::folders::Folders;
use crate::models::{ExtraModel, Profile};
use crate::start::{App, Options};

/// A running app; its data goes with it.
pub struct TestApp {
    pub app: App,
    pub session: SessionId,
    pub model: ScriptedModel,
    _home: TempDir,
}

impl TestApp {
    pub async fn start(model: ScriptedModel, profile: Profile) -> Self {
        Self::start_in(tempfile::tempdir().unwrap(), model, profile).await
    }

    /// With a model that writes the replies only: memory works by rules.
    pub async fn start_with_rules(model: ScriptedModel) -> Self {
        let home = tempfile::tempdir().unwrap();
        let bundled = include_str!("../../../config.json");
        let mut config: serde_json::Value = serde_json::from_str(bundled).unwrap();
        config["memory_method"] = "rules".into();
        std::fs::create_dir_all(home.path().join("data")).unwrap();
        std::fs::write(home.path().join("data/config.json"), config.to_string()).unwrap();
        Self::start_in(home, model, Profile::Full).await
    }

    async fn start_in(home: TempDir, model: ScriptedModel, profile: Profile) -> Self {
        let resources = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
        let options = Options {
            folders: Folders::new(home.path().join("data"), resources, Some(home.path().join("no models"))),
            program: "test",
            extra_model: Some(ExtraModel {
                name: "scripted".to_owned(),
                model: Arc::new(model.clone()),
                profile,
            }),
        };
        let app = App::start(options).await.unwrap();
        Self {
            session: app.owner(),
            app,
            model,
            _home: home,
        }
    }

    /// Opens the latest conversation with Sherlock Holmes.
    pub async fn open(&self) -> ConversationView {
        let input = OpenConversation {
            character_id: CharacterId::parse("sherlock_holmes").unwrap(),
            conversation_id: None,
        };
        open_conversation(&self.app, self.session, input).await.unwrap()
    }

    /// Says something and hears the turn out, with what follows its end within the same turn.
    pub async fn say(&self, text: &str) -> Vec<Event> {
        let view = self.open().await;
        let mut listener = self.app.events.listen(self.session);
        let input = SendMessage {
            conversation_id: view.id,
            text: text.to_owned(),
            expected_revision: view.revision,
            operation_id: OperationId(Uuid::now_v7()),
        };
        send_message(&self.app, self.session, input).await.unwrap();
        self.app.quiet().await;
        heard(&mut listener).await
    }
}

/// The events that were told until now, without those of the memory graph: it is read on the side, at its own pace.
pub async fn heard(listener: &mut Listener) -> Vec<Event> {
    let mut events = Vec::new();
    while let Ok(Some(event)) = tokio::time::timeout(std::time::Duration::from_millis(20), listener.next()).await {
        if !matches!(event, Event::GraphChanged { .. }) {
            events.push(event);
        }
    }
    events
}
