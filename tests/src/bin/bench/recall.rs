//! Whether recall finds the right moment: conversations are stored as the product stores them, and each question or statement is asked
//! the way a turn asks. A memory of the graph is an exchange: both of its messages count as found.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use app::folders::Folders;
use app::recall::{Ask, make_ready, recall as recall_memories, recall_messages};
use app::{App, Options};
use characterchat_tests::checkout;
use characterchat_tests::recall_data::{ADVERSARIAL, Case, Conversation, Turn, load};
use engine::conversation::{MessageState, Role};
use engine::graph::view::RecallMethod;
use engine::ids::{CharacterId, ConversationId, MessageId, PersonaId};
use engine::recall::Configuration;
use engine::save_file::{SavedAbout, SavedAlternate, SavedConversation, SavedMessage, SavedPersona, SavedTime};
use jiff::Timestamp;
use serde_json::{Map, Value, json};
use store::NewFamily;
use uuid::Uuid;

const HELP: &str = "bench recall --data FILE: a file of the form of LoCoMo, with questions or with statements";
/// Enough for the longest list of what should come to mind, and for 512 tokens of short messages.
const MOST: usize = 100;
/// Tokens are counted as letters / 4, with the date and the name before each message.
const LETTERS_A_TOKEN: f64 = 4.0;
const LETTERS_BEFORE: usize = 16;

/// How it is asked: a method of the graph, or the parts of the score.
#[derive(Clone, Copy)]
enum How {
    Graph(RecallMethod),
    Messages(Configuration),
}

const CONFIGURATIONS: [(&str, How); 5] = [
    ("seed_graph", How::Graph(RecallMethod::Radius)),
    ("tags", How::Graph(RecallMethod::Tags)),
    ("lexical", How::Messages(Configuration::Lexical)),
    ("static", How::Messages(Configuration::Static)),
    ("full", How::Messages(Configuration::Full)),
];

pub fn recall(arguments: &[String]) -> Result<Value> {
    let [option, path] = arguments else {
        bail!("Nothing was measured.\n{HELP}")
    };
    ensure!(option == "--data", "Nothing was measured.\n{HELP}");
    let conversations = load(Path::new(path))?;
    let runtime = tokio::runtime::Runtime::new()?;
    runtime.block_on(measure(&conversations))
}

async fn measure(conversations: &[Conversation]) -> Result<Value> {
    let folder = tempfile::tempdir()?;
    let data = folder.path().join("data");
    add_characters(&data, conversations)?;
    let models = std::env::var_os("CHARACTERCHAT_MODELS").map(PathBuf::from);
    let app = App::start(Options {
        folders: Folders::new(data, checkout(), models),
        program: "bench",
        extra_model: None,
    })
    .await?;
    let mut figures: Vec<Figures> = CONFIGURATIONS.iter().map(|_| Figures::default()).collect();
    for (number, conversation) in conversations.iter().enumerate() {
        let (id, messages) = store_conversation(&app, number, conversation).await?;
        make_ready(&app, app.owner(), id).await?;
        for ((_, how), figures) in CONFIGURATIONS.iter().zip(&mut figures) {
            for case in &conversation.cases {
                let began = Instant::now();
                let found = ask(&app, id, case, *how).await?;
                let time = began.elapsed();
                let order: Vec<usize> = found
                    .iter()
                    .filter_map(|found| messages.iter().position(|id| id == found))
                    .collect();
                figures.add(&order, conversation, case, time);
            }
        }
    }
    app.end().await;
    let queries = figures.first().map_or(0, |figures| figures.sums.queries as usize);
    let lines = CONFIGURATIONS
        .iter()
        .zip(&mut figures)
        .map(|((name, _), figures)| ((*name).to_owned(), figures.line()));
    Ok(json!({ "queries": queries, "configurations": lines.collect::<Map<String, Value>>() }))
}

