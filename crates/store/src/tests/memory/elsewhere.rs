//! Where a conversation goes, its memory goes.

use super::*;
use crate::{BranchOff, CarryFrom};

/// Greeting and three turns, all read; one fact pinned, one written, one forgotten.
pub async fn lived_in() -> Room {
    let room = Room::new().await;
    for number in 1..=3 {
        room.say(number, &format!("said {number}"), &format!("told {number}"))
            .await;
    }
    room.read_on(1, 3).await;
    room.read_on(2, 7).await;
    let pinned = room.fact_of("told 1").await;
    let change = room.memory_change(1).await;
    room.store.pin_fact(room.session, change, pinned).await.expect("pinned");
    room.remember(2, "Written down", FactScope::Conversation).await;
    room.forget(3, "said 2").await;
    room.rebuild(4).await;
    room
}

const REMEMBERED: [&str; 7] = [
    "!Written down",
    "!told 1",
    "Good evening.",
    "said 1",
    "said 3",
    "told 2",
    "told 3",
];

fn restoring(number: u32) -> crate::RestoreTrash {
    crate::RestoreTrash {
        id: trash(number),
        replaced_id: trash(number + 100),
        new_id: ConversationId(uuid(9)),
        seed: Uuid::from_u128(0x0193_0000_0000_7000_8000_0000_0000_0000),
        now: at(99),
    }
}

#[tokio::test]
async fn a_branch_remembers_what_both_share() {
    let room = lived_in().await;
    let change = room.memory_change(5).await;
    room.store
        .set_axis_lock(room.session, change, (Axis::Trust, true))
        .await
        .expect("locked");
    let messages = room.messages().await;
    for (number, position, facts, end) in [
        (1, 6, REMEMBERED.to_vec(), 7),
        (2, 4, vec!["!Written down", "!told 1", "Good evening.", "said 1"], 3),
    ] {
        let branch = BranchOff {
            conversation_id: room.talk,
            message_id: messages[position].id,
            operation_id: operation(700_000 + number),
            new_id: ConversationId(uuid(20 + number)),
            seed: Uuid::from_u128(0x0194_0000_0000_7000_8000_0000_0000_0000 | (u128::from(number) << 48)),
            now: at(50),
        };
        let talk = room.store.branch_off(room.session, branch).await.expect("branched");
        let there = room.in_talk(talk);
        assert_eq!(there.facts().await, facts);
        let memory = there.memory().await;
        assert_eq!((memory.position.chain.end(), memory.memory_revision), (end, 0));
        assert_eq!(
            memory.excluded.iter().map(|source| source.position).collect::<Vec<_>>(),
            [Some(3), Some(4)]
        );
        assert!(memory.relationship[0].locked);
        let said = memory
            .automatic
            .iter()
            .find(|fact| fact.text == "said 1")
            .expect("a fact");
        assert_eq!(
            said.sources[0].message_id,
            there.messages().await[1].id,
            "its own messages"
        );
        let work = there.work(&there.job(7).await).await;
        assert!(work.is_none_or(|work| work.blocked.len() == 1));
        // They part: a change here changes nothing there.
        there.forget(60 + number, "said 1").await;
        assert_eq!(room.facts().await, REMEMBERED);
    }
    room.store.integrity_check().await.expect("whole");
}

#[tokio::test]
async fn a_cleared_conversation_remembers_nothing_until_it_is_put_back() {
    let room = lived_in().await;
    let (summary, trust) = (room.summary().await, room.standing(Axis::Trust).await);
    let change = room.changing(1).await;
    room.store
        .clear_conversation(room.session, change, trash(1))
        .await
        .expect("cleared");
    assert_eq!(room.facts().await, Vec::<String>::new());
    assert_eq!(
        (room.summary().await.as_str(), room.standing(Axis::Trust).await),
        ("", 0)
    );
    assert_eq!(room.memory().await.excluded, []);
    room.store
        .restore_from_trash(room.session, restoring(1))
        .await
        .expect("put back");
    assert_eq!(room.facts().await, REMEMBERED);
    assert_eq!(
        (room.summary().await, room.standing(Axis::Trust).await),
        (summary, trust)
    );
    assert_eq!(room.memory().await.excluded.len(), 2, "the message and its answer");
}

#[tokio::test]
async fn what_was_cleared_comes_back_with_its_memory_as_a_branch_too() {
    let room = lived_in().await;
    let change = room.changing(1).await;
    room.store
        .clear_conversation(room.session, change, trash(1))
        .await
        .expect("cleared");
    room.say(9, "said 9", "told 9").await;
    let restored = room
        .store
        .restore_from_trash(room.session, restoring(1))
        .await
        .expect("put back");
    assert_ne!(restored.conversation_id, room.talk);
    let there = room.in_talk(restored.conversation_id);
    assert_eq!(there.facts().await, REMEMBERED);
    assert_eq!(there.memory().await.excluded.len(), 2, "the message and its answer");
    assert_eq!(room.facts().await, Vec::<String>::new());
    assert_eq!(room.memory().await.excluded, []);
    room.store.integrity_check().await.expect("whole");
}

