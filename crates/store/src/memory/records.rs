//! Table `prompt_records`: what a model was sent for a reply, for the newest replies of a conversation.

use engine::ids::{ConversationId, MessageId, SessionId};
use engine::memory::view::{PromptPartName, PromptRecordView};
use jiff::Timestamp;
use sqlx::SqliteConnection;

use super::controls::NamedFact;
use super::forget::{Said, Wording};
use super::settle::{self, Place, unreadable};
use super::{carry, chain};
use crate::conversations::{self, lossy};
use crate::{Store, StoreError};

/// So many replies of a conversation have a record.
const KEPT: u32 = 20;

/// In the order in which the tables stand; see [`super::exclusions::STANDING`].
pub(crate) const USED_FACTS: &str = r"
    select p.message_id, p.alternate, p.fact_count
    from prompt_records p
    cross join messages m on m.session_id = p.session_id and m.id = p.message_id
        and m.conversation_id = p.conversation_id
    where p.session_id = ?1 and p.conversation_id = ?2
    order by m.position, p.alternate
";

/// One row when the reply is there. Both steps in one call, since each call is two changes of thread.
const WRITE: &str = r"
    insert into prompt_records (session_id, message_id, alternate, conversation_id, record, fact_count, created_at)
    select session_id, id, ?4, conversation_id, ?5, ?6, ?7
    from messages
    where session_id = ?1 and id = ?3 and conversation_id = ?2
    on conflict do update set record = excluded.record, fact_count = excluded.fact_count, created_at = excluded.created_at
    returning 1;
    delete from prompt_records
    where session_id = ?1 and conversation_id = ?2 and (message_id, alternate) not in (
        select message_id, alternate from prompt_records
        where session_id = ?1 and conversation_id = ?2
        order by created_at desc, message_id desc, alternate desc
        limit ?8
    );
";

/// How many facts a reply was written with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UsedFacts {
    pub message_id: MessageId,
    pub alternate: u32,
    pub facts: u32,
}

impl Store {
    /// Keeps what a model was sent for a reply, over what was kept for the same alternate; of older replies than the last 20 it
    /// is forgotten. Errors: `NotFound` when the reply is not in the conversation (any more).
    pub async fn write_prompt_record(
        &self,
        session: SessionId,
        conversation: ConversationId,
        record: &PromptRecordView,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        let mut writing = self.write().await?;
        write(&mut writing, (session, conversation), record, now).await?;
        Ok(writing.commit().await?)
    }

    /// What a model was sent for an alternate of a reply; none when that is not kept (any more). Errors: `NotFound` when the
    /// reply is not there.
    pub async fn prompt_record(
        &self,
        session: SessionId,
        (conversation, message): (ConversationId, MessageId),
        alternate: u32,
    ) -> Result<Option<PromptRecordView>, StoreError> {
        let mut reading = self.reader().begin().await?;
        conversations::find(&mut reading, session, conversation).await?;
        let record: Option<String> = sqlx::query_scalar(
            r"
            select p.record
            from messages m
            left join prompt_records p on p.session_id = m.session_id and p.message_id = m.id and p.alternate = ?4
            where m.session_id = ?1 and m.id = ?3 and m.conversation_id = ?2
            ",
        )
        .bind(session.to_string())
        .bind(conversation.to_string())
        .bind(message.to_string())
        .bind(alternate)
        .fetch_optional(&mut *reading)
        .await?
        .ok_or(StoreError::NotFound)?;
        record.map(|record| read(&record)).transpose()
    }

    /// The replies of a conversation of which it is known how many facts they were written with.
    pub async fn used_facts(
        &self,
        session: SessionId,
        conversation: ConversationId,
    ) -> Result<Vec<UsedFacts>, StoreError> {
        let rows: Vec<(String, u32, u32)> = sqlx::query_as(USED_FACTS)
            .bind(session.to_string())
            .bind(conversation.to_string())
            .fetch_all(&self.reader())
            .await?;
        rows.into_iter()
            .map(|(message, alternate, facts)| {
                Ok(UsedFacts {
                    message_id: message.parse().map_err(|_| unreadable("record of", &message))?,
                    alternate,
                    facts,
                })
            })
            .collect()
    }
}

/// See [`Store::write_prompt_record`].
pub(crate) async fn write(
    connection: &mut SqliteConnection,
    (session, conversation): (SessionId, ConversationId),
    record: &PromptRecordView,
    now: Timestamp,
) -> Result<(), StoreError> {
    let json = serde_json::to_string(record).map_err(|error| StoreError::DamagedContent {
        detail: format!("what was sent cannot be written down: {error}"),
    })?;
    let mut written: Vec<i64> = sqlx::query_scalar(WRITE)
        .bind(session.to_string())
        .bind(conversation.to_string())
        .bind(record.message_id.to_string())
        .bind(record.alternate)
        .bind(json)
        .bind(u32::try_from(record.facts.len()).unwrap_or(u32::MAX))
        .bind(now.as_millisecond())
        .bind(KEPT)
        .fetch_all(&mut *connection)
        .await?;
    written.pop().map(drop).ok_or(StoreError::NotFound)
}

