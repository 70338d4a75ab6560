//! Texts whose lines are paragraphs, or only sentences: which lines go on with the paragraph of the line before.

use engine::novel::quotations::{Marks, dash_after_colon, in_paragraph, leading_dash, marks_of, opens_speech};
use engine::novel::speakers::{is_action, is_speech};

/// Sentences of one speech, at most.
const LONGEST_SPEECH: usize = 40;
/// Words of a name before a verb of speech, at most.
const LONGEST_NAME: usize = 3;
/// A paragraph that is longer than this is not put together from lines, in bytes.
const LONGEST_PARAGRAPH: usize = 6_000;
/// Marks that may open or close speech.
const MARKS: [char; 10] = ['”', '"', '’', '\'', '»', '«', '“', '‘', '」', '』'];
/// Forms of the past that do not end in `-ed`; a sentence with one of them may be the narrator's.
const PAST: &str = "was were had did said went came took stood sat saw began felt knew thought made gave got ran held kept left lay led let met \
    shook sang spoke told turned won wore wrote bent broke brought caught drew fell flew heard hid lit put read smote swung threw \
    crept slept wept swept broke clung drove froze grew hung leapt lost meant met rode sent shone slid spent stole stuck strode wound";
/// Words with which somebody speaks of themselves or to somebody.
const SPOKEN: &str = "i me my mine we us our you your yours i’m i’ll i’ve i’d i'm i'll i've i'd o \
    ye yer yeh thee thou thy god";
/// Words before a form in `-ed` that is no verb there: "the cracked looking glass".
const BEFORE_ADJECTIVE: &str = "the a an his her its my your our their this that";
/// Lines before a speech whose first mark was lost that may belong to it.
const LOST_LINES: usize = 6;
/// What is spoken for when a line tells who spoke, so that nothing more closes the speech: the line itself and the one before it.
const TAG_LINES: usize = 2;

/// For each line, whether it goes on with the paragraph of the line before: inside of a speech that is not closed yet, where it begins
/// in the middle of a sentence, and in the speech after a dash up to where somebody is told of. Of a text with whole paragraphs on its
/// lines hardly any line does.
pub fn lines_that_go_on(lines: &[&str]) -> Vec<bool> {
    let marks = marks_of(lines.iter().map(|line| line.trim()));
    let mut goes_on = vec![false; lines.len()];
    let mut paragraph = String::new();
    let mut speech_until = 0;
    // Up to here no line closes what is open: to look again from each line would take long in a text full of open marks.
    let mut in_vain_until = 0;
    for (at, line) in lines.iter().map(|line| line.trim()).enumerate() {
        let follows = !paragraph.is_empty() && !line.is_empty();
        let is_next = || is_rest(line) || is_tag(&paragraph, line, marks) || speaks_on(&paragraph, line, marks);
        let is_next = || paragraph.len() < LONGEST_PARAGRAPH && is_next();
        goes_on[at] = follows && (at < speech_until || is_next());
        if !goes_on[at] {
            paragraph.clear();
        }
        if !paragraph.is_empty() {
            paragraph.push(' ');
        }
        paragraph.push_str(line);
        if at + 1 >= speech_until.max(in_vain_until) && is_open(&paragraph, marks) {
            match end_of_speech(&paragraph, &lines[at + 1..], marks) {
                Ok(count) => speech_until = at + 1 + count,
                Err(count) => in_vain_until = at + 1 + count,
            }
        }
    }
    join_lost_beginnings(lines, marks, &mut goes_on);
    goes_on
}

/// Joins the sentences before a speech that is closed and was never opened, up to one that is told.
fn join_lost_beginnings(lines: &[&str], marks: Marks, goes_on: &mut [bool]) {
    if marks != Marks::Double {
        return;
    }
    for at in 1..lines.len() {
        let closes = |line: &str| {
            let mark = line.find(['“', '”', '"']);
            mark.is_some_and(|mark| line[mark..].starts_with('”') && in_paragraph(line, marks).len() == 1)
        };
        if goes_on[at] || !closes(lines[at].trim()) {
            continue;
        }
        let is_spoken =
            |line: &&&str| !line.trim().is_empty() && !line.contains(['“', '”', '"']) && !is_told(line.trim());
        let count = lines[..at].iter().rev().take(LOST_LINES).take_while(is_spoken).count();
        // Where nothing is told before them, nobody knows where the speech began.
        let is_bounded = at > count && count < LOST_LINES && is_told(lines[at - count - 1].trim());
        if is_bounded && count > 0 && !goes_on[at - count..at].contains(&true) {
            goes_on[at - count + 1..=at].fill(true);
        }
    }
}

/// Whether a line begins in the middle of a sentence.
fn is_rest(line: &str) -> bool {
    let is_left_over = line.starts_with(['”', '’', ',', ';', ')', ']']);
    let is_elision = line.starts_with('’') && line.chars().nth(1).is_some_and(char::is_alphabetic);
    line.starts_with(char::is_lowercase) || (is_left_over && !is_elision)
}

/// Whether a line says who spoke, where the speech ended like a sentence: "No!" and then "Big Medicine bellowed."
fn is_tag(paragraph: &str, line: &str, marks: Marks) -> bool {
    let spoken = paragraph.trim_end_matches(|letter: char| letter.is_whitespace() || MARKS.contains(&letter));
    let ends = (spoken.len() < paragraph.len() || marks == Marks::Dash) && spoken.ends_with(['!', '?', '—', '-', '…']);
    let words: Vec<&str> = line.split_whitespace().take(LONGEST_NAME + 1).collect();
    let name = words
        .iter()
        .take_while(|word| word.starts_with(char::is_uppercase))
        .count();
    ends && (1..=LONGEST_NAME).contains(&name)
        && words.get(name).is_some_and(|verb| is_speech(verb) && !is_action(verb))
}

