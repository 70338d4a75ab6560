//! What the calls of a job gave.

use engine::ids::{JobId, SessionId};
use engine::making::steps::{PieceId, PieceKind};
use jiff::Timestamp;
use sqlx::FromRow;

use super::unreadable;
use crate::{Store, StoreError};

/// A call that has ended.
#[derive(Debug, Clone)]
pub struct NewPiece<'a> {
    pub id: PieceId,
    /// Of all that the answer depends on.
    pub digest: [u8; 32],
    /// JSON, or why every try failed.
    pub answer: Result<&'a str, &'a str>,
    pub tries: u32,
    pub now: Timestamp,
}

/// The same as it is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredPiece {
    pub id: PieceId,
    pub digest: [u8; 32],
    pub answer: Result<String, String>,
    pub tries: u32,
}

impl Store {
    /// Keeps what a call gave. `JobGone` when its job was cancelled meanwhile.
    pub async fn put_job_piece(&self, session: SessionId, job: JobId, piece: NewPiece<'_>) -> Result<(), StoreError> {
        let mut writing = self.write().await?;
        super::state(&mut writing, session, job).await?;
        sqlx::query(
            r"
            insert into job_pieces (session_id, job_id, kind, number, digest, answer, failure, tries, finished_at)
            values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
            on conflict (session_id, job_id, kind, number, digest) do update
            set answer = excluded.answer, failure = excluded.failure, tries = excluded.tries, finished_at = excluded.finished_at
            ",
        )
        .bind(session.to_string())
        .bind(job.to_string())
        .bind(piece.id.kind.as_str())
        .bind(piece.id.number)
        .bind(&piece.digest[..])
        .bind(piece.answer.ok())
        .bind(piece.answer.err())
        .bind(piece.tries)
        .bind(piece.now.as_millisecond())
        .execute(&mut *writing)
        .await?;
        Ok(writing.commit().await?)
    }

    /// All pieces of a job, those of earlier prompts and models too.
    pub async fn job_pieces(&self, session: SessionId, job: JobId) -> Result<Vec<StoredPiece>, StoreError> {
        let rows: Vec<PieceRow> = sqlx::query_as(
            r"
            select kind, number, digest, answer, failure, tries from job_pieces
            where session_id = ?1 and job_id = ?2 order by kind, number, finished_at
            ",
        )
        .bind(session.to_string())
        .bind(job.to_string())
        .fetch_all(&self.reader())
        .await?;
        rows.into_iter().map(StoredPiece::try_from).collect()
    }

    /// Calls of a job that have an answer, and calls that have none after all tries.
    pub async fn job_progress(&self, session: SessionId, job: JobId) -> Result<(usize, usize), StoreError> {
        let (answered, failed): (i64, i64) = sqlx::query_as(
            r"
            select coalesce(sum(answered), 0), coalesce(sum(1 - answered), 0)
            from (
                select max(answer is not null) as answered from job_pieces
                where session_id = ?1 and job_id = ?2 group by kind, number
            )
            ",
        )
        .bind(session.to_string())
        .bind(job.to_string())
        .fetch_one(&self.reader())
        .await?;
        let count = |count: i64| usize::try_from(count).unwrap_or_default();
        Ok((count(answered + failed), count(failed)))
    }

    /// The answers about passages that came last, the newest first: the chapter of each, and its JSON.
    pub async fn last_job_answers(
        &self,
        session: SessionId,
        job: JobId,
        most: u32,
    ) -> Result<Vec<(u32, String)>, StoreError> {
        let rows: Vec<(i64, String)> = sqlx::query_as(
            r"
            select
                case when json_valid(passage.content) then coalesce(json_extract(passage.content, '$.chapter'), 0) else 0 end,
                piece.answer
            from job_pieces as piece
            join job_passages as passage using (session_id, job_id, number)
            where piece.session_id = ?1 and piece.job_id = ?2 and piece.kind = 'passage' and piece.answer is not null
            order by piece.finished_at desc, piece.number desc limit ?3
            ",
        )
        .bind(session.to_string())
        .bind(job.to_string())
        .bind(most)
        .fetch_all(&self.reader())
        .await?;
        let chapter = |chapter: i64| u32::try_from(chapter).unwrap_or_default();
        Ok(rows
            .into_iter()
            .map(|(place, answer)| (chapter(place), answer))
            .collect())
    }

    /// The answer to exactly this, from any job of the session; what was paid for once is not asked again.
    pub async fn job_answer(&self, session: SessionId, digest: &[u8; 32]) -> Result<Option<String>, StoreError> {
        Ok(sqlx::query_scalar(
            "select answer from job_pieces where session_id = ?1 and digest = ?2 and answer is not null limit 1",
        )
        .bind(session.to_string())
        .bind(&digest[..])
        .fetch_optional(&self.reader())
        .await?)
    }
}

#[derive(FromRow)]
struct PieceRow {
    kind: String,
    number: u32,
    digest: Vec<u8>,
    answer: Option<String>,
    failure: Option<String>,
    tries: u32,
}

impl TryFrom<PieceRow> for StoredPiece {
    type Error = StoreError;

    fn try_from(row: PieceRow) -> Result<Self, StoreError> {
        let kind = PieceKind::parse(&row.kind).ok_or_else(|| unreadable("piece"))?;
        Ok(Self {
            id: PieceId::new(kind, row.number),
            digest: row.digest.try_into().map_err(|_| unreadable("digest"))?,
            answer: row.answer.ok_or_else(|| row.failure.unwrap_or_default()),
            tries: row.tries,
        })
    }
}
