//! How a job is carried out: calls side by side, each kept as soon as it is finished. A bad answer is asked for again when nothing
//! else is left to do, and never stops the rest; a server that has too much to do is given time.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::{Duration, Instant};

use engine::ids::{JobId, SessionId};
use engine::making::Passage;
use engine::making::answers::{BookAnswer, FoundTrait, PassageAnswer, PersonAnswer};
use engine::making::draft::{Found, all_traits, draft};
use engine::making::steps::{PieceId, PieceKind, Steps};
use engine::making::view::JobState;
use engine::prompt::Templates;
use futures_util::StreamExt;
use futures_util::future::BoxFuture;
use futures_util::stream::FuturesUnordered;
use jiff::Timestamp;
use store::NewPiece;

use super::calls::{Call, Caller, Failure, Outcome, Prepared, Subject, without_model};
use super::jobs::Watched;
use super::notes::notes;
use super::patience::{Next, Patience};
use super::plans::{Planned, calls, is_asked, selected};
use super::sources::{as_json, from_json, number};
use crate::error::{Error, Result};
use crate::start::App;

/// A turn that has rung for the model is under way after this.
const TURN_BEGINS: Duration = Duration::from_millis(300);

type Flight = BoxFuture<'static, (PieceId, Arc<Call>, std::result::Result<Outcome, Failure>)>;

/// What a run begins with.
pub struct Start {
    pub app: App,
    pub session: SessionId,
    pub job: JobId,
    /// Whether pieces whose every try failed are tried anew.
    pub retry_failed: bool,
    pub watched: Watched,
}

struct Run {
    start: Start,
    planned: Planned,
    passages: BTreeMap<u32, Passage>,
    steps: Steps,
    caller: Arc<Caller>,
    templates: Arc<Templates>,
    outcomes: BTreeMap<PieceId, Outcome>,
    done: BTreeSet<PieceId>,
    /// Calls whose every try failed.
    failed: BTreeSet<PieceId>,
    /// What failed before, by digest.
    failed_before: BTreeSet<[u8; 32]>,
    patience: Patience,
    /// To be tried again, alone.
    later: Vec<PieceId>,
    in_flight: BTreeSet<PieceId>,
    limit: usize,
    wait_until: Option<Instant>,
}

/// Carries out a job to its draft.
///
/// # Errors
/// Why the job has to pause; whatever was finished is kept.
pub async fn run(start: Start) -> Result<()> {
    let mut run = Run::new(start).await?;
    run.calls().await?;
    run.finish().await
}

impl Run {
    async fn new(start: Start) -> Result<Self> {
        let (app, session) = (&start.app, start.session);
        let job = app.store.job(session, start.job).await?;
        let mut planned: Planned = from_json(job.plan.as_deref().unwrap_or_default())?;
        let texts = app.store.job_passages(session, start.job).await?;
        let all: Vec<Passage> = texts.iter().map(|text| from_json(text)).collect::<Result<_>>()?;
        let caller = Caller::chosen(app, session).await;
        let chosen = super::private::for_model(selected(all, planned.quick), &mut planned, &caller);
        let steps = Steps::new(chosen.iter().map(|passage| (passage.number, passage.chapter)));
        let pieces = app.store.job_pieces(session, start.job).await?;
        let limit = caller.at_once(planned.calls_at_once);
        start.watched.begin(calls(&chosen, caller.method()), limit);
        Ok(Self {
            templates: app.library.templates()?,
            failed_before: pieces
                .iter()
                .filter(|piece| piece.answer.is_err() && !start.retry_failed)
                .map(|piece| piece.digest)
                .collect(),
            passages: chosen.into_iter().map(|passage| (passage.number, passage)).collect(),
            caller: Arc::new(caller),
            start,
            planned,
            steps,
            outcomes: BTreeMap::new(),
            done: BTreeSet::new(),
            failed: BTreeSet::new(),
            patience: Patience::default(),
            later: Vec::new(),
            in_flight: BTreeSet::new(),
            limit,
            wait_until: None,
        })
    }

