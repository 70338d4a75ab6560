//! Whom the reader plays: bounds of what they may write about it, and what a small model is told.

/// Longest name, in characters.
pub const MAX_NAME_CHARS: usize = 100;
/// Longest description, in characters.
pub const MAX_DESCRIPTION_CHARS: usize = 4_000;
/// Longest sentence that a small model is told, in characters.
const SENTENCE_CHARS: usize = 160;

/// Why a persona cannot be kept as it was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PersonaError {
    #[error("a persona's name has 1 to {MAX_NAME_CHARS} characters on one line")]
    BadName,
    #[error("a persona's description has at most {MAX_DESCRIPTION_CHARS} characters; this one has {0}")]
    LongDescription(usize),
}

/// Name and description as they are kept: without white space at both ends, and without characters that cannot be seen.
///
/// # Errors
/// A name that is blank, too long or has line breaks, or a description that is too long.
pub fn tidy(name: &str, description: &str) -> Result<(String, String), PersonaError> {
    let name = name.trim();
    let length = name.chars().count();
    if !(1..=MAX_NAME_CHARS).contains(&length)
        || name.chars().any(is_invisible)
        || !name.chars().any(char::is_alphanumeric)
    {
        return Err(PersonaError::BadName);
    }
    let description: String = description
        .replace("\r\n", "\n")
        .chars()
        .filter(|character| *character == '\n' || *character == '\t' || !is_invisible(*character))
        .collect();
    let description = description.trim();
    let length = description.chars().count();
    if length > MAX_DESCRIPTION_CHARS {
        return Err(PersonaError::LongDescription(length));
    }
    Ok((name.to_owned(), description.to_owned()))
}

/// Control characters, and the marks that turn the direction of text around them: a name with one would disturb every line that it
/// stands in.
fn is_invisible(character: char) -> bool {
    character.is_control() || matches!(character, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
}

/// The first sentence of a description in one line, cut after a word where it is long; empty for none.
pub fn first_sentence(description: &str) -> String {
    let first_lines = description.trim().split("\n\n").next().unwrap_or_default();
    let line = first_lines.split_whitespace().collect::<Vec<_>>().join(" ");
    let sentence_end = line
        .char_indices()
        .zip(line.chars().skip(1).chain([' ']))
        .find(|((_, mark), next)| {
            matches!(mark, '.' | '!' | '?') && *next == ' ' || matches!(mark, '。' | '！' | '？' | '।')
        })
        .map(|((place, mark), _)| place + mark.len_utf8());
    let sentence = &line[..sentence_end.unwrap_or(line.len())];
    let Some((end, _)) = sentence.char_indices().nth(SENTENCE_CHARS) else {
        return sentence.to_owned();
    };
    let fits = &sentence[..end];
    format!(
        "{}…",
        fits[..fits.rfind(' ').unwrap_or(end)].trim_end_matches([' ', ',', ';', ':'])
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_descriptions_have_bounds() {
        let long_name = "ä".repeat(101);
        for name in ["", "  ", "a\nb", "a\0", "\u{202e}evil", "...", long_name.as_str()] {
            assert_eq!(tidy(name, ""), Err(PersonaError::BadName), "{name:?}");
        }
        assert_eq!(
            tidy(&"ä".repeat(100), "").map(|(name, _)| name.chars().count()),
            Ok(100)
        );
        assert_eq!(tidy("A", &"x".repeat(4_001)), Err(PersonaError::LongDescription(4_001)));
        assert_eq!(
            tidy(" Ayşe ", " A pilot.\r\nTall.\0 \u{202e}"),
            Ok(("Ayşe".to_owned(), "A pilot.\nTall.".to_owned()))
        );
    }

    #[test]
    fn the_first_sentence_is_short_and_whole() {
        let check = |text: &str, expected: &str| assert_eq!(first_sentence(text), expected, "{text:?}");
        check("", "");
        check(
            "A ship's surgeon, ashore for good. Fears the sea.",
            "A ship's surgeon, ashore for good.",
        );
        check("Twelve\nyears old", "Twelve years old");
        check("First.\n\nSecond", "First.");
        check("Has 3.5 cats! And a dog.", "Has 3.5 cats!");
        check("医者です。海が怖い。", "医者です。");
        let cut = first_sentence(&"very ".repeat(100));
        assert!(
            cut.ends_with("very…") && cut.chars().count() <= SENTENCE_CHARS + 1,
            "{cut}"
        );
        assert_eq!(first_sentence(&"海".repeat(500)).chars().count(), SENTENCE_CHARS + 1);
    }
}
