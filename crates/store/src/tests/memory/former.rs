//! Answers that take up words that were edited.

use super::*;

/// Found by a reader: "I live in Oslo" was edited to "I live in Bergen", and "So you live in Oslo" went on being sent.
#[tokio::test]
async fn an_answer_that_repeats_what_an_edit_took_away_is_not_told_until_it_is_put_back() {
    let room = Room::new().await;
    room.say(1, "I live in Oslo", "So you live in Oslo.").await;
    room.answer_again(2, "How long have you lived there?").await;
    room.say(3, "It rains in Oslo", "It does.").await;
    room.read_on(1, 5).await;
    let summary = room.summary().await;
    let edit = async |number: u32, text: &str| {
        let id = room.messages().await[1].id;
        let change = room.changing(number).await;
        room.store
            .edit_message(room.session, change, (id, text), trash(number))
            .await
            .expect("edited");
    };
    let excluded = async || {
        let told = room.store.prompt_memory(room.session, room.talk).await.expect("memory");
        told.excluded.iter().map(|source| source.position).collect::<Vec<_>>()
    };
    edit(11, "I live in Bergen").await;
    assert_eq!(
        excluded().await,
        [],
        "another alternate is chosen, which does not repeat it"
    );
    room.choose(12, 2, 0).await;
    assert_eq!(excluded().await, [Some(2)]);
    let seen = room.transcript().await;
    edit(13, "I live in Rome").await;
    assert_eq!(excluded().await, [Some(2)]);
    room.read_on(14, 5).await;
    assert!(!room.summary().await.contains("So you live in Oslo"));
    assert_eq!(room.transcript().await.len(), seen.len(), "what is seen stays");
    edit(15, "I live in Oslo, as ever").await;
    assert_eq!(excluded().await, [], "it says it again");
    edit(16, "I live in Rome").await;
    assert_eq!(excluded().await, [Some(2)]);
    let restore = crate::RestoreTrash {
        id: trash(11),
        replaced_id: trash(17),
        new_id: ConversationId(uuid(9017)),
        seed: Uuid::from_u128(0x0193_0000_0000_7000_8000_0000_0000_0000),
        now: at(600),
    };
    room.store
        .restore_from_trash(room.session, restore)
        .await
        .expect("put back");
    assert_eq!(excluded().await, []);
    room.choose(18, 2, 1).await;
    assert_eq!(room.summary().await, summary, "exactly what was there");
}

/// What was erased for good is not said again by the answer to it; what was forgotten is not told again with an edit.
#[tokio::test]
async fn an_answer_stays_untold_when_the_words_before_the_edit_are_erased() {
    let room = Room::new().await;
    room.say(1, "I live in Oslo", "So you live in Oslo.").await;
    let id = room.messages().await[1].id;
    for (number, text) in [(11, "I live in Bergen"), (12, "I live in Rome")] {
        let change = room.changing(number).await;
        room.store
            .edit_message(room.session, change, (id, text), trash(number))
            .await
            .expect("edited");
        room.store.empty_trash(room.session).await.expect("erased");
        let told = room.memory().await.excluded;
        assert_eq!(told.iter().map(|source| source.position).collect::<Vec<_>>(), [Some(2)]);
    }
}
