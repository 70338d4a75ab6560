//! How a book is divided, and what is left out of it.

use super::made::{Epub, page};
use super::{read, titles, whole};

fn words(count: usize) -> String {
    "<p>Many words stand here, one after another.</p>".repeat(count)
}

#[test]
fn contents_that_point_into_a_page_divide_it() {
    let body = format!(
        r#"<h2 id="a">Chapter I</h2>{0}<p>Last line.<a id="b"/></p><h2>Chapter II</h2>{0}<p id="c">Third</p>{0}"#,
        words(2)
    );
    let epub = Epub::empty().chapter("c1.xhtml", &page(&body)).navigation(&[
        ("c1.xhtml#a", "I"),
        ("c1.xhtml#b", "II"),
        ("c1.xhtml#gone", "Nowhere"),
        ("c1.xhtml#c", "III"),
    ]);
    let book = read(&epub.bytes(), "b.epub").unwrap();
    assert_eq!(titles(&book), ["I", "II", "III"]);
    assert_eq!(book.toc, ["I", "II", "Nowhere", "III"]);
    assert_eq!(book.chapters[0].paragraphs.last().unwrap(), "Last line.");
    assert_eq!(
        book.chapters[1].paragraphs.len(),
        2,
        "the heading is its title and not said twice"
    );
    assert_eq!(book.chapters[2].paragraphs[0], "Third");
}

#[test]
fn a_page_that_the_contents_do_not_name_goes_on_unless_it_begins_with_a_heading() {
    let epub = Epub::empty()
        .chapter("c1.xhtml", &page("<p>One.</p>"))
        .chapter("c1b.xhtml", &page("<p>Still one.</p>"))
        .chapter("c2.xhtml", &page("<h1>Two</h1><p>Two.</p>"))
        .navigation(&[("c1.xhtml", "First")]);
    let book = read(&epub.bytes(), "b.epub").unwrap();
    assert_eq!(titles(&book), ["First", "Two"]);
    assert_eq!(book.chapters[0].text(), "One.\n\nStill one.");
}

#[test]
fn an_ncx_counts_when_the_navigation_has_no_links() {
    let ncx = r#"<ncx><docTitle><text>T</text></docTitle><navMap><navPoint><navLabel><text>Salt & Pepper</text></navLabel><content src=""/>
        <navPoint><navLabel><text>One</text></navLabel><content src="c1.xhtml"/></navPoint></navPoint></navMap></ncx>"#;
    let mut epub = Epub::plain().navigation(&[]).file("OEBPS/toc.ncx", ncx);
    epub.manifest += r#"<item id="ncx" href="toc.ncx" media-type="application/x-dtbncx+xml"/>"#;
    let book = read(&epub.bytes(), "b.epub").unwrap();
    assert_eq!(book.toc, ["Salt & Pepper", "One"]);
    assert_eq!(titles(&book), ["One", "Two"]);
}

