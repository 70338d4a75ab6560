//! Characters in the trash, with their own past and their conversations.

use super::*;
use crate::{KEPT_FOR, TrashCharacter, TrashKind, TrashedState};

impl Room {
    async fn trash_sherlock(&self, number: u32, conversations: bool) -> Result<(), StoreError> {
        let going = TrashCharacter {
            id: trash(number),
            character_id: &character("sherlock"),
            name: "Sherlock",
            conversations,
            now: at(i64::from(number)),
        };
        self.store.trash_character(self.session, going).await
    }

    async fn states(&self) -> Vec<(TrashedState, u32)> {
        let lying = self.store.trashed_characters(self.session).await.expect("read");
        lying.iter().map(|one| (one.state, one.conversations)).collect()
    }

    async fn past_texts(&self) -> Vec<String> {
        let past = self.past("sherlock").await;
        past.into_iter().filter_map(|memory| memory.text).collect()
    }

    async fn count(&self, sql: &'static str) -> i64 {
        sqlx::query_scalar(sql)
            .fetch_one(&self.store.writer_now())
            .await
            .expect(sql)
    }
}

const TEXTS: [&str; 2] = ["I was born in a mill.", "My uncle kept bees."];

#[tokio::test]
async fn the_past_of_a_character_in_the_trash_is_not_recalled_and_comes_back_as_it_was() {
    let room = Room::new().await;
    room.remember_past("sherlock", &TEXTS).await;
    room.remember_past("watson", &["I was a doctor."]).await;
    let before = room.past("sherlock").await;
    let revision = room
        .store
        .past_revision(room.session, &character("sherlock"))
        .await
        .expect("read");
    room.trash_sherlock(1, false).await.expect("trashed");
    assert!(room.past("sherlock").await.is_empty() && room.past("watson").await.len() == 1);
    let now = room
        .store
        .past_revision(room.session, &character("sherlock"))
        .await
        .expect("read");
    assert!(now > revision, "who has read them before looks again");
    // A conversation in which nothing was said is nothing to keep.
    assert_eq!(room.states().await, [(TrashedState::Going, 1)]);
    assert_eq!(room.store.characters_under_way().await.expect("read").len(), 1);
    room.store
        .set_trashed_state(room.session, trash(1), TrashedState::Lying)
        .await
        .expect("lies");
    assert!(room.store.characters_under_way().await.expect("read").is_empty());
    room.store
        .restore_trashed_character(room.session, trash(1))
        .await
        .expect("back");
    let strip = |memory: GraphMemory| GraphMemory { number: 0, ..memory };
    let after: Vec<GraphMemory> = room.past("sherlock").await.into_iter().map(strip).collect();
    assert_eq!(after, before.into_iter().map(strip).collect::<Vec<_>>());
    assert!(room.states().await.is_empty());
    let again = room.store.restore_trashed_character(room.session, trash(1)).await;
    assert_eq!(code(again), "not_found");
    room.store.integrity_check().await.expect("whole");
}

#[tokio::test]
async fn what_is_forgotten_while_a_character_lies_in_the_trash_does_not_come_back_with_it() {
    let room = Room::new().await;
    let told = "They told me: I live in Zanzibar, in a blue house.";
    room.talk_once(1, 0, "I live in Zanzibar, in a blue house.", "Oh!")
        .await;
    room.remember_past("sherlock", &[told, "I keep bees."]).await;
    room.remember(2, "I live in Zanzibar, in a blue house.", FactScope::Conversation)
        .await;
    room.trash_sherlock(3, false).await.expect("trashed");
    room.forget(4, "I live in Zanzibar, in a blue house.").await;
    assert_eq!(room.count("select count(*) from trashed_memories").await, 1);
    room.store
        .restore_trashed_character(room.session, trash(3))
        .await
        .expect("back");
    assert_eq!(room.past_texts().await, ["I keep bees."]);
}

#[tokio::test]
async fn conversations_go_with_their_character_where_that_was_asked_and_come_back_with_it() {
    let room = Room::new().await;
    let (unbegun, deleted) = (ConversationId(uuid(3)), ConversationId(uuid(4)));
    room.talk_once(1, 0, "Hello", "One").await;
    room.begin_conversation(unbegun, "sherlock", 3).await;
    room.begin_conversation(deleted, "sherlock", 4).await;
    room.store
        .delete_conversation(room.session, deleted, trash(900), at(5))
        .await
        .expect("deleted");
    // Where nothing was said there is nothing to keep.
    room.trash_sherlock(6, false).await.expect("trashed");
    assert_eq!(room.states().await, [(TrashedState::Going, 1)]);
    assert_eq!(room.conversation().await.message_count, 3, "this one is kept");
    assert!(room.store.conversation(room.session, unbegun).await.is_err());
    let kinds = |items: Vec<crate::TrashItem>| items.into_iter().map(|item| (item.id, item.kind)).collect::<Vec<_>>();
    let listed = room.store.trash(room.session, 9).await.expect("read");
    assert_eq!(kinds(listed), [(trash(900), TrashKind::Conversation)]);
    room.store
        .restore_trashed_character(room.session, trash(6))
        .await
        .expect("back");
    assert!(room.store.conversation(room.session, unbegun).await.is_ok());

    room.trash_sherlock(7, true).await.expect("trashed");
    assert_eq!(room.states().await, [(TrashedState::Going, 2)]);
    assert!(room.store.conversation(room.session, room.talk).await.is_err());
    room.store
        .restore_trashed_character(room.session, trash(7))
        .await
        .expect("back");
    assert_eq!(room.conversation().await.message_count, 3);
    let listed = room.store.trash(room.session, 9).await.expect("read");
    assert_eq!(kinds(listed), [(trash(900), TrashKind::Conversation)], "as it was");
    room.store.integrity_check().await.expect("whole");
}

