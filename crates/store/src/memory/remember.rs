//! What the reader has remembered: facts that they write, pin, merge or give to the character.

use engine::ids::{FactId, SessionId};
use engine::memory::normalise::fact_hash;
use engine::memory::{FactKind, FactScope, MOST_SOURCES};
use sqlx::SqliteConnection;

use super::controls::{
    Entered, MemoryChange, MemoryChanged, NamedFact, Reach, enter, finish, named, require_room, require_sound,
};
use super::exclusions;
use super::facts::{self, FactToInsert};
use super::settle::Place;
use crate::edits::hexadecimal;
use crate::operations::Kind;
use crate::{Store, StoreError};

/// What the reader wrote down matters most, should they unpin it one day.
const WRITTEN_IMPORTANCE: u8 = 5;

/// A fact that the reader writes.
#[derive(Debug, Clone)]
pub struct RememberFact {
    /// A new one.
    pub id: FactId,
    /// 1 to 500 characters.
    pub text: String,
    pub scope: FactScope,
}

/// One fact in the place of two.
#[derive(Debug, Clone)]
pub struct MergeFacts {
    pub facts: [FactId; 2],
    /// A new one.
    pub new_id: FactId,
    /// 1 to 500 characters.
    pub text: String,
}

impl Store {
    /// Adds a pinned fact. An automatic one of the same words gives way to it, and what was forgotten under the same words may
    /// be found again. A pinned one of the same words and scope stays, and no second one is added.
    ///
    /// Errors: `NotFound`, `MemoryConflict`, `Conflict`, `BadFact`, `TooManyFacts`.
    pub async fn remember_fact(
        &self,
        session: SessionId,
        change: MemoryChange,
        new: &RememberFact,
    ) -> Result<MemoryChanged, StoreError> {
        let text = require_sound(&new.text)?;
        let hash = fact_hash(text);
        let subject = format!("{} {} {}", new.id, facts::scope_str(new.scope), hexadecimal(&hash));
        let (mut writing, place) = match enter(self, session, &change, Kind::RememberFact, &subject).await? {
            Entered::Before(changed) => return Ok(changed),
            Entered::Now(writing, place) => (writing, place),
        };
        exclusions::unblock(&mut writing, &place, hash).await?;
        if !facts::is_pinned(&mut writing, &place, (hash, new.scope)).await? {
            require_room(&mut writing, &place).await?;
            let fact = FactToInsert {
                id: new.id,
                scope: new.scope,
                kind: FactKind::Pinned,
                checkpoint_id: None,
                text,
                hash,
                importance: WRITTEN_IMPORTANCE,
                supersedes: replaced_by_same(&mut writing, &place, hash).await?,
                created_at: change.now,
            };
            remove_same(&mut writing, &place, (hash, new.id)).await?;
            facts::insert(&mut writing, &place, &fact).await?;
        }
        let reach = reach(new.scope);
        finish(writing, &place, &change, (Kind::RememberFact, subject), reach).await
    }

    /// Pins a fact: extraction can neither replace it nor take it away. It stands as long as the messages that it was found in
    /// stand with the same texts. Errors: as [`Store::remember_fact`], and `FactGone`.
    pub async fn pin_fact(
        &self,
        session: SessionId,
        change: MemoryChange,
        id: FactId,
    ) -> Result<MemoryChanged, StoreError> {
        self.set_kind(session, change, id, (Kind::PinFact, FactKind::Pinned))
            .await
    }

    /// Makes a pinned fact one among the automatic ones. What the reader wrote stands as it did before.
    /// Errors: `NotFound`, `MemoryConflict`, `Conflict`, `FactGone`.
    pub async fn unpin_fact(
        &self,
        session: SessionId,
        change: MemoryChange,
        id: FactId,
    ) -> Result<MemoryChanged, StoreError> {
        self.set_kind(session, change, id, (Kind::UnpinFact, FactKind::Automatic))
            .await
    }

