//! Table `sessions`.

use engine::ids::SessionId;
use jiff::Timestamp;
use sqlx::SqliteConnection;

use crate::{Store, StoreError};

impl Store {
    /// The reader's own session on this machine; made under the name `new_id` when there is none yet.
    pub async fn owner_session(&self, new_id: SessionId, now: Timestamp) -> Result<SessionId, StoreError> {
        let mut writing = self.write().await?;
        let id = owner(&mut writing, new_id, now).await?;
        writing.commit().await?;
        Ok(id)
    }
}

/// The reader's own session; made under the name `new_id` when there is none yet.
pub(crate) async fn owner(
    connection: &mut SqliteConnection,
    new_id: SessionId,
    now: Timestamp,
) -> Result<SessionId, StoreError> {
    if let Some(id) = find_owner(connection).await? {
        return Ok(id);
    }
    sqlx::query("insert into sessions (id, owner, created_at) values (?1, 1, ?2)")
        .bind(new_id.to_string())
        .bind(now.as_millisecond())
        .execute(connection)
        .await?;
    Ok(new_id)
}

/// The reader's own session, if there is one yet.
pub(crate) async fn find_owner(connection: &mut SqliteConnection) -> Result<Option<SessionId>, StoreError> {
    let id: Option<String> = sqlx::query_scalar("select id from sessions where owner = 1")
        .fetch_optional(connection)
        .await?;
    let unreadable = |_| StoreError::DamagedContent {
        detail: "the session's id is unreadable".to_owned(),
    };
    id.map(|id| id.parse().map_err(unreadable)).transpose()
}
