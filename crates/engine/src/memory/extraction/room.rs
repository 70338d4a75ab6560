//! How a batch fits into a model's window.

use crate::conversation::{Message, Role};
use crate::memory::types::Fact;
use crate::prompt::PromptError;

/// What a model may write: a quarter of its window within these bounds, in tokens.
const LEAST_ANSWER_TOKENS: usize = 700;
const MOST_ANSWER_TOKENS: usize = 2_500;
/// With less room for the messages, in tokens, nothing could be told from them.
const LEAST_FREE_TOKENS: usize = 500;
/// A template's own marks around the message.
const OVERHEAD_TOKENS: usize = 16;
/// The longest message that is sent, in characters, and the least to which it is shortened.
const MOST_CHARS: usize = 6_000;
const LEAST_CHARS: usize = 60;

/// What is left for facts and messages.
#[derive(Debug, Clone, Copy)]
pub struct Room {
    pub free_tokens: usize,
    pub answer_tokens: usize,
}

/// The first so many facts, and what they take.
#[derive(Debug, Clone, Copy)]
pub struct Fitting {
    pub count: usize,
    pub tokens: usize,
}

impl Room {
    pub fn new(bare_tokens: usize, window_tokens: usize) -> Result<Self, PromptError> {
        let answer_tokens = (window_tokens / 4).clamp(LEAST_ANSWER_TOKENS, MOST_ANSWER_TOKENS);
        let needed_tokens = bare_tokens + answer_tokens + OVERHEAD_TOKENS + LEAST_FREE_TOKENS;
        if needed_tokens > window_tokens {
            return Err(PromptError::WindowTooSmall {
                needed_tokens,
                window_tokens,
            });
        }
        Ok(Self {
            free_tokens: window_tokens - needed_tokens + LEAST_FREE_TOKENS,
            answer_tokens,
        })
    }

    /// As many of the facts as fit into a quarter.
    pub fn facts_that_fit(&self, facts: &[&Fact], count: &dyn Fn(&str) -> usize) -> Fitting {
        let mut fitting = Fitting { count: 0, tokens: 0 };
        for fact in facts {
            let tokens = fitting.tokens + count(&format!("100. {}\n", fact.text));
            if tokens > self.free_tokens / 4 {
                break;
            }
            fitting = Fitting {
                count: fitting.count + 1,
                tokens,
            };
        }
        fitting
    }
}

/// The messages, numbered from 1, one line each. When they do not fit, all are shortened to one length that does, so that short
/// ones stay whole; at the very least, their beginnings are sent.
pub fn transcript<'a>(
    messages: &[&Message],
    name: impl Fn(Role) -> &'a str,
    free_tokens: usize,
    count: &dyn Fn(&str) -> usize,
) -> String {
    let written = |most: usize| {
        let lines = (1..).zip(messages).map(|(number, message)| {
            let line = message.text.split_whitespace().collect::<Vec<_>>().join(" ");
            format!("[{number}] {}: {}", name(message.role), shortened(&line, most))
        });
        lines.collect::<Vec<_>>().join("\n")
    };
    let mut most = MOST_CHARS;
    let mut text = written(most);
    while count(&text) > free_tokens && most > LEAST_CHARS {
        most = (most * 3 / 4).max(LEAST_CHARS);
        text = written(most);
    }
    text
}

/// Beginning and end of a long text.
fn shortened(line: &str, most: usize) -> String {
    let length = line.chars().count();
    if length <= most {
        return line.to_owned();
    }
    let tail_begins = line
        .char_indices()
        .nth(length - most / 3)
        .map_or(line.len(), |(place, _)| place);
    let tail = &line[tail_begins..];
    let head: String = line.chars().take(most - most / 3).collect();
    format!("{head} […] {tail}")
}
