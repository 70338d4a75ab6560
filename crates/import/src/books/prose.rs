//! Whether a file is a book at all, for whoever was given one as something else.

use std::fs::File;
use std::io::{BufReader, Read, Seek};
use std::path::Path;

use engine::novel::Book;

use super::archive::Archive;
use super::{package, read};

/// A text that is shorter shows too little of what it is, in characters.
const LEAST: usize = 400;
/// A paragraph of prose that is more than a remark, in characters.
const LONG: usize = 60;
/// Of prose, a time of the clock is written once in so many characters at most; each line of a log has one.
const TO_A_CLOCK: usize = 500;

/// Whether a path surely leads to a book: an EPUB, or a page or a text that consists of prose. The log of a messenger that is not known
/// is none, although its text could be read as one.
pub fn recognised(path: &Path) -> bool {
    let Ok(mut file) = File::open(path) else {
        return false;
    };
    let mut head = [0; 4];
    let is_archive = file.read_exact(&mut head).is_ok() && head == *b"PK\x03\x04";
    if file.rewind().is_err() {
        return false;
    }
    let source = BufReader::new(file);
    if is_archive {
        return Archive::open(source).is_ok_and(|mut archive| package::read(&mut archive).is_ok());
    }
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    read(source, &name).is_ok_and(|book| is_prose(&book))
}

fn is_prose(book: &Book) -> bool {
    let (mut all, mut long, mut clocks) = (0, 0, 0);
    for paragraph in book.chapters.iter().flat_map(|chapter| &chapter.paragraphs) {
        let length = paragraph.chars().count();
        all += length;
        long += if length >= LONG { length } else { 0 };
        clocks += clock_times(paragraph);
    }
    all >= LEAST && long * 2 >= all && clocks * TO_A_CLOCK <= all
}

/// How often a time such as `9:05` or `21.30` stands in a text.
fn clock_times(text: &str) -> usize {
    let is_time = |bytes: &[u8]| {
        bytes[0].is_ascii_digit() && matches!(bytes[1], b':' | b'.') && bytes[2..].iter().all(u8::is_ascii_digit)
    };
    text.as_bytes().windows(4).filter(|bytes| is_time(bytes)).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(name: &str, text: &str, expected: bool) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        assert_eq!(recognised(&path), expected, "{name}");
    }

    #[test]
    fn prose_is_a_book_and_a_log_is_none() {
        let prose = "The harbour was quiet when Mara came down to it at nine, and nobody was there but an old man, who mended a net and \
                     did not look up at her until she had said good evening twice.\n\n“You are early,” said he.\n\n";
        check("harbour.txt", &prose.repeat(4), true);
        let page = format!(
            "<html><body><p>{}</p></body></html>",
            prose.repeat(4).replace("\n\n", "</p><p>")
        );
        check("harbour.html", &page, true);
        check("harbour.txt", prose, false);
        let log = "2023/02/04 21:05 Mara: Are you there? I have been waiting at the harbour for an hour now and it is cold and dark \
                   and it rains, so do come soon please.\n";
        check("log.txt", &log.repeat(20), false);
        check(
            "log.html",
            &format!("<html><body><p>{}</p></body></html>", log.repeat(20)),
            false,
        );
        check("remarks.txt", &"Are you there?\n\nYes.\n\n".repeat(60), false);
        check("empty.txt", "", false);
    }

    #[test]
    fn an_archive_is_a_book_with_a_package_only() {
        let cases = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/books/tests/cases");
        assert!(recognised(&cases.join("00_plain.epub")));
        assert!(recognised(&cases.join("01_no_mimetype.epub")));
        assert!(!recognised(&cases.join("28_truncated_zip.epub")));
        assert!(!recognised(&cases), "a folder");
    }
}
