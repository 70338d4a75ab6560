//! What a job will do and what it will take, before it is started.

use engine::controls::name_without_controls;
use engine::counted::counted;
use engine::ids::SessionId;
use engine::making::draft::MakingMethod;
use engine::making::steps::{PieceKind, Steps, quick_sample};
use engine::making::{Given, Passage};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use store::JobPlan;

use super::calls::Caller;
use super::messages::ReadPerson;
use super::novel::ReadNovel;
use super::sources::{as_json, book, export, in_background, number};
use crate::commands::{
    AliasView, EstimateView, ExchangeView, MakingModelView, MessagesPlanView, NovelPlanView, PlanMessages, PlanNovel,
    PlannedChapterView,
};
use crate::error::{Error, Result};
use crate::start::App;

/// Calls side by side where nobody said how many.
pub const USUAL_CALLS: u8 = 4;
/// Lines and exchanges that a plan shows.
const SHOWN: usize = 8;

/// How a job is carried out; kept with it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Planned {
    pub given: Given,
    pub quick: bool,
    pub calls_at_once: u8,
    pub mask_private_data: bool,
    /// The model that was asked last.
    #[serde(default)]
    pub model: Option<MakingModelView>,
    /// The calls of the present run.
    #[serde(default)]
    pub calls: u32,
}

/// The passages that are read: all of them, or a few from all over.
pub fn selected(passages: Vec<Passage>, quick: bool) -> Vec<Passage> {
    if !quick {
        return passages;
    }
    let places = quick_sample(passages.len());
    let all = passages.into_iter().enumerate();
    all.filter(|(place, _)| places.contains(place))
        .map(|(_, passage)| passage)
        .collect()
}

/// Looks for a character in the book of a job.
pub async fn plan_novel(app: &App, session: SessionId, input: PlanNovel) -> Result<NovelPlanView> {
    let job = app.store.job(session, input.job_id).await?;
    let book = book(app, session, &job).await?;
    let read = in_background(move || ReadNovel::new(book, &input.name, input.aliases.as_deref())).await??;
    if read.plan.aliases.is_empty() {
        return Err(read.not_found());
    }
    let passages = read.passages();
    keep(app, session, job.id, read.given(), &passages).await?;
    let model = Caller::chosen(app, session).await.view();
    let lines = read.lines();
    Ok(NovelPlanView {
        job_id: job.id,
        name: read.name.clone(),
        aliases: read
            .plan
            .aliases
            .iter()
            .map(|alias| AliasView {
                text: alias.text.clone(),
                count: number(alias.count),
                ticked: alias.is_ticked,
                samples: alias.samples.iter().map(|span| read.sample(span)).collect(),
            })
            .collect(),
        chapters: chapters(&read),
        passages: number(read.chunks.len()),
        lines: number(read.speech().lines),
        sample_lines: lines.iter().take(SHOWN).map(|line| line.text.clone()).collect(),
        speech: read.speech().sentences(),
        full: estimate(&passages, &model),
        quick: estimate(&selected(passages.clone(), true), &model),
        made_before: super::before::made_before(app, session, &job, &read.name).await?,
        model,
    })
}

fn chapters(read: &ReadNovel) -> Vec<PlannedChapterView> {
    let mut chapters: Vec<PlannedChapterView> = read
        .novel
        .chapters
        .iter()
        .enumerate()
        .map(|(place, chapter)| PlannedChapterView {
            title: chapter.title.clone(),
            tokens: 0,
            passages: 0,
            kept: 0,
            told_by_character: read.plan.tells_chapter(place),
        })
        .collect();
    for (chunk, kept) in read.chunks.iter().zip(&read.kept) {
        let chapter = &mut chapters[chunk.chapter];
        chapter.tokens += number(chunk.tokens);
        chapter.passages += 1;
        chapter.kept += u32::from(*kept);
    }
    chapters
}

/// Measures how a person of the export of a job writes.
pub async fn plan_messages(app: &App, session: SessionId, input: PlanMessages) -> Result<MessagesPlanView> {
    let job = app.store.job(session, input.job_id).await?;
    let source = export(app, session, &job).await?;
    let person = input.person.clone();
    let read = in_background(move || ReadPerson::of(&source.path, &source.answers, &person)).await??;
    let name = input.name.as_deref().map(name_without_controls);
    let name = name.as_deref().map(str::trim).filter(|name| !name.is_empty());
    let name = name.unwrap_or(&read.person).to_owned();
    keep(app, session, job.id, read.given(&name), &read.passages).await?;
    let made_before = super::before::made_before(app, session, &job, &name).await?;
    let model = Caller::chosen(app, session).await.view();
    let exchanges = read.exchanges.iter().take(SHOWN).map(|line| ExchangeView {
        said: line.before.clone(),
        answer: line.text.clone(),
    });
    Ok(MessagesPlanView {
        job_id: job.id,
        person: read.person.clone(),
        name,
        messages: read.messages,
        first: read.first.map(|time| time.to_string()),
        last: read.last.map(|time| time.to_string()),
        style: read.style.sentences(),
        exchanges: exchanges.collect(),
        private_data: read.private.into(),
        is_cut: read.is_cut,
        full: estimate(&read.passages, &model),
        quick: estimate(&selected(read.passages.clone(), true), &model),
        made_before,
        model,
    })
}

