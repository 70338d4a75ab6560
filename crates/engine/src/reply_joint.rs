//! Where the rest of a reply that broke off is joined to its beginning.

use std::borrow::Cow;

/// Who knows whether the rest begins a new word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Joint {
    /// The model: it went on writing the beginning itself, so that its first space, or its absence, is meant.
    AsWritten,
    /// Nobody: the model was asked for the rest as a new message, and such a message begins without a space.
    NewWord,
}

/// What is put after `before`, which broke off, so that it reads as one text with the first piece of its `rest`.
pub fn joined<'a>(before: &str, rest: &'a str, joint: Joint) -> Cow<'a, str> {
    if before.ends_with('\n') {
        return Cow::Borrowed(rest.trim_start());
    }
    if before.ends_with(char::is_whitespace) {
        return Cow::Borrowed(rest.trim_start_matches([' ', '\t', '\u{a0}']));
    }
    if joint == Joint::NewWord && are_parted(before, rest) {
        return Cow::Owned(format!(" {rest}"));
    }
    Cow::Borrowed(rest)
}

/// Whether a space belongs between the two, if each begins and ends with a whole word.
fn are_parted(before: &str, rest: &str) -> bool {
    let (Some(last), Some(first)) = (before.chars().next_back(), rest.chars().next()) else {
        return false;
    };
    if is_unspaced(last) || is_unspaced(first) || (last.is_numeric() && first.is_numeric()) {
        return false;
    }
    // These marks open and close alike: an odd one stands open.
    let stands_open = |mark: char| before.matches(mark).count() % 2 == 1;
    let ends = match last {
        '"' | '*' | '_' => !stands_open(last),
        _ => last.is_alphanumeric() || ".,;:!?…)]}”»،؛؟।".contains(last),
    };
    let begins = match first {
        '"' | '*' | '_' => !stands_open(first),
        _ => first.is_alphanumeric() || "([{“„«‘¿¡".contains(first),
    };
    ends && begins
}

/// Letters and marks of the scripts that put no space between words.
fn is_unspaced(character: char) -> bool {
    matches!(character,
        '\u{0e00}'..='\u{0eff}' // Thai and Lao
        | '\u{1000}'..='\u{109f}' // Burmese
        | '\u{1780}'..='\u{17ff}' // Khmer
        | '\u{3000}'..='\u{30ff}' // Kana, and the marks of Chinese and Japanese
        | '\u{3400}'..='\u{9fff}'
        | '\u{f900}'..='\u{faff}'
        | '\u{ff00}'..='\u{ffef}'
        | '\u{20000}'..='\u{3ffff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A reply that was stopped and continued read "rumblingvoice" and "hiseyes".
    #[test]
    fn a_rest_that_came_as_a_message_of_its_own_begins_a_new_word() {
        for (before, rest, whole) in [
            ("a rumbling", "voice", "a rumbling voice"),
            ("a rumbling", " voice", "a rumbling voice"),
            ("a rumbling ", "voice", "a rumbling voice"),
            ("a rumbling ", " voice", "a rumbling voice"),
            ("a rumbling\n", " voice", "a rumbling\nvoice"),
            ("a rumbling\n\n", "\nvoice", "a rumbling\n\nvoice"),
            ("a rumbling", "\n\nVoice", "a rumbling\n\nVoice"),
            ("a rumbling", ", deep voice", "a rumbling, deep voice"),
            ("a rumbling", "…", "a rumbling…"),
            ("He nods.", "Come in.", "He nods. Come in."),
            ("He nods.", "(sits) Well?", "He nods. (sits) Well?"),
            ("(He", "nods)", "(He nods)"),
            ("(", "nods)", "(nods)"),
            ("He said: \"", "Come in.\"", "He said: \"Come in.\""),
            ("He said: \"Come", "\" and sat.", "He said: \"Come\" and sat."),
            ("\"Come in.\"", "He sat.", "\"Come in.\" He sat."),
            ("He sat.", "\"Come in.\"", "He sat. \"Come in.\""),
            ("*late", "again*", "*late again*"),
            ("*late again", "* Well?", "*late again* Well?"),
            ("don’", "t", "don’t"),
            ("well-", "known", "well-known"),
            ("in 18", "95", "in 1895"),
            ("我在", "听。", "我在听。"),
            ("聞いて", "いるよ", "聞いているよ"),
            ("ฉัน", "ฟัง", "ฉันฟัง"),
            ("듣고", "있어", "듣고 있어"),
            ("أنا", "أستمع", "أنا أستمع"),
            ("مرحبا؟", "نعم", "مرحبا؟ نعم"),
            ("", "Come in.", "Come in."),
        ] {
            let found = format!("{before}{}", joined(before, rest, Joint::NewWord));
            assert_eq!(found, whole, "{before:?} and {rest:?}");
        }
    }

    #[test]
    fn a_rest_that_the_model_wrote_on_decides_itself() {
        for (before, rest, whole) in [
            ("a rum", "bling voice", "a rumbling voice"),
            ("a rumbling", " voice", "a rumbling voice"),
            ("a rumbling ", " voice", "a rumbling voice"),
            ("a rumbling\n", " voice", "a rumbling\nvoice"),
            ("我在", "听。", "我在听。"),
        ] {
            let found = format!("{before}{}", joined(before, rest, Joint::AsWritten));
            assert_eq!(found, whole, "{before:?} and {rest:?}");
        }
    }
}
