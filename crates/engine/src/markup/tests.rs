mod code;
mod formats;
mod properties;
mod table;

use super::*;
use crate::character::Roleplay;

/// Spans in short: `S:` speech, `A:` action, `T:` thought, with a `c` for code within a line and a `b` for a block of it, `¶` before
/// a new paragraph, joined by `|`.
fn short(spans: &[Span]) -> String {
    let parts: Vec<String> = spans
        .iter()
        .map(|span| {
            let kind = match span.kind {
                SpanKind::Speech => "S",
                SpanKind::Action => "A",
                SpanKind::Thought => "T",
            };
            let code = match span.code {
                None => "",
                Some(CodeShape::Inline) => "c",
                Some(CodeShape::Block) => "b",
            };
            format!("{}{kind}{code}:{}", if span.paragraph { "¶" } else { "" }, span.text)
        })
        .collect();
    parts.join("|")
}

fn check(text: &str, expected: &str) {
    assert_eq!(short(&spans(text)), expected, "{text:?}");
}

#[test]
fn three_voices_are_told_apart() {
    check("Good evening.", "S:Good evening.");
    check(
        "(He bows.) Come in. *Who is this?* Sit.",
        "A:(He bows.)|S: Come in. |T:Who is this?|S: Sit.",
    );
    check("\"Well,\" (smiles) \"no.\"", "S:\"Well,\" |A:(smiles)|S: \"no.\"");
    check("你好（微笑）*他是谁*请坐", "S:你好|A:（微笑）|T:他是谁|S:请坐");
    check("", "");
}

#[test]
fn tags_are_never_shown_raw() {
    check(
        "<action>bows</action> Hm. <THOUGHT>Odd.</Thought>",
        "A:(bows)|S: Hm. |T:Odd.",
    );
    check("<action>(bows)</action><action> nods </action>", "A:(bows)(nods)");
    check("<action></action>Hm.</action></thought>", "S:Hm.");
    check("<action>bows\n</action>\nHm.", "A:(bows)|¶S:Hm.");
    check("<action>bows *low*</action>", "A:(bows low)");
    check("<thought>Odd <action>bows</action> Hm.", "T:Odd |A:(bows)|T: Hm.");
    check("(<action>bows</action>) Hm.", "A:(bows)|S: Hm.");
    check("*<thought>Odd.</thought>* Hm.", "T:Odd.|S: Hm.");
}

#[test]
fn what_only_looks_like_a_mark_stays() {
    for text in [
        "f**k",
        "f*ck",
        "s***t",
        "5 * 3 * 2",
        "5*3*2",
        "2 ** 3",
        "a < b",
        "<",
        "<3 you",
        "<acting>",
        "<act",
        ":(",
        "sad :( today",
        ":-)",
        ":-(",
        ":'(",
        "(: hi",
        "(;",
        "1) one",
        "a) b)",
        "book(s)",
        "f(x) = ()",
        "[a](b)",
        "snake_case__name",
        "___",
        "_a_",
        "****",
        "***",
        "* * *",
        "word*",
        "price*.",
        "¯\\_(ツ)_/¯",
        "¯\\\\_(ツ)_/¯",
        "C:\\dir",
        "f*** you",
        "f** you",
        "(",
    ] {
        assert_eq!(short(&spans(text)), format!("S:{}", text), "{text:?}");
    }
}

#[test]
fn bold_and_underlined_text_keeps_its_voice() {
    check("A **bold** word, __too__.", "S:A bold word, too.");
    check("*He is **so** tall.* Hm.", "T:He is so tall.|S: Hm.");
    check("**Bold *thought* bold**", "S:Bold |T:thought|S: bold");
    check("***Both*** here", "T:Both|S: here");
    check("(a **loud** cough)", "A:(a loud cough)");
    check("**half*", "S:half");
}

