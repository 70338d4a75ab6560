//! What the reader corrected in a memory goes with the words that are forgotten or erased, and with nothing else.

use super::*;
use crate::{BranchOff, EditMemory, RestoreTrash};

impl Room {
    /// Tags the memory at a place of the list, and gives it a priority.
    pub async fn tag(&self, place: usize, tag: &str) {
        let edit = EditMemory {
            id: self.memories(self.talk).await[place].id,
            tags: Some(vec![tag.to_owned()]),
            priority: Some(0.9),
            text: None,
        };
        self.store.edit_memory(self.session, &edit).await.expect("edited");
    }

    /// The tags of the memory at a place of the list, and its priority.
    pub async fn tagged(&self, place: usize) -> (Vec<String>, f32) {
        let memory = self.memories(self.talk).await.swap_remove(place);
        (memory.tags, memory.priority)
    }

    async fn delete(&self, number: u32, position: usize) -> TrashId {
        let id = self.messages().await[position].id;
        let change = self.changing(number).await;
        self.store
            .delete_message(self.session, change, id, trash(number))
            .await
            .expect("deleted");
        trash(number)
    }

    async fn bring_back(&self, number: u32, id: TrashId) -> ConversationId {
        let restore = RestoreTrash {
            id,
            replaced_id: trash(number),
            new_id: ConversationId(uuid(700_000 + number)),
            seed: uuid(number),
            now: at(i64::from(number)),
        };
        let restored = self.store.restore_from_trash(self.session, restore).await;
        restored.expect("put back").conversation_id
    }

    async fn corrections(&self) -> i64 {
        sqlx::query_scalar("select count(*) from memory_edits where tags is not null")
            .fetch_one(&self.store.writer_now())
            .await
            .expect("counted")
    }
}

fn with(tag: &str) -> (Vec<String>, f32) {
    (vec![tag.to_owned()], 0.9)
}

/// Tag the greeting, forget the exchange behind it, delete the greeting, put it back: the tag was lost.
#[tokio::test]
async fn a_memory_keeps_its_tags_when_the_one_behind_it_is_forgotten() {
    let room = Room::new().await;
    room.say(1, "I paint", "Do you?").await;
    room.tag(0, "welcome").await;
    let behind = room.memories(room.talk).await[1].id;
    room.forget_one(10, behind).await.expect("forgotten");
    let lying = room.delete(11, 0).await;
    room.bring_back(12, lying).await;
    assert_eq!(room.tagged(0).await, with("welcome"));
}

#[tokio::test]
async fn another_reply_keeps_its_tags_when_one_is_forgotten() {
    let room = Room::new().await;
    room.say(1, "Where do you live?", "Guess.").await;
    room.tag(1, "riddle").await;
    room.answer_again(2, "I live in Zanzibar").await;
    room.tag(1, "home").await;
    room.read_on(3, 3).await;
    room.forget(4, "I live in Zanzibar").await;
    assert_eq!(room.corrections().await, 1);
    room.choose(5, 2, 0).await;
    assert_eq!(room.tagged(1).await, with("riddle"));
}

#[tokio::test]
async fn what_is_forgotten_while_it_lies_in_the_trash_takes_its_tags_along() {
    let room = Room::new().await;
    room.say(1, "Where do you live?", "I live in Zanzibar").await;
    room.say(2, "Say it again", "I live in Zanzibar").await;
    room.tag(1, "home").await;
    room.tag(0, "welcome").await;
    // The reply alone: what it answers stays.
    let lying = room.delete(3, 2).await;
    room.read_on(4, 4).await;
    room.forget(5, "I live in Zanzibar").await;
    assert_eq!(room.corrections().await, 1);
    room.bring_back(6, lying).await;
    assert!(
        room.memories(room.talk)
            .await
            .iter()
            .all(|memory| memory.tags != ["home"])
    );
    assert_eq!(room.tagged(0).await, with("welcome"));
}

