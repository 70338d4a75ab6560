//! Which checkpoints count: those of the chain that fits the transcript as it is chosen now.

use engine::ids::{CheckpointId, ConversationId, SessionId};
use sha2::{Digest, Sha256};
use sqlx::{FromRow, SqliteConnection};

use super::carry;
use crate::StoreError;

/// At most so many messages are read by one extraction: 40, and one more that keeps a reply with what it answers.
pub(crate) const MOST_RANGE: u32 = 41;

/// A conversation as memory sees it, after the head was settled.
#[derive(Debug, Clone)]
pub(crate) struct Place {
    pub session: SessionId,
    pub conversation: ConversationId,
    pub character_id: String,
    /// Whom the reader plays.
    pub persona_id: Option<String>,
    pub memory_revision: u64,
    pub message_count: u32,
    pub head: Node,
    pub in_trash: bool,
    /// Whether the head was moved just now, or that of a conversation that this one was begun from.
    pub has_moved: bool,
    /// The conversation that it was begun from with what that one had left, which may be gone by now.
    pub carried_from: Option<ConversationId>,
    /// Whether that was not cleared since.
    pub carries: bool,
}

/// A checkpoint, or the start before the first one.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Node {
    /// As it is stored; none for the start.
    pub id: Option<String>,
    pub end: u32,
}

impl Node {
    pub fn checkpoint_id(&self) -> Result<Option<CheckpointId>, StoreError> {
        self.id.as_deref().map(checkpoint_id).transpose()
    }
}

#[derive(FromRow)]
struct PlaceRow {
    character_id: String,
    persona_id: Option<String>,
    memory_revision: i64,
    message_count: u32,
    checkpoint_id: Option<String>,
    checkpoint_end: u32,
    memory_changed_from: Option<i64>,
    in_trash: bool,
    carried_from: Option<String>,
    carries: bool,
}

pub(crate) const PLACE: &str = r"
    select character_id, persona_id, memory_revision, message_count, checkpoint_id, checkpoint_end, memory_changed_from,
        deleted_at is not null as in_trash, carried_from, carrying_cleared_by is null as carries
    from conversations
    where session_id = ?1 and id = ?2
";

/// Moves the head to where the transcript is now: up to before what changed, then forward as far as checkpoints fit. Without a
/// change it reads one row of the conversation and looks up the head's children, of which there are mostly none.
///
/// A conversation that lies in the trash has memory too. One that was begun with what another one had left stands and falls with
/// that one, which is settled first; it costs three small statements more for each conversation on that way.
pub(crate) async fn settle(
    connection: &mut SqliteConnection,
    session: SessionId,
    conversation: ConversationId,
) -> Result<Place, StoreError> {
    let asked_for = stored(connection, session, conversation).await?;
    let mut earlier = sources(connection, &asked_for.0).await?;
    let mut source: Option<Place> = None;
    while let Some(stored) = earlier.pop() {
        source = Some(settle_one(connection, stored, source.as_ref()).await?);
    }
    settle_one(connection, asked_for, source.as_ref()).await
}

type Stored = (Place, Option<i64>);

/// The conversation that one was begun from, the one that that was begun from, and so on, as far as they are there and not in the trash.
async fn sources(connection: &mut SqliteConnection, place: &Place) -> Result<Vec<Stored>, StoreError> {
    let mut found: Vec<Stored> = Vec::new();
    let mut next = place.carried_from;
    while let Some(id) = next {
        let is_known = |(known, _): &Stored| known.conversation == id;
        if id == place.conversation || found.iter().any(is_known) {
            break;
        }
        let (there, changed_from) = match stored(connection, place.session, id).await {
            Err(StoreError::NotFound) => break,
            stored => stored?,
        };
        if there.in_trash {
            break;
        }
        next = there.carried_from;
        found.push((there, changed_from));
    }
    Ok(found)
}

/// With the conversation that it was begun from, settled, if that one is there.
async fn settle_one(
    connection: &mut SqliteConnection,
    (mut place, changed_from): Stored,
    source: Option<&Place>,
) -> Result<Place, StoreError> {
    place.has_moved = source.is_some_and(|source| source.has_moved);
    let begins_elsewhere = match place.carried_from {
        None => None,
        Some(_) => carry::other_root(connection, &place, source).await?,
    };
    let mut left = Vec::new();
    let start = match (&begins_elsewhere, changed_from) {
        (Some(root), _) => {
            begin_from(connection, &place, root).await?;
            root.clone()
        }
        (None, None) => place.head.clone(),
        (None, Some(from)) => before_change(connection, &place, from, &mut left).await?,
    };
    let joined = furthest(connection, &place, &start).await?;
    let head = joined.last().cloned().unwrap_or(start);
    if begins_elsewhere.is_none() && changed_from.is_none() && head == place.head {
        return Ok(place);
    }
    mark(connection, &place, left.iter(), false).await?;
    mark(connection, &place, joined.iter(), true).await?;
    place.head = head;
    write_head(connection, &place).await?;
    place.has_moved = true;
    Ok(place)
}

