//! What a mark means where it stands. Each function looks at the held text, at what stands before it and at what is open;
//! when the characters that decide are not there yet, it asks to wait.

use super::ahead::{Ahead, Flanks, Wait, is_word};
use super::code;
use super::formats::{FormatMark, Shape, Side};
use super::open::{Open, Opener};
use super::stars;
use super::stream::{Before, MarkupStream};

pub(super) enum Decision {
    Wait,
    /// So many bytes of the held text, and what they are.
    Take(usize, Mark),
}

pub(super) enum Mark {
    Text,
    /// Text after a backslash, which is not shown.
    Escaped,
    Drop,
    Emphasis {
        open: bool,
    },
    Bold {
        open: bool,
    },
    Underline {
        open: bool,
    },
    Break,
    /// Code within a line, between so many backticks.
    Code {
        ticks: usize,
    },
    /// A block of code begins, behind so many backticks.
    Fence {
        ticks: usize,
    },
    CodeText,
    CodeBreak,
    EndFence,
    Enter(Open),
    EnterBold(Open),
    LeaveBold,
    /// The innermost open mark once more.
    Deeper,
    /// The open mark at this place closes.
    Leave {
        place: usize,
    },
}

pub(super) fn decide(stream: &MarkupStream, text: &str, at_end: bool) -> Decision {
    let ahead = Ahead { text, at_end };
    match decided(stream, &ahead) {
        Ok((length, mark)) => Decision::Take(length, mark),
        Err(Wait) => Decision::Wait,
    }
}

fn decided(stream: &MarkupStream, ahead: &Ahead<'_>) -> Result<(usize, Mark), Wait> {
    if let Some(block) = &stream.block {
        return code::within_block(ahead, block.ticks, block.line_begun);
    }
    let first = ahead.text.chars().next().unwrap_or_default();
    if stream.formats.may_begin(first)
        && let Some(found) = format_mark(stream, ahead)?
    {
        return Ok(found);
    }
    let mark = match first {
        '\n' | '\r' => Mark::Break,
        '(' | '（' => open_parenthesis(stream, ahead)?,
        ')' | '）' => close_parenthesis(stream, ahead)?,
        '*' => return stars::stars(stream, ahead),
        '_' => return underscores(stream, ahead),
        '`' => return code::ticks(stream, ahead),
        '\\' if matches!(ahead.at(1)?, Some('*' | '`')) => return Ok((2, Mark::Escaped)),
        _ => return Ok((plain_length(stream, ahead.text), Mark::Text)),
    };
    Ok((first.len_utf8(), mark))
}

/// Up to the next character that may be a mark; the first one is known to be none.
fn plain_length(stream: &MarkupStream, text: &str) -> usize {
    let special = |character: char| "\n\r(（)）*_`\\".contains(character) || stream.formats.may_begin(character);
    text.char_indices()
        .skip(1)
        .find(|(_, character)| special(*character))
        .map_or(text.len(), |(place, _)| place)
}

/// A mark of the character's own formats, or one of our tags.
fn format_mark(stream: &MarkupStream, ahead: &Ahead<'_>) -> Result<Option<(usize, Mark)>, Wait> {
    for mark in &stream.formats.marks {
        if ahead.begins_with(&mark.text)?
            && let Some(meaning) = format_meaning(stream, ahead, mark)?
        {
            return Ok(Some((mark.text.len(), meaning)));
        }
    }
    Ok(None)
}

/// None when the mark is none here.
fn format_meaning(stream: &MarkupStream, ahead: &Ahead<'_>, mark: &FormatMark) -> Result<Option<Mark>, Wait> {
    let format = &stream.formats.formats[mark.format];
    let place = stream.open.find(|open| open.is_format(mark.format));
    let by = Opener::Format {
        format: mark.format,
        depth: 1,
    };
    let enter = (!stream.open.is_full()).then_some(Mark::Enter(Open::marked(by, format.kind)));
    let leave = place.map(|place| Mark::Leave { place });
    Ok(match (format.shape, mark.side) {
        (Shape::Tag, Side::Open) if stream.kind() == format.kind => Some(Mark::Drop),
        (Shape::Tag, Side::Open) => enter.or(Some(Mark::Drop)),
        (Shape::Tag, _) => leave.or(Some(Mark::Drop)),
        (Shape::Brackets, Side::Open) => {
            let innermost = stream.open.len().checked_sub(1);
            let length = mark.text.chars().count();
            match ahead.at(length)? {
                _ if place.is_some() && place == innermost => Some(Mark::Deeper),
                None => None,
                // "[]" and "[ ]" hold nothing.
                Some(_) if format.is_empty_from(ahead, length)? => None,
                Some(_) => enter,
            }
        }
        (Shape::Brackets, _) => leave,
        (Shape::Twin, _) => twin(stream, ahead, mark)?.and_then(|twin| match twin {
            Twin::Opens => enter,
            Twin::Closes => leave,
        }),
        (Shape::Line, _) => {
            let by = Opener::Line;
            (stream.open.innermost().is_none() && !stream.paragraph_begun)
                .then_some(Mark::Enter(Open::marked(by, format.kind)))
        }
    })
}

