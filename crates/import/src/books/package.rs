//! What an EPUB says of itself: where its package is, who wrote it, its files and their reading order.

use std::collections::HashMap;
use std::io::{Read, Seek};

use super::archive::{Archive, fold, folder_of};
use super::decode::decoded;
use super::entities::Entities;
use super::error::BookError;
use super::limits;
use super::page::squeezed;
use super::tokens::{Tag, Token, tokens};

/// A file of the book.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Item {
    pub id: String,
    pub href: String,
    pub media_type: String,
    pub properties: String,
}

impl Item {
    /// Whether it is a page of text.
    pub fn is_page(&self) -> bool {
        const PAGES: [&str; 6] = [
            "application/xhtml+xml",
            "text/html",
            "application/xml",
            "text/xml",
            "text/x-oeb1-document",
            "application/x-dtbook+xml",
        ];
        let media_type = self.media_type.trim().to_ascii_lowercase();
        if PAGES.iter().any(|page| media_type.starts_with(page)) {
            return !self.href.to_ascii_lowercase().ends_with(".ncx");
        }
        has_page_name(&self.href) && !media_type.starts_with("image/")
    }
}

/// Whether a file's name is one of a page.
pub fn has_page_name(name: &str) -> bool {
    let name = name.split(['#', '?']).next().unwrap_or_default().to_ascii_lowercase();
    [".xhtml", ".html", ".htm", ".xht"]
        .iter()
        .any(|end| name.ends_with(end))
}

/// The package of a book.
#[derive(Debug, Default)]
pub struct Package {
    /// The folder that its references start from.
    pub folder: String,
    pub title: String,
    pub authors: Vec<String>,
    pub language: String,
    pub items: Vec<Item>,
    /// The reading order: places in `items`, without those that are not part of it (`linear="no"`).
    pub spine: Vec<usize>,
    /// Places in `items` that stand beside the reading order.
    pub beside: Vec<usize>,
    /// Place in `items` of the older table of contents.
    pub ncx: Option<usize>,
    /// What pages are, from the guide of EPUB 2: reference and kind.
    pub guide: Vec<(String, String)>,
}

/// Finds the package and reads it. Of several that are named the first that has a reading order counts.
pub fn read<R: Read + Seek>(archive: &mut Archive<R>) -> Result<Package, BookError> {
    let mut named = Vec::new();
    if let Some(container) = archive.find("", "META-INF/container.xml") {
        let text = decoded(archive.read(container)?);
        tokens(&text, &mut |token| {
            if let Token::Open(tag) = token
                && tag.name == "rootfile"
                && named.len() < 20
            {
                named.extend(tag.attribute("full-path"));
            }
        });
    }
    let mut candidates: Vec<usize> = named.iter().filter_map(|path| archive.find("", path)).collect();
    let mut others: Vec<usize> = (0..archive.names().len())
        .filter(|at| fold(&archive.names()[*at]).ends_with(".opf"))
        .collect();
    others.sort_by_key(|at| archive.names()[*at].len());
    candidates.extend(others.into_iter().take(20));
    for at in candidates {
        let folder = folder_of(&archive.names()[at]).to_owned();
        let package = parsed(&decoded(archive.read(at)?), folder)?;
        if !package.spine.is_empty() {
            return Ok(package);
        }
    }
    without_package(archive)
}

/// Reads a package. A reading order that is missing is that of the list of files.
pub fn parsed(text: &str, folder: String) -> Result<Package, BookError> {
    let mut reader = Reader {
        package: Package {
            folder,
            ..Package::default()
        },
        ..Reader::default()
    };
    tokens(text, &mut |token| reader.token(token));
    let Reader {
        mut package,
        references,
        toc,
        is_full,
        ..
    } = reader;
    if is_full {
        let most = limits::ITEMS;
        return Err(BookError::TooLarge(format!("it lists more than {most} parts.")));
    }
    let mut places: HashMap<&str, Vec<usize>> = HashMap::new();
    for (at, item) in package.items.iter().enumerate() {
        places.entry(item.id.as_str()).or_default().push(at);
    }
    package.ncx = places.get(toc.as_str()).map(|same| same[0]);
    let mut used: HashMap<&str, usize> = HashMap::new();
    for (id, is_linear) in &references {
        let Some(same) = places.get(id.as_str()) else {
            continue;
        };
        // Where two files have one id, the second reference means the second of them.
        let count = used.entry(id.as_str()).or_default();
        let at = same.get(*count).copied().unwrap_or(same[0]);
        *count += 1;
        let list = if *is_linear {
            &mut package.spine
        } else {
            &mut package.beside
        };
        if !list.contains(&at) {
            list.push(at);
        }
    }
    if package.spine.is_empty() {
        package.spine = std::mem::take(&mut package.beside);
    }
    if package.spine.is_empty() {
        let is_chapter = |at: &usize| package.items[*at].is_page() && !package.items[*at].properties.contains("nav");
        package.spine = (0..package.items.len()).filter(is_chapter).collect();
    }
    let is_ncx = |item: &Item| item.media_type.contains("dtbncx") || item.href.to_ascii_lowercase().ends_with(".ncx");
    package.ncx = package.ncx.or_else(|| package.items.iter().position(is_ncx));
    Ok(package)
}

