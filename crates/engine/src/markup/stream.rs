//! The streaming reader: keeps the undecided tail, the open marks and what stands before, and gives out spans.

use std::sync::Arc;

use super::marks::{self, Decision, Mark};
use super::open::{OpenMarks, Parentheses};
use super::{CodeShape, MarkupFormats, Span, SpanKind, code};

/// Reads a text piece by piece. Every returned span is to be appended with [`super::append`].
#[derive(Debug, Clone, Default)]
pub struct MarkupStream {
    pub(super) formats: Arc<MarkupFormats>,
    /// Came in, but cannot be decided yet: at most a mark and the characters that decide it.
    held: String,
    pub(super) open: OpenMarks,
    pub(super) before: Before,
    /// A `*` was taken as mere emphasis; its mate is dropped too.
    pub(super) loose_star: bool,
    pub(super) bold_open: bool,
    pub(super) underline_open: bool,
    /// The block of code that is open.
    pub(super) block: Option<Block>,
    /// Something is shown in this paragraph.
    pub(super) paragraph_begun: bool,
    /// Something is shown at all.
    begun: bool,
    paragraph_owed: bool,
    /// Not shown yet: spaces before a parenthesis of ours that may close here, so that it stands close.
    spaces: String,
    /// Filled and emptied within one call.
    out: Vec<Span>,
}

