//! What the elements of a page mean for its text.

use super::super::tokens::Tag;

/// Elements that end a paragraph.
pub fn is_block(name: &str) -> bool {
    const BLOCKS: [&str; 39] = [
        "address",
        "article",
        "aside",
        "blockquote",
        "body",
        "caption",
        "center",
        "dd",
        "details",
        "dialog",
        "dir",
        "div",
        "dl",
        "dt",
        "fieldset",
        "figcaption",
        "figure",
        "footer",
        "form",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "header",
        "hgroup",
        "hr",
        "html",
        "li",
        "main",
        "menu",
        "nav",
        "ol",
        "p",
        "pre",
        "section",
        "table",
        "tr",
    ];
    BLOCKS.binary_search(&name).is_ok() || matches!(name, "ul" | "tbody" | "thead" | "tfoot" | "summary")
}

/// Elements whose inside is never told.
pub fn is_silent(name: &str) -> bool {
    matches!(
        name,
        "script"
            | "style"
            | "template"
            | "svg"
            | "nav"
            | "rt"
            | "rp"
            | "rtc"
            | "audio"
            | "video"
            | "object"
            | "iframe"
            | "textarea"
            | "select"
            | "head"
            | "title"
            | "noframes"
            | "noscript"
    )
}

/// What marks a note, a number of a page or a list of contents, in `epub:type` and in `role`.
const ASIDE: [&str; 14] = [
    "pagebreak",
    "noteref",
    "footnote",
    "footnotes",
    "endnote",
    "rearnote",
    "endnotes",
    "toc",
    "landmarks",
    "page-list",
    "doc-pagebreak",
    "doc-noteref",
    "doc-footnote",
    "doc-toc",
];

/// Classes of the numbers of printed pages, as programs and transcribers name them.
const PAGE_NUMBERS: [&str; 7] = [
    "pagenum",
    "pageno",
    "pagenumber",
    "page-number",
    "page_number",
    "pagenums",
    "page-num",
];
/// The longest mark of a note, in characters, its brackets aside.
const LONGEST_MARK: usize = 3;

/// Whether an element is no part of the text: a note, the number of a page, or hidden.
pub fn is_aside(tag: &Tag<'_>) -> bool {
    let is_hidden = || {
        let style = tag.attribute("style").unwrap_or_default().to_ascii_lowercase();
        let style: String = style.chars().filter(|letter| !letter.is_whitespace()).collect();
        style.contains("display:none")
    };
    // As a class a break of pages may be a whole chapter; only inside of a line it is a number.
    let is_inline = matches!(tag.name.as_str(), "a" | "span");
    tag.has_word("type", &ASIDE)
        || tag.has_word("role", &ASIDE)
        || tag.attribute("hidden").is_some()
        || tag.has_word("class", &PAGE_NUMBERS)
        || (is_inline && tag.has_word("class", &["pagebreak"]))
        || is_hidden()
}

/// Whether a text is the mark of a note behind these words: a small number, a star or a dagger, in brackets or without.
pub fn is_note_mark(before: &str, mark: &str) -> bool {
    let bare = mark.trim().trim_matches(|letter: char| "[](){}".contains(letter));
    let is_number = !bare.is_empty() && bare.chars().all(|letter| letter.is_ascii_digit());
    let is_sign = !bare.is_empty() && bare.chars().all(|letter| "*†‡§¹²³".contains(letter));
    let last = before.trim_end().chars().next_back();
    let follows_text = last.is_some_and(|last| last.is_alphabetic() || ".,;:!?…”’\"')".contains(last));
    bare.chars().count() <= LONGEST_MARK && (is_number || is_sign) && follows_text
}

/// The letter that a picture at the start of a chapter stands for.
pub fn initial(tag: &Tag<'_>) -> Option<String> {
    let text = tag.attribute("alt")?;
    let text = text.trim();
    let letters = text.chars().filter(|letter| letter.is_uppercase()).count();
    let others = text
        .chars()
        .all(|letter| letter.is_uppercase() || "“‘\"'".contains(letter));
    (letters == 1 && others && text.chars().count() <= 2).then(|| text.to_owned())
}
