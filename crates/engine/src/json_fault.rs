//! What is wrong with a JSON text, for people.

/// What is wrong, and where: the words of the reader of JSON, but other ones where those are for programmers, and for half a character,
/// which is right JSON and yet no text.
pub fn json_fault(error: &serde_json::Error) -> String {
    let said = error.to_string();
    let is_half = ["surrogate", "unexpected end of hex escape"]
        .iter()
        .any(|words| said.contains(words));
    if !is_half {
        return in_words(&said, error);
    }
    format!(
        "a half of a character, such as \\ud83d, stands without its other half, such as \\ude00, before line {} column {}: write both \
         halves or the character itself",
        error.line(),
        error.column()
    )
}

fn in_words(said: &str, error: &serde_json::Error) -> String {
    let place = format!(" at line {} column {}", error.line(), error.column());
    let (said, place) = match said.strip_suffix(&place) {
        Some(said) => (said, place.as_str()),
        None => (said, ""),
    };
    let kind = said
        .strip_prefix("invalid type: ")
        .or_else(|| said.strip_prefix("invalid value: "));
    let words = if let Some((found, wanted)) = kind.and_then(|kind| kind.rsplit_once(", expected ")) {
        format!("{} stands where {} should be", found_words(found), wanted_words(wanted))
    } else if let Some(field) = said.strip_prefix("missing field ") {
        format!("the field {field} is missing")
    } else if let Some(what) = said.strip_prefix("EOF while parsing ") {
        format!("the text ends too early, in the middle of {what}")
    } else if said.starts_with("invalid length ") && said.contains(", expected struct ") {
        "a list stands where an object in curly brackets should be".to_owned()
    } else if matches!(said, "expected value" | "expected ident") {
        "something else than JSON stands here".to_owned()
    } else {
        said.to_owned()
    };
    format!("{words}{place}")
}

/// What was there.
fn found_words(found: &str) -> String {
    let bare = |text: &str| text.trim_matches('`').to_owned();
    match found.split_once(' ') {
        Some(("string", text)) => format!("the text {text}"),
        Some(("integer", number)) => format!("the number {}", bare(number)),
        Some(("boolean", value)) => bare(value),
        Some(("floating", rest)) => format!("the number {}", bare(rest.trim_start_matches("point "))),
        _ => match found {
            "map" => "an object in curly brackets".to_owned(),
            "sequence" => "a list".to_owned(),
            "null" => "nothing (null)".to_owned(),
            other => other.to_owned(),
        },
    }
}

/// What should have been there; the programs' own names for things say nothing to the reader.
fn wanted_words(wanted: &str) -> &str {
    match wanted {
        "a map" => "an object in curly brackets",
        "a string" => "a text",
        "a boolean" => "true or false",
        "a sequence" => "a list",
        "u8" | "u16" | "u32" | "u64" | "usize" => "a number of at least 0",
        "i8" | "i16" | "i32" | "i64" | "isize" | "f32" | "f64" => "a number",
        name if name.starts_with("struct ") => "an object in curly brackets",
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(json: &str, expected: &str) {
        let error = serde_json::from_str::<serde_json::Value>(json).unwrap_err();
        let told = json_fault(&error);
        assert!(told.contains(expected), "{told}");
    }

    /// It was "lone leading surrogate in hex escape".
    #[test]
    fn half_a_character_is_told_in_plain_words() {
        check(r#"{"text": "a\ud800"}"#, "a half of a character");
        check(r#"{"text": "a\ud800"}"#, "before line 1 column 1");
        check("{\n\"text\": \"\\ude00b\"}", "before line 2 column 1");
        check(r#""\ud83d\n""#, "a half of a character");
        check(r#""\ud83d\ud83d""#, "a half of a character");
        check(
            "{",
            "the text ends too early, in the middle of an object at line 1 column 1",
        );
        check(r#""\u12""#, "column");
        check("nonsense", "something else than JSON stands here at line 1 column 2");
        check("Hello", "something else than JSON stands here at line 1 column 1");
    }

    /// They were "invalid type: sequence, expected struct Character at line 1 column 0" and "missing field `id`".
    #[test]
    fn what_stands_in_the_wrong_place_is_told_without_words_of_programmers() {
        #[derive(Debug, serde::Deserialize)]
        #[expect(dead_code, reason = "only read")]
        struct Person {
            id: String,
            age: Option<u32>,
            quick: Option<bool>,
        }
        for (json, expected) in [
            ("[1]", "the number 1 stands where a text should be at line 1 column 2"),
            (
                r#""x""#,
                r#"the text "x" stands where an object in curly brackets should be at line 1 column 3"#,
            ),
            (
                "[]",
                "a list stands where an object in curly brackets should be at line 1 column 2",
            ),
            (r#"{"age": 1}"#, "the field `id` is missing at line 1 column 10"),
            (
                r#"{"id": {}}"#,
                "an object in curly brackets stands where a text should be",
            ),
            (r#"{"id": null}"#, "nothing (null) stands where a text should be"),
            (
                r#"{"id": "a", "age": -1}"#,
                "the number -1 stands where a number of at least 0 should be",
            ),
            (
                r#"{"id": "a", "age": 1.5}"#,
                "the number 1.5 stands where a number of at least 0 should be",
            ),
            (
                r#"{"id": "a", "quick": []}"#,
                "a list stands where true or false should be",
            ),
            (r#"{"id": true}"#, "true stands where a text should be"),
        ] {
            let told = json_fault(&serde_json::from_str::<Person>(json).unwrap_err());
            assert!(told.starts_with(expected), "{json}: {told}");
        }
    }
}