fn read(record: &str) -> Result<PromptRecordView, StoreError> {
    serde_json::from_str(record).map_err(|error| StoreError::DamagedContent {
        detail: format!("what was sent for a reply is unreadable: {error}"),
    })
}

/// Message, ordinal, position, hash and record.
type WrittenRow = (String, u32, u32, Vec<u8>, Option<String>);

/// The reply that is being written, if the model was sent the fact: what it says comes after the forgetting, and may say it
/// again. Where it is not known what was sent, it counts as sent.
pub(super) async fn written_with(
    connection: &mut SqliteConnection,
    place: &Place,
    fact: &NamedFact,
    said: &Said,
) -> Result<Option<Wording>, StoreError> {
    let row: Option<WrittenRow> = sqlx::query_as(
        r"
        select a.message_id, a.ordinal, m.position, a.hash, p.record
        from alternates a
        join messages m on m.session_id = a.session_id and m.id = a.message_id
        left join prompt_records p on p.session_id = a.session_id and p.message_id = a.message_id and p.alternate = a.ordinal
        where a.state = 'streaming' and a.session_id = ?1 and m.conversation_id = ?2
        ",
    )
    .bind(place.session.to_string())
    .bind(place.conversation.to_string())
    .fetch_optional(connection)
    .await?;
    let wording = row.map(|(message_id, ordinal, position, hash, record)| {
        let wording = Wording {
            message_id,
            ordinal,
            position,
            hash,
            // What it says so far is not what it is excluded for.
            text: String::new(),
        };
        (wording, record)
    });
    Ok(wording
        .filter(|(_, record)| record.as_deref().is_none_or(|record| holds(record, fact, (said, &[]))))
        .map(|(wording, _)| wording))
}

/// Removes the records of a conversation that hold a forgotten fact, a wording that says it, or a summary that was cleared for it.
pub(super) async fn remove_with(
    connection: &mut SqliteConnection,
    place: &Place,
    fact: &NamedFact,
    (said, cleared): (&Said, &[String]),
) -> Result<(), StoreError> {
    let rows: Vec<(String, u32, String)> = sqlx::query_as(
        "select message_id, alternate, record from prompt_records where session_id = ?1 and conversation_id = ?2",
    )
    .bind(place.session.to_string())
    .bind(place.conversation.to_string())
    .fetch_all(&mut *connection)
    .await?;
    for (message, alternate, record) in rows {
        if holds(&record, fact, (said, cleared)) {
            sqlx::query("delete from prompt_records where session_id = ?1 and message_id = ?2 and alternate = ?3")
                .bind(place.session.to_string())
                .bind(message)
                .bind(alternate)
                .execute(&mut *connection)
                .await?;
        }
    }
    Ok(())
}

/// A record that cannot be read may hold anything.
fn holds(record: &str, fact: &NamedFact, (said, cleared): (&Said, &[String])) -> bool {
    let Ok(record) = read(record) else {
        return true;
    };
    let says = |text: &str| {
        let has = |wording: &Wording| contains(text, &wording.text);
        said.sought.is_said_in(text) || said.wordings.iter().any(has)
    };
    let ends_as_cleared = |end: &str| cleared.iter().any(|summary| summary.trim_end().ends_with(end));
    record.facts.iter().any(|sent| sent.id == fact.id || says(&sent.text))
        || record.parts.iter().any(|part| says(&part.text))
        || end_of_summary(&record).is_some_and(ends_as_cleared)
}

fn contains(text: &str, wording: &str) -> bool {
    !wording.trim().is_empty() && text.contains(wording.trim())
}

/// The last line of what was told of earlier messages: the beginning of a summary may have been left out.
fn end_of_summary(record: &PromptRecordView) -> Option<&str> {
    let told = record.parts.iter().find(|part| part.name == PromptPartName::Summary)?;
    told.text.trim_end().lines().last().map(str::trim)
}

/// What a model was sent for a reply that ends now.
#[derive(Debug, Clone, Copy)]
pub struct Sent<'a> {
    pub record: &'a PromptRecordView,
    /// When memory was read for it.
    pub as_of: AsOf,
}

/// When memory was read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AsOf {
    /// The conversation's.
    pub memory_revision: u64,
    /// [`Store::memory_changes`] before it.
    pub changes: u64,
}

