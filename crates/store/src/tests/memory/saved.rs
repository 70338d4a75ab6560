//! Memory in save files.

use super::elsewhere::lived_in;
use super::*;

/// A conversation as a file would hold it, and in again under new names.
async fn saved(room: &Room) -> engine::save_file::SaveFile {
    let mut snapshot = room.store.snapshot(room.session, room.talk).await.expect("a snapshot");
    let mut about = snapshot.about(room.talk).await.expect("about");
    about.kept.extend(snapshot.past().await.expect("a past"));
    let messages = snapshot.messages_after(room.talk, None, 1000).await.expect("messages");
    engine::save_file::SaveFile {
        character_id: snapshot.character_id().clone(),
        character_name: "Sherlock".to_owned(),
        conversations: vec![engine::save_file::SavedConversation {
            about,
            messages: messages.into_iter().map(|(_, message)| message).collect(),
        }],
    }
}

/// All that a save file can say of memory.
async fn everything() -> Room {
    let room = lived_in().await;
    let older = room.fact_of("said 1").await;
    room.say(4, "said 4", "told 4").await;
    let work = room.work(&room.job(9).await).await.expect("work");
    let mut extraction = found(&work);
    extraction.facts[0].supersedes = Some(older);
    room.finish(5, &work, &extraction).await;
    let change = room.memory_change(6).await;
    let on = room
        .store
        .set_axis_consent(room.session, change, (Axis::Romance, true))
        .await;
    on.expect("on");
    room.say(6, "said 6", "told 6").await;
    room.read_on(7, 11).await;
    let change = room.memory_change(8).await;
    room.store
        .set_axis_lock(room.session, change, (Axis::Trust, true))
        .await
        .expect("locked");
    let given = room.fact_of("told 2").await;
    let change = room.memory_change(9).await;
    room.store
        .give_fact_to_character(room.session, change, given)
        .await
        .expect("given");
    room
}

/// The file's conversation in a store of its own, and the file's text.
async fn brought_in(file: engine::save_file::SaveFile) -> Room {
    brought_into(Room::new().await, file, 0).await
}

/// All ids differ in their last bits only, as those that are made in one millisecond do.
async fn brought_into(house: Room, mut file: engine::save_file::SaveFile, first: u128) -> Room {
    let mut next = (1_u128 << 90) + first;
    engine::save_file::rename(&mut file, || {
        next += 1;
        Uuid::from_u128(next)
    });
    let family = crate::NewFamily {
        character_id: &file.character_id,
        conversations: &file.conversations,
        personas: &[],
        now: at(1000),
    };
    house
        .store
        .create_family(house.session, family, None)
        .await
        .expect("brought in");
    let talk = file.conversations[0].about.id.expect("an id");
    Room { talk, ..house }
}

/// A backup of two conversations could not be restored: what they remember was given the same ids, as the conversations' own ids
/// were made in the same millisecond.
#[tokio::test]
async fn two_conversations_of_one_moment_come_back_with_their_memory() {
    let room = everything().await;
    let file = saved(&room).await;
    let mut there = brought_into(Room::new().await, file.clone(), 0).await;
    let first = there.talk;
    there = brought_into(there, file, 10_000).await;
    for talk in [there.talk, first] {
        there = Room { talk, ..there };
        assert_eq!(there.facts().await, room.facts().await);
        assert_eq!(there.summary().await, room.summary().await);
    }
}