    async fn set_kind(
        &self,
        session: SessionId,
        change: MemoryChange,
        id: FactId,
        (operation, kind): (Kind, FactKind),
    ) -> Result<MemoryChanged, StoreError> {
        let subject = id.to_string();
        let (mut writing, place) = match enter(self, session, &change, operation, &subject).await? {
            Entered::Before(changed) => return Ok(changed),
            Entered::Now(writing, place) => (writing, place),
        };
        let fact = named(&mut writing, &place, id).await?;
        if kind == FactKind::Pinned && !fact.is_pinned {
            require_room(&mut writing, &place).await?;
            facts::follow_sources(&mut writing, &place, &subject).await?;
        }
        sqlx::query("update facts set kind = ?3 where session_id = ?1 and id = ?2")
            .bind(session.to_string())
            .bind(&subject)
            .bind(facts::kind_str(kind))
            .execute(&mut *writing)
            .await?;
        finish(writing, &place, &change, (operation, subject), reach(fact.scope)).await
    }

    /// Pins a fact and makes it known in every conversation of the character with the persona that is played here. It stands
    /// there whatever becomes of this conversation. Errors: as [`Store::pin_fact`].
    pub async fn give_fact_to_character(
        &self,
        session: SessionId,
        change: MemoryChange,
        id: FactId,
    ) -> Result<MemoryChanged, StoreError> {
        let subject = id.to_string();
        let (mut writing, place) = match enter(self, session, &change, Kind::GiveFact, &subject).await? {
            Entered::Before(changed) => return Ok(changed),
            Entered::Now(writing, place) => (writing, place),
        };
        let fact = named(&mut writing, &place, id).await?;
        if !fact.is_pinned {
            require_room(&mut writing, &place).await?;
        }
        sqlx::query(
            r"
            update facts set kind = 'pinned', scope = 'character', persona_id = ?3, checkpoint_id = null
            where session_id = ?1 and id = ?2 and scope = 'conversation'
            ",
        )
        .bind(session.to_string())
        .bind(&subject)
        .bind(place.persona_id.as_deref())
        .execute(&mut *writing)
        .await?;
        finish(writing, &place, &change, (Kind::GiveFact, subject), Reach::Character).await
    }

    /// Puts one pinned fact in the place of two. It has the sources of both, belongs to the character when one of them did, and
    /// what either of them had replaced stays replaced. Errors: as [`Store::pin_fact`].
    pub async fn merge_facts(
        &self,
        session: SessionId,
        change: MemoryChange,
        merge: &MergeFacts,
    ) -> Result<MemoryChanged, StoreError> {
        let text = require_sound(&merge.text)?;
        let [one, other] = merge.facts;
        let subject = format!("{one} {other} {} {}", merge.new_id, hexadecimal(&fact_hash(text)));
        let (mut writing, place) = match enter(self, session, &change, Kind::MergeFacts, &subject).await? {
            Entered::Before(changed) => return Ok(changed),
            Entered::Now(writing, place) => (writing, place),
        };
        if one == other {
            return Err(StoreError::FactGone);
        }
        let both = [
            named(&mut writing, &place, one).await?,
            named(&mut writing, &place, other).await?,
        ];
        if both.iter().all(|fact| !fact.is_pinned) {
            require_room(&mut writing, &place).await?;
        }
        exclusions::unblock(&mut writing, &place, fact_hash(text)).await?;
        let scope = insert_merged(&mut writing, &place, &both, (merge.new_id, text, change.now)).await?;
        finish(writing, &place, &change, (Kind::MergeFacts, subject), reach(scope)).await
    }
}

