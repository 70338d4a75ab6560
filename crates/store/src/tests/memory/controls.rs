//! What the reader has remembered.

use super::*;
use crate::MergeFacts;

async fn read_room() -> Room {
    let room = Room::new().await;
    for number in 1..=3 {
        room.say(number, &format!("said {number}"), &format!("told {number}"))
            .await;
    }
    room.read_on(1, 7).await;
    room
}

#[tokio::test]
async fn a_change_of_memory_is_made_once_and_from_the_present_state() {
    let room = read_room().await;
    let new = RememberFact {
        id: fact(1),
        text: "  Ayşe lives in Oslo ".to_owned(),
        scope: FactScope::Conversation,
    };
    let change = room.memory_change(1).await;
    let changed = room
        .store
        .remember_fact(room.session, change, &new)
        .await
        .expect("remembered");
    assert_eq!((changed.memory_revision, changed.replayed), (1, false));
    let again = room
        .store
        .remember_fact(room.session, change, &new)
        .await
        .expect("again");
    assert_eq!((again.memory_revision, again.replayed), (1, true));
    let others = RememberFact {
        text: "Something else".to_owned(),
        ..new.clone()
    };
    assert_eq!(
        code(room.store.remember_fact(room.session, change, &others).await),
        "conflict"
    );
    let stale = MemoryChange {
        operation_id: operation(77),
        ..change
    };
    assert_eq!(
        code(room.store.remember_fact(room.session, stale, &new).await),
        "memory_conflict"
    );
    let present = MemoryChange {
        expected_memory_revision: 1,
        ..stale
    };
    let long = RememberFact {
        text: "x".repeat(501),
        ..new.clone()
    };
    assert_eq!(
        code(room.store.remember_fact(room.session, present, &long).await),
        "bad_fact"
    );
    assert_eq!(
        code(room.store.pin_fact(room.session, present, fact(77)).await),
        "fact_gone"
    );
    assert_eq!(room.memory().await.pinned.len(), 1);
    assert_eq!(room.memory().await.pinned[0].text, "Ayşe lives in Oslo");
}

#[tokio::test]
async fn a_change_makes_a_running_extraction_stale_and_the_other_way_round_is_fine() {
    let room = read_room().await;
    room.say(4, "said 4", "told 4").await;
    let work = room.work(&room.job(9).await).await.expect("work");
    room.remember(1, "Something else", FactScope::Conversation).await;
    assert_eq!(room.finish(2, &work, &found(&work)).await, Commit::Stale);
    let change = room.memory_change(2).await;
    room.read_on(3, 9).await;
    let said = room.fact_of("said 1").await;
    room.store.pin_fact(room.session, change, said).await.expect("pinned");
}

#[tokio::test]
async fn memory_is_changed_while_a_reply_is_written() {
    let room = read_room().await;
    let revision = room.conversation().await.revision;
    let begun = room
        .store
        .begin_turn(room.session, room.turn(4, revision, "said 4"))
        .await
        .expect("begun");
    let position = room.memory().await.position;
    assert_eq!(position.finished_messages, 8, "the reply is not there yet");
    room.remember(1, "Something else", FactScope::Conversation).await;
    let done = room
        .store
        .commit_reply(room.session, room.talk, begun.reply.id, "told 4", None, at(4))
        .await;
    done.expect("the transcript's revision is as it was");
}

#[tokio::test]
async fn what_is_remembered_takes_the_place_of_the_same_words() {
    let room = read_room().await;
    room.remember(1, "SAID 2.", FactScope::Conversation).await;
    assert_eq!(
        room.facts().await,
        [
            "!SAID 2.",
            "Good evening.",
            "said 1",
            "said 3",
            "told 1",
            "told 2",
            "told 3"
        ]
    );
    room.remember(2, "said 2", FactScope::Conversation).await;
    assert_eq!(room.memory().await.pinned.len(), 1, "once is enough");
}

#[tokio::test]
async fn a_pinned_fact_stands_with_its_sources() {
    let room = read_room().await;
    let said = room.fact_of("said 1").await;
    let change = room.memory_change(1).await;
    room.store.pin_fact(room.session, change, said).await.expect("pinned");
    let messages = room.messages().await;
    // Something before it changes: the chain does not fit any more, the fact stands.
    let change = room.changing(2).await;
    let done = room
        .store
        .edit_message(room.session, change, (messages[0].id, "Good day."), trash(1))
        .await;
    done.expect("edited");
    assert_eq!(room.facts().await, ["!said 1"]);
    let change = room.changing(3).await;
    let done = room
        .store
        .edit_message(room.session, change, (messages[1].id, "never said"), trash(2))
        .await;
    done.expect("edited");
    assert_eq!(room.facts().await, Vec::<String>::new());
    let restore = crate::RestoreTrash {
        id: trash(2),
        replaced_id: trash(3),
        new_id: ConversationId(uuid(9)),
        seed: uuid(10),
        now: at(9),
    };
    room.store
        .restore_from_trash(room.session, restore)
        .await
        .expect("put back");
    assert_eq!(room.facts().await, ["!said 1"]);
    let change = room.memory_change(4).await;
    room.store
        .unpin_fact(room.session, change, said)
        .await
        .expect("unpinned");
    assert_eq!(room.facts().await, Vec::<String>::new(), "again as the chain says");
}

