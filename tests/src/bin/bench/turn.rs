//! The app's own share of a turn: from the command to the model's request leaving, and from the last piece of text to the
//! committed reply, with a model that answers at once. The sizes take turns, so that whatever else the computer does meets all alike.
//! Between the turns the app asks the same model what to remember: as many facts as a prompt holds are there before measuring. The
//! vectors of all messages are there too, so that every turn is reminded by words and by meaning.
//!
//! The page keeps the draft while one types, and what stands in it is read for recall then; `unprepared` are the turns without that, as
//! after a message that was pasted and sent at once.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use app::commands::{self, OpenConversation, SaveDraft, SendMessage};
use app::events::Listener;
use app::folders::Folders;
use app::models::{ExtraModel, Profile};
use app::{App, Options};
use characterchat_tests::checkout;
use engine::conversation::{MessageState, Role};
use engine::event::Event;
use engine::ids::{CharacterId, ConversationId, MessageId, OperationId};
use engine::save_file::{SavedAlternate, SavedMessage};
use futures_util::StreamExt;
use llm::{ChatModel, ChatRequest, ModelEvent, ModelStream};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::made;

const CHARACTER: &str = "sherlock_holmes";
const SIZES: [u32; 3] = [100, 10_000, 100_000];
/// Measured turns of each size, after some that warm up and fill the memory.
const ROUNDS: usize = 200;
const WARM_UP: usize = 8;
/// Between the last word of a message and its sending.
const TYPING: Duration = Duration::from_millis(100);
const FACTS_AT_ONCE: u32 = 8;
const OPENINGS: usize = 20;
/// One reply of so many has been tried again twice.
const RETRIED: u32 = 3;
const PLACES: [&str; 11] = [
    "harbour",
    "station",
    "bakery",
    "churchyard",
    "theatre",
    "orchard",
    "market",
    "museum",
    "lighthouse",
    "bridge",
    "library",
];
const THINGS: [&str; 13] = [
    "an umbrella",
    "a short letter",
    "a violin",
    "two tickets",
    "a silver watch",
    "a wet dog",
    "a map",
    "one glove",
    "a birdcage",
    "a photograph",
    "some lilies",
    "a broken lantern",
    "a chess piece",
];
const ANSWER: [&str; 4] = [
    "*looks up* ",
    "A long walk in the rain, ",
    "a short letter, ",
    "and no umbrella.",
];

pub fn turn() -> Result<Value> {
    let folder = tempfile::tempdir()?;
    let model = Clocked::default();
    let models = std::env::var_os("CHARACTERCHAT_MODELS").map(PathBuf::from);
    let runtime = tokio::runtime::Runtime::new()?;
    runtime.block_on(async {
        let app = App::start(Options {
            folders: Folders::new(folder.path().join("data"), checkout(), models),
            program: "bench",
            extra_model: Some(ExtraModel {
                name: "clocked".to_owned(),
                model: Arc::new(model.clone()),
                profile: Profile::Full,
            }),
        })
        .await?;
        let mut conversations = Vec::new();
        for size in SIZES {
            conversations.push(fill(&app, size).await?);
        }
        let mut turns: Vec<Vec<Duration>> = vec![Vec::new(); SIZES.len()];
        let mut unprepared = turns.clone();
        for round in 0..WARM_UP + ROUNDS {
            for (place, (conversation, times)) in conversations.iter().zip(&mut turns).enumerate() {
                let said = said(round * SIZES.len() + place);
                let is_typed = round.is_multiple_of(2);
                if is_typed {
                    type_it(&app, *conversation, &said).await?;
                }
                let time = one_turn(&app, &model, (*conversation, said)).await?;
                if round >= WARM_UP {
                    let times = if is_typed { times } else { &mut unprepared[place] };
                    times.push(time);
                }
            }
        }
        for conversation in &conversations {
            let memory = app.store.prompt_memory(app.owner(), *conversation).await?;
            ensure!(
                memory.summary.is_some() && memory.automatic.len() == 40,
                "a full memory"
            );
        }
        let mut openings: Vec<Vec<Duration>> = vec![Vec::new(); SIZES.len()];
        for _ in 0..OPENINGS {
            for (conversation, times) in conversations.iter().zip(&mut openings) {
                times.push(open(&app, *conversation).await?.0);
            }
        }
        app.end().await;
        Ok(json!({
            "messages": SIZES, "p50_ms": each(&mut turns, 50), "p95_ms": each(&mut turns, 95),
            "unprepared_p50_ms": each(&mut unprepared, 50), "unprepared_p95_ms": each(&mut unprepared, 95),
            "open_ms": each(&mut openings, 50),
        }))
    })
}

/// When the last request came, and when the last piece of text was given out.
#[derive(Debug, Clone, Copy)]
struct Times {
    asked: Instant,
    answered: Instant,
}

/// A model that answers at once and notes the times.
#[derive(Debug, Clone, Default)]
struct Clocked(Arc<Mutex<Option<Times>>>);

