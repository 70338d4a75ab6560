//! Books that cannot be read: each is refused with a code and plain words, and none of them takes the program down.

use std::io::Cursor;

use proptest::prelude::*;
use zip::CompressionMethod;

use super::made::{Epub, page};
use super::{read, refused, whole};
use crate::books::archive::Archive;
use crate::books::limits;

fn encryption(algorithm: &str, uri: &str) -> String {
    format!(
        r#"<encryption xmlns:enc="http://www.w3.org/2001/04/xmlenc#"><enc:EncryptedData><enc:EncryptionMethod Algorithm="{algorithm}"/><enc:CipherData><enc:CipherReference URI="{uri}"/></enc:CipherData></enc:EncryptedData></encryption>"#
    )
}

#[test]
fn only_a_locked_page_makes_a_locked_book() {
    let aes = "http://www.w3.org/2001/04/xmlenc#aes256-cbc";
    let with = |algorithm: &str, uri: &str| {
        let font = Epub::plain().file("OEBPS/font.otf", "x");
        font.file("META-INF/encryption.xml", encryption(algorithm, uri))
            .file("META-INF/rights.xml", "<rights/>")
            .bytes()
    };
    for uri in [
        "OEBPS/c2.xhtml",
        "OEBPS/C2.xhtml",
        "/OEBPS/c2.xhtml",
        "OEBPS/%632.xhtml",
    ] {
        let (code, words) = refused(&with(aes, uri), "b.epub");
        assert_eq!(code, "drm");
        assert!(words.contains("protected by DRM"), "{words}");
    }
    for (algorithm, uri) in [
        (aes, "OEBPS/font.otf"),
        ("http://www.idpf.org/2008/embedding", "OEBPS/font.otf"),
        ("http://ns.adobe.com/pdf/enc#RC", "OEBPS/c1.xhtml"),
    ] {
        assert!(whole(&read(&with(algorithm, uri), "b.epub").unwrap()).contains("ALPHA"));
    }
}

