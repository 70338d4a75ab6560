//! Which sides of the relationship take part, which stay as they are, and beginning one anew.

use engine::ids::SessionId;
use engine::memory::Axis;

use super::controls::{Entered, MemoryChange, MemoryChanged, Reach, enter, finish};
use crate::operations::Kind;
use crate::{Store, StoreError};

impl Store {
    /// Switches an optional axis on or off, for all conversations with the character. Switched off, its events are gone from all
    /// of them.
    ///
    /// Errors: `NotFound`, `MemoryConflict`, `Conflict`, `AxisAlwaysOn`.
    pub async fn set_axis_consent(
        &self,
        session: SessionId,
        change: MemoryChange,
        (axis, enabled): (Axis, bool),
    ) -> Result<MemoryChanged, StoreError> {
        if !axis.is_optional() {
            return Err(StoreError::AxisAlwaysOn);
        }
        let subject = format!("{} {enabled}", axis.as_str());
        let (mut writing, place) = match enter(self, session, &change, Kind::AxisConsent, &subject).await? {
            Entered::Before(changed) => return Ok(changed),
            Entered::Now(writing, place) => (writing, place),
        };
        let statements: &[&'static str] = if enabled {
            &["insert into axis_consents (session_id, character_id, axis) values (?1, ?2, ?3) on conflict do nothing"]
        } else {
            &[
                "delete from axis_consents where session_id = ?1 and character_id = ?2 and axis = ?3",
                r"
                delete from relationship_events
                where session_id = ?1 and axis = ?3
                    and conversation_id in (select id from conversations where session_id = ?1 and character_id = ?2)
                ",
            ]
        };
        for sql in statements {
            sqlx::query(*sql)
                .bind(session.to_string())
                .bind(&place.character_id)
                .bind(axis.as_str())
                .execute(&mut *writing)
                .await?;
        }
        finish(writing, &place, &change, (Kind::AxisConsent, subject), Reach::Character).await
    }

    /// Locks an axis in one conversation, so that it stays as it is, or lets it develop again.
    ///
    /// Errors: `NotFound`, `MemoryConflict`, `Conflict`.
    pub async fn set_axis_lock(
        &self,
        session: SessionId,
        change: MemoryChange,
        (axis, locked): (Axis, bool),
    ) -> Result<MemoryChanged, StoreError> {
        let subject = format!("{} {locked}", axis.as_str());
        let (mut writing, place) = match enter(self, session, &change, Kind::AxisLock, &subject).await? {
            Entered::Before(changed) => return Ok(changed),
            Entered::Now(writing, place) => (writing, place),
        };
        let sql = if locked {
            "insert into axis_locks (session_id, conversation_id, axis) values (?1, ?2, ?3) on conflict do nothing"
        } else {
            "delete from axis_locks where session_id = ?1 and conversation_id = ?2 and axis = ?3"
        };
        sqlx::query(sql)
            .bind(session.to_string())
            .bind(place.conversation.to_string())
            .bind(axis.as_str())
            .execute(&mut *writing)
            .await?;
        finish(writing, &place, &change, (Kind::AxisLock, subject), Reach::Conversation).await
    }

    /// Begins an axis anew in one conversation: its events are gone, on every path.
    ///
    /// Errors: `NotFound`, `MemoryConflict`, `Conflict`.
    pub async fn reset_axis(
        &self,
        session: SessionId,
        change: MemoryChange,
        axis: Axis,
    ) -> Result<MemoryChanged, StoreError> {
        let subject = axis.as_str().to_owned();
        let (mut writing, place) = match enter(self, session, &change, Kind::ResetAxis, &subject).await? {
            Entered::Before(changed) => return Ok(changed),
            Entered::Now(writing, place) => (writing, place),
        };
        sqlx::query("delete from relationship_events where session_id = ?1 and conversation_id = ?2 and axis = ?3")
            .bind(session.to_string())
            .bind(place.conversation.to_string())
            .bind(&subject)
            .execute(&mut *writing)
            .await?;
        finish(
            writing,
            &place,
            &change,
            (Kind::ResetAxis, subject),
            Reach::Conversation,
        )
        .await
    }
}