#[derive(Default)]
struct Reader {
    package: Package,
    references: Vec<(String, bool)>,
    toc: String,
    /// The field of the metadata that is open, and its text so far.
    field: Option<(&'static str, String)>,
    is_full: bool,
}

impl Reader {
    fn token(&mut self, token: Token<'_>) {
        match token {
            Token::Open(tag) => self.open(&tag),
            Token::Text(text) => {
                if let Some((_, value)) = &mut self.field
                    && value.len() < limits::TITLE * 8
                {
                    Entities::default().resolve_into(text, value);
                }
            }
            Token::Close(name) => {
                if let Some((field, value)) = self.field.take_if(|(field, _)| *field == name) {
                    self.note(field, &value);
                }
            }
        }
    }

    fn open(&mut self, tag: &Tag<'_>) {
        let value = |name: &str| tag.attribute(name).unwrap_or_default();
        self.is_full |= self.package.items.len().max(self.references.len()) >= limits::ITEMS;
        if self.is_full {
            return;
        }
        match tag.name.as_str() {
            "title" if self.package.title.is_empty() => self.field = Some(("title", String::new())),
            "creator" => self.field = Some(("creator", String::new())),
            "language" if self.package.language.is_empty() => self.field = Some(("language", String::new())),
            "item" => self.package.items.push(Item {
                id: value("id"),
                href: value("href"),
                media_type: value("media-type"),
                properties: value("properties"),
            }),
            "itemref" => {
                let is_linear = !value("linear").trim().eq_ignore_ascii_case("no");
                self.references.push((value("idref"), is_linear));
            }
            "spine" => self.toc = value("toc"),
            "reference" => self.package.guide.push((value("href"), value("type"))),
            _ => {}
        }
    }

    fn note(&mut self, field: &str, value: &str) {
        let value: String = squeezed(value).chars().take(limits::TITLE).collect();
        match field {
            _ if value.is_empty() => {}
            "title" => self.package.title = value,
            "language" => self.package.language = value,
            _ if self.package.authors.len() < 20 && !self.package.authors.contains(&value) => {
                self.package.authors.push(value)
            }
            _ => {}
        }
    }
}

/// A book whose package is lost: its pages in the order of their names, numbers by their value.
fn without_package<R: Read + Seek>(archive: &Archive<R>) -> Result<Package, BookError> {
    let names = archive.names();
    let mut pages: Vec<&String> = names
        .iter()
        .filter(|name| has_page_name(name))
        .take(limits::ITEMS)
        .collect();
    if pages.is_empty() {
        let is_word = names.iter().any(|name| name.starts_with("word/"));
        return Err(BookError::not_a_book(if is_word {
            "It is a document of a word processor; save it there as EPUB, HTML or plain text."
        } else {
            "It is an archive without the parts of an EPUB."
        }));
    }
    pages.sort_by_cached_key(|name| natural(name));
    let items: Vec<Item> = pages
        .iter()
        .map(|name| Item {
            href: format!("/{name}"),
            media_type: "application/xhtml+xml".to_owned(),
            ..Item::default()
        })
        .collect();
    Ok(Package {
        spine: (0..items.len()).collect(),
        items,
        ..Package::default()
    })
}

/// A name as it is sorted: digits together, by their value.
fn natural(name: &str) -> Vec<(u64, String)> {
    let mut parts = Vec::new();
    for part in fold(name).split_inclusive(|letter: char| !letter.is_ascii_digit()) {
        let digits: String = part.chars().filter(char::is_ascii_digit).collect();
        let rest = part
            .trim_start_matches(|letter: char| letter.is_ascii_digit())
            .to_owned();
        parts.push((digits.parse().unwrap_or(0), rest));
    }
    parts
}
