//! What counts follows the transcript as it is chosen.

use super::*;

/// Greeting, then five turns `said N` and `told N`, of which the first three messages pairs are read in two steps.
async fn well_read() -> Room {
    let room = Room::new().await;
    for number in 1..=5 {
        room.say(number, &format!("said {number}"), &format!("told {number}"))
            .await;
    }
    room.read_on(1, 3).await;
    room.read_on(2, 7).await;
    room
}

const READ: [&str; 7] = [
    "Good evening.",
    "said 1",
    "said 2",
    "said 3",
    "told 1",
    "told 2",
    "told 3",
];

#[tokio::test]
async fn an_extraction_leaves_summary_facts_and_developments() {
    let room = well_read().await;
    assert_eq!(room.facts().await, READ);
    assert_eq!(
        room.summary().await,
        "Good evening.; said 1; told 1; said 2; told 2; said 3; told 3"
    );
    assert_eq!(
        (room.standing(Axis::Trust).await, room.standing(Axis::Romance).await),
        (2, 0)
    );
    let memory = room.memory().await;
    assert_eq!(memory.position.chain.end(), 7);
    assert_eq!(
        memory.memory_revision, 0,
        "neither turns nor extractions are changes of memory"
    );
    let said = memory
        .automatic
        .iter()
        .find(|fact| fact.text == "said 2")
        .expect("a fact");
    let messages = room.messages().await;
    assert_eq!(
        (said.sources[0].message_id, said.sources[0].position),
        (messages[3].id, Some(3))
    );
    assert_eq!(
        said.created_at, messages[3].created_at,
        "when it was said, not when it was read"
    );
}

#[tokio::test]
async fn a_reply_stays_with_what_it_answers() {
    let room = Room::new().await;
    room.say(1, "said 1", "told 1").await;
    let work = room.work(&room.job(2).await).await.expect("work");
    assert_eq!(work.range, 0..3);
}

#[tokio::test]
async fn turns_that_are_appended_meanwhile_do_not_matter() {
    let room = well_read().await;
    let work = room.work(&room.job(9).await).await.expect("work");
    room.say(6, "said 6", "told 6").await;
    assert_eq!(room.finish(3, &work, &found(&work)).await, Commit::Committed);
    assert_eq!(room.memory().await.position.chain.end(), 9);
    assert_eq!(room.finish(4, &work, &found(&work)).await, Commit::Stale, "not twice");
}

#[tokio::test]
async fn an_extraction_that_read_what_was_changed_writes_nothing() {
    for reads_old in [false, true] {
        let room = well_read().await;
        let work = room.work(&room.job(9).await).await.expect("work");
        let position = if reads_old { 1 } else { 8 };
        let id = room.messages().await[position].id;
        let change = room.changing(1).await;
        room.store
            .edit_message(room.session, change, (id, "other words"), trash(1))
            .await
            .expect("edited");
        assert_eq!(room.finish(3, &work, &found(&work)).await, Commit::Stale);
        assert_eq!(room.memory().await.position.chain.end(), if reads_old { 0 } else { 7 });
    }
}

#[tokio::test]
async fn rejected_alternates_leave_nothing_and_come_back_when_they_are_chosen() {
    let room = Room::new().await;
    room.say(1, "said 1", "told 1").await;
    room.say(2, "said 2", "first").await;
    room.read_on(1, 5).await;
    room.answer_again(3, "second").await;
    assert_eq!(room.facts().await, Vec::<String>::new());
    assert_eq!(
        (room.summary().await.as_str(), room.standing(Axis::Trust).await),
        ("", 0)
    );
    room.read_on(2, 5).await;
    room.answer_again(4, "third").await;
    room.read_on(3, 5).await;
    for (ordinal, text) in [(0, "first"), (2, "third"), (1, "second"), (0, "first")] {
        room.choose(
            10 + ordinal + u32::from(text == "first") * 7 + room.conversation().await.revision as u32 * 20,
            4,
            ordinal,
        )
        .await;
        let mut expected = vec!["Good evening.", "said 1", "said 2", "told 1", text];
        expected.sort_unstable();
        assert_eq!(room.facts().await, expected);
        assert_eq!(
            room.summary().await,
            format!("Good evening.; said 1; told 1; said 2; {text}")
        );
        assert_eq!(room.standing(Axis::Trust).await, 1, "nothing is counted twice");
    }
}