/// Nothing counts but a root, or not even that.
async fn begin_from(connection: &mut SqliteConnection, place: &Place, root: &Node) -> Result<(), StoreError> {
    sqlx::query(
        "update checkpoints set in_chain = id is ?3 where session_id = ?1 and conversation_id = ?2 and in_chain <> (id is ?3)",
    )
    .bind(place.session.to_string())
    .bind(place.conversation.to_string())
    .bind(root.id.as_deref())
    .execute(connection)
    .await?;
    Ok(())
}

/// A conversation as it was settled last, where nothing can be written: what has changed since shows when it can be.
pub(crate) async fn as_it_lies(
    connection: &mut SqliteConnection,
    session: SessionId,
    conversation: ConversationId,
) -> Result<Place, StoreError> {
    let (place, _) = stored(connection, session, conversation).await?;
    Ok(place)
}

/// With the smallest position that has changed since the head was settled.
async fn stored(
    connection: &mut SqliteConnection,
    session: SessionId,
    conversation: ConversationId,
) -> Result<(Place, Option<i64>), StoreError> {
    let row: Option<PlaceRow> = sqlx::query_as(PLACE)
        .bind(session.to_string())
        .bind(conversation.to_string())
        .fetch_optional(connection)
        .await?;
    let row = row.ok_or(StoreError::NotFound)?;
    let place = Place {
        session,
        conversation,
        character_id: row.character_id,
        persona_id: row.persona_id,
        memory_revision: row.memory_revision.unsigned_abs(),
        message_count: row.message_count,
        head: Node {
            id: row.checkpoint_id,
            end: row.checkpoint_end,
        },
        in_trash: row.in_trash,
        has_moved: false,
        carried_from: row.carried_from.and_then(|id| id.parse().ok()),
        carries: row.carries,
    };
    Ok((place, row.memory_changed_from))
}

/// Notes where the head is now, with nothing left to look at.
pub(crate) async fn write_head(connection: &mut SqliteConnection, place: &Place) -> Result<(), StoreError> {
    sqlx::query(
        r"
        update conversations set checkpoint_id = ?3, checkpoint_end = ?4, memory_changed_from = null
        where session_id = ?1 and id = ?2
        ",
    )
    .bind(place.session.to_string())
    .bind(place.conversation.to_string())
    .bind(place.head.id.as_deref())
    .bind(place.head.end)
    .execute(connection)
    .await?;
    Ok(())
}

/// The last checkpoint of the chain below which everything lies that may fit now and did not before: whatever has read the
/// changed message begins at most one range before it. What is left on the way is added to `left`.
async fn before_change(
    connection: &mut SqliteConnection,
    place: &Place,
    from: i64,
    left: &mut Vec<Node>,
) -> Result<Node, StoreError> {
    let bound = u32::try_from(from).unwrap_or(0).saturating_sub(MOST_RANGE);
    let mut node = place.head.clone();
    while let Some(id) = node.id.clone() {
        let row: Option<(Option<String>, u32, bool)> = sqlx::query_as(
            r"
            select parent_id, first_position, cleared_by is not null
            from checkpoints where session_id = ?1 and id = ?2
            ",
        )
        .bind(place.session.to_string())
        .bind(&id)
        .fetch_optional(&mut *connection)
        .await?;
        // Without its row it holds nothing, and nothing can be found below it.
        let (parent, first, is_cleared) = row.unwrap_or((None, 0, true));
        if node.end <= bound && !is_cleared {
            break;
        }
        left.push(node);
        let end = if parent.is_some() { first } else { 0 };
        node = Node { id: parent, end };
    }
    Ok(node)
}

