//! What the service itself writes in place of a text, in many languages.

use super::bare;
use super::words::{ATTACHED, DELETED, EDITED, FILES, LEFT_OUT, LEFT_OUT_UNSPACED, NOTICES, SECURED, SERVICE};
use crate::messages::clean::without_layout_marks;
use crate::messages::report::SkipReason;

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Said {
    Words(String),
    /// Words under a picture or another file.
    Caption(String),
    Nothing(SkipReason),
}

/// The mark that iOS puts before whatever it writes itself.
const MARK: char = '\u{200e}';

/// What a message with this text says.
pub fn said(text: &str) -> Said {
    let text = text.trim_end();
    let is_marked = text.trim_start().starts_with(MARK);
    let (text, is_edited) = without_edit_note(text);
    let (first, more) = text.split_once('\n').unwrap_or((text, ""));
    let plain = bare(text);
    let small = plain.to_lowercase();
    let small = small.trim_end_matches(['.', '。']);
    // Of a group, its administrator may be named.
    if DELETED.contains(&small) || small.starts_with("this message was deleted by admin ") {
        return Said::Nothing(SkipReason::Deleted);
    }
    if (is_notice(small) || is_poll(first, more)) && !is_edited {
        return Said::Nothing(SkipReason::System);
    }
    if let Some(caption) = file_caption(first, is_marked) {
        let caption = [caption, more].join("\n");
        return match bare(&caption) {
            "" => Said::Nothing(SkipReason::Media),
            caption => Said::Caption(without_layout_marks(caption)),
        };
    }
    if is_marked {
        return Said::Nothing(SkipReason::System);
    }
    match without_layout_marks(text) {
        text if text.trim().is_empty() => Said::Nothing(SkipReason::Empty),
        text => Said::Words(text),
    }
}

/// Whether a line begins as a notice of the service does: one without an author, whatever stands behind.
pub fn begins_as_notice(line: &str) -> bool {
    let line = lowercase_start(line);
    NOTICES.iter().any(|notice| line.starts_with(notice))
}

/// Whether a text is a notice of the service and nothing more: people begin sentences with the same words.
fn is_notice(text: &str) -> bool {
    let text = lowercase_start(text);
    let mut behind = NOTICES.iter().filter_map(|notice| text.strip_prefix(notice));
    behind.any(|behind| behind.is_empty() || is_time_of_call(behind) || is_of_service(behind))
}

fn lowercase_start(text: &str) -> String {
    bare(text).chars().take(400).flat_map(char::to_lowercase).collect()
}

/// " at 8:15 pm", " um 20:15": a few short words, and a time in figures.
fn is_time_of_call(behind: &str) -> bool {
    let behind = behind.trim_start_matches(',').trim();
    let is_time = |word: &str| {
        let parts: Vec<&str> = word.split([':', '.', 'h']).collect();
        parts.len() == 2
            && parts
                .iter()
                .all(|part| (1..=2).contains(&part.len()) && part.chars().all(|sign| sign.is_ascii_digit()))
    };
    let words: Vec<&str> = behind.split_whitespace().collect();
    let times = words.iter().filter(|word| is_time(word)).count();
    times == 1 && words.len() <= 5 && words.iter().all(|word| is_time(word) || word.chars().count() <= 4)
}

/// What goes on in the words of the service: a sentence of its own, which names it or says where to tap, or how it goes on there.
fn is_of_service(behind: &str) -> bool {
    let goes_on = behind.starts_with(['.', '。', ',']) && SERVICE.iter().any(|words| behind.contains(words));
    goes_on || SECURED.iter().any(|words| behind.starts_with(words))
}

/// Whether it is a poll: `POLL:`, the question, and choices such as `OPTION: here (1 vote)`, in any language.
fn is_poll(first: &str, more: &str) -> bool {
    let is_label = |word: &str| word.chars().any(char::is_alphabetic) && !word.chars().any(char::is_lowercase);
    let is_choice = |line: &str| {
        let line = bare(line);
        let label = line.split_once(':').map(|(label, _)| label.trim_end());
        let votes = line.strip_suffix(')').and_then(|line| line.rsplit_once('('));
        label.is_some_and(is_label)
            && votes.is_some_and(|(_, votes)| bare(votes).starts_with(|sign: char| sign.is_numeric()))
    };
    let title = bare(first).strip_suffix(':').map(str::trim_end);
    let mut choices = more.lines().skip(1).filter(|line| !bare(line).is_empty()).peekable();
    title.is_some_and(is_label) && choices.peek().is_some() && choices.all(is_choice)
}