#[tokio::test]
async fn what_was_read_before_a_change_stays() {
    let room = well_read().await;
    let id = room.messages().await[5].id;
    let change = room.changing(1).await;
    let done = room
        .store
        .edit_message(room.session, change, (id, "other words"), trash(1))
        .await;
    done.expect("edited");
    assert_eq!(room.facts().await, ["Good evening.", "said 1", "told 1"]);
    assert_eq!(room.summary().await, "Good evening.; said 1; told 1");
    assert_eq!(room.memory().await.memory_revision, 1);
    let restore = crate::RestoreTrash {
        id: trash(1),
        replaced_id: trash(2),
        new_id: ConversationId(uuid(9)),
        seed: uuid(10),
        now: at(9),
    };
    room.store
        .restore_from_trash(room.session, restore)
        .await
        .expect("put back");
    assert_eq!(room.facts().await, READ);
    assert_eq!(room.memory().await.memory_revision, 2);
}

/// A path that reaches further counts, also when a shorter one has been read meanwhile from the same place.
#[tokio::test]
async fn the_path_that_reaches_furthest_counts() {
    let room = Room::new().await;
    for number in 1..=4 {
        room.say(number, &format!("said {number}"), &format!("told {number}"))
            .await;
    }
    room.answer_again(5, "told otherwise").await;
    room.choose(1, 8, 0).await;
    room.read_on(1, 9).await;
    room.choose(2, 8, 1).await;
    room.read_on(2, 5).await;
    assert_eq!(room.memory().await.position.chain.end(), 5);
    room.read_on(3, 9).await;
    room.choose(3, 8, 0).await;
    assert_eq!(room.memory().await.position.chain.end(), 9);
    assert_eq!(
        room.standing(Axis::Trust).await,
        1,
        "the one that read all of it at once"
    );
    room.choose(4, 8, 1).await;
    assert_eq!(
        (
            room.memory().await.position.chain.end(),
            room.standing(Axis::Trust).await
        ),
        (9, 2)
    );
}

#[tokio::test]
async fn undo_and_delete_roll_back_and_restoring_brings_back() {
    let room = well_read().await;
    for (number, position) in [(1, 2), (2, 0)] {
        let id = room.messages().await[position].id;
        let change = room.changing(number).await;
        room.store
            .delete_message(room.session, change, id, trash(number))
            .await
            .expect("deleted");
    }
    assert_eq!(room.facts().await, Vec::<String>::new());
    for number in [2, 1] {
        let restore = crate::RestoreTrash {
            id: trash(number),
            replaced_id: trash(7),
            new_id: ConversationId(uuid(9)),
            seed: uuid(10),
            now: at(9),
        };
        room.store
            .restore_from_trash(room.session, restore)
            .await
            .expect("put back");
    }
    assert_eq!(room.facts().await, READ);
    assert_eq!(room.standing(Axis::Trust).await, 2);
}

#[tokio::test]
async fn what_must_not_be_written_is_left_out() {
    let room = well_read().await;
    let work = room.work(&room.job(9).await).await.expect("work");
    let mut extraction = found(&work);
    let sound = extraction.facts[0].clone();
    let outside = room.messages().await[1].id;
    let unsound = [
        NewFact {
            importance: 6,
            ..sound.clone()
        },
        NewFact {
            text: "x".repeat(501),
            ..sound.clone()
        },
        NewFact {
            text: "  ".to_owned(),
            ..sound.clone()
        },
        NewFact {
            sources: vec![],
            ..sound.clone()
        },
        NewFact {
            text: "from elsewhere".to_owned(),
            sources: vec![outside],
            ..sound.clone()
        },
        NewFact {
            text: "SAID 1!".to_owned(),
            ..sound.clone()
        },
        sound.clone(),
    ];
    extraction.facts.extend(unsound);
    let event = extraction.events[0].clone();
    extraction.events.extend([
        event.clone(),
        NewRelationshipEvent {
            axis: Axis::Romance,
            ..event.clone()
        },
    ]);
    extraction.events.insert(
        0,
        NewRelationshipEvent {
            change: 3,
            ..event.clone()
        },
    );
    extraction.events.insert(0, NewRelationshipEvent { change: 0, ..event });
    assert_eq!(room.finish(3, &work, &extraction).await, Commit::Committed);
    let mut expected = READ.to_vec();
    expected.extend(["said 4", "told 4"]);
    expected.sort_unstable();
    assert_eq!(room.facts().await, expected);
    assert_eq!(room.standing(Axis::Trust).await, 3);
}

