//! One call of a job: what is asked, of whom, and what is taken from the answer.

use std::time::Duration;

use engine::ids::SessionId;
use engine::making::answers::{
    BadAnswer, BookAnswer, FoundTrait, PassageAnswer, PersonAnswer, read_book, read_chapter, read_choice, read_passage,
    read_person,
};
use engine::making::draft::MakingMethod;
use engine::making::given::CHUNKER_VERSION;
use engine::making::request::{MakingRequest, Room, book, chapter, choice, passage, person};
use engine::making::steps::digest;
use engine::making::{Given, Passage, plain};
use engine::prompt::Templates;
use llm::{ChatMessage, ChatRequest, ChatRole, ModelError, Sampling};
use serde::{Deserialize, Serialize};

use crate::commands::MakingModelView;
use crate::config::MemoryMethod;
use crate::error::{Error, Result};
use crate::models::{Answering, Profile};
use crate::start::App;

/// A call that takes longer is given up. A model on this computer may be slow.
const PATIENCE: Duration = Duration::from_secs(900);

/// Who reads.
pub enum Caller {
    Model(Answering),
    /// Too small to read; it chooses among sentences.
    Small(Answering),
    Nobody,
}

/// What one call gave.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    Passage(PassageAnswer),
    Chapter(String),
    Book(BookAnswer),
    Person(PersonAnswer),
}

/// Why a call gave nothing.
#[derive(Debug)]
pub enum Failure {
    /// What came is of no use; another try may help.
    Answer(String),
    /// It passes by itself: too many requests, a server that is down.
    Passing(ModelError),
    /// Every call would fail: the key, the model, the prompts.
    Lasting(Error),
}

