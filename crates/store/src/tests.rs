//! What the store promises, tried on real databases.

mod changes;
mod conversations;
mod damage;
mod endings;
mod jobs;
mod kills;
mod library;
mod memory;
mod model;
mod pages;
mod personas;
mod reading;
mod recovery;
mod scrub;
mod search;
mod settings;
mod turns;

use engine::conversation::{Conversation, Message};
use engine::ids::{CharacterId, ConversationId, MessageId, OperationId, SessionId};
use jiff::Timestamp;
use uuid::Uuid;

use crate::{BeginReply, BeginTurn, NewConversation, Store, StoreError};

fn uuid(number: u32) -> Uuid {
    Uuid::from_u128(0x0190_0000_0000_7000_8000_0000_0000_0000 + u128::from(number))
}

fn message(number: u32) -> MessageId {
    MessageId(uuid(number))
}

fn operation(number: u32) -> OperationId {
    OperationId(uuid(number))
}

/// Seconds after the first of January 2026.
fn at(seconds: i64) -> Timestamp {
    Timestamp::from_second(1_767_225_600 + seconds).expect("a time")
}

fn character(id: &str) -> CharacterId {
    CharacterId::parse(id).expect("an id")
}

const GREETING: &str = "Good evening.";

/// A store with one session and one conversation that has a greeting.
struct Room {
    store: Store,
    session: SessionId,
    talk: ConversationId,
}

impl Room {
    async fn new() -> Self {
        Self::within(Store::in_memory().await.expect("a store")).await
    }

    async fn within(store: Store) -> Self {
        let session = store.owner_session(SessionId(uuid(1)), at(0)).await.expect("a session");
        let room = Self {
            store,
            session,
            talk: ConversationId(uuid(2)),
        };
        room.begin_conversation(room.talk, "sherlock", 0).await;
        room
    }

    /// Another conversation, whose greeting's id follows its own.
    async fn begin_conversation(&self, id: ConversationId, with: &str, seconds: i64) -> Conversation {
        let greeting = MessageId(Uuid::from_u128(id.0.as_u128() + 0x1_0000_0000));
        let new = NewConversation {
            id,
            character_id: character(with),
            greeting: Some((greeting, GREETING.to_owned())),
            now: at(seconds),
        };
        self.store
            .create_conversation(self.session, new)
            .await
            .expect("a conversation")
    }

    /// Message ids follow from the operation's number.
    fn turn(&self, number: u32, expected_revision: u64, text: &str) -> BeginTurn {
        BeginTurn {
            conversation_id: self.talk,
            operation_id: operation(number),
            expected_revision,
            user_id: message(1000 + 2 * number),
            user_text: text.to_owned(),
            reply_id: message(1001 + 2 * number),
            model: "small-model".to_owned(),
            now: at(i64::from(number)),
        }
    }

    fn reply(&self, number: u32, expected_revision: u64) -> BeginReply {
        BeginReply {
            conversation_id: self.talk,
            operation_id: operation(number),
            expected_revision,
            reply_id: message(1001 + 2 * number),
            model: "other-model".to_owned(),
            now: at(i64::from(number)),
        }
    }

    /// A whole turn; gives the new revision.
    async fn talk_once(&self, number: u32, expected_revision: u64, says: &str, answer: &str) -> u64 {
        let begun = self
            .store
            .begin_turn(self.session, self.turn(number, expected_revision, says))
            .await
            .expect("begun");
        let (_, revision) = self
            .store
            .commit_reply(
                self.session,
                self.talk,
                begun.reply.id,
                answer,
                None,
                at(i64::from(number)),
            )
            .await
            .expect("committed");
        revision
    }

    async fn conversation(&self) -> Conversation {
        self.store
            .conversation(self.session, self.talk)
            .await
            .expect("the conversation")
    }

    async fn messages(&self) -> Vec<Message> {
        self.store
            .messages_before(self.session, self.talk, None, u32::MAX)
            .await
            .expect("messages")
    }

    /// `role state text` of every message.
    async fn transcript(&self) -> Vec<String> {
        let messages = self.messages().await;
        for (place, message) in messages.iter().enumerate() {
            assert_eq!(message.position as usize, place, "positions have no gaps");
        }
        assert_eq!(self.conversation().await.message_count as usize, messages.len());
        messages.iter().map(line).collect()
    }

    async fn sql(&self, sql: &'static str) {
        sqlx::query(sql).execute(&self.store.writer_now()).await.expect(sql);
    }
}

fn line(message: &Message) -> String {
    format!("{} {} {}", message.role.as_str(), message.state.as_str(), message.text)
}

fn code<T: std::fmt::Debug>(result: Result<T, StoreError>) -> &'static str {
    result.expect_err("an error").code()
}
