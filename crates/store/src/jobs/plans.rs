//! What a job reads, and how it is planned.

use engine::ids::{JobId, SessionId};
use engine::making::view::JobState;
use jiff::Timestamp;

use super::{gone_if_none, state};
use crate::{Store, StoreError};

/// How a job is to be carried out. Whatever was planned before is replaced; pieces stay, as their digests tell what they are for.
#[derive(Debug, Clone)]
pub struct JobPlan<'a> {
    pub person: &'a str,
    /// JSON.
    pub plan: &'a str,
    /// JSON, in order.
    pub passages: &'a [String],
    pub now: Timestamp,
}

impl Store {
    /// What a job reads, as JSON.
    pub async fn job_source(&self, session: SessionId, id: JobId) -> Result<String, StoreError> {
        let source: Option<String> = sqlx::query_scalar("select source from jobs where session_id = ?1 and id = ?2")
            .bind(session.to_string())
            .bind(id.to_string())
            .fetch_optional(&self.reader())
            .await?;
        source.ok_or(StoreError::JobGone)
    }

    /// Replaces what a job reads, for example when it is read in another way, before it was started.
    pub async fn change_job_source(
        &self,
        session: SessionId,
        id: JobId,
        (source, title): (&str, &str),
        now: Timestamp,
    ) -> Result<(), StoreError> {
        let mut writing = self.write().await?;
        let changed = sqlx::query(
            "update jobs set source = ?3, title = ?4, updated_at = ?5 where session_id = ?1 and id = ?2 and state = 'planning'",
        )
        .bind(session.to_string())
        .bind(id.to_string())
        .bind(source)
        .bind(title)
        .bind(now.as_millisecond())
        .execute(&mut *writing)
        .await?;
        gone_if_none(changed.rows_affected())?;
        Ok(writing.commit().await?)
    }

    /// Plans a job (again). `JobRuns` while it runs.
    pub async fn plan_job(&self, session: SessionId, id: JobId, plan: JobPlan<'_>) -> Result<(), StoreError> {
        let mut writing = self.write().await?;
        let state = state(&mut writing, session, id).await?;
        if state == JobState::Running {
            return Err(StoreError::JobRuns);
        }
        sqlx::query("update jobs set person = ?3, plan = ?4, updated_at = ?5 where session_id = ?1 and id = ?2")
            .bind(session.to_string())
            .bind(id.to_string())
            .bind(plan.person)
            .bind(plan.plan)
            .bind(plan.now.as_millisecond())
            .execute(&mut *writing)
            .await?;
        sqlx::query("delete from job_passages where session_id = ?1 and job_id = ?2")
            .bind(session.to_string())
            .bind(id.to_string())
            .execute(&mut *writing)
            .await?;
        for (number, content) in (0_u32..).zip(plan.passages) {
            sqlx::query("insert into job_passages (session_id, job_id, number, content) values (?1, ?2, ?3, ?4)")
                .bind(session.to_string())
                .bind(id.to_string())
                .bind(number)
                .bind(content)
                .execute(&mut *writing)
                .await?;
        }
        Ok(writing.commit().await?)
    }

    /// Writes the plan of a job anew; its passages stay.
    pub async fn change_job_plan(
        &self,
        session: SessionId,
        id: JobId,
        plan: &str,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        let mut writing = self.write().await?;
        let changed = sqlx::query("update jobs set plan = ?3, updated_at = ?4 where session_id = ?1 and id = ?2")
            .bind(session.to_string())
            .bind(id.to_string())
            .bind(plan)
            .bind(now.as_millisecond())
            .execute(&mut *writing)
            .await?;
        gone_if_none(changed.rows_affected())?;
        Ok(writing.commit().await?)
    }

    /// The passages of a job as JSON, in order.
    pub async fn job_passages(&self, session: SessionId, id: JobId) -> Result<Vec<String>, StoreError> {
        Ok(
            sqlx::query_scalar(
                "select content from job_passages where session_id = ?1 and job_id = ?2 order by number",
            )
            .bind(session.to_string())
            .bind(id.to_string())
            .fetch_all(&self.reader())
            .await?,
        )
    }
}