#[tokio::test]
async fn a_newer_fact_takes_the_place_of_an_older_one_while_it_counts() {
    let room = well_read().await;
    let older = room.fact_of("said 2").await;
    let work = room.work(&room.job(9).await).await.expect("work");
    let mut extraction = found(&work);
    extraction.facts[0].supersedes = Some(older);
    room.finish(3, &work, &extraction).await;
    assert!(!room.facts().await.contains(&"said 2".to_owned()));
    let memory = room.memory().await;
    let history: Vec<_> = memory.history.iter().map(|past| (past.fact.id, past.by)).collect();
    assert_eq!(history, [(older, room.fact_of("said 4").await)]);
    // Undone, and the older one holds again.
    for number in 1..=2 {
        let change = room.changing(number).await;
        room.store
            .undo_turn(room.session, change, trash(number))
            .await
            .expect("undone");
    }
    assert!(room.facts().await.contains(&"said 2".to_owned()));
    assert_eq!(room.memory().await.history, []);
}

#[tokio::test]
async fn a_pinned_fact_is_not_replaced() {
    let room = well_read().await;
    let older = room.fact_of("said 2").await;
    let change = room.memory_change(1).await;
    room.store.pin_fact(room.session, change, older).await.expect("pinned");
    let work = room.work(&room.job(9).await).await.expect("work");
    let mut extraction = found(&work);
    extraction.facts[0].supersedes = Some(older);
    room.finish(3, &work, &extraction).await;
    assert!(room.facts().await.contains(&"!said 2".to_owned()));
}

/// Going on with a reply is no change of what stands, and yet it reads differently afterwards.
#[tokio::test]
async fn a_reply_that_goes_on_while_it_is_read_makes_the_extraction_stale() {
    let room = well_read().await;
    let (store, session) = (&room.store, room.session);
    let revision = room.conversation().await.revision;
    let begun = store
        .begin_turn(session, room.turn(6, revision, "said 6"))
        .await
        .expect("begun");
    let cut = store
        .cut_reply(session, room.talk, begun.reply.id, "told", None, at(6))
        .await;
    let (_, revision) = cut.expect("cut short");
    let work = room.work(&room.job(13).await).await.expect("work");
    let before = room.memory().await.memory_revision;
    let begun = store
        .begin_reply(session, room.reply(7, revision))
        .await
        .expect("goes on");
    let done = store
        .commit_reply(session, room.talk, begun.reply.id, "told all", None, at(7))
        .await;
    done.expect("committed");
    assert_eq!(room.memory().await.memory_revision, before);
    assert_eq!(room.finish(3, &work, &found(&work)).await, Commit::Stale);
}

#[tokio::test]
async fn messages_that_change_places_are_noticed() {
    let room = well_read().await;
    for sql in [
        "update messages set position = 1000 where position = 3",
        "update messages set position = 3 where position = 5",
        "update messages set position = 5 where position = 1000",
    ] {
        room.sql(sql).await;
    }
    assert_eq!(room.memory().await.position.chain.end(), 3);
}

/// What an extraction says of its own earlier facts stands in the history.
#[tokio::test]
async fn a_fact_that_a_later_one_of_the_same_batch_contradicts_is_in_the_history() {
    let room = Room::new().await;
    room.say(1, "I live in Oslo.", "told 1").await;
    room.say(2, "I moved to Bergen.", "told 2").await;
    let work = room.work(&room.job(5).await).await.expect("work");
    let mut extraction = found(&work);
    extraction.facts.retain(|fact| fact.text.starts_with("I "));
    extraction.facts[1].supersedes_earlier = Some(0);
    assert_eq!(room.finish(1, &work, &extraction).await, Commit::Committed);
    assert_eq!(room.facts().await, ["I moved to Bergen."]);
    let history = room.memory().await.history;
    assert_eq!((history.len(), history[0].fact.text.as_str()), (1, "I live in Oslo."));
    assert_eq!(history[0].by, room.fact_of("I moved to Bergen.").await);
}
