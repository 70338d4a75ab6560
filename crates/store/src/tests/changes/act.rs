//! Does the same to the store and to the lists, and compares.

use std::collections::BTreeSet;

use engine::ids::TrashId;

use super::lists::{Line, Lists, Outcome, Talk};
use super::prompts::{sent, words_in};
use super::{Act, Piece, Step};
use crate::branches::id_prefix;
use crate::tests::*;
use crate::{BranchOff, Change, RestoreTrash, TrashKind};

/// What an act is about, found before anything changes.
#[derive(Debug, Clone, Copy)]
struct Target {
    revision: u64,
    reply: MessageId,
    message: MessageId,
    lying: TrashId,
}

pub struct Driver {
    pub room: Room,
    lists: Lists,
    current: usize,
    number: u32,
}

fn trash(number: u32) -> TrashId {
    TrashId(uuid(500_000 + number))
}

/// The fresh id that copies are named after in a step.
fn seed(number: u32) -> Uuid {
    Uuid::from_u128(0x0191_0000_0000_7000_8000_0000_0000_0000 | (u128::from(number) << 48))
}

fn copied(number: u32) -> impl Fn(usize) -> MessageId {
    move |place| {
        format!("{}{place:012x}", id_prefix(seed(number)))
            .parse()
            .map(MessageId)
            .expect("an id")
    }
}

fn code_of<T>(result: Result<T, StoreError>) -> Outcome {
    result.map(drop).map_err(|error| error.code())
}

impl Driver {
    pub async fn new() -> Self {
        let room = Room::new().await;
        let greeting = room.messages().await[0].id;
        let talk = Talk {
            id: room.talk,
            lines: vec![Line::new(greeting, "greeting", GREETING, "complete")],
            revision: 0,
            draft: String::new(),
            open: None,
            deleted: false,
            erased: false,
        };
        Self {
            room,
            lists: Lists {
                talks: vec![talk],
                trash: Vec::new(),
            },
            current: 0,
            number: 10,
        }
    }

    pub async fn step(&mut self, step: &Step) {
        self.number += 1;
        self.room.talk = self.lists.talks[self.current].id;
        let revision = self.lists.talks[self.current].revision + if step.stale { 7 } else { 0 };
        let place = self.place(&step.act);
        let target = self.target(revision, place);
        let real = self.really(&step.act, target).await;
        let expected = self.expected(step, place);
        assert_eq!(real, expected, "{step:?}");
        self.compare(step).await;
        if step.twice && real.is_ok() && asked_by_reader(&step.act) {
            let again = self.really(&step.act, target).await;
            assert_eq!(again, Ok(()), "asked for again: {step:?}");
            self.compare(step).await;
        }
        if let Act::Switch(number) = step.act {
            self.current = number % self.lists.talks.len();
        }
    }

    /// The conversations that are not in the trash.
    pub fn talks(&self) -> Vec<ConversationId> {
        let there = self.lists.talks.iter().filter(|talk| !talk.deleted);
        there.map(|talk| talk.id).collect()
    }

    fn target(&self, revision: u64, place: Option<usize>) -> Target {
        let lines = &self.lists.talks[self.current].lines;
        let nobody = message(999_999);
        Target {
            revision,
            reply: lines.last().map_or(nobody, |line| line.id),
            message: place.and_then(|place| lines.get(place)).map_or(nobody, |line| line.id),
            lying: place
                .and_then(|place| self.lists.trash.get(place))
                .map_or(trash(0), |lying| lying.id),
        }
    }

    /// The position that an act's number stands for, in the conversation or in the trash.
    fn place(&self, act: &Act) -> Option<usize> {
        let (number, length) = match act {
            Act::Delete(number) | Act::Edit(number) | Act::Choose(number, _) | Act::Branch(number) => {
                (number, self.lists.talks[self.current].lines.len())
            }
            Act::Restore(number) | Act::Erase(number) => (number, self.lists.trash.len()),
            _ => return None,
        };
        number.checked_rem(length)
    }

    fn branch(&self, conversation_id: ConversationId, message_id: MessageId) -> BranchOff {
        BranchOff {
            conversation_id,
            message_id,
            operation_id: operation(self.number),
            new_id: ConversationId(uuid(700_000 + self.number)),
            seed: seed(self.number),
            now: at(i64::from(self.number)),
        }
    }

    fn restoring(&self, id: TrashId) -> RestoreTrash {
        RestoreTrash {
            id,
            replaced_id: trash(self.number),
            new_id: ConversationId(uuid(700_000 + self.number)),
            seed: seed(self.number),
            now: at(i64::from(self.number)),
        }
    }

