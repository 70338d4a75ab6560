//! What is read for memory does not grow with the conversation.

use sqlx::AssertSqlSafe;

use super::*;
use crate::graph::read::{CHAIN, LATER_OF_CONVERSATION, LATER_OF_PAST};
use crate::memory::carry::ROOTS;
use crate::memory::chain::{NEWEST_TOLD, OLDEST_CLEARED};
use crate::memory::exclusions::STANDING;
use crate::memory::facts::FACTS_OF;
use crate::memory::records::USED_FACTS;
use crate::memory::settle::{CHILDREN, DIGEST_PARTS, PLACE};
use crate::tests::pages::fill;

async fn plan(store: &Store, sql: &str) -> Vec<String> {
    let rows: Vec<(i64, i64, i64, String)> = sqlx::query_as(AssertSqlSafe(format!("explain query plan {sql}")))
        .fetch_all(&store.writer_now())
        .await
        .expect("planned");
    rows.into_iter().map(|(_, _, _, detail)| detail).collect()
}

#[tokio::test]
async fn memory_looks_up_what_it_needs_by_indexes() {
    let room = Room::new().await;
    for sql in [
        PLACE,
        CHILDREN,
        ROOTS,
        DIGEST_PARTS,
        FACTS_OF[0],
        FACTS_OF[1],
        NEWEST_TOLD,
        OLDEST_CLEARED,
        STANDING,
        USED_FACTS,
    ] {
        let steps = plan(&room.store, sql).await;
        assert!(steps.iter().all(|step| !step.starts_with("SCAN")), "{sql}: {steps:#?}");
        let by_session_alone = |step: &String| step.ends_with("(session_id=?)");
        assert!(!steps.iter().any(by_session_alone), "{sql}: {steps:#?}");
        // The excluded messages were found by reading all messages of the conversation: 120 ms a turn at 100,000.
        let all_messages =
            |step: &String| step.contains("SEARCH m") && step.ends_with("(session_id=? AND conversation_id=?)");
        assert!(!steps.iter().any(all_messages), "{sql}: {steps:#?}");
    }
    let steps = plan(&room.store, FACTS_OF[0]).await;
    let outer = &steps[0];
    let sorts = |step: &String| step.contains("TEMP B-TREE");
    // One: the few facts that may have taken another one's place.
    assert!(steps.iter().filter(|step| sorts(step)).count() <= 2, "{steps:#?}");
    assert!(
        outer.contains("facts_of_conversation (session_id=? AND conversation_id=? AND kind=?)"),
        "the first few are found without reading the rest: {steps:#?}"
    );
}

/// Joined the other way round, each fact of the database was held against the whole list of ids: 60 ms a turn with 2,600 facts.
#[tokio::test]
async fn sources_are_looked_up_for_the_facts_that_are_read() {
    let room = Room::new().await;
    for (sql, by) in [
        (crate::memory::facts::SOURCES, "fact_id"),
        (crate::memory::relationship::SOURCES, "event_id"),
    ] {
        let steps = plan(&room.store, sql).await;
        assert!(steps[0].contains("VIRTUAL TABLE"), "{steps:#?}");
        assert!(steps[1].ends_with(&format!("(session_id=? AND {by}=?)")), "{steps:#?}");
    }
}

/// Every insert read the numbers of all memories of its conversation: 20 ms at 100,000.
#[tokio::test]
async fn what_came_after_a_memory_is_found_by_its_number() {
    let room = Room::new().await;
    for sql in [LATER_OF_CONVERSATION, LATER_OF_PAST] {
        let steps = plan(&room.store, sql).await;
        assert_eq!(steps[0], "SEARCH m USING INTEGER PRIMARY KEY (rowid>?)", "{steps:#?}");
        assert!(!steps.iter().any(|step| step.contains("TEMP B-TREE")), "{steps:#?}");
    }
    let steps = plan(&room.store, CHAIN).await;
    let by_id = |step: &String| step.contains("SEARCH c") && step.ends_with("(session_id=? AND id=?)");
    assert_eq!(steps.iter().filter(|step| by_id(step)).count(), 2, "{steps:#?}");
}

/// A chain over all but the last messages of 100,000, as thousands of extractions would have left it.
async fn long_chain(room: &Room) {
    let mut writing = room.store.write().await.expect("begun");
    sqlx::query(
        r"
        with recursive n (i) as (select 0 union all select i + 1 from n where i < 4998)
        insert into checkpoints (session_id, id, conversation_id, parent_id, first_position, end_position, digest, in_chain,
            summary, summary_kind, created_at)
        select c.session_id, '01900000-0000-7000-a000-' || printf('%012d', i), c.id,
            case when i > 0 then '01900000-0000-7000-a000-' || printf('%012d', i - 1) end, i * 20, i * 20 + 20, zeroblob(32), 1,
            'Told ' || i, 'written', 0
        from n, conversations c where c.id = ?1
        ",
    )
    .bind(room.talk.to_string())
    .execute(&mut *writing)
    .await
    .expect("filled");
    sqlx::query(
        "update conversations set checkpoint_end = 99980, checkpoint_id = '01900000-0000-7000-a000-000000004998', memory_changed_from = null",
    )
    .execute(&mut *writing)
    .await
    .expect("set");
    writing.commit().await.expect("committed");
}

async fn checkpoints_in_chain(room: &Room) -> i64 {
    sqlx::query_scalar("select count(*) from checkpoints where in_chain = 1")
        .fetch_one(&room.store.writer_now())
        .await
        .expect("read")
}

/// Settling after a turn looks at no checkpoint but the head, and after a change only at those around it.
#[tokio::test]
async fn a_turn_after_100_000_messages_reads_nothing_for_memory() {
    let room = Room::new().await;
    fill(&room, 100_000).await;
    long_chain(&room).await;
    // No digest fits: whatever looks at a checkpoint again takes it out of the chain.
    let revision = room.conversation().await.revision;
    room.talk_once(1, revision, "Still here", "Still.").await;
    let noted: Option<i64> = sqlx::query_scalar("select memory_changed_from from conversations")
        .fetch_one(&room.store.writer_now())
        .await
        .expect("read");
    assert_eq!(noted, None, "a turn notes nothing");
    let position = room
        .store
        .memory_position(room.session, room.talk)
        .await
        .expect("a position");
    assert_eq!(position.chain.end(), 99_980);
    assert_eq!(
        position.chain.checkpoints.len(),
        1,
        "no more of the chain than planning needs"
    );
    assert_eq!(room.summary().await, "Told 4998");

    // A change goes up at most one range; the digests here fit nothing, so it stays there.
    let change = room.changing(1).await;
    let id: String = sqlx::query_scalar("select id from messages where position = 99970")
        .fetch_one(&room.store.writer_now())
        .await
        .expect("read");
    let id = MessageId(id.parse().expect("an id"));
    room.store
        .edit_message(room.session, change, (id, "other words"), trash(1))
        .await
        .expect("edited");
    assert_eq!(checkpoints_in_chain(&room).await, 4999);
    assert_eq!(room.memory().await.position.chain.end(), 99_920);
    assert_eq!(
        checkpoints_in_chain(&room).await,
        4996,
        "three were left, and none of the others was looked at"
    );
}
