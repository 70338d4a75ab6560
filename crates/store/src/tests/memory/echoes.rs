//! A fact that a model wrote is said nowhere in its own words: what said it is forgotten with it, wherever it stands again.

use engine::conversation::MessageState;
use engine::memory::view::{PromptPartName, PromptPartView, PromptRecordView};

use super::*;
use crate::{AsOf, BranchOff, CarryFrom, Ending, Sent};

const WRITTEN: &str = "Guest lives in Oslo.";
const SOURCE: &str = "Good evening, Sherlock. I live in Oslo.";

/// Reads what was said as a model does: one fact from the message at position 1, in other words, and a summary in others.
async fn read_as_a_model(room: &Room, number: u32, end: u32) -> FactId {
    let work = room.work(&room.job(end).await).await.expect("work");
    let extraction = Extraction {
        summary: summary("The guest told where home is."),
        facts: vec![NewFact {
            text: WRITTEN.to_owned(),
            importance: 3,
            sources: vec![room.messages().await[1].id],
            supersedes: None,
            supersedes_earlier: None,
        }],
        events: Vec::new(),
        tags: Vec::new(),
    };
    assert_eq!(room.finish(number, &work, &extraction).await, Commit::Committed);
    room.fact_of(WRITTEN).await
}

async fn written_room() -> Room {
    let room = Room::new().await;
    room.say(1, SOURCE, "Do you?").await;
    read_as_a_model(&room, 1, 3).await;
    room.say(
        2,
        "Yes. As I said: i live in OSLO!",
        "Good evening, Sherlock. It is cold.",
    )
    .await;
    room
}

async fn excluded(room: &Room) -> Vec<u32> {
    let memory = room.memory().await;
    memory.excluded.iter().filter_map(|source| source.position).collect()
}

#[tokio::test]
async fn a_later_message_that_repeats_the_sentence_of_a_written_fact_is_excluded_too() {
    let room = written_room().await;
    room.forget(1, WRITTEN).await;
    assert_eq!(
        excluded(&room).await,
        [1, 3],
        "the source and its echo, not the greeting"
    );
}

#[tokio::test]
async fn a_later_message_that_repeats_the_sentence_of_an_updated_fact_is_excluded_too() {
    let room = written_room().await;
    let update = crate::UpdateFact {
        fact_id: room.fact_of(WRITTEN).await,
        new_id: fact(1),
        text: "Guest lives in Bergen.".to_owned(),
    };
    let change = room.memory_change(1).await;
    room.store
        .update_fact(room.session, change, &update)
        .await
        .expect("updated");
    assert_eq!(excluded(&room).await, [1, 3]);
    assert_eq!(room.facts().await, ["!Guest lives in Bergen."]);
}

async fn another(room: &Room, number: u32) -> Room {
    let talk = ConversationId(uuid(number));
    room.begin_conversation(talk, "sherlock", 5).await;
    room.in_talk(talk)
}

/// The fact went with the first conversation that was looked through, and its sources with it, before their own was.
#[tokio::test]
async fn a_fact_of_the_character_that_is_forgotten_elsewhere_leaves_its_own_conversation_too() {
    let room = written_room().await;
    let earlier = another(&room, 1).await;
    let later = another(&room, 3).await;
    earlier.say(11, "I live in Oslo.", "told 11").await;
    later.say(12, "You know it: I live in Oslo.", "told 12").await;
    let change = room.memory_change(1).await;
    let given = room.fact_of(WRITTEN).await;
    room.store
        .give_fact_to_character(room.session, change, given)
        .await
        .expect("given");
    later.forget(2, WRITTEN).await;
    assert_eq!(excluded(&room).await, [1, 3], "the source and its echo");
    assert_eq!(room.summary().await, "", "to be written again");
    assert_eq!(excluded(&earlier).await, [1], "what was said there is known in all");
    assert_eq!(excluded(&later).await, [1]);
    assert!(!room.is_kept_somewhere("where home is").await);
}

#[tokio::test]
async fn what_was_carried_on_from_the_forgotten_words_is_cleared() {
    let room = written_room().await;
    let talk = ConversationId(uuid(30));
    let new = NewConversation {
        id: talk,
        character_id: character("sherlock"),
        greeting: Some((message(7777), "You again.".to_owned())),
        now: at(100),
    };
    let from = CarryFrom {
        conversation_id: room.talk,
        seed: Uuid::from_u128(0x0195_0000_0000_7000_8000_0000_0000_0000),
    };
    room.store
        .create_conversation_from(room.session, new, from)
        .await
        .expect("begun");
    let there = room.in_talk(talk);
    assert_eq!(there.summary().await, "The guest told where home is.");
    let change = room.memory_change(1).await;
    let given = room.fact_of(WRITTEN).await;
    room.store
        .give_fact_to_character(room.session, change, given)
        .await
        .expect("given");
    there.forget(2, WRITTEN).await;
    assert!(!room.is_kept_somewhere("where home is").await);
    assert!(!room.is_kept_somewhere("lives in oslo").await);
}

