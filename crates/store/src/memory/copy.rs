//! Memory goes with messages that another conversation begins with.

use engine::ids::{ConversationId, SessionId};
use sqlx::SqliteConnection;
use uuid::Uuid;

use crate::StoreError;
use crate::branches::id_prefix;

/// What is copied where.
#[derive(Debug, Clone, Copy)]
pub(crate) struct MemoryCopy<'a> {
    pub from: ConversationId,
    pub to: ConversationId,
    /// The new ids are made from it.
    pub seed: Uuid,
    /// So many messages at the beginning are copies of each other; others have moved with their ids.
    pub shared: u32,
    /// How many messages the new conversation has.
    pub message_count: u32,
    /// The clearing that the messages were removed by; what went with it comes with them.
    pub cleared_by: Option<&'a str>,
}

// In all of them: ?1 session, ?2 from, ?3 to, ?4 the ids' first 24 characters, ?5 messages, ?6 shared messages, ?7 clearing.

/// Where the message that a column names stands in the new conversation.
macro_rules! message_there {
    ($id:literal) => {
        concat!(
            "coalesce(
                (select x.id from messages y
                    join messages x on x.session_id = ?1 and x.conversation_id = ?3 and x.position = y.position
                    where y.session_id = ?1 and y.id = ",
            $id,
            " and y.conversation_id = ?2 and y.position < ?6),
                (select x.id from messages x
                    where x.session_id = ?1 and x.id = ",
            $id,
            " and x.conversation_id = ?3))"
        )
    };
}

/// The checkpoints that may fit in the new conversation, on whatever path.
macro_rules! numbered_checkpoints {
    () => {
        "numbered_checkpoints as (
            select *, row_number() over (order by id) as number
            from checkpoints
            where session_id = ?1 and conversation_id = ?2 and end_position <= ?5
                and (cleared_by is null or cleared_by = ?7)
        )"
    };
}

/// Their facts, and those that stand by sources which are all there.
macro_rules! numbered_facts {
    () => {
        concat!(
            "numbered_facts as (
                select f.*, c.number as checkpoint_number, row_number() over (order by f.id) as number
                from facts f
                left join numbered_checkpoints c on c.id = f.checkpoint_id
                where f.session_id = ?1 and f.conversation_id = ?2 and f.scope = 'conversation'
                    and (f.cleared_by is null or f.cleared_by = ?7)
                    and (f.kind = 'automatic' and c.number is not null
                        or (f.kind = 'pinned' or f.checkpoint_id is null) and not exists (
                            select 1 from fact_sources s
                            where s.session_id = ?1 and s.fact_id = f.id and s.counts = 1 and ",
            message_there!("s.message_id"),
            " is null))
            )"
        )
    };
}

macro_rules! numbered_events {
    () => {
        "numbered_events as (
            select e.*, c.number as checkpoint_number, row_number() over (order by e.id) as number
            from relationship_events e
            join numbered_checkpoints c on c.id = e.checkpoint_id
            where e.session_id = ?1 and e.conversation_id = ?2
        )"
    };
}

const CHECKPOINTS: &str = concat!(
    "with ",
    numbered_checkpoints!(),
    "insert into checkpoints (session_id, id, conversation_id, parent_id, first_position, end_position, digest, summary,
        summary_kind, created_at, carried_from, carried_checkpoint, carried_end)
    select c.session_id, ?4 || printf('%012x', c.number), ?3, case when p.number is not null then ?4 || printf('%012x', p.number) end, c.first_position, c.end_position,
        c.digest, c.summary, c.summary_kind, c.created_at, c.carried_from, c.carried_checkpoint, c.carried_end
    from numbered_checkpoints c
    left join numbered_checkpoints p on p.id = c.parent_id
    where c.parent_id is null and c.first_position = 0 or p.number is not null"
);

const FACTS: &str = concat!(
    "with ",
    numbered_checkpoints!(),
    ", ",
    numbered_facts!(),
    "insert into facts (session_id, id, character_id, conversation_id, scope, kind, checkpoint_id, text, hash, importance,
        supersedes, created_at, carried_fact)
    select f.session_id, ?4 || printf('%012x', f.number), f.character_id, ?3, f.scope, f.kind,
        case when f.checkpoint_number is not null then ?4 || printf('%012x', f.checkpoint_number) end, f.text, f.hash, f.importance, case when o.number is not null then ?4 || printf('%012x', o.number) end, f.created_at, f.carried_fact
    from numbered_facts f
    left join numbered_facts o on o.id = f.supersedes"
);

