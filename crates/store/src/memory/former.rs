//! Answers to words that were taken back: after "I live in Oslo" was edited to "I live in Bergen", the character's "So you live in
//! Oslo" still told models of it.

use engine::ids::{ConversationId, MessageId, SessionId, TrashId};
use engine::memory::sayings::takes_up_former;
use jiff::Timestamp;
use sqlx::SqliteConnection;

use crate::StoreError;
use crate::conversations::lossy;

/// Where words were exchanged.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Exchanged {
    pub conversation: ConversationId,
    pub message: MessageId,
    pub ordinal: u32,
    /// The thing in the trash that is put back with this, if it is one.
    pub restored: Option<TrashId>,
    pub now: Timestamp,
}

/// The wordings of the character's answer, and whom the reader talks to.
const ANSWERS: &str = r"
    select answer.id, a.ordinal, a.text, c.character_id
    from messages m
    join conversations c on c.session_id = m.session_id and c.id = m.conversation_id
    join messages answer on answer.session_id = m.session_id and answer.conversation_id = m.conversation_id
        and answer.position = m.position + 1 and answer.role = 'character'
    join alternates a on a.session_id = answer.session_id and a.message_id = answer.id
    where m.session_id = ?1 and m.conversation_id = ?2 and m.id = ?3 and m.role = 'user'
    order by a.ordinal
";

/// The former words of a message that lie in the trash, but for those that are put back now.
const FORMER: &str = r"
    select t.id, a.text
    from trash t
    join trashed_alternates a on a.session_id = t.session_id and a.trash_id = t.id and a.message_id = ?3 and a.ordinal = ?4
    where t.session_id = ?1 and t.conversation_id = ?2 and t.kind = 'wording' and t.id is not ?5
    order by t.id
";

/// Excludes the answers to a message, in every wording, that take up what its former words said and its words do not say any more;
/// those that do not do so any more are sent again. What was erased from the trash is not known: its answers stay excluded.
pub(crate) async fn exclude_answers(
    connection: &mut SqliteConnection,
    session: SessionId,
    exchanged: &Exchanged,
) -> Result<(), StoreError> {
    let former: Vec<(String, Vec<u8>)> = sqlx::query_as(FORMER)
        .bind(session.to_string())
        .bind(exchanged.conversation.to_string())
        .bind(exchanged.message.to_string())
        .bind(exchanged.ordinal)
        .bind(exchanged.restored.map(|id| id.to_string()))
        .fetch_all(&mut *connection)
        .await?;
    let known = former.iter().map(|(id, _)| id.clone());
    let known: Vec<String> = known.chain(exchanged.restored.map(|id| id.to_string())).collect();
    sqlx::query(
        "delete from exclusions where session_id = ?1 and former_words in (select value from json_each(?2)) and cleared_by is null",
    )
    .bind(session.to_string())
    .bind(serde_json::Value::from(known).to_string())
    .execute(&mut *connection)
    .await?;
    let words: Option<Vec<u8>> =
        sqlx::query_scalar("select text from alternates where session_id = ?1 and message_id = ?2 and ordinal = ?3")
            .bind(session.to_string())
            .bind(exchanged.message.to_string())
            .bind(exchanged.ordinal)
            .fetch_optional(&mut *connection)
            .await?;
    let words = words.map(lossy).unwrap_or_default();
    let answers: Vec<(String, u32, Vec<u8>, String)> = sqlx::query_as(ANSWERS)
        .bind(session.to_string())
        .bind(exchanged.conversation.to_string())
        .bind(exchanged.message.to_string())
        .fetch_all(&mut *connection)
        .await?;
    for (answer, ordinal, text, character) in answers {
        let text = lossy(text);
        let takes_up = |(_, said): &&(String, Vec<u8>)| {
            takes_up_former(&text, (&String::from_utf8_lossy(said), &words), &character)
        };
        if let Some((former, _)) = former.iter().find(takes_up) {
            exclude(connection, session, (exchanged, former), (&answer, ordinal)).await?;
        }
    }
    Ok(())
}

/// What was forgotten stays so.
async fn exclude(
    connection: &mut SqliteConnection,
    session: SessionId,
    (exchanged, former): (&Exchanged, &str),
    (answer, ordinal): (&str, u32),
) -> Result<(), StoreError> {
    sqlx::query(
        r"
        insert into exclusions (session_id, message_id, ordinal, conversation_id, created_at, former_words)
        values (?1, ?2, ?3, ?4, ?5, ?6)
        on conflict do nothing
        ",
    )
    .bind(session.to_string())
    .bind(answer)
    .bind(ordinal)
    .bind(exchanged.conversation.to_string())
    .bind(exchanged.now.as_millisecond())
    .bind(former)
    .execute(connection)
    .await?;
    Ok(())
}
