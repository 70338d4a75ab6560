//! One page of a book: its paragraphs and headings in order, and the places that the contents may point to.

mod elements;

use std::collections::BTreeSet;

use elements::{initial, is_aside, is_block, is_note_mark, is_silent};

use super::entities::Entities;
use super::error::BookError;
use super::limits;
use super::tokens::{Tag, Token, tokens, without_doctype};

/// A piece of a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Block {
    Paragraph(String),
    /// `level` is 1 for the highest.
    Heading {
        level: u8,
        text: String,
    },
}

impl Block {
    pub fn text(&self) -> &str {
        match self {
            Self::Paragraph(text) | Self::Heading { text, .. } => text,
        }
    }
}

/// A page.
#[derive(Debug, Default)]
pub struct Page {
    /// The path of its file; empty when the book is one text.
    pub path: String,
    pub title: String,
    pub blocks: Vec<Block>,
    /// Ids that were asked for, with the block that begins there.
    pub anchors: Vec<(String, usize)>,
    /// What the page says it is, in the words of EPUB's `epub:type`.
    pub kinds: BTreeSet<String>,
    pub pictures: usize,
    /// Letters of text whose lines stand as they were typed.
    pub preformatted: usize,
}

/// Reads a page. Only the ids of `wanted` are noted.
pub fn read(text: &str, wanted: &BTreeSet<String>) -> Result<Page, BookError> {
    let (text, declarations) = without_doctype(text);
    let mut reader = Reader {
        page: Page::default(),
        entities: Entities::declared(declarations),
        wanted,
        current: String::new(),
        heading: None,
        is_group: false,
        skipped: None,
        preformatted: 0,
        in_title: false,
        pending: Vec::new(),
        opened: 0,
        initial: None,
        mark: None,
        quoted: Vec::new(),
    };
    tokens(&text, &mut |token| match token {
        Token::Text(text) => reader.text(text),
        Token::Open(tag) => reader.open(&tag),
        Token::Close(name) => reader.close(&name),
    });
    reader.end_block();
    let mut page = reader.page;
    if page.blocks.len() > limits::PARAGRAPHS {
        let most = limits::PARAGRAPHS;
        return Err(BookError::TooLarge(format!("it has more than {most} paragraphs.")));
    }
    page.title = squeezed(&page.title).chars().take(limits::TITLE).collect();
    Ok(page)
}

struct Reader<'a> {
    page: Page,
    entities: Entities,
    wanted: &'a BTreeSet<String>,
    /// The block that is being written.
    current: String,
    heading: Option<u8>,
    is_group: bool,
    /// The element whose inside is no text of the book, and how often it is open.
    skipped: Option<(String, usize)>,
    preformatted: usize,
    in_title: bool,
    /// Ids inside the current block, with the length of its text before them.
    pending: Vec<(String, usize)>,
    /// Tags that were opened so far, up to where kinds are looked for.
    opened: usize,
    /// The letter of a picture that the next paragraph begins with.
    initial: Option<String>,
    /// Where in the current block something begins that may be the mark of a note.
    mark: Option<usize>,
    /// Where quotations begin in the current block that are named and open.
    quoted: Vec<usize>,
}

/// A line that is longer is no verse: where a page has no paragraphs, each line is one. In characters.
const LONGEST_VERSE: usize = 100;

/// Marks that a page may have put around a quotation itself.
const OWN_MARKS: [char; 9] = ['“', '‘', '"', '\'', '«', '»', '„', '「', '『'];

/// The level of a subtitle.
const LOWEST_HEADING: u8 = 6;