async fn insert_merged(
    connection: &mut SqliteConnection,
    place: &Place,
    both: &[NamedFact; 2],
    (id, text, now): (FactId, &str, jiff::Timestamp),
) -> Result<FactScope, StoreError> {
    let is_of_character = both.iter().any(|fact| fact.scope == FactScope::Character);
    let scope = if is_of_character {
        FactScope::Character
    } else {
        FactScope::Conversation
    };
    let mut replaced = both
        .iter()
        .filter_map(|fact| fact.supersedes)
        .filter(|id| both.iter().all(|fact| fact.id != *id));
    let fact = FactToInsert {
        id,
        scope,
        kind: FactKind::Pinned,
        checkpoint_id: None,
        text,
        hash: fact_hash(text),
        importance: both
            .iter()
            .map(|fact| fact.importance)
            .max()
            .unwrap_or(WRITTEN_IMPORTANCE),
        supersedes: replaced.next(),
        created_at: now,
    };
    facts::insert(connection, place, &fact).await?;
    // A fact names one that it replaces. The reader has just said what is true, so the other one goes for good.
    if let Some(second) = replaced.next() {
        facts::remove(connection, place, &second.to_string()).await?;
    }
    merge_sources(connection, place, both, id).await?;
    for fact in both {
        facts::carry_on_as(connection, place, (fact.id, id)).await?;
        facts::remove(connection, place, &fact.id.to_string()).await?;
    }
    Ok(scope)
}

/// What one of them stands by without any message is not lost with one: the sources of the other one are then only told.
async fn merge_sources(
    connection: &mut SqliteConnection,
    place: &Place,
    both: &[NamedFact; 2],
    id: FactId,
) -> Result<(), StoreError> {
    sqlx::query(
        r"
        insert into fact_sources (session_id, fact_id, message_id, hash, counts)
        select session_id, ?2, message_id, hash, min(counts and not ?5)
        from fact_sources
        where session_id = ?1 and fact_id in (?3, ?4)
        group by message_id
        order by message_id desc
        limit ?6
        ",
    )
    .bind(place.session.to_string())
    .bind(id.to_string())
    .bind(both[0].id.to_string())
    .bind(both[1].id.to_string())
    .bind(both.iter().any(|fact| fact.stands_alone))
    .bind(u32::try_from(MOST_SOURCES).unwrap_or(u32::MAX))
    .execute(connection)
    .await?;
    Ok(())
}

fn reach(scope: FactScope) -> Reach {
    match scope {
        FactScope::Conversation => Reach::Conversation,
        FactScope::Character => Reach::Character,
    }
}

/// What the automatic facts of the same words have replaced: it must stay replaced when they go.
async fn replaced_by_same(
    connection: &mut SqliteConnection,
    place: &Place,
    hash: [u8; 32],
) -> Result<Option<FactId>, StoreError> {
    let replaced: Option<String> = sqlx::query_scalar(
        r"
        select f.supersedes
        from facts f
        join checkpoints c on c.session_id = f.session_id and c.id = f.checkpoint_id and c.in_chain = 1
        where f.session_id = ?1 and f.conversation_id = ?2 and f.scope = 'conversation' and f.kind = 'automatic'
            and f.hash = ?3 and f.supersedes is not null
        order by f.created_at desc, f.id desc
        limit 1
        ",
    )
    .bind(place.session.to_string())
    .bind(place.conversation.to_string())
    .bind(hash.to_vec())
    .fetch_optional(connection)
    .await?;
    replaced.as_deref().map(facts::fact_id).transpose()
}

/// The reader's own fact takes the place of automatic ones of the same words, on every path.
async fn remove_same(
    connection: &mut SqliteConnection,
    place: &Place,
    (hash, own): ([u8; 32], FactId),
) -> Result<(), StoreError> {
    for sql in [
        // Conversations that were begun with one of them keep theirs: nothing was taken back.
        r"
        update facts set carried_fact = ?4
        where session_id = ?1 and carried_fact in (
            select id from facts
            where session_id = ?1 and conversation_id = ?2 and scope = 'conversation' and kind = 'automatic' and hash = ?3
        )
        ",
        r"
        delete from facts
        where session_id = ?1 and conversation_id = ?2 and scope = 'conversation' and kind = 'automatic' and hash = ?3
        ",
    ] {
        sqlx::query(sql)
            .bind(place.session.to_string())
            .bind(place.conversation.to_string())
            .bind(hash.to_vec())
            .bind(own.to_string())
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}
