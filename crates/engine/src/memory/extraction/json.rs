//! Reads JSON as models write it: with text around it, trailing commas, line breaks in texts, single quotation marks, or cut off
//! in the middle. What was cut in two is left out; what was whole before it stays.

use serde_json::{Map, Number, Value};

/// Lists and objects may stand in each other this deep.
const DEEPEST: usize = 16;
/// Longer answers are not looked at: nobody needs that much.
const MOST_BYTES: usize = 256 * 1024;
/// So many opening braces are tried.
const MOST_TRIES: usize = 64;

/// The first object in a text that has this field.
pub fn object_with(text: &str, field: &str) -> Option<Map<String, Value>> {
    let mut end = text.len().min(MOST_BYTES);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let text = &text[..end];
    text.match_indices('{').take(MOST_TRIES).find_map(|(place, _)| {
        let mut reader = Reader { rest: &text[place..] };
        match reader.value(0)? {
            Value::Object(fields) if fields.contains_key(field) => Some(fields),
            _ => None,
        }
    })
}

struct Reader<'a> {
    rest: &'a str,
}

impl Reader<'_> {
    fn pass_over(&mut self, more: &[char]) {
        self.rest = self
            .rest
            .trim_start_matches(|character: char| character.is_whitespace() || more.contains(&character));
    }

    /// The next value; none where there is none or it was cut off.
    fn value(&mut self, depth: usize) -> Option<Value> {
        self.pass_over(&[]);
        match self.rest.chars().next()? {
            _ if depth > DEEPEST => None,
            '{' => Some(Value::Object(self.object(depth))),
            '[' => Some(Value::Array(self.list(depth))),
            quote @ ('"' | '\'' | '“') => self.text(quote).map(Value::String),
            _ => self.word(),
        }
    }

    fn object(&mut self, depth: usize) -> Map<String, Value> {
        let mut fields = Map::new();
        self.rest = &self.rest[1..];
        loop {
            self.pass_over(&[',']);
            let name = match self.rest.chars().next() {
                None => return fields,
                Some('}') => {
                    self.rest = &self.rest[1..];
                    return fields;
                }
                Some(quote @ ('"' | '\'' | '“')) => self.text(quote),
                Some(_) => self.bare_name(),
            };
            let Some(name) = name else { return fields };
            self.pass_over(&[]);
            let Some(rest) = self.rest.strip_prefix(':') else {
                return fields;
            };
            self.rest = rest;
            let Some(value) = self.value(depth + 1) else {
                return fields;
            };
            // The first of two fields with one name holds.
            fields.entry(name).or_insert(value);
        }
    }

    fn list(&mut self, depth: usize) -> Vec<Value> {
        let mut items = Vec::new();
        self.rest = &self.rest[1..];
        loop {
            self.pass_over(&[',']);
            match self.rest.chars().next() {
                None | Some('}') => return items,
                Some(']') => {
                    self.rest = &self.rest[1..];
                    return items;
                }
                Some(_) => {}
            }
            match self.value(depth + 1) {
                Some(value) => items.push(value),
                None => return items,
            }
        }
    }

    /// A text between quotation marks; none when it does not end.
    fn text(&mut self, quote: char) -> Option<String> {
        let close = if quote == '“' { '”' } else { quote };
        let mut text = String::new();
        let mut characters = self.rest.char_indices().skip(1);
        while let Some((place, character)) = characters.next() {
            match character {
                _ if character == close => {
                    self.rest = &self.rest[place + character.len_utf8()..];
                    return Some(text);
                }
                '\\' => {
                    let (place, escaped) = characters.next()?;
                    match escaped {
                        'n' | 'r' => text.push('\n'),
                        't' => text.push('\t'),
                        'b' | 'f' => {}
                        'u' => {
                            let (decoded, length) = unicode_escape(&self.rest[place - 1..])?;
                            text.push(decoded);
                            // The "\u" itself was taken.
                            for _ in 2..length {
                                characters.next();
                            }
                        }
                        other => text.push(other),
                    }
                }
                other => text.push(other),
            }
        }
        self.rest = "";
        None
    }

    fn bare_name(&mut self) -> Option<String> {
        let end = self
            .rest
            .find(|character: char| !(character.is_alphanumeric() || character == '_'))?;
        let (name, rest) = self.rest.split_at(end);
        self.rest = rest;
        (!name.is_empty()).then(|| name.to_owned())
    }

    /// A number or one of the words for yes, no and nothing; none when it ends the text, as it may go on.
    fn word(&mut self) -> Option<Value> {
        let end = self
            .rest
            .find(|character: char| !(character.is_alphanumeric() || "+-._".contains(character)))?;
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest;
        match word.to_ascii_lowercase().as_str() {
            "true" => Some(Value::Bool(true)),
            "false" => Some(Value::Bool(false)),
            "null" | "none" => Some(Value::Null),
            figure => {
                let figure = figure.trim_start_matches('+');
                let whole = figure.parse::<i64>().ok().map(Number::from);
                whole
                    .or_else(|| figure.parse::<f64>().ok().and_then(Number::from_f64))
                    .map(Value::Number)
            }
        }
    }
}

