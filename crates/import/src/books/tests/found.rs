//! Names, encodings and markup that are wrong and yet clear.

use zip::CompressionMethod;

use super::made::{Epub, page};
use super::{read, titles, whole};

#[track_caller]
fn has_both(epub: &Epub) -> engine::novel::Book {
    let book = read(&epub.bytes(), "book.epub").unwrap();
    let text = whole(&book);
    assert!(text.contains("ALPHA") && text.contains("BRAVO"), "{text}");
    book
}

fn second(epub: Epub) -> Epub {
    epub.chapter("c2.xhtml", &page("<p>BRAVO second.</p>"))
}

#[test]
fn a_name_is_found_however_it_is_written() {
    let alpha = page("<p>ALPHA</p>");
    let spellings = [
        ("a b.xhtml", "OEBPS/a b.xhtml"),
        ("a%20b.xhtml", "OEBPS/a b.xhtml"),
        ("a%20b.xhtml", "OEBPS/a%20b.xhtml"),
        ("caf%C3%A9.xhtml", "OEBPS/cafe\u{301}.xhtml"),
        ("cafe\u{301}.xhtml", "OEBPS/caf\u{e9}.xhtml"),
        ("caf%E9.xhtml", "OEBPS/café.xhtml"),
        ("Text/C1.xhtml", "OEBPS\\Text\\c1.xhtml"),
        ("Text\\c1.xhtml", "OEBPS/Text/c1.xhtml"),
        ("C1.XHTML", "OEBPS/c1.xhtml"),
        ("../OEBPS/./c1.xhtml", "OEBPS/c1.xhtml"),
        ("/OEBPS/c1.xhtml", "OEBPS/c1.xhtml"),
        ("../../../c1.xhtml", "c1.xhtml"),
        ("c1.xhtml#start", "OEBPS/c1.xhtml"),
        ("c1.xhtml?x=1", "OEBPS/c1.xhtml"),
        ("text/c1.xhtml", "OEBPS/html/c1.xhtml"),
        ("#c1.xhtml", "OEBPS/#c1.xhtml"),
    ];
    for (href, name) in spellings.iter().filter(|(href, _)| !href.starts_with('#')) {
        let epub = second(Epub::empty().listed(href).file(name, alpha.as_str()));
        let book = read(&epub.bytes(), "book.epub").unwrap();
        assert!(whole(&book).contains("ALPHA"), "{href} means {name}");
    }
}

