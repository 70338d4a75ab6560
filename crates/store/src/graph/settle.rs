//! The memories of a conversation, as its transcript is now.

mod rows;

use std::collections::HashSet;

use engine::conversation::{Message, MessageState, Role};
use engine::ids::{ConversationId, SessionId};
use jiff::tz::TimeZone;
use sha2::{Digest, Sha256};
use sqlx::{FromRow, SqliteConnection};

use super::read;
use crate::memory::exclusions::STANDING;
use crate::{Store, StoreError, alternates, messages};
pub(super) use rows::json;

/// So many messages are read in one transaction.
const AT_ONCE: u32 = 1_000;

/// How the memories of a conversation stand.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct GraphState {
    /// Goes up when memories came.
    pub revision: u64,
    /// Goes up when one changed or went.
    pub cut: u64,
    /// The messages before this position have been read.
    pub end: u32,
}

#[derive(Debug, Clone, FromRow)]
pub(super) struct PlaceRow {
    character_id: String,
    message_count: u32,
    graph_end: u32,
    graph_changed_from: Option<i64>,
    graph_revision: i64,
    graph_cut: i64,
}

pub(crate) const PLACE: &str = r"
    select character_id, message_count, graph_end, graph_changed_from, graph_revision, graph_cut
    from conversations
    where session_id = ?1 and id = ?2
";

impl PlaceRow {
    fn state(&self) -> GraphState {
        GraphState {
            revision: self.graph_revision.unsigned_abs(),
            cut: self.graph_cut.unsigned_abs(),
            end: self.graph_end,
        }
    }
}

/// Where memories are read.
struct Place<'a> {
    session: SessionId,
    conversation: ConversationId,
    zone: &'a TimeZone,
}

impl Store {
    /// Reads what has come or changed in a conversation into memories, some hundred messages a transaction, and says how they stand
    /// then. Without news it reads one row. A reply that is being written waits, with what it answers, until it has ended.
    ///
    /// `zone` is where the reader is: what is planned for "tomorrow at five" is due there. Errors: `NotFound`.
    pub async fn settle_graph(
        &self,
        session: SessionId,
        conversation: ConversationId,
        zone: &TimeZone,
    ) -> Result<GraphState, StoreError> {
        let place = Place {
            session,
            conversation,
            zone,
        };
        loop {
            let mut reading = self.reader().acquire().await?;
            let row = find(&mut reading, &place).await?;
            if !has_news(&mut reading, &place, &row).await? {
                return Ok(row.state());
            }
            drop(reading);
            let mut writing = self.write_beside_memory().await?;
            let row = find(&mut writing, &place).await?;
            let is_done = !step(&mut writing, &place, &row).await?;
            let state = find(&mut writing, &place).await?.state();
            writing.commit().await?;
            if is_done {
                return Ok(state);
            }
        }
    }

    /// As [`Self::settle_graph`], of a conversation and those that it was begun from, the latest first; those that lie in the trash not
    /// among them, nor what they were begun from. Without news it reads one row of each, all at once. Errors: `NotFound`.
    pub async fn settle_graphs(
        &self,
        session: SessionId,
        conversation: ConversationId,
        zone: &TimeZone,
    ) -> Result<Vec<(ConversationId, GraphState)>, StoreError> {
        let mut reading = self.reader().acquire().await?;
        let mut found = Vec::new();
        for (id, row) in read::chain_rows(&mut reading, session, conversation).await? {
            let place = Place {
                session,
                conversation: id,
                zone,
            };
            let is_settled = !has_news(&mut reading, &place, &row).await?;
            found.push((id, is_settled.then(|| row.state())));
        }
        drop(reading);
        let mut states = Vec::new();
        for (id, state) in found {
            let state = match state {
                Some(state) => state,
                None => self.settle_graph(session, id, zone).await?,
            };
            states.push((id, state));
        }
        Ok(states)
    }
}

async fn find(connection: &mut SqliteConnection, place: &Place<'_>) -> Result<PlaceRow, StoreError> {
    let row: Option<PlaceRow> = sqlx::query_as(PLACE)
        .bind(place.session.to_string())
        .bind(place.conversation.to_string())
        .fetch_optional(connection)
        .await?;
    row.ok_or(StoreError::NotFound)
}

