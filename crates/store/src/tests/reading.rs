//! Databases that can be read and not written to. Permissions forbid the root user nothing, so here a folder stands where SQLite
//! needs a file.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use engine::memory::FactScope;

use super::*;
use crate::open::{MIGRATIONS, pool, writing_options};
use crate::{FolderLock, SearchFor, Start, Started};

fn beside(path: &Path, suffix: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(suffix);
    PathBuf::from(name)
}

struct Place {
    folder: tempfile::TempDir,
    lock: Arc<FolderLock>,
}

impl Place {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let lock = Arc::new(FolderLock::take_or_read(folder.path(), "test").expect("free"));
        Self { folder, lock }
    }

    fn path(&self) -> PathBuf {
        self.folder.path().join("data.db")
    }

    async fn start(&self) -> Started {
        let start = Start {
            path: &self.path(),
            lock: &self.lock,
            new_owner: SessionId(uuid(1)),
            now: at(5),
        };
        Store::start(start).await.expect("opened, at least for reading")
    }

    fn block(&self, suffix: &str) {
        std::fs::create_dir(beside(&self.path(), suffix)).expect("blocked");
    }

    fn free(&self, suffix: &str) {
        std::fs::remove_dir(beside(&self.path(), suffix)).expect("free again");
    }
}

/// The room of a store that was started.
fn room(started: &Started) -> Room {
    Room {
        store: started.store.clone(),
        session: started.owner,
        talk: ConversationId(uuid(2)),
    }
}

#[tokio::test]
async fn a_database_that_cannot_be_written_to_is_read_until_it_can() {
    let place = Place::new();
    let begun = place.start().await;
    assert!(begun.only_read.is_none() && begun.store.is_writable());
    let earlier = Room::within(begun.store).await;
    earlier.talk_once(1, 0, "Hello", "Yes?").await;
    let said = earlier.transcript().await;
    earlier.remember(1, "I live in Oslo", FactScope::Conversation).await;
    let remembered = earlier.memory().await;
    earlier.store.close().await.expect("closed");

    place.block("-wal");
    let bytes = std::fs::read(place.path()).expect("read");
    let started = place.start().await;
    assert_eq!(
        started.only_read.as_ref().map(StoreError::code),
        Some("storage_read_only")
    );
    let room = room(&started);
    assert_eq!(room.transcript().await, said);
    room.store.integrity_check().await.expect("whole");
    assert_eq!(room.memory().await, remembered, "nothing is settled to read it");
    let sent = room.store.prompt_memory(room.session, room.talk).await.expect("read");
    assert_eq!(sent.pinned, remembered.pinned);
    for _ in 0..2 {
        let refused = room.store.begin_turn(room.session, room.turn(2, 1, "And?")).await;
        assert_eq!(code(refused), "storage_read_only");
        let refused = room.store.save_draft(room.session, room.talk, "And").await;
        assert_eq!(code(refused), "storage_read_only");
    }
    assert_eq!(room.transcript().await, said);
    assert!(!room.store.is_writable());
    assert_eq!(std::fs::read(place.path()).expect("read"), bytes, "not a byte differs");

    place.free("-wal");
    room.talk_once(2, 2, "And?", "And so on.").await;
    assert!(room.store.is_writable());
    assert_eq!(room.transcript().await.len(), said.len() + 2);
    room.store.close().await.expect("closed");
    assert_eq!(
        self::room(&place.start().await).transcript().await.len(),
        said.len() + 2
    );
}

