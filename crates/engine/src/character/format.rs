//! A file may mark actions and thoughts in its own way; everything the app sends and shows uses one way.

use super::Roleplay;

/// `text` with the file's own marks turned into ours: `(actions)` in parentheses, `*thoughts*` in asterisks. A format without
/// `{content}` between two marks cannot be recognised and leaves the text alone.
pub fn house_marks(text: &str, roleplay: &Roleplay) -> String {
    let mut formats: Vec<Format<'_>> = [
        (roleplay.action_format.as_str(), "(", ")"),
        (&roleplay.thought_format, "*", "*"),
    ]
    .into_iter()
    .filter_map(|(format, before, after)| {
        let (open, close) = format.split_once("{content}")?;
        let (open, close) = (open.trim(), close.trim());
        (!open.is_empty() && !close.is_empty()).then_some(Format {
            open,
            close,
            before,
            after,
        })
    })
    .collect();
    // `**` must be tried before `*`.
    formats.sort_by_key(|format| std::cmp::Reverse(format.open.len()));

    let mut filled = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        match formats.iter().find_map(|format| Some((format, format.content(rest)?))) {
            Some((format, content)) => {
                filled.push_str(format.before);
                filled.push_str(content.trim());
                filled.push_str(format.after);
                rest = &rest[format.open.len() + content.len() + format.close.len()..];
            }
            None => {
                filled.push(first);
                rest = &rest[first.len_utf8()..];
            }
        }
    }
    filled
}

struct Format<'a> {
    open: &'a str,
    close: &'a str,
    before: &'a str,
    after: &'a str,
}

impl Format<'_> {
    /// What stands between the marks when `text` begins with this format.
    fn content<'t>(&self, text: &'t str) -> Option<&'t str> {
        let inside = text.strip_prefix(self.open)?;
        if (self.open, self.close) == ("(", ")") {
            return closing_parenthesis(inside).map(|end| &inside[..end]);
        }
        let content = &inside[..inside.find(self.close)?];
        (!content.trim().is_empty()).then_some(content)
    }
}

fn closing_parenthesis(inside: &str) -> Option<usize> {
    let mut depth = 1;
    for (place, character) in inside.char_indices() {
        match character {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(place);
        }
    }
    None
}
