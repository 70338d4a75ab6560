//! The streaming reader: keeps the undecided tail, the current voice and what stands before, and gives out spans.

use super::marks::{self, Decision, Mark};
use super::{Span, SpanKind};

/// Reads a text piece by piece. Every returned span is to be appended with [`super::append`].
#[derive(Debug, Clone, Default)]
pub struct MarkupStream {
    /// Came in, but cannot be decided yet: at most a mark and the characters that decide it.
    held: String,
    pub(super) voice: Voice,
    pub(super) before: Before,
    /// A `*` was taken as mere emphasis; its mate is dropped too.
    pub(super) loose_star: bool,
    pub(super) bold_open: bool,
    pub(super) underline_open: bool,
    /// Something is shown in this paragraph.
    pub(super) paragraph_begun: bool,
    /// Something is shown at all.
    begun: bool,
    paragraph_owed: bool,
    /// Filled and emptied within one call.
    out: Vec<Span>,
}

/// Whose turn it is, and what ends it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Voice {
    #[default]
    Speech,
    /// Opened by a parenthesis; how many are open.
    Action { depth: u32 },
    /// Opened by a tag. Its parentheses are ours, unless it brings its own.
    TaggedAction { parentheses: Parentheses },
    /// Opened by an asterisk.
    Thought,
    /// Opened by an asterisk and a space: ends with the line at the latest, as it may be an item of a list.
    PaddedThought,
    /// Opened by a tag.
    TaggedThought,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Parentheses {
    /// To be added before the first character.
    Owed,
    Added,
    ItsOwn,
}

impl Voice {
    fn kind(self) -> SpanKind {
        match self {
            Self::Speech => SpanKind::Speech,
            Self::Action { .. } | Self::TaggedAction { .. } => SpanKind::Action,
            Self::Thought | Self::PaddedThought | Self::TaggedThought => SpanKind::Thought,
        }
    }
}

/// The characters that stand before the one to decide, as they came in.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Before {
    pub last: Option<char>,
    pub second_last: Option<char>,
    /// The last one that is not white space, within this line.
    pub last_visible: Option<char>,
}

impl Before {
    fn pass(&mut self, text: &str) {
        for character in text.chars() {
            self.second_last = self.last;
            self.last = Some(character);
            if character == '\n' || character == '\r' {
                self.last_visible = None;
            } else if !character.is_whitespace() {
                self.last_visible = Some(character);
            }
        }
    }
}

impl MarkupStream {
    /// Takes the next piece and returns what can be shown because of it.
    pub fn push(&mut self, piece: &str) -> Vec<Span> {
        self.held.push_str(piece);
        self.run(false);
        std::mem::take(&mut self.out)
    }

    /// The text is over: returns what was still held back.
    pub fn finish(&mut self) -> Vec<Span> {
        self.run(true);
        std::mem::take(&mut self.out)
    }

    fn run(&mut self, at_end: bool) {
        let held = std::mem::take(&mut self.held);
        let mut rest = held.as_str();
        while !rest.is_empty() {
            match marks::decide(self, rest, at_end) {
                Decision::Wait => break,
                Decision::Take(length, mark) => {
                    let (taken, after) = rest.split_at(length);
                    self.apply(mark, taken);
                    self.before.pass(taken);
                    rest = after;
                }
            }
        }
        self.held = rest.to_owned();
    }

    fn apply(&mut self, mark: Mark, taken: &str) {
        match mark {
            Mark::Text => self.show(taken),
            Mark::Drop => {}
            Mark::Emphasis { open } => self.loose_star = open,
            Mark::Bold { open } => self.bold_open = open,
            Mark::Underline { open } => self.underline_open = open,
            Mark::Break => self.break_line(),
            Mark::OpenParenthesis => {
                if let Voice::Action { depth } = &mut self.voice {
                    *depth += 1;
                } else {
                    self.voice = Voice::Action { depth: 1 };
                }
                self.show(taken);
            }
            Mark::CloseParenthesis => {
                self.show(taken);
                if let Voice::Action { depth } = self.voice {
                    self.voice = if depth > 1 {
                        Voice::Action { depth: depth - 1 }
                    } else {
                        Voice::Speech
                    };
                }
            }
            Mark::Escaped => self.show(&taken[1..]),
            Mark::Enter(voice) => {
                // The asterisk that would have closed the thought closes nothing now.
                self.loose_star |= matches!(self.voice, Voice::Thought | Voice::PaddedThought);
                self.leave();
                self.voice = voice;
            }
            Mark::Leave => self.leave(),
            Mark::BoldThought { open } => {
                self.bold_open = open;
                self.voice = if open { Voice::Thought } else { Voice::Speech };
            }
        }
    }

    fn leave(&mut self) {
        if self.voice
            == (Voice::TaggedAction {
                parentheses: Parentheses::Added,
            })
        {
            // The parenthesis stays with its text, also when the tag closes on a line of its own.
            let (begun, owed) = (self.paragraph_begun, std::mem::take(&mut self.paragraph_owed));
            self.emit(")");
            (self.paragraph_begun, self.paragraph_owed) = (begun, owed);
        }
        self.voice = Voice::Speech;
    }

    fn break_line(&mut self) {
        if self.voice == Voice::PaddedThought {
            self.voice = Voice::Speech;
        }
        self.paragraph_owed = self.begun;
        self.paragraph_begun = false;
    }

    /// Shows `text` in the current voice; white space at the head of a paragraph or of a tagged action is not shown.
    fn show(&mut self, text: &str) {
        let owed = self.voice
            == Voice::TaggedAction {
                parentheses: Parentheses::Owed,
            };
        let text = if owed || !self.paragraph_begun {
            text.trim_start()
        } else {
            text
        };
        if text.is_empty() {
            return;
        }
        if owed {
            let parentheses = if text.starts_with(['(', '（']) {
                Parentheses::ItsOwn
            } else {
                Parentheses::Added
            };
            self.voice = Voice::TaggedAction { parentheses };
            if parentheses == Parentheses::Added {
                self.emit("(");
            }
        }
        self.emit(text);
    }

    fn emit(&mut self, text: &str) {
        let span = Span {
            kind: self.voice.kind(),
            text: text.to_owned(),
            paragraph: self.paragraph_owed,
        };
        super::append(&mut self.out, vec![span]);
        self.begun = true;
        self.paragraph_begun = true;
        self.paragraph_owed = false;
    }
}