#[tokio::test]
async fn two_facts_become_one() {
    let room = read_room().await;
    let merge = MergeFacts {
        facts: [room.fact_of("said 1").await, room.fact_of("said 3").await],
        new_id: fact(1),
        text: "said both".to_owned(),
    };
    let change = room.memory_change(1).await;
    room.store
        .merge_facts(room.session, change, &merge)
        .await
        .expect("merged");
    assert_eq!(
        room.facts().await,
        ["!said both", "Good evening.", "said 2", "told 1", "told 2", "told 3"]
    );
    let sources = room.memory().await.pinned[0].sources.clone();
    assert_eq!(
        sources.iter().map(|source| source.position).collect::<Vec<_>>(),
        [Some(1), Some(5)]
    );
    // What the reader wrote is not lost when a message goes.
    room.remember(2, "Written down", FactScope::Conversation).await;
    let merge = MergeFacts {
        facts: [fact(2), room.fact_of("told 3").await],
        new_id: fact(3),
        text: "Written down and told".to_owned(),
    };
    let change = room.memory_change(3).await;
    room.store
        .merge_facts(room.session, change, &merge)
        .await
        .expect("merged");
    let change = room.changing(4).await;
    room.store
        .undo_turn(room.session, change, trash(1))
        .await
        .expect("undone");
    assert_eq!(room.facts().await, ["!Written down and told"]);
}

#[tokio::test]
async fn a_fact_of_the_character_is_known_in_all_conversations_with_the_same_persona() {
    let room = read_room().await;
    let said = room.fact_of("said 1").await;
    let change = room.memory_change(1).await;
    room.begin_conversation(ConversationId(uuid(3)), "sherlock", 5).await;
    room.begin_conversation(ConversationId(uuid(4)), "watson", 5).await;
    let changed = room
        .store
        .give_fact_to_character(room.session, change, said)
        .await
        .expect("given");
    assert_eq!(changed.also, [(ConversationId(uuid(3)), 1)]);
    let in_talk = async |id: u32| {
        let memory = room
            .store
            .memory(room.session, ConversationId(uuid(id)))
            .await
            .expect("memory");
        memory.pinned.into_iter().map(|fact| fact.text).collect::<Vec<_>>()
    };
    assert_eq!(in_talk(2).await, ["said 1"]);
    assert_eq!(in_talk(3).await, ["said 1"]);
    assert_eq!(in_talk(4).await, Vec::<String>::new());
    room.sql("update conversations set persona_id = 'somebody' where character_id = 'sherlock' and message_count = 1")
        .await;
    assert_eq!(in_talk(3).await, Vec::<String>::new());
    room.store
        .delete_conversation(room.session, room.talk, trash(1), at(9))
        .await
        .expect("deleted");
    room.store.empty_trash(room.session).await.expect("erased");
    room.sql("update conversations set persona_id = null").await;
    assert_eq!(in_talk(3).await, ["said 1"], "it outlives its conversation");
    room.store.integrity_check().await.expect("whole");
}

#[tokio::test]
async fn sixty_pinned_facts_are_enough() {
    let room = read_room().await;
    for number in 0..60 {
        let scope = if number % 2 == 0 {
            FactScope::Conversation
        } else {
            FactScope::Character
        };
        room.remember(number, &format!("Number {number}"), scope).await;
    }
    let new = RememberFact {
        id: fact(99),
        text: "One more".to_owned(),
        scope: FactScope::Conversation,
    };
    let change = room.memory_change(99).await;
    assert_eq!(
        code(room.store.remember_fact(room.session, change, &new).await),
        "too_many_facts"
    );
    let said = room.fact_of("said 1").await;
    assert_eq!(
        code(room.store.pin_fact(room.session, change, said).await),
        "too_many_facts"
    );
    let memory = room.store.prompt_memory(room.session, room.talk).await.expect("memory");
    assert_eq!(
        (memory.pinned.len(), memory.automatic.len(), memory.further_automatic),
        (60, 7, 0)
    );
    assert_eq!(memory.pinned[0].text, "Number 59", "newest first");
}

#[tokio::test]
async fn forty_automatic_facts_are_sent() {
    let room = Room::new().await;
    for number in 1..=25 {
        room.say(number, &format!("said {number}"), &format!("told {number}"))
            .await;
    }
    room.read_on(1, 41).await;
    room.read_on(2, 51).await;
    let work_of = room.memory().await;
    assert_eq!(work_of.automatic.len(), 51);
    let memory = room.store.prompt_memory(room.session, room.talk).await.expect("memory");
    assert_eq!((memory.automatic.len(), memory.further_automatic), (40, 11));
    assert_eq!(
        memory.automatic[0].text, "told 25",
        "the newest of those that matter as much"
    );
}

#[tokio::test]
async fn another_session_sees_nothing() {
    let room = read_room().await;
    let other = SessionId(uuid(50));
    assert_eq!(code(room.store.memory(other, room.talk).await), "not_found");
    let said = room.fact_of("said 1").await;
    let change = room.memory_change(1).await;
    assert_eq!(code(room.store.forget_fact(other, change, said).await), "not_found");
}