/// The checkpoints that fit below a node, along the way to the one that reaches furthest; of two that reach as far, to the newer.
async fn furthest(connection: &mut SqliteConnection, place: &Place, start: &Node) -> Result<Vec<Node>, StoreError> {
    // Each with the index of the one before it.
    let mut found: Vec<(Node, Option<usize>)> = Vec::new();
    let mut open: Vec<(Node, Option<usize>)> = vec![(start.clone(), None)];
    let mut best = None;
    while let Some((node, index)) = open.pop() {
        for child in fitting_children(connection, place, &node).await? {
            let end_of_best = best.map_or(0, |best: usize| found[best].0.end);
            if child.end >= end_of_best {
                best = Some(found.len());
            }
            open.push((child.clone(), Some(found.len())));
            found.push((child, index));
        }
    }
    let mut way = Vec::new();
    while let Some(index) = best {
        way.push(found[index].0.clone());
        best = found[index].1;
    }
    way.reverse();
    Ok(way)
}

/// Which root a conversation begins from is decided by [`carry::other_root`].
pub(crate) const CHILDREN: &str = r"
    select id, end_position, digest
    from checkpoints
    where session_id = ?1 and conversation_id = ?2 and parent_id is ?3 and end_position <= ?4 and cleared_by is null
        and carried_from is null
    order by end_position, id
";

async fn fitting_children(
    connection: &mut SqliteConnection,
    place: &Place,
    node: &Node,
) -> Result<Vec<Node>, StoreError> {
    let children: Vec<(String, u32, Vec<u8>)> = sqlx::query_as(CHILDREN)
        .bind(place.session.to_string())
        .bind(place.conversation.to_string())
        .bind(node.id.as_deref())
        .bind(place.message_count)
        .fetch_all(&mut *connection)
        .await?;
    let Some((_, end, _)) = children.last() else {
        return Ok(Vec::new());
    };
    let parts = digest_parts(connection, place, (node.end, *end)).await?;
    let mut digest = Sha256::new();
    let mut read = node.end;
    let mut fitting = Vec::new();
    for (id, end, wanted) in children {
        let (from, to) = ((read - node.end) as usize, (end - node.end) as usize);
        for part in parts.get(from..to.min(parts.len())).unwrap_or_default() {
            digest.update(part);
        }
        read = end;
        let found: [u8; 32] = digest.clone().finalize().into();
        if wanted == found {
            fitting.push(Node { id: Some(id), end });
        }
    }
    Ok(fitting)
}

pub(crate) const DIGEST_PARTS: &str = r"
    select m.role, a.hash
    from messages m
    left join alternates a on a.session_id = m.session_id and a.message_id = m.id and a.ordinal = m.chosen
    where m.session_id = ?1 and m.conversation_id = ?2 and m.position >= ?3 and m.position < ?4
    order by m.position
";

/// What a range's digest is made of: for each message a byte for its role and the hash of its chosen text.
async fn digest_parts(
    connection: &mut SqliteConnection,
    place: &Place,
    (first, end): (u32, u32),
) -> Result<Vec<[u8; 33]>, StoreError> {
    let rows: Vec<(Vec<u8>, Option<Vec<u8>>)> = sqlx::query_as(DIGEST_PARTS)
        .bind(place.session.to_string())
        .bind(place.conversation.to_string())
        .bind(first)
        .bind(end)
        .fetch_all(connection)
        .await?;
    let part = |(role, hash): (Vec<u8>, Option<Vec<u8>>)| {
        let mut part = [0; 33];
        part[0] = u8::from(role == b"user");
        if let Some(hash) = hash.filter(|hash| hash.len() == 32) {
            part[1..].copy_from_slice(&hash);
        }
        part
    };
    Ok(rows.into_iter().map(part).collect())
}

/// The digest of a range as it is chosen now.
pub(crate) async fn digest(
    connection: &mut SqliteConnection,
    place: &Place,
    range: (u32, u32),
) -> Result<[u8; 32], StoreError> {
    let mut digest = Sha256::new();
    for part in digest_parts(connection, place, range).await? {
        digest.update(part);
    }
    Ok(digest.finalize().into())
}

async fn mark(
    connection: &mut SqliteConnection,
    place: &Place,
    nodes: impl Iterator<Item = &Node>,
    in_chain: bool,
) -> Result<(), StoreError> {
    for node in nodes {
        sqlx::query("update checkpoints set in_chain = ?3 where session_id = ?1 and id = ?2")
            .bind(place.session.to_string())
            .bind(node.id.as_deref())
            .bind(in_chain)
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}

pub(crate) fn checkpoint_id(text: &str) -> Result<CheckpointId, StoreError> {
    text.parse().map_err(|_| unreadable("checkpoint", text))
}

pub(crate) fn unreadable(what: &str, id: &str) -> StoreError {
    StoreError::DamagedContent {
        detail: format!("the {what} {id:?} of memory is unreadable"),
    }
}
