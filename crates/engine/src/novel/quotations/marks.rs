//! Which marks a book puts around speech.

use super::paired::Pair;
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

impl Marks {
    /// What opens and what closes; none where that depends on more than the mark.
    pub fn pair(self) -> Option<Pair> {
        let (opening, closing, both): (&[char], &[char], _) = match self {
            Self::Double => (&['“', '„', '‟'], &['”'], Some('"')),
            Self::Guillemets => (&['«'], &['»'], None),
            Self::InwardGuillemets => (&['»'], &['«'], None),
            Self::Low => (&['„'], &['“', '”'], None),
            Self::Corner => (&['「', '『'], &['」', '』'], None),
            Self::Single | Self::Dash => return None,
        };
        Some(Pair { opening, closing, both })
    }
}

/// What a mark at the start of a paragraph counts for: inner quotations seldom stand there.
const AT_START: usize = 4;

/// Paragraphs with a dash that a book with other marks has at least where it marks speech with dashes.
const LEAST_DASHED: usize = 8;

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
    let (mut dashed, mut alike) = (0, 0);
    for text in paragraphs {
        alike += text.matches('"').count();
        for (count, kind) in counts.iter_mut().zip(kinds) {
            *count += usize::from(opens_speech(text, kind)) * AT_START + openings(text, kind);
        }
        dashed += usize::from(opens_speech(text, Marks::Dash) || dash_after_colon(text).is_some());
    }
    // Half of those that look alike open; a paragraph may hold one alone.
    counts[0] += alike / 2;
    // Single marks are also apostrophes, and stand inside speech more often than double ones do.
    counts[1] = counts[1] * 2 / 3;
    let best = (0..kinds.len()).rev().max_by_key(|at| counts[*at]).unwrap_or(0);
    if (dashed >= LEAST_DASHED || counts[best] == 0) && dashed * AT_START > counts[best] * 2 {
        Marks::Dash
    } else {
        kinds[best]
    }
}

/// Whether a text begins with speech between such marks.
pub fn opens_speech(text: &str, kind: Marks) -> bool {
    match kind {
        Marks::Single => single::opens_at(text, 0),
        Marks::Dash => leading_dash(text).is_some(),
        other => text.starts_with(openers(other)),
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
            .filter(|(at, letter)| (single::is_left(*letter) || *letter == '\'') && single::opens_at(text, *at))
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
        Marks::Double => text.matches('“').count(),
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

/// Where a dash after a colon leads to speech, as in "He said: — No." where no paragraph begins.
pub fn dash_after_colon(text: &str) -> Option<usize> {
    text.match_indices([':']).find_map(|(at, _)| {
        let rest = text[at + 1..].trim_start();
        let dash = text.len() - rest.len();
        (dash > at + 1 && leading_dash(rest).is_some()).then_some(dash)
    })
}
