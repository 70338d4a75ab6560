//! Takes reasoning that a model writes between `<think>` tags out of the reply.

use crate::chat::ModelEvent;

const OPEN: &str = "<think>";
const CLOSE: &str = "</think>";

/// A run of the reply's text.
#[derive(Debug, PartialEq, Eq)]
pub enum Piece {
    Reasoning(String),
    Text(String),
}

impl From<Piece> for ModelEvent {
    fn from(piece: Piece) -> Self {
        match piece {
            Piece::Reasoning(text) => Self::Reasoning(text),
            Piece::Text(text) => Self::Text(text),
        }
    }
}

#[derive(Debug, Default, PartialEq, Eq)]
enum State {
    /// Nothing but white space and perhaps the beginning of a tag so far.
    #[default]
    Start,
    Thinking {
        begun: bool,
    },
    /// The blank lines between the tag and the reply are dropped.
    AfterThinking,
    Replying,
}

/// Splits a reply that comes in pieces. Only a tag at the very start counts: later ones are the character's own words.
#[derive(Debug, Default)]
pub struct ThinkSplitter {
    state: State,
    held: String,
    reasoned_apart: bool,
}

impl ThinkSplitter {
    /// Reasoning came in a field of its own: the blank lines at the start of the reply belong to it.
    pub fn reasoning_came_apart(&mut self) {
        self.reasoned_apart = true;
    }

    pub fn push(&mut self, text: &str) -> Vec<Piece> {
        let mut pieces = Vec::new();
        self.held.push_str(text);
        while self.step(&mut pieces) {}
        pieces
    }

    /// The reply is over: what was held back as a possible tag is what it looks like. White space alone is no reply.
    pub fn finish(&mut self) -> Vec<Piece> {
        let held = std::mem::take(&mut self.held);
        match self.state {
            _ if held.trim().is_empty() => Vec::new(),
            State::Thinking { .. } => vec![Piece::Reasoning(held)],
            _ => vec![Piece::Text(held)],
        }
    }

    /// One change of state; false when more text is needed.
    fn step(&mut self, pieces: &mut Vec<Piece>) -> bool {
        match self.state {
            State::Start => {
                let body = self.held.trim_start();
                if let Some(thoughts) = body.strip_prefix(OPEN) {
                    self.held = thoughts.to_owned();
                    self.state = State::Thinking { begun: false };
                    return true;
                }
                if OPEN.starts_with(body) {
                    return false;
                }
                if self.reasoned_apart {
                    self.held = body.to_owned();
                }
                self.state = State::Replying;
                true
            }
            State::Thinking { begun } => self.step_thinking(begun, pieces),
            State::AfterThinking => {
                self.held = self.held.trim_start().to_owned();
                if self.held.is_empty() {
                    return false;
                }
                self.state = State::Replying;
                true
            }
            State::Replying => {
                if !self.held.is_empty() {
                    pieces.push(Piece::Text(std::mem::take(&mut self.held)));
                }
                false
            }
        }
    }

    fn step_thinking(&mut self, begun: bool, pieces: &mut Vec<Piece>) -> bool {
        let closed_at = self.held.find(CLOSE);
        let end = closed_at.unwrap_or_else(|| self.held.len() - unfinished_match(&self.held, CLOSE));
        let thoughts = if begun {
            &self.held[..end]
        } else {
            self.held[..end].trim_start()
        };
        if !thoughts.is_empty() {
            pieces.push(Piece::Reasoning(thoughts.to_owned()));
            self.state = State::Thinking { begun: true };
        }
        self.held.drain(..end);
        if closed_at.is_some() {
            self.held.drain(..CLOSE.len());
            self.state = State::AfterThinking;
        }
        closed_at.is_some()
    }
}

/// How many bytes at the end of the text could be the beginning of `pattern`, of which more may come.
pub fn unfinished_match(text: &str, pattern: &str) -> usize {
    let longest = text.len().min(pattern.len().saturating_sub(1));
    (1..=longest)
        .rev()
        .find(|&length| text.as_bytes().ends_with(&pattern.as_bytes()[..length]))
        .unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(chunks: &[&str]) -> (String, String) {
        let mut splitter = ThinkSplitter::default();
        let mut pieces: Vec<Piece> = chunks.iter().flat_map(|chunk| splitter.push(chunk)).collect();
        pieces.extend(splitter.finish());
        let (mut reasoning, mut text) = (String::new(), String::new());
        for piece in pieces {
            match piece {
                Piece::Reasoning(part) => reasoning += &part,
                Piece::Text(part) => text += &part,
            }
        }
        (reasoning, text)
    }

    fn check(reply: &str, reasoning: &str, text: &str) {
        let expected = (reasoning.to_owned(), text.to_owned());
        assert_eq!(split(&[reply]), expected);
        for (at, _) in reply.char_indices() {
            assert_eq!(split(&[&reply[..at], &reply[at..]]), expected, "cut at {at}");
        }
        let single: Vec<String> = reply.chars().map(String::from).collect();
        assert_eq!(split(&single.iter().map(String::as_str).collect::<Vec<_>>()), expected);
    }

    #[test]
    fn tags_at_the_start_are_taken_out() {
        check("<think>secret</think>\n\nHello <3", "secret", "Hello <3");
        check("\n <think>\nsecret < </b></think>Hello", "secret < </b>", "Hello");
        check("<think>\n\n</think>\n\nHello", "", "Hello");
        check("<think>cut in the mid", "cut in the mid", "");
        check("<think>cut</thi", "cut</thi", "");
    }

    #[test]
    fn everything_else_is_the_reply() {
        check("<3 you", "", "<3 you");
        check("<", "", "<");
        check("<thin", "", "<thin");
        check(" and then", "", " and then");
        check("He said <think>no</think>", "", "He said <think>no</think>");
        check(" \n ", "", "");
    }

    #[test]
    fn blank_lines_after_reasoning_of_its_own_field_are_dropped() {
        let mut splitter = ThinkSplitter::default();
        splitter.reasoning_came_apart();
        assert_eq!(splitter.push("\n\n"), []);
        assert_eq!(splitter.push("Hello"), [Piece::Text("Hello".into())]);
    }
}
