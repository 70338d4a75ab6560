//! What a conversation was begun with stands and falls with where it came from. Found by a tester: "My dog is called Uq777q" was taken
//! back in the earlier conversation, and the later one went on remembering, sending and summarising it.

mod forgotten;
mod gone;

use super::*;
use crate::{BranchOff, CarryFrom};

const SECRET: &str = "My dog is called Uq777q";

/// Three turns, all read in two steps; the secret is said in the turn that is asked for.
async fn earlier(turn: u32) -> Room {
    spoken(Room::new().await, turn).await
}

async fn spoken(room: Room, turn: u32) -> Room {
    for number in 1..=3 {
        let says = match number == turn {
            true => SECRET.to_owned(),
            false => format!("said {number}"),
        };
        room.say(number, &says, &format!("told {number}")).await;
    }
    room.read_on(1, 3).await;
    room.read_on(2, 7).await;
    room
}

/// A conversation that begins with what this one left, read once itself.
async fn later(room: &Room, number: u32) -> Room {
    let talk = ConversationId(uuid(3000 + number));
    let new = NewConversation {
        id: talk,
        character_id: character("sherlock"),
        greeting: None,
        now: at(100),
    };
    let from = CarryFrom {
        conversation_id: room.talk,
        seed: Uuid::from_u128(0x0196_0000_0000_7000_8000_0000_0000_0000 | (u128::from(number) << 48)),
    };
    room.store
        .create_conversation_from(room.session, new, from)
        .await
        .expect("begun");
    let there = room.in_talk(talk);
    there
        .say(number, &format!("said {number}"), &format!("told {number}"))
        .await;
    there.read_on(number, 2).await;
    there
}

/// All that prompts are told of memory.
async fn told(room: &Room) -> (Vec<String>, String, i32) {
    let sent = room.store.prompt_memory(room.session, room.talk).await.expect("memory");
    let summary = sent.summary.as_ref().map(|told| told.summary.text.clone());
    let (facts, standing) = (room.facts().await, room.standing(Axis::Trust).await);
    let shown = room.memory().await;
    let shown = shown.position.summary().map(|told| told.summary.text);
    assert_eq!(summary, shown);
    (facts, summary.unwrap_or_default(), standing)
}

async fn knows(room: &Room) -> bool {
    let (facts, summary, _) = told(room).await;
    let facts = facts.iter().any(|fact| fact.contains("Uq777q"));
    assert_eq!(facts, summary.contains("Uq777q"), "the one goes with the other");
    facts
}

async fn edit(room: &Room, number: u32, position: usize) {
    let id = room.messages().await[position].id;
    let change = room.changing(number).await;
    room.store
        .edit_message(room.session, change, (id, "Never mind"), trash(number))
        .await
        .expect("edited");
}

async fn delete(room: &Room, number: u32) {
    room.store
        .delete_conversation(room.session, room.talk, trash(number), at(500))
        .await
        .expect("deleted");
}

async fn put_back(room: &Room, number: u32) {
    let restore = crate::RestoreTrash {
        id: trash(number),
        replaced_id: trash(number + 100),
        new_id: ConversationId(uuid(9000 + number)),
        seed: Uuid::from_u128(0x0193_0000_0000_7000_8000_0000_0000_0000 | (u128::from(number) << 48)),
        now: at(600),
    };
    room.store
        .restore_from_trash(room.session, restore)
        .await
        .expect("put back");
}

#[tokio::test]
async fn what_is_edited_in_the_earlier_conversation_is_not_remembered_in_the_later_one_and_comes_back_with_it() {
    let room = earlier(1).await;
    let there = later(&room, 101).await;
    let before = told(&there).await;
    assert!(knows(&there).await);
    edit(&room, 11, 1).await;
    assert_eq!(told(&there).await, (vec![], String::new(), 0));
    // Read again, its own messages are all that it tells of.
    there.read_on(102, 2).await;
    let own = (
        vec!["said 101".to_owned(), "told 101".to_owned()],
        "said 101; told 101".to_owned(),
        1,
    );
    assert_eq!(told(&there).await, own);
    put_back(&room, 11).await;
    assert_eq!(told(&there).await, before, "exactly what was there");
    room.store.integrity_check().await.expect("whole");
}

#[tokio::test]
async fn what_stood_before_what_is_taken_back_is_carried_all_the_same() {
    let room = earlier(3).await;
    let there = later(&room, 101).await;
    assert!(knows(&there).await);
    let id = room.messages().await[5].id;
    let change = room.changing(11).await;
    room.store
        .delete_message(room.session, change, id, trash(11))
        .await
        .expect("deleted");
    let expected = ["Good evening.", "said 1", "told 1"].map(str::to_owned).to_vec();
    let left = (expected, "Good evening.; said 1; told 1".to_owned(), 1);
    assert_eq!(told(&there).await, left);
    // Looked at twice, it is carried once.
    assert_eq!(told(&there).await, left);
    there.read_on(102, 2).await;
    assert!(!knows(&there).await);
    put_back(&room, 11).await;
    assert!(knows(&there).await);
    assert!(there.summary().await.ends_with("said 101; told 101"));
}

/// The earlier conversation has more than stays unread, so that it is read again.
#[tokio::test]
async fn it_is_carried_again_once_the_earlier_conversation_has_been_read_again() {
    let room = earlier(1).await;
    for number in 4..=12 {
        room.say(number, &format!("said {number}"), &format!("told {number}"))
            .await;
    }
    let there = later(&room, 101).await;
    edit(&room, 11, 1).await;
    assert_eq!(there.summary().await, "");
    room.read_on(13, 3).await;
    assert_eq!(there.summary().await, "", "not yet as far as it was");
    room.read_on(14, 7).await;
    assert_eq!(there.summary().await, room.summary().await);
    there.read_on(102, 2).await;
    let summary = there.summary().await;
    room.read_on(15, 11).await;
    assert_eq!(there.summary().await, summary, "what comes later does not reach it");
    assert!(!knows(&there).await);
}

