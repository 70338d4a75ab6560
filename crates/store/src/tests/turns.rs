use engine::conversation::MessageState;

use super::*;

#[tokio::test]
async fn a_turn_is_begun_kept_in_parts_and_committed() {
    let room = Room::new().await;
    let (store, session, talk) = (&room.store, room.session, room.talk);
    let begun = store
        .begin_turn(session, room.turn(1, 0, "Who did it?"))
        .await
        .expect("begun");
    assert_eq!((begun.revision, begun.replayed), (1, false));
    assert_eq!(
        begun.user.as_ref().map(line),
        Some("user complete Who did it?".to_owned())
    );
    assert_eq!(
        room.messages().await[1..],
        [begun.user.expect("the words"), begun.reply.clone()]
    );
    assert_eq!(begun.reply.model.as_deref(), Some("small-model"));
    let conversation = room.conversation().await;
    assert_eq!(
        (conversation.met, conversation.updated_at, conversation.created_at),
        (true, at(1), at(0))
    );

    store
        .write_partial(session, talk, begun.reply.id, "The but")
        .await
        .expect("kept");
    assert_eq!(room.transcript().await[2], "character streaming The but");
    assert_eq!(room.conversation().await.revision, 1, "a part is no new revision");
    let reasoning = Some("It is always him.");
    let (message, revision) = store
        .commit_reply(session, talk, begun.reply.id, "The butler.", reasoning, at(2))
        .await
        .expect("committed");
    assert_eq!(
        (line(&message).as_str(), revision),
        ("character complete The butler.", 2)
    );
    assert_eq!(room.messages().await[2], message);
    assert_eq!(room.conversation().await.revision, 2);
    assert_eq!(reasoning_of_reply(&room).await.as_deref(), reasoning);

    let late = begun.reply.id;
    assert_eq!(code(store.write_partial(session, talk, late, "x").await), "not_found");
    assert_eq!(
        code(store.commit_reply(session, talk, late, "x", None, at(3)).await),
        "not_found"
    );
    assert_eq!(
        code(store.cut_reply(session, talk, late, "x", None, at(3)).await),
        "not_found"
    );
    assert_eq!(
        code(store.take_back_turn(session, talk, late, at(3)).await),
        "not_found"
    );
    assert_eq!(room.messages().await[2], message);
}

async fn reasoning_of_reply(room: &Room) -> Option<String> {
    sqlx::query_scalar("select reasoning from alternates order by created_at desc, rowid desc limit 1")
        .fetch_one(&room.store.writer_now())
        .await
        .expect("read")
}

#[tokio::test]
async fn a_stale_revision_is_a_conflict_and_changes_nothing() {
    let room = Room::new().await;
    room.talk_once(1, 0, "Hello", "Yes?").await;
    let before = (room.transcript().await, room.conversation().await);
    for stale in [0, 1, 3, u64::MAX] {
        let refused = room.store.begin_turn(room.session, room.turn(2, stale, "x")).await;
        assert!(
            matches!(refused, Err(StoreError::Conflict { actual: 2 })),
            "{refused:?}"
        );
        let refused = room.store.begin_reply(room.session, room.reply(2, stale)).await;
        assert!(
            matches!(refused, Err(StoreError::Conflict { actual: 2 })),
            "{refused:?}"
        );
    }
    assert_eq!((room.transcript().await, room.conversation().await), before);
}

#[tokio::test]
async fn one_reply_at_a_time() {
    let room = Room::new().await;
    room.store
        .begin_turn(room.session, room.turn(1, 0, "Hello"))
        .await
        .expect("begun");
    assert_eq!(
        code(room.store.begin_turn(room.session, room.turn(2, 1, "Hello?")).await),
        "busy"
    );
    assert_eq!(
        code(room.store.begin_reply(room.session, room.reply(2, 1)).await),
        "busy"
    );
    assert_eq!(room.transcript().await.len(), 3);
}

#[tokio::test]
async fn a_resend_gives_the_first_answer_whatever_became_of_the_turn() {
    let room = Room::new().await;
    let (store, session, talk) = (&room.store, room.session, room.talk);
    let first = store
        .begin_turn(session, room.turn(1, 0, "Hello"))
        .await
        .expect("begun");
    let mut resend = room.turn(1, 0, "Hello");
    (resend.user_id, resend.reply_id, resend.now) = (message(501), message(502), at(77));
    let expected = crate::Begun {
        replayed: true,
        ..first.clone()
    };
    let again = async || store.begin_turn(session, resend.clone()).await.expect("replayed");

    assert_eq!(again().await, expected, "while it is written");
    store
        .write_partial(session, talk, first.reply.id, "Good")
        .await
        .expect("kept");
    assert_eq!(again().await, expected, "in the middle");
    store
        .commit_reply(session, talk, first.reply.id, "Good day", None, at(2))
        .await
        .expect("committed");
    assert_eq!(again().await, expected, "after its end");
    assert_eq!(room.transcript().await.len(), 3);

    let second = store.begin_turn(session, room.turn(2, 2, "Gone")).await.expect("begun");
    store
        .take_back_turn(session, talk, second.reply.id, at(3))
        .await
        .expect("taken back");
    let again = store
        .begin_turn(session, room.turn(2, 2, "Gone"))
        .await
        .expect("replayed");
    assert_eq!(
        again,
        crate::Begun {
            replayed: true,
            ..second
        },
        "after it was taken back"
    );
    assert_eq!(room.transcript().await.len(), 3);
}

