//! Pages and contents to chapters.

use std::collections::BTreeSet;

use engine::novel::{Chapter, Report};

use super::matter::{is_matter, plain};
use super::page::{Block, Page, squeezed};
use super::plain_text::heading_level;

/// The largest share of the text that may be left out for what its titles say, in percent.
const MOST_LEFT_OUT: usize = 30;
/// A book whose contents name parts of more text than this has its chapters below them, in bytes.
const LONG_PART: usize = 60_000;
/// Headings below this level divide no book.
const DEEPEST: u8 = 4;
/// Without contents, what stands before the first heading is a title page up to this length, in bytes.
const LONGEST_TITLE_PAGE: usize = 2_000;
/// … unless one of its paragraphs is longer than this.
const LONGEST_TITLE_LINE: usize = 400;

/// Paragraphs that look like headings of chapters, at least: one alone may be a sentence.
const LEAST_PROMOTED: usize = 2;

/// A place where a chapter begins.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Start {
    pub page: usize,
    pub block: usize,
    pub title: String,
}

/// A chapter that is being put together.
#[derive(Debug, Default)]
struct Section {
    title: String,
    blocks: Vec<Block>,
    kinds: BTreeSet<String>,
    path: String,
}

impl Section {
    fn length(&self) -> usize {
        self.blocks.iter().map(|block| block.text().len()).sum()
    }

    fn has_text(&self) -> bool {
        self.blocks.iter().any(|block| matches!(block, Block::Paragraph(_)))
    }
}

/// Chapters by the contents. A page that they do not name goes on with the chapter before it, unless it begins with a heading.
pub fn by_contents(pages: Vec<Page>, mut starts: Vec<Start>, report: &mut Report) -> Vec<Chapter> {
    starts.sort_by_key(|start| (start.page, start.block));
    starts.dedup_by(|later, earlier| {
        // The first of several names of one place is the outermost; the innermost says more.
        let same = (later.page, later.block) == (earlier.page, earlier.block);
        if same {
            earlier.title.clone_from(&later.title);
        }
        same
    });
    let mut starts = starts.into_iter().peekable();
    let mut sections: Vec<Section> = Vec::new();
    for (number, page) in pages.into_iter().enumerate() {
        let Page {
            path, blocks, kinds, ..
        } = page;
        let is_named = starts
            .peek()
            .is_some_and(|start| start.page == number && start.block == 0);
        let stands_alone = is_matter("", &kinds, &path) || !kinds.is_disjoint(&own_kinds());
        let begins = stands_alone || matches!(blocks.first(), Some(Block::Heading { .. }));
        let open = |title: String| Section {
            title,
            kinds: kinds.clone(),
            path: path.clone(),
            ..Section::default()
        };
        if !is_named && (begins || sections.is_empty()) {
            sections.push(open(String::new()));
        }
        for (index, block) in blocks.into_iter().enumerate() {
            while let Some(start) = starts.next_if(|start| start.page == number && start.block <= index) {
                sections.push(open(start.title));
            }
            if let Some(section) = sections.last_mut() {
                section.blocks.push(block);
            }
        }
        while starts.next_if(|start| start.page <= number).is_some() {}
    }
    finished(sections, report)
}

/// Makes headings of paragraphs that look like those of chapters, in a book that marks none.
fn promote(pages: &mut [Page]) {
    let level = |block: &Block| match block {
        Block::Paragraph(text) => heading_level(text),
        Block::Heading { .. } => None,
    };
    let found = pages.iter().flat_map(|page| &page.blocks).filter_map(level).count();
    if found < LEAST_PROMOTED {
        return;
    }
    for block in pages.iter_mut().flat_map(|page| &mut page.blocks) {
        if let Some(level) = level(block) {
            let text = squeezed(block.text());
            *block = Block::Heading { level, text };
        }
    }
}

/// Kinds of pages that never go on with the chapter before them.
fn own_kinds() -> BTreeSet<String> {
    ["chapter", "prologue", "epilogue", "part"].map(str::to_owned).into()
}

/// Chapters by the headings; without any, each page is one.
pub fn by_headings(mut pages: Vec<Page>, report: &mut Report) -> Vec<Chapter> {
    if dividing_level(&pages).is_none() {
        promote(&mut pages);
    }
    let level = dividing_level(&pages);
    let is_one = pages.len() == 1;
    let mut sections: Vec<Section> = Vec::new();
    for page in pages {
        let Page {
            path,
            blocks,
            kinds,
            title,
            ..
        } = page;
        let title = if is_one { String::new() } else { title };
        let mut above = None;
        sections.push(Section {
            title,
            kinds: kinds.clone(),
            path: path.clone(),
            ..Section::default()
        });
        for block in blocks {
            let own = match &block {
                Block::Heading { level, .. } => Some(*level),
                Block::Paragraph(_) => None,
            };
            // A lower heading right below a higher one is its subtitle; an equal one is the next line of a list of chapters.
            let is_subtitle = own.zip(above).is_some_and(|(own, above)| own > above);
            if own.zip(level).is_some_and(|(own, level)| own <= level) && !is_subtitle {
                sections.push(Section {
                    kinds: kinds.clone(),
                    path: path.clone(),
                    ..Section::default()
                });
            }
            above = own;
            if let Some(section) = sections.last_mut() {
                section.blocks.push(block);
            }
        }
    }
    if is_one {
        drop_title_page(&mut sections, level, report);
    }
    same_titles_say_nothing(&mut sections);
    finished(sections, report)
}

