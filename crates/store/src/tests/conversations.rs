use engine::ids::{ConversationId, SessionId};
use serde_json::json;

use super::*;
use crate::LastWords;

#[tokio::test]
async fn the_owner_has_one_session_that_stays() {
    let store = Store::in_memory().await.expect("a store");
    let first = store.owner_session(SessionId(uuid(1)), at(0)).await.expect("made");
    assert_eq!(first, SessionId(uuid(1)));
    assert_eq!(
        store.owner_session(SessionId(uuid(2)), at(1)).await.expect("found"),
        first
    );
}

#[tokio::test]
async fn a_new_conversation_holds_its_greeting() {
    let room = Room::new().await;
    let conversation = room.conversation().await;
    assert_eq!(
        (conversation.revision, conversation.message_count, conversation.met),
        (0, 1, false)
    );
    assert_eq!((conversation.created_at, conversation.updated_at), (at(0), at(0)));
    assert_eq!(room.transcript().await, ["character complete Good evening."]);
    let silent = NewConversation {
        id: ConversationId(uuid(3)),
        character_id: character("mute"),
        greeting: None,
        now: at(1),
    };
    let silent = room
        .store
        .create_conversation(room.session, silent)
        .await
        .expect("made");
    assert_eq!(silent.message_count, 0);
    assert_eq!(
        room.store
            .messages_before(room.session, silent.id, None, 10)
            .await
            .expect("read"),
        []
    );
}

#[tokio::test]
async fn a_greeting_changes_only_before_the_first_words() {
    let room = Room::new().await;
    let changed = room
        .store
        .replace_greeting(room.session, room.talk, "Ah, you.", at(1))
        .await
        .expect("replaced");
    assert_eq!(changed.revision, 1);
    assert_eq!(room.transcript().await, ["character complete Ah, you."]);
    let revision = room.talk_once(1, 1, "Hello", "Hello yourself").await;
    let refused = room
        .store
        .replace_greeting(room.session, room.talk, "Late.", at(2))
        .await;
    assert!(matches!(refused, Err(StoreError::Conflict { actual }) if actual == revision));
    assert_eq!(room.messages().await[0].text, "Ah, you.");
}

#[tokio::test]
async fn the_latest_conversation_is_the_one_that_changed_last() {
    let room = Room::new().await;
    let other = ConversationId(uuid(3));
    room.begin_conversation(other, "sherlock", 5).await;
    let sherlock = character("sherlock");
    let latest = async || {
        room.store
            .latest_conversation(room.session, &sherlock)
            .await
            .expect("read")
            .map(|found| found.id)
    };
    assert_eq!(latest().await, Some(other));
    room.talk_once(9, 0, "First words\nof a talk", "Yes").await;
    assert_eq!(latest().await, Some(room.talk));
    assert_eq!(
        room.store
            .latest_conversation(room.session, &character("nobody"))
            .await
            .expect("read"),
        None
    );

    let list = room
        .store
        .conversations_with(room.session, &sherlock, 10)
        .await
        .expect("read");
    let list: Vec<_> = list
        .iter()
        .map(|(conversation, title)| (conversation.id, title.as_str()))
        .collect();
    assert_eq!(list, [(room.talk, "First words\nof a talk"), (other, "")]);
    assert_eq!(
        room.store
            .conversations_with(room.session, &sherlock, 1)
            .await
            .expect("read")
            .len(),
        1
    );
}

#[tokio::test]
async fn last_words_come_from_the_talk_that_changed_last() {
    let room = Room::new().await;
    assert_eq!(
        room.store.last_words(room.session).await.expect("read"),
        [],
        "a greeting alone is no talk"
    );
    room.talk_once(1, 0, "Hello", "One").await;
    room.begin_conversation(ConversationId(uuid(3)), "sherlock", 50).await;
    let words = LastWords {
        character_id: character("sherlock"),
        text: "One".to_owned(),
        at: at(1),
    };
    assert_eq!(
        room.store.last_words(room.session).await.expect("read"),
        std::slice::from_ref(&words),
        "not of the one not begun"
    );
    let begun = room
        .store
        .begin_turn(room.session, room.turn(60, 2, "And?"))
        .await
        .expect("begun");
    assert_eq!(
        room.store.last_words(room.session).await.expect("read"),
        [words],
        "not of a reply that is being written"
    );
    room.store
        .cut_reply(room.session, room.talk, begun.reply.id, "Tw", None, at(60))
        .await
        .expect("cut");
    let mut elsewhere = Room {
        talk: ConversationId(uuid(4)),
        ..room
    };
    elsewhere.begin_conversation(elsewhere.talk, "watson", 70).await;
    elsewhere.talk_once(71, 0, "Doctor?", "Present").await;
    elsewhere.talk = ConversationId(uuid(2));
    let words = elsewhere.store.last_words(elsewhere.session).await.expect("read");
    let words: Vec<_> = words
        .iter()
        .map(|words| (words.character_id.as_str(), words.text.as_str(), words.at))
        .collect();
    assert_eq!(words, [("watson", "Present", at(71)), ("sherlock", "Tw", at(60))]);
}