/// After so many changes of memory, keeps a record with the end of its reply, unless something of it was forgotten meanwhile: then the reply has none.
pub(crate) async fn write_at_end(
    connection: &mut SqliteConnection,
    (session, conversation): (SessionId, ConversationId),
    sent: Sent<'_>,
    (changes, now): (u64, Timestamp),
) -> Result<(), StoreError> {
    let is_unchanged = changes == sent.as_of.changes;
    if is_unchanged || !is_gone(connection, (session, conversation), sent).await? {
        write(connection, (session, conversation), sent.record, now).await?;
    }
    Ok(())
}

/// Whether something of what was sent was forgotten since.
async fn is_gone(
    connection: &mut SqliteConnection,
    (session, conversation): (SessionId, ConversationId),
    sent: Sent<'_>,
) -> Result<bool, StoreError> {
    let (revision, was_begun_with_more): (i64, bool) = sqlx::query_as(
        "select memory_revision, carried_from is not null from conversations where session_id = ?1 and id = ?2",
    )
    .bind(session.to_string())
    .bind(conversation.to_string())
    .fetch_one(&mut *connection)
    .await?;
    let is_as_it_was = u64::try_from(revision) == Ok(sent.as_of.memory_revision);
    Ok(
        recalls_what_is_gone(connection, (session, conversation), sent.record).await?
            || (was_begun_with_more
                && carry::was_taken_back(connection, (session, conversation), told(sent.record)).await?)
            || (!is_as_it_was && holds_what_is_gone(connection, (session, conversation), sent.record).await?),
    )
}

/// The facts of a record, and the last line of its summary.
fn told(record: &PromptRecordView) -> (Vec<String>, Option<&str>) {
    let facts = record.facts.iter().map(|fact| fact.id.to_string());
    (facts.collect(), end_of_summary(record))
}

/// Whether a record holds a memory that was forgotten. It may be of an earlier conversation or of the character's own past, so the
/// memory revision of this one says nothing of it.
async fn recalls_what_is_gone(
    connection: &mut SqliteConnection,
    (session, conversation): (SessionId, ConversationId),
    record: &PromptRecordView,
) -> Result<bool, StoreError> {
    if record.recalled.is_empty() {
        return Ok(false);
    }
    let recalled: Vec<String> = record.recalled.iter().map(|memory| memory.id.to_string()).collect();
    Ok(sqlx::query_scalar(
        r"
        select exists (
            select 1
            from json_each(?3) sent
            left join memories m on m.session_id = ?1 and m.id = sent.value
            where m.id is null
                or exists (
                    select 1 from exclusions e
                    where e.session_id = ?1 and e.message_id in (m.user_message_id, m.reply_message_id)
                        and e.cleared_by is null
                )
                or exists (
                    select 1 from recall_exclusions e
                    where e.session_id = ?1 and e.conversation_id = ?2
                        and e.message_id in (m.user_message_id, m.reply_message_id)
                )
        )
        ",
    )
    .bind(session.to_string())
    .bind(conversation.to_string())
    .bind(serde_json::Value::from(recalled).to_string())
    .fetch_one(connection)
    .await?)
}

/// Whether a record holds a fact or a summary that is not there any more, or the wording of an excluded message.
async fn holds_what_is_gone(
    connection: &mut SqliteConnection,
    (session, conversation): (SessionId, ConversationId),
    record: &PromptRecordView,
) -> Result<bool, StoreError> {
    let facts: Vec<String> = record.facts.iter().map(|fact| fact.id.to_string()).collect();
    let gone: i64 = sqlx::query_scalar(
        r"
        select count(*)
        from json_each(?2) sent
        where not exists (select 1 from facts f where f.session_id = ?1 and f.id = sent.value)
        ",
    )
    .bind(session.to_string())
    .bind(serde_json::Value::from(facts).to_string())
    .fetch_one(&mut *connection)
    .await?;
    let excluded: Vec<Vec<u8>> = sqlx::query_scalar(
        r"
        select a.text
        from exclusions e indexed by exclusions_of_conversation
        cross join alternates a on a.session_id = e.session_id and a.message_id = e.message_id and a.ordinal = e.ordinal
        where e.session_id = ?1 and e.conversation_id = ?2 and e.cleared_by is null
        ",
    )
    .bind(session.to_string())
    .bind(conversation.to_string())
    .fetch_all(&mut *connection)
    .await?;
    let excluded: Vec<String> = excluded.into_iter().map(lossy).collect();
    let holds = |text: &str| excluded.iter().any(|wording| contains(text, wording));
    let place = settle::settle(connection, session, conversation).await?;
    let told = chain::newest_told(connection, &place, u32::MAX).await?;
    let told = told
        .and_then(|checkpoint| checkpoint.summary)
        .map(|summary| summary.text);
    let is_told = |end: &str| told.as_ref().is_some_and(|told| told.trim_end().ends_with(end));
    Ok(gone > 0
        || record.parts.iter().any(|part| holds(&part.text))
        || end_of_summary(record).is_some_and(|end| !is_told(end)))
}
