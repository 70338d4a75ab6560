//! Tables `exclusions` and `blocked_facts`.

use engine::ids::MessageId;
use engine::memory::Source;
use jiff::Timestamp;
use sqlx::SqliteConnection;

use super::settle::{Place, unreadable};
use crate::StoreError;

/// A cross join: SQLite takes the tables in this order. Left to choose, it reads all messages to save sorting a few exclusions.
pub(crate) const STANDING: &str = r"
    select m.id, m.position
    from exclusions e indexed by exclusions_of_conversation
    cross join messages m on m.session_id = e.session_id and m.id = e.message_id and m.conversation_id = ?2
        and m.chosen = e.ordinal
    where e.session_id = ?1 and e.conversation_id = ?2 and e.cleared_by is null
    order by m.position
";

/// The messages of a conversation whose chosen wording is excluded, in order.
pub(crate) async fn standing(connection: &mut SqliteConnection, place: &Place) -> Result<Vec<Source>, StoreError> {
    let rows: Vec<(String, u32)> = sqlx::query_as(STANDING)
        .bind(place.session.to_string())
        .bind(place.conversation.to_string())
        .fetch_all(connection)
        .await?;
    rows.into_iter()
        .map(|(id, position)| {
            let message_id: MessageId = id.parse().map_err(|_| unreadable("excluded message", &id))?;
            Ok(Source {
                message_id,
                position: Some(position),
            })
        })
        .collect()
}

/// Excludes one wording of a message.
pub(crate) async fn exclude(
    connection: &mut SqliteConnection,
    place: &Place,
    (message, ordinal): (&str, u32),
    now: Timestamp,
) -> Result<(), StoreError> {
    sqlx::query(
        r"
        insert into exclusions (session_id, message_id, ordinal, conversation_id, created_at)
        values (?1, ?2, ?3, ?4, ?5)
        on conflict do update set cleared_by = null, former_words = null
        ",
    )
    .bind(place.session.to_string())
    .bind(message)
    .bind(ordinal)
    .bind(place.conversation.to_string())
    .bind(now.as_millisecond())
    .execute(connection)
    .await?;
    Ok(())
}

/// The hashes of what extraction must not find again in a conversation.
pub(crate) async fn blocked(connection: &mut SqliteConnection, place: &Place) -> Result<Vec<[u8; 32]>, StoreError> {
    let rows: Vec<Vec<u8>> = sqlx::query_scalar(
        r"
        select distinct hash
        from blocked_facts
        where session_id = ?1 and character_id = ?3 and (conversation_id = ?2 or conversation_id is null)
            and cleared_by is null
        order by hash
        ",
    )
    .bind(place.session.to_string())
    .bind(place.conversation.to_string())
    .bind(&place.character_id)
    .fetch_all(connection)
    .await?;
    Ok(rows.into_iter().filter_map(|hash| hash.try_into().ok()).collect())
}

/// Keeps extraction from finding a text again, in one conversation or, without one, in all with the character.
pub(crate) async fn block(
    connection: &mut SqliteConnection,
    place: &Place,
    conversation: Option<&str>,
    hash: [u8; 32],
) -> Result<(), StoreError> {
    sqlx::query(
        r"
        insert into blocked_facts (session_id, character_id, conversation_id, hash)
        values (?1, ?2, ?3, ?4)
        on conflict do update set cleared_by = null
        ",
    )
    .bind(place.session.to_string())
    .bind(&place.character_id)
    .bind(conversation)
    .bind(hash.to_vec())
    .execute(connection)
    .await?;
    Ok(())
}

/// Lets a text be found again in a conversation: the reader has had it remembered.
pub(crate) async fn unblock(
    connection: &mut SqliteConnection,
    place: &Place,
    hash: [u8; 32],
) -> Result<(), StoreError> {
    sqlx::query(
        r"
        delete from blocked_facts
        where session_id = ?1 and character_id = ?3 and (conversation_id = ?2 or conversation_id is null) and hash = ?4
        ",
    )
    .bind(place.session.to_string())
    .bind(place.conversation.to_string())
    .bind(&place.character_id)
    .bind(hash.to_vec())
    .execute(connection)
    .await?;
    Ok(())
}
