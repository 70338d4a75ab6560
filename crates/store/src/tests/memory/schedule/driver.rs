//! Does what a schedule says, and keeps what the reader did.

use std::collections::{HashMap, HashSet};

use engine::memory::plan::next_job;
use engine::save_file::{SavedAbout, SavedConversation};

use super::super::*;
use super::Act;
use crate::{NewFamily, UpdateFact};

/// An extraction that is under way.
struct Running {
    work: ExtractionWork,
    /// What it was told to have read.
    extraction: Extraction,
}

pub struct Driver {
    pub room: Room,
    pub number: u32,
    running: Vec<Running>,
    /// Texts that were forgotten and not remembered since.
    pub forgotten: HashSet<String>,
    /// Facts that are pinned, with the texts of the messages that they stand by; empty for what the reader wrote.
    pub pinned: HashMap<FactId, (String, Vec<(MessageId, String)>)>,
    /// Facts that the reader wrote and unpinned.
    pub written: HashMap<FactId, String>,
    /// Automatic facts that the reader removed, or put others in the place of.
    pub removed: HashSet<FactId>,
    /// Every fact and event that an extraction has left, by its checkpoint.
    pub left: HashMap<String, Left>,
    /// Checkpoints whose trust was reset, and whose romance was switched off.
    pub reset: HashSet<String>,
    pub unromantic: HashSet<String>,
    pub trash: Vec<TrashId>,
    /// Conversations that began with what this one had left.
    pub later: Vec<Room>,
}

/// What an extraction has left.
#[derive(Debug, Clone, Default)]
pub struct Left {
    pub facts: Vec<(FactId, String)>,
    /// The text that each development is about, by axis.
    pub events: Vec<(Axis, String)>,
}

impl Driver {
    pub async fn new() -> Self {
        Self {
            room: Room::new().await,
            number: 10,
            running: Vec::new(),
            forgotten: HashSet::new(),
            pinned: HashMap::new(),
            written: HashMap::new(),
            removed: HashSet::new(),
            left: HashMap::new(),
            reset: HashSet::new(),
            unromantic: HashSet::new(),
            trash: Vec::new(),
            later: Vec::new(),
        }
    }

    /// Words that nobody else says; the ends of no other words.
    fn words(&self, by: &str) -> String {
        format!("{by} w{}x", self.number)
    }

    pub async fn act(&mut self, act: &Act) {
        self.number += 1;
        match act {
            Act::Say => {
                self.room
                    .say(self.number, &self.words("said"), &self.words("told"))
                    .await
            }
            Act::Fail => self.fail().await,
            Act::Retry => {
                let last: Vec<_> = self.room.messages().await.into_iter().rev().take(2).collect();
                if let [reply, question] = &last[..]
                    && question.role.as_str() == "user"
                    && reply.role.as_str() == "character"
                {
                    self.room.answer_again(self.number, &self.words("again")).await;
                }
            }
            Act::Edit(_) | Act::Choose(..) | Act::Delete(_) | Act::Undo | Act::Restore(_) => self.rewrite(act).await,
            Act::Import => self.import().await,
            Act::BeginJob(length) => self.begin(*length).await,
            Act::FinishJob(place) => self.finish(*place).await,
            Act::Remember | Act::Pin(_) | Act::Unpin(_) | Act::Forget(_) | Act::Update(_) => self.control(act).await,
            Act::CarryOn => self.carry_on().await,
            Act::Consent(_) | Act::Lock(_) | Act::Reset => self.set(act).await,
        }
    }

    async fn fail(&self) {
        let before = self.room.memory().await.memory_revision;
        let revision = self.room.conversation().await.revision;
        let turn = self.room.turn(self.number, revision, "taken back");
        let begun = self
            .room
            .store
            .begin_turn(self.room.session, turn)
            .await
            .expect("begun");
        self.room
            .store
            .take_back_turn(self.room.session, self.room.talk, begun.reply.id, at(1))
            .await
            .expect("taken back");
        assert_eq!(self.room.memory().await.memory_revision, before, "not even a turn");
    }

