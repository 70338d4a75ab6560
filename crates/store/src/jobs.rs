//! Tables `jobs`, `job_passages` and `job_pieces`: long work in many calls. Each finished call is a row at once, so that a program
//! that is killed takes it up where it was.

mod drafts;
mod pieces;
mod plans;

use engine::ids::{CharacterId, JobId, OperationId, SessionId};
use engine::making::MakingKind;
use engine::making::view::JobState;
use jiff::Timestamp;
use sqlx::{AssertSqlSafe, FromRow, SqliteConnection};

use crate::{Store, StoreError};

pub use pieces::{NewPiece, StoredPiece};
pub use plans::JobPlan;

/// Jobs that are listed, the newest.
const LISTED: u32 = 200;

/// A job that begins with a source and no plan.
#[derive(Debug, Clone)]
pub struct NewJob<'a> {
    pub id: JobId,
    pub kind: MakingKind,
    pub title: &'a str,
    /// JSON.
    pub source: &'a str,
    pub source_digest: [u8; 32],
    pub now: Timestamp,
}

/// A job as it is kept, without its source, its passages and its draft.
#[derive(Debug, Clone, PartialEq)]
pub struct StoredJob {
    pub id: JobId,
    pub kind: MakingKind,
    pub state: JobState,
    pub title: String,
    pub person: String,
    pub source_digest: [u8; 32],
    /// JSON.
    pub plan: Option<String>,
    pub draft_revision: u64,
    /// JSON.
    pub error: Option<String>,
    pub character_id: Option<CharacterId>,
    /// The operation that asked for saving it last.
    pub saved_by: Option<OperationId>,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

impl Store {
    /// Keeps a new job.
    pub async fn add_job(&self, session: SessionId, job: NewJob<'_>) -> Result<(), StoreError> {
        let mut writing = self.write().await?;
        sqlx::query(
            r"
            insert into jobs (session_id, id, kind, state, title, source, source_digest, created_at, updated_at)
            values (?1, ?2, ?3, 'planning', ?4, ?5, ?6, ?7, ?7)
            ",
        )
        .bind(session.to_string())
        .bind(job.id.to_string())
        .bind(job.kind.as_str())
        .bind(job.title)
        .bind(job.source)
        .bind(&job.source_digest[..])
        .bind(job.now.as_millisecond())
        .execute(&mut *writing)
        .await?;
        Ok(writing.commit().await?)
    }

    /// One job. `JobGone` when it is not there (any more).
    pub async fn job(&self, session: SessionId, id: JobId) -> Result<StoredJob, StoreError> {
        let row: Option<JobRow> = sqlx::query_as(AssertSqlSafe(format!("{SELECT} where session_id = ?1 and id = ?2")))
            .bind(session.to_string())
            .bind(id.to_string())
            .fetch_optional(&self.reader())
            .await?;
        row.ok_or(StoreError::JobGone)?.try_into()
    }

    /// The jobs, the newest first.
    pub async fn jobs(&self, session: SessionId) -> Result<Vec<StoredJob>, StoreError> {
        let sql = format!("{SELECT} where session_id = ?1 order by created_at desc, id desc limit ?2");
        let rows: Vec<JobRow> = sqlx::query_as(AssertSqlSafe(sql))
            .bind(session.to_string())
            .bind(LISTED)
            .fetch_all(&self.reader())
            .await?;
        rows.into_iter().map(StoredJob::try_from).collect()
    }

