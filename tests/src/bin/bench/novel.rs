//! `bench novel --book PATH`: reading a book and cutting it, and the whole job with a model that takes half a second for a call.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use app::commands::{self, JobView, OfJob, PlanNovel, StartMaking};
use app::folders::Folders;
use app::making::books::read_book;
use app::making::novel::ReadNovel;
use app::making::sources::add_book;
use app::models::{ExtraModel, Profile, estimate_tokens};
use app::{App, Options};
use characterchat_tests::checkout;
use characterchat_tests::making::answer_text;
use engine::making::view::JobState;
use engine::novel::chunks::{TOKENS, chunks};
use engine::novel::{Book, NovelText};
use futures_util::StreamExt;
use llm::{ChatModel, ChatRequest, FinishReason, ModelEvent, ModelStream};
use serde_json::{Value, json};

use super::memory::{forget_peak, peak_mib};

/// What a call takes.
const CALL: Duration = Duration::from_millis(500);
const TIMES: usize = 5;
const HELP: &str = "bench novel --book PATH [--character NAME]: an EPUB, and who in it (Elizabeth Bennet)";

pub fn novel(arguments: &[String]) -> Result<Value> {
    let value = |name: &str| {
        let at = arguments.iter().position(|argument| argument == name)?;
        arguments.get(at + 1).cloned()
    };
    let path = PathBuf::from(value("--book").context(HELP)?);
    let name = value("--character").unwrap_or_else(|| "Elizabeth Bennet".to_owned());
    let file_name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    forget_peak();
    // The first reading pays for what is loaded once in a process.
    let mut times = Vec::new();
    let mut measured = None;
    for _ in 0..TIMES {
        let began = Instant::now();
        let book = read_book(&path, &file_name)?;
        let text = NovelText::new(&book);
        let found = chunks(&text, TOKENS, &*estimate_tokens());
        times.push(began.elapsed());
        let tokens: usize = found.iter().map(|chunk| chunk.tokens).sum();
        let whole = found.iter().filter(|chunk| chunk.ends_at_paragraph).count();
        measured = Some((book, tokens, found.len(), whole as f64 / found.len().max(1) as f64));
    }
    let rss = peak_mib()?;
    times.sort();
    let (book, tokens, count, ends) = measured.context("a book")?;
    let kept = ReadNovel::new(book.clone(), &name, None)?
        .kept
        .iter()
        .filter(|kept| **kept)
        .count();
    let runtime = tokio::runtime::Runtime::new()?;
    let mut job_s = serde_json::Map::new();
    for at_once in [1_u8, 8] {
        let took = runtime.block_on(job(book.clone(), &name, at_once))?;
        job_s.insert(at_once.to_string(), json!((took.as_secs_f64() * 100.0).round() / 100.0));
    }
    Ok(json!({
        "parse_chunk_ms": times[TIMES / 2].as_millis(), "tokens": tokens, "chunks": count, "ends_at_paragraph": ends,
        "kept": kept, "rss_mib": rss, "job_s": job_s,
    }))
}

/// The whole job on a data folder of its own.
async fn job(book: Book, name: &str, at_once: u8) -> Result<Duration> {
    let folder = tempfile::tempdir()?;
    let app = start(folder.path()).await?;
    let session = app.owner();
    let job_id = add_book(&app, session, book).await?.job_id;
    let plan = PlanNovel {
        job_id,
        name: name.to_owned(),
        aliases: None,
    };
    commands::plan_novel(&app, session, plan).await?;
    let began = Instant::now();
    let start = StartMaking {
        job_id,
        quick: false,
        calls_at_once: Some(at_once),
        consent: false,
        mask_private_data: None,
    };
    commands::start_making(&app, session, start).await?;
    app.quiet().await;
    let took = began.elapsed();
    let view: JobView = commands::get_job(&app, session, OfJob { job_id }).await?;
    ensure!(view.state == JobState::Review, "{view:?}");
    app.end().await;
    Ok(took)
}

async fn start(folder: &Path) -> Result<App> {
    let options = Options {
        folders: Folders::new(folder.join("data"), checkout(), None),
        program: "bench",
        extra_model: Some(ExtraModel {
            name: "half a second".to_owned(),
            model: Arc::new(HalfASecond),
            profile: Profile::Full,
        }),
    };
    Ok(App::start(options).await?)
}

/// A model that answers every call after half a second.
struct HalfASecond;

impl ChatModel for HalfASecond {
    fn stream(&self, request: ChatRequest) -> ModelStream {
        let asked = request
            .messages
            .last()
            .map(|message| message.content.clone())
            .unwrap_or_default();
        let waits = async move {
            tokio::time::sleep(CALL).await;
            Ok(ModelEvent::Text(answer_text(&asked)))
        };
        let finished = ModelEvent::Finished(FinishReason::Stop);
        Box::pin(futures_util::stream::once(waits).chain(futures_util::stream::iter([Ok(finished)])))
    }
}
