//! Table `message_vectors`: what an encoder made of texts. Another wording has vectors of its own, so that one which is chosen
//! again needs no encoding.

use engine::ids::SessionId;
use sqlx::FromRow;
use uuid::Uuid;

use super::read::MemoriesOf;
use crate::{Store, StoreError, alternates};

/// Whose text was encoded: a message, or a memory of the character's own past.
pub type VectorsOf = Uuid;

/// What an encoder made of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredVectors {
    pub owner: VectorsOf,
    /// Packed by whoever made it, as the tokens are.
    pub sentence: Vec<u8>,
    pub tokens: Vec<u8>,
}

/// A sentence vector that is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeptSentence {
    /// Where it is kept, for [`Store::token_vectors_at`].
    pub place: i64,
    pub owner: VectorsOf,
    pub sentence: Vec<u8>,
}

/// The vectors of a text's tokens that are kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeptTokens {
    pub place: i64,
    pub owner: VectorsOf,
    pub tokens: Vec<u8>,
}

#[derive(FromRow)]
struct KeptRow {
    place: i64,
    owner_id: String,
    vectors: Vec<u8>,
}

impl Store {
    /// The sentence vectors of all present texts of memories that have them.
    pub async fn sentence_vectors(
        &self,
        session: SessionId,
        of: MemoriesOf<'_>,
        encoder: &str,
    ) -> Result<Vec<KeptSentence>, StoreError> {
        let (sql, id) = match of {
            MemoriesOf::Conversation(id) => (
                "select v.rowid as place, v.owner_id, v.sentence as vectors
                from messages m
                join alternates a on a.session_id = m.session_id and a.message_id = m.id and a.ordinal = m.chosen
                join message_vectors v on v.session_id = m.session_id and v.owner_id = m.id and v.hash = a.hash
                    and v.encoder = ?3
                where m.session_id = ?1 and m.conversation_id = ?2",
                id.to_string(),
            ),
            MemoriesOf::Past(id) => (
                "select v.rowid as place, v.owner_id, v.sentence as vectors
                from memories m
                join message_vectors v on v.session_id = m.session_id and v.owner_id = m.id and v.encoder = ?3
                where m.session_id = ?1 and m.conversation_id is null and m.character_id = ?2",
                id.as_str().to_owned(),
            ),
        };
        let rows: Vec<KeptRow> = sqlx::query_as(sql)
            .bind(session.to_string())
            .bind(id)
            .bind(encoder)
            .fetch_all(&self.reader())
            .await?;
        Ok(rows.into_iter().filter_map(sentence).collect())
    }

    /// The sentence vectors of some present texts that have them.
    pub async fn sentence_vectors_of(
        &self,
        session: SessionId,
        encoder: &str,
        owners: &[VectorsOf],
    ) -> Result<Vec<KeptSentence>, StoreError> {
        let rows = self.present(session, encoder, (owners, SENTENCES)).await?;
        Ok(rows.into_iter().filter_map(sentence).collect())
    }

    /// The vectors of the tokens of some present texts.
    pub async fn token_vectors(
        &self,
        session: SessionId,
        encoder: &str,
        owners: &[VectorsOf],
    ) -> Result<Vec<KeptTokens>, StoreError> {
        let rows = self.present(session, encoder, (owners, TOKENS)).await?;
        Ok(rows.into_iter().filter_map(tokens).collect())
    }

    async fn present(
        &self,
        session: SessionId,
        encoder: &str,
        (owners, sql): (&[VectorsOf], &'static str),
    ) -> Result<Vec<KeptRow>, StoreError> {
        let ids: Vec<String> = owners.iter().map(Uuid::to_string).collect();
        Ok(sqlx::query_as(sql)
            .bind(session.to_string())
            .bind(serde_json::Value::from(ids).to_string())
            .bind(encoder)
            .fetch_all(&self.reader())
            .await?)
    }

    /// As [`Self::token_vectors`], where they are known to be kept: several times as fast. What has been deleted since, or another
    /// text's, is left out by whoever compares the owners.
    pub async fn token_vectors_at(
        &self,
        session: SessionId,
        encoder: &str,
        places: &[i64],
    ) -> Result<Vec<KeptTokens>, StoreError> {
        let rows: Vec<KeptRow> = sqlx::query_as(
            r"
            select v.rowid as place, v.owner_id, v.tokens as vectors
            from json_each(?2) o
            cross join message_vectors v on v.rowid = o.value
            where v.session_id = ?1 and v.encoder = ?3
            ",
        )
        .bind(session.to_string())
        .bind(serde_json::Value::from(places).to_string())
        .bind(encoder)
        .fetch_all(&self.reader())
        .await?;
        Ok(rows.into_iter().filter_map(tokens).collect())
    }

    /// Keeps what an encoder made of texts, each with the text that it read: one that is changed, excluded or gone by now is left
    /// out.
    pub async fn write_vectors(
        &self,
        session: SessionId,
        encoder: &str,
        made: &[(String, StoredVectors)],
    ) -> Result<(), StoreError> {
        let mut writing = self.write().await?;
        for (text, vectors) in made {
            sqlx::query(
                r"
                insert into message_vectors (session_id, owner_id, hash, encoder, sentence, tokens)
                select ?1, ?2, ?3, ?4, ?5, ?6
                where exists (
                    select 1
                    from messages m
                    join alternates a on a.session_id = m.session_id and a.message_id = m.id and a.ordinal = m.chosen
                    where m.session_id = ?1 and m.id = ?2 and a.hash = ?3 and not exists (
                        select 1 from exclusions e
                        where e.session_id = ?1 and e.message_id = m.id and e.ordinal = a.ordinal and e.cleared_by is null
                    )
                ) or exists (
                    select 1 from memories where session_id = ?1 and id = ?2 and conversation_id is null and text = ?7
                )
                on conflict do nothing
                ",
            )
            .bind(session.to_string())
            .bind(vectors.owner.to_string())
            .bind(alternates::hash(text.as_bytes()).to_vec())
            .bind(encoder)
            .bind(&vectors.sentence)
            .bind(&vectors.tokens)
            .bind(text)
            .execute(&mut *writing)
            .await?;
        }
        Ok(writing.commit().await?)
    }
}

/// Of owners, in a list: what is kept of the wording that is chosen now.
const SENTENCES: &str = r"
    select v.rowid as place, v.owner_id, v.sentence as vectors
    from json_each(?2) o
    cross join message_vectors v on v.session_id = ?1 and v.owner_id = o.value and v.encoder = ?3
    left join messages m on m.session_id = v.session_id and m.id = v.owner_id
    left join alternates a on a.session_id = m.session_id and a.message_id = m.id and a.ordinal = m.chosen
    where m.id is null or a.hash = v.hash
";
const TOKENS: &str = r"
    select v.rowid as place, v.owner_id, v.tokens as vectors
    from json_each(?2) o
    cross join message_vectors v on v.session_id = ?1 and v.owner_id = o.value and v.encoder = ?3
    left join messages m on m.session_id = v.session_id and m.id = v.owner_id
    left join alternates a on a.session_id = m.session_id and a.message_id = m.id and a.ordinal = m.chosen
    where m.id is null or a.hash = v.hash
";

fn sentence(row: KeptRow) -> Option<KeptSentence> {
    Some(KeptSentence {
        place: row.place,
        owner: row.owner_id.parse().ok()?,
        sentence: row.vectors,
    })
}

fn tokens(row: KeptRow) -> Option<KeptTokens> {
    Some(KeptTokens {
        place: row.place,
        owner: row.owner_id.parse().ok()?,
        tokens: row.vectors,
    })
}
