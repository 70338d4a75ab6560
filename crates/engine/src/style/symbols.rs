//! Emoji and emoticons.

/// Faces made of letters and marks, as words of a text.
const EMOTICONS: &[&str] = &[
    ":)", ":-)", "=)", ":]", "(:", ":(", ":-(", "=(", ":'(", ":D", ":-D", "=D", "xD", "XD", ";)", ";-)", ":P", ":p",
    ":-P", ":-p", ";P", ";p", ":O", ":o", ":/", ":-/", ":\\", ":|", ":*", ":-*", ":3", "<3", "</3", "^^", "^_^", "-_-",
    "o_O", "O_o", ":))", ":)))", ":((", ":(((", "))", ")))", "((", "\\o/", "T_T", "UwU", "uwu",
];

/// The emoticons of a text.
pub fn emoticons(text: &str) -> impl Iterator<Item = &str> {
    text.split_whitespace().filter(|word| EMOTICONS.contains(word))
}

/// Whether a character is an emoji or what joins and colours them. *Unicode, emoji-data.txt, by blocks.*
pub fn is_emoji_part(character: char) -> bool {
    is_base(character) || is_flag_letter(character) || is_joint(character)
}

fn is_base(character: char) -> bool {
    matches!(
        character,
        '\u{1f300}'..='\u{1f3fa}' | '\u{1f400}'..='\u{1faff}' | '\u{2600}'..='\u{27bf}' | '\u{2b05}'..='\u{2b55}' | '\u{2194}'..='\u{21aa}'
            | '\u{231a}'..='\u{231b}' | '\u{23e9}'..='\u{23fa}' | '\u{25aa}'..='\u{25fe}' | '\u{1f004}' | '\u{1f0cf}' | '\u{1f18e}'..='\u{1f19a}'
            | '\u{203c}' | '\u{2049}' | '\u{3030}'
    )
}

fn is_flag_letter(character: char) -> bool {
    matches!(character, '\u{1f1e6}'..='\u{1f1ff}')
}

/// Variation selector, joiner, colours of skin, and the letters of flags of regions.
fn is_joint(character: char) -> bool {
    matches!(character, '\u{fe0f}' | '\u{200d}' | '\u{1f3fb}'..='\u{1f3ff}' | '\u{e0020}'..='\u{e007f}')
}

/// The emoji of a text, each with all that belongs to it.
pub fn emoji(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let start = rest.find(|character| is_base(character) || is_flag_letter(character))?;
        let found = &rest[start..];
        let end = end(found);
        rest = &found[end..];
        Some(&found[..end])
    })
}

/// How long the emoji at the beginning of a text is, in bytes.
fn end(text: &str) -> usize {
    let mut characters = text.char_indices();
    let Some((_, first)) = characters.next() else { return 0 };
    let mut is_joined = false;
    let mut may_pair = is_flag_letter(first);
    for (at, character) in characters {
        let belongs = match character {
            '\u{200d}' => {
                is_joined = true;
                continue;
            }
            _ if is_joint(character) => true,
            _ if is_flag_letter(character) => std::mem::take(&mut may_pair),
            _ => is_base(character) && is_joined,
        };
        if !belongs {
            return at;
        }
        is_joined = false;
    }
    text.len()
}
