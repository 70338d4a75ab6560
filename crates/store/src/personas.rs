//! Table `personas`. A conversation keeps the name and the description of the persona that is applied to it, so that it stays
//! whole when the persona is removed; a change of a persona reaches them in the same transaction.

use engine::ids::{ConversationId, PersonaId, SessionId};
use engine::persona::PictureFormat;
use jiff::Timestamp;
use sqlx::{FromRow, SqliteConnection};

use crate::{Store, StoreError};

/// A persona as it is kept. The picture itself is a file beside the database.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredPersona {
    pub id: PersonaId,
    pub name: String,
    pub description: String,
    pub picture: Option<StoredPicture>,
}

/// What is known of a persona's picture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredPicture {
    pub format: PictureFormat,
    /// Changes whenever the picture does.
    pub version: String,
}

impl Store {
    /// All personas, in order of name.
    pub async fn personas(&self, session: SessionId) -> Result<Vec<StoredPersona>, StoreError> {
        let rows: Vec<PersonaRow> = sqlx::query_as(
            r"
            select id, name, description, picture_format, picture_version
            from personas
            where session_id = ?1
            order by name collate nocase, id
            ",
        )
        .bind(session.to_string())
        .fetch_all(&self.reader())
        .await?;
        rows.into_iter().map(StoredPersona::try_from).collect()
    }

    /// One persona; none when it is not there (any more).
    pub async fn persona(&self, session: SessionId, id: PersonaId) -> Result<Option<StoredPersona>, StoreError> {
        find(&mut *self.reader().acquire().await?, session, id).await
    }

    /// Keeps a new persona.
    pub async fn add_persona(
        &self,
        session: SessionId,
        persona: &StoredPersona,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        let mut writing = self.write().await?;
        insert(&mut writing, session, persona, now).await?;
        Ok(writing.commit().await?)
    }

    /// Changes a persona, here and in the conversations that it is applied to, which are given with their revisions.
    /// `NotFound` when it is not there (any more).
    pub async fn change_persona(
        &self,
        session: SessionId,
        persona: &StoredPersona,
        now: Timestamp,
    ) -> Result<Vec<(ConversationId, u64)>, StoreError> {
        let mut writing = self.write().await?;
        let changed = sqlx::query(
            r"
            update personas
            set name = ?3, description = ?4, picture_format = ?5, picture_version = ?6, updated_at = ?7
            where session_id = ?1 and id = ?2
            ",
        )
        .bind(session.to_string())
        .bind(persona.id.to_string())
        .bind(&persona.name)
        .bind(&persona.description)
        .bind(persona.picture.as_ref().map(|picture| picture.format.as_str()))
        .bind(persona.picture.as_ref().map(|picture| picture.version.as_str()))
        .bind(now.as_millisecond())
        .execute(&mut *writing)
        .await?;
        if changed.rows_affected() == 0 {
            return Err(StoreError::NotFound);
        }
        sqlx::query(
            r"
            update conversations set persona_name = ?3, persona_description = ?4
            where session_id = ?1 and persona_id = ?2
            ",
        )
        .bind(session.to_string())
        .bind(persona.id.to_string())
        .bind(&persona.name)
        .bind(&persona.description)
        .execute(&mut *writing)
        .await?;
        let reached = reached(&mut writing, session, persona.id).await?;
        writing.commit().await?;
        Ok(reached)
    }

    /// Forgets a persona and gives what it was, with the conversations that it is applied to; they keep its name and
    /// description. `NotFound` when it is not there (any more).
    pub async fn remove_persona(
        &self,
        session: SessionId,
        id: PersonaId,
    ) -> Result<(StoredPersona, Vec<(ConversationId, u64)>), StoreError> {
        let mut writing = self.write().await?;
        let persona = find(&mut writing, session, id).await?.ok_or(StoreError::NotFound)?;
        sqlx::query("delete from personas where session_id = ?1 and id = ?2")
            .bind(session.to_string())
            .bind(id.to_string())
            .execute(&mut *writing)
            .await?;
        let reached = reached(&mut writing, session, id).await?;
        writing.commit().await?;
        Ok((persona, reached))
    }

