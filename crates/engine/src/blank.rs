//! Texts in which there is nothing to see.

/// Whether a text shows nothing: it is empty, or holds only space, control characters and characters that are not drawn (the
/// property `Default_Ignorable_Code_Point` of Unicode 16, in `DerivedCoreProperties.txt`; and U+2800, a drawn blank).
pub fn is_blank(text: &str) -> bool {
    text.chars()
        .all(|letter| letter.is_whitespace() || letter.is_control() || is_undrawn(letter))
}

fn is_undrawn(letter: char) -> bool {
    matches!(
        u32::from(letter),
        0xad | 0x34f
            | 0x61c
            | 0x115f..=0x1160
            | 0x17b4..=0x17b5
            | 0x180b..=0x180f
            | 0x200b..=0x200f
            | 0x202a..=0x202e
            | 0x2060..=0x206f
            | 0x2800
            | 0x3164
            | 0xfe00..=0xfe0f
            | 0xfeff
            | 0xffa0
            | 0xfff0..=0xfff8
            | 0x1bca0..=0x1bca3
            | 0x1d173..=0x1d17a
            | 0xe0000..=0xe0fff
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_nobody_can_see_is_blank() {
        for text in [
            "",
            " \t\r\n",
            "\u{200b}",
            "\u{feff}\u{200d}\u{2060}",
            "\u{a0}\u{3000}\u{3164}",
            "\u{ad}\u{fe0f}\u{e0020}",
            "\0\u{7}",
        ] {
            assert!(is_blank(text), "{text:?}");
        }
        for text in [
            "a",
            ".",
            "\u{200b}.",
            "\u{1f468}\u{200d}\u{1f469}",
            "\u{2764}\u{fe0f}",
            "\u{5d0}\u{200f}",
        ] {
            assert!(!is_blank(text), "{text:?}");
        }
    }
}
