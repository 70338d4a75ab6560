//! For good, and while a reply is being written.

use engine::conversation::MessageState;
use engine::memory::view::{PromptPartName, PromptPartView, PromptRecordView};

use super::*;
use crate::{AsOf, Ending, Sent};

fn record(message_id: MessageId, summary: &str) -> PromptRecordView {
    PromptRecordView {
        message_id,
        alternate: 0,
        model: "small-model".to_owned(),
        window_tokens: 2048,
        window_known: true,
        reply_tokens: 256,
        parts: vec![PromptPartView {
            name: PromptPartName::Summary,
            tokens: 3,
            text: format!("# Before\n{summary}"),
        }],
        recalled: Vec::new(),
        facts: Vec::new(),
        left_out: Vec::new(),
    }
}

async fn recorded(room: &Room) {
    let reply = room.messages().await[1].id;
    let record = record(reply, &room.summary().await);
    room.store
        .write_prompt_record(room.session, room.talk, &record, at(5))
        .await
        .expect("written");
}

fn found(folder: &std::path::Path, words: &str) -> usize {
    let entries = std::fs::read_dir(folder).expect("a folder");
    let bytes = entries.map(|entry| std::fs::read(entry.expect("an entry").path()).expect("read"));
    bytes
        .map(|bytes| {
            bytes
                .windows(words.len())
                .filter(|window| *window == words.as_bytes())
                .count()
        })
        .sum()
}

/// Words, an earlier conversation, or a part of one: nothing of it is in any byte of the files, in three conversations.
#[tokio::test]
async fn what_is_erased_in_the_earlier_conversation_is_in_no_byte_of_the_later_ones() {
    for whole in [true, false] {
        let folder = tempfile::tempdir().expect("a folder");
        let store = Store::open(&folder.path().join("data.db")).await.expect("opened");
        let room = spoken(Room::within(store).await, 1).await;
        let second = later(&room, 101).await;
        let third = later(&second, 102).await;
        recorded(&second).await;
        recorded(&third).await;
        // Its own, whatever becomes of the rest.
        let own = third.fact_of("told 3").await;
        let change = third.memory_change(103).await;
        third.store.pin_fact(third.session, change, own).await.expect("pinned");
        match whole {
            true => delete(&room, 11).await,
            false => edit(&room, 11, 1).await,
        }
        assert!(found(folder.path(), "Uq777q") > 0, "it lies in the trash");
        room.store.empty_trash(room.session).await.expect("erased");
        assert!(room.store.scrub().await.expect("scrubbed"));
        assert!(!room.is_kept_somewhere("uq777q").await, "{whole}");
        assert_eq!(found(folder.path(), "Uq777q"), 0, "{whole}");
        assert_eq!(third.facts().await, ["!told 3"]);
        third.read_on(104, 2).await;
        assert_eq!(third.summary().await, "said 102; told 102");
        room.store.integrity_check().await.expect("whole");
    }
}

/// What stands there still is carried, and what was erased before does not keep it away.
#[tokio::test]
async fn what_stays_when_a_part_is_erased_is_remembered_on() {
    let room = earlier(3).await;
    let there = later(&room, 101).await;
    edit(&room, 11, 5).await;
    room.store.empty_trash(room.session).await.expect("erased");
    assert!(!room.is_kept_somewhere("uq777q").await);
    assert_eq!(there.summary().await, "Good evening.; said 1; told 1");
    there.read_on(102, 2).await;
    assert_eq!(
        there.summary().await,
        "Good evening.; said 1; told 1; said 101; told 101"
    );
}

/// The record is written with the end of the reply, after what it was told was taken back elsewhere.
#[tokio::test]
async fn what_is_taken_back_elsewhere_while_a_reply_is_written_is_in_no_record_of_it() {
    for is_taken_back in [true, false] {
        let room = earlier(1).await;
        let there = later(&room, 101).await;
        let revision = there.conversation().await.revision;
        let begun = there
            .store
            .begin_turn(there.session, there.turn(110, revision, "said 110"))
            .await
            .expect("begun");
        let as_of = AsOf {
            memory_revision: there.memory().await.memory_revision,
            changes: there.store.memory_changes(),
        };
        let record = record(begun.reply.id, &there.summary().await);
        match is_taken_back {
            true => edit(&room, 11, 1).await,
            false => drop(room.remember(11, "Something else", FactScope::Conversation).await),
        }
        let ending = Ending {
            reply_id: begun.reply.id,
            text: "told 110",
            reasoning: None,
            state: MessageState::Complete,
            sent: Some(Sent { record: &record, as_of }),
            now: at(9),
        };
        there
            .store
            .end_reply(there.session, there.talk, ending)
            .await
            .expect("ended");
        let place = (there.talk, begun.reply.id);
        let kept = there.store.prompt_record(there.session, place, 0).await.expect("read");
        assert_eq!(kept.is_none(), is_taken_back);
    }
}

/// An extraction that has read what was taken back meanwhile leaves nothing.
#[tokio::test]
async fn an_extraction_is_stale_when_what_it_was_told_was_taken_back_elsewhere() {
    let room = earlier(1).await;
    let there = later(&room, 101).await;
    there.say(110, "said 110", "told 110").await;
    let work = there.work(&there.job(4).await).await.expect("work");
    assert!(work.previous.as_ref().is_some_and(|told| told.text.contains("Uq777q")));
    edit(&room, 11, 1).await;
    assert_eq!(
        there.finish(110, &work, &super::super::found(&work)).await,
        Commit::Stale
    );
    assert!(!knows(&there).await);
}
