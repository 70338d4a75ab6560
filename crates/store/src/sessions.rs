//! Table `sessions`.

use engine::ids::SessionId;
use jiff::Timestamp;

use crate::{Store, StoreError};

impl Store {
    /// The reader's own session on this machine; made under the name `new_id` when there is none yet.
    pub async fn owner_session(&self, new_id: SessionId, now: Timestamp) -> Result<SessionId, StoreError> {
        let mut writing = self.write().await?;
        sqlx::query(
            r"
            insert into sessions (id, owner, created_at) values (?1, 1, ?2)
            on conflict (owner) do nothing
            ",
        )
        .bind(new_id.to_string())
        .bind(now.as_millisecond())
        .execute(&mut *writing)
        .await?;
        let id: String = sqlx::query_scalar("select id from sessions where owner = 1")
            .fetch_one(&mut *writing)
            .await?;
        writing.commit().await?;
        id.parse().map_err(|_| StoreError::DamagedContent {
            detail: "the session's id is unreadable".to_owned(),
        })
    }
}
