//! Books: EPUB, HTML and plain text, from bytes to chapters of paragraphs.
//!
//! In reading order: [`read`] finds out what a file is; `archive`, `package`, `protection` and `contents` are the parts of an EPUB that
//! `epub` puts together; `decode`, `tokens`, `entities` and `page` turn a page into paragraphs, `plain_text` does so with a text;
//! `chapters`, `matter` and `gutenberg` divide a book and leave out what is no story. `prose` tells what surely is a book at all.
//!
//! Absent on purpose: a tree of a page (a small file could fill the memory with it), trusting a size that a file states, following
//! a reference out of the archive, and a book without text that is silently empty.

mod archive;
mod chapters;
mod contents;
mod decode;
mod entities;
mod epub;
mod error;
mod gutenberg;
pub mod limits;
mod matter;
mod package;
mod page;
mod plain_text;
mod prose;
mod protection;
mod tokens;

#[cfg(test)]
mod tests;

use std::io::{Read, Seek, SeekFrom};

use engine::novel::{Book, Report};

pub use error::BookError;
pub use prose::recognised;

/// How much of the beginning is looked at to find out what a file is, in bytes.
const HEAD: u64 = 4_096;

/// Reads a book. `name` is the name of its file: its ending says what the reader takes it for, and it is the title of a book that
/// has none.
///
/// # Errors
/// All of [`BookError`]; each says what happened and what to do.
pub fn read<R: Read + Seek>(mut source: R, name: &str) -> Result<Book, BookError> {
    let mut head = Vec::new();
    source.by_ref().take(HEAD).read_to_end(&mut head)?;
    source.seek(SeekFrom::Start(0))?;
    let (stem, ending) = name.rsplit_once('.').unwrap_or((name, ""));
    let mut book = match kind(&head, &ending.to_lowercase())? {
        Kind::Epub => epub::read(source)?,
        Kind::Html => one_text(source, true)?,
        Kind::Plain => one_text(source, false)?,
    };
    if book.title.is_empty() {
        let stem = stem.rsplit(['/', '\\']).next().unwrap_or_default();
        book.title = stem.replace(['_', '-'], " ").trim().to_owned();
    }
    Ok(book)
}

enum Kind {
    Epub,
    Html,
    Plain,
}

/// Other kinds of books: how they begin, where that stands in bytes, and what helps.
const FOREIGN: [(&[u8], usize, &str); 6] = [
    (
        b"%PDF",
        0,
        "It is a PDF, which has pages and no paragraphs; look for an EPUB of it.",
    ),
    (b"BOOKMOBI", 60, "It is a Kindle book; convert it to EPUB first."),
    (b"TPZ", 0, "It is a Kindle book; convert it to EPUB first."),
    (
        b"{\\rtf",
        0,
        "It is a rich text file; save it as EPUB, HTML or plain text.",
    ),
    (
        b"\xd0\xcf\x11\xe0",
        0,
        "It is a document of a word processor; save it there as EPUB, HTML or plain text.",
    ),
    (b"ITSF", 0, "It is a help file of Windows; look for an EPUB of it."),
];

/// What a file is, from its beginning; the ending of its name only says what it should be.
fn kind(head: &[u8], ending: &str) -> Result<Kind, BookError> {
    if head.is_empty() {
        return Err(BookError::Damaged("the file is empty.".to_owned()));
    }
    if head.starts_with(b"PK\x03\x04") || head.starts_with(b"PK\x05\x06") {
        return Ok(Kind::Epub);
    }
    // What can stand before an archive is not known, so its name decides.
    let has_archive = head.windows(4).any(|window| window == b"PK\x03\x04");
    if let Some((_, _, what)) = FOREIGN
        .iter()
        .find(|(mark, at, _)| head.get(*at..).is_some_and(|rest| rest.starts_with(mark)))
    {
        return Err(BookError::not_a_book(what));
    }
    let text = decode::decoded(head.to_vec());
    let lower = text.trim_start().to_lowercase();
    let is_html = ["<!doctype html", "<html", "<head", "<body"]
        .iter()
        .any(|start| lower.starts_with(start))
        || (lower.starts_with("<?xml") && lower.contains("<html"))
        || (lower.starts_with('<') && ["html", "htm", "xhtml"].contains(&ending));
    if ["epub", "kepub"].contains(&ending) {
        return match (has_archive, is_html) {
            (true, _) => Ok(Kind::Epub),
            (false, true) => Err(BookError::not_a_book(
                "It is a web page with the name of an EPUB, as when a download asks for a login or has expired. Get the book again.",
            )),
            (false, false) => Err(BookError::not_a_book(
                "It has the name of an EPUB and is none. Get the book again.",
            )),
        };
    }
    if is_html {
        return Ok(Kind::Html);
    }
    if is_data(&lower, ending) {
        return Err(BookError::not_a_book(
            "It holds data of a program and no story; EPUB, HTML and plain text can be read.",
        ));
    }
    let noise = text
        .chars()
        .filter(|letter| letter.is_control() && !letter.is_whitespace())
        .count();
    if noise * 50 > text.chars().count() {
        return Err(BookError::not_a_book(
            "It holds no text; EPUB, HTML and plain text can be read.",
        ));
    }
    Ok(Kind::Plain)
}

/// Whether a text is data: by the name of its file, or by how it begins. A story may begin with a bracket.
fn is_data(text: &str, ending: &str) -> bool {
    let mut letters = text.chars().filter(|letter| !letter.is_whitespace());
    let begins = (letters.next(), letters.next());
    let is_json = matches!(begins, (Some('{'), Some('"' | '}')) | (Some('['), Some('{')));
    is_json || ["json", "jsonl", "js"].contains(&ending)
}

/// A book that is one page or one text.
fn one_text<R: Read>(source: R, is_html: bool) -> Result<Book, BookError> {
    let mut bytes = Vec::new();
    source.take(limits::ENTRY + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > limits::ENTRY {
        let most = limits::ENTRY >> 20;
        return Err(BookError::TooLarge(format!("it has more than {most} MB of text.")));
    }
    let text = decode::decoded(bytes);
    let page = if is_html {
        page::without_lines(page::read(&text, &std::collections::BTreeSet::new())?)
    } else {
        plain_text::read(&text)
    };
    drop(text);
    if page.blocks.len() > limits::PARAGRAPHS {
        let most = limits::PARAGRAPHS;
        return Err(BookError::TooLarge(format!("it has more than {most} paragraphs.")));
    }
    let mut book = Book {
        title: page.title.clone(),
        ..Book::default()
    };
    let mut pages = [page];
    for (name, value) in gutenberg::header(&pages) {
        match name.as_str() {
            "title" => book.title = value,
            "language" => book.language = value,
            _ => book.authors.push(value),
        }
    }
    let mut report = Report::default();
    report.warnings.extend(gutenberg::cut(&mut pages));
    let pictures = pages[0].pictures;
    book.chapters = chapters::by_headings(pages.into(), &mut report);
    if book.chapters.is_empty() {
        return Err(if pictures > 0 {
            BookError::ImageOnly { pages: 1 }
        } else {
            BookError::Empty
        });
    }
    book.toc = book.chapters.iter().map(|chapter| chapter.title.clone()).collect();
    book.report = report;
    Ok(book)
}
