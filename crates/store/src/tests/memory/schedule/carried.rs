//! What other conversations were begun with.

use super::super::*;
use super::Act;
use super::driver::Driver;
use crate::CarryFrom;

/// So many are looked at; each is read after every act.
const MOST: usize = 2;

impl Driver {
    pub async fn carry_on(&mut self) {
        if self.later.len() == MOST {
            return;
        }
        let number = self.number;
        let talk = ConversationId(uuid(770_000 + number));
        let new = NewConversation {
            id: talk,
            character_id: character("sherlock"),
            greeting: None,
            now: at(i64::from(number)),
        };
        let from = CarryFrom {
            conversation_id: self.room.talk,
            seed: Uuid::from_u128(0x0196_0000_0000_7000_8000_0000_0000_0000 | (u128::from(number) << 48)),
        };
        let store = &self.room.store;
        store
            .create_conversation_from(self.room.session, new, from)
            .await
            .expect("begun");
        let later = self.room.in_talk(talk);
        assert_eq!(later.summary().await, self.room.summary().await);
        later.say(100_000 + number, "its own", "its own").await;
        later.read_on(100_000 + number, 2).await;
        self.later.push(later);
    }

    /// Whatever a message says that does not stand is told in none of them: every message's words end in a number of its own.
    pub async fn compare_carried(&self, act: &Act) {
        let messages = self.room.messages().await;
        for later in &self.later {
            for text in &self.forgotten {
                assert!(
                    !later.is_kept_here(text).await,
                    "{act:?}: {text:?} is kept where it was carried to"
                );
            }
            let told = later.store.prompt_memory(later.session, later.talk).await;
            let told = told.expect("memory");
            let summary = told.summary.as_ref().map(|told| told.summary.text.as_str());
            let facts = told.automatic.iter().map(|fact| fact.text.as_str());
            let reasons = told
                .relationship
                .iter()
                .map(|axis| axis.reason.trim_start_matches("because "));
            let texts = facts.chain(summary.unwrap_or_default().split("; ")).chain(reasons);
            for text in texts.filter(|text| !text.is_empty() && *text != "its own") {
                let is_written = text.starts_with("remembered ") || text.starts_with("updated ");
                let stands = messages.iter().any(|message| message.text == text);
                assert!(is_written || stands, "{act:?}: {text:?} is told, and does not stand");
            }
        }
    }
}
