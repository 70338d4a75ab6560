//! What a mark means where it stands. Each function looks at the held text, at what stands before it and at the current voice;
//! when the characters that decide are not there yet, it asks to wait.

use super::stream::{Before, MarkupStream, Parentheses, Voice};

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
    BoldThought {
        open: bool,
    },
    Break,
    OpenParenthesis,
    CloseParenthesis,
    Enter(Voice),
    Leave,
}

struct Wait;

/// The held text, seen character by character.
struct Ahead<'a> {
    text: &'a str,
    at_end: bool,
}

impl Ahead<'_> {
    /// The character at this place; none when the text is over.
    fn at(&self, place: usize) -> Result<Option<char>, Wait> {
        match self.text.chars().nth(place) {
            None if !self.at_end => Err(Wait),
            character => Ok(character),
        }
    }

    /// How often `mark` stands in a row, counted no further than `limit`.
    fn run(&self, mark: char, limit: usize) -> Result<usize, Wait> {
        let mut length = 1;
        while length < limit && self.at(length)? == Some(mark) {
            length += 1;
        }
        Ok(length)
    }
}

pub(super) fn decide(stream: &MarkupStream, text: &str, at_end: bool) -> Decision {
    let ahead = Ahead { text, at_end };
    let first = text.chars().next().unwrap_or_default();
    let decided = match first {
        '\n' | '\r' => Ok((1, Mark::Break)),
        '(' | '（' => open_parenthesis(stream, &ahead).map(|mark| (first.len_utf8(), mark)),
        ')' | '）' => close_parenthesis(stream, &ahead).map(|mark| (first.len_utf8(), mark)),
        '*' => stars(stream, &ahead),
        '_' => underscores(stream, &ahead),
        '<' => tag(stream, &ahead),
        '\\' => ahead.at(1).map(|next| {
            if next == Some('*') {
                (2, Mark::Escaped)
            } else {
                (1, Mark::Text)
            }
        }),
        ' ' if in_tagged_action(stream.voice) => spaces_in_tagged_action(&ahead),
        _ => Ok((plain_length(stream.voice, text), Mark::Text)),
    };
    match decided {
        Ok((length, mark)) => Decision::Take(length, mark),
        Err(Wait) => Decision::Wait,
    }
}

fn plain_length(voice: Voice, text: &str) -> usize {
    let special =
        |character: char| "\n\r(（)）*_<\\".contains(character) || (character == ' ' && in_tagged_action(voice));
    text.find(special).unwrap_or(text.len())
}

fn in_tagged_action(voice: Voice) -> bool {
    matches!(voice, Voice::TaggedAction { .. })
}

fn open_parenthesis(stream: &MarkupStream, ahead: &Ahead<'_>) -> Result<Mark, Wait> {
    if !matches!(stream.voice, Voice::Speech | Voice::Action { .. }) {
        return Ok(Mark::Text);
    }
    let next = ahead.at(1)?;
    let literal = frown(stream.before, next)
        || (stream.voice == Voice::Speech
            // The end, "()", and the smile of left-handers, "(:".
            && (next.is_none_or(|next| ")）:;=".contains(next))
                // A plural "book(s)", a call "f(x)", a link "[a](b)".
                || is_word(stream.before.last)
                || stream.before.last == Some(']')));
    Ok(if literal { Mark::Text } else { Mark::OpenParenthesis })
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
    if !matches!(stream.voice, Voice::Action { .. }) {
        return Ok(Mark::Text);
    }
    // "(he grins :))": the first belongs to the face.
    if frown(stream.before, None) && ahead.at(1)? == Some(')') {
        return Ok(Mark::Text);
    }
    Ok(Mark::CloseParenthesis)
}

/// What stands on both sides of a run of asterisks or underscores.
struct Flanks {
    before: Option<char>,
    after: Option<char>,
}

impl Flanks {
    fn space_before(&self) -> bool {
        self.before.is_none_or(char::is_whitespace)
    }

    fn space_after(&self) -> bool {
        self.after.is_none_or(char::is_whitespace)
    }

    fn inside_word(&self) -> bool {
        is_word(self.before) && is_word(self.after)
    }

    /// Can open, by CommonMark's rule of left-flanking runs.
    fn opens(&self) -> bool {
        let symbol = |side: Option<char>| side.is_some_and(|character| !character.is_alphanumeric());
        !self.space_after()
            && (!symbol(self.after) || self.space_before() || symbol(self.before))
            && !self.inside_word()
    }

    /// Begins a word, as an asterisk does that opens again what is open already.
    fn begins_word(&self) -> bool {
        let begins = |character: char| character.is_alphanumeric() || "\"'“‘«¿¡(".contains(character);
        self.space_before() && self.after.is_some_and(begins)
    }

    fn ends_word(&self) -> bool {
        !self.space_before() && !is_word(self.after)
    }
}

