//! How the parts of a speech become one again where the narrator stood between them.
//!
//! The comma before "said she" is the narrator's as much as the speaker's; the mark behind it tells how the speech goes on. After a
//! comma it is one sentence (“I am sure,” said she, “you will come”), after a full stop another one begins. Some books write
//! a capital all the same, and some put the comma behind the closing mark.

use super::mentions::words;

/// What a part ends with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Ending {
    /// A comma, a colon, a semicolon.
    Pause(char),
    /// A full stop, which nothing but another sentence can follow.
    FullStop,
    /// A mark behind which a sentence may go on: “What! are you mad?”
    Strong,
    Broken,
    Open,
}

/// Puts `second` behind what stands in `line`; `between` is what the narrator says there, without any marks of speech. `is_ordinary`
/// tells whether the book also has a word, given in lower case, where it is no name.
pub fn join(line: &mut String, between: &str, second: &str, is_ordinary: &dyn Fn(&str) -> bool) {
    if line.is_empty() {
        line.push_str(second);
        return;
    }
    let between = between.trim();
    let is_capital = second.starts_with(char::is_uppercase);
    let anew = match between.chars().next_back() {
        Some('.' | '!' | '?' | '…' | '。' | '！' | '？') => true,
        Some(':' | '：') | None => is_capital,
        Some(_) => false,
    };
    let after = if anew {
        end_sentence(line);
        if ending(line) == Ending::FullStop {
            in_upper_case(second)
        } else {
            second.to_owned()
        }
    } else {
        go_on(line, between, second);
        match ending(line) {
            Ending::FullStop => in_upper_case(second),
            Ending::Strong => second.to_owned(),
            Ending::Pause(_) | Ending::Broken | Ending::Open => in_lower_case(second, is_ordinary),
        }
    };
    let parts = [line.chars().next_back(), after.chars().next()];
    let is_mark = after.starts_with([',', '.', ';', ':', '!', '?', '…']);
    if !is_mark && !parts.into_iter().flatten().any(is_wide) {
        line.push(' ');
    }
    line.push_str(&after);
}

/// Ends a sentence that the narrator's comma, or none, stands behind.
pub fn end_sentence(line: &mut String) {
    let stop = |last: char| if is_wide(last) { '。' } else { '.' };
    match ending(line) {
        Ending::Pause(mark) => {
            line.pop();
            line.push(stop(mark));
        }
        Ending::Open => line.extend(line.chars().next_back().filter(|last| last.is_alphanumeric()).map(stop)),
        Ending::FullStop | Ending::Strong | Ending::Broken => {}
    }
}

/// Sets the mark with which a sentence goes on: a semicolon behind the narrator's words is the speaker's, and a clause that always has
/// a comma before it keeps one that stands behind the closing mark.
fn go_on(line: &mut String, between: &str, second: &str) {
    match ending(line) {
        Ending::Pause(',') if between.ends_with(';') => {
            line.pop();
            line.push(';');
        }
        Ending::Open if between.starts_with(',') && begins_german_clause(second) => line.push(','),
        _ => {}
    }
}

/// German has a comma before these, and writes the one before "sagte er" behind the closing mark.
fn begins_german_clause(text: &str) -> bool {
    let first = words(text).first().map(|word| word.text.to_lowercase());
    first.is_some_and(|word| {
        matches!(
            word.as_str(),
            "dass"
                | "daß"
                | "weil"
                | "wenn"
                | "ob"
                | "aber"
                | "sondern"
                | "denn"
                | "doch"
                | "damit"
                | "obwohl"
                | "bevor"
                | "nachdem"
        )
    })
}

fn ending(line: &str) -> Ending {
    match line.chars().next_back() {
        Some(mark @ (',' | ';' | ':' | '，' | '、' | '；' | '：' | '،' | '؛')) => Ending::Pause(mark),
        Some('.' | '。' | '．' | '۔' | '।') if !line.ends_with("..") => Ending::FullStop,
        Some('.' | '!' | '?' | '…' | '！' | '？' | '؟') => Ending::Strong,
        Some('—' | '–' | '-' | '―') => Ending::Broken,
        _ => Ending::Open,
    }
}

fn in_upper_case(text: &str) -> String {
    let mut letters = text.chars();
    match letters.next() {
        Some(first) if first.is_lowercase() => first.to_uppercase().chain(letters).collect(),
        _ => text.to_owned(),
    }
}

/// With a small letter at the beginning where the first word is one that the book writes so: no name, no "I", no German noun. Turkish
/// has two letters for each of the English ones, and the book tells which.
fn in_lower_case(text: &str, is_ordinary: &dyn Fn(&str) -> bool) -> String {
    let found = words(text);
    let Some(word) = found
        .first()
        .filter(|word| word.span.start == 0 && word.is_capitalized() && !is_first_person(word.text))
    else {
        return text.to_owned();
    };
    let mut letters = word.text.chars();
    let first = letters.next().unwrap_or_default();
    let rest = letters.as_str();
    let small: Vec<char> = match first {
        'I' => vec!['i', 'ı'],
        'İ' => vec!['i'],
        _ => first.to_lowercase().collect(),
    };
    let written = small
        .iter()
        .find(|small| is_ordinary(&format!("{small}{}", rest.to_lowercase())));
    match written {
        Some(small) => format!("{small}{}", &text[first.len_utf8()..]),
        None => text.to_owned(),
    }
}

