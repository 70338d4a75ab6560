//! The table of contents: the navigation page if it has links, else the older NCX.

use super::entities::Entities;
use super::limits;
use super::page::squeezed;
use super::tokens::{Token, tokens};

/// An entry of the contents.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    pub title: String,
    /// Where it leads, as written; empty for a heading that leads nowhere.
    pub href: String,
}

/// The links of the navigation page: those of the list that is called contents, or of the first one.
pub fn of_navigation(text: &str) -> Vec<Entry> {
    let mut named = Vec::new();
    let mut first = Vec::new();
    let mut lists = 0;
    let mut kind = String::new();
    let mut link: Option<Entry> = None;
    tokens(text, &mut |token| match token {
        Token::Open(tag) if tag.name == "nav" => {
            lists += 1;
            kind = tag
                .attribute("type")
                .or_else(|| tag.attribute("role"))
                .unwrap_or_default();
        }
        Token::Open(tag) if tag.name == "a" && lists > 0 => {
            let href = tag.attribute("href").unwrap_or_default();
            link = Some(Entry {
                title: String::new(),
                href,
            });
        }
        Token::Text(text) => add(&mut link, text),
        Token::Close(name) if name == "nav" => kind.clear(),
        Token::Close(name) if name == "a" => {
            let is_contents = kind.split_whitespace().any(|word| word == "toc" || word == "doc-toc");
            let list = if is_contents { &mut named } else { &mut first };
            // Page lists and landmarks come after the contents, and are named.
            if is_contents || (lists == 1 && kind.is_empty()) {
                finish(list, link.take());
            }
        }
        _ => {}
    });
    if named.is_empty() { first } else { named }
}

/// The entries of an NCX, in the order of the file.
pub fn of_ncx(text: &str) -> Vec<Entry> {
    let mut entries = Vec::new();
    let mut label: Option<Entry> = None;
    let mut in_map = false;
    let mut in_label = false;
    tokens(text, &mut |token| match token {
        Token::Open(tag) => match tag.name.as_str() {
            "navmap" => in_map = true,
            "navlabel" if in_map => {
                in_label = true;
                label = Some(Entry {
                    title: String::new(),
                    href: String::new(),
                });
            }
            "content" if in_map => {
                if let Some(entry) = &mut label {
                    entry.href = tag.attribute("src").unwrap_or_default();
                }
                finish(&mut entries, label.take());
            }
            _ => {}
        },
        Token::Text(text) if in_label => add(&mut label, text),
        Token::Close(name) => match name.as_str() {
            "navlabel" => in_label = false,
            "navmap" => in_map = false,
            _ => {}
        },
        Token::Text(_) => {}
    });
    entries
}

fn add(entry: &mut Option<Entry>, text: &str) {
    if let Some(entry) = entry
        && entry.title.len() < limits::TITLE * 8
    {
        Entities::default().resolve_into(text, &mut entry.title);
    }
}

fn finish(entries: &mut Vec<Entry>, entry: Option<Entry>) {
    let Some(mut entry) = entry else { return };
    entry.title = squeezed(&entry.title).chars().take(limits::TITLE).collect();
    if entries.len() < limits::ITEMS && !(entry.title.is_empty() && entry.href.is_empty()) {
        entries.push(entry);
    }
}
