//! Measures searches among many messages: `cargo run --release -p store --example search_speed -- 100000`. Prints one JSON
//! line for each question: how many were found, and the middle and the slowest of eleven searches, in milliseconds.
#![expect(clippy::print_stdout, reason = "it prints what it measures")]

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use engine::ids::{CharacterId, ConversationId, MessageId, OperationId, SessionId};
use engine::search::Question;
use jiff::Timestamp;
use store::{BeginTurn, NewConversation, SearchFor, Store, StoreError};
use uuid::Uuid;

/// Common words first, as in any language: word `n` is drawn about `1/n` as often as the first.
const SYLLABLES: [&str; 16] = [
    "ka", "lo", "mi", "ren", "su", "tal", "vor", "ine", "da", "el", "qua", "shi", "bor", "ne", "zu", "pha",
];
const QUESTIONS: [&str; 6] = [
    "w1 w2 w3",
    "w5 w40 w300",
    "w900 w1200 w3000",
    "w2",
    "\"w1 w2 w3\"",
    "夜月風",
];

/// As version 7 has it: later ones are greater.
fn new_id() -> Uuid {
    static LAST: AtomicU64 = AtomicU64::new(0);
    let number = LAST.fetch_add(1, Ordering::Relaxed);
    Uuid::from_u128(0x0190_0000_0000_7000_8000_0000_0000_0000 + u128::from(number))
}

struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % limit
    }

    /// By Zipf's law, roughly.
    fn rank(&mut self) -> u64 {
        let octave = self.below(13);
        let first = 1 << octave;
        first + self.below(first)
    }
}

fn word(rank: u64) -> String {
    let mut word = String::new();
    let mut left = rank;
    while left > 0 {
        word.push_str(SYLLABLES[(left % 16) as usize]);
        left /= 16;
    }
    word
}

fn text(dice: &mut Dice) -> String {
    let mut text = String::new();
    for _ in 0..20 + dice.below(60) {
        text.push_str(&word(dice.rank()));
        text.push(' ');
    }
    if dice.below(4) == 0 {
        for _ in 0..40 {
            text.push(['夜', '月', '風', '花', '雪', '山', '川', '海', '空', '星'][dice.below(10) as usize]);
        }
    }
    text
}

/// The words of a question, with `w5` for the fifth most common word.
fn question(pattern: &str) -> Question {
    let words: Vec<String> = pattern
        .split(' ')
        .map(|part| {
            let rank = part
                .trim_matches('"')
                .strip_prefix('w')
                .and_then(|rank| rank.parse().ok());
            rank.map_or_else(
                || part.to_owned(),
                |rank| part.replace(&format!("w{rank}"), &word(rank)),
            )
        })
        .collect();
    Question::of(&words.join(" "))
}

async fn fill(store: &Store, session: SessionId, count: u32) -> Result<(), StoreError> {
    let mut dice = Dice(7);
    let talk = ConversationId(new_id());
    let new = NewConversation {
        id: talk,
        character_id: CharacterId::parse("measured").expect("an id"),
        greeting: None,
        now: Timestamp::now(),
    };
    store.create_conversation(session, new).await?;
    let mut revision = 0;
    for _ in 0..count / 2 {
        let turn = BeginTurn {
            conversation_id: talk,
            operation_id: OperationId(new_id()),
            expected_revision: revision,
            user_id: MessageId(new_id()),
            user_text: text(&mut dice),
            reply_id: MessageId(new_id()),
            model: "measured".to_owned(),
            now: Timestamp::now(),
        };
        let begun = store.begin_turn(session, turn).await?;
        let reply = text(&mut dice);
        revision = store
            .commit_reply(session, talk, begun.reply.id, &reply, None, Timestamp::now())
            .await?
            .1;
    }
    Ok(())
}

#[tokio::main]
async fn main() -> Result<(), StoreError> {
    let count = std::env::args()
        .nth(1)
        .and_then(|count| count.parse().ok())
        .unwrap_or(100_000);
    let folder = tempfile::tempdir().expect("a folder");
    let store = Store::open(&folder.path().join("measured.db")).await?;
    let session = store.owner_session(SessionId(new_id()), Timestamp::now()).await?;
    let begun = Instant::now();
    fill(&store, session, count).await?;
    let filled = begun.elapsed().as_secs_f64();
    let begun = Instant::now();
    store.rebuild_search_index().await?;
    println!(
        r#"{{"messages":{count},"filled_s":{filled:.1},"indexed_s":{:.1}}}"#,
        begun.elapsed().as_secs_f64()
    );
    for pattern in QUESTIONS {
        let question = question(pattern);
        let mut times = Vec::new();
        let mut hits = 0;
        for _ in 0..11 {
            let look = SearchFor {
                question: &question,
                conversation_id: None,
                limit: 51,
            };
            let begun = Instant::now();
            let found = store.search(session, look).await?;
            times.push(begun.elapsed().as_secs_f64() * 1000.0);
            hits = found.len();
        }
        times.sort_by(f64::total_cmp);
        let asked = pattern.replace('"', "'");
        println!(
            r#"{{"question":"{asked}","hits":{hits},"p50_ms":{:.1},"max_ms":{:.1}}}"#,
            times[5], times[10]
        );
    }
    store.close().await
}
