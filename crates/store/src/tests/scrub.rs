//! What was erased for good, looked for in every byte of the database's files.

use std::path::Path;

use engine::ids::TrashId;

use super::search::find;
use super::*;
use crate::{Change, KEPT_FOR};

/// How often some words stand in the files of a folder.
fn found(folder: &Path, words: &str) -> usize {
    let entries = std::fs::read_dir(folder).expect("a folder");
    entries
        .map(|entry| {
            let bytes = std::fs::read(entry.expect("an entry").path()).expect("read");
            bytes
                .windows(words.len())
                .filter(|window| *window == words.as_bytes())
                .count()
        })
        .sum()
}

/// A word that stands nowhere else, and is its own folded form.
fn word(number: u32) -> String {
    format!("zanzibar{number:03}quay")
}

/// Everything of every size that a database moves from page to page: short and long messages, replies that grew, and the words of
/// all of them in the index.
async fn talk(room: &Room) -> u64 {
    let mut revision = 0;
    for number in 0..120_u32 {
        let text = format!("{} ", word(number)).repeat([1, 3, 40, 300][number as usize % 4]);
        let begun = room
            .store
            .begin_turn(room.session, room.turn(number, revision, &text))
            .await
            .expect("begun");
        for part in [text.len() / 3, text.len() / 2] {
            let so_far = &text[..part];
            room.store
                .write_partial(room.session, room.talk, begun.reply.id, so_far)
                .await
                .expect("written");
        }
        let (_, now) = room
            .store
            .commit_reply(room.session, room.talk, begun.reply.id, &text, Some(&text), at(9))
            .await
            .expect("committed");
        revision = now;
    }
    room.store.update_search_index().await.expect("indexed");
    revision
}

#[tokio::test]
async fn erased_words_are_in_no_byte_of_the_files() {
    let folder = tempfile::tempdir().expect("a folder");
    let store = Store::open(&folder.path().join("data.db")).await.expect("opened");
    let room = Room::within(store).await;
    let revision = talk(&room).await;
    let other = ConversationId(uuid(3));
    room.begin_conversation(other, "watson", 3).await;
    let staying = Room {
        store: room.store.clone(),
        session: room.session,
        talk: other,
    };
    staying.talk_once(900, 0, "What stays: anemone", "anemone").await;
    // The last turn by itself, then the whole rest.
    let undo = Change {
        conversation_id: room.talk,
        operation_id: operation(1000),
        expected_revision: revision,
        now: at(10),
    };
    room.store
        .undo_turn(room.session, undo, TrashId(uuid(800_000)))
        .await
        .expect("undone");
    room.store
        .delete_conversation(room.session, room.talk, TrashId(uuid(800_001)), at(11))
        .await
        .expect("deleted");
    assert!(found(folder.path(), "zanzibar") > 0, "it lies in the trash");
    assert!(!room.store.needs_scrubbing().await.expect("read"));
    room.store.empty_trash(room.session).await.expect("erased");
    assert!(room.store.needs_scrubbing().await.expect("read"));
    assert!(room.store.scrub().await.expect("scrubbed"));
    assert!(!room.store.needs_scrubbing().await.expect("read"));
    let stays: Vec<u32> = (0..120)
        .filter(|number| found(folder.path(), &word(*number)) > 0)
        .collect();
    assert_eq!(stays, [0_u32; 0], "these words are still in the files");
    assert_eq!(found(folder.path(), "zanzibar"), 0);
    assert!(found(folder.path(), "anemone") > 0);
    assert_eq!(find(&room, "anemone").await.len(), 2, "what stays is found");
    assert_eq!(find(&room, &word(0)).await, Vec::<String>::new());
    room.store.integrity_check().await.expect("whole");
}

#[tokio::test]
async fn what_was_erased_before_the_program_ended_is_scrubbed_at_its_next_start() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("data.db");
    let room = Room::within(Store::open(&path).await.expect("opened")).await;
    talk(&room).await;
    room.store
        .delete_conversation(room.session, room.talk, TrashId(uuid(800_001)), at(11))
        .await
        .expect("deleted");
    assert_eq!(room.store.erase_old_trash(at(12) + KEPT_FOR).await.expect("erased"), 1);
    // The program ends before it comes to it.
    room.store.close().await.expect("closed");
    let store = Store::open(&path).await.expect("opened again");
    assert!(store.needs_scrubbing().await.expect("read"));
    assert!(store.scrub().await.expect("scrubbed"));
    assert_eq!(found(folder.path(), "zanzibar"), 0);
    assert!(store.scrub().await.expect("nothing to do"));
}
