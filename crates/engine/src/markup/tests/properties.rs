//! What holds for any text, in any pieces, in any format.

use proptest::prelude::*;

use super::*;
use crate::character::Roleplay;
use crate::markup::ahead::looks;

fn in_pieces(text: &str, cuts: &[usize], formats: &Arc<MarkupFormats>) -> Vec<Span> {
    let characters: Vec<char> = text.chars().collect();
    let mut places: Vec<usize> = cuts.iter().map(|cut| cut % (characters.len() + 1)).collect();
    places.extend([0, characters.len()]);
    places.sort_unstable();
    let mut stream = MarkupStream::new(formats.clone());
    let mut shown = Vec::new();
    for pair in places.windows(2) {
        let piece: String = characters[pair[0]..pair[1]].iter().collect();
        append(&mut shown, stream.push(&piece));
    }
    append(&mut shown, stream.finish());
    shown
}

/// A reader who comes in the middle sees exactly what those see who were there from the beginning.
fn check_in_the_middle(text: &str, cut: usize, formats: &Arc<MarkupFormats>) {
    let place = cut % (text.chars().count() + 1);
    let so_far: String = text.chars().take(place).collect();
    let mut stream = MarkupStream::new(formats.clone());
    let mut shown = Vec::new();
    for character in so_far.chars() {
        append(&mut shown, stream.push(character.encode_utf8(&mut [0; 4])));
    }
    assert_eq!(spans_so_far(&so_far, formats), shown, "{so_far:?} of {text:?}");
}

fn check_any(text: &str, cuts: &[usize], formats: &Arc<MarkupFormats>) -> Vec<Span> {
    let whole = spans_in(text, formats);
    assert_eq!(in_pieces(text, cuts, formats), whole, "{text:?}");
    let every_place: Vec<usize> = (0..text.chars().count()).collect();
    assert_eq!(in_pieces(text, &every_place, formats), whole, "{text:?}, one by one");
    let is_block = |span: &Span| span.code == Some(CodeShape::Block);
    let breaks = ['\n', '\r'];
    let in_a_line = |span: &Span| !span.text.is_empty() && (is_block(span) || !span.text.contains(breaks));
    assert!(whole.iter().all(in_a_line), "{whole:?}");
    let closed = |span: &Span| !span.text.starts_with(breaks) && !span.text.ends_with(breaks);
    assert!(whole.iter().all(closed), "{whole:?}");
    assert!(whole.first().is_none_or(|span| !span.paragraph), "{whole:?}");
    for pair in whole.windows(2) {
        let voice = |span: &Span| (span.kind, span.code);
        assert!(voice(&pair[0]) != voice(&pair[1]) || pair[1].paragraph, "{whole:?}");
        assert!(!pair.iter().any(is_block) || pair[1].paragraph, "{whole:?}");
    }
    whole
}

/// What is left of a text when everything that may be a mark is taken out, and white space, which may be shown as a new
/// paragraph or not at all.
fn without_marks(text: &str) -> String {
    let kept = |character: &char| !character.is_whitespace() && !"*_`\\()（）[]~【】".contains(*character);
    text.chars().filter(kept).collect()
}

fn shown(spans: &[Span]) -> String {
    spans.iter().map(|span| span.text.as_str()).collect()
}

/// How the characters' files mark actions and thoughts.
fn formats() -> impl Strategy<Value = Arc<MarkupFormats>> {
    let format = prop::sample::select(vec![
        "",
        "*{content}*",
        "({content})",
        "**{content}**",
        "_{content}_",
        "~{content}~",
        "[{content}]",
        "【{content}】",
        "<action>{content}</action>",
        "<act>{content}</act>",
        "<a>{content}</a>",
    ]);
    (format.clone(), format).prop_map(|(action_format, thought_format)| {
        let roleplay = Roleplay {
            action_format: action_format.to_owned(),
            thought_format: thought_format.to_owned(),
            ..Roleplay::default()
        };
        Arc::new(MarkupFormats::of(&roleplay))
    })
}