#[tokio::test]
async fn memory_goes_into_a_save_file_and_comes_back_the_same() {
    let room = everything().await;
    let file = saved(&room).await;
    let first = file.to_json().expect("written");
    let there = brought_in(file).await;
    assert_eq!(there.facts().await, room.facts().await);
    assert_eq!(there.summary().await, room.summary().await);
    assert_eq!(there.memory().await.history.len(), 1);
    for axis in [Axis::Trust, Axis::Romance] {
        assert_eq!(there.standing(axis).await, room.standing(axis).await);
    }
    assert_eq!(there.memory().await.excluded.len(), 2, "the message and its answer");
    let second = saved(&there).await.to_json().expect("written");
    let plain = |json: &str| {
        let is_id = |word: &&str| Uuid::parse_str(word).is_ok();
        json.split('"')
            .map(|word| if is_id(&word) { "id" } else { word })
            .collect::<Vec<_>>()
            .join("\"")
    };
    assert_eq!(plain(&first), plain(&second));
    // It goes on from there, and follows the transcript as before.
    there.say(20, "said 2", "told 20").await;
    there.read_on(20, 13).await;
    assert!(!there.facts().await.contains(&"said 2".to_owned()), "still blocked");
    let change = there.changing(21).await;
    let id = there.messages().await[8].id;
    there
        .store
        .edit_message(there.session, change, (id, "other words"), trash(1))
        .await
        .expect("edited");
    assert_eq!(there.memory().await.position.chain.end(), 7);
    there.store.integrity_check().await.expect("whole");
}

/// With memories that the reader and a model tagged, and a past of which something was changed and something forgotten.
async fn corrected() -> Room {
    let room = Room::new().await;
    room.say(1, "I paint", "Do you?").await;
    room.say(2, "I live in Zanzibar", "Oh.").await;
    room.tag(0, "welcome").await;
    room.tag(1, "hobby").await;
    room.tag(2, "home").await;
    room.answer_again(3, "Far away!").await;
    room.tag(2, "far").await;
    room.say(8, "Are you well?", "I told you once").await;
    room.read_on(8, 7).await;
    room.remember_past(
        "sherlock",
        &["I was born in a mill.", "My uncle kept bees.", "I fell once."],
    )
    .await;
    let past = room.past("sherlock").await;
    for (memory, tags, text) in [(0, Some(Vec::new()), None), (1, None, Some("My aunt kept bees."))] {
        let edit = crate::EditMemory {
            id: past[memory].id,
            tags,
            priority: Some(0.75),
            text: text.map(str::to_owned),
        };
        room.store.edit_memory(room.session, &edit).await.expect("edited");
    }
    room.forget_one(4, past[2].id).await.expect("forgotten");
    room
}

#[tokio::test]
async fn corrections_and_the_characters_own_past_go_into_a_save_file_and_come_back() {
    let room = corrected().await;
    let file = saved(&room).await;
    let first = file.to_json().expect("written");
    for (words, is_there) in [
        ("welcome", true),
        ("\"home\"", true),
        ("aunt kept", true),
        ("uncle", false),
        ("fell", false),
    ] {
        assert_eq!(first.contains(words), is_there, "{words}\n{first}");
    }
    let there = brought_in(file.clone()).await;
    // The last one as a model tagged it.
    assert!(room.tagged(3).await.0.contains(&"i told you once".to_owned()));
    for place in 0..4 {
        assert_eq!(there.tagged(place).await, room.tagged(place).await);
    }
    there.choose(5, 4, 0).await;
    assert_eq!(there.tagged(2).await, (vec!["home".to_owned()], 0.9));
    there.choose(6, 4, 1).await;
    let plain = |past: Vec<crate::GraphMemory>| {
        let told = past
            .into_iter()
            .map(|memory| (memory.text, memory.tags, memory.priority, memory.at, memory.source));
        told.collect::<Vec<_>>()
    };
    assert_eq!(plain(there.past("sherlock").await), plain(room.past("sherlock").await));
    // A second time it is known.
    let there = brought_into(there, file, 10_000).await;
    assert_eq!(there.past("sherlock").await.len(), 2);
}

#[tokio::test]
async fn what_is_forgotten_is_in_no_later_save_file() {
    let room = corrected().await;
    assert!(saved(&room).await.to_json().expect("written").contains("\"far\""));
    let exchange = room.memories(room.talk).await[2].id;
    room.forget_one(7, exchange).await.expect("forgotten");
    let later = saved(&room).await.to_json().expect("written");
    assert!(!later.contains("\"far\""), "{later}");
    assert!(later.contains("hobby"));
}
