//! Conversations that begin with what another one holds.

use std::collections::HashMap;

use engine::conversation::Conversation;
use engine::ids::{ConversationId, MessageId, OperationId, SessionId};
use engine::save_file::renamed;
use jiff::Timestamp;
use sha2::{Digest, Sha256};
use sqlx::SqliteConnection;
use uuid::Uuid;

use crate::changes::{self, Change, Made};
use crate::memory::copy::MemoryCopy;
use crate::operations::Kind;
use crate::{Store, StoreError, conversations, memory, messages};

/// Another conversation that shares everything up to and with a message.
#[derive(Debug, Clone, Copy)]
pub struct BranchOff {
    pub conversation_id: ConversationId,
    /// The last message that both have.
    pub message_id: MessageId,
    pub operation_id: OperationId,
    /// The new conversation's id.
    pub new_id: ConversationId,
    /// A fresh id; those of the copied messages are made from it and their positions.
    pub seed: Uuid,
    pub now: Timestamp,
}

/// Copies the messages before position `?5` of a conversation, each remembering which one it was copied from.
pub(crate) const COPY_MESSAGES: &str = r"
    insert into messages (session_id, conversation_id, id, position, role, chosen, created_at, origin_id, utc_offset)
    select session_id, ?3, ?4 || printf('%012x', position), position, role, chosen, created_at, id, utc_offset
    from messages
    where session_id = ?1 and conversation_id = ?2 and position < ?5
";

/// Copies their alternates, all of them. No operation goes with them: it belongs to the message that it wrote.
pub(crate) const COPY_ALTERNATES: &str = r"
    insert into alternates (session_id, message_id, ordinal, text, hash, state, reasoning, model, created_at, edited_at,
        utc_offset)
    select a.session_id, c.id, a.ordinal, a.text, a.hash, a.state, a.reasoning, a.model, a.created_at, a.edited_at,
        a.utc_offset
    from messages c
    join alternates a on a.session_id = c.session_id and a.message_id = c.origin_id
    where c.session_id = ?1 and c.conversation_id = ?3 and c.position < ?5
";

impl Store {
    /// Begins another conversation that shares everything up to and with a message, all alternates included, and what was
    /// derived from that; the same persona and language apply. The copied messages get ids of their own. Gives its id: the first one for a resend.
    ///
    /// Errors: `NotFound`, `Busy`, `Conflict` when the operation id was used for something else.
    pub async fn branch_off(&self, session: SessionId, branch: BranchOff) -> Result<ConversationId, StoreError> {
        let subject = branch.message_id.to_string();
        let mut writing = self.write().await?;
        let conversation = conversations::find(&mut writing, session, branch.conversation_id).await?;
        let asked = (branch.operation_id, Kind::Branch, subject.as_str());
        if let Some(made) = changes::before(&mut writing, session, &conversation, asked).await? {
            return made.conversation_id.ok_or(StoreError::NotFound);
        }
        changes::require_quiet(&mut writing, session, conversation.id).await?;
        let position = messages::position(&mut writing, session, conversation.id, branch.message_id)
            .await?
            .ok_or(StoreError::NotFound)?;
        let fork = Fork {
            new_id: branch.new_id,
            seed: branch.seed,
            shared: position + 1,
            now: branch.now,
        };
        copy(&mut writing, session, &conversation, &fork).await?;
        let remembered = MemoryCopy {
            from: conversation.id,
            to: fork.new_id,
            seed: fork.seed,
            shared: fork.shared,
            message_count: fork.shared,
            cleared_by: None,
        };
        memory::copy::copy(&mut writing, session, remembered).await?;
        let made = Made {
            subject,
            conversation_id: Some(branch.new_id),
            ..Made::default()
        };
        let change = Change {
            conversation_id: conversation.id,
            operation_id: branch.operation_id,
            expected_revision: conversation.revision,
            now: branch.now,
        };
        changes::finish(writing, session, &change, Kind::Branch, &made).await?;
        Ok(branch.new_id)
    }
}