    async fn rewrite(&mut self, act: &Act) {
        let (store, session) = (&self.room.store, self.room.session);
        let messages = self.room.messages().await;
        let change = self.room.changing(self.number).await;
        let gone = trash(self.number);
        let before = self.room.memory().await.memory_revision;
        let is_done = match act {
            Act::Edit(place) if !messages.is_empty() => {
                let id = messages[place % messages.len()].id;
                let words = self.words("edited");
                store.edit_message(session, change, (id, &words), gone).await.is_ok()
            }
            Act::Choose(place, ordinal) if !messages.is_empty() => {
                let message = &messages[place % messages.len()];
                let ordinal = ordinal % message.alternates;
                store
                    .choose_alternate(session, change, (message.id, ordinal))
                    .await
                    .is_ok()
            }
            Act::Delete(place) if messages.len() > 1 => {
                let id = messages[place % messages.len()].id;
                store.delete_message(session, change, id, gone).await.is_ok()
            }
            Act::Undo => store.undo_turn(session, change, gone).await.is_ok(),
            Act::Restore(place) if !self.trash.is_empty() => {
                let id = self.trash.remove(place % self.trash.len());
                let restore = crate::RestoreTrash {
                    id,
                    replaced_id: gone,
                    new_id: ConversationId(uuid(700_000 + self.number)),
                    seed: Uuid::from_u128(0x0193_0000_0000_7000_8000_0000_0000_0000 | (u128::from(self.number) << 48)),
                    now: at(i64::from(self.number)),
                };
                let restored = store.restore_from_trash(session, restore).await.expect("put back");
                restored.conversation_id == self.room.talk
            }
            _ => false,
        };
        let after = self.room.memory().await.memory_revision;
        assert_eq!(after, before + u64::from(is_done), "{act:?}");
        let lying = store.trash(session, 1000).await.expect("read");
        self.trash = lying.into_iter().map(|item| item.id).collect();
        self.trash.sort();
    }

    async fn import(&self) {
        let about = SavedAbout {
            id: Some(ConversationId(uuid(750_000 + self.number))),
            title: String::new(),
            created_at: None,
            updated_at: None,
            branched_from: None,
            language: String::new(),
            persona: None,
            draft: String::new(),
            kept: Vec::new(),
        };
        let family = NewFamily {
            character_id: &character("sherlock"),
            conversations: &[SavedConversation {
                about,
                messages: Vec::new(),
            }],
            personas: &[],
            now: at(1),
        };
        self.room
            .store
            .create_family(self.room.session, family, None)
            .await
            .expect("imported");
    }

    async fn begin(&mut self, length: u32) {
        let position = self
            .room
            .store
            .memory_position(self.room.session, self.room.talk)
            .await
            .expect("a position");
        let first = position.chain.end();
        let job = match next_job(&position.chain, 0) {
            Some(rebuild) => rebuild,
            None if first < position.finished_messages => {
                self.room.job(position.finished_messages.min(first + length)).await
            }
            None => return,
        };
        let work = self.room.work(&job).await.expect("it fits");
        let mut extraction = found(&work);
        let mut automatic = work
            .known
            .iter()
            .filter(|fact| fact.kind == engine::memory::FactKind::Automatic);
        // Now and then a fact takes the place of an older one.
        if self.number.is_multiple_of(5)
            && let (Some(older), Some(newer)) = (automatic.next_back(), extraction.facts.last_mut())
        {
            newer.supersedes = Some(older.id);
        }
        self.running.push(Running { work, extraction });
    }

    async fn finish(&mut self, place: usize) {
        if self.running.is_empty() {
            return;
        }
        let Running { work, extraction } = self.running.remove(place % self.running.len());
        let memory = self.room.memory().await;
        let messages = self.room.messages().await;
        let range = work.range.start as usize..work.range.end as usize;
        let reads_same = messages.get(range).is_some_and(|present| {
            let same = |(now, then): (&Message, &Message)| now.text == then.text && now.role == then.role;
            present.iter().zip(&work.messages).all(same)
        });
        let holds = memory.memory_revision == work.memory_revision
            && memory.position.chain.head().map(|head| head.id) == work.head
            && reads_same;
        let commit = self.room.finish(self.number, &work, &extraction).await;
        assert_eq!(commit == Commit::Committed, holds, "{:?}", work.range);
        if holds && work.kind == JobKind::Extract {
            self.note(&work, &extraction).await;
        }
    }

