//! What was planned comes up when its time has come: not before, in one turn, and again when that turn is tried again.

use super::*;

/// The texts of what is due when the message at a position is answered.
async fn due(room: &Room, turn: u32, seconds: i64) -> Vec<String> {
    room.memories(room.talk).await;
    let due = room
        .store
        .due_memories(room.session, room.talk, turn, at(seconds))
        .await
        .expect("read");
    due.into_iter()
        .filter_map(|due| due.memory.user.map(|message| message.text))
        .collect()
}

#[tokio::test]
async fn a_plan_comes_up_after_its_time_and_not_before() {
    const HOUR: i64 = 3_600;
    const PLAN: &str = "I will call my mother in two hours";
    let room = Room::new().await;
    let say = async |number: u32, text: &str, seconds: i64| {
        let revision = room.conversation().await.revision;
        let mut turn = room.turn(number, revision, text);
        turn.now = at(seconds);
        let begun = room.store.begin_turn(room.session, turn).await.expect("begun");
        let position = begun.reply.position - 1;
        let answer = room
            .store
            .commit_reply(room.session, room.talk, begun.reply.id, "Good.", None, at(seconds));
        answer.await.expect("committed");
        position
    };
    say(1, PLAN, 0).await;
    let turn = say(2, "I am reading", HOUR).await;
    assert_eq!(due(&room, turn, HOUR).await, [] as [String; 0]);
    let turn = say(3, "Now I am done", 2 * HOUR - 1).await;
    assert_eq!(due(&room, turn, 2 * HOUR - 1).await, [] as [String; 0]);
    let turn = say(4, "Hello again", 5 * HOUR).await;
    assert_eq!(due(&room, turn, 5 * HOUR).await, [PLAN]);
    assert_eq!(due(&room, turn, 5 * HOUR + 30).await, [PLAN], "the turn is tried again");
    let turn = say(5, "And so on", 6 * HOUR).await;
    assert_eq!(due(&room, turn, 6 * HOUR).await, [] as [String; 0]);
}

#[tokio::test]
async fn a_plan_that_was_taken_back_does_not_come_up() {
    let room = Room::new().await;
    room.say(1, "I will call my mother in two hours", "Do.").await;
    assert_eq!(due(&room, 3, 100_000).await.len(), 1);
    let memory = room.memories(room.talk).await.pop().expect("a memory");
    room.forget_one(9, memory.id).await.expect("forgotten");
    assert_eq!(due(&room, 3, 100_000).await, [] as [String; 0]);
}