/// What was committed last may lie in the log alone: to read the file without it would be to lose it.
#[tokio::test]
async fn a_log_that_cannot_be_read_in_its_place_is_read_all_the_same() {
    let place = Place::new();
    let earlier = Room::within(place.start().await.store).await;
    earlier.talk_once(1, 0, "Hello", "Yes?").await;
    let begun = earlier
        .store
        .begin_turn(earlier.session, earlier.turn(2, 2, "And then?"))
        .await
        .expect("begun");
    earlier
        .store
        .write_partial(earlier.session, earlier.talk, begun.reply.id, "Then I w")
        .await
        .expect("kept");
    // As a killed program leaves it.
    let left = Place::new();
    for suffix in ["", "-wal"] {
        std::fs::copy(beside(&place.path(), suffix), beside(&left.path(), suffix)).expect("copied");
    }
    left.block("-shm");
    let started = left.start().await;
    assert_eq!(
        started.only_read.as_ref().map(StoreError::code),
        Some("storage_read_only")
    );
    let room = room(&started);
    let expected = [
        "character complete Good evening.",
        "user complete Hello",
        "character complete Yes?",
        "user complete And then?",
        "character cut_short Then I w",
    ];
    assert_eq!(room.transcript().await, expected);
    assert_eq!(
        code(room.store.begin_reply(room.session, room.reply(3, 3)).await),
        "storage_read_only"
    );
    left.free("-shm");
    let revision = room.conversation().await.revision;
    assert_eq!(
        code(room.store.begin_reply(room.session, room.reply(3, revision)).await),
        "conflict",
        "what was left under way is put right first, which is a change"
    );
    assert_eq!(room.transcript().await, expected);
    let revision = room.conversation().await.revision;
    let begun = room.store.begin_reply(room.session, room.reply(3, revision)).await;
    assert_eq!(begun.expect("goes on").reply.text, "Then I w");
}

#[tokio::test]
async fn a_database_of_an_earlier_step_is_read_without_being_changed() {
    let place = Place::new();
    let steps: Vec<_> = MIGRATIONS.iter().cloned().collect();
    let earlier = pool(1)
        .connect_with(writing_options(&place.path()).create_if_missing(true))
        .await
        .expect("made");
    sqlx::migrate::Migrator::with_migrations(steps[..1].to_vec())
        .run(&earlier)
        .await
        .expect("as it was then");
    earlier.close().await;
    place.block("-wal");
    let bytes = std::fs::read(place.path()).expect("read");
    let started = place.start().await;
    assert!(started.only_read.is_some());
    let personas = started.store.personas(started.owner).await;
    assert!(personas.expect("a table that it lacks").is_empty());
    assert_eq!(std::fs::read(place.path()).expect("read"), bytes);
    place.free("-wal");
    Room::within(started.store).await.talk_once(1, 0, "Hello", "Yes?").await;
}

#[tokio::test]
async fn where_nothing_was_ever_written_there_is_nothing_to_read_until_it_can_be() {
    let place = Place::new();
    place.block(".new");
    let started = place.start().await;
    assert!(started.only_read.is_some());
    assert_eq!(started.owner, SessionId(uuid(1)));
    let all = started.store.all_conversations(started.owner).await;
    assert!(all.expect("readable").is_empty());
    let refused = started
        .store
        .put_setting(started.owner, "a", &serde_json::json!(1))
        .await;
    assert!(refused.expect_err("refused").leaves_reading());
    place.free(".new");
    Room::within(started.store).await.talk_once(1, 0, "Hello", "Yes?").await;
}

#[tokio::test]
async fn what_the_index_holds_is_found_where_nothing_can_be_written() {
    let place = Place::new();
    let earlier = Room::within(place.start().await.store).await;
    let revision = earlier
        .talk_once(1, 0, "Where is the lantern?", "Under the stairs.")
        .await;
    earlier.store.update_search_index().await.expect("indexed");
    earlier.talk_once(2, revision, "Another lantern?", "None.").await;
    earlier.store.close().await.expect("closed");
    place.block("-wal");
    let started = place.start().await;
    let question = engine::search::Question::of("lantern");
    let look = SearchFor {
        question: &question,
        conversation_id: None,
        limit: 9,
    };
    let found = started.store.search(started.owner, look).await.expect("found");
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].text, "Where is the lantern?");
}