/// A new conversation with the first messages of another.
pub(crate) struct Fork {
    pub new_id: ConversationId,
    pub seed: Uuid,
    /// How many messages are copied.
    pub shared: u32,
    pub now: Timestamp,
}

pub(crate) async fn copy(
    connection: &mut SqliteConnection,
    session: SessionId,
    from: &Conversation,
    fork: &Fork,
) -> Result<(), StoreError> {
    sqlx::query(
        r"
        insert into conversations (session_id, id, character_id, message_count, created_at, updated_at, branched_from,
            branched_at, persona_id, persona_name, persona_description, language)
        select session_id, ?3, character_id, ?4, ?5, ?5, case when ?4 > 0 then id end, case when ?4 > 0 then ?4 - 1 end,
            persona_id, persona_name, persona_description, language
        from conversations
        where session_id = ?1 and id = ?2
        ",
    )
    .bind(session.to_string())
    .bind(from.id.to_string())
    .bind(fork.new_id.to_string())
    .bind(fork.shared)
    .bind(fork.now.as_millisecond())
    .execute(&mut *connection)
    .await?;
    for sql in [COPY_MESSAGES, COPY_ALTERNATES] {
        sqlx::query(sql)
            .bind(session.to_string())
            .bind(from.id.to_string())
            .bind(fork.new_id.to_string())
            .bind(id_prefix(fork.seed))
            .bind(fork.shared)
            .execute(&mut *connection)
            .await?;
    }
    copy_kept_sections(connection, session, from, fork).await?;
    sqlx::query(
        r"
        update conversations
        set met = coalesce((
            select 1 from messages
            where session_id = ?1 and conversation_id = ?2 and role = 'user'
            order by position
            limit 1
        ), 0)
        where session_id = ?1 and id = ?2
        ",
    )
    .bind(session.to_string())
    .bind(fork.new_id.to_string())
    .execute(connection)
    .await?;
    Ok(())
}

/// Copies what is kept of the save file that a conversation came from. The copied messages and the conversation go by their new
/// ids there; what names messages that the branch does not share still means those of its origin.
async fn copy_kept_sections(
    connection: &mut SqliteConnection,
    session: SessionId,
    from: &Conversation,
    fork: &Fork,
) -> Result<(), StoreError> {
    let sections: Vec<(String, String)> =
        sqlx::query_as("select name, json from kept_sections where session_id = ?1 and conversation_id = ?2")
            .bind(session.to_string())
            .bind(from.id.to_string())
            .fetch_all(&mut *connection)
            .await?;
    if sections.is_empty() {
        return Ok(());
    }
    let copied: Vec<(String, String)> = sqlx::query_as(
        "select origin_id, id from messages where session_id = ?1 and conversation_id = ?2 and origin_id is not null",
    )
    .bind(session.to_string())
    .bind(fork.new_id.to_string())
    .fetch_all(&mut *connection)
    .await?;
    let mut names: HashMap<String, String> = copied.into_iter().collect();
    names.insert(from.id.to_string(), fork.new_id.to_string());
    for (name, json) in sections {
        sqlx::query("insert into kept_sections (session_id, conversation_id, name, json) values (?1, ?2, ?3, ?4)")
            .bind(session.to_string())
            .bind(fork.new_id.to_string())
            .bind(name)
            .bind(renamed(&json, &names))
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}

/// The part of an id that is the same for all that is made together: all but its last 48 bits, which become a number. Another one
/// for every seed: seeds that were made in the same millisecond differ in their last bits only, and so a hash stands for the seed.
pub(crate) fn id_prefix(seed: Uuid) -> String {
    let mut bytes = [0; 16];
    bytes.copy_from_slice(&Sha256::digest(seed.as_bytes())[..16]);
    let mut text = Uuid::new_v8(bytes).hyphenated().to_string();
    text.truncate(24);
    text
}
