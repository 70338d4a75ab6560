//! What was planned and is due.

use engine::ids::{ConversationId, MemoryId, SessionId};
use jiff::Timestamp;

use super::read::{self, GraphMemory};
use crate::{Store, StoreError};

/// So many things at most come up at once.
const MOST: u32 = 3;

/// Whether anything at all of a session was planned for the time since somebody last spoke in a conversation.
pub(crate) const ANY_IS: &str = r"
    select exists (
        select 1 from memories
        where session_id = ?1 and planned_for is not null and planned_for <= ?4
            and planned_for > coalesce(
                (select created_at from messages
                    where session_id = ?1 and conversation_id = ?2 and position < ?3 and role = 'user'
                    order by position desc limit 1),
                0)
    )
";

/// A plan whose time has come.
#[derive(Debug, Clone, PartialEq)]
pub struct DueMemory {
    pub memory: GraphMemory,
    pub planned_for: Timestamp,
}

impl Store {
    /// What was planned in a conversation, or in those that it was begun from, and has become due since somebody last spoke there
    /// before the turn that is being answered: before `now`, and not before the turn before it. So it comes up in one turn, and
    /// again when that turn is tried again. The latest first.
    ///
    /// `turn` is the position of the message that is answered.
    pub async fn due_memories(
        &self,
        session: SessionId,
        conversation: ConversationId,
        turn: u32,
        now: Timestamp,
    ) -> Result<Vec<DueMemory>, StoreError> {
        // Hardly any turn has one, and the reader waits for the answer: that is told in one call.
        let any_is: bool = sqlx::query_scalar(ANY_IS)
            .bind(session.to_string())
            .bind(conversation.to_string())
            .bind(turn)
            .bind(now.as_millisecond())
            .fetch_one(&self.reader())
            .await?;
        if !any_is {
            return Ok(Vec::new());
        }
        let mut reading = self.reader().begin().await?;
        let mut due = Vec::new();
        for of in read::chain(&mut reading, session, conversation).await? {
            let ids: Vec<String> = sqlx::query_scalar(
                r"
                select m.id
                from memories m
                where m.session_id = ?1 and m.conversation_id = ?2 and m.planned_for is not null and m.planned_for <= ?5
                    and m.planned_for > coalesce(
                        (select max(created_at) from (
                            select created_at from messages
                            where session_id = ?1 and conversation_id = ?3 and position < ?4 and role = 'user'
                            order by position desc limit 1
                        )),
                        (select created_at from messages
                            where session_id = ?1 and conversation_id = ?2 and (?2 <> ?3 or position < ?4)
                            order by position desc limit 1),
                        0)
                    and (?2 <> ?3 or m.first_position < ?4)
                    and not exists (
                        select 1 from recall_exclusions x
                        where x.session_id = ?1 and x.conversation_id = ?3
                            and x.message_id in (m.user_message_id, m.reply_message_id)
                    )
                order by m.planned_for desc
                limit ?6
                ",
            )
            .bind(session.to_string())
            .bind(of.to_string())
            .bind(conversation.to_string())
            .bind(turn)
            .bind(now.as_millisecond())
            .bind(MOST)
            .fetch_all(&mut *reading)
            .await?;
            for id in ids {
                let id: MemoryId = id.parse().map_err(|_| StoreError::NotFound)?;
                let memory = read::one(&mut reading, session, id).await?;
                if let Some(planned_for) = memory.planned_for {
                    due.push(DueMemory { memory, planned_for });
                }
            }
        }
        due.sort_by_key(|due| std::cmp::Reverse(due.planned_for));
        due.truncate(MOST as usize);
        Ok(due)
    }
}
