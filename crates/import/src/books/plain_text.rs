//! A book that is plain text: paragraphs between empty lines, chapters by lines that look like headings.

mod heading;
mod single_sentences;

use super::page::{Block, Page, squeezed};
use heading::{Look, look};
use single_sentences::lines_that_go_on;

/// Lines up to this length, in characters, were broken by a program and belong together.
const WRAPPED: usize = 90;
/// Of all lines with text, in percent: so many are short in a text with broken lines.
const MOST: usize = 97;
/// A block between empty lines that is longer than this on average holds several paragraphs, in characters.
const LONG_BLOCK: usize = 6_000;
/// What a paragraph ends with; a line that was broken anywhere seldom does.
const ENDS: [char; 11] = ['.', '!', '?', '…', '”', '"', '’', '\'', '»', ':', '—'];
/// Of all lines with text, in percent: so many end so in a text whose lines are paragraphs.
const MOST_ENDED: usize = 85;
/// Bare numbers are headings when they go up at least so far.
const LEAST_NUMBERS: usize = 3;

/// Reads a text as one page.
pub fn read(text: &str) -> Page {
    let mut text = text.replace("\r\n", "\n").replace(['\r', '\u{c}', '\u{2028}'], "\n");
    // Invisible, too, are a place where a word may be cut, and marks of a file's beginning.
    let is_invisible = |letter: char| matches!(letter, '\u{ad}' | '\u{200b}' | '\u{2060}' | '\u{feff}');
    text.retain(|letter| matches!(letter, '\n' | '\t') || !(letter.is_control() || is_invisible(letter)));
    let layout = Layout::of(&text);
    let mut raw: Vec<Vec<&str>> = Vec::new();
    let mut current: Vec<&str> = Vec::new();
    let lines: Vec<&str> = text.lines().collect();
    let goes_on = if layout.lines_are_paragraphs {
        lines_that_go_on(&lines)
    } else {
        vec![true; lines.len()]
    };
    for (line, goes_on) in lines.into_iter().zip(goes_on) {
        let is_new = !goes_on || (layout.is_indented && line.starts_with([' ', '\t']));
        if (line.trim().is_empty() || is_new) && !current.is_empty() {
            raw.push(std::mem::take(&mut current));
        }
        if !line.trim().is_empty() {
            current.push(line);
        }
    }
    raw.push(current);
    raw.retain(|lines| !lines.is_empty());
    let numbers = counted(&raw);
    let blocks = raw
        .iter()
        .enumerate()
        .flat_map(|(at, lines)| blocks_of(lines, &layout, numbers.contains(&at)));
    Page {
        blocks: blocks.collect(),
        ..Page::default()
    }
}

/// How a text is laid out.
#[derive(Debug, PartialEq, Eq)]
struct Layout {
    /// Lines were broken to a width; their ends mean nothing.
    is_wrapped: bool,
    /// Paragraphs follow each other without empty lines, one a line.
    lines_are_paragraphs: bool,
    /// … or begin with white space.
    is_indented: bool,
    /// Characters of a full line.
    width: usize,
}

impl Layout {
    fn of(text: &str) -> Self {
        let (mut lines, mut short, mut indented, mut blocks, mut characters) = (0, 0, 0, 0, 0);
        let mut ended = 0;
        let mut lengths = [0_usize; WRAPPED + 1];
        let mut was_empty = true;
        for line in text.lines() {
            let is_empty = line.trim().is_empty();
            if !is_empty {
                let length = line.chars().count();
                lines += 1;
                characters += length;
                blocks += usize::from(was_empty);
                ended += usize::from(line.trim_end().ends_with(ENDS));
                indented += usize::from(line.starts_with(['\t', ' ', '\u{3000}']));
                if length <= WRAPPED {
                    short += 1;
                    lengths[length] += 1;
                }
            }
            was_empty = is_empty;
        }
        // Most lines of prose are nearly full: the length that four of five do not pass.
        let mut passed = 0;
        let width = lengths.iter().position(|count| {
            passed += count;
            passed * 5 >= short * 4
        });
        let is_wrapped = lines > 0 && short * 100 >= lines * MOST;
        let has_long_blocks = blocks > 0 && characters / blocks > LONG_BLOCK;
        let is_indented = has_long_blocks && is_wrapped && indented * 40 > lines && indented < lines * 9 / 10;
        Self {
            is_wrapped,
            // Short lines without an empty one between them, that nearly all end like a paragraph, were not broken either.
            lines_are_paragraphs: !is_wrapped || (has_long_blocks && ended * 100 >= lines * MOST_ENDED),
            is_indented,
            width: width.unwrap_or_default(),
        }
    }
}