/// The character of a `\u` escape at the front (or of a pair of them) and the length of the escape in bytes.
fn unicode_escape(text: &str) -> Option<(char, usize)> {
    let unit = |from: usize| {
        let digits = text.get(from..from + 6)?.strip_prefix("\\u")?;
        u32::from_str_radix(digits, 16).ok()
    };
    let first = unit(0)?;
    if let (0xd800..0xdc00, Some(second @ 0xdc00..0xe000)) = (first, unit(6)) {
        let joined = 0x1_0000 + ((first - 0xd800) << 10) + (second - 0xdc00);
        return Some((char::from_u32(joined)?, 12));
    }
    Some((char::from_u32(first).unwrap_or(char::REPLACEMENT_CHARACTER), 6))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    fn check(text: &str, expected: Option<Value>) {
        assert_eq!(object_with(text, "a").map(Value::Object), expected, "{text:?}");
    }

    #[test]
    fn whole_json_is_read_as_it_is() {
        let whole = json!({"a": "x \"y\" \\ \n ğ 😀", "b": [1, -2, 2.5, null, true, {"c": []}], "d": {}});
        check(&whole.to_string(), Some(whole.clone()));
        check(&serde_json::to_string_pretty(&whole).unwrap(), Some(whole));
        check(
            r#"{"a": "\u011f \ud83d\ude00 \ud83d"}"#,
            Some(json!({"a": "ğ 😀 \u{fffd}"})),
        );
    }

    #[test]
    fn what_models_do_to_json_is_forgiven() {
        let one = || Some(json!({"a": 1}));
        check("```json\n{\"a\": 1}\n```", one());
        check("Here you are: {\"a\": 1}. Anything else?", one());
        check("{set} {\"b\": 2} {\"a\": 1} {\"a\": 2}", one());
        check("{\"a\": 1,}", one());
        check("{'a': 1}", one());
        check("{a: 1}", one());
        check("{“a”: +1}", one());
        check("{\"a\": 1 \"b\": [1 2,,3,]}", Some(json!({"a": 1, "b": [1, 2, 3]})));
        check("{\"a\": \"one\ntwo\"}", Some(json!({"a": "one\ntwo"})));
        check("{\"a\": None, \"b\": True}", Some(json!({"a": null, "b": true})));
    }

    #[test]
    fn what_was_whole_before_a_cut_stays() {
        check(
            "{\"a\": \"whole\", \"b\": [{\"c\": 1}, {\"c\": \"cut of",
            Some(json!({"a": "whole", "b": [{"c": 1}, {}]})),
        );
        check("{\"a\": [1, 23", Some(json!({"a": [1]})));
        check("{\"a\": \"cut of", None);
        check("{\"a\": \"cut off \\", None);
        check("{\"a\"", None);
        check("{", None);
        check("no JSON", None);
        check(&"[".repeat(100_000), None);
        check(&"{“".repeat(100_000), None);
        assert!(
            object_with(&"{\"a\":".repeat(50_000), "a").is_some(),
            "deep, and no overflow"
        );
    }

    proptest! {
        #[test]
        fn nothing_makes_it_panic(text in ".{0,200}", json in "[\\{\\}\\[\\]\",:\\\\a1u ]{0,200}") {
            object_with(&text, "a");
            object_with(&json, "a");
        }

        #[test]
        fn cut_anywhere_it_gives_a_beginning(cut in 0_usize..200) {
            let whole = json!({"a": "Zwölf", "b": [{"c": "eins", "d": [1, 2]}, {"c": "zwei", "d": [3]}]}).to_string();
            let cut = whole.char_indices().nth(cut).map_or(whole.len(), |(place, _)| place);
            if let Some(fields) = object_with(&whole[..cut], "a") {
                prop_assert_eq!(&fields["a"], "Zwölf");
            }
        }
    }
}
