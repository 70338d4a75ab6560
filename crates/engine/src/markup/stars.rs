//! What asterisks mean: thoughts, or mere emphasis, or nothing.

use super::ahead::{Ahead, Flanks, Wait};
use super::marks::Mark;
use super::open::{Open, Opener};
use super::stream::MarkupStream;

pub(super) fn stars(stream: &MarkupStream, ahead: &Ahead<'_>) -> Result<(usize, Mark), Wait> {
    if stream.before.last == Some('*') {
        return Ok((1, Mark::Text));
    }
    let length = ahead.run('*', 4)?;
    if length == 4 {
        return Ok((4, Mark::Text));
    }
    let flanks = Flanks {
        before: stream.before.last,
        after: ahead.at(length)?,
    };
    let mark = match length {
        1 => one_star(stream, ahead, &flanks)?,
        2 => two_stars(stream, &flanks),
        _ => three_stars(stream, &flanks),
    };
    Ok((length, mark))
}

fn starred(stream: &MarkupStream, by: Opener) -> Open {
    Open::marked(by, stream.formats.star)
}

fn in_starred(stream: &MarkupStream) -> bool {
    stream.open.innermost().is_some_and(Open::is_starred)
}

/// The innermost mark closes.
fn leave(stream: &MarkupStream) -> Mark {
    let place = stream.open.len().saturating_sub(1);
    Mark::Leave { place }
}

fn one_star(stream: &MarkupStream, ahead: &Ahead<'_>, flanks: &Flanks) -> Result<Mark, Wait> {
    match stream.open.innermost() {
        None => star_in_speech(stream, ahead, flanks),
        Some(open) if open.is_starred() => star_in_its_own(stream, ahead, flanks),
        Some(open) if open.kind == stream.formats.star => Ok(emphasis(stream, flanks)),
        Some(open) => {
            let begins_it = open.is_parenthesis() && stream.before.last.is_some_and(|before| "(（".contains(before));
            if begins_it {
                Ok(emphasis(stream, flanks))
            } else {
                star_in_another_voice(stream, ahead, flanks)
            }
        }
    }
}

fn star_in_its_own(stream: &MarkupStream, ahead: &Ahead<'_>, flanks: &Flanks) -> Result<Mark, Wait> {
    let digit_before = stream
        .before
        .last_visible
        .is_some_and(|character| character.is_ascii_digit());
    let spaced = flanks.space_before() && flanks.after == Some(' ');
    let product = spaced && digit_before && ahead.at(2)?.is_some_and(|character| character.is_ascii_digit());
    Ok(if product {
        Mark::Text
    } else if flanks.begins_word() {
        Mark::Emphasis { open: true }
    } else {
        leave(stream)
    })
}

fn star_in_speech(stream: &MarkupStream, ahead: &Ahead<'_>, flanks: &Flanks) -> Result<Mark, Wait> {
    Ok(if flanks.ends_word() && stream.loose_star {
        Mark::Emphasis { open: false }
    } else if flanks.ends_word() && stream.bold_open {
        Mark::Bold { open: false }
    } else if flanks.opens() {
        Mark::Enter(starred(stream, Opener::Star))
    } else if !stream.paragraph_begun
        && flanks.after == Some(' ')
        && ahead
            .at(2)?
            .is_some_and(|character| !character.is_whitespace() && character != '*')
    {
        Mark::Enter(starred(stream, Opener::PaddedStar))
    } else {
        Mark::Text
    })
}

/// Within what has the voice of an asterisk already, and where a parenthesis holds nothing but it.
fn emphasis(stream: &MarkupStream, flanks: &Flanks) -> Mark {
    if stream.loose_star && !flanks.space_before() && !flanks.inside_word() {
        Mark::Emphasis { open: false }
    } else if flanks.opens() {
        Mark::Emphasis { open: true }
    } else {
        Mark::Text
    }
}

/// A thought within an action, say. One word is more likely emphasised: "(bows *low*)".
fn star_in_another_voice(stream: &MarkupStream, ahead: &Ahead<'_>, flanks: &Flanks) -> Result<Mark, Wait> {
    if stream.loose_star && !flanks.space_before() && !flanks.inside_word() {
        return Ok(Mark::Emphasis { open: false });
    }
    if flanks.opens() {
        return Ok(if stream.open.is_full() || ahead.one_starred_word()? {
            Mark::Emphasis { open: true }
        } else {
            Mark::Enter(starred(stream, Opener::Star))
        });
    }
    // The asterisk around this closes, and what was forgotten to be closed within it.
    Ok(match stream.open.find(Open::is_starred) {
        Some(place) if flanks.ends_word() => Mark::Leave { place },
        _ => Mark::Text,
    })
}

fn two_stars(stream: &MarkupStream, flanks: &Flanks) -> Mark {
    if stream.bold_open && !flanks.space_before() {
        Mark::Bold { open: false }
    } else if flanks.opens() {
        Mark::Bold { open: true }
    } else if in_starred(stream) && flanks.ends_word() {
        leave(stream)
    } else {
        Mark::Text
    }
}

fn three_stars(stream: &MarkupStream, flanks: &Flanks) -> Mark {
    let line_of_its_own = !stream.paragraph_begun && flanks.after.is_none_or(|after| after == '\n' || after == '\r');
    if line_of_its_own {
        Mark::Text
    } else if in_starred(stream) && (flanks.ends_word() || stream.bold_open) {
        Mark::LeaveBold
    } else if stream.bold_open && !flanks.space_before() {
        Mark::Bold { open: false }
    } else if flanks.opens() && stream.open.innermost().is_none() {
        Mark::EnterBold(starred(stream, Opener::Star))
    } else if flanks.opens() {
        Mark::Bold { open: true }
    } else {
        Mark::Text
    }
}