/// A note such as `<This message was edited>` at the end: on iOS with a mark before it, on Android by its words.
fn without_edit_note(text: &str) -> (&str, bool) {
    let trimmed = text.trim_end();
    let Some(at) = trimmed.rfind('<').filter(|_| trimmed.ends_with('>')) else {
        return (text, false);
    };
    let (before, note) = trimmed.split_at(at);
    let small = note.to_lowercase();
    let is_note = !note.contains('\n') && EDITED.iter().any(|word| small.contains(word));
    let is_marked = before.ends_with(MARK) && !bare(before).is_empty() && !note.contains(':');
    let stands_apart = before.ends_with([' ', '\n', MARK]) || before.is_empty();
    if (is_note && stands_apart) || is_marked {
        let end = |character: char| character.is_whitespace() || character == MARK;
        return (before.trim_end_matches(end), true);
    }
    (text, false)
}

/// What stands before the mention of a file in the first line; none when no file is mentioned.
fn file_caption(first: &str, is_marked: bool) -> Option<&str> {
    let plain = bare(first);
    if plain == "null" {
        return Some("");
    }
    if let Some(inner) = plain.strip_prefix('<').and_then(|rest| rest.strip_suffix('>')) {
        return is_placeholder(inner).then_some("");
    }
    // "location: https://maps.google.com/?q=1,2".
    let is_place = plain
        .split_once(": ")
        .is_some_and(|(word, place)| !word.contains(' ') && place.starts_with("https://maps.google.com/?q="));
    if is_attached(plain) || is_place {
        return Some("");
    }
    // iOS: perhaps a name of a document or some words, then the mark.
    let (before, written) = first.rsplit_once(MARK)?;
    let written = bare(written);
    if let Some(inner) = written.strip_prefix('<').and_then(|rest| rest.strip_suffix('>')) {
        return inner.contains(": ").then_some(before);
    }
    let words: Vec<String> = written.to_lowercase().split_whitespace().map(str::to_owned).collect();
    let words_say = words.len() <= 5 && words.iter().any(|word| LEFT_OUT.contains(&word.as_str()));
    let is_left_out = words_say || (words.len() <= 3 && LEFT_OUT_UNSPACED.iter().any(|word| written.contains(word)));
    let is_place = written.contains("https://maps.");
    let first_word = words.first().map(|word| word.trim_end_matches(':'));
    let names_file = words.len() <= 4 && first_word.is_some_and(|word| FILES.contains(&word));
    match bare(before) {
        // "report.pdf • 3 pages" is no caption.
        name if is_left_out && (name.contains(" • ") || has_ending(name)) => Some(""),
        _ if is_left_out => Some(before),
        "" if is_marked && (names_file || is_place) => Some(""),
        _ => None,
    }
}

/// What stands between angle brackets for a file: "Media omitted", or after a colon the file's name.
fn is_placeholder(inner: &str) -> bool {
    if inner.contains(['<', '>']) {
        return false;
    }
    if let Some((_, name)) = inner.split_once(": ") {
        return has_ending(bare(name));
    }
    let is_word = |character: char| {
        character.is_alphabetic()
            || character.is_whitespace()
            || matches!(character, '\u{300}'..='\u{36f}' | '\u{900}'..='\u{d7f}' | '-' | '\'')
    };
    let words = inner.split_whitespace().count();
    let unspaced = inner.chars().filter(|character| matches!(character, '\u{e00}'..='\u{e7f}' | '\u{3040}'..='\u{30ff}' | '\u{4e00}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}'));
    (words >= 2 || unspaced.count() >= 4) && inner.chars().count() <= 60 && inner.chars().all(is_word)
}

/// `IMG-20230202-WA0001.jpg (file attached)`.
fn is_attached(line: &str) -> bool {
    let Some((name, words)) = line.strip_suffix(')').and_then(|line| line.rsplit_once(" (")) else {
        return false;
    };
    let small = bare(words).to_lowercase();
    let own_name = ["IMG-", "VID-", "AUD-", "PTT-", "STK-", "DOC-"]
        .iter()
        .any(|start| name.starts_with(start))
        && name.contains("-WA");
    has_ending(name) && (own_name || ATTACHED.contains(&small.as_str()))
}