    async fn really(&self, act: &Act, target: Target) -> Outcome {
        let Target {
            revision,
            reply,
            message: there,
            lying,
        } = target;
        let (room, store, session, number) = (&self.room, &self.room.store, self.room.session, self.number);
        let (talk, now) = (room.talk, at(i64::from(number)));
        let change = Change {
            conversation_id: talk,
            operation_id: operation(number),
            expected_revision: revision,
            now,
        };
        let text = self.text();
        match act {
            Act::Say => code_of(store.begin_turn(session, room.turn(number, revision, &text)).await),
            Act::Reply => code_of(store.begin_reply(session, room.reply(number, revision)).await),
            Act::Retry => code_of(store.begin_retry(session, room.reply(number, revision)).await),
            Act::Partial(piece) => code_of(store.write_partial(session, talk, reply, &self.piece(*piece)).await),
            Act::Commit(piece) => code_of(
                store
                    .commit_reply(session, talk, reply, &self.piece(*piece), None, now)
                    .await,
            ),
            Act::Cut(piece) => code_of(
                store
                    .cut_reply(session, talk, reply, &self.piece(*piece), None, now)
                    .await,
            ),
            Act::Fail => code_of(store.take_back_turn(session, talk, reply, now).await),
            Act::Recover => code_of(store.recover(now).await),
            Act::EditLast => code_of(store.edit_last_message(session, change, trash(number)).await),
            Act::Undo => code_of(store.undo_turn(session, change, trash(number)).await),
            Act::Clear => code_of(store.clear_conversation(session, change, trash(number)).await),
            Act::Delete(_) => code_of(store.delete_message(session, change, there, trash(number)).await),
            Act::Edit(_) => code_of(store.edit_message(session, change, (there, &text), trash(number)).await),
            Act::Choose(_, ordinal) => code_of(store.choose_alternate(session, change, (there, *ordinal)).await),
            Act::Branch(_) => code_of(store.branch_off(session, self.branch(talk, there)).await),
            Act::Switch(_) => Ok(()),
            Act::DeleteConversation => code_of(store.delete_conversation(session, talk, trash(number), now).await),
            Act::Restore(_) => code_of(store.restore_from_trash(session, self.restoring(lying)).await),
            Act::Erase(_) => code_of(store.erase_from_trash(session, lying).await),
        }
    }

    fn expected(&mut self, step: &Step, place: Option<usize>) -> Outcome {
        let (number, talk, text) = (self.number, self.current, self.text());
        let (words, new_trash) = (message(1000 + 2 * number), trash(number));
        let reply = message(1001 + 2 * number);
        let new_talk = ConversationId(uuid(700_000 + number));
        let (lists, stale) = (&mut self.lists, step.stale);
        match &step.act {
            Act::Say
            | Act::Reply
            | Act::Retry
            | Act::EditLast
            | Act::Undo
            | Act::Clear
            | Act::Delete(_)
            | Act::Edit(_)
            | Act::Choose(..) => lists.talks[talk].ready(stale)?,
            Act::Branch(_) => lists.talks[talk].ready(false)?,
            _ => {}
        }
        match &step.act {
            Act::Say => lists.talks[talk].say([words, reply], &text),
            Act::Reply => lists.talks[talk].reply(reply)?,
            Act::Retry => lists.talks[talk].retry(reply)?,
            Act::Partial(piece) => lists.talks[talk].write(&step_piece(*piece, number), "streaming")?,
            Act::Commit(piece) => lists.talks[talk].write(&step_piece(*piece, number), "complete")?,
            Act::Cut(piece) => lists.talks[talk].write(&step_piece(*piece, number), "cut_short")?,
            Act::Fail => lists.talks[talk].give_up(false)?,
            Act::Recover => {
                for talk in lists.talks.iter_mut().filter(|talk| talk.open.is_some()) {
                    talk.give_up(true)?;
                }
            }
            Act::EditLast | Act::Undo => drop(lists.take_back_last(talk, new_trash)?),
            Act::Clear => lists.clear(talk, new_trash),
            Act::Delete(_) => lists.delete(talk, place, new_trash)?,
            Act::Edit(_) => lists.edit(talk, place, &text, new_trash)?,
            Act::Choose(_, ordinal) => lists.choose(talk, place, *ordinal)?,
            Act::Branch(_) => lists.branch(talk, place.ok_or("not_found")? + 1, new_talk, copied(number)),
            Act::Switch(_) => {}
            Act::DeleteConversation => lists.delete_talk(talk, new_trash)?,
            Act::Restore(_) => lists.restore(place.ok_or("not_found")?, (new_talk, new_trash), copied(number))?,
            Act::Erase(_) => lists.erase(place.ok_or("not_found")?),
        }
        Ok(())
    }

