//! Whole conversations, for save files: read page by page at one moment, and created in one transaction.

mod create;
mod rows;

use engine::conversation::Conversation;
use engine::ids::{CharacterId, ConversationId, SessionId};
use engine::save_file::memory::{SECTIONS, SavedMemory};
use engine::save_file::{KeptSection, SavedAbout, SavedBranchPoint, SavedMessage, SavedPersona, SavedTime};
use sqlx::{Sqlite, SqliteConnection, Transaction};

use crate::{Store, StoreError, conversations, graph, memory};

pub(crate) use create::insert_family;
pub use create::{ImportOperation, NewFamily};

/// A conversation and its branches as they were at one moment. What is written meanwhile does not show, and does not wait.
#[derive(Debug)]
pub struct Snapshot {
    reading: Transaction<'static, Sqlite>,
    session: SessionId,
    /// The conversation that was asked for, then the others of its family, oldest first.
    family: Vec<Conversation>,
}

impl Store {
    /// A conversation with all that were branched off it, or off what it was branched off itself. What lies in the trash is left
    /// out.
    pub async fn snapshot(&self, session: SessionId, id: ConversationId) -> Result<Snapshot, StoreError> {
        let mut reading = self.reader().begin().await?;
        let family = family_of(&mut reading, session, id).await?;
        drop(reading);
        for conversation in &family {
            match self.memory_position(session, conversation.id).await {
                // Where nothing can be written, memory stands as it stood last.
                Ok(_) | Err(StoreError::ReadOnly | StoreError::Full) => {}
                // It has gone meanwhile.
                Err(StoreError::NotFound) if conversation.id != id => {}
                Err(error) => return Err(error),
            }
        }
        let mut reading = self.reader().begin().await?;
        let family = family_of(&mut reading, session, id).await?;
        Ok(Snapshot {
            reading,
            session,
            family,
        })
    }

    /// The ids of all conversations that are not in the trash, those changed last first.
    pub async fn all_conversations(&self, session: SessionId) -> Result<Vec<ConversationId>, StoreError> {
        let ids: Vec<String> = sqlx::query_scalar(
            "select id from conversations where session_id = ?1 and deleted_at is null order by updated_at desc, id desc",
        )
        .bind(session.to_string())
        .fetch_all(&self.reader())
        .await?;
        ids.into_iter()
            .map(|id| {
                id.parse().map_err(|_| StoreError::DamagedContent {
                    detail: format!("the id {id:?} of a conversation is unreadable"),
                })
            })
            .collect()
    }
}

/// The conversation that is asked for, then the others of its family, oldest first.
async fn family_of(
    connection: &mut SqliteConnection,
    session: SessionId,
    id: ConversationId,
) -> Result<Vec<Conversation>, StoreError> {
    let asked_for = conversations::find(connection, session, id).await?;
    let ids: Vec<String> = sqlx::query_scalar(
        r"
            with recursive family (id) as (
                select ?2
                union
                select c.id
                from family f
                join conversations c on c.session_id = ?1 and c.branched_from = f.id
                where c.deleted_at is null
                union
                select o.id
                from family f
                join conversations c on c.session_id = ?1 and c.id = f.id
                join conversations o on o.session_id = ?1 and o.id = c.branched_from
                where o.deleted_at is null
            )
            select c.id
            from family f
            join conversations c on c.session_id = ?1 and c.id = f.id
            where c.id <> ?2
            order by c.created_at, c.id
            ",
    )
    .bind(session.to_string())
    .bind(id.to_string())
    .fetch_all(&mut *connection)
    .await?;
    let mut family = vec![asked_for];
    for id in ids {
        let id = id.parse().map_err(|_| StoreError::DamagedContent {
            detail: format!("the id {id:?} of a conversation is unreadable"),
        })?;
        family.push(conversations::find(connection, session, id).await?);
    }
    Ok(family)
}

impl Snapshot {
    /// The conversations of the family, the one that was asked for first.
    pub fn family(&self) -> Vec<ConversationId> {
        self.family.iter().map(|conversation| conversation.id).collect()
    }

    pub fn character_id(&self) -> &CharacterId {
        &self.family[0].character_id
    }

    /// All of a conversation of the family but its messages and its character's own past.
    pub async fn about(&mut self, id: ConversationId) -> Result<SavedAbout, StoreError> {
        let known = self.family();
        let found = self.family.iter().find(|conversation| conversation.id == id);
        let conversation = found.ok_or(StoreError::NotFound)?;
        let draft: String = sqlx::query_scalar("select draft from conversations where session_id = ?1 and id = ?2")
            .bind(self.session.to_string())
            .bind(id.to_string())
            .fetch_one(&mut *self.reading)
            .await?;
        let kept: Vec<(String, String)> = sqlx::query_as(
            "select name, json from kept_sections where session_id = ?1 and conversation_id = ?2 order by name",
        )
        .bind(self.session.to_string())
        .bind(id.to_string())
        .fetch_all(&mut *self.reading)
        .await?;
        let mut sections = memory::saved::read(&mut self.reading, self.session, id)
            .await?
            .sections();
        let others = kept.into_iter().filter(|(name, _)| !SECTIONS.contains(&name.as_str()));
        sections.extend(others.map(|(name, json)| KeptSection { name, json }));
        let branched_from = conversation
            .branched_from
            .filter(|branching| known.contains(&branching.conversation_id));
        Ok(SavedAbout {
            id: Some(id),
            title: conversation.name.clone(),
            created_at: Some(SavedTime::new(conversation.created_at.as_millisecond(), None)),
            updated_at: Some(SavedTime::new(conversation.updated_at.as_millisecond(), None)),
            branched_from: branched_from.map(|branching| SavedBranchPoint {
                conversation: branching.conversation_id,
                position: branching.position,
            }),
            language: conversation.language.clone(),
            persona: conversation.persona.as_ref().map(|persona| SavedPersona {
                name: persona.name.clone(),
                description: persona.description.clone(),
            }),
            draft,
            kept: sections,
        })
    }

    /// The character's own past, as a section for the first conversation of a file; none without one.
    pub async fn past(&mut self) -> Result<Option<KeptSection>, StoreError> {
        let character = self.character_id().clone();
        let memory = SavedMemory {
            past: graph::saved::past(&mut self.reading, self.session, &character).await?,
            ..SavedMemory::default()
        };
        Ok(memory.sections().pop())
    }

    /// The next `limit` messages of a conversation of the family after a position (the first ones without it), in order, each
    /// with its position. A damaged message comes as `Damaged` with what is stored of it.
    pub async fn messages_after(
        &mut self,
        id: ConversationId,
        after: Option<u32>,
        limit: u32,
    ) -> Result<Vec<(u32, SavedMessage)>, StoreError> {
        let family: Vec<String> = self.family().iter().map(ConversationId::to_string).collect();
        rows::messages_after(&mut self.reading, self.session, (id, &family), after, limit).await
    }
}