/// At most the two messages of a turn that is under way are not read.
async fn has_news(connection: &mut SqliteConnection, place: &Place<'_>, row: &PlaceRow) -> Result<bool, StoreError> {
    if row.graph_changed_from.is_some() {
        return Ok(true);
    }
    let unread = row.message_count.saturating_sub(row.graph_end);
    Ok(
        unread > 0
            && !(unread <= 2 && alternates::any_streaming(connection, place.session, place.conversation).await?),
    )
}

/// One exchange as it stands in the transcript.
pub(super) struct Standing<'a> {
    pub user: Option<&'a Message>,
    pub reply: Option<&'a Message>,
}

impl Standing<'_> {
    pub fn first(&self) -> Option<&Message> {
        self.user.or(self.reply)
    }

    pub fn messages(&self) -> impl Iterator<Item = &Message> {
        self.user.into_iter().chain(self.reply)
    }

    fn first_position(&self) -> u32 {
        self.first().map_or(0, |message| message.position)
    }

    fn end_position(&self) -> u32 {
        self.messages().map(|message| message.position + 1).max().unwrap_or(0)
    }

    /// Whether it has words that can be read, and only such.
    pub fn is_remembered(&self) -> bool {
        let is_whole = |message: &Message| message.state != MessageState::Damaged;
        self.messages().all(is_whole) && self.messages().any(|message| !message.text.trim().is_empty())
    }

    pub fn digest(&self) -> [u8; 32] {
        let hash = |message: &Message| alternates::hash(message.text.as_bytes());
        digest([self.user.map(hash), self.reply.map(hash)])
    }
}

/// Of the hashes of what the reader said and of the reply.
pub(super) fn digest(hashes: [Option<[u8; 32]>; 2]) -> [u8; 32] {
    let mut digest = Sha256::new();
    for hash in hashes {
        digest.update(hash.unwrap_or_default());
    }
    digest.finalize().into()
}

/// One part of the way; whether there is more.
async fn step(connection: &mut SqliteConnection, place: &Place<'_>, row: &PlaceRow) -> Result<bool, StoreError> {
    let start = begin(connection, place, row).await?;
    let mut messages = messages::range(connection, place.session, place.conversation, (start, start + AT_ONCE)).await?;
    let is_last = messages.len() < AT_ONCE as usize;
    let waits_at = messages
        .iter()
        .position(|message| message.state == MessageState::Streaming);
    messages.truncate(waits_at.unwrap_or(messages.len()));
    // What it answers is read with its reply.
    let is_cut = !is_last || waits_at.is_some();
    if is_cut
        && messages.last().is_some_and(|message| message.role == Role::User)
        && messages.len() > 1 - usize::from(is_last)
    {
        messages.pop();
    }
    let end = messages.last().map_or(start, |message| message.position + 1);
    let Written { added, moved } = write(connection, place, &row.character_id, (&messages, start, end)).await?;
    let goes_on = !is_last && end > start;
    if !goes_on {
        // What stands no more behind the end.
        sqlx::query("delete from memories where session_id = ?1 and conversation_id = ?2 and first_position >= ?3")
            .bind(place.session.to_string())
            .bind(place.conversation.to_string())
            .bind(end)
            .execute(&mut *connection)
            .await?;
    }
    sqlx::query(
        r"
        update conversations
        set graph_end = ?3, graph_changed_from = null, graph_revision = graph_revision + ?4, graph_cut = graph_cut + ?5
        where session_id = ?1 and id = ?2
        ",
    )
    .bind(place.session.to_string())
    .bind(place.conversation.to_string())
    .bind(end)
    .bind(u32::from(added > 0))
    .bind(u32::from(moved > 0))
    .execute(connection)
    .await?;
    Ok(goes_on)
}