/// A character for each conversation, called as its second speaker: the name is a part of recall.
fn add_characters(data: &Path, conversations: &[Conversation]) -> Result<()> {
    let folder = data.join("characters");
    std::fs::create_dir_all(&folder)?;
    let file = checkout().join("characters").join("sherlock_holmes.json");
    let mut character: Value = serde_json::from_str(&std::fs::read_to_string(file)?)?;
    for (number, conversation) in conversations.iter().enumerate() {
        let id = character_id(number);
        character["name"] = json!(conversation.speakers[1]);
        character["id"] = json!(id);
        std::fs::write(folder.join(format!("{id}.json")), character.to_string())?;
    }
    Ok(())
}

fn character_id(number: usize) -> String {
    format!("speaker_{number}")
}

/// The conversation as it is kept, and the ids of its messages in their order.
async fn store_conversation(
    app: &App,
    number: usize,
    conversation: &Conversation,
) -> Result<(ConversationId, Vec<Uuid>)> {
    let character_id = CharacterId::parse(&character_id(number))?;
    let about = SavedAbout {
        id: Some(ConversationId(Uuid::now_v7())),
        title: String::new(),
        created_at: None,
        updated_at: None,
        branched_from: None,
        language: "en".to_owned(),
        persona: Some(SavedPersona {
            name: conversation.speakers[0].clone(),
            description: String::new(),
        }),
        draft: String::new(),
        kept: Vec::new(),
    };
    let message = |turn: &Turn| message(turn, turn.speaker == conversation.speakers[0]);
    let conversations = [SavedConversation {
        about,
        messages: conversation.turns.iter().map(message).collect(),
    }];
    let family = NewFamily {
        character_id: &character_id,
        conversations: &conversations,
        personas: &[PersonaId(Uuid::now_v7())],
        now: Timestamp::now(),
    };
    app.store.create_family(app.owner(), family, None).await?;
    let made = app.store.latest_conversation(app.owner(), &character_id).await?;
    let id = made.context("the conversation was not stored")?.id;
    let mut messages = Vec::new();
    let mut before = None;
    loop {
        let page = app.store.messages_before(app.owner(), id, before, 2_000).await?;
        let Some(first) = page.first() else { break };
        before = Some(first.position);
        messages.splice(0..0, page.iter().map(|message| message.id.0));
    }
    ensure!(
        messages.len() == conversation.turns.len(),
        "{} of {} messages were stored",
        messages.len(),
        conversation.turns.len()
    );
    Ok((id, messages))
}

fn message(turn: &Turn, by_reader: bool) -> SavedMessage {
    let at = Some(SavedTime::new(turn.at.as_millisecond(), None));
    SavedMessage {
        id: Some(MessageId(Uuid::now_v7())),
        origin: None,
        role: if by_reader { Role::User } else { Role::Character },
        created_at: at,
        chosen: 0,
        alternates: vec![SavedAlternate {
            text: turn.text.clone(),
            state: MessageState::Complete,
            created_at: at,
            edited_at: None,
            model: (!by_reader).then(|| "bench".to_owned()),
            reasoning: None,
        }],
    }
}

/// The messages that come to mind, the likeliest first.
async fn ask(app: &App, id: ConversationId, case: &Case, how: How) -> Result<Vec<Uuid>> {
    let ask = |method: RecallMethod| Ask {
        text: &case.text,
        now: case.now,
        method,
        most: MOST,
        before: Some(u32::try_from(case.before).unwrap_or(u32::MAX)),
    };
    match how {
        How::Messages(configuration) => {
            let found = recall_messages(app, app.owner(), id, (ask(RecallMethod::Hybrid), configuration)).await?;
            Ok(found.into_iter().map(|found| found.id).collect())
        }
        How::Graph(method) => {
            let found = recall_memories(app, app.owner(), id, ask(method)).await?;
            let messages = found
                .memories
                .into_iter()
                .flat_map(|found| [found.memory.user, found.memory.reply]);
            Ok(messages.flatten().map(|message| message.id.0).collect())
        }
    }
}

