//! What is hard to read, and how it is read.

use super::check;

fn check_all(examples: &[(&str, &str)]) {
    for (text, expected) in examples {
        check(text, expected);
    }
}

#[test]
fn an_action_stands_in_a_thought_and_a_thought_in_an_action() {
    check_all(&[
        (
            "*She is late (glances at the clock) again.* Hm.",
            "T:She is late |A:(glances at the clock)|T: again.|S: Hm.",
        ),
        (
            "(sighs and thinks *why only now?* again) Yes.",
            "A:(sighs and thinks |T:why only now?|A: again)|S: Yes.",
        ),
        ("*(bows) How odd.* Hello", "A:(bows)|T: How odd.|S: Hello"),
        ("(bows *low*) Hm.", "A:(bows low)|S: Hm."),
        ("(*bows low*) Hm.", "A:(bows low)|S: Hm."),
        ("(so *very* low, *very* slow) Hm.", "A:(so very low, very slow)|S: Hm."),
        (
            "(he thinks *I (me) am late* and goes) Hm.",
            "A:(he thinks |T:I |A:(me)|T: am late|A: and goes)|S: Hm.",
        ),
        (
            "<thought>Odd <action>bows</action> indeed</thought> Hm.",
            "T:Odd |A:(bows)|T: indeed|S: Hm.",
        ),
        (
            "<action>bows <thought>odd</thought> low </action> Hm.",
            "A:(bows |T:odd|A: low)|S: Hm.",
        ),
        (
            "*Odd <action>bows</action> indeed* Hm.",
            "T:Odd |A:(bows)|T: indeed|S: Hm.",
        ),
        ("(<thought>Odd.</thought> bows) Hm.", "A:(|T:Odd.|A: bows)|S: Hm."),
        ("（他想*为什么*）好", "A:（他想|T:为什么|A:）|S:好"),
    ]);
}

#[test]
fn a_forgotten_inner_mark_ends_with_the_outer() {
    check_all(&[
        ("*She (sighs* Hello", "T:She |A:(sighs|S: Hello"),
        ("(thinks *why only now) Hello", "A:(thinks |T:why only now|A:)|S: Hello"),
        ("<action>bows <thought>hm</action> Hello", "A:(bows |T:hm|A:)|S: Hello"),
        ("*Hm <action>bows* Hello</action>", "T:Hm |A:(bows)|S: Hello"),
        ("(<thought>a) b</thought> c) d", "A:(|T:a) b|A: c)|S: d"),
    ]);
}

#[test]
fn stars_that_mean_something_else() {
    check_all(&[
        ("f**k you, and f**k him", "S:f**k you, and f**k him"),
        ("5 * 3 * 2 = 30", "S:5 * 3 * 2 = 30"),
        ("5*3*2 = 30", "S:5*3*2 = 30"),
        ("a*b", "S:a*b"),
        ("*What the f**k is that?* Hm.", "T:What the f**k is that?|S: Hm."),
        ("*5 * 3 * 2 is thirty* Hm.", "T:5 * 3 * 2 is thirty|S: Hm."),
        ("Rated ***** by all", "S:Rated ***** by all"),
        ("one*", "S:one*"),
        ("one *", "S:one *"),
        ("* ", "S:* "),
        ("**", "S:**"),
        ("** **", "S:** **"),
        ("*", "S:*"),
        ("* * *\nHm.", "S:* * *|¶S:Hm."),
        ("***\nHm.", "S:***|¶S:Hm."),
        ("She gave 4* to it.", "S:She gave 4* to it."),
    ]);
}

#[test]
fn spaces_within_stars() {
    check_all(&[
        ("* text *", "T:text "),
        ("* text * and speech", "T:text |S: and speech"),
        ("Hm. *text * and speech", "S:Hm. |T:text |S: and speech"),
        ("* a\n* b", "T:a|¶T:b"),
        ("Hello.\n* I wonder *\nYes.", "S:Hello.|¶T:I wonder |¶S:Yes."),
    ]);
}

