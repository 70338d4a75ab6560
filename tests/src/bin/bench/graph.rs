//! The memory graph as it grows: how long it takes to read a conversation of so many memories into it (without encoding them), to add
//! one, and to be reminded, with the encoder and without. Everything goes the way of the product: its store, its reading, its recall.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use app::folders::Folders;
use app::recall::{Ask, bring_up_to_date, recall_messages};
use app::{App, Options};
use characterchat_tests::checkout;
use engine::conversation::{MessageState, Role};
use engine::graph::view::RecallMethod;
use engine::ids::{ConversationId, MessageId, OperationId};
use engine::recall::Configuration;
use engine::save_file::{SavedAlternate, SavedMessage, SavedTime};
use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};
use store::BeginTurn;
use uuid::Uuid;

use crate::made;

const CHARACTER: &str = "sherlock_holmes";
const SIZES: [usize; 3] = [1_000, 10_000, 100_000];
const INSERTS: usize = 60;
const QUERIES: usize = 60;
/// So many different texts are said; each is encoded once, and its vectors are kept for every message that says it.
const TEXTS: usize = 600;

const PEOPLE: [&str; 12] = [
    "Ada",
    "my brother",
    "Mrs Bell",
    "the baker",
    "my uncle",
    "Tom",
    "the doctor",
    "our neighbour",
    "Ines",
    "the captain",
    "Mara",
    "my teacher",
];
const DEEDS: [&str; 10] = [
    "lost",
    "painted",
    "sold",
    "found",
    "repaired",
    "hid",
    "borrowed",
    "burned",
    "dreamt of",
    "wrote about",
];
const THINGS: [&str; 30] = [
    "a violin",
    "the red boat",
    "an old letter",
    "the garden gate",
    "a silver watch",
    "the blue house",
    "a bicycle",
    "the last train",
    "a map of the island",
    "the piano",
    "a broken lamp",
    "the chess set",
    "a pair of boots",
    "the orchard",
    "a stray cat",
    "the clock",
    "a jar of honey",
    "the lighthouse",
    "a winter coat",
    "the telescope",
    "a book of poems",
    "the bakery",
    "a wooden horse",
    "the bridge",
    "a photograph",
    "the storm",
    "a kettle",
    "the well",
    "a paper kite",
    "the theatre",
];

/// `sizes` instead of the usual ones, when there are any.
pub fn graph(sizes: &[String]) -> Result<Value> {
    let sizes: Vec<usize> = match sizes {
        [] => SIZES.to_vec(),
        some => some.iter().map(|size| size.parse()).collect::<Result<_, _>>()?,
    };
    let runtime = tokio::runtime::Runtime::new()?;
    runtime.block_on(async {
        let mut lines = Lines::default();
        for size in &sizes {
            lines.measure(*size).await?;
        }
        Ok(json!({
            "memories": sizes, "build_s": lines.build, "insert_ms_p95": lines.insert, "recall_ms_p95": lines.recall,
            "recall_lexical_ms_p95": lines.lexical, "rss_mib": lines.memory, "encoder": lines.encoder,
        }))
    })
}

#[derive(Default)]
struct Lines {
    build: Vec<f64>,
    insert: Vec<f64>,
    recall: Vec<f64>,
    lexical: Vec<f64>,
    memory: Vec<f64>,
    encoder: bool,
}

impl Lines {
    async fn measure(&mut self, size: usize) -> Result<()> {
        let folder = tempfile::tempdir()?;
        let models = std::env::var_os("CHARACTERCHAT_MODELS").map(PathBuf::from);
        let app = App::start(Options {
            folders: Folders::new(folder.path().join("data"), checkout(), models),
            program: "bench",
            extra_model: None,
        })
        .await?;
        let id = fill(&app, size).await?;
        let building = Instant::now();
        let held = bring_up_to_date(&app, app.owner(), id).await?;
        self.build.push(seconds(building.elapsed()));
        ensure!(held == size, "{held} memories instead of {size}");
        self.encoder = made::encode(&app, id, (0..TEXTS).map(text)).await?;
        sync(&folder.path().join("data"))?;
        let mut inserts = Vec::new();
        for number in 0..INSERTS {
            inserts.push(insert(&app, id, number).await?);
        }
        self.insert.push(p95(&mut inserts));
        for (configuration, times) in [
            (Configuration::Full, &mut self.recall),
            (Configuration::Lexical, &mut self.lexical),
        ] {
            let mut asked = Vec::new();
            for number in 0..QUERIES + 3 {
                let time = ask(&app, id, (number, configuration)).await?;
                // The first ones only warm up.
                if number >= 3 {
                    asked.push(time);
                }
            }
            times.push(p95(&mut asked));
        }
        self.memory.push(resident_mib()?);
        app.end().await;
        Ok(())
    }
}

