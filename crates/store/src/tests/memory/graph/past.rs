//! A character's own past.

use super::*;

#[tokio::test]
async fn the_same_memories_again_are_known_and_other_characters_have_their_own() {
    let room = Room::new().await;
    let texts = ["I was born in a mill.", "My uncle kept bees."];
    let added = room.remember_past("sherlock", &texts).await;
    assert_eq!((added.added, added.known), (2, 0));
    let added = room
        .remember_past("sherlock", &["  My uncle kept bees. ", "", "I play the violin."])
        .await;
    assert_eq!((added.added, added.known), (1, 1));
    assert_eq!(room.remember_past("watson", &texts).await.added, 2);
    let past = room.past("sherlock").await;
    let texts: Vec<_> = past.iter().filter_map(|memory| memory.text.as_deref()).collect();
    assert_eq!(
        texts,
        ["I was born in a mill.", "My uncle kept bees.", "I play the violin."]
    );
    assert!(past[1].tags.contains(&"bee".to_owned()), "{past:?}");
    assert_eq!(
        room.store
            .past_revision(room.session, &character("sherlock"))
            .await
            .expect("read"),
        2
    );
    assert!(
        room.memories(room.talk)
            .await
            .iter()
            .all(|memory| memory.text.is_none())
    );
}

#[tokio::test]
async fn a_memory_that_was_forgotten_is_not_brought_in_again() {
    let room = Room::new().await;
    room.remember_past("sherlock", &["I was born in a mill.", "My uncle kept bees."])
        .await;
    let memory = room.past("sherlock").await.remove(0);
    room.forget_one(20, memory.id).await.expect("forgotten");
    let added = room.remember_past("sherlock", &["I was born in a mill."]).await;
    assert_eq!((added.added, added.known, added.forgotten), (0, 0, 1));
    assert_eq!(room.past("sherlock").await.len(), 1);
    let held: Vec<String> = sqlx::query_scalar("select text from memories where text is not null")
        .fetch_all(&room.store.writer_now())
        .await
        .expect("read");
    assert_eq!(held, ["My uncle kept bees."]);
}

#[tokio::test]
async fn a_forgotten_fact_leaves_the_past_that_says_it_word_for_word() {
    let room = Room::new().await;
    room.remember_past(
        "sherlock",
        &["They told me: I live in Zanzibar, in a blue house.", "I keep bees."],
    )
    .await;
    room.say(1, "I live in Zanzibar", "Do you?").await;
    room.read_on(1, 3).await;
    room.forget(10, "I live in Zanzibar").await;
    assert_eq!(room.past("sherlock").await.len(), 1);
}

#[tokio::test]
async fn its_words_can_be_put_right() {
    let room = Room::new().await;
    room.remember_past("sherlock", &["I was born in a mil."]).await;
    let memory = room.past("sherlock").await.remove(0);
    let edit = crate::EditMemory {
        id: memory.id,
        tags: None,
        priority: None,
        text: Some("I was born in a mill.".to_owned()),
    };
    let edited = room.store.edit_memory(room.session, &edit).await.expect("edited");
    assert_eq!(edited.text.as_deref(), Some("I was born in a mill."));
    assert!(
        edited.number > memory.number,
        "whoever holds it sees that it is another one"
    );
    // The words that it had are known as well: they are what was put right.
    let added = room
        .remember_past("sherlock", &["I was born in a mil.", "I was born in a mill."])
        .await;
    assert_eq!((added.added, added.known), (0, 2));
}

/// The words that it came with were brought in again after it had been corrected and then forgotten, and tags of the former words
/// stayed with the new ones.
#[tokio::test]
async fn what_was_put_right_and_then_forgotten_stays_forgotten() {
    let room = Room::new().await;
    room.remember_past("sherlock", &["My uncle kept bees in Devon."]).await;
    let edit = crate::EditMemory {
        id: room.past("sherlock").await[0].id,
        tags: None,
        priority: None,
        text: Some("My aunt loved hens in Devon.".to_owned()),
    };
    let edited = room.store.edit_memory(room.session, &edit).await.expect("edited");
    let tags = edited.tags.join(" ");
    assert!(
        tags.contains("aunt") && tags.contains("devon") && !tags.contains("uncle"),
        "{tags}"
    );
    assert_eq!(edited.entities, ["devon"]);
    let own = crate::EditMemory {
        tags: Some(vec!["family".to_owned()]),
        text: Some("My aunt kept hens.".to_owned()),
        ..edit.clone()
    };
    room.store.edit_memory(room.session, &own).await.expect("edited");
    let again = crate::EditMemory {
        text: Some("My aunt kept geese.".to_owned()),
        ..edit.clone()
    };
    let edited = room.store.edit_memory(room.session, &again).await.expect("edited");
    assert_eq!(edited.tags, ["family"], "what the reader set stays");
    room.forget_one(20, edit.id).await.expect("forgotten");
    let added = room
        .remember_past("sherlock", &["My uncle kept bees in Devon.", "My aunt kept geese."])
        .await;
    assert_eq!((added.added, added.forgotten), (0, 2));
}

/// What went with a forgotten fact was brought in again with the same file.
#[tokio::test]
async fn what_said_a_forgotten_fact_is_not_brought_in_again() {
    let room = Room::new().await;
    let told = "They told me: I live in Zanzibar, in a blue house.";
    room.remember_past("sherlock", &[told, "I keep bees."]).await;
    room.say(1, "I live in Zanzibar", "Do you?").await;
    room.read_on(1, 3).await;
    room.forget(10, "I live in Zanzibar").await;
    let added = room.remember_past("sherlock", &[told, "I keep bees."]).await;
    assert_eq!((added.added, added.known, added.forgotten), (0, 1, 1));
}

/// A memory whose tags the reader had all removed came back from a backup with those that are found in its words.
#[tokio::test]
async fn what_has_no_tags_comes_back_without_tags() {
    let room = Room::new().await;
    let memory = NewPastMemory {
        text: "I was born in a mill.".to_owned(),
        tags: Vec::new(),
        emotion: None,
        priority: 0.5,
        at: at(-1_000_000),
        source: MemorySource::default(),
    };
    let returning = crate::Returning {
        pasts: &[(character("sherlock"), MemoryOrigin::Book, vec![memory])],
        ..crate::Returning::default()
    };
    let back = room.store.bring_back(room.session, returning, at(5)).await;
    back.expect("brought back");
    assert_eq!(room.past("sherlock").await[0].tags, Vec::<String>::new());
}
