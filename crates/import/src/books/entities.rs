//! `&name;` and `&#number;` in a page: the ones of HTML, and those that a page declares itself.

use std::collections::HashMap;

use quick_xml::escape::resolve_html5_entity;

use super::limits;

/// How deep an entity may be made of others.
const DEPTH: usize = 8;
/// The longest name of one, in bytes.
const LONGEST_NAME: usize = 64;
/// Those that old pages write without the semicolon.
const BARE: [(&str, &str); 6] = [
    ("nbsp", "\u{a0}"),
    ("amp", "&"),
    ("lt", "<"),
    ("gt", ">"),
    ("quot", "\""),
    ("copy", "\u{a9}"),
];

/// What a page's own document type declares.
#[derive(Debug, Default)]
pub struct Entities {
    own: HashMap<String, String>,
    /// Bytes that they may still add.
    left: usize,
}

impl Entities {
    /// Reads the declarations inside `<!DOCTYPE … [ … ]>`. Those that point to another file are not followed.
    pub fn declared(doctype: &str) -> Self {
        let mut own = HashMap::new();
        for declaration in doctype.split("<!ENTITY").skip(1) {
            let declaration = declaration.trim_start();
            let Some((name, rest)) = declaration.split_once(char::is_whitespace) else {
                continue;
            };
            let rest = rest.trim_start();
            let quote = rest.chars().next().filter(|mark| matches!(mark, '"' | '\''));
            let value = quote.and_then(|quote| rest[1..].split(quote).next());
            if let Some(value) = value
                && name.len() <= LONGEST_NAME
                && own.len() < 1_000
            {
                own.entry(name.to_owned()).or_insert_with(|| value.to_owned());
            }
        }
        Self {
            own,
            left: limits::ENTITIES,
        }
    }

    /// Adds a text with its entities replaced. What is none stays as it is.
    pub fn resolve_into(&mut self, text: &str, out: &mut String) {
        self.resolve(text, out, 0);
    }

    fn resolve(&mut self, text: &str, out: &mut String, depth: usize) {
        let mut rest = text;
        while let Some((before, after)) = rest.split_once('&') {
            out.push_str(before);
            let name = &after[..name_length(after)];
            let has_end = after[name.len()..].starts_with(';');
            rest = &after[name.len() + usize::from(has_end)..];
            if has_end && self.own_into(name, out, depth) {
                continue;
            }
            match known(name, has_end) {
                Some(Known::Letter(letter)) => out.push(letter),
                Some(Known::Text(text)) => out.push_str(text),
                None => {
                    out.push('&');
                    rest = after;
                }
            }
        }
        out.push_str(rest);
    }

    /// Adds an entity of the page's own, up to the bounds; `false` when there is none of the name.
    fn own_into(&mut self, name: &str, out: &mut String, depth: usize) -> bool {
        let Some(value) = self.own.get(name).cloned() else {
            return false;
        };
        if depth >= DEPTH || value.len() > self.left {
            self.left = 0;
            return true;
        }
        self.left -= value.len();
        self.resolve(&value, out, depth + 1);
        true
    }
}

enum Known {
    Letter(char),
    Text(&'static str),
}

fn name_length(after: &str) -> usize {
    let end = after
        .bytes()
        .take(LONGEST_NAME)
        .position(|byte| !(byte.is_ascii_alphanumeric() || b"#._-".contains(&byte)));
    // Only ASCII was passed, so this is a border between letters.
    end.unwrap_or_else(|| {
        after
            .len()
            .min(LONGEST_NAME)
            .min(after.bytes().take_while(u8::is_ascii).count())
    })
}

fn known(name: &str, has_end: bool) -> Option<Known> {
    if let Some(number) = name.strip_prefix('#') {
        let hexadecimal = number.strip_prefix(['x', 'X']);
        let value = match hexadecimal {
            Some(digits) => u32::from_str_radix(digits, 16).ok()?,
            None => number.parse().ok()?,
        };
        return numbered(value).map(Known::Letter);
    }
    if has_end {
        return resolve_html5_entity(name).map(Known::Text);
    }
    let bare = BARE.iter().find(|(bare, _)| *bare == name)?;
    Some(Known::Text(bare.1))
}

/// A letter by number. Old programs number the letters of windows-1252 between 128 and 159 as if they were Unicode.
fn numbered(value: u32) -> Option<char> {
    if let Ok(byte @ 0x80..=0x9f) = u8::try_from(value) {
        let bytes = [byte];
        return encoding_rs::WINDOWS_1252
            .decode_without_bom_handling(&bytes)
            .0
            .chars()
            .next();
    }
    char::from_u32(value).filter(|letter| *letter != '\0')
}
