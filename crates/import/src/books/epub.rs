//! An EPUB: the package names the pages and their order, the contents name the chapters.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{Read, Seek};

use engine::novel::{Book, Report};

use super::archive::{Archive, folder_of};
use super::chapters::{Start, by_contents, by_headings};
use super::contents::{self, Entry};
use super::decode::decoded;
use super::error::{BookError, shown};
use super::package::{self, Package};
use super::page::{self, Block, Page};
use super::{gutenberg, limits, protection};

/// Of a page that was not deciphered, in percent: more control characters than in any text.
const MOST_NOISE: usize = 5;

pub fn read<R: Read + Seek>(source: R) -> Result<Book, BookError> {
    let mut archive = Archive::open(source)?;
    let package = package::read(&mut archive)?;
    let mut report = Report::default();
    let pages = page_places(&archive, &package, &mut report);
    if !protection::locked(&mut archive)?.is_disjoint(&pages.iter().map(|page| page.0).collect()) {
        return Err(BookError::Drm);
    }
    let (entries, folder) = table(&mut archive, &package)?;
    let targets = targets(&archive, &entries, &folder, &pages);
    let mut read = Vec::new();
    let mut length = 0;
    let mut paragraphs = 0;
    for (number, (at, kinds)) in pages.iter().enumerate() {
        let wanted = targets.iter().filter(|target| target.page == number);
        let wanted: BTreeSet<String> = wanted.filter_map(|target| target.anchor.clone()).collect();
        let mut page = one_page(&mut archive, *at, &wanted)?;
        page.kinds.extend(kinds.iter().cloned());
        length += page.blocks.iter().map(|block| block.text().len()).sum::<usize>();
        paragraphs += page.blocks.len();
        if length > limits::TEXT || paragraphs > limits::PARAGRAPHS {
            return Err(BookError::TooLarge(
                "its text is longer than that of any novel.".to_owned(),
            ));
        }
        read.push(page);
    }
    refuse_pictures(&read)?;
    report.warnings.extend(gutenberg::cut(&mut read));
    let starts = starts(targets, &read);
    let toc: Vec<String> = entries.into_iter().map(|entry| entry.title).collect();
    let chapters = if starts.is_empty() {
        by_headings(read, &mut report)
    } else {
        by_contents(read, starts, &mut report)
    };
    if chapters.is_empty() {
        return Err(BookError::Empty);
    }
    for name in archive.doubtful {
        let name = shown(&name);
        report.warnings.push(format!(
            "The checksum of {name:?} does not fit; its text may be damaged."
        ));
    }
    let toc = if toc.is_empty() {
        chapters.iter().map(|chapter| chapter.title.clone()).collect()
    } else {
        toc
    };
    Ok(Book {
        title: package.title,
        authors: package.authors,
        language: package.language,
        toc,
        chapters,
        report,
    })
}

/// The pages of the story in reading order: places in the archive, and what the package says they are.
type Places = Vec<(usize, BTreeSet<String>)>;

fn page_places<R: Read + Seek>(archive: &Archive<R>, package: &Package, report: &mut Report) -> Places {
    let mut kinds: BTreeMap<usize, BTreeSet<String>> = BTreeMap::new();
    for (reference, kind) in &package.guide {
        if let Some(at) = archive.find(&package.folder, reference) {
            kinds.entry(at).or_default().insert(kind.to_lowercase());
        }
    }
    let mut places: Places = Vec::new();
    for item in package.spine.iter().map(|at| &package.items[*at]) {
        let is_contents = item.properties.split_whitespace().any(|property| property == "nav");
        if is_contents || !item.is_page() {
            continue;
        }
        let Some(at) = archive.find(&package.folder, &item.href) else {
            let name = shown(&item.href);
            report.warnings.push(format!(
                "The part {name:?} is listed and not there; the book goes on without it."
            ));
            continue;
        };
        if places.iter().all(|(other, _)| *other != at) {
            // The guide of EPUB 2 calls the first chapter "text" or "start", which says nothing.
            places.push((at, kinds.get(&at).cloned().unwrap_or_default()));
        }
    }
    for at in &package.beside {
        report.left_out.push(shown(&package.items[*at].href));
    }
    places
}

