//! A model that plays a script: for tests, and for trying the app without a model.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde::Deserialize;
use tokio::sync::Semaphore;

use crate::chat::{ChatModel, ChatRequest, FinishReason, ModelEvent, ModelStream};
use crate::error::ModelError;

/// One thing that happens in a scripted reply.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Step {
    /// One piece of text.
    Text(String),
    /// A text in pieces of one word each, with a pause before each.
    Words {
        text: String,
        pause_ms: u64,
    },
    Reasoning(String),
    WaitMs(u64),
    /// Until [`ScriptedModel::release`] is called once.
    WaitForRelease,
    Usage {
        prompt_tokens: u32,
        completion_tokens: u32,
    },
    /// Ends the reply.
    Error(ModelError),
    /// Ends the reply. A script without an end finishes with [`FinishReason::Stop`], or is empty when nothing was said.
    Finish(FinishReason),
}

/// One reply, and which requests it is for.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScriptedReply {
    /// Only for requests one of whose messages contains this.
    #[serde(default)]
    pub when: Option<String>,
    pub steps: Vec<Step>,
}

impl ScriptedReply {
    /// A whole reply in one piece.
    pub fn text(text: impl Into<String>) -> Self {
        Self::steps([Step::Text(text.into())])
    }

    pub fn steps(steps: impl IntoIterator<Item = Step>) -> Self {
        Self {
            when: None,
            steps: steps.into_iter().collect(),
        }
    }

    fn suits(&self, request: &ChatRequest) -> bool {
        let part = self.when.as_deref().unwrap_or_default();
        part.is_empty() || request.messages.iter().any(|message| message.content.contains(part))
    }
}

/// What is said once every suitable reply was played.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WhenExhausted {
    /// An error, so that a test notices a request it did not expect.
    #[default]
    Fail,
    /// The last suitable reply again.
    RepeatLast,
}

/// Everything a scripted model does.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Script {
    pub replies: Vec<ScriptedReply>,
    #[serde(default)]
    pub when_exhausted: WhenExhausted,
}

/// Gives each request the first reply of the script that suits it and was not played yet. Clones share the script and the record.
#[derive(Clone)]
pub struct ScriptedModel {
    shared: Arc<Shared>,
}

struct Shared {
    script: Script,
    progress: Mutex<Progress>,
    releases: Semaphore,
    stopped: AtomicUsize,
}

#[derive(Default)]
struct Progress {
    played: Vec<bool>,
    requests: Vec<ChatRequest>,
}

impl ScriptedModel {
    pub fn new(script: Script) -> Self {
        let progress = Progress {
            played: vec![false; script.replies.len()],
            requests: Vec::new(),
        };
        let shared = Shared {
            script,
            progress: Mutex::new(progress),
            releases: Semaphore::new(0),
            stopped: AtomicUsize::new(0),
        };
        Self {
            shared: Arc::new(shared),
        }
    }

    /// Plays these replies one after the other, then fails.
    pub fn replying(replies: impl IntoIterator<Item = ScriptedReply>) -> Self {
        Self::new(Script {
            replies: replies.into_iter().collect(),
            when_exhausted: WhenExhausted::Fail,
        })
    }

    /// From JSON as `{"replies": [{"steps": [{"text": "Good "}, {"wait_ms": 20}, {"text": "day."}]}], "when_exhausted": "repeat_last"}`.
    pub fn from_json(json: &str) -> Result<Self, serde_json::Error> {
        serde_json::from_str(json).map(Self::new)
    }

    /// The requests so far, the oldest first.
    pub fn requests(&self) -> Vec<ChatRequest> {
        self.progress().requests.clone()
    }

    /// Lets one [`Step::WaitForRelease`] go on, now or when it is reached.
    pub fn release(&self) {
        self.shared.releases.add_permits(1);
    }

    /// How many replies were dropped before their end.
    pub fn stopped(&self) -> usize {
        self.shared.stopped.load(Ordering::SeqCst)
    }

    fn progress(&self) -> MutexGuard<'_, Progress> {
        self.shared.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn next_steps(&self, request: ChatRequest) -> Vec<Step> {
        let replies = &self.shared.script.replies;
        let suitable: Vec<usize> = (0..replies.len())
            .filter(|&index| replies[index].suits(&request))
            .collect();
        let mut progress = self.progress();
        progress.requests.push(request);
        let fresh = suitable.iter().copied().find(|&index| !progress.played[index]);
        let repeated = match self.shared.script.when_exhausted {
            WhenExhausted::Fail => None,
            WhenExhausted::RepeatLast => suitable.last().copied(),
        };
        match fresh.or(repeated) {
            Some(index) => {
                progress.played[index] = true;
                replies[index].steps.clone()
            }
            None => vec![Step::Error(ModelError::Local {
                message: "the script has no reply for this request".into(),
            })],
        }
    }
}

impl ChatModel for ScriptedModel {
    /// Gives out the script as it is: stop strings and limits are in the record, nothing more.
    fn stream(&self, request: ChatRequest) -> ModelStream {
        let model = self.clone();
        let steps = self.next_steps(request);
        Box::pin(async_stream::stream! {
            let mut unfinished = CountWhenDropped { shared: Arc::clone(&model.shared), armed: true };
            let mut said_something = false;
            for step in steps {
                match step {
                    Step::WaitMs(milliseconds) => tokio::time::sleep(Duration::from_millis(milliseconds)).await,
                    Step::WaitForRelease => {
                        if let Ok(permit) = model.shared.releases.acquire().await {
                            permit.forget();
                        }
                    }
                    Step::Words { text, pause_ms } => {
                        said_something = true;
                        for word in text.split_inclusive(' ') {
                            tokio::time::sleep(Duration::from_millis(pause_ms)).await;
                            yield Ok(ModelEvent::Text(word.to_owned()));
                        }
                    }
                    Step::Text(text) => {
                        said_something = true;
                        yield Ok(ModelEvent::Text(text));
                    }
                    Step::Reasoning(text) => {
                        said_something = true;
                        yield Ok(ModelEvent::Reasoning(text));
                    }
                    Step::Usage { prompt_tokens, completion_tokens } => {
                        yield Ok(ModelEvent::Usage { prompt_tokens, completion_tokens });
                    }
                    Step::Error(error) => {
                        unfinished.armed = false;
                        yield Err(error);
                        return;
                    }
                    Step::Finish(reason) => {
                        unfinished.armed = false;
                        yield Ok(ModelEvent::Finished(reason));
                        return;
                    }
                }
            }
            unfinished.armed = false;
            yield if said_something { Ok(ModelEvent::Finished(FinishReason::Stop)) } else { Err(ModelError::Empty) };
        })
    }
}

struct CountWhenDropped {
    shared: Arc<Shared>,
    armed: bool,
}

impl Drop for CountWhenDropped {
    fn drop(&mut self) {
        if self.armed {
            self.shared.stopped.fetch_add(1, Ordering::SeqCst);
        }
    }
}

#[cfg(test)]
mod tests;
