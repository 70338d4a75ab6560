//! Which marks a book puts around speech.

use super::single;

/// Kinds of quotation marks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Marks {
    /// “…” or "…"
    Double,
    /// ‘…’ or '…'
    Single,
    /// «…»
    Guillemets,
    /// »…«
    InwardGuillemets,
    /// „…“
    Low,
    /// 「…」
    Corner,
    /// A dash at the start of a paragraph.
    Dash,
}

/// What a mark at the start of a paragraph counts for: inner quotations seldom stand there.
const AT_START: usize = 4;

/// The marks of a book: those that open most often, counted more where a paragraph starts. Dashes only when there are hardly any
/// marks, as narrators use them too.
pub fn marks_of<'a>(paragraphs: impl Iterator<Item = &'a str>) -> Marks {
    let kinds = [
        Marks::Double,
        Marks::Single,
        Marks::Guillemets,
        Marks::InwardGuillemets,
        Marks::Low,
        Marks::Corner,
    ];
    let mut counts = [0; 6];
    let mut dashes = 0;
    for text in paragraphs {
        for (count, kind) in counts.iter_mut().zip(kinds) {
            let starts = match kind {
                Marks::Single => single::opens_at(text, 0),
                other => text.starts_with(openers(other)),
            };
            *count += usize::from(starts) * AT_START + openings(text, kind);
        }
        dashes += usize::from(leading_dash(text).is_some()) * AT_START;
    }
    let best = (0..kinds.len()).rev().max_by_key(|at| counts[*at]).unwrap_or(0);
    if dashes > counts[best] * 2 {
        Marks::Dash
    } else {
        kinds[best]
    }
}

fn openers(kind: Marks) -> &'static [char] {
    match kind {
        Marks::Double => &['“', '"'],
        Marks::Guillemets => &['«'],
        Marks::InwardGuillemets => &['»'],
        Marks::Low => &['„'],
        Marks::Corner => &['「', '『'],
        Marks::Single | Marks::Dash => &[],
    }
}

/// How often the marks open in a text.
fn openings(text: &str, kind: Marks) -> usize {
    match kind {
        Marks::Single => text
            .char_indices()
            .filter(|(at, letter)| matches!(letter, '‘' | '\'') && single::opens_at(text, *at))
            .count(),
        Marks::Guillemets | Marks::InwardGuillemets => {
            // The two kinds use the same signs: the one that opens has a space before it.
            let opens = |at: usize| {
                text[..at]
                    .chars()
                    .next_back()
                    .is_none_or(|before| before.is_whitespace() || before == '(')
            };
            text.match_indices(openers(kind)).filter(|(at, _)| opens(*at)).count()
        }
        Marks::Double => text.matches('“').count() + text.matches('"').count() / 2,
        other => text.matches(openers(other)).count(),
    }
}

/// Where speech begins after a dash at the start of a paragraph.
pub fn leading_dash(text: &str) -> Option<usize> {
    let dash = ["— ", "—", "– ", "-- ", "--", "- "]
        .into_iter()
        .find(|dash| text.starts_with(dash))?;
    Some(dash.len())
        .filter(|at| text[*at..].starts_with(|letter: char| letter.is_alphanumeric() || "¿¡«".contains(letter)))
}