#[test]
fn sloppy_marks_do_the_likely_thing() {
    check("* text * and speech", "T:text |S: and speech");
    check("*smiles * Hello", "T:smiles |S: Hello");
    check("*He sighs. *I should go.* Hello.", "T:He sighs. I should go.|S: Hello.");
    check("*I love him *so* much* yes", "T:I love him so|S: much yes");
    check("*5 * 3 is 15* yes", "T:5 * 3 is 15|S: yes");
    check("*(bows)* Hello", "A:(bows)|S: Hello");
    check("(*bows*) Hello", "A:(bows)|S: Hello");
    check("*text** Hm", "T:text|S: Hm");
    check("\\*not a thought\\*", "S:*not a thought*");
    check("* one\n* two\nend", "T:one|¶T:two|¶S:end");
    check("He said:(smiles) yes", "S:He said:|A:(smiles)|S: yes");
}

#[test]
fn parentheses_nest_and_faces_smile() {
    check("(he (the tall one) bows) Hm.", "A:(he (the tall one) bows)|S: Hm.");
    check("(grins :)) Hm.", "A:(grins :))|S: Hm.");
    check("(sad :( face) Hm.", "A:(sad :( face)|S: Hm.");
    check("*a smile :) I see* ok", "T:a smile :) I see|S: ok");
    check("*an (odd) man* ok", "T:an |A:(odd)|T: man|S: ok");
}

#[test]
fn lines_make_paragraphs() {
    check("One.\nTwo.\r\n\r\n  Three.\n", "S:One.|¶S:Two.|¶S:Three.");
    check("\n\n One.", "S:One.");
    check("(one\ntwo) three", "A:(one|¶A:two)|S: three");
    check("*one\n\ntwo* three", "T:one|¶T:two|S: three");
    check("a\n \n\t\nb", "S:a|¶S:b");
}

#[test]
fn an_open_mark_is_in_its_voice_already_and_stays_so() {
    let mut stream = MarkupStream::default();
    assert_eq!(short(&stream.push("Hm. *Who is")), "S:Hm. |T:Who is");
    assert_eq!(short(&stream.push(" he?")), "T: he?");
    assert_eq!(short(&stream.push("*")), "");
    assert_eq!(short(&stream.push(" So")), "S: So");
    check("(never closed\nto the end", "A:(never closed|¶A:to the end");
}

#[test]
fn little_is_held_back() {
    let mut stream = MarkupStream::default();
    assert_eq!(short(&stream.push("Hello <acti")), "S:Hello ");
    assert_eq!(short(&stream.push("vity>")), "S:<activity>");
    assert_eq!(short(&stream.push(" a*")), "S: a");
    assert_eq!(short(&stream.finish()), "S:*");
}

#[test]
fn the_last_words_are_speech_in_one_line() {
    let text = "(bows) Good evening.\n\n*Odd.* Pray, sit down.";
    assert_eq!(plain(text, 100), "Good evening. Pray, sit down.");
    assert_eq!(plain(text, 20), "Good evening. Pray…");
    assert_eq!(plain(text, 14), "Good evening.…");
    assert_eq!(plain("(bows)", 100), "(bows)");
    assert_eq!(plain("(bows) ...", 100), "(bows) ...");
    assert_eq!(plain("İyi akşamlar", 5), "İyi…");
    assert_eq!(plain("你好世界你好", 4), "你好世…");
    assert_eq!(plain("", 10), "");
    assert_eq!(plain("abc", 0), "");
    assert_eq!(
        plain("Type `ls`. It helps.\n```\nls -l\n```\n", 100),
        "Type ls. It helps."
    );
    assert_eq!(plain("```\nls -l\nrm x\n```", 100), "ls -l rm x");
}

#[test]
fn a_text_is_read_without_its_marks() {
    let formats = Arc::new(MarkupFormats::of(&Roleplay {
        thought_format: "[[{content}]]".to_owned(),
        ..Roleplay::default()
    }));
    assert_eq!(
        unmarked("<action>bows</action> Hm. [[Odd.]]\n\n*So* it is", &formats),
        "(bows) Hm. Odd.\nSo it is"
    );
    for text in ["2 * 3 * 4", "***", "", "(waves) I live in Oslo."] {
        assert_eq!(unmarked(text, &formats), text);
    }
    // A mark that is open at the end of a line ends with it.
    assert_eq!(
        unmarked_lines("Guest: *I wonder\nHolmes: 2 * 3", &formats),
        "Guest: I wonder\nHolmes: 2 * 3"
    );
}