    /// The jobs that a character was made by, and plans for the same person that were never started: nobody sees those, and they may
    /// hold the same messages.
    pub async fn jobs_of_character(
        &self,
        session: SessionId,
        character: &CharacterId,
    ) -> Result<Vec<StoredJob>, StoreError> {
        let sql = format!(
            "{SELECT} where session_id = ?1 and (character_id = ?2 or state = 'planning' and exists (
                select 1 from jobs made
                where made.session_id = ?1 and made.character_id = ?2 and made.kind = jobs.kind and made.person = jobs.person
            ))"
        );
        let rows: Vec<JobRow> = sqlx::query_as(AssertSqlSafe(sql))
            .bind(session.to_string())
            .bind(character.as_str())
            .fetch_all(&self.reader())
            .await?;
        rows.into_iter().map(StoredJob::try_from).collect()
    }

    /// The characters that were saved of the same source and person, the latest first, and when.
    pub async fn made_before(
        &self,
        session: SessionId,
        job: &StoredJob,
        person: &str,
    ) -> Result<Vec<(CharacterId, Timestamp)>, StoreError> {
        let rows: Vec<(String, i64)> = sqlx::query_as(
            r"
            select character_id, max(updated_at) from jobs
            where session_id = ?1 and id <> ?2 and kind = ?3 and title = ?4 and person = ?5 and character_id is not null
            group by character_id order by max(updated_at) desc
            ",
        )
        .bind(session.to_string())
        .bind(job.id.to_string())
        .bind(job.kind.as_str())
        .bind(&job.title)
        .bind(person)
        .fetch_all(&self.reader())
        .await?;
        let read = |(id, at): (String, i64)| {
            let id = CharacterId::parse(&id).map_err(|_| unreadable("character"))?;
            let at = Timestamp::from_millisecond(at).map_err(|_| unreadable("time"))?;
            Ok((id, at))
        };
        rows.into_iter().map(read).collect()
    }

    /// Jobs of all sessions that were never started and that nobody has touched since a time.
    pub async fn plans_untouched_since(&self, time: Timestamp) -> Result<Vec<(SessionId, JobId)>, StoreError> {
        let sql = "select session_id, id from jobs where state = 'planning' and updated_at < ?1";
        let rows: Vec<(String, String)> = sqlx::query_as(sql)
            .bind(time.as_millisecond())
            .fetch_all(&self.reader())
            .await?;
        let read = |(session, id): (String, String)| Some((session.parse().ok()?, id.parse().ok()?));
        rows.into_iter()
            .map(|row| read(row).ok_or_else(|| unreadable("id")))
            .collect()
    }

    /// How a job stands now; `error` (JSON) says why it was stopped.
    pub async fn set_job_state(
        &self,
        session: SessionId,
        id: JobId,
        (state, error): (JobState, Option<&str>),
        now: Timestamp,
    ) -> Result<(), StoreError> {
        let mut writing = self.write().await?;
        let changed =
            sqlx::query("update jobs set state = ?3, error = ?4, updated_at = ?5 where session_id = ?1 and id = ?2")
                .bind(session.to_string())
                .bind(id.to_string())
                .bind(state.as_str())
                .bind(error)
                .bind(now.as_millisecond())
                .execute(&mut *writing)
                .await?;
        gone_if_none(changed.rows_affected())?;
        Ok(writing.commit().await?)
    }

    /// Jobs that ran when the program was killed are paused, with `error` (JSON) as the reason. Gives how many.
    pub async fn pause_interrupted_jobs(&self, error: &str, now: Timestamp) -> Result<u64, StoreError> {
        let mut writing = self.write().await?;
        let changed =
            sqlx::query("update jobs set state = 'paused', error = ?1, updated_at = ?2 where state = 'running'")
                .bind(error)
                .bind(now.as_millisecond())
                .execute(&mut *writing)
                .await?;
        writing.commit().await?;
        Ok(changed.rows_affected())
    }

    /// Removes a job with all that it has read and found; a character that was saved stays. `JobGone` when it is not there.
    pub async fn remove_job(&self, session: SessionId, id: JobId) -> Result<(), StoreError> {
        let mut writing = self.write().await?;
        let removed = sqlx::query("delete from jobs where session_id = ?1 and id = ?2")
            .bind(session.to_string())
            .bind(id.to_string())
            .execute(&mut *writing)
            .await?;
        gone_if_none(removed.rows_affected())?;
        Ok(writing.commit().await?)
    }
}

const SELECT: &str = r"
select id, kind, state, title, person, source_digest, plan, draft_revision, error, character_id, saved_by, created_at, updated_at
from jobs
";

async fn state(connection: &mut SqliteConnection, session: SessionId, id: JobId) -> Result<JobState, StoreError> {
    let word: Option<String> = sqlx::query_scalar("select state from jobs where session_id = ?1 and id = ?2")
        .bind(session.to_string())
        .bind(id.to_string())
        .fetch_optional(connection)
        .await?;
    JobState::parse(&word.ok_or(StoreError::JobGone)?).ok_or_else(|| unreadable("state"))
}

fn gone_if_none(rows: u64) -> Result<(), StoreError> {
    if rows == 0 { Err(StoreError::JobGone) } else { Ok(()) }
}

fn unreadable(what: &str) -> StoreError {
    StoreError::DamagedContent {
        detail: format!("the {what} of a job is unreadable"),
    }
}

#[derive(FromRow)]
struct JobRow {
    id: String,
    kind: String,
    state: String,
    title: String,
    person: String,
    source_digest: Vec<u8>,
    plan: Option<String>,
    draft_revision: i64,
    error: Option<String>,
    character_id: Option<String>,
    saved_by: Option<String>,
    created_at: i64,
    updated_at: i64,
}

impl TryFrom<JobRow> for StoredJob {
    type Error = StoreError;

    fn try_from(row: JobRow) -> Result<Self, StoreError> {
        let time = |milliseconds| Timestamp::from_millisecond(milliseconds).map_err(|_| unreadable("time"));
        let character = row.character_id.map(|id| CharacterId::parse(&id));
        Ok(Self {
            id: row.id.parse().map_err(|_| unreadable("id"))?,
            kind: MakingKind::parse(&row.kind).ok_or_else(|| unreadable("kind"))?,
            state: JobState::parse(&row.state).ok_or_else(|| unreadable("state"))?,
            title: row.title,
            person: row.person,
            source_digest: row.source_digest.try_into().map_err(|_| unreadable("digest"))?,
            plan: row.plan,
            draft_revision: row.draft_revision.unsigned_abs(),
            error: row.error,
            character_id: character.transpose().map_err(|_| unreadable("character"))?,
            saved_by: row
                .saved_by
                .map(|id| id.parse())
                .transpose()
                .map_err(|_| unreadable("operation"))?,
            created_at: time(row.created_at)?,
            updated_at: time(row.updated_at)?,
        })
    }
}