fn has_ending(name: &str) -> bool {
    let ending = name.rsplit_once('.').map(|(_, ending)| ending);
    ending.is_some_and(|ending| {
        (2..=5).contains(&ending.len()) && ending.bytes().all(|byte| byte.is_ascii_alphanumeric())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Said {
        Said::Words(text.to_owned())
    }

    #[test]
    fn files_are_told_from_words() {
        let caption = |text: &str| Said::Caption(text.to_owned());
        let media = Said::Nothing(SkipReason::Media);
        for (text, expected) in [
            ("<Media omitted>", media.clone()),
            ("<Medya dahil edilmedi>", media.clone()),
            ("<Archivo omitido>", media.clone()),
            ("<省略多媒体文件>", media.clone()),
            ("<Без медиафайлов>", media.clone()),
            ("<3", words("<3")),
            ("<grin>", words("<grin>")),
            ("<Media omitted>\nlook at this", caption("look at this")),
            ("IMG-20230202-WA0001.jpg (fichier joint)", media.clone()),
            ("\u{200e}IMG-20230202-WA0001.jpg (x)\nat the sea", caption("at the sea")),
            ("report.pdf (file attached)", media.clone()),
            ("see (file attached)", words("see (file attached)")),
            ("null", media.clone()),
            ("\u{200e}Bild weggelassen", media.clone()),
            ("\u{200e}imagen omitida", media.clone()),
            ("\u{200e}kuva jätettiin pois", media.clone()),
            ("\u{200e}画像は省略されました", media.clone()),
            (
                "\u{200e}<Anhang: 00000012-PHOTO-2025-09-16-10-01-00.jpg>",
                media.clone(),
            ),
            ("\u{200e}<adjunto: 00000012-PHOTO.jpg>", media.clone()),
            ("report.pdf • \u{200e}3 pages \u{200e}document omitted", media.clone()),
            ("at the sea \u{200e}image omitted", caption("at the sea")),
            ("\u{200e}Standort: https://maps.google.com/?q=1,2", media.clone()),
            ("location: https://maps.google.com/?q=1.5,2.5", media.clone()),
        ] {
            assert_eq!(said(text), expected, "{text}");
        }
    }

    #[test]
    fn notices_and_notes_are_told_from_words() {
        let system = Said::Nothing(SkipReason::System);
        let deleted = Said::Nothing(SkipReason::Deleted);
        for (text, expected) in [
            (
                "POLL:\nWhere?\nOPTION: here (1 vote)\nOPTION: there (0 votes)",
                system.clone(),
            ),
            (
                "\u{200e}POLL:\nWhere?\n\u{200e}OPTION: here (\u{200e}1 vote)\n\u{200e}OPTION: there (\u{200e}0 votes)\n",
                system.clone(),
            ),
            (
                "UMFRAGE:\nWo?\nOPTION: hier (2 Stimmen)\nOPTION: dort (0 Stimmen)",
                system.clone(),
            ),
            (
                "NOTE:\nWhere?\nOPTION: here (or not)",
                words("NOTE:\nWhere?\nOPTION: here (or not)"),
            ),
            ("\u{200e}Ana added Kim", system.clone()),
            (
                "Messages and calls are end-to-end encrypted. Only people in this chat can read them.",
                system.clone(),
            ),
            ("Waiting for this message. This may take a while.", system),
            ("This message was deleted", deleted.clone()),
            ("\u{200e}Diese Nachricht wurde gelöscht.", deleted.clone()),
            ("This message was deleted by admin Ana.", deleted.clone()),
            ("You deleted this message.", deleted),
            ("midnight <This message was edited>", words("midnight")),
            (
                "mitternacht \u{200e}<Diese Nachricht wurde bearbeitet.>",
                words("mitternacht"),
            ),
            ("éjfél \u{200e}<ez valami más>", words("éjfél")),
            ("a <b> c <d>", words("a <b> c <d>")),
            ("hey @\u{2068}Kim\u{2069}", words("hey @Kim")),
            (
                "I said: this message was deleted",
                words("I said: this message was deleted"),
            ),
        ] {
            assert_eq!(said(text), expected, "{text}");
        }
    }
}