#[tokio::test]
async fn what_is_excluded_again_with_a_clearing_that_is_put_back_takes_its_tags_along() {
    let room = Room::new().await;
    room.say(1, "I paint", "Do you?").await;
    let greeting = room.memories(room.talk).await[0].id;
    room.forget_one(2, greeting).await.expect("forgotten");
    let change = room.changing(3).await;
    room.store
        .clear_conversation(room.session, change, trash(3))
        .await
        .expect("cleared");
    room.tag(0, "welcome").await;
    assert_eq!(room.corrections().await, 1);
    room.bring_back(4, trash(3)).await;
    assert_eq!(room.corrections().await, 0);
    assert_eq!(room.memories(room.talk).await.len(), 1);
}

#[tokio::test]
async fn erased_words_take_their_tags_along_and_others_keep_theirs() {
    let room = Room::new().await;
    room.say(1, "I paint", "Do you?").await;
    room.say(2, "I sing", "Oh.").await;
    room.tag(1, "hobby").await;
    room.tag(2, "song").await;
    let reply = room.delete(3, 2).await;
    let words = room.delete(4, 2).await;
    room.store.erase_from_trash(room.session, reply).await.expect("erased");
    assert_eq!(
        room.corrections().await,
        1,
        "of the exchange that the reply was in, none"
    );
    room.bring_back(5, words).await;
    assert_eq!(room.tagged(2).await, with("song"));
}

#[tokio::test]
async fn tags_go_along_with_what_is_put_back_as_a_branch() {
    let room = Room::new().await;
    room.say(1, "I paint", "Do you?").await;
    room.say(2, "I sing", "Oh.").await;
    room.tag(1, "hobby").await;
    room.tag(2, "song").await;
    let change = room.changing(3).await;
    room.store
        .edit_last_message(room.session, change, trash(3))
        .await
        .expect("taken back");
    room.say(4, "I dance", "Well!").await;
    let branch = room.in_talk(room.bring_back(5, trash(3)).await);
    assert_eq!(
        (branch.tagged(1).await, branch.tagged(2).await),
        (with("hobby"), with("song"))
    );
    assert_eq!(
        room.corrections().await,
        3,
        "of the shared exchange in both, of the other one there"
    );
    let moved = branch.memories(branch.talk).await[2].id;
    branch.forget_one(6, moved).await.expect("forgotten");
    assert_eq!(room.corrections().await, 2);
}

#[tokio::test]
async fn a_branch_takes_the_tags_of_what_it_shares() {
    let room = Room::new().await;
    room.say(1, "I paint", "Do you?").await;
    room.tag(0, "welcome").await;
    room.tag(1, "hobby").await;
    let branch = |number: u32, position: usize| {
        let room = &room;
        async move {
            let branch = BranchOff {
                conversation_id: room.talk,
                message_id: room.messages().await[position].id,
                operation_id: operation(number),
                new_id: ConversationId(uuid(700_000 + number)),
                seed: uuid(800_000 + number),
                now: at(i64::from(number)),
            };
            room.in_talk(room.store.branch_off(room.session, branch).await.expect("branched off"))
        }
    };
    let whole = branch(10, 2).await;
    assert_eq!(
        (whole.tagged(0).await, whole.tagged(1).await),
        (with("welcome"), with("hobby"))
    );
    assert_eq!(room.corrections().await, 4);
    // Without the reply that the tag was about.
    let half = branch(11, 1).await;
    assert_eq!(half.tagged(0).await, with("welcome"));
    assert_ne!(half.tagged(1).await, with("hobby"));
    assert_eq!(room.corrections().await, 5);
}

/// The words of a message that is gone come back as a message of their own.
#[tokio::test]
async fn former_words_that_come_back_by_themselves_have_their_tags() {
    let room = Room::new().await;
    room.say(1, "I paint", "Do you?").await;
    room.tag(1, "hobby").await;
    let change = room.changing(2).await;
    let id = room.messages().await[2].id;
    room.store
        .edit_message(room.session, change, (id, "Really?"), trash(2))
        .await
        .expect("edited");
    room.delete(3, 2).await;
    room.bring_back(4, trash(2)).await;
    assert_eq!(room.tagged(1).await, with("hobby"));
    let memory = room.memories(room.talk).await[1].id;
    room.forget_one(5, memory).await.expect("forgotten");
    assert_eq!(room.corrections().await, 0);
}
