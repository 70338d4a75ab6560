//! Files out and in, through a whole app on a folder of its own.

mod archives;
mod cases;
mod doors;
mod saves;

use std::path::{Path, PathBuf};

use engine::ids::{ConversationId, SessionId};
use uuid::Uuid;

use crate::commands::{ExportConversation, ExportedFile, ImportConversation, ImportReport, OutsideFile};
use crate::commands::{export_conversation, import_conversation};
use crate::door::Door;
use crate::error::Result;
use crate::folders::Folders;
use crate::start::{App, Options};

/// A conversation and a branch of it, with everything that a save file can hold.
const SAVE: &str = r#"{
  "format": "characterchat.save", "version": "3.0", "character": {"id": "sherlock_holmes", "name": "Sherlock Holmes"},
  "id": "00000000-0000-7000-8000-000000000001", "title": "Fog / night", "created_at": "2026-01-02T03:04:05.006Z",
  "updated_at": "2026-01-02T04:04:05.006Z", "language": "tr", "persona": {"name": "Ayşe", "description": "A diver."},
  "draft": "And then",
  "messages": [
    {"id": "00000000-0000-7000-8000-0000000000a1", "role": "character", "created_at": "2026-01-02T03:04:05.006+03:00", "chosen": 1,
      "alternates": [{"text": "Evening.", "model": "m"}, {"text": "*waits*\n## Late.", "state": "cut_short", "reasoning": "cross"}]},
    {"id": "00000000-0000-7000-8000-0000000000a2", "role": "user", "alternates": [{"text": "Günaydın 👩‍👩‍👧", "edited_at": "2026-01-02T03:05:00Z"}]}
  ],
  "summary": {"checkpoints": [{"end": 2, "summary": {"text": "They met.", "kind": "written"}}]},
  "facts": [{"text": "dives", "kind": "automatic", "scope": "conversation", "importance": 3, "checkpoint": 0,
    "sources": [{"message": "00000000-0000-7000-8000-0000000000a2"}]}],
  "memory_edits": [{"messages": [{"message": "00000000-0000-7000-8000-0000000000a1", "alternate": 1}], "tags": ["fog", "late"], "priority": 0.9}],
  "from_the_future": {"n": 1.50},
  "branches": [{
    "id": "00000000-0000-7000-8000-000000000002", "title": "Day", "created_at": "2026-01-03T00:00:00Z",
    "branched_from": {"conversation": "00000000-0000-7000-8000-000000000001", "position": 0},
    "messages": [{"id": "00000000-0000-7000-8000-0000000000b1", "origin": "00000000-0000-7000-8000-0000000000a1", "role": "character", "alternates": [{"text": "Evening."}]}]
  }]
}"#;

struct House {
    folder: tempfile::TempDir,
    app: App,
}

impl House {
    async fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("outside")).unwrap();
        let resources = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let app = App::start(Options {
            folders: Folders::new(folder.path().join("data"), resources, None),
            program: "test",
            extra_model: None,
        });
        let app = app.await.unwrap().at(Door::Terminal);
        Self { folder, app }
    }

    fn session(&self) -> SessionId {
        self.app.owner()
    }

    /// A place outside the data folder.
    fn outside(&self, name: &str) -> PathBuf {
        self.folder.path().join("outside").join(name)
    }

    async fn import_text(&self, text: impl AsRef<[u8]>) -> Result<ImportReport> {
        let path = self.outside("in.txt");
        std::fs::write(&path, text).unwrap();
        self.import(&path).await
    }

    async fn import(&self, path: &Path) -> Result<ImportReport> {
        let file = OutsideFile::Path(path.to_str().unwrap().to_owned());
        let input = ImportConversation {
            file,
            character_id: None,
            operation_id: None,
        };
        import_conversation(&self.app, self.session(), input).await
    }

    async fn export(&self, conversation_id: ConversationId, path: &Path) -> Result<ExportedFile> {
        let path = Some(path.to_str().unwrap().to_owned());
        export_conversation(&self.app, self.session(), ExportConversation { conversation_id, path }).await
    }

    async fn messages(&self, id: ConversationId) -> Vec<engine::conversation::Message> {
        self.app
            .store
            .messages_before(self.session(), id, None, 99)
            .await
            .unwrap()
    }

    /// How many conversations there are, and how many files outside.
    async fn count(&self) -> (usize, usize) {
        let conversations = self.app.store.all_conversations(self.session()).await.unwrap();
        let files = std::fs::read_dir(self.folder.path().join("outside")).unwrap();
        (conversations.len(), files.count())
    }
}

/// Where an export was written.
fn path_of(exported: &ExportedFile) -> PathBuf {
    match &exported.file {
        OutsideFile::Path(path) => PathBuf::from(path),
        OutsideFile::Handle(handle) => panic!("a handle: {handle}"),
    }
}

/// Every id and time replaced by the same word.
fn without_ids_and_times(json: &str) -> String {
    let is_time = |text: &str| engine::save_file::SavedTime::parse(text).is_some();
    let parts = json.split_inclusive('"').map(|part| {
        let inside = part.trim_end_matches('"');
        if Uuid::parse_str(inside).is_ok() || is_time(inside) {
            "…\""
        } else {
            part
        }
    });
    parts.collect()
}
