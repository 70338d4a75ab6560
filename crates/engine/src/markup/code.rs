//! Code between backticks. Backticks are also the opening quotation marks of old books (`` `Hello,' ``), so that within a line they
//! mark code only when their mates are in sight; a block begins with a fence on a line of its own and ends with another, or with
//! the text.

use super::ahead::{Ahead, Wait, is_word};
use super::marks::Mark;
use super::stream::MarkupStream;

/// The longest code within a line, in characters: so much is held back until its end has come.
const LONGEST_INLINE: usize = 80;
/// More backticks than this in a row are a picture.
const MOST_TICKS: usize = 12;
/// The longest name of a language behind a fence, in characters.
const LONGEST_NAME: usize = 24;
/// How far a closing fence may be set in, in spaces.
const MOST_INDENT: usize = 8;

/// What backticks mean outside of a block.
pub(super) fn ticks(stream: &MarkupStream, ahead: &Ahead<'_>) -> Result<(usize, Mark), Wait> {
    if stream.before.last == Some('`') {
        return Ok((1, Mark::Text));
    }
    let ticks = ahead.run('`', MOST_TICKS + 1)?;
    if ticks > MOST_TICKS {
        return Ok((ticks, Mark::Text));
    }
    if ticks >= 3
        && !stream.paragraph_begun
        && let Some(length) = opening_fence(ahead, ticks)?
    {
        return Ok((length, Mark::Fence { ticks }));
    }
    // "don`t" and "can`t" are sloppy apostrophes.
    if !is_word(stream.before.last)
        && let Some(length) = inline(ahead, ticks)?
    {
        return Ok((length, Mark::Code { ticks }));
    }
    Ok((ticks, Mark::Text))
}

/// What a part of an open block is: `ticks` backticks have opened it, and `line_begun` tells whether something of this line was
/// taken already.
pub(super) fn within_block(ahead: &Ahead<'_>, ticks: usize, line_begun: bool) -> Result<(usize, Mark), Wait> {
    if !line_begun && let Some(length) = closing_fence(ahead, ticks)? {
        return Ok((length, Mark::EndFence));
    }
    let line = ahead.text.find(['\n', '\r']).unwrap_or(ahead.text.len());
    if line > 0 {
        return Ok((line, Mark::CodeText));
    }
    let windows = ahead.text.starts_with('\r') && ahead.at(1)? == Some('\n');
    Ok((if windows { 2 } else { 1 }, Mark::CodeBreak))
}

/// The code between backticks, without the one space that may stand on both sides of it.
pub(super) fn inner(taken: &str, ticks: usize) -> &str {
    let inner = &taken[ticks..taken.len() - ticks];
    inner
        .strip_prefix(' ')
        .and_then(|inner| inner.strip_suffix(' '))
        .unwrap_or(inner)
}

/// What stands behind so many backticks, with its places in the whole.
fn behind<'text>(ahead: &Ahead<'text>, ticks: usize) -> impl Iterator<Item = (usize, char)> + 'text {
    let indices = ahead.text[ticks..].char_indices();
    indices.map(move |(place, character)| (place + ticks, character))
}

/// The length of a fence that opens a block, with the name of a language and the line break behind it, in bytes.
fn opening_fence(ahead: &Ahead<'_>, ticks: usize) -> Result<Option<usize>, Wait> {
    let mut name = 0;
    let mut over = false;
    for (place, character) in behind(ahead, ticks).take(LONGEST_NAME) {
        look();
        match character {
            '\n' | '\r' => return Ok(Some(place + 1)),
            ' ' | '\t' => over = name > 0,
            _ if over => return Ok(None),
            _ if character.is_alphanumeric() || "+#.-_".contains(character) => name += 1,
            _ => return Ok(None),
        }
    }
    undecided(ahead, ticks + LONGEST_NAME)
}

/// The length of a fence that closes a block, in bytes. Something may be said behind it on its line.
fn closing_fence(ahead: &Ahead<'_>, ticks: usize) -> Result<Option<usize>, Wait> {
    let mut indent = 0;
    let mut found = 0;
    for (place, character) in ahead.text.char_indices().take(MOST_INDENT + MOST_TICKS + 1) {
        look();
        match character {
            ' ' if found == 0 && indent < MOST_INDENT => indent += 1,
            '`' => found += 1,
            _ => return Ok((found >= ticks && character.is_whitespace()).then_some(place)),
        }
    }
    let limit = MOST_INDENT + MOST_TICKS + 1;
    if found >= ticks && ahead.at_end && ends_within(ahead, limit) {
        return Ok(Some(ahead.text.len()));
    }
    undecided(ahead, limit)
}

/// The length of code within a line, with the backticks around it, in bytes; none when it does not end in sight.
fn inline(ahead: &Ahead<'_>, ticks: usize) -> Result<Option<usize>, Wait> {
    let mut run = 0;
    for (place, character) in behind(ahead, ticks).take(LONGEST_INLINE) {
        look();
        if character == '`' {
            run += 1;
            continue;
        }
        if run == ticks && is_code(&ahead.text[ticks..place - ticks]) {
            return Ok(Some(place));
        }
        if character == '\n' || character == '\r' {
            return Ok(None);
        }
        run = 0;
    }
    let whole = ahead.text.len();
    if ahead.at_end && run == ticks && whole > 2 * ticks && ends_within(ahead, ticks + LONGEST_INLINE) {
        return Ok(is_code(&ahead.text[ticks..whole - ticks]).then_some(whole));
    }
    undecided(ahead, ticks + LONGEST_INLINE)
}

/// Whether this can stand between backticks: something is there, and spaces are on both sides or on none. After the opening quote
/// of an old book comes a word, and before the next one a space.
fn is_code(inner: &str) -> bool {
    !inner.trim().is_empty() && inner.starts_with(' ') == inner.ends_with(' ')
}

/// All that may be looked at was: it is no mark when there is more or the text is over, else it must be waited for.
fn undecided(ahead: &Ahead<'_>, limit: usize) -> Result<Option<usize>, Wait> {
    if ahead.at_end || !ends_within(ahead, limit) {
        Ok(None)
    } else {
        Err(Wait)
    }
}

/// Whether the held text has fewer characters than this.
fn ends_within(ahead: &Ahead<'_>, limit: usize) -> bool {
    ahead.text.chars().nth(limit - 1).is_none()
}

fn look() {
    #[cfg(test)]
    super::ahead::looks::count(1);
}
