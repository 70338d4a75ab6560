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

/// What is kept of a text: the vector of its sentence, or those of its tokens.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeptVectors {
    /// Where it is kept, for [`Store::token_vectors_at`].
    pub place: i64,
    pub owner: VectorsOf,
    pub vectors: Vec<u8>,
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
    ) -> Result<Vec<KeptVectors>, StoreError> {
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
        Ok(rows.into_iter().filter_map(kept).collect())
    }

    /// The sentence vectors of some present texts that have them.
    pub async fn sentence_vectors_of(
        &self,
        session: SessionId,
        encoder: &str,
        owners: &[VectorsOf],
    ) -> Result<Vec<KeptVectors>, StoreError> {
        self.present(session, encoder, (owners, Part::Sentence)).await
    }

    /// The vectors of the tokens of some present texts.
    pub async fn token_vectors(
        &self,
        session: SessionId,
        encoder: &str,
        owners: &[VectorsOf],
    ) -> Result<Vec<KeptVectors>, StoreError> {
        self.present(session, encoder, (owners, Part::Tokens)).await
    }

    async fn present(
        &self,
        session: SessionId,
        encoder: &str,
        (owners, part): (&[VectorsOf], Part),
    ) -> Result<Vec<KeptVectors>, StoreError> {
        let ids: Vec<String> = owners.iter().map(Uuid::to_string).collect();
        let rows: Vec<KeptRow> = sqlx::query_as(
            r"
            select v.rowid as place, v.owner_id, iif(?4, v.tokens, v.sentence) as vectors
            from json_each(?2) o
            cross join message_vectors v on v.session_id = ?1 and v.owner_id = o.value and v.encoder = ?3
            left join messages m on m.session_id = v.session_id and m.id = v.owner_id
            left join alternates a on a.session_id = m.session_id and a.message_id = m.id and a.ordinal = m.chosen
            where m.id is null or a.hash = v.hash
            ",
        )
        .bind(session.to_string())
        .bind(serde_json::Value::from(ids).to_string())
        .bind(encoder)
        .bind(matches!(part, Part::Tokens))
        .fetch_all(&self.reader())
        .await?;
        Ok(rows.into_iter().filter_map(kept).collect())
    }

    /// As [`Self::token_vectors`], where they are known to be kept: several times as fast. What lies elsewhere by now is
    /// not found there: whoever asks compares the owners.
    pub async fn token_vectors_at(
        &self,
        session: SessionId,
        encoder: &str,
        places: &[i64],
    ) -> Result<Vec<KeptVectors>, StoreError> {
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
        Ok(rows.into_iter().filter_map(kept).collect())
    }

    /// Keeps what an encoder made of texts, each with the text that it read: one that is changed, excluded or gone by now is left
    /// out.
    pub async fn write_vectors(
        &self,
        session: SessionId,
        encoder: &str,
        made: &[(String, StoredVectors)],
    ) -> Result<(), StoreError> {
        let mut writing = self.write_beside_memory().await?;
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

/// What of a text's vectors is wanted.
#[derive(Debug, Clone, Copy)]
enum Part {
    Sentence,
    Tokens,
}

fn kept(row: KeptRow) -> Option<KeptVectors> {
    Some(KeptVectors {
        place: row.place,
        owner: row.owner_id.parse().ok()?,
        vectors: row.vectors,
    })
}
