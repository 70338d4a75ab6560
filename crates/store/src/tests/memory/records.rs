//! What was sent for a reply.

use engine::memory::FactKind;
use engine::memory::view::{PromptPartName, PromptPartView, PromptRecordView, SentFactView};

use super::*;

fn record(message_id: MessageId, part: &str, sent: &[(FactId, &str)]) -> PromptRecordView {
    PromptRecordView {
        message_id,
        alternate: 0,
        model: "small-model".to_owned(),
        window_tokens: 2048,
        window_known: true,
        reply_tokens: 256,
        parts: vec![PromptPartView {
            name: PromptPartName::Recent,
            tokens: 3,
            text: part.to_owned(),
        }],
        facts: sent
            .iter()
            .map(|(id, text)| SentFactView {
                id: *id,
                text: (*text).to_owned(),
                kind: FactKind::Automatic,
            })
            .collect(),
        recalled: Vec::new(),
        left_out: Vec::new(),
    }
}

#[tokio::test]
async fn the_records_of_the_newest_replies_are_kept() {
    let room = Room::new().await;
    for number in 1..=22 {
        room.say(number, &format!("said {number}"), &format!("told {number}"))
            .await;
        let reply = room.messages().await.pop().expect("a reply").id;
        let sent = record(reply, "part", &[(fact(1), "One"), (fact(2), "Two")]);
        let written = room
            .store
            .write_prompt_record(room.session, room.talk, &sent, at(i64::from(number)))
            .await;
        written.expect("written");
        let kept = room
            .store
            .prompt_record(room.session, (room.talk, reply), 0)
            .await
            .expect("read");
        assert_eq!(kept, Some(sent));
    }
    let used = room.store.used_facts(room.session, room.talk).await.expect("read");
    assert_eq!((used.len(), used[0].facts), (20, 2));
    let messages = room.messages().await;
    let kept = async |position: usize| {
        let place = (room.talk, messages[position].id);
        room.store
            .prompt_record(room.session, place, 0)
            .await
            .expect("read")
            .is_some()
    };
    assert_eq!((kept(4).await, kept(6).await), (false, true));
    let nobody = room
        .store
        .write_prompt_record(room.session, room.talk, &record(message(1), "", &[]), at(1))
        .await;
    assert_eq!(code(nobody), "not_found");
}

#[tokio::test]
async fn records_with_a_forgotten_fact_are_gone() {
    let room = Room::new().await;
    for number in 1..=3 {
        room.say(number, &format!("said {number}"), &format!("told {number}"))
            .await;
    }
    room.read_on(1, 7).await;
    let messages = room.messages().await;
    let said = room.fact_of("said 1").await;
    let sent = [
        record(messages[2].id, "User: said 1.", &[]),
        record(messages[4].id, "User: hello", &[(said, "said 1")]),
        record(messages[6].id, "User: said 3", &[]),
    ];
    for record in &sent {
        let written = room
            .store
            .write_prompt_record(room.session, room.talk, record, at(9))
            .await;
        written.expect("written");
    }
    room.forget(1, "said 1").await;
    let used = room.store.used_facts(room.session, room.talk).await.expect("read");
    assert_eq!(
        used.iter().map(|used| used.message_id).collect::<Vec<_>>(),
        [messages[6].id]
    );
    assert!(!room.is_kept_somewhere("said 1").await);
}
