//! Markup taken apart, one tag or text after the other. It never fails, keeps no tree and needs no memory of its own, however a page
//! nests; XHTML, HTML and the small XML files of an EPUB are read alike.
//!
//! The rules are those of the HTML standard's tokenizer where they matter for text (13.2.5): an angle bracket before no letter is
//! text, a comment ends where it can. Beyond it, a CDATA section is text and a tag may close itself, as in XML.

use std::borrow::Cow;

use super::entities::Entities;

/// Attributes of a tag that are looked at.
const ATTRIBUTES: usize = 60;

/// A piece of markup.
#[derive(Debug)]
pub enum Token<'a> {
    Text(&'a str),
    Open(Tag<'a>),
    /// The name in lower case, without a prefix.
    Close(String),
}

/// An opening tag.
#[derive(Debug)]
pub struct Tag<'a> {
    /// In lower case, without a prefix such as `opf:`.
    pub name: String,
    attributes: Vec<(&'a str, &'a str)>,
    /// Whether it ends itself, as in `<br/>`.
    pub is_closed: bool,
}

impl Tag<'_> {
    /// The value of an attribute, by its name without a prefix.
    pub fn attribute(&self, name: &str) -> Option<String> {
        let found = self
            .attributes
            .iter()
            .find(|(own, _)| own.rsplit(':').next().unwrap_or_default().eq_ignore_ascii_case(name));
        found.map(|(_, value)| {
            let mut text = String::new();
            Entities::default().resolve_into(value, &mut text);
            text
        })
    }

    /// Whether an attribute that lists words has one of them.
    pub fn has_word(&self, name: &str, words: &[&str]) -> bool {
        let value = self.attribute(name).unwrap_or_default();
        value.split_whitespace().any(|word| words.contains(&word))
    }
}

/// Takes markup apart.
pub fn tokens(text: &str, each: &mut dyn FnMut(Token<'_>)) {
    let mut rest = text;
    while !rest.is_empty() {
        let Some(at) = rest.find('<') else {
            each(Token::Text(rest));
            return;
        };
        if at > 0 {
            each(Token::Text(&rest[..at]));
        }
        rest = &rest[at..];
        rest = one(rest, each);
    }
}

/// What begins with an angle bracket; gives what comes after it.
fn one<'a>(text: &'a str, each: &mut dyn FnMut(Token<'_>)) -> &'a str {
    let after = &text[1..];
    if let Some(comment) = after.strip_prefix("!--") {
        return comment.split_once("-->").map_or("", |(_, rest)| rest);
    }
    if let Some(data) = after.strip_prefix("![CDATA[") {
        let (inside, rest) = data.split_once("]]>").unwrap_or((data, ""));
        // Inside, an ampersand is nothing but itself.
        for (index, part) in inside.split('&').enumerate() {
            if index > 0 {
                each(Token::Text("&amp;"));
            }
            each(Token::Text(part));
        }
        return rest;
    }
    if after.starts_with(['!', '?']) {
        return after.split_once('>').map_or("", |(_, rest)| rest);
    }
    if let Some(closing) = after.strip_prefix('/') {
        let (inside, rest) = closing.split_once('>').unwrap_or((closing, ""));
        each(Token::Close(local_name(name_at(inside))));
        return rest;
    }
    if !after.starts_with(|letter: char| letter.is_alphabetic() || letter == '_') {
        each(Token::Text("&lt;"));
        return after;
    }
    let name = name_at(after);
    let (attributes, is_closed, rest) = attributes(&after[name.len()..]);
    let name = local_name(name);
    let raw = !is_closed && matches!(name.as_str(), "script" | "style");
    let end = name.clone();
    each(Token::Open(Tag {
        name,
        attributes,
        is_closed,
    }));
    if raw { after_raw(rest, &end) } else { rest }
}

/// What is inside a script or style is no text: goes on at its end tag.
fn after_raw<'a>(text: &'a str, name: &str) -> &'a str {
    let mut from = 0;
    while let Some(at) = text[from..].find("</") {
        from += at + 2;
        let own = text.as_bytes().get(from..from + name.len());
        if own.is_some_and(|own| own.eq_ignore_ascii_case(name.as_bytes())) {
            return &text[from - 2..];
        }
    }
    ""
}

fn name_at(text: &str) -> &str {
    let end = text.find(|letter: char| letter.is_whitespace() || matches!(letter, '/' | '>' | '<'));
    &text[..end.unwrap_or(text.len())]
}

fn local_name(name: &str) -> String {
    name.rsplit(':').next().unwrap_or_default().to_ascii_lowercase()
}

type Attributes<'a> = (Vec<(&'a str, &'a str)>, bool, &'a str);

/// The attributes up to the end of the tag, whether it closes itself, and what comes after it.
fn attributes(text: &str) -> Attributes<'_> {
    let mut found = Vec::new();
    let mut rest = text;
    let mut is_closed = false;
    loop {
        rest = rest.trim_start();
        let Some(first) = rest.chars().next() else {
            return (found, is_closed, "");
        };
        match first {
            '>' => return (found, is_closed, &rest[1..]),
            // The tag was never ended: another one begins.
            '<' => return (found, is_closed, rest),
            '/' => {
                is_closed = true;
                rest = &rest[1..];
                continue;
            }
            _ => is_closed = false,
        }
        let end = rest[first.len_utf8()..]
            .find(|letter: char| letter.is_whitespace() || matches!(letter, '=' | '>' | '/'))
            .map_or(rest.len(), |at| at + first.len_utf8());
        let name = &rest[..end];
        rest = rest[end..].trim_start();
        let mut value = "";
        if let Some(after) = rest.strip_prefix('=') {
            (value, rest) = attribute_value(after.trim_start());
        }
        if found.len() < ATTRIBUTES {
            found.push((name, value));
        }
    }
}

fn attribute_value(text: &str) -> (&str, &str) {
    let quote = text.chars().next().filter(|mark| matches!(mark, '"' | '\''));
    if let Some(quote) = quote
        && let Some(found) = text[1..].split_once(quote)
    {
        return found;
    }
    // Not quoted, or never ended.
    let text = text.trim_start_matches(['"', '\'']);
    let end = text
        .find(|letter: char| letter.is_whitespace() || letter == '>')
        .unwrap_or(text.len());
    let end = if text[..end].ends_with('/') && text[end..].starts_with('>') {
        end - 1
    } else {
        end
    };
    text.split_at(end)
}

/// The text without the declarations of its document type, and these. Only this place can hold a bracket that is no tag's.
pub fn without_doctype(text: &str) -> (Cow<'_, str>, &str) {
    let head = text.floor_char_boundary(4_096);
    let Some(start) = text[..head].find("<!DOCTYPE") else {
        return (Cow::Borrowed(text), "");
    };
    let own = &text[start..];
    let (bracket, end) = (own.find('['), own.find('>'));
    let declarations = match (bracket, end) {
        (Some(bracket), Some(end)) if bracket < end => own[bracket..].split_once(']').map(|(inside, _)| inside),
        _ => None,
    };
    let Some(declarations) = declarations else {
        return (Cow::Borrowed(text), "");
    };
    // An entity's value may hold a closing bracket; then the last one before the root element counts.
    let after = &own[bracket.unwrap_or_default() + declarations.len()..];
    let rest = after.split_once('>').map_or("", |(_, rest)| rest);
    (Cow::Owned(format!("{}{rest}", &text[..start])), declarations)
}
