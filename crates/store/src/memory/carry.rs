//! A conversation that begins with what an earlier one left.
//!
//! What it begins with is the root of its checkpoints, which has read no messages. The root stands and falls with where it came
//! from: it fits while the earlier conversation is there, while the chain there still has the checkpoint that was its head, and while
//! the facts that stood there beside that chain count. What was taken back there is then remembered here no more, nor anything that
//! was derived with it in hand; what is put back there brings all of that back. Erased there for good, it is erased here.
//!
//! In reading order: which root is begun from (here), what a root holds (`root`), but for what was forgotten here (`withheld`), what
//! was sent meanwhile (`sent`), what follows a fact that is put in other words (`follow`), what goes for good (`erase`).

mod erase;
mod follow;
mod root;
mod sent;
mod withheld;

use engine::conversation::Conversation;
use engine::ids::{ConversationId, SessionId};
use engine::memory::plan::MOST_UNSUMMARISED;
use jiff::Timestamp;
use sqlx::{FromRow, SqliteConnection};
use uuid::Uuid;

use super::facts::counts;
use super::settle::{self, Node, Place, unreadable};
use super::{exclusions, facts};
use crate::conversations::{self, NewConversation};
use crate::{Store, StoreError};
pub(super) use erase::erase_carried;
pub(super) use follow::{carried_as, put_in_other_words, put_right};
pub(super) use sent::was_taken_back;

/// Where a new conversation's memory comes from.
#[derive(Debug, Clone, Copy)]
pub struct CarryFrom {
    pub conversation_id: ConversationId,
    /// A fresh id; those of what is copied are made from it.
    pub seed: Uuid,
}

impl Store {
    /// Begins a conversation, as [`Store::create_conversation`], that remembers what an earlier one with the same character
    /// remembers now: its summary, its facts and where its relationship stands. Facts of the character are known anyway, with
    /// the persona that they belong to.
    ///
    /// What is taken back in the earlier conversation later, or goes to the trash with it, is not remembered here either, and comes
    /// back with it. What is forgotten there is forgotten here, what is put in other words there is put so here, and what the reader
    /// pins here stays until it is forgotten.
    ///
    /// Errors: `NotFound`, also for a conversation with another character.
    pub async fn create_conversation_from(
        &self,
        session: SessionId,
        new: NewConversation,
        from: CarryFrom,
    ) -> Result<Conversation, StoreError> {
        let mut writing = self.write().await?;
        let earlier = conversations::find(&mut writing, session, from.conversation_id).await?;
        if earlier.character_id != new.character_id {
            return Err(StoreError::NotFound);
        }
        let conversation = conversations::insert(&mut writing, session, &new).await?;
        let there = settle::settle(&mut writing, session, from.conversation_id).await?;
        let mut here = settle::settle(&mut writing, session, new.id).await?;
        for hash in exclusions::blocked(&mut writing, &there).await? {
            exclusions::block(&mut writing, &here, Some(&new.id.to_string()), hash).await?;
        }
        let root = root::Root {
            seed: from.seed,
            end: there.head.end,
            now: new.now,
        };
        here.head = root::write(&mut writing, (&there, &here), root).await?;
        settle::write_head(&mut writing, &here).await?;
        sqlx::query("update conversations set carried_from = ?3 where session_id = ?1 and id = ?2")
            .bind(session.to_string())
            .bind(new.id.to_string())
            .bind(from.conversation_id.to_string())
            .execute(&mut *writing)
            .await?;
        writing.commit().await?;
        Ok(conversation)
    }
}

#[derive(Debug, FromRow)]
struct RootRow {
    id: String,
    in_chain: bool,
    cleared: bool,
    fits: bool,
    carried_end: u32,
}

