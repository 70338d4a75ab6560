use proptest::prelude::*;

use super::words::fold;
use super::*;

fn folded(text: &str) -> Vec<String> {
    words(text).into_iter().map(|word| word.folded).collect()
}

fn finds(question: &str, text: &str) -> bool {
    Question::of(question).find(&words(text)).is_some()
}

#[test]
fn words_of_any_script() {
    for (text, expected) in [
        ("Good evening, Watson!", vec!["good", "evening", "watson"]),
        ("İstanbul ISPARTA ısparta", vec!["istanbul", "isparta", "isparta"]),
        ("Straße ŁÓDŹ Ærø", vec!["strasse", "lodz", "aero"]),
        ("Ёлка Київ", vec!["елка", "киів"]),
        ("مُحَمَّد مـحـمـد أحمد", vec!["محمد", "محمد", "احمد"]),
        ("हिन्दी", vec!["हिन्दी"]),
        ("東京タワー", vec!["東", "京", "タ", "ワ", "ー"]),
        ("我爱Rust", vec!["我", "爱", "rust"]),
        ("안녕하세요 여러분", vec!["안녕하세요", "여러분"]),
        ("ｆｕｌｌ ﬁne", vec!["full", "fine"]),
        ("cafe\u{301} café", vec!["cafe", "cafe"]),
        ("می\u{200c}خواهم", vec!["میخواهم"]),
        ("2nd f**k it's", vec!["2nd", "f", "k", "it", "s"]),
        ("😀 … — \u{301}", vec![]),
    ] {
        let expected: Vec<String> = expected.into_iter().map(|word| folded(word).concat()).collect();
        assert_eq!(folded(text), expected, "{text}");
    }
    assert_eq!(folded("İstanbul"), ["istanbul"]);
    assert_eq!(folded("Łódź"), ["lodz"]);
    assert_eq!(folded("สวัสดี").len(), 4, "vowel signs belong to their letter");
    assert_eq!(folded(&"a".repeat(100_000))[0].len(), 64);
}

#[test]
fn a_question_finds_what_it_asks_for() {
    for (question, text) in [
        ("istanbul", "Ah, İstanbul'da!"),
        ("İSTANBUL", "istanbul"),
        ("ISPARTA", "ısparta gülü"),
        ("ısparta", "ISPARTA"),
        ("ista", "İstanbul"),
        ("evening good", "Good evening."),
        ("\"good evening\"", "A good evening to you."),
        ("\"good eve", "A good evening to you."),
        ("“good evening”", "good EVENING"),
        ("東京", "昨日は東京へ行った"),
        ("学校", "我在学校里"),
        ("학교", "학교에서 만나요"),
        ("don't", "I don’t know"),
        ("-good * NEAR(", "near a good thing"),
        ("AND", "this and that"),
        ("a", "a b c"),
        ("café", "the cafe"),
    ] {
        assert!(finds(question, text), "{question} in {text}");
    }
    for (question, text) in [
        ("\"good evening\"", "evening, good"),
        ("\"good eve\"", "good evening"),
        ("good bye", "good evening"),
        ("a", "apple"),
        ("京東", "東京"),
        ("vening", "evening"),
    ] {
        assert!(!finds(question, text), "{question} in {text}");
    }
}

#[test]
fn a_question_without_words_asks_for_nothing() {
    for typed in ["", " ", "\"", "\"\"", "*", "-", "()", "^", "…", "😀", "\0", ": * \" -"] {
        assert!(Question::of(typed).is_empty(), "{typed:?}");
    }
    let long = Question::of(&"word ".repeat(10_000));
    assert_eq!(long.phrases.len(), 1);
    let words: Vec<String> = (0..1000).map(|number| format!("w{number}")).collect();
    assert_eq!(Question::of(&words.join(" ")).phrases.len(), 32);
}

fn marked(text: &str, question: &str) -> String {
    let found = Question::of(question).find(&words(text)).unwrap_or_default();
    let runs = excerpt(text, &found);
    runs.iter()
        .map(|run| {
            if run.found {
                format!("[{}]", run.text)
            } else {
                run.text.clone()
            }
        })
        .collect()
}

#[test]
fn an_excerpt_shows_what_was_found() {
    assert_eq!(marked("Good evening, Watson.", "watson"), "Good evening, [Watson].");
    assert_eq!(
        marked("Good evening, Watson.", "\"good evening\""),
        "[Good evening], Watson."
    );
    assert_eq!(marked("昨日は東京へ", "東京"), "昨日は[東京]へ");
    let long = format!("{} needle {}", "hay ".repeat(100).trim(), "straw ".repeat(100).trim());
    let shown = marked(&long, "needle");
    assert!(shown.starts_with("… hay"), "{shown}");
    assert!(shown.contains("hay [needle] straw"), "{shown}");
    assert!(shown.ends_with("straw…"), "{shown}");
    assert!(shown.chars().count() <= 164, "{shown}");
    let far = format!("needle {} needle and thread", "hay ".repeat(100));
    assert!(marked(&far, "needle thread").ends_with("[needle] and [thread]"));
    assert_eq!(marked("", "x"), "");
    assert!(marked(&"x".repeat(1000), "").ends_with("x…"));
}

#[test]
fn shown_text_has_no_marks() {
    let formats = Arc::default();
    assert_eq!(
        shown_text("<action>bows</action> Hm.\n\n*Odd.* f**k", &formats),
        "(bows) Hm. Odd. f**k"
    );
    assert_eq!(shown_text("un*believ*able", &formats), "un*believ*able");
}

#[test]
fn marks_that_change_places_are_folded_once_and_for_all() {
    for text in ["\u{2de0}\u{bcd}", "\u{e33}", "\u{ff9e}", "ﹰ\u{1a60}"] {
        for word in folded(text) {
            assert_eq!(fold(&word), word, "{text:?}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_question_of_any_text_is_answered(text in "\\PC{0,300}", question in "[\\PC\"* -]{0,20}") {
        let words = words(&text);
        for word in &words {
            prop_assert!(!word.folded.is_empty() && !word.folded.contains(char::is_whitespace));
            prop_assert!(word.start < word.end && text.is_char_boundary(word.start) && text.is_char_boundary(word.end));
        }
        let found = Question::of(&question).find(&words).unwrap_or_default();
        let shown = excerpt(&text, &found);
        let length: usize = shown.iter().map(|run| run.text.chars().count()).sum();
        prop_assert!(length <= 162, "{length}");
    }

    #[test]
    fn folding_twice_changes_nothing(text in "\\PC{0,60}") {
        // Of one word, not of its words: what is folded may begin with a mark that begins no word of its own.
        for word in folded(&text) {
            prop_assert_eq!(fold(&word), word.clone(), "{:?}", text);
        }
    }
}