#[tokio::test]
async fn what_was_erased_is_remembered_nowhere() {
    let room = lived_in().await;
    let change = room.changing(1).await;
    room.store
        .clear_conversation(room.session, change, trash(1))
        .await
        .expect("cleared");
    room.store
        .erase_from_trash(room.session, trash(1))
        .await
        .expect("erased");
    for text in ["said 1", "told 1", "Written down"] {
        assert!(!room.is_kept_somewhere(text).await, "{text}");
    }

    let room = lived_in().await;
    let change = room.changing(1).await;
    room.store
        .undo_turn(room.session, change, trash(1))
        .await
        .expect("undone");
    room.store.empty_trash(room.session).await.expect("erased");
    assert!(!room.is_kept_somewhere("said 3").await);
    assert_eq!(
        room.facts().await,
        ["!Written down", "!told 1", "Good evening.", "said 1"]
    );
}

#[tokio::test]
async fn the_words_before_an_edit_are_erased_from_memory_with_them() {
    let room = lived_in().await;
    let id = room.messages().await[2].id;
    let change = room.changing(1).await;
    room.store
        .edit_message(room.session, change, (id, "other words"), trash(1))
        .await
        .expect("edited");
    room.store
        .erase_from_trash(room.session, trash(1))
        .await
        .expect("erased");
    assert!(!room.is_kept_somewhere("told 1").await);
    assert_eq!(room.facts().await, ["!Written down"]);
}

#[tokio::test]
async fn a_conversation_takes_all_of_its_memory_along() {
    let room = lived_in().await;
    room.store
        .delete_conversation(room.session, room.talk, trash(1), at(9))
        .await
        .expect("deleted");
    room.store
        .restore_from_trash(room.session, restoring(1))
        .await
        .expect("put back");
    assert_eq!(room.facts().await, REMEMBERED);
    room.store
        .delete_conversation(room.session, room.talk, trash(2), at(9))
        .await
        .expect("deleted");
    room.store.empty_trash(room.session).await.expect("erased");
    let left: i64 = sqlx::query_scalar(
        "select (select count(*) from facts) + (select count(*) from checkpoints) + (select count(*) from exclusions)
            + (select count(*) from blocked_facts) + (select count(*) from relationship_events)",
    )
    .fetch_one(&room.store.writer_now())
    .await
    .expect("counted");
    assert_eq!(left, 0);
    room.store.integrity_check().await.expect("whole");
}

/// A conversation that began with what another one left, read once itself.
async fn carried_on(room: &Room) -> Room {
    let talk = ConversationId(uuid(30));
    let new = NewConversation {
        id: talk,
        character_id: character("sherlock"),
        greeting: Some((message(7777), "You again.".to_owned())),
        now: at(100),
    };
    let from = CarryFrom {
        conversation_id: room.talk,
        seed: Uuid::from_u128(0x0195_0000_0000_7000_8000_0000_0000_0000),
    };
    let strange = NewConversation {
        character_id: character("watson"),
        ..new.clone()
    };
    let refused = room.store.create_conversation_from(room.session, strange, from).await;
    assert_eq!(code(refused), "not_found");
    room.store
        .create_conversation_from(room.session, new, from)
        .await
        .expect("begun");
    let there = room.in_talk(talk);
    assert_eq!(there.summary().await, room.summary().await);
    assert_eq!(
        there.standing(Axis::Trust).await,
        1,
        "the other one went with what was forgotten"
    );
    let mut expected = REMEMBERED.map(|text| text.trim_start_matches('!'));
    expected.sort_unstable();
    assert_eq!(there.facts().await, expected);
    there.say(101, "said 101", "told 101").await;
    there.read_on(101, 3).await;
    assert!(there.summary().await.ends_with("You again.; said 101; told 101"));
    assert_eq!(there.standing(Axis::Trust).await, 2);
    there
}

#[tokio::test]
async fn a_new_conversation_begins_with_what_an_earlier_one_left() {
    let room = lived_in().await;
    let there = carried_on(&room).await;
    // Pinned, it stands, whatever becomes of the messages of the earlier conversation.
    let said = there.fact_of("said 3").await;
    let change = there.memory_change(102).await;
    there.store.pin_fact(there.session, change, said).await.expect("pinned");
    let change = room.changing(9).await;
    room.store
        .undo_turn(room.session, change, trash(9))
        .await
        .expect("undone");
    assert!(there.facts().await.contains(&"!said 3".to_owned()));
    let change = there.changing(103).await;
    there
        .store
        .clear_conversation(there.session, change, trash(10))
        .await
        .expect("cleared");
    assert_eq!(
        (there.facts().await, there.summary().await),
        (Vec::new(), String::new())
    );
    assert_eq!(there.standing(Axis::Trust).await, 0);
}