#[test]
fn marks_over_several_paragraphs() {
    check_all(&[
        ("*one\n\ntwo\n\nthree* four", "T:one|¶T:two|¶T:three|S: four"),
        ("(one\n\ntwo) three", "A:(one|¶A:two)|S: three"),
        ("<action>one\n\ntwo</action>\n\nthree", "A:(one|¶A:two)|¶S:three"),
        ("<thought>one\r\ntwo</thought> three", "T:one|¶T:two|S: three"),
        (
            "(thinks\n*one two\nthree* four) five",
            "A:(thinks|¶T:one two|¶T:three|A: four)|S: five",
        ),
    ]);
}

#[test]
fn angles_that_are_no_tags() {
    check_all(&[
        ("a < b > c", "S:a < b > c"),
        ("<", "S:<"),
        ("I <3 you", "S:I <3 you"),
        ("<b>loud</b>", "S:<b>loud</b>"),
        ("<actio", "S:<actio"),
        ("</", "S:</"),
        ("<<action>bows</action>>", "S:<|A:(bows)|S:>"),
        ("<action", "S:<action"),
        ("< action >bows", "S:< action >bows"),
    ]);
}

#[test]
fn bold_and_underscores() {
    check_all(&[
        ("A **bold** word", "S:A bold word"),
        ("**All bold.**", "S:All bold."),
        ("***Both.***", "T:Both."),
        ("*a **b** c*", "T:a b c"),
        ("(a **b** c)", "A:(a b c)"),
        ("_soft_ words and snake_case", "S:_soft_ words and snake_case"),
        ("__firm__ words", "S:firm words"),
        ("say “__firm__ words”", "S:say “firm words”"),
        // Within words and addresses they are no marks.
        ("a__p=1 and b__p=2", "S:a__p=1 and b__p=2"),
        (
            "https://a.example/?__p=1&__p=2 here",
            "S:https://a.example/?__p=1&__p=2 here",
        ),
        ("__p=1 … __p=2", "S:__p=1 … __p=2"),
        ("/__init__/ and snake__case__name", "S:/__init__/ and snake__case__name"),
        ("*a _b_ c*", "T:a _b_ c"),
    ]);
}

#[test]
fn scripts_without_spaces_and_from_right_to_left() {
    check_all(&[
        ("你好*他是谁*请坐", "S:你好|T:他是谁|S:请坐"),
        ("你好（微笑）请坐", "S:你好|A:（微笑）|S:请坐"),
        ("（微笑)请坐", "A:（微笑)|S:请坐"),
        (
            "「こんにちは」*誰だろう*（お辞儀）",
            "S:「こんにちは」|T:誰だろう|A:（お辞儀）",
        ),
        ("안녕*누구지*앉아", "S:안녕|T:누구지|S:앉아"),
        ("สวัสดี*ใคร*นั่ง", "S:สวัสดี|T:ใคร|S:นั่ง"),
        ("مرحبا *من هذا؟* اجلس (يبتسم)", "S:مرحبا |T:من هذا؟|S: اجلس |A:(يبتسم)"),
        ("नमस्ते *यह कौन है?* (मुस्कुराता है)", "S:नमस्ते |T:यह कौन है?|S: |A:(मुस्कुराता है)"),
        (
            "Привет! *Кто это?* (кланяется)",
            "S:Привет! |T:Кто это?|S: |A:(кланяется)",
        ),
        (
            "İyi akşamlar. *Kim bu?* (eğilir)",
            "S:İyi akşamlar. |T:Kim bu?|S: |A:(eğilir)",
        ),
    ]);
}

#[test]
fn quotes_and_faces() {
    check_all(&[
        (
            "\"Hm,\" (she said) \"*no*.\"",
            "S:\"Hm,\" |A:(she said)|S: \"|T:no|S:.\"",
        ),
        ("“Yes.” *“No.”*", "S:“Yes.” |T:“No.”"),
        ("\"(bows)\"", "S:\"|A:(bows)|S:\""),
        ("Hi :) (waves :)) bye :(", "S:Hi :) |A:(waves :))|S: bye :("),
        ("the book(s) (he reads)", "S:the book(s) |A:(he reads)"),
        ("*the book(s)*", "T:the book(s)"),
    ]);
}
