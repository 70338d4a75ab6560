//! Rules one by one.

use engine::ids::TrashId;

use crate::tests::*;
use crate::{BranchOff, Change, RestoreTrash, Restored};

pub(super) fn trash(number: u32) -> TrashId {
    TrashId(uuid(500_000 + number))
}

impl Room {
    pub(super) fn change(&self, number: u32, expected_revision: u64) -> Change {
        Change {
            conversation_id: self.talk,
            operation_id: operation(number),
            expected_revision,
            now: at(i64::from(number)),
        }
    }

    pub(super) async fn restore(&self, number: u32, id: TrashId) -> Restored {
        let restore = RestoreTrash {
            id,
            replaced_id: trash(number),
            new_id: ConversationId(uuid(700_000 + number)),
            seed: uuid(number),
            now: at(i64::from(number)),
        };
        let restored = self.store.restore_from_trash(self.session, restore).await;
        restored.expect("put back")
    }

    /// Tries the last reply again; gives the new revision.
    pub(super) async fn retry_once(&self, number: u32, expected_revision: u64, answer: &str) -> u64 {
        let begun = self
            .store
            .begin_retry(self.session, self.reply(number, expected_revision))
            .await;
        let reply = begun.expect("begun").reply.id;
        let now = at(i64::from(number));
        let committed = self
            .store
            .commit_reply(self.session, self.talk, reply, answer, None, now);
        committed.await.expect("committed").1
    }
}

#[tokio::test]
async fn taken_back_words_are_given_again_to_a_resend() {
    let room = Room::new().await;
    room.talk_once(1, 0, "Who did it?", "The butler.").await;
    let first = room
        .store
        .edit_last_message(room.session, room.change(2, 2), trash(2))
        .await
        .expect("taken back");
    assert_eq!(
        (first.text.as_str(), first.changed.revision, first.changed.replayed),
        ("Who did it?", 3, false)
    );
    assert_eq!(room.transcript().await, ["character complete Good evening."]);
    let again = room
        .store
        .edit_last_message(room.session, room.change(2, 2), trash(3))
        .await
        .expect("again");
    assert_eq!(
        (again.text.as_str(), again.changed.revision, again.changed.replayed),
        ("Who did it?", 3, true)
    );
    room.restore(4, trash(2)).await;
    let later = room
        .store
        .edit_last_message(room.session, room.change(2, 2), trash(5))
        .await
        .expect("again");
    assert_eq!(later.text, "Who did it?", "also once they were put back");
    assert_eq!(room.transcript().await.len(), 3);
}

#[tokio::test]
async fn an_operation_id_is_good_for_one_change() {
    let room = Room::new().await;
    let revision = room.talk_once(1, 0, "Hello", "Yes?").await;
    let greeting = room.messages().await[0].id;
    let change = room.change(2, revision);
    let edited = room
        .store
        .edit_message(room.session, change, (greeting, "Ah."), trash(2))
        .await;
    let revision = edited.expect("edited").revision;
    let other = room
        .store
        .edit_message(room.session, change, (greeting, "Oh."), trash(3))
        .await;
    assert!(matches!(other, Err(StoreError::Conflict { actual }) if actual == revision));
    assert_eq!(
        code(room.store.undo_turn(room.session, change, trash(4)).await),
        "conflict"
    );
    let again = room
        .store
        .edit_message(room.session, change, (greeting, "Ah."), trash(5))
        .await;
    assert!(again.expect("again").replayed);
    assert_eq!(room.store.trash(room.session, 9).await.expect("read").len(), 1);
}

