//! Consent, locks and new beginnings.

use super::*;

async fn room_with_romance() -> Room {
    let room = Room::new().await;
    let change = room.memory_change(1).await;
    room.store
        .set_axis_consent(room.session, change, (Axis::Romance, true))
        .await
        .expect("on");
    for number in 1..=3 {
        room.say(number, &format!("said {number}"), &format!("told {number}"))
            .await;
    }
    room.read_on(1, 3).await;
    room.read_on(2, 7).await;
    room
}

#[tokio::test]
async fn the_optional_axes_take_part_only_with_consent() {
    let room = room_with_romance().await;
    let memory = room.memory().await;
    let seen: Vec<_> = memory
        .relationship
        .iter()
        .map(|axis| (axis.axis, axis.enabled, axis.standing))
        .collect();
    assert_eq!(
        seen,
        [
            (Axis::Trust, true, 2),
            (Axis::Familiarity, true, 2),
            (Axis::Romance, true, 2),
            (Axis::Attraction, false, 0)
        ]
    );
    assert_eq!(memory.relationship[2].events[0].reason, "because said 2");
    assert_eq!(memory.relationship[2].events[0].sources[0].position, Some(3));
    let other = ConversationId(uuid(3));
    room.begin_conversation(other, "sherlock", 5).await;
    let change = room.memory_change(2).await;
    let changed = room
        .store
        .set_axis_consent(room.session, change, (Axis::Romance, false))
        .await;
    assert_eq!(changed.expect("off").also, [(other, 1)]);
    assert_eq!(
        (room.standing(Axis::Romance).await, room.standing(Axis::Trust).await),
        (0, 2)
    );
    let prompt = room.store.prompt_memory(room.session, room.talk).await.expect("memory");
    let standings: Vec<(Axis, i32)> = prompt
        .relationship
        .iter()
        .map(|axis| (axis.axis, axis.standing))
        .collect();
    assert_eq!(standings, [(Axis::Trust, 2), (Axis::Familiarity, 2)]);
    assert!(prompt.relationship.iter().all(|axis| !axis.reason.is_empty()));
    let change = room.memory_change(3).await;
    let on = room
        .store
        .set_axis_consent(room.session, change, (Axis::Romance, true))
        .await;
    on.expect("on again");
    assert_eq!(room.standing(Axis::Romance).await, 0, "its developments are gone");
    let change = room.memory_change(4).await;
    let always = room
        .store
        .set_axis_consent(room.session, change, (Axis::Trust, false))
        .await;
    assert_eq!(code(always), "axis_always_on");
}

#[tokio::test]
async fn a_locked_axis_stays_as_it_is() {
    let room = room_with_romance().await;
    let change = room.memory_change(2).await;
    room.store
        .set_axis_lock(room.session, change, (Axis::Trust, true))
        .await
        .expect("locked");
    room.say(4, "said 4", "told 4").await;
    room.read_on(3, 9).await;
    assert_eq!(
        (room.standing(Axis::Trust).await, room.standing(Axis::Romance).await),
        (2, 3)
    );
    let change = room.memory_change(3).await;
    room.store
        .set_axis_lock(room.session, change, (Axis::Trust, false))
        .await
        .expect("free");
    room.say(5, "said 5", "told 5").await;
    room.read_on(4, 11).await;
    assert_eq!(room.standing(Axis::Trust).await, 3);
}

#[tokio::test]
async fn an_axis_begins_anew() {
    let room = room_with_romance().await;
    let change = room.memory_change(2).await;
    room.store
        .reset_axis(room.session, change, Axis::Trust)
        .await
        .expect("reset");
    assert_eq!(
        (room.standing(Axis::Trust).await, room.standing(Axis::Familiarity).await),
        (0, 2)
    );
}

#[tokio::test]
async fn undo_takes_a_development_back_exactly() {
    let room = room_with_romance().await;
    let change = room.changing(1).await;
    room.store
        .undo_turn(room.session, change, trash(1))
        .await
        .expect("undone");
    assert_eq!(room.standing(Axis::Romance).await, 1);
    room.read_on(3, 5).await;
    assert_eq!(room.standing(Axis::Romance).await, 2);
    let restore = crate::RestoreTrash {
        id: trash(1),
        replaced_id: trash(2),
        new_id: ConversationId(uuid(9)),
        seed: uuid(10),
        now: at(9),
    };
    room.store
        .restore_from_trash(room.session, restore)
        .await
        .expect("put back");
    assert_eq!(room.standing(Axis::Romance).await, 2, "not counted twice");
}
