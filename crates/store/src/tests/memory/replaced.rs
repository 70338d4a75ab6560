//! Facts that replaced each other, and one of them is forgotten.

use super::*;

const ROW: [&str; 3] = ["I live in Oslo", "I moved to Bergen", "Rome is my home now"];

/// Three homes, each of which replaced the one before.
async fn moved_twice() -> Room {
    let room = Room::new().await;
    let mut former = None;
    for (number, text) in (1..).zip(ROW) {
        room.say(number, text, &format!("told {number}")).await;
        let work = room.work(&room.job(number * 2 + 1).await).await.expect("work");
        let mut extraction = found(&work);
        let place = extraction.facts.iter().position(|fact| fact.text == text).expect(text);
        extraction.facts[place].supersedes = former;
        assert_eq!(room.finish(number, &work, &extraction).await, Commit::Committed);
        former = Some(room.fact_of(text).await);
    }
    room
}

/// Which of the three hold, and which one each of the others gave way to.
async fn standing(room: &Room) -> (Vec<String>, Vec<(String, FactId)>) {
    let memory = room.memory().await;
    let is_one = |text: &String| ROW.contains(&text.as_str());
    let holding = memory.automatic.into_iter().map(|fact| fact.text).filter(is_one);
    let replaced = memory.history.into_iter().map(|past| (past.fact.text, past.by));
    (holding.collect(), replaced.collect())
}

async fn id_of(room: &Room, text: &str) -> FactId {
    let memory = room.memory().await;
    let past = memory.history.iter().map(|past| &past.fact);
    let mut all = memory.automatic.iter().chain(past);
    all.find(|fact| fact.text == text).expect(text).id
}

#[tokio::test]
async fn when_the_last_is_forgotten_the_one_before_counts_again() {
    let room = moved_twice().await;
    room.forget(1, ROW[2]).await;
    let bergen = id_of(&room, ROW[1]).await;
    assert_eq!(
        standing(&room).await,
        (vec![ROW[1].to_owned()], vec![(ROW[0].to_owned(), bergen)])
    );
}

/// Bergen was forgotten from the list of what was replaced, and Oslo counted again beside Rome.
#[tokio::test]
async fn when_one_in_the_middle_is_forgotten_the_first_stays_replaced() {
    let room = moved_twice().await;
    let (bergen, rome) = (id_of(&room, ROW[1]).await, id_of(&room, ROW[2]).await);
    let change = room.memory_change(1).await;
    room.store
        .forget_fact(room.session, change, bergen)
        .await
        .expect("forgotten");
    assert_eq!(
        standing(&room).await,
        (vec![ROW[2].to_owned()], vec![(ROW[0].to_owned(), rome)])
    );
    let told = room.store.prompt_memory(room.session, room.talk).await.expect("memory");
    let superseded: Vec<_> = told.superseded.iter().map(|past| (&*past.text, &*past.now)).collect();
    assert_eq!(superseded, [(ROW[0], ROW[2])]);
}

#[tokio::test]
async fn all_that_was_replaced_can_be_forgotten_with_it() {
    let room = moved_twice().await;
    let rome = id_of(&room, ROW[2]).await;
    let change = room.memory_change(1).await;
    let forgotten = room
        .store
        .forget_fact_and_replaced(room.session, change, rome)
        .await
        .expect("forgotten");
    assert_eq!(standing(&room).await, (Vec::new(), Vec::new()));
    for text in ROW {
        assert!(!room.is_kept_somewhere(&text.to_lowercase()).await, "{text}");
    }
    assert_eq!(room.memory().await.excluded.len(), 3);
    let again = room
        .store
        .forget_fact_and_replaced(room.session, change, rome)
        .await
        .expect("a resend");
    assert_eq!(
        (again.memory_revision, again.replayed),
        (forgotten.memory_revision, true)
    );
    let other = room.store.forget_fact(room.session, change, rome).await;
    assert!(other.is_err(), "the same operation for something else");
}