fn is_first_person(word: &str) -> bool {
    word == "I" || word.starts_with("I'") || word.starts_with("I’")
}

/// Whether there are no spaces around a letter: those of Chinese and Japanese, and their marks.
fn is_wide(letter: char) -> bool {
    matches!(letter, '\u{3000}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{ff00}'..='\u{ffef}')
}

#[cfg(test)]
mod tests {
    use super::*;

    /// In a book that has all words of these sentences in lower case, but for names and "I".
    #[track_caller]
    fn check(first: &str, between: &str, second: &str, expected: &str) {
        let is_ordinary = |word: &str| !["darcy", "i", "alice", "haus", "mr", "ilık"].contains(&word);
        let mut line = first.to_owned();
        join(&mut line, between, second, &is_ordinary);
        assert_eq!(line, expected);
    }

    /// The two halves were joined by a comma with a capital behind it.
    #[test]
    fn speech_that_the_narrator_interrupts_is_one_sentence_after_a_comma() {
        check(
            "I am sure,",
            " said she, ",
            "You will come.",
            "I am sure, you will come.",
        );
        check(
            "I am sure,",
            " said she, ",
            "you will come.",
            "I am sure, you will come.",
        );
        check("I am sure,", " said she, ", "I will come.", "I am sure, I will come.");
        check("I am sure,", " said she, ", "I’ll come.", "I am sure, I’ll come.");
        check(
            "I am sure,",
            " said she, ",
            "Darcy will come.",
            "I am sure, Darcy will come.",
        );
        check(
            "I am sure,",
            " said she, ",
            "Mr. Darcy will.",
            "I am sure, Mr. Darcy will.",
        );
        check(
            "I am sure,",
            " said she; ",
            "You will come.",
            "I am sure; you will come.",
        );
        check("Come here;", " said she, ", "You must.", "Come here; you must.");
        check(
            "I thought—",
            " he paused, ",
            "You were ill.",
            "I thought— you were ill.",
        );
    }

    #[test]
    fn speech_that_the_narrator_interrupts_is_two_sentences_after_a_full_stop() {
        check(
            "I am sure,",
            " said she. ",
            "You will come.",
            "I am sure. You will come.",
        );
        check(
            "I am sure.",
            " She rose. ",
            "You will come.",
            "I am sure. You will come.",
        );
        check(
            "I am sure.",
            " said she, ",
            "you will come.",
            "I am sure. You will come.",
        );
        check(
            "I am sure",
            ", said she. ",
            "You will come.",
            "I am sure. You will come.",
        );
        check("Yes,", " he said, and then: ", "No.", "Yes. No.");
        check("Wait...", " said she, ", "you will.", "Wait... you will.");
    }

    #[test]
    fn a_question_or_a_cry_stays_and_what_follows_stays_as_it_is() {
        check("Where?", " he asked, ", "are you going?", "Where? are you going?");
        check("Where?", " he asked. ", "Are you going?", "Where? Are you going?");
        check("No!", " cried she, ", "You must not.", "No! You must not.");
        check("Well…", " He sat down. ", "perhaps.", "Well… perhaps.");
    }

    #[test]
    fn marks_of_other_languages_are_known() {
        // British books and German ones put the comma behind the closing mark.
        check(
            "I am sure",
            ", said she, ",
            "you will come.",
            "I am sure you will come.",
        );
        check("Das", ", sagte er, ", "ist gut.", "Das ist gut.");
        check(
            "Ich weiß",
            ", sagte er, ",
            "dass du kommst.",
            "Ich weiß, dass du kommst.",
        );
        check("Das", ", sagte er, ", "Haus ist alt.", "Das Haus ist alt.");
        check("Ich komme", ", sagte er. ", "Warte!", "Ich komme. Warte!");
        check("Eminim,", " dedi, ", "İyi olacak.", "Eminim, iyi olacak.");
        check("Su,", " dedi, ", "Ilık olmalı.", "Su, ılık olmalı.");
        check("Estoy seguro,", " dijo ella. ", "¿Vendrás?", "Estoy seguro. ¿Vendrás?");
        check("我知道，", "她说。", "你会来的。", "我知道。你会来的。");
        check("私は", "と彼は言った、", "行く。", "私は行く。");
        check("私は行く", "と彼は言った。", "待って。", "私は行く。待って。");
    }

    #[test]
    fn the_end_of_a_line_is_the_end_of_a_sentence() {
        for (line, expected) in [
            ("I come,", "I come."),
            ("Ich komme", "Ich komme."),
            ("我来，", "我来。"),
            ("Yes!", "Yes!"),
            ("I thought—", "I thought—"),
            ("He said ‘no’", "He said ‘no’"),
            ("", ""),
        ] {
            let mut ended = line.to_owned();
            end_sentence(&mut ended);
            assert_eq!(ended, expected);
        }
    }
}