#[test]
fn a_book_of_pictures_is_not_silently_empty() {
    let picture = page(r#"<div><img src="p.jpg" alt="A page"/></div>"#);
    let drawn = page(r##"<svg><image xlink:href="p.jpg"/></svg><p>12</p>"##);
    let book = Epub::empty().chapter("p1.xhtml", &picture).chapter("p2.xhtml", &drawn);
    let (code, words) = refused(&book.bytes(), "b.epub");
    assert_eq!(code, "image_only");
    assert!(words.contains("2 pages"), "{words}");
    assert_eq!(
        refused(&Epub::empty().chapter("p1.xhtml", &page("")).bytes(), "b.epub").0,
        "no_text"
    );
    // A picture beside the text is none.
    let mixed = Epub::plain().chapter("p1.xhtml", &picture);
    assert!(whole(&read(&mixed.bytes(), "b.epub").unwrap()).contains("ALPHA"));
}

#[test]
fn a_chapter_that_unpacks_to_too_much_is_refused() {
    let large = "<p>aaaaaaa</p>\n".repeat(limits::ENTRY as usize / 15 + 10);
    let (code, words) = refused(&Epub::plain().chapter("c3.xhtml", &large).bytes(), "b.epub");
    assert_eq!(code, "too_large");
    assert!(words.contains("c3.xhtml") && words.contains("32 MB"), "{words}");
    assert_eq!(refused(large.as_bytes(), "b.txt").0, "too_large");
    let many = "<p>a".repeat(limits::PARAGRAPHS + 10);
    assert_eq!(
        refused(&Epub::plain().chapter("c3.xhtml", &many).bytes(), "b.epub").0,
        "too_large"
    );
}

#[test]
fn all_files_together_have_a_bound() {
    let bytes = Epub::plain().bytes();
    let mut archive = Archive::open(Cursor::new(&bytes)).unwrap();
    let at = archive.find("OEBPS", "c1.xhtml").unwrap();
    let length = archive.read(at).unwrap().len() as u64;
    let mut archive = Archive::with_most(Cursor::new(&bytes), length * 2 - 1).unwrap();
    assert!(archive.read(at).is_ok());
    assert_eq!(archive.read(at).unwrap_err().code(), "too_large");
}

#[test]
fn a_file_that_is_no_book_says_what_it_is() {
    let mobi = [[0; 60].as_slice(), b"BOOKMOBI"].concat();
    let word = Epub {
        files: vec![("word/document.xml".to_owned(), b"<w/>".to_vec())],
        ..Epub::empty()
    };
    let mut word_bytes = word.bytes();
    // No package: its name is another one, in both of the places where names stand.
    while let Some(at) = word_bytes.windows(11).position(|window| window == b"content.opf") {
        word_bytes[at] = b'k';
        word_bytes[at + 8..at + 11].copy_from_slice(b"xyz");
    }
    let files: [(&[u8], &str, &str); 6] = [
        (b"%PDF-1.7 ...", "b.pdf", "PDF"),
        (&mobi, "b.mobi", "Kindle"),
        (b"{\\rtf1 x}", "b.rtf", "rich text"),
        (
            b"<!DOCTYPE html><html><body>Download expired</body></html>",
            "b.epub",
            "web page",
        ),
        (b"Just words.", "b.epub", "none"),
        (&word_bytes, "b.epub", "word processor"),
    ];
    for (bytes, name, part) in files {
        let (code, words) = refused(bytes, name);
        assert_eq!(code, "not_a_book", "{name}");
        assert!(words.contains(part), "{words}");
    }
    assert_eq!(refused(b"", "b.epub").0, "damaged");
    assert_eq!(refused(&[0, 1, 2, 3, 4, 5, 6, 7, 8], "b.bin").0, "not_a_book");
}

#[test]
fn cipher_text_is_damage_and_no_chapter() {
    let noise: Vec<u8> = (0..4_000_u32)
        .map(|at| (at.wrapping_mul(2_654_435_761) >> 24) as u8)
        .collect();
    let book = Epub::plain().listed("c3.xhtml").file("OEBPS/c3.xhtml", noise);
    let (code, words) = refused(&book.bytes(), "b.epub");
    assert_eq!(code, "damaged");
    assert!(words.contains("c3.xhtml"), "{words}");
}

#[test]
fn a_book_cut_anywhere_is_refused_in_words() {
    let bytes = Epub::plain().bytes();
    for length in (0..bytes.len()).step_by(3) {
        let (code, _) = refused(&bytes[..length], "b.epub");
        assert!(["damaged", "not_a_book"].contains(&code), "{length}: {code}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn no_changed_byte_takes_the_reader_down(place in 0_usize..4_000, value: u8, stored: bool) {
        let method = if stored { CompressionMethod::Stored } else { CompressionMethod::Deflated };
        let mut bytes = Epub::plain().navigation(&[("c1.xhtml", "One")]).packed(method);
        let length = bytes.len();
        bytes[place % length] = value;
        if let Err(error) = read(&bytes, "b.epub") {
            prop_assert!(!error.to_string().is_empty());
        }
    }

    #[test]
    fn no_markup_takes_the_reader_down(parts in prop::collection::vec(
        prop::sample::select(vec!["<p>", "</p>", "<", ">", "&", ";", "&#x", "<!--", "-->", "<![CDATA[", "]]>", "<!DOCTYPE", "[", "]",
            "\"", "'", "=", "/", " ", "a", "é", "<rt>", "</ruby>", "<head>", "<title>", "<script>", "</script", "<h1>", "<hgroup>",
            "<br/>", "<a id=", "\u{0}", "<?", "日"]), 0..40))
    {
        let body = parts.concat();
        let html = format!("<html>{body}");
        let _ = read(html.as_bytes(), "b.html").map(|book| whole(&book));
        let _ = read(&Epub::plain().navigation(&[("c1.xhtml#a", &body)]).chapter("c3.xhtml", &body).bytes(), "b.epub");
    }
}