impl Reader<'_> {
    fn open(&mut self, tag: &Tag<'_>) {
        self.note_anchor(tag);
        let name = tag.name.as_str();
        if name == "img" || name == "image" {
            self.page.pictures += 1;
            if self.skipped.is_none() && self.current.trim().is_empty() {
                self.initial = initial(tag);
            }
        }
        if let Some((skipped, depth)) = &mut self.skipped {
            if skipped == name && !tag.is_closed && !matches!(name, "rt" | "rp") {
                *depth += 1;
            }
            let ends = match skipped.as_str() {
                // Their end tags may be left out.
                "rt" | "rp" => matches!(name, "rb" | "rt" | "rp") || is_block(name),
                "head" => is_block(name),
                _ => false,
            };
            if name == "title" && !tag.is_closed && skipped == "head" {
                self.in_title = self.page.title.is_empty();
            }
            if !ends {
                return;
            }
            self.skipped = None;
            self.in_title = false;
        }
        self.note_kinds(tag);
        // A page that is all notes or contents is left out as a whole, by its kind.
        let is_page = matches!(name, "body" | "html" | "section");
        if is_silent(name) || (!is_page && is_aside(tag)) {
            if is_block(name) {
                self.end_block();
            }
            if name == "title" {
                self.in_title = !tag.is_closed && self.page.title.is_empty();
            }
            if !tag.is_closed && !matches!(name, "img" | "br" | "hr" | "input") {
                self.skipped = Some((name.to_owned(), 1));
            }
            return;
        }
        self.begin(tag);
    }

    fn begin(&mut self, tag: &Tag<'_>) {
        match tag.name.as_str() {
            "br" => self.break_line(),
            "td" | "th" => self.current.push(' '),
            "q" if !tag.is_closed => self.quoted.push(self.current.len()),
            "sup" => self.mark = Some(self.current.len()),
            "a" if tag.attribute("href").is_some_and(|link| link.contains('#')) => self.mark = Some(self.current.len()),
            name if is_block(name) => {
                self.end_block();
                if name == "pre" && !tag.is_closed {
                    self.preformatted += 1;
                }
                self.set_heading(tag);
            }
            _ => {}
        }
    }

    /// Headings, and the subtitles that stand in one group with them.
    fn set_heading(&mut self, tag: &Tag<'_>) {
        let level = tag.name.strip_prefix('h').and_then(|level| level.parse::<u8>().ok());
        match tag.name.as_str() {
            _ if tag.is_closed => {}
            "hgroup" => self.is_group = true,
            "p" => self.heading = self.is_group.then_some(LOWEST_HEADING),
            _ if level.is_some() => self.heading = level,
            _ => {}
        }
    }

    fn close(&mut self, name: &str) {
        if let Some((skipped, depth)) = &mut self.skipped {
            if name == "title" {
                self.in_title = false;
            }
            if skipped == name {
                *depth -= 1;
                if *depth == 0 {
                    self.skipped = None;
                }
            } else if name == "ruby" && matches!(skipped.as_str(), "rt" | "rp") {
                self.skipped = None;
            }
            return;
        }
        if matches!(name, "sup" | "a")
            && let Some(start) = self.mark.take()
        {
            // Inside of the other one there may be nothing else; then this place is its own too.
            match is_note_mark(&self.current[..start], &self.current[start..]) {
                true => self.current.truncate(start),
                false if name == "sup" => self.mark = Some(start),
                false => {}
            }
        }
        if name == "q" {
            self.close_quotation();
        }
        if is_block(name) {
            self.end_block();
            if name == "pre" {
                self.preformatted = self.preformatted.saturating_sub(1);
            }
            if name == "hgroup" {
                self.is_group = false;
            }
            if name == "hgroup" || (name.starts_with('h') && name.len() == 2) {
                self.heading = None;
            }
        }
    }

    fn text(&mut self, text: &str) {
        if self.in_title {
            self.entities.resolve_into(text, &mut self.page.title);
        }
        if self.skipped.is_some() {
            return;
        }
        let mut resolved = String::new();
        self.entities.resolve_into(text, &mut resolved);
        for letter in resolved.chars() {
            match letter {
                '\n' if self.preformatted > 0 => self.break_line(),
                // Invisible: a place where a word may be cut, and marks of a file's beginning.
                '\u{ad}' | '\u{200b}' | '\u{2060}' | '\u{feff}' => {}
                _ if letter.is_whitespace() || letter == '\u{a0}' => {
                    if !self.current.is_empty() && !self.current.ends_with([' ', '\n']) {
                        self.current.push(' ');
                    }
                }
                _ if letter.is_control() => {}
                _ => {
                    if self.current.trim().is_empty() && self.heading.is_none() && letter.is_alphabetic() {
                        self.current.extend(self.initial.take().iter().map(String::as_str));
                    }
                    self.page.preformatted += usize::from(self.preformatted > 0);
                    self.current.push(letter);
                }
            }
        }
    }

    /// A new line; an empty line ends the paragraph.
    fn break_line(&mut self) {
        let length = self.current.trim_end_matches(' ').len();
        self.current.truncate(length);
        if self.current.ends_with('\n') {
            self.end_block();
        } else if !self.current.is_empty() {
            self.current.push('\n');
        }
    }

    /// Puts the marks that a program draws around a quotation that the page names; inside of another one single marks, and none where
    /// the page has its own.
    fn close_quotation(&mut self) {
        let Some(start) = self.quoted.pop() else { return };
        let (before, inside) = self.current.split_at(start.min(self.current.len()));
        let is_marked = inside.trim_start().starts_with(OWN_MARKS) || before.ends_with(OWN_MARKS);
        if is_marked || inside.trim().is_empty() {
            return;
        }
        let (open, close) = if self.quoted.is_empty() {
            ('“', '”')
        } else {
            ('‘', '’')
        };
        self.mark = None;
        self.current.insert(start, open);
        self.current.push(close);
    }

    fn end_block(&mut self) {
        self.mark = None;
        self.quoted.clear();
        let text = self.current.trim();
        let next = self.page.blocks.len();
        let is_prose = self.preformatted == 0
            && self.heading.is_none()
            && text.lines().any(|line| line.chars().count() > LONGEST_VERSE);
        for (id, before) in self.pending.drain(..) {
            // What stands at the end of a paragraph belongs to the next one.
            let is_at_end = before > 0 && before >= text.len();
            let lines = match is_prose {
                true => text.get(..before).unwrap_or(text).matches('\n').count(),
                false => 0,
            };
            self.page
                .anchors
                .push((id, next + lines + usize::from(is_at_end && !text.is_empty())));
        }
        let parts: Vec<&str> = if is_prose { text.lines().collect() } else { vec![text] };
        for part in parts.into_iter().map(str::trim).filter(|part| !part.is_empty()) {
            if self.page.blocks.len() > limits::PARAGRAPHS {
                break;
            }
            self.page.blocks.push(match self.heading {
                Some(level) => Block::Heading {
                    level,
                    text: part.replace('\n', " "),
                },
                None => Block::Paragraph(part.to_owned()),
            });
        }
        self.current.clear();
    }

    fn note_anchor(&mut self, tag: &Tag<'_>) {
        if self.wanted.is_empty() {
            return;
        }
        for name in ["id", "name"] {
            let Some(id) = tag.attribute(name) else { continue };
            if !self.wanted.contains(&id) || self.pending.iter().any(|(own, _)| *own == id) {
                continue;
            }
            if is_block(&tag.name) {
                self.end_block();
            }
            let before = self.current.trim_end().len();
            self.pending.push((id, before));
        }
    }

    /// What the page is stands on its outermost elements.
    fn note_kinds(&mut self, tag: &Tag<'_>) {
        self.opened += 1;
        if self.opened > 6
            || !matches!(
                tag.name.as_str(),
                "body" | "section" | "div" | "article" | "aside" | "html"
            )
        {
            return;
        }
        if let Some(kinds) = tag.attribute("type") {
            self.page.kinds.extend(kinds.split_whitespace().map(str::to_owned));
        }
        if let Some(role) = tag.attribute("role") {
            self.page.kinds.extend(role.strip_prefix("doc-").map(str::to_owned));
        }
    }
}

/// A page whose text stands in lines as they were typed, as a text without markup.
pub fn without_lines(page: Page) -> Page {
    let letters: usize = page.blocks.iter().map(|block| block.text().chars().count()).sum();
    if page.preformatted * 2 < letters || page.preformatted == 0 || !page.anchors.is_empty() {
        return page;
    }
    let texts: Vec<&str> = page.blocks.iter().map(Block::text).collect();
    Page {
        blocks: super::plain_text::read(&texts.join("\n\n")).blocks,
        ..page
    }
}

/// A text on one line.
pub fn squeezed(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
