//! What is forgotten is in no memory, and comes back by no way.

use super::*;
use crate::{CarryFrom, StoredVectors};

async fn encoded(room: &Room) {
    let vectors = |message: Message| {
        let vectors = StoredVectors {
            owner: message.id.0,
            sentence: vec![7],
            tokens: vec![8],
        };
        (message.text, vectors)
    };
    let made: Vec<_> = room.messages().await.into_iter().map(vectors).collect();
    room.store
        .write_vectors(room.session, "test", &made)
        .await
        .expect("kept");
}

async fn owners(room: &Room) -> Vec<String> {
    sqlx::query_scalar("select owner_id from message_vectors order by owner_id")
        .fetch_all(&room.store.writer_now())
        .await
        .expect("read")
}

#[tokio::test]
async fn a_forgotten_fact_takes_its_memories_tags_and_vectors_along_at_once() {
    let room = Room::new().await;
    room.say(1, "I live in Zanzibar", "Do you?").await;
    room.say(2, "My cat is called Miso", "A good name.").await;
    room.say(3, "Listen", "So, I live in ZANZIBAR, you say!").await;
    room.read_on(1, 5).await;
    let before = room.memories(room.talk).await;
    assert_eq!(before.len(), 4);
    assert!(before[1].tags.contains(&"zanzibar".to_owned()), "{before:?}");
    encoded(&room).await;
    assert_eq!(owners(&room).await.len(), 7);
    room.forget(10, "I live in Zanzibar").await;

    // Nothing was brought up to date yet.
    let kept = room
        .store
        .graph_memories(room.session, MemoriesOf::Conversation(room.talk), 0)
        .await
        .expect("read");
    assert_eq!(
        kept.iter().map(|memory| memory.first_position).collect::<Vec<_>>(),
        [Some(0), Some(3)]
    );
    let messages = room.messages().await;
    let owners = owners(&room).await;
    for (position, is_kept) in [(0, true), (1, false), (2, true), (3, true), (5, true), (6, false)] {
        assert_eq!(
            owners.contains(&messages[position].id.to_string()),
            is_kept,
            "{position}"
        );
    }
    let tags: Vec<String> = sqlx::query_scalar("select tags || entities from memories")
        .fetch_all(&room.store.writer_now())
        .await
        .expect("read");
    assert!(!tags.concat().contains("zanzibar"), "{tags:?}");
    assert_eq!(room.memories(room.talk).await.len(), 2);
    // What is excluded gets no vectors any more, whoever brings them.
    encoded(&room).await;
    assert_eq!(self::owners(&room).await.len(), 5);
}

#[tokio::test]
async fn a_forgotten_exchange_is_excluded_with_all_that_was_derived_from_it() {
    let room = Room::new().await;
    room.say(1, "My sister is Ada", "Noted.").await;
    room.say(2, "I like tea", "So do I.").await;
    room.read_on(1, 5).await;
    let memories = room.memories(room.talk).await;
    let revisions = room.forget_one(30, memories[1].id).await.expect("forgotten");
    assert_eq!(revisions, [(room.talk, 1)]);
    let memory = room.memory().await;
    let excluded: Vec<_> = memory.excluded.iter().map(|source| source.position).collect();
    assert_eq!(excluded, [Some(1), Some(2)]);
    assert!(!room.is_kept_somewhere("sister is ada").await);
    assert!(
        !room
            .facts()
            .await
            .iter()
            .any(|fact| fact.contains("Ada") || fact.contains("Noted"))
    );
    assert_eq!(room.memories(room.talk).await.len(), 2);
    // Asked for again, it is the same; and it is not there to be forgotten twice.
    assert_eq!(room.forget_one(30, memories[1].id).await.expect("again"), []);
    assert_eq!(code(room.forget_one(31, memories[1].id).await), "not_found");
}

#[tokio::test]
async fn what_a_later_conversation_forgets_does_not_come_back_from_the_earlier_one() {
    let room = Room::new().await;
    room.say(1, "I live in Zanzibar", "Do you?").await;
    room.say(2, "I like tea", "So do I.").await;
    room.read_on(1, 5).await;
    let later = ConversationId(uuid(40));
    let new = NewConversation {
        id: later,
        character_id: character("sherlock"),
        greeting: None,
        now: at(50),
    };
    let from = CarryFrom {
        conversation_id: room.talk,
        seed: uuid(77),
    };
    room.store
        .create_conversation_from(room.session, new, from)
        .await
        .expect("begun");
    let chain = room.store.graph_chain(room.session, later).await.expect("a chain");
    assert_eq!(chain, [later, room.talk]);
    let earlier = room.memories(room.talk).await;
    let there = room.in_talk(later);
    there.forget(60, "I live in Zanzibar").await;
    let ids: Vec<MemoryId> = earlier.iter().map(|memory| memory.id).collect();
    let named = |talk| room.store.graph_memories_named(room.session, talk, &ids);
    let mut positions: Vec<_> = named(later)
        .await
        .expect("read")
        .iter()
        .map(|memory| memory.first_position)
        .collect();
    positions.sort_unstable();
    assert_eq!(positions, [Some(0), Some(3)]);
    assert_eq!(
        named(room.talk).await.expect("read").len(),
        3,
        "the earlier conversation did not forget it"
    );
}

#[tokio::test]
async fn corrections_stay_with_the_words_and_go_with_what_is_forgotten() {
    let room = Room::new().await;
    room.say(1, "I paint", "Do you?").await;
    let memory = room.memories(room.talk).await.pop().expect("a memory");
    let edit = crate::EditMemory {
        id: memory.id,
        tags: Some(vec!["Hobby".to_owned()]),
        priority: Some(0.9),
        text: None,
    };
    let edited = room.store.edit_memory(room.session, &edit).await.expect("edited");
    assert_eq!((edited.tags, edited.priority), (vec!["hobby".to_owned()], 0.9));
    room.answer_again(2, "Really?").await;
    let other = room.memories(room.talk).await.pop().expect("a memory");
    assert_eq!(
        (said(&other), other.priority),
        ((Some("I paint"), Some("Really?")), 0.5)
    );
    room.choose(3, 2, 0).await;
    let back = room.memories(room.talk).await.pop().expect("a memory");
    assert_eq!((back.tags.as_slice(), back.priority), (&["hobby".to_owned()][..], 0.9));
    for wrong in [
        crate::EditMemory {
            priority: Some(1.5),
            ..edit.clone()
        },
        crate::EditMemory {
            text: Some("I do not".to_owned()),
            ..edit.clone()
        },
    ] {
        assert_eq!(code(room.store.edit_memory(room.session, &wrong).await), "bad_memory");
    }
    room.forget_one(9, memory.id).await.expect("forgotten");
    let edits: i64 = sqlx::query_scalar("select count(*) from memory_edits")
        .fetch_one(&room.store.writer_now())
        .await
        .expect("counted");
    assert_eq!(edits, 0);
}