enum Twin {
    Opens,
    Closes,
}

/// What a mark means whose mate looks the same. A longer run of the same sign, and a sign within a word, is none.
fn twin(stream: &MarkupStream, ahead: &Ahead<'_>, mark: &FormatMark) -> Result<Option<Twin>, Wait> {
    let length = mark.text.chars().count();
    let flanks = Flanks {
        before: stream.before.last,
        after: ahead.at(length)?,
    };
    let last = mark.text.chars().last();
    let first = mark.text.chars().next();
    if flanks.after == last || flanks.before == first || flanks.inside_word() {
        return Ok(None);
    }
    let open = stream.open.find(|open| open.is_format(mark.format)).is_some();
    Ok(if open && (!flanks.space_before() || !flanks.opens()) {
        Some(Twin::Closes)
    } else if !open && flanks.opens() {
        Some(Twin::Opens)
    } else {
        None
    })
}

fn open_parenthesis(stream: &MarkupStream, ahead: &Ahead<'_>) -> Result<Mark, Wait> {
    let next = ahead.at(1)?;
    let frowns = frown(stream.before, next);
    match stream.open.innermost() {
        Some(open) if open.is_parenthesis() => Ok(if frowns { Mark::Text } else { Mark::Deeper }),
        // An action in other marks may hold parentheses.
        open if open.is_some_and(|open| open.kind == stream.formats.parenthesis) => Ok(Mark::Text),
        _ => {
            let literal = frowns
                || stream.open.is_full()
                // The end, "()", and the smile of left-handers, "(:".
                || next.is_none_or(|next| ")）:;=".contains(next))
                // A plural "book(s)", a call "f(x)", a link "[a](b)".
                || is_word(stream.before.last)
                || stream.before.last == Some(']');
            let open = Open::parenthesis(stream.formats.parenthesis);
            Ok(if literal { Mark::Text } else { Mark::Enter(open) })
        }
    }
}

/// Whether a parenthesis is the mouth of ":(" or ":-(".
fn frown(before: Before, next: Option<char>) -> bool {
    let eyes = |character: Option<char>| character.is_some_and(|character| ":;=".contains(character));
    if eyes(before.last) {
        let after_word = before.second_last.is_some_and(|character| !character.is_whitespace());
        return !(after_word && next.is_some_and(char::is_alphanumeric));
    }
    before.last.is_some_and(|nose| "-'".contains(nose)) && eyes(before.second_last)
}

fn close_parenthesis(stream: &MarkupStream, ahead: &Ahead<'_>) -> Result<Mark, Wait> {
    let Some(place) = stream.open.find(Open::is_parenthesis) else {
        return Ok(Mark::Text);
    };
    // An asterisk may be forgotten, a tag is closed by its mate.
    if !stream.open.within(place).iter().all(Open::is_starred) {
        return Ok(Mark::Text);
    }
    // "(he grins :))": the first belongs to the face.
    if frown(stream.before, None) && ahead.at(1)? == Some(')') {
        return Ok(Mark::Text);
    }
    Ok(Mark::Leave { place })
}

/// Whether underscores after this character are not within a word, nor within an address such as "/?__p=1".
fn begins_aside(before: Option<char>) -> bool {
    let opens = |character: char| character.is_whitespace() || "([{（\"'“‘„«—–*".contains(character);
    // In scripts without spaces they may stand between any two characters.
    before.is_none_or(|character| opens(character) || (character.is_alphanumeric() && !is_word(before)))
}

/// "__p=1": a name that is given a value, and no emphasis.
fn names_a_value(ahead: &Ahead<'_>) -> Result<bool, Wait> {
    const LONGEST_NAME: usize = 32;
    for place in 2..2 + LONGEST_NAME {
        match ahead.at(place)? {
            Some('=') => return Ok(place > 2),
            Some(character) if character.is_alphanumeric() || character == '_' => {}
            Some(_) | None => break,
        }
    }
    Ok(false)
}

fn underscores(stream: &MarkupStream, ahead: &Ahead<'_>) -> Result<(usize, Mark), Wait> {
    if stream.before.last == Some('_') {
        return Ok((1, Mark::Text));
    }
    let length = ahead.run('_', 3)?;
    if length != 2 {
        return Ok((length, Mark::Text));
    }
    let flanks = Flanks {
        before: stream.before.last,
        after: ahead.at(2)?,
    };
    Ok(if stream.underline_open && flanks.ends_word() {
        (2, Mark::Underline { open: false })
    } else if !flanks.space_after() && begins_aside(flanks.before) && !names_a_value(ahead)? {
        (2, Mark::Underline { open: true })
    } else {
        (2, Mark::Text)
    })
}
