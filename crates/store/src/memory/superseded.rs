//! What prompts are told of facts that newer ones have replaced.

use std::collections::HashMap;

use engine::memory::superseded::SupersededFact;
use sqlx::SqliteConnection;

use super::facts::{counts, sources};
use super::settle::Place;
use crate::StoreError;
use crate::conversations::lossy;

/// So many are read, the last replaced first.
const MOST_SUPERSEDED: u32 = 256;

/// From the newer fact to the older one; of each conversation and character, the index gives the newer ones.
const SUPERSEDED: &str = concat!(
    "select f.id, f.text, n.id, n.text
    from facts n
    join facts f on f.session_id = n.session_id and f.id = n.supersedes
    where n.session_id = ?1 and n.supersedes is not null and f.kind = 'automatic'
        and (n.scope = 'conversation' and n.conversation_id = ?2
            or n.scope = 'character' and n.character_id = ?3 and n.persona_id is ?4)
        and (f.scope = 'conversation' and f.conversation_id = ?2
            or f.scope = 'character' and f.character_id = ?3 and f.persona_id is ?4)
        and ",
    counts!("n"),
    " and ",
    counts!("f"),
    "
    order by n.created_at desc, n.id desc
    limit ?5"
);

/// The facts that count in a conversation and that newer ones have replaced; of a row of them each is replaced by the last one.
pub(crate) async fn read(connection: &mut SqliteConnection, place: &Place) -> Result<Vec<SupersededFact>, StoreError> {
    let rows: Vec<(String, Vec<u8>, String, Vec<u8>)> = sqlx::query_as(SUPERSEDED)
        .bind(place.session.to_string())
        .bind(place.conversation.to_string())
        .bind(&place.character_id)
        .bind(place.persona_id.as_deref())
        .bind(MOST_SUPERSEDED)
        .fetch_all(&mut *connection)
        .await?;
    if rows.is_empty() {
        return Ok(Vec::new());
    }
    let ids: Vec<&str> = rows.iter().map(|(id, ..)| id.as_str()).collect();
    let mut sources = sources(connection, place, &ids).await?;
    // The newest comes first, and is the one that counts.
    let mut by: HashMap<String, (String, String)> = HashMap::new();
    let mut found = Vec::new();
    for (id, text, newer, now) in rows {
        if !by.contains_key(&id) {
            by.insert(id.clone(), (newer, lossy(now)));
            found.push((id, lossy(text)));
        }
    }
    let superseded = found.into_iter().map(|(id, text)| {
        let sources = sources.remove(&id).unwrap_or_default();
        let sources = sources.into_iter().map(|source| source.message_id);
        SupersededFact::new(text, last(&by, &id), sources.collect())
    });
    Ok(superseded.collect())
}

/// The text of the last fact in the row that replaces one. What was written by hand may go in a circle.
fn last(by: &HashMap<String, (String, String)>, id: &str) -> String {
    let mut at = id;
    let mut now = "";
    for _ in 0..by.len() {
        let Some((newer, text)) = by.get(at) else { break };
        (at, now) = (newer, text);
    }
    now.to_owned()
}
