//! Table `settings`: small values under a name, for one session. They are read at every turn and seldom written, and so are held.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use engine::ids::SessionId;
use serde_json::Value;
use sqlx::SqliteConnection;

use crate::{Store, StoreError};

/// By session and key: how many changes there had been, and the value.
type Values = HashMap<(SessionId, String), (u64, Option<Value>)>;

/// The values as they were read last, each with how many changes there had been before. The database has one program.
#[derive(Debug, Default)]
pub(crate) struct HeldSettings {
    changes: AtomicU64,
    values: Mutex<Values>,
}

impl HeldSettings {
    /// A value was put. To be called when it can be read: what was read before and is held only now is known by the count.
    pub fn note_change(&self) {
        self.changes.fetch_add(1, Ordering::SeqCst);
    }

    fn changes(&self) -> u64 {
        self.changes.load(Ordering::SeqCst)
    }

    fn get(&self, of: &(SessionId, String)) -> Option<Option<Value>> {
        let changes = self.changes();
        let values = self.values();
        let (_, value) = values.get(of).filter(|(at, _)| *at == changes)?;
        Some(value.clone())
    }

    fn hold(&self, of: (SessionId, String), changes: u64, value: &Option<Value>) {
        self.values().insert(of, (changes, value.clone()));
    }

    fn values(&self) -> MutexGuard<'_, Values> {
        self.values.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Store {
    /// The value under `key`; none when it was never put.
    pub async fn setting(&self, session: SessionId, key: &str) -> Result<Option<Value>, StoreError> {
        let of = (session, key.to_owned());
        if let Some(value) = self.shared.settings.get(&of) {
            return Ok(value);
        }
        let changes = self.shared.settings.changes();
        let text: Option<String> = sqlx::query_scalar("select value from settings where session_id = ?1 and key = ?2")
            .bind(session.to_string())
            .bind(key)
            .fetch_optional(&self.reader())
            .await?;
        let value = text
            .map(|text| serde_json::from_str(&text))
            .transpose()
            .map_err(|error| StoreError::DamagedContent {
                detail: format!("the setting {key:?} is unreadable: {error}"),
            })?;
        self.shared.settings.hold(of, changes, &value);
        Ok(value)
    }

    /// Puts `value` under `key`, in place of what was there. Never put a secret here.
    pub async fn put_setting(&self, session: SessionId, key: &str, value: &Value) -> Result<(), StoreError> {
        let mut writing = self.write_beside_memory().await?;
        put(&mut writing, session, key, value).await?;
        let committed = writing.commit().await;
        self.shared.settings.note_change();
        Ok(committed?)
    }
}

/// The caller notes the change in [`HeldSettings`] when its transaction is committed.
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