#[tokio::test]
async fn a_retry_of_which_nothing_came_leaves_the_former_reply_chosen() {
    let room = Room::new().await;
    room.talk_once(1, 0, "Hello", "One").await;
    let revision = room.retry_once(2, 2, "Two").await;
    let reply = room.messages().await[2].clone();
    assert_eq!(
        (line(&reply).as_str(), reply.alternate, reply.alternates),
        ("character complete Two", 1, 2)
    );
    let first = (reply.id, 0);
    let chosen = room
        .store
        .choose_alternate(room.session, room.change(3, revision), first)
        .await
        .expect("chosen");
    let begun = room
        .store
        .begin_retry(room.session, room.reply(4, chosen.revision))
        .await
        .expect("begun");
    assert_eq!(
        (begun.reply.alternate, begun.reply.alternates, begun.reply.id),
        (2, 3, reply.id)
    );
    let back = room
        .store
        .take_back_turn(room.session, room.talk, reply.id, at(5))
        .await
        .expect("taken back");
    let restored = back.restored.expect("the former");
    assert_eq!(
        (line(&restored).as_str(), restored.alternate, restored.alternates),
        ("character complete One", 0, 2)
    );
    assert_eq!(back.user, None);
    assert_eq!(room.messages().await[2], restored);
}

#[tokio::test]
async fn a_stopped_retry_is_kept_among_the_alternates() {
    let room = Room::new().await;
    room.talk_once(1, 0, "Hello", "One").await;
    let begun = room
        .store
        .begin_retry(room.session, room.reply(2, 2))
        .await
        .expect("begun");
    let cut = room
        .store
        .cut_reply(room.session, room.talk, begun.reply.id, "Tw", None, at(2))
        .await
        .expect("cut");
    assert_eq!((line(&cut.0).as_str(), cut.0.alternate), ("character cut_short Tw", 1));
    let on = room
        .store
        .begin_reply(room.session, room.reply(3, cut.1))
        .await
        .expect("goes on");
    assert_eq!(
        (on.reply.text.as_str(), on.reply.alternate, on.reply.alternates),
        ("Tw", 1, 2)
    );
}

#[tokio::test]
async fn a_retry_that_was_under_way_when_the_program_was_killed_costs_no_other_alternate() {
    let room = Room::new().await;
    room.talk_once(1, 0, "Hello", "One").await;
    let revision = room.retry_once(2, 2, "Two").await;
    let first = (room.messages().await[2].id, 0);
    let chosen = room
        .store
        .choose_alternate(room.session, room.change(3, revision), first)
        .await
        .expect("chosen");
    room.store
        .begin_retry(room.session, room.reply(4, chosen.revision))
        .await
        .expect("begun");
    room.store.recover(at(5)).await.expect("recovered");
    let reply = room.messages().await[2].clone();
    assert_eq!(
        (line(&reply).as_str(), reply.alternate, reply.alternates),
        ("character complete One", 0, 2)
    );
}

#[tokio::test]
async fn only_a_reply_to_the_reader_is_tried_again() {
    let room = Room::new().await;
    let refused = room.store.begin_retry(room.session, room.reply(1, 0)).await;
    assert_eq!(code(refused), "nothing_to_retry", "a greeting");
    assert_eq!(
        code(room.store.undo_turn(room.session, room.change(1, 0), trash(1)).await),
        "nothing_to_take_back"
    );
    let revision = room.talk_once(2, 0, "Hello", "One").await;
    let words = room.messages().await[1].id;
    let done = room
        .store
        .delete_message(room.session, room.change(3, revision), words, trash(3))
        .await
        .expect("deleted");
    let refused = room.store.begin_retry(room.session, room.reply(4, done.revision)).await;
    assert_eq!(code(refused), "nothing_to_retry", "it answers nothing any more");
}

