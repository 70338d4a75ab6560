//! Turns that are taken back.

use super::*;

#[tokio::test]
async fn a_turn_that_showed_nothing_leaves_nothing() {
    let room = Room::new().await;
    let begun = room
        .store
        .begin_turn(room.session, room.turn(1, 0, "Hello"))
        .await
        .expect("begun");
    room.store
        .write_partial(room.session, room.talk, begun.reply.id, " \n")
        .await
        .expect("kept");
    let taken = room
        .store
        .take_back_turn(room.session, room.talk, begun.reply.id, at(2))
        .await
        .expect("taken back");
    assert_eq!(
        (taken.user, taken.revision),
        (Some((message(1002), "Hello".to_owned())), 2)
    );
    assert_eq!(room.transcript().await, ["character complete Good evening."]);
    assert!(!room.conversation().await.met, "nothing was said after all");
    let rows: i64 = sqlx::query_scalar("select count(*) from alternates")
        .fetch_one(&room.store.writer_now())
        .await
        .expect("read");
    assert_eq!(rows, 1, "no wording without its message");
    let kept: i64 = sqlx::query_scalar("select count(*) from operations where result like '%Hello%'")
        .fetch_one(&room.store.writer_now())
        .await
        .expect("read");
    assert_eq!(kept, 0, "the words are not kept elsewhere");
    let revision = room.talk_once(2, 2, "Hello again", "Yes?").await;
    let later = room
        .store
        .begin_turn(room.session, room.turn(3, revision, "And"))
        .await
        .expect("begun");
    room.store
        .take_back_turn(room.session, room.talk, later.reply.id, at(3))
        .await
        .expect("taken back");
    assert!(room.conversation().await.met);
}

#[tokio::test]
async fn a_reply_asked_for_again_leaves_the_words_it_was_to_answer() {
    let room = Room::new().await;
    room.store
        .begin_turn(room.session, room.turn(1, 0, "Hello"))
        .await
        .expect("begun");
    room.store.recover(at(2)).await.expect("recovered");
    let begun = room
        .store
        .begin_reply(room.session, room.reply(2, 2))
        .await
        .expect("begun");
    assert_eq!((begun.user.clone(), begun.reply.position, begun.revision), (None, 2, 3));
    let taken = room
        .store
        .take_back_turn(room.session, room.talk, begun.reply.id, at(3))
        .await
        .expect("taken back");
    assert_eq!((taken.user, taken.revision), (None, 4));
    assert_eq!(
        room.transcript().await,
        ["character complete Good evening.", "user complete Hello"]
    );
    let begun = room
        .store
        .begin_reply(room.session, room.reply(3, 4))
        .await
        .expect("begun");
    room.store
        .commit_reply(room.session, room.talk, begun.reply.id, "Yes?", None, at(4))
        .await
        .expect("committed");
    assert_eq!(room.transcript().await[2], "character complete Yes?");
}

#[tokio::test]
async fn a_continuation_that_showed_nothing_is_as_before() {
    let room = Room::new().await;
    let begun = room
        .store
        .begin_turn(room.session, room.turn(1, 0, "Hello"))
        .await
        .expect("begun");
    let (cut, _) = room
        .store
        .cut_reply(room.session, room.talk, begun.reply.id, "Good d", None, at(2))
        .await
        .expect("cut");
    room.store
        .begin_reply(room.session, room.reply(2, 2))
        .await
        .expect("goes on");
    room.store
        .write_partial(room.session, room.talk, begun.reply.id, "Good d ")
        .await
        .expect("kept");
    let taken = room
        .store
        .take_back_turn(room.session, room.talk, begun.reply.id, at(3))
        .await
        .expect("taken back");
    assert_eq!((taken.user, taken.revision), (None, 4));
    assert_eq!(room.messages().await[2], cut, "text, state and model");
}

#[tokio::test]
async fn shown_text_is_never_taken_back() {
    let room = Room::new().await;
    let (store, session, talk) = (&room.store, room.session, room.talk);
    let begun = store
        .begin_turn(session, room.turn(1, 0, "Hello"))
        .await
        .expect("begun");
    store
        .write_partial(session, talk, begun.reply.id, "Good")
        .await
        .expect("kept");
    let taken = store
        .take_back_turn(session, talk, begun.reply.id, at(2))
        .await
        .expect("ended");
    assert_eq!((taken.user, taken.revision), (None, 2));
    assert_eq!(
        room.transcript().await[1..],
        ["user complete Hello", "character cut_short Good"]
    );

    store.begin_reply(session, room.reply(2, 2)).await.expect("goes on");
    store
        .write_partial(session, talk, begun.reply.id, "Good day")
        .await
        .expect("kept");
    store
        .take_back_turn(session, talk, begun.reply.id, at(3))
        .await
        .expect("ended");
    assert_eq!(room.transcript().await[2], "character cut_short Good day");
}