/// A fact of one conversation is forgotten there: a branch keeps its own.
#[tokio::test]
async fn a_branch_keeps_what_is_forgotten_in_the_original() {
    let room = written_room().await;
    let branch = BranchOff {
        conversation_id: room.talk,
        message_id: room.messages().await[4].id,
        operation_id: operation(700_001),
        new_id: ConversationId(uuid(21)),
        seed: Uuid::from_u128(0x0194_0000_0000_7000_8000_0000_0000_0000),
        now: at(50),
    };
    let talk = room.store.branch_off(room.session, branch).await.expect("branched");
    let there = room.in_talk(talk);
    room.forget(1, WRITTEN).await;
    assert_eq!(there.facts().await, [WRITTEN]);
    assert_eq!(excluded(&there).await, Vec::<u32>::new());
}

fn record(message_id: MessageId, name: PromptPartName, text: &str) -> PromptRecordView {
    PromptRecordView {
        message_id,
        alternate: 0,
        model: "small-model".to_owned(),
        window_tokens: 2048,
        window_known: true,
        reply_tokens: 256,
        parts: vec![PromptPartView {
            name,
            tokens: 3,
            text: text.to_owned(),
        }],
        recalled: Vec::new(),
        facts: Vec::new(),
        left_out: Vec::new(),
    }
}

/// The record is written with the end of the reply, after the forgetting.
#[tokio::test]
async fn what_is_forgotten_while_a_reply_is_written_is_in_no_record_of_it() {
    let heading = "# What happened before";
    for (name, text, forgets, is_kept) in [
        (PromptPartName::Recent, format!("User: {SOURCE}"), true, false),
        (
            PromptPartName::Summary,
            format!("{heading}\nThe guest told where home is."),
            true,
            false,
        ),
        (PromptPartName::Recent, "User: hello".to_owned(), true, true),
        (PromptPartName::Recent, format!("User: {SOURCE}"), false, true),
        (
            PromptPartName::Summary,
            format!("{heading}\nThe guest told where home is."),
            false,
            true,
        ),
    ] {
        let room = written_room().await;
        let revision = room.conversation().await.revision;
        let begun = room
            .store
            .begin_turn(room.session, room.turn(4, revision, "said 4"))
            .await
            .expect("begun");
        let memory_revision = room.memory().await.memory_revision;
        let changes = room.store.memory_changes();
        if forgets {
            room.forget(1, WRITTEN).await;
        } else {
            room.remember(1, "Something else", FactScope::Conversation).await;
        }
        let record = record(begun.reply.id, name, &text);
        let ending = Ending {
            reply_id: begun.reply.id,
            text: "told 4",
            reasoning: None,
            state: MessageState::Complete,
            sent: Some(Sent {
                record: &record,
                as_of: AsOf {
                    memory_revision,
                    changes,
                },
            }),
            now: at(9),
        };
        room.store
            .end_reply(room.session, room.talk, ending)
            .await
            .expect("ended");
        let place = (room.talk, begun.reply.id);
        let kept = room.store.prompt_record(room.session, place, 0).await.expect("read");
        assert_eq!(kept.is_some(), is_kept, "{name:?} {text:?} {forgets}");
    }
}

/// In other words than the fact's, so only the summary itself shows that it is there.
#[tokio::test]
async fn a_record_with_a_summary_that_was_cleared_is_gone() {
    let room = written_room().await;
    let reply = room.messages().await[4].id;
    let record = record(
        reply,
        PromptPartName::Summary,
        "# Before\n\nThe guest told where home is.\n",
    );
    room.store
        .write_prompt_record(room.session, room.talk, &record, at(9))
        .await
        .expect("written");
    room.forget(1, WRITTEN).await;
    assert!(!room.is_kept_somewhere("where home is").await);
}

/// The answers "So you live in Oslo." and "Nice to meet you in Oslo." still told models of what was forgotten.
#[tokio::test]
async fn an_answer_that_takes_the_forgotten_fact_up_is_excluded_too() {
    for (answer, expected) in [
        ("So you live in Oslo. It is cold there.", vec![1, 2]),
        ("(smiles) Nice to meet you in *Oslo*.", vec![1, 2]),
        ("Good evening. It is cold.", vec![1]),
    ] {
        let room = Room::new().await;
        room.say(1, SOURCE, answer).await;
        read_as_a_model(&room, 1, 3).await;
        room.say(2, "It is late.", "Oslo is a city in the north.").await;
        room.forget(1, WRITTEN).await;
        assert_eq!(excluded(&room).await, expected, "{answer}");
    }
}
