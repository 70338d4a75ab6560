//! The marks that are open, outermost first.

use super::SpanKind;

/// More than anybody nests; deeper marks are text.
const DEEPEST: usize = 16;

/// A mark that is open: what opened it, and the voice of what stands in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Open {
    pub by: Opener,
    pub kind: SpanKind,
    pub parentheses: Parentheses,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Opener {
    /// How many parentheses are open within each other.
    Parenthesis { depth: u32 },
    /// An asterisk.
    Star,
    /// An asterisk and a space at the head of a line: ends with the line at the latest, as it may be an item of a list.
    PaddedStar,
    /// A mark of [`super::MarkupFormats`], and how often it is open within itself.
    Format { format: usize, depth: u32 },
    /// The same, ending with the line.
    Line,
}

/// An action is shown in parentheses, whatever its marks were.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Parentheses {
    /// None, or those that were written.
    AsWritten,
    /// To be added before the first character.
    Owed,
    Added,
    /// It stands in parentheses, and is shown without them.
    Hidden,
}

impl Open {
    /// `kind` in marks that are not shown.
    pub fn marked(by: Opener, kind: SpanKind) -> Self {
        let parentheses = match kind {
            SpanKind::Action => Parentheses::Owed,
            SpanKind::Speech | SpanKind::Thought => Parentheses::AsWritten,
        };
        Self { by, kind, parentheses }
    }

    pub fn parenthesis(kind: SpanKind) -> Self {
        let parentheses = match kind {
            SpanKind::Action => Parentheses::AsWritten,
            SpanKind::Speech | SpanKind::Thought => Parentheses::Hidden,
        };
        let by = Opener::Parenthesis { depth: 1 };
        Self { by, kind, parentheses }
    }

    pub fn is_starred(&self) -> bool {
        matches!(self.by, Opener::Star | Opener::PaddedStar)
    }

    pub fn is_parenthesis(&self) -> bool {
        matches!(self.by, Opener::Parenthesis { .. })
    }

    pub fn is_format(&self, wanted: usize) -> bool {
        matches!(self.by, Opener::Format { format, .. } if format == wanted)
    }

    pub fn ends_with_line(&self) -> bool {
        matches!(self.by, Opener::PaddedStar | Opener::Line)
    }

    /// How often the mark is open within itself, where that is counted.
    pub fn depth(&mut self) -> Option<&mut u32> {
        match &mut self.by {
            Opener::Parenthesis { depth } | Opener::Format { depth, .. } => Some(depth),
            Opener::Star | Opener::PaddedStar | Opener::Line => None,
        }
    }
}

/// Everything that is open.
#[derive(Debug, Clone, Default)]
pub(super) struct OpenMarks(Vec<Open>);

impl OpenMarks {
    pub fn innermost(&self) -> Option<&Open> {
        self.0.last()
    }

    pub fn innermost_mut(&mut self) -> Option<&mut Open> {
        self.0.last_mut()
    }

    pub fn kind(&self) -> SpanKind {
        self.0.last().map_or(SpanKind::Speech, |open| open.kind)
    }

    /// The place of the innermost one for which this holds.
    pub fn find(&self, wanted: impl Fn(&Open) -> bool) -> Option<usize> {
        self.0.iter().rposition(wanted)
    }

    /// Those within the one at this place.
    pub fn within(&self, place: usize) -> &[Open] {
        &self.0[place + 1..]
    }

    pub fn len(&self) -> usize {
        self.0.len()
    }

    pub fn is_full(&self) -> bool {
        self.0.len() >= DEEPEST
    }

    pub fn push(&mut self, open: Open) {
        self.0.push(open);
    }

    pub fn pop(&mut self) {
        self.0.pop();
    }
}