/// Waits until the disk has what was written in bulk: nobody's evening begins with that, and every commit would wait for it.
fn sync(folder: &Path) -> Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_file() {
            File::open(path)?.sync_all()?;
        }
    }
    Ok(())
}

/// Every text of the conversation.
fn text(number: usize) -> String {
    let number = number % TEXTS;
    let pick = |words: &[&str], step: usize| words[number * step / 7 % words.len()].to_owned();
    let (who, did, what) = (pick(&PEOPLE, 5), pick(&DEEDS, 11), THINGS[number % THINGS.len()]);
    match number % 3 {
        0 => format!("Today {who} {did} {what}, and I do not know what to make of it. Number {number} of my troubles."),
        1 => format!(
            "Do you remember how {who} {did} {what}? That was in the year {}.",
            1900 + number
        ),
        _ => format!("I was so happy when {who} {did} {what}! We talked about it for {number} minutes."),
    }
}

async fn fill(app: &App, size: usize) -> Result<ConversationId> {
    let start = Timestamp::now() - SignedDuration::from_mins(size as i64 * 30);
    let message = |place: usize| {
        // A sitting of twenty exchanges, a minute apart, every ten hours.
        let exchange = place / 2;
        let minutes = (exchange / 20) as i64 * 600 + (exchange % 20) as i64;
        let at = Some(SavedTime::new(
            (start + SignedDuration::from_mins(minutes)).as_millisecond(),
            None,
        ));
        let by_reader = place.is_multiple_of(2);
        SavedMessage {
            id: Some(MessageId(Uuid::now_v7())),
            origin: None,
            role: if by_reader { Role::User } else { Role::Character },
            created_at: at,
            chosen: 0,
            alternates: vec![SavedAlternate {
                text: text(place),
                state: MessageState::Complete,
                created_at: at,
                edited_at: None,
                model: (!by_reader).then(|| "bench".to_owned()),
                reasoning: None,
            }],
        }
    };
    made::conversation(app, CHARACTER, (0..2 * size).map(message).collect()).await
}

/// Adds one exchange, and gives the time until it can be recalled.
async fn insert(app: &App, id: ConversationId, number: usize) -> Result<Duration> {
    let (session, now) = (app.owner(), Timestamp::now());
    let expected_revision = app.store.conversation(session, id).await?.revision;
    let turn = BeginTurn {
        conversation_id: id,
        operation_id: OperationId(Uuid::now_v7()),
        expected_revision,
        user_id: MessageId(Uuid::now_v7()),
        user_text: text(number * 7 + 1),
        reply_id: MessageId(Uuid::now_v7()),
        model: "bench".to_owned(),
        now,
    };
    let begun = app.store.begin_turn(session, turn).await?;
    let answer = text(number * 11 + 2);
    app.store
        .commit_reply(session, id, begun.reply.id, &answer, None, now)
        .await?;
    let began = Instant::now();
    bring_up_to_date(app, session, id).await?;
    Ok(began.elapsed())
}

async fn ask(app: &App, id: ConversationId, (number, configuration): (usize, Configuration)) -> Result<Duration> {
    let asked = match number % 2 {
        0 => format!(
            "What did {} do with {}?",
            PEOPLE[number % PEOPLE.len()],
            THINGS[number % THINGS.len()]
        ),
        _ => format!(
            "I went past {} again and felt happy.",
            THINGS[number * 7 % THINGS.len()]
        ),
    };
    let ask = Ask {
        text: &asked,
        now: Timestamp::now(),
        method: RecallMethod::Hybrid,
        most: 15,
        before: None,
    };
    let began = Instant::now();
    let found = recall_messages(app, app.owner(), id, (ask, configuration)).await?;
    let time = began.elapsed();
    ensure!(found.len() == 15, "{} messages were recalled", found.len());
    Ok(time)
}

fn seconds(time: Duration) -> f64 {
    (time.as_secs_f64() * 1_000.0).round() / 1_000.0
}

fn p95(times: &mut [Duration]) -> f64 {
    times.sort();
    let time = times[(times.len() * 95 / 100).min(times.len() - 1)];
    (time.as_secs_f64() * 100_000.0).round() / 100.0
}

/// What this process holds in memory now.
fn resident_mib() -> Result<f64> {
    let status = std::fs::read_to_string("/proc/self/status")?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmRSS:"))
        .context("the memory of this process")?;
    let kilobytes: f64 = line.trim().trim_end_matches("kB").trim().parse()?;
    Ok((kilobytes / 1_024.0).round())
}