/// The roots of conversation `?2`; `?3` is the one that they came from, null when that one is not there. The first one that fits is
/// the one to begin from: it reaches furthest there; of those that reach as far it holds most of what stood beside the chain; then it is the
/// one that is begun from already, or the newest.
pub(crate) const ROOTS: &str = concat!(
    "select r.id, r.in_chain, r.cleared_by is not null as cleared, r.carried_end,
        r.cleared_by is null and ?3 is not null and r.carried_from = ?3
            and (r.carried_checkpoint is null or k.id is not null)
            and not exists (
                select 1
                from facts f
                left join facts o on o.session_id = f.session_id and o.id = f.carried_fact
                where f.session_id = ?1 and f.checkpoint_id = r.id and f.carried_fact is not null
                    and (o.id is null or not ",
    counts!("o"),
    ")
            ) as fits
    from checkpoints r
    left join checkpoints k on k.session_id = r.session_id and k.id = r.carried_checkpoint and k.conversation_id = ?3
        and k.in_chain = 1 and k.cleared_by is null
    where r.session_id = ?1 and r.conversation_id = ?2 and r.parent_id is null and r.end_position = 0
        and r.carried_from is not null
    order by k.id is not null desc, k.end_position desc, (
            select count(*) from facts f where f.session_id = ?1 and f.checkpoint_id = r.id and f.carried_fact is not null
        ) desc, r.in_chain desc, r.created_at desc, r.id desc"
);

/// The root that a conversation is to begin from, if it does not do so already; a node without an id when it begins with nothing.
/// `source` is the conversation that it was begun from, settled, if that one is there and not in the trash.
///
/// Where no root fits, what the source remembers now is carried anew, but for what was forgotten here. It is once more when the source
/// has been read again as far as it once had been.
pub(super) async fn other_root(
    connection: &mut SqliteConnection,
    place: &Place,
    source: Option<&Place>,
) -> Result<Option<Node>, StoreError> {
    let roots: Vec<RootRow> = sqlx::query_as(ROOTS)
        .bind(place.session.to_string())
        .bind(place.conversation.to_string())
        .bind(source.map(|source| source.conversation.to_string()))
        .fetch_all(&mut *connection)
        .await?;
    let present = roots.iter().find(|root| root.in_chain).map(|root| root.id.as_str());
    let fitting = roots.iter().find(|root| root.fits);
    let anew = source.filter(|source| place.carries && is_to_be_carried(source, fitting, &roots));
    let wanted = match anew {
        Some(source) => carry_anew(connection, (source, place), &roots).await?.id,
        None => fitting.map(|root| root.id.clone()),
    };
    if wanted.as_deref() == present {
        return Ok(None);
    }
    Ok(Some(Node { id: wanted, end: 0 }))
}

/// How far a source had been read when it was carried from, at most.
fn furthest(roots: &[RootRow]) -> u32 {
    let kept = roots.iter().filter(|root| !root.cleared);
    kept.map(|root| root.carried_end).max().unwrap_or(0)
}

/// Whether everything is read that is read of a source as it stands.
fn is_read_again(source: &Place, roots: &[RootRow]) -> bool {
    source.head.end >= furthest(roots) || source.message_count.saturating_sub(source.head.end) <= MOST_UNSUMMARISED
}

fn is_to_be_carried(source: &Place, fitting: Option<&RootRow>, roots: &[RootRow]) -> bool {
    let lags = |root: &RootRow| {
        root.carried_end < furthest(roots) && root.carried_end < source.head.end && is_read_again(source, roots)
    };
    fitting.is_none_or(lags)
}

async fn carry_anew(
    connection: &mut SqliteConnection,
    (source, place): (&Place, &Place),
    roots: &[RootRow],
) -> Result<Node, StoreError> {
    let end = match is_read_again(source, roots) {
        true => source.head.end.max(furthest(roots)),
        false => source.head.end,
    };
    let root = root::Root {
        seed: root::seed(connection, (source, place)).await?,
        end,
        now: root::moment(connection, (source, place)).await?,
    };
    root::write(connection, (source, place), root).await
}

/// The facts that a source remembers of itself, those that the reader pinned or wrote first.
async fn remembered(
    connection: &mut SqliteConnection,
    source: &Place,
) -> Result<Vec<engine::memory::Fact>, StoreError> {
    let wanted = |kind| facts::Wanted {
        kind,
        superseded: false,
        limit: u32::MAX,
    };
    let kinds = [
        wanted(engine::memory::FactKind::Pinned),
        wanted(engine::memory::FactKind::Automatic),
    ];
    let known = facts::read(connection, source, &kinds).await?;
    let own = known.into_iter().map(|(fact, _)| fact);
    Ok(own
        .filter(|fact| fact.scope == engine::memory::FactScope::Conversation)
        .collect())
}

/// A moment of the database.
fn at(milliseconds: i64) -> Timestamp {
    conversations::time(milliseconds)
}

/// Also those that lie in the trash.
async fn begun_from(
    connection: &mut SqliteConnection,
    session: SessionId,
    source: ConversationId,
) -> Result<Vec<ConversationId>, StoreError> {
    let ids: Vec<String> =
        sqlx::query_scalar("select id from conversations where session_id = ?1 and carried_from = ?2 order by id")
            .bind(session.to_string())
            .bind(source.to_string())
            .fetch_all(connection)
            .await?;
    ids.into_iter()
        .map(|id| id.parse().map_err(|_| unreadable("conversation", &id)))
        .collect()
}

/// All conversations that were begun with what one left, with what those left and so on; each after the one that it was begun from.
pub(super) async fn all_begun_from(
    connection: &mut SqliteConnection,
    session: SessionId,
    source: ConversationId,
) -> Result<Vec<ConversationId>, StoreError> {
    let mut known = vec![source];
    let mut next = 0;
    while let Some(source) = known.get(next).copied() {
        for conversation in begun_from(connection, session, source).await? {
            if !known.contains(&conversation) {
                known.push(conversation);
            }
        }
        next += 1;
    }
    known.remove(0);
    Ok(known)
}