    /// Applies a persona to a conversation. `NotFound` when either is not there (any more).
    pub async fn apply_persona(
        &self,
        session: SessionId,
        conversation: ConversationId,
        id: PersonaId,
    ) -> Result<(), StoreError> {
        // What is remembered with a persona changes with it.
        let mut writing = self.write().await?;
        let changed = sqlx::query(
            r"
            update conversations
            set persona_id = p.id, persona_name = p.name, persona_description = p.description
            from personas p
            where conversations.session_id = ?1 and conversations.id = ?2 and conversations.deleted_at is null
                and p.session_id = ?1 and p.id = ?3
            ",
        )
        .bind(session.to_string())
        .bind(conversation.to_string())
        .bind(id.to_string())
        .execute(&mut *writing)
        .await?;
        writing.commit().await?;
        match changed.rows_affected() {
            0 => Err(StoreError::NotFound),
            _ => Ok(()),
        }
    }
}

pub(crate) async fn insert(
    connection: &mut SqliteConnection,
    session: SessionId,
    persona: &StoredPersona,
    now: Timestamp,
) -> Result<(), StoreError> {
    sqlx::query(
        r"
        insert into personas (session_id, id, name, description, picture_format, picture_version, created_at, updated_at)
        values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?7)
        ",
    )
    .bind(session.to_string())
    .bind(persona.id.to_string())
    .bind(&persona.name)
    .bind(&persona.description)
    .bind(persona.picture.as_ref().map(|picture| picture.format.as_str()))
    .bind(persona.picture.as_ref().map(|picture| picture.version.as_str()))
    .bind(now.as_millisecond())
    .execute(connection)
    .await?;
    Ok(())
}

async fn find(
    connection: &mut SqliteConnection,
    session: SessionId,
    id: PersonaId,
) -> Result<Option<StoredPersona>, StoreError> {
    let row: Option<PersonaRow> = sqlx::query_as(
        r"
        select id, name, description, picture_format, picture_version
        from personas
        where session_id = ?1 and id = ?2
        ",
    )
    .bind(session.to_string())
    .bind(id.to_string())
    .fetch_optional(connection)
    .await?;
    row.map(StoredPersona::try_from).transpose()
}

/// The conversations that a persona is applied to, but for those in the trash.
async fn reached(
    connection: &mut SqliteConnection,
    session: SessionId,
    id: PersonaId,
) -> Result<Vec<(ConversationId, u64)>, StoreError> {
    let rows: Vec<(String, i64)> = sqlx::query_as(
        r"
        select id, revision from conversations
        where session_id = ?1 and persona_id = ?2 and deleted_at is null
        ",
    )
    .bind(session.to_string())
    .bind(id.to_string())
    .fetch_all(connection)
    .await?;
    rows.into_iter()
        .map(|(id, revision)| {
            let id = id.parse().map_err(|_| StoreError::DamagedContent {
                detail: format!("conversation {id:?} is unreadable"),
            })?;
            Ok((id, revision.unsigned_abs()))
        })
        .collect()
}

#[derive(FromRow)]
struct PersonaRow {
    id: String,
    name: String,
    description: String,
    picture_format: Option<String>,
    picture_version: Option<String>,
}

impl TryFrom<PersonaRow> for StoredPersona {
    type Error = StoreError;

    fn try_from(row: PersonaRow) -> Result<Self, StoreError> {
        let id = row.id.parse().map_err(|_| StoreError::DamagedContent {
            detail: format!("persona {:?} is unreadable", row.id),
        })?;
        let format = row.picture_format.as_deref().and_then(PictureFormat::from_name);
        Ok(Self {
            id,
            name: row.name,
            description: row.description,
            picture: format
                .zip(row.picture_version)
                .map(|(format, version)| StoredPicture { format, version }),
        })
    }
}
