//! Whom the reader plays: bounds of what they may write about it, and what a small model is told.

use crate::controls::without_controls;

/// Longest name, in characters.
pub const MAX_NAME_CHARS: usize = 100;
/// Longest description, in characters.
pub const MAX_DESCRIPTION_CHARS: usize = 4_000;
/// Longest sentence that a small model is told, in characters.
const SENTENCE_CHARS: usize = 160;

/// Largest picture, in bytes.
pub const MAX_PICTURE_BYTES: usize = 2 * 1024 * 1024;

/// The format of a picture, told by its first bytes and never by what somebody calls it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PictureFormat {
    Png,
    Jpeg,
    WebP,
}

impl PictureFormat {
    pub const ALL: [Self; 3] = [Self::Png, Self::Jpeg, Self::WebP];

    /// The format of these bytes; none for anything else than a PNG, a JPEG or a WebP picture.
    pub fn of(bytes: &[u8]) -> Option<Self> {
        match bytes {
            [
                0x89,
                b'P',
                b'N',
                b'G',
                b'\r',
                b'\n',
                0x1a,
                b'\n',
                _,
                _,
                _,
                _,
                b'I',
                b'H',
                b'D',
                b'R',
                ..,
            ] => Some(Self::Png),
            [0xff, 0xd8, 0xff, _, ..] => Some(Self::Jpeg),
            [
                b'R',
                b'I',
                b'F',
                b'F',
                _,
                _,
                _,
                _,
                b'W',
                b'E',
                b'B',
                b'P',
                b'V',
                b'P',
                b'8',
                ..,
            ] => Some(Self::WebP),
            _ => None,
        }
    }

    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.as_str() == name)
    }

    pub fn as_str(self) -> &'static str {
        match self {
            Self::Png => "png",
            Self::Jpeg => "jpeg",
            Self::WebP => "webp",
        }
    }

    /// The ending of a file's name, without the dot.
    pub fn extension(self) -> &'static str {
        match self {
            Self::Jpeg => "jpg",
            Self::Png | Self::WebP => self.as_str(),
        }
    }

    pub fn content_type(self) -> &'static str {
        match self {
            Self::Png => "image/png",
            Self::Jpeg => "image/jpeg",
            Self::WebP => "image/webp",
        }
    }
}

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
    let description: String = without_controls(description)
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
    fn pictures_are_known_by_their_first_bytes() {
        let check =
            |bytes: &[u8], expected: Option<PictureFormat>| assert_eq!(PictureFormat::of(bytes), expected, "{bytes:?}");
        check(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0", Some(PictureFormat::Png));
        check(b"\xff\xd8\xff\xe0\0\x10JFIF", Some(PictureFormat::Jpeg));
        check(b"RIFF\x24\0\0\0WEBPVP8 ", Some(PictureFormat::WebP));
        for hostile in [
            &b""[..],
            b"\x89PNG",
            b"\x89PNG\r\n\x1a\n<script>alert(1)</script>",
            b"\xff\xd8",
            b"GIF89a",
            b"RIFF\x24\0\0\0WAVEfmt ",
            b"RIFF\x24\0\0\0WEBP<svg",
            b"<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>",
            b"<!doctype html>",
            b"%PDF-1.7",
            b"PK\x03\x04",
            b"\0\0\0\x1cftypavif",
        ] {
            check(hostile, None);
        }
        for format in PictureFormat::ALL {
            assert_eq!(PictureFormat::from_name(format.as_str()), Some(format));
        }
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
