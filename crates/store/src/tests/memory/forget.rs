//! What is forgotten is nowhere any more.

use super::*;
use crate::UpdateFact;

const OSLO: &str = "I live in Oslo";

async fn oslo_room() -> Room {
    let room = Room::new().await;
    room.say(1, OSLO, "Do you?").await;
    room.say(2, "My cat is called Miso", "So, I LIVE in Oslo, you say!")
        .await;
    room.say(3, "said 3", "told 3").await;
    room.read_on(1, 3).await;
    room.read_on(2, 7).await;
    room
}

#[tokio::test]
async fn a_forgotten_fact_is_in_no_table_and_its_messages_in_no_prompt() {
    let room = oslo_room().await;
    let transcript = room.transcript().await;
    let changed = room.forget(1, OSLO).await;
    assert_eq!(changed.memory_revision, 1);
    assert!(!room.is_kept_somewhere("live in oslo").await);
    let memory = room.memory().await;
    let excluded: Vec<_> = memory.excluded.iter().map(|source| source.position).collect();
    assert_eq!(excluded, [Some(1), Some(4)], "the source and the echo");
    assert_eq!(room.summary().await, "", "both summaries are to be written again");
    assert_eq!(
        room.facts().await,
        ["Do you?", "Good evening.", "My cat is called Miso", "said 3", "told 3"]
    );
    assert_eq!(room.transcript().await, transcript, "what is seen stays");
    room.rebuild(3).await;
    assert_eq!(room.summary().await, "Good evening.; Do you?");
    assert!(memory.position.summary().is_none());
    let told = room.memory().await.position.summary().expect("a summary");
    assert_eq!((told.end, told.incomplete), (3, true));
    room.rebuild(4).await;
    assert_eq!(
        room.summary().await,
        "Good evening.; Do you?; My cat is called Miso; said 3; told 3"
    );
    assert_eq!(
        room.facts().await.len(),
        5,
        "facts of a summary that is written again are counted already"
    );
    assert!(!room.is_kept_somewhere("live in oslo").await);
}

#[tokio::test]
async fn summaries_before_the_forgotten_words_stay() {
    let room = oslo_room().await;
    room.forget(1, "My cat is called Miso").await;
    let told = room.memory().await.position.summary().expect("a summary");
    assert_eq!((told.end, told.incomplete), (3, true));
}

#[tokio::test]
async fn the_same_words_are_not_found_again_until_they_are_remembered() {
    let room = oslo_room().await;
    room.forget(1, OSLO).await;
    room.rebuild(3).await;
    room.rebuild(4).await;
    room.say(4, "i live in oslo!", "told 4").await;
    room.read_on(5, 9).await;
    assert!(
        !room
            .facts()
            .await
            .iter()
            .any(|text| text.to_lowercase().contains("live in oslo"))
    );
    room.remember(2, OSLO, FactScope::Conversation).await;
    assert!(room.facts().await.contains(&format!("!{OSLO}")));
    let change = room.memory_change(3).await;
    room.store
        .unpin_fact(room.session, change, fact(2))
        .await
        .expect("unpinned");
    let work = room
        .store
        .memory_position(room.session, room.talk)
        .await
        .expect("a position");
    assert_eq!(work.chain.end(), 9);
    room.say(5, "said 5", "told 5").await;
    let work = room.work(&room.job(11).await).await.expect("work");
    assert!(work.blocked.is_empty());
}

#[tokio::test]
async fn a_job_that_runs_while_something_is_forgotten_writes_nothing() {
    let room = oslo_room().await;
    room.say(4, "said 4", "told 4").await;
    let work = room.work(&room.job(9).await).await.expect("work");
    room.forget(1, OSLO).await;
    assert_eq!(room.finish(3, &work, &found(&work)).await, Commit::Stale);
    assert!(!room.is_kept_somewhere("live in oslo").await);
    assert!(
        room.work(&room.job(9).await).await.is_none(),
        "the cleared summaries come first"
    );
}