async fn keep(
    app: &App,
    session: SessionId,
    job: engine::ids::JobId,
    given: Given,
    passages: &[Passage],
) -> Result<()> {
    let planned = Planned {
        quick: false,
        calls_at_once: USUAL_CALLS,
        mask_private_data: true,
        model: None,
        calls: 0,
        given,
    };
    let texts: Vec<String> = passages.iter().map(as_json).collect::<Result<_>>()?;
    let plan = JobPlan {
        person: &planned.given.person,
        plan: &as_json(&planned)?,
        passages: &texts,
        now: Timestamp::now(),
    };
    Ok(app.store.plan_job(session, job, plan).await?)
}

/// A job without passages would end in an empty character.
pub fn not_found(given: &Given) -> Error {
    Error::new(
        "character_not_in_source",
        format!(
            "{} was not found in {}. Nothing was started; type the name as it stands there, or tick one of its forms.",
            given.person, given.source
        ),
    )
}

/// Tokens that the words around a passage take, and that its answer has.
const AROUND_PASSAGE: u32 = 800;
const PASSAGE_ANSWER: u32 = 600;
const SUMMARY_ANSWER: u32 = 200;
const LAST_CALLS_INPUT: u32 = 9_000;
const LAST_CALLS_OUTPUT: u32 = 2_200;
/// A server's answer takes so many seconds.
const SERVER_CALL: f64 = 8.0;
/// A model on this computer reads and writes so many tokens a second.
const LOCAL_READS: f64 = 60.0;
const LOCAL_WRITES: f64 = 8.0;
/// A very small model chooses among sentences in so many seconds.
const SMALL_CALL: f64 = 6.0;
/// What models of middling size cost, in US dollars for a million tokens.
const INPUT_PRICE: f64 = 0.30;
const OUTPUT_PRICE: f64 = 1.20;

/// Whether a model is asked for pieces of a kind; what it is not asked for is made here, and counts as no call.
pub fn is_asked(method: MakingMethod, kind: PieceKind) -> bool {
    match method {
        MakingMethod::Model => true,
        MakingMethod::SmallModel => kind == PieceKind::Passage,
        MakingMethod::NoModel => false,
    }
}

/// The calls that reading these passages takes: what a plan says, and what a job counts to.
pub fn calls(passages: &[Passage], method: MakingMethod) -> u32 {
    match method {
        MakingMethod::Model => {
            let places = passages.iter().map(|passage| (passage.number, passage.chapter));
            number(Steps::new(places).count())
        }
        MakingMethod::SmallModel => number(passages.len()),
        MakingMethod::NoModel => 0,
    }
}

/// What reading these passages takes, roughly.
pub fn estimate(passages: &[Passage], model: &MakingModelView) -> EstimateView {
    let count = number(passages.len());
    let calls = calls(passages, model.method);
    if calls == 0 {
        return EstimateView {
            passages: count,
            calls,
            input_tokens: 0,
            output_tokens: 0,
            seconds: u32::from(count > 0),
            cost: 0.0,
        };
    }
    let read: u32 = passages.iter().map(|passage| passage.tokens).sum();
    if model.method == MakingMethod::SmallModel {
        return EstimateView {
            passages: count,
            calls,
            input_tokens: count * 500,
            output_tokens: count * 20,
            seconds: whole(f64::from(count) * SMALL_CALL),
            cost: 0.0,
        };
    }
    let chapters = calls - count - 2;
    let input_tokens = read + count * AROUND_PASSAGE + chapters * 2 * PASSAGE_ANSWER + LAST_CALLS_INPUT;
    let output_tokens = count * PASSAGE_ANSWER + chapters * SUMMARY_ANSWER + LAST_CALLS_OUTPUT;
    let (input, output) = (f64::from(input_tokens), f64::from(output_tokens));
    let seconds = if model.leaves_computer {
        f64::from(calls) * SERVER_CALL / f64::from(USUAL_CALLS)
    } else {
        input / LOCAL_READS + output / LOCAL_WRITES
    };
    let cost = (input * INPUT_PRICE + output * OUTPUT_PRICE) / 1e6;
    EstimateView {
        passages: count,
        calls,
        input_tokens,
        output_tokens,
        seconds: whole(seconds),
        cost: if model.leaves_computer {
            (cost * 100.0).round() / 100.0
        } else {
            0.0
        },
    }
}

/// What reading takes, in words: by a model on a server, since nobody has chosen one, and what less it is without.
pub fn estimate_told(passages: Vec<Passage>, quick: bool) -> Vec<String> {
    let server = MakingModelView {
        name: String::new(),
        method: MakingMethod::Model,
        leaves_computer: true,
        host: None,
    };
    let words = |passages: &[Passage]| {
        let estimate = estimate(passages, &server);
        let time = match estimate.seconds {
            0..90 => counted(estimate.seconds, "second", "seconds"),
            seconds => counted(seconds.div_ceil(60), "minute", "minutes"),
        };
        format!(
            "{} read in {}, about {time}, roughly ${:.2} and {} of input",
            counted(estimate.passages, "passage", "passages"),
            counted(estimate.calls, "call", "calls"),
            estimate.cost,
            counted(estimate.input_tokens, "token", "tokens"),
        )
    };
    let how = if quick { "A quick sample" } else { "The whole" };
    vec![
        format!("{how}: {}.", words(&selected(passages, quick))),
        format!(
            "That is with a model of middling size on a server, {USUAL_CALLS} calls side by side; one on this computer takes longer and \
             costs nothing, and a very small one or none is asked less."
        ),
    ]
}

fn whole(seconds: f64) -> u32 {
    // Seconds of any job fit by far.
    seconds.ceil().clamp(0.0, 4e9) as u32
}
