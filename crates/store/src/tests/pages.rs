use engine::conversation::MessageState;
use sqlx::AssertSqlSafe;

use super::*;
use crate::messages::PAGE_TO_SHOW;

/// Fills the conversation up to `count` messages.
pub(super) async fn fill(room: &Room, count: u32) {
    let mut writing = room.store.write().await.expect("begun");
    let hash = crate::alternates::hash(b"Words").to_vec();
    for sql in [
        "with recursive n (i) as (select 1 union all select i + 1 from n where i + 1 < ?2)
        insert into messages (session_id, conversation_id, id, position, role, created_at)
        select c.session_id, c.id, '01900000-0000-7000-9000-' || printf('%012d', i), i, case when i % 2 then 'user' else 'character' end, 0
        from n, conversations c where c.id = ?1",
        "with recursive n (i) as (select 1 union all select i + 1 from n where i + 1 < ?2)
        insert into alternates (session_id, message_id, ordinal, text, hash, state, created_at)
        select c.session_id, '01900000-0000-7000-9000-' || printf('%012d', i), 0, 'Words', ?3, 'complete', 0
        from n, conversations c where c.id = ?1",
        "update conversations set message_count = ?2, met = 1 where id = ?1",
    ] {
        let query = sqlx::query(sql).bind(room.talk.to_string()).bind(count).bind(&hash);
        query.execute(&mut *writing).await.expect("filled");
    }
    writing.commit().await.expect("committed");
}

#[tokio::test]
async fn pages_follow_on_each_other() {
    let room = Room::new().await;
    fill(&room, 25).await;
    let page = async |before, limit| {
        let messages = room
            .store
            .messages_before(room.session, room.talk, before, limit)
            .await
            .expect("read");
        messages.iter().map(|message| message.position).collect::<Vec<_>>()
    };
    assert_eq!(page(None, 10).await, (15..25).collect::<Vec<_>>());
    assert_eq!(page(Some(15), 10).await, (5..15).collect::<Vec<_>>());
    assert_eq!(page(Some(5), 10).await, (0..5).collect::<Vec<_>>());
    assert_eq!(page(Some(0), 10).await, Vec::<u32>::new());
    assert_eq!(page(Some(u32::MAX), 1).await, [24]);
    assert_eq!(page(None, 0).await, Vec::<u32>::new());
    let unknown = room
        .store
        .messages_before(room.session, ConversationId(uuid(77)), None, 10)
        .await;
    assert_eq!(code(unknown), "not_found");
}

#[tokio::test]
async fn a_page_of_100_000_messages_reads_only_its_own_rows() {
    let room = Room::new().await;
    fill(&room, 100_000).await;
    let messages = room
        .store
        .messages_before(room.session, room.talk, Some(99_000), 50)
        .await
        .expect("read");
    assert_eq!(messages.len(), 50);
    assert_eq!((messages[0].position, messages[49].position), (98_950, 98_999));
    assert!(messages.iter().all(|message| message.state == MessageState::Complete));

    let plan: Vec<(i64, i64, i64, String)> =
        sqlx::query_as(AssertSqlSafe(format!("explain query plan {PAGE_TO_SHOW}")))
            .bind(room.session.to_string())
            .bind(room.talk.to_string())
            .bind(99_000)
            .bind(50)
            .fetch_all(&room.store.reader())
            .await
            .expect("planned");
    let plan: Vec<String> = plan.into_iter().map(|(_, _, _, detail)| detail).collect();
    let by_position = "(session_id=? AND conversation_id=? AND position<?)";
    assert!(
        plan.iter()
            .any(|step| step.starts_with("SEARCH m USING") && step.contains(by_position)),
        "{plan:#?}"
    );
    assert!(
        plan.iter()
            .all(|step| !step.starts_with("SCAN") && !step.contains("TEMP B-TREE")),
        "{plan:#?}"
    );

    let revision = room.conversation().await.revision;
    let begun = room
        .store
        .begin_turn(room.session, room.turn(1, revision, "Still here"))
        .await
        .expect("begun");
    assert_eq!(begun.reply.position, 100_001);
}

#[tokio::test]
async fn one_damaged_message_hides_no_other() {
    let room = Room::new().await;
    fill(&room, 8).await;
    room.sql("update alternates set text = 'W0rds' where message_id like '%-9000-%1'")
        .await;
    room.sql("update alternates set text = cast(x'576fff' as text) where message_id like '%-9000-%2'")
        .await;
    room.sql("update alternates set hash = zeroblob(32) where message_id like '%-9000-%3'")
        .await;
    room.sql("delete from alternates where message_id like '%-9000-%4'")
        .await;
    room.sql("update messages set chosen = 9 where position = 5").await;
    room.sql("pragma foreign_keys = off").await;
    room.sql("update messages set id = 'no id' where position = 6").await;
    let transcript: Vec<String> = room.messages().await.iter().map(line).collect();
    assert_eq!(
        transcript,
        [
            "character complete Good evening.",
            "user damaged W0rds",
            "character damaged Wo\u{fffd}",
            "user damaged Words",
            "character damaged ",
            "user damaged ",
            "character damaged ",
            "user complete Words",
        ]
    );
    assert_eq!(
        room.store
            .conversations_with(room.session, &character("sherlock"), 9)
            .await
            .expect("read")
            .len(),
        1
    );
}