#[tokio::test]
async fn a_resend_after_a_restart_gives_the_first_answer() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("data.db");
    let room = Room::within(Store::open(&path).await.expect("opened")).await;
    let first = room
        .store
        .begin_turn(room.session, room.turn(1, 0, "Hello"))
        .await
        .expect("begun");
    room.store.close().await.expect("closed");
    let room = Room {
        store: Store::open(&path).await.expect("opened again"),
        ..room
    };
    room.store.recover(at(5)).await.expect("recovered");
    let again = room
        .store
        .begin_turn(room.session, room.turn(1, 0, "Hello"))
        .await
        .expect("replayed");
    assert_eq!(
        again,
        crate::Begun {
            replayed: true,
            ..first
        }
    );
    assert_eq!(
        room.transcript().await,
        ["character complete Good evening.", "user complete Hello"]
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_resend_that_races_the_first_begins_one_turn() {
    let folder = tempfile::tempdir().expect("a folder");
    let room = Room::within(Store::open(&folder.path().join("data.db")).await.expect("opened")).await;
    let racing: Vec<_> = (0..8)
        .map(|_| {
            let (store, session, turn) = (room.store.clone(), room.session, room.turn(1, 0, "Hello"));
            tokio::spawn(async move { store.begin_turn(session, turn).await })
        })
        .collect();
    let mut first = 0;
    for racer in racing {
        let begun = racer.await.expect("no panic").expect("begun");
        assert_eq!((begun.reply.id, begun.revision), (message(1003), 1));
        first += u32::from(!begun.replayed);
    }
    assert_eq!((first, room.transcript().await.len()), (1, 3));
}

#[tokio::test]
async fn an_operation_id_used_for_something_else_is_a_conflict() {
    let room = Room::new().await;
    let revision = room.talk_once(1, 0, "Hello", "Yes?").await;
    let actual = |result: Result<crate::Begun, StoreError>| match result {
        Err(StoreError::Conflict { actual }) => actual,
        other => panic!("{other:?}"),
    };
    assert_eq!(
        actual(
            room.store
                .begin_turn(room.session, room.turn(1, revision, "Other words"))
                .await
        ),
        revision
    );
    assert_eq!(
        actual(room.store.begin_reply(room.session, room.reply(1, revision)).await),
        revision
    );
    let elsewhere = Room {
        talk: ConversationId(uuid(3)),
        ..room
    };
    elsewhere.begin_conversation(elsewhere.talk, "watson", 5).await;
    assert_eq!(
        actual(
            elsewhere
                .store
                .begin_turn(elsewhere.session, elsewhere.turn(1, 0, "Hello"))
                .await
        ),
        0
    );
    assert_eq!(elsewhere.transcript().await.len(), 1);
}

#[tokio::test]
async fn a_cut_reply_goes_on_with_its_text() {
    let room = Room::new().await;
    let (store, session, talk) = (&room.store, room.session, room.talk);
    let begun = store
        .begin_turn(session, room.turn(1, 0, "Hello"))
        .await
        .expect("begun");
    let (cut, revision) = store
        .cut_reply(session, talk, begun.reply.id, "Good d", Some("a"), at(2))
        .await
        .expect("cut");
    assert_eq!((line(&cut).as_str(), revision), ("character cut_short Good d", 2));

    let on = store.begin_reply(session, room.reply(2, 2)).await.expect("goes on");
    assert_eq!(
        (on.reply.id, line(&on.reply)),
        (begun.reply.id, "character streaming Good d".to_owned())
    );
    assert_eq!(
        (on.user.as_ref(), on.revision, on.reply.model.as_deref()),
        (None, 3, Some("other-model"))
    );
    assert_eq!(room.messages().await[2], on.reply);
    let again = store.begin_reply(session, room.reply(2, 2)).await.expect("replayed");
    assert_eq!(again, crate::Begun { replayed: true, ..on });
    store
        .commit_reply(session, talk, begun.reply.id, "Good day", Some("b"), at(3))
        .await
        .expect("committed");
    assert_eq!(room.transcript().await[2], "character complete Good day");
    assert_eq!(reasoning_of_reply(&room).await.as_deref(), Some("a\nb"));
    let again = store.begin_reply(session, room.reply(2, 2)).await.expect("replayed");
    let answer = (again.reply.id, again.revision, again.reply.text.as_str());
    assert_eq!(
        answer,
        (begun.reply.id, 3, ""),
        "once it has ended, its text is kept in one place only"
    );
}

#[tokio::test]
async fn there_must_be_something_to_continue() {
    let room = Room::new().await;
    assert_eq!(
        code(room.store.begin_reply(room.session, room.reply(1, 0)).await),
        "nothing_to_continue"
    );
    let revision = room.talk_once(2, 0, "Hello", "Yes?").await;
    assert_eq!(
        code(room.store.begin_reply(room.session, room.reply(3, revision)).await),
        "nothing_to_continue"
    );
    let silent = Room {
        talk: ConversationId(uuid(3)),
        ..room
    };
    let new = NewConversation {
        id: silent.talk,
        character_id: character("mute"),
        greeting: None,
        now: at(0),
    };
    silent
        .store
        .create_conversation(silent.session, new)
        .await
        .expect("made");
    assert_eq!(
        code(silent.store.begin_reply(silent.session, silent.reply(4, 0)).await),
        "nothing_to_continue"
    );
}

#[tokio::test]
async fn damaged_text_is_not_continued() {
    let room = Room::new().await;
    let begun = room
        .store
        .begin_turn(room.session, room.turn(1, 0, "Hello"))
        .await
        .expect("begun");
    room.store
        .cut_reply(room.session, room.talk, begun.reply.id, "Good d", None, at(2))
        .await
        .expect("cut");
    room.sql("update alternates set text = 'Bad d' where text = 'Good d'")
        .await;
    assert_eq!(
        code(room.store.begin_reply(room.session, room.reply(2, 2)).await),
        "nothing_to_continue"
    );
    assert_eq!(room.messages().await[2].state, MessageState::Damaged);
}