/// What is found, summed over questions.
#[derive(Default)]
struct Figures {
    sums: Sums,
    by_category: [(f64, f64); 6],
    times: Vec<Duration>,
}

#[derive(Default)]
struct Sums {
    queries: f64,
    at: [f64; 4],
    all_of_10: f64,
    gain_of_10: f64,
    reciprocal_rank: f64,
    within_tokens: [f64; 2],
}

const RANKS: [usize; 4] = [1, 5, 10, 20];
const TOKENS: [f64; 2] = [256.0, 512.0];

impl Figures {
    fn add(&mut self, order: &[usize], conversation: &Conversation, case: &Case, time: Duration) {
        self.times.push(time);
        let gold = case.gold.len() as f64;
        let hits: Vec<bool> = order.iter().map(|turn| case.gold.contains(turn)).collect();
        let among = |most: usize| hits.iter().take(most).filter(|hit| **hit).count() as f64;
        let category = &mut self.by_category[usize::try_from(case.category).unwrap_or_default().min(5)];
        category.0 += 1.0;
        category.1 += among(10) / gold;
        if case.category == ADVERSARIAL {
            return;
        }
        let sums = &mut self.sums;
        sums.queries += 1.0;
        sums.at
            .iter_mut()
            .zip(RANKS)
            .for_each(|(sum, most)| *sum += among(most) / gold);
        sums.all_of_10 += f64::from(u8::from(among(10) == gold));
        let discount = |place: usize| 1.0 / (place as f64 + 2.0).log2();
        let ideal: f64 = (0..case.gold.len().min(10)).map(discount).sum();
        let gain: f64 = hits
            .iter()
            .take(10)
            .enumerate()
            .filter(|(_, hit)| **hit)
            .map(|(place, _)| discount(place))
            .sum();
        sums.gain_of_10 += gain / ideal;
        sums.reciprocal_rank += hits
            .iter()
            .position(|hit| *hit)
            .map_or(0.0, |place| 1.0 / (place as f64 + 1.0));
        for (sum, most) in sums.within_tokens.iter_mut().zip(TOKENS) {
            let mut used = 0.0;
            let fitting = order.iter().zip(&hits).take_while(|(turn, _)| {
                let turn = &conversation.turns[**turn];
                let letters = turn.text.chars().count() + turn.speaker.chars().count() + LETTERS_BEFORE;
                used += letters as f64 / LETTERS_A_TOKEN;
                used <= most
            });
            *sum += fitting.filter(|(_, hit)| **hit).count() as f64 / gold;
        }
    }

    fn line(&mut self) -> Value {
        self.times.sort();
        let share = |sum: f64, count: f64| (1_000.0 * sum / count.max(1.0)).round() / 10.0;
        let sums = &self.sums;
        let percent = |sum: f64| share(sum, sums.queries);
        let milliseconds = |hundredth: usize| {
            let time = self
                .times
                .get((self.times.len() * hundredth / 100).min(self.times.len().saturating_sub(1)));
            time.map_or(0.0, |time| (time.as_secs_f64() * 100_000.0).round() / 100.0)
        };
        let categories = self
            .by_category
            .iter()
            .enumerate()
            .filter(|(_, (count, _))| *count > 0.0);
        let categories: Map<String, Value> = categories
            .map(|(category, (count, sum))| (category.to_string(), json!(share(*sum, *count))))
            .collect();
        json!({
            "r1": percent(sums.at[0]), "r5": percent(sums.at[1]), "r10": percent(sums.at[2]), "r20": percent(sums.at[3]),
            "all10": percent(sums.all_of_10), "ndcg10": percent(sums.gain_of_10), "mrr": percent(sums.reciprocal_rank),
            "r256": percent(sums.within_tokens[0]), "r512": percent(sums.within_tokens[1]),
            "r10_by_category": categories, "ms_p50": milliseconds(50), "ms_p95": milliseconds(95),
        })
    }
}