/// The entries of the contents, and the folder that they start from.
fn table<R: Read + Seek>(archive: &mut Archive<R>, package: &Package) -> Result<(Vec<Entry>, String), BookError> {
    let is_navigation = |property: &str| property == "nav";
    let mut navigation = package
        .items
        .iter()
        .filter(|item| item.properties.split_whitespace().any(is_navigation));
    if let Some(at) = navigation
        .next()
        .and_then(|item| archive.find(&package.folder, &item.href))
    {
        let entries = contents::of_navigation(&decoded(archive.read(at)?));
        if entries.iter().any(|entry| !entry.href.is_empty()) {
            return Ok((entries, folder_of(&archive.names()[at]).to_owned()));
        }
    }
    let listed = package
        .ncx
        .and_then(|at| archive.find(&package.folder, &package.items[at].href));
    let lost = || {
        archive
            .names()
            .iter()
            .position(|name| name.to_lowercase().ends_with(".ncx"))
    };
    let Some(at) = listed.or_else(lost) else {
        return Ok((Vec::new(), String::new()));
    };
    let entries = contents::of_ncx(&decoded(archive.read(at)?));
    Ok((entries, folder_of(&archive.names()[at]).to_owned()))
}

/// Where an entry of the contents leads.
struct Target {
    page: usize,
    anchor: Option<String>,
    title: String,
}

fn targets<R: Read + Seek>(archive: &Archive<R>, entries: &[Entry], folder: &str, pages: &Places) -> Vec<Target> {
    let number: BTreeMap<usize, usize> = pages
        .iter()
        .enumerate()
        .map(|(number, page)| (page.0, number))
        .collect();
    let target = |entry: &Entry| {
        let at = archive.find(folder, &entry.href)?;
        let anchor = entry.href.split_once('#').map(|(_, id)| {
            let id = percent_encoding::percent_decode_str(id.trim()).decode_utf8_lossy();
            id.into_owned()
        });
        Some(Target {
            page: *number.get(&at)?,
            anchor: anchor.filter(|id| !id.is_empty()),
            title: entry.title.clone(),
        })
    };
    entries.iter().filter_map(target).collect()
}

/// The blocks that the contents lead to. An id that is not on its page means the page, if no other entry does.
fn starts(targets: Vec<Target>, pages: &[Page]) -> Vec<Start> {
    let mut starts: Vec<Start> = Vec::new();
    let mut named = BTreeSet::new();
    for Target { page, anchor, title } in targets {
        let anchors = &pages[page].anchors;
        let block = match anchor {
            None => Some(0),
            Some(id) => anchors.iter().find(|(own, _)| *own == id).map(|(_, block)| *block),
        };
        let Some(block) = block.or_else(|| (!named.contains(&page)).then_some(0)) else {
            continue;
        };
        named.insert(page);
        // A link to the heading's own id or just behind it means the page from its beginning.
        let leads_headings = pages[page]
            .blocks
            .iter()
            .take(block)
            .all(|block| matches!(block, Block::Heading { .. }));
        let block = if leads_headings { 0 } else { block };
        starts.push(Start { page, block, title });
    }
    starts
}

fn one_page<R: Read + Seek>(archive: &mut Archive<R>, at: usize, wanted: &BTreeSet<String>) -> Result<Page, BookError> {
    let text = decoded(archive.read(at)?);
    let name = &archive.names()[at];
    let head = text.chars().take(4_000);
    let (mut all, mut noise) = (0, 0);
    for letter in head {
        all += 1;
        noise += usize::from((letter.is_control() && !letter.is_whitespace()) || letter == char::REPLACEMENT_CHARACTER);
    }
    if noise * 100 > all * MOST_NOISE {
        let name = shown(name);
        return Err(BookError::Damaged(format!(
            "the part {name:?} holds no text but other data."
        )));
    }
    let mut page = page::without_lines(page::read(&text, wanted)?);
    page.path.clone_from(name);
    Ok(page)
}

/// A book of pictures has pages without a letter, or with their numbers alone.
fn refuse_pictures(pages: &[Page]) -> Result<(), BookError> {
    let is_word = |block: &Block| matches!(block, Block::Paragraph(text) if text.chars().any(char::is_alphabetic));
    if pages.iter().flat_map(|page| &page.blocks).any(is_word) {
        return Ok(());
    }
    let pictures: usize = pages.iter().map(|page| page.pictures).sum();
    if pictures > 0 || pages.is_empty() {
        return Err(BookError::ImageOnly {
            pages: pages.len().max(1),
        });
    }
    Err(BookError::Empty)
}
