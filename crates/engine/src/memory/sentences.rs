//! Cutting texts into sentences, and to whole sentences.

/// Words that end in a full stop without ending a sentence.
const ABBREVIATIONS: [&str; 16] = [
    "mr", "mrs", "ms", "dr", "st", "prof", "capt", "col", "gen", "lt", "rev", "sn", "av", "vb", "doç", "no",
];

/// The sentences of a text, each with its mark and without white space around it. A line break ends a sentence; a full stop before
/// a small letter does not, nor one after a title or an initial.
pub(crate) fn sentences(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut start = 0;
    let mut marks = text.char_indices().peekable();
    while let Some((place, mark)) = marks.next() {
        let mut end = place + mark.len_utf8();
        let ends = match mark {
            '\n' | '。' | '！' | '？' | '।' | '؟' => true,
            '.' | '!' | '?' | '…' => {
                while let Some((place, closer)) = marks.peek().copied() {
                    if !".!?…\"'”’»)".contains(closer) {
                        break;
                    }
                    end = place + closer.len_utf8();
                    marks.next();
                }
                text[end..].chars().next().is_none_or(char::is_whitespace)
                    && !(mark == '.' && goes_on(&text[start..place], &text[end..]))
            }
            _ => false,
        };
        if ends {
            found.push(text[start..end].trim());
            start = end;
        }
    }
    found.push(text[start..].trim());
    found.retain(|sentence| sentence.chars().any(char::is_alphanumeric));
    found
}

/// The whole sentences that fit into `most` characters, else the words that fit and "…".
pub(crate) fn clipped(text: &str, most: usize) -> String {
    let text = text.trim();
    if text.char_indices().nth(most).is_none() {
        return text.to_owned();
    }
    let mut end = 0;
    for sentence in sentences(text) {
        let place = text[end..]
            .find(sentence)
            .map_or(end, |found| end + found + sentence.len());
        if text[..place].chars().count() > most {
            break;
        }
        end = place;
    }
    if end > 0 {
        return text[..end].trim_end().to_owned();
    }
    let room = text
        .char_indices()
        .nth(most.saturating_sub(1))
        .map_or(text.len(), |(place, _)| place);
    let is_between = text[room..].starts_with(char::is_whitespace);
    let words = text[..room]
        .rfind(char::is_whitespace)
        .filter(|_| !is_between)
        .unwrap_or(room);
    format!("{}…", text[..words].trim_end())
}

/// Whether the full stop between the two ends no sentence.
fn goes_on(before: &str, after: &str) -> bool {
    let word = before
        .rsplit(|character: char| !character.is_alphanumeric())
        .next()
        .unwrap_or_default();
    let is_initial = word != "I" && word.chars().count() == 1 && word.chars().all(char::is_uppercase);
    let continues =
        after.trim_start().starts_with(char::is_lowercase) && !after.trim_start_matches(' ').starts_with('\n');
    is_initial || continues || ABBREVIATIONS.contains(&word.to_lowercase().as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_cut_into_sentences() {
        let check = |text: &str, expected: &[&str]| assert_eq!(sentences(text), expected, "{text:?}");
        check("", &[]);
        check("...", &[]);
        check("One. Two!  Three?\nFour", &["One.", "Two!", "Three?", "Four"]);
        check(
            "I met Mr. Watson and J. Moore. It was 3.5 miles.",
            &["I met Mr. Watson and J. Moore.", "It was 3.5 miles."],
        );
        check("So am I. You too?", &["So am I.", "You too?"]);
        check("\"Come in.\" She sat.", &["\"Come in.\"", "She sat."]);
        check("Well... perhaps. Yes", &["Well... perhaps.", "Yes"]);
        check("3. sınıftayım. Adım Ece.", &["3. sınıftayım.", "Adım Ece."]);
        check("我叫李明。你呢？", &["我叫李明。", "你呢？"]);
        check("वह गया। अच्छा।", &["वह गया।", "अच्छा।"]);
    }

    #[test]
    fn texts_are_clipped_after_a_sentence() {
        let check = |text: &str, most: usize, expected: &str| assert_eq!(clipped(text, most), expected, "{text:?}");
        check("Short.", 10, "Short.");
        check("One is. Two is. Three is.", 16, "One is. Two is.");
        check("One is. One is. One is.", 16, "One is. One is.");
        check("a very long sentence without an end", 12, "a very long…");
        check("abcdefghij", 5, "abcd…");
        check("東京都。大阪府。", 5, "東京都。");
        check("", 5, "");
    }
}