/// The level of headings at which the book is divided: the highest that stands twice before text, or the one below it when that
/// leaves parts as long as books.
fn dividing_level(pages: &[Page]) -> Option<u8> {
    let all: usize = pages
        .iter()
        .flat_map(|page| &page.blocks)
        .map(|block| block.text().len())
        .sum();
    let count = |wanted: u8| {
        pages
            .iter()
            .map(|page| before_text(&page.blocks, wanted))
            .sum::<usize>()
    };
    let mut found: Option<(u8, usize)> = None;
    for level in 1..=DEEPEST {
        let own = count(level);
        match found {
            None if own >= 2 => found = Some((level, own)),
            Some((_, above)) if own >= above * 3 && all / above > LONG_PART => found = Some((level, own)),
            _ => {}
        }
    }
    found.map(|(level, _)| level)
}

/// How many headings of a level have text below them, with nothing but lower headings between.
fn before_text(blocks: &[Block], wanted: u8) -> usize {
    let mut count = 0;
    let mut waits = false;
    for block in blocks {
        match block {
            Block::Heading { level, .. } if *level == wanted => waits = true,
            Block::Heading { level, .. } => waits &= *level > wanted,
            Block::Paragraph(_) => {
                count += usize::from(waits);
                waits = false;
            }
        }
    }
    count
}

/// In a book that is one text, what stands before the first heading is title and contents, if it is short.
fn drop_title_page(sections: &mut Vec<Section>, level: Option<u8>, report: &mut Report) {
    sections.retain(Section::has_text);
    let is_chapter = |section: &Section| matches!(section.blocks.first(), Some(Block::Heading { level: own, .. }) if Some(*own) == level);
    let Some(first) = sections
        .first()
        .filter(|first| sections.len() > 1 && !is_chapter(first))
    else {
        return;
    };
    let is_short =
        first.length() < LONGEST_TITLE_PAGE && first.blocks.iter().all(|block| block.text().len() < LONGEST_TITLE_LINE);
    if is_short {
        report.left_out.push("Title page".to_owned());
        sections.remove(0);
    }
}

/// Pages that all have the book's title have none of their own.
fn same_titles_say_nothing(sections: &mut [Section]) {
    let titles: BTreeSet<String> = sections.iter().map(|section| plain(&section.title)).collect();
    if titles.iter().filter(|title| !title.is_empty()).count() == 1 {
        sections.iter_mut().for_each(|section| section.title.clear());
    }
}

/// Leaves out what is no story, and makes chapters of the rest.
fn finished(sections: Vec<Section>, report: &mut Report) -> Vec<Chapter> {
    let sections: Vec<Section> = sections.into_iter().filter(Section::has_text).collect();
    let all: usize = sections.iter().map(Section::length).sum();
    let is_out = |section: &Section| {
        let heading = section
            .blocks
            .first()
            .filter(|block| matches!(block, Block::Heading { .. }));
        let title = if section.title.is_empty() {
            heading.map_or("", Block::text)
        } else {
            &section.title
        };
        is_matter(title, &section.kinds, &section.path)
    };
    let out: usize = sections
        .iter()
        .filter(|section| is_out(section))
        .map(Section::length)
        .sum();
    let may_leave_out = out * 100 <= all * MOST_LEFT_OUT;
    if !may_leave_out && out < all {
        let warning = "Parts that look like front or back matter were kept, as they are too much of the book.";
        report.warnings.push(warning.to_owned());
    }
    let mut chapters = Vec::new();
    for section in sections {
        let is_out = may_leave_out && is_out(&section);
        let file = section.path.rsplit('/').next().unwrap_or_default().to_owned();
        let has_heading = !section.title.is_empty() || matches!(section.blocks.first(), Some(Block::Heading { .. }));
        let chapter = chapter(section, chapters.len() + 1);
        if is_out {
            report.left_out.push(if has_heading { chapter.title } else { file });
        } else {
            chapters.push(chapter);
        }
    }
    chapters
}

/// A chapter; its own headings are its title where the contents give none, and are not said twice.
fn chapter(section: Section, number: usize) -> Chapter {
    let Section { title, blocks, .. } = section;
    let leading: Vec<&str> = blocks
        .iter()
        .take_while(|block| matches!(block, Block::Heading { .. }))
        .map(Block::text)
        .collect();
    let own = leading.join(". ");
    let has_own_title = !title.is_empty();
    let title = match (title.is_empty(), own.is_empty()) {
        (false, _) => title,
        (true, false) => own,
        (true, true) => number.to_string(),
    };
    let said = plain(&title);
    let skipped = leading.len();
    let covered = |text: &str| !has_own_title || is_part(&plain(text), &said) || is_part(&said, &plain(text));
    let paragraphs = blocks
        .into_iter()
        .enumerate()
        .filter(|(index, block)| *index >= skipped || !covered(block.text()))
        .map(|(_, block)| match block {
            Block::Paragraph(text) | Block::Heading { text, .. } => text,
        })
        .collect();
    Chapter { title, paragraphs }
}

/// Whether one title stands in another, in whole words.
fn is_part(inner: &str, outer: &str) -> bool {
    format!(" {outer} ").contains(&format!(" {inner} "))
}
