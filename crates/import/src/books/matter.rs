//! What stands before and after the story: title pages, imprints, lists, thanks.

use std::collections::BTreeSet;

/// In the words of EPUB's structural vocabulary.
const KINDS: [&str; 36] = [
    "abstract",
    "acknowledgments",
    "adcard",
    "backlink",
    "bibliography",
    "biblioentry",
    "colophon",
    "contributors",
    "copyright-page",
    "copyright",
    "cover",
    "cover-page",
    "credits",
    "dedication",
    "endnotes",
    "epigraph",
    "errata",
    "footnotes",
    "foreword",
    "frontispiece",
    "glossary",
    "halftitlepage",
    "imprint",
    "imprimatur",
    "index",
    "landmarks",
    "loa",
    "loi",
    "lot",
    "lov",
    "other-credits",
    "page-list",
    "rearnotes",
    "revision-history",
    "titlepage",
    "toc",
];
/// Kinds of EPUB 2 that are written otherwise.
const GUIDE: [&str; 5] = ["title-page", "acknowledgements", "notes", "preface", "introduction"];

/// Titles, as [`plain`] writes them. A longer title counts too when it goes on with "by", "to" or "of".
const TITLES: [&str; 95] = [
    // English
    "about the author",
    "about the authors",
    "about the book",
    "about the publisher",
    "about this book",
    "about this edition",
    "acknowledgement",
    "acknowledgements",
    "acknowledgment",
    "acknowledgments",
    "advertisement",
    "advertisements",
    "a note on the text",
    "a note on the type",
    "also available",
    "also by",
    "also by the author",
    "appendix",
    "author s note",
    "bibliography",
    "books by",
    "colophon",
    "contents",
    "copyright",
    "copyright notice",
    "copyright page",
    "cover",
    "cover page",
    "credits",
    "dedication",
    "editor s note",
    "endnotes",
    "epigraph",
    "errata",
    "footnotes",
    "foreword",
    "forward",
    "frontispiece",
    "further reading",
    "glossary",
    "half title",
    "halftitle",
    "illustrations",
    "imprint",
    "index",
    "introduction",
    "license",
    "list of illustrations",
    "newsletter",
    "note on the text",
    "notes",
    "other books by",
    "other titles",
    "praise for",
    "preface",
    "publisher s note",
    "reading group guide",
    "sign up",
    "table of contents",
    "thank you",
    "the full project gutenberg license",
    "title page",
    "titlepage",
    "transcriber s note",
    "transcriber s notes",
    "translator s note",
    "uncopyright",
    // German, French, Spanish, Italian, Turkish
    "anmerkungen",
    "danksagung",
    "impressum",
    "inhalt",
    "inhaltsverzeichnis",
    "titelseite",
    "vorwort",
    "avant propos",
    "couverture",
    "page de titre",
    "préface",
    "remerciements",
    "table des matières",
    "sommaire",
    "agradecimientos",
    "créditos",
    "cubierta",
    "índice",
    "portada",
    "prólogo del editor",
    "copertina",
    "indice",
    "prefazione",
    "ringraziamenti",
    "içindekiler",
    "kapak",
    "künye",
    "teşekkür",
];
/// Words after which a title of the list still means the same.
const CONNECTING: [&str; 6] = ["by", "to", "of", "from", "and", "on"];

/// Names of files, without what is no letter.
const FILES: [&str; 20] = [
    "cover",
    "coverpage",
    "titlepage",
    "title",
    "halftitle",
    "halftitlepage",
    "copyright",
    "copyrightpage",
    "colophon",
    "imprint",
    "toc",
    "contents",
    "tableofcontents",
    "dedication",
    "acknowledgments",
    "acknowledgements",
    "abouttheauthor",
    "backcover",
    "newsletter",
    "uncopyright",
];

/// Whether a section with these marks is none of the story.
pub fn is_matter(title: &str, kinds: &BTreeSet<String>, path: &str) -> bool {
    let is_story = ["chapter", "prologue", "epilogue", "part", "volume"]
        .iter()
        .any(|kind| kinds.contains(*kind));
    if is_story {
        return false;
    }
    let has_kind = kinds
        .iter()
        .any(|kind| KINDS.contains(&kind.as_str()) || GUIDE.contains(&kind.as_str()));
    has_kind || has_title(title) || (title.is_empty() && has_file_name(path))
}

fn has_title(title: &str) -> bool {
    let plain = plain(title);
    if plain == "önsöz" || plain == "sunuş" {
        return true;
    }
    TITLES.iter().any(|known| {
        plain.strip_prefix(known).is_some_and(|rest| {
            let next = rest.split_whitespace().next();
            rest.is_empty() || (rest.starts_with(' ') && next.is_some_and(|word| CONNECTING.contains(&word)))
        })
    })
}

fn has_file_name(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or_default();
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    let letters: String = stem
        .chars()
        .filter(|letter| letter.is_alphabetic())
        .flat_map(char::to_lowercase)
        .collect();
    FILES.contains(&letters.as_str())
}

/// A title in lower case, with single spaces for everything that is no letter or digit.
pub fn plain(title: &str) -> String {
    let lower = title.to_lowercase().replace('\u{307}', "");
    let words = lower.split(|letter: char| !letter.is_alphanumeric());
    words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}
