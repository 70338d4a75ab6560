//! Books that show one fault each, made here, and a set of small files in `cases`.

mod broken;
mod chapters;
mod found;
mod made;
mod odd;
mod plain;

use std::io::Cursor;

use engine::novel::Book;
use serde_json::Value;

use super::BookError;

fn read(bytes: &[u8], name: &str) -> Result<Book, BookError> {
    super::read(Cursor::new(bytes), name)
}

fn whole(book: &Book) -> String {
    let texts: Vec<String> = book.chapters.iter().map(engine::novel::Chapter::text).collect();
    texts.join("\n\n")
}

fn titles(book: &Book) -> Vec<&str> {
    book.chapters.iter().map(|chapter| chapter.title.as_str()).collect()
}

/// The code and the words of a refusal; the words say that nothing was changed.
#[track_caller]
fn refused(bytes: &[u8], name: &str) -> (&'static str, String) {
    let error = read(bytes, name).expect_err("it should be refused");
    let words = error.to_string();
    assert!(words.contains("Nothing was changed"), "{words}");
    (error.code(), words)
}

/// Files with one fault each, of kinds that readers of books stumbled over, and what is to come out.
#[test]
fn the_handed_books_give_what_is_expected() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src/books/tests/cases");
    let expected = std::fs::read(folder.join("EXPECTED.json")).unwrap();
    let expected: serde_json::Map<String, Value> = serde_json::from_slice(&expected).unwrap();
    let mut wrong = Vec::new();
    for (name, expected) in &expected {
        // The one that unpacks to 300 MB is made anew, in `broken`.
        let Ok(bytes) = std::fs::read(folder.join(format!("{name}.epub"))) else {
            assert_eq!(name, "40_bomb_300MB_chapter");
            continue;
        };
        let found = read(&bytes, &format!("{name}.epub"));
        let list = |key: &str| -> Vec<String> { serde_json::from_value(expected[key].clone()).unwrap_or_default() };
        match found {
            Err(error) if expected["ok"] == false => assert!(error.to_string().contains("Nothing was changed")),
            Err(error) => wrong.push(format!("{name}: {error}")),
            Ok(_) if expected["ok"] == false => wrong.push(format!("{name}: was read")),
            Ok(book) => {
                let text = whole(&book);
                let lacks = list("expect").into_iter().filter(|part| !text.contains(part.as_str()));
                wrong.extend(lacks.map(|part| format!("{name} lacks {part}")));
                let has = list("absent").into_iter().filter(|part| text.contains(part.as_str()));
                wrong.extend(has.map(|part| format!("{name} has {part}")));
                if expected["toc"].is_array() && list("toc") != book.toc {
                    wrong.push(format!("{name}: contents {:?}", book.toc));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