/// Where reading goes on: at the exchange that holds the message before the first change, or at the last message when that waits
/// for a reply. The transcript tells that: an exchange that is excluded has no memory.
async fn begin(connection: &mut SqliteConnection, place: &Place<'_>, row: &PlaceRow) -> Result<u32, StoreError> {
    let changed = row.graph_changed_from.and_then(|from| u32::try_from(from).ok());
    let last = changed
        .map_or(row.graph_end, |from| from.min(row.graph_end))
        .saturating_sub(1);
    let roles: Vec<(u32, bool)> = sqlx::query_as(
        r"
        select position, role = 'user'
        from messages
        where session_id = ?1 and conversation_id = ?2 and position >= ?3 and position <= ?4
        ",
    )
    .bind(place.session.to_string())
    .bind(place.conversation.to_string())
    .bind(last.saturating_sub(1))
    .bind(last)
    .fetch_all(connection)
    .await?;
    let is_users = |position: u32| roles.contains(&(position, true));
    Ok(match changed {
        None if row.graph_end > 0 && is_users(last) => last,
        None => row.graph_end,
        Some(_) if last > 0 && !is_users(last) && is_users(last - 1) => last - 1,
        Some(_) => last,
    })
}

/// How many memories are new, and how many stand elsewhere now.
#[derive(Debug, Clone, Copy, Default)]
struct Written {
    added: usize,
    moved: usize,
}

/// Writes the memories of some messages; those that stand in no exchange any more go.
async fn write(
    connection: &mut SqliteConnection,
    place: &Place<'_>,
    character_id: &str,
    (messages, start, end): (&[Message], u32, u32),
) -> Result<Written, StoreError> {
    let excluded = excluded(connection, place).await?;
    let standing: Vec<Standing<'_>> = exchanges(messages)
        .into_iter()
        .filter(|exchange| {
            exchange.is_remembered() && !exchange.messages().any(|message| excluded.contains(&message.position))
        })
        .collect();
    let ids: Vec<String> = standing
        .iter()
        .filter_map(Standing::first)
        .map(|first| first.id.to_string())
        .collect();
    let ids = serde_json::Value::from(ids).to_string();
    sqlx::query(
        r"
        delete from memories
        where session_id = ?1 and conversation_id = ?2 and first_position >= ?3 and first_position < ?4
            and id not in (select value from json_each(?5))
        ",
    )
    .bind(place.session.to_string())
    .bind(place.conversation.to_string())
    .bind(start)
    .bind(end)
    .bind(&ids)
    .execute(&mut *connection)
    .await?;
    let known = rows::known(connection, place, &ids).await?;
    let edits = rows::edits(connection, place, &ids).await?;
    let mut written = Written::default();
    let mut new: Vec<rows::New<'_>> = Vec::new();
    for exchange in &standing {
        let Some(first) = exchange.first() else { continue };
        let id = first.id.to_string();
        let digest = exchange.digest();
        let same = known.get(&id).filter(|known| known.is(exchange, &digest));
        match same {
            Some(known) => written.moved += usize::from(known.move_to(connection, exchange).await?),
            None => new.push((exchange, digest, edits.get(&(id, digest.to_vec())))),
        }
    }
    rows::insert(connection, place, character_id, &new).await?;
    written.added = new.len();
    Ok(written)
}

/// A message of the reader with the reply behind it; every other message alone.
pub(super) fn exchanges(messages: &[Message]) -> Vec<Standing<'_>> {
    let mut found: Vec<Standing<'_>> = Vec::new();
    for message in messages {
        match (message.role, found.last_mut()) {
            (Role::User, _) => found.push(Standing {
                user: Some(message),
                reply: None,
            }),
            (Role::Character, Some(open)) if open.reply.is_none() => open.reply = Some(message),
            (Role::Character, _) => found.push(Standing {
                user: None,
                reply: Some(message),
            }),
        }
    }
    found
}

async fn excluded(connection: &mut SqliteConnection, place: &Place<'_>) -> Result<HashSet<u32>, StoreError> {
    let rows: Vec<(String, u32)> = sqlx::query_as(STANDING)
        .bind(place.session.to_string())
        .bind(place.conversation.to_string())
        .fetch_all(connection)
        .await?;
    Ok(rows.into_iter().map(|(_, position)| position).collect())
}
