//! Measures one thing and prints one line of JSON: `bench reply` (the model on this computer), `bench open` (a long conversation),
//! `bench start` (the desktop window) or `bench turn` (the app's own share of a turn), `bench graph`
//! (memories) or `bench recall` (whether they are found), `bench novel`, `bench quotations` and `bench messages` (what characters are
//! made from).

mod graph;
mod made;
mod memory;
mod messages;
mod novel;
mod quotations;
mod recall;
mod start;
mod turn;

use std::io::Write;
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use app::commands::ConversationView;
use characterchat_tests::listening::shown_text;
use characterchat_tests::test_app::{Home, Program, TestApp};
use engine::event::Event;
use engine::ids::{CharacterId, ConversationId, MessageId, OperationId, SessionId};
use jiff::Timestamp;
use serde_json::{Value, json};
use store::{BeginTurn, NewConversation, Store};
use uuid::Uuid;

const HELP: &str = "bench reply: time to the first word and to the whole reply, over a few turns with the model on this computer\n\
                    bench open [MESSAGES]: time to open a conversation of so many messages (100000) and to read its first page\n\
                    bench start: time from the start of the window to a composer to type in, memory, and sizes of packages\n\
                    bench turn: the app's own time for a turn, and to open, in conversations of 100, 10,000 and 100,000 messages\n\
                    bench graph [MEMORIES...]: to build the memory graph, to add to it and to recall, with 1,000, 10,000 and 100,000 memories\n\
                    bench recall --data FILE: how often the right moment comes to mind, for questions or statements in LoCoMo's form\n\
                    bench novel --book PATH: reading and cutting a book, and the whole job with a model of half a second\n\
                    bench quotations --data FOLDER: how much speech is found in novels, and how often the right speaker is named\n\
                    bench messages: reading a made export of 200,000 messages in three formats";
const CHARACTER: &str = "sherlock_holmes";
const TURNS: [&str; 5] = [
    "Good evening, Mr Holmes.",
    "What do you make of my boots?",
    "Have you read the papers today?",
    "Somebody has stolen my umbrella.",
    "Thank you. Good night.",
];
const TIMES: usize = 20;

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let line = match arguments.first().map(String::as_str) {
        Some("reply") => reply()?,
        Some("open") => {
            let count = arguments
                .get(1)
                .map_or(Ok(100_000), |text| text.parse())
                .with_context(|| HELP)?;
            open(count)?
        }
        Some("recall") => recall::recall(&arguments[1..])?,
        Some("start") => start::start()?,
        Some("turn") => turn::turn()?,
        Some("graph") => graph::graph(&arguments[1..])?,
        Some("novel") => novel::novel(&arguments[1..])?,
        Some("quotations") => quotations::quotations(&arguments[1..])?,
        Some("messages") => messages::messages()?,
        Some(unknown) => bail!("there is no measurement {unknown:?}. Nothing was measured.\n{HELP}"),
        None => bail!("measure what? Nothing was measured.\n{HELP}"),
    };
    writeln!(std::io::stdout(), "{line}")?;
    Ok(())
}

fn reply() -> Result<Value> {
    let models = std::env::var("CHARACTERCHAT_MODELS")
        .context("start this through `cargo xtask bench reply`: it knows where the models are")?;
    let starting = Instant::now();
    let app = TestApp::start_on(Home::new(Program::Product)?.with("CHARACTERCHAT_MODELS", &models))?;
    let start = starting.elapsed();
    let mut revision = app.open(CHARACTER)?.revision;
    let conversation = app.open(CHARACTER)?.id;
    let listener = app.listen()?;
    let (mut first_words, mut wholes, mut letters) = (Vec::new(), Vec::new(), 0);
    for text in TURNS {
        let asked = Instant::now();
        app.say(conversation, revision, text)?;
        let mut first = None;
        loop {
            let heard = listener.next()?;
            if first.is_none() && !shown_text(&heard.event).is_empty() {
                first = Some(heard.at - asked);
            }
            match heard.event {
                Event::TurnCommitted {
                    message, revision: now, ..
                } => {
                    revision = now;
                    letters += message.text.chars().count();
                    wholes.push(heard.at - asked);
                    break;
                }
                Event::TurnFailed { error, .. } | Event::TurnCutShort { error, .. } => {
                    bail!("no whole reply: {error:?}")
                }
                _ => {}
            }
        }
        first_words.push(first.context("a reply without text")?);
    }
    Ok(json!({
        "bench": "reply", "turns": TURNS.len(), "start_ms": start.as_millis(), "cold_first_word_ms": first_words[0].as_millis(),
        "first_word_ms": spread(&mut first_words), "whole_reply_ms": spread(&mut wholes), "characters": letters,
    }))
}