#[tokio::test]
async fn a_branch_has_all_alternates_and_knows_where_it_comes_from() {
    let room = Room::new().await;
    room.talk_once(1, 0, "Hello", "One").await;
    let revision = room.retry_once(2, 2, "Two").await;
    room.talk_once(3, revision, "And?", "No more").await;
    let reply = room.messages().await[2].id;
    room.store
        .set_language(room.session, room.talk, "tr")
        .await
        .expect("set");
    let branch = BranchOff {
        conversation_id: room.talk,
        message_id: reply,
        operation_id: operation(4),
        new_id: ConversationId(uuid(9)),
        seed: uuid(0xabc),
        now: at(4),
    };
    let id = room.store.branch_off(room.session, branch).await.expect("branched");
    let resent = BranchOff {
        new_id: ConversationId(uuid(8)),
        ..branch
    };
    assert_eq!(room.store.branch_off(room.session, resent).await.expect("again"), id);
    let made = room.store.conversation(room.session, id).await.expect("there");
    let from = made.branched_from.expect("known");
    assert_eq!((from.conversation_id, from.position), (room.talk, 2));
    assert_eq!(
        (made.language.as_str(), made.message_count, made.met, made.revision),
        ("tr", 3, true, 0)
    );
    let copies = room
        .store
        .messages_before(room.session, id, None, 9)
        .await
        .expect("read");
    assert_eq!(
        (copies[2].text.as_str(), copies[2].alternate, copies[2].alternates),
        ("Two", 1, 2)
    );
    assert!(
        copies
            .iter()
            .all(|copy| copy.state == engine::conversation::MessageState::Complete)
    );
    let origin: String = sqlx::query_scalar("select origin_id from messages where id = ?1")
        .bind(copies[2].id.to_string())
        .fetch_one(&room.store.writer_now())
        .await
        .expect("read");
    assert_eq!(origin, reply.to_string());
    assert_eq!(room.transcript().await.len(), 5, "the other stays as it was");
}

#[tokio::test]
async fn a_greeting_that_the_reader_changed_stays() {
    let room = Room::new().await;
    let greeting = room.messages().await[0].id;
    let edited = room
        .store
        .edit_message(room.session, room.change(1, 0), (greeting, "Mine."), trash(1))
        .await;
    assert!(edited.is_ok());
    let refused = room
        .store
        .replace_greeting(room.session, room.talk, "From the card.", at(2))
        .await;
    assert_eq!(code(refused), "conflict");
    let other = room
        .store
        .unbegun_conversation(room.session, &character("sherlock"))
        .await
        .expect("read");
    assert_eq!(other, None, "nor is it taken for a new conversation");
}

#[tokio::test]
async fn a_reply_that_stands_alone_is_no_greeting() {
    let room = Room::new().await;
    let mut revision = room.talk_once(1, 0, "Hello", "One").await;
    for (number, place) in [(2, 1), (3, 0)] {
        let message = room.messages().await[place].id;
        let done = room
            .store
            .delete_message(room.session, room.change(number, revision), message, trash(number))
            .await;
        revision = done.expect("deleted").revision;
    }
    assert_eq!(room.transcript().await, ["character complete One"]);
    let refused = room
        .store
        .replace_greeting(room.session, room.talk, "From the card.", at(4))
        .await;
    assert_eq!(code(refused), "conflict");
    let other = room
        .store
        .unbegun_conversation(room.session, &character("sherlock"))
        .await
        .expect("read");
    assert_eq!(other, None);
}

#[tokio::test]
async fn the_composer_keeps_what_was_not_sent() {
    let room = Room::new().await;
    let (store, session, talk) = (&room.store, room.session, room.talk);
    let draft = async || store.draft(session, talk).await.expect("read");
    store.save_draft(session, talk, "Who did").await.expect("kept");
    let begun = store
        .begin_turn(session, room.turn(1, 0, "Who did it?"))
        .await
        .expect("begun");
    assert_eq!(draft().await, "", "a draft is kept a moment late");
    store.save_draft(session, talk, "And why?").await.expect("kept");
    store
        .take_back_turn(session, talk, begun.reply.id, at(2))
        .await
        .expect("taken back");
    assert_eq!(draft().await, "Who did it?\n\nAnd why?");
    store
        .begin_turn(session, room.turn(3, 2, "Something else"))
        .await
        .expect("begun");
    assert_eq!(draft().await, "Who did it?\n\nAnd why?");
    assert_eq!(
        code(store.save_draft(session, ConversationId(uuid(77)), "x").await),
        "not_found"
    );
}