const FACT_SOURCES: &str = concat!(
    "with ",
    numbered_checkpoints!(),
    ", ",
    numbered_facts!(),
    "insert into fact_sources (session_id, fact_id, message_id, hash, counts)
    select s.session_id, ?4 || printf('%012x', f.number), coalesce(",
    message_there!("s.message_id"),
    ", s.message_id), s.hash, s.counts
    from numbered_facts f
    join fact_sources s on s.session_id = f.session_id and s.fact_id = f.id"
);

const EVENTS: &str = concat!(
    "with ",
    numbered_checkpoints!(),
    ", ",
    numbered_events!(),
    "insert into relationship_events (session_id, id, conversation_id, checkpoint_id, axis, change, reason, created_at)
    select e.session_id, ?4 || printf('%012x', e.number), ?3, ?4 || printf('%012x', e.checkpoint_number), e.axis, e.change,
        e.reason, e.created_at
    from numbered_events e
    where true"
);

const EVENT_SOURCES: &str = concat!(
    "with ",
    numbered_checkpoints!(),
    ", ",
    numbered_events!(),
    "insert into relationship_event_sources (session_id, event_id, message_id, hash)
    select s.session_id, ?4 || printf('%012x', e.number), coalesce(",
    message_there!("s.message_id"),
    ", s.message_id), s.hash
    from numbered_events e
    join relationship_event_sources s on s.session_id = e.session_id and s.event_id = e.id"
);

/// A message that has moved takes its exclusions along.
const EXCLUSIONS: &str = concat!(
    "insert into exclusions (session_id, message_id, ordinal, conversation_id, created_at)
    select e.session_id, ",
    message_there!("e.message_id"),
    ", e.ordinal, ?3, e.created_at
    from exclusions e
    where e.session_id = ?1 and e.conversation_id = ?2 and (e.cleared_by is null or e.cleared_by = ?7) and ",
    message_there!("e.message_id"),
    " is not null
    on conflict do update set conversation_id = excluded.conversation_id, cleared_by = null"
);

const BLOCKED: &str = r"
    insert into blocked_facts (session_id, character_id, conversation_id, hash)
    select session_id, character_id, ?3, hash
    from blocked_facts
    where session_id = ?1 and conversation_id = ?2 and (cleared_by is null or cleared_by = ?7)
    on conflict do nothing
";

const LOCKS: &str = r"
    insert into axis_locks (session_id, conversation_id, axis)
    select session_id, ?3, axis from axis_locks where session_id = ?1 and conversation_id = ?2
    on conflict do nothing
";

/// What is set for memories of the graph whose messages are all there.
const CORRECTIONS: &str = concat!(
    "insert into memory_edits (session_id, conversation_id, memory_id, digest, tags, priority, found_tags, first_hash,
        reply_message_id, reply_hash)
    select e.session_id, ?3, ",
    message_there!("e.memory_id"),
    ", e.digest, e.tags, e.priority, e.found_tags, e.first_hash, ",
    message_there!("e.reply_message_id"),
    ", e.reply_hash
    from memory_edits e
    where e.session_id = ?1 and e.conversation_id = ?2 and ",
    message_there!("e.memory_id"),
    " is not null and (e.reply_message_id is null or ",
    message_there!("e.reply_message_id"),
    " is not null)
    on conflict do update set conversation_id = excluded.conversation_id"
);

/// Messages that have moved leave nothing of that behind.
const CORRECTIONS_MOVED: &str = r"
    delete from memory_edits
    where session_id = ?1 and conversation_id = ?2 and exists (
        select 1 from messages x
        where x.session_id = ?1 and x.conversation_id = ?3 and x.id in (memory_id, reply_message_id)
    )
";

/// What of earlier conversations is not recalled there, and where the conversation was begun from.
const RECALL: [&str; 2] = [
    r"
    insert into recall_exclusions (session_id, conversation_id, message_id)
    select session_id, ?3, message_id from recall_exclusions where session_id = ?1 and conversation_id = ?2
    on conflict do nothing
    ",
    r"
    update conversations
    set (carried_from, carrying_cleared_by) = (
        select carried_from, nullif(carrying_cleared_by, ?7) from conversations where session_id = ?1 and id = ?2
    )
    where session_id = ?1 and id = ?3
    ",
];

/// Copies what was derived from messages that the new conversation has, on every path through their alternates, what the reader
/// had remembered beside it, and what they had forgotten. Records of prompts stay behind.
pub(crate) async fn copy(
    connection: &mut SqliteConnection,
    session: SessionId,
    copy: MemoryCopy<'_>,
) -> Result<(), StoreError> {
    for sql in [
        CHECKPOINTS,
        FACTS,
        FACT_SOURCES,
        EVENTS,
        EVENT_SOURCES,
        CORRECTIONS,
        CORRECTIONS_MOVED,
        // After what they take along.
        EXCLUSIONS,
        BLOCKED,
        LOCKS,
        RECALL[0],
        RECALL[1],
    ] {
        sqlx::query(sql)
            .bind(session.to_string())
            .bind(copy.from.to_string())
            .bind(copy.to.to_string())
            .bind(id_prefix(copy.seed))
            .bind(copy.message_count)
            .bind(copy.shared)
            .bind(copy.cleared_by)
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}