#[tokio::test]
async fn settings_are_kept_for_each_session() {
    let room = Room::new().await;
    let get = async |session| room.store.setting(session, "theme").await.expect("read");
    assert_eq!(get(room.session).await, None);
    for value in [json!({"name": "night", "size": 1.5}), json!(null), json!("day")] {
        room.store
            .put_setting(room.session, "theme", &value)
            .await
            .expect("put");
        assert_eq!(get(room.session).await, Some(value));
    }
    let stranger = stranger(&room).await;
    assert_eq!(get(stranger).await, None);
    assert_eq!(
        code(room.store.put_setting(SessionId(uuid(77)), "theme", &json!(1)).await),
        "not_found"
    );
}

/// A second session.
async fn stranger(room: &Room) -> SessionId {
    let stranger = SessionId(uuid(99));
    sqlx::query("insert into sessions (id, created_at) values (?1, 0)")
        .bind(stranger.to_string())
        .execute(&room.store.writer_now())
        .await
        .expect("a session");
    stranger
}

#[tokio::test]
async fn no_session_sees_or_changes_another_ones_talks() {
    let room = Room::new().await;
    room.talk_once(1, 0, "Secret", "Kept").await;
    let begun = room
        .store
        .begin_turn(room.session, room.turn(2, 2, "More"))
        .await
        .expect("begun");
    let before = room.transcript().await;
    let (store, talk, stranger, reply) = (&room.store, room.talk, stranger(&room).await, begun.reply.id);
    let sherlock = character("sherlock");

    assert_eq!(code(store.conversation(stranger, talk).await), "not_found");
    assert_eq!(
        store.latest_conversation(stranger, &sherlock).await.expect("read"),
        None
    );
    assert_eq!(
        store.conversations_with(stranger, &sherlock, 10).await.expect("read"),
        []
    );
    assert_eq!(store.last_words(stranger).await.expect("read"), []);
    assert_eq!(code(store.messages_before(stranger, talk, None, 10).await), "not_found");
    assert_eq!(
        code(store.replace_greeting(stranger, talk, "x", at(3)).await),
        "not_found"
    );
    assert_eq!(
        code(store.begin_turn(stranger, room.turn(1, 3, "Secret")).await),
        "not_found"
    );
    assert_eq!(
        code(store.begin_turn(stranger, room.turn(3, 3, "x")).await),
        "not_found"
    );
    assert_eq!(code(store.begin_reply(stranger, room.reply(3, 3)).await), "not_found");
    assert_eq!(code(store.write_partial(stranger, talk, reply, "x").await), "not_found");
    assert_eq!(
        code(store.commit_reply(stranger, talk, reply, "x", None, at(3)).await),
        "not_found"
    );
    assert_eq!(
        code(store.cut_reply(stranger, talk, reply, "x", None, at(3)).await),
        "not_found"
    );
    assert_eq!(
        code(store.take_back_turn(stranger, talk, reply, at(3)).await),
        "not_found"
    );
    assert_eq!(room.transcript().await, before);
}

#[tokio::test]
async fn the_same_ids_in_another_session_are_other_things() {
    let room = Room::new().await;
    room.talk_once(1, 0, "Secret", "Kept").await;
    let greeting = room.messages().await[0].id;
    let before = room.transcript().await;
    let (store, talk, stranger) = (&room.store, room.talk, stranger(&room).await);
    let twin = NewConversation {
        id: talk,
        character_id: character("sherlock"),
        greeting: Some((greeting, "Other".to_owned())),
        now: at(4),
    };
    store.create_conversation(stranger, twin).await.expect("its own");
    let theirs = store
        .begin_turn(stranger, room.turn(1, 0, "Mine"))
        .await
        .expect("its own operation");
    assert!(!theirs.replayed);
    assert_eq!(room.transcript().await, before);
    let unknown = NewConversation {
        id: ConversationId(uuid(5)),
        character_id: character("a"),
        greeting: None,
        now: at(0),
    };
    assert_eq!(
        code(store.create_conversation(SessionId(uuid(77)), unknown).await),
        "not_found"
    );
}