#[test]
fn letters_are_read_in_the_encoding_that_they_are_in() {
    let latin = |declared: &str| {
        let text = format!(r#"<?xml version="1.0" encoding="{declared}"?><html><body><p>ALPHA caf"#);
        [text.as_bytes(), b"\xe9 \x93na\xefve\x94</p></body></html>"].concat()
    };
    let turkish = [
        br#"<html><head><meta charset="iso-8859-9"></head><body><p>ALPHA "#.as_slice(),
        b"a\xf0a\xe7, \xfeark\xfd</p></body></html>",
    ]
    .concat();
    let wide = |little: bool, marked: bool| {
        let text = format!("{}{}", if marked { "\u{feff}" } else { "" }, page("<p>ALPHA café</p>"));
        let unit = |unit: u16| if little { unit.to_le_bytes() } else { unit.to_be_bytes() };
        text.encode_utf16().flat_map(unit).collect::<Vec<u8>>()
    };
    let pages = [
        (latin("iso-8859-1"), "ALPHA café “naïve”"),
        (latin("utf-8"), "ALPHA café “naïve”"),
        (latin("x-unheard-of"), "ALPHA café “naïve”"),
        (turkish, "ALPHA ağaç, şarkı"),
        (wide(true, true), "ALPHA café"),
        (wide(false, true), "ALPHA café"),
        (wide(true, false), "ALPHA café"),
        (wide(false, false), "ALPHA café"),
        ("<p>ALPHA cafe\u{301}</p>".into(), "ALPHA café"),
        (
            b"<p>ALPHA caf\xc3\xa9 \xe2\x80\x9cna\xc3\xafve\xe2\x80\x9d \xff</p>".to_vec(),
            "ALPHA café “naïve” \u{fffd}",
        ),
    ];
    for (bytes, expected) in pages {
        let book = read(
            &second(Epub::empty().listed("c1.xhtml").file("OEBPS/c1.xhtml", bytes)).bytes(),
            "b.epub",
        )
        .unwrap();
        assert_eq!(book.chapters[0].paragraphs, [expected]);
    }
}

#[test]
fn markup_that_swallows_a_page_in_other_readers_does_not() {
    let deep = format!("{}ALPHA{}", "<div>".repeat(100_000), "</div>".repeat(100_000));
    let bodies = [
        r#"<a id="x"/><p>ALPHA</p>"#,
        r#"<script src="x.js"/><p>ALPHA</p>"#,
        r#"<p>ALPHA<br>1 < 2 & 3</p>"#,
        r#"<![CDATA[ALPHA <b>]]><p>x</p>"#,
        r#"<!-- a -- b > --><p>ALPHA</p>"#,
        r#"<p class="a>ALPHA</p>"#,
        r#"<p title='a > b' hidden-not>ALPHA</p>"#,
        r#"<p <b>ALPHA</b></p>"#,
        r#"<svg><title>no</title></svg><p>ALPHA</p>"#,
        r#"<style>p { content: "<p>" }</style><p>ALPHA</p>"#,
        r#"<div hidden="hidden">no</div><p>ALPHA</p>"#,
        &deep,
    ];
    for body in bodies {
        let book = has_both(&second(Epub::empty().chapter("c1.xhtml", &page(body))));
        assert!(!whole(&book).contains("no\n"), "{}", &body[..body.len().min(60)]);
    }
    let heads = [
        "<title/>",
        "<title>x",
        "<script/>",
        "<meta charset='utf-8'><link rel='x'>",
        "",
    ];
    for head in heads {
        let html = format!("<html><head>{head}</head><body><p>ALPHA</p></body></html>");
        has_both(&second(Epub::empty().chapter("c1.xhtml", &html)));
    }
}

#[test]
fn what_is_no_text_of_the_story_is_left_out_of_a_paragraph() {
    let body = r##"<p>ALPHA<a epub:type="noteref" href="#n">12</a> went<span epub:type="pagebreak" title="7">7</span> on, re&shy;al&#8203;ly.</p>
        <aside epub:type="footnote"><p>A note.</p></aside><nav><ol><li>A link</li></ol></nav>"##;
    let book = has_both(&second(Epub::empty().chapter("c1.xhtml", &page(body))));
    assert_eq!(book.chapters[0].paragraphs, ["ALPHA went on, really."]);
}

#[test]
fn ruby_without_end_tags_keeps_only_its_base() {
    let body = "<p>ALPHA <ruby>神<rt>かみ<rb>凪<rp>（<rt>なぎ</ruby>殿 and <ruby>漢<rt>kan</rt></ruby>字</p>";
    let book = has_both(&second(Epub::empty().chapter("c1.xhtml", &page(body))));
    assert_eq!(book.chapters[0].paragraphs, ["ALPHA 神凪殿 and 漢字"]);
}

#[test]
fn entities_of_a_page_are_resolved_and_cannot_fill_the_memory() {
    let laughs: String = (1..12)
        .map(|at| format!("<!ENTITY l{at} \"{}\">", format!("&l{};", at - 1).repeat(10)))
        .collect();
    let html = format!(
        "<!DOCTYPE html [<!ENTITY who \"ALPHA\"><!ENTITY l0 \"ha\">{laughs}<!ENTITY out SYSTEM \"file:///etc/passwd\">]>\
         <html><body><p>&who; &l11; &out; &hellip; &#x93;x&#148; &unknown; &nbsp</p></body></html>"
    );
    let book = has_both(&second(Epub::empty().chapter("c1.xhtml", &html)));
    let text = whole(&book);
    assert!(text.len() < 2 * crate::books::limits::ENTITIES, "{}", text.len());
    assert!(
        text.starts_with("ALPHA ha") || text.starts_with("ALPHA "),
        "{}",
        &text[..20]
    );
    assert!(text.contains("… “x” &unknown;") && text.contains("&out;"));
}

#[test]
fn a_wrong_checksum_is_told_and_the_text_is_kept() {
    let mut bytes = Epub::plain().packed(CompressionMethod::Stored);
    let at = bytes.windows(5).position(|window| window == b"ALPHA").unwrap();
    bytes[at + 7] = b'F';
    let book = read(&bytes, "b.epub").unwrap();
    assert!(whole(&book).contains("ALPHA Fir") || whole(&book).contains("ALPHA fF") || whole(&book).contains("ALPHA"));
    assert!(
        book.report.warnings.iter().any(|warning| warning.contains("checksum")),
        "{:?}",
        book.report
    );
}

#[test]
fn names_in_utf8_need_no_mark_and_data_may_stand_before_the_archive() {
    let book = has_both(&second(Epub::empty().chapter("ağaç.xhtml", &page("<p>ALPHA</p>"))));
    assert_eq!(titles(&book).len(), 2);
    let bytes = [b"junk before it".as_slice(), &Epub::plain().bytes()].concat();
    assert!(whole(&read(&bytes, "b.epub").unwrap()).contains("BRAVO"));
}

#[test]
fn a_package_that_is_lost_or_empty_is_made_up_for() {
    let mut without_spine = Epub::plain();
    without_spine.spine.clear();
    has_both(&without_spine);
    let mut all_beside = Epub::plain();
    all_beside.spine = all_beside.spine.replace("<itemref", r#"<itemref linear="no""#);
    has_both(&all_beside);
    let mut unknown = Epub::plain();
    unknown.spine += r#"<itemref idref="nobody"/>"#;
    has_both(&unknown);
    let mut html = Epub::plain();
    html.manifest = html.manifest.replace("application/xhtml+xml", "text/html");
    has_both(&html);
    let mut octets = Epub::plain();
    octets.manifest = octets
        .manifest
        .replace("application/xhtml+xml", "application/octet-stream");
    has_both(&octets);
    let missing = Epub::plain().listed("c3.xhtml");
    let book = has_both(&missing);
    assert!(book.report.warnings[0].contains("c3.xhtml"), "{:?}", book.report);
}