/// What a call is about.
pub enum Subject<'a> {
    Passage(&'a Passage),
    Chapter { chapter: u32, summaries: Vec<&'a str> },
    Book { summaries: Vec<&'a str> },
    Person { traits: Vec<FoundTrait> },
}

/// A call that is ready to be made.
pub struct Call {
    request: MakingRequest,
    /// Of all that the answer depends on.
    pub digest: [u8; 32],
    reading: Reading,
}

/// How the answer is read.
enum Reading {
    Passage(Box<Passage>),
    Choice {
        passage: Box<Passage>,
        given: Box<Given>,
        count: usize,
    },
    Chapter,
    Book,
    Person {
        count: usize,
    },
}

impl Caller {
    /// The chosen model, where one is ready.
    pub async fn chosen(app: &App, session: SessionId) -> Self {
        if app.models.config().memory_method == MemoryMethod::Rules {
            return Self::Nobody;
        }
        match app.models.answering(&app.store, session).await {
            Ok(answering) if answering.profile == Profile::Full => Self::Model(answering),
            Ok(answering) => Self::Small(answering),
            Err(error) => {
                tracing::info!(code = error.code, "a character is made without a model: {error}");
                Self::Nobody
            }
        }
    }

    fn answering(&self) -> Option<&Answering> {
        match self {
            Self::Model(answering) | Self::Small(answering) => Some(answering),
            Self::Nobody => None,
        }
    }

    pub fn method(&self) -> MakingMethod {
        match self {
            Self::Model(_) => MakingMethod::Model,
            Self::Small(_) => MakingMethod::SmallModel,
            Self::Nobody => MakingMethod::NoModel,
        }
    }

    pub fn view(&self) -> MakingModelView {
        let answering = self.answering();
        MakingModelView {
            name: answering.map(|answering| answering.name.clone()).unwrap_or_default(),
            method: self.method(),
            leaves_computer: answering.is_some_and(Answering::leaves_computer),
            host: answering
                .and_then(|answering| answering.server.as_ref())
                .map(|server| server.host.clone()),
        }
    }

    /// How many calls can be made side by side.
    pub fn at_once(&self, wanted: u8) -> usize {
        match self.answering() {
            Some(answering) if answering.is_one_at_a_time() => 1,
            _ => usize::from(wanted.clamp(1, 16)),
        }
    }

    /// Whether it keeps the model of this computer busy.
    pub fn is_one_at_a_time(&self) -> bool {
        self.answering().is_some_and(Answering::is_one_at_a_time)
    }

    /// The call about a subject; what needs none is answered at once.
    ///
    /// # Errors
    /// The templates'.
    pub fn prepare(&self, templates: &Templates, given: &Given, subject: &Subject<'_>) -> Result<Prepared> {
        let made = match (self, subject) {
            (Self::Model(answering), subject) => self.for_model(answering, templates, given, subject),
            (Self::Small(_), Subject::Passage(one)) => {
                let offered = plain::candidates(one, given);
                if offered.len() <= plain::KEPT {
                    return Ok(Prepared::Done(without_model(given, subject)));
                }
                let reading = Reading::Choice {
                    passage: Box::new((*one).clone()),
                    given: Box::new(given.clone()),
                    count: offered.len(),
                };
                choice(templates, given, &offered).map(|request| (request, reading))
            }
            (Self::Small(_) | Self::Nobody, subject) => return Ok(Prepared::Done(without_model(given, subject))),
        };
        let (request, reading) = made.map_err(Error::from)?;
        let model = self
            .answering()
            .map(|answering| answering.id.as_str())
            .unwrap_or_default();
        let version = CHUNKER_VERSION.to_string();
        let schema = request.json_schema.to_string();
        Ok(Prepared::Call(Call {
            digest: digest(&[&version, model, &request.text, &schema]),
            request,
            reading,
        }))
    }

    fn for_model(
        &self,
        answering: &Answering,
        templates: &Templates,
        given: &Given,
        subject: &Subject<'_>,
    ) -> std::result::Result<(MakingRequest, Reading), engine::prompt::PromptError> {
        let room = Room {
            window_tokens: answering.window_tokens,
            count: &*answering.count_tokens,
        };
        Ok(match subject {
            Subject::Passage(one) => (
                passage(templates, given, one)?,
                Reading::Passage(Box::new((*one).clone())),
            ),
            Subject::Chapter {
                chapter: number,
                summaries,
            } => (chapter(templates, given, *number, summaries, room)?, Reading::Chapter),
            Subject::Book { summaries } => (book(templates, given, summaries, room)?, Reading::Book),
            Subject::Person { traits } => {
                let (request, listed) = person(templates, given, traits, room)?;
                (request, Reading::Person { count: listed.len() })
            }
        })
    }

    /// Makes a call.
    pub async fn make(&self, call: &Call) -> std::result::Result<Outcome, Failure> {
        let Some(answering) = self.answering() else {
            return Err(Failure::Lasting(Error::new(
                "internal",
                "there is no model to be asked",
            )));
        };
        let request = ChatRequest {
            model: answering.name.clone(),
            messages: vec![ChatMessage {
                role: ChatRole::User,
                content: call.request.text.clone(),
            }],
            sampling: Sampling {
                temperature: Some(0.3),
                ..Sampling::default()
            },
            max_tokens: u32::try_from(call.request.answer_tokens).ok(),
            json_schema: Some(call.request.json_schema.clone()),
            ..ChatRequest::default()
        };
        // What was cut off may still hold whole items.
        match answering.partial_answer(request, PATIENCE).await {
            Ok(answer) => call.read(&answer).map_err(|bad| Failure::Answer(bad.to_string())),
            Err(error) => Err(failure(error)),
        }
    }
}

/// A call, or what needs none.
pub enum Prepared {
    Call(Call),
    Done(Outcome),
}

impl Call {
    fn read(&self, answer: &str) -> std::result::Result<Outcome, BadAnswer> {
        Ok(match &self.reading {
            Reading::Passage(passage) => Outcome::Passage(read_passage(answer, passage)?),
            Reading::Choice { passage, given, count } => {
                let chosen = read_choice(answer, *count)?;
                Outcome::Passage(plain::passage(passage, given, &chosen))
            }
            Reading::Chapter => Outcome::Chapter(read_chapter(answer)?),
            Reading::Book => Outcome::Book(read_book(answer)?),
            Reading::Person { count } => Outcome::Person(read_person(answer, *count)?),
        })
    }
}

/// What stands in where no model answers, or every try failed.
pub fn without_model(given: &Given, subject: &Subject<'_>) -> Outcome {
    match subject {
        Subject::Passage(one) => Outcome::Passage(plain::passage(one, given, &[])),
        Subject::Chapter { summaries, .. } => Outcome::Chapter(plain::chapter(summaries)),
        Subject::Book { summaries } => Outcome::Book(BookAnswer {
            synopsis: plain::synopsis(summaries),
            setting: String::new(),
        }),
        Subject::Person { .. } => Outcome::Person(PersonAnswer::default()),
    }
}

fn failure(error: ModelError) -> Failure {
    match &error {
        ModelError::RateLimited { .. } | ModelError::Unreachable { .. } | ModelError::Silent { .. } => {
            Failure::Passing(error)
        }
        ModelError::Provider { status, .. } if status.is_none_or(|status| status >= 500 || status == 408) => {
            Failure::Passing(error)
        }
        ModelError::Unauthorized { .. } | ModelError::UnknownModel { .. } | ModelError::Local { .. } => {
            Failure::Lasting(Error::from(error))
        }
        // No credit, a plan that does not hold this model: every call is refused alike.
        ModelError::Provider {
            status: Some(402 | 403),
            ..
        } => Failure::Lasting(Error::from(error)),
        ModelError::ContextExceeded { .. } | ModelError::Provider { .. } | ModelError::CutOff | ModelError::Empty => {
            Failure::Answer(error.to_string())
        }
    }
}