    /// What must have been left, by the same rules over what the extraction was.
    async fn note(&mut self, work: &ExtractionWork, extraction: &Extraction) {
        let checkpoint = CheckpointId(uuid(800_000 + self.number)).to_string();
        let known: HashSet<&str> = work.known.iter().map(|fact| fact.text.as_str()).collect();
        let expected: Vec<&NewFact> = extraction
            .facts
            .iter()
            .filter(|fact| !self.forgotten.contains(&fact.text) && !known.contains(fact.text.as_str()))
            .collect();
        let rows: Vec<(String, String)> =
            sqlx::query_as("select id, text from facts where checkpoint_id = ?1 order by id")
                .bind(&checkpoint)
                .fetch_all(&self.room.store.writer_now())
                .await
                .expect("read");
        let texts: Vec<&str> = rows.iter().map(|row| row.1.as_str()).collect();
        assert_eq!(
            texts,
            expected.iter().map(|fact| fact.text.as_str()).collect::<Vec<_>>()
        );
        let facts = rows.iter().map(|(id, text)| (id.parse().expect("an id"), text.clone()));
        let about = |event: &NewRelationshipEvent| event.reason.trim_start_matches("because ").to_owned();
        let left = Left {
            facts: facts.collect(),
            events: extraction
                .events
                .iter()
                .map(|event| (event.axis, about(event)))
                .collect(),
        };
        self.left.insert(checkpoint, left);
    }

    async fn control(&mut self, act: &Act) {
        let memory = self.room.memory().await;
        let (store, session) = (&self.room.store, self.room.session);
        let change = self.room.memory_change(self.number).await;
        let all: Vec<_> = memory.pinned.iter().chain(&memory.automatic).cloned().collect();
        let pick = |place: &usize| all.get(place.checked_rem(all.len())?).cloned();
        match act {
            Act::Remember => {
                let text = self.words("remembered");
                let id = self.room.remember(self.number, &text, FactScope::Conversation).await;
                self.pinned.insert(id, (text, Vec::new()));
            }
            Act::Pin(place) => {
                let Some(fact) = pick(place) else { return };
                store.pin_fact(session, change, fact.id).await.expect("pinned");
                self.pin(&fact).await;
            }
            Act::Unpin(place) => {
                let Some(fact) = pick(place) else { return };
                store.unpin_fact(session, change, fact.id).await.expect("unpinned");
                if let Some((text, sources)) = self.pinned.remove(&fact.id)
                    && sources.is_empty()
                {
                    self.written.insert(fact.id, text);
                }
            }
            Act::Forget(place) => {
                let Some(fact) = pick(place) else { return };
                store.forget_fact(session, change, fact.id).await.expect("forgotten");
                self.gone(&fact.text);
            }
            Act::Update(place) => {
                let Some(former) = pick(place) else { return };
                let text = self.words("updated");
                let update = UpdateFact {
                    fact_id: former.id,
                    new_id: fact(self.number),
                    text: text.clone(),
                };
                store.update_fact(session, change, &update).await.expect("updated");
                self.gone(&former.text);
                self.pinned.insert(update.new_id, (text, Vec::new()));
            }
            _ => {}
        }
    }

    /// It stands by the message that says it now.
    async fn pin(&mut self, fact: &engine::memory::Fact) {
        let messages = self.room.messages().await;
        if let Some(text) = self.written.remove(&fact.id) {
            self.pinned.insert(fact.id, (text, Vec::new()));
        }
        self.pinned.entry(fact.id).or_insert_with(|| {
            let said = messages
                .iter()
                .find(|message| message.text == fact.text)
                .expect("it stands");
            (fact.text.clone(), vec![(said.id, fact.text.clone())])
        });
    }

    /// A text is forgotten, and every fact that says it.
    fn gone(&mut self, text: &str) {
        self.forgotten.insert(text.to_owned());
        self.pinned.retain(|_, (said, _)| said != text);
        self.written.retain(|_, said| said != text);
        let facts = self.left.values().flat_map(|left| &left.facts);
        self.removed
            .extend(facts.filter(|fact| fact.1 == text).map(|fact| fact.0));
    }

    async fn set(&mut self, act: &Act) {
        let (store, session) = (&self.room.store, self.room.session);
        let change = self.room.memory_change(self.number).await;
        match act {
            Act::Consent(on) => {
                let set = store.set_axis_consent(session, change, (Axis::Romance, *on)).await;
                set.expect("set");
                if !on {
                    self.unromantic.extend(self.left.keys().cloned());
                }
            }
            Act::Lock(on) => {
                let set = store.set_axis_lock(session, change, (Axis::Trust, *on)).await;
                set.expect("set");
            }
            _ => {
                store.reset_axis(session, change, Axis::Trust).await.expect("reset");
                self.reset.extend(self.left.keys().cloned());
            }
        }
    }
}
