//! What the reader has forgotten: no prompt, summary, fact, event or record holds it afterwards, on whatever path. The
//! transcript stays as it is.

mod everywhere;
mod wordings;

use engine::ids::{FactId, SessionId};
use engine::memory::normalise::fact_hash;
use engine::memory::{FactKind, FactScope};

use super::carry;
use super::controls::{Entered, MemoryChange, MemoryChanged, Reach, enter, finish, named, require_room, require_sound};
use super::exclusions;
use super::facts::{self, FactToInsert};
use super::superseded;
use crate::edits::hexadecimal;
use crate::operations::Kind;
use crate::{Store, StoreError, scrub};
pub(crate) use everywhere::forget_wordings;
pub(crate) use wordings::{Said, Sought, Wording};

/// Other words for a fact.
#[derive(Debug, Clone)]
pub struct UpdateFact {
    pub fact_id: FactId,
    /// A new one, for the fact with the other words.
    pub new_id: FactId,
    /// 1 to 500 characters.
    pub text: String,
}

/// How much of a row of facts that replaced each other is forgotten.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum HowFar {
    Itself,
    ToTheFirst,
}

impl Store {
    /// Forgets a fact, in its conversation and all that were begun with what that left, or, when it was given to the character, in
    /// all with that character. The messages that it was found in, and all that say it word for word or repeat a sentence in which it was found, are excluded from every prompt; so are those in the trash, should
    /// they come back. Automatic facts and events that were found in the same wordings go, and all facts and events that say it
    /// word for word, pinned ones too. Summaries that may tell of it are to be written again. Extraction cannot find the same
    /// words again until the reader has them remembered.
    ///
    /// What says the same in other words stays. To forget is to have it as if it had never been said, so an older fact that this one
    /// had replaced counts again, unless something else has replaced this one by now; [`Store::forget_fact_and_replaced`] forgets
    /// those too.
    ///
    /// Errors: `NotFound`, `MemoryConflict`, `Conflict`, `FactGone`.
    pub async fn forget_fact(
        &self,
        session: SessionId,
        change: MemoryChange,
        id: FactId,
    ) -> Result<MemoryChanged, StoreError> {
        self.forget_facts(session, change, (id, HowFar::Itself)).await
    }

    /// As [`Store::forget_fact`], with all that the fact has replaced, and what that had, to the first of the row.
    pub async fn forget_fact_and_replaced(
        &self,
        session: SessionId,
        change: MemoryChange,
        id: FactId,
    ) -> Result<MemoryChanged, StoreError> {
        self.forget_facts(session, change, (id, HowFar::ToTheFirst)).await
    }

    async fn forget_facts(
        &self,
        session: SessionId,
        change: MemoryChange,
        (id, how_far): (FactId, HowFar),
    ) -> Result<MemoryChanged, StoreError> {
        let subject = match how_far {
            HowFar::Itself => id.to_string(),
            HowFar::ToTheFirst => format!("{id} and replaced"),
        };
        let (mut writing, place) = match enter(self, session, &change, Kind::ForgetFact, &subject).await? {
            Entered::Before(changed) => return Ok(changed),
            Entered::Now(writing, place) => (writing, place),
        };
        let fact = named(&mut writing, &place, id).await?;
        let replaced = match how_far {
            HowFar::Itself => Vec::new(),
            HowFar::ToTheFirst => superseded::replaced_by(&mut writing, &place, id).await?,
        };
        everywhere::forget(&mut writing, &place, &fact, change.now).await?;
        for id in replaced {
            match named(&mut writing, &place, id).await {
                Ok(fact) => everywhere::forget(&mut writing, &place, &fact, change.now).await?,
                // It went with another one, or belongs to another place.
                Err(StoreError::FactGone) => {}
                Err(error) => return Err(error),
            }
        }
        scrub::note(&mut writing).await?;
        finish(writing, &place, &change, (Kind::ForgetFact, subject), Reach::Character).await
    }

    /// Forgets a fact's words and has others remembered in their place, pinned and in the same scope, also where the fact was carried
    /// to; what the fact had replaced
    /// stays replaced. Where only case, punctuation or spaces differ, nothing is forgotten: the words are put right.
    ///
    /// Errors: as [`Store::forget_fact`], and `BadFact`, `TooManyFacts`.
    pub async fn update_fact(
        &self,
        session: SessionId,
        change: MemoryChange,
        update: &UpdateFact,
    ) -> Result<MemoryChanged, StoreError> {
        let text = require_sound(&update.text)?;
        let hash = fact_hash(text);
        let subject = format!("{} {} {}", update.fact_id, update.new_id, hexadecimal(&hash));
        let (mut writing, place) = match enter(self, session, &change, Kind::UpdateFact, &subject).await? {
            Entered::Before(changed) => return Ok(changed),
            Entered::Now(writing, place) => (writing, place),
        };
        let former = named(&mut writing, &place, update.fact_id).await?;
        if !former.is_pinned {
            require_room(&mut writing, &place).await?;
        }
        if former.hash == hash {
            carry::put_right(&mut writing, &place, (&former, text)).await?;
            sqlx::query("update facts set text = ?3, kind = 'pinned' where session_id = ?1 and id = ?2")
                .bind(session.to_string())
                .bind(update.fact_id.to_string())
                .bind(text)
                .execute(&mut *writing)
                .await?;
            return finish(writing, &place, &change, (Kind::UpdateFact, subject), Reach::Character).await;
        }
        let persona = former.persona_id.clone();
        let carried = carry::carried_as(&mut writing, &place, &former.hash).await?;
        everywhere::forget(&mut writing, &place, &former, change.now).await?;
        scrub::note(&mut writing).await?;
        exclusions::unblock(&mut writing, &place, hash).await?;
        let fact = FactToInsert {
            id: update.new_id,
            scope: former.scope,
            kind: FactKind::Pinned,
            checkpoint_id: None,
            text,
            hash,
            importance: former.importance,
            supersedes: facts::still_there(&mut writing, &place, former.supersedes).await?,
            created_at: change.now,
        };
        // One of the character's may be known with another persona than the one that is played here now.
        let mut of_fact = place.clone();
        if former.scope == FactScope::Character {
            of_fact.persona_id = persona;
        }
        facts::insert(&mut writing, &of_fact, &fact).await?;
        if fact.scope == FactScope::Conversation {
            carry::put_in_other_words(&mut writing, &place, &fact, &carried).await?;
        }
        finish(writing, &place, &change, (Kind::UpdateFact, subject), Reach::Character).await
    }
}
