//! What is wrong with a JSON text, for people.

/// What is wrong, and where: the words of the reader of JSON, and other ones for half a character, which is right JSON and yet no text.
pub fn json_fault(error: &serde_json::Error) -> String {
    let said = error.to_string();
    let is_half = ["surrogate", "unexpected end of hex escape"]
        .iter()
        .any(|words| said.contains(words));
    if !is_half {
        return said;
    }
    format!(
        "a half of a character, such as \\ud83d, stands without its other half, such as \\ude00, before line {} column {}: write both \
         halves or the character itself",
        error.line(),
        error.column()
    )
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
        check("{", "EOF while parsing");
        check(r#""\u12""#, "column");
    }
}
