//! The marks of a character's own file.

use super::*;
use crate::character::Roleplay;

fn formats(action: &str, thought: &str) -> Arc<MarkupFormats> {
    let roleplay = Roleplay {
        action_format: action.to_owned(),
        thought_format: thought.to_owned(),
        ..Roleplay::default()
    };
    Arc::new(MarkupFormats::of(&roleplay))
}

fn check_with(action: &str, thought: &str, text: &str, expected: &str) {
    let formats = formats(action, thought);
    assert_eq!(
        short(&spans_in(text, &formats)),
        expected,
        "{action} {thought} {text:?}"
    );
}

#[test]
fn tags_of_any_name_are_never_shown() {
    let check = |text, expected| {
        check_with(
            "<act>{content}</act>",
            "<inner voice>{content}</inner voice>",
            text,
            expected,
        )
    };
    check("<act>bows</act> Hm.", "A:(bows)|S: Hm.");
    check("<ACT> bows </Act>Hm.", "A:(bows)|S:Hm.");
    check("<inner voice>Odd.</inner voice> Hm.", "T:Odd.|S: Hm.");
    check(
        "<inner voice>Odd <act>bows</act> so.</inner voice>",
        "T:Odd |A:(bows)|T: so.",
    );
    check("</act>Hm.</inner voice>", "S:Hm.");
    check("<inner peace>", "S:<inner peace>");
    check(
        "(bows) *Odd.* <action>nods</action>",
        "A:(bows)|S: |T:Odd.|S: |A:(nods)",
    );
    check_with(
        "[ACTION]{content}[/ACTION]",
        "",
        "[action]bows[/action] [x]",
        "A:(bows)|S: [x]",
    );
    check_with(
        "<a>{content}</a>",
        "<ab>{content}</ab>",
        "<ab>x</ab><a>y</a>",
        "T:x|A:(y)",
    );
}

#[test]
fn brackets_of_any_shape() {
    check_with(
        "[{content}]",
        "{{content}}",
        "[bows] Hm. {Odd.}",
        "A:(bows)|S: Hm. |T:Odd.",
    );
    check_with("[{content}]", "", "[bows [low]] Hm.", "A:(bows [low])|S: Hm.");
    check_with("[{content}]", "", "[] a [ ] b [", "S:[] a [ ] b [");
    check_with("[{content}]", "", "Hm.] So.", "S:Hm.] So.");
    check_with(
        "【{content}】",
        "「{content}」",
        "【微笑】你好「奇怪」",
        "A:(微笑)|S:你好|T:奇怪",
    );
    check_with(
        "(({content}))",
        "",
        "((bows)) (nods) Hm.",
        "A:(bows)|S: |A:(nods)|S: Hm.",
    );
    check_with("[{content}]", "", "[bows\nlow ] Hm.", "A:(bows|¶A:low)|S: Hm.");
    check_with("[{content}]", "", "[(bows)] Hm.", "A:(bows)|S: Hm.");
    check_with("[ {content} ]", "", "[bows] Hm.", "A:(bows)|S: Hm.");
}

#[test]
fn the_same_sign_on_both_sides() {
    check_with("~{content}~", "", "~bows~ Hello~ you", "A:(bows)|S: Hello~ you");
    check_with("~{content}~", "", "~ 5 and a~b", "S:~ 5 and a~b");
    check_with("~{content}~", "", "~smiles ~ Hello", "A:(smiles)|S: Hello");
    check_with("_{content}_", "", "_bows_ snake_case __x__", "A:(bows)|S: snake_case x");
    check_with(
        "**{content}**",
        "*{content}*",
        "**bows** *Odd.* f**k",
        "A:(bows)|S: |T:Odd.|S: f**k",
    );
    check_with(
        "**{content}**",
        "",
        "*Odd **bows** so.* Hm.",
        "T:Odd |A:(bows)|T: so.|S: Hm.",
    );
    check_with("|{content}|", "", "||", "S:||");
}

#[test]
fn parentheses_and_asterisks_change_places() {
    let check = |text, expected| check_with("*{content}*", "({content})", text, expected);
    check("*bows* Hm. (Odd.) So.", "A:(bows)|S: Hm. |T:Odd.|S: So.");
    check("* bows * Hm.", "A:(bows)|S: Hm.");
    check("(Odd (very).) So.", "T:Odd (very).|S: So.");
    check("*bows (how odd) low* Hm.", "A:(bows |T:how odd|A: low)|S: Hm.");
    check("*(bows)* Hm.", "T:bows|S: Hm.");
    check("5 * 3, f*ck, :(", "S:5 * 3, f*ck, :(");
    check_with("*{content}*", "*{content}*", "*bows* (nods)", "A:(bows)|S: |A:(nods)");
}

#[test]
fn a_sign_at_the_head_of_a_line() {
    check_with("> {content}", "", "> bows\nHm. > 5", "A:(bows)|¶S:Hm. > 5");
    check_with("", "/think {content}", "Hm.\n/think Odd.\nSo.", "S:Hm.|¶T:Odd.|¶S:So.");
}

#[test]
fn a_format_that_cannot_be_recognised_changes_nothing() {
    for format in [
        "",
        "{content}",
        "italics",
        "a{content}b",
        "{content}*",
        "x {content}",
        "\n{content}\n",
        "*content*",
    ] {
        let formats = formats(format, format);
        assert_eq!(*formats, MarkupFormats::default(), "{format:?}");
    }
}

#[test]
fn what_may_still_become_a_mark_is_held_back() {
    let mut stream = MarkupStream::new(formats("<act>{content}</act>", "[{content}]"));
    assert_eq!(short(&stream.push("Hm <a")), "S:Hm ");
    assert_eq!(short(&stream.push("ct>bows ")), "A:(bows");
    assert_eq!(short(&stream.push("low</a")), "A: low");
    assert_eq!(short(&stream.push("ct> [")), "A:)|S: ");
    assert_eq!(short(&stream.push("O")), "T:O");
    assert_eq!(short(&stream.finish()), "");
}
