//! Code between backticks, and backticks that are none.

use super::{check, short};
use crate::markup::{MarkupStream, SpanKind, spans, voices};

#[test]
fn code_within_a_line_stands_without_its_backticks() {
    for (text, expected) in [
        ("Type `ls -l` now.", "S:Type |Sc:ls -l|S: now."),
        ("`x = 1`", "Sc:x = 1"),
        ("`` a`b `` and ` ` and ``", "Sc:a`b|S: and ` ` and ``"),
        ("Run `rm **/*.o` (slowly)", "S:Run |Sc:rm **/*.o|S: |A:(slowly)"),
        ("*Is it `a * b`?* Hm.", "T:Is it |Tc:a * b|T:?|S: Hm."),
        ("(types `ls`) Hm.", "A:(types |Ac:ls|A:)|S: Hm."),
        ("<action>`ls` it is</action>", "A:(|Ac:ls|A: it is)"),
        ("```let x = 1;``` in a line", "Sc:let x = 1;|S: in a line"),
        ("请输入`ls`。", "S:请输入|Sc:ls|S:。"),
    ] {
        check(text, expected);
    }
}

#[test]
fn backticks_that_mark_nothing_stay() {
    for text in [
        "`",
        "``",
        "```",
        "`Hello,' he said. `Come in.'",
        "``Well,'' he said, ``come in.''",
        "don`t, can`t",
        "`Tis late, and `twas dark.",
        "one ` two",
        "````````````` x `````````````",
        "say ``` and more",
        "it ends ```",
    ] {
        assert_eq!(short(&spans(text)), format!("S:{text}"), "{text:?}");
    }
    check("\\`so\\`", "S:`so`");
    // What does not end in its line, or is longer than a line of the page, is no code.
    check("`one\ntwo`", "S:`one|¶S:two`");
    let long = format!("`{}`", "a".repeat(100));
    check(&long, &format!("S:{long}"));
}

#[test]
fn a_block_of_code_keeps_its_lines() {
    for (text, expected) in [
        (
            "So:\n```rust\nfn main() {\n    go(*x * y);\n\n}\n```\nThere.",
            "S:So:|¶Sb:fn main() {\n    go(*x * y);\n\n}|¶S:There.",
        ),
        ("```\na\n```", "Sb:a"),
        ("```\r\na\r\nb\r\n```\r\nHm.", "Sb:a\nb|¶S:Hm."),
        ("```\n\n\na\n\n\n```\n\nHm.", "Sb:a|¶S:Hm."),
        ("```\na\n```\n```\nb\n```", "Sb:a|¶Sb:b"),
        ("````\n```\na\n```\n````\nHm.", "Sb:```\na\n```|¶S:Hm."),
        ("```\n```python\n```\nHm.", "Sb:```python|¶S:Hm."),
        ("  ``` sh  \nls\n  ```\nHm.", "Sb:ls|¶S:Hm."),
        ("```\nls\n``` That is all.", "Sb:ls|¶S:That is all."),
        // Never closed: code to the end.
        ("Hm.\n```\n(a) *b*", "S:Hm.|¶Sb:(a) *b*"),
        ("```\na\n``", "Sb:a\n``"),
        ("```\n```\nHm.", "S:Hm."),
        // What is open ends before it.
        ("*So\n```\na\n```\nHm.", "T:So|¶Sb:a|¶S:Hm."),
        ("<action>types\n```\na\n```\nHm.</action>", "A:(types)|¶Sb:a|¶S:Hm."),
    ] {
        check(text, expected);
    }
}

#[test]
fn fences_that_open_nothing_stay() {
    check("```So it goes.\nHm.", "S:```So it goes.|¶S:Hm.");
    check("```rust", "S:```rust");
    check("Hm ```\na\n", "S:Hm ```|¶S:a");
}

#[test]
fn code_comes_as_it_is_written() {
    let mut stream = MarkupStream::default();
    assert_eq!(short(&stream.push("Type `l")), "S:Type ");
    assert_eq!(short(&stream.push("s`")), "");
    assert_eq!(short(&stream.push(".\n``")), "Sc:ls|S:.");
    assert_eq!(short(&stream.push("`\nlet")), "¶Sb:let");
    assert_eq!(short(&stream.push(" x\n")), "Sb: x");
    assert_eq!(short(&stream.push("  y\n``")), "Sb:\n  y");
    assert_eq!(short(&stream.push("`\n")), "");
    assert_eq!(short(&stream.push("So")), "¶S:So");
}

#[test]
fn whoever_reads_what_is_said_reads_code_in_its_sentence() {
    let text = "I live in `Oslo`, *in `fact`*.\n```\none\n\ntwo\n```\nYes.";
    let told: Vec<(SpanKind, String, bool)> = voices(text)
        .into_iter()
        .map(|span| (span.kind, span.text, span.paragraph))
        .collect();
    let speech = |text: &str, paragraph| (SpanKind::Speech, text.to_owned(), paragraph);
    assert_eq!(
        told,
        [
            speech("I live in Oslo, ", false),
            (SpanKind::Thought, "in fact".to_owned(), false),
            speech(".", false),
            speech("one", true),
            speech("two", true),
            speech("Yes.", true),
        ]
    );
}