fn open(count: u32) -> Result<Value> {
    let home = Home::new(Program::Product)?;
    let filling = Instant::now();
    // Made in memory where there is such a folder: waiting for the disk at each message is not what is measured.
    let memory = Some(Path::new("/dev/shm")).filter(|folder| folder.is_dir());
    let workshop = memory.map_or_else(tempfile::tempdir, tempfile::tempdir_in)?;
    let made = workshop.path().join("characterchat.sqlite");
    fill(&made, count)?;
    std::fs::copy(&made, home.data().join("characterchat.sqlite"))?;
    let filled = filling.elapsed();
    let app = TestApp::start_on(home)?;
    let (mut opened, mut paged) = (Vec::new(), Vec::new());
    for _ in 0..TIMES {
        let opening = Instant::now();
        let view: ConversationView = app.open(CHARACTER)?;
        opened.push(opening.elapsed());
        ensure!(
            view.page.total == count,
            "{} messages instead of {count}",
            view.page.total
        );
        let reading = Instant::now();
        let input = json!({ "conversation_id": view.id, "before": count / 2, "limit": 100 });
        app.call::<Value>("list_messages", input)?;
        paged.push(reading.elapsed());
    }
    Ok(json!({
        "bench": "open", "messages": count, "filled_s": filled.as_secs_f64(), "open_ms": spread(&mut opened), "page_ms": spread(&mut paged),
    }))
}

/// A conversation of so many messages, made as the app makes them.
fn fill(database: &Path, count: u32) -> Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let store = Store::open(database).await?;
        let session = store.owner_session(SessionId(Uuid::now_v7()), Timestamp::now()).await?;
        let id = ConversationId(Uuid::now_v7());
        let greeting = Some((MessageId(Uuid::now_v7()), "Come in.".to_owned())).filter(|_| count % 2 == 1);
        let new = NewConversation {
            id,
            character_id: CharacterId::parse(CHARACTER)?,
            greeting,
            now: Timestamp::now(),
        };
        let mut revision = store.create_conversation(session, new).await?.revision;
        for number in 0..count / 2 {
            let begun = store.begin_turn(
                session,
                BeginTurn {
                    conversation_id: id,
                    operation_id: OperationId(Uuid::now_v7()),
                    expected_revision: revision,
                    user_id: MessageId(Uuid::now_v7()),
                    user_text: format!("Question {number}: what do you make of it?"),
                    reply_id: MessageId(Uuid::now_v7()),
                    model: "bench".to_owned(),
                    now: Timestamp::now(),
                },
            );
            let text = "A long walk in the rain, a short letter, and no umbrella. ".repeat(4);
            let reply = begun.await?.reply.id;
            (_, revision) = store
                .commit_reply(session, id, reply, &text, None, Timestamp::now())
                .await?;
        }
        store.close().await?;
        Ok(())
    })
}

/// The middle and the worst of some times, in milliseconds.
fn spread(times: &mut [Duration]) -> Value {
    times.sort();
    let milliseconds = |time: &Duration| (time.as_secs_f64() * 10_000.0).round() / 10.0;
    json!({ "median": milliseconds(&times[times.len() / 2]), "worst": times.last().map(milliseconds) })
}