    async fn compare(&self, step: &Step) {
        let (store, session) = (&self.room.store, self.room.session);
        for talk in &self.lists.talks {
            let found = store.conversation(session, talk.id).await;
            if talk.deleted {
                assert_eq!(code_of(found), Err("not_found"), "{step:?}");
                continue;
            }
            let found = found.expect("the conversation");
            let by_reader = talk.lines.iter().any(|line| line.by_reader);
            let seen = (found.revision, found.message_count as usize, found.met);
            assert_eq!(seen, (talk.revision, talk.lines.len(), by_reader), "{step:?}");
            assert_eq!(
                store.draft(session, talk.id).await.expect("a draft"),
                talk.draft,
                "{step:?}"
            );
            assert_eq!(self.stored(talk.id).await, talk.lines, "{step:?}");
            let shown: BTreeSet<String> = talk
                .lines
                .iter()
                .flat_map(|line| words_in(&line.clone().shown().0))
                .collect();
            let sent: BTreeSet<String> = sent(store, session, talk.id).await.into_iter().collect();
            assert!(
                sent.is_subset(&shown),
                "{step:?}: sent {sent:?}, but only {shown:?} stands"
            );
        }
        let mut listed: Vec<(TrashId, TrashKind, u32)> = store
            .trash(session, 1000)
            .await
            .expect("read")
            .into_iter()
            .map(|item| (item.id, item.kind, item.messages))
            .collect();
        listed.sort_by_key(|item| item.0);
        let visible = |lying: &&super::lists::Lying| {
            lying.kind == TrashKind::Conversation || !self.lists.talks[lying.talk].deleted
        };
        let count = |lines: usize| u32::try_from(lines).expect("few");
        let mut expected: Vec<(TrashId, TrashKind, u32)> = self
            .lists
            .trash
            .iter()
            .filter(visible)
            .map(|lying| (lying.id, lying.kind, count(lying.lines.len())))
            .collect();
        expected.sort_by_key(|item| item.0);
        assert_eq!(listed, expected, "{step:?}");
    }

    /// Every message with all its alternates, as the tables have them.
    async fn stored(&self, talk: ConversationId) -> Vec<Line> {
        let messages = self
            .room
            .store
            .messages_before(self.room.session, talk, None, 1000)
            .await
            .expect("read");
        let mut lines = Vec::new();
        for (place, message) in messages.into_iter().enumerate() {
            assert_eq!(message.position as usize, place, "positions have no gaps");
            let rows: Vec<(u32, String, String, Option<String>)> = sqlx::query_as(
                "select ordinal, text, state, model from alternates where message_id = ?1 order by ordinal",
            )
            .bind(message.id.to_string())
            .fetch_all(&self.room.store.reader())
            .await
            .expect("read");
            assert_eq!(rows.len(), message.alternates as usize);
            assert!(
                rows.iter().enumerate().all(|(place, row)| row.0 as usize == place),
                "{rows:?}"
            );
            let state = |text: &str| {
                ["complete", "streaming", "cut_short"]
                    .into_iter()
                    .find(|state| *state == text)
            };
            let (chosen, by_model) = (message.alternate as usize, rows.iter().any(|row| row.3.is_some()));
            assert_eq!(
                (message.text.as_str(), message.state.as_str()),
                (rows[chosen].1.as_str(), rows[chosen].2.as_str())
            );
            lines.push(Line {
                id: message.id,
                by_reader: message.role.as_str() == "user",
                by_model,
                wordings: rows
                    .into_iter()
                    .map(|row| (row.1, state(&row.2).expect("a state")))
                    .collect(),
                chosen,
            });
        }
        lines
    }

    fn text(&self) -> String {
        step_piece(Piece::Words, self.number)
    }

    fn piece(&self, piece: Piece) -> String {
        step_piece(piece, self.number)
    }
}

/// Each text is said once, so that it can be told where it comes from.
fn step_piece(piece: Piece, number: u32) -> String {
    match piece {
        Piece::Words => format!("said{number}x"),
        Piece::Blank => "\n".to_owned(),
    }
}

/// What carries an operation id, or is its own.
fn asked_by_reader(act: &Act) -> bool {
    match act {
        Act::Partial(_) | Act::Commit(_) | Act::Cut(_) | Act::Fail | Act::Recover | Act::Switch(_) | Act::Erase(_) => {
            false
        }
        Act::Say | Act::Reply | Act::Retry | Act::EditLast | Act::Undo | Act::Clear | Act::Delete(_) | Act::Edit(_) => {
            true
        }
        Act::Choose(..) | Act::Branch(_) | Act::DeleteConversation | Act::Restore(_) => true,
    }
}