/// The words were taken back before they were forgotten, and come back afterwards.
#[tokio::test]
async fn forgotten_words_that_come_back_from_the_trash_stay_excluded() {
    let room = oslo_room().await;
    room.say(4, "And I live in Oslo still", "told 4").await;
    let change = room.changing(1).await;
    room.store
        .undo_turn(room.session, change, trash(1))
        .await
        .expect("undone");
    room.say(5, "said 5", "told 5").await;
    room.answer_again(6, "You live where? I live in Oslo too").await;
    room.choose(2, 8, 0).await;
    room.forget(1, OSLO).await;
    let restore = crate::RestoreTrash {
        id: trash(1),
        replaced_id: trash(2),
        new_id: ConversationId(uuid(9)),
        seed: uuid(10),
        now: at(9),
    };
    let restored = room
        .store
        .restore_from_trash(room.session, restore)
        .await
        .expect("put back");
    assert_eq!(restored.conversation_id, ConversationId(uuid(9)), "as a branch");
    let excluded = async |talk| {
        let memory = room.store.memory(room.session, talk).await.expect("memory");
        memory
            .excluded
            .iter()
            .filter_map(|source| source.position)
            .collect::<Vec<_>>()
    };
    assert_eq!(excluded(restored.conversation_id).await, [1, 4, 7]);
    assert_eq!(
        excluded(room.talk).await,
        [1, 4],
        "the alternate that says nothing of it is sent"
    );
    room.choose(3, 8, 1).await;
    assert_eq!(excluded(room.talk).await, [1, 4, 8]);
}

#[tokio::test]
async fn other_words_take_the_place_of_a_fact() {
    let room = oslo_room().await;
    let update = UpdateFact {
        fact_id: room.fact_of(OSLO).await,
        new_id: fact(1),
        text: "I live in Bergen".to_owned(),
    };
    let change = room.memory_change(1).await;
    room.store
        .update_fact(room.session, change, &update)
        .await
        .expect("updated");
    assert!(!room.is_kept_somewhere("live in oslo").await);
    assert_eq!(room.facts().await[0], "!I live in Bergen");
    let update = UpdateFact {
        fact_id: fact(1),
        new_id: fact(2),
        text: "I live in Bergen.".to_owned(),
    };
    let change = room.memory_change(2).await;
    room.store
        .update_fact(room.session, change, &update)
        .await
        .expect("updated");
    assert_eq!(room.memory().await.pinned[0].id, fact(1), "only put right");
    assert_eq!(room.facts().await[0], "!I live in Bergen.");
}

/// Oslo was replaced by Bergen; when Bergen is put right, Oslo must not come back.
#[tokio::test]
async fn what_an_updated_fact_had_replaced_stays_replaced() {
    let room = oslo_room().await;
    let oslo = room.fact_of(OSLO).await;
    room.say(4, "I moved to Bergen", "told 4").await;
    let work = room.work(&room.job(9).await).await.expect("work");
    let mut extraction = found(&work);
    extraction.facts[0].supersedes = Some(oslo);
    room.finish(3, &work, &extraction).await;
    let update = UpdateFact {
        fact_id: room.fact_of("I moved to Bergen").await,
        new_id: fact(1),
        text: "I moved to Trondheim".to_owned(),
    };
    let change = room.memory_change(1).await;
    room.store
        .update_fact(room.session, change, &update)
        .await
        .expect("updated");
    assert!(!room.facts().await.contains(&OSLO.to_owned()));
    assert_eq!(room.memory().await.history[0].by, fact(1));
}

#[tokio::test]
async fn a_fact_of_the_character_is_forgotten_in_all_its_conversations() {
    let room = oslo_room().await;
    let oslo = room.fact_of(OSLO).await;
    let change = room.memory_change(1).await;
    room.store
        .give_fact_to_character(room.session, change, oslo)
        .await
        .expect("given");
    let other = ConversationId(uuid(3));
    room.begin_conversation(other, "sherlock", 5).await;
    let there = Room {
        store: room.store.clone(),
        session: room.session,
        talk: other,
    };
    there.say(11, "You know that I live in Oslo", "told 11").await;
    there.read_on(11, 3).await;
    let work = there.work(&there.job(3).await).await;
    assert!(work.is_none(), "nothing more to read");
    room.forget(2, OSLO).await;
    assert!(!room.is_kept_somewhere("live in oslo").await);
    assert_eq!(there.memory().await.excluded.len(), 1);
    assert_eq!(there.memory().await.memory_revision, 1);
    assert_eq!(there.facts().await, ["Good evening.", "told 11"]);
}

