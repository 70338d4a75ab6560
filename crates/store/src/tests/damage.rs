//! Databases that were damaged on the disk.

use std::collections::HashMap;
use std::path::Path;

use engine::conversation::MessageState;

use super::*;

/// Numbers that look random and are the same on each run (xorshift, Marsaglia 2003).
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % limit as u64).expect("below the limit")
    }
}

async fn made(path: &Path) -> (Vec<u8>, HashMap<MessageId, String>) {
    let room = Room::within(Store::open(path).await.expect("opened")).await;
    let mut revision = 0;
    for number in 1..=30 {
        let answer = format!("Answer {number}: {}", "it follows. ".repeat(30));
        revision = room
            .talk_once(number, revision, &format!("Question {number}"), &answer)
            .await;
    }
    let said = room
        .messages()
        .await
        .into_iter()
        .map(|message| (message.id, message.text))
        .collect();
    room.store.close().await.expect("closed");
    (std::fs::read(path).expect("read"), said)
}

fn damage(whole: &[u8], numbers: &mut Numbers) -> Vec<u8> {
    let mut bytes = whole.to_vec();
    let at = numbers.below(bytes.len());
    match numbers.below(4) {
        0 => bytes.truncate(at),
        1 => bytes[at] ^= 1 << numbers.below(8),
        2 => {
            let end = (at + 1 + numbers.below(600)).min(whole.len());
            bytes[at..end].fill_with(|| u8::try_from(numbers.below(256)).expect("a byte"));
        }
        _ => {
            let page = at / 4096 * 4096;
            bytes[page..page + 4096].fill(0);
        }
    }
    bytes
}

/// What is read is what was said or is marked; what is missing is reported by an error or by the check.
async fn look(store: &Store, said: &HashMap<MessageId, String>) {
    let whole = store.integrity_check().await;
    let (session, talk) = (SessionId(uuid(1)), ConversationId(uuid(2)));
    let found = match store.owner_session(session, at(0)).await {
        Ok(_) => store.messages_before(session, talk, None, 1000).await,
        Err(error) => Err(error),
    };
    match found {
        Ok(messages) => {
            let wrong = messages
                .iter()
                .filter(|message| {
                    message.state != MessageState::Damaged && said.get(&message.id) != Some(&message.text)
                })
                .count();
            assert!(
                (wrong == 0 && messages.len() == said.len()) || whole.is_err(),
                "lost in silence"
            );
        }
        Err(error) => assert!(error.code().starts_with("storage_") || whole.is_err(), "{error}"),
    }
}

#[tokio::test]
async fn damage_anywhere_is_never_a_silent_reset() {
    let folder = tempfile::tempdir().expect("a folder");
    let (whole, said) = made(&folder.path().join("whole.db")).await;
    let mut numbers = Numbers(0x9e37_79b9_7f4a_7c15);
    let cases = std::env::var("STORE_DAMAGED_DATABASES")
        .ok()
        .and_then(|count| count.parse().ok())
        .unwrap_or(40);
    for case in 0..cases {
        let path = folder.path().join(format!("{case}.db"));
        let bytes = damage(&whole, &mut numbers);
        std::fs::write(&path, &bytes).expect("written");
        match Store::open(&path).await {
            Ok(store) => {
                look(&store, &said).await;
                // Folding the log into a damaged file may fail; the connections are closed all the same.
                let _ = store.close().await;
            }
            Err(StoreError::Damaged {
                kept_as: Some(kept), ..
            }) => {
                assert!(std::fs::metadata(kept).expect("kept").len() > 0 || bytes.is_empty());
            }
            Err(error) => assert!(path.exists(), "case {case}: {error}"),
        }
    }
}
