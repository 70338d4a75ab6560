//! Table `settings`: small values under a name, for one session.

use engine::ids::SessionId;
use serde_json::Value;
use sqlx::SqliteConnection;

use crate::{Store, StoreError};

impl Store {
    /// The value under `key`; none when it was never put.
    pub async fn setting(&self, session: SessionId, key: &str) -> Result<Option<Value>, StoreError> {
        let text: Option<String> = sqlx::query_scalar("select value from settings where session_id = ?1 and key = ?2")
            .bind(session.to_string())
            .bind(key)
            .fetch_optional(&self.reader())
            .await?;
        text.map(|text| serde_json::from_str(&text))
            .transpose()
            .map_err(|error| StoreError::DamagedContent {
                detail: format!("the setting {key:?} is unreadable: {error}"),
            })
    }

    /// Puts `value` under `key`, in place of what was there. Never put a secret here.
    pub async fn put_setting(&self, session: SessionId, key: &str, value: &Value) -> Result<(), StoreError> {
        let mut writing = self.write().await?;
        put(&mut writing, session, key, value).await?;
        Ok(writing.commit().await?)
    }
}

pub(crate) async fn put(
    connection: &mut SqliteConnection,
    session: SessionId,
    key: &str,
    value: &Value,
) -> Result<(), StoreError> {
    sqlx::query(
        r"
        insert into settings (session_id, key, value) values (?1, ?2, ?3)
        on conflict (session_id, key) do update set value = excluded.value
        ",
    )
    .bind(session.to_string())
    .bind(key)
    .bind(value.to_string())
    .execute(connection)
    .await?;
    Ok(())
}