#[tokio::test]
async fn a_reply_that_is_written_with_a_fact_while_it_is_forgotten_is_excluded() {
    let room = oslo_room().await;
    let revision = room.conversation().await.revision;
    let begun = room
        .store
        .begin_turn(room.session, room.turn(4, revision, "said 4"))
        .await
        .expect("begun");
    room.forget(1, OSLO).await;
    room.store
        .commit_reply(
            room.session,
            room.talk,
            begun.reply.id,
            "You told me: I live in Oslo",
            None,
            at(4),
        )
        .await
        .expect("committed");
    let excluded = room.memory().await.excluded;
    assert!(excluded.iter().any(|source| source.message_id == begun.reply.id));
}

/// A summary tells of the forgotten words in its own; so it goes by what it has read, on every path.
#[tokio::test]
async fn summaries_that_may_tell_of_forgotten_words_in_others_are_cleared() {
    let room = Room::new().await;
    room.say(1, OSLO, "Do you?").await;
    room.say(2, "said 2", "first").await;
    for (number, end, text) in [
        (1, 1, "Greeted."),
        (2, 3, "She told where she is at home."),
        (3, 5, "And more."),
    ] {
        let work = room.work(&room.job(end).await).await.expect("work");
        let extraction = Extraction {
            summary: summary(text),
            ..found(&work)
        };
        assert_eq!(room.finish(number, &work, &extraction).await, Commit::Committed);
    }
    room.answer_again(4, "second").await;
    let work = room.work(&room.job(5).await).await.expect("work");
    let extraction = Extraction {
        summary: summary("And other things."),
        ..found(&work)
    };
    assert_eq!(room.finish(5, &work, &extraction).await, Commit::Committed);
    room.forget(1, OSLO).await;
    assert_eq!(room.summary().await, "Greeted.");
    room.choose(1, 4, 0).await;
    assert_eq!(room.memory().await.position.chain.end(), 5);
    assert_eq!(room.summary().await, "Greeted.");
    assert!(!room.is_kept_somewhere("at home").await && !room.is_kept_somewhere("other things").await);
}

/// The same words under another id: what was found there counts by what is said, so forgetting and pinning must meet it too.
#[tokio::test]
async fn a_message_that_was_said_again_word_for_word_is_a_source_as_the_first_one_was() {
    for pins in [false, true] {
        let room = Room::new().await;
        room.say(1, "We moved house last May, to Oslo", "told 1").await;
        let work = room.work(&room.job(2).await).await.expect("work");
        let mut extraction = found(&work);
        extraction.facts[1].text = OSLO.to_owned();
        assert_eq!(room.finish(1, &work, &extraction).await, Commit::Committed);
        let change = room.changing(1).await;
        room.store
            .undo_turn(room.session, change, trash(1))
            .await
            .expect("undone");
        assert!(!room.facts().await.contains(&OSLO.to_owned()));
        room.store.empty_trash(room.session).await.expect("erased");
        assert!(!room.is_kept_somewhere(OSLO).await, "erased with its message");

        let work = room.work(&room.job(1).await).await.expect("work");
        room.finish(2, &work, &found(&work)).await;
        room.say(3, "We moved house last May, to Oslo", "told 1").await;
        let work = room.work(&room.job(3).await).await.expect("work");
        let mut extraction = found(&work);
        extraction.facts[0].text = OSLO.to_owned();
        assert_eq!(room.finish(3, &work, &extraction).await, Commit::Committed);
        let change = room.changing(4).await;
        room.store
            .undo_turn(room.session, change, trash(2))
            .await
            .expect("undone");
        room.say(5, "We moved house last May, to Oslo", "told 1").await;
        assert!(room.facts().await.contains(&OSLO.to_owned()), "it fits by what is said");
        if pins {
            let change = room.memory_change(6).await;
            let id = room.fact_of(OSLO).await;
            room.store.pin_fact(room.session, change, id).await.expect("pinned");
            assert!(
                room.facts().await.contains(&format!("!{OSLO}")),
                "it stays when it is pinned"
            );
        }
        room.forget(7, OSLO).await;
        let excluded = room.memory().await.excluded;
        assert_eq!(
            excluded.iter().map(|source| source.position).collect::<Vec<_>>(),
            [Some(1)]
        );
    }
}
