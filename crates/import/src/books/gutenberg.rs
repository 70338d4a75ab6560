//! The header and footer that Project Gutenberg puts around a book.

use super::page::{Block, Page};

/// The largest share of the text that is cut off, in percent: words like these may stand inside a book.
const MOST: usize = 30;
/// A paragraph with a mark that is longer holds more than the mark, in bytes.
const LONGEST_MARK: usize = 1_500;
/// Paragraphs after the header that may still tell who made the file.
const CREDITS: usize = 6;

/// Cuts header and footer off; says what was done, in words.
pub fn cut(pages: &mut [Page]) -> Vec<String> {
    let all: usize = pages
        .iter()
        .flat_map(|page| &page.blocks)
        .map(|block| block.text().len())
        .sum();
    let mut said = Vec::new();
    let (mut before, mut start, mut end) = (0, None, None);
    for (at, page) in pages.iter().enumerate() {
        for (index, block) in page.blocks.iter().enumerate() {
            let text = block.text();
            before += text.len();
            if start.is_none() && is_start(text) {
                start = Some((at, index, before));
            } else if end.is_none() && start.is_none_or(|found: (usize, usize, usize)| found.2 < before) && is_end(text)
            {
                end = Some((at, index, all - before + text.len()));
            }
        }
    }
    let allowed = all * MOST / 100;
    let mut gone = 0;
    // The end first, so that the places of the beginning stay right.
    let header = start.map_or(0, |found| found.2);
    if let Some((page, index, length)) = end {
        if length + header <= allowed || (header > allowed && length <= allowed) {
            gone = length;
            pages[page].blocks.truncate(index);
            pages[page + 1..].iter_mut().for_each(|page| page.blocks.clear());
        } else {
            said.push(
                "Words like those at the end of a Project Gutenberg book were left in, as too much follows them."
                    .to_owned(),
            );
        }
    }
    if let Some((page, index, length)) = start {
        if length + gone <= allowed {
            pages[..page].iter_mut().for_each(|page| page.blocks.clear());
            drop_first(&mut pages[page], index + 1);
            drop_credits(&mut pages[page]);
        } else {
            said.push("Words like those at the beginning of a Project Gutenberg book were left in, as too much precedes them.".to_owned());
        }
    }
    said
}

fn drop_first(page: &mut Page, count: usize) {
    page.blocks.drain(..count);
    for (_, block) in &mut page.anchors {
        *block = block.saturating_sub(count);
    }
}

/// Who made the file stands in the first paragraphs after the header.
fn drop_credits(page: &mut Page) {
    let last = page.blocks.iter().take(CREDITS).rposition(|block| {
        let text = block.text().to_lowercase();
        text.len() < LONGEST_MARK
            && [
                "produced by",
                "e-text prepared by",
                "etext prepared by",
                "this etext was",
                "transcribed from the",
            ]
            .iter()
            .any(|words| text.trim_start_matches(['[', '(']).starts_with(words))
    });
    if let Some(last) = last {
        drop_first(page, last + 1);
    }
}

fn is_start(text: &str) -> bool {
    text.len() < LONGEST_MARK && marked(text, "start of th") || is_small_print(text)
}

/// The header of the oldest files ends with their terms.
fn is_small_print(text: &str) -> bool {
    let text = text.to_uppercase();
    text.contains("*END*THE SMALL PRINT!") || text.contains("*END THE SMALL PRINT!")
}

fn is_end(text: &str) -> bool {
    let lower = text.trim_start_matches(['*', ' ']).to_lowercase();
    text.len() < LONGEST_MARK
        && (marked(text, "end of th")
            || lower.starts_with("end of project gutenberg")
            || lower.starts_with("end of the project gutenberg")
            || lower.starts_with("end of this project gutenberg"))
}

/// Three stars, the words, and the name of the project.
fn marked(text: &str, words: &str) -> bool {
    let lower = text.to_lowercase();
    let Some((_, after)) = lower.split_once("***") else {
        return false;
    };
    let after = after.trim_start();
    after.starts_with(words) && after.contains("project gutenberg")
}

/// Title, author and language, from the lines of the header.
pub fn header(pages: &[Page]) -> Vec<(String, String)> {
    let blocks = pages.iter().flat_map(|page| &page.blocks).take(40);
    let before = blocks.map(Block::text).take_while(|text| !is_start(text));
    let lines = before.flat_map(str::lines).filter_map(|line| line.split_once(": "));
    let wanted = ["title", "author", "language"];
    lines
        .map(|(name, value)| (name.trim().to_lowercase(), value.trim().to_owned()))
        .filter(|(name, value)| wanted.contains(&name.as_str()) && !value.is_empty())
        .collect()
}
