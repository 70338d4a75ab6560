//! Jobs that make a character: a small novel, a model that answers every call, and a program that is killed while it works.

use std::collections::BTreeSet;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use app::commands::{BookView, JobView, MakingDraftView, NovelPlanView};
use engine::ids::JobId;
use engine::making::view::JobState;
use serde_json::{Value, json};

use crate::process::wait_until;
use crate::provider::{Answer, Asked, Provider};
use crate::test_app::{Home, Program, TestApp};

/// Who is in the novel.
pub const PERSON: &str = "Mara Voss";
const CHAPTERS: usize = 24;

/// A novel of many short chapters and a long one.
pub fn novel() -> String {
    let mut text = "The Harbour\n\n".to_owned();
    for chapter in 1..=CHAPTERS {
        text.push_str(&format!(
            "CHAPTER {chapter}\n\nMara Voss walked along quay number {chapter} and counted the boats that had come home.\n\n\
             “I will not leave before the ferry number {chapter} is in,” said Mara Voss to the pilot, who shook his head.\n\n\
             “Then you will wait for a long time, and it is going to rain,” said Piet.\n\n"
        ));
        let more = if chapter == 3 { 60 } else { 1 };
        for number in 0..more {
            text.push_str(&format!(
                "The tide went out in the night of chapter {chapter}, and Mara found thing number {number} on the sand, which she kept in a \
                 box under the bed until the winter was over and the harbour had no ice on it any more.\n\n"
            ));
        }
    }
    text
}

/// An answer to any call of a job.
pub fn answer(asked: &Asked) -> String {
    let text = asked.messages().pop().map(|(_, text)| text).unwrap_or_default();
    answer_text(&text)
}

/// The same, made of the passage that the call is about.
pub fn answer_text(text: &str) -> String {
    let passage = text.rsplit("The passage:").next().unwrap_or_default();
    let first = passage.split("[2]").next().unwrap_or_default().replace("[1]", "");
    let first = first.split_whitespace().collect::<Vec<_>>().join(" ");
    let quote: String = first.chars().take(40).collect();
    json!({
        "summary": format!("In short: {first}"), "place": "the harbour",
        "memories": [{ "text": format!("I remember: {first}"), "part": 1, "date": "", "importance": 3 }],
        "traits": [{ "text": format!("Counts what she sees, as in {quote}"), "quote": quote, "part": 1 }],
        "synopsis": "She waits for the ferry.", "setting": "A harbour in the north.",
        "description": "A woman who waits.", "role": "Keeper of the quay", "background": "Born there.", "tone": ["dry"],
        "directions": "Speak little.", "greeting": "(nods) You are early.",
    })
    .to_string()
}

/// A running program with a job that is planned and not started.
pub struct Job {
    pub app: TestApp,
    pub provider: Provider,
    pub id: JobId,
    pub plan: NovelPlanView,
}

impl Job {
    /// Reads the novel through the browser's door and plans it.
    pub fn planned(wait: Duration) -> Result<Self> {
        let provider = Provider::start([Answer::Made { make: answer, wait }])?;
        let app = TestApp::start_on(Home::new(Program::Product)?)?;
        app.use_provider(&provider, None)?;
        let file = upload(&app, "harbour.txt", novel().as_bytes())?;
        let book: BookView = app.call("read_book", json!({ "file": file }))?;
        ensure!(book.chapters.len() == CHAPTERS, "{} chapters", book.chapters.len());
        let input = json!({ "job_id": book.job_id, "name": PERSON });
        let plan = app.call("plan_novel", input)?;
        Ok(Self {
            app,
            provider,
            id: book.job_id,
            plan,
        })
    }

    pub fn start(&self, calls_at_once: u8) -> Result<JobView> {
        let input = json!({ "job_id": self.id, "calls_at_once": calls_at_once });
        self.app.call("start_making", input)
    }

    pub fn call(&self, name: &str) -> Result<JobView> {
        self.app.call(name, json!({ "job_id": self.id }))
    }

    /// Waits until the job is in this state.
    pub fn wait_for(&self, state: JobState) -> Result<JobView> {
        let mut found = None;
        wait_until("the job", || {
            let view = self.call("get_job")?;
            let is_there = view.state == state;
            found = Some(view);
            Ok(is_there)
        })
        .with_context(|| format!("{found:?}"))?;
        found.context("a job")
    }

    pub fn draft(&self) -> Result<MakingDraftView> {
        self.app.call("get_making_draft", json!({ "job_id": self.id }))
    }
}

/// Sends a file as a page does; gives what commands name it by.
pub fn upload(app: &TestApp, name: &str, bytes: &[u8]) -> Result<Value> {
    let response = app.request("POST", &format!("/files?name={name}"), bytes)?;
    ensure!(response.head.status == 200, "{}", response.text());
    response.json()
}

/// What does not change from one run to another: everything but the times.
pub fn told(view: &MakingDraftView) -> Result<Value> {
    let mut draft = serde_json::to_value(&view.draft)?;
    for memory in draft["memories"].as_array_mut().into_iter().flatten() {
        memory["at"] = Value::Null;
    }
    Ok(draft)
}

/// What a job that was killed again and again came to.
#[derive(Debug)]
pub struct KilledJob {
    pub kills: u32,
    pub calls: usize,
    /// Requests that came more than once.
    pub repeated: usize,
    pub at_once: usize,
}

/// Kills the program so many times (-9) while it carries out a job, and resumes it each time: it must come to what it comes to
/// when it is left alone, and only calls that were in flight may have been made again.
pub fn kill_job(kills: u32, delays: impl Fn(u32) -> Duration) -> Result<KilledJob> {
    const AT_ONCE: u8 = 3;
    let alone = Job::planned(Duration::ZERO)?;
    alone.start(AT_ONCE)?;
    alone.wait_for(JobState::Review)?;
    let expected = told(&alone.draft()?)?;
    let mut job = Job::planned(Duration::from_millis(250))?;
    job.start(AT_ONCE)?;
    for number in 0..kills {
        std::thread::sleep(delays(number));
        job.app.kill()?;
        job.app.start_again()?;
        let view = job.call("get_job")?;
        ensure!(
            view.state != JobState::Running,
            "nothing runs before it is resumed: {view:?}"
        );
        if view.state == JobState::Paused {
            ensure!(
                view.error.as_ref().is_some_and(|error| error.code == "job_interrupted"),
                "{view:?}"
            );
        }
        job.call("resume_job")?;
    }
    let view = job.wait_for(JobState::Review)?;
    ensure!(told(&job.draft()?)? == expected, "another draft than without kills");
    let asked = job.provider.asked();
    let distinct: BTreeSet<String> = asked.iter().map(|asked| asked.body.to_string()).collect();
    ensure!(
        distinct.len() == view.progress.calls as usize,
        "{} distinct calls of {view:?}",
        distinct.len()
    );
    let repeated = asked.len() - distinct.len();
    ensure!(
        repeated <= kills as usize * usize::from(AT_ONCE),
        "{repeated} calls were repeated in {kills} kills"
    );
    Ok(KilledJob {
        kills,
        calls: distinct.len(),
        repeated,
        at_once: usize::from(AT_ONCE),
    })
}