/// A block of code.
#[derive(Debug, Clone, Copy)]
pub(super) struct Block {
    /// How many backticks opened it; as many close it.
    pub ticks: usize,
    /// Something of the current line was taken.
    pub line_begun: bool,
    begun: bool,
    /// Line breaks that are not shown before something stands behind them.
    breaks: usize,
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
    /// For a reply of a character whose file has these formats; the default is for everything else.
    pub fn new(formats: Arc<MarkupFormats>) -> Self {
        Self {
            formats,
            ..Self::default()
        }
    }

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
            Mark::Escaped => self.show(&taken[1..]),
            Mark::Drop => {}
            Mark::Emphasis { open } => self.loose_star = open,
            Mark::Bold { open } => self.bold_open = open,
            Mark::Underline { open } => self.underline_open = open,
            Mark::Break => self.break_line(),
            Mark::Code { ticks } => self.show_code(code::inner(taken, ticks)),
            Mark::Fence { ticks } => self.begin_block(ticks),
            Mark::CodeText => self.show_in_block(taken),
            Mark::CodeBreak => self.break_in_block(),
            Mark::EndFence => self.end_block(),
            Mark::Enter(open) => {
                self.show_spaces();
                self.open.push(open);
                if open.is_parenthesis() && open.parentheses == Parentheses::AsWritten {
                    self.show(taken);
                }
            }
            Mark::EnterBold(open) => {
                self.bold_open = true;
                self.show_spaces();
                self.open.push(open);
            }
            Mark::LeaveBold => {
                self.bold_open = false;
                self.leave();
            }
            Mark::Deeper => {
                self.show(taken);
                if let Some(depth) = self.open.innermost_mut().and_then(|open| open.depth()) {
                    *depth += 1;
                }
            }
            Mark::Leave { place } => self.leave_through(place, taken),
        }
    }

    /// Closes the mark at `place` and what is still open within it; one that is open within itself becomes less deep.
    fn leave_through(&mut self, place: usize, taken: &str) {
        while self.open.len() > place + 1 {
            self.leave();
        }
        let Some(open) = self.open.innermost_mut() else {
            return;
        };
        let as_written = open.is_parenthesis() && open.parentheses == Parentheses::AsWritten;
        match open.depth() {
            Some(depth) if *depth > 1 => {
                *depth -= 1;
                self.show(taken);
            }
            _ => {
                if as_written {
                    self.show(taken);
                }
                self.leave();
            }
        }
    }

    fn leave(&mut self) {
        if self
            .open
            .innermost()
            .is_some_and(|open| open.parentheses == Parentheses::Added)
        {
            // The parenthesis stays with its text, also when the mark closes on a line of its own.
            let (begun, owed) = (self.paragraph_begun, std::mem::take(&mut self.paragraph_owed));
            self.emit(")");
            (self.paragraph_begun, self.paragraph_owed) = (begun, owed);
        }
        self.spaces.clear();
        self.open.pop();
    }

    fn break_line(&mut self) {
        while self.open.innermost().is_some_and(|open| open.ends_with_line()) {
            self.leave();
        }
        self.spaces.clear();
        self.paragraph_owed = self.begun;
        self.paragraph_begun = false;
    }

    /// Shows `text` in the current voice; white space at the head of a paragraph or of a marked action is not shown.
    fn show(&mut self, text: &str) {
        let parentheses = self.open.innermost().map(|open| open.parentheses);
        let owed = parentheses == Some(Parentheses::Owed);
        let text = if owed || !self.paragraph_begun {
            text.trim_start()
        } else {
            text
        };
        if text.is_empty() {
            return;
        }
        let parentheses = if owed {
            self.pay_parenthesis(text)
        } else {
            parentheses.unwrap_or(Parentheses::AsWritten)
        };
        if parentheses != Parentheses::Added {
            self.emit(text);
            return;
        }
        let shown = text.trim_end_matches(' ');
        if !shown.is_empty() {
            self.show_spaces();
            self.emit(shown);
        }
        self.spaces.push_str(&text[shown.len()..]);
    }

    /// Opens the parenthesis that is owed, unless the text brings its own.
    fn pay_parenthesis(&mut self, text: &str) -> Parentheses {
        let parentheses = if text.starts_with(['(', '（']) {
            Parentheses::AsWritten
        } else {
            Parentheses::Added
        };
        if let Some(open) = self.open.innermost_mut() {
            open.parentheses = parentheses;
        }
        if parentheses == Parentheses::Added {
            self.emit("(");
        }
        parentheses
    }

    fn show_spaces(&mut self) {
        let spaces = std::mem::take(&mut self.spaces);
        if !spaces.is_empty() {
            self.emit(&spaces);
        }
    }

    /// Code within a line, in the current voice.
    fn show_code(&mut self, code: &str) {
        if self
            .open
            .innermost()
            .is_some_and(|open| open.parentheses == Parentheses::Owed)
        {
            self.pay_parenthesis(code);
        }
        self.show_spaces();
        self.emit_as(code, Some(CodeShape::Inline));
    }

    /// A block stands for itself: whatever is open ends before it.
    fn begin_block(&mut self, ticks: usize) {
        while self.open.len() > 0 {
            self.leave();
        }
        (self.loose_star, self.bold_open, self.underline_open) = (false, false, false);
        self.break_line();
        self.block = Some(Block {
            ticks,
            line_begun: false,
            begun: false,
            breaks: 0,
        });
    }

    fn show_in_block(&mut self, text: &str) {
        let Some(block) = &mut self.block else { return };
        let breaks = "\n".repeat(std::mem::take(&mut block.breaks));
        block.line_begun = true;
        block.begun = true;
        self.emit_as(&(breaks + text), Some(CodeShape::Block));
    }

    fn break_in_block(&mut self) {
        let Some(block) = &mut self.block else { return };
        block.line_begun = false;
        if block.begun {
            block.breaks += 1;
        }
    }

    fn end_block(&mut self) {
        self.block = None;
        self.break_line();
    }

    fn emit(&mut self, text: &str) {
        self.emit_as(text, None);
    }

    fn emit_as(&mut self, text: &str, code: Option<CodeShape>) {
        let span = Span {
            kind: self.open.kind(),
            text: text.to_owned(),
            code,
            paragraph: self.paragraph_owed,
        };
        super::append(&mut self.out, vec![span]);
        self.begun = true;
        self.paragraph_begun = true;
        self.paragraph_owed = false;
    }

    /// The voice of what would be shown now.
    pub(super) fn kind(&self) -> SpanKind {
        self.open.kind()
    }
}