#[tokio::test]
async fn a_conversation_in_the_trash_is_remembered_nowhere_until_it_is_put_back() {
    let room = earlier(1).await;
    let there = later(&room, 101).await;
    let before = told(&there).await;
    delete(&room, 11).await;
    assert_eq!(told(&there).await, (vec![], String::new(), 0));
    there.read_on(102, 2).await;
    assert_eq!(there.summary().await, "said 101; told 101");
    put_back(&room, 11).await;
    assert_eq!(told(&there).await, before);
}

#[tokio::test]
async fn what_is_taken_back_is_remembered_in_none_of_three_conversations() {
    let room = earlier(1).await;
    let second = later(&room, 101).await;
    let third = later(&second, 102).await;
    let before = told(&third).await;
    assert!(knows(&third).await);
    edit(&room, 11, 1).await;
    // The last one is looked at first.
    assert!(!knows(&third).await);
    assert!(!knows(&second).await);
    put_back(&room, 11).await;
    assert_eq!(told(&third).await, before);
    delete(&second, 12).await;
    assert_eq!(told(&third).await, (vec![], String::new(), 0));
    put_back(&second, 12).await;
    assert_eq!(told(&third).await, before);
    delete(&room, 13).await;
    assert!(!knows(&third).await);
    put_back(&room, 13).await;
    assert_eq!(told(&third).await, before);
}

#[tokio::test]
async fn what_was_forgotten_in_the_later_conversation_is_not_carried_again() {
    let room = earlier(3).await;
    let there = later(&room, 101).await;
    there.forget(102, "told 1").await;
    edit(&room, 11, 5).await;
    let (facts, summary, _) = told(&there).await;
    assert_eq!(facts, ["Good evening.", "said 1"]);
    assert_eq!(summary, "", "it may tell of what was forgotten");
    put_back(&room, 11).await;
    assert!(!there.facts().await.contains(&"told 1".to_owned()));
}

#[tokio::test]
async fn a_branch_stands_and_falls_with_the_earlier_conversation_too() {
    let room = earlier(1).await;
    let there = later(&room, 101).await;
    let branch = BranchOff {
        conversation_id: there.talk,
        message_id: there.messages().await[1].id,
        operation_id: operation(700_001),
        new_id: ConversationId(uuid(21)),
        seed: Uuid::from_u128(0x0194_0000_0000_7000_8000_0000_0000_0000),
        now: at(200),
    };
    let talk = there.store.branch_off(there.session, branch).await.expect("branched");
    let branch = there.in_talk(talk);
    let before = told(&branch).await;
    assert_eq!(before, told(&there).await);
    edit(&room, 11, 1).await;
    assert_eq!(told(&branch).await, (vec![], String::new(), 0));
    put_back(&room, 11).await;
    assert_eq!(told(&branch).await, before);
    let saved = saved_memory(&room, talk).await;
    assert!(saved.contains("Uq777q"));
    edit(&room, 12, 1).await;
    // The branch is written into the file with the one that is asked for, and was not looked at since.
    let saved = saved_memory(&room, there.talk).await;
    assert!(!saved.contains("Uq777q"), "{saved}");
}

/// What a save file would hold of the memory of a family.
async fn saved_memory(room: &Room, asked_for: ConversationId) -> String {
    let mut snapshot = room.store.snapshot(room.session, asked_for).await.expect("a snapshot");
    let mut text = String::new();
    for id in snapshot.family() {
        let about = snapshot.about(id).await.expect("about");
        text.extend(about.kept.into_iter().map(|section| section.json));
    }
    text
}

/// The first message stood by no checkpoint any more, only the fact that was pinned from it.
#[tokio::test]
async fn a_fact_that_stands_by_its_message_alone_goes_with_it() {
    let room = earlier(1).await;
    let pinned = room.fact_of(SECRET).await;
    let change = room.memory_change(5).await;
    room.store.pin_fact(room.session, change, pinned).await.expect("pinned");
    edit(&room, 11, 2).await;
    assert_eq!(room.facts().await, [format!("!{SECRET}")]);
    let there = later(&room, 101).await;
    assert!(there.facts().await.contains(&SECRET.to_owned()));
    edit(&room, 12, 1).await;
    assert_eq!(there.facts().await, Vec::<String>::new());
    put_back(&room, 12).await;
    assert!(there.facts().await.contains(&SECRET.to_owned()));
    room.forget(6, SECRET).await;
    assert!(!there.facts().await.contains(&SECRET.to_owned()));
}

#[tokio::test]
async fn what_was_cleared_in_either_conversation_is_not_carried_again() {
    let room = earlier(1).await;
    room.remember(4, "Written down", FactScope::Conversation).await;
    let there = later(&room, 101).await;
    let before = told(&there).await;
    let change = room.changing(11).await;
    room.store
        .clear_conversation(room.session, change, trash(11))
        .await
        .expect("cleared");
    assert_eq!(told(&there).await, (vec![], String::new(), 0));
    put_back(&room, 11).await;
    assert_eq!(told(&there).await, before);

    let change = there.changing(12).await;
    there
        .store
        .clear_conversation(there.session, change, trash(12))
        .await
        .expect("cleared");
    edit(&room, 13, 5).await;
    assert_eq!(told(&there).await, (vec![], String::new(), 0), "cleared is cleared");
    put_back(&room, 13).await;
    put_back(&there, 12).await;
    assert_eq!(told(&there).await, before);
}
