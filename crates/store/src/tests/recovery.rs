use super::*;
use crate::Recovered;

#[tokio::test]
async fn what_was_under_way_is_kept_and_marked() {
    let mut room = Room::new().await;
    let begun = room
        .store
        .begin_turn(room.session, room.turn(1, 0, "Hello"))
        .await
        .expect("begun");
    room.store
        .write_partial(room.session, room.talk, begun.reply.id, "Good d")
        .await
        .expect("kept");
    for (number, with) in [(3, "watson"), (4, "mycroft")] {
        room.talk = ConversationId(uuid(number));
        room.begin_conversation(room.talk, with, 5).await;
        room.store
            .begin_turn(room.session, room.turn(number, 0, "You too?"))
            .await
            .expect("begun");
    }
    let recovered = room.store.recover(at(9)).await.expect("recovered");
    assert_eq!(
        recovered,
        Recovered {
            cut_short: 1,
            unanswered: 2
        }
    );
    assert_eq!(
        room.transcript().await,
        ["character complete Good evening.", "user complete You too?"]
    );
    assert_eq!(
        (room.conversation().await.revision, room.conversation().await.met),
        (2, true)
    );
    room.talk = ConversationId(uuid(2));
    assert_eq!(
        room.transcript().await[1..],
        ["user complete Hello", "character cut_short Good d"]
    );
    assert_eq!(room.conversation().await.revision, 2);
    assert_eq!(
        room.store.recover(at(10)).await.expect("recovered"),
        Recovered::default()
    );
    assert_eq!(room.conversation().await.revision, 2, "nothing to do is no change");
}

#[tokio::test]
async fn a_continued_reply_keeps_its_text() {
    let room = Room::new().await;
    let begun = room
        .store
        .begin_turn(room.session, room.turn(1, 0, "Hello"))
        .await
        .expect("begun");
    room.store
        .cut_reply(room.session, room.talk, begun.reply.id, "Good d", None, at(2))
        .await
        .expect("cut");
    room.store
        .begin_reply(room.session, room.reply(2, 2))
        .await
        .expect("goes on");
    assert_eq!(
        room.store.recover(at(9)).await.expect("recovered"),
        Recovered {
            cut_short: 1,
            unanswered: 0
        }
    );
    assert_eq!(room.transcript().await[2], "character cut_short Good d");
}

#[tokio::test]
async fn damaged_text_stays_recognisable() {
    let room = Room::new().await;
    let begun = room
        .store
        .begin_turn(room.session, room.turn(1, 0, "Hello"))
        .await
        .expect("begun");
    room.store
        .write_partial(room.session, room.talk, begun.reply.id, "Good d")
        .await
        .expect("kept");
    room.sql("update alternates set text = 'Bad d' where text = 'Good d'")
        .await;
    room.store.recover(at(9)).await.expect("recovered");
    assert_eq!(room.transcript().await[2], "character damaged Bad d");
}

#[tokio::test]
async fn a_dropped_change_changes_nothing_and_blocks_nothing() {
    let room = Room::new().await;
    let mut writing = room.store.write().await.expect("begun");
    sqlx::query("update conversations set revision = 40")
        .execute(&mut *writing)
        .await
        .expect("changed");
    drop(writing);
    assert_eq!(room.conversation().await.revision, 0);
    room.talk_once(1, 0, "Hello", "Yes?").await;
}

#[tokio::test]
async fn the_next_write_works_when_a_full_disk_has_room_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let room = Room::within(Store::open(&folder.path().join("data.db")).await.expect("opened")).await;
    let begun = room
        .store
        .begin_turn(room.session, room.turn(1, 0, "Hello"))
        .await
        .expect("begun");
    room.store
        .write_partial(room.session, room.talk, begun.reply.id, "Good")
        .await
        .expect("kept");
    let before = room.transcript().await;
    let long = "a long reply. ".repeat(100_000);
    // The limit belongs to the connection, as a full disk belongs to the machine.
    room.sql("pragma max_page_count = 1").await;
    assert_eq!(
        code(
            room.store
                .write_partial(room.session, room.talk, begun.reply.id, &long)
                .await
        ),
        "storage_full"
    );
    assert_eq!(room.transcript().await, before, "readable, and nothing lost");
    room.sql("pragma max_page_count = 1073741823").await;
    room.store
        .commit_reply(room.session, room.talk, begun.reply.id, &long, None, at(3))
        .await
        .expect("room again");
    assert_eq!(room.messages().await[2].text, long);
    room.store.integrity_check().await.expect("whole");
}

#[tokio::test]
async fn a_read_only_database_is_a_named_error_and_readable() {
    let room = Room::new().await;
    room.sql("pragma query_only = on").await;
    assert_eq!(
        code(room.store.begin_turn(room.session, room.turn(1, 0, "Hello")).await),
        "storage_read_only"
    );
    assert_eq!(room.transcript().await.len(), 1);
    room.sql("pragma query_only = off").await;
    room.talk_once(1, 0, "Hello", "Yes?").await;
}