    /// Makes all calls.
    async fn calls(&mut self) -> Result<()> {
        let mut flights: FuturesUnordered<Flight> = FuturesUnordered::new();
        let way = self.start.app.making.way();
        loop {
            if let Some(until) = self.wait_until.take() {
                tokio::time::sleep_until(until.into()).await;
            }
            self.take_off(&mut flights).await?;
            self.start.watched.in_flight(number(flights.len()));
            if flights.is_empty() {
                return Ok(());
            }
            let is_local = self.caller.is_one_at_a_time();
            tokio::select! {
                biased;
                () = way.notified(), if is_local => {
                    // The reader talks; what was being computed is dropped and comes again.
                    flights.clear();
                    self.in_flight.clear();
                    tokio::time::sleep(TURN_BEGINS).await;
                    self.start.app.turns.quiet().await;
                }
                Some((piece, call, result)) = flights.next() => self.landed(piece, &call, result).await?,
            }
        }
    }

    /// Starts as many calls as there is room for.
    async fn take_off(&mut self, flights: &mut FuturesUnordered<Flight>) -> Result<()> {
        loop {
            let ready = self.steps.ready(&self.done);
            let mut any_done = false;
            for piece in ready {
                if flights.len() >= self.limit {
                    return Ok(());
                }
                if self.in_flight.contains(&piece) || self.later.contains(&piece) {
                    continue;
                }
                any_done |= self.begin(piece, flights).await?;
            }
            if any_done {
                continue;
            }
            // What failed comes last, one alone.
            if flights.is_empty()
                && let Some(piece) = self.later.pop()
            {
                self.begin(piece, flights).await?;
                continue;
            }
            return Ok(());
        }
    }

    /// Begins one call; true when it needed none.
    async fn begin(&mut self, piece: PieceId, flights: &mut FuturesUnordered<Flight>) -> Result<bool> {
        let prepared = self
            .caller
            .prepare(&self.templates, &self.planned.given, &self.subject(piece))?;
        let call = match prepared {
            Prepared::Done(outcome) => {
                self.settle(piece, outcome);
                return Ok(true);
            }
            Prepared::Call(call) => call,
        };
        let known = self
            .start
            .app
            .store
            .job_answer(self.start.session, &call.digest)
            .await?;
        if let Some(outcome) = known.and_then(|answer| serde_json::from_str(&answer).ok()) {
            self.settle(piece, outcome);
            return Ok(true);
        }
        if self.failed_before.contains(&call.digest) {
            self.give_up(piece);
            return Ok(true);
        }
        let (caller, call) = (Arc::clone(&self.caller), Arc::new(call));
        self.in_flight.insert(piece);
        flights.push(Box::pin(async move {
            let result = caller.make(&call).await;
            (piece, call, result)
        }));
        Ok(false)
    }

    /// A call has ended.
    async fn landed(
        &mut self,
        piece: PieceId,
        call: &Call,
        result: std::result::Result<Outcome, Failure>,
    ) -> Result<()> {
        self.in_flight.remove(&piece);
        match result {
            Ok(outcome) => {
                let answer = as_json(&outcome)?;
                self.keep(piece, call, Ok(&answer)).await?;
                self.patience.got_through();
                self.limit = (self.limit + 1).min(self.caller.at_once(self.planned.calls_at_once));
                self.settle(piece, outcome);
            }
            Err(Failure::Answer(reason)) => {
                let next = self.patience.after_bad_answer(piece);
                self.go_on(piece, call, next, Error::new("model_error", reason)).await?;
            }
            Err(Failure::Passing(error)) => {
                let next = self.patience.after_passing(piece, &error);
                self.limit = (self.limit / 2).max(1);
                self.go_on(piece, call, next, Error::from(error)).await?;
            }
            Err(Failure::Lasting(error)) => return Err(error),
        }
        Ok(())
    }

    /// Does what is to be done after a failure.
    async fn go_on(&mut self, piece: PieceId, call: &Call, next: Next, error: Error) -> Result<()> {
        match next {
            Next::Again(wait) => self.wait_until = Some(Instant::now() + wait),
            Next::Later(wait) => {
                self.wait_until = Some(Instant::now() + wait)
                    .filter(|_| !wait.is_zero())
                    .or(self.wait_until);
                self.later.push(piece);
            }
            Next::GiveUp => {
                tracing::info!("a piece of a job was given up: {error}");
                self.keep(piece, call, Err(&error.message)).await?;
                self.give_up(piece);
            }
            Next::Pause => return Err(error),
        }
        Ok(())
    }

