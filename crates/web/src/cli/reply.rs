//! A reply on the terminal, as it grows: a voice that goes on from one piece to the next is opened once and closed once.

use std::io::IsTerminal;

use engine::markup::{CodeShape, Span, SpanKind};

use super::printing::{print, print_dim};

/// Prints the pieces of one reply.
#[derive(Debug, Default)]
pub struct ReplyPrinter {
    /// The marks that stand open, the outer one first.
    open: Vec<&'static str>,
}

impl ReplyPrinter {
    /// Prints what is new.
    pub fn print(&mut self, spans: &[Span]) {
        let has_voices = std::io::stdout().is_terminal();
        for span in spans {
            // A terminal has no second voice, so a thought is set dim where that can be seen.
            if has_voices && span.kind == SpanKind::Thought {
                print(&self.before(span.paragraph, code_marks(span)));
                print_dim(&span.text);
            } else {
                print(&self.before(span.paragraph, marks_of(span)));
                print(&span.text);
            }
        }
    }

    /// Closes what stands open at the end of the reply.
    pub fn finish(&mut self) {
        print(&self.before(false, &[]));
    }

    /// What comes before a piece: the marks that its voice closes, a new line, and those that it opens.
    fn before(&mut self, paragraph: bool, marks: &[&'static str]) -> String {
        let kept = if paragraph {
            0
        } else {
            self.open
                .iter()
                .zip(marks)
                .take_while(|(open, mark)| open == mark)
                .count()
        };
        let mut text: String = self.open.drain(kept..).rev().collect();
        if paragraph {
            text.push('\n');
        }
        text.extend(marks[kept..].iter().copied());
        self.open.extend(&marks[kept..]);
        text
    }
}

/// The marks that stand around a text of this voice where there is only one face.
fn marks_of(span: &Span) -> &'static [&'static str] {
    match (span.kind, span.code) {
        (SpanKind::Speech | SpanKind::Action, _) => code_marks(span),
        (SpanKind::Thought, Some(CodeShape::Inline)) => &["*", "`"],
        (SpanKind::Thought, _) => &["*"],
    }
}

/// Code within a line keeps its marks: a terminal has one face for all.
fn code_marks(span: &Span) -> &'static [&'static str] {
    match span.code {
        Some(CodeShape::Inline) => &["`"],
        Some(CodeShape::Block) | None => &[],
    }
}

#[cfg(test)]
mod tests {
    use engine::markup::MarkupStream;

    use super::*;

    /// What stands in a pipe after these pieces of a reply.
    fn printed(pieces: &[&str]) -> String {
        let mut stream = MarkupStream::default();
        let mut printer = ReplyPrinter::default();
        let mut text = String::new();
        let mut told: Vec<Vec<Span>> = pieces.iter().map(|piece| stream.push(piece)).collect();
        told.push(stream.finish());
        for span in told.iter().flatten() {
            text += &printer.before(span.paragraph, marks_of(span));
            text += &span.text;
        }
        text + &printer.before(false, &[])
    }

    /// Word by word it read "*She **is **late **again **tonight.*".
    #[test]
    fn a_thought_that_comes_word_by_word_has_one_opening_and_one_closing_mark() {
        let whole = "*She is late again tonight.* Well?\n\n*Not her.* (nods) *Him.*";
        let expected = printed(&[whole]);
        assert!(
            expected.starts_with("*She is late again tonight.* Well?\n"),
            "{expected}"
        );
        assert_eq!(expected.matches('*').count(), 6, "{expected}");
        let words: Vec<&str> = whole.split_inclusive(' ').collect();
        assert_eq!(printed(&words), expected);
        for (at, _) in whole.char_indices() {
            assert_eq!(printed(&[&whole[..at], &whole[at..]]), expected, "parted at {at}");
        }
    }

    #[test]
    fn code_within_a_line_keeps_its_marks() {
        let whole = "Press `q` twice. *Or `x`, as she said.*";
        assert_eq!(printed(&[whole]), whole);
        for (at, _) in whole.char_indices() {
            assert_eq!(printed(&[&whole[..at], &whole[at..]]), whole, "parted at {at}");
        }
    }

    #[test]
    fn a_thought_that_breaks_off_is_closed() {
        assert_eq!(printed(&["*She is ", "late"]), printed(&["*She is late"]));
    }

    #[test]
    fn a_thought_over_two_paragraphs_is_closed_before_the_second() {
        let mut printer = ReplyPrinter::default();
        let mut text = printer.before(false, &["*"]) + "one";
        text += &(printer.before(true, &["*"]) + "two");
        text += &printer.before(false, &[]);
        assert_eq!(text, "*one*\n*two*");
    }
}
