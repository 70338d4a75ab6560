//! What is not carried anew, since it was forgotten in the conversation that it would be carried to.

use std::collections::HashSet;

use engine::memory::Source;
use engine::memory::normalise::{Echo, fact_hash};
use sqlx::SqliteConnection;

use super::super::exclusions;
use super::super::settle::Place;
use crate::StoreError;
use crate::conversations::lossy;

/// No text that was forgotten is kept, so a summary can not be looked through for it: as soon as anything was forgotten here that was
/// not forgotten there too, no summary is carried.
#[derive(Debug)]
pub struct Withheld {
    hashes: HashSet<[u8; 32]>,
    /// What the facts there say that were forgotten here.
    echoes: Vec<Echo>,
    /// The messages there that said something of it.
    messages: HashSet<String>,
    is_empty: bool,
}

impl Withheld {
    /// Whether nothing was forgotten here beside what was forgotten there.
    pub fn is_empty(&self) -> bool {
        self.is_empty
    }

    /// Whether a text is, says or was found in what was forgotten.
    pub fn holds(&self, text: &str, sources: &[Source]) -> bool {
        let was_found_there = |source: &Source| self.messages.contains(&source.message_id.to_string());
        self.hashes.contains(&fact_hash(text))
            || self.echoes.iter().any(|echo| echo.is_in(text))
            || sources.iter().any(was_found_there)
    }
}

pub async fn read(
    connection: &mut SqliteConnection,
    (source, place): (&Place, &Place),
) -> Result<Withheld, StoreError> {
    let hashes: HashSet<[u8; 32]> = exclusions::blocked(connection, place).await?.into_iter().collect();
    let there: HashSet<[u8; 32]> = exclusions::blocked(connection, source).await?.into_iter().collect();
    let messages: Vec<String> =
        sqlx::query_scalar("select message_id from recall_exclusions where session_id = ?1 and conversation_id = ?2")
            .bind(place.session.to_string())
            .bind(place.conversation.to_string())
            .fetch_all(&mut *connection)
            .await?;
    let mut echoes = Vec::new();
    if !hashes.is_empty() {
        let known: Vec<(Vec<u8>, Vec<u8>)> = sqlx::query_as(
            "select hash, text from facts where session_id = ?1 and conversation_id = ?2 and scope = 'conversation'",
        )
        .bind(source.session.to_string())
        .bind(source.conversation.to_string())
        .fetch_all(connection)
        .await?;
        let is_forgotten = |hash: &[u8]| hashes.iter().any(|forgotten| forgotten == hash);
        let forgotten = known.into_iter().filter(|(hash, _)| is_forgotten(hash));
        echoes.extend(forgotten.map(|(_, text)| Echo::of(&lossy(text))));
    }
    Ok(Withheld {
        is_empty: hashes.is_subset(&there) && messages.is_empty(),
        hashes,
        echoes,
        messages: messages.into_iter().collect(),
    })
}
