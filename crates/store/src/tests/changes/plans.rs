//! What is read for a change does not grow with the conversation.

use engine::ids::TrashId;
use sqlx::AssertSqlSafe;

use crate::branches::{COPY_ALTERNATES, COPY_MESSAGES};
use crate::conversations::ADVANCE;
use crate::removals::{LAST_WORDS, SHIFT_AWAY, SHIFT_BACK};
use crate::tests::pages::fill;
use crate::tests::*;
use crate::trash::put::MOVE;
use crate::{Change, Store};

async fn plan(store: &Store, sql: &str) -> Vec<String> {
    let rows: Vec<(i64, i64, i64, String)> = sqlx::query_as(AssertSqlSafe(format!("explain query plan {sql}")))
        .fetch_all(&store.writer_now())
        .await
        .expect("planned");
    rows.into_iter().map(|(_, _, _, detail)| detail).collect()
}

#[tokio::test]
async fn changes_at_the_end_of_100_000_messages_read_only_what_they_change() {
    let room = Room::new().await;
    fill(&room, 100_000).await;
    let by_position = "(session_id=? AND conversation_id=?";
    let to_rows = [
        LAST_WORDS,
        ADVANCE,
        SHIFT_AWAY,
        SHIFT_BACK,
        COPY_MESSAGES,
        COPY_ALTERNATES,
    ];
    for sql in to_rows.into_iter().chain(MOVE) {
        let steps = plan(&room.store, sql).await;
        assert!(steps.iter().any(|step| step.contains(by_position)), "{sql}: {steps:#?}");
        assert!(steps.iter().all(|step| !step.starts_with("SCAN")), "{sql}: {steps:#?}");
        let by_session_alone = |step: &String| step.ends_with("(session_id=?)");
        assert!(!steps.iter().any(by_session_alone), "{sql}: {steps:#?}");
        let ranged = steps
            .iter()
            .any(|step| step.contains("position>") || step.contains("position<"));
        assert!(ranged || sql == LAST_WORDS || sql == ADVANCE, "{sql}: {steps:#?}");
    }

    let (store, session) = (&room.store, room.session);
    let mut revision = room.conversation().await.revision;
    let last = room
        .store
        .messages_before(session, room.talk, None, 3)
        .await
        .expect("read");
    let change = |number, expected_revision| Change {
        conversation_id: room.talk,
        operation_id: operation(number),
        expected_revision,
        now: at(1),
    };
    let trash = |number: u32| TrashId(uuid(500_000 + number));
    // Positions 99,997 (the reader's) to 99,999 (the reader's).
    let done = store
        .delete_message(session, change(1, revision), last[1].id, trash(1))
        .await;
    revision = done.expect("deleted").revision;
    let done = store.undo_turn(session, change(2, revision), trash(2)).await;
    revision = done.expect("undone").revision;
    let begun = store
        .begin_retry(session, room.reply(3, revision))
        .await
        .expect("begun");
    assert_eq!(begun.reply.position, 99_998);
    let left = room
        .store
        .messages_before(session, room.talk, None, 2)
        .await
        .expect("read");
    assert_eq!((left[0].id, left[1].id), (last[0].id, begun.reply.id));
}

#[tokio::test]
async fn a_message_in_the_middle_of_a_long_conversation_goes_and_comes_back() {
    let room = Room::new().await;
    fill(&room, 5_000).await;
    let before = room.transcript().await;
    let middle = room.messages().await[2_000].id;
    let change = Change {
        conversation_id: room.talk,
        operation_id: operation(1),
        expected_revision: 0,
        now: at(1),
    };
    let trash = TrashId(uuid(500_001));
    room.store
        .delete_message(room.session, change, middle, trash)
        .await
        .expect("deleted");
    assert_eq!(room.transcript().await.len(), 4_999);
    let restore = crate::RestoreTrash {
        id: trash,
        replaced_id: TrashId(uuid(500_002)),
        new_id: ConversationId(uuid(9)),
        seed: uuid(10),
        now: at(2),
    };
    room.store
        .restore_from_trash(room.session, restore)
        .await
        .expect("put back");
    assert_eq!(room.transcript().await, before);
    assert_eq!(room.messages().await[2_000].id, middle);
}

/// Every change had looked through the messages of all earlier conversations of the session for one of the reader's.
#[tokio::test]
async fn noting_a_change_reads_nothing_of_other_conversations() {
    let room = Room::new().await;
    let steps = plan(&room.store, ADVANCE).await;
    let searches: Vec<&String> = steps
        .iter()
        .filter(|step| step.starts_with("SEARCH messages"))
        .collect();
    assert_eq!(searches.len(), 1, "{steps:#?}");
    assert!(
        searches[0].ends_with("(session_id=? AND conversation_id=?)"),
        "{steps:#?}"
    );
}
