//! What goes to the trash, comes back from it, and is erased.

use super::cases::trash;
use crate::tests::*;
use crate::{KEPT_FOR, TrashKind};

#[tokio::test]
async fn what_was_cleared_comes_back_and_where_something_was_said_since_as_a_branch() {
    let room = Room::new().await;
    let revision = room.talk_once(1, 0, "Hello", "One").await;
    let whole = room.transcript().await;
    let cleared = room
        .store
        .clear_conversation(room.session, room.change(2, revision), trash(2))
        .await
        .expect("cleared");
    assert_eq!(room.transcript().await, ["character complete Good evening."]);
    assert!(!room.conversation().await.met);
    let item = room.store.trash(room.session, 9).await.expect("read").remove(0);
    assert_eq!(
        (item.kind, item.messages, item.excerpt.as_str()),
        (TrashKind::Cleared, 2, "Hello")
    );
    assert_eq!(room.restore(3, trash(2)).await.conversation_id, room.talk);
    assert_eq!(room.transcript().await, whole);
    assert!(room.restore(4, trash(2)).await.replayed, "a resend changes nothing");
    let revision = cleared.revision + 1;
    let cleared = room
        .store
        .clear_conversation(room.session, room.change(5, revision), trash(5))
        .await
        .expect("cleared");
    room.talk_once(6, cleared.revision, "Something else", "Yes").await;
    let restored = room.restore(7, trash(5)).await;
    assert_ne!(restored.conversation_id, room.talk);
    assert_eq!(room.transcript().await[1], "user complete Something else");
    let branch = Room {
        talk: restored.conversation_id,
        ..room
    };
    assert_eq!(branch.transcript().await, whole);
}

#[tokio::test]
async fn former_words_change_places_with_the_present_ones() {
    let room = Room::new().await;
    let revision = room.talk_once(1, 0, "Hello", "One").await;
    let reply = room.messages().await[2].id;
    let edited = room
        .store
        .edit_message(room.session, room.change(2, revision), (reply, "Uno"), trash(2))
        .await;
    assert_eq!(room.transcript().await[2], "character complete Uno");
    assert!(edited.is_ok());
    room.restore(3, trash(2)).await;
    assert_eq!(room.transcript().await[2], "character complete One");
    let lying = room.store.trash(room.session, 9).await.expect("read");
    assert_eq!(
        (lying.len(), lying[0].excerpt.as_str(), lying[0].kind),
        (1, "Uno", TrashKind::Wording)
    );
}

#[tokio::test]
async fn the_trash_is_erased_after_thirty_days() {
    let room = Room::new().await;
    let revision = room.talk_once(1, 0, "Hello", "One").await;
    room.store
        .undo_turn(room.session, room.change(2, revision), trash(2))
        .await
        .expect("undone");
    let other = ConversationId(uuid(3));
    room.begin_conversation(other, "watson", 3).await;
    room.store
        .delete_conversation(room.session, other, trash(3), at(10))
        .await
        .expect("deleted");
    room.store
        .delete_conversation(room.session, other, trash(4), at(11))
        .await
        .expect("again");
    assert_eq!(room.store.trash(room.session, 9).await.expect("read").len(), 2);
    let day = |seconds| at(seconds) + KEPT_FOR;
    assert_eq!(room.store.erase_old_trash(day(1)).await.expect("erased"), 0);
    assert_eq!(room.store.erase_old_trash(day(2)).await.expect("erased"), 1);
    assert_eq!(room.store.erase_old_trash(day(10)).await.expect("erased"), 1);
    assert_eq!(room.store.trash(room.session, 9).await.expect("read"), []);
    let left: i64 = sqlx::query_scalar(
        "select (select count(*) from trashed_alternates) + (select count(*) from conversations where deleted_at is not null)",
    )
    .fetch_one(&room.store.writer_now())
    .await
    .expect("read");
    assert_eq!(left, 0, "with all that belonged to it");
    room.store.integrity_check().await.expect("whole");
}

#[tokio::test]
async fn no_text_of_an_erased_continuation_stays_anywhere() {
    let room = Room::new().await;
    let begun = room
        .store
        .begin_turn(room.session, room.turn(1, 0, "Hello"))
        .await
        .expect("begun");
    let reply = begun.reply.id;
    let (_, revision) = room
        .store
        .cut_reply(room.session, room.talk, reply, "Secret", None, at(2))
        .await
        .expect("cut");
    room.store
        .begin_reply(room.session, room.reply(3, revision))
        .await
        .expect("goes on");
    let (_, revision) = room
        .store
        .commit_reply(room.session, room.talk, reply, "Secret words", None, at(3))
        .await
        .expect("committed");
    room.store
        .undo_turn(room.session, room.change(4, revision), trash(4))
        .await
        .expect("undone");
    room.store.empty_trash(room.session).await.expect("erased");
    let left: i64 = sqlx::query_scalar(
        "select (select count(*) from operations where result like '%Secret%') + (select count(*) from alternates where text like '%Secret%')
            + (select count(*) from trashed_alternates)",
    )
    .fetch_one(&room.store.writer_now())
    .await
    .expect("read");
    assert_eq!(left, 0);
}

#[tokio::test]
async fn a_conversation_in_the_trash_is_nowhere_else_and_comes_back_whole() {
    let room = Room::new().await;
    let revision = room.talk_once(1, 0, "Hello", "One").await;
    room.store
        .set_name(room.session, room.talk, "Baker Street")
        .await
        .expect("named");
    room.store
        .undo_turn(room.session, room.change(2, revision), trash(2))
        .await
        .expect("undone");
    room.store
        .delete_conversation(room.session, room.talk, trash(3), at(3))
        .await
        .expect("deleted");
    let sherlock = character("sherlock");
    assert_eq!(
        room.store
            .latest_conversation(room.session, &sherlock)
            .await
            .expect("read"),
        None
    );
    assert_eq!(
        room.store
            .conversations_with(room.session, &sherlock, 9)
            .await
            .expect("read"),
        []
    );
    assert_eq!(room.store.last_words(room.session).await.expect("read"), []);
    assert_eq!(
        code(room.store.messages_before(room.session, room.talk, None, 9).await),
        "not_found"
    );
    assert_eq!(
        code(room.store.begin_turn(room.session, room.turn(4, 3, "x")).await),
        "not_found"
    );
    assert_eq!(
        code(room.store.set_name(room.session, room.talk, "x").await),
        "not_found"
    );
    let lying = room.store.trash(room.session, 9).await.expect("read");
    assert_eq!((lying.len(), lying[0].excerpt.as_str()), (1, "Baker Street"));
    room.restore(5, trash(3)).await;
    assert_eq!(room.conversation().await.name, "Baker Street");
    assert_eq!(
        room.store.trash(room.session, 9).await.expect("read").len(),
        1,
        "what was undone in it"
    );
}