/// Whether speech is open at the end of a text, or its last mark opens speech of which nothing is said yet.
fn is_open(text: &str, marks: Marks) -> bool {
    let open = |text: &str| {
        in_paragraph(text, marks)
            .last()
            .is_some_and(|(_, is_closed)| !is_closed)
    };
    // What looks like two quotations may be one with a title in it.
    let lacks_close = marks == Marks::Double && text.matches('“').count() > text.matches('”').count();
    marks != Marks::Dash && (lacks_close || open(text) || (text.ends_with(MARKS) && open(&format!("{text} X"))))
}

/// How many lines there are up to the one that closes the open speech, or to the one before a paragraph of the same speech, which opens
/// anew. A speech that nobody closes is left as it is: then the lines that were looked at in vain.
fn end_of_speech(open: &str, lines: &[&str], marks: Marks) -> Result<usize, usize> {
    if lines
        .first()
        .is_some_and(|line| is_ended_by_tag(open, line.trim(), marks))
    {
        return Err(TAG_LINES);
    }
    let mut speech = open.to_owned();
    let last = in_paragraph(&format!("{open} X"), marks).len().saturating_sub(1);
    let mut seen = 0;
    let mut seems_told = false;
    for (count, line) in lines.iter().map(|line| line.trim()).take(LONGEST_SPEECH).enumerate() {
        if line.is_empty() || speech.len() > LONGEST_PARAGRAPH {
            return Err(count);
        }
        if opens_speech(line, marks) && line.chars().count() > 1 {
            return if count > 0 && !seems_told {
                Ok(count)
            } else {
                Err(count)
            };
        }
        seems_told |= is_told(line);
        if seems_told && ends_with_own_mark(open, marks) {
            return Err(count);
        }
        speech.push(' ');
        speech.push_str(line);
        // A title inside speech has both of its marks on the line.
        let quotes_inside = match marks {
            Marks::Double => is_balanced(line),
            Marks::Single => quotes_whole(line),
            _ => false,
        };
        if line.contains(MARKS)
            && !quotes_inside
            && in_paragraph(&speech, marks)
                .get(last)
                .is_some_and(|(_, is_closed)| *is_closed)
        {
            return Ok(count + 1);
        }
        seen = count + 1;
    }
    Err(seen)
}

/// Whether a line that begins with a verb of speech ends the speech before it, whose closing mark was lost.
fn is_ended_by_tag(open: &str, line: &str, marks: Marks) -> bool {
    let open = open.trim_end();
    let whole = format!("{open} {line}");
    let last = in_paragraph(&whole, marks).pop();
    line.starts_with(char::is_lowercase)
        && !ends_with_own_mark(open, marks)
        && last.is_some_and(|(span, is_closed)| is_closed && span.end == open.len())
}

/// Whether a text ends with a mark of the kind that the book puts around speech.
fn ends_with_own_mark(text: &str, marks: Marks) -> bool {
    match marks {
        Marks::Double => text.ends_with(['“', '”', '"']),
        Marks::Single => text.ends_with(['‘', '’', '\'', '`']),
        _ => text.ends_with(MARKS),
    }
}

/// Whether single marks open and close again on a line, and none is left that could close what was open before it.
fn quotes_whole(line: &str) -> bool {
    let spans = in_paragraph(line, Marks::Single);
    let is_quoted = |at: usize| spans.iter().any(|(span, _)| span.contains(&at));
    let closes = |(at, mark): (usize, &str)| {
        let before = line[..at].trim_end();
        let after = &line[at + mark.len()..];
        before.ends_with(['.', ',', '!', '?', '—', '-']) && !after.starts_with(char::is_alphanumeric) && !is_quoted(at)
    };
    line.contains('‘') && spans.iter().all(|(_, is_closed)| *is_closed) && !line.match_indices(['’', '\'']).any(closes)
}

/// Whether curly marks open and close again on a line.
fn is_balanced(line: &str) -> bool {
    let opens = line.matches('“').count();
    opens > 0 && opens == line.matches('”').count() && line.find('“') < line.find('”')
}

/// Whether a line goes on with what was said after a dash, where that is how the book marks speech.
fn speaks_on(paragraph: &str, line: &str, marks: Marks) -> bool {
    let begins = || leading_dash(line).is_some() || dash_after_colon(line).is_some();
    marks == Marks::Dash && !begins() && !in_paragraph(paragraph, marks).is_empty() && !is_told(line)
}

/// Whether a sentence tells of somebody: it stands in the past, and nobody speaks of themselves or to somebody in it.
fn is_told(line: &str) -> bool {
    let has = |list: &str, word: &str| list.split_whitespace().any(|other| other == word);
    let words: Vec<String> = line
        .split(|letter: char| !(letter.is_alphanumeric() || matches!(letter, '’' | '\'')))
        .map(str::to_lowercase)
        .collect();
    let is_adjective = |at: usize| at > 0 && has(BEFORE_ADJECTIVE, &words[at - 1]);
    let is_past =
        |(at, word): (usize, &String)| has(PAST, word) || (word.len() > 4 && word.ends_with("ed") && !is_adjective(at));
    let is_spoken = line.ends_with(['!', '?']) || words.iter().any(|word| has(SPOKEN, word));
    !is_spoken && words.iter().enumerate().any(is_past)
}