impl Clocked {
    fn times(&self) -> std::sync::MutexGuard<'_, Option<Times>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl ChatModel for Clocked {
    fn stream(&self, request: ChatRequest) -> ModelStream {
        if request.json_schema.is_some() {
            let pieces = [
                ModelEvent::Text(remembered()),
                ModelEvent::Finished(llm::FinishReason::Stop),
            ];
            return Box::pin(futures_util::stream::iter(pieces).map(Ok));
        }
        let now = Instant::now();
        *self.times() = Some(Times {
            asked: now,
            answered: now,
        });
        let model = self.clone();
        let pieces = ANSWER.map(|piece| ModelEvent::Text(piece.to_owned()));
        let finished = ModelEvent::Finished(llm::FinishReason::Stop);
        let noted = futures_util::stream::iter(pieces).inspect(move |_| {
            if let Some(times) = model.times().as_mut() {
                times.answered = Instant::now();
            }
        });
        Box::pin(noted.chain(futures_util::stream::iter([finished])).map(Ok))
    }
}

/// An answer to what is to be remembered: a summary, and facts that nobody has told before.
fn remembered() -> String {
    let facts: Vec<Value> = (0..FACTS_AT_ONCE)
        .map(|_| {
            json!({
                "text": format!("Guest took a long walk with an umbrella and the short letter {}.", Uuid::now_v7()),
                "importance": 3, "sources": [1, 2], "replaces": 0,
            })
        })
        .collect();
    let told = |day: u32| format!("On day {day} they spoke of a long walk in the rain and of a short letter. ");
    let summary: String = (1..=12).map(told).collect();
    json!({ "summary": summary, "facts": facts, "relationship": [
        { "axis": "trust", "change": 1, "reason": "The letter was shown to Holmes.", "sources": [1] },
    ] })
    .to_string()
}

/// What the reader says: every time something else, which calls other moments to mind.
fn said(round: usize) -> String {
    let (place, thing) = (
        PLACES[round % PLACES.len()],
        THINGS[round / PLACES.len() % THINGS.len()],
    );
    format!("I went to the {place} in the rain again, and somebody had left {thing} there. What do you make of it?")
}

/// The draft is kept, and some time passes before it is sent.
async fn type_it(app: &App, conversation_id: ConversationId, text: &str) -> Result<()> {
    let draft = SaveDraft {
        conversation_id,
        text: text.to_owned(),
    };
    commands::save_draft(app, app.owner(), draft).await?;
    tokio::time::sleep(TYPING).await;
    Ok(())
}

async fn one_turn(app: &App, model: &Clocked, (conversation, text): (ConversationId, String)) -> Result<Duration> {
    let session = app.owner();
    let expected_revision = app.store.conversation(session, conversation).await?.revision;
    let mut listener = app.events.listen(session);
    let input = SendMessage {
        conversation_id: conversation,
        text,
        expected_revision,
        operation_id: OperationId(Uuid::now_v7()),
    };
    *model.times() = None;
    let sent = Instant::now();
    commands::send_message(app, session, input).await?;
    let committed = committed(&mut listener).await?;
    app.quiet().await;
    let times = model.times().context("the model was asked")?;
    Ok((times.asked - sent) + (committed - times.answered))
}

async fn committed(listener: &mut Listener) -> Result<Instant> {
    loop {
        match listener.next().await.context("the app ended")? {
            Event::TurnCommitted { .. } => return Ok(Instant::now()),
            Event::TurnFailed { error, .. } | Event::TurnCutShort { error, .. } => bail!("no whole reply: {error:?}"),
            _ => {}
        }
    }
}

async fn open(app: &App, conversation: ConversationId) -> Result<(Duration, u32)> {
    let input = OpenConversation {
        character_id: CharacterId::parse(CHARACTER)?,
        conversation_id: Some(conversation),
    };
    let opening = Instant::now();
    let view = commands::open_conversation(app, app.owner(), input).await?;
    Ok((opening.elapsed(), view.page.total))
}

/// A conversation of so many messages, some with alternates.
async fn fill(app: &App, size: u32) -> Result<ConversationId> {
    let id = made::conversation(app, CHARACTER, (0..size).map(message).collect()).await?;
    let questions = (0..PLACES.len() * THINGS.len()).map(said);
    made::encode(app, id, questions.chain((0..3).map(reply))).await?;
    let total = open(app, id).await?.1;
    ensure!(total == size, "{total} messages instead of {size}");
    Ok(id)
}

fn reply(number: u32) -> String {
    let text = "A long walk in the rain, a short letter, and no umbrella. ".repeat(4);
    format!("{number}: {text}")
}

fn message(position: u32) -> SavedMessage {
    let by_reader = position % 2 == 1;
    let alternates = if by_reader || !position.is_multiple_of(2 * RETRIED) {
        1
    } else {
        3
    };
    let alternate = |number: u32| SavedAlternate {
        text: if by_reader {
            said(position as usize / 2)
        } else {
            reply(number)
        },
        state: MessageState::Complete,
        created_at: None,
        edited_at: None,
        model: (!by_reader).then(|| "bench".to_owned()),
        reasoning: None,
    };
    SavedMessage {
        id: Some(MessageId(Uuid::now_v7())),
        origin: None,
        role: if by_reader { Role::User } else { Role::Character },
        created_at: None,
        chosen: alternates - 1,
        alternates: (0..alternates).map(alternate).collect(),
    }
}

/// A percentile of each size's times, in milliseconds.
fn each(times: &mut [Vec<Duration>], percent: usize) -> Vec<f64> {
    times
        .iter_mut()
        .map(|times| {
            times.sort();
            let time = times[(times.len() * percent / 100).min(times.len() - 1)];
            (time.as_secs_f64() * 100_000.0).round() / 100.0
        })
        .collect()
}