/// A part of a text: a tag, which may vanish, or anything else, which may not.
#[derive(Debug, Clone, Copy)]
struct Part(&'static str, bool);

fn parts() -> impl Strategy<Value = Vec<Part>> {
    prop::collection::vec(part(), 0..32)
}

/// Parts among backticks and fences, in their places and out of them.
fn parts_of_code() -> impl Strategy<Value = Vec<Part>> {
    let ticks = prop::sample::select(vec![
        "`",
        "`",
        "``",
        "` ",
        " `",
        "\\`",
        "```",
        "\n```\n",
        "\n  ```\n",
        "```\n",
        "\n```rust\n",
        "\n``` sh \r\n",
        "\n````\n",
        "\r\n```\r\n",
        "\r",
        "    ",
        "\n``` a",
    ]);
    prop::collection::vec(prop_oneof![ticks.prop_map(|text| Part(text, false)), part()], 0..24)
}

fn part() -> impl Strategy<Value = Part> {
    let mark = prop::sample::select(vec![
        "*", "*", "**", "***", "****", "(", ")", "（", "）", "[", "]", "~", "【", "】", "_", "__", "\\", "* ", " *",
        "((", "))",
    ]);
    let tag = prop::sample::select(vec!["<action>", "</action>", "<Thought>", "</thought>"]);
    let words = prop::sample::select(vec![
        "a",
        "word",
        "7",
        "3",
        "你好",
        "誰だろう",
        "누구",
        "من",
        "هذا",
        "कौन",
        "ใคร",
        "Кто",
        "İı",
        "é",
        "😀",
        "👩‍👩‍👧",
        ".",
        "?",
        "\"",
        "“",
        "「",
        "، ",
        "؟",
        ":",
        "-",
        "'",
        "<",
        "<3",
        "</a",
        "<ac",
    ]);
    let space = prop::sample::select(vec![" ", " ", "     ", "\n", "\n\n", "\r\n", "\u{a0}", "\u{3000}"]);
    prop_oneof![
        6 => mark.prop_map(|text| Part(text, false)),
        2 => tag.prop_map(|text| Part(text, true)),
        4 => words.prop_map(|text| Part(text, false)),
        3 => space.prop_map(|text| Part(text, false)),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_in_any_pieces_gives_the_same_spans(
        text in "\\PC{0,60}",
        cuts in prop::collection::vec(0_usize..80, 0..6),
        formats in formats(),
    ) {
        check_any(&text, &cuts, &formats);
    }

    #[test]
    fn marks_in_any_pieces_give_the_same_spans(
        parts in parts(),
        cuts in prop::collection::vec(0_usize..120, 0..6),
        formats in formats(),
    ) {
        let text: String = parts.iter().map(|part| part.0).collect();
        check_any(&text, &cuts, &formats);
    }

    #[test]
    fn code_in_any_pieces_gives_the_same_spans(
        parts in parts_of_code(),
        cuts in prop::collection::vec(0_usize..120, 0..6),
        cut in 0_usize..120,
        formats in formats(),
    ) {
        let text: String = parts.iter().map(|part| part.0).collect();
        check_any(&text, &cuts, &formats);
        check_in_the_middle(&text, cut, &formats);
    }

    #[test]
    fn a_text_that_goes_on_shows_the_same_to_those_who_come_late(
        parts in parts(),
        cut in 0_usize..120,
        formats in formats(),
    ) {
        let text: String = parts.iter().map(|part| part.0).collect();
        check_in_the_middle(&text, cut, &formats);
    }

    #[test]
    fn no_visible_character_is_lost_or_doubled(
        parts in parts(),
        cuts in prop::collection::vec(0_usize..120, 0..6),
        formats in formats(),
    ) {
        let text: String = parts.iter().map(|part| part.0).collect();
        let spans = check_any(&text, &cuts, &formats);
        // Parts beside each other may make up a tag that none of them is.
        let tagless = |text: &str| {
            let lower = text.to_ascii_lowercase();
            !["<action>", "</action>", "<thought>", "</thought>"].iter().any(|tag| lower.contains(tag))
        };
        let expected: Vec<String> = parts.iter().filter(|part| !part.1).map(|part| part.0.to_owned()).collect();
        prop_assume!(parts.split(|part| part.1).all(|run| tagless(&run.iter().map(|part| part.0).collect::<String>())));
        prop_assert_eq!(without_marks(&shown(&spans)), without_marks(&expected.concat()), "{:?}", text);
    }

    #[test]
    fn code_loses_nothing_but_its_backticks(
        parts in prop::collection::vec(
            prop::sample::select(vec!["`", "`", "``", "```", "a", "word", "你", "*", "**", "(", ")", ".", "\\", " ", " ", "😀"]),
            0..40,
        ),
    ) {
        let text = parts.concat();
        prop_assert_eq!(without_marks(&shown(&spans(&text))), without_marks(&text), "{:?}", text);
    }

    #[test]
    fn text_with_parentheses_only_is_shown_as_it_is(
        parts in prop::collection::vec(
            prop::sample::select(vec!["(", ")", "（", "）", "a", "word", "你", "من", ".", ":", "-", " ", "😀", "\""]),
            0..40,
        ),
    ) {
        let text = parts.concat();
        prop_assert_eq!(shown(&spans(&text)), text.trim_start());
    }
}

#[test]
fn a_text_that_means_harm_is_read_in_linear_time() {
    const LENGTH: usize = 100_000;
    let harmful = [
        "*",
        "* ",
        " *a",
        "*a (b ",
        "(",
        "(*",
        "<",
        "<a",
        "<action",
        "<action>",
        "<action> ",
        "_",
        "__",
        "\\",
        "[",
        "~",
        " ",
        "\n",
        "* \n",
        "（*你",
        "*abcdefghijklmnopqrstuvwxyz",
        "(a *bcdefghijklmnopqrstuvwx ",
        "`",
        "` ",
        "`a ",
        " `` ```` ``` `````",
        "`abcdefghijklmnopqrstuvwxyz abcdefghijklmnopqrstuvwxyz abcdefghijklmnopqrstuvwxyz ",
        "```\n",
        "\n```a ",
        "```\n       `",
        "```\n\n",
    ];
    let formats = Arc::new(MarkupFormats::of(&Roleplay {
        action_format: "[{content}]".to_owned(),
        thought_format: "~{content}~".to_owned(),
        ..Roleplay::default()
    }));
    for pattern in harmful {
        let text = pattern.repeat(LENGTH / pattern.len());
        let opened = format!("<action>x{text}");
        for text in [&text, &opened] {
            looks::take();
            let mut stream = MarkupStream::new(formats.clone());
            for piece in text.as_bytes().chunks(16 * 1024) {
                // Cutting bytes may part a character; only whole pieces are pushed.
                stream.push(std::str::from_utf8(piece).unwrap_or(pattern));
            }
            stream.finish();
            let looked = looks::take();
            assert!(looked < 120 * LENGTH, "{pattern:?}: looked at {looked} characters");
        }
    }
}
