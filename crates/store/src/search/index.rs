//! Keeping the index in step with the messages.

use std::sync::Arc;

use engine::ids::{ConversationId, SessionId};
use engine::markup::MarkupFormats;
use engine::search::{shown_text, words};
use sqlx::{FromRow, SqliteConnection};

use super::SearchFor;
use crate::conversations::lossy;
use crate::{Store, StoreError};

/// Messages that are brought up to date in one transaction.
const BATCH: i64 = 500;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Progress {
    UpToDate,
    MoreToDo,
}

#[derive(FromRow)]
struct PendingRow {
    session_id: String,
    message_id: String,
    /// Its row of the index.
    indexed: Option<i64>,
    conversation_id: Option<String>,
    text: Option<Vec<u8>>,
}

/// Brings the messages up to date that were noted first.
pub(super) async fn work_off(store: &Store) -> Result<Progress, StoreError> {
    // Most searches find nothing to do, and need not wait for those who write.
    let any: bool = sqlx::query_scalar("select exists (select 1 from search_pending)")
        .fetch_one(&store.reader())
        .await?;
    if !any {
        return Ok(Progress::UpToDate);
    }
    let mut writing = store.write().await?;
    let pending: Vec<PendingRow> = sqlx::query_as(
        r"
        select p.session_id, p.message_id, r.id as indexed, m.conversation_id, a.text
        from (select session_id, message_id from search_pending limit ?1) p
        left join search_rows r on r.session_id = p.session_id and r.message_id = p.message_id
        left join messages m on m.session_id = p.session_id and m.id = p.message_id
        left join alternates a on a.session_id = m.session_id and a.message_id = m.id and a.ordinal = m.chosen
            and a.state <> 'streaming'
        ",
    )
    .bind(BATCH)
    .fetch_all(&mut *writing)
    .await?;
    for row in &pending {
        write_row(&mut writing, row).await?;
        sqlx::query("delete from search_pending where session_id = ?1 and message_id = ?2")
            .bind(&row.session_id)
            .bind(&row.message_id)
            .execute(&mut *writing)
            .await?;
    }
    writing.commit().await?;
    Ok(if pending.len() < BATCH as usize {
        Progress::UpToDate
    } else {
        Progress::MoreToDo
    })
}

async fn write_row(connection: &mut SqliteConnection, pending: &PendingRow) -> Result<(), StoreError> {
    if let Some(row) = pending.indexed {
        sqlx::query("delete from search_words where rowid = ?1")
            .bind(row)
            .execute(&mut *connection)
            .await?;
    }
    let (Some(conversation), Some(text)) = (&pending.conversation_id, &pending.text) else {
        sqlx::query("delete from search_rows where session_id = ?1 and message_id = ?2")
            .bind(&pending.session_id)
            .bind(&pending.message_id)
            .execute(connection)
            .await?;
        return Ok(());
    };
    let row: i64 = sqlx::query_scalar(
        r"
        insert into search_rows (session_id, conversation_id, message_id) values (?1, ?2, ?3)
        on conflict (session_id, message_id) do update set conversation_id = excluded.conversation_id
        returning id
        ",
    )
    .bind(&pending.session_id)
    .bind(conversation)
    .bind(&pending.message_id)
    .fetch_one(&mut *connection)
    .await?;
    let folded: Vec<String> = words(&searched_text(&lossy(text.clone())))
        .into_iter()
        .map(|word| word.folded)
        .collect();
    sqlx::query("insert into search_words (rowid, scope, words) values (?1, ?2, ?3)")
        .bind(row)
        .bind(format!(
            "{} {}",
            scope('s', &pending.session_id),
            scope('c', conversation)
        ))
        .bind(folded.join(" "))
        .execute(connection)
        .await?;
    Ok(())
}

/// What of a message is searched: what is shown of it. The character's own marks are not known here and count as words.
pub(crate) fn searched_text(text: &str) -> String {
    shown_text(text, &Arc::new(MarkupFormats::default()))
}

/// An id as one word.
fn scope(kind: char, id: &str) -> String {
    let letters = id.chars().filter(char::is_ascii_alphanumeric);
    std::iter::once(kind).chain(letters).collect()
}

/// The question in the language of the index. Folded words hold letters, digits and marks only, so nothing needs escaping.
pub(super) fn expression(session: SessionId, look: &SearchFor<'_>) -> String {
    let mut parts = vec![format!("scope : \"{}\"", scope('s', &session.to_string()))];
    if let Some(id) = look.conversation_id {
        parts.push(format!("scope : \"{}\"", scope('c', &ConversationId::to_string(&id))));
    }
    for phrase in &look.question.phrases {
        let open = if phrase.open_ended { " *" } else { "" };
        parts.push(format!("words : \"{}\"{open}", phrase.words.join(" ")));
    }
    parts.join(" AND ")
}

/// Whether the index itself is what cannot be read.
pub(super) async fn is_damaged(store: &Store) -> bool {
    let Ok(writer) = store.writer().await else {
        return false;
    };
    sqlx::query("insert into search_words (search_words) values ('integrity-check')")
        .execute(&writer)
        .await
        .is_err()
}

/// Notes that these messages do not fit their rows.
pub(super) async fn note(store: &Store, session: SessionId, messages: &[String]) -> Result<(), StoreError> {
    let mut writing = store.write().await?;
    for message in messages {
        sqlx::query("insert into search_pending (session_id, message_id) values (?1, ?2) on conflict do nothing")
            .bind(session.to_string())
            .bind(message)
            .execute(&mut *writing)
            .await?;
    }
    Ok(writing.commit().await?)
}

/// Empties the index and notes every message.
pub(super) async fn forget_everything(store: &Store) -> Result<(), StoreError> {
    let mut writing = store.write().await?;
    for sql in [
        "insert into search_words (search_words) values ('delete-all')",
        "delete from search_rows",
        "delete from search_pending",
        "insert into search_pending (session_id, message_id) select session_id, id from messages",
    ] {
        sqlx::query(sql).execute(&mut *writing).await?;
    }
    Ok(writing.commit().await?)
}