#[test]
fn front_and_back_matter_and_the_contents_page_are_left_out() {
    let mut epub = Epub::empty()
        .chapter("cover.xhtml", &page("<p>A picture of the cover</p>"))
        .chapter("x1.xhtml", &page("<h1>Copyright</h1><p>All rights reserved.</p>"))
        .chapter("nav.xhtml", "")
        .chapter(
            "x2.xhtml",
            &page(r#"<section epub:type="dedication"><p>To M.</p></section>"#),
        )
        .chapter("c1.xhtml", &page(&format!("<h1>One</h1>{}", words(30))))
        .chapter("c2.xhtml", &page(&format!("<h1>The Index of Love</h1>{}", words(30))))
        .chapter(
            "x3.xhtml",
            &page("<h1>Preface to the Second Edition</h1><p>It was reprinted.</p>"),
        )
        .chapter("x4.xhtml", &page("<h2>İçindekiler</h2><p>Birinci bölüm</p>"));
    epub.files.retain(|(name, _)| name != "OEBPS/nav.xhtml");
    epub = epub.navigation(&[("c1.xhtml", "One"), ("c2.xhtml", "The Index of Love")]);
    epub.manifest = epub.manifest.replacen(
        r#"href="nav.xhtml" media-type="application/xhtml+xml"/>"#,
        r#"href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>"#,
        1,
    );
    let book = read(&epub.bytes(), "b.epub").unwrap();
    assert_eq!(titles(&book), ["One", "The Index of Love"], "{:?}", book.report);
    assert_eq!(book.report.left_out.len(), 5, "{:?}", book.report);
}

#[test]
fn a_book_that_would_lose_much_for_its_titles_loses_nothing() {
    let epub = Epub::empty()
        .chapter("c1.xhtml", &page(&format!("<h1>Introduction</h1>{}", words(50))))
        .chapter("c2.xhtml", &page(&format!("<h1>One</h1>{}", words(50))));
    let book = read(&epub.bytes(), "b.epub").unwrap();
    assert_eq!(titles(&book), ["Introduction", "One"]);
    assert_eq!(book.report.warnings.len(), 1);
}

#[test]
fn the_frame_of_project_gutenberg_is_cut_off() {
    let epub = Epub::empty()
        .chapter(
            "c0.xhtml",
            &page(&format!(
                "<pre>The Project Gutenberg EBook of X\n\nTitle: X</pre><p>*** START OF THE PROJECT GUTENBERG EBOOK X ***</p>\
                 <p>Produced by Somebody</p><h1>One</h1><p>ALPHA</p>{}",
                words(40)
            )),
        )
        .chapter(
            "c1.xhtml",
            &page(&format!(
                "<h1>Two</h1><p>BRAVO</p>{}<p>*** END OF THIS PROJECT GUTENBERG EBOOK X ***</p><p>Terms and more terms.</p>",
                words(40)
            )),
        );
    let book = read(&epub.bytes(), "b.epub").unwrap();
    let text = whole(&book);
    assert!(text.starts_with("ALPHA") && text.ends_with("another."), "{text}");
    assert!(text.contains("BRAVO") && !text.contains("Produced") && !text.contains("terms"));
}

#[test]
fn words_like_gutenbergs_in_the_middle_cut_nothing() {
    let mark = "<p>*** END OF THE PROJECT GUTENBERG EBOOK X ***</p>";
    let epub = Epub::empty().chapter(
        "c1.xhtml",
        &page(&format!("{}{mark}{}<p>BRAVO</p>", words(40), words(40))),
    );
    let book = read(&epub.bytes(), "b.epub").unwrap();
    assert!(whole(&book).ends_with("BRAVO"));
    assert_eq!(book.report.warnings.len(), 1);
}

#[test]
fn an_html_book_is_divided_at_its_headings() {
    let html = format!(
        "<html><head><title>A Book</title></head><body><h1>A Book</h1><p>by Somebody</p>\
         <h2>Chapter 1</h2><h3>The Start</h3>{0}<h3>A scene</h3>{0}<h2>Chapter 2</h2>{0}</body></html>",
        words(20)
    );
    let book = read(html.as_bytes(), "b.html").unwrap();
    assert_eq!(book.title, "A Book");
    assert_eq!(titles(&book), ["Chapter 1. The Start", "Chapter 2"]);
    assert!(book.chapters[0].paragraphs.contains(&"A scene".to_owned()));
}

#[test]
fn verse_keeps_its_lines() {
    let body = "<p>A line,<br/>another,<br/><br/>a new verse.</p><pre>one\n  two\n\nthree</pre>";
    let book = read(&Epub::empty().chapter("c1.xhtml", &page(body)).bytes(), "b.epub").unwrap();
    assert_eq!(
        book.chapters[0].paragraphs,
        ["A line,\nanother,", "a new verse.", "one\ntwo", "three"]
    );
}