fn stars(stream: &MarkupStream, ahead: &Ahead<'_>) -> Result<(usize, Mark), Wait> {
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

fn one_star(stream: &MarkupStream, ahead: &Ahead<'_>, flanks: &Flanks) -> Result<Mark, Wait> {
    Ok(match stream.voice {
        Voice::Thought | Voice::PaddedThought => {
            let digit_before = stream
                .before
                .last_visible
                .is_some_and(|character| character.is_ascii_digit());
            let spaced = flanks.space_before() && flanks.after == Some(' ');
            if spaced && digit_before && ahead.at(2)?.is_some_and(|character| character.is_ascii_digit()) {
                Mark::Text
            } else if flanks.begins_word() {
                Mark::Emphasis { open: true }
            } else {
                Mark::Leave
            }
        }
        Voice::Speech => {
            if flanks.ends_word() && stream.loose_star {
                Mark::Emphasis { open: false }
            } else if flanks.ends_word() && stream.bold_open {
                Mark::Bold { open: false }
            } else if flanks.opens() && flanks.after.is_some_and(|after| "(（".contains(after)) {
                Mark::Emphasis { open: true }
            } else if flanks.opens() {
                Mark::Enter(Voice::Thought)
            } else if !stream.paragraph_begun
                && flanks.after == Some(' ')
                && ahead
                    .at(2)?
                    .is_some_and(|character| !character.is_whitespace() && character != '*')
            {
                Mark::Enter(Voice::PaddedThought)
            } else {
                Mark::Text
            }
        }
        Voice::Action { .. } | Voice::TaggedAction { .. } | Voice::TaggedThought => {
            if stream.loose_star && !flanks.space_before() && !flanks.inside_word() {
                Mark::Emphasis { open: false }
            } else if flanks.opens() {
                Mark::Emphasis { open: true }
            } else {
                Mark::Text
            }
        }
    })
}

fn two_stars(stream: &MarkupStream, flanks: &Flanks) -> Mark {
    if stream.bold_open && !flanks.space_before() {
        Mark::Bold { open: false }
    } else if flanks.opens() {
        Mark::Bold { open: true }
    } else if in_starred_thought(stream.voice) && flanks.ends_word() {
        Mark::Leave
    } else {
        Mark::Text
    }
}

fn three_stars(stream: &MarkupStream, flanks: &Flanks) -> Mark {
    let line_of_its_own = !stream.paragraph_begun && flanks.after.is_none_or(|after| after == '\n' || after == '\r');
    if line_of_its_own {
        Mark::Text
    } else if in_starred_thought(stream.voice) && (flanks.ends_word() || stream.bold_open) {
        Mark::BoldThought { open: false }
    } else if stream.bold_open && !flanks.space_before() {
        Mark::Bold { open: false }
    } else if flanks.opens() && stream.voice == Voice::Speech {
        Mark::BoldThought { open: true }
    } else if flanks.opens() {
        Mark::Bold { open: true }
    } else {
        Mark::Text
    }
}

fn in_starred_thought(voice: Voice) -> bool {
    matches!(voice, Voice::Thought | Voice::PaddedThought)
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
    } else if !flanks.space_after() && !is_word(flanks.before) {
        (2, Mark::Underline { open: true })
    } else {
        (2, Mark::Text)
    })
}

fn tag(stream: &MarkupStream, ahead: &Ahead<'_>) -> Result<(usize, Mark), Wait> {
    let in_thought = matches!(
        stream.voice,
        Voice::Thought | Voice::PaddedThought | Voice::TaggedThought
    );
    let in_action = matches!(stream.voice, Voice::Action { .. } | Voice::TaggedAction { .. });
    let owed = Voice::TaggedAction {
        parentheses: Parentheses::Owed,
    };
    if begins_with_tag(ahead, "<action>")? {
        return Ok(("<action>".len(), if in_action { Mark::Drop } else { Mark::Enter(owed) }));
    }
    if begins_with_tag(ahead, "</action>")? {
        return Ok((
            "</action>".len(),
            if in_tagged_action(stream.voice) {
                Mark::Leave
            } else {
                Mark::Drop
            },
        ));
    }
    if begins_with_tag(ahead, "<thought>")? {
        let stays = in_thought || matches!(stream.voice, Voice::Action { .. });
        return Ok((
            "<thought>".len(),
            if stays {
                Mark::Drop
            } else {
                Mark::Enter(Voice::TaggedThought)
            },
        ));
    }
    if begins_with_tag(ahead, "</thought>")? {
        return Ok((
            "</thought>".len(),
            if stream.voice == Voice::TaggedThought {
                Mark::Leave
            } else {
                Mark::Drop
            },
        ));
    }
    Ok((1, Mark::Text))
}

/// Whether the held text begins with `tag`, in any case; waits while it may still become one.
fn begins_with_tag(ahead: &Ahead<'_>, tag: &str) -> Result<bool, Wait> {
    let known = ahead.text.len().min(tag.len());
    if !ahead.text.as_bytes()[..known].eq_ignore_ascii_case(&tag.as_bytes()[..known]) {
        return Ok(false);
    }
    if known < tag.len() && !ahead.at_end {
        Err(Wait)
    } else {
        Ok(known == tag.len())
    }
}

/// White space before `</action>` is dropped, so that our parenthesis stands close; more than a few spaces are text.
fn spaces_in_tagged_action(ahead: &Ahead<'_>) -> Result<(usize, Mark), Wait> {
    const MOST: usize = 4;
    let after = ahead.text.trim_start_matches(' ');
    let spaces = ahead.text.len() - after.len();
    if spaces > MOST {
        return Ok((1, Mark::Text));
    }
    let closes = begins_with_tag(
        &Ahead {
            text: after,
            at_end: ahead.at_end,
        },
        "</action>",
    )?;
    Ok((spaces, if closes { Mark::Drop } else { Mark::Text }))
}

/// Part of a word in a script that puts spaces between words; in the others a mark may stand between any two characters.
fn is_word(character: Option<char>) -> bool {
    const FIRST_WITHOUT_SPACES: char = '\u{2e80}';
    let thai_to_myanmar = '\u{e00}'..='\u{109f}';
    character.is_some_and(|character| {
        character == '_'
            || (character.is_alphanumeric()
                && character < FIRST_WITHOUT_SPACES
                && !thai_to_myanmar.contains(&character))
    })
}