#[tokio::test]
async fn a_character_whose_reply_is_being_written_stays_with_its_conversations() {
    let room = Room::new().await;
    room.remember_past("sherlock", &TEXTS).await;
    room.store
        .begin_turn(room.session, room.turn(1, 0, "Hello"))
        .await
        .expect("begun");
    assert_eq!(code(room.trash_sherlock(2, true).await), "busy");
    assert_eq!(room.past_texts().await, TEXTS);
    assert!(room.states().await.is_empty());
    // The conversation goes on to its end when it is kept.
    room.trash_sherlock(3, false).await.expect("trashed");
}

#[tokio::test]
async fn an_erased_character_leaves_nothing_but_the_conversations_that_were_kept() {
    let room = Room::new().await;
    room.remember_past("sherlock", &TEXTS).await;
    room.remember_past("watson", &["I was a doctor."]).await;
    room.talk_once(1, 0, "I live in Zanzibar.", "One").await;
    room.remember(2, "Lives in Zanzibar.", FactScope::Character).await;
    room.trash_sherlock(4, false).await.expect("trashed");
    room.store
        .erase_from_trash(room.session, trash(4))
        .await
        .expect("begun to erase");
    assert_eq!(room.count("select count(*) from trashed_memories").await, 0);
    assert_eq!(room.states().await, [(TrashedState::Erasing, 0)]);
    let back = room.store.restore_trashed_character(room.session, trash(4)).await;
    assert_eq!(code(back), "not_found", "it is too late");
    // Killed here, the next start finds it.
    assert_eq!(room.store.characters_under_way().await.expect("read").len(), 1);
    room.store
        .finish_erasing_character(room.session, trash(4), false)
        .await
        .expect("erased");
    assert!(room.states().await.is_empty());
    assert_eq!(
        room.count("select count(*) from facts where scope = 'character'").await,
        0
    );
    assert_eq!(room.conversation().await.message_count, 3);
    assert_eq!(room.past("watson").await.len(), 1);
    assert!(room.store.needs_scrubbing().await.expect("read"));
    room.store.integrity_check().await.expect("whole");
}

#[tokio::test]
async fn what_belongs_to_another_character_of_the_same_id_stays_when_the_former_one_is_erased() {
    let room = Room::new().await;
    room.talk_once(1, 0, "I live in Zanzibar.", "One").await;
    room.remember(2, "Lives in Zanzibar.", FactScope::Character).await;
    room.remember_past("sherlock", &TEXTS).await;
    room.trash_sherlock(4, false).await.expect("trashed");
    room.remember_past("sherlock", &["I was born in a mill.", "I play the violin."])
        .await;
    room.store.empty_trash(room.session).await.expect("emptied");
    room.store
        .finish_erasing_character(room.session, trash(4), true)
        .await
        .expect("erased");
    assert_eq!(room.past_texts().await, ["I was born in a mill.", "I play the violin."]);
    assert_eq!(
        room.count("select count(*) from facts where scope = 'character'").await,
        1
    );
}

#[tokio::test]
async fn characters_are_erased_after_thirty_days_with_what_went_along() {
    let room = Room::new().await;
    room.remember_past("sherlock", &TEXTS).await;
    room.talk_once(1, 0, "Hello", "One").await;
    room.trash_sherlock(10, true).await.expect("trashed");
    assert_eq!(room.store.erase_old_trash(at(9) + KEPT_FOR).await.expect("nothing"), 0);
    assert_eq!(room.store.erase_old_trash(at(10) + KEPT_FOR).await.expect("erased"), 1);
    assert_eq!(room.states().await, [(TrashedState::Erasing, 0)]);
    assert_eq!(room.count("select count(*) from conversations").await, 0);
    assert_eq!(room.count("select count(*) from trash").await, 0);
    assert_eq!(room.store.erase_old_trash(at(10) + KEPT_FOR).await.expect("again"), 0);
}

#[tokio::test]
async fn nobody_sees_the_trashed_characters_of_another_session() {
    let room = Room::new().await;
    room.trash_sherlock(1, false).await.expect("trashed");
    let other = SessionId(uuid(77));
    assert!(room.store.trashed_characters(other).await.expect("read").is_empty());
    for result in [
        room.store.restore_trashed_character(other, trash(1)).await,
        room.store.erase_from_trash(other, trash(1)).await,
        room.store.finish_erasing_character(other, trash(1), false).await,
        room.store.set_trashed_state(other, trash(1), TrashedState::Lying).await,
    ] {
        assert_eq!(code(result), "not_found");
    }
    assert_eq!(room.states().await, [(TrashedState::Going, 1)]);
}
