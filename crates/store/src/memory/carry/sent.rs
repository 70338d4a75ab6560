//! What was sent while something was taken back elsewhere.

use engine::ids::{ConversationId, SessionId};
use sqlx::SqliteConnection;

use super::super::facts::counts;
use super::super::settle;
use crate::StoreError;
use crate::conversations::lossy;

/// So many of the last summaries are looked at: another one may have been written since the prompt was made.
const LAST_SUMMARIES: u32 = 3;

/// Whether some of these facts, or the summary that ends so, do not count any more in a conversation that was begun with what another
/// one had left. Its own memory revision says nothing of what is taken back there.
pub async fn was_taken_back(
    connection: &mut SqliteConnection,
    (session, conversation): (SessionId, ConversationId),
    (facts, end_of_summary): (Vec<String>, Option<&str>),
) -> Result<bool, StoreError> {
    settle::settle(connection, session, conversation).await?;
    let gone: bool = sqlx::query_scalar(concat!(
        "select exists (
            select 1
            from json_each(?2) sent
            left join facts f on f.session_id = ?1 and f.id = sent.value
            where f.id is null or not ",
        counts!("f"),
        ")"
    ))
    .bind(session.to_string())
    .bind(serde_json::Value::from(facts).to_string())
    .fetch_one(&mut *connection)
    .await?;
    let Some(end) = end_of_summary.filter(|_| !gone) else {
        return Ok(gone);
    };
    let summaries: Vec<Vec<u8>> = sqlx::query_scalar(
        r"
        select summary from checkpoints
        where session_id = ?1 and conversation_id = ?2 and in_chain = 1 and summary is not null
        order by end_position desc
        limit ?3
        ",
    )
    .bind(session.to_string())
    .bind(conversation.to_string())
    .bind(LAST_SUMMARIES)
    .fetch_all(connection)
    .await?;
    Ok(!summaries
        .into_iter()
        .any(|summary| lossy(summary).trim_end().ends_with(end)))
}