    async fn keep(&self, piece: PieceId, call: &Call, answer: std::result::Result<&str, &str>) -> Result<()> {
        let kept = NewPiece {
            id: piece,
            digest: call.digest,
            answer,
            tries: self.patience.tries(piece).max(1),
            now: Timestamp::now(),
        };
        let (app, session) = (&self.start.app, self.start.session);
        Ok(app.store.put_job_piece(session, self.start.job, kept).await?)
    }

    fn settle(&mut self, piece: PieceId, outcome: Outcome) {
        self.outcomes.insert(piece, outcome);
        self.done.insert(piece);
        let method = self.caller.method();
        let done = self.done.iter().filter(|piece| is_asked(method, piece.kind));
        self.start.watched.done(number(done.count()), number(self.failed.len()));
    }

    /// Does without a model what it could not do.
    fn give_up(&mut self, piece: PieceId) {
        self.failed.insert(piece);
        let outcome = without_model(&self.planned.given, &self.subject(piece));
        self.settle(piece, outcome);
    }

    fn subject(&self, piece: PieceId) -> Subject<'_> {
        match piece.kind {
            PieceKind::Passage => Subject::Passage(&self.passages[&piece.number]),
            PieceKind::Chapter => Subject::Chapter {
                chapter: piece.number,
                summaries: self.passage_summaries(piece.number),
            },
            PieceKind::Book => Subject::Book {
                summaries: self.chapter_summaries().into_values().collect(),
            },
            PieceKind::Person => Subject::Person { traits: self.traits() },
        }
    }

    fn passage_summaries(&self, chapter: u32) -> Vec<&str> {
        let passages = self.steps.chapters().get(&chapter).into_iter().flatten();
        let answers = passages.filter_map(|passage| self.answer(*passage));
        answers
            .map(|answer| answer.summary.as_str())
            .filter(|summary| !summary.is_empty())
            .collect()
    }

    fn answer(&self, passage: u32) -> Option<&PassageAnswer> {
        match self.outcomes.get(&PieceId::new(PieceKind::Passage, passage)) {
            Some(Outcome::Passage(answer)) => Some(answer),
            _ => None,
        }
    }

    /// By chapter; of one with a single passage, that passage's.
    fn chapter_summaries(&self) -> BTreeMap<u32, &str> {
        let summary = |chapter: &u32| match self.outcomes.get(&PieceId::new(PieceKind::Chapter, *chapter)) {
            Some(Outcome::Chapter(summary)) => Some(summary.as_str()),
            _ => self.passage_summaries(*chapter).first().copied(),
        };
        let chapters = self.steps.chapters().keys();
        chapters
            .filter_map(|chapter| Some((*chapter, summary(chapter)?)))
            .collect()
    }

    fn answers(&self) -> BTreeMap<u32, PassageAnswer> {
        let numbers = self.passages.keys();
        numbers
            .filter_map(|passage| Some((*passage, self.answer(*passage)?.clone())))
            .collect()
    }

    fn traits(&self) -> Vec<FoundTrait> {
        all_traits(&self.answers())
    }

    /// Makes the draft of all that was found.
    async fn finish(self) -> Result<()> {
        let passages: Vec<Passage> = self.passages.values().cloned().collect();
        let summaries = self.chapter_summaries();
        let summaries = summaries
            .into_iter()
            .map(|(chapter, text)| (chapter, text.to_owned()))
            .collect();
        let one = |kind: PieceKind| self.outcomes.get(&PieceId::new(kind, 0));
        let made = draft(
            Found {
                given: &self.planned.given,
                passages: &passages,
                answers: self.answers(),
                summaries,
                book: match one(PieceKind::Book) {
                    Some(Outcome::Book(book)) => book.clone(),
                    _ => BookAnswer::default(),
                },
                person: match one(PieceKind::Person) {
                    Some(Outcome::Person(person)) => person.clone(),
                    _ => PersonAnswer::default(),
                },
                method: self.caller.method(),
                notes: notes(&self.planned, &self.caller, passages.len(), self.failed.len()),
            },
            Timestamp::now(),
        );
        let (app, session, job) = (&self.start.app, self.start.session, self.start.job);
        let revision = app.store.job(session, job).await?.draft_revision;
        app.store
            .put_job_draft(session, job, (&as_json(&made)?, revision), Timestamp::now())
            .await?;
        let state = (JobState::Review, None);
        Ok(app.store.set_job_state(session, job, state, Timestamp::now()).await?)
    }
}
