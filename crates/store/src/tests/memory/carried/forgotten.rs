//! What is forgotten, or put in other words, in the earlier conversation. Found by a tester: a fact forgotten there went on being sent
//! in the conversation that was begun with it, and "My sister is called Mira", written by hand, outlived there an Update and a Clear.

use super::*;
use crate::{MergeFacts, UpdateFact};

const MIRA: &str = "My sister is called Mira";
const LENA: &str = "My sister is called Lena";

async fn update(room: &Room, number: u32, (from, to): (&str, &str)) {
    let update = UpdateFact {
        fact_id: room.fact_of(from).await,
        new_id: fact(number),
        text: to.to_owned(),
    };
    let change = room.memory_change(number).await;
    room.store
        .update_fact(room.session, change, &update)
        .await
        .expect("updated");
}

async fn clear(room: &Room, number: u32) {
    let change = room.changing(number).await;
    room.store
        .clear_conversation(room.session, change, trash(number))
        .await
        .expect("cleared");
}

fn has(facts: &[String], text: &str) -> bool {
    facts.iter().any(|fact| fact.trim_start_matches('!') == text)
}

/// A conversation that has nothing but what was written by hand, and two that were begun from it one after the other.
async fn written() -> [Room; 3] {
    let room = Room::new().await;
    room.say(1, "said 1", "told 1").await;
    room.remember(1, MIRA, FactScope::Conversation).await;
    let second = later(&room, 101).await;
    let third = later(&second, 102).await;
    for there in [&second, &third] {
        assert!(has(&there.facts().await, MIRA));
    }
    [room, second, third]
}

#[tokio::test]
async fn what_is_forgotten_in_the_earlier_conversation_is_kept_in_none_that_was_begun_from_it() {
    for in_trash in [false, true] {
        let room = earlier(1).await;
        let second = later(&room, 101).await;
        let third = later(&second, 102).await;
        // Its reader says it there as well.
        third.say(103, SECRET, "Is it?").await;
        third.read_on(103, 4).await;
        let (seen, revision) = (third.transcript().await, third.memory().await.memory_revision);
        if in_trash {
            delete(&second, 12).await;
        }
        let changed = room.forget(6, SECRET).await;
        assert!(changed.also.contains(&(third.talk, revision + 1)));
        if in_trash {
            put_back(&second, 12).await;
        }
        assert!(!room.is_kept_somewhere("uq777q").await);
        for there in [&second, &third] {
            assert!(!knows(there).await);
            assert!(
                there.facts().await.contains(&"told 1".to_owned()),
                "what else was carried stays"
            );
        }
        assert_eq!(third.transcript().await, seen, "what is seen stays");
        assert_eq!(third.memory().await.excluded[0].position, Some(2));
        third.rebuild(104).await;
        third.rebuild(105).await;
        third.say(106, SECRET, "told 106").await;
        third.read_on(106, 6).await;
        assert!(
            !third.facts().await.contains(&SECRET.to_owned()),
            "it is not found again"
        );
        // The first one is read anew; nothing of it comes along.
        edit(&room, 13, 5).await;
        assert!(!second.facts().await.contains(&SECRET.to_owned()));
        room.store.integrity_check().await.expect("whole");
    }
}

/// Summaries are written in words of their own, and each goes on from the one before.
#[tokio::test]
async fn a_summary_that_goes_on_from_what_was_carried_is_written_anew() {
    let room = earlier(1).await;
    let there = later(&room, 101).await;
    let told = "The guest has a dog with a strange name.";
    sqlx::query("update checkpoints set summary = ?1")
        .bind(told)
        .execute(&room.store.writer_now())
        .await
        .expect("other words");
    assert_eq!(there.summary().await, told);
    room.forget(6, SECRET).await;
    assert_eq!(there.summary().await, "");
    there.rebuild(104).await;
    assert_eq!(there.summary().await, "said 101; told 101");
}

#[tokio::test]
async fn what_is_forgotten_in_the_later_conversation_stays_in_the_earlier_one() {
    let room = earlier(1).await;
    let there = later(&room, 101).await;
    there.forget(102, SECRET).await;
    assert!(!there.facts().await.contains(&SECRET.to_owned()));
    assert!(knows(&room).await);
}

#[tokio::test]
async fn what_was_written_by_hand_and_is_forgotten_is_forgotten_where_it_was_carried_to() {
    let [room, second, third] = written().await;
    room.forget(2, MIRA).await;
    for there in [&second, &third] {
        assert!(!has(&there.facts().await, MIRA));
    }
    assert!(!room.is_kept_somewhere("mira").await);
}

#[tokio::test]
async fn what_was_written_by_hand_is_put_in_other_words_where_it_was_carried_to() {
    let [room, second, third] = written().await;
    update(&room, 2, (MIRA, LENA)).await;
    for there in [&second, &third] {
        let facts = there.facts().await;
        assert!(has(&facts, LENA) && !has(&facts, MIRA), "{facts:?}");
    }
    assert!(!room.is_kept_somewhere("mira").await);
    update(&room, 3, (LENA, "my sister is called Lena!")).await;
    assert!(has(&third.facts().await, "my sister is called Lena!"));
    // The new words stand and fall as the former ones did.
    clear(&room, 4).await;
    for there in [&second, &third] {
        assert!(!there.is_told("lena").await);
    }
    put_back(&room, 4).await;
    assert!(third.is_told("lena").await);
    room.forget(5, "my sister is called Lena!").await;
    assert!(!room.is_kept_somewhere("lena").await);
}

/// What was forgotten in the later conversation does not come there in another one's words.
#[tokio::test]
async fn other_words_that_were_forgotten_in_the_later_conversation_do_not_come_there() {
    let [room, second, _] = written().await;
    second.remember(103, LENA, FactScope::Conversation).await;
    second.forget(104, LENA).await;
    update(&room, 2, (MIRA, LENA)).await;
    assert!(!second.is_told("lena").await && !second.is_told("mira").await);
}

#[tokio::test]
async fn what_was_written_by_hand_is_cleared_where_it_was_carried_to() {
    for is_merged in [false, true] {
        let [room, second, third] = written().await;
        if is_merged {
            room.remember(2, "She lives in Rome", FactScope::Conversation).await;
            let merge = MergeFacts {
                facts: [room.fact_of(MIRA).await, room.fact_of("She lives in Rome").await],
                new_id: fact(3),
                text: "My sister Mira lives in Rome".to_owned(),
            };
            let change = room.memory_change(3).await;
            room.store
                .merge_facts(room.session, change, &merge)
                .await
                .expect("merged");
            assert!(has(&third.facts().await, MIRA), "nothing was taken back");
        }
        clear(&room, 4).await;
        for there in [&second, &third] {
            assert!(!there.is_told("mira").await);
        }
        put_back(&room, 4).await;
        assert!(third.is_told("mira").await);
        if is_merged {
            room.forget(5, "My sister Mira lives in Rome").await;
            assert!(!room.is_kept_somewhere("mira").await);
        }
    }
}

impl Room {
    async fn is_told(&self, word: &str) -> bool {
        let facts = self.facts().await;
        facts.iter().any(|fact| fact.to_lowercase().contains(word))
    }
}