/// The block of these lines; two where the first words of a chapter stand on the line of its heading.
fn blocks_of(lines: &[&str], layout: &Layout, is_number: bool) -> Vec<Block> {
    let [line] = lines else {
        return vec![block(lines, layout, is_number)];
    };
    // A title has no space behind the mark that opens it: here the words of a text were set apart, and nobody parted the lines.
    let speech = line.find("“ ").filter(|at| layout.lines_are_paragraphs && *at > 0);
    match speech.map(|at| line.split_at(at)) {
        Some((heading, rest)) if matches!(block(&[heading], layout, is_number), Block::Heading { .. }) => {
            vec![block(&[heading], layout, is_number), Block::Paragraph(squeezed(rest))]
        }
        _ => vec![block(lines, layout, is_number)],
    }
}

/// The level of a heading that a paragraph looks like.
pub fn heading_level(text: &str) -> Option<u8> {
    match look(&squeezed(text), 1)? {
        Look::Part => Some(1),
        Look::Chapter => Some(2),
        Look::Number(_) => None,
    }
}

fn block(lines: &[&str], layout: &Layout, is_number: bool) -> Block {
    let joined = squeezed(&lines.join(" "));
    if lines.len() <= 2 {
        // Some texts mark their headings: ## Chapter 1
        let text = || joined.trim_matches(['#', '*', '=', '_', ' ']).to_owned();
        match look(&joined, lines.len()) {
            Some(Look::Part) => return Block::Heading { level: 1, text: text() },
            Some(Look::Chapter) => return Block::Heading { level: 2, text: text() },
            Some(Look::Number(_)) if is_number => return Block::Heading { level: 2, text: text() },
            _ => {}
        }
    }
    let is_verse = layout.is_wrapped && lines.len() > 2 && is_verse(lines, layout.width);
    let text = if is_verse {
        lines.iter().map(|line| squeezed(line)).collect::<Vec<_>>().join("\n")
    } else {
        joined
    };
    Block::Paragraph(text)
}

/// Lines that end long before the margin although the next word would have had room there.
fn is_verse(lines: &[&str], width: usize) -> bool {
    let all_but_last = &lines[..lines.len() - 1];
    let room = |pair: &[&str]| {
        let first = pair[1].split_whitespace().next().map_or(0, |word| word.chars().count());
        pair[0].trim_end().chars().count() + 1 + first < width.saturating_sub(8)
    };
    let early = lines.windows(2).filter(|pair| room(pair)).count();
    early * 10 >= all_but_last.len() * 7
}

/// The places of bare numbers, such as `IV.`, that count up from one; others are numbers of pages.
fn counted(raw: &[Vec<&str>]) -> Vec<usize> {
    let mut places = Vec::new();
    let mut best: Vec<usize> = Vec::new();
    let mut next = 1;
    for (at, lines) in raw.iter().enumerate() {
        let [line] = lines.as_slice() else { continue };
        let Some(Look::Number(number)) = look(line.trim(), 1) else {
            continue;
        };
        if number == 1 || number == next {
            // A new part counts from one again.
            places.push(at);
            next = number + 1;
        }
        if next > LEAST_NUMBERS && places.len() > best.len() {
            best.clone_from(&places);
        }
    }
    best
}
